//! The campaign `records` in small.

use campaigns::records::{Arguments, run};

#[test]
fn records_hold_and_forged_ones_are_refused() -> anyhow::Result<()> {
    run(&Arguments { seed: 1, records: 60, forged: 120 })
}
