//! The ties in small.

use campaigns::ties::{self, Arguments};

#[test]
fn a_seat_number_decides_nothing() {
    ties::run(&Arguments { seed: 3, pairs: 2_000 }).unwrap();
}
