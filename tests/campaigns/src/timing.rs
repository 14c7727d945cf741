//! The time at which something leaves the server for somebody does not depend on what that somebody
//! may not know.
//!
//! Two worlds of one seed, with the real gateway and rooms on a network of this process and on a clock
//! that moves only when all wait. In one of them a seat makes its secret choice, and the disk takes
//! its time to write it; in the other it does not. Meanwhile the other seat, spectators and strangers
//! ask whatever can be asked, over and over. What they are answered, and at which moment, must be the
//! same, apart from what is everybody's to know once it is written: who has still to choose.
//! With several servers everybody asks one that has not the room, so what passes between them is part
//! of the way. `non-interference` compares bytes, this compares the clock.

mod network;
mod servers;
mod world;

use std::collections::BTreeMap;

use crate::figures::Figures;
use world::{Observed, World};

/// The most differences that are described.
const DESCRIBED: usize = 5;

/// The size of this campaign.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Arguments {
    /// First seed; the others follow
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of pairs of worlds
    #[arg(long, default_value_t = 1_000)]
    pub pairs: u64,
    /// Number of servers; several share a store on NATS
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=5))]
    pub servers: u64,
}

/// Compares, and judges.
///
/// # Errors
///
/// If a moment differs, or nothing was compared.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (mut answers, mut written, mut differing) = (0, 0, 0);
    let servers = usize::try_from(arguments.servers)?;
    for seed in arguments.seed..arguments.seed + arguments.pairs {
        let [acts, waits] = [true, false].map(|acts| world::run(World { seed, servers, acts }));
        let (acts, waits) = (acts?, waits?);
        anyhow::ensure!(waits.entries == 0, "seed {seed}: an entry that nobody made");
        answers += acts.messages.len() as u64;
        written += acts.entries;
        let differences = differences(&acts, &waits);
        for difference in differences.iter().take(DESCRIBED) {
            println!("seed {seed}: {difference}");
        }
        differing += differences.len() as u64;
    }
    Figures::of("timing", arguments.seed)
        .count("servers", arguments.servers)
        .at_least_one("pairs of worlds", arguments.pairs)
        .at_least_one("secret choices written", written)
        .at_least_one("answers compared", answers)
        .none("at another moment", differing)
        .judge()
}

/// Describes what was received in one world and not, at that moment, in the other.
fn differences(one: &Observed, other: &Observed) -> Vec<String> {
    let mut balance: BTreeMap<&(u128, String), i64> = BTreeMap::new();
    one.messages.iter().for_each(|message| *balance.entry(message).or_default() += 1);
    other.messages.iter().for_each(|message| *balance.entry(message).or_default() -= 1);
    let unequal = balance.into_iter().filter(|(_, count)| *count != 0);
    unequal
        .map(|((at, message), count)| {
            let world = if count > 0 { "with the choice" } else { "without it" };
            format!("{at} us, only {world}: {}", message.chars().take(160).collect::<String>())
        })
        .collect()
}
