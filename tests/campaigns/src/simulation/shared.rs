//! State that everyone in a simulation shares: the current part of the run, the counts, and the
//! broken promises.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// The parts of a run, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// Everyone plays while things break.
    Faults,
    /// Nothing breaks any more, and every match must go on.
    Healed,
    /// No new moves; what was begun is finished.
    Settling,
    /// The server says goodbye.
    Goodbye,
}

/// The clients' counts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) connections: u64,
    pub(super) reconnects: u64,
    pub(super) resent: u64,
    pub(super) repeated: u64,
    pub(super) acknowledged: u64,
    pub(super) refused: u64,
    pub(super) put_off: u64,
    pub(super) takeovers: u64,
    pub(super) replaced: u64,
}

/// Shared by the driver and all clients of a run, which live on one thread.
#[derive(Debug)]
pub(super) struct Shared {
    part: Cell<Part>,
    counts: Cell<Counts>,
    broken: RefCell<Vec<String>>,
    over: RefCell<BTreeSet<usize>>,
}

impl Shared {
    pub(super) fn new() -> Self {
        Self {
            part: Cell::new(Part::Faults),
            counts: Cell::default(),
            broken: RefCell::default(),
            over: RefCell::default(),
        }
    }

    pub(super) fn part(&self) -> Part {
        self.part.get()
    }

    pub(super) fn enter(&self, part: Part) {
        self.part.set(part);
    }

    pub(super) fn count(&self, change: impl FnOnce(&mut Counts)) {
        let mut counts = self.counts.get();
        change(&mut counts);
        self.counts.set(counts);
    }

    pub(super) fn counts(&self) -> Counts {
        self.counts.get()
    }

    /// Notes a broken promise.
    pub(super) fn broken(&self, what: String) {
        self.broken.borrow_mut().push(what);
    }

    /// Notes that the match of a room has an outcome.
    pub(super) fn over(&self, room: usize) {
        self.over.borrow_mut().insert(room);
    }

    pub(super) fn is_over(&self, room: usize) -> bool {
        self.over.borrow().contains(&room)
    }

    /// Returns every broken promise.
    pub(super) fn all_broken(&self) -> Vec<String> {
        self.broken.borrow().clone()
    }
}
