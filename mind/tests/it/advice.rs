//! Advice is built from what its seat may know, and says why.

use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::{Guesses, Think};
use engine::{Seat, Viewer};
use laws::Rng;
use laws::rules::{Moment, play, shipped};
use protocol::hint::Advice;
use serde_json::{Value, json};

/// Positions that are tried of each game and set of options.
const POSITIONS: usize = 40;

/// Advises a seat, stopped after a few iterations so that many positions can be tried.
fn advised<G: Think>(game: &G, seat: Seat, seed: u64) -> Vec<Advice> {
    let mut coins = Rng::new(seed);
    let guesses = Guesses::of(game, seat, &mut |n| coins.below(n));
    mind::advise(&guesses, &|| true).expect("a game that the mind knows")
}

/// Plays at random, and calls `check` at some positions with the seat that is asked.
fn positions<G: Think>(options: &Value, mut check: impl FnMut(&G, Seat, &mut Rng, u64)) {
    let data = shipped::<G>();
    let mut tried = 0;
    for seed in laws::rng::seeds(3) {
        play::<G>(data.clone(), options, seed, |&Moment { game, .. }, rng| {
            let Some(seat) = game.awaiting().iter().next() else { return };
            if tried < POSITIONS && rng.below(4) == 0 {
                check(game, seat, rng, seed);
                tried += 1;
            }
        });
    }
    assert_eq!(tried, POSITIONS);
}

/// Every byte of a hint is the same in two states that look the same to its seat.
fn hints_are_the_same_in_states_that_look_the_same<G: Think>(options: &Value) {
    positions::<G>(options, |game, seat, rng, seed| {
        let mut other = game.clone();
        other.redeal(Viewer::Seat(seat), &mut |n| rng.below(n));
        let [one, two] = [game, &other].map(|game| json!(advised(game, seat, seed)).to_string());
        assert_eq!(one, two, "{options}, seed {seed}");
    });
}

/// Advice can be followed, has words and a chance, and rests on rules.
fn advice_can_be_followed<G: Think>(options: &Value) {
    let mut with_reasons = 0;
    positions::<G>(options, |game, seat, _, seed| {
        let advice = advised(game, seat, seed);
        assert!((1..=3).contains(&advice.len()), "{options}, seed {seed}: {advice:?}");
        for one in &advice {
            let command: G::Command =
                serde_json::from_value(one.command.clone()).expect("a command");
            let tried = game.clone().apply(0, seat, &command, &mut ());
            assert_eq!(tried, Ok(()), "{options}, seed {seed}: {one:?}");
            assert!(one.chance <= 10_000 && !one.text.is_empty() && !one.rule.is_empty());
            for reason in &one.reasons {
                assert!(!reason.text.is_empty() && !reason.rule.is_empty(), "{reason:?}");
                assert!(reason.chance.is_none_or(|often| (1..10_000).contains(&often)));
            }
        }
        with_reasons += usize::from(advice.iter().any(|one| !one.reasons.is_empty()));
    });
    println!("{options}: {with_reasons} of {POSITIONS} positions with reasons");
    assert!(with_reasons * 2 > POSITIONS, "{options}: {with_reasons} with reasons");
}

#[test]
fn hints_of_europe_divided_rest_on_what_the_seat_sees() {
    for edition in ["revised", "first"] {
        hints_are_the_same_in_states_that_look_the_same::<EuropeDivided>(
            &json!({"edition": edition}),
        );
    }
}

#[test]
fn hints_of_balance_of_power_rest_on_what_the_seat_sees() {
    for options in [json!({"setup": 3}), json!({"version": "command_room"})] {
        hints_are_the_same_in_states_that_look_the_same::<BalanceOfPower>(&options);
    }
}

/// Playing a card changes nothing by itself: the reasons are those of the action that follows.
#[test]
fn advice_to_play_a_card_says_what_its_action_changes() {
    let mut played = 0;
    positions::<EuropeDivided>(&json!({"edition": "revised"}), |game, seat, _, seed| {
        for one in advised(game, seat, seed).iter().filter(|one| !one.then.is_empty()) {
            played += 1;
            assert!(!one.reasons.is_empty(), "seed {seed}: {one:?}");
        }
    });
    assert!(played > 0, "no advice went on");
}

#[test]
fn advice_on_europe_divided_can_be_followed() {
    advice_can_be_followed::<EuropeDivided>(&json!({"edition": "revised"}));
}

#[test]
fn advice_on_balance_of_power_can_be_followed() {
    advice_can_be_followed::<BalanceOfPower>(&json!({"setup": 3}));
    advice_can_be_followed::<BalanceOfPower>(&json!({"version": "command_room"}));
}
