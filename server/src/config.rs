//! What an operator may set: a flag for each setting, and an environment variable of the same
//! meaning. Flags win. Nothing else in the server reads flags or the environment.
//!
//! Bad values are refused here, before anything is opened; whether a path or an address can be used
//! is found out by whoever uses it.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};
use engine::catalogue::nearest;

use crate::health::Healthcheck;
use crate::verify::Verify;

/// What every environment variable of ours begins with.
const PREFIX: &str = "ENTENTE_";

/// One second, in milliseconds.
const SECOND_MS: u64 = 1_000;
/// One minute, in milliseconds.
const MINUTE_MS: u64 = 60 * SECOND_MS;
/// One day, in milliseconds.
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;

/// The shortest absence after which an opponent may claim, in milliseconds.
pub const ABSENCE_MIN_MS: u64 = 5 * MINUTE_MS;

/// A setting that may be left empty, as a variable in a compose file often is.
///
/// An alias, because clap gives `Option` written out another meaning: there, an empty value is an
/// error.
pub type Optional<T> = Option<T>;

/// The settings. [`Config::default`] is what holds without flags and environment.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, env = "ENTENTE_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// Where rooms and matches are kept: sqlite:PATH, or memory: to forget them at the end
    #[arg(long, env = "ENTENTE_DATABASE", value_name = "URL", default_value = "sqlite:entente.db")]
    pub database: String,

    /// Folder with GAME/FILE.toml files to use instead of the component data shipped
    #[arg(long, env = "ENTENTE_DATA", value_name = "FOLDER", default_value = "",
          hide_default_value = true, value_parser = optional_path)]
    pub data: Optional<PathBuf>,

    /// Where browsers reach this server, for example <https://play.example.org>
    #[arg(long, env = "ENTENTE_PUBLIC_URL", value_name = "URL", default_value = "",
          hide_default_value = true, value_parser = public_url)]
    pub public_url: Optional<String>,

    /// What stands before every path, for example /entente
    #[arg(long, env = "ENTENTE_BASE_PATH", value_name = "PATH", default_value = "",
          hide_default_value = true, value_parser = base_path)]
    pub base_path: String,

    /// Further origins whose pages may open sockets, with commas between
    #[arg(
        long,
        env = "ENTENTE_ALLOWED_ORIGINS",
        value_name = "ORIGINS",
        default_value = "",
        hide_default_value = true
    )]
    pub allowed_origins: Origins,

    /// Messages a second that a socket may send in the long run; 0 is unlimited
    #[arg(long, env = "ENTENTE_MESSAGES_PER_SECOND", value_name = "COUNT", default_value_t = 10)]
    pub messages_per_second: u32,

    /// Messages that a socket may send at once
    #[arg(long, env = "ENTENTE_MESSAGE_BURST", value_name = "COUNT", default_value_t = 30,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub message_burst: u32,

    /// Rooms that an address may create in a minute; 0 is unlimited
    #[arg(long, env = "ENTENTE_ROOMS_PER_MINUTE", value_name = "COUNT", default_value_t = 10)]
    pub rooms_per_minute: u32,

    /// Unknown room codes that an address may ask for in a minute; 0 is unlimited
    #[arg(
        long,
        env = "ENTENTE_FAILED_JOINS_PER_MINUTE",
        value_name = "COUNT",
        default_value_t = 10
    )]
    pub failed_joins_per_minute: u32,

    /// Rooms that are kept, finished ones included
    #[arg(long, env = "ENTENTE_MAX_ROOMS", value_name = "COUNT", default_value_t = 20_000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub max_rooms: u32,

    /// Connections at a time
    #[arg(long, env = "ENTENTE_MAX_CONNECTIONS", value_name = "COUNT", default_value_t = 12_000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub max_connections: u32,

    /// Connections at a time from one address
    #[arg(long, env = "ENTENTE_MAX_CONNECTIONS_PER_ADDRESS", value_name = "COUNT",
          default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_connections_per_address: u32,

    /// How long an awaited opponent must be away before one may claim, at least 5 minutes
    #[arg(long, env = "ENTENTE_ABSENCE_MS", value_name = "MS", default_value_t = 3 * DAY_MS,
          value_parser = clap::value_parser!(u64).range(ABSENCE_MIN_MS..))]
    pub absence_ms: u64,

    /// How long a lobby without people is kept
    #[arg(long, env = "ENTENTE_LOBBY_EXPIRY_MS", value_name = "MS", default_value_t = DAY_MS,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub lobby_expiry_ms: u64,

    /// How long a match goes on without a command
    #[arg(long, env = "ENTENTE_MATCH_EXPIRY_MS", value_name = "MS", default_value_t = 60 * DAY_MS,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub match_expiry_ms: u64,

    /// How long a finished room is kept
    #[arg(long, env = "ENTENTE_KEEP_FINISHED_MS", value_name = "MS", default_value_t = 90 * DAY_MS,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub keep_finished_ms: u64,

    /// How long seats have to reveal their entropy before a match
    #[arg(long, env = "ENTENTE_REVEAL_MS", value_name = "MS", default_value_t = 30 * SECOND_MS,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub reveal_ms: u64,

    /// How long a shutdown may take
    #[arg(long, env = "ENTENTE_SHUTDOWN_MS", value_name = "MS", default_value_t = 8 * SECOND_MS,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub shutdown_ms: u64,

    /// What is logged: a level, or a filter such as `info,server::log=debug`
    #[arg(long, env = "ENTENTE_LOG", value_name = "FILTER", default_value = "info",
          value_parser = crate::telemetry::checked_filter)]
    pub log: String,

    /// How it is logged
    #[arg(long, env = "ENTENTE_LOG_FORMAT", value_name = "FORMAT",
          default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            database: "sqlite:entente.db".to_owned(),
            data: None,
            public_url: None,
            base_path: String::new(),
            allowed_origins: Origins::default(),
            messages_per_second: 10,
            message_burst: 30,
            rooms_per_minute: 10,
            failed_joins_per_minute: 10,
            max_rooms: 20_000,
            max_connections: 12_000,
            max_connections_per_address: 256,
            absence_ms: 3 * DAY_MS,
            lobby_expiry_ms: DAY_MS,
            match_expiry_ms: 60 * DAY_MS,
            keep_finished_ms: 90 * DAY_MS,
            reveal_ms: 30 * SECOND_MS,
            shutdown_ms: 8 * SECOND_MS,
            log: "info".to_owned(),
            log_format: LogFormat::Text,
        }
    }
}

impl Config {
    /// Every environment variable with its value; what is not set has an empty one.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let path = self.data.as_ref().map(|path| path.display().to_string());
        vec![
            ("ENTENTE_LISTEN", self.listen.to_string()),
            ("ENTENTE_DATABASE", self.database.clone()),
            ("ENTENTE_DATA", path.unwrap_or_default()),
            ("ENTENTE_PUBLIC_URL", self.public_url.clone().unwrap_or_default()),
            ("ENTENTE_BASE_PATH", self.base_path.clone()),
            ("ENTENTE_ALLOWED_ORIGINS", self.allowed_origins.to_string()),
            ("ENTENTE_MESSAGES_PER_SECOND", self.messages_per_second.to_string()),
            ("ENTENTE_MESSAGE_BURST", self.message_burst.to_string()),
            ("ENTENTE_ROOMS_PER_MINUTE", self.rooms_per_minute.to_string()),
            ("ENTENTE_FAILED_JOINS_PER_MINUTE", self.failed_joins_per_minute.to_string()),
            ("ENTENTE_MAX_ROOMS", self.max_rooms.to_string()),
            ("ENTENTE_MAX_CONNECTIONS", self.max_connections.to_string()),
            ("ENTENTE_MAX_CONNECTIONS_PER_ADDRESS", self.max_connections_per_address.to_string()),
            ("ENTENTE_ABSENCE_MS", self.absence_ms.to_string()),
            ("ENTENTE_LOBBY_EXPIRY_MS", self.lobby_expiry_ms.to_string()),
            ("ENTENTE_MATCH_EXPIRY_MS", self.match_expiry_ms.to_string()),
            ("ENTENTE_KEEP_FINISHED_MS", self.keep_finished_ms.to_string()),
            ("ENTENTE_REVEAL_MS", self.reveal_ms.to_string()),
            ("ENTENTE_SHUTDOWN_MS", self.shutdown_ms.to_string()),
            ("ENTENTE_LOG", self.log.clone()),
            ("ENTENTE_LOG_FORMAT", self.log_format.to_string()),
        ]
    }

    /// What to say about variables that look like ours but are not: a misspelt setting must not
    /// pass for one that holds.
    pub fn misspelt<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
        let known: Vec<&str> = Self::default().variables().iter().map(|(key, _)| *key).collect();
        names
            .filter(|name| name.starts_with(PREFIX) && !known.contains(name))
            .map(|name| {
                let near = nearest(name, known.iter().copied());
                format!("unknown setting {name}, did you mean {near}?")
            })
            .collect()
    }
}

/// How the log looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

impl fmt::Display for LogFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Json => "json",
        })
    }
}

/// A list of origins as browsers send them: scheme, host, and a port that is not the scheme's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins(pub Vec<String>);

impl FromStr for Origins {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(origin).collect::<Result<_, _>>().map(Self)
    }
}

impl fmt::Display for Origins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(","))
    }
}

/// An origin with a path or without a scheme would never equal what a browser sends.
fn origin(text: &str) -> Result<String, String> {
    let wanted = "an origin looks like https://play.example.org or http://localhost:3000";
    let (scheme, host) = text.split_once("://").ok_or_else(|| format!("{text:?}: {wanted}"))?;
    let name = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let place = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    if scheme.is_empty() || host.is_empty() || !scheme.chars().all(name) || !host.chars().all(place)
    {
        return Err(format!("{text:?}: {wanted}, without a path"));
    }
    Ok(text.to_ascii_lowercase())
}

#[expect(clippy::unnecessary_wraps, reason = "the shape of a value parser")]
fn optional_path(text: &str) -> Result<Optional<PathBuf>, String> {
    Ok(Some(PathBuf::from(text)).filter(|_| !text.is_empty()))
}

fn public_url(text: &str) -> Result<Optional<String>, String> {
    let text = text.trim_end_matches('/');
    if text.is_empty() {
        return Ok(None);
    }
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.starts_with('/') && !host.contains(['?', '#']) => {
            Ok(Some(text.to_owned()))
        }
        _ => Err("it looks like https://play.example.org".to_owned()),
    }
}

fn base_path(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/".contains(c);
    if text.is_empty() || (text.starts_with('/') && !text.contains("//") && text.chars().all(plain))
    {
        return Ok(text.to_owned());
    }
    Err("it looks like /entente".to_owned())
}

/// What a supervisor may conclude from the end.
const EXIT_CODES: &str = "Exit codes: 0 a clean end, 1 a failure, 2 wrong usage or configuration, \
                          3 the store could not be opened or failed";

/// The command line.
#[derive(Parser, Clone, Debug)]
#[command(name = "entente-server", version, about = "An authoritative server for board games",
          after_help = EXIT_CODES)]
pub struct Cli {
    /// The settings.
    #[command(flatten)]
    pub config: Config,

    /// Print every setting as KEY=value, in the form of environment variables, and exit
    #[arg(long)]
    pub print_config: bool,

    /// What to do instead of serving.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the binary does beside serving. Settings stand before it.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Copy the database into a new file; the server may go on meanwhile
    Backup {
        /// The copy
        file: PathBuf,
    },
    /// Ask the server of these settings whether it is ready
    #[command(after_help = "Exit codes: 0 it is ready, 1 it is not or cannot be reached, 2 wrong \
                            usage")]
    Healthcheck(Healthcheck),
    /// Check the record of a match that is over, with the rules
    #[command(after_help = "Exit codes: 0 the record holds, 1 it is refused, 2 wrong usage or a \
                            file that cannot be used")]
    Verify(Verify),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Config, String> {
        // Tests must not depend on the environment: nothing here clears it, so say so.
        let set: Vec<String> =
            std::env::vars().map(|(key, _)| key).filter(|key| key.starts_with(PREFIX)).collect();
        assert_eq!(set, [""; 0], "run the tests without these");
        Cli::try_parse_from([&["entente-server"], arguments].concat())
            .map(|cli| cli.config)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_default_is_what_holds_without_flags() {
        assert_eq!(parsed(&[]), Ok(Config::default()));
    }

    #[test]
    fn every_setting_has_a_flag_a_variable_and_a_printed_line() {
        Cli::command().debug_assert();
        let command = Cli::command();
        let flags: Vec<(String, String)> = command
            .get_arguments()
            .filter_map(|flag| {
                let variable = flag.get_env()?.to_str()?.to_owned();
                Some((flag.get_long()?.to_owned(), variable))
            })
            .collect();
        for (flag, variable) in &flags {
            assert_eq!(*variable, format!("{PREFIX}{}", flag.to_uppercase().replace('-', "_")));
        }
        let mut printed: Vec<String> =
            Config::default().variables().into_iter().map(|(key, _)| key.to_owned()).collect();
        let mut variables: Vec<String> = flags.into_iter().map(|(_, variable)| variable).collect();
        printed.sort();
        variables.sort();
        assert_eq!(printed, variables);
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let refused = [
            ["--absence-ms", "299999"],
            ["--message-burst", "0"],
            ["--max-connections", "0"],
            ["--match-expiry-ms", "0"],
            ["--messages-per-second", "4294967296"],
            ["--listen", "localhost"],
            ["--log", "info,server=loud"],
            ["--log-format", "xml"],
            ["--public-url", "play.example.org"],
            ["--public-url", "https:///"],
            ["--base-path", "entente"],
            ["--allowed-origins", "https://a.example/path"],
            ["--allowed-origins", "https://a.example, *"],
            ["--allowed-origins", "null"],
        ];
        for arguments in refused {
            let error = parsed(&arguments).expect_err(arguments[1]);
            assert!(error.contains(arguments[0]), "{error}");
        }
        assert_eq!(parsed(&["--absence-ms", "300000"]).unwrap().absence_ms, ABSENCE_MIN_MS);
        assert_eq!(parsed(&["--rooms-per-minute", "0"]).unwrap().rooms_per_minute, 0);
    }

    #[test]
    fn values_are_taken_as_they_are_meant() {
        let origins = "https://A.example , http://localhost:3000,tauri://localhost,";
        let config = parsed(&[
            "--allowed-origins",
            origins,
            "--public-url",
            "https://play.example.org/",
            "--base-path",
            "/games/",
            "--data",
            "mine",
        ])
        .unwrap();
        let expected = ["https://a.example", "http://localhost:3000", "tauri://localhost"];
        assert_eq!(config.allowed_origins.0, expected);
        assert_eq!(config.public_url.as_deref(), Some("https://play.example.org"));
        assert_eq!(config.base_path, "/games");
        assert_eq!(config.data, Some(PathBuf::from("mine")));
        let empty = parsed(&["--allowed-origins", "", "--public-url", "", "--data", ""]);
        assert_eq!(empty, Ok(Config::default()));
    }

    #[test]
    fn a_misspelt_variable_is_named_with_the_nearest() {
        let said = Config::misspelt(["ENTENTE_LISTEN", "ENTENTE_DATABSE", "HOME"].into_iter());
        assert_eq!(said, ["unknown setting ENTENTE_DATABSE, did you mean ENTENTE_DATABASE?"]);
    }
}
