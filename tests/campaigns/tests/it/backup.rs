//! The campaign in small.

use campaigns::backup::{Arguments, run};

#[test]
fn a_backup_is_a_real_past_of_every_room() {
    run(Arguments { seed: 1, backups: 4, rooms: 6 }).expect("it holds");
}
