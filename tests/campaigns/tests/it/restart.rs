//! The campaign in small.

use campaigns::restart::{Arguments, run};

#[test]
fn a_server_that_is_stopped_says_goodbye_and_loses_nothing() {
    run(Arguments { seed: 1, restarts: 4, rooms: 6 }).expect("it holds");
}
