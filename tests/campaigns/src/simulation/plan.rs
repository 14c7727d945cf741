//! The faults of a run and their times, all of it drawn from the seed beforehand.

use rand::Rng;
use rand::rngs::StdRng;

/// The time during which things break, in simulated milliseconds.
pub(super) const FAULTS_MS: u64 = 30_000;

/// Something that happens to the network or to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The server's machine is off; only its disk is left.
    Crash,
    /// It starts again.
    Restart,
    /// Nothing passes between a machine and the server; what is sent is lost.
    Partition(usize),
    /// Everything that a machine sends is lost; everything sent to it arrives.
    Deaf(usize),
    /// Everything that the server sends to a machine is lost.
    Mute(usize),
    /// The machine's connection works again.
    Repair(usize),
    /// Everything sent either way is kept back.
    Hold(usize),
    /// Everything kept back arrives at once.
    Release(usize),
}

/// Draws the faults of a run in the order of their times, in milliseconds.
pub(super) fn draw(chance: &mut StdRng, machines: usize) -> Vec<(u64, Fault)> {
    let mut plan = Vec::new();
    let mut at = chance.random_range(2_000..12_000);
    while at < FAULTS_MS {
        let back = at + chance.random_range(50..3_000);
        plan.extend([(at, Fault::Crash), (back, Fault::Restart)]);
        at = back + chance.random_range(1_000..20_000);
    }
    for machine in 0..machines {
        let mut at = chance.random_range(500..15_000);
        while at < FAULTS_MS {
            let (begin, end, longest) = match chance.random_range(0..6) {
                0 | 1 => (Fault::Partition(machine), Fault::Repair(machine), 15_000),
                2 => (Fault::Deaf(machine), Fault::Repair(machine), 10_000),
                3 => (Fault::Mute(machine), Fault::Repair(machine), 10_000),
                _ => (Fault::Hold(machine), Fault::Release(machine), 7_000),
            };
            let over = at + chance.random_range(100..longest);
            plan.extend([(at, begin), (over, end)]);
            at = over + chance.random_range(500..12_000);
        }
    }
    plan.sort_by_key(|(at, _)| *at);
    plan
}
