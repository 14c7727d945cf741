//! The entries that may still be undone, and the table as it was before any of them.
//!
//! Only one table is kept, the one before the first of these entries, with the command of each
//! entry: a past state is made by repeating the commands on a copy. That costs at most
//! [`UNDO_REACH`] commands per undo, however many undos a log holds, and the memory of one table.
//! Nothing here decides who may undo what: that is [`super::consent`].

use std::collections::VecDeque;

use protocol::{Code, Rejection};

use crate::dealer::unrecorded;
use crate::game::{MatchMillis, Seat};
use crate::json::Json;
use crate::table::Table;

/// Number of moves that an undo may go back.
pub const UNDO_REACH: usize = 64;

/// A past state by its numbers: the entry that made it, and the newest undo that led back to it.
#[derive(Clone, Copy, Debug)]
struct PastState {
    seq: u64,
    again: u64,
}

impl PastState {
    fn after(seq: u64) -> Self {
        Self { seq, again: seq }
    }

    fn is(self, to: u64) -> bool {
        to == self.seq || to == self.again
    }
}

/// A command in force.
#[derive(Clone, Debug)]
pub(super) struct TimelineStep {
    state: PastState,
    at: MatchMillis,
    pub(super) seat: Seat,
    /// As text: as a value it takes ten times the memory, in each match for each of the last moves.
    command: Json,
    /// `true` if nobody learnt anything by it, nor by anything undone after it.
    pub(super) free: bool,
}

impl TimelineStep {
    pub(super) fn new(seq: u64, at: MatchMillis, seat: Seat, command: Json, free: bool) -> Self {
        Self { state: PastState::after(seq), at, seat, command, free }
    }
}

/// The undoable moves. After an undo, the moves it took back are no longer on it.
#[derive(Clone)]
pub(super) struct Timeline {
    /// The state beyond which no undo goes back.
    floor: PastState,
    /// The table in that state; none while no step follows, for then it is the match's own.
    base: Option<Box<dyn Table>>,
    steps: VecDeque<TimelineStep>,
    /// Number of steps in force that no undo goes back to any more.
    settled: usize,
}

impl Timeline {
    /// Creates a timeline that begins after an entry.
    pub(super) fn new(seq: u64) -> Self {
        Self { floor: PastState::after(seq), base: None, steps: VecDeque::new(), settled: 0 }
    }

    pub(super) fn steps(&self) -> &VecDeque<TimelineStep> {
        &self.steps
    }

    /// Returns the number of steps in force that no undo goes back to any more.
    pub(super) fn settled(&self) -> usize {
        self.settled
    }

    /// Returns the number of steps in force in the state that `to` names.
    pub(super) fn steps_at(&self, to: u64) -> Option<usize> {
        if self.floor.is(to) {
            return Some(0);
        }
        self.steps.iter().position(|step| step.state.is(to)).map(|index| index + 1)
    }

    /// Returns the entry that made the state with this many steps in force.
    pub(super) fn seq(&self, kept: usize) -> u64 {
        let last = kept.checked_sub(1).and_then(|index| self.steps.get(index));
        last.map_or(self.floor.seq, |step| step.state.seq)
    }

    /// Adds a step; `before` is the table that it was made on.
    pub(super) fn push(&mut self, step: TimelineStep, before: Box<dyn Table>) {
        if self.base.is_none() {
            self.base = Some(before);
        }
        if self.steps.len() == UNDO_REACH
            && let (Some(base), Some(oldest)) = (&mut self.base, self.steps.pop_front())
        {
            self.floor = oldest.state;
            self.settled += 1;
            if redo(&mut **base, &oldest).is_err() {
                // An accepted command is accepted again; if it ever were not, nothing could be undone.
                let settled = self.settled + self.steps.len() + 1;
                *self = Self { settled, ..Self::new(step.state.seq) };
                return;
            }
        }
        self.steps.push_back(step);
    }

    /// Rebuilds the table with this many steps in force.
    pub(super) fn table(&self, kept: usize) -> Result<Box<dyn Table>, Rejection> {
        // Would be a bug: where there is a step, there is a table before it.
        let lost = || Rejection::new(Code::Internal, "the table before the moves is not kept");
        let base = self.base.as_ref().ok_or_else(lost)?;
        let mut table = base.boxed();
        for step in self.steps.iter().take(kept) {
            redo(&mut *table, step)?;
        }
        Ok(table)
    }

    /// Goes back to this many steps, by the undo `seq`. Unless it was `free`, somebody now knows
    /// what followed them, so none of them is free any more.
    pub(super) fn back(&mut self, kept: usize, seq: u64, free: bool) {
        self.steps.truncate(kept);
        if let Some(last) = self.steps.back_mut() {
            last.state.again = seq;
        } else {
            self.floor.again = seq;
            self.base = None;
        }
        if !free {
            self.steps.iter_mut().for_each(|step| step.free = false);
        }
    }
}

fn redo(table: &mut dyn Table, step: &TimelineStep) -> Result<(), Rejection> {
    // Its draws are in the record already, with the entry that made them.
    unrecorded(|| table.again(step.at, step.seat, &step.command))
}
