//! The real server and its clients in one process, on a simulated network and in simulated time; or
//! several servers that share a store.
//!
//! Gateway, sessions, rooms and timers are the server's own; the network cuts, holds and reorders,
//! the process crashes, and the disk that survives it has bad days. Of several servers also the relays,
//! the placement of rooms and the store down to its requests are their own, and what stands for NATS
//! does whatever NATS may. Everything that is drawn comes from the seed, so with one server a seed is a
//! run, and a seed that found a fault is a test. With several a seed is a plan of faults: in which order
//! the tasks of a server learn that it stops, or that another one is gone, is up to tokio, which draws it
//! from the keys of a hash map: in a process whose `getrandom` repeats, a run does too. `--trace` prints
//! one. Sockets, threads and files of the real world are the business of other campaigns.

mod client;
pub(crate) mod disk;
pub(crate) mod nats;
mod oracle;
mod plan;
mod shared;
pub(crate) mod store;
mod trace;
mod wire;
mod world;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::figures::Figures;

use plan::Fault;
use store::Store;

/// The size of this campaign.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Arguments {
    /// First seed; the others follow
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of seeds
    #[arg(long, default_value_t = 2_000)]
    pub seeds: u64,
    /// Number of servers; several share a store on NATS
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=5))]
    pub servers: u64,
    /// Print what happens, line by line
    #[arg(long)]
    pub trace: bool,
}

/// The totals over all runs.
#[derive(Debug, Default)]
struct Totals {
    crashes: u64,
    partitions: u64,
    holds: u64,
    drains: u64,
    cuts: u64,
    minorities: u64,
    still: u64,
    jumps: u64,
    elections: u64,
    /// Counts of what the store did, by name.
    store: BTreeMap<&'static str, u64>,
    reconnects: u64,
    resent: u64,
    repeated: u64,
    takeovers: u64,
    acknowledged: u64,
    refused: u64,
    lost: u64,
    duplicated: u64,
    unwanted: u64,
    late: u64,
    wrong_views: u64,
    broken: u64,
    simulated_s: u64,
}

/// Runs every seed and judges it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.trace {
        trace::begin()?;
    }
    let mut totals = Totals::default();
    for seed in arguments.seed..arguments.seed + arguments.seeds {
        totals.add(seed, servers(arguments));
    }
    totals.figures(arguments).judge()
}

fn servers(arguments: &Arguments) -> usize {
    usize::try_from(arguments.servers).unwrap_or(1)
}

/// Returns a hash of everything that anyone received in the run of a seed with so many servers before
/// its end, and when.
pub fn trace(seed: u64, servers: usize) -> anyhow::Result<[u8; 32]> {
    let ran = world::run(seed, servers).map_err(|error| anyhow::anyhow!("seed {seed}: {error}"))?;
    Ok(ran.trace)
}

/// Returns after how many milliseconds of simulated time the rooms of a server that dies are on another one,
/// of so many.
pub fn take_over(seed: u64, servers: usize) -> anyhow::Result<Vec<u64>> {
    world::take_over(seed, servers).map_err(|error| anyhow::anyhow!("seed {seed}: {error}"))
}

impl Totals {
    /// Runs a seed; whatever went wrong is printed at once, with the seed that repeats it.
    fn add(&mut self, seed: u64, servers: usize) {
        let mut broken = |what: &dyn std::fmt::Display| {
            self.broken += 1;
            println!("seed {seed}: {what}");
        };
        let mut ran = match world::run(seed, servers) {
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
                Fault::Crash(_) => self.crashes += 1,
                Fault::Partition(_) | Fault::Deaf(_) | Fault::Mute(_) => self.partitions += 1,
                Fault::Hold(_) => self.holds += 1,
                Fault::Drain(_) => self.drains += 1,
                Fault::Cut(_) => self.cuts += 1,
                Fault::Minority(_) => self.minorities += 1,
                Fault::Still(_) => self.still += 1,
                Fault::Jump(..) => self.jumps += 1,
                Fault::Leaderless(_) => self.elections += 1,
                Fault::Restart(_)
                | Fault::Repair(_)
                | Fault::Release(_)
                | Fault::Mend(_)
                | Fault::Elected(_) => {}
            }
        }
        for (what, count) in counts(&ran.store) {
            *self.store.entry(what).or_default() += count.load(Ordering::Relaxed);
        }
        self.reconnects += ran.counts.reconnects;
        self.resent += ran.counts.resent;
        self.repeated += ran.counts.repeated;
        self.takeovers += ran.counts.takeovers;
        self.acknowledged += ran.counts.acknowledged;
        self.refused += ran.counts.refused;
        self.lost += verdict.lost;
        self.duplicated += verdict.duplicated;
        self.unwanted += verdict.unwanted;
        self.late += verdict.late;
        self.wrong_views += verdict.wrong_views;
        self.simulated_s += ran.simulated_ms / 1_000;
    }

    fn figures(&self, arguments: &Arguments) -> Figures {
        let several = arguments.servers > 1;
        let figures = Figures::of("simulation", arguments.seed)
            .count("servers", arguments.servers)
            .at_least_one("seeds", arguments.seeds)
            .count("simulated seconds", self.simulated_s)
            .at_least_one("crashes", self.crashes)
            .at_least_one("partitions", self.partitions)
            .at_least_one("holds", self.holds);
        let of_several = [
            ("servers stopped", self.drains),
            ("servers cut off from NATS", self.cuts),
            ("servers with a minority of NATS", self.minorities),
            ("servers that stood still", self.still),
            ("clocks that jumped", self.jumps),
            ("elections", self.elections),
        ];
        let befell = of_several.into_iter().filter(|_| several).chain(self.store.clone());
        befell
            .fold(figures, |figures, (what, count)| figures.at_least_one(what, count))
            .at_least_one("reconnects", self.reconnects)
            .at_least_one("resent", self.resent)
            .at_least_one("repeated", self.repeated)
            .at_least_one("takeovers", self.takeovers)
            .at_least_one("acknowledged", self.acknowledged)
            .count("refused", self.refused)
            .count("of replaced connections, taken by the next server", self.late)
            .none("lost", self.lost)
            .none("duplicated", self.duplicated)
            .none("unwanted in the log", self.unwanted)
            .none("wrong views", self.wrong_views)
            .none("broken promises", self.broken)
    }
}

/// Returns what a store did, counted.
fn counts(store: &Store) -> Vec<(&'static str, &AtomicU64)> {
    match store {
        Store::Disk(disk) => vec![
            ("writes without room", &disk.faults.full),
            ("writes failed", &disk.faults.failed),
            ("writes whose answer a crash swallowed", &disk.faults.unanswered),
        ],
        Store::Nats(nats, _) => vec![
            ("writes of unknown outcome", &nats.counts.unknown),
            ("writes carried out late", &nats.counts.late),
            ("writes that another overtook", &nats.counts.overtaken),
            ("old answers", &nats.counts.stale),
            ("messages lost", &nats.counts.lost),
            ("messages repeated", &nats.counts.repeated),
        ],
    }
}
