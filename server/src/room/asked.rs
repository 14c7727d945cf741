//! Since when each seat is asked what it is asked now: for those who only look at the room.
//!
//! It follows the match's open questions as everybody may know them: who has still to make a secret
//! choice is no secret, but how far a seat has come in it is. The record keeps it for the seats of
//! people who are away, who may be asked for longer than a server runs.

use engine::Seat;
use protocol::room::{AwaitedSeat, RoomState, SeatKind};
use serde::{Deserialize, Serialize};

use super::Room;
use super::env::{Env, Moment};
use crate::time::millis;

/// The question that a seat is asked, and since when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// The question's number, for the seat itself.
    decision: u64,
    /// The number that everybody may know.
    known: u64,
    /// Since when this process knows of it.
    since: Moment,
    /// The time before, in milliseconds.
    before_ms: u64,
    /// `true` if the record has it, or is about to.
    noted: bool,
}

/// Question that a seat is asked, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedRecord {
    decision: u64,
    /// The number that everybody may know, where it is another one. By it alone a restart knows the
    /// question again: else the time would tell afterwards how far the seat had come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    known: Option<u64>,
    /// Time at which it was put, by the wall clock.
    at_ms: u64,
}

/// A seat that is asked something, for those who look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AskedSeat {
    seat: u8,
    since: Moment,
    before_ms: u64,
}

/// Change of what seats are asked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AskedChange {
    /// `true` if a look shows something else.
    pub(super) shows: bool,
    /// `true` if the record must be stored.
    pub(super) notes: bool,
}

impl Asked {
    /// Returns since when this process knows of the question.
    pub(super) fn since(&self) -> Moment {
        self.since
    }

    /// Returns the question's number.
    pub(super) fn decision(&self) -> u64 {
        self.decision
    }
}

impl AskedRecord {
    /// Returns the question as a process that has just read it knows it.
    pub(super) fn resumed(&self, env: &Env<'_>) -> Asked {
        let Self { decision, at_ms, .. } = *self;
        let before_ms = env.wall_ms.saturating_sub(at_ms);
        Asked { decision, known: self.known(), since: env.now, before_ms, noted: true }
    }

    fn known(&self) -> u64 {
        self.known.unwrap_or(self.decision)
    }
}

impl AskedSeat {
    /// Returns what a look shows of it at a moment.
    pub(crate) fn at(&self, now: Moment) -> AwaitedSeat {
        let Self { seat, since, before_ms } = *self;
        AwaitedSeat { seat, for_ms: before_ms + millis(now.saturating_sub(since)) }
    }
}

impl Room {
    /// Follows the match: whom it asks, and since when; returns what follows from that.
    pub(super) fn follow_asked(&mut self, env: &Env<'_>) -> AskedChange {
        let mut change = AskedChange::default();
        let running = self.record.state == RoomState::Running;
        let play = self.play.as_deref().filter(|_| running);
        if running && play.is_none() {
            // It rests: nobody is asked anything else meanwhile.
            return change;
        }
        let seats = self.seats.iter_mut().zip(&mut self.record.seats);
        for (number, (state, kept)) in (0..).zip(seats) {
            let decision = play.and_then(|play| play.game.decision(Seat(number)));
            let known = play.and_then(|play| play.game.known_decision(Seat(number)));
            if state.asked.map(|asked| asked.known) != known {
                let before = kept.asked.filter(|asked| Some(asked.known()) == known);
                let new = |decision| AskedRecord { decision, known: None, at_ms: env.wall_ms };
                kept.asked = before.or(known.map(new));
                let noted = before.is_some();
                state.asked = kept.asked.map(|asked| Asked { noted, ..asked.resumed(env) });
                change.shows = true;
            }
            if let (Some(asked), Some(record), Some(decision)) =
                (&mut state.asked, &mut kept.asked, decision)
                && asked.decision != decision
            {
                // Not noted for that alone: a write in which the room stands still would tell whoever waits for it
                // that the seat has gone on behind the veil.
                asked.decision = decision;
                (record.decision, record.known) = (decision, Some(asked.known));
            }
            let away = kept.kind == SeatKind::Person && state.connection.is_none();
            if let Some(asked) = state.asked.as_mut().filter(|asked| away && !asked.noted) {
                asked.noted = true;
                change.notes = true;
            }
        }
        change
    }

    /// Returns the seats that are asked something.
    pub(super) fn asked(&self) -> Box<[AskedSeat]> {
        let seat = |(seat, asked): (u8, Option<Asked>)| {
            asked.map(|Asked { since, before_ms, .. }| AskedSeat { seat, since, before_ms })
        };
        (0..).zip(self.seats.iter().map(|seat| seat.asked)).filter_map(seat).collect()
    }
}
