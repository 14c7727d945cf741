//! The real server and its clients in one process, on a simulated network and in simulated time.
//!
//! Gateway, sessions, rooms and timers are the server's own; the network cuts, holds and reorders,
//! the process crashes, and the disk that survives it has bad days. Everything that is drawn comes
//! from the seed, so a seed is a run, and a seed that found a fault is a test. Sockets, threads and
//! files of the real world are the business of other campaigns.

mod client;
pub(crate) mod disk;
mod oracle;
mod plan;
mod shared;
mod wire;
pub(crate) mod world;

use std::sync::atomic::Ordering;

use crate::figures::Figures;

use plan::Fault;

/// The size of this campaign.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Arguments {
    /// First seed; the others follow
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of seeds
    #[arg(long, default_value_t = 2_000)]
    pub seeds: u64,
}

/// The totals over all runs.
#[derive(Debug, Default)]
struct Totals {
    crashes: u64,
    partitions: u64,
    holds: u64,
    full: u64,
    failed: u64,
    unanswered: u64,
    reconnects: u64,
    resent: u64,
    repeated: u64,
    takeovers: u64,
    acknowledged: u64,
    refused: u64,
    lost: u64,
    duplicated: u64,
    unwanted: u64,
    wrong_views: u64,
    broken: u64,
    simulated_s: u64,
}

/// Runs every seed and judges it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut totals = Totals::default();
    for seed in arguments.seed..arguments.seed + arguments.seeds {
        totals.add(seed);
    }
    totals.figures(arguments).judge()
}

/// Returns a hash of everything that anyone received in the run of a seed before its end, and when.
pub fn trace(seed: u64) -> anyhow::Result<[u8; 32]> {
    let ran = world::run(seed).map_err(|error| anyhow::anyhow!("seed {seed}: {error}"))?;
    Ok(ran.trace)
}

impl Totals {
    /// Runs a seed; whatever went wrong is printed at once, with the seed that repeats it.
    fn add(&mut self, seed: u64) {
        let mut broken = |what: &dyn std::fmt::Display| {
            self.broken += 1;
            println!("seed {seed}: {what}");
        };
        let mut ran = match world::run(seed) {
            Ok(ran) => ran,
            Err(error) => return broken(&error),
        };
        let verdict = match oracle::judge(&mut ran) {
            Ok(verdict) => verdict,
            Err(error) => return broken(&error),
        };
        ran.broken.iter().for_each(|what| broken(what));
        for fault in &ran.faults {
            match fault {
                Fault::Crash => self.crashes += 1,
                Fault::Partition(_) | Fault::Deaf(_) | Fault::Mute(_) => self.partitions += 1,
                Fault::Hold(_) => self.holds += 1,
                Fault::Restart | Fault::Repair(_) | Fault::Release(_) => {}
            }
        }
        let faults = &ran.disk.faults;
        self.full += faults.full.load(Ordering::Relaxed);
        self.failed += faults.failed.load(Ordering::Relaxed);
        self.unanswered += faults.unanswered.load(Ordering::Relaxed);
        self.reconnects += ran.counts.reconnects;
        self.resent += ran.counts.resent;
        self.repeated += ran.counts.repeated;
        self.takeovers += ran.counts.takeovers;
        self.acknowledged += ran.counts.acknowledged;
        self.refused += ran.counts.refused;
        self.lost += verdict.lost;
        self.duplicated += verdict.duplicated;
        self.unwanted += verdict.unwanted;
        self.wrong_views += verdict.wrong_views;
        self.simulated_s += ran.simulated_ms / 1_000;
    }

    fn figures(&self, arguments: &Arguments) -> Figures {
        Figures::of("simulation", arguments.seed)
            .at_least_one("seeds", arguments.seeds)
            .count("simulated seconds", self.simulated_s)
            .at_least_one("crashes", self.crashes)
            .at_least_one("partitions", self.partitions)
            .at_least_one("holds", self.holds)
            .at_least_one("writes without room", self.full)
            .at_least_one("writes failed", self.failed)
            .at_least_one("writes whose answer a crash swallowed", self.unanswered)
            .at_least_one("reconnects", self.reconnects)
            .at_least_one("resent", self.resent)
            .at_least_one("repeated", self.repeated)
            .at_least_one("takeovers", self.takeovers)
            .at_least_one("acknowledged", self.acknowledged)
            .count("refused", self.refused)
            .none("lost", self.lost)
            .none("duplicated", self.duplicated)
            .none("unwanted in the log", self.unwanted)
            .none("wrong views", self.wrong_views)
            .none("broken promises", self.broken)
    }
}
