//! The campaign in small: it needs Linux and strace.

#![cfg(target_os = "linux")]

use campaigns::order::{Arguments, run};

#[test]
fn a_command_is_durable_before_it_is_visible() {
    run(Arguments { seed: 1, commands: 20 }).expect("it holds");
}
