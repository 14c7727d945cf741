//! The lead that a side may expect of a position, in prestige: a search begins from it.

#![expect(clippy::cast_precision_loss, reason = "counts of components are small")]

use protocol::games::europe_divided::data::Condition;
use protocol::games::europe_divided::{Headline, Power, Region, Side, Space};

use super::state::{EuropeDivided, powers};

/// Number of reasons by which a lead is expected.
pub(super) const REASONS: usize = 9;

/// A die of each value, if it may still become a 6: the chance that it scores in the end.
const DIE: [f32; 7] = [0.0, 0.08, 0.14, 0.22, 0.34, 0.55, 1.0];
/// The factor of that chance where an army or a 6 of the other side bars the way.
const BARRED: f32 = 0.35;
/// Expected number of times that a 6 scores: more in the first period, because the second follows it.
const SCORES: [f32; 2] = [1.6, 1.0];
/// The contested card that a die of 5 takes.
const CARD: f32 = 0.12;
/// An army that bars a 6 of the other side's, by the other side's die there.
const BARS: [f32; 7] = [0.02, 0.02, 0.04, 0.08, 0.16, 0.26, 0.0];
/// An army beside a strong die of its own side, which keeps others away; one elsewhere.
const GUARDS: f32 = 0.08;
const ARMY: f32 = 0.03;
/// Money up to a useful amount, and beyond.
const MONEY: (f32, u16, f32) = (0.11, 7, 0.03);
/// The chance that one die is above another when it counts, by the difference now, from -3 to 3.
const OVER: [f32; 7] = [0.04, 0.10, 0.18, 0.32, 0.68, 0.84, 0.94];
/// The chance that there is an army, and two, by how many there are now.
const ONE_ARMY: [f32; 3] = [0.18, 0.8, 0.95];
const TWO_ARMIES: [f32; 3] = [0.06, 0.3, 0.8];
/// The chance of a 6, by the die now.
const SIXES: [f32; 7] = [0.03, 0.05, 0.08, 0.12, 0.2, 0.4, 0.88];
/// The prestige that an Advantage Card scores if it is kept.
const ADVANTAGE: f32 = 1.0;

impl EuropeDivided {
    /// Returns Europe's expected lead by each reason: prestige, dominance, contested cards, armies, money,
    /// headlines that are current, forthcoming and in hand, Advantage Cards.
    pub(super) fn reasons(&self) -> [f32; REASONS] {
        let both = |of: &dyn Fn(Side) -> f32| of(Side::Europe) - of(Side::Russia);
        let scores = SCORES[usize::from(self.turn > 10)];
        let headlines = |cards: &mut dyn Iterator<Item = Headline>| -> f32 {
            cards.map(|card| self.expected(card)).sum()
        };
        let hands = Side::ALL.iter().flat_map(|side| {
            let own = self.sides[*side].headlines.iter();
            own.filter(|card| self.rules.headlines[*card].banner == *side)
        });
        [
            f32::from(self.total(Side::Europe)) - f32::from(self.total(Side::Russia)),
            scores * both(&|side| self.dominance(side)),
            both(&|side| self.strong(side)),
            both(&|side| Space::ALL.iter().map(|at| self.guards(side, *at)).sum()),
            both(&|side| self.purse_worth(side)),
            headlines(&mut self.current.into_iter().flatten()),
            0.8 * headlines(&mut self.forthcoming.into_iter().flatten()),
            0.3 * headlines(&mut hands.into_iter()),
            ADVANTAGE * both(&|side| self.sides[side].advantages.len() as f32),
        ]
    }

    fn best(&self, side: Side, region: Region) -> usize {
        powers(side).map(|power| usize::from(self.die(power, region))).max().unwrap_or_default()
    }

    fn dominance(&self, side: Side) -> f32 {
        let other = side.opponent();
        let of = |region: &Region| {
            let die = self.best(side, *region).min(6);
            let barred = self.armies[other][region.space()] > 0 || self.dominates(other, *region);
            DIE[die] * if barred && die < 6 { BARRED } else { 1.0 }
        };
        Region::ALL.iter().map(of).sum()
    }

    fn strong(&self, side: Side) -> f32 {
        let strong = Region::ALL.iter().filter(|region| self.best(side, **region) >= 5);
        strong.count() as f32 * CARD
    }

    fn guards(&self, side: Side, at: Space) -> f32 {
        let count = f32::from(self.armies[side][at]);
        let Some(region) = at.region().filter(|_| count > 0.0) else { return count * ARMY };
        let bars = BARS[self.best(side.opponent(), region).min(6)];
        let guards = if self.best(side, region) >= 4 { GUARDS } else { 0.0 };
        bars + guards + count * ARMY
    }

    fn purse_worth(&self, side: Side) -> f32 {
        let (each, most, beyond) = MONEY;
        let money = self.sides[side].money;
        f32::from(money.min(most)) * each + f32::from(money.saturating_sub(most)) * beyond
    }

    /// Returns what Europe may expect of a headline: its prestige, or the loss of it.
    fn expected(&self, headline: Headline) -> f32 {
        let card = &self.rules.headlines[headline];
        let chance: f32 =
            card.regions.iter().map(|region| self.likely(card.condition, region)).product();
        let sign = if card.banner == Side::Europe { 1.0 } else { -1.0 };
        sign * f32::from(card.prestige) * chance
    }

    /// Returns the chance that a condition holds in a region when it counts.
    fn likely(&self, condition: Condition, region: Region) -> f32 {
        let die = |power| self.die(power, region);
        let over = |one: Power, other: Power| {
            let ahead = i16::from(die(one)) - i16::from(die(other));
            OVER[usize::try_from(ahead.clamp(-3, 3) + 3).unwrap_or_default()]
        };
        let armies = |side, chances: [f32; 3]| {
            chances[usize::from(self.armies[side][region.space()].min(2))]
        };
        let six = |power| SIXES[usize::from(die(power).min(6))];
        match condition {
            Condition::RussiaOneArmy => armies(Side::Russia, ONE_ARMY),
            Condition::RussiaTwoArmies => armies(Side::Russia, TWO_ARMIES),
            Condition::RussiaOverEu => over(Power::Russia, Power::Eu),
            Condition::RussiaOverEuAndNato => {
                over(Power::Russia, Power::Eu).min(over(Power::Russia, Power::Nato))
            }
            Condition::RussiaOverNatoWithArmy => {
                over(Power::Russia, Power::Nato) * armies(Side::Russia, ONE_ARMY)
            }
            Condition::RussiaDominance => six(Power::Russia),
            Condition::NatoOverRussiaWithArmy => {
                over(Power::Nato, Power::Russia) * armies(Side::Europe, ONE_ARMY)
            }
            Condition::NatoOverRussia => over(Power::Nato, Power::Russia),
            Condition::EuOverRussia => over(Power::Eu, Power::Russia),
            Condition::NatoDominance => six(Power::Nato),
            Condition::EuDominance => six(Power::Eu),
        }
    }
}
