//! The best use of citizens, cubes and coin in the clean-up.

use protocol::games::europe::{Cubes, Good, Goods, Owed, Resource};

use super::draws::Draws;

/// The chance that two dice reach 2, 3 and so on to 12, in thirty-sixths.
const REACHED: [u8; 11] = [36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1];
/// The most citizens that are weighed in all combinations.
const CITIZENS_MOST: usize = 8;
/// Missing cubes beyond which no help is expected for a citizen.
pub(super) const MISSING_MOST: u16 = 4;
/// Sets of citizens whose spare cubes are weighed.
const SETS_MOST: usize = 3;

/// A guess at the value of a spare cube, by which those sets are found.
const SPARE: f64 = 0.1;

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
    fn after_debts(
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
    /// Returns the same with more citizens.
    pub(super) fn serving(&self, more: impl IntoIterator<Item = CitizenNeed>) -> Self {
        let mut duties = self.clone();
        duties.citizens.extend(more);
        duties.room = self.room.saturating_sub((duties.citizens.len() - self.citizens.len()) as u8);
        duties
    }
}

/// The best use of a purse.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// The expected happiness.
    pub(super) worth: f64,
    /// The happiness expected of the citizens alone.
    pub(super) happiness: f64,
    /// The cubes that each unmet citizen lacks, fewest cubes first.
    pub(super) unmet: Vec<Heap>,
    /// The cubes that serve nobody.
    pub(super) spare: Heap,
}

/// A way to serve the citizens.
struct Served {
    happiness: f64,
    coin: f64,
    unmet: [Heap; CITIZENS_MOST],
    unmet_count: usize,
    spare: Heap,
}

/// Plans for the best.
pub(super) fn plan(draws: &mut Draws, terms: &PlanTerms, duties: &Duties, purse: &Purse) -> Plan {
    let citizens = &duties.citizens[..duties.citizens.len().min(CITIZENS_MOST)];
    let (purse, paid) = purse.after_debts(&duties.debts, &duties.starting, citizens);
    let mut best: [Option<(f64, Served)>; SETS_MOST] = [const { None }; SETS_MOST];
    for met in 0..1_usize << citizens.len() {
        let Some(served) = serve(terms, (&purse, paid), citizens, met) else { continue };
        let worth = served.happiness + served.coin + f64::from(count(&served.spare)) * SPARE;
        let least = |one: &Option<(f64, Served)>| one.as_ref().map_or(f64::MIN, |one| one.0);
        let (at, worst) = best
            .iter()
            .enumerate()
            .map(|(at, one)| (at, least(one)))
            .fold((0, f64::MAX), |low, one| if one.1 < low.1 { one } else { low });
        if worth > worst {
            best[at] = Some((worth, served));
        }
    }
    let ahead = terms.draws.min(duties.room);
    let mut found = Plan { worth: f64::MIN, ..Plan::default() };
    for (_, served) in best.into_iter().flatten() {
        let spare = draws.spare_worth(&served.spare, ahead, terms);
        let worth = served.happiness + served.coin + spare;
        if worth > found.worth {
            let unmet = served.unmet[..served.unmet_count].to_vec();
            found = Plan { worth, happiness: served.happiness, unmet, spare: served.spare };
        }
    }
    found
}

/// Serves the citizens of `met` whole, and the others as far as it goes; `None` if the cubes do not
/// suffice.
fn serve(
    terms: &PlanTerms,
    (purse, paid): (&Purse, bool),
    citizens: &[CitizenNeed],
    met: usize,
) -> Option<Served> {
    let chosen = |at: usize| met & 1 << at != 0;
    let (mut left, mut earned) = (purse.cubes, 0.0);
    for (_, citizen) in citizens.iter().enumerate().filter(|(at, _)| chosen(*at)) {
        for (left, needed) in left.iter_mut().zip(&citizen.needs) {
            *left = left.checked_sub(*needed)?;
        }
        earned += terms.reward(citizen.coin);
    }
    let mut others = [(0, CitizenNeed::default()); CITIZENS_MOST];
    let mut n = 0;
    for (_, citizen) in citizens.iter().enumerate().filter(|(at, _)| !chosen(*at)) {
        others[n] = (count(&lacking(&citizen.needs, &left)), *citizen);
        n += 1;
    }
    others[..n].sort_unstable();
    let mut happiness = f64::from(met.count_ones());
    let (mut coin, mut stock) = (purse.coin, terms.bank);
    let mut all_met = f64::from(u8::from(paid));
    let mut unmet = [Heap::default(); CITIZENS_MOST];
    for (at, (_, CitizenNeed { needs, coin: pays })) in others[..n].iter().enumerate() {
        let missing = lacking(needs, &left);
        let cubes = count(&missing);
        let price = cubes * terms.price;
        unmet[at] = missing;
        if terms.price > 0
            && price <= coin
            && count(&lacking(&missing, &stock)) == 0
            && f64::from(price) * terms.coin < 1.0 - placated(terms.placate, cubes)
        {
            coin -= price;
            stock = lacking(&stock, &missing);
            left = lacking(&left, needs);
            happiness += 1.0;
            earned += terms.reward(*pays);
            continue;
        }
        let placate = placated(terms.placate, cubes);
        // Help is paid for with what is spare.
        let after = lacking(&left, needs);
        let helped = if cubes <= MISSING_MOST.min(count(&after)) {
            (0..Resource::COUNT).fold(1.0, |chance, kind| {
                (0..missing[kind]).fold(chance, |chance, _| chance * terms.help[kind])
            })
        } else {
            0.0
        };
        happiness += helped - (1.0 - helped) * (1.0 - placate);
        earned += helped * terms.reward(*pays);
        all_met *= helped;
        if placate > 0.0 || helped > 0.0 {
            left = after;
        }
    }
    let coin = (f64::from(coin) + all_met * f64::from(terms.bonus)) * terms.coin + earned;
    Some(Served { happiness, coin, unmet, unmet_count: n, spare: left })
}
