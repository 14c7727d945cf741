//! The report on a verified record: its contents, what was verified and what was not, in lines for
//! people and as JSON.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::kept::Kept;
use super::refusal::{Fault, RecordRefusal};
use crate::record::Record;
use crate::text::printable;

/// The part that no record can show.
const NEVER_SHOWN: &str = "that whoever ran the server did not look at hands or at draws to come";
/// The part that this module cannot check.
const NEEDS_RULES: &str = "that the rules asked for exactly these draws and give this result: \
                           run entente-server verify";
/// The part that fails because nobody kept notes.
const NEEDS_HEADS: &str = "that this is the match as it was played: keep heads while you play";

/// The report on a record in which no fault was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Game and version of its rules.
    pub rules: String,
    /// The room.
    pub room: String,
    /// All seats in their order.
    pub seats: Vec<ReportedSeat>,
    /// The number of attempts that the deal took.
    pub attempts: u32,
    /// The attempts that were given up.
    pub voided: Vec<ReportedVoid>,
    /// The outcome of the match.
    pub result: ReportedOutcome,
    /// The number of entries in the log.
    pub entries: u64,
    /// The number of draws.
    pub draws: u64,
    /// The verified parts.
    pub checked: Vec<String>,
    /// The parts not verified.
    pub not_checked: Vec<String>,
}

/// A seat of a verified match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportedSeat {
    /// The player's name.
    pub name: String,
    /// `true` if the seat brought entropy to the deal.
    pub entropy: bool,
}

/// An attempt that was given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportedVoid {
    /// Its number.
    pub attempt: u32,
    /// The seats that had committed themselves and did not reveal.
    pub missing: Vec<u8>,
}

/// The outcome of a match, as its record gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportedOutcome {
    /// The winning seats.
    pub winners: Vec<u8>,
    /// Scores in the order of the seats.
    pub scores: Vec<i64>,
    /// The deciding reason.
    pub reason: String,
}

/// The part that fails because an older client did not keep it.
const NEEDS_SEALED: &str = "that no seat was bound late: the client did not write down which seats \
                            brought nothing";

/// Reads the record's result.
pub(super) fn outcome(record: &Record) -> Result<ReportedOutcome, RecordRefusal> {
    let wrong = |why: String| Fault::Result(why).at("/result");
    let outcome: ReportedOutcome =
        serde_json::from_value(record.result.clone()).map_err(|error| wrong(error.to_string()))?;
    if !record.result.is_object() {
        return Err(wrong("not an object".to_owned()));
    }
    let seats = record.header.seats.len();
    if outcome.winners.iter().any(|winner| usize::from(*winner) >= seats) {
        return Err(wrong("no such seat won".to_owned()));
    }
    Ok(outcome)
}

/// Writes the report on a record in which no fault was found.
pub(super) fn report(record: &Record, kept: &Kept, result: ReportedOutcome) -> Report {
    let header = &record.header;
    let seats: Vec<ReportedSeat> = header
        .seats
        .iter()
        .map(|seat| ReportedSeat { name: seat.name.clone(), entropy: seat.entropy.is_some() })
        .collect();
    let entries = record.entries.len() as u64;
    let draws = record.draws.len() as u64;
    let mut checked = vec![
        format!(
            "{} commitments of the server, {} of seats",
            record.voided.len() + 1,
            bound(record)
        ),
        format!("the results of {draws} draws"),
        format!("the log of {entries} entries up to its head"),
    ];
    let mut not_checked = vec![NEEDS_RULES.to_owned(), NEVER_SHOWN.to_owned()];
    let (heads, facts) = (kept.heads.len(), kept.facts.len());
    if heads > 0 {
        checked.push(format!("{heads} heads and {facts} facts of the deal that a client kept"));
        if !kept.sealed(header.attempt) {
            not_checked.insert(0, NEEDS_SEALED.to_owned());
        }
    } else {
        not_checked.insert(0, NEEDS_HEADS.to_owned());
    }
    Report {
        rules: header.rules.clone(),
        room: header.room.clone(),
        seats,
        attempts: header.attempt + 1,
        voided: record
            .voided
            .iter()
            .map(|void| ReportedVoid { attempt: void.attempt, missing: void.missing.clone() })
            .collect(),
        result,
        entries,
        draws,
        checked,
        not_checked,
    }
}

/// Counts the seats' commitments in all attempts.
fn bound(record: &Record) -> usize {
    let now = record.header.seats.iter().filter(|seat| seat.commitment.is_some()).count();
    let before = record.voided.iter().flat_map(|void| &void.seats);
    now + before.filter(|seat| seat.commitment.is_some()).count()
}

impl Report {
    /// Returns the report as it is once the rules have been played through as well.
    pub fn with_rules(mut self) -> Self {
        self.not_checked.retain(|line| line != NEEDS_RULES);
        self.checked.push("the rules: exactly these draws, exactly this result".to_owned());
        self
    }

    /// Adds a part that was verified besides.
    #[must_use]
    pub fn with(mut self, part: String) -> Self {
        self.checked.push(part);
        self
    }

    fn names(&self, seats: impl Iterator<Item = usize>) -> String {
        let name = |seat: usize| {
            let name = self.seats.get(seat).map_or("", |seat| seat.name.as_str());
            format!("{seat} {}", printable(name))
        };
        seats.map(name).collect::<Vec<_>>().join(", ")
    }

    fn dealt(&self) -> String {
        let brought = || (0..self.seats.len()).filter(|seat| self.seats[*seat].entropy);
        if brought().next().is_none() {
            return "dealt by the server alone".to_owned();
        }
        format!("seats with entropy: {}", self.names(brought()))
    }

    fn attempted(&self) -> String {
        let void = |void: &ReportedVoid| {
            let missing: Vec<String> = void.missing.iter().map(u8::to_string).collect();
            format!("; attempt {} was void without seat {}", void.attempt, missing.join(", "))
        };
        let voided: String = self.voided.iter().map(void).collect();
        format!("attempts: {}{voided}", self.attempts)
    }

    fn ended(&self) -> String {
        let winners = self.result.winners.iter().map(|seat| usize::from(*seat));
        let won = match self.result.winners.len() {
            0 => "nobody won".to_owned(),
            _ => format!("won by {}", self.names(winners)),
        };
        let scores: Vec<String> = self.result.scores.iter().map(i64::to_string).collect();
        let reason = printable(&self.result.reason);
        format!("result: {won}; scores {}; {reason}", scores.join(", "))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} in room {}", printable(&self.rules), self.room)?;
        writeln!(f, "{}", self.dealt())?;
        writeln!(f, "{}", self.attempted())?;
        writeln!(f, "{}", self.ended())?;
        for line in &self.checked {
            writeln!(f, "checked: {line}")?;
        }
        for line in &self.not_checked {
            writeln!(f, "not checked: {line}")?;
        }
        Ok(())
    }
}
