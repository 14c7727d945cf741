//! Advice of a mind: the answers to `hint` and `preview`, and the analysis of a match that is over.
//!
//! Chances are those of one seat to win, in ten-thousandths.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// The most choices that are listed as the worst of an analysis.
pub const WORST_LISTED: usize = 10;

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

impl Analysis {
    /// Returns the choices, each with its entry's number.
    pub fn choices(&self) -> impl Iterator<Item = (u64, &AnalysedChoice)> {
        self.entries.iter().filter_map(|entry| Some((entry.seq, entry.choice.as_ref()?)))
    }

    /// Returns the choices that were not the best, those that lost most first: at most [`WORST_LISTED`].
    pub fn worst(&self) -> Vec<(u64, &AnalysedChoice)> {
        let mut worst: Vec<_> =
            self.choices().filter(|(_, choice)| choice.best.is_some()).collect();
        worst.sort_by_key(|(seq, choice)| (Reverse(choice.lost()), *seq));
        worst.truncate(WORST_LISTED);
        worst
    }
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

impl SeatAnalysis {
    /// Returns the chance that one of its choices lost on average, in percent with one decimal.
    pub fn mean_lost(&self) -> String {
        one_decimal(self.lost.into(), 100 * i64::from(self.choices.max(1)))
    }

    /// Returns how many wins its luck was worth, with one decimal: a win is a chance of 100 %.
    pub fn wins_by_luck(&self) -> String {
        one_decimal(self.luck.into(), 10_000)
    }
}

/// Returns ten-thousandths as a rounded percentage.
pub fn percent(units: i64) -> String {
    let whole = (units.abs() + 50) / 100;
    let sign = if units < 0 && whole > 0 { "-" } else { "" };
    format!("{sign}{whole} %")
}

/// Writes a number of these units with one decimal, rounded.
fn one_decimal(number: i64, unit: i64) -> String {
    let tenths = (number.abs() * 10 + unit / 2) / unit;
    let sign = if number < 0 && tenths > 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
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

impl AnalysedChoice {
    /// Returns the chance that it lost, in ten-thousandths.
    pub fn lost(&self) -> i64 {
        i64::from(self.before) - i64::from(self.after)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_rounded() {
        let shown = [5_730, 5_750, 49, -51, -49, 10_000].map(percent);
        assert_eq!(shown, ["57 %", "58 %", "0 %", "-1 %", "0 %", "100 %"]);
    }

    #[test]
    fn what_a_seat_lost_and_its_luck_have_one_decimal() {
        let sum = |choices, lost, luck| SeatAnalysis { choices, best: 0, lost, luck };
        assert_eq!(sum(2, 195, 12_200).mean_lost(), "1.0");
        assert_eq!(sum(0, 0, 0).mean_lost(), "0.0");
        let luck = [12_200, -13_000, -4].map(|luck| sum(1, 0, luck).wins_by_luck());
        assert_eq!(luck, ["1.2", "-1.3", "0.0"]);
    }

    #[test]
    fn the_worst_choices_are_those_that_lost_most() {
        let better = BestCommand { command: Value::Null, text: "better".to_owned() };
        let choice = |seq: u64, after: u16, best: Option<BestCommand>| {
            let text = String::new();
            let choice = AnalysedChoice { seat: 0, text, before: 5_000, after, luck: 0, best };
            AnalysedEntry { seq, chance: 5_000, choice: Some(choice) }
        };
        let mut entries = vec![AnalysedEntry { seq: 0, chance: 5_000, choice: None }];
        // The best commands are none of them, however many there are.
        entries.extend((1..=20).map(|seq| choice(seq, 4_000, None)));
        entries.push(choice(21, 4_900, Some(better.clone())));
        entries.push(choice(22, 4_100, Some(better)));
        let analysis = Analysis { seats: Vec::new(), entries };
        assert_eq!(analysis.choices().count(), 22);
        assert_eq!(analysis.worst().iter().map(|(seq, _)| *seq).collect::<Vec<_>>(), [22, 21]);
    }
}
