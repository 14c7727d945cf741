//! Whether a server with these settings could start: `entente-server --check-config`.
//!
//! Nothing is written, opened for writing or listened on, so that it can be asked beside a running
//! server, before it is told to restart.

use engine::GameEntry;

use super::Config;
use crate::{component_data, log};

/// Everything that is wrong with what the settings name, beyond the values themselves.
pub fn faults(config: &Config, games: &'static [GameEntry]) -> Vec<String> {
    let data = component_data::load_catalogues(games, config.data.as_deref());
    let database = log::examine(&config.database);
    let data = data.err().map(|fault| fault.to_string());
    data.into_iter().chain(database.err().map(|fault| fault.to_string())).collect()
}
