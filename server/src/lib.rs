//! Entente's server as a library; `main.rs` is a thin shell around it.

pub mod analyse;
mod cluster;
pub mod component_data;
pub mod docs;
pub mod gateway;
pub mod health;
pub mod licences;
pub mod log;
pub mod metrics;
pub mod notices;
pub(crate) mod open_files;
pub mod operator;
mod paths;
mod payer;
pub mod position;
pub mod provenance;
mod room;
pub mod rooms;
pub mod run;
pub mod run_error;
pub mod settings;
pub(crate) mod signals;
mod supervisor;
pub mod telemetry;
pub(crate) mod time;
pub mod tls;
pub mod verify;

pub use rooms::Rooms;
pub use run::run;
pub use run_error::RunError;
pub use settings::Settings;
