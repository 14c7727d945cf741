//! Drawing a command of a choice from numbers that the caller supplies: for bots, tests and benches.

use protocol::games::europe::{Allotment, Citizen, Command, Cubes, Good, Goods, Reward};

use super::commands::{BagBounds, Choice, Family, Giving, single};
use super::goods::{cubes_of, lack, least};
use super::state::{DEALT, Europe, Trade};
use crate::game::{Below, Seat};

/// Usual size of a bag: nobody wants forty cubes.
const USUAL_BAG: u32 = 3;

impl Europe {
    /// Draws a command of this choice.
    pub(super) fn sampled(&self, choice: Choice, below: Below<'_>) -> Command {
        let Choice { seat, family } = choice;
        let own = self.player(seat);
        match family {
            Family::Country => {
                let free = self.free_countries();
                let code = free.nth(below(free.len() as u64) as usize);
                Command::Country { code: code.expect("there are more countries than seats") }
            }
            Family::Choose { of, hide } => {
                let range = (self.fewest_kept(seat), of.count_ones() as usize);
                let (keep, hidden) = sample_kept(own.dealt, (of, hide), range, below);
                let reveal_resource = own.hidden_resource.is_some() && below(2) == 0;
                Command::Choose { keep, hidden, reveal_resource }
            }
            Family::KeepDrawn { of, hide } => {
                let range = (1, self.most_kept(seat));
                let (keep, hidden) = sample_kept(own.drawn, (of, hide), range, below);
                Command::ChooseDrawn { keep, hidden }
            }
            Family::Create(giving) => {
                let (give, want) = self.sample_terms(seat, giving, below);
                Command::OfferCreate { to: self.sample_partners(seat, below), give, want }
            }
            Family::Counter(giving) => {
                let offer_id = one_of(self.offers_to(seat), below);
                let (give, want) = self.sample_terms(seat, giving, below);
                Command::OfferCounter { offer_id, give, want }
            }
            Family::Accept => {
                Command::OfferAccept { offer_id: one_of(self.acceptable(seat), below) }
            }
            Family::Decline => {
                Command::OfferDecline { offer_id: one_of(self.offers_to(seat), below) }
            }
            Family::Cancel => {
                Command::OfferCancel { offer_id: one_of(self.own_offers(seat), below) }
            }
            Family::BankBuy => {
                Command::BankBuy { cubes: cubes_of(&sample_bag(&self.bank_bounds(seat), below)) }
            }
            Family::Settle { crisis, owed, in_coin } => {
                let goods = sample_bag(&self.payment_bounds(seat, &owed, in_coin), below);
                let (cubes, coin) = (cubes_of(&goods), goods[Good::Coin]);
                Command::SettleCrisis { crisis_id: crisis, cubes, coin }
            }
            Family::AllocateDefault => {
                let usual = self.default_allocation(seat).cubes;
                let given = own.citizens.iter().zip(usual);
                Command::Allocate { cards: given.map(|given| rewarded(given, below)).collect() }
            }
            Family::AllocateFreely => {
                Command::Allocate { cards: self.sample_allotments(seat, below) }
            }
            Family::RevealResource
            | Family::RevealCitizen(_)
            | Family::DrawCitizens
            | Family::Develop { .. }
            | Family::DevelopBlind
            | Family::Ready(_) => single(family).expect("a family of one command"),
        }
    }

    fn sample_terms(&self, seat: Seat, giving: Giving, below: Below<'_>) -> (Goods, Goods) {
        let give = sample_bag(&self.give_bounds(seat, giving), below);
        (give, sample_bag(&self.want_bounds(giving), below))
    }

    fn sample_partners(&self, seat: Seat, below: Below<'_>) -> Vec<u8> {
        let partners: Vec<u8> = self.partners(seat).iter().map(|other| other.0).collect();
        let chosen = 1 + below((1 << partners.len()) - 1);
        let picked = partners.iter().enumerate().filter(|(at, _)| chosen & 1 << at != 0);
        picked.map(|(_, other)| *other).collect()
    }

    /// Gives each citizen what is left of its needs, or nothing.
    fn sample_allotments(&self, seat: Seat, below: Below<'_>) -> Vec<Allotment> {
        let own = self.player(seat);
        let mut left = own.cubes;
        let mut allot = |id: Citizen| {
            let given = if below(4) == 0 { Cubes::NONE } else { least(&self.needs(id), &left) };
            left = lack(&left, &given);
            rewarded((id, given), below)
        };
        own.citizens.iter().map(&mut allot).collect()
    }
}

fn rewarded((id, cubes): (Citizen, Cubes), below: Below<'_>) -> Allotment {
    let reward = if below(2) == 0 { Reward::Happiness } else { Reward::Coin };
    Allotment { id, cubes, reward }
}

/// Draws one of several offers, of which there is at least one.
fn one_of<'a>(trades: impl Iterator<Item = &'a Trade>, below: Below<'_>) -> u32 {
    let ids: Vec<u32> = trades.map(|trade| trade.id).collect();
    ids[below(ids.len() as u64) as usize]
}

fn sample_bag(bounds: &BagBounds, below: Below<'_>) -> Goods {
    let most = bounds.total.min(bounds.fewest.max(USUAL_BAG));
    let total = bounds.fewest + below(u64::from(most - bounds.fewest) + 1) as u32;
    let mut goods = Goods::NONE;
    let mut left = bounds.most;
    for _ in 0..total {
        let kinds = left.iter().count() as u64;
        let at = below(kinds.max(1)) as usize;
        let drawn = left.iter().nth(at).map(|(good, _)| good);
        if let Some(good) = drawn {
            left[good] -= 1;
            goods[good] += 1;
        }
    }
    goods
}

fn sample_kept(
    three: Option<[Citizen; DEALT]>,
    (of, hide): (u8, bool),
    (fewest, most): (usize, usize),
    below: Below<'_>,
) -> (Vec<Citizen>, Option<Citizen>) {
    let all = three.into_iter().flatten().enumerate();
    let mut keep: Vec<Citizen> =
        all.filter(|(at, _)| of & 1 << at != 0).map(|(_, card)| card).collect();
    if hide {
        let hidden = keep[below(keep.len() as u64) as usize];
        return (keep, Some(hidden));
    }
    let most = most.min(keep.len());
    let count = fewest + below((most - fewest) as u64 + 1) as usize;
    while keep.len() > count {
        keep.swap_remove(below(keep.len() as u64) as usize);
    }
    (keep, None)
}

#[cfg(test)]
mod tests {
    use protocol::games::europe::Resource;

    use super::*;

    #[test]
    fn a_sampled_bag_is_within_its_bounds() {
        let mut state = 7_u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % n
        };
        let most = Goods::only(Resource::Grain.good(), 2);
        for (fewest, total) in [(0, 2), (1, 1), (2, 2), (0, 0)] {
            let bounds = BagBounds { most, fewest, total };
            for _ in 0..50 {
                assert!(bounds.admits(&sample_bag(&bounds, &mut below)));
            }
        }
    }
}
