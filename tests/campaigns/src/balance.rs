//! Fair games: a level against itself in each game, edition and set-up, and the share that each side
//! wins.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use arena::balance::balance;
use arena::ladder::Rung;
use engine::REGISTRY;
use engine::catalogue::Catalogue;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::Think;
use serde::Serialize;
use server::component_data::load_catalogues;

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
    /// Folder of component data that stand for the shipped, laid out as for `ENTENTE_DATA`
    #[arg(long)]
    pub data: Option<PathBuf>,
}

/// Plays, prints, and judges.
///
/// # Errors
///
/// If nothing was played, the rung is unknown, the data are refused, or a side certainly wins more than
/// is fair.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let rung = Rung::ALL.into_iter().find(|rung| rung.to_string() == arguments.rung);
    let rung = rung.ok_or_else(|| anyhow::anyhow!("no player is called {:?}", arguments.rung))?;
    let data = load_catalogues(REGISTRY, arguments.data.as_deref())?;
    let one = of::<EuropeDivided>(arguments, &data, rung)?;
    let two = of::<BalanceOfPower>(arguments, &data, rung)?;
    Figures::of("balance", arguments.seed)
        .at_least_one("matches", one.0 + two.0)
        .none("ways to play that are certainly unfair", one.1 + two.1)
        .judge()
}

/// Plays one game; returns the matches, and the ways that are unfair even at the interval's near end.
fn of<G: Think>(
    arguments: &Arguments,
    data: &BTreeMap<&'static str, Catalogue>,
    rung: Rung,
) -> anyhow::Result<(u64, u64)>
where
    G::Command: Hash,
    G::Event: Hash + Serialize,
{
    let catalogue = data.get(G::ID).context("a game that is not registered")?;
    let data = Arc::new(G::load(&serde_json::from_str(catalogue.canonical())?)?);
    let (mut matches, mut unfair) = (0, 0);
    for options in arguments.wanted.ways(G::ID) {
        let found = balance::<G>(&data, &options, rung, arguments.matches, arguments.seed);
        println!("{} {options}, {rung} against itself:\n{found}", G::ID);
        let [(_, low, high), (_, mover_low, _)] = found.shares();
        matches += u64::from(found.matches);
        unfair += u64::from(high < FAIR.0 || low > FAIR.1 || mover_low > FAIR.1);
    }
    Ok((matches, unfair))
}
