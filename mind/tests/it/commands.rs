//! Every candidate is legal, features fit the weights, and a mind plays better than `bots`.

use std::hash::Hash;

use arena::player::Player;
use arena::series::series;

use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::Think;
use laws::rules::{Moment, play, shipped};
use mind::{Net, SearchBudget, Strength, Tuning};
use protocol::room::BotLevel;
use serde_json::{Value, json};

/// Plays at random through every way of the rules, and tries each candidate of each position.
fn every_candidate_is_legal<G: Think>() {
    let data = shipped::<G>();
    for options in G::trials() {
        for seed in laws::rng::seeds(2) {
            play::<G>(data.clone(), &options, seed, |&Moment { game, .. }, rng| {
                let Some(seat) = game.awaiting().iter().next() else { return };
                let mut candidates = Vec::new();
                game.candidates(seat, &mut |n| rng.below(n), &mut candidates);
                assert!(!candidates.is_empty(), "{options}, seed {seed}: nothing to consider");
                for command in &candidates {
                    let tried = game.clone().apply(0, seat, command, &mut ());
                    assert_eq!(tried, Ok(()), "{options}, seed {seed}: {command:?}");
                }
                let mut features = Vec::new();
                game.features(&mut features);
                assert!(features.iter().all(|(at, _)| usize::from(*at) < G::FEATURES));
            });
        }
    }
}

#[test]
fn every_candidate_of_europe_divided_is_legal() {
    every_candidate_is_legal::<EuropeDivided>();
}

#[test]
fn every_candidate_of_balance_of_power_is_legal() {
    every_candidate_is_legal::<BalanceOfPower>();
}

#[test]
fn the_shipped_weights_fit() {
    let fits = |bytes: &[u8], features| Net::read(bytes, features).map(|net| net.bytes() == bytes);
    let europe_divided = include_bytes!("../../../data/europe-divided/mind.bin");
    assert_eq!(fits(europe_divided, EuropeDivided::FEATURES), Ok(true));
    let balance_of_power = include_bytes!("../../../data/balance-of-power/mind.bin");
    assert_eq!(fits(balance_of_power, BalanceOfPower::FEATURES), Ok(true));
}

/// Plays the normal level against a player that takes any offer; it must win all but one match.
fn normal_beats_any_offer<G: Think>(bytes: &[u8], options: &Value)
where
    G::Command: Hash,
    G::Event: Hash,
{
    let net = Net::read(bytes, G::FEATURES).expect("weights");
    let Strength { budget, tuning, .. } = mind::strength(G::ID, BotLevel::Normal);
    let make = |first: bool, _: u8, seed: u64| {
        if first { Player::mind(&net, budget, tuning, seed) } else { Player::random(seed) }
    };
    let score = series::<G>(&shipped::<G>(), options, 5, 1, &make);
    println!("{options}: {score}");
    assert!(score.won >= 9.0, "of 10 matches: {score}");
}

#[test]
fn the_normal_level_beats_any_offer() {
    let bytes = include_bytes!("../../../data/europe-divided/mind.bin");
    normal_beats_any_offer::<EuropeDivided>(bytes, &json!({"edition": "revised"}));
    normal_beats_any_offer::<EuropeDivided>(bytes, &json!({"edition": "first"}));
    let bytes = include_bytes!("../../../data/balance-of-power/mind.bin");
    normal_beats_any_offer::<BalanceOfPower>(bytes, &json!({"setup": 3}));
    normal_beats_any_offer::<BalanceOfPower>(bytes, &json!({"version": "command_room"}));
}

#[test]
fn a_short_search_beats_the_reference_in_europe_divided() {
    let bytes = include_bytes!("../../../data/europe-divided/mind.bin");
    let net = Net::read(bytes, EuropeDivided::FEATURES).expect("weights");
    let budget = SearchBudget { iterations: 40, nodes: 10_000 };
    let make = |first: bool, seat: u8, seed: u64| {
        if first {
            Player::mind(&net, budget, Tuning::default(), seed)
        } else {
            Player::reference(seat, seed)
        }
    };
    let score = series::<EuropeDivided>(
        &shipped::<EuropeDivided>(),
        &json!({"edition": "revised"}),
        5,
        1,
        &make,
    );
    println!("{score}");
    assert!(score.won >= 6.0, "of 10 matches: {score}");
}
