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

use std::cell::Cell;
use std::hash::Hash;

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
pub use levels::budget;
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
}

/// Version of the search and of what the games tell it: it rises with every change after which the
/// same guesses, coins and budget may give another command.
pub const VERSION: u32 = 3;

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
struct Progress<'a> {
    /// Returns the command that would be chosen now.
    best: &'a dyn Fn() -> Option<Value>,
    /// Returns whether that command stays the one, however long the thought goes on.
    is_decided: &'a dyn Fn() -> bool,
}

/// Says whether to stop.
type Watch<'a> = &'a mut dyn FnMut(&Progress<'_>) -> bool;

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
    let (budget, tuning) = budget(level);
    let coins = ChaCha8Rng::from_seed(guesses.coins);
    let mut search =
        Search::<G>::new(weights::styled::<G>(guesses.style), tuning, coins).unless(abandoned);
    let ranked = search.think(guess, budget, &mut |search| {
        let best = &|| search.best().map(|command| json!(command));
        stop(&Progress { best, is_decided: &|| search.is_decided(budget) })
    });
    let thought =
        |one: Ranked<G::Command>| Thought { command: json!(one.command), chance: one.chance };
    Some(ranked.into_iter().map(thought).collect())
}

/// Chooses a command for the seat of the guesses; `None` if the mind has none.
///
/// At the easiest level the mind takes a good command, not always the best.
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
    let best_only = levels::heat(level) <= 0.0;
    let settled = |so_far: &Progress<'_>| best_only && (so_far.is_decided)();
    let thoughts = watched(guesses, level, &mut |so_far| stop() || settled(so_far), abandoned);
    let chances: Vec<f32> = thoughts.iter().map(|thought| thought.chance).collect();
    let coins = &mut ChaCha8Rng::from_seed(guesses.coins);
    let at = levels::taken(&chances, levels::heat(level), coins);
    thoughts.into_iter().nth(at).map(|thought| thought.command)
}

/// Lists what a mind may choose, by when its thought is stopped: a thought to the end last.
pub fn choices(guesses: &Guesses, level: BotLevel) -> Vec<Value> {
    if levels::heat(level) > 0.0 {
        return heated_choices(guesses, level);
    }
    let mut chosen: Vec<Value> = Vec::new();
    let thoughts = watched(
        guesses,
        level,
        &mut |so_far| {
            let best = (so_far.best)().filter(|best| chosen.last() != Some(best));
            chosen.extend(best);
            false
        },
        &|_| false,
    );
    chosen.extend(thoughts.into_iter().next().map(|thought| thought.command));
    chosen
}

/// Lists the choices of a level that does not always take the best, for which each stop draws anew.
fn heated_choices(guesses: &Guesses, level: BotLevel) -> Vec<Value> {
    let stopped = |after: u32| {
        let asked = Cell::new(0);
        choose(guesses, level, &|| {
            asked.set(asked.get() + 1);
            asked.get() == after
        })
    };
    let stops = budget(level).0.iterations / search::STRIDE;
    // Never asked so often, the last one goes on to the end.
    (1..=stops + 1).filter_map(stopped).collect()
}

/// Returns the digest of the mind that plays a game at a level: of its version, its budget and its
/// weights. The same digest thinks the same. `None` if the mind does not know the game.
pub fn digest(game: &str, level: BotLevel) -> Option<[u8; 32]> {
    let (SearchBudget { iterations, nodes }, _) = budget(level);
    let heat = levels::heat(level);
    let version =
        format!("mind {VERSION}, {game}, {}, {iterations}, {nodes}, {heat}", level.as_str());
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
