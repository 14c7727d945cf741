//! The simulation in small.

use campaigns::simulation::{self, Arguments};

#[test]
fn nothing_acknowledged_is_lost_whatever_breaks() {
    simulation::run(&Arguments { seed: 1, seeds: 200 }).unwrap();
}

#[test]
fn a_seed_is_a_run() {
    for seed in 1..=20 {
        assert_eq!(simulation::trace(seed).unwrap(), simulation::trace(seed).unwrap(), "{seed}");
    }
    assert_ne!(simulation::trace(1).unwrap(), simulation::trace(2).unwrap());
}
