//! The best use of citizens, cubes and coin in the clean-up.

use protocol::games::europe::{Cubes, Good, Goods, Resource};

/// Sum that two dice must reach, plus the cubes missing, in most rooms.
const PLACATE: usize = 7;
/// The chance that two dice reach 2, 3 and so on to 12, in thirty-sixths.
const REACHED: [u8; 11] = [36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1];
/// The most citizens that are weighed in all combinations.
const CITIZENS_MOST: usize = 8;

/// Value of a coin, in happiness.
const COIN: f64 = 0.12;
/// Value of a cube that serves nobody: it perishes, unless somebody wants it.
const CUBE: f64 = 0.03;

/// Counts of each resource.
pub(super) type Heap = [u16; Resource::COUNT];

/// Converts cubes to plain numbers.
pub(super) fn heap(cubes: &Cubes) -> Heap {
    let mut heap = [0; Resource::COUNT];
    cubes.iter().for_each(|(kind, n)| heap[kind.index()] = n.into());
    heap
}

/// Returns the part of `wanted` that is not in `held`.
pub(super) fn lacking(wanted: &Heap, held: &Heap) -> Heap {
    std::array::from_fn(|kind| wanted[kind].saturating_sub(held[kind]))
}

/// Returns the number of cubes.
pub(super) fn count(heap: &Heap) -> u16 {
    heap.iter().sum()
}

fn sum(one: &Heap, other: &Heap) -> Heap {
    std::array::from_fn(|kind| one[kind] + other[kind])
}

/// Returns the chance that this many missing cubes cost no happiness.
pub(super) fn placated(missing: u16) -> f64 {
    let needed = PLACATE + usize::from(missing);
    REACHED.get(needed - 2).map_or(0.0, |ways| f64::from(*ways) / 36.0)
}

/// A seat's means of making citizens happy.
#[derive(Clone, Copy, Debug)]
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
}

/// The best use of a purse.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// The expected happiness.
    pub(super) worth: f64,
    /// The cubes that each unmet citizen lacks, fewest cubes first.
    pub(super) unmet: Vec<Heap>,
    /// The cubes that serve nobody.
    pub(super) spare: Heap,
}

/// Plans for these citizens, with `help` cubes of any kind that may come from elsewhere.
pub(super) fn plan(purse: &Purse, citizens: &[Heap], help: u16) -> Plan {
    let citizens = &citizens[..citizens.len().min(CITIZENS_MOST)];
    let sets = (0..1_usize << citizens.len()).filter_map(|met| of(purse, citizens, met, help));
    sets.max_by(|one, other| one.worth.total_cmp(&other.worth)).unwrap_or_default()
}

/// Plans for the case that exactly the citizens of `met` are met; `None` if the cubes do not
/// suffice.
fn of(purse: &Purse, citizens: &[Heap], met: usize, mut help: u16) -> Option<Plan> {
    let chosen = |at: usize| met & 1 << at != 0;
    let mut needs = [0; Resource::COUNT];
    for (_, citizen) in citizens.iter().enumerate().filter(|(at, _)| chosen(*at)) {
        needs = sum(&needs, citizen);
    }
    if count(&lacking(&needs, &purse.cubes)) > 0 {
        return None;
    }
    let mut left = lacking(&purse.cubes, &needs);
    let mut worth = f64::from(met.count_ones()) + f64::from(purse.coin) * COIN;
    let others = citizens.iter().enumerate().filter(|(at, _)| !chosen(*at));
    let mut others: Vec<&Heap> = others.map(|(_, citizen)| citizen).collect();
    others.sort_by_key(|citizen| count(&lacking(citizen, &left)));
    let mut unmet = Vec::with_capacity(others.len());
    for citizen in others {
        let missing = lacking(citizen, &left);
        left = lacking(&left, citizen);
        let cubes = count(&missing);
        if cubes <= help {
            help -= cubes;
            // Help may come, or not.
            worth += 0.5 - 0.5 * (1.0 - placated(cubes));
        } else {
            worth -= 1.0 - placated(cubes);
        }
        unmet.push(missing);
    }
    worth += f64::from(count(&left)) * CUBE;
    Some(Plan { worth, unmet, spare: left })
}
