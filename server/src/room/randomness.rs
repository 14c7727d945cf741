//! Source of everything unpredictable: tokens, room codes, ids and the secrets of deals.
//!
//! A server draws from the operating system, and no setting changes that. A simulation hands in a
//! source of its own, so that one seed is one run.

use std::sync::Arc;

use parking_lot::Mutex;
use rand::rand_core::impls::{next_u32_via_fill, next_u64_via_fill};
use rand::rngs::{OsRng, StdRng};
use rand::{Rng, RngCore, SeedableRng, TryRngCore};
use uuid::{Builder, Uuid};

type Fill = dyn Fn(&mut [u8]) + Send + Sync;

/// A source of random bytes. Cheap to clone.
#[derive(Clone, derive_more::Debug)]
#[debug("Randomness(..)")]
pub struct Randomness {
    fill: Arc<Fill>,
    repeats: bool,
}

impl Randomness {
    /// Draws from the operating system: the only source that may deal cards to people.
    pub fn os() -> Self {
        let fill = |bytes: &mut [u8]| OsRng.unwrap_err().fill_bytes(bytes);
        Self { fill: Arc::new(fill), repeats: false }
    }

    /// Draws from whatever fills bytes: for simulations.
    pub fn of(fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Self {
        Self { fill: Arc::new(fill), repeats: true }
    }

    /// Draws what follows from a seed: for bots whose matches repeat themselves.
    pub(crate) fn seeded(seed: [u8; 32]) -> Self {
        let coins = Mutex::new(StdRng::from_seed(seed));
        Self::of(move |bytes| coins.lock().fill_bytes(bytes))
    }

    /// Checks whether the same bytes must make the same run again.
    pub(crate) fn repeats(&self) -> bool {
        self.repeats
    }

    /// Draws 32 bytes.
    pub(crate) fn bytes_32(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        (self.fill)(&mut bytes);
        bytes
    }

    /// Draws a new id.
    pub(crate) fn uuid(&self) -> Uuid {
        let mut bytes = [0; 16];
        (self.fill)(&mut bytes);
        Builder::from_random_bytes(bytes).into_uuid()
    }

    /// Draws a number from the range, each as likely as any other.
    pub(crate) fn pick(&self, range: std::ops::Range<u64>) -> u64 {
        Words(self).random_range(range)
    }

    /// Draws an index into a list of `len` things.
    pub(crate) fn index(&self, len: usize) -> usize {
        Words(self).random_range(0..len)
    }
}

/// The source in the form that unbiased draws need.
struct Words<'a>(&'a Randomness);

impl RngCore for Words<'_> {
    fn next_u32(&mut self) -> u32 {
        next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        (self.0.fill)(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operating_system_does_not_repeat_itself() {
        let os = Randomness::os();
        assert_ne!(os.bytes_32(), os.bytes_32());
        assert_ne!(os.uuid(), os.uuid());
        assert_eq!(os.uuid().get_version_num(), 4);
    }

    #[test]
    fn every_number_of_a_range_is_drawn() {
        let os = Randomness::os();
        let mut seen = [false; 5];
        for _ in 0..1_000 {
            seen[os.index(5)] = true;
            assert!((7..9).contains(&os.pick(7..9)));
        }
        assert_eq!(seen, [true; 5]);
    }
}
