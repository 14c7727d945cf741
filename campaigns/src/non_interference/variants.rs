//! Every game with the options that change who is asked and what is hidden.
//!
//! Rounds of Europe are short and few, so that matches reach everything in little time; the rules
//! of a round do not depend on its length.

use protocol::games::{balance_of_power, europe, europe_divided};
use serde_json::{Map, Value};

/// A game with options.
#[derive(Debug)]
pub(super) struct Variant {
    /// How figures and failures call it.
    pub(super) name: &'static str,
    /// Which rules.
    pub(super) rules: Rules,
    options: &'static str,
}

/// The games, for choosing their types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rules {
    /// Europe Divided.
    EuropeDivided,
    /// Balance of Power.
    BalanceOfPower,
    /// Europe.
    Europe,
}

impl Rules {
    /// The game's id.
    pub(super) fn id(self) -> &'static str {
        match self {
            Self::EuropeDivided => europe_divided::ID,
            Self::BalanceOfPower => balance_of_power::ID,
            Self::Europe => europe::ID,
        }
    }
}

impl Variant {
    /// The options, as a room is created with them.
    pub(super) fn options(&self) -> Map<String, Value> {
        serde_json::from_str(self.options).expect("options are an object")
    }
}

const fn variant(name: &'static str, rules: Rules, options: &'static str) -> Variant {
    Variant { name, rules, options }
}

/// What is played.
pub(super) static VARIANTS: &[Variant] = &[
    variant("Europe Divided, revised", Rules::EuropeDivided, r#"{"edition": "revised"}"#),
    variant("Europe Divided, first", Rules::EuropeDivided, r#"{"edition": "first"}"#),
    variant("Balance of Power, set-up 1", Rules::BalanceOfPower, r#"{"setup": 1}"#),
    variant(
        "Balance of Power, set-up 2",
        Rules::BalanceOfPower,
        r#"{"setup": 2, "first": "red", "max_turns": 30}"#,
    ),
    variant("Balance of Power, set-up 3", Rules::BalanceOfPower, r#"{"setup": 3}"#),
    variant(
        "Balance of Power, set-up 4",
        Rules::BalanceOfPower,
        r#"{"setup": 4, "first": "blue"}"#,
    ),
    variant(
        "Balance of Power, Command Room",
        Rules::BalanceOfPower,
        r#"{"version": "command_room"}"#,
    ),
    variant(
        "Europe, two",
        Rules::Europe,
        r#"{"players": 2, "max_rounds": 2, "round_ms": 60000, "crisis_at_ms": [30000],
            "choose_ms": 10000, "allocate_ms": 10000, "offer_ttl_ms": 20000}"#,
    ),
    variant(
        "Europe, three",
        Rules::Europe,
        r#"{"players": 3, "max_rounds": 2, "round_ms": 60000, "crisis_at_ms": [30000],
            "choose_ms": 10000, "allocate_ms": 10000, "offer_ttl_ms": 20000, "start_coin": 10}"#,
    ),
    variant(
        "Europe, four",
        Rules::Europe,
        r#"{"players": 4, "max_rounds": 1, "round_ms": 60000, "crisis_at_ms": [30000],
            "choose_ms": 20000, "allocate_ms": 20000, "offer_ttl_ms": 20000, "offer_limit": 10}"#,
    ),
    variant(
        "Europe, varied",
        Rules::Europe,
        r#"{"players": 3, "max_rounds": 2, "round_ms": 60000, "crisis_at_ms": [10000, 40000],
            "choose_ms": 10000, "allocate_ms": 10000, "carry_over": "all", "market": "persist",
            "crisis_bonus": "citizens_only", "crisis_failure": "lose_one_happiness",
            "allow_gifts": true, "max_citizens": 4, "citizen_deck": "gentle",
            "recycle_spent": false, "start_coin": 10}"#,
    ),
];
