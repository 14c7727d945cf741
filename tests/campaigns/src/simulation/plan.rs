//! The faults of a run and their times, all of it drawn from the seed beforehand.

use rand::Rng;
use rand::rngs::StdRng;
use server::log::Which;

/// The time during which things break, in simulated milliseconds.
pub(super) const FAULTS_MS: u64 = 30_000;

/// Something that happens to the network or to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The server's machine is off; only what is stored is left.
    Crash(usize),
    /// It starts again.
    Restart(usize),
    /// The server is told to stop, and does so in its own time.
    Drain(usize),
    /// The server's clock goes on by so many milliseconds at once, as after it stood still.
    Jump(usize, u64),
    /// Nothing passes between a machine and a server; what is sent is lost.
    Partition(Link),
    /// Everything that a machine sends is lost; everything sent to it arrives.
    Deaf(Link),
    /// Everything that the server sends to a machine is lost.
    Mute(Link),
    /// The machine's connection works again.
    Repair(Link),
    /// Everything sent either way is kept back.
    Hold(Link),
    /// Everything kept back arrives at once.
    Release(Link),
    /// Nothing passes between a server and NATS.
    Cut(usize),
    /// A server is connected to a NATS server that is cut off from the others.
    Minority(usize),
    /// A server stands still, as the others see it.
    Still(usize),
    /// The way between a server and NATS works again.
    Mend(usize),
    /// A stream has no leader.
    Leaderless(Which),
    /// It has one again.
    Elected(Which),
}

/// A machine and a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) machine: usize,
    pub(super) server: usize,
}

/// Draws the faults of a run in the order of their times, in milliseconds.
pub(super) fn draw(chance: &mut StdRng, machines: usize, servers: usize) -> Vec<(u64, Fault)> {
    let mut plan = Vec::new();
    if servers == 1 {
        crashes(chance, &mut plan);
    } else {
        (0..servers).for_each(|server| ends(chance, server, &mut plan));
        for which in [Which::Log, Which::Doc] {
            elections(chance, which, &mut plan);
        }
    }
    for machine in 0..machines {
        for server in 0..servers {
            cut(chance, Link { machine, server }, &mut plan);
        }
    }
    plan.sort_by_key(|(at, _)| *at);
    plan
}

/// Draws when the only server's machine goes off and on.
fn crashes(chance: &mut StdRng, plan: &mut Vec<(u64, Fault)>) {
    let mut at = chance.random_range(2_000..12_000);
    while at < FAULTS_MS {
        let back = at + chance.random_range(50..3_000);
        plan.extend([(at, Fault::Crash(0)), (back, Fault::Restart(0))]);
        at = back + chance.random_range(1_000..20_000);
    }
}

/// Draws the faults of one server of several.
fn ends(chance: &mut StdRng, server: usize, plan: &mut Vec<(u64, Fault)>) {
    let mut at = chance.random_range(500..12_000);
    while at < FAULTS_MS {
        let (begin, end, longest) = match chance.random_range(0..8) {
            0 | 1 => (Fault::Crash(server), Fault::Restart(server), 8_000),
            2 => (Fault::Drain(server), Fault::Restart(server), 8_000),
            3 => (Fault::Cut(server), Fault::Mend(server), 12_000),
            4 => (Fault::Minority(server), Fault::Mend(server), 9_000),
            5 => (Fault::Jump(server, chance.random_range(500..20_000)), Fault::Mend(server), 200),
            _ => (Fault::Still(server), Fault::Mend(server), 12_000),
        };
        let over = at + chance.random_range(50..longest);
        plan.extend([(at, begin), (over, end)]);
        at = over + chance.random_range(500..12_000);
    }
}

/// Draws when a stream loses its leader.
fn elections(chance: &mut StdRng, which: Which, plan: &mut Vec<(u64, Fault)>) {
    let mut at = chance.random_range(1_000..15_000);
    while at < FAULTS_MS {
        let over = at + chance.random_range(50..5_000);
        plan.extend([(at, Fault::Leaderless(which)), (over, Fault::Elected(which))]);
        at = over + chance.random_range(2_000..20_000);
    }
}

/// Draws the faults of the link between a machine and a server.
fn cut(chance: &mut StdRng, link: Link, plan: &mut Vec<(u64, Fault)>) {
    let mut at = chance.random_range(500..15_000);
    while at < FAULTS_MS {
        let (begin, end, longest) = match chance.random_range(0..6) {
            0 | 1 => (Fault::Partition(link), Fault::Repair(link), 15_000),
            2 => (Fault::Deaf(link), Fault::Repair(link), 10_000),
            3 => (Fault::Mute(link), Fault::Repair(link), 10_000),
            _ => (Fault::Hold(link), Fault::Release(link), 7_000),
        };
        let over = at + chance.random_range(100..longest);
        plan.extend([(at, begin), (over, end)]);
        at = over + chance.random_range(500..12_000);
    }
}
