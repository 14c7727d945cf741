//! The simulation in small: 60 seeds of one server and 30 of three, in parts that run side by side.

use campaigns::simulation::{self, Arguments};

/// The number of seeds of a part.
const SEEDS: u64 = 15;
/// The first of all.
const FIRST: u64 = 1;

/// The longest that the rooms of a server that dies are nowhere, in milliseconds, with what clients need to
/// be shown them again.
const TAKEN_OVER_MS: u64 = 4_000;

fn part(number: u64, servers: u64) -> anyhow::Result<()> {
    simulation::run(&Arguments {
        seed: FIRST + number * SEEDS,
        seeds: SEEDS,
        servers,
        trace: false,
    })
}

#[test]
fn nothing_acknowledged_is_lost_in_the_first_part() -> anyhow::Result<()> {
    part(0, 1)
}

#[test]
fn nothing_acknowledged_is_lost_in_the_second_part() -> anyhow::Result<()> {
    part(1, 1)
}

#[test]
fn nothing_acknowledged_is_lost_in_the_third_part() -> anyhow::Result<()> {
    part(2, 1)
}

#[test]
fn nothing_acknowledged_is_lost_in_the_fourth_part() -> anyhow::Result<()> {
    part(3, 1)
}

#[test]
fn three_servers_keep_everything_in_the_first_part() -> anyhow::Result<()> {
    part(0, 3)
}

#[test]
fn three_servers_keep_everything_in_the_second_part() -> anyhow::Result<()> {
    part(1, 3)
}

#[test]
fn the_rooms_of_a_server_that_dies_are_soon_on_another_one() -> anyhow::Result<()> {
    for seed in FIRST..=SEEDS {
        let taken = simulation::take_over(seed, 3)?;
        println!("seed {seed}: {taken:?} ms");
        assert!(taken.iter().all(|ms| *ms <= TAKEN_OVER_MS), "seed {seed}: {taken:?} ms");
    }
    Ok(())
}

#[test]
fn a_seed_is_a_run() {
    let trace = |seed| simulation::trace(seed, 1).unwrap();
    for seed in 1..=3 {
        assert_eq!(trace(seed), trace(seed), "{seed}");
    }
    assert_ne!(trace(1), trace(2));
}
