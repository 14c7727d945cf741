//! `arena`: trains minds and has them play each other.

use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use arena::europe::Kind;
use arena::place::{Bench, Trial, search};
use arena::player::Player;
use arena::puzzles::FoundPuzzle;
use arena::series::series;
use arena::train::{Plan, scatter, train};
use clap::{Args, Parser, Subcommand, ValueEnum};
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe::Europe;
use engine::games::europe_divided::EuropeDivided;
use engine::think::Think;
use engine::{Game, GameEntry};
use mind::{Net, SearchBudget, Strength, Tuning};
use protocol::room::BotLevel;
use serde_json::{Map, Value};

/// Trains minds and has them play each other
#[derive(Parser)]
struct Cli {
    /// The game
    game: GameName,
    #[command(subcommand)]
    task: Task,
}

#[derive(Clone, Copy, ValueEnum)]
enum GameName {
    EuropeDivided,
    BalanceOfPower,
    Europe,
}

#[derive(Subcommand)]
enum Task {
    /// Trains a network by matches against itself
    Train(Training),
    /// Plays a network against the reference, or against another one
    Play(Playing),
    /// Plays tables of Europe
    Table(TableArgs),
    /// Searches for an even placement of a set-up of Balance of Power
    Place(Placing),
    /// Finds positions with one clearly best decision in matches of bots
    Puzzles(Mining),
}

#[derive(Args)]
struct Mining {
    /// The folder to which they are written
    folder: PathBuf,
    /// Matches
    #[arg(long, default_value_t = 20)]
    matches: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The most that are written
    #[arg(long, default_value_t = 40)]
    count: usize,
    /// Options of the matches, in turn
    #[arg(long, default_value = "{}")]
    options: Vec<String>,
}

#[derive(Args)]
struct TableArgs {
    /// The players: easy, normal, hard, expert, former, or a person who refuses all offers (refuses) or accepts fair
    /// ones (fair); the first one is measured
    #[arg(value_delimiter = ',')]
    players: Vec<Kind>,
    /// Matches, each of another deal; the first player changes seats
    #[arg(long, default_value_t = 100)]
    matches: u32,
    /// The first seed
    #[arg(long, default_value_t = 700_000)]
    seed: u64,
    /// Options of the matches
    #[arg(long, default_value = "{}")]
    options: String,
    /// Print every command and event
    #[arg(long)]
    log: bool,
}

#[derive(Args)]
struct Training {
    /// The weights: read if they are there, and written
    file: PathBuf,
    /// Matches
    #[arg(long, default_value_t = 10_000)]
    matches: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The length of a step
    #[arg(long, default_value_t = 0.01)]
    rate: f32,
    /// Share of what came later in what a position learns from
    #[arg(long, default_value_t = 0.8)]
    lambda: f32,
    /// Share of commands chosen at random
    #[arg(long, default_value_t = 0.05)]
    wander: f32,
    /// Options of the matches, in turn
    #[arg(long, default_value = "{}")]
    options: Vec<String>,
    /// A file of set-ups instead of the shipped ones
    #[arg(long)]
    setups: Option<PathBuf>,
}

#[derive(Args)]
struct Playing {
    /// The weights
    file: PathBuf,
    /// The other's weights; without them and a level the reference plays
    #[arg(long)]
    against: Option<PathBuf>,
    /// The level of play
    #[arg(long, default_value = "easy", value_parser = level)]
    level: BotLevel,
    /// The other's level of play
    #[arg(long, value_parser = level)]
    other_level: Option<BotLevel>,
    /// Iterations of the search, instead of the level's; then the best command is taken
    #[arg(long)]
    iterations: Option<u32>,
    /// Iterations of the other's search
    #[arg(long)]
    other_iterations: Option<u32>,
    /// The difference in chance by which it takes a command e times as often, instead of the level's
    #[arg(long)]
    errs: Option<f32>,
    /// The other's difference
    #[arg(long)]
    other_errs: Option<f32>,
    /// A taste of the game's, from 0, instead of none
    #[arg(long)]
    taste: Option<usize>,
    /// It knows the whole match: with many iterations the ceiling of what a mind may reach
    #[arg(long)]
    sees: bool,
    /// Deals, each played from both sides
    #[arg(long, default_value_t = 50)]
    pairs: u64,
    /// The first seed
    #[arg(long, default_value_t = 900_000)]
    seed: u64,
    /// Weight of what was tried little
    #[arg(long, default_value_t = Tuning::default().explore)]
    explore: f32,
    /// The difference in chance that makes a command e times as likely
    #[arg(long, default_value_t = Tuning::default().heat)]
    heat: f32,
    /// Turns that it looks ahead, instead of as many as its level does
    #[arg(long)]
    turns: Option<u32>,
    /// Samples of a command whose result is up to chance
    #[arg(long, default_value_t = Tuning::default().samples)]
    samples: u32,
    /// Samples below the decision itself
    #[arg(long, default_value_t = Tuning::default().deep_samples)]
    deep_samples: u32,
    /// Options of the matches
    #[arg(long, default_value = "{}")]
    options: String,
    /// A file of set-ups instead of the shipped ones
    #[arg(long)]
    setups: Option<PathBuf>,
}

#[derive(Args)]
struct Placing {
    /// The weights
    file: PathBuf,
    /// The set-up
    #[arg(long)]
    setup: usize,
    /// A file of set-ups instead of the shipped ones
    #[arg(long)]
    setups: Option<PathBuf>,
    /// Placements to try
    #[arg(long, default_value_t = 60)]
    guesses: usize,
    /// Matches at random of the first round
    #[arg(long, default_value_t = 300)]
    weak: u64,
    /// Matches of strong play of the first round
    #[arg(long, default_value_t = 60)]
    strong: u64,
    /// Iterations of strong play
    #[arg(long, default_value_t = 30)]
    iterations: u32,
    /// The seed of the changes, and of the deals
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Reads a level by its name.
fn level(name: &str) -> Result<BotLevel, serde_json::Error> {
    serde_json::from_value(Value::from(name))
}

/// The most nodes of a search here.
const NODES: usize = 50_000;
/// Between two reports of a training, in matches.
const REPORT: u64 = 2_000;
/// Deals of a report, and their first seed.
const CHECK: (u64, u64) = (30, 800_000);

fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    match cli.game {
        GameName::EuropeDivided => run::<EuropeDivided>(cli.task),
        GameName::BalanceOfPower => run::<BalanceOfPower>(cli.task),
        GameName::Europe => match cli.task {
            Task::Table(TableArgs { players, matches, seed, options, log }) => {
                anyhow::ensure!((2..=4).contains(&players.len()), "two to four players");
                let options: Value = serde_json::from_str(&options)?;
                println!("{}", arena::europe::series(&players, &options, matches, seed, log));
                Ok(())
            }
            Task::Puzzles(mining) => {
                mining.run(&GameEntry::of::<Europe>(), arena::puzzles::table::mine)
            }
            Task::Train(_) | Task::Play(_) | Task::Place(_) => {
                anyhow::bail!("Europe is played at tables")
            }
        },
    }
}

fn run<G: Think>(task: Task) -> anyhow::Result<()>
where
    G::Command: Hash,
    G::Event: Hash,
{
    match task {
        Task::Train(training) => training.run::<G>(),
        Task::Play(playing) => playing.run::<G>(),
        Task::Table(_) => anyhow::bail!("tables are for Europe"),
        Task::Place(placing) => placing.run(),
        Task::Puzzles(mining) => mining.run(&GameEntry::of::<G>(), arena::puzzles::search::mine),
    }
}

fn read<G: Think>(file: &PathBuf) -> anyhow::Result<Net> {
    Ok(Net::read(&std::fs::read(file).context("a file of weights")?, G::FEATURES)?)
}

impl Training {
    fn run<G: Think>(self) -> anyhow::Result<()>
    where
        G::Command: Hash,
        G::Event: Hash,
    {
        let Self { file, matches, seed, rate, lambda, wander, options, setups } = self;
        let mut net = Net::blank(G::FEATURES);
        if file.exists() {
            net = read::<G>(&file)?;
        } else {
            scatter(&mut net, G::KNOWN, seed);
        }
        let data = Arc::new(G::load(&files::<G>(setups.as_deref())?)?);
        let plan = Plan { matches, seed, rate, lambda, wander, samples: 2 };
        let options: Vec<Value> =
            options.iter().map(|one| serde_json::from_str(one)).collect::<Result<_, _>>()?;
        let began = Instant::now();
        let mut failed = None;
        train::<G>(&data, &options, &mut net, plan, &mut |number, error, net| {
            if number % REPORT != 0 {
                return;
            }
            failed = std::fs::write(&file, net.bytes()).err();
            let budget = SearchBudget { iterations: 1, nodes: NODES };
            let make = |first: bool, seat: u8, seed: u64| {
                if first {
                    Player::mind(net, budget, Tuning::default(), seed)
                } else {
                    Player::reference(seat, seed)
                }
            };
            let score = series::<G>(&data, &options[0], CHECK.0, CHECK.1, &make);
            let seconds = began.elapsed().as_secs();
            println!(
                "{number} matches, {seconds} s, off by {error:.4}; one ply against the reference: {score}"
            );
        });
        // Those since the last report count as well.
        std::fs::write(&file, net.bytes())?;
        failed.map_or(Ok(()), |error| Err(error.into()))
    }
}

impl Playing {
    fn run<G: Think>(self) -> anyhow::Result<()>
    where
        G::Command: Hash,
        G::Event: Hash,
    {
        let plain_net = read::<G>(&self.file)?;
        let taste = self.taste.and_then(|at| G::TASTES.get(at));
        let net = taste.map_or(plain_net.clone(), |taste| plain_net.clone().fond_of(taste));
        let other = self.against.as_ref().map(read::<G>).transpose()?;
        let plain = other.is_none() && self.other_level.is_none();
        let other = other.unwrap_or(plain_net);
        let level = mind::strength(G::ID, self.level);
        let tuning = Tuning {
            explore: self.explore,
            heat: self.heat,
            turns: self.turns.unwrap_or(level.tuning.turns),
            samples: self.samples,
            deep_samples: self.deep_samples,
        };
        let own = budget(level, self.iterations, self.errs);
        let other_level = mind::strength(G::ID, self.other_level.unwrap_or_default());
        let others = budget(other_level, self.other_iterations, self.other_errs);
        // What nobody plays at a table may take the memory that it needs.
        let seeing = SearchBudget { nodes: NODES.max(own.0.nodes), ..own.0 };
        let make = |first: bool, seat: u8, seed: u64| match first {
            true if self.sees => Player::seeing(&net, seeing, tuning, seed),
            true => Player::heated(&net, own.0, tuning, own.1, seed),
            false if plain => Player::reference(seat, seed),
            false => Player::heated(&other, others.0, other_level.tuning, others.1, seed),
        };
        let options: Value = serde_json::from_str(&self.options)?;
        let data = Arc::new(G::load(&files::<G>(self.setups.as_deref())?)?);
        let score = series::<G>(&data, &options, self.pairs, self.seed, &make);
        println!("{score}");
        println!("{}", score.habits);
        Ok(())
    }
}

/// Returns the budget of a level and its heat, or those that are given.
fn budget(level: Strength, iterations: Option<u32>, errs: Option<f32>) -> (SearchBudget, f32) {
    let heat = if iterations.is_some() { 0.0 } else { level.heat };
    let iterations = iterations.unwrap_or(level.budget.iterations);
    (SearchBudget { iterations, ..level.budget }, errs.unwrap_or(heat))
}

/// Reads the component data, perhaps with other set-ups than the shipped ones.
fn files<G: Game>(setups: Option<&Path>) -> anyhow::Result<Value> {
    let texts = setups.map(std::fs::read_to_string).transpose()?;
    let replaced = texts.map(|text| ("setups".to_owned(), text)).into_iter().collect();
    let catalogue = GameEntry::of::<G>().catalogue(&replaced)?;
    Ok(serde_json::from_str(catalogue.canonical())?)
}

/// Returns the puzzles of the match that bots play with some options and a seed.
type Mine = fn(&GameEntry, &Map<String, Value>, u64) -> Vec<FoundPuzzle>;

impl Mining {
    fn run(self, game: &GameEntry, mine: Mine) -> anyhow::Result<()> {
        let Self { folder, matches, seed, count, options } = self;
        let options: Vec<Map<String, Value>> =
            options.iter().map(|one| serde_json::from_str(one)).collect::<Result<_, _>>()?;
        let mut found = Vec::new();
        for (seed, options) in (seed..seed + matches).zip(options.iter().cycle()) {
            let began = Instant::now();
            let here = mine(game, options, seed);
            println!("seed {seed}: {} in {} ms", here.len(), began.elapsed().as_millis());
            found.extend(here);
        }
        arena::puzzles::file::write(&folder, &arena::puzzles::varied(found, count))
    }
}

impl Placing {
    fn run(self) -> anyhow::Result<()> {
        let net = read::<BalanceOfPower>(&self.file)?;
        let files = files::<BalanceOfPower>(self.setups.as_deref())?;
        let bench = Bench::new(files, self.setup, &net);
        let trial = Trial { weak: self.weak, strong: self.strong, iterations: self.iterations };
        search(&bench, trial, self.guesses, self.seed);
        Ok(())
    }
}
