//! The rules. Pure: no I/O, no clock, no chance but the dealt stream, no order but the canonical one.
//!
//! Start with [`game::Game`], the typed trait that every game implements, and [`table::Table`], the
//! object-safe face that the server sees. [`matches::Match`] is a table together with its log: it
//! prepares an input on a copy, and commits it once the entry is durable. [`REGISTRY`] is the only
//! list of games. The example of [`Match`] plays and replays one.

pub mod by_id;
pub mod catalogue;
pub mod dealer;
pub mod decision;
pub mod explain;
pub mod factored;
pub mod game;
pub mod games;
pub mod graph;
pub mod json;
pub mod lesson;
pub mod matches;
pub mod offer;
pub mod record;
mod reference;
pub mod registry;
pub mod table;
pub mod think;
pub mod zone;

pub use game::{Audience, DataLicence, EventSink, Game, MatchMillis, Seat, SeatSet, Viewer};
pub use json::Json;
pub use matches::{Entry, Input, Match, Prepared, request_hash};
pub use registry::GameEntry;

/// Every game that Entente plays.
pub static REGISTRY: &[GameEntry] = &[
    GameEntry::of::<games::europe_divided::EuropeDivided>(),
    GameEntry::of::<games::balance_of_power::BalanceOfPower>(),
    GameEntry::of::<games::europe::Europe>(),
];
