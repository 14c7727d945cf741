//! The levels of play, by how long a mind thinks and how it chooses.

use engine::Game;
use engine::games::balance_of_power::BalanceOfPower;
use engine::think::Think;
use protocol::room::BotLevel;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::search::{Ranked, SearchBudget, Tuning};

/// The most nodes of a search: well below 32 MiB.
const NODES: usize = 8_000;

impl Weighed {
    /// Returns a command as the search ranks it.
    pub fn of<G: Think>(ranked: &Ranked<G::Command>) -> Self {
        Self { value: ranked.value, passes: G::passes(&ranked.command) }
    }
}

/// The part of its heat that a level keeps where the match is decided.
const LEAST_STAKE: f32 = 0.1;

/// The strength of a level: the length of its thoughts, and the way in which it chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The length of a thought.
    pub budget: SearchBudget,
    /// The numbers of its search.
    pub tuning: Tuning,
    /// The difference in chance by which it takes one command e times as often as another where the match
    /// is even; 0 if it always takes the best.
    pub heat: f32,
}

/// A command among which a level chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighed {
    /// The seat's chance to win after it, as the mind plays by it.
    pub value: f32,
    /// `true` if it takes no action.
    pub passes: bool,
}

/// Returns how strong a level plays a game.
///
/// In Balance of Power dice decide much, and its weaker levels err more: else a person would hardly tell
/// them from those above.
pub fn strength(game: &str, level: BotLevel) -> Strength {
    let dice = game == BalanceOfPower::ID;
    let (iterations, heat, turns) = match level {
        BotLevel::Easy => (1, if dice { 0.045 } else { 0.013 }, 2),
        BotLevel::Normal => (30, if dice { 0.017 } else { 0.004 }, 2),
        BotLevel::Hard => (400, if dice { 0.007 } else { 0.0 }, 2),
        BotLevel::Expert => (6_000, 0.0, if dice { 4 } else { 2 }),
    };
    let tuning = Tuning { turns, ..Tuning::default() };
    Strength { budget: SearchBudget { iterations, nodes: NODES }, tuning, heat }
}

/// Takes one of some commands, the first of which was tried most: a good one, and with more heat not
/// always the best. To take no action is no way to err: it is taken only if nothing is better.
pub fn taken(weighed: &[Weighed], heat: f32, coins: &mut ChaCha8Rng) -> usize {
    if heat <= 0.0 {
        return 0;
    }
    let best = weighed.iter().map(|one| one.value).fold(0.0, f32::max);
    let heat = heat * at_stake(best);
    let weight = |one: &Weighed| {
        let errs = one.passes && one.value < best;
        if errs { 0.0 } else { libm::expf((one.value - best) / heat) }
    };
    let all: f32 = weighed.iter().map(weight).sum();
    let mut left = coins.random_range(0.0..1.0) * all;
    let taken = weighed.iter().position(|one| {
        left -= weight(one);
        weight(one) > 0.0 && left <= 0.0
    });
    taken.unwrap_or_default()
}

/// Returns how much a chance can still change: 1 in an even match, and where it is nearly decided the
/// least that a level errs by.
fn at_stake(chance: f32) -> f32 {
    (4.0 * chance * (1.0 - chance)).max(LEAST_STAKE)
}
