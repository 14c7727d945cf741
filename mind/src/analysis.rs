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
use crate::judge::{Appraiser, applied, dealt, look_alike, outlook, with_game, won};
use crate::search::{Ranked, Search, SearchBudget, Tuning};
use crate::{knows, weights};

/// Guesses that a choice is searched in.
const ITERATIONS: u32 = 160;
/// The most nodes of that search.
const NODES: usize = 10_000;
/// Guesses in which a position is weighed.
const WEIGHED: usize = 32;
/// Guesses in which the command given and the best one are compared.
const COMPARED: u32 = 400;
/// The best command is better than another if it has this much more of a chance.
const BETTER: f32 = 0.005;

/// An analysis in the making: entry by entry, for it takes its time.
#[derive(Debug)]
pub struct Analyst {
    past: Hindsight,
    analysis: Analysis,
    /// The entries of the choices that stand and left something to choose.
    open: Vec<u64>,
}

impl Analyst {
    /// Begins the analysis of a match; `None` if the mind does not know the game.
    pub fn new(past: Hindsight) -> Option<Self> {
        if !knows(past.game()) {
            return None;
        }
        let seats = vec![SeatAnalysis::default(); past.seats().into()];
        let analysis = Analysis { seats, entries: Vec::new() };
        let mut analyst = Self { past, analysis, open: Vec::new() };
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
        if let Some(to) = entry.back_to {
            self.take_back(to);
        }
        let judged = entry.command.and_then(|PastCommand { command, before, after, .. }| {
            with_game!(before, judged([&before, &after], &command, &mut coins))
        });
        let choice = judged.map(|JudgedChoice { choice, open }| {
            self.open.extend(open.then_some(entry.seq));
            choice
        });
        let chance = self.chance_now();
        self.analysis.entries.push(AnalysedEntry { seq: entry.seq, chance, choice });
        Ok(true)
    }

    /// Returns the analysis of the entries so far.
    pub fn finish(self) -> Analysis {
        let Self { analysis: Analysis { mut seats, entries }, open, .. } = self;
        for AnalysedEntry { seq, choice, .. } in &entries {
            let Some(choice) = choice else { continue };
            let Some(seat) = seats.get_mut(usize::from(choice.seat)) else { continue };
            let open = open.binary_search(seq).is_ok();
            seat.choices += u32::from(open);
            seat.best += u32::from(open && choice.best.is_none());
            seat.lost += u32::from(choice.before.saturating_sub(choice.after));
            seat.luck += choice.luck;
        }
        Analysis { seats, entries }
    }

    /// Takes back what was chosen after an entry: neither its cost nor its luck has stayed.
    fn take_back(&mut self, to: u64) {
        self.open.retain(|seq| *seq <= to);
        let after = self.analysis.entries.iter_mut().filter(|entry| entry.seq > to);
        after.for_each(|entry| entry.choice = None);
    }

    /// Returns seat 0's chance in the position as it is, between what each seat knows.
    fn chance_now(&self) -> u16 {
        if let Some(outcome) = self.past.outcome() {
            return units(won(&outcome, Seat(0)));
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
        if open { compared(guess, &given, coins) } else { (None, expected, expected) };
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

/// Returns the best command if it is better than the one given, and the chances with each of the two.
///
/// A search looks most into what it thinks best, and what is looked into more looks better by that alone. So
/// the command that was given is tried as often, and then both in the same guesses, which alone decide.
fn compared<G: Explain>(
    guess: &Guess<G>,
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
    let Some(Ranked { command: best, visits, chance, .. }) = ranked.into_iter().next() else {
        return (None, 0.5, 0.5);
    };
    if best == *given {
        return (None, chance, chance);
    }
    search.try_on(guess, given, (visits, NODES), &|| false);
    let [with_best, with_given] =
        search.compare(guess, [&best, given], (COMPARED, NODES)).unwrap_or([chance; 2]);
    if with_best - with_given < BETTER {
        return (None, with_given, with_given);
    }
    (Some(best), with_best, with_given)
}
