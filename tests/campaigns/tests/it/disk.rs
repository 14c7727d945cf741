//! The campaign in small: it needs Linux, strace and, for the disk, a mount namespace.

#![cfg(target_os = "linux")]

use campaigns::disk::{Arguments, run};

#[test]
fn a_full_disk_refuses_and_a_failing_one_ends_the_server() {
    run(Arguments { seed: 1, rounds: 6 }).expect("it holds");
}
