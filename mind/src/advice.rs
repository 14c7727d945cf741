//! Advice: the best commands of the mind with the reasons in words.
//!
//! The reasons are what is different in the positions that a command leads to, in the seat's own
//! guesses. Where dice or hidden cards decide, several guesses say how often.

use std::hash::Hash;

use engine::Seat;
use engine::explain::Explain;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::{Guesses, Think};
use protocol::hint::{Advice, AdviceReason};
use protocol::room::BotLevel;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::judge::{applied, dealt, look_alike, with_game};
use crate::levels::{Strength, strength};
use crate::preview::CountedReasons;
use crate::search::{Ranked, Search};
use crate::weights;

/// The most commands that are advised.
const ADVISED: usize = 3;
/// Guesses in which a command is tried for its reasons.
const SAMPLES: usize = 24;
/// Each command that is advised is tried so often.
const TRIED: u32 = 40;
/// The most commands with which the seat goes on, and how often the search must have tried each of them.
const FURTHER: usize = 3;
const FURTHER_TRIED: u32 = 16;
/// The most reasons for one command.
const REASONS: usize = 6;
/// One reason is left out if it comes so less often than in one guess of this many.
const RARE: usize = 4;

/// Advises the seat of the guesses on its decision, the best command first. `None` if the mind does not
/// know the game; empty if nothing is asked.
///
/// `stop` is asked now and then; what was thought until then counts.
pub fn advise(guesses: &Guesses, stop: &dyn Fn() -> bool) -> Option<Vec<Advice>> {
    with_game!(guesses, of(guesses, stop))
}

fn of<G: Explain>(guesses: &Guesses, stop: &dyn Fn() -> bool) -> Option<Vec<Advice>>
where
    G::Command: Hash,
    G::Event: Hash,
{
    let guess = guesses.guess::<G>()?;
    let Strength { budget, tuning, .. } = strength(G::ID, BotLevel::Hard);
    let mut coins = ChaCha8Rng::from_seed(guesses.coins);
    let worlds = dealt(guess, SAMPLES, &mut coins);
    let mut search = Search::<G>::new(weights::of::<G>(), tuning, coins);
    let ranked = search.think(guess, budget, &mut |_| stop());
    let tried = |(at, one): &(usize, Ranked<G::Command>)| *at == 0 || one.visits > 0;
    let best = ranked.into_iter().enumerate().filter(tried).take(ADVISED);
    let best: Vec<G::Command> = best.map(|(_, one)| one.command).collect();
    for command in &best {
        search.try_on(guess, command, (TRIED, budget.nodes), stop);
    }
    let now = search.ranked();
    let best = best.iter().filter_map(|command| now.iter().find(|one| one.command == *command));
    let adviser = Adviser { worlds, seat: guess.seat(), search };
    let mut advice: Vec<Advice> = best.map(|one| adviser.advice(one)).collect();
    only_differences(&mut advice);
    Some(advice)
}

/// Leaves out what is said for every one of several commands: it speaks for none of them.
fn only_differences(advice: &mut [Advice]) {
    let common = match advice {
        [first, others @ ..] if !others.is_empty() => {
            let all =
                |reason: &&AdviceReason| others.iter().all(|one| one.reasons.contains(reason));
            first.reasons.iter().filter(all).cloned().collect()
        }
        _ => Vec::new(),
    };
    for one in advice {
        one.reasons.retain(|reason| !common.contains(reason));
        one.reasons.truncate(REASONS);
    }
}

/// Returns a chance in ten-thousandths.
#[expect(clippy::cast_sign_loss, reason = "a chance is not negative")]
pub(crate) fn units(chance: f32) -> u16 {
    (chance.clamp(0.0, 1.0) * 10_000.0).round() as u16
}

/// The guesses of one seat, in which commands are tried, and what was thought in others.
struct Adviser<G: Think> {
    worlds: Vec<G>,
    seat: Seat,
    search: Search<'static, G>,
}

impl<G: Explain> Adviser<G>
where
    G::Command: Hash,
    G::Event: Hash,
{
    fn advice(&self, ranked: &Ranked<G::Command>) -> Advice {
        let (seat, command) = (self.seat, &ranked.command);
        let words = self.worlds.first().map(|world| world.command_words(seat, command));
        let (text, rule) = words.unwrap_or_default();
        let pairs = self.worlds.iter();
        let pairs = pairs.filter_map(|world| Some((world.clone(), applied(world, seat, command)?)));
        let (before, mut after): (Vec<G>, Vec<G>) = pairs.unzip();
        // Where chance has decided, what follows depends on how.
        let then =
            if look_alike(&after, seat) { self.go_on(command, &mut after) } else { Vec::new() };
        // Many a command does nothing by itself: playing a card is only the way to its action.
        let mut reasons = CountedReasons::default();
        for (before, after) in before.iter().zip(&after) {
            reasons.compare(before, after, seat);
        }
        Advice {
            command: json!(command),
            text,
            rule,
            chance: units(ranked.chance),
            tried: ranked.visits,
            then,
            reasons: reasons.shown(RARE),
        }
    }

    /// Goes on after a command as the search would, where it has tried that enough, while the seat is asked
    /// alone, in the same turn, and nothing is left to chance; returns the commands in words.
    fn go_on(&self, command: &G::Command, worlds: &mut [G]) -> Vec<String> {
        let (mut then, mut commands) = (Vec::new(), vec![command.clone()]);
        let Some(before) = self.worlds.first() else { return then };
        let Some(turn) = worlds.first().map(Think::turn_number) else { return then };
        while then.len() < FURTHER {
            let asked = |world: &G| {
                let awaiting = world.awaiting();
                awaiting.contains(self.seat) && awaiting.len() == 1 && world.turn_number() == turn
            };
            if !worlds.iter().all(asked) {
                break;
            }
            let next = self.search.next(before, self.seat, &commands, FURTHER_TRIED);
            let Some(command) = next else { break };
            let next: Option<Vec<G>> =
                worlds.iter().map(|world| applied(world, self.seat, &command)).collect();
            let Some(next) = next.filter(|next| look_alike(next, self.seat)) else { break };
            then.push(worlds[0].command_words(self.seat, &command).0);
            worlds.clone_from_slice(&next);
            commands.push(command);
        }
        then
    }
}
