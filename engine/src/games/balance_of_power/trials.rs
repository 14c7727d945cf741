//! Options of Balance of Power that are worth trying.

use serde_json::{Value, json};

pub(super) fn trials() -> Vec<Value> {
    let basic = |setup: u8, first: &str| json!({"setup": setup, "first": first});
    vec![
        json!({"setup": 3, "max_turns": 30}),
        basic(1, "drawn"),
        basic(2, "set_up"),
        basic(3, "blue"),
        basic(4, "drawn"),
        json!({"version": "command_room"}),
        json!({"version": "command_room", "max_turns": 30}),
        json!({"setup": 3, "handicap": 3, "handicap_for": "second_seat"}),
        json!({"version": "command_room", "handicap": 2, "max_turns": 30}),
    ]
}
