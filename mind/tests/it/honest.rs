//! A mind plays from what its seat may know, and its thought can be repeated.

use std::hash::Hash;

use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::{Guesses, Think};
use engine::{Seat, Viewer};
use laws::Rng;
use laws::rules::{Moment, play, shipped};
use protocol::room::BotLevel;
use serde_json::{Value, json};

/// Returns the number of states that are tried of each game and edition: `ENTENTE_STATES`, or a few.
fn states() -> usize {
    let number = std::env::var("ENTENTE_STATES").ok().and_then(|number| number.parse().ok());
    number.unwrap_or(60)
}

/// More matches than it takes.
const MATCHES: u64 = 1_000_000;

/// Chooses for a seat, stopped after a few iterations so that many positions can be tried.
fn chosen<G: Think>(game: &G, seat: Seat, seed: u64) -> Option<Value> {
    let mut coins = Rng::new(seed);
    let guesses = Guesses::of(game, seat, &mut |n| coins.below(n));
    mind::choose(&guesses, BotLevel::Hard, &|| true)
}

/// Plays at random, and at each position compares what a mind does in the true state and in another
/// one that looks the same to its seat.
fn plays_the_same_in_states_that_look_the_same<G: Think>(options: &Value)
where
    G::Command: Hash,
    G::Event: Hash,
{
    let data = shipped::<G>();
    let wanted = states();
    let mut tried = 0;
    for seed in laws::rng::seeds(MATCHES) {
        if tried == wanted {
            break;
        }
        play::<G>(data.clone(), options, seed, |&Moment { game, .. }, rng| {
            let seat = game.awaiting().iter().next().filter(|_| tried < wanted);
            let Some(seat) = seat else { return };
            let mut other = game.clone();
            other.redeal(Viewer::Seat(seat), &mut |n| rng.below(n));
            assert_eq!(chosen(game, seat, seed), chosen(&other, seat, seed), "seed {seed}");
            tried += 1;
        });
    }
    println!("{} {options}: {tried} states", G::ID);
    assert_eq!(tried, wanted);
}

#[test]
fn europe_divided_is_played_by_what_the_seat_sees() {
    plays_the_same_in_states_that_look_the_same::<EuropeDivided>(&json!({"edition": "revised"}));
    plays_the_same_in_states_that_look_the_same::<EuropeDivided>(&json!({"edition": "first"}));
}

#[test]
fn balance_of_power_is_played_by_what_the_seat_sees() {
    plays_the_same_in_states_that_look_the_same::<BalanceOfPower>(&json!({"setup": 3}));
    plays_the_same_in_states_that_look_the_same::<BalanceOfPower>(
        &json!({"version": "command_room"}),
    );
}
