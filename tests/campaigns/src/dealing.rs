//! Fairness of every deck and every die: each card at each position as often as any other.
//!
//! The decks and dice are read from the records of whole matches, so that none is forgotten. Each
//! is then drawn from many keys, as many matches would, and its counts are compared with chance:
//! over all of them together, a fair dealer fails once in a thousand seeds.

// Counts stay far below 2^52.
#![allow(clippy::cast_precision_loss)]

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context as _;
use engine::record::record;
use engine::{GameEntry, REGISTRY};
use fairness::record::Draw;
use fairness::vd1::MatchKey;
use laws::{Rng, wire_match};
use statrs::distribution::{ChiSquared, ContinuousCDF as _};

use crate::figures::Figures;

/// The probability that a fair dealer fails the campaign.
const ALARM: f64 = 0.001;
/// The number of matches of each game that are searched for decks and dice.
const MATCHES: u64 = 12;
/// The number of throws of a die that are drawn from one key.
const THROWS: u64 = 10;

/// Chi-square of every deck and die.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// Seed of the keys
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of shuffles of each deck, and of throws of each die
    #[arg(long, default_value_t = 1_000_000)]
    pub draws: u64,
}

/// A source of chance in a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Device {
    /// A deck with this many cards.
    Deck { game: &'static str, label: String, cards: u64 },
    /// A die with this many faces.
    Die { game: &'static str, label: String, faces: u64 },
}

/// Draws, and judges what was counted.
///
/// # Errors
///
/// If some deck or die is not fair, or a match cannot be played.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let devices = devices()?;
    let mut rng = Rng::new(arguments.seed);
    let (mut decks, mut dice, mut unfair) = (0, 0, 0);
    for device in &devices {
        let (statistic, freedom) = match device {
            Device::Deck { label, cards, .. } => {
                decks += 1;
                deck(label, *cards as usize, arguments.draws, &mut rng)
            }
            Device::Die { label, faces, .. } => {
                dice += 1;
                die(label, *faces as usize, arguments.draws, &mut rng)
            }
        };
        // Each device gets its share of the alarm, so that all together keep to it.
        let limit = ChiSquared::new(freedom)?.inverse_cdf(1.0 - ALARM / devices.len() as f64);
        let fair = statistic < limit;
        unfair += u64::from(!fair);
        let verdict = if fair { "fair" } else { "NOT FAIR" };
        println!("{device:?}: {statistic:.1} of at most {limit:.1} ({freedom} free) - {verdict}");
    }
    Figures::of("dealing", arguments.seed)
        .at_least_one("decks", decks)
        .at_least_one("dice", dice)
        .at_least_one("draws each", arguments.draws)
        .none("not fair", unfair)
        .judge()
}

/// Finds every deck and die of every game, as whole matches use them.
fn devices() -> anyhow::Result<BTreeSet<Device>> {
    let mut largest: BTreeMap<(&'static str, String), u64> = BTreeMap::new();
    let mut found = BTreeSet::new();
    for entry in REGISTRY {
        for draw in drawn(entry)? {
            match draw {
                Draw::Shuffle { label, n, .. } => {
                    // The k-th shuffle of a deck may be of fewer cards.
                    let deck = label.rsplit_once('/').map_or(label.as_str(), |(deck, _)| deck);
                    let cards = largest.entry((entry.id, deck.to_owned())).or_default();
                    *cards = n.max(*cards);
                }
                Draw::Below { label, m: faces, .. } => {
                    found.insert(Device::Die { game: entry.id, label, faces });
                }
            }
        }
    }
    found.extend(largest.into_iter().map(|((game, label), cards)| Device::Deck {
        game,
        label,
        cards,
    }));
    Ok(found)
}

/// Plays some matches of a game and returns all their draws.
fn drawn(entry: &GameEntry) -> anyhow::Result<Vec<Draw>> {
    let data = entry.catalogue(&BTreeMap::new())?;
    let mut all = Vec::new();
    for (seed, options) in (1..=MATCHES).zip(entry.trials().iter().cycle()) {
        let (beginning, played) = wire_match::play(entry.id, options, seed, |_, _| {});
        let rows = played.rows.iter().map(String::as_str);
        let record = record(entry, &data, &beginning, Vec::new(), rows);
        all.extend(record.with_context(|| format!("{}, seed {seed}", entry.id))?.draws);
    }
    Ok(all)
}

/// Computes chi-square of cards by position, with its degrees of freedom.
fn deck(label: &str, cards: usize, shuffles: u64, rng: &mut Rng) -> (f64, f64) {
    let mut cells = vec![0_u64; cards * cards];
    let mut items: Vec<usize> = Vec::with_capacity(cards);
    for _ in 0..shuffles {
        items.clear();
        items.extend(0..cards);
        MatchKey::from_bytes(rng.key()).stream(&format!("{label}/0")).shuffle(&mut items);
        for (position, card) in items.iter().enumerate() {
            cells[position * cards + card] += 1;
        }
    }
    // A shuffle puts each card somewhere and something at each position: cells of one row or column
    // are not independent. (n - 1) / n of the sum has (n - 1)^2 degrees of freedom.
    let less = (cards as f64 - 1.0) / cards as f64;
    (less * chi_square(&cells), (cards as f64 - 1.0).powi(2))
}

/// Computes chi-square of the faces of a die, with its degrees of freedom.
fn die(label: &str, faces: usize, numbers: u64, rng: &mut Rng) -> (f64, f64) {
    let mut counts = vec![0_u64; faces];
    for _ in 0..numbers.div_ceil(THROWS) {
        let mut stream = MatchKey::from_bytes(rng.key()).stream(label);
        (0..THROWS).for_each(|_| counts[stream.below(faces as u64) as usize] += 1);
    }
    (chi_square(&counts), faces as f64 - 1.0)
}

/// Sums (counted - expected)^2 / expected over equally likely cells.
fn chi_square(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    counts.iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_deck_and_die_of_the_rules_is_found() {
        let found = devices().unwrap();
        for game in REGISTRY {
            let mut decks = found
                .iter()
                .filter(|device| matches!(device, Device::Deck { game: of, .. } if *of == game.id));
            assert!(decks.by_ref().count() > 2, "{game:?}: {found:?}");
        }
        for label in ["die/combat", "die/placate", "die/resistance", "die/placer", "die/first"] {
            let is_it =
                |device: &Device| matches!(device, Device::Die { label: own, .. } if own == label);
            assert!(found.iter().any(is_it), "{label}: {found:?}");
        }
    }

    #[test]
    fn a_biased_die_would_be_noticed() {
        let mut counts = vec![1_000_000 / 6; 6];
        counts[0] += 3_000;
        let limit = ChiSquared::new(5.0).unwrap().inverse_cdf(1.0 - ALARM);
        assert!(chi_square(&counts) > limit);
    }
}
