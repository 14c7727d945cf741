//! Entente's server as a library; `main.rs` is a thin shell around it.

pub mod log;
