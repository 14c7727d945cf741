//! Programs that announce themselves: what a host chooses from, and the seats that a program is given.
//!
//! An announcement is no seat: a program that was given one plays it over the usual protocol.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// Longest description of how well a program plays, in characters.
pub const PROGRAM_LEVEL_CHARS: usize = 60;

/// The most games that a program announces, each with the options that it needs.
pub const PROGRAM_GAMES_MAX: usize = 16;

/// The most rooms that a program takes at the same time.
pub const PROGRAM_ROOMS_MAX: u32 = 64;

/// A game that a program plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProgramGame {
    /// The game's id.
    pub game: String,
    /// The options that a room must have, with their values; none if it plays with all.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
}

/// `POST /api/v1/programs`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnounceProgram {
    /// Its name at the table.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// A way to reach its author: an address on the web, a mail address, a name on a platform.
    #[schemars(length(min = 1, max = 100))]
    pub contact: String,
    /// Its strength, in its author's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 60))]
    pub level: Option<String>,
    /// The games that it plays.
    #[schemars(length(min = 1, max = 16))]
    pub games: Vec<ProgramGame>,
    /// The most rooms that it plays in at the same time.
    #[schemars(range(min = 1, max = 64))]
    pub rooms: u32,
}

/// A program that hosts may seat. What it says of itself is its author's word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramInfo {
    /// The id of this announcement.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// A way to reach its author.
    pub contact: String,
    /// Its strength, in its author's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The games that it plays.
    pub games: Vec<ProgramGame>,
    /// The number of rooms that it would take now; 0 while it plays in as many as it wants to.
    pub free: u32,
}

/// `GET /api/v1/programs`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Programs {
    /// The programs that are there now, in the order of their ids.
    pub programs: Vec<ProgramInfo>,
    /// The `after` of the next page; left out on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Uuid>,
}

/// The answer to an announcement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AnnouncedProgram {
    /// The program as hosts see it.
    pub program: ProgramInfo,
    /// The token by which it asks for its seats; it opens no seat.
    pub token: String,
    /// The time without a request for its seats after which it is forgotten, in milliseconds.
    pub silence_ms: u64,
    /// The time in which it has to connect to a seat that it is given, in milliseconds.
    pub seat_ms: u64,
}

/// `GET /api/v1/programs/{program}/seats`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GivenSeats {
    /// Seats that the program was given and has not connected to, in the order in which it was.
    pub seats: Vec<GivenSeat>,
}

/// A seat that a program was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GivenSeat {
    /// Its number among those of this announcement, from 1.
    pub number: u64,
    /// The room's code.
    pub room: String,
    /// The room's game.
    pub game: String,
    /// The seat.
    pub seat: u8,
    /// The seat's token.
    pub token: String,
}

/// `POST /api/v1/rooms/{code}/seats/{seat}/program`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AddProgram {
    /// The id of its announcement.
    pub program: Uuid,
}
