//! What a game can neither gain nor lose, read from its views.

mod balance_of_power;
mod europe;
mod europe_divided;

use engine::Game;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe::Europe;
use engine::games::europe_divided::EuropeDivided;

/// A game whose laws are known.
pub trait Lawful: Game {
    /// Everything is where it can be, once.
    ///
    /// # Panics
    /// If something came into being, got lost, or lies in two places.
    fn conserved(&self);
}

/// What is done with the rules of a game, whichever it is.
pub trait Task {
    /// What comes of it.
    type Output;

    /// Does it.
    fn of<G: Lawful>(self) -> Self::Output;
}

/// Does it with the game of this id: for whoever goes through the registry and needs the types.
///
/// # Panics
/// If it is not known what the game conserves.
pub fn with<T: Task>(game: &str, task: T) -> T::Output {
    match game {
        BalanceOfPower::ID => task.of::<BalanceOfPower>(),
        Europe::ID => task.of::<Europe>(),
        EuropeDivided::ID => task.of::<EuropeDivided>(),
        _ => panic!("what {game} conserves is not known"),
    }
}
