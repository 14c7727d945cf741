//! Values of settings for which a number or an address is not enough.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use ipnet::IpNet;
use lettre::Address;
use lettre::message::Mailbox;
use url::Url;

use crate::notices::calls::Reach;
use crate::notices::relay::{Relay, has_login};
use crate::telemetry::LogFormat;
use crate::time::{DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS};

/// A setting that may be left empty, as a variable in a compose file often is.
///
/// An alias, because clap gives `Option` written out another meaning: there, an empty value is an
/// error.
pub type Optional<T> = Option<T>;

/// Text of a value among the environment variables; empty if it is not set.
pub(super) trait Printed {
    /// The text, from which the same value can be read.
    fn printed(&self) -> String;
}

impl Printed for PathBuf {
    fn printed(&self) -> String {
        self.display().to_string()
    }
}

impl<T: Printed> Printed for Option<T> {
    fn printed(&self) -> String {
        self.as_ref().map(Printed::printed).unwrap_or_default()
    }
}

/// Values that are printed as they are displayed.
macro_rules! displayed {
    ($($type:ty),*) => {
        $(impl Printed for $type {
            fn printed(&self) -> String {
                self.to_string()
            }
        })*
    };
}

displayed!(bool, u32, u64, usize, String, SocketAddr);
displayed!(Origins, Networks, Monitors, LogFormat, Secret, Reach, Relay, Mailbox);

/// Units that people write a period in, in milliseconds; the longer name comes before its own end.
const UNITS: [(&str, u64); 7] = [
    ("ms", 1),
    ("s", SECOND_MS),
    ("min", MINUTE_MS),
    ("m", MINUTE_MS),
    ("h", HOUR_MS),
    ("d", DAY_MS),
    ("w", 7 * DAY_MS),
];

/// A number of things, in these bounds.
pub(super) fn count<N>(
    bounds: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + fmt::Display + Clone + Send + Sync + 'static,
{
    move |text| match text.parse::<N>() {
        Ok(number) if bounds.contains(&number) => Ok(number),
        // One that the type has no room for is a number all the same.
        Err(_) if !is_whole(text) => Err("it must be a whole number, such as 100".to_owned()),
        Ok(_) | Err(_) => {
            Err(format!("{text} is not between {} and {}", bounds.start(), bounds.end()))
        }
    }
}

/// Checks whether a text is a whole number of any size.
fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A period in milliseconds, in these bounds.
pub(super) fn period(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let least = || format!("at least {} milliseconds", bounds.start());
        let most = || format!("at most {} milliseconds", bounds.end());
        match text.parse::<u64>() {
            Ok(ms) if ms < *bounds.start() => Err(least()),
            Ok(ms) if ms > *bounds.end() => Err(most()),
            Ok(ms) => Ok(ms),
            // The type has no room for it.
            Err(_) if is_whole(text) && text.starts_with('-') => Err(least()),
            Err(_) if is_whole(text) => Err(most()),
            Err(_) => Err(no_period(text)),
        }
    }
}

/// Returns advice for a period that is not just a number.
fn no_period(text: &str) -> String {
    let wanted = "it must be a whole number of milliseconds";
    let in_unit = |(unit, ms): &(&str, u64)| {
        let number: u64 = text.strip_suffix(unit)?.trim_end().parse().ok()?;
        number.checked_mul(*ms)
    };
    match UNITS.iter().find_map(in_unit) {
        Some(ms) => format!("{wanted}: {text} is {ms}"),
        None => format!("{wanted}, such as 60000 for a minute"),
    }
}

/// A list of origins as browsers send them: scheme, host, and a port that is not the scheme's own.
#[derive(Clone, Debug, Default, derive_more::Display, PartialEq, Eq)]
#[display("{}", _0.join(","))]
pub struct Origins(pub Vec<String>);

impl FromStr for Origins {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(origin).collect::<Result<_, _>>().map(Self)
    }
}

/// A list of monitoring addresses of NATS servers.
#[derive(Clone, Debug, Default, derive_more::Display, PartialEq, Eq)]
#[display("{}", _0.join(","))]
pub struct Monitors(pub Vec<String>);

impl FromStr for Monitors {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(monitor).collect::<Result<_, _>>().map(Self)
    }
}

/// The path of what is asked for is added to it.
fn monitor(text: &str) -> Result<String, String> {
    let web = |url: &Url| matches!(url.scheme(), "http" | "https") && url.query().is_none();
    match Url::parse(text) {
        Ok(url) if web(&url) => Ok(text.trim_end_matches('/').to_owned()),
        _ => Err(format!("{text:?}: a monitoring address looks like http://127.0.0.1:8222")),
    }
}

/// A list of networks; an address alone is a network of one.
#[derive(Clone, Debug, Default, derive_more::Display, PartialEq, Eq)]
#[display("{}", _0.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))]
pub struct Networks(pub Vec<IpNet>);

impl FromStr for Networks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(network).collect::<Result<_, _>>().map(Self)
    }
}

/// A network as wide as the world would let everybody say who they are.
fn network(text: &str) -> Result<IpNet, String> {
    // Connections are compared in canonical form: `::ffff:1.2.3.4` is `1.2.3.4`.
    let alone = || text.parse().map(|ip: IpAddr| IpNet::from(ip.to_canonical()));
    let wanted = "a network looks like 10.0.0.0/8 or 2001:db8::/48, an address has no /";
    let network = text.parse().or_else(|_| alone()).map_err(|_| format!("{text:?}: {wanted}"))?;
    if network.prefix_len() == 0 {
        return Err(format!("{text:?}: that is every address"));
    }
    Ok(network.trunc())
}

/// An origin with a path or without a scheme would never equal what a browser sends.
fn origin(text: &str) -> Result<String, String> {
    let wanted = "an origin looks like https://play.example.org or http://localhost:3000";
    let (scheme, host) = text.split_once("://").ok_or_else(|| format!("{text:?}: {wanted}"))?;
    let scheme_char = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let host_char = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    if scheme.is_empty()
        || host.is_empty()
        || !scheme.chars().all(scheme_char)
        || !host.chars().all(host_char)
    {
        return Err(format!("{text:?}: {wanted}, without a path"));
    }
    Ok(text.to_ascii_lowercase())
}

/// A text that nobody is shown: not in a log, and not by `--print-config`.
#[derive(Clone, derive_more::Debug, derive_more::Display, derive_more::FromStr, PartialEq, Eq)]
#[debug("Secret(..)")]
#[display("(hidden)")]
pub struct Secret(String);

impl Secret {
    /// The secret itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Reads a value that may be left empty; any other as what it is.
pub(super) fn optional<T: FromStr>(text: &str) -> Result<Optional<T>, T::Err> {
    if text.is_empty() { Ok(None) } else { text.parse().map(Some) }
}

pub(super) fn optional_sender(text: &str) -> Result<Optional<Mailbox>, String> {
    optional(text).map_err(|_| {
        "it looks like entente@example.org or Entente <entente@example.org>".to_owned()
    })
}

/// Reads the address that push services may write or turn to (RFC 8292).
pub(super) fn contact(text: &str) -> Result<Optional<String>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let known = match Url::parse(text) {
        Ok(url) if has_login(&url) => return Err(NO_LOGIN.to_owned()),
        Ok(url) if url.scheme() == "mailto" => url.path().parse::<Address>().is_ok(),
        Ok(url) => url.scheme() == "https",
        Err(_) => false,
    };
    let wanted = || "it looks like mailto:admin@example.org or https://example.org".to_owned();
    if known { Ok(Some(text.to_owned())) } else { Err(wanted()) }
}

/// Refusal of an address with a login: others are sent the address, and `--print-config` prints it.
const NO_LOGIN: &str = "leave user name and password out: others are sent this address";

pub(super) fn public_url(text: &str) -> Result<Optional<String>, String> {
    let text = text.trim_end_matches('/');
    if text.is_empty() {
        return Ok(None);
    }
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let plain =
        |host: &str| !host.is_empty() && !host.starts_with('/') && !host.contains(['?', '#']);
    match Url::parse(text) {
        Ok(url) if has_login(&url) => Err(NO_LOGIN.to_owned()),
        Ok(_) if host.is_some_and(plain) => Ok(Some(text.to_owned())),
        Ok(_) | Err(_) => Err("it looks like https://play.example.org".to_owned()),
    }
}

/// The longest address of a server that others tell clients, in bytes.
const MEMBER_URL_BYTES: usize = 200;

pub(super) fn member_url(text: &str) -> Result<Optional<String>, String> {
    if text.len() > MEMBER_URL_BYTES || text.contains(['@', '\\']) {
        return Err(format!(
            "it looks like https://one.example.org and has at most {MEMBER_URL_BYTES} bytes"
        ));
    }
    public_url(text)
}

pub(super) fn base_path(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/".contains(c);
    // Browsers and proxies take "." and ".." out of what they ask for.
    if text.split('/').any(|segment| matches!(segment, "." | "..")) {
        return Err("it looks like /entente, without \".\" and \"..\"".to_owned());
    }
    if text.is_empty() || (text.starts_with('/') && !text.contains("//") && text.chars().all(plain))
    {
        return Ok(text.to_owned());
    }
    Err("it looks like /entente".to_owned())
}
