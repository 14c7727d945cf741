//! Europe Divided.
