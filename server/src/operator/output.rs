//! Output about stored rooms: a table or JSON, and never what is hidden in a match.

use std::io::{self, Write};

use protocol::Open;
use protocol::room::{RoomState, SeatKind, Unproven};
use serde::Serialize;

use crate::log::{StoredRoom, Weight};
use crate::metrics::state_name;
use crate::rooms::{Export, Facts};
use crate::time::{DAY_MS, HOUR_MS, MINUTE_MS, wall_ms};

/// A room in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoomSummary {
    /// Its code.
    pub code: String,
    /// Its game; `None` if the record cannot be read.
    pub game: Option<String>,
    /// Its state; `None` if the record cannot be read.
    pub state: Option<RoomState>,
    /// The seats that are taken.
    pub taken: usize,
    /// All its seats.
    pub seats: usize,
    /// Time of the last activity in it, in milliseconds since 1970 and roughly; 0 if unknown.
    pub active_ms: u64,
    /// The rows of its match log, the header included.
    pub rows: u64,
    /// Its record and its match log, in bytes.
    pub bytes: u64,
    /// Reason why the record cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreadable: Option<String>,
}

impl RoomSummary {
    /// Of a stored room and what its match log takes.
    pub fn of(room: &StoredRoom, weight: Option<Weight>) -> Self {
        let Weight { rows, bytes } = weight.unwrap_or_default();
        let line = Self {
            code: room.code.clone(),
            rows,
            bytes: bytes + room.record.len() as u64,
            ..Self::default()
        };
        match Facts::of(room) {
            Ok(Facts { room, active_ms, .. }) => Self {
                taken: room.seats.iter().filter(|seat| seat.name.is_some()).count(),
                seats: room.seats.len(),
                game: Some(room.game),
                state: Some(room.state),
                active_ms,
                ..line
            },
            Err(reason) => Self { unreadable: Some(reason), ..line },
        }
    }
}

/// Prints the list.
pub(super) fn list(lines: &[RoomSummary], json: bool, out: &mut impl Write) -> io::Result<()> {
    if json {
        return lines.iter().try_for_each(|line| object(line, out));
    }
    let now = wall_ms();
    writeln!(out, "{}", row(["CODE", "GAME", "STATE", "SEATS", "LAST ACTIVITY", "SIZE"]))?;
    for line in lines {
        let seats = format!("{}/{}", line.taken, line.seats);
        let active = ago(now, line.active_ms);
        let size = size(line.bytes);
        let game = line.game.as_deref().unwrap_or("?");
        let state = line.state.map_or("unreadable", |state| state_name(Some(state)));
        writeln!(out, "{}", row([&line.code, game, state, &seats, &active, &size]))?;
    }
    Ok(())
}

fn row([code, game, state, seats, active, size]: [&str; 6]) -> String {
    format!("{code:<7} {game:<17} {state:<10} {seats:<5}  {active:<14} {size}")
}

/// A room by itself.
#[derive(Clone, Debug, Serialize)]
pub struct RoomDetails {
    #[serde(flatten)]
    pub(super) facts: Facts,
    pub(super) rows: u64,
    pub(super) bytes: u64,
}

impl RoomDetails {
    /// Prints it.
    pub fn print(&self, json: bool, out: &mut impl Write) -> io::Result<()> {
        if json {
            return object(self, out);
        }
        let Self { facts: Facts { room, created_ms, active_ms, outcome }, rows, bytes } = self;
        let now = wall_ms();
        let mut fact = |key: &str, value: &str| writeln!(out, "{key:<14} {value}");
        fact("code", &room.code)?;
        fact("id", &room.id.to_string())?;
        fact("rules", &room.fairness.rules)?;
        fact("options", &text(&room.options))?;
        fact("state", state_name(Some(room.state)))?;
        for seat in &room.seats {
            let name = seat.name.as_deref().map_or("free".to_owned(), |name| format!("{name:?}"));
            let kind = match seat.kind.known() {
                Some(SeatKind::Bot) => ", a bot",
                Some(SeatKind::Program) => ", a program",
                Some(SeatKind::Person) | None => "",
            };
            let ready = if seat.ready { ", ready" } else { "" };
            fact(&format!("seat {}", seat.seat), &format!("{name}{kind}{ready}"))?;
        }
        if let Some(outcome) = outcome {
            let (won, scores) = (text(&outcome.winners), text(&outcome.scores));
            let end = format!("{}, won by seats {won}, scores {scores}", outcome.reason);
            fact("outcome", &end)?;
        }
        fact("listed", if room.listed { "yes" } else { "no" })?;
        fact("created", &ago(now, *created_ms))?;
        fact("last activity", &ago(now, *active_ms))?;
        fact("match log", &format!("{rows} rows"))?;
        fact("size", &size(*bytes))?;
        fact("data", &room.fairness.data)?;
        match &room.unproven {
            Some(Open::Known(Unproven::Practice { from, seq })) => {
                let why = format!("not provably dealt: practice from entry {seq} of {from}");
                fact("deal", &why)?;
            }
            Some(Open::Known(Unproven::Dev { seed })) => {
                fact(
                    "deal",
                    &format!("not provably dealt: the seed {seed} of a server for authors"),
                )?;
            }
            Some(Open::Known(Unproven::Lesson { lesson })) => {
                fact("deal", &format!("not provably dealt: the lesson {lesson}"))?;
            }
            Some(Open::Unknown(_)) => fact("deal", "not provably dealt")?,
            None => fact("commitment", &room.fairness.commitment)?,
        }
        match &room.rematch {
            Some(code) => fact("rematch", code),
            None => Ok(()),
        }
    }
}

/// Prints what was moved, so that both ends can be compared.
pub(super) fn moved(export: &Export, out: &mut impl Write) -> io::Result<()> {
    let room = &export.whole.room;
    let head = export.head.as_deref().unwrap_or("none, no match has begun");
    writeln!(out, "room {}, {} rows, head {head}", room.code, export.whole.rows.len())
}

fn object(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", text(value))
}

fn text(value: &impl Serialize) -> String {
    // Plain structs with string keys, for which serialisation cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}

/// Returns the time since `then`, in words.
pub(super) fn since(then: u64) -> String {
    ago(wall_ms(), then)
}

fn ago(now: u64, then: u64) -> String {
    let ms = now.saturating_sub(then);
    match ms {
        _ if then == 0 => "?".to_owned(),
        0..MINUTE_MS => "now".to_owned(),
        MINUTE_MS..HOUR_MS => format!("{} min ago", ms / MINUTE_MS),
        HOUR_MS..DAY_MS => format!("{} h ago", ms / HOUR_MS),
        DAY_MS.. => format!("{} d ago", ms / DAY_MS),
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        0..10_240 => format!("{bytes} B"),
        10_240..10_485_760 => format!("{} KiB", bytes / 1_024),
        10_485_760.. => format!("{} MiB", bytes / 1_048_576),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_read_naturally() {
        let now = 400 * DAY_MS;
        for (then, said) in [
            (0, "?"),
            (now + 5, "now"),
            (now - 59_999, "now"),
            (now - 3 * MINUTE_MS, "3 min ago"),
            (now - 23 * HOUR_MS, "23 h ago"),
            (now - 90 * DAY_MS, "90 d ago"),
        ] {
            assert_eq!(ago(now, then), said);
        }
        let sizes = [0, 10_239, 10_240, 10_485_760].map(size);
        assert_eq!(sizes, ["0 B", "10239 B", "10 KiB", "10 MiB"]);
    }

    #[test]
    fn a_record_that_cannot_be_read_is_listed_as_such() {
        let room = StoredRoom {
            id: uuid::Uuid::nil(),
            code: "K7P2XR".to_owned(),
            revision: 1,
            record: "{}".to_owned(),
        };
        let line = RoomSummary::of(&room, None);
        assert!(line.unreadable.is_some());
        let mut out = Vec::new();
        list(&[line], false, &mut out).unwrap();
        let said = String::from_utf8(out).unwrap();
        assert!(said.contains("K7P2XR  ?                 unreadable 0/0    ?"), "{said}");
    }
}
