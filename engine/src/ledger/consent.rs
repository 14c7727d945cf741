//! Who may take what back, and who must agree; and the same for stopping the clock.
//!
//! Free is what taught nobody anything: the newest moves of one seat, by none of which the knowledge
//! epoch rose. Everything else needs the agreement of all other seats. A secret simultaneous choice
//! is never opened again, and nothing goes back beyond one. This knows no game and no room: a room
//! asks the seats, and the entry says who agreed.

use protocol::{Code, Rejection, TakeBack, UndoPolicy};
use serde_json::json;

use super::line::{Line, Step, UNDO_REACH};
use super::{Input, Match};
use crate::game::{Audience, MatchMillis, Seat};
use crate::table::{Table, WireEvent, raw};

/// Whether match time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// It runs.
    No,
    /// The server has stopped it.
    Server,
    /// All seats agreed to stop it.
    Agreed,
}

/// How often a seat may take back in one match: without an end to it, a log could grow for ever.
pub const UNDOS_A_SEAT: u32 = 500;

/// How often a seat may have the clock stopped in one match, for the same reason. Whoever ends such a
/// pause makes the only other entry that it costs.
pub const PAUSES_A_SEAT: u32 = 50;

/// The rule that refusals of an undo name.
const UNDO_RULE: &str = "Undo";
/// The rule that refusals of a pause name.
const PAUSE_RULE: &str = "Pause";

/// An undo that is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undoing {
    /// The entry that the match would stand at again.
    pub to: u64,
    /// How many moves would be taken back.
    pub moves: u32,
    /// The seats that must agree; none if it is free.
    pub needs: Vec<u8>,
    kept: usize,
}

impl Match {
    /// What this seat may take back: its newest move, and what came after.
    pub fn undoable(&self, seat: Seat) -> Option<TakeBack> {
        let steps = self.line.steps();
        let newest = steps.iter().rposition(|step| step.seat == seat)?;
        let undoing = self.undoing(seat, self.line.seq(newest)).ok()?;
        Some(TakeBack { to: undoing.to, free: undoing.needs.is_empty() })
    }

    /// What it takes that this seat goes back to `to`: an entry that stands, or the newest undo
    /// that led back to it.
    pub fn undoing(&self, seat: Seat, to: u64) -> Result<Undoing, Rejection> {
        let no = |why: &str| Err(Rejection::illegal(why, UNDO_RULE));
        if self.undo == UndoPolicy::Off {
            return no("nothing is taken back in this match");
        }
        if self.next_deadline().is_some() {
            return no("nothing is taken back while a clock runs");
        }
        if self.veiled() {
            return no("nothing is taken back while a secret choice is open");
        }
        if self.undos.get(seat.index()).is_none_or(|undos| *undos >= UNDOS_A_SEAT) {
            return no("this seat has taken back too often");
        }
        let steps = self.line.steps();
        if to > self.seq() {
            return no("there is no such entry yet");
        }
        let Some(kept) = self.line.place(to) else {
            let first = self.line.seq(0);
            return Err(Rejection::illegal(
                format!(
                    "the match can go back to entry {first} at most: not beyond a secret choice, \
                     not by more than {UNDO_REACH} moves, and not to what was taken back itself"
                ),
                UNDO_RULE,
            ));
        };
        if kept == steps.len() {
            return no("nothing has been done since");
        }
        let own = |step: &Step| step.free && step.seat == seat;
        let free = self.undo == UndoPolicy::Free && steps.range(kept..).all(own);
        let needs = if free { Vec::new() } else { self.others(seat) };
        let moves = u32::try_from(steps.len() - kept).unwrap_or(u32::MAX);
        Ok(Undoing { to: self.line.seq(kept), moves, needs, kept })
    }

    /// Carries an undo out on a copy.
    pub(super) fn take_back(
        &self,
        seat: Seat,
        to: u64,
        agreed: &[u8],
    ) -> Result<(Box<dyn Table>, Change, WireEvent), Rejection> {
        let undoing = self.undoing(seat, to)?;
        if undoing.needs != agreed {
            let detail = "that needs the agreement of all other seats, if it is not free";
            return Err(Rejection::illegal(detail, UNDO_RULE));
        }
        let table = self.line.table(undoing.kept)?;
        let event = undone(self.seq() + 1, seat, &undoing);
        let change = Change::Back { by: seat, kept: undoing.kept, free: agreed.is_empty() };
        Ok((table, change, event))
    }

    /// Keeps account of what may be taken back; `before` is the table that entry `seq` was made on.
    pub(super) fn draw_line(&mut self, change: Change, seq: u64, before: Box<dyn Table>) {
        match change {
            Change::Step(step) => {
                self.line.push(step, before);
            }
            Change::Back { by, kept, free } => {
                self.line.back(kept, seq, free);
                self.undos.iter_mut().skip(by.index()).take(1).for_each(|undos| *undos += 1);
            }
            Change::End => self.line = Line::new(seq),
        }
    }

    /// Refuses what a match would take without end beside moves: its log is bounded by them. Not for
    /// entries that are stored, which stand whatever the bounds are today.
    pub(super) fn within_bounds(&self, input: &Input) -> Result<(), Rejection> {
        match input {
            Input::Pause { seat: Some(seat), .. } => self.may_pause(Seat(*seat)),
            Input::Resign { seat, .. } if self.resigned.contains(Seat(*seat)) => {
                Err(Rejection::illegal("this seat has given up already", "Resign"))
            }
            // Each of these ends the match or a pause, or has its bound where it is carried out.
            Input::Resign { .. }
            | Input::Command { .. }
            | Input::Deadline {}
            | Input::Claim { .. }
            | Input::Abandon {}
            | Input::Pause { seat: None, .. }
            | Input::Resume { .. }
            | Input::Undo { .. } => Ok(()),
        }
    }

    fn may_pause(&self, seat: Seat) -> Result<(), Rejection> {
        if self.pauses.get(seat.index()).is_some_and(|pauses| *pauses >= PAUSES_A_SEAT) {
            return Err(Rejection::illegal(
                "this seat has stopped the clock too often",
                PAUSE_RULE,
            ));
        }
        Ok(())
    }

    /// Keeps account of what is bounded.
    pub(super) fn count(&mut self, input: &Input) {
        match input {
            Input::Pause { seat: Some(seat), .. } => {
                self.pauses.iter_mut().skip(usize::from(*seat)).take(1).for_each(|n| *n += 1);
            }
            Input::Resign { seat, .. } => self.resigned = self.resigned.with(Seat(*seat)),
            Input::Command { .. }
            | Input::Deadline {}
            | Input::Claim { .. }
            | Input::Abandon {}
            | Input::Pause { seat: None, .. }
            | Input::Resume { .. }
            | Input::Undo { .. } => {}
        }
    }

    /// Who must agree that this seat stops the clock.
    pub fn pausing(&self, seat: Seat) -> Result<Vec<u8>, Rejection> {
        let needs = self.pause_needs(seat)?;
        self.may_pause(seat)?;
        Ok(needs)
    }

    fn pause_needs(&self, seat: Seat) -> Result<Vec<u8>, Rejection> {
        if self.next_deadline().is_none() {
            return Err(Rejection::illegal("this match has no clock", PAUSE_RULE));
        }
        if self.paused() {
            return Err(Rejection::illegal("match time stands still already", PAUSE_RULE));
        }
        Ok(self.others(seat))
    }

    /// Whether match time goes on if a seat, or the server, wants it to.
    fn going_on(&self, by_seat: bool) -> Result<(), Rejection> {
        match (self.pause, by_seat) {
            (Pause::No, true) => Err(Rejection::illegal("match time runs", PAUSE_RULE)),
            (Pause::Server, true) => {
                let why = "match time goes on by itself once everyone is back";
                Err(Rejection::illegal(why, PAUSE_RULE))
            }
            (Pause::Agreed, false) => {
                let why = "all seats agreed to this pause, so a seat must end it";
                Err(Rejection::illegal(why, PAUSE_RULE))
            }
            (Pause::No | Pause::Server, false) | (Pause::Agreed, true) => Ok(()),
        }
    }

    /// What an entry makes of the clock.
    pub(super) fn clock_after(&self, input: &Input) -> Result<Pause, Rejection> {
        match input {
            Input::Pause { seat: None, id: None, agreed } if agreed.is_empty() => {
                // What all agreed to stays so over a restart.
                Ok(if self.pause == Pause::No { Pause::Server } else { self.pause })
            }
            Input::Pause { seat: Some(seat), id: Some(_), agreed } => {
                let needs = self.pause_needs(Seat(*seat))?;
                if needs == *agreed {
                    Ok(Pause::Agreed)
                } else {
                    Err(Rejection::illegal("that needs the agreement of all seats", PAUSE_RULE))
                }
            }
            Input::Resume { seat, id } if seat.is_some() == id.is_some() => {
                self.going_on(seat.is_some())?;
                Ok(Pause::No)
            }
            Input::Pause { .. } | Input::Resume { .. } => {
                Err(Rejection::new(Code::Malformed, "`seat` and `id` belong together"))
            }
            Input::Command { .. }
            | Input::Deadline {}
            | Input::Resign { .. }
            | Input::Claim { .. }
            | Input::Abandon {}
            | Input::Undo { .. } => Ok(self.pause),
        }
    }

    /// The other seats.
    fn others(&self, seat: Seat) -> Vec<u8> {
        (0..).take(self.asked.len()).filter(|other| *other != seat.0).collect()
    }

    /// What an accepted command does to the line of what may be taken back.
    pub(super) fn change_by(
        &self,
        seq: u64,
        at: MatchMillis,
        input: &Input,
        after: &dyn Table,
    ) -> Change {
        match input {
            // What is locked stays locked.
            Input::Command { seat, command, .. }
                if self.undo != UndoPolicy::Off && !self.veiled() =>
            {
                let free = self.table.epoch() == after.epoch();
                Change::Step(Step::new(seq, at, Seat(*seat), command.clone(), free))
            }
            Input::Command { .. }
            | Input::Deadline {}
            | Input::Resign { .. }
            | Input::Claim { .. }
            | Input::Abandon {}
            | Input::Pause { .. }
            | Input::Resume { .. }
            | Input::Undo { .. } => Change::End,
        }
    }
}

/// What an entry does to the line of what may be taken back.
pub(super) enum Change {
    /// It can be taken back.
    Step(Step),
    /// It took back: so many steps stand again.
    Back {
        /// Who took back.
        by: Seat,
        /// How many.
        kept: usize,
        /// Whether it needed nobody's consent.
        free: bool,
    },
    /// It cannot be taken back, and nothing before it.
    End,
}

/// Tells everyone, in words that hide nothing because nothing on the line is hidden: its entries
/// were made in the open.
fn undone(seq: u64, seat: Seat, undoing: &Undoing) -> WireEvent {
    let Undoing { to, moves, needs, .. } = undoing;
    let Seat(seat) = seat;
    let last = if *moves == 1 { "the last move".to_owned() } else { format!("{moves} moves") };
    let text = if needs.is_empty() {
        format!("Seat {seat} takes back {last}: all is as it was after entry {to}")
    } else {
        format!(
            "Seat {seat} takes back {last}, as all agreed: all is as it was after entry {to}, \
             and what is rolled or drawn will be the same again"
        )
    };
    let told = json!({
        "seq": seq, "type": "undone", "text": text, "rule": UNDO_RULE,
        "seat": seat, "to": to, "moves": moves, "agreed": needs,
    });
    WireEvent { seq, audience: Audience::All, json: raw(&told) }
}
