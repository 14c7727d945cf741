//! The player that knows the whole match: it plays, it does better for what it knows, and the mind that
//! people meet cannot be given its guesses.

use arena::player::Player;
use arena::seeing::Revealed;
use arena::series::series;
use engine::Seat;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::{Guess, Guesses, Think};
use laws::rules::{deal, shipped};
use mind::{Net, SearchBudget, Tuning};
use protocol::room::BotLevel;
use serde_json::json;

fn europe_divided(seed: u64) -> EuropeDivided {
    deal(shipped::<EuropeDivided>(), &json!({}), seed)
}

#[test]
fn a_guess_of_what_is_seen_is_the_truth() {
    let game = europe_divided(3);
    let coins = &mut |_| 0;
    let seen = Guess::of(&Revealed(game.clone()), Seat(0), coins);
    assert_eq!(seen.another(coins).0, game);
    assert_ne!(Guess::of(&game, Seat(0), coins).another(coins), game);
}

#[test]
fn no_mind_takes_a_guess_of_what_is_seen() {
    let game = europe_divided(3);
    let thoughts = |guesses| mind::think(&guesses, BotLevel::Easy, &|| false).len();
    assert!(thoughts(Guesses::of(&game, Seat(0), &mut |_| 0)) > 0);
    assert_eq!(thoughts(Guesses::of(&Revealed(game), Seat(0), &mut |_| 0)), 0);
}

fn plays<G: Think>(bytes: &[u8]) -> f64
where
    G::Command: std::hash::Hash,
    G::Event: std::hash::Hash,
{
    let net = Net::read(bytes, G::FEATURES).expect("weights");
    let budget = SearchBudget { iterations: 8, nodes: 100 };
    let make = |first: bool, seat: u8, seed: u64| {
        if first {
            Player::seeing(&net, budget, Tuning::default(), seed)
        } else {
            Player::reference(seat, seed)
        }
    };
    let score = series::<G>(&shipped::<G>(), &json!({}), 1, 1, &make);
    assert_eq!(score.played, 2);
    score.won
}

#[test]
fn it_beats_the_reference_in_both_games() {
    let europe_divided = include_bytes!("../../../data/europe-divided/mind.bin");
    let balance_of_power = include_bytes!("../../../data/balance-of-power/mind.bin");
    assert!(
        plays::<EuropeDivided>(europe_divided) + plays::<BalanceOfPower>(balance_of_power) > 2.0
    );
}
