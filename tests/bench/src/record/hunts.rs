//! The matches that are searched for: each way a game can end, and how to play so that it happens.

use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe::Europe;
use engine::games::europe_divided::EuropeDivided;

use super::search::{Hunt, search};

const EUROPE_DIVIDED: Hunt = Hunt {
    game: "europe-divided",
    name: "prestige",
    options: r#"{"edition": "revised"}"#,
    reason: "prestige",
    winners: 1,
    favour: &[],
    resigns: &[],
    search: search::<EuropeDivided>,
};

const BALANCE_OF_POWER: Hunt = Hunt {
    game: "balance-of-power",
    name: "objectives",
    options: "{}",
    reason: "objectives",
    winners: 1,
    favour: &[("collect", 20)],
    resigns: &[],
    search: search::<BalanceOfPower>,
};

const EUROPE: Hunt = Hunt {
    game: "europe",
    name: "happiness",
    options: r#"{"players": 3, "win_happiness": 2}"#,
    reason: "happiness",
    winners: 1,
    favour: &[("ready", 10)],
    resigns: &[],
    search: search::<Europe>,
};

/// The room's options of the short matches that the turn limit ends.
const SHORT: &str = r#"{"max_turns": 10}"#;

/// Those of matches of Europe in which several are often happy enough at once.
const QUICK: &str =
    r#"{"players": 4, "win_happiness": 2, "citizen_deck": "gentle", "max_rounds": 2}"#;

/// Everything that is searched for.
pub(crate) const HUNTS: &[Hunt] = &[
    EUROPE_DIVIDED,
    Hunt { name: "prestige-first", options: r#"{"edition": "first"}"#, ..EUROPE_DIVIDED },
    Hunt { name: "contested-cards", reason: "contested_cards", ..EUROPE_DIVIDED },
    Hunt { name: "armies-and-money", reason: "armies_and_money", ..EUROPE_DIVIDED },
    Hunt { name: "tie-to-europe", reason: "tie_to_europe", ..EUROPE_DIVIDED },
    Hunt { name: "resigned", reason: "resigned", resigns: &[(40, 0)], ..EUROPE_DIVIDED },
    BALANCE_OF_POWER,
    Hunt { name: "elimination", reason: "elimination", ..BALANCE_OF_POWER },
    Hunt {
        name: "elimination-command-room",
        options: r#"{"version": "command_room"}"#,
        reason: "elimination",
        ..BALANCE_OF_POWER
    },
    Hunt {
        name: "limit-objectives",
        options: SHORT,
        reason: "limit_objectives",
        ..BALANCE_OF_POWER
    },
    Hunt {
        name: "limit-territories",
        options: SHORT,
        reason: "limit_territories",
        ..BALANCE_OF_POWER
    },
    Hunt {
        name: "limit-troops",
        options: SHORT,
        reason: "limit_troops",
        favour: &[("end_attack", 30)],
        ..BALANCE_OF_POWER
    },
    Hunt {
        name: "draw",
        options: SHORT,
        reason: "draw",
        winners: 0,
        favour: &[("end_attack", 300)],
        ..BALANCE_OF_POWER
    },
    Hunt { name: "resigned", reason: "resigned", resigns: &[(40, 0)], ..BALANCE_OF_POWER },
    EUROPE,
    Hunt { name: "coin", options: QUICK, reason: "coin", ..EUROPE },
    Hunt { name: "shared", options: QUICK, reason: "shared", winners: 2, ..EUROPE },
    Hunt {
        name: "limit-happiness",
        options: r#"{"players": 2, "max_rounds": 2}"#,
        reason: "limit_happiness",
        ..EUROPE
    },
    Hunt {
        name: "limit-coin",
        options: r#"{"players": 4, "max_rounds": 1}"#,
        reason: "limit_coin",
        ..EUROPE
    },
    Hunt {
        name: "limit-shared",
        options: r#"{"players": 3, "max_rounds": 1}"#,
        reason: "limit_shared",
        winners: 2,
        ..EUROPE
    },
    Hunt {
        name: "resigned",
        options: r#"{"players": 3}"#,
        reason: "resigned",
        resigns: &[(10, 1), (60, 2)],
        ..EUROPE
    },
];
