//! One whole match of each game on paper: every viewer's view at each step.
//!
//! The set-up and the end are printed whole, the steps between as what changed. A change of the
//! rules, of a view or of a text shows up here, to be read and accepted (`cargo insta review`, or
//! `INSTA_UPDATE=always`).

mod paper;

use serde_json::json;

#[test]
fn europe_divided() {
    insta::assert_snapshot!(paper::of("europe-divided", &json!({}), 1));
}

#[test]
fn balance_of_power() {
    let options = json!({"version": "command_room", "max_turns": 10});
    insta::assert_snapshot!(paper::of("balance-of-power", &options, 1));
}

#[test]
fn europe() {
    let options =
        json!({"players": 3, "max_rounds": 1, "round_ms": 60_000, "crisis_at_ms": [30_000]});
    insta::assert_snapshot!(paper::of("europe", &options, 1));
}
