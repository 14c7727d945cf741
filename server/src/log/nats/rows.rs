//! Match logs: a subject for each room, a row after the other, each with the checksum of the one before.

use uuid::Uuid;

use super::envelope::Check;
use super::wire::{Message, Which, Wire};
use crate::log::LogError;

/// Stands for the checksum of a row before the first.
const NONE: &str = "-";

/// Begins a claim.
const CLAIM: &str = "claim ";

/// Times that a room's log is closed to others who write to it meanwhile.
const FENCED_AGAIN: usize = 16;

/// End of a match log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    /// Number of rows.
    rows: u64,
    /// Number of the last one in the stream; 0 if there is none.
    seq: u64,
    /// Its checksum.
    check: Check,
}

impl Tail {
    /// The end of a log without rows.
    fn empty() -> Self {
        Self { rows: 0, seq: 0, check: NONE.to_owned() }
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
    fn read(message: Message) -> Option<Self> {
        let sealed = message.sealed?;
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
    fn tail(&self, seq: u64) -> Tail {
        match self {
            Self::Row(row) => {
                Tail { rows: row.number.saturating_add(1), seq, check: row.check.clone() }
            }
            Self::Claim { rows, check } => Tail { rows: *rows, seq, check: check.clone() },
        }
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

/// Returns the end of a room's log.
pub(super) async fn tail(wire: &Wire, room: Uuid) -> Result<Tail, LogError> {
    let Some(last) = wire.last(Which::Log, &subject(room)).await? else {
        return Ok(Tail::empty());
    };
    let seq = last.seq;
    // Which one it is cannot be read; reading the log from its beginning will tell.
    let last = LogMessage::read(last)
        .ok_or_else(|| LogError::Damaged(format!("the log of room {room}")))?;
    Ok(last.tail(seq))
}

/// Closes a room's log to whoever had the room before: what they append does not follow this.
pub(super) async fn fence(wire: &Wire, room: Uuid, run: Uuid) -> Result<(), LogError> {
    let mut fenced = Err(LogError::Conflict);
    for _ in 0..FENCED_AGAIN {
        let tail = tail(wire, room).await?;
        let content = format!("{CLAIM}{} {}\n{run}", tail.rows, tail.check);
        fenced = wire.put(Which::Log, &subject(room), tail.seq, &content).await.map(drop);
        if fenced != Err(LogError::Conflict) {
            break;
        }
    }
    fenced
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
    Ok(Tail { rows: number + 1, seq: placed.seq, check: placed.check })
}

/// Returns the rows of a room from `from` on, and the end of its log. Each is checked, and that it
/// follows the one before: [`LogError::Damaged`] names the first that does not.
pub(super) async fn read(
    wire: &Wire,
    room: Uuid,
    from: u64,
) -> Result<(Vec<String>, Tail), LogError> {
    let subject = subject(room);
    let (mut tail, mut rows) = (Tail::empty(), Vec::new());
    let Some(last) = wire.last(Which::Log, &subject).await? else { return Ok((rows, tail)) };
    let end = last.seq;
    // Whoever follows a log needs its last row only.
    if let Some(last) = LogMessage::read(last) {
        let tail = last.tail(end);
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
    while tail.seq < end {
        let number = tail.rows;
        let broken = || damaged(room, number);
        let message = wire.next(Which::Log, &subject, tail.seq).await?.ok_or_else(broken)?;
        let seq = message.seq;
        let row = match LogMessage::read(message).ok_or_else(broken)? {
            LogMessage::Row(row) => row,
            LogMessage::Claim { rows, check } if rows == number && check == tail.check => {
                tail.seq = seq;
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
        tail = Tail { rows: number + 1, seq, check: row.check };
    }
    Ok((rows, tail))
}

/// Takes away the rows of a room that are there now.
pub(super) async fn clear(wire: &Wire, room: Uuid) -> Result<(), LogError> {
    wire.clear(Which::Log, &subject(room)).await
}
