//! The simulation in small: 60 seeds, in parts that run side by side.

use campaigns::simulation::{self, Arguments};

/// The number of seeds of a part.
const SEEDS: u64 = 15;
/// The first of all.
const FIRST: u64 = 1;

fn part(number: u64) -> anyhow::Result<()> {
    simulation::run(&Arguments { seed: FIRST + number * SEEDS, seeds: SEEDS, servers: 1 })
}

#[test]
fn nothing_acknowledged_is_lost_in_the_first_part() -> anyhow::Result<()> {
    part(0)
}

#[test]
fn nothing_acknowledged_is_lost_in_the_second_part() -> anyhow::Result<()> {
    part(1)
}

#[test]
fn nothing_acknowledged_is_lost_in_the_third_part() -> anyhow::Result<()> {
    part(2)
}

#[test]
fn nothing_acknowledged_is_lost_in_the_fourth_part() -> anyhow::Result<()> {
    part(3)
}

/// A part with three servers.
fn cluster_part(number: u64) -> anyhow::Result<()> {
    simulation::run(&Arguments { seed: FIRST + number * SEEDS, seeds: SEEDS, servers: 3 })
}

#[test]
fn nothing_acknowledged_is_lost_by_three_servers() -> anyhow::Result<()> {
    cluster_part(0)
}

#[test]
fn nothing_acknowledged_is_lost_by_three_servers_again() -> anyhow::Result<()> {
    cluster_part(1)
}

#[test]
fn a_seed_is_a_run() {
    for (servers, seeds) in [(1, 1..=3), (3, 1..=2)] {
        let trace = |seed| simulation::trace(seed, servers).unwrap();
        for seed in seeds {
            assert_eq!(trace(seed), trace(seed), "{seed} with {servers} servers");
        }
        assert_ne!(trace(1), trace(2));
    }
}
