//! Records of finished matches, and forged ones, before all verifiers.
//!
//! Every record must pass `fairness` alone, the rules, `docs/verify.py`, and the browser's check. Of the
//! forged ones each must be refused by those who can know: most by anyone, some only by the rules,
//! some only by whoever kept heads. On every record the other programs must say the same as `fairness`.

mod deal;
mod forgery;
mod judges;
pub(crate) mod play;

use std::collections::BTreeMap;

use anyhow::Context as _;
use clap::Args;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;

use crate::figures::Figures;
use forgery::{FORGERIES, Forgery, Who};
use judges::Verdict;
use play::Made;

/// The number of records that one process of another program checks.
const BATCH: usize = 500;
/// The number of records that are kept to be forged.
const POOL: usize = 300;
/// The number of records that are tried for a forgery that does not fit all.
const TRIES: usize = 200;

/// The size of this campaign.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Seed of the matches
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of finished matches
    #[arg(long, default_value_t = 10_000)]
    pub records: usize,
    /// Number of forged records
    #[arg(long, default_value_t = 1_000)]
    pub forged: usize,
}

/// Plays, forges, and judges everything.
///
/// # Errors
/// If a promise was broken, or something cannot be run at all.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    Counts::of(arguments)?.figures(arguments).judge()
}

/// The totals of the campaign.
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
        for first in (0..arguments.forged).step_by(BATCH) {
            let last = arguments.forged.min(first + BATCH);
            let forged = (first..last).map(|number| {
                let forgery = &FORGERIES[number % FORGERIES.len()];
                let tried = (0..TRIES).find_map(|_| {
                    let made = pool.choose(&mut rng)?;
                    Some((forgery, forgery.of(made, &mut rng)?))
                });
                tried.with_context(|| format!("no record can be forged by: {}", forgery.name))
            });
            counts.forged(&forged.collect::<Result<Vec<_>, _>>()?)?;
        }
        Ok(counts)
    }

    /// Checks that every verifier accepts all of these.
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
            let rust = rust.err().map(|(fault, location)| format!("{fault} at {location:?}"));
            for why in [rust, rules.err()].into_iter().flatten() {
                self.refused += 1;
                eprintln!("a sound record was refused: {why}");
            }
        }
        self.agreed(made)?;
        Ok(())
    }

    /// Returns the verdicts of `fairness`, which must be those of the other programs.
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

    /// Checks that each of these is refused by those who can know.
    fn forged(&mut self, forged: &[(&Forgery, Made)]) -> anyhow::Result<()> {
        let made: Vec<Made> = forged.iter().map(|(_, made)| made.clone()).collect();
        let bare: Vec<Made> = made.iter().cloned().map(Made::without_heads).collect();
        let (with, without) = (self.agreed(&made)?, self.agreed(&bare)?);
        for (((forgery, made), with), without) in forged.iter().zip(with).zip(without) {
            let rules = || judges::rules(&made.json, &made.catalogue).is_err();
            let counted = match forgery.who {
                Who::Anyone => without.is_err().then_some(&mut self.by_anyone),
                _ if without.is_err() => None,
                Who::Rules | Who::RulesOrHeads if rules() => Some(&mut self.by_rules),
                Who::Heads | Who::RulesOrHeads if with.is_err() => Some(&mut self.by_heads),
                Who::Rules | Who::Heads | Who::RulesOrHeads => None,
            };
            if let Some(refused) = counted {
                *refused += 1;
            } else {
                self.missed += 1;
                eprintln!("not as it should be refused: {}: {without:?}, {with:?}", forgery.name);
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
            .at_least_one("forged", arguments.forged as u64)
            .count("kinds of forgery", FORGERIES.len() as u64)
            .at_least_one("refused without rules", self.by_anyone)
            .at_least_one("refused by the rules only", self.by_rules)
            .at_least_one("refused by kept heads only", self.by_heads)
            .none("not refused by who can know", self.missed)
            .none("judged otherwise by another program", self.apart)
    }
}
