//! The record of a finished match, made from its log.
//!
//! Nothing is collected here while a match is played: the log is replayed, and its draws are
//! listed. So a record can be made at any later time, and holds nothing that the log does not
//! contain. This module must not know who may ask for it, nor when.

mod hindsight;
mod verify;

use fairness::hex;
use fairness::record::{Draw, Header, Record, SCHEME, Voided};
use serde_json::Value;

use crate::catalogue::Catalogue;
use crate::dealer::recorded;
use crate::matches::{Beginning, Begun, Match, ReplayError};
use crate::registry::GameEntry;

pub use hindsight::{Hindsight, PastCommand, PastEntry};
pub use verify::{VerifyError, beginning_of, rules_of, verify};

/// The reason why there is no record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The log is not that of a match.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The match goes on: its record would reveal what is still hidden.
    #[error("the match is not over after entry {seq}")]
    NotOver {
        /// Its last entry so far.
        seq: u64,
    },
    /// It goes on from another match, so nothing proves how it was dealt.
    #[error("the match is not provably dealt: it goes on from another one")]
    Unproven,
    /// A part that should be plain JSON is not.
    #[error("a part of the record cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

/// Makes the record of a match from its stored log, row 0 being the header.
///
/// # Errors
/// If the log is not that of a match, or the match is not over: only then may its secrets be revealed.
pub fn record<'a>(
    game: &GameEntry,
    catalogue: &Catalogue,
    beginning: &Beginning,
    voided: Vec<Voided>,
    rows: impl IntoIterator<Item = &'a str>,
) -> Result<Record, RecordError> {
    play_through(game, catalogue, beginning, voided, rows, |_, _| Ok(()))
}

/// Replays a log and lists its draws. `may` is called for each entry before it is carried out.
fn play_through<'a>(
    game: &GameEntry,
    catalogue: &Catalogue,
    beginning: &Beginning,
    voided: Vec<Voided>,
    rows: impl IntoIterator<Item = &'a str>,
    may: impl Fn(&Match, &Value) -> Result<(), ReplayError>,
) -> Result<Record, RecordError> {
    if beginning.fork.is_some() {
        return Err(RecordError::Unproven);
    }
    let (begun, mut draws) = recorded(0, || Match::begin(game, catalogue, beginning));
    let Begun { mut live, header, .. } = begun.map_err(ReplayError::SetUp)?;
    let mut rows = rows.into_iter();
    if rows.next() != Some(&header) {
        return Err(ReplayError::Header.into());
    }
    let mut entries = Vec::new();
    for row in rows {
        let entry: Value = serde_json::from_str(row)?;
        may(&live, &entry)?;
        draws.extend(follow(&mut live, row)?);
        entries.push(entry);
    }
    let result = live.outcome().ok_or(RecordError::NotOver { seq: live.seq() })?;
    Ok(Record {
        scheme: SCHEME.to_owned(),
        header: serde_json::from_str::<Header>(&header)?,
        server_secret: hex::encode(&beginning.secret),
        voided,
        entries,
        draws,
        head: hex::encode(&live.head()),
        result: serde_json::to_value(result)?,
    })
}

/// Carries out one entry; returns its draws. A refused one draws nothing that counts.
fn follow(live: &mut Match, row: &str) -> Result<Vec<Draw>, ReplayError> {
    let (followed, draws) = recorded(live.seq() + 1, || live.follow(row));
    followed.map(|_| draws)
}
