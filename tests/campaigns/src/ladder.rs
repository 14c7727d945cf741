//! The ladder of the bots' levels, in each game, edition and set-up: who beats whom how often, and the
//! strength of each in Elo.

use std::hash::Hash;

use arena::ladder::{Played, Rung, play, strengths};
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::Think;

use crate::figures::Figures;
use crate::wanted::Wanted;

/// The size of this campaign.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// Seed of the first deal; the others follow
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Deals of each pair of levels, each played from both sides
    #[arg(long, default_value_t = 50)]
    pub pairs: u64,
    /// The matches that are played.
    #[command(flatten)]
    pub wanted: Wanted,
    /// Only pairs with this level, or `reference`, or `random`
    #[arg(long)]
    pub rung: Option<String>,
}

/// Plays all pairs, and judges.
///
/// # Errors
///
/// If nothing was played, or a rung does not win more than the one below.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut results = of::<EuropeDivided>(arguments);
    results.extend(of::<BalanceOfPower>(arguments));
    let beaten = |one: &&Played| one.score.won * 2.0 <= f64::from(one.score.played);
    Figures::of("ladder", arguments.seed)
        .at_least_one("matches", results.iter().map(|one| u64::from(one.score.played)).sum())
        .none(
            "pairs in which the stronger did not win more",
            results.iter().filter(beaten).count() as u64,
        )
        .judge()
}

/// Plays the pairs of one game, and prints each and the ladder.
fn of<G: Think>(arguments: &Arguments) -> Vec<Played>
where
    G::Command: Hash,
    G::Event: Hash,
{
    let mut all = Vec::new();
    for options in arguments.wanted.ways(G::ID) {
        let wanted = |rungs: &[Rung; 2]| {
            let rung = arguments.rung.as_ref();
            rung.is_none_or(|rung| rungs.iter().any(|one| one.to_string() == *rung))
        };
        let mut results = Vec::new();
        for rungs in Rung::PAIRS.into_iter().filter(wanted) {
            let played = play::<G>(&options, rungs, arguments.pairs, arguments.seed);
            println!("{} {options}: {} beats {}: {}", G::ID, rungs[0], rungs[1], played.score);
            results.push(played);
        }
        for one in strengths(&results) {
            println!("{} {options}: {} {:.0} (+-{:.0})", G::ID, one.rung, one.points, one.within);
        }
        all.extend(results);
    }
    all
}
