//! The levels of play, by how long a mind thinks.

use protocol::room::BotLevel;

use crate::search::{SearchBudget, Tuning};

/// The most nodes of a search: about 32 MiB.
const NODES: usize = 40_000;

/// The difference in chance by which the easiest level takes one command e times as often as another.
pub(crate) const EASY_HEAT: f32 = 0.03;

/// Returns how long a level thinks, and how.
pub fn budget(level: BotLevel) -> (SearchBudget, Tuning) {
    let iterations = match level {
        BotLevel::Easy => 1,
        BotLevel::Normal => 40,
        BotLevel::Hard => 600,
        BotLevel::Expert => 8_000,
    };
    (SearchBudget { iterations, nodes: NODES }, Tuning::default())
}
