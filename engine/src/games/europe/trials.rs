//! Options of Europe that are worth trying.
//!
//! Rounds are short and few, so that thousands of matches are played in seconds; the rules of a round do
//! not depend on its length.

use serde_json::{Value, json};

pub(super) fn trials() -> Vec<Value> {
    let short = |players: u8, more: Value| {
        let mut options = json!({
            "players": players, "max_rounds": 2, "round_ms": 60_000, "crisis_at_ms": [30_000],
            "choose_ms": 10_000, "allocate_ms": 10_000, "offer_ttl_ms": 20_000,
        });
        let rest = more.as_object().into_iter().flatten();
        rest.for_each(|(key, value)| options[key] = value.clone());
        options
    };
    let strict = json!({
        "crisis_at_ms": [10_000, 40_000], "carry_over": "all", "market": "persist",
        "crisis_bonus": "citizens_only", "crisis_failure": "lose_one_happiness",
        "allow_gifts": true, "max_citizens": 4, "citizen_deck": "gentle",
        "recycle_spent": false, "start_coin": 10, "max_rounds": 3,
    });
    let quick = json!({
        "win_happiness": 2, "start_happiness": 0, "crisis_at_ms": [], "placate_base": 2,
        "bank_price": 1, "end_early_when_ready": false, "max_rounds": 6,
    });
    let floor = json!({
        "happiness_floor": 1, "start_happiness": 1, "offer_limit": 10, "start_coin": 0,
        "placate_base": 11, "bank_price": 5, "max_citizens": 3,
    });
    let sets = [json!({}), strict, quick, floor];
    let favoured = [(2, 1, "second_seat"), (4, 3, "fourth_seat")].map(|(players, steps, seat)| {
        short(players, json!({"handicap": steps, "handicap_for": seat, "start_coin": 10}))
    });
    let untimed = short(2, json!({"untimed": true}));
    let plain = (2..=4).flat_map(|n| sets.clone().map(|more| short(n, more)));
    plain.chain(favoured).chain([untimed]).collect()
}
