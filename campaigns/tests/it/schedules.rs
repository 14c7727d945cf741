//! The figures of the schedules; the crate `schedules` tests each scenario.

use campaigns::schedules::{self, Arguments};

#[test]
fn every_scenario_is_run() {
    schedules::run(&Arguments { seed: 2, schedules: 40 }).unwrap();
}
