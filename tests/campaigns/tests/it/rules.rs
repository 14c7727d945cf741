//! The campaign `rules` in small.

use campaigns::rules::{Arguments, run};

#[test]
fn no_match_breaks_a_law() {
    run(&Arguments { seed: 900_000, matches: 60 }).unwrap();
}
