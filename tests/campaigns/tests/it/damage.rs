//! The campaign in small.

use campaigns::damage::{Arguments, run};

#[test]
fn a_flipped_bit_is_never_believed() {
    run(Arguments { seed: 1, flips: 500 }).expect("it holds");
}
