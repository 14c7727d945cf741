//! Citizens that may still be drawn, and what cubes that serve nobody are worth for them.

use std::collections::{BTreeMap, BTreeSet};

use protocol::games::europe::data::CitizenRow;
use protocol::games::europe::{Citizen, CitizenDeck, Private, Public};

use super::needs::{CitizenNeed, Heap, PlanTerms, count, heap, lacking, placated};

/// Citizens of a draw.
const DRAWN: u16 = 3;

/// Value of a cube that serves nobody, in happiness, where it perishes unless somebody wants it.
const CUBE: f64 = 0.04;

/// The citizens that are still to be drawn, by what they need.
#[derive(Debug)]
pub(super) struct Draws {
    rows: Vec<CitizenRow>,
    deck: CitizenDeck,
    /// Citizens seen since the deck was shuffled.
    gone: BTreeSet<Citizen>,
    /// The number of cards in the deck when it was last looked at.
    before: u8,
    unseen: Vec<(CitizenNeed, u16)>,
    memo: BTreeMap<(Heap, u8, u16, [u64; 2]), f64>,
}

impl Draws {
    pub(super) fn new(rows: Vec<CitizenRow>, deck: CitizenDeck) -> Self {
        let mut draws = Self {
            rows,
            deck,
            gone: BTreeSet::new(),
            before: 0,
            unseen: Vec::new(),
            memo: BTreeMap::new(),
        };
        draws.recount();
        draws
    }

    /// Takes note of the citizens that can be seen; `counts` says whether it remembers those that
    /// lie in the discards.
    pub(super) fn look(&mut self, public: &Public, private: &Private, counts: bool) {
        let held = public.players.iter().flat_map(|player| &player.citizens);
        let own = private.dealt.iter().chain(&private.drawn).chain(&private.hidden_citizen);
        let seen: BTreeSet<Citizen> = held.chain(own).map(|citizen| citizen.id).collect();
        let before = self.gone.clone();
        if !counts || public.decks.citizens > self.before {
            // What was discarded may come again.
            self.gone.clear();
        }
        self.before = public.decks.citizens;
        self.gone.extend(seen);
        if self.gone != before {
            self.recount();
        }
    }

    fn recount(&mut self) {
        self.memo.clear();
        let copies = |row: &CitizenRow| match self.deck {
            CitizenDeck::Standard => row.copies.standard,
            CitizenDeck::Gentle => row.copies.gentle,
            CitizenDeck::SeedOnly => row.copies.seed_only,
        };
        let left = |row: &CitizenRow| {
            let gone = self.gone.iter().filter(|card| card.kind() == row.id).count();
            u16::from(copies(row)).saturating_sub(u16::try_from(gone).unwrap_or(u16::MAX))
        };
        let target =
            |row: &CitizenRow| CitizenNeed { needs: heap(&row.needs), coin: row.coin.into() };
        let rows = self.rows.iter().map(|row| (target(row), left(row)));
        self.unseen = rows.filter(|(_, left)| *left > 0).collect();
    }

    /// Returns the citizens that may be drawn, with the number of each.
    pub(super) fn unseen(&self) -> &[(CitizenNeed, u16)] {
        &self.unseen
    }

    /// Returns the value of cubes that serve nobody yet, with this many draws to come.
    pub(super) fn spare_worth(&mut self, spare: &Heap, draws: u8, terms: &PlanTerms) -> f64 {
        let kept = kept_worth(spare, terms);
        if draws == 0 || count(spare) < 2 {
            return kept;
        }
        let key = (*spare, draws, terms.placate, [terms.coin.to_bits(), terms.stay.to_bits()]);
        if let Some(known) = self.memo.get(&key) {
            return *known;
        }
        let mut gains = Vec::with_capacity(self.unseen.len());
        for at in 0..self.unseen.len() {
            let (CitizenNeed { needs, coin }, n) = self.unseen[at];
            let missing = count(&lacking(&needs, spare));
            let gain = if missing == 0 {
                let left = lacking(spare, &needs);
                1.0 + terms.reward(coin) + self.spare_worth(&left, draws - 1, terms)
            } else {
                kept - (1.0 - placated(terms.placate, missing))
            };
            gains.push((gain, n));
        }
        let worth = best_of_three(&mut gains).max(kept);
        self.memo.insert(key, worth);
        worth
    }
}

/// Returns the value of cubes that serve nobody and for which no citizen is drawn.
pub(super) fn kept_worth(spare: &Heap, terms: &PlanTerms) -> f64 {
    f64::from(count(spare)) * CUBE.max(terms.stay)
}

/// Returns the expected greatest gain of three cards drawn from these; nothing if there are fewer.
pub(super) fn best_of_three(gains: &mut [(f64, u16)]) -> f64 {
    let all: u16 = gains.iter().map(|(_, n)| n).sum();
    if all < DRAWN {
        return f64::NEG_INFINITY;
    }
    gains.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let triples = |n: u16| {
        let n = f64::from(n);
        if n < 3.0 { 0.0 } else { n * (n - 1.0) * (n - 2.0) }
    };
    let (mut expected, mut below, mut before) = (0.0, all, 1.0);
    for (gain, n) in gains.iter() {
        below -= n;
        let none = triples(below) / triples(all);
        expected += gain * (before - none);
        before = none;
    }
    expected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_three_cards_is_expected_as_they_are_drawn() {
        // Of four cards one is good: it is among three in three of four draws.
        let mut gains = [(0.0, 3), (1.0, 1)];
        assert!((best_of_three(&mut gains) - 0.75).abs() < 1e-9);
        assert!(best_of_three(&mut [(1.0, 2)]) < 0.0, "too few cards");
    }
}
