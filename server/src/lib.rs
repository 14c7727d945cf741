//! Entente's server as a library; `main.rs` is a thin shell around it.

pub mod gateway;
pub mod log;
pub mod rooms;
pub mod settings;

pub use rooms::Rooms;
pub use settings::Settings;
