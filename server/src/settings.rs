//! The operator's settings: a flag for each, an environment variable and a key of a file of the same
//! meaning ([`layers`] says which wins). Nothing else in the server reads them.
//!
//! A setting stands here once, with its default and its range; periods are in milliseconds, so that a
//! setting, a log line and a test say the same number. Bad values are refused here, before anything is
//! opened; whether a path or an address can be used is found out by whoever uses it, or by [`check`].

pub mod check;
pub mod cli;
pub mod layers;
#[cfg(test)]
mod tests;
pub mod values;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::Resettable;
use clap::{ArgAction, Args, FromArgMatches};
use lettre::message::Mailbox;

pub use self::values::{Monitors, Networks, Optional, Origins, Secret};
use self::values::{
    Printed, base_path, contact, count, member_url, optional, optional_sender, period, public_url,
};
use crate::log::{NatsOptions, REPLICAS};
use crate::notices::calls::Reach;
use crate::notices::relay::Relay;
pub use crate::telemetry::LogFormat;
use crate::time::{DAY_MS, MINUTE_MS, SECOND_MS};

/// The shortest absence after which an opponent may claim.
const ABSENCE_MIN_MS: u64 = 5 * MINUTE_MS;

/// The largest number of things that can be counted.
const COUNT_MAX: usize = u32::MAX as usize;

/// The longest period, in milliseconds: clients are sent some of them, and read numbers as floating point.
const MS_MAX: u64 = (1 << 53) - 1;

/// Declares the settings, and the text that each one has among the environment variables.
macro_rules! settings {
    (
        $(#[$above:meta])*
        pub struct $name:ident { $($(#[$about:meta])* pub $field:ident: $type:ty,)* }
    ) => {
        $(#[$above])*
        pub struct $name { $($(#[$about])* pub $field: $type,)* }

        impl $name {
            /// The text of the field with this name.
            fn printed(&self, field: &str) -> Option<String> {
                match field {
                    $(stringify!($field) => Some(self.$field.printed()),)*
                    _ => None,
                }
            }
        }
    };
}

settings! {
/// The settings, and after them what no operator may change. [`Settings::default`] is what holds
/// without flags, file and environment.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, env = "ENTENTE_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// Store of rooms and matches: sqlite:PATH, `nats://HOST,HOST,HOST/NAME`, or memory: to forget them
    /// at the end
    #[arg(long, env = "ENTENTE_DATABASE", value_name = "URL", default_value = "sqlite:entente.db",
          value_parser = crate::log::checked_url)]
    pub database: String,

    /// Servers of NATS that hold each row of a store on NATS; 1 for a single one, to try it out
    #[arg(long, env = "ENTENTE_NATS_REPLICAS", value_name = "COUNT", default_value_t = 3,
          value_parser = count(REPLICAS))]
    pub nats_replicas: usize,

    /// User name for NATS
    #[arg(long, env = "ENTENTE_NATS_USER", value_name = "NAME", default_value = "",
          hide_default_value = true, value_parser = optional::<String>)]
    pub nats_user: Optional<String>,

    /// The password; better in a file that `ENTENTE_NATS_PASSWORD_FILE` names
    #[arg(long, env = "ENTENTE_NATS_PASSWORD", value_name = "TEXT", default_value = "",
          hide_default_value = true, hide_env_values = true, value_parser = optional::<Secret>)]
    pub nats_password: Optional<Secret>,

    /// File with credentials for NATS, as `nsc` makes them
    #[arg(long, env = "ENTENTE_NATS_CREDENTIALS", value_name = "FILE", default_value = "",
          hide_default_value = true, value_parser = optional::<PathBuf>)]
    pub nats_credentials: Optional<PathBuf>,

    /// PEM file with your own certificate authorities for the servers of NATS
    #[arg(long, env = "ENTENTE_NATS_CA", value_name = "FILE", default_value = "",
          hide_default_value = true, value_parser = optional::<PathBuf>)]
    pub nats_ca: Optional<PathBuf>,

    /// Monitoring addresses of the servers of NATS, separated by commas: there a start checks that
    /// they sync each write
    #[arg(
        long,
        env = "ENTENTE_NATS_MONITORS",
        value_name = "URLS",
        default_value = "",
        hide_default_value = true
    )]
    pub nats_monitors: Monitors,

    /// Accept servers of NATS of which nothing shows that they sync each write: what is acknowledged
    /// can be lost
    #[arg(long, env = "ENTENTE_NATS_UNCHECKED_SYNC", value_name = "BOOL", default_value_t = false,
          action = ArgAction::Set)]
    pub nats_unchecked_sync: bool,

    /// Folder with GAME/FILE.toml files to use instead of the component data shipped
    #[arg(long, env = "ENTENTE_DATA", value_name = "FOLDER", default_value = "",
          hide_default_value = true, value_parser = optional::<PathBuf>)]
    pub data: Optional<PathBuf>,

    /// PEM file with the server's certificate and its chain, for TLS without a proxy
    #[arg(long, env = "ENTENTE_TLS_CERT", value_name = "FILE", default_value = "",
          hide_default_value = true, value_parser = optional::<PathBuf>)]
    pub tls_cert: Optional<PathBuf>,

    /// PEM file with the certificate's private key
    #[arg(long, env = "ENTENTE_TLS_KEY", value_name = "FILE", default_value = "",
          hide_default_value = true, value_parser = optional::<PathBuf>)]
    pub tls_key: Optional<PathBuf>,

    /// Address of this server for browsers, for example <https://play.example.org>
    #[arg(long, env = "ENTENTE_PUBLIC_URL", value_name = "URL", default_value = "",
          hide_default_value = true, value_parser = public_url)]
    pub public_url: Optional<String>,

    /// Address of this server alone, among several that share a store: others send players there when they stop
    #[arg(long, env = "ENTENTE_MEMBER_URL", value_name = "URL", default_value = "",
          hide_default_value = true, value_parser = member_url)]
    pub member_url: Optional<String>,

    /// Prefix of every path, for example /entente
    #[arg(long, env = "ENTENTE_BASE_PATH", value_name = "PATH", default_value = "",
          hide_default_value = true, value_parser = base_path)]
    pub base_path: String,

    /// Further origins whose pages may play here, separated by commas
    #[arg(
        long,
        env = "ENTENTE_ALLOWED_ORIGINS",
        value_name = "ORIGINS",
        default_value = "",
        hide_default_value = true
    )]
    pub allowed_origins: Origins,

    /// Proxies whose `X-Forwarded-For` is trusted: addresses or networks, separated by commas
    #[arg(
        long,
        env = "ENTENTE_TRUSTED_PROXIES",
        value_name = "NETWORKS",
        default_value = "",
        hide_default_value = true
    )]
    pub trusted_proxies: Networks,

    /// Messages a second that a socket may send in the long run; 0 is unlimited
    #[arg(long, env = "ENTENTE_MESSAGES_PER_SECOND", value_name = "COUNT", default_value_t = 10,
          value_parser = count(0..=u32::MAX))]
    pub messages_per_second: u32,

    /// Messages that a socket may send at once
    #[arg(long, env = "ENTENTE_MESSAGE_BURST", value_name = "COUNT", default_value_t = 30,
          value_parser = count(1..=u32::MAX))]
    pub message_burst: u32,

    /// Points that an address may spend in a minute (a new room or an unknown code costs 100, a look at a
    /// room 1); 0 is unlimited
    #[arg(long, env = "ENTENTE_POINTS_PER_MINUTE", value_name = "POINTS", default_value_t = 1_000,
          value_parser = count(0..=u32::MAX))]
    pub points_per_minute: u32,

    /// Unfinished rooms of an address at a time; 0 is unlimited
    #[arg(long, env = "ENTENTE_MAX_ROOMS_PER_ADDRESS", value_name = "COUNT",
          default_value_t = 100, value_parser = count(0..=COUNT_MAX))]
    pub max_rooms_per_address: usize,

    /// Rooms that are kept, finished ones included
    #[arg(long, env = "ENTENTE_MAX_ROOMS", value_name = "COUNT", default_value_t = 20_000,
          value_parser = count(1..=COUNT_MAX))]
    pub max_rooms: usize,

    /// Connections at a time
    #[arg(long, env = "ENTENTE_MAX_CONNECTIONS", value_name = "COUNT", default_value_t = 12_000,
          value_parser = count(1..=COUNT_MAX))]
    pub max_connections: usize,

    /// Connections at a time from one address
    #[arg(long, env = "ENTENTE_MAX_CONNECTIONS_PER_ADDRESS", value_name = "COUNT",
          default_value_t = 256, value_parser = count(1..=COUNT_MAX))]
    pub max_connections_per_address: usize,

    /// Time that an awaited opponent must be away before one may claim, at least 5 minutes
    #[arg(long, env = "ENTENTE_ABSENCE_MS", value_name = "MS", default_value_t = 3 * DAY_MS,
          value_parser = period(ABSENCE_MIN_MS..=MS_MAX))]
    pub absence_ms: u64,

    /// Time that a lobby without people is kept
    #[arg(long, env = "ENTENTE_LOBBY_EXPIRY_MS", value_name = "MS", default_value_t = DAY_MS,
          value_parser = period(1..=MS_MAX))]
    pub lobby_expiry_ms: u64,

    /// Time that a match goes on without a command
    #[arg(long, env = "ENTENTE_MATCH_EXPIRY_MS", value_name = "MS", default_value_t = 60 * DAY_MS,
          value_parser = period(1..=MS_MAX))]
    pub match_expiry_ms: u64,

    /// Time that a finished room is kept
    #[arg(long, env = "ENTENTE_KEEP_FINISHED_MS", value_name = "MS", default_value_t = 90 * DAY_MS,
          value_parser = period(1..=MS_MAX))]
    pub keep_finished_ms: u64,

    /// Time that seats have to reveal their entropy before a match
    #[arg(long, env = "ENTENTE_REVEAL_MS", value_name = "MS", default_value_t = 30 * SECOND_MS,
          value_parser = period(1..=MS_MAX))]
    pub reveal_ms: u64,

    /// Pause of a bot before an act, at most a minute; at least 400 ms where a clock runs
    #[arg(long, env = "ENTENTE_BOT_PACE_MS", value_name = "MS", default_value_t = 600,
          value_parser = period(0..=MINUTE_MS))]
    pub bot_pace_ms: u64,

    /// Let programs of other people announce themselves, and hosts seat them
    #[arg(long, env = "ENTENTE_PROGRAMS", value_name = "BOOL", default_value_t = true,
          action = ArgAction::Set)]
    pub programs: bool,

    /// Time that a program has to connect to a seat that a host gave it
    #[arg(long, env = "ENTENTE_PROGRAM_SEAT_MS", value_name = "MS",
          default_value_t = 15 * SECOND_MS, value_parser = period(1..=DAY_MS))]
    pub program_seat_ms: u64,

    /// Time that such a program may be away in a match before the server's bot plays on for it
    #[arg(long, env = "ENTENTE_PROGRAM_AWAY_MS", value_name = "MS", default_value_t = MINUTE_MS,
          value_parser = period(1..=DAY_MS))]
    pub program_away_ms: u64,

    /// Time that such a program has for an answer where no clock runs
    #[arg(long, env = "ENTENTE_PROGRAM_MOVE_MS", value_name = "MS",
          default_value_t = 2 * MINUTE_MS, value_parser = period(1..=DAY_MS))]
    pub program_move_ms: u64,

    /// Time that an awaited seat is away before it is sent a notice
    #[arg(long, env = "ENTENTE_NOTIFY_AFTER_MS", value_name = "MS", default_value_t = MINUTE_MS,
          value_parser = period(1..=MS_MAX))]
    pub notify_after_ms: u64,

    /// Webhooks of seats that are called: those at public addresses, any (private networks too), or
    /// none
    #[arg(long, env = "ENTENTE_WEBHOOKS", value_name = "WHICH", default_value_t = Reach::Public)]
    pub webhooks: Reach,

    /// Push services of seats' browsers that are called: those at public addresses, any (private
    /// networks too), or none
    #[arg(long, env = "ENTENTE_PUSH", value_name = "WHICH", default_value_t = Reach::Public)]
    pub push: Reach,

    /// Address at which push services reach you, for example <mailto:admin@example.org>; else that
    /// of this server
    #[arg(long, env = "ENTENTE_PUSH_CONTACT", value_name = "URL", default_value = "",
          hide_default_value = true, value_parser = contact)]
    pub push_contact: Optional<String>,

    /// The server that mails go through: `smtps://HOST`, `smtp://HOST` for one that must offer
    /// STARTTLS, `smtp+plain://HOST` for one on this machine
    #[arg(long, env = "ENTENTE_SMTP_URL", value_name = "URL", default_value = "",
          hide_default_value = true, value_parser = optional::<Relay>)]
    pub smtp_url: Optional<Relay>,

    /// User name for that mail server
    #[arg(long, env = "ENTENTE_SMTP_USER", value_name = "NAME", default_value = "",
          hide_default_value = true, value_parser = optional::<String>)]
    pub smtp_user: Optional<String>,

    /// The password; better in a file that `ENTENTE_SMTP_PASSWORD_FILE` names
    #[arg(long, env = "ENTENTE_SMTP_PASSWORD", value_name = "TEXT", default_value = "",
          hide_default_value = true, hide_env_values = true, value_parser = optional::<Secret>)]
    pub smtp_password: Optional<Secret>,

    /// Sender of mails
    #[arg(long, env = "ENTENTE_SMTP_FROM", value_name = "ADDRESS", default_value = "",
          hide_default_value = true, value_parser = optional_sender)]
    pub smtp_from: Optional<Mailbox>,

    /// PEM file with your own certificate authorities for receivers of notices
    #[arg(long, env = "ENTENTE_NOTIFY_CA", value_name = "FILE", default_value = "",
          hide_default_value = true, value_parser = optional::<PathBuf>)]
    pub notify_ca: Optional<PathBuf>,

    /// Time limit of a shutdown
    #[arg(long, env = "ENTENTE_SHUTDOWN_MS", value_name = "MS", default_value_t = 8 * SECOND_MS,
          value_parser = period(1..=MS_MAX))]
    pub shutdown_ms: u64,

    /// Address and port of `/metrics`, which no player should reach; empty for none
    #[arg(long, env = "ENTENTE_METRICS_LISTEN", value_name = "ADDRESS", default_value = "",
          hide_default_value = true, value_parser = optional::<SocketAddr>)]
    pub metrics_listen: Optional<SocketAddr>,

    /// Serve authors of clients, on this machine alone and in memory: every deal follows from the seed,
    /// and every room says so
    #[arg(long, env = "ENTENTE_DEV", value_name = "BOOL", default_value_t = false,
          action = ArgAction::Set, num_args = 0..=1, require_equals = true,
          default_missing_value = "true")]
    pub dev: bool,

    /// Seed of every deal of a server for authors, a whole number; else 0
    #[arg(long, visible_alias = "seed", env = "ENTENTE_DEV_SEED", value_name = "NUMBER", default_value = "",
          hide_default_value = true, value_parser = optional::<u64>)]
    pub dev_seed: Optional<u64>,

    /// File of `entente-server position`: on a server for authors, every room of its game begins there
    #[arg(long, visible_alias = "position", env = "ENTENTE_DEV_POSITION", value_name = "FILE", default_value = "",
          hide_default_value = true, value_parser = optional::<PathBuf>)]
    pub dev_position: Optional<PathBuf>,

    /// Level of the log, or a filter such as `info,server::log=debug`
    #[arg(long, env = "ENTENTE_LOG", value_name = "FILTER", default_value = "info",
          value_parser = crate::telemetry::checked_filter)]
    pub log: String,

    /// Format of the log
    #[arg(long, env = "ENTENTE_LOG_FORMAT", value_name = "FORMAT",
          default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,

    /// Spectators that a room takes.
    #[arg(skip = 32_u32)]
    pub spectators: u32,

    /// The shortest absence that a room may choose.
    #[arg(skip = ABSENCE_MIN_MS)]
    pub absence_min_ms: u64,

    /// Time that a loaded timed match waits for the others once the first is back.
    #[arg(skip = MINUTE_MS)]
    pub resume_wait_ms: u64,

    /// Interval at which a timed match notes its time.
    #[arg(skip = 2 * SECOND_MS)]
    pub heartbeat_ms: u64,

    /// Time limit of a client's TLS handshake.
    #[arg(skip = 5 * SECOND_MS)]
    pub handshake_ms: u64,

    /// Time limit of a request's header.
    #[arg(skip = 5 * SECOND_MS)]
    pub header_ms: u64,

    /// Time limit of a request's body.
    #[arg(skip = 10 * SECOND_MS)]
    pub body_ms: u64,

    /// Time limit of a socket's `hello`.
    #[arg(skip = 10 * SECOND_MS)]
    pub hello_ms: u64,

    /// Interval at which the server pings a socket.
    #[arg(skip = 20 * SECOND_MS)]
    pub ping_ms: u64,

    /// Time that a socket may be silent.
    #[arg(skip = 40 * SECOND_MS)]
    pub idle_ms: u64,

    /// Time that a peer may take nothing.
    #[arg(skip = 20 * SECOND_MS)]
    pub stall_ms: u64,

    /// Time limit of a closing handshake.
    #[arg(skip = 5 * SECOND_MS)]
    pub close_ms: u64,
}
}

impl Default for Settings {
    fn default() -> Self {
        static DEFAULT: LazyLock<Settings> = LazyLock::new(|| {
            // What the environment says is for `layers` to read.
            let flags = Settings::flags().mut_args(|flag| flag.env(Resettable::Reset));
            let none = flags.no_binary_name(true).get_matches_from([""; 0]);
            Settings::from_arg_matches(&none).unwrap_or_else(|error| error.exit())
        });
        DEFAULT.clone()
    }
}

impl Settings {
    /// The flags of the settings, as clap knows them.
    fn flags() -> clap::Command {
        Self::augment_args(clap::Command::new("settings"))
    }

    /// Returns how a store on NATS is reached.
    pub fn nats_options(&self) -> NatsOptions {
        NatsOptions {
            replicas: self.nats_replicas,
            user: self.nats_user.clone(),
            password: self.nats_password.as_ref().map(|password| password.reveal().to_owned()),
            credentials: self.nats_credentials.clone(),
            authorities: self.nats_ca.clone(),
            monitors: self.nats_monitors.0.clone(),
            unchecked_sync: self.nats_unchecked_sync,
            member_url: self.member_url.clone(),
        }
    }

    /// Every environment variable with its value, secrets hidden; what is not set has an empty one.
    pub fn variables(&self) -> Vec<(String, String)> {
        let variable = |flag: &clap::Arg| {
            let name = flag.get_env()?.to_str()?.to_owned();
            Some((name, self.printed(flag.get_id().as_str())?))
        };
        Self::flags().get_arguments().filter_map(variable).collect()
    }
}
