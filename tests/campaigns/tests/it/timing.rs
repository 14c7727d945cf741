//! The campaign `timing` in small.

use campaigns::timing::{Arguments, run};

#[test]
fn nobody_can_tell_by_waiting_that_a_secret_choice_was_made() {
    run(&Arguments { seed: 1, pairs: 12 }).unwrap();
}
