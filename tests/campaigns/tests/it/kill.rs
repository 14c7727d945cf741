//! The campaign in small.

use campaigns::kill::{Arguments, run};

#[test]
fn a_killed_server_loses_nothing() {
    run(Arguments { seed: 1, kills: 10, rooms: 6 }).expect("it holds");
}
