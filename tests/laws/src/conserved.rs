//! The quantities that a game can neither gain nor lose, read from its views.

mod balance_of_power;
mod europe;
mod europe_divided;

use engine::Game;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe::Europe;
use engine::games::europe_divided::EuropeDivided;

/// A game whose laws are known.
pub trait Lawful: Game {
    /// Asserts that everything is in one of its possible locations, once.
    ///
    /// # Panics
    /// If something came into being, got lost, or lies in two places.
    fn conserved(&self);
}

/// A task for the rules of a game, whichever it is.
pub trait Task {
    /// The result.
    type Output;

    /// Runs the task.
    fn of<G: Lawful>(self) -> Self::Output;
}

/// Runs a task with the game of this id: for callers that go through the registry and need the types.
///
/// # Panics
/// If the conserved quantities of the game are not known.
pub fn with<T: Task>(game: &str, task: T) -> T::Output {
    match game {
        BalanceOfPower::ID => task.of::<BalanceOfPower>(),
        Europe::ID => task.of::<Europe>(),
        EuropeDivided::ID => task.of::<EuropeDivided>(),
        _ => panic!("what {game} conserves is not known"),
    }
}
