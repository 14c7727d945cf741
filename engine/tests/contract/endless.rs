//! Inputs that are not moves are accepted only a limited number of times: a log is bounded by the
//! moves that the rules allow.

use engine::REGISTRY;
use engine::matches::PAUSES_A_SEAT;
use laws::endless::{most, one_match};
use serde_json::json;

#[test]
fn inputs_that_are_not_moves_come_to_an_end() {
    for game in REGISTRY {
        let tried = one_match(game.id, &json!({}), 11);
        println!("{}: {tried:?}", game.id);
        assert!(tried.refused > 0 && tried.all() > 0, "{}: {tried:?}", game.id);
        let kinds = if game.timed { ["pause", "resume"] } else { ["undo", "undo"] };
        for kind in kinds {
            assert!(tried.entries[kind] > 0, "{}: {tried:?}", game.id);
        }
    }
}

#[test]
fn the_clock_is_stopped_so_often_and_a_seat_gives_up_once() {
    let tried = one_match("europe", &json!({"players": 4}), 12);
    let pauses = 4 * u64::from(PAUSES_A_SEAT);
    assert_eq!(tried.entries["pause"], pauses, "{tried:?}");
    assert_eq!(tried.entries["resume"], pauses, "{tried:?}");
    assert_eq!(tried.entries["resign"], 2, "{tried:?}");
    assert!(tried.all() <= most(4), "{tried:?}");
}
