//! Random matches of each game to the end, under every law of the rules.
//!
//! Here because the contract tests play thousands of matches and a rare rule wants more. A broken
//! law is a panic that names the seed; it is counted, and the campaign goes on to say how many.

use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::REGISTRY;
use laws::endless::{self, Tried};
use laws::rules::shipped;
use laws::soak::{Tally, one_match};
use laws::{Lawful, Task, with};

use crate::figures::Figures;

/// The number of matches under every other law, for each one in which everything but moves is tried
/// for as long as it is accepted.
const ENDLESS_PER: u64 = 1_000;

/// Random matches of each game under every law.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// First seed; every match has the next one
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of matches of each game, over all its options and numbers of seats
    #[arg(long, default_value_t = 100_000)]
    pub matches: u64,
}

/// Plays, and judges what was counted.
///
/// # Errors
///
/// If a law was broken, or nothing was ever refused.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    figures(arguments).judge()
}

/// Returns the figures of all games together; those of each are printed on the way.
pub fn figures(arguments: &Arguments) -> Figures {
    let (mut all, mut violations) = (Tally::default(), 0);
    let (beside, endless) = beside_moves(arguments);
    let mut unseen = 0;
    for game in REGISTRY {
        let (tally, broken, expected) = with(game.id, Soak(arguments));
        unseen += expected.saturating_sub(tally.ends.len() as u64);
        violations += broken;
        all.add(tally);
    }
    Figures::of("rules", arguments.seed)
        .at_least_one("matches", all.matches)
        .count("entries", all.entries)
        .at_least_one("refused commands tried", all.refused)
        .none("violations", violations)
        .at_least_one("inputs that are no moves", beside.all())
        .none("without end", endless)
        .count("ways to end seen", all.ends.len() as u64)
        .count("never seen", unseen)
}

/// Tries inputs that are no moves without end, with each trial of each game. Returns the inputs
/// that were accepted, and the number of matches without end.
fn beside_moves(arguments: &Arguments) -> (Tried, u64) {
    let (mut all, mut endless) = (Tried::default(), 0);
    for game in REGISTRY {
        let (trials, game) = (game.trials(), game.id);
        let matches = (arguments.matches / ENDLESS_PER).max(1);
        for (match_, options) in (0..matches).zip(trials.iter().cycle()) {
            let seed = arguments.seed.wrapping_add(match_);
            let played = || endless::one_match(game, options, seed);
            if let Ok(tried) = catch_unwind(AssertUnwindSafe(played)) {
                all.add(tried);
            } else {
                println!("{game}: seed {seed} with {options} takes more beside moves than it may");
                endless += 1;
            }
        }
    }
    println!("beside moves: {all:?}");
    (all, endless)
}

/// The matches of one game: what they came to, how many broke a law, and how many ways to end there
/// are without anybody resigning.
struct Soak<'a>(&'a Arguments);

impl Task for Soak<'_> {
    type Output = (Tally, u64, u64);

    fn of<G: Lawful>(self) -> Self::Output {
        let (data, trials) = (shipped::<G>(), G::trials());
        let (mut all, mut violations) = (Tally::default(), 0);
        for match_ in 0..self.0.matches {
            let options = &trials[(match_ % trials.len() as u64) as usize];
            let seed = self.0.seed.wrapping_add(match_);
            let played = || one_match::<G>(data.clone(), options, seed);
            if let Ok(tally) = catch_unwind(AssertUnwindSafe(played)) {
                all.add(tally);
            } else {
                println!("{}: seed {seed} with {options} broke a law", G::ID);
                violations += 1;
            }
        }
        let Tally { matches, entries, refused, ends } = &all;
        println!("{}: {matches} matches, {entries} entries, {refused} refused, {ends:?}", G::ID);
        (all, violations, ways_to_end(G::ID))
    }
}

/// Counts the reasons that the protocol names for the end of a game, but for `resigned`.
fn ways_to_end(game: &str) -> u64 {
    let schema = protocol::schema::document();
    let capitalised = |word: &str| word[..1].to_uppercase() + &word[1..];
    let prefix: String = game.split('-').map(capitalised).collect();
    let reasons = schema["$defs"][format!("{prefix}EndReason")]["oneOf"].as_array();
    reasons.map_or(0, |reasons| reasons.len() as u64).saturating_sub(1)
}
