//! The value of a position for a side, in expected prestige.

use protocol::games::europe_divided::data::Condition;
use protocol::games::europe_divided::{Headline, Power, Private, Public, Region, Side, Space};

use super::atlas::Atlas;
use super::world::{SIX, World};

/// A die of each value, if it may still become a 6: the chance that it scores in the end.
const DIE: [f64; 7] = [0.0, 0.08, 0.14, 0.22, 0.34, 0.55, 1.0];
/// The factor of that chance where an army or a 6 of the other side bars the way.
const BARRED: f64 = 0.35;
/// Expected number of times that a 6 scores: more in the first period, because the second follows
/// it.
const SCORES: [f64; 2] = [1.6, 1.0];
/// The contested card that a die of 5 takes.
const CARD: f64 = 0.12;
/// An army that bars a 6 of the other side's, by the other side's die there.
const BARS: [f64; 7] = [0.02, 0.02, 0.04, 0.08, 0.16, 0.26, 0.0];
/// An army beside a strong die of its own side, which keeps others away; one elsewhere.
const GUARDS: f64 = 0.08;
const ARMY: f64 = 0.03;
/// Money up to a useful amount, and beyond.
const MONEY: (f64, u16, f64) = (0.11, 7, 0.03);
/// The weight of a headline: current, forthcoming, still in hand.
const CURRENT: f64 = 1.0;
const FORTHCOMING: f64 = 0.8;
const IN_HAND: f64 = 0.3;
/// The chance that one die is above another when it counts, by the difference now, from -3 to 3.
const OVER: [f64; 7] = [0.04, 0.10, 0.18, 0.32, 0.68, 0.84, 0.94];
/// The chance that there is an army, and two, by how many there are now.
const ONE_ARMY: [f64; 3] = [0.18, 0.8, 0.95];
const TWO_ARMIES: [f64; 3] = [0.06, 0.3, 0.8];
/// The chance of a 6, by the die now.
const SIXES: [f64; 7] = [0.03, 0.05, 0.08, 0.12, 0.2, 0.4, 0.88];

/// The evaluation of boards for one side.
#[derive(Debug)]
pub(super) struct Judge<'a> {
    pub(super) atlas: &'a Atlas,
    pub(super) side: Side,
    /// The headlines that are known, with the weight of each.
    headlines: Vec<(Headline, f64)>,
}

impl<'a> Judge<'a> {
    /// Creates the evaluation for a seat that sees this.
    pub(super) fn new(atlas: &'a Atlas, public: &Public, private: &Private) -> Self {
        let table = &public.headlines;
        let known = [(&table.current, CURRENT), (&table.forthcoming, FORTHCOMING)];
        let known = known
            .into_iter()
            .flat_map(|(cards, share)| cards.iter().map(move |card| (*card, share)));
        let own = private
            .headlines
            .iter()
            .filter(|card| atlas.headline(**card).is_some_and(|row| row.banner == private.side));
        let own = own.map(|card| (*card, IN_HAND));
        Self { atlas, side: private.side, headlines: known.chain(own).collect() }
    }

    /// Returns the value of a board: what the own side may expect, less what the other may.
    pub(super) fn worth(&self, world: &World) -> f64 {
        let mut worth = side_worth(world, self.side) - side_worth(world, self.side.opponent());
        for (headline, share) in &self.headlines {
            worth += share * self.headline(world, *headline);
        }
        worth
    }

    /// Returns the value of a headline's resolution: positive if the own side gets it.
    pub(super) fn headline(&self, world: &World, headline: Headline) -> f64 {
        let Some(row) = self.atlas.headline(headline) else { return 0.0 };
        let chances = row.regions.iter().map(|region| chance(world, row.condition, *region));
        let prestige = f64::from(row.prestige) * chances.product::<f64>();
        if row.banner == self.side { prestige } else { -prestige }
    }
}

fn side_worth(world: &World, side: Side) -> f64 {
    let scores = SCORES[usize::from(world.turn > 10)];
    let regions = Region::ALL.iter().map(|region| {
        let die = world.best(side, *region);
        let open = if world.cap(side, *region) < SIX && die < SIX { BARRED } else { 1.0 };
        let card = if die + 1 >= SIX { CARD } else { 0.0 };
        scores * open * DIE[usize::from(die.min(SIX))] + card
    });
    let (each, most, beyond) = MONEY;
    let money = world.money(side);
    let purse = f64::from(money.min(most)) * each + f64::from(money.saturating_sub(most)) * beyond;
    regions.sum::<f64>() + Space::ALL.iter().map(|at| armies(world, side, *at)).sum::<f64>() + purse
}

fn armies(world: &World, side: Side, at: Space) -> f64 {
    let count = world.armies(side, at);
    let Some(region) = at.region().filter(|_| count > 0) else { return f64::from(count) * ARMY };
    let bars = BARS[usize::from(world.best(side.opponent(), region).min(SIX))];
    let guards = if world.best(side, region) >= 4 { GUARDS } else { 0.0 };
    bars + guards + f64::from(count) * ARMY
}

/// Returns the chance that a condition holds in a region when it counts.
fn chance(world: &World, condition: Condition, region: Region) -> f64 {
    let die = |power| world.die(power, region);
    let over = |one: Power, other: Power| {
        let ahead = i16::from(die(one)) - i16::from(die(other));
        OVER[usize::try_from(ahead.clamp(-3, 3) + 3).unwrap_or_default()]
    };
    let armies =
        |side, table: [f64; 3]| table[usize::from(world.armies(side, region.space()).min(2))];
    let six = |power| SIXES[usize::from(die(power).min(SIX))];
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
