//! One random match under every law: what the campaign counts and the contract insists on.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::Lawful;
use crate::rules::{Next, everyone_awaited_can_act, nothing_else_is_accepted, play};

/// Commands of earlier moments that are tried at each moment, by every seat.
const NEAR_MISSES: usize = 2;

/// The totals over matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Matches played to their end.
    pub matches: u64,
    /// Commands and deadlines carried out.
    pub entries: u64,
    /// Commands that were tried and refused.
    pub refused: u64,
    /// Number of matches for each way to end.
    pub ends: BTreeMap<String, u64>,
}

impl Tally {
    /// Adds the totals of another run.
    pub fn add(&mut self, other: Self) {
        self.matches += other.matches;
        self.entries += other.entries;
        self.refused += other.refused;
        for (reason, times) in other.ends {
            *self.ends.entry(reason).or_default() += times;
        }
    }
}

/// Plays one match to its end: everything conserved after each entry, whoever is awaited can act,
/// commands that no offer admits are refused and change nothing.
///
/// # Panics
/// If a law is broken.
pub fn one_match<G: Lawful>(data: Arc<G::Data>, options: &Value, seed: u64) -> Tally {
    let mut tally = Tally { matches: 1, ..Tally::default() };
    let mut earlier: Vec<G::Command> = Vec::new();
    let game = play::<G>(data, options, seed, |moment, rng| {
        moment.game.conserved();
        everyone_awaited_can_act(moment.game, seed);
        tally.entries += 1;
        // What falls due is carried out before any command of that moment.
        let Next::Command(_, command) = moment.next else { return };
        for _ in 0..NEAR_MISSES.min(earlier.len()) {
            let other = &earlier[rng.below(earlier.len() as u64) as usize];
            tally.refused += nothing_else_is_accepted(moment, other, seed);
        }
        earlier.push(command.clone());
    });
    game.conserved();
    let outcome = game.outcome().unwrap_or_else(|| panic!("seed {seed}: it did not end"));
    tally.ends.insert(outcome.reason, 1);
    tally
}
