//! Requests over HTTP for rooms and seats, and their answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{BotLevel, Entropy, Hints, Program, Room, Spectators};

/// A preferred seat: a number, or `"random"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SeatPreference {
    /// This one.
    Number(u8),
    /// Any, drawn by the server.
    Random(RandomSeat),
}

/// The word `random`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum RandomSeat {
    /// `"random"`.
    Random,
}

/// `POST /api/v1/rooms`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateRoom {
    /// The game's id.
    pub game: String,
    /// The game's options; missing ones take their defaults.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The creator's name.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// The seat the creator wants; default the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatPreference>,
    /// `true` if strangers see the room in the list.
    #[serde(default)]
    pub listed: bool,
    /// The people who may watch.
    #[serde(default)]
    pub spectators: Spectators,
    /// The absence of an awaited opponent after which one may claim, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 300_000))]
    pub absence_ms: Option<u64>,
    /// The requirement on people to bring entropy to the deal.
    #[serde(default)]
    pub entropy: Entropy,
    /// The people who may ask for hints.
    #[serde(default)]
    pub hints: Hints,
    /// Given by a program that creates the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
}

/// `POST /api/v1/rooms/{code}/practice`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenPractice {
    /// The entry of the match that is over after which the new one goes on; 0 is the set-up.
    pub seq: u64,
    /// The name of whoever opens it.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// The seat wanted; default the lowest one that is asked something there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatPreference>,
    /// `true` if strangers see the room in the list.
    #[serde(default)]
    pub listed: bool,
    /// The people who may watch.
    #[serde(default)]
    pub spectators: Spectators,
    /// The absence of an awaited opponent after which one may claim, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 300_000))]
    pub absence_ms: Option<u64>,
    /// The people who may ask for hints.
    #[serde(default)]
    pub hints: Hints,
}

/// `POST /api/v1/rooms/{code}/seats`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeSeat {
    /// The player's name.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// The seat wanted; default the first free one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatPreference>,
    /// Given by a program that takes the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
}

/// `POST /api/v1/rooms/{code}/seats/{seat}/bot`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AddBot {
    /// The level at which it plays: one of the game's `bot_levels`; default `normal`.
    pub level: BotLevel,
}

/// The answer to taking a seat: the only time the token is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Seated {
    /// The room.
    pub room: Room,
    /// The seat.
    pub seat: u8,
    /// The seat's token; whoever has it plays for the seat.
    pub token: String,
}

/// The answer to `POST .../token`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewToken {
    /// The seat's new token; the old one is no longer valid.
    pub token: String,
}

/// The answer to `POST .../coach`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewCoach {
    /// The coach's token, for a guest's `hello`; it plays for nobody, and one given out before is dead.
    pub token: String,
}

/// `GET /api/v1/rooms`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rooms {
    /// Listed rooms that wait for players or may be watched.
    pub rooms: Vec<Room>,
    /// The `after` of the next page; left out on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
