//! The past that each seat has seen since a search began, as a hash: by it the nodes of its tree are found.

use std::hash::{Hash, Hasher};

use engine::{Audience, EventSink, Seat};
use rustc_hash::FxHasher;

use super::SEATS;

/// Keys are hashes already.
#[derive(Default)]
pub(super) struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Everything that each seat has been sent since the search began, as a hash.
#[derive(Default)]
pub(super) struct Observed {
    seats: [u64; SEATS],
}

impl Observed {
    /// Notes something that a seat has been sent, or has done.
    pub(super) fn note(&mut self, seat: usize, what: &impl Hash) {
        let mut hasher = FxHasher::default();
        self.seats[seat].hash(&mut hasher);
        what.hash(&mut hasher);
        self.seats[seat] = hasher.finish();
    }
}

impl<E: Hash> EventSink<E> for Observed {
    fn emit(&mut self, audience: Audience, event: E) {
        match audience {
            Audience::All => (0..SEATS).for_each(|seat| self.note(seat, &event)),
            Audience::Only(seat) => self.note(seat.index(), &event),
        }
    }
}

/// Returns the key of the node in which a seat has observed that.
pub(super) fn key(seat: Seat, observed: &Observed) -> u64 {
    let mut hasher = FxHasher::default();
    (seat, observed.seats[seat.index()]).hash(&mut hasher);
    hasher.finish()
}
