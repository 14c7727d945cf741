//! Plays seeded matches until one ends as wanted.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Context as _;
use engine::dealer::Dealer;
use engine::{Game, GameEntry, MatchMillis, Seat};

use super::{Step, beginning, key};

/// The number of matches after which a search gives up.
pub(crate) const MOST_MATCHES: u64 = 2_000_000;

/// A kind of match.
pub(crate) struct Hunt {
    /// The game's id.
    pub(crate) game: &'static str,
    /// The name of the file.
    pub(crate) name: &'static str,
    /// The room's options, as JSON.
    pub(crate) options: &'static str,
    /// The reason for which it ends.
    pub(crate) reason: &'static str,
    /// The number of winners.
    pub(crate) winners: usize,
    /// Types of commands that are chosen more often than others, and how much more often.
    pub(crate) favour: &'static [(&'static str, u64)],
    /// Seats that give up, and the number of steps after which they do.
    pub(crate) resigns: &'static [(usize, u8)],
    /// The search in the game's own types.
    pub(crate) search: Search,
}

type Search = fn(&Hunt) -> anyhow::Result<Option<(u64, Vec<Step>)>>;

/// The most steps that a match takes.
const MOST_STEPS: usize = 20_000;
/// The number of attempts at a favoured command before any other will do.
const MOST_TRIES: usize = 32;
/// The longest that a seat takes for a decision, in milliseconds of match time.
const MOST_THOUGHT_MS: MatchMillis = 2_000;
/// The number of matches that end as wanted, of which the shortest is taken.
const ENOUGH: usize = 4;

/// Finds the shortest of the first few matches that end as wanted, with its seed.
pub(crate) fn search<G: Game>(hunt: &Hunt) -> anyhow::Result<Option<(u64, Vec<Step>)>> {
    let entry = GameEntry::of::<G>();
    let catalogue = entry.catalogue(&BTreeMap::new())?;
    let data = Arc::new(G::load(&serde_json::from_str(catalogue.canonical())?)?);
    let mut found: Vec<(u64, Vec<Step>)> = Vec::new();
    for seed in 1..=MOST_MATCHES {
        let beginning = beginning(&entry, hunt, seed)?;
        let options = serde_json::from_value(beginning.options.clone().into())?;
        let dealer = Dealer::new(key(&beginning));
        let game = G::setup(&options, data.clone(), dealer, &mut ());
        let (outcome, steps) = play(game, hunt, seed)?;
        if outcome.reason == hunt.reason && outcome.winners.len() == hunt.winners {
            found.push((seed, steps));
        }
        if found.len() == ENOUGH {
            break;
        }
    }
    Ok(found.into_iter().min_by_key(|(_, steps)| steps.len()))
}

fn play<G: Game>(
    mut game: G,
    hunt: &Hunt,
    seed: u64,
) -> anyhow::Result<(protocol::Outcome, Vec<Step>)> {
    let mut below = crate::numbers(seed);
    let (mut now, mut steps) = (0, Vec::new());
    while game.outcome().is_none() {
        anyhow::ensure!(steps.len() < MOST_STEPS, "seed {seed}: the match does not end");
        if let Some((_, quitter)) = hunt.resigns.iter().find(|(after, _)| *after == steps.len()) {
            game.resign(now, Seat(*quitter), &mut ());
            steps.push(Step::Resign(now, Seat(*quitter)));
            continue;
        }
        now += below(MOST_THOUGHT_MS);
        let picked = pick(&game, hunt, &mut below);
        if let Some(due) = game.next_deadline().filter(|due| *due <= now || picked.is_none()) {
            now = due;
            game.deadline(due, &mut ());
            steps.push(Step::Deadline(due));
        } else if let Some((seat, command)) = picked {
            // A loose offer may be refused.
            if game.apply(now, seat, &command, &mut ()).is_ok() {
                steps.push(Step::Command(now, seat, serde_json::to_value(&command)?));
            }
        }
    }
    Ok((game.outcome().context("it is over")?, steps))
}

/// Picks an awaited seat, and one of its commands: favoured types more often.
fn pick<G: Game>(
    game: &G,
    hunt: &Hunt,
    below: &mut impl FnMut(u64) -> u64,
) -> Option<(Seat, G::Command)> {
    let awaiting: Vec<Seat> = game.awaiting().iter().collect();
    let seat = *awaiting.get(below(awaiting.len().max(1) as u64) as usize)?;
    let mut choices = Vec::new();
    game.choices(seat, &mut choices);
    let most = hunt.favour.iter().map(|(_, weight)| *weight).max().unwrap_or(1);
    let mut last = None;
    for _ in 0..MOST_TRIES {
        let choice = choices.get(below(choices.len().max(1) as u64) as usize)?;
        let command = game.sample(choice, below);
        // Rejection sampling: a choice of weight w is taken with probability w / most.
        let taken = hunt.favour.is_empty() || below(most) < weight(hunt, &command);
        last = Some((seat, command));
        if taken {
            break;
        }
    }
    last
}

fn weight(hunt: &Hunt, command: &impl serde::Serialize) -> u64 {
    let json = serde_json::to_value(command).unwrap_or_default();
    let favoured = hunt.favour.iter().find(|(kind, _)| json["type"] == *kind);
    favoured.map_or(1, |(_, weight)| *weight)
}
