//! Cubes and coin that a seat has, and what is asked of them.

use protocol::games::europe::{Cubes, Good, Goods, Owed, Resource};

/// The chance that two dice reach 2, 3 and so on to 12, in thirty-sixths.
const REACHED: [u8; 11] = [36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1];
/// Counts of each resource.
pub(super) type Heap = [u16; Resource::COUNT];

/// Converts cubes to plain numbers.
pub(super) fn heap(cubes: &Cubes) -> Heap {
    let mut heap = [0; Resource::COUNT];
    cubes.iter().for_each(|(kind, n)| heap[kind.index()] = n.into());
    heap
}

/// Converts plain numbers to cubes.
pub(super) fn cubes(heap: &Heap) -> Cubes {
    kinds(heap).map(|kind| (kind, u8::try_from(heap[kind.index()]).unwrap_or(u8::MAX))).collect()
}

/// Lists the kinds of which there is at least one.
pub(super) fn kinds(heap: &Heap) -> impl Iterator<Item = Resource> {
    Resource::ALL.iter().copied().filter(|kind| heap[kind.index()] > 0)
}

/// Returns the part of `wanted` that is not in `held`.
pub(super) fn lacking(wanted: &Heap, held: &Heap) -> Heap {
    std::array::from_fn(|kind| wanted[kind].saturating_sub(held[kind]))
}

/// Returns the number of cubes.
pub(super) fn count(heap: &Heap) -> u16 {
    heap.iter().sum()
}

/// Returns the sum of two heaps.
pub(super) fn sum(one: &Heap, other: &Heap) -> Heap {
    std::array::from_fn(|kind| one[kind] + other[kind])
}

/// Returns the chance that this many missing cubes cost no happiness, where two dice must reach
/// `target` and the number of them.
pub(super) fn placated(target: u16, missing: u16) -> f64 {
    let needed = usize::from(target + missing);
    REACHED.get(needed.saturating_sub(2)).map_or(0.0, |ways| f64::from(*ways) / 36.0)
}

/// A seat's means of making citizens happy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Purse {
    pub(super) cubes: Heap,
    pub(super) coin: u16,
}

impl Purse {
    /// Returns the purse after a trade; `None` if it does not have what is given.
    pub(super) fn trade(&self, give: &Goods, get: &Goods) -> Option<Self> {
        let mut after = *self;
        for (good, n) in give.iter() {
            let amount = after.amount_mut(good);
            *amount = amount.checked_sub(n.into())?;
        }
        for (good, n) in get.iter() {
            *after.amount_mut(good) += u16::from(n);
        }
        Some(after)
    }

    fn amount_mut(&mut self, good: Good) -> &mut u16 {
        match good.resource() {
            Some(kind) => &mut self.cubes[kind.index()],
            None => &mut self.coin,
        }
    }

    /// Returns what the clean-up leaves of it, where these citizens have needs, and whether all
    /// debts are paid.
    pub(super) fn after_debts(
        &self,
        debts: &[Owed],
        starting: &Heap,
        citizens: &[CitizenNeed],
    ) -> (Self, bool) {
        let (mut after, mut paid) = (*self, true);
        let served = citizens.iter().fold(Heap::default(), |needs, one| sum(&needs, &one.needs));
        let mut needs = served;
        for owed in debts {
            if let Owed::Cubes { cubes } = owed {
                needs = sum(&needs, &heap(cubes));
            }
        }
        // In the order in which they are collected.
        for owed in debts {
            if let Owed::Neighbour { count } = owed {
                paid &= after.pass(*count, &needs, |_| true);
            }
        }
        for owed in debts {
            if let Owed::Cubes { cubes } = owed {
                let wanted = heap(cubes);
                paid &= count(&lacking(&wanted, &after.cubes)) == 0;
                after.cubes = lacking(&after.cubes, &wanted);
            }
        }
        for owed in debts {
            if let Owed::Coin { coin } = owed {
                paid &= after.coin >= u16::from(*coin);
                after.coin = after.coin.saturating_sub((*coin).into());
            }
        }
        for owed in debts {
            if let Owed::CubesOrCoin { cubes, coin } = owed {
                paid &= after.pay_either(&heap(cubes), (*coin).into());
            }
        }
        for owed in debts {
            if let Owed::Stockpile { count } = owed {
                paid &= after.pass(*count, &served, |kind| starting[kind] > 0);
            }
        }
        (after, paid)
    }

    /// Pays cubes, or coin if it does not have them all; returns whether it could.
    fn pay_either(&mut self, cubes: &Heap, coin: u16) -> bool {
        if count(&lacking(cubes, &self.cubes)) == 0 {
            self.cubes = lacking(&self.cubes, cubes);
        } else if let Some(left) = self.coin.checked_sub(coin) {
            self.coin = left;
        } else {
            return false;
        }
        true
    }

    /// Gives away the cubes that are needed least, as the clean-up takes them.
    fn pass(&mut self, count: u8, needs: &Heap, fits: impl Fn(usize) -> bool) -> bool {
        for _ in 0..count {
            let held = (0..Resource::COUNT).filter(|kind| self.cubes[*kind] > 0 && fits(*kind));
            let surplus = |kind: usize| i32::from(self.cubes[kind]) - i32::from(needs[kind]);
            let order =
                |kind: &usize| (surplus(*kind), self.cubes[*kind], std::cmp::Reverse(*kind));
            let Some(kind) = held.max_by_key(order) else { return false };
            self.cubes[kind] -= 1;
        }
        true
    }
}

/// Conditions under which a seat plans.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlanTerms {
    /// The sum that two dice must reach, and the number of missing cubes.
    pub(super) placate: u16,
    /// Value of a coin, in happiness.
    pub(super) coin: f64,
    /// The coin for those who meet all citizens.
    pub(super) bonus: u16,
    /// `true` if the bonus asks for all debts to be paid, too.
    pub(super) bonus_needs_paid: bool,
    /// The happiness that it costs to leave a debt unpaid.
    pub(super) failure: f64,
    /// Value of a cube that stays for later rounds, in happiness; 0 where it perishes.
    pub(super) stay: f64,
    /// The chance to get a missing cube of each kind from others.
    pub(super) help: [f64; Resource::COUNT],
    /// The cubes that the bank sells, and their price.
    pub(super) bank: Heap,
    /// See `bank`; 0 where it sells none.
    pub(super) price: u16,
    /// Draws of citizens to come.
    pub(super) draws: u8,
}

impl PlanTerms {
    /// Returns the terms of a seat that reckons only with what lies before it.
    pub(super) fn plain(&self) -> Self {
        Self { draws: 0, help: [0.0; Resource::COUNT], ..*self }
    }

    /// Checks whether it is worth while to give a citizen all but what is missing, though that is not enough.
    pub(super) fn placates(&self, needs: &Heap, missing: &Heap) -> bool {
        let chance = placated(self.placate, count(missing));
        let gain = chance - placated(self.placate, count(needs));
        chance > 0.0 && gain >= f64::from(count(needs) - count(missing)) * self.stay
    }

    /// Returns what the better reward of a citizen is worth beyond one happiness.
    pub(super) fn reward(&self, coin: u16) -> f64 {
        (f64::from(coin) * self.coin - 1.0).max(0.0)
    }
}

/// The cubes that a citizen needs, and the coin that it pays instead of happiness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CitizenNeed {
    pub(super) needs: Heap,
    pub(super) coin: u16,
}

/// Debts and citizens of a seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Duties {
    pub(super) debts: Vec<Owed>,
    /// The kinds of its starting cards.
    pub(super) starting: Heap,
    pub(super) citizens: Vec<CitizenNeed>,
    /// The number of citizens that it may still take on.
    pub(super) room: u8,
}

impl Duties {
    /// Returns the cubes that citizens and debts by kind ask for and a purse does not have; nothing for a debt that
    /// its coin can pay.
    pub(super) fn lacks(&self, purse: &Purse) -> Heap {
        let all = self.citizens.iter().fold(self.owed(purse), |all, one| sum(&all, &one.needs));
        lacking(&all, &purse.cubes)
    }

    /// Returns the same for debts alone.
    pub(super) fn unpaid(&self, purse: &Purse) -> Heap {
        lacking(&self.owed(purse), &purse.cubes)
    }

    /// Returns the cubes that debts by kind ask for, but for those that coin can pay.
    fn owed(&self, purse: &Purse) -> Heap {
        let mut all = Heap::default();
        let owes = |owed: &Owed| if let Owed::Coin { coin } = owed { (*coin).into() } else { 0 };
        let mut coin = purse.coin.saturating_sub(self.debts.iter().map(owes).sum());
        for owed in &self.debts {
            if let Owed::Cubes { cubes } = owed {
                all = sum(&all, &heap(cubes));
            } else if let Owed::CubesOrCoin { cubes, coin: price } = owed {
                if let Some(left) = coin.checked_sub((*price).into()) {
                    coin = left;
                } else {
                    all = sum(&all, &heap(cubes));
                }
            }
        }
        all
    }

    /// Returns the same with more citizens.
    pub(super) fn serving(&self, more: impl IntoIterator<Item = CitizenNeed>) -> Self {
        let mut duties = self.clone();
        duties.citizens.extend(more);
        duties.room = self.room.saturating_sub((duties.citizens.len() - self.citizens.len()) as u8);
        duties
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FUEL: Resource = Resource::Fuel;
    const WATER: Resource = Resource::Water;

    fn purse(held: &[(Resource, u8)], coin: u16) -> Purse {
        Purse { cubes: heap(&held.iter().copied().collect()), coin }
    }

    /// Owes a fuel or two coin, and beside that a fuel and a water.
    fn owed() -> Vec<Owed> {
        let fuel: Cubes = [(FUEL, 1)].into_iter().collect();
        let both: Cubes = [(FUEL, 1), (WATER, 1)].into_iter().collect();
        vec![Owed::CubesOrCoin { cubes: fuel, coin: 2 }, Owed::Cubes { cubes: both }]
    }

    #[test]
    fn debts_of_a_kind_are_paid_before_those_that_coin_can_pay() {
        let held = purse(&[(FUEL, 1), (WATER, 1)], 2);
        let (after, paid) = held.after_debts(&owed(), &Heap::default(), &[]);
        assert!(paid);
        assert_eq!(after, Purse::default());
    }

    #[test]
    fn coin_is_owed_before_it_is_paid_instead_of_cubes() {
        let debts = [owed()[0], Owed::Coin { coin: 1 }];
        let (after, paid) = purse(&[], 2).after_debts(&debts, &Heap::default(), &[]);
        assert!(!paid);
        assert_eq!(after, purse(&[], 1));
    }

    #[test]
    fn the_stockpile_spares_citizens_and_not_debts_that_are_paid() {
        let needs = heap(&[(FUEL, 2)].into_iter().collect());
        let citizen = CitizenNeed { needs, coin: 0 };
        let water: Cubes = [(WATER, 3)].into_iter().collect();
        let debts = [Owed::Cubes { cubes: water }, Owed::Stockpile { count: 2 }];
        let starting = heap(&[(FUEL, 1), (WATER, 1)].into_iter().collect());
        let held = purse(&[(FUEL, 2), (WATER, 5)], 0);
        let (after, paid) = held.after_debts(&debts, &starting, &[citizen]);
        assert!(paid);
        assert_eq!(after, purse(&[(FUEL, 2)], 0));
    }

    #[test]
    fn nothing_is_lacking_for_what_coin_pays() {
        let duties = Duties { debts: owed(), ..Duties::default() };
        let lacks = |coin: u16| count(&duties.lacks(&purse(&[(FUEL, 1), (WATER, 1)], coin)));
        assert_eq!((lacks(1), lacks(2)), (1, 0));
    }
}
