//! The longest time for which a mind does not look whether anybody waits for its thought.
//!
//! A thought that nobody waits for any more (an undo, a room closed, a server that stops) ends at the next
//! look; a person's command never waits for it, but the next thought of a bot does.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use engine::GameEntry;
use engine::dealer::Dealer;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::{Guesses, Think};
use fairness::vd1::MatchKey;
use protocol::room::BotLevel;
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};

/// One decision of this many is thought about.
const THOUGHT_ABOUT: u64 = 8;

/// Runs the bench of every game that a mind knows.
pub(crate) fn run(thoughts: u32, seed: u64) -> anyhow::Result<()> {
    for edition in ["revised", "first"] {
        game::<EuropeDivided>(&json!({ "edition": edition }), thoughts, seed)?;
    }
    for version in ["basic_training", "command_room"] {
        game::<BalanceOfPower>(&json!({ "version": version }), thoughts, seed)?;
    }
    Ok(())
}

/// The times of some thoughts.
#[derive(Default)]
struct Times {
    thoughts: u32,
    all: Duration,
    longest: Duration,
    /// The longest time between two looks at whether anybody waits.
    unwatched: Duration,
    /// The longest time between two looks at whether the best so far is wanted.
    stride: Duration,
}

fn game<G: Think>(options: &Value, thoughts: u32, seed: u64) -> anyhow::Result<()> {
    let catalogue = GameEntry::of::<G>().catalogue(&BTreeMap::new())?;
    let data = Arc::new(G::load(&serde_json::from_str(catalogue.canonical())?)?);
    let typed: G::Options = serde_json::from_value(options.clone())?;
    let mut below = crate::numbers(seed);
    let (mut times, mut matches) = (Times::default(), 0);
    let mut choices = Vec::new();
    while times.thoughts < thoughts {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&(seed + matches).to_be_bytes());
        matches += 1;
        let mut game =
            G::setup(&typed, data.clone(), Dealer::new(MatchKey::from_bytes(key)), &mut ());
        let mut first = true;
        while let Some(seat) = game.awaiting().iter().next() {
            // The first question of a match is one of its own: cards to keep, a map to place.
            if times.thoughts < thoughts && (first || below(THOUGHT_ABOUT) == 0) {
                times.take(&Guesses::of(&game, seat, &mut below));
            }
            first = false;
            choices.clear();
            game.choices(seat, &mut choices);
            let choice = &choices[below(choices.len() as u64) as usize];
            let command = game.sample(choice, &mut below);
            // A loose offer may be refused; then another one is tried.
            drop(game.apply(0, seat, &command, &mut ()));
        }
    }
    println!(
        "{} {options}: {} thoughts of expert, {:.0} ms on average, {:.0} ms at most; at most {:.2} ms \
         between two looks at whether anybody waits, {:.2} ms at whether the time is up",
        G::ID,
        times.thoughts,
        millis(times.all) / f64::from(times.thoughts.max(1)),
        millis(times.longest),
        millis(times.unwatched),
        millis(times.stride),
    );
    Ok(())
}

impl Times {
    /// Thinks to the end, and takes the time of it and of its stretches.
    fn take(&mut self, guesses: &Guesses) {
        let began = busy();
        let (unwatched, stride) = (Stretch::new(began), Stretch::new(began));
        let late = || {
            stride.look();
            false
        };
        let gone = |_| {
            unwatched.look();
            false
        };
        drop(mind::choose_unless(guesses, BotLevel::Expert, &late, &gone));
        unwatched.look();
        let took = busy().saturating_sub(began);
        self.thoughts += 1;
        self.all += took;
        self.longest = self.longest.max(took);
        self.unwatched = self.unwatched.max(unwatched.longest.get());
        self.stride = self.stride.max(stride.longest.get());
    }
}

/// The longest time between two looks.
struct Stretch {
    last: Cell<Duration>,
    longest: Cell<Duration>,
}

impl Stretch {
    fn new(began: Duration) -> Self {
        Self { last: Cell::new(began), longest: Cell::default() }
    }

    fn look(&self) {
        let now = busy();
        self.longest.set(self.longest.get().max(now.saturating_sub(self.last.replace(now))));
    }
}

/// Returns the time that this thread has run so far: what else the machine does is no matter.
fn busy() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
