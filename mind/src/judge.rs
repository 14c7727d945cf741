//! The worth of a position to a seat, without a search: the network, over several guesses.

use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::{Guess, Guesses, Think, WeightedFeature};
use engine::{Game, Seat};
use protocol::Outcome;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::net::Net;
use crate::weights;

/// Calls a generic function with the game of some guesses; `None` if the mind does not know it.
macro_rules! with_game {
    ($guesses:expr, $call:ident($($argument:expr),* $(,)?)) => {
        match $guesses.game {
            protocol::games::europe_divided::ID => $call::<EuropeDivided>($($argument),*),
            protocol::games::balance_of_power::ID => $call::<BalanceOfPower>($($argument),*),
            _ => None,
        }
    };
}
pub(crate) use with_game;

/// The worth of a position to a side, from 0 to 1, in two measures.
///
/// They differ where a match is over: a mind had better win by more, but has won either way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Worth {
    /// The measure that a mind plays by.
    pub(crate) value: f32,
    /// The chance to win that people are shown.
    pub(crate) chance: f32,
}

impl Worth {
    /// Returns the worth to the first side, or to the other one.
    pub(crate) fn to(self, first: bool) -> Self {
        let Self { value, chance } = self;
        if first { self } else { Self { value: 1.0 - value, chance: 1.0 - chance } }
    }

    /// Returns this share of it.
    pub(crate) fn share(self, share: f32) -> Self {
        Self { value: share * self.value, chance: share * self.chance }
    }

    /// Returns the sum of two.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { value: self.value + other.value, chance: self.chance + other.chance }
    }
}

/// A network with a place for the features of one position.
pub(crate) struct Appraiser<'a> {
    net: &'a Net,
    features: Vec<WeightedFeature>,
    /// Positions weighed so far.
    pub(crate) weighed: u64,
}

impl Appraiser<'static> {
    /// Creates the judge of a game with the weights that are shipped.
    pub(crate) fn of<G: Think>() -> Self {
        Self::new(weights::of::<G>())
    }
}

impl<'a> Appraiser<'a> {
    /// Creates a judge with these weights.
    pub(crate) fn new(net: &'a Net) -> Self {
        Self { net, features: Vec::new(), weighed: 0 }
    }

    /// Returns the worth of a position to the first side.
    pub(crate) fn first_worth<G: Think>(&mut self, world: &G) -> Worth {
        self.weighed += 1;
        if world.awaiting().is_empty() {
            return Worth { value: f32::midpoint(world.lead(), 1.0), chance: first_won(world) };
        }
        self.features.clear();
        world.features(&mut self.features);
        let chance = self.net.chance(&self.features);
        Worth { value: chance, chance }
    }

    /// Returns the worth of a position to a seat.
    pub(crate) fn worth<G: Think>(&mut self, world: &G, seat: Seat) -> Worth {
        self.first_worth(world).to(world.is_first_side(seat))
    }

    /// Returns the mean chance of a seat over some guesses.
    pub(crate) fn mean<G: Think>(&mut self, worlds: &[G], seat: Seat) -> f32 {
        let sum: f32 = worlds.iter().map(|world| self.worth(world, seat).chance).sum();
        sum / f32::from(u16::try_from(worlds.len().max(1)).unwrap_or(u16::MAX))
    }

    /// Returns the mean chance of a seat after a command; `None` if a guess does not allow it.
    pub(crate) fn after<G: Think>(
        &mut self,
        worlds: &[G],
        seat: Seat,
        command: &G::Command,
    ) -> Option<f32> {
        let after: Option<Vec<G>> =
            worlds.iter().map(|world| applied(world, seat, command)).collect();
        Some(self.mean(&after?, seat))
    }
}

/// Returns what the first side has of a win in a match that is over.
fn first_won<G: Think>(world: &G) -> f32 {
    let first = Seat(u8::from(!world.is_first_side(Seat(0))));
    world.outcome().map_or(0.5, |outcome| won(&outcome, first))
}

/// Returns what a seat of two has of a win: all, nothing, or half if neither has won alone.
pub(crate) fn won(outcome: &Outcome, seat: Seat) -> f32 {
    match outcome.winners.as_slice() {
        [winner] => f32::from(u8::from(*winner == seat.0)),
        _ => 0.5,
    }
}

/// Returns a position after a command; `None` if it is refused.
pub(crate) fn applied<G: Game>(world: &G, seat: Seat, command: &G::Command) -> Option<G> {
    let mut after = world.clone();
    after.apply(0, seat, command, &mut ()).ok()?;
    Some(after)
}

/// Checks whether a seat sees the same in all positions: then no chance has decided between them.
pub(crate) fn look_alike<G: Game>(worlds: &[G], seat: Seat) -> bool {
    let seen = |world: &G| json!([world.public(), world.private(seat)]);
    let Some((first, others)) = worlds.split_first() else { return true };
    let first = seen(first);
    others.iter().all(|world| seen(world) == first)
}

/// Deals this many guesses.
pub(crate) fn dealt<G: Game>(guess: &Guess<G>, count: usize, coins: &mut ChaCha8Rng) -> Vec<G> {
    (0..count).map(|_| guess.another(&mut |n| coins.random_range(0..n))).collect()
}

/// Returns the chance of seat `of` in what another seat knows.
pub(crate) fn outlook(guesses: &Guesses, of: Seat, count: usize, coins: &mut ChaCha8Rng) -> f32 {
    fn known<G: Think>(
        guesses: &Guesses,
        of: Seat,
        count: usize,
        coins: &mut ChaCha8Rng,
    ) -> Option<f32> {
        let worlds = dealt(guesses.guess::<G>()?, count, coins);
        Some(Appraiser::of::<G>().mean(&worlds, of))
    }
    with_game!(guesses, known(guesses, of, count, coins)).unwrap_or(0.5)
}
