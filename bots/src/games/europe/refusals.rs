//! Memory of the terms that seats have turned down in a round, and of how each stood then: nobody is asked again
//! for what it has refused, unless it has reason to think otherwise.

use protocol::games::europe::{Good, Goods, Owed, PlayerView, Resource};

use super::trade::Swap;

/// Gain of the other seat, beyond that of terms which it refused, from which other goods for the same are
/// clearly better, in happiness.
const CLEARLY_BETTER: f64 = 0.15;

/// Goods that a seat has beyond what citizens and crises ask of it; negative where it lacks some.
pub(super) type Surplus = [i16; Good::COUNT];

/// Returns the goods that a seat has beyond what is asked of it. What a crisis takes of several kinds is asked of
/// each.
pub(super) fn surplus(player: &PlayerView) -> Surplus {
    let mut surplus = [0; Good::COUNT];
    let mut add = |good: Good, n: i16| surplus[good.index()] += n;
    player.cubes.iter().for_each(|(kind, n)| add(kind.good(), n.into()));
    add(Good::Coin, player.coin.into());
    for (kind, n) in player.citizens.iter().flat_map(|citizen| citizen.needs.iter()) {
        add(kind.good(), -i16::from(n));
    }
    let starting = |kind: Resource| {
        player.cards.iter().any(|card| card.resource == kind && card.first == card.later)
    };
    for debt in &player.debts {
        match debt.owed {
            Owed::Cubes { cubes } | Owed::CubesOrCoin { cubes, .. } => {
                cubes.iter().for_each(|(kind, n)| add(kind.good(), -i16::from(n)));
            }
            Owed::Coin { coin } => add(Good::Coin, -i16::from(coin)),
            Owed::Neighbour { count } => {
                for kind in Resource::ALL {
                    add(kind.good(), -i16::from(count));
                }
            }
            Owed::Stockpile { count } => {
                for kind in Resource::ALL.iter().copied().filter(|kind| starting(*kind)) {
                    add(kind.good(), -i16::from(count));
                }
            }
        }
    }
    surplus
}

/// Terms that a seat has turned down.
#[derive(Debug)]
struct Refusal {
    to: u8,
    give: Goods,
    want: Goods,
    /// The happiness that the seat seemed to gain by them.
    gain: f64,
    /// The seat's surplus when it refused.
    surplus: Surplus,
}

impl Refusal {
    /// Checks whether it still holds for a seat that stands so: it lacks no more of what it would get, and has
    /// no more of what it would give.
    fn holds(&self, surplus: &Surplus) -> bool {
        let less = |good: Good| surplus[good.index()] < self.surplus[good.index()];
        let more = |good: Good| surplus[good.index()] > self.surplus[good.index()];
        !self.give.iter().any(|(good, _)| less(good))
            && !self.want.iter().any(|(good, _)| more(good))
    }

    /// Checks whether terms are no better for the seat than these.
    fn covers(&self, swap: &Swap) -> bool {
        if self.to != swap.to || !swap.want.covers(&self.want) {
            return false;
        }
        let better = swap.benefit.most() >= self.gain + CLEARLY_BETTER;
        self.give.covers(&swap.give) || !(better || swap.give.covers(&self.give))
    }
}

/// The refusals of a round.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    all: Vec<Refusal>,
}

impl Refusals {
    /// Takes note of a refusal by a seat that stands so.
    pub(super) fn add(&mut self, swap: &Swap, surplus: Surplus) {
        let Swap { to, give, want, benefit, .. } = *swap;
        self.all.push(Refusal { to, give, want, gain: benefit.most(), surplus });
    }

    /// Checks whether terms were refused, or better ones, by the seat that still stands as it did.
    pub(super) fn include(&self, swap: &Swap, surplus: &Surplus) -> bool {
        self.all.iter().any(|refusal| refusal.covers(swap) && refusal.holds(surplus))
    }
}
