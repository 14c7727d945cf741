//! Entente's terminal client.
