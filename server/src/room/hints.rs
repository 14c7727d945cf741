//! Hints: what a mind would do, for a person who asks, from that seat's own guesses. And previews: what a
//! command would change.
//!
//! The room says whether the seat may have one, counts it for everybody to see, and hands out guesses;
//! whoever runs the room has them thought about and brings the advice back. A hint never waits for a
//! decision and changes none.

use engine::Seat;
use engine::think::Guesses;
use protocol::hint::{AdviceReason, Hint, Preview};
use protocol::room::{Hints, SeatKind};
use protocol::{Code, ServerMessage};
use serde_json::Value;
use uuid::Uuid;

use super::Room;
use super::acts::answer_message;
use super::advised::{Advised, HintWanted};
use super::effect::{RoomEffect, RoomOutputs, RoomStep};
use super::env::Env;
use super::message::ConnectionId;
use super::play::guarded;
use super::refusal::Refusal;

impl Room {
    /// Has a hint worked out for a seat, one at a time.
    pub(super) fn hint(
        &self,
        env: &Env<'_>,
        from: ConnectionId,
        Seat(seat): Seat,
        (id, decision): (Uuid, u64),
    ) -> RoomStep {
        if self.seats[usize::from(seat)].hint == Some(id) {
            // It has its one answer yet to come.
            return RoomStep::nothing();
        }
        if let Err(refusal) = self.may_have_hint(seat, decision) {
            return RoomStep::memory(move |_, _, out| out.refuse_hint(from, id, refusal));
        }
        let mut draft = self.draft(env);
        draft.seats[usize::from(seat)].hints += 1;
        // Counted durably before it is given: no restart hides that it was used.
        RoomStep::record_or_else(self, draft, move |room, env, out, stored| {
            let imagined = stored.map_err(Refusal::from).and_then(|()| room.imagined(seat));
            match imagined {
                Ok(guesses) => {
                    room.seats[usize::from(seat)].hint = Some(id);
                    room.show_room(env, out, None);
                    out.push(RoomEffect::Acted(Ok(())));
                    let wanted = HintWanted { seat, id, decision, guesses };
                    out.push(RoomEffect::Advise(Box::new(wanted)));
                }
                Err(refusal) => out.refuse_hint(from, id, refusal),
            }
        })
    }

    /// Tells a seat what a command would change, at once: nothing is thought about, and nobody else hears
    /// of it.
    pub(super) fn preview(
        &self,
        from: ConnectionId,
        Seat(seat): Seat,
        (id, decision): (Uuid, u64),
        command: &Value,
    ) -> RoomStep {
        let reasons = self.previewed(seat, decision, command);
        RoomStep::memory(move |_, _, out| match reasons {
            Ok(reasons) => {
                out.push(RoomEffect::Acted(Ok(())));
                out.send(from, &ServerMessage::Preview(Preview { id, decision, reasons }));
            }
            Err(refusal) => out.refuse_hint(from, id, refusal),
        })
    }

    fn previewed(
        &self,
        seat: u8,
        decision: u64,
        command: &Value,
    ) -> Result<Vec<AdviceReason>, Refusal> {
        self.may_think_about(seat, decision)?;
        let guesses = self.imagined(seat)?;
        let reasons = guarded(|| mind::preview(&guesses, command));
        let reasons = reasons.map_err(|_| Refusal::panicked())?;
        Ok(reasons.ok_or_else(Refusal::no_mind)??)
    }

    /// Checks whether a seat may have a hint about a decision now.
    fn may_have_hint(&self, seat: u8, decision: u64) -> Result<(), Refusal> {
        let off = |detail| Err(Refusal::new(Code::HintsOff, detail));
        match self.record.hints {
            Hints::Off => return off("this room gives no hints"),
            Hints::Alone if self.others_play(seat) => {
                return off(
                    "another person plays, and this room was not opened with hints for all",
                );
            }
            Hints::Alone | Hints::All => {}
        }
        self.may_think_about(seat, decision)?;
        if self.seats[usize::from(seat)].hint.is_some() {
            return Err(Refusal::busy());
        }
        Ok(())
    }

    /// Checks whether a decision is open for a seat, in a game that a mind knows.
    fn may_think_about(&self, seat: u8, decision: u64) -> Result<(), Refusal> {
        let play = self.underway()?;
        if !mind::knows(&self.record.game) {
            return Err(Refusal::no_mind());
        }
        let seat = Seat(seat);
        if play.game.decision(seat) != Some(decision) {
            return Err(play.game.stale(seat, Some(decision)).into());
        }
        Ok(())
    }

    /// Checks whether any other person holds a seat.
    fn others_play(&self, seat: u8) -> bool {
        let people = (0..).zip(&self.record.seats);
        let mut others = people.filter(|(number, _)| *number != seat);
        others.any(|(_, one)| one.kind == SeatKind::Person && one.name.is_some())
    }

    /// Imagines the match for a person's seat.
    fn imagined(&self, seat: u8) -> Result<Guesses, Refusal> {
        let play = self.underway()?;
        guarded(|| play.game.guesses(Seat(seat))).map_err(|_| Refusal::panicked())
    }

    /// Gives a seat its advice, wherever it is connected by now.
    pub(super) fn advised(&mut self, out: &mut RoomOutputs, advised: Advised) {
        let Advised { seat, id, decision, advice } = advised;
        let state = &mut self.seats[usize::from(seat)];
        // A room that was read again meanwhile waits for nothing.
        if state.hint.take_if(|pending| *pending == id).is_none() {
            return;
        }
        let Some(connection) = state.connection else { return };
        match advice {
            Ok(advice) => out.send(connection, &ServerMessage::Hint(Hint { id, decision, advice })),
            Err(refusal) => out.refuse_hint(connection, id, refusal),
        }
    }
}

impl RoomOutputs {
    fn refuse_hint(&mut self, to: ConnectionId, id: Uuid, refusal: Refusal) {
        self.push(RoomEffect::Acted(Err(refusal.open_code())));
        self.send(to, &answer_message(id, Err(refusal)));
    }
}
