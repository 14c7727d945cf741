//! Many rooms: one task a room, the directory that finds them, and what connects them with others.
//!
//! [`Rooms`] is the directory: it creates rooms, loads them from the store and finds them by code.
//! Each room, a value of the module `room`, is held by an actor with a bounded inbox; whoever wants
//! something of it asks through a [`Handle`]. What leaves for a client goes into an [`Outbox`], so
//! a room never waits for a socket. Nothing here knows HTTP, a frame or an address, and nothing
//! looks inside a game.

mod actor;
mod alarms;
mod analyses;
mod analysis;
mod announcements;
mod archive;
mod asking;
mod bots;
mod code;
mod development;
mod directory;
mod effects;
mod ending;
mod errands;
mod export;
mod filter;
mod founders;
mod founding;
mod handle;
mod hints;
mod hub;
mod keeper;
mod known;
mod lessons;
mod order;
mod outbox;
mod own_task;
mod placement;
mod practice;
mod programs;
mod replay;
mod shared;
mod sitter;
mod sleep;
mod thinkers;
mod turns;

pub use crate::room::{
    CHAT_CHARS, ConnectionId, Holding, NAME_CHARS, Parting, Randomness, Refusal, Seated, TokenHash,
    clean_text, close, looks_like_token, player_name,
};
pub(crate) use crate::room::{GuestErrand, ProgramSeat, SeatingProgram, ViewUpdate, text};
pub use analysis::AnalysisAnswer;
pub use asking::Joined;
pub(crate) use asking::Presence;
pub use code::normalise as normalise_code;
pub use directory::Rooms;
pub use export::{EXPORT_BYTES, Export, ExportError};
pub use filter::RoomFilter;
pub use handle::Handle;
pub use hub::RoomsSetup;
pub(crate) use hub::reach_changed;
pub use keeper::{Facts, Keeper, data_of};
pub(crate) use order::{Order, Verdict};
pub use outbox::{Outbox, Outgoing};
pub(crate) use outbox::{absorb, refuse_message};
pub use placement::Whereabouts;
pub use programs::ProgramFilter;

/// The limits inside, for the page that lists them all.
pub mod limits {
    pub use super::analyses::{ANALYSES_ASKER_MAX, ANALYSES_MAX, ANALYSES_WAITING_MAX};
    pub use super::announcements::{PROGRAM_SILENCE_MS, PROGRAMS_MAX};
    pub use super::archive::{KEPT_BYTES, READING_MAX, WAITING_MAX, WAKING_MAX};
    pub use super::ending::SETTLE_MS;
    pub use super::filter::LISTED_MAX;
    pub use super::handle::INBOX_MESSAGES;
    pub use super::hints::HINT_MS;
    pub use super::outbox::QUEUE_MESSAGES;
    pub use super::practice::PRACTICE_DEEP_MAX;
    pub use super::programs::PROGRAMS_LISTED_MAX;
    pub use super::replay::{PAGE_BYTES, PAGE_UPDATES};
    pub use super::sitter::TIMED_PACE_MS;
    pub use super::thinkers::{THOUGHT_MS, THOUGHTS_WAITING};
    pub use crate::room::limits::*;
}
