//! Component data with one value altered, every value in its turn: refused, or many matches end.
//!
//! The contract test tries some changes with a match each. Here each is tried with so many that a rare
//! draw meets the altered value.

use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::REGISTRY;
use laws::altered::{Altered, AlteredOutcome};
use laws::{Lawful, Task, with};

use crate::figures::Figures;

/// Altered component data.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// First seed; every match of a change has the next one
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of random matches under the data of each change that is accepted
    #[arg(long, default_value_t = 200)]
    pub matches: u64,
    /// Try only one of so many changes
    #[arg(long, default_value_t = 1)]
    pub one_of: u64,
}

/// Counts of what changes of the data came to.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    refused: u64,
    played: u64,
    violations: u64,
}

/// Alters, plays and judges what was counted.
///
/// # Errors
///
/// If data were accepted under which a match broke, or none were accepted, or none refused.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let tallies: Vec<Tally> = std::thread::scope(|games| {
        let running: Vec<_> = REGISTRY
            .iter()
            .map(|game| games.spawn(move || with(game.id, EveryChange(arguments))))
            .collect();
        // A thread that panics beyond what it catches is a fault of the campaign.
        running.into_iter().flat_map(std::thread::ScopedJoinHandle::join).collect()
    });
    let sum = |of: fn(&Tally) -> u64| tallies.iter().map(of).sum::<u64>();
    Figures::of("altered", arguments.seed)
        .at_least_one("changes refused", sum(|tally| tally.refused))
        .at_least_one("changes played", sum(|tally| tally.played))
        .count("matches", sum(|tally| tally.played) * arguments.matches)
        .none("violations", sum(|tally| tally.violations))
        .none("games without figures", (REGISTRY.len() - tallies.len()) as u64)
        .judge()
}

/// Every change of the data of one game.
struct EveryChange<'a>(&'a Arguments);

impl Task for EveryChange<'_> {
    type Output = Tally;

    fn of<G: Lawful>(self) -> Tally {
        let Arguments { seed, matches, one_of } = *self.0;
        let altered = Altered::of::<G>();
        let mut tally = Tally::default();
        // Which of so many is another with another seed.
        let first = seed % one_of.max(1);
        for number in (first..altered.len()).step_by(one_of.max(1) as usize) {
            let tried = || altered.try_alone::<G>(number, seed, matches);
            match catch_unwind(AssertUnwindSafe(tried)) {
                Ok(AlteredOutcome::Refused) => tally.refused += 1,
                Ok(AlteredOutcome::Played) => tally.played += 1,
                Err(_) => tally.violations += 1,
            }
        }
        println!("{}: {} changes, {tally:?}", G::ID, altered.len());
        tally
    }
}
