//! Chance from a seed, cheap to start again: a match, a case and a redeal have one each.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use uuid::Uuid;

/// Choices that follow from a seed.
#[derive(Clone, Debug)]
pub(super) struct Chance(SmallRng);

impl Chance {
    /// Returns the choices of this seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(SmallRng::seed_from_u64(seed))
    }

    /// Draws a number from 0 to `n - 1`; 0 if `n` is 0.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0.random_range(0..n.max(1))
    }

    /// Draws an index of a list of `n`.
    pub(super) fn index(&mut self, n: usize) -> usize {
        self.0.random_range(0..n.max(1))
    }

    /// Returns `true` once in `n` times.
    pub(super) fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// Draws another seed.
    pub(super) fn seed(&mut self) -> u64 {
        self.0.random()
    }

    /// Draws an id.
    pub(super) fn id(&mut self) -> Uuid {
        Uuid::from_u128(self.0.random())
    }
}
