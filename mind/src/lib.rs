//! A mind that plays from what one seat may know: a search over guesses, with a learned value.
//!
//! It gets [`engine::think::Guesses`] and never a match. Its coins are given; the same guesses, coins
//! and budget give the same command on every machine.

pub mod levels;
pub mod net;
pub mod search;

use std::hash::Hash;
use std::sync::OnceLock;

use engine::Game;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::{Guesses, Think};
use protocol::room::BotLevel;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

pub use levels::budget;
pub use net::Net;
pub use search::{Ranked, Search, SearchBudget, Tuning};

/// A command with what the mind thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The command.
    pub command: Value,
    /// Number of times that it was tried.
    pub visits: u32,
    /// The seat's chance to win after it, from 0 to 1.
    pub chance: f32,
}

/// Checks whether the mind knows a game.
pub fn knows(game: &str) -> bool {
    [EuropeDivided::ID, BalanceOfPower::ID].contains(&game)
}

/// Thinks about the decision that the seat of the guesses is asked for; the command to choose first.
/// Empty if the mind does not know the game, the level does not search, or nothing is asked.
///
/// `stop` is asked every few iterations; a thought that was stopped is as good as it was until then.
pub fn think(
    guesses: &Guesses,
    level: BotLevel,
    coins: [u8; 32],
    stop: &dyn Fn() -> bool,
) -> Vec<Thought> {
    static EUROPE_DIVIDED: OnceLock<Net> = OnceLock::new();
    static BALANCE_OF_POWER: OnceLock<Net> = OnceLock::new();
    let europe_divided = include_bytes!("../../data/europe-divided/mind.bin");
    let balance_of_power = include_bytes!("../../data/balance-of-power/mind.bin");
    of::<EuropeDivided>(guesses, level, coins, stop, (&EUROPE_DIVIDED, europe_divided))
        .or_else(|| {
            of::<BalanceOfPower>(guesses, level, coins, stop, (&BALANCE_OF_POWER, balance_of_power))
        })
        .unwrap_or_default()
}

fn of<G: Think>(
    guesses: &Guesses,
    level: BotLevel,
    coins: [u8; 32],
    stop: &dyn Fn() -> bool,
    (net, bytes): (&'static OnceLock<Net>, &[u8]),
) -> Option<Vec<Thought>>
where
    G::Command: Hash,
    G::Event: Hash,
{
    let guess = guesses.guess::<G>()?;
    let net = net
        .get_or_init(|| Net::read(bytes, G::FEATURES).unwrap_or_else(|_| Net::blank(G::FEATURES)));
    let (budget, tuning) = budget(level)?;
    let mut search = Search::<G>::new(net, tuning, ChaCha8Rng::from_seed(coins));
    let ranked = search.think(guess, budget, stop);
    let thought = |one: Ranked<G::Command>| Thought {
        command: json!(one.command),
        visits: one.visits,
        chance: one.chance,
    };
    Some(ranked.into_iter().map(thought).collect())
}

/// Chooses a command for the seat of the guesses; `None` if the mind has none.
///
/// At the easiest level the mind takes a good command, not always the best.
pub fn choose(
    guesses: &Guesses,
    level: BotLevel,
    coins: [u8; 32],
    stop: &dyn Fn() -> bool,
) -> Option<Value> {
    let thoughts = think(guesses, level, coins, stop);
    let chances: Vec<f32> = thoughts.iter().map(|thought| thought.chance).collect();
    let coins = &mut ChaCha8Rng::from_seed(coins);
    let at = levels::taken(&chances, levels::heat(level), coins);
    thoughts.into_iter().nth(at).map(|thought| thought.command)
}

/// Returns the levels at which bots play a game, the weakest first.
pub fn levels_of(game: &str) -> Vec<BotLevel> {
    if knows(game) {
        vec![BotLevel::Easy, BotLevel::Normal, BotLevel::Hard, BotLevel::Expert]
    } else {
        vec![BotLevel::Normal]
    }
}
