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

#[test]
fn a_seed_is_a_run() {
    let trace = |seed| simulation::trace(seed, 1).unwrap();
    for seed in 1..=3 {
        assert_eq!(trace(seed), trace(seed), "{seed}");
    }
    assert_ne!(trace(1), trace(2));
}
