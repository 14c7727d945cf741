//! The campaign `timing` in small.

use campaigns::timing::{Arguments, run};

#[test]
fn nobody_can_tell_by_waiting_that_a_secret_choice_was_made() {
    run(&Arguments { seed: 1, pairs: 12, servers: 1 }).unwrap();
}

#[test]
fn nor_can_they_at_a_server_that_has_not_the_room() {
    run(&Arguments { seed: 1, pairs: 4, servers: 2 }).unwrap();
}
