//! Checks a record with the rules: they must ask for exactly these draws and give exactly this result.
//!
//! The record's own log is replayed, and the record made from it must equal the one given. Whatever
//! needs no rules is checked first, by `fairness`. This module must not know where a record or its
//! component data come from.

use fairness::record::{Draw, Header, Record};
use fairness::vd1::SeatEntropy;
use fairness::verify::{Kept, RecordRefusal, Report};
use fairness::{canonical, hex};
use protocol::{Code, Outcome, Rejection};
use serde_json::Value;
use uuid::Uuid;

use super::{RecordError, play_through};
use crate::REGISTRY;
use crate::catalogue::Catalogue;
use crate::matches::{Beginning, Match, ReplayError};
use crate::registry::GameEntry;

/// The reason why the rules do not confirm a record.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The record is inconsistent, whatever the rules say.
    #[error(transparent)]
    Refused(#[from] RecordRefusal),
    /// The registry does not have these rules.
    #[error("the match was played by the rules {rules:?}; known here are {known}")]
    UnknownRules {
        /// The rules of the record.
        rules: String,
        /// The rules in the registry.
        known: String,
    },
    /// The match was played with other component data.
    #[error("the match was played with the component data {wanted}; those given are {given}")]
    OtherData {
        /// The digest in the record.
        wanted: String,
        /// The digest of the catalogue.
        given: String,
    },
    /// The options are not as this game resolves them.
    #[error("/header/options: not the options of a match")]
    Options,
    /// The log is not that of a match.
    #[error(transparent)]
    Log(#[from] RecordError),
    /// The rules ask for another draw, or for none.
    #[error("/draws/{index}: the rules ask for {}", asked(.wanted.as_ref()))]
    Draw {
        /// The index among the draws.
        index: usize,
        /// The draw that the rules ask for.
        wanted: Option<Draw>,
    },
    /// The rules produce another result.
    #[error("/result: the rules give {given}")]
    Result {
        /// The result of the rules.
        given: Value,
    },
    /// Any other difference from the record that this log gives.
    #[error("the record is not the one of its own log")]
    Other,
}

fn asked(draw: Option<&Draw>) -> String {
    match draw {
        Some(Draw::Shuffle { seq, label, n, .. }) => format!("{label} of {n} in entry {seq}"),
        Some(Draw::Below { seq, label, m, .. }) => format!("{label} below {m} in entry {seq}"),
        None => "no draw".to_owned(),
    }
}

/// Finds the game whose rules a match was played by.
///
/// # Errors
/// If no game has them: not this game, or not this version of its rules.
pub fn rules_of(header: &Header) -> Result<&'static GameEntry, VerifyError> {
    let found = REGISTRY.iter().find(|game| game.id == header.game && game.rules() == header.rules);
    found.ok_or_else(|| VerifyError::UnknownRules {
        rules: header.rules.clone(),
        known: REGISTRY.iter().map(GameEntry::rules).collect::<Vec<_>>().join(", "),
    })
}

/// Verifies a record completely, with the component data that it names.
///
/// # Errors
/// Names the first fault.
pub fn verify(record: &Record, catalogue: &Catalogue) -> Result<Report, VerifyError> {
    let report = fairness::verify::verify(record, &Kept::default())?;
    let game = rules_of(&record.header)?;
    let given = hex::encode(&catalogue.digest());
    if catalogue.game() != game.id || given != record.header.data {
        return Err(VerifyError::OtherData { wanted: record.header.data.clone(), given });
    }
    let beginning = beginning(record).ok_or(VerifyError::Other)?;
    if game.resolve_options(&beginning.options).ok().as_ref() != Some(&beginning.options) {
        return Err(VerifyError::Options);
    }
    let rows = rows(record)?;
    let voided = record.voided.clone();
    let rows = rows.iter().map(String::as_str);
    let mut made = play_through(game, catalogue, &beginning, voided, rows, falls_due)?;
    let result: Option<Outcome> = serde_json::from_value(made.result.clone()).ok();
    let formerly = result.and_then(|result| game.formerly(&result));
    let formerly = formerly.and_then(|formerly| serde_json::to_value(formerly).ok());
    if formerly.as_ref() == Some(&record.result) {
        made.result.clone_from(&record.result);
    }
    same(record, &made)?;
    Ok(report.with_rules())
}

/// Checks that a deadline runs exactly when it falls due. The rules themselves never check this.
fn falls_due(live: &Match, entry: &Value) -> Result<(), ReplayError> {
    let due = live.next_deadline().filter(|_| !live.paused());
    if entry["input"]["type"] == "deadline" && entry["at"].as_u64() != due {
        let rejection = Rejection::new(Code::Illegal, "no deadline falls due then");
        return Err(ReplayError::Refused { seq: live.seq() + 1, rejection });
    }
    Ok(())
}

/// Reads the data that the match began with.
pub(super) fn beginning(record: &Record) -> Option<Beginning> {
    beginning_of(&record.header, &record.server_secret)
}

/// Returns what a match began with, by its header and the server's secret; `None` if they are damaged.
pub fn beginning_of(header: &Header, server_secret: &str) -> Option<Beginning> {
    let bytes = |text: &Option<String>| text.as_deref().and_then(hex::decode_32);
    let seats = header.seats.iter().map(|seat| {
        let commitment = bytes(&seat.commitment);
        (seat.name.clone(), SeatEntropy { commitment, entropy: bytes(&seat.entropy) })
    });
    Some(Beginning {
        room: Uuid::try_parse(&header.room).ok()?,
        attempt: header.attempt,
        secret: hex::decode_32(server_secret)?,
        commitment: hex::decode_32(&header.commitment)?,
        options: header.options.as_object()?.clone(),
        seats: seats.collect(),
        bots: (0..)
            .zip(&header.seats)
            .filter_map(|(number, seat)| Some((number, seat.bot.clone()?)))
            .collect(),
        fork: None,
    })
}

/// Returns the log as it was stored.
fn rows(record: &Record) -> Result<Vec<String>, VerifyError> {
    let header = record.header.to_canonical();
    let entries = record.entries.iter().map(canonical::to_string);
    // Cannot fail: the chain was computed from these texts before.
    std::iter::once(header).chain(entries).collect::<Result<_, _>>().map_err(|_| VerifyError::Other)
}

fn same(given: &Record, made: &Record) -> Result<(), VerifyError> {
    let draws = given.draws.len().max(made.draws.len());
    if let Some(index) = (0..draws).find(|at| given.draws.get(*at) != made.draws.get(*at)) {
        return Err(VerifyError::Draw { index, wanted: made.draws.get(index).cloned() });
    }
    if given.result != made.result {
        return Err(VerifyError::Result { given: made.result.clone() });
    }
    if given == made { Ok(()) } else { Err(VerifyError::Other) }
}
