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
/// Positions in which what is to follow is compared with the next hint.
const FOLLOWED: usize = 200;
/// More matches than it takes.
const MATCHES: u64 = 16;

/// Advises a seat, stopped after a few iterations so that many positions can be tried.
fn advised<G: Think>(game: &G, seat: Seat, seed: u64) -> Vec<Advice> {
    let mut coins = Rng::new(seed);
    let guesses = Guesses::of(game, seat, &mut |n| coins.below(n));
    mind::advise(&guesses, &|| true).expect("a game that the mind knows")
}

/// Plays at random, and calls `check` at some positions with the seat that is asked.
fn positions<G: Think>(options: &Value, check: impl FnMut(&G, Seat, &mut Rng, u64)) {
    some_positions(POSITIONS, options, check);
}

fn some_positions<G: Think>(
    count: usize,
    options: &Value,
    mut check: impl FnMut(&G, Seat, &mut Rng, u64),
) {
    let data = shipped::<G>();
    let mut tried = 0;
    for seed in laws::rng::seeds(MATCHES) {
        play::<G>(data.clone(), options, seed, |&Moment { game, .. }, rng| {
            let Some(seat) = game.awaiting().iter().next() else { return };
            if tried < count && rng.below(4) == 0 {
                check(game, seat, rng, seed);
                tried += 1;
            }
        });
    }
    assert_eq!(tried, count);
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

/// Advises a seat as a person would be.
fn advised_fully<G: Think>(game: &G, seat: Seat, seed: u64) -> Vec<Advice> {
    let mut coins = Rng::new(seed);
    let guesses = Guesses::of(game, seat, &mut |n| coins.below(n));
    mind::advise(&guesses, &|| false).expect("a game that the mind knows")
}

/// The next hint mostly says the command that was to follow; and playing a card changes nothing by itself, so the
/// reasons are those of the action that follows.
fn the_next_hint_goes_on_as_the_one_before_said<G: Think>(options: &Value) {
    let (mut went_on, mut agreed, mut with_reasons) = (0, 0, 0);
    some_positions::<G>(FOLLOWED, options, |game, seat, rng, seed| {
        let advice = advised_fully(game, seat, seed);
        let Some(best) = advice.first().filter(|best| !best.then.is_empty()) else { return };
        went_on += 1;
        with_reasons += usize::from(!best.reasons.is_empty());
        let command: G::Command = serde_json::from_value(best.command.clone()).expect("a command");
        let mut after = game.clone();
        after.apply(0, seat, &command, &mut ()).expect("it can be followed");
        let next = advised_fully(&after, seat, rng.next());
        agreed += usize::from(next.first().map(|next| &next.text) == best.then.first());
    });
    println!("{options}: of {went_on} that went on {agreed} agreed, {with_reasons} had reasons");
    assert!(went_on >= 5, "{options}: only {went_on} went on");
    assert!(agreed * 100 >= went_on * 85, "{options}: {agreed} of {went_on} agreed");
    assert!(with_reasons * 2 >= went_on, "{options}: {with_reasons} of {went_on} had reasons");
}

#[test]
fn hints_of_europe_divided_go_on_as_they_said() {
    the_next_hint_goes_on_as_the_one_before_said::<EuropeDivided>(&json!({"edition": "revised"}));
}

#[test]
fn hints_of_balance_of_power_go_on_as_they_said() {
    the_next_hint_goes_on_as_the_one_before_said::<BalanceOfPower>(&json!({"setup": 3}));
}

#[test]
fn no_reason_speaks_for_every_command_that_is_advised() {
    let mut several = 0;
    for options in [json!({"setup": 3}), json!({"version": "command_room"})] {
        positions::<BalanceOfPower>(&options, |game, seat, _, seed| {
            let advice = advised(game, seat, seed);
            let [first, others @ ..] = &advice[..] else { panic!("no advice") };
            if others.is_empty() {
                return;
            }
            several += 1;
            for reason in &first.reasons {
                let shared = others.iter().all(|one| one.reasons.contains(reason));
                assert!(!shared, "{options}, seed {seed}: {reason:?} is said of all");
            }
        });
    }
    assert!(several > POSITIONS, "{several} with several commands");
}

/// Returns the chance of a seat that a command leaves if it ends the match, whatever the seat cannot know.
fn certain_end<G: Think>(game: &G, seat: Seat, command: &G::Command, rng: &mut Rng) -> Option<u16> {
    let ends: Option<Vec<Vec<u8>>> = (0..24)
        .map(|_| {
            let mut guess = game.clone();
            guess.redeal(Viewer::Seat(seat), &mut |n| rng.below(n));
            guess.apply(0, seat, command, &mut ()).ok()?;
            Some(guess.outcome()?.winners)
        })
        .collect();
    let ends = ends?;
    let first = ends.first().filter(|first| ends.iter().all(|end| end == *first))?;
    Some(match first[..] {
        [winner] => 10_000 * u16::from(winner == seat.0),
        _ => 5_000,
    })
}

/// A command that ends the match whatever is hidden has the chance of that end: all, half or nothing.
fn the_end_of_a_match_is_no_estimate<G: Think>(options: &Value) {
    let data = shipped::<G>();
    let mut ends = 0;
    for seed in laws::rng::seeds(12) {
        // The last question that any command of which may end the match.
        let mut last: Option<(G, Seat)> = None;
        play::<G>(data.clone(), options, seed, |&Moment { game, .. }, _| {
            if let Some(seat) = game.awaiting().iter().next() {
                last = Some((game.clone(), seat));
            }
        });
        let (game, seat) = last.expect("somebody is asked");
        let mut rng = Rng::new(seed);
        for one in advised_fully(&game, seat, seed) {
            let command: G::Command = serde_json::from_value(one.command.clone()).expect("one");
            let Some(end) = certain_end(&game, seat, &command, &mut rng) else { continue };
            ends += 1;
            assert_eq!(one.chance, end, "{options}, seed {seed}: {one:?}");
        }
    }
    println!("{options}: {ends} certain ends");
    assert!(ends >= 5, "{options}: only {ends} certain ends");
}

#[test]
fn a_certain_win_of_europe_divided_is_shown_as_one() {
    the_end_of_a_match_is_no_estimate::<EuropeDivided>(&json!({"edition": "revised"}));
    the_end_of_a_match_is_no_estimate::<EuropeDivided>(&json!({"edition": "first"}));
}

#[test]
fn a_certain_win_of_balance_of_power_is_shown_as_one() {
    the_end_of_a_match_is_no_estimate::<BalanceOfPower>(&json!({"setup": 3, "max_turns": 30}));
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
