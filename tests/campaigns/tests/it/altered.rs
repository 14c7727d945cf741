//! The campaign `altered` in small.

use campaigns::altered::{Arguments, run};

#[test]
fn altered_data_are_refused_or_every_match_ends() {
    run(&Arguments { seed: 1, matches: 4, one_of: 150 }).unwrap();
}
