//! Entente's server as a library; `main.rs` is a thin shell around it.

pub mod component_data;
pub mod config;
pub mod log;
pub mod run;
pub mod telemetry;

pub use config::Config;
pub use run::{RunError, run};
