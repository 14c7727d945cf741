//! Checks whether a server with these settings could start: `entente-server --check-config`.
//!
//! Nothing is written, opened for writing or listened on, so that it can be asked beside a running
//! server, before a restart.

use std::net::{IpAddr, SocketAddr};

use engine::GameEntry;
use url::Url;

use super::Settings;
use crate::notices::{Courier, Privacy};
use crate::position::StartPosition;
use crate::run_error::RunError;
use crate::tls::Certificates;
use crate::{component_data, log, open_files};

/// Everything that is wrong with what the settings name, beyond the values themselves.
pub fn faults(settings: &Settings, games: &'static [GameEntry]) -> Vec<String> {
    let text = |fault: RunError| fault.to_string();
    let data = component_data::load_catalogues(games, settings.data.as_deref());
    let position = |data| {
        let path = settings.dev_position.as_deref()?;
        StartPosition::read(path, data).err().map(RunError::from)
    };
    let found = [
        data.as_ref().ok().and_then(position),
        data.err().map(RunError::from),
        log::examine(&settings.database, &settings.nats_options()).err().map(RunError::from),
        Certificates::of(settings).err().map(RunError::from),
        Courier::new(settings, None).err().map(RunError::from),
    ];
    let found = found.into_iter().flatten().map(text);
    let files = unreadable_files(settings);
    contradictions(settings).into_iter().chain(files).chain(found).collect()
}

/// Files of NATS that cannot be read, whatever the store is.
fn unreadable_files(settings: &Settings) -> Vec<String> {
    let files = [
        ("ENTENTE_NATS_CREDENTIALS", &settings.nats_credentials),
        ("ENTENTE_NATS_CA", &settings.nats_ca),
    ];
    let named = files.into_iter().filter_map(|(name, path)| Some((name, path.as_ref()?)));
    named
        .filter_map(|(name, path)| {
            let error = std::fs::read(path).err()?;
            Some(format!("{name} = {}: {error}", path.display()))
        })
        .collect()
}

/// Returns what does not keep the server from starting, but keeps clients away or deserves a look.
pub fn warnings(settings: &Settings) -> Vec<String> {
    let certificates = Certificates::of(settings).ok().flatten();
    let expired = certificates.and_then(|certificates| certificates.warning());
    let misgiving = log::misgiving(&settings.database);
    [expired, misgiving, open_files::raise(settings)].into_iter().flatten().collect()
}

/// Settings of which each is right and which cannot hold together; a start refuses them too.
pub fn contradictions(settings: &Settings) -> Vec<String> {
    let found = [
        twice_the_same_address(settings),
        two_paths(settings),
        two_schemes(settings),
        a_readable_password(settings),
        half_a_login(settings),
    ];
    found.into_iter().flatten().chain(public_development(settings)).collect()
}

fn twice_the_same_address(settings: &Settings) -> Option<String> {
    let (players, metrics) = (settings.listen, settings.metrics_listen?);
    // An unspecified address takes the port on every address; port 0 never collides.
    let everywhere = |at: SocketAddr| at.ip().is_unspecified();
    let meet = players.ip() == metrics.ip() || everywhere(players) || everywhere(metrics);
    (meet && players.port() != 0 && players.port() == metrics.port()).then(|| {
        format!(
            "ENTENTE_METRICS_LISTEN = {metrics} is taken by ENTENTE_LISTEN = {players}: \
             give the metrics a port of their own"
        )
    })
}

/// Links in mails and of rooms would lead nowhere.
fn two_paths(settings: &Settings) -> Option<String> {
    let url = settings.public_url.as_deref()?;
    let path = Url::parse(url).ok()?.path().trim_end_matches('/').to_owned();
    (path != settings.base_path).then(|| {
        format!(
            "ENTENTE_PUBLIC_URL = {url} ends in the path {path:?}, and ENTENTE_BASE_PATH is {:?}: \
             they must be the same",
            settings.base_path
        )
    })
}

/// A browser that plays over TLS comes from a page by https, which is not the page that the URL names: the
/// server would refuse all of them.
fn two_schemes(settings: &Settings) -> Option<String> {
    let url = settings.public_url.as_deref()?;
    (settings.tls_cert.is_some() && url.starts_with("http://")).then(|| {
        format!(
            "ENTENTE_PUBLIC_URL = {url} is not https, and the server speaks TLS \
             (ENTENTE_TLS_CERT): browsers would be refused"
        )
    })
}

/// Whoever listens on the way could read it.
fn a_readable_password(settings: &Settings) -> Option<String> {
    let relay = settings.smtp_url.as_ref()?;
    let local = relay.host == "localhost"
        || relay.host.parse().is_ok_and(|ip: IpAddr| ip.to_canonical().is_loopback());
    (relay.privacy == Privacy::Plain && settings.smtp_password.is_some() && !local).then(|| {
        format!(
            "ENTENTE_SMTP_URL = {relay} would send ENTENTE_SMTP_PASSWORD in clear to another \
             machine: use smtp:// or smtps://"
        )
    })
}

/// Whoever deals from a known seed serves nobody but the author at this machine, and keeps nothing.
fn public_development(settings: &Settings) -> Vec<String> {
    if !settings.dev {
        let needless = [
            ("ENTENTE_DEV_SEED", settings.dev_seed.is_some()),
            ("ENTENTE_DEV_POSITION", settings.dev_position.is_some()),
        ];
        let needless = needless.into_iter().filter(|(_, given)| *given);
        return needless.map(|(name, _)| format!("{name} is for ENTENTE_DEV=true")).collect();
    }
    let far = |at: SocketAddr| !at.ip().to_canonical().is_loopback();
    let database = &settings.database;
    let kept = *database != Settings::default().database && database != log::MEMORY;
    let public = [
        ("ENTENTE_LISTEN", far(settings.listen)),
        ("ENTENTE_METRICS_LISTEN", settings.metrics_listen.is_some_and(far)),
        ("ENTENTE_DATABASE", kept),
        ("ENTENTE_PUBLIC_URL", settings.public_url.is_some()),
        ("ENTENTE_TRUSTED_PROXIES", !settings.trusted_proxies.0.is_empty()),
        ("ENTENTE_SMTP_URL", settings.smtp_url.is_some()),
    ];
    let public = public.into_iter().filter(|(_, given)| *given);
    let refused = |(name, _)| {
        format!(
            "{name} does not go with ENTENTE_DEV: every deal can be foreseen, so it serves this \
             machine alone, at a loopback address, and keeps everything in memory"
        )
    };
    public.map(refused).collect()
}

/// NATS takes a name with its password, or credentials.
fn half_a_login(settings: &Settings) -> Option<String> {
    let (user, password) = (settings.nats_user.is_some(), settings.nats_password.is_some());
    if user != password {
        return Some("ENTENTE_NATS_USER and ENTENTE_NATS_PASSWORD go together".to_owned());
    }
    (user && settings.nats_credentials.is_some()).then(|| {
        "ENTENTE_NATS_CREDENTIALS and ENTENTE_NATS_USER are both set: remove one of them".to_owned()
    })
}
