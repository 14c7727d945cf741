//! The best use of citizens, cubes and coin in the clean-up.

use protocol::games::europe::Resource;

use super::draws::Draws;
use super::needs::{CitizenNeed, Duties, Heap, PlanTerms, Purse, count, lacking, placated};

/// The most citizens that are weighed in all combinations.
const CITIZENS_MOST: usize = 8;
/// Missing cubes beyond which no help is expected for a citizen.
pub(super) const MISSING_MOST: u16 = 4;
/// Sets of citizens whose spare cubes are weighed.
const SETS_MOST: usize = 3;

/// A guess at the value of a spare cube, by which those sets are found.
const SPARE: f64 = 0.1;

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
