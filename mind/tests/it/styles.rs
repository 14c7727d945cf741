//! A bot is a little fonder of one thing than of others, in some matches.

use engine::Seat;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::{Guesses, Think};
use laws::Rng;
use laws::rules::{Moment, play, shipped};
use protocol::room::BotLevel;
use serde_json::{Value, json};

/// Styles: the plain one, and one for each taste.
const STYLES: u8 = 4;
/// Positions that are tried of each game.
const POSITIONS: u32 = 120;

/// Chooses for a seat with a style: at a level that does not err, with a thought that is stopped early, so
/// that many positions can be tried.
fn chosen<G: Think>(game: &G, seat: Seat, style: u8, seed: u64) -> Option<Value> {
    let mut coins = Rng::new(seed);
    let mut guesses = Guesses::of(game, seat, &mut |n| coins.below(n));
    guesses.style = style;
    mind::choose(&guesses, BotLevel::Expert, &|| true)
}

/// Counts the positions in which each taste leads to another command than none.
fn a_taste_changes_some_commands_and_not_most<G: Think>(options: &Value) {
    let data = shipped::<G>();
    let (mut tried, mut changed) = (0, [0; STYLES as usize]);
    for seed in laws::rng::seeds(3) {
        play::<G>(data.clone(), options, seed, |&Moment { game, .. }, rng| {
            let asked = game.awaiting().iter().next();
            let Some(seat) = asked.filter(|_| tried < POSITIONS && rng.below(3) == 0) else {
                return;
            };
            let plain = chosen(game, seat, 0, seed);
            for style in 0..STYLES {
                let other = chosen(game, seat, style, seed) != plain;
                changed[usize::from(style)] += u32::from(other);
            }
            tried += 1;
        });
    }
    println!("{} {options}: {changed:?} of {tried} commands are others", G::ID);
    assert_eq!((tried, changed[0]), (POSITIONS, 0));
    for changed in &changed[1..] {
        assert!(*changed > 0 && changed * 3 < tried, "{changed} of {tried}");
    }
}

#[test]
fn a_taste_in_europe_divided_is_a_little_one() {
    a_taste_changes_some_commands_and_not_most::<EuropeDivided>(&json!({"edition": "revised"}));
}

#[test]
fn a_taste_in_balance_of_power_is_a_little_one() {
    a_taste_changes_some_commands_and_not_most::<BalanceOfPower>(&json!({"setup": 3}));
}
