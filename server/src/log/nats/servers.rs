//! NATS servers: connected to, and checked before anything is entrusted to them.
//!
//! Their version, because older ones let two writers win; and that they sync what they acknowledge, which
//! they say at their monitoring addresses only.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, ServerAddr, ServerInfo};
use serde::Deserialize;
use tokio::time::{Instant, sleep};
use tracing::warn;

use super::address::{NatsAddress, NatsOptions};
use super::failure::NatsError;

/// The oldest version of a server: before it, two writers can both win.
const VERSION: (i64, i64, i64) = (2, 11, 0);
const VERSION_TEXT: &str = "2.11.0";

/// The largest message that a server must take, in bytes: NATS's default.
const PAYLOAD_BYTES: usize = 1024 * 1024;

/// Time limit of a request.
pub(super) const REQUEST: Duration = Duration::from_secs(2);

/// Time limit of connecting to one server.
const CONNECT: Duration = Duration::from_secs(2);

/// Interval at which a connection is tried for life.
const PING: Duration = Duration::from_secs(2);

/// The longest pause before a lost connection is made again.
const RECONNECT_MAX: Duration = Duration::from_millis(500);

/// Time that the servers have to come up when a store is opened.
pub(super) const PATIENCE: Duration = Duration::from_secs(15);

/// Pause between two tries meanwhile.
pub(super) const PAUSE: Duration = Duration::from_millis(250);

/// Checks the version of a server.
pub(super) fn new_enough(server: &ServerInfo) -> Result<(), NatsError> {
    let mut parts = server.version.split('.').map(|part| {
        part.split(|c: char| !c.is_ascii_digit()).next().and_then(|part| part.parse::<i64>().ok())
    });
    let mut next = || parts.next().flatten();
    let version = (next(), next(), next());
    let (Some(major), Some(minor), Some(patch)) = version else { return Err(old(server)) };
    if (major, minor, patch) < VERSION { Err(old(server)) } else { Ok(()) }
}

fn old(server: &ServerInfo) -> NatsError {
    NatsError::Old {
        server: server_name(server),
        found: server.version.clone(),
        needed: VERSION_TEXT,
    }
}

fn server_name(server: &ServerInfo) -> String {
    if server.server_name.is_empty() {
        server.server_id.clone()
    } else {
        server.server_name.clone()
    }
}

/// Connects to one of the servers, and checks it.
pub(super) async fn connect(
    address: &NatsAddress,
    options: &NatsOptions,
) -> Result<Client, NatsError> {
    let began = Instant::now();
    loop {
        let failure = match connect_once(address, options).await {
            Ok(client) => {
                check_server(&client.server_info())?;
                return Ok(client);
            }
            Err(failure @ NatsError::Unreachable { .. }) => failure,
            Err(failure) => return Err(failure),
        };
        if began.elapsed() > PATIENCE {
            return Err(failure);
        }
        sleep(PAUSE).await;
    }
}

async fn connect_once(address: &NatsAddress, options: &NatsOptions) -> Result<Client, NatsError> {
    let unreachable =
        |reason: String| NatsError::Unreachable { servers: address.printed(), reason };
    let file =
        |path: &Path, reason: String| NatsError::File { file: path.display().to_string(), reason };
    let mut connecting = ConnectOptions::new()
        .name("entente-server")
        .connection_timeout(CONNECT)
        .request_timeout(Some(REQUEST))
        .ping_interval(PING)
        .require_tls(address.tls)
        .reconnect_delay_callback(|tries| {
            RECONNECT_MAX.min(Duration::from_millis(20) * u32::try_from(tries).unwrap_or(u32::MAX))
        });
    if let (Some(user), Some(password)) = (&options.user, &options.password) {
        connecting = connecting.user_and_password(user.clone(), password.clone());
    }
    if let Some(path) = &options.credentials {
        let text = fs::read_to_string(path).map_err(|error| file(path, error.to_string()))?;
        connecting =
            connecting.credentials(&text).map_err(|error| file(path, error.to_string()))?;
    }
    if let Some(path) = &options.authorities {
        fs::metadata(path).map_err(|error| file(path, error.to_string()))?;
        connecting = connecting.add_root_certificates(path.clone());
    }
    let servers: Result<Vec<ServerAddr>, _> =
        address.servers.iter().map(|server| ServerAddr::from_str(server)).collect();
    let servers = servers.map_err(|error| unreachable(error.to_string()))?;
    connecting.connect(servers).await.map_err(|error| unreachable(error.to_string()))
}

fn check_server(server: &ServerInfo) -> Result<(), NatsError> {
    new_enough(server)?;
    let server_name = server_name(server);
    if !server.jetstream {
        return Err(NatsError::NoJetStream { server: server_name });
    }
    if server.max_payload < PAYLOAD_BYTES {
        let (found, needed) = (server.max_payload, PAYLOAD_BYTES);
        return Err(NatsError::Payload { server: server_name, found, needed });
    }
    Ok(())
}

/// A server as it describes itself at its monitoring address.
#[derive(Deserialize)]
struct Varz {
    server_id: String,
    server_name: String,
    version: String,
    #[serde(default)]
    jetstream: VarzJetStream,
}

#[derive(Default, Deserialize)]
struct VarzJetStream {
    config: Option<VarzConfig>,
}

#[derive(Deserialize)]
struct VarzConfig {
    #[serde(default)]
    sync_always: bool,
}

/// Checks that the servers sync what they acknowledge, by what they say at their monitoring addresses:
/// none that answers may say otherwise, and more than half of the replicas must answer.
pub(super) async fn check_sync(options: &NatsOptions) -> Result<(), NatsError> {
    if options.unchecked_sync {
        warn!("nothing checks that the NATS servers sync each write (ENTENTE_NATS_UNCHECKED_SYNC)");
        return Ok(());
    }
    if options.monitors.is_empty() {
        return Err(NatsError::Unchecked);
    }
    let client =
        reqwest::Client::builder().no_proxy().timeout(REQUEST).build().map_err(|error| {
            NatsError::Request {
                doing: "asking the monitoring addresses",
                reason: error.to_string(),
            }
        })?;
    let (needed, began) = (options.replicas / 2 + 1, Instant::now());
    loop {
        let (mut known, mut reason) = (BTreeSet::new(), String::new());
        for monitor in &options.monitors {
            match ask(&client, monitor).await {
                Ok(varz) => {
                    check_varz(&varz)?;
                    known.insert(varz.server_id);
                }
                Err(error) => reason = format!("{monitor}: {error}"),
            }
        }
        if known.len() >= needed {
            if !reason.is_empty() {
                warn!(reason, "not every NATS server could be asked whether it syncs each write");
            }
            return Ok(());
        }
        if began.elapsed() > PATIENCE {
            return Err(NatsError::FewMonitors { found: known.len(), needed, reason });
        }
        sleep(PAUSE).await;
    }
}

async fn ask(client: &reqwest::Client, monitor: &str) -> Result<Varz, reqwest::Error> {
    let url = format!("{}/varz", monitor.trim_end_matches('/'));
    client.get(url).send().await?.error_for_status()?.json().await
}

fn check_varz(varz: &Varz) -> Result<(), NatsError> {
    let server = varz.server_name.clone();
    let info = ServerInfo {
        version: varz.version.clone(),
        server_name: server.clone(),
        ..ServerInfo::default()
    };
    new_enough(&info)?;
    match &varz.jetstream.config {
        None => Err(NatsError::NoJetStream { server }),
        Some(config) if !config.sync_always => Err(NatsError::Lazy { server }),
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_versions_that_keep_two_writers_apart_are_taken() {
        let server = |version: &str| ServerInfo {
            version: version.to_owned(),
            server_name: "n1".to_owned(),
            ..ServerInfo::default()
        };
        for version in ["2.11.0", "2.11.0-RC.1", "2.12.15", "2.15.1", "3.0.0"] {
            assert_eq!(new_enough(&server(version)), Ok(()), "{version}");
        }
        for version in ["2.9.10", "2.10.29", "1.99.99", "", "two", "2.11"] {
            let refused = new_enough(&server(version)).unwrap_err().to_string();
            assert!(refused.contains("2.11.0 or newer is needed"), "{refused}");
        }
    }

    #[test]
    fn a_server_that_does_not_sync_each_write_is_refused() {
        let varz = |jetstream: &str| {
            let text = format!(
                r#"{{"server_id":"A","server_name":"n1","version":"2.15.1","jetstream":{jetstream}}}"#
            );
            check_varz(&serde_json::from_str(&text).unwrap())
        };
        let server = || "n1".to_owned();
        assert_eq!(varz(r#"{"config":{"sync_always":true}}"#), Ok(()));
        assert_eq!(varz(r#"{"config":{}}"#), Err(NatsError::Lazy { server: server() }));
        assert_eq!(varz("{}"), Err(NatsError::NoJetStream { server: server() }));
    }
}
