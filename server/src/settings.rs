//! Every number and list that an operator may change, as plain data.
//!
//! The binary fills this from its configuration; nothing below reads a file or the environment.
//! Periods are in milliseconds, so that a setting, a log line and a test say the same number.

use ipnet::IpNet;

use crate::config::{ABSENCE_MIN_MS, Config};

/// One second, in milliseconds.
const SECOND_MS: u64 = 1_000;
/// One minute, in milliseconds.
const MINUTE_MS: u64 = 60 * SECOND_MS;
/// One day, in milliseconds.
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;

/// What an operator may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Where browsers reach this server, for example `https://play.example.org`; its origin may
    /// open sockets. Without it the request's own `Host` is compared.
    pub public_url: Option<String>,
    /// Further origins whose pages may play here.
    pub allowed_origins: Vec<String>,
    /// Proxies whose word on who their clients are is taken.
    pub trusted_proxies: Vec<IpNet>,
    /// What stands before `/api`, `/livez` and `/readyz` in every path; empty or `/prefix`.
    pub base_path: String,
    /// Messages a second that a socket may send in the long run; 0 is unlimited.
    pub messages_per_second: u32,
    /// Messages that a socket may send at once.
    pub message_burst: u32,
    /// What an address may ask for in a minute, in points; 0 is unlimited.
    pub points_per_minute: u32,
    /// Rooms of an address at a time that are not over; 0 is unlimited.
    pub max_rooms_per_address: usize,
    /// Rooms that the server keeps, finished ones included.
    pub max_rooms: usize,
    /// Connections at a time, sockets and HTTP together.
    pub max_connections: usize,
    /// Connections at a time of one address.
    pub max_connections_per_address: usize,
    /// Spectators that a room takes.
    pub spectators: u32,
    /// The absence after which one may claim, unless the room says otherwise.
    pub absence_ms: u64,
    /// The shortest absence that a room may choose.
    pub absence_min_ms: u64,
    /// How long a lobby lives without people.
    pub lobby_expiry_ms: u64,
    /// How long a match lives without a command.
    pub match_expiry_ms: u64,
    /// How long a finished room is kept.
    pub finished_kept_ms: u64,
    /// How long committed seats have to reveal their entropy.
    pub reveal_ms: u64,
    /// How long an awaited seat is away before it is sent a notice.
    pub notify_after_ms: u64,
    /// How long a loaded timed match waits for the others once the first is back.
    pub resume_wait_ms: u64,
    /// How often a timed match notes its time.
    pub heartbeat_ms: u64,
    /// How long a client has for the handshake of TLS.
    pub handshake_ms: u64,
    /// How long a client has for its request's header.
    pub header_ms: u64,
    /// How long a client has for its request's body.
    pub body_ms: u64,
    /// How long a socket has for its `hello`.
    pub hello_ms: u64,
    /// How often the server pings a socket.
    pub ping_ms: u64,
    /// How long a socket may be silent.
    pub idle_ms: u64,
    /// How long a peer may take nothing.
    pub stall_ms: u64,
    /// How long a closing handshake may take.
    pub close_ms: u64,
    /// How long a bot rests before an act; at least 400 where a clock runs.
    pub bot_pace_ms: u64,
    /// How long the whole shutdown may take.
    pub shutdown_ms: u64,
}

impl From<&Config> for Settings {
    fn from(config: &Config) -> Self {
        Self {
            public_url: config.public_url.clone(),
            allowed_origins: config.allowed_origins.0.clone(),
            trusted_proxies: config.trusted_proxies.0.clone(),
            base_path: config.base_path.clone(),
            messages_per_second: config.messages_per_second,
            message_burst: config.message_burst,
            points_per_minute: config.points_per_minute,
            max_rooms_per_address: config.max_rooms_per_address as usize,
            max_rooms: config.max_rooms as usize,
            max_connections: config.max_connections as usize,
            max_connections_per_address: config.max_connections_per_address as usize,
            absence_ms: config.absence_ms,
            absence_min_ms: ABSENCE_MIN_MS,
            lobby_expiry_ms: config.lobby_expiry_ms,
            match_expiry_ms: config.match_expiry_ms,
            finished_kept_ms: config.keep_finished_ms,
            reveal_ms: config.reveal_ms,
            bot_pace_ms: config.bot_pace_ms,
            notify_after_ms: config.notify_after_ms,
            shutdown_ms: config.shutdown_ms,
            ..Self::default()
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            public_url: None,
            allowed_origins: Vec::new(),
            trusted_proxies: Vec::new(),
            base_path: String::new(),
            messages_per_second: 10,
            message_burst: 30,
            points_per_minute: 1_000,
            max_rooms_per_address: 100,
            max_rooms: 20_000,
            max_connections: 12_000,
            max_connections_per_address: 256,
            spectators: 32,
            absence_ms: 3 * DAY_MS,
            absence_min_ms: 5 * MINUTE_MS,
            lobby_expiry_ms: DAY_MS,
            match_expiry_ms: 60 * DAY_MS,
            finished_kept_ms: 90 * DAY_MS,
            reveal_ms: 30 * SECOND_MS,
            notify_after_ms: MINUTE_MS,
            resume_wait_ms: MINUTE_MS,
            heartbeat_ms: 2 * SECOND_MS,
            handshake_ms: 5 * SECOND_MS,
            header_ms: 5 * SECOND_MS,
            body_ms: 10 * SECOND_MS,
            hello_ms: 10 * SECOND_MS,
            ping_ms: 20 * SECOND_MS,
            idle_ms: 40 * SECOND_MS,
            stall_ms: 20 * SECOND_MS,
            close_ms: 5 * SECOND_MS,
            bot_pace_ms: 600,
            shutdown_ms: 8 * SECOND_MS,
        }
    }
}
