//! The log of a match, and the publication about one that is over: the record that proves how it was
//! dealt.
//!
//! The types are here, beside those of the messages, because generated clients should know this
//! form as they know every other; the server's log holds the same entries. docs/FAIRNESS.md says what each part means and how it is checked.
//! This module must not check anything.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::envelope::{ClaimOutcome, Outcome, ServerMessage};
use crate::open::Open;
use crate::room::BotLevel;

/// `GET /api/v1/rooms/{code}/replay`: a page of the updates that one viewer was shown of a match
/// that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Replay")]
pub struct Replay<Message = Open<ServerMessage>> {
    /// The updates, in order, as they came over the socket.
    pub updates: Vec<Message>,
    /// The `from` of the next page; null on the last one.
    pub next: Option<u64>,
}

/// `GET /api/v1/rooms/{code}/record`: everything about a match that is over, so that anyone can check
/// how it was dealt. Hashes, secrets and entropy are 64 lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchRecord {
    /// Always `vd1`.
    pub scheme: String,
    /// The header, with which the log begins.
    pub header: RecordHeader,
    /// The server's secret of the attempt that was dealt.
    pub server_secret: String,
    /// The attempts that were given up before it, in their order.
    pub voided: Vec<RecordVoided>,
    /// The log; each entry's canonical text is what the chain hashes.
    pub entries: Vec<RecordEntry>,
    /// Every draw, in the order made.
    pub draws: Vec<RecordDraw>,
    /// The head of the chain after the last entry.
    pub head: String,
    /// The outcome of the match.
    pub result: Outcome,
}

/// The facts about a match that are fixed before its first entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordHeader {
    /// Version of the header's form: 1.
    pub v: u32,
    /// Always `vd1`.
    pub scheme: String,
    /// Game id and rules version, for example `europe-divided/1`.
    pub rules: String,
    /// The game's id.
    pub game: String,
    /// The room's id, hyphenated, in lower case.
    pub room: Uuid,
    /// The attempt that was dealt, from 0.
    pub attempt: u32,
    /// The server's commitment of that attempt.
    pub commitment: String,
    /// The digest of the component data (`GET /api/v1/data/{digest}`).
    pub data: String,
    /// The options of the match, as the room shows them.
    pub options: Map<String, Value>,
    /// All seats in their order.
    pub seats: Vec<RecordSeat>,
}

/// One seat of the match: with both a commitment and entropy, or with neither.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordSeat {
    /// The server's bot on the seat, if no person held it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<RecordBot>,
    /// The seat's commitment, if it brought entropy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The seat's entropy, if it brought any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy: Option<String>,
    /// The player's name.
    pub name: String,
}

/// The server's bot on a seat, as it was when the match began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordBot {
    /// Its level.
    pub level: Open<BotLevel>,
    /// SHA-256 of the mind that thinks for it, in hexadecimal: `entente-server verify --bots` repeats
    /// its thoughts. Absent if it plays without searching.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mind: Option<String>,
}

/// An attempt that was given up because a seat that was bound did not reveal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordVoided {
    /// Its number, from 0.
    pub attempt: u32,
    /// The server's commitment.
    pub commitment: String,
    /// The secret it committed to.
    pub server_secret: String,
    /// Each seat's contribution up to then, in seat order.
    pub seats: Vec<RecordVoidedSeat>,
    /// The seats with a commitment and without entropy, ascending.
    pub missing: Vec<u8>,
}

/// One seat of an attempt that was given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordVoidedSeat {
    /// The seat's commitment, if it was bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The seat's entropy, if it was revealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy: Option<String>,
}

/// One entry of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordEntry {
    /// Match time, in milliseconds.
    pub at: u64,
    /// The input itself.
    pub input: RecordInput,
    /// Its number, from 1.
    pub seq: u64,
}

/// Everything that can change a match.
#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum RecordInput {
    /// A seat's move.
    Command {
        /// The seat.
        seat: u8,
        /// The client's id.
        id: Uuid,
        /// The game's command, as received.
        #[schemars(with = "Map<String, Value>")]
        command: Value,
    },
    /// A deadline fell due, at the entry's time.
    Deadline {},
    /// A seat gives up.
    Resign {
        /// The seat.
        seat: u8,
        /// The client's id.
        id: Uuid,
    },
    /// A seat ends a match that its opponent left.
    Claim {
        /// The seat.
        seat: u8,
        /// The client's id.
        id: Uuid,
        /// The outcome claimed.
        outcome: ClaimOutcome,
    },
    /// Nobody continued the match for too long.
    Abandon {},
    /// Match time stops: by the server's decision, or because all seats agreed.
    Pause {
        /// The seat that asked for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// The client's id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<Uuid>,
        /// The other seats, which agreed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        agreed: Vec<u8>,
    },
    /// Match time goes on: by the server's decision, or because a seat ends an agreed pause.
    Resume {
        /// The seat that ends the pause.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// The client's id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<Uuid>,
    },
    /// The table returns to an earlier state.
    Undo {
        /// The seat that takes back.
        seat: u8,
        /// The client's id.
        id: Uuid,
        /// The entry whose state the table returns to; 0 is the set-up.
        to: u64,
        /// The other seats, if their agreement was needed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        agreed: Vec<u8>,
    },
}

impl RecordInput {
    /// Returns the seat that acts, and its id for the input.
    pub fn author(&self) -> Option<(u8, Uuid)> {
        match self {
            Self::Command { seat, id, .. }
            | Self::Resign { seat, id }
            | Self::Claim { seat, id, .. }
            | Self::Undo { seat, id, .. } => Some((*seat, *id)),
            Self::Pause { seat, id, .. } | Self::Resume { seat, id } => Some(((*seat)?, (*id)?)),
            Self::Deadline {} | Self::Abandon {} => None,
        }
    }

    /// Builds a pause of the server's own accord.
    pub const fn pause() -> Self {
        Self::Pause { seat: None, id: None, agreed: Vec::new() }
    }

    /// Builds the end of a pause, of the server's own accord.
    pub const fn resume() -> Self {
        Self::Resume { seat: None, id: None }
    }
}

/// One draw, which follows from the key and the label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum RecordDraw {
    /// A deck was shuffled.
    Shuffle {
        /// The entry that asked for it; 0 is the set-up.
        seq: u64,
        /// `deck/NAME/K`, K counting the shuffles of that deck from 0.
        label: String,
        /// The number of cards.
        n: u64,
        /// The card of the canonical order that lies at each position.
        result: Vec<u64>,
    },
    /// A number was drawn, for example a die.
    Below {
        /// The entry that asked for it; 0 is the set-up.
        seq: u64,
        /// `die/PURPOSE`: one running stream.
        label: String,
        /// The number of possible results.
        m: u64,
        /// The number drawn, from 0 to `m` - 1.
        result: u64,
    },
}
