//! Search for placements of a set-up of Balance of Power that favour neither colour, the colour that the
//! set-up names going first: between strong players and between players that move at random.

#![expect(clippy::cast_precision_loss, reason = "matches are counted to some millions")]

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use engine::Game;
use engine::games::balance_of_power::BalanceOfPower;
use engine::think::Think;
use laws::rules::deal;
use mind::{Net, SearchBudget, Tuning};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::player::Player;

/// The armies in the data, the players' first.
const ARMIES: [&str; 3] = ["red", "blue", "neutral"];
/// Territories with a site, which are neutral at first (Command Room: set-up).
const SITES: [&str; 4] = ["denmark", "norway", "switzerland", "western_ukraine"];
/// Changes of the placement that is searched from, at most.
const CHANGES: u32 = 8;
/// A share that is further from even by random play is not tried by strong play.
const WEAK_MOST: f64 = 0.1;
/// Weight of what random play is off beside strong play.
const WEAK_COUNTS: f64 = 0.5;
/// Matches after which a placement may be given up.
const LEAST: f64 = 20.0;
/// The first seed of the matches, and how far the rounds are apart: no round plays the deals of another one
/// of its search, for of many short series the best one is mostly luck.
const SEEDS: [u64; 2] = [3_000_000, 1_000_000];
/// Of so many placements of a round one goes on to the next, where it plays so many times the matches.
const HALVED: usize = 3;

/// Matches by which a placement is judged: by random play, and by strong play.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// Matches at random.
    pub weak: u64,
    /// Matches of the mind against itself.
    pub strong: u64,
    /// Iterations of the mind's search.
    pub iterations: u32,
}

/// Shares of a placement's matches that Red won.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    /// At random.
    pub weak: f64,
    /// In strong play.
    pub strong: Option<f64>,
}

impl Shares {
    /// Returns how far the least even of the shares is from even; more than 1 without strong play.
    pub fn off(&self) -> f64 {
        let off = |share: f64| (share - 0.5).abs();
        // Strong play counts for more: random play is even enough at a few per cent.
        let weak = off(self.weak) * WEAK_COUNTS;
        self.strong.map_or(1.0 + weak, |strong| weak.max(off(strong)))
    }
}

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Red at random {:.1} %", 100.0 * self.weak)?;
        if let Some(strong) = self.strong {
            write!(f, ", in strong play {:.1} %", 100.0 * strong)?;
        }
        Ok(())
    }
}

/// The troops of a set-up.
#[derive(Clone, Debug, PartialEq)]
pub struct Troops {
    armies: [BTreeMap<String, u64>; 3],
    capitals: [String; 2],
}

/// The data of the game, one set-up of which is changed.
#[derive(Debug)]
pub struct Bench<'a> {
    files: Value,
    number: usize,
    net: &'a Net,
}

impl<'a> Bench<'a> {
    /// Opens component data at one of their set-ups.
    pub fn new(files: Value, number: usize, net: &'a Net) -> Self {
        Self { files, number, net }
    }

    /// Reads the placement that the data have.
    ///
    /// # Panics
    /// If the data have another form.
    pub fn placed(&self) -> Troops {
        let row = &self.files["setups"]["setup"][self.number - 1];
        let army = |name: &str| serde_json::from_value(row[name].clone()).expect("troops");
        let capital = |name: &str| row[name].as_str().expect("a capital").to_owned();
        Troops { armies: ARMIES.map(army), capitals: ["red_capital", "blue_capital"].map(capital) }
    }

    fn data(&self, troops: &Troops) -> Arc<<BalanceOfPower as Game>::Data> {
        let mut files = self.files.clone();
        let row = &mut files["setups"]["setup"][self.number - 1];
        for (name, army) in ARMIES.iter().zip(&troops.armies) {
            row[*name] = json!(army);
        }
        row["red_capital"] = json!(troops.capitals[0]);
        row["blue_capital"] = json!(troops.capitals[1]);
        Arc::new(BalanceOfPower::load(&files).expect("a complete placement"))
    }

    /// Plays matches between equals; returns the share that Red won. Where matches `may_end` early, they do
    /// once they are not even.
    fn play<'b>(
        &self,
        troops: &Troops,
        (first, matches): (u64, u64),
        may_end: bool,
        make: &dyn Fn(u64) -> Player<'b, BalanceOfPower>,
    ) -> f64 {
        let data = self.data(troops);
        let options = json!({"setup": self.number, "first": "set_up"});
        let mut red = 0.0;
        for seed in first..first + matches {
            let mut game: BalanceOfPower = deal(data.clone(), &options, seed);
            let mut players = [make(2 * seed), make(2 * seed + 1)];
            while let Some(seat) = game.awaiting().iter().next() {
                let command = players[seat.index()].choose(&game, seat, 0);
                game.apply(0, seat, &command, &mut ()).expect("players command what is legal");
            }
            red += f64::midpoint(f64::from(game.lead()), 1.0);
            let played = (seed - first + 1) as f64;
            // Three standard deviations from even.
            if may_end && played >= LEAST && (red / played - 0.5).abs() > 1.5 / played.sqrt() {
                return red / played;
            }
        }
        red / matches as f64
    }

    /// Judges a placement by matches from a seed on. One of many is given up once it is not even, and strong
    /// play is left out if random play is too far from even.
    pub fn judge(&self, troops: &Troops, trial: Trial, seed: u64, one_of_many: bool) -> Shares {
        let weak = self.play(troops, (seed, trial.weak), one_of_many, &Player::random);
        let budget = SearchBudget { iterations: trial.iterations, nodes: 50_000 };
        let make = |seed: u64| Player::mind(self.net, budget, Tuning::default(), seed);
        let strong = || self.play(troops, (seed, trial.strong), one_of_many, &make);
        let fair = !one_of_many || (weak - 0.5).abs() <= WEAK_MOST;
        Shares { weak, strong: fair.then(strong) }
    }
}

impl Troops {
    /// Returns the placement with some changes: the sums stay, sites stay neutral, capitals where they are
    /// and as strong.
    pub fn changed(&self, coins: &mut ChaCha8Rng) -> Self {
        let mut troops = self.clone();
        for _ in 0..coins.random_range(1..=CHANGES) {
            match coins.random_range(0..4) {
                0 => troops.move_one(coins),
                1 => troops.swap_sizes(coins),
                _ => troops.swap_land(coins),
            }
        }
        troops
    }

    fn any(&self, army: usize, coins: &mut ChaCha8Rng) -> String {
        let at = coins.random_range(0..self.armies[army].len());
        self.armies[army].keys().nth(at).cloned().unwrap_or_default()
    }

    /// Moves a troop between territories of one army.
    fn move_one(&mut self, coins: &mut ChaCha8Rng) {
        let army = coins.random_range(0..3);
        let (from, to) = (self.any(army, coins), self.any(army, coins));
        if self.armies[army][&from] > 1 && !self.capitals.contains(&from) {
            *self.armies[army].entry(from).or_default() -= 1;
            *self.armies[army].entry(to).or_default() += 1;
        }
    }

    /// Swaps the troops of two territories of one army.
    fn swap_sizes(&mut self, coins: &mut ChaCha8Rng) {
        let army = coins.random_range(0..3);
        let (one, other) = (self.any(army, coins), self.any(army, coins));
        if self.capitals.contains(&one) || self.capitals.contains(&other) {
            return;
        }
        let (here, there) = (self.armies[army][&one], self.armies[army][&other]);
        self.armies[army].insert(one, there);
        self.armies[army].insert(other, here);
    }

    /// Swaps a territory of one army for one of another; each army keeps the size of its garrison.
    fn swap_land(&mut self, coins: &mut ChaCha8Rng) {
        let army = coins.random_range(0..2);
        let with = [1 - army, 2, 2][coins.random_range(0..3)];
        let (one, other) = (self.any(army, coins), self.any(with, coins));
        let fixed = |at: &String| self.capitals.contains(at) || SITES.contains(&at.as_str());
        if fixed(&one) || fixed(&other) {
            return;
        }
        let (here, there) = (self.armies[army].remove(&one), self.armies[with].remove(&other));
        self.armies[army].insert(other, here.unwrap_or(1));
        self.armies[with].insert(one, there.unwrap_or(1));
    }
}

impl fmt::Display for Troops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, army)) in ARMIES.iter().zip(&self.armies).enumerate() {
            if let Some(capital) = self.capitals.get(at) {
                writeln!(f, "{name}_capital = \"{capital}\"")?;
            }
            let mut land: Vec<(&String, &u64)> = army.iter().collect();
            land.sort_by_key(|(name, troops)| (std::cmp::Reverse(**troops), *name));
            let land: Vec<String> =
                land.into_iter().map(|(name, troops)| format!("{name} = {troops}")).collect();
            writeln!(f, "{name} = {{ {} }}", land.join(", "))?;
        }
        Ok(())
    }
}

/// Searches for an even placement by successive halving: `guesses` placements around that of the data are
/// judged by a few matches, the evenest of them by more, until one is left; says who goes on from each round.
/// The seed is that of the changes, and says which deals are played.
pub fn search(bench: &Bench<'_>, trial: Trial, guesses: usize, seed: u64) {
    let mut coins = ChaCha8Rng::seed_from_u64(seed);
    let placed = bench.placed();
    let mut left = vec![placed.clone()];
    left.extend((0..guesses).map(|_| placed.changed(&mut coins)));
    let mut trial = trial;
    let mut from = SEEDS[0] + seed * SEEDS[1];
    loop {
        // The figures of the last one are for a table: they are those of all its matches.
        let one_of_many = left.len() > 1;
        let judge = |troops: Troops| (bench.judge(&troops, trial, from, one_of_many), troops);
        let mut judged: Vec<(Shares, Troops)> = left.into_iter().map(judge).collect();
        judged.sort_by(|(one, _), (other, _)| one.off().total_cmp(&other.off()));
        println!("{} placements, {} matches each", judged.len(), trial.strong);
        let last = judged.len() == 1;
        judged.truncate(judged.len().div_ceil(HALVED));
        for (shares, troops) in &judged {
            println!("{shares}\n{troops}");
        }
        if last {
            return;
        }
        left = judged.into_iter().map(|(_, troops)| troops).collect();
        trial.weak *= HALVED as u64;
        trial.strong *= HALVED as u64;
        from += SEEDS[1];
    }
}
