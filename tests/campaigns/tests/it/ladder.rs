//! The ladder and the balance in small.

use campaigns::{balance, ladder};
use serde_json::json;

#[test]
fn the_normal_level_climbs_over_any_offer() {
    ladder::run(&ladder::Arguments {
        seed: 1,
        pairs: 2,
        game: Some("balance-of-power".to_owned()),
        options: Some(json!({"setup": 3})),
        rung: Some("random".to_owned()),
    })
    .unwrap();
}

#[test]
fn a_few_matches_do_not_show_that_a_game_is_unfair() {
    balance::run(&balance::Arguments {
        seed: 1,
        matches: 4,
        game: Some("europe-divided".to_owned()),
        options: Some(json!({"edition": "first"})),
        rung: "easy".to_owned(),
    })
    .unwrap();
}
