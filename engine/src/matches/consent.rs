//! The rules of undoing: what a seat may undo and whose consent it needs; likewise for stopping the
//! clock.
//!
//! Free are moves that taught nobody anything: the newest moves of one seat, during which the
//! knowledge epoch did not rise. Everything else needs the consent of all other seats. A secret
//! simultaneous choice is never reopened, and no undo reaches back beyond one. This knows no game
//! and no room: a room asks the seats, and the entry names those that agreed.

use protocol::{Code, Rejection, TakeBack, UndoPolicy};
use serde_json::json;
use uuid::Uuid;

use super::timeline::{Timeline, TimelineStep, UNDO_REACH};
use super::{Input, Match};
use crate::game::{Audience, MatchMillis, Seat};
use crate::json::Json;
use crate::table::{Table, WireEvent};

/// The state of match time: running, or paused by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// It runs.
    No,
    /// The server has stopped it.
    Server,
    /// All seats agreed to stop it.
    Agreed,
}

/// The one that has match time resume.
#[derive(Clone, Copy, Debug)]
enum Resumer {
    Seat,
    Server,
}

/// Number of undos allowed per seat and match: without a limit a log could grow forever.
pub const UNDOS_A_SEAT: u32 = 500;

/// Number of pauses that a seat may ask for in one match, for the same reason. Ending such a pause
/// makes the only other entry that it costs.
pub const PAUSES_A_SEAT: u32 = 50;

/// Number of commands that a seat may give in one match. Where a clock runs the rules allow offers and their
/// withdrawal as often as somebody likes, and a log is stored, replayed and checked as a whole: ten times
/// what the longest match takes.
pub const COMMANDS_A_SEAT: u32 = 10_000;

/// The rule cited when an undo is refused.
const UNDO_RULE: &str = "Undo";
/// The rule cited when a pause is refused.
const PAUSE_RULE: &str = "Pause";

/// An undo that is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undoing {
    /// The entry that the match would return to.
    pub to: u64,
    /// Number of moves that would be undone.
    pub moves: u32,
    /// The seats that must agree; none if it is free.
    pub needs: Vec<u8>,
    kept: usize,
}

impl Match {
    /// Returns the undo that is open to this seat: its newest move, and everything after it.
    pub fn undoable(&self, seat: Seat) -> Option<TakeBack> {
        if self.rehearsed {
            return None;
        }
        let steps = self.timeline.steps();
        let newest = steps.iter().rposition(|step| step.seat == seat)?;
        let undoing = self.undoing(seat, self.timeline.seq(newest)).ok()?;
        Some(TakeBack { to: undoing.to, free: undoing.needs.is_empty() })
    }

    /// Checks whether this seat may go back to `to`, an entry in force or the newest undo that led
    /// back to it; returns the consent that it takes.
    pub fn undoing(&self, seat: Seat, to: u64) -> Result<Undoing, Rejection> {
        let no = |why: &str| Err(Rejection::illegal(why, UNDO_RULE));
        if self.undo == UndoPolicy::Off && !self.rehearsed {
            return no("undo is switched off in this match");
        }
        if self.next_deadline().is_some() {
            return no("nothing can be undone while a clock runs");
        }
        if self.veiled() && !self.rehearsed {
            return no("nothing can be undone while a secret choice is open");
        }
        if self.undos.get(seat.index()).is_none_or(|undos| *undos >= UNDOS_A_SEAT) {
            return no("this seat has undone too many moves");
        }
        let steps = self.timeline.steps();
        if to > self.seq() {
            return no("there is no such entry yet");
        }
        let Some(kept) = self.timeline.steps_at(to) else {
            let first = self.timeline.seq(0);
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
        let own = |step: &TimelineStep| step.free && step.seat == seat;
        let free = !self.rehearsed && self.undo == UndoPolicy::Free && steps.range(kept..).all(own);
        let needs = if free { Vec::new() } else { self.others(seat) };
        let moves = u32::try_from(steps.len() - kept).unwrap_or(u32::MAX);
        Ok(Undoing { to: self.timeline.seq(kept), moves, needs, kept })
    }

    /// Returns the number of commands in force since the match began, of a match in which everything that
    /// is at most [`UNDO_REACH`] commands ago can be gone back to.
    pub fn commands_in_force(&self) -> usize {
        self.timeline.settled() + self.timeline.steps().len()
    }

    /// Returns the undo by which `seat` goes back to the state with this many commands in force, with
    /// everybody's consent; not by more than [`UNDO_REACH`] of them.
    pub fn rewind(&self, seat: Seat, id: Uuid, commands: usize) -> Input {
        let agreed = self.others(seat);
        let kept = commands.saturating_sub(self.timeline.settled());
        Input::Undo { seat: seat.0, id, to: self.timeline.seq(kept), agreed }
    }

    /// Carries out an undo on a copy.
    pub(super) fn take_back(
        &self,
        seat: Seat,
        to: u64,
        agreed: &[u8],
    ) -> Result<(Box<dyn Table>, TimelineChange, WireEvent), Rejection> {
        let undoing = self.undoing(seat, to)?;
        if undoing.needs != agreed {
            let detail = "this needs the agreement of all other seats unless it is free";
            return Err(Rejection::illegal(detail, UNDO_RULE));
        }
        let table = self.timeline.table(undoing.kept)?;
        let event = undone(self.seq() + 1, seat, &undoing);
        let change = TimelineChange::Back { by: seat, kept: undoing.kept, free: agreed.is_empty() };
        Ok((table, change, event))
    }

    /// Updates the record of undoable moves; `before` is the table that entry `seq` was made on.
    pub(super) fn update_timeline(
        &mut self,
        change: TimelineChange,
        seq: u64,
        before: Box<dyn Table>,
    ) {
        match change {
            TimelineChange::Step(step) => {
                self.timeline.push(step, before);
            }
            TimelineChange::Back { by, kept, free } => {
                self.timeline.back(kept, seq, free);
                self.undos.iter_mut().skip(by.index()).take(1).for_each(|undos| *undos += 1);
            }
            TimelineChange::End => self.timeline = Timeline::new(seq),
        }
    }

    /// Refuses inputs other than moves that a match would accept without end, so that the moves
    /// bound its log. Not for stored entries, which are valid whatever the limits are today.
    pub(super) fn within_bounds(&self, input: &Input) -> Result<(), Rejection> {
        if let Input::Pause { seat: Some(seat), .. } = input {
            self.may_pause(Seat(*seat))?;
        }
        if let Input::Command { seat, .. } = input
            && self.commands.get(usize::from(*seat)).is_some_and(|n| *n >= COMMANDS_A_SEAT)
        {
            let detail = "this seat has given as many commands as a match may hold";
            return Err(Rejection::new(Code::Illegal, detail));
        }
        if let Input::Resign { seat, .. }
        | Input::Claim { seat, .. }
        | Input::Pause { seat: Some(seat), .. }
        | Input::Resume { seat: Some(seat), .. } = input
        {
            self.still_plays(Seat(*seat))?;
        }
        // Any other one ends the match or a pause, or is limited where it is carried out.
        Ok(())
    }

    /// Refuses whoever has resigned: what becomes of the match is the affair of those who play on.
    pub fn still_plays(&self, seat: Seat) -> Result<(), Rejection> {
        let gone = || Rejection::illegal("this seat has resigned", "Resign");
        if self.plays(seat) { Ok(()) } else { Err(gone()) }
    }

    fn may_pause(&self, seat: Seat) -> Result<(), Rejection> {
        if self.pauses.get(seat.index()).is_some_and(|pauses| *pauses >= PAUSES_A_SEAT) {
            return Err(Rejection::illegal(
                "this seat has stopped the clock too many times",
                PAUSE_RULE,
            ));
        }
        Ok(())
    }

    /// Counts the inputs that are limited.
    pub(super) fn count(&mut self, input: &Input) {
        let one_more = |counts: &mut Vec<u32>, seat: u8| {
            counts.iter_mut().skip(usize::from(seat)).take(1).for_each(|n| *n += 1);
        };
        if let Input::Pause { seat: Some(seat), .. } = input {
            one_more(&mut self.pauses, *seat);
        } else if let Input::Command { seat, .. } = input {
            one_more(&mut self.commands, *seat);
        } else if let Input::Resign { seat, .. } = input {
            self.resigned = self.resigned.with(Seat(*seat));
        }
    }

    /// Returns the seats that must agree before this seat stops the clock.
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

    /// Checks whether a seat, or the server, may resume match time.
    fn check_resume(&self, by: Resumer) -> Result<(), Rejection> {
        match (self.pause, by) {
            (Pause::No, Resumer::Seat) => Err(Rejection::illegal("match time runs", PAUSE_RULE)),
            (Pause::Server, Resumer::Seat) => {
                let why = "match time resumes by itself once everyone is back";
                Err(Rejection::illegal(why, PAUSE_RULE))
            }
            (Pause::Agreed, Resumer::Server) => {
                let why = "all seats agreed to this pause, so a seat must end it";
                Err(Rejection::illegal(why, PAUSE_RULE))
            }
            (Pause::No | Pause::Server, Resumer::Server) | (Pause::Agreed, Resumer::Seat) => Ok(()),
        }
    }

    /// Returns the state of the clock after an entry.
    pub(super) fn clock_after(&self, input: &Input) -> Result<Pause, Rejection> {
        match input {
            Input::Pause { seat: None, id: None, agreed } if agreed.is_empty() => {
                // An agreed pause outlasts a restart of the server.
                Ok(if self.pause == Pause::No { Pause::Server } else { self.pause })
            }
            Input::Pause { seat: Some(seat), id: Some(_), agreed } => {
                let seat = Seat(*seat);
                let needs = self.pause_needs(seat)?;
                // A seat may have resigned since it agreed.
                let able = |one: &u8| *one != seat.0 && usize::from(*one) < self.asked.len();
                let enough = needs.iter().all(|one| agreed.contains(one));
                if enough && agreed.iter().all(able) && agreed.is_sorted() {
                    Ok(Pause::Agreed)
                } else {
                    Err(Rejection::illegal("this needs the agreement of all seats", PAUSE_RULE))
                }
            }
            Input::Resume { seat, id } if seat.is_some() == id.is_some() => {
                self.check_resume(if seat.is_some() { Resumer::Seat } else { Resumer::Server })?;
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

    /// Checks whether a seat still plays: whoever has resigned is asked for nothing.
    pub fn plays(&self, seat: Seat) -> bool {
        !self.resigned.contains(seat)
    }

    /// Returns the other seats that still play.
    fn others(&self, seat: Seat) -> Vec<u8> {
        let other = |one: &u8| *one != seat.0 && self.plays(Seat(*one));
        (0..).take(self.asked.len()).filter(other).collect()
    }

    /// Returns the effect of an accepted input on the timeline of undoable moves.
    pub(super) fn change_by(
        &self,
        seq: u64,
        at: MatchMillis,
        input: &Input,
        after: &dyn Table,
    ) -> TimelineChange {
        // A locked choice stays locked.
        if let Input::Command { seat, command, .. } = input
            && (self.rehearsed || (self.undo != UndoPolicy::Off && !self.veiled()))
        {
            let free = self.table.epoch() == after.epoch();
            let command = Json::of(command);
            TimelineChange::Step(TimelineStep::new(seq, at, Seat(*seat), command, free))
        } else {
            TimelineChange::End
        }
    }
}

/// Effect of an entry on the timeline of undoable moves.
pub(super) enum TimelineChange {
    /// The entry can be undone.
    Step(TimelineStep),
    /// The entry is an undo that keeps a number of steps.
    Back {
        /// The seat that undid its moves.
        by: Seat,
        /// Number of steps kept.
        kept: usize,
        /// `true` if it needed nobody's consent.
        free: bool,
    },
    /// Neither the entry nor anything before it can be undone.
    End,
}

/// Builds the event of an undo, for everyone: nothing on the timeline is hidden, its entries were
/// made in the open.
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
    let event = json!({
        "seq": seq, "type": "undone", "text": text, "rule": UNDO_RULE,
        "seat": seat, "to": to, "moves": moves, "agreed": needs,
    });
    WireEvent { seq, audience: Audience::All, json: Json::of(&event) }
}
