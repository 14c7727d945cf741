//! The levels of play, by how long a mind thinks and how it chooses.

use protocol::room::BotLevel;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::search::{SearchBudget, Tuning};

/// The most nodes of a search: well below 32 MiB.
const NODES: usize = 8_000;

/// Returns how long a level thinks, and how.
pub fn budget(level: BotLevel) -> (SearchBudget, Tuning) {
    let iterations = match level {
        BotLevel::Easy => 1,
        BotLevel::Normal => 30,
        BotLevel::Hard => 400,
        BotLevel::Expert => 6_000,
    };
    (SearchBudget { iterations, nodes: NODES }, Tuning::default())
}

/// Returns the difference in chance by which a level takes one command e times as often as another;
/// 0 if it always takes the best.
pub fn heat(level: BotLevel) -> f32 {
    match level {
        BotLevel::Easy => 0.013,
        BotLevel::Normal => 0.004,
        BotLevel::Hard | BotLevel::Expert => 0.0,
    }
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
