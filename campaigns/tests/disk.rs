//! The campaign in small.

use campaigns::disk::{Arguments, run};

#[test]
fn a_full_disk_refuses_and_a_failing_one_ends_the_server() {
    run(Arguments { seed: 1, rounds: 6 }).expect("it holds");
}
