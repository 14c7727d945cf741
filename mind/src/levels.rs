//! The levels of play, by how long a mind thinks and how it chooses.

use engine::Game;
use engine::games::balance_of_power::BalanceOfPower;
use protocol::room::BotLevel;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::search::{SearchBudget, Tuning};

/// The most nodes of a search: well below 32 MiB.
const NODES: usize = 8_000;

/// The strength of a level: the length of its thoughts, and the way in which it chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The length of a thought.
    pub budget: SearchBudget,
    /// The numbers of its search.
    pub tuning: Tuning,
    /// The difference in chance by which it takes one command e times as often as another; 0 if it
    /// always takes the best.
    pub heat: f32,
}

/// Returns how strong a level plays a game.
///
/// In Balance of Power dice decide much, and its weaker levels err more: else a person would hardly tell
/// them from those above.
pub fn strength(game: &str, level: BotLevel) -> Strength {
    let dice = game == BalanceOfPower::ID;
    let (iterations, heat, turns) = match level {
        BotLevel::Easy => (1, if dice { 0.03 } else { 0.013 }, 2),
        BotLevel::Normal => (30, if dice { 0.010 } else { 0.004 }, 2),
        BotLevel::Hard => (400, if dice { 0.006 } else { 0.0 }, 2),
        BotLevel::Expert => (6_000, 0.0, if dice { 4 } else { 2 }),
    };
    let tuning = Tuning { turns, ..Tuning::default() };
    Strength { budget: SearchBudget { iterations, nodes: NODES }, tuning, heat }
}

/// Takes one of some commands by their chances, the first of which is best: a good one, and with more
/// heat not always the best.
pub fn taken(chances: &[f32], heat: f32, coins: &mut ChaCha8Rng) -> usize {
    if heat <= 0.0 {
        return 0;
    }
    let best = chances.iter().copied().fold(0.0, f32::max);
    let weight = |chance: &f32| libm::expf((chance - best) / heat);
    let all: f32 = chances.iter().map(weight).sum();
    let mut left = coins.random_range(0.0..1.0) * all;
    let taken = chances.iter().position(|chance| {
        left -= weight(chance);
        left <= 0.0
    });
    taken.unwrap_or_default()
}
