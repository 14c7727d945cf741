//! Advice of a mind: the answers to `hint` and `preview`, and the analysis of a match that is over.
//!
//! Chances are those of one seat to win, in ten-thousandths.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// The answer to `hint`, for the asking seat alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hint {
    /// The client's id.
    pub id: Uuid,
    /// The decision that it is about.
    pub decision: u64,
    /// Up to three commands, the best first.
    pub advice: Vec<Advice>,
}

/// A command that a mind would consider.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Advice {
    /// The command.
    pub command: Value,
    /// The command in words.
    pub text: String,
    /// The rule that it rests on.
    pub rule: String,
    /// The seat's chance to win after it.
    pub chance: u16,
    /// The number of guesses in which it was tried: the more, the surer the chance.
    pub tried: u32,
    /// The commands with which the mind would go on in the same turn, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<String>,
    /// The changes that all of them make, the most important first.
    pub reasons: Vec<AdviceReason>,
}

/// The answer to `preview`, for the asking seat alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Preview {
    /// The client's id.
    pub id: Uuid,
    /// The decision that it is about.
    pub decision: u64,
    /// The changes that the command would make, the most important first.
    pub reasons: Vec<AdviceReason>,
}

/// A reason for a command or against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AdviceReason {
    /// One sentence.
    pub text: String,
    /// The rule that it rests on.
    pub rule: String,
    /// The chance that it comes so, in ten-thousandths; absent where it is certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<u16>,
}

/// `GET /api/v1/rooms/{code}/analysis`: what a mind thinks of each entry of a match that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Analysis {
    /// One for each seat.
    pub seats: Vec<SeatAnalysis>,
    /// One for each entry of the log, from the set-up (0) on.
    pub entries: Vec<AnalysedEntry>,
}

/// The choices and the luck of a seat, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatAnalysis {
    /// Number of its decisions that left a choice.
    pub choices: u32,
    /// Number of those in which it gave the command that the mind thinks best.
    pub best: u32,
    /// The chance that its choices lost.
    pub lost: u32,
    /// The chance that dice, draws and things hidden from it have brought it.
    pub luck: i32,
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnalysedEntry {
    /// Its number.
    pub seq: u64,
    /// The chance of seat 0 after it, between what each seat knows.
    pub chance: u16,
    /// The choice that it was; absent if it was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<AnalysedChoice>,
}

/// A choice of a seat, as the mind would have made it from that seat's view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnalysedChoice {
    /// The seat.
    pub seat: u8,
    /// The command in words.
    pub text: String,
    /// The seat's chance with the best command.
    pub before: u16,
    /// Its chance with the command that it gave.
    pub after: u16,
    /// The chance that dice, draws and things hidden from it then brought it.
    pub luck: i32,
    /// The best command; absent if it is the one given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<BestCommand>,
}

/// A command that would have been better.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BestCommand {
    /// The command.
    pub command: Value,
    /// The command in words.
    pub text: String,
}

/// The answer while an analysis is being made: ask again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AnalysisProgress {
    /// Number of entries that have been analysed.
    pub done: u64,
    /// Number of all entries.
    pub entries: u64,
    /// The delay after which to ask again, in milliseconds.
    pub retry_after_ms: u64,
}
