//! A mind that plays from what one seat may know: a search over guesses, with a learned value.
//!
//! It gets [`engine::think::Guesses`] and never a match. Its coins come with them; the same guesses,
//! coins and budget give the same command on every machine.

mod advice;
pub mod analysis;
mod judge;
pub mod levels;
pub mod net;
mod preview;
pub mod search;
mod weights;

use std::hash::Hash;

use engine::Game;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::{Guesses, Think};
use protocol::room::BotLevel;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::judge::with_game;

pub use advice::advise;
pub use analysis::Analyst;
pub use levels::{Strength, Weighed, strength};
pub use net::Net;
pub use preview::preview;
pub use search::{Abandoned, Ranked, Search, SearchBudget, Tuning};

/// A command with what the mind thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The command.
    pub command: Value,
    /// The seat's chance to win after it, from 0 to 1.
    pub chance: f32,
    /// The measure that a level chooses by.
    pub weighed: Weighed,
}

/// Returns the version of the search of a game and of what the game tells it: it rises with every change
/// after which the same guesses, coins and budget may give another command.
fn version(game: &str) -> u32 {
    if game == BalanceOfPower::ID { 7 } else { 5 }
}

/// Checks whether the mind knows a game.
pub fn knows(game: &str) -> bool {
    weights::bytes(game).is_some()
}

/// Thinks about the decision that the seat of the guesses is asked for; the command to choose first.
/// Empty if the mind does not know the game, or nothing is asked.
///
/// `stop` is asked every few iterations; a thought that was stopped is as good as it was until then.
pub fn think(guesses: &Guesses, level: BotLevel, stop: &dyn Fn() -> bool) -> Vec<Thought> {
    watched(guesses, level, &mut |_| stop(), &|_| false)
}

/// A thought that goes on, as somebody who watches it may ask about it.
struct ThoughtProgress<'a> {
    /// Returns the command that would be chosen now.
    chosen: &'a dyn Fn() -> Option<Value>,
    /// Returns whether that command stays the one, however long the thought goes on.
    is_decided: &'a dyn Fn() -> bool,
}

/// Says whether to stop.
type Watch<'a> = &'a mut dyn FnMut(&ThoughtProgress<'_>) -> bool;

/// Thinks, and lets somebody watch.
fn watched(
    guesses: &Guesses,
    level: BotLevel,
    stop: Watch<'_>,
    abandoned: Abandoned<'_>,
) -> Vec<Thought> {
    with_game!(guesses, of(guesses, level, stop, abandoned)).unwrap_or_default()
}

fn of<G: Think>(
    guesses: &Guesses,
    level: BotLevel,
    stop: Watch<'_>,
    abandoned: Abandoned<'_>,
) -> Option<Vec<Thought>>
where
    G::Command: Hash,
    G::Event: Hash,
{
    let guess = guesses.guess::<G>()?;
    let Strength { budget, tuning, heat } = strength(G::ID, level);
    let coins = ChaCha8Rng::from_seed(guesses.coins);
    let mut search =
        Search::<G>::new(weights::styled::<G>(guesses.style), tuning, coins).unless(abandoned);
    let ranked = search.think(guess, budget, &mut |search| {
        let chosen = &|| {
            let taken = taken(guesses, heat, search.ranked(), Weighed::of::<G>);
            taken.map(|one| json!(one.command))
        };
        stop(&ThoughtProgress { chosen, is_decided: &|| search.is_decided(budget) })
    });
    let thought = |one: Ranked<G::Command>| Thought {
        command: json!(one.command),
        chance: one.chance,
        weighed: Weighed::of::<G>(&one),
    };
    Some(ranked.into_iter().map(thought).collect())
}

/// Takes one of the commands of a thought, weighed so, by the coins of its guesses.
fn taken<T>(
    guesses: &Guesses,
    heat: f32,
    mut ranked: Vec<T>,
    weighed: impl Fn(&T) -> Weighed,
) -> Option<T> {
    let all: Vec<Weighed> = ranked.iter().map(weighed).collect();
    let at = levels::taken(&all, heat, &mut ChaCha8Rng::from_seed(guesses.coins));
    (at < ranked.len()).then(|| ranked.swap_remove(at))
}

/// Chooses a command for the seat of the guesses; `None` if the mind has none.
///
/// At a weaker level the mind takes a good command, not always the best.
pub fn choose(guesses: &Guesses, level: BotLevel, stop: &dyn Fn() -> bool) -> Option<Value> {
    choose_unless(guesses, level, stop, &|_| false)
}

/// Chooses as [`choose`] does, unless it is `abandoned`: then it ends at once, and what it returns is
/// nothing to be played.
pub fn choose_unless(
    guesses: &Guesses,
    level: BotLevel,
    stop: &dyn Fn() -> bool,
    abandoned: Abandoned<'_>,
) -> Option<Value> {
    // A level that does not always take the best needs the chances of the others too.
    let heat = strength(guesses.game, level).heat;
    let settled = |so_far: &ThoughtProgress<'_>| heat <= 0.0 && (so_far.is_decided)();
    let thoughts = watched(guesses, level, &mut |so_far| stop() || settled(so_far), abandoned);
    taken(guesses, heat, thoughts, |thought| thought.weighed).map(|thought| thought.command)
}

/// Lists what a mind may choose, by when its thought is stopped: a thought to the end last.
pub fn choices(guesses: &Guesses, level: BotLevel) -> Vec<Value> {
    let mut chosen: Vec<Value> = Vec::new();
    let mut look = |so_far: &ThoughtProgress<'_>| {
        let now = (so_far.chosen)().filter(|now| chosen.last() != Some(now));
        chosen.extend(now);
        false
    };
    let thoughts = watched(guesses, level, &mut look, &|_| false);
    let heat = strength(guesses.game, level).heat;
    chosen
        .extend(taken(guesses, heat, thoughts, |thought| thought.weighed).map(|last| last.command));
    chosen
}

/// Returns the digest of the mind that plays a game at a level: of its version, its budget and its
/// weights. The same digest thinks the same. `None` if the mind does not know the game.
pub fn digest(game: &str, level: BotLevel) -> Option<[u8; 32]> {
    let Strength { budget: SearchBudget { iterations, nodes }, heat, .. } = strength(game, level);
    let version = version(game);
    let version =
        format!("mind {version}, {game}, {}, {iterations}, {nodes}, {heat}", level.as_str());
    Some(Sha256::new_with_prefix(version).chain_update(weights::bytes(game)?).finalize().into())
}

/// Returns the levels at which bots play a game, the weakest first.
pub fn levels_of(game: &str) -> Vec<BotLevel> {
    // Europe's levels are those of `bots`.
    if knows(game) || game == protocol::games::europe::ID {
        vec![BotLevel::Easy, BotLevel::Normal, BotLevel::Hard, BotLevel::Expert]
    } else {
        vec![BotLevel::Normal]
    }
}
