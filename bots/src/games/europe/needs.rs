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
        let mut needs = citizens.iter().fold(Heap::default(), |needs, one| sum(&needs, &one.needs));
        for owed in debts {
            if let Owed::Cubes { cubes } = owed {
                needs = sum(&needs, &heap(cubes));
            }
        }
        // In the order in which they are collected.
        for owed in debts.iter().filter(|owed| matches!(owed, Owed::Neighbour { .. })) {
            if let Owed::Neighbour { count } = owed {
                paid &= after.pass(*count, &needs, |_| true);
            }
        }
        for owed in debts {
            match owed {
                Owed::Cubes { cubes } => {
                    let wanted = heap(cubes);
                    paid &= count(&lacking(&wanted, &after.cubes)) == 0;
                    after.cubes = lacking(&after.cubes, &wanted);
                }
                Owed::Coin { coin } => {
                    paid &= after.coin >= u16::from(*coin);
                    after.coin = after.coin.saturating_sub((*coin).into());
                }
                Owed::CubesOrCoin { cubes, coin } => {
                    let wanted = heap(cubes);
                    if count(&lacking(&wanted, &after.cubes)) == 0 {
                        after.cubes = lacking(&after.cubes, &wanted);
                    } else if let Some(left) = after.coin.checked_sub((*coin).into()) {
                        after.coin = left;
                    } else {
                        paid = false;
                    }
                }
                Owed::Neighbour { .. } | Owed::Stockpile { .. } => {}
            }
        }
        for owed in debts {
            if let Owed::Stockpile { count } = owed {
                paid &= after.pass(*count, &needs, |kind| starting[kind] > 0);
            }
        }
        (after, paid)
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
    /// The coin for those who meet all citizens and pay all debts.
    pub(super) bonus: u16,
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
    /// Returns the cubes that citizens and debts by kind ask for and a purse does not have.
    pub(super) fn lacks(&self, purse: &Purse) -> Heap {
        let mut needs =
            self.citizens.iter().fold(Heap::default(), |all, one| sum(&all, &one.needs));
        for owed in &self.debts {
            if let Owed::Cubes { cubes } | Owed::CubesOrCoin { cubes, .. } = owed {
                needs = sum(&needs, &heap(cubes));
            }
        }
        lacking(&needs, &purse.cubes)
    }

    /// Returns the same with more citizens.
    pub(super) fn serving(&self, more: impl IntoIterator<Item = CitizenNeed>) -> Self {
        let mut duties = self.clone();
        duties.citizens.extend(more);
        duties.room = self.room.saturating_sub((duties.citizens.len() - self.citizens.len()) as u8);
        duties
    }
}
