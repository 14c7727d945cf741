//! The games that a server plays, as clients are told of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::BotLevel;
use crate::feature::Feature;
use crate::open::Open;

/// `GET /api/v1/games`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Games {
    /// The games that this server plays.
    pub games: Vec<GameInfo>,
    /// The features of this server, as in `welcome`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Open<Feature>>,
}

/// A game that the server plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// One or two sentences.
    pub description: String,
    /// The number of seats.
    pub seats: SeatRange,
    /// The part that each seat plays, where seats are tied to sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roles: Option<Vec<String>>,
    /// The sides of the seats, as far as the options decide them: the first of these that fits the
    /// options holds. Where none does, they come out in the match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<SeatSides>,
    /// The names that its types have in the JSON Schema.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub types: Option<GameTypes>,
    /// The JSON Schema of its options, with titles, defaults and descriptions.
    pub options: Value,
    /// The options that most people leave as they are, under headings. An option of no group is one that
    /// everybody who opens a room is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub option_groups: Vec<OptionGroup>,
    /// The levels at which a bot of the server plays it, the weakest first.
    #[serde(default)]
    pub bot_levels: Vec<Open<BotLevel>>,
    /// `true` if a mind of the server knows it: it gives hints, and analyses of matches.
    #[serde(default)]
    pub hints: bool,
    /// The game's owner, and the source of the component data.
    pub licence: String,
    /// `true` if the server is one for authors of clients; left out elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dev: bool,
}

/// Options that stand together in a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OptionGroup {
    /// The heading over them.
    pub title: String,
    /// Their keys, in the order in which they are read.
    pub options: Vec<String>,
}

impl OptionGroup {
    /// Creates a group of these options.
    pub fn new(title: &str, options: &[&str]) -> Self {
        let options = options.iter().map(|&key| key.to_owned()).collect();
        Self { title: title.to_owned(), options }
    }
}

/// The sides of a game's seats, under some options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatSides {
    /// The options with the values that this needs; none if it always holds.
    pub when: Map<String, Value>,
    /// The side that each seat plays, by its name.
    pub seats: Vec<String>,
}

/// The names that a game's types have among the definitions of the JSON Schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameTypes {
    /// `command` of a command, and of an offer once it is filled in.
    pub command: String,
    /// `public` of an update.
    pub public: String,
    /// `private` of an update.
    pub private: String,
    /// An event, beside the fields that every `Event` has.
    pub event: String,
    /// `options` of a room.
    pub options: String,
    /// The component data.
    pub data: String,
}

/// From `min` to `max` seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatRange {
    /// The fewest.
    pub min: u8,
    /// The most.
    pub max: u8,
}
