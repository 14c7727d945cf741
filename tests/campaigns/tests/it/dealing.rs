//! The campaign `dealing` in small.

use campaigns::dealing::{Arguments, run};

#[test]
fn every_deck_and_die_is_fair() {
    run(&Arguments { seed: 7, draws: 3_000 }).unwrap();
}
