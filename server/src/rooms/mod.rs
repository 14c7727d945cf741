//! Rooms: from the lobby to the finished match, one task a room.
//!
//! [`Rooms`] is the directory: it creates rooms, loads them from the store and finds them by code.
//! Each room is an actor with a bounded inbox that owns its record and its match; whoever wants
//! something of it asks through a [`Handle`]. What leaves for a client goes into an [`Outbox`], so
//! a room never waits for a socket. Nothing here knows HTTP, a frame or an address, and nothing
//! looks inside a game.

mod act;
mod actor;
mod answered;
mod archive;
mod attach;
mod bot;
mod chat;
mod code;
mod deed;
mod directory;
mod export;
mod handle;
mod keeper;
mod load;
mod lobby;
mod name;
mod notices;
mod outbox;
mod play;
mod publish;
mod randomness;
mod record;
mod refusal;
mod requests;
mod sealing;
mod sitter;
mod timer;
mod token;
mod tracker;

pub use chat::CHAT_CHARS;
pub use code::normalise as normalise_code;
pub use deed::act_id;
pub use directory::Rooms;
pub use export::{EXPORT_BYTES, Export, ExportError};
pub use handle::{Handle, Holding, Parting, Seated};
pub use keeper::{Facts, Keeper, data_of};
pub use name::{NAME_CHARS, clean as clean_text, name as player_name};
pub use outbox::{ConnectionId, Outbox, Outgoing};
pub use randomness::Randomness;
pub use refusal::Refusal;
pub use token::{TokenHash, looks_like_token};
pub use tracker::Tracker;

/// The limits inside, for the page that lists them all.
pub mod limits {
    pub use super::actor::LINGER_MS;
    pub use super::answered::ANSWERED_KEPT;
    pub use super::archive::{KEPT_BYTES, PAGE_BYTES, PAGE_UPDATES, READING_MAX, WAITING_MAX};
    pub use super::chat::LINES_KEPT;
    pub use super::directory::LISTED_MAX;
    pub use super::handle::INBOX_MESSAGES;
    pub use super::notices::{FIRST_RETRY_MS, NOTICE_ATTEMPTS, RETRY_FACTOR, SETTLE_MS};
    pub use super::outbox::{QUEUE_MESSAGES, UPDATE_EVENTS};
    pub use super::play::RECENT_EVENTS;
    pub use super::requests::{FAILED_MOST, REQUEST_MS};
    pub use super::sealing::ATTEMPTS_MAX;
    pub use super::sitter::TIMED_PACE_MS;
}

/// Close codes of the protocol that a room gives.
pub mod close {
    /// The server stops or restarts; come back after the hint.
    pub const RESTART: u16 = 1012;
    /// Something went wrong inside the server.
    pub const INTERNAL: u16 = 1011;
    /// The token opens no seat; do not retry.
    pub const TOKEN_UNKNOWN: u16 = 4001;
    /// There is no such room.
    pub const ROOM_UNKNOWN: u16 = 4004;
    /// The peer takes too little; resume.
    pub const TOO_SLOW: u16 = 4008;
    /// A newer connection has this seat; do not retry.
    pub const REPLACED: u16 = 4009;
    /// The room takes no (more) spectators.
    pub const GALLERY_FULL: u16 = 4013;
    /// Too many malformed messages.
    pub const TOO_FAST: u16 = 4029;
}
