//! Puzzles: positions in which there is one thing to see, and how many of them the levels see.

mod balance_of_power;
mod europe_divided;

/// Parts of which a run tries one by a level that thinks long; `ENTENTE_ROTATION=all` tries all.
const EXPERT_PARTS: usize = 3;

/// The puzzles of which an expert may miss one; of the other 14 it sees all.
const EXPERT_MISSES_ONE_IN: usize = 15;
