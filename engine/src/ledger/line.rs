//! The entries that may still be taken back, and the table as it was before any of them.
//!
//! Kept are one table, the one before the first of these entries, and the command of each entry: a
//! state of the past is made by carrying the entries out again on a copy. That costs at most
//! [`UNDO_REACH`] commands an undo, however many undos a log holds, and the memory of one table.
//! Nothing here decides who may take what back: that is [`super::consent`].

use std::collections::VecDeque;

use protocol::{Code, Rejection};
use serde_json::Value;

use crate::dealer::unrecorded;
use crate::game::{MatchMillis, Seat};
use crate::table::Table;

/// How many moves back an undo may reach.
pub const UNDO_REACH: usize = 64;

/// A state by its numbers: the entry that made it, and the newest undo that led back to it.
#[derive(Clone, Copy, Debug)]
struct Stand {
    seq: u64,
    again: u64,
}

impl Stand {
    fn after(seq: u64) -> Self {
        Self { seq, again: seq }
    }

    fn is(self, to: u64) -> bool {
        to == self.seq || to == self.again
    }
}

/// A command that stands.
#[derive(Clone, Debug)]
pub(super) struct Step {
    stand: Stand,
    at: MatchMillis,
    pub(super) seat: Seat,
    command: Value,
    /// Whether nobody learnt anything by it, and by nothing that was taken back after it.
    pub(super) free: bool,
}

impl Step {
    pub(super) fn new(seq: u64, at: MatchMillis, seat: Seat, command: Value, free: bool) -> Self {
        Self { stand: Stand::after(seq), at, seat, command, free }
    }
}

/// What may be taken back. After an undo, what was taken back is no longer on it.
#[derive(Clone)]
pub(super) struct Line {
    /// The state that nothing goes back beyond.
    floor: Stand,
    /// The table in that state; none while no step follows, for then it is the match's own.
    base: Option<Box<dyn Table>>,
    steps: VecDeque<Step>,
}

impl Line {
    /// A line that begins after an entry.
    pub(super) fn new(seq: u64) -> Self {
        Self { floor: Stand::after(seq), base: None, steps: VecDeque::new() }
    }

    pub(super) fn steps(&self) -> &VecDeque<Step> {
        &self.steps
    }

    /// How many steps stand in the state that `to` names.
    pub(super) fn place(&self, to: u64) -> Option<usize> {
        if self.floor.is(to) {
            return Some(0);
        }
        self.steps.iter().position(|step| step.stand.is(to)).map(|index| index + 1)
    }

    /// The entry that made the state in which so many steps stand.
    pub(super) fn seq(&self, kept: usize) -> u64 {
        let last = kept.checked_sub(1).and_then(|index| self.steps.get(index));
        last.map_or(self.floor.seq, |step| step.stand.seq)
    }

    /// One step more; `before` is the table that it was made on.
    pub(super) fn push(&mut self, step: Step, before: Box<dyn Table>) {
        if self.base.is_none() {
            self.base = Some(before);
        }
        if self.steps.len() == UNDO_REACH
            && let (Some(base), Some(oldest)) = (&mut self.base, self.steps.pop_front())
        {
            self.floor = oldest.stand;
            if redo(&mut **base, &oldest).is_err() {
                // What was accepted once is accepted again; were it not, nothing could go back.
                *self = Self::new(step.stand.seq);
                return;
            }
        }
        self.steps.push_back(step);
    }

    /// The table in the state in which so many steps stand.
    pub(super) fn table(&self, kept: usize) -> Result<Box<dyn Table>, Rejection> {
        // A fault of the program: where a step stands, there is a table before it.
        let lost = || Rejection::new(Code::Internal, "the table before the moves is not kept");
        let base = self.base.as_ref().ok_or_else(lost)?;
        let mut table = base.boxed();
        for step in self.steps.iter().take(kept) {
            redo(&mut *table, step)?;
        }
        Ok(table)
    }

    /// So many steps stand again, by the undo `seq`. Unless it was `free`, somebody knows by now
    /// what followed them, so none of them is free any more.
    pub(super) fn back(&mut self, kept: usize, seq: u64, free: bool) {
        self.steps.truncate(kept);
        if let Some(last) = self.steps.back_mut() {
            last.stand.again = seq;
        } else {
            self.floor.again = seq;
            self.base = None;
        }
        if !free {
            self.steps.iter_mut().for_each(|step| step.free = false);
        }
    }
}

fn redo(table: &mut dyn Table, step: &Step) -> Result<(), Rejection> {
    // Its draws stand in the record already, with the entry that made them.
    unrecorded(|| table.again(step.at, step.seat, &step.command))
}
