//! Players of one seat: blind ones, the reference, and minds.

use bots::Choice;
use engine::think::{Guess, Guesses, Think};
use engine::{Game, GameEntry, Seat};
use laws::rules::{choices, update};
use mind::levels::taken;
use mind::{Net, Ranked, Search, SearchBudget, Tuning, Weighed};
use protocol::room::BotLevel;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::marker::PhantomData;

use crate::reference::Reference;
use crate::seeing::Revealed;

/// A player of a seat.
pub enum Player<'a, G: Think> {
    /// Takes any command.
    Random(Box<ChaCha8Rng>),
    /// The bot of before there were minds.
    Reference(Box<Reference>),
    /// A level, as the server plays it.
    Level(BotLevel, ChaCha8Rng),
    /// The search.
    Mind {
        /// `true` if it knows the whole match.
        sees: bool,
        /// Its value.
        net: &'a Net,
        /// The length of its thoughts.
        budget: SearchBudget,
        /// Numbers by which it is tuned.
        tuning: Tuning,
        /// The difference in chance that makes it e times as likely to take a command; 0: the best.
        heat: f32,
        /// Its chance.
        coins: ChaCha8Rng,
        /// The game.
        played: PhantomData<G>,
    },
}

impl<G: Think> std::fmt::Debug for Player<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Player")
    }
}

impl<'a, G: Think> Player<'a, G>
where
    G::Command: Hash,
    G::Event: Hash,
{
    /// Creates the reference.
    ///
    /// # Panics
    /// If the shipped data are inconsistent.
    pub fn reference(seat: u8, seed: u64) -> Self {
        let entry = GameEntry::of::<G>();
        let catalogue = entry.catalogue(&BTreeMap::new()).expect("the shipped data hold together");
        let data: Value = serde_json::from_str(catalogue.canonical()).expect("canonical JSON");
        let random = StdRng::seed_from_u64(seed);
        Self::Reference(Box::new(Reference::new(G::ID, seat, &data, random)))
    }

    /// Creates a player of a level.
    pub fn level(level: BotLevel, seed: u64) -> Self {
        Self::Level(level, ChaCha8Rng::seed_from_u64(seed))
    }

    /// Creates a player that takes any choice, and any command of it.
    pub fn random(seed: u64) -> Self {
        Self::Random(Box::new(ChaCha8Rng::seed_from_u64(seed)))
    }

    /// Creates a searching mind.
    pub fn mind(net: &'a Net, budget: SearchBudget, tuning: Tuning, seed: u64) -> Self {
        Self::heated(net, budget, tuning, 0.0, seed)
    }

    /// Creates a searching mind that does not always take the best command.
    pub fn heated(
        net: &'a Net,
        budget: SearchBudget,
        tuning: Tuning,
        heat: f32,
        seed: u64,
    ) -> Self {
        let coins = ChaCha8Rng::seed_from_u64(seed);
        Self::Mind { sees: false, net, budget, tuning, heat, coins, played: PhantomData }
    }

    /// Creates a searching mind that knows the whole match.
    pub fn seeing(net: &'a Net, budget: SearchBudget, tuning: Tuning, seed: u64) -> Self {
        let (heat, coins) = (0.0, ChaCha8Rng::seed_from_u64(seed));
        Self::Mind { sees: true, net, budget, tuning, heat, coins, played: PhantomData }
    }

    /// Chooses a command.
    ///
    /// # Panics
    /// If a bot waits or says what is no command, or a mind has nothing to say.
    pub fn choose(&mut self, game: &G, seat: Seat, seq: u64) -> G::Command {
        match self {
            Self::Random(coins) => {
                let choices = choices(game, seat);
                let choice = choices[coins.random_range(0..choices.len())];
                game.sample(&choice, &mut |n| coins.random_range(0..n))
            }
            Self::Reference(reference) => loop {
                let choice = reference.choose(&update(game, seat, seq, 0), 0);
                match accepted(game, seat, choice) {
                    Ok(command) => return command,
                    Err(value) => reference.refused(value),
                }
            },
            Self::Level(level, coins) => {
                let guesses = Guesses::of(game, seat, &mut |n| coins.random_range(0..n));
                let chosen = mind::choose(&guesses, *level, &|| false);
                serde_json::from_value(chosen.expect("something is asked")).expect("a command")
            }
            Self::Mind { sees, net, budget, tuning, heat, coins, .. } => {
                let search = (*net, *tuning, *budget, *heat <= 0.0);
                let ranked = if *sees {
                    thought(&Revealed(game.clone()), seat, search, coins)
                } else {
                    thought(game, seat, search, coins)
                };
                let weighed: Vec<Weighed> = ranked.iter().map(Weighed::of::<G>).collect();
                let at = taken(&weighed, *heat, coins);
                ranked.into_iter().nth(at).expect("a seat that is asked has a command").command
            }
        }
    }
}

/// Thinks about a decision in guesses; the best command first. If only that is asked for, no longer than
/// until it is decided, as a level does.
fn thought<G: Think>(
    game: &G,
    seat: Seat,
    (net, tuning, budget, best_only): (&Net, Tuning, SearchBudget, bool),
    coins: &mut ChaCha8Rng,
) -> Vec<Ranked<G::Command>>
where
    G::Command: Hash,
    G::Event: Hash,
{
    let guess = Guess::of(game, seat, &mut |n| coins.random_range(0..n));
    let own = ChaCha8Rng::seed_from_u64(coins.random());
    Search::new(net, tuning, own)
        .think(&guess, budget, &mut |search| best_only && search.is_decided(budget))
}

/// Returns the command that was chosen if the game accepts it, else as it was sent.
fn accepted<G: Game>(game: &G, seat: Seat, choice: Choice) -> Result<G::Command, Value> {
    let Choice::Act(value) = choice else { panic!("a bot without a clock does not wait") };
    let command: G::Command = serde_json::from_value(value.clone()).expect("a command");
    let tried = game.clone().apply(0, seat, &command, &mut ());
    if tried.is_ok() { Ok(command) } else { Err(value) }
}
