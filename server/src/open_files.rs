//! Number of files that the system lets this process open: each connection is one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::settings::Settings;

/// Files beside connections: the database, its logs and readers, the runtime, notices under way.
const FURTHER: u64 = 256;

/// Raises what is allowed as far as nobody has to be asked; what is wrong with what there is then,
/// for a server with these settings.
pub(crate) fn raise(settings: &Settings) -> Option<String> {
    let allowed = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: allowed.maximum, ..allowed };
    let current = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => allowed.maximum,
        Err(_) => allowed.current,
    };
    let needed = settings.max_connections as u64 + FURTHER;
    let most = current.filter(|most| *most < needed)?;
    Some(format!(
        "ENTENTE_MAX_CONNECTIONS={} needs {needed} open files and {most} are allowed: \
         raise the limit (ulimit -Hn, LimitNOFILE=) or lower the setting",
        settings.max_connections
    ))
}
