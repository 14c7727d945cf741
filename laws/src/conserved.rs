//! What a game can neither gain nor lose, read from its views, and the options to try it with.

mod balance_of_power;
mod europe;
mod europe_divided;

use engine::Game;
use serde_json::Value;

/// A game whose laws are known.
pub trait Lawful: Game {
    /// Everything is where it can be, once.
    ///
    /// # Panics
    /// If something came into being, got lost, or lies in two places.
    fn conserved(&self);

    /// Options that between them take every number of seats and every way through the rules, short
    /// enough for many matches.
    fn variants() -> Vec<Value>;
}
