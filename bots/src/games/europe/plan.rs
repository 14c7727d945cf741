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
    /// The happiness expected of the citizens and of debts alone.
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
    let spare = SPARE.max(terms.stay);
    let mut best: [Option<(f64, Served)>; SETS_MOST] = [const { None }; SETS_MOST];
    for met in 0..1_usize << citizens.len() {
        let Some(served) = serve(terms, (&purse, paid), citizens, met) else { continue };
        let worth = served.happiness + served.coin + f64::from(count(&served.spare)) * spare;
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
    let mut serving = Serving::begin(terms, purse, paid);
    for (_, citizen) in citizens.iter().enumerate().filter(|(at, _)| chosen(*at)) {
        serving.meet(citizen)?;
    }
    let mut others = [(0, CitizenNeed::default()); CITIZENS_MOST];
    let mut n = 0;
    for (_, citizen) in citizens.iter().enumerate().filter(|(at, _)| !chosen(*at)) {
        others[n] = (count(&lacking(&citizen.needs, &serving.left)), *citizen);
        n += 1;
    }
    others[..n].sort_unstable();
    let mut unmet = [Heap::default(); CITIZENS_MOST];
    for (at, (_, citizen)) in others[..n].iter().enumerate() {
        unmet[at] = lacking(&citizen.needs, &serving.left);
        if !serving.buy(citizen, &unmet[at]) {
            serving.leave(citizen, &unmet[at]);
        }
    }
    let coin = serving.worth_of_coin();
    Some(Served { happiness: serving.happiness, coin, unmet, unmet_count: n, spare: serving.left })
}

/// A purse while citizens are served from it, one after the other.
struct Serving<'a> {
    terms: &'a PlanTerms,
    /// The cubes that are left.
    left: Heap,
    /// The cubes that the bank still has.
    stock: Heap,
    coin: u16,
    /// The expected happiness.
    happiness: f64,
    /// The expected worth of what citizens pay.
    earned: f64,
    /// The chance that everybody is met, for which there is a bonus.
    all_met: f64,
}

impl<'a> Serving<'a> {
    fn begin(terms: &'a PlanTerms, purse: &Purse, paid: bool) -> Self {
        Self {
            terms,
            left: purse.cubes,
            stock: terms.bank,
            coin: purse.coin,
            happiness: if paid { 0.0 } else { -terms.failure },
            earned: 0.0,
            all_met: f64::from(u8::from(paid || !terms.bonus_needs_paid)),
        }
    }

    /// Gives a citizen all that it needs; `None` if the cubes do not suffice.
    fn meet(&mut self, citizen: &CitizenNeed) -> Option<()> {
        for (left, needed) in self.left.iter_mut().zip(&citizen.needs) {
            *left = left.checked_sub(*needed)?;
        }
        self.happiness += 1.0;
        self.earned += self.terms.reward(citizen.coin);
        Some(())
    }

    /// Buys what a citizen lacks, if the bank has it and the happiness is worth the price; returns whether
    /// it was bought.
    fn buy(&mut self, citizen: &CitizenNeed, missing: &Heap) -> bool {
        let terms = self.terms;
        let cubes = count(missing);
        let price = cubes * terms.price;
        let bought = terms.price > 0
            && price <= self.coin
            && count(&lacking(missing, &self.stock)) == 0
            && f64::from(price) * terms.coin < 1.0 - placated(terms.placate, cubes);
        if bought {
            self.coin -= price;
            self.stock = lacking(&self.stock, missing);
            self.left = lacking(&self.left, &citizen.needs);
            self.happiness += 1.0;
            self.earned += terms.reward(citizen.coin);
        }
        bought
    }

    /// Leaves a citizen to the help of others, and else to the dice.
    fn leave(&mut self, citizen: &CitizenNeed, missing: &Heap) {
        let after = lacking(&self.left, &citizen.needs);
        let helped = self.chance_of_help(missing, &after);
        let given = helped > 0.0 || self.terms.placates(&citizen.needs, missing);
        let missing = if given { missing } else { &citizen.needs };
        let placate = placated(self.terms.placate, count(missing));
        self.happiness += helped - (1.0 - helped) * (1.0 - placate);
        self.earned += helped * self.terms.reward(citizen.coin);
        self.all_met *= helped;
        if given {
            self.left = after;
        }
    }

    /// Returns the chance that others give all that is missing. Help is paid for with what is spare.
    fn chance_of_help(&self, missing: &Heap, spare: &Heap) -> f64 {
        if count(missing) > MISSING_MOST.min(count(spare)) {
            return 0.0;
        }
        (0..Resource::COUNT).fold(1.0, |chance, kind| {
            (0..missing[kind]).fold(chance, |chance, _| chance * self.terms.help[kind])
        })
    }

    /// Returns the worth of the coin in the end.
    fn worth_of_coin(&self) -> f64 {
        let bonus = self.all_met * f64::from(self.terms.bonus);
        (f64::from(self.coin) + bonus) * self.terms.coin + self.earned
    }
}
