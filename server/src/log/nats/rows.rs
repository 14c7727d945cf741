//! Match logs: a subject for each room, a row after the other, each with the checksum of the one before.

use std::iter;

use futures_util::future::try_join_all;
use uuid::Uuid;

use super::envelope::{Check, Sealed};
use super::wire::{Message, Which, Wire, old_answer};
use crate::log::LogError;

/// The number of parts of a log that are read at the same time.
const READERS: u64 = 8;

/// Stands for the checksum of a row before the first.
const NONE: &str = "-";

/// Begins a claim.
const CLAIM: &str = "claim ";

/// End of a match log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    /// Number of rows.
    rows: u64,
    /// Number of the last one in the stream; 0 if there is none.
    seq: u64,
    /// Its checksum.
    check: Check,
    /// `true` if this process wrote the last message: whoever has a room did, be it the mark of its claim.
    own: bool,
}

impl Tail {
    /// The end of a log without rows.
    fn empty() -> Self {
        Self { rows: 0, seq: 0, check: NONE.to_owned(), own: true }
    }

    /// Checks whether nobody else has written since this process has the room.
    pub(super) fn own(&self) -> bool {
        self.own
    }

    /// Returns the number of the last message in the stream; 0 if there is none.
    pub(super) fn seq(&self) -> u64 {
        self.seq
    }
}

/// A row as it was found.
struct Row {
    number: u64,
    before: Check,
    check: Check,
    text: String,
}

/// A message of a room's subject.
enum LogMessage {
    Row(Row),
    /// A server has taken the room over: so many rows came before, the last one with this checksum.
    /// Whoever had the room does not know of it and cannot append any more.
    Claim {
        rows: u64,
        check: Check,
    },
}

impl LogMessage {
    /// Reads a message; `None` if it is none of a log.
    fn read(sealed: Sealed) -> Option<Self> {
        let (head, text) = sealed.content.split_once('\n')?;
        if let Some(claim) = head.strip_prefix(CLAIM) {
            let (rows, check) = claim.split_once(' ')?;
            return Some(Self::Claim { rows: rows.parse().ok()?, check: check.to_owned() });
        }
        let (number, before) = head.split_once(' ')?;
        let (before, text) = (before.to_owned(), text.to_owned());
        let number = number.parse().ok()?;
        Some(Self::Row(Row { number, before, check: sealed.check, text }))
    }

    /// Returns the end of a log of which this is the last message, with this number in the stream.
    fn tail(&self, seq: u64, own: bool) -> Tail {
        let (rows, check) = match self {
            Self::Row(row) => (row.number.saturating_add(1), &row.check),
            Self::Claim { rows, check } => (*rows, check),
        };
        Tail { rows, seq, check: check.clone(), own }
    }
}

fn subject(room: Uuid) -> String {
    room.simple().to_string()
}

fn damaged(room: Uuid, row: u64) -> LogError {
    let what = format!("row {row} of the log of room {room}");
    tracing::error!(what, "what is stored is damaged");
    LogError::Damaged(what)
}

/// Reads a message, and whether this process wrote it; `None` if it is none of a log.
fn opened(wire: &Wire, sealed: Option<Sealed>) -> Option<(bool, LogMessage)> {
    let sealed = sealed?;
    Some((wire.wrote(&sealed), LogMessage::read(sealed)?))
}

/// Returns the end of a room's log. It may be an old one: what is appended to that is refused.
pub(super) async fn tail(wire: &Wire, room: Uuid) -> Result<Tail, LogError> {
    let Some(last) = wire.last(Which::Log, &subject(room)).await? else {
        return Ok(Tail::empty());
    };
    // Which one it is cannot be read; reading the log from its beginning will tell.
    let damaged = || LogError::Damaged(format!("the log of room {room}"));
    let (own, message) = opened(wire, last.sealed).ok_or_else(damaged)?;
    Ok(message.tail(last.seq, own))
}

/// Closes a room's log, which had this end, to whoever had the room before: what they append does not follow
/// this. Returns its number in the stream. [`LogError::Conflict`] if somebody has written to it since.
pub(super) async fn fence(
    wire: &Wire,
    room: Uuid,
    run: Uuid,
    tail: &Tail,
) -> Result<u64, LogError> {
    let content = format!("{CLAIM}{} {}\n{run}", tail.rows, tail.check);
    wire.put(Which::Log, &subject(room), tail.seq, &content).await.map(|placed| placed.seq)
}

/// Appends row `number`, which must be the next one.
pub(super) async fn append(
    wire: &Wire,
    room: Uuid,
    tail: &Tail,
    number: u64,
    text: &str,
) -> Result<Tail, LogError> {
    if number != tail.rows {
        return Err(LogError::Conflict);
    }
    let content = format!("{number} {}\n{text}", tail.check);
    let placed = wire.put(Which::Log, &subject(room), tail.seq, &content).await?;
    Ok(Tail { rows: number + 1, seq: placed.seq, check: placed.check, own: true })
}

/// Returns the rows of a room from `from` on, and the end of its log. Each is checked, and that it
/// follows the one before: [`LogError::Damaged`] names the first that does not. A message with the number
/// `known` was seen.
pub(super) async fn read(
    wire: &Wire,
    room: Uuid,
    from: u64,
    known: u64,
) -> Result<(Vec<String>, Tail), LogError> {
    let subject = subject(room);
    let (mut tail, mut rows) = (Tail::empty(), Vec::new());
    let last = wire.last_since(Which::Log, &subject, known).await?;
    let Some(last) = last else { return Ok((rows, tail)) };
    let end = last.seq;
    // Whoever follows a log needs its last row only.
    if let Some((own, last)) = opened(wire, last.sealed) {
        let tail = last.tail(end, own);
        match last {
            LogMessage::Row(row) if from > 0 && from >= row.number => {
                rows.extend((from == row.number).then_some(row.text));
                return Ok((rows, tail));
            }
            LogMessage::Claim { rows: before, .. } if from > 0 && from >= before => {
                return Ok((rows, tail));
            }
            LogMessage::Row(_) | LogMessage::Claim { .. } => {}
        }
    }
    for message in messages(wire, &subject, end).await? {
        let number = tail.rows;
        let broken = || damaged(room, number);
        let seq = message.seq;
        let (own, message) = opened(wire, message.sealed).ok_or_else(broken)?;
        let row = match message {
            LogMessage::Row(row) => row,
            LogMessage::Claim { rows, check } if rows == number && check == tail.check => {
                (tail.seq, tail.own) = (seq, own);
                continue;
            }
            LogMessage::Claim { .. } => return Err(broken()),
        };
        if seq > end || row.number != number || row.before != tail.check {
            return Err(broken());
        }
        if number >= from {
            rows.push(row.text);
        }
        tail = Tail { rows: number + 1, seq, check: row.check, own };
    }
    Ok((rows, tail))
}

/// Returns the messages of a subject up to its last one, which has this number in the stream.
///
/// Only the leader of the stream may answer, and it names one message at a time: the way there and back
/// for each. So several read at once, each its part of the stream.
async fn messages(wire: &Wire, subject: &str, end: u64) -> Result<Vec<Message>, LogError> {
    let first = next(wire, subject, 0).await?;
    let (begin, length) = (first.seq, end.saturating_sub(first.seq));
    let bound = |part: u64| begin + length * part / READERS;
    let parts = (0..READERS).map(|part| part_of(wire, subject, bound(part), bound(part + 1)));
    let rest = try_join_all(parts).await?;
    Ok(iter::once(first).chain(rest.into_iter().flatten()).collect())
}

/// Returns the messages of a subject after a number of the stream, up to another one, which the subject has
/// or has gone beyond.
async fn part_of(
    wire: &Wire,
    subject: &str,
    mut after: u64,
    until: u64,
) -> Result<Vec<Message>, LogError> {
    let mut found = Vec::new();
    while after < until {
        let message = next(wire, subject, after).await?;
        after = message.seq;
        if after <= until {
            found.push(message);
        }
    }
    Ok(found)
}

/// Returns the next message of a subject that has one.
async fn next(wire: &Wire, subject: &str, after: u64) -> Result<Message, LogError> {
    // Whoever finds nothing knows less than there is.
    wire.next(Which::Log, subject, after).await?.ok_or_else(old_answer)
}

/// Takes away the rows of a room that are there now.
pub(super) async fn clear(wire: &Wire, room: Uuid) -> Result<(), LogError> {
    wire.clear(Which::Log, &subject(room)).await
}
