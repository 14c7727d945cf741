//! Whether a server with these settings could start: `entente-server --check-config`.
//!
//! Nothing is written, opened for writing or listened on, so that it can be asked beside a running
//! server, before it is told to restart.

use engine::GameEntry;

use super::Config;
use crate::notices::Courier;
use crate::tls::Certificates;
use crate::{component_data, log};

/// Everything that is wrong with what the settings name, beyond the values themselves.
pub fn faults(config: &Config, games: &'static [GameEntry]) -> Vec<String> {
    let data = component_data::load_catalogues(games, config.data.as_deref());
    let database = log::examine(&config.database);
    let notices = Courier::new(config);
    let data = data.err().map(|fault| fault.to_string());
    let tls = Certificates::of(config).err().map(|fault| fault.to_string());
    let database = database.err().map(|fault| fault.to_string());
    let notices = notices.err().map(|fault| fault.to_string());
    [data, database, tls, notices].into_iter().flatten().collect()
}

/// What does not keep the server from starting, but clients from coming.
pub fn warnings(config: &Config) -> Vec<String> {
    let certificates = Certificates::of(config).ok().flatten();
    certificates.and_then(|certificates| certificates.warning()).into_iter().collect()
}
