//! A preview says what comes: whatever it calls certain happens, its chances are right, it refuses what the
//! rules refuse, and it rests on what its seat sees.

use std::collections::BTreeMap;

use engine::explain::{CommandReason, Explain};
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::{Guesses, Think};
use engine::{Game, Seat, Viewer};
use laws::Rng;
use laws::rules::{Moment, play, shipped};
use protocol::hint::AdviceReason;
use protocol::{Code, Rejection};
use serde_json::{Value, json};

/// Commands that are tried of each set of options.
const COMMANDS: usize = 1_500;
/// Of so many claims one may be wrong: what only a rare hidden card changes is called certain.
const WRONG_ONE_OF: usize = 400;

fn previewed<G: Think>(
    game: &G,
    seat: Seat,
    command: &Value,
    seed: u64,
) -> Result<Vec<AdviceReason>, Rejection> {
    let mut coins = Rng::new(seed);
    let guesses = Guesses::of(game, seat, &mut |n| coins.below(n));
    mind::preview(&guesses, command).expect("a game that the mind knows")
}

/// Plays at random, and calls `check` with commands of the seats that are asked.
fn commands<G: Think>(
    options: &Value,
    mut check: impl FnMut(&G, Seat, &G::Command, &mut Rng, u64),
) {
    let data = shipped::<G>();
    let (mut tried, mut choices) = (0, Vec::new());
    for seed in laws::rng::seeds(1_000) {
        if tried >= COMMANDS {
            return;
        }
        play::<G>(data.clone(), options, seed, |&Moment { game, .. }, rng| {
            for seat in game.awaiting().iter() {
                choices.clear();
                game.choices(seat, &mut choices);
                let Some(choice) = choices.get(rng.below(choices.len().max(1) as u64) as usize)
                else {
                    continue;
                };
                let command = game.sample(choice, &mut |n| rng.below(n));
                check(game, seat, &command, rng, seed);
                tried += 1;
            }
        });
    }
}

/// Returns the reasons that a command turns out to have; `None` if it is refused.
fn happened<G: Explain>(game: &G, seat: Seat, command: &G::Command) -> Option<Vec<CommandReason>> {
    let mut after = game.clone();
    after.apply(0, seat, command, &mut ()).ok()?;
    Some(after.reasons(game, seat))
}

/// Whatever is called certain happens; what has a chance happens about so often.
fn what_is_said_comes<G: Explain>(options: &Value) {
    let (mut certain, mut wrong) = (0, 0);
    let mut by_chance: BTreeMap<u16, (usize, usize)> = BTreeMap::new();
    commands::<G>(options, |game, seat, command, _, seed| {
        let said = previewed(game, seat, &json!(command), seed);
        let Some(happened) = happened(game, seat, command) else {
            assert!(said.is_err(), "{options}, seed {seed}: {command:?} is refused, not {said:?}");
            return;
        };
        let said =
            said.unwrap_or_else(|why| panic!("{options}, seed {seed}: {command:?}: {why:?}"));
        let came = |reason: &AdviceReason| happened.iter().any(|one| one.text == reason.text);
        for reason in &said {
            let Some(chance) = reason.chance else {
                certain += 1;
                wrong += usize::from(!came(reason));
                continue;
            };
            let (times, all) = by_chance.entry(chance / 2_500).or_default();
            (*times, *all) = (*times + usize::from(came(reason)), *all + 1);
        }
    });
    println!("{options}: {wrong} of {certain} wrong, by quarters of chance {by_chance:?}");
    assert!(certain >= COMMANDS / 3, "{options}: only {certain} claims");
    assert!(wrong * WRONG_ONE_OF <= certain, "{options}: {wrong} of {certain} claims were wrong");
    for (quarter, (times, all)) in by_chance.into_iter().filter(|(_, (_, all))| *all >= 100) {
        let share = times * 100 / all;
        let (least, most) = (usize::from(quarter) * 25, usize::from(quarter) * 25 + 25);
        let near = (least.saturating_sub(15)..=most + 15).contains(&share);
        assert!(near, "{options}: of chances from {least} to {most} % came {share} %");
    }
}

/// Every byte of a preview, and of its refusal, is the same in two states that look the same to its seat.
fn previews_are_the_same_in_states_that_look_the_same<G: Explain>(options: &Value) {
    commands::<G>(options, |game, seat, command, rng, seed| {
        let mut other = game.clone();
        other.redeal(Viewer::Seat(seat), &mut |n| rng.below(n));
        let command = json!(command);
        let [one, two] = [game, &other].map(|game| previewed(game, seat, &command, seed));
        assert_eq!(one, two, "{options}, seed {seed}: {command}");
    });
}

#[test]
fn what_europe_divided_says_beforehand_comes() {
    for edition in ["revised", "first"] {
        what_is_said_comes::<EuropeDivided>(&json!({"edition": edition}));
    }
}

#[test]
fn what_balance_of_power_says_beforehand_comes() {
    for options in [json!({"setup": 3}), json!({"version": "command_room"})] {
        what_is_said_comes::<BalanceOfPower>(&options);
    }
}

#[test]
fn previews_of_europe_divided_rest_on_what_the_seat_sees() {
    previews_are_the_same_in_states_that_look_the_same::<EuropeDivided>(&json!({}));
}

#[test]
fn previews_of_balance_of_power_rest_on_what_the_seat_sees() {
    previews_are_the_same_in_states_that_look_the_same::<BalanceOfPower>(&json!({"setup": 3}));
}

#[test]
fn what_is_no_command_is_refused_with_the_reason() {
    let data = shipped::<EuropeDivided>();
    let mut tried = false;
    play::<EuropeDivided>(data, &json!({}), 1, |&Moment { game, .. }, _| {
        let Some(seat) = game.awaiting().iter().next().filter(|_| !tried) else { return };
        tried = true;
        let nonsense = previewed(game, seat, &json!({"type": "shout"}), 1);
        assert_eq!(nonsense.map_err(|why| why.code), Err(Code::Malformed));
        let not_now = previewed(game, seat, &json!({"type": "sea_build"}), 1);
        assert!(not_now.is_err(), "{not_now:?}");
    });
    assert!(tried);
}
