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
use protocol::hint::Advice;
use protocol::room::BotLevel;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::judge::{Appraiser, applied, dealt, look_alike, with_game};
use crate::levels::{Strength, strength};
use crate::preview::CountedReasons;
use crate::search::{Ranked, Search};
use crate::weights;

/// The most commands that are advised.
const ADVISED: usize = 3;
/// Guesses in which a command is tried for its reasons.
const SAMPLES: usize = 24;
/// Guesses among these that decide how the seat would go on.
const PLANNED_IN: usize = 6;
/// The most commands with which it goes on.
const FURTHER: usize = 3;
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
    let mut adviser = Adviser { worlds, seat: guess.seat(), judge: Appraiser::of::<G>() };
    let tried = |(at, one): &(usize, Ranked<G::Command>)| *at == 0 || one.visits > 0;
    let best = ranked.into_iter().enumerate().filter(tried).take(ADVISED);
    Some(best.map(|(_, one)| adviser.advice(&one)).collect())
}

/// Returns a chance in ten-thousandths.
#[expect(clippy::cast_sign_loss, reason = "a chance is not negative")]
pub(crate) fn units(chance: f32) -> u16 {
    (chance.clamp(0.0, 1.0) * 10_000.0).round() as u16
}

/// The guesses of one seat, in which commands are tried.
struct Adviser<G> {
    worlds: Vec<G>,
    seat: Seat,
    judge: Appraiser<'static>,
}

impl<G: Explain> Adviser<G> {
    fn advice(&mut self, ranked: &Ranked<G::Command>) -> Advice {
        let (seat, command) = (self.seat, &ranked.command);
        let words = self.worlds.first().map(|world| world.command_words(seat, command));
        let (text, rule) = words.unwrap_or_default();
        let pairs = self.worlds.iter();
        let pairs = pairs.filter_map(|world| Some((world.clone(), applied(world, seat, command)?)));
        let (before, mut after): (Vec<G>, Vec<G>) = pairs.unzip();
        // Where chance has decided, what follows depends on how.
        let then = if look_alike(&after, seat) { self.go_on(&mut after) } else { Vec::new() };
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
            reasons: reasons.shown(REASONS, RARE),
        }
    }

    /// Goes on as seems best while the seat is asked alone, in the same turn, and nothing is left to
    /// chance; returns the commands in words.
    fn go_on(&mut self, worlds: &mut [G]) -> Vec<String> {
        let mut then = Vec::new();
        let Some(turn) = worlds.first().map(Think::turn_number) else { return then };
        while then.len() < FURTHER {
            let asked = |world: &G| {
                let awaiting = world.awaiting();
                awaiting.contains(self.seat) && awaiting.len() == 1 && world.turn_number() == turn
            };
            if !worlds.iter().all(asked) {
                break;
            }
            let Some(command) = self.next(worlds) else { break };
            let next: Option<Vec<G>> =
                worlds.iter().map(|world| applied(world, self.seat, &command)).collect();
            let Some(next) = next.filter(|next| look_alike(next, self.seat)) else { break };
            then.push(worlds[0].command_words(self.seat, &command).0);
            worlds.clone_from_slice(&next);
        }
        then
    }

    /// Returns the command that looks best one ahead.
    fn next(&mut self, worlds: &[G]) -> Option<G::Command> {
        let mut candidates = Vec::new();
        worlds.first()?.candidates(self.seat, &mut |_| 0, &mut candidates);
        let some = &worlds[..worlds.len().min(PLANNED_IN)];
        let mut best: Option<(f32, G::Command)> = None;
        for command in candidates {
            let Some(chance) = self.judge.after(some, self.seat, &command) else { continue };
            if best.as_ref().is_none_or(|(most, _)| chance > *most) {
                best = Some((chance, command));
            }
        }
        best.map(|(_, command)| command)
    }
}
