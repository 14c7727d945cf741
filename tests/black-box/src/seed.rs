//! Seeds: every random test prints the one it used and takes one from `ENTENTE_SEED`.
//!
//! A seed fixes what the clients do. The server deals from its own secret, so a test must hold for
//! every deal; the seed repeats the choices, not the cards.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::Value;
use uuid::Uuid;

/// The choices of one test.
#[derive(Clone, Debug)]
pub struct Seed(StdRng);

impl Seed {
    /// Takes the seed of `ENTENTE_SEED`, or else `fallback`; printed, so that a failure shows it.
    pub fn or(fallback: u64) -> Self {
        let given = std::env::var("ENTENTE_SEED").ok().and_then(|text| text.parse().ok());
        let seed = given.unwrap_or(fallback);
        println!("ENTENTE_SEED={seed}");
        Self::of(seed)
    }

    /// Returns the choices of a seed that was printed already, or follows from one that was.
    pub fn of(seed: u64) -> Self {
        Self(StdRng::seed_from_u64(seed))
    }

    /// Branches off a seed for somebody who chooses at the same time.
    pub fn branch(&mut self) -> Self {
        Self::of(self.0.random())
    }

    /// Draws a number from 0 to `n` - 1.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n.max(1))
    }

    /// Draws an id for a command.
    pub fn id(&mut self) -> Uuid {
        Uuid::from_u128(self.0.random())
    }

    /// Draws a command that fits an offer's template.
    pub fn fill(&mut self, template: &Value) -> Value {
        protocol::offer::fill(template, &mut |n| self.0.random_range(0..n.max(1)))
    }
}
