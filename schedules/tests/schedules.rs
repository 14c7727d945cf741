//! Each scenario in small; `make schedules` runs a hundred times as many.

use schedules::{Scenario, run};

/// Where the orders come from.
const SEED: u64 = 1;

/// How many orders of each scenario.
const SCHEDULES: usize = 300;

#[test]
fn a_seat_is_taken_over_in_any_order() {
    assert_eq!(run(Scenario::Takeover, SEED, SCHEDULES), SCHEDULES);
}

#[test]
fn a_server_stops_in_any_order() {
    assert_eq!(run(Scenario::Shutdown, SEED, SCHEDULES), SCHEDULES);
}

#[test]
fn spectators_come_and_go_in_any_order() {
    assert_eq!(run(Scenario::Gallery, SEED, SCHEDULES), SCHEDULES);
}

#[test]
fn deadlines_fall_due_in_any_order() {
    assert_eq!(run(Scenario::Deadline, SEED, SCHEDULES), SCHEDULES);
}
