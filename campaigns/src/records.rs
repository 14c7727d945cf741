//! Records of finished matches, and records that somebody touched, before all verifiers.
//!
//! Every record must pass `fairness` alone, the rules, `docs/verify.py`, and the browser's check. Of the
//! touched ones each must be refused by those who can know: most by anyone, some only by the rules,
//! some only by whoever kept heads. On every record the other programs must say the same as `fairness`.

mod deal;
mod judges;
mod play;
mod touch;

use std::collections::BTreeMap;

use anyhow::Context as _;
use clap::Args;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;

use crate::figures::Figures;
use judges::Verdict;
use play::Made;
use touch::{TOUCHES, Touch, Who};

/// How many records one process of another program checks.
const BATCH: usize = 500;
/// Records that are kept to be touched.
const POOL: usize = 300;
/// How many records are tried for a touch that does not fit all.
const TRIES: usize = 200;

/// What the campaign is told.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// What the matches follow from
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many finished matches
    #[arg(long, default_value_t = 10_000)]
    pub records: usize,
    /// How many touched records
    #[arg(long, default_value_t = 1_000)]
    pub touched: usize,
}

/// Plays, touches, and has everything judged.
///
/// # Errors
/// If a promise was broken, or something cannot be run at all.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    Counts::of(arguments)?.figures(arguments).judge()
}

/// What was counted.
#[derive(Debug, Default)]
struct Counts {
    entries: u64,
    draws: u64,
    with_entropy: u64,
    voided: u64,
    undos: u64,
    endings: BTreeMap<String, u64>,
    refused: u64,
    apart: u64,
    by_anyone: u64,
    by_rules: u64,
    by_heads: u64,
    missed: u64,
}

impl Counts {
    fn of(arguments: &Arguments) -> anyhow::Result<Self> {
        let mut counts = Self::default();
        let mut rng = StdRng::seed_from_u64(arguments.seed);
        let mut pool = Vec::new();
        for first in (0..arguments.records).step_by(BATCH) {
            let last = arguments.records.min(first + BATCH);
            let made: Vec<Made> = (first..last)
                .map(|number| play::made(number, &mut rng))
                .collect::<Result<_, _>>()?;
            counts.sound(&made)?;
            let room = POOL.saturating_sub(pool.len());
            pool.extend(made.into_iter().take(room));
        }
        for first in (0..arguments.touched).step_by(BATCH) {
            let last = arguments.touched.min(first + BATCH);
            let touched = (first..last).map(|number| {
                let touch = &TOUCHES[number % TOUCHES.len()];
                let tried = (0..TRIES).find_map(|_| {
                    let made = pool.choose(&mut rng)?;
                    Some((touch, touch.of(made, &mut rng)?))
                });
                tried.with_context(|| format!("no record can be touched by: {}", touch.name))
            });
            counts.touched(&touched.collect::<Result<Vec<_>, _>>()?)?;
        }
        Ok(counts)
    }

    /// All of these hold, before every verifier.
    fn sound(&mut self, made: &[Made]) -> anyhow::Result<()> {
        for one in made {
            self.entries += one.record.entries.len() as u64;
            self.draws += one.record.draws.len() as u64;
            let entropy = one.record.header.seats.iter().any(|seat| seat.entropy.is_some());
            self.with_entropy += u64::from(entropy);
            self.voided += one.record.voided.len() as u64;
            let undone = |entry: &&serde_json::Value| entry["input"]["type"] == "undo";
            self.undos += one.record.entries.iter().filter(undone).count() as u64;
            *self.endings.entry(one.record.result["reason"].to_string()).or_default() += 1;
            let (rust, rules) = (judges::fairness(one), judges::rules(&one.json, &one.catalogue));
            let rust = rust.err().map(|(fault, place)| format!("{fault} at {place:?}"));
            for why in [rust, rules.err()].into_iter().flatten() {
                self.refused += 1;
                eprintln!("a sound record was refused: {why}");
            }
        }
        self.agreed(made)?;
        Ok(())
    }

    /// What `fairness` says, which must be what the other programs say.
    fn agreed(&mut self, made: &[Made]) -> anyhow::Result<Vec<Verdict>> {
        let first: Vec<Verdict> = made.iter().map(judges::fairness).collect();
        for (program, said) in judges::programs(made)? {
            for (first, said) in first.iter().zip(&said).filter(|(first, said)| first != said) {
                self.apart += 1;
                eprintln!("{program} differs: {first:?} and {said:?}");
            }
        }
        Ok(first)
    }

    /// Each of these is refused by whoever can know.
    fn touched(&mut self, touched: &[(&Touch, Made)]) -> anyhow::Result<()> {
        let made: Vec<Made> = touched.iter().map(|(_, made)| made.clone()).collect();
        let bare: Vec<Made> = made.iter().cloned().map(Made::without_heads).collect();
        let (with, without) = (self.agreed(&made)?, self.agreed(&bare)?);
        for (((touch, made), with), without) in touched.iter().zip(with).zip(without) {
            let rules = || judges::rules(&made.json, &made.catalogue).is_err();
            let by_whom = match touch.who {
                Who::Anyone => without.is_err().then_some(&mut self.by_anyone),
                _ if without.is_err() => None,
                Who::Rules | Who::RulesOrHeads if rules() => Some(&mut self.by_rules),
                Who::Heads | Who::RulesOrHeads if with.is_err() => Some(&mut self.by_heads),
                Who::Rules | Who::Heads | Who::RulesOrHeads => None,
            };
            if let Some(refused) = by_whom {
                *refused += 1;
            } else {
                self.missed += 1;
                eprintln!("not as it should be refused: {}: {without:?}, {with:?}", touch.name);
            }
        }
        Ok(())
    }

    fn figures(&self, arguments: &Arguments) -> Figures {
        for (reason, count) in &self.endings {
            println!("{count} ended by {reason}");
        }
        Figures::of("records", arguments.seed)
            .at_least_one("records", arguments.records as u64)
            .count("entries", self.entries)
            .at_least_one("draws", self.draws)
            .at_least_one("with entropy", self.with_entropy)
            .at_least_one("attempts given up", self.voided)
            .at_least_one("undos", self.undos)
            .at_least_one("ways to end", self.endings.len() as u64)
            .none("sound ones refused", self.refused)
            .at_least_one("touched", arguments.touched as u64)
            .count("kinds of touch", TOUCHES.len() as u64)
            .at_least_one("refused without rules", self.by_anyone)
            .at_least_one("refused by the rules only", self.by_rules)
            .at_least_one("refused by kept heads only", self.by_heads)
            .none("not refused by who can know", self.missed)
            .none("judged otherwise by another program", self.apart)
    }
}
