//! A level errs by less where less is at stake, and never by taking no action.

use engine::games::europe_divided::EuropeDivided;
use engine::think::Guesses;
use laws::Rng;
use laws::rules::{Moment, play, shipped};
use mind::Weighed;
use mind::levels::taken;
use protocol::room::BotLevel;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

/// Times that a level chooses.
const TIMES: u64 = 2_000;
/// Positions of each match's play that are tried.
const POSITIONS: u32 = 300;

/// Returns how often in a hundred the second of two commands is taken.
fn second([best, second]: [f32; 2], heat: f32, passes: bool) -> u64 {
    let weighed = [Weighed { value: best, passes: false }, Weighed { value: second, passes }];
    let times =
        (0..TIMES).filter(|seed| taken(&weighed, heat, &mut ChaCha8Rng::seed_from_u64(*seed)) == 1);
    times.count() as u64 * 100 / TIMES
}

#[test]
fn a_level_errs_less_where_the_match_is_nearly_decided() {
    // One command is e times as rare as the other: 27 of 100.
    assert!((25..=29).contains(&second([0.50, 0.47], 0.03, false)));
    // A fifth of that heat is left: 3 points are five steps of it.
    assert!((0..=2).contains(&second([0.95, 0.92], 0.03, false)));
    assert!((0..=2).contains(&second([0.05, 0.02], 0.03, false)));
    // A tenth stays whatever the chance is: whoever cannot lose any more still errs by 0.3 points.
    assert!((25..=29).contains(&second([1.0, 0.997], 0.03, false)));
    assert!((25..=29).contains(&second([0.003, 0.0], 0.03, false)));
}

#[test]
fn no_level_errs_by_taking_no_action() {
    assert_eq!(second([0.50, 0.499], 0.03, true), 0);
    // It is no error where nothing is better.
    assert!(second([0.50, 0.50], 0.03, true) > 45);
    assert!(second([0.50, 0.51], 0.03, true) > 45);
}

/// Whatever easy plays, it passes only where nothing seems better.
#[test]
fn easy_passes_with_a_card_only_if_nothing_seems_better() {
    let data = shipped::<EuropeDivided>();
    let (mut tried, mut passed) = (0, 0);
    for seed in laws::rng::seeds(10) {
        play::<EuropeDivided>(data.clone(), &json!({}), seed, |&Moment { game, .. }, rng| {
            let Some(seat) = engine::Game::awaiting(game).iter().next() else { return };
            if tried >= POSITIONS {
                return;
            }
            let mut coins = Rng::new(rng.next());
            let guesses = Guesses::of(game, seat, &mut |n| coins.below(n));
            let thoughts = mind::think(&guesses, BotLevel::Easy, &|| false);
            let Some(pass) = thoughts.iter().find(|one| one.weighed.passes) else { return };
            tried += 1;
            let best = thoughts.iter().map(|one| one.weighed.value).fold(0.0, f32::max);
            let chosen = mind::choose(&guesses, BotLevel::Easy, &|| false);
            if chosen.as_ref() == Some(&pass.command) {
                passed += 1;
                assert!(pass.weighed.value >= best, "seed {seed}: {pass:?} beside {best}");
            }
        });
    }
    println!("{passed} of {tried} passed");
    assert!(tried > 50 && passed > 0);
}
