//! The analysis of a match that is over: each choice as the mind would have made it, and what luck
//! brought.
//!
//! Every choice is judged from what its seat knew, in guesses, although the whole log is known by
//! now. The coins are heads of the log's chain, so that whoever has the record gets the same.

use std::hash::Hash;

use engine::Seat;
use engine::explain::Explain;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::record::{Hindsight, PastCommand};
use engine::think::{Guess, Guesses};
use protocol::Rejection;
use protocol::hint::{AnalysedChoice, AnalysedEntry, Analysis, BestCommand, SeatAnalysis};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::advice::units;
use crate::judge::{Appraiser, applied, dealt, look_alike, outlook, with_game};
use crate::search::{Ranked, Search, SearchBudget, Tuning};
use crate::{knows, weights};

/// Guesses that a choice is searched in.
const ITERATIONS: u32 = 160;
/// The most nodes of that search.
const NODES: usize = 10_000;
/// Guesses in which a position is weighed.
const WEIGHED: usize = 32;
/// The search's word on a command counts if it was tried at least once in so many of its guesses.
const TRIED: u32 = 16;

/// An analysis in the making: entry by entry, for it takes its time.
#[derive(Debug)]
pub struct Analyst {
    past: Hindsight,
    analysis: Analysis,
}

impl Analyst {
    /// Begins the analysis of a match; `None` if the mind does not know the game.
    pub fn new(past: Hindsight) -> Option<Self> {
        if !knows(past.game()) {
            return None;
        }
        let seats = vec![SeatAnalysis::default(); past.seats().into()];
        let mut analyst = Self { past, analysis: Analysis { seats, entries: Vec::new() } };
        let chance = analyst.chance_now();
        analyst.analysis.entries.push(AnalysedEntry { seq: 0, chance, choice: None });
        Some(analyst)
    }

    /// Returns the number of entries that have been analysed, and of all.
    pub fn progress(&self) -> (u64, u64) {
        let (done, left) = self.past.progress();
        (done, done + left)
    }

    /// Analyses the next entry; `false` if there is none.
    ///
    /// # Errors
    /// If the rules refuse it.
    pub fn step(&mut self) -> Result<bool, Rejection> {
        let mut coins = ChaCha8Rng::from_seed(self.past.head());
        let Some(entry) = self.past.step()? else { return Ok(false) };
        let choice = entry.command.and_then(|PastCommand { command, before, after, .. }| {
            with_game!(before, judged([&before, &after], &command, &mut coins))
        });
        let choice = choice.map(|choice| self.count(choice));
        let chance = self.chance_now();
        self.analysis.entries.push(AnalysedEntry { seq: entry.seq, chance, choice });
        Ok(true)
    }

    /// Returns the analysis of the entries so far.
    pub fn finish(self) -> Analysis {
        self.analysis
    }

    fn count(&mut self, JudgedChoice { choice, open }: JudgedChoice) -> AnalysedChoice {
        if let Some(seat) = self.analysis.seats.get_mut(usize::from(choice.seat)) {
            seat.choices += u32::from(open);
            seat.best += u32::from(open && choice.best.is_none());
            seat.lost += u32::from(choice.before.saturating_sub(choice.after));
            seat.luck += choice.luck;
        }
        choice
    }

    /// Returns seat 0's chance in the position as it is, between what each seat knows.
    fn chance_now(&self) -> u16 {
        if let Some(outcome) = self.past.outcome() {
            return match outcome.winners.as_slice() {
                [] => units(0.5),
                winners => units(f32::from(u8::from(winners.contains(&0)))),
            };
        }
        let mut coins = ChaCha8Rng::from_seed(self.past.head());
        let seats = self.past.seats();
        let views = (0..seats)
            .map(|seat| outlook(&self.past.guesses(Seat(seat)), Seat(0), WEIGHED, &mut coins));
        units(views.sum::<f32>() / f32::from(seats.max(1)))
    }
}

/// A choice, and whether there was more than one command to choose from.
struct JudgedChoice {
    choice: AnalysedChoice,
    open: bool,
}

/// Judges a command from what its seat knew before it, and what it knew after.
fn judged<G: Explain>(
    [before, after]: [&Guesses; 2],
    command: &Value,
    coins: &mut ChaCha8Rng,
) -> Option<JudgedChoice>
where
    G::Command: Hash,
    G::Event: Hash,
{
    let (guess, then) = (before.guess::<G>()?, after.guess::<G>()?);
    let given: G::Command = serde_json::from_value(command.clone()).ok()?;
    let seat = guess.seat();
    let imagined = dealt(guess, WEIGHED, coins);
    let expected = Appraiser::of::<G>().after(&imagined, seat, &given)?;
    let open = has_choice(imagined.first()?, seat, &given);
    let (best, before, after) =
        if open { compared(guess, &imagined, &given, coins) } else { (None, expected, expected) };
    let words = |command: &G::Command| imagined[0].command_words(seat, command).0;
    let best = best.map(|best| BestCommand { command: json!(best), text: words(&best) });
    let tried: Vec<G> = imagined.iter().filter_map(|world| applied(world, seat, &given)).collect();
    let luck = if look_alike(&tried, seat) {
        0.0
    } else {
        Appraiser::of::<G>().mean(&dealt(then, WEIGHED, coins), seat) - expected
    };
    let choice = AnalysedChoice {
        seat: seat.0,
        text: words(&given),
        before: units(before),
        after: units(after),
        luck: (luck * 10_000.0).round() as i32,
        best,
    };
    Some(JudgedChoice { choice, open })
}

/// Checks whether there was anything to choose.
fn has_choice<G: Explain>(world: &G, seat: Seat, given: &G::Command) -> bool {
    let mut candidates = Vec::new();
    world.candidates(seat, &mut |_| 0, &mut candidates);
    candidates.iter().any(|candidate| candidate != given)
}

/// Returns the best command, unless it is the one given, and the chances with each of the two.
fn compared<G: Explain>(
    guess: &Guess<G>,
    worlds: &[G],
    given: &G::Command,
    coins: &mut ChaCha8Rng,
) -> (Option<G::Command>, f32, f32)
where
    G::Command: Hash,
    G::Event: Hash,
{
    let seed = std::array::from_fn(|_| coins.random_range(0..=u8::MAX));
    let mut search =
        Search::<G>::new(weights::of::<G>(), Tuning::default(), ChaCha8Rng::from_seed(seed));
    let budget = SearchBudget { iterations: ITERATIONS, nodes: NODES };
    let ranked = search.think(guess, budget, &mut |_| false);
    let Some(best) = ranked.first() else { return (None, 0.5, 0.5) };
    if best.command == *given {
        return (None, best.chance, best.chance);
    }
    let seat = guess.seat();
    let tried =
        |one: &&Ranked<G::Command>| one.command == *given && one.visits * TRIED >= ITERATIONS;
    let lost = if let Some(one) = ranked.iter().find(tried) {
        best.chance - one.chance
    } else {
        // Hardly looked at: both are weighed in the same guesses, with the same coins.
        let mut judge = Appraiser::of::<G>();
        let with = |command| {
            let after: Vec<G> =
                worlds.iter().filter_map(|world| applied(world, seat, command)).collect();
            judge.mean(&after, seat)
        };
        let [best, given] = [&best.command, given].map(with);
        best - given
    };
    (Some(best.command.clone()), best.chance, (best.chance - lost.max(0.0)).max(0.0))
}
