//! Match logs: a subject for each room, a row after the other, each with the checksum of the one before.

use uuid::Uuid;

use super::envelope::Check;
use super::wire::{Message, Which, Wire};
use crate::log::LogError;

/// Stands for the checksum of a row before the first.
const NONE: &str = "-";

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

impl Row {
    /// Reads a message; `None` if it is no row.
    fn read(message: Message) -> Option<Self> {
        let sealed = message.sealed?;
        let (head, text) = sealed.content.split_once('\n')?;
        let (number, before) = head.split_once(' ')?;
        let (before, text) = (before.to_owned(), text.to_owned());
        Some(Self { number: number.parse().ok()?, before, check: sealed.check, text })
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
    let row =
        Row::read(last).ok_or_else(|| LogError::Damaged(format!("the log of room {room}")))?;
    Ok(Tail { rows: row.number.saturating_add(1), seq, check: row.check })
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
    if let Some(row) = Row::read(last).filter(|row| from > 0 && from >= row.number) {
        let Row { number, check, text, .. } = row;
        rows.extend((from == number).then_some(text));
        return Ok((rows, Tail { rows: number + 1, seq: end, check }));
    }
    while tail.seq < end {
        let number = tail.rows;
        let broken = || damaged(room, number);
        let message = wire.next(Which::Log, &subject, tail.seq).await?.ok_or_else(broken)?;
        let seq = message.seq;
        let row = Row::read(message).ok_or_else(broken)?;
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
