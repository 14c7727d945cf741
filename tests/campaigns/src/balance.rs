//! Fair games: a level against itself in each game, edition and set-up, and the share that each side
//! wins.

use std::hash::Hash;

use arena::balance::balance;
use arena::ladder::Rung;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::Think;
use serde::Serialize;

use crate::figures::Figures;
use crate::wanted::Wanted;

/// Shares of wins within which a game is fair to its sides, in hundredths.
const FAIR: (f64, f64) = (0.45, 0.55);

/// The size of this campaign.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// Seed of the first deal; the others follow
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Matches of each game, edition and set-up
    #[arg(long, default_value_t = 1_000)]
    pub matches: u64,
    /// The matches that are played.
    #[command(flatten)]
    pub wanted: Wanted,
    /// The level that plays, or `random`
    #[arg(long, default_value = "normal")]
    pub rung: String,
}

/// Plays, prints, and judges.
///
/// # Errors
///
/// If nothing was played, the rung is unknown, or a side certainly wins more than is fair.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let rung = Rung::ALL.into_iter().find(|rung| rung.to_string() == arguments.rung);
    let rung = rung.ok_or_else(|| anyhow::anyhow!("no player is called {:?}", arguments.rung))?;
    let (one, two) = (of::<EuropeDivided>(arguments, rung), of::<BalanceOfPower>(arguments, rung));
    Figures::of("balance", arguments.seed)
        .at_least_one("matches", one.0 + two.0)
        .none("ways to play that are certainly unfair", one.1 + two.1)
        .judge()
}

/// Plays one game; returns the matches, and the ways that are unfair even at the interval's near end.
fn of<G: Think>(arguments: &Arguments, rung: Rung) -> (u64, u64)
where
    G::Command: Hash,
    G::Event: Hash + Serialize,
{
    let (mut matches, mut unfair) = (0, 0);
    for options in arguments.wanted.ways(G::ID) {
        let found = balance::<G>(&options, rung, arguments.matches, arguments.seed);
        println!("{} {options}, {rung} against itself:\n{found}", G::ID);
        let [(_, low, high), (_, mover_low, _)] = found.shares();
        matches += u64::from(found.matches);
        unfair += u64::from(high < FAIR.0 || low > FAIR.1 || mover_low > FAIR.1);
    }
    (matches, unfair)
}
