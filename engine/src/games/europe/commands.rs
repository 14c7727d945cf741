//! Choices: small plain values that stand for one legal command or a family of them.
//!
//! A family's members follow from the state, so that a choice stays small however many there are.

use protocol::games::europe::{
    Citizen, Command, Crisis, Cubes, Good, Goods, Owed, Phase, Resource, ResourceCard,
};

use super::goods::least;
use super::state::{DEALT, Europe, Owing, SLOTS, Trade, UNTIMED_ACTS};
use crate::by_id::IdSet;
use crate::game::Seat;

/// A legal command of a seat, or a family of legal commands.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub(super) seat: Seat,
    pub(super) family: Family,
}

/// The family of commands of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// Any free country.
    Country,
    /// Any sufficient number of these dealt citizens, none face down; or exactly these, one of them
    /// face down.
    Choose {
        of: u8,
        hide: bool,
    },
    /// Likewise for drawn citizens.
    KeepDrawn {
        of: u8,
        hide: bool,
    },
    /// Any offer that gives these goods.
    Create(Giving),
    /// Any answer to an offer that gives these goods.
    Counter(Giving),
    /// Any offer that the seat can fund.
    Accept,
    /// Any offer addressed to the seat.
    Decline,
    /// Any own offer.
    Cancel,
    /// Any cubes of the bank that the seat can pay for.
    BankBuy,
    RevealResource,
    RevealCitizen(Citizen),
    DrawCitizens,
    Develop {
        slot: u8,
        card: ResourceCard,
    },
    DevelopBlind,
    /// Any part of a debt, in coin or in cubes.
    Settle {
        crisis: Crisis,
        owed: Owed,
        in_coin: bool,
    },
    Ready(bool),
    /// The default assignment, with any rewards.
    AllocateDefault,
    /// Any assignment.
    AllocateFreely,
}

/// The contents of one side of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Giving {
    /// Some of one good.
    Only(Good),
    /// Any goods; the other side may not hold the same.
    Mixed,
    /// Nothing (with `allow_gifts`).
    Nothing,
}

/// A bag's bounds: the most of each good, and of all together.
#[derive(Clone, Copy, Debug)]
pub(super) struct BagBounds {
    pub(super) most: Goods,
    pub(super) fewest: u32,
    pub(super) total: u32,
}

impl BagBounds {
    pub(super) fn admits(&self, goods: &Goods) -> bool {
        self.most.covers(goods) && (self.fewest..=self.total).contains(&goods.total())
    }

    fn up_to(most: Goods, fewest: u32) -> Self {
        Self { most, fewest, total: most.total() }
    }
}

impl Europe {
    /// Appends the legal choices of a seat.
    pub(super) fn choices_of(&self, seat: Seat, out: &mut Vec<Choice>) {
        if !self.awaited().contains(seat) {
            return;
        }
        let mut push = |family| out.push(Choice { seat, family });
        match self.phase {
            Phase::Country => push(Family::Country),
            Phase::Choose => self.choose_choices(seat, &mut push),
            // Only what was drawn is left to choose from.
            Phase::Play if self.player(seat).acts >= UNTIMED_ACTS => {
                self.keep_choices(seat, &mut push);
            }
            Phase::Play => {
                self.trade_choices(seat, &mut push);
                self.own_choices(seat, &mut push);
            }
            Phase::Allocate => {
                push(Family::AllocateDefault);
                push(Family::AllocateFreely);
            }
            Phase::Over => {}
        }
    }

    fn choose_choices(&self, seat: Seat, push: &mut impl FnMut(Family)) {
        if self.player(seat).dealt.is_none() {
            return push(Family::Choose { of: 0, hide: false });
        }
        push(Family::Choose { of: 0b111, hide: false });
        let fewest = self.fewest_kept(seat);
        for of in subsets(fewest, DEALT) {
            push(Family::Choose { of, hide: true });
        }
    }

    fn trade_choices(&self, seat: Seat, push: &mut impl FnMut(Family)) {
        let own = self.player(seat);
        let (mut addressed, mut fundable, mut mine) = (false, false, false);
        for trade in &self.offers {
            mine |= trade.from == seat;
            if trade.to.contains(seat) {
                addressed = true;
                fundable |= own.has(&trade.want);
            }
        }
        if fundable {
            push(Family::Accept);
        }
        if addressed {
            push(Family::Decline);
        }
        if mine {
            push(Family::Cancel);
        }
        if self.may_offer(seat) {
            let goods = self.tradable(seat);
            let kinds = || goods.iter().map(|(good, _)| Giving::Only(good));
            let mixed = (kinds().count() > 1).then_some(Giving::Mixed);
            let nothing = self.options().allow_gifts.then_some(Giving::Nothing);
            for giving in kinds().chain(mixed).chain(nothing) {
                push(Family::Create(giving));
                if addressed {
                    push(Family::Counter(giving));
                }
            }
        }
    }

    fn own_choices(&self, seat: Seat, push: &mut impl FnMut(Family)) {
        let own = self.player(seat);
        if self.bank_bounds(seat).total > 0 {
            push(Family::BankBuy);
        }
        if own.hidden_resource.is_some() {
            push(Family::RevealResource);
        }
        if let Some(card) = own.hidden_citizen {
            push(Family::RevealCitizen(card));
        }
        if self.check_draw(seat).is_ok() {
            push(Family::DrawCitizens);
        }
        if own.drawn.is_some() {
            self.keep_choices(seat, push);
        } else if self.options().end_early_when_ready {
            push(Family::Ready(!own.ready));
        }
        for slot in 0..SLOTS {
            if let Some(card) = self.market[slot]
                && own.coin >= self.tables().resources[card].price()
            {
                push(Family::Develop { slot: slot as u8, card });
            }
        }
        if self.check_blind(seat).is_ok() {
            push(Family::DevelopBlind);
        }
        for &Owing { crisis, owed, .. } in self.debts_of(seat) {
            for in_coin in [false, true] {
                if self.payment_bounds(seat, &owed, in_coin).total > 0 {
                    push(Family::Settle { crisis, owed, in_coin });
                }
            }
        }
    }

    fn keep_choices(&self, seat: Seat, push: &mut impl FnMut(Family)) {
        push(Family::KeepDrawn { of: 0b111, hide: false });
        if self.player(seat).hidden_citizen.is_none() {
            for of in subsets(1, self.most_kept(seat)) {
                push(Family::KeepDrawn { of, hide: true });
            }
        }
    }

    /// Returns the goods that a seat may put into an offer.
    pub(super) fn tradable(&self, seat: Seat) -> Goods {
        let mut goods = self.player(seat).goods();
        if self.coin_blocked() {
            goods[Good::Coin] = 0;
        }
        goods
    }

    /// Returns the bounds of the giving side of an offer.
    pub(super) fn give_bounds(&self, seat: Seat, giving: Giving) -> BagBounds {
        let goods = self.tradable(seat);
        match giving {
            Giving::Only(good) => BagBounds::up_to(Goods::only(good, goods[good]), 1),
            Giving::Mixed => BagBounds::up_to(goods, 1),
            Giving::Nothing => BagBounds::up_to(Goods::NONE, 0),
        }
    }

    /// Returns the bounds of the wanting side.
    pub(super) fn want_bounds(&self, giving: Giving) -> BagBounds {
        let blocked = self.coin_blocked();
        let barred = |good: Good| giving == Giving::Only(good) || (blocked && good == Good::Coin);
        let goods = Good::ALL.iter().copied().filter(|good| !barred(*good));
        let most = goods.map(|good| (good, self.most_of(good))).collect();
        let gift = self.options().allow_gifts && giving != Giving::Nothing;
        BagBounds::up_to(most, u32::from(!gift))
    }

    /// Returns the bounds of what a seat can buy from the bank.
    pub(super) fn bank_bounds(&self, seat: Seat) -> BagBounds {
        let open = self.check_bank().is_ok();
        let affordable = self.player(seat).coin / self.options().bank_price;
        let most = goods_of(&self.bank_stock);
        let total = if open { most.total().min(u32::from(affordable)) } else { 0 };
        BagBounds { most, fewest: 1, total }
    }

    /// Returns the bounds of what a seat can pay of a debt, in coin or in cubes.
    pub(super) fn payment_bounds(&self, seat: Seat, owed: &Owed, in_coin: bool) -> BagBounds {
        let own = self.player(seat);
        let none = BagBounds::up_to(Goods::NONE, 1);
        let part = |most: Cubes, count: u8| {
            let most = goods_of(&most);
            BagBounds { most, fewest: 1, total: most.total().min(u32::from(count)) }
        };
        match *owed {
            Owed::Cubes { cubes } if !in_coin => part(least(&cubes, &own.cubes), u8::MAX),
            Owed::Neighbour { count } if !in_coin => part(own.cubes, count),
            Owed::Stockpile { count } if !in_coin => {
                let kinds: IdSet<Resource> = self.stockpile_kinds(seat);
                part(kinds.iter().map(|kind| (kind, own.cubes[kind])).collect(), count)
            }
            Owed::Coin { coin } if in_coin => {
                BagBounds::up_to(Goods::only(Good::Coin, coin.min(own.coin)), 1)
            }
            Owed::CubesOrCoin { coin, .. } if in_coin && own.coin >= coin => {
                whole(Goods::only(Good::Coin, coin))
            }
            Owed::CubesOrCoin { cubes, .. } if !in_coin && own.cubes.covers(&cubes) => {
                whole(goods_of(&cubes))
            }
            Owed::Cubes { .. }
            | Owed::Neighbour { .. }
            | Owed::Stockpile { .. }
            | Owed::Coin { .. }
            | Owed::CubesOrCoin { .. } => none,
        }
    }

    /// Checks whether the command belongs to this choice.
    pub(super) fn covers(&self, choice: Choice, command: &Command) -> bool {
        let Choice { seat, family } = choice;
        let own = self.player(seat);
        match (family, command) {
            (Family::Country, Command::Country { code }) => self.free_countries().contains(*code),
            (Family::Choose { of, hide }, Command::Choose { keep, hidden, reveal_resource }) => {
                let range = (self.fewest_kept(seat), DEALT);
                let fits = keeps(own.dealt, (of, hide), range, keep, *hidden);
                fits && (!reveal_resource || own.hidden_resource.is_some())
            }
            (Family::KeepDrawn { of, hide }, Command::ChooseDrawn { keep, hidden }) => {
                keeps(own.drawn, (of, hide), (1, self.most_kept(seat)), keep, *hidden)
            }
            (Family::Create(giving), Command::OfferCreate { to, give, want }) => {
                self.covers_terms(seat, giving, give, want) && self.may_address(seat, to)
            }
            (Family::Counter(giving), Command::OfferCounter { offer_id, give, want }) => {
                let addressed = self.offers_to(seat).any(|trade| trade.id == *offer_id);
                addressed && self.covers_terms(seat, giving, give, want)
            }
            (Family::Accept, Command::OfferAccept { offer_id }) => {
                self.acceptable(seat).any(|trade| trade.id == *offer_id)
            }
            (Family::Decline, Command::OfferDecline { offer_id }) => {
                self.offers_to(seat).any(|trade| trade.id == *offer_id)
            }
            (Family::Cancel, Command::OfferCancel { offer_id }) => {
                self.own_offers(seat).any(|trade| trade.id == *offer_id)
            }
            (Family::BankBuy, Command::BankBuy { cubes }) => {
                self.bank_bounds(seat).admits(&goods_of(cubes))
            }
            (Family::Settle { .. }, Command::SettleCrisis { crisis_id, cubes, coin }) => {
                self.covers_payment(choice, *crisis_id, cubes, *coin)
            }
            (Family::AllocateDefault, Command::Allocate { cards }) => {
                let usual = self.default_allocation(seat);
                let given = cards.iter().map(|given| (given.id, given.cubes));
                given.eq(own.citizens.iter().zip(usual.cubes))
            }
            (Family::AllocateFreely, Command::Allocate { cards }) => {
                let fits = |given: &protocol::games::europe::Allotment| {
                    least(&self.needs(given.id), &own.cubes).covers(&given.cubes)
                };
                cards.iter().map(|given| given.id).eq(own.citizens.iter()) && cards.iter().all(fits)
            }
            (family, command) => single(family).is_some_and(|one| one == *command),
        }
    }

    fn covers_terms(&self, seat: Seat, giving: Giving, give: &Goods, want: &Goods) -> bool {
        self.give_bounds(seat, giving).admits(give) && self.want_bounds(giving).admits(want)
    }

    fn may_address(&self, seat: Seat, to: &[u8]) -> bool {
        let partners = self.partners(seat);
        let fits = |(at, other): (usize, &u8)| {
            *other < self.options().players
                && partners.contains(Seat(*other))
                && !to[..at].contains(other)
        };
        !to.is_empty() && to.iter().enumerate().all(fits)
    }

    fn covers_payment(&self, choice: Choice, id: Crisis, cubes: &Cubes, coin: u8) -> bool {
        let Family::Settle { crisis, owed, in_coin } = choice.family else { return false };
        let mut goods = goods_of(cubes);
        goods[Good::Coin] = coin;
        crisis == id && self.payment_bounds(choice.seat, &owed, in_coin).admits(&goods)
    }

    /// Returns the open offers that a seat can accept now.
    pub(super) fn acceptable(&self, seat: Seat) -> impl Iterator<Item = &Trade> {
        self.offers_to(seat).filter(move |trade| self.player(seat).has(&trade.want))
    }

    /// Returns the open offers of a seat.
    pub(super) fn own_offers(&self, seat: Seat) -> impl Iterator<Item = &Trade> {
        self.offers.iter().filter(move |trade| trade.from == seat)
    }

    /// Checks whether the rules may still refuse a command of this choice.
    pub(super) fn is_loose(&self, choice: Choice) -> bool {
        if let Family::Create(giving) | Family::Counter(giving) = choice.family {
            return giving == Giving::Mixed;
        }
        let short = || !self.player(choice.seat).cubes.covers(&self.all_needs(choice.seat));
        choice.family == Family::AllocateFreely && short()
    }
}

/// Returns the command of a family that has only one.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other families have several commands")]
pub(super) fn single(family: Family) -> Option<Command> {
    match family {
        Family::RevealResource => Some(Command::RevealResource {}),
        Family::RevealCitizen(id) => Some(Command::RevealCitizen { id }),
        Family::DrawCitizens => Some(Command::DrawCitizens {}),
        Family::Develop { slot, card } => Some(Command::Develop { slot, card_id: card }),
        Family::DevelopBlind => Some(Command::DevelopBlind {}),
        Family::Ready(ready) => Some(Command::Ready { ready }),
        _ => None,
    }
}

/// Returns cubes as goods without coin.
pub(super) fn goods_of(cubes: &Cubes) -> Goods {
    cubes.iter().map(|(kind, n)| (kind.good(), n)).collect()
}

/// Returns the bounds that admit all of it or nothing.
fn whole(goods: Goods) -> BagBounds {
    BagBounds { most: goods, fewest: goods.total(), total: goods.total() }
}

/// Returns the subsets of three, as bit masks, with at least `fewest` and at most `most` members.
fn subsets(fewest: usize, most: usize) -> impl Iterator<Item = u8> {
    (1..0b1000_u8).filter(move |of| (fewest..=most).contains(&(of.count_ones() as usize)))
}

/// Checks whether a choice of citizens belongs to a family.
fn keeps(
    three: Option<[Citizen; DEALT]>,
    (of, hide): (u8, bool),
    (fewest, most): (usize, usize),
    keep: &[Citizen],
    hidden: Option<Citizen>,
) -> bool {
    let Ok(kept) = super::choose::picked(three, keep) else { return false };
    if hide {
        kept == of && hidden.is_some_and(|card| keep.contains(&card))
    } else {
        let most = if three.is_some() { most } else { 0 };
        hidden.is_none() && (fewest..=most).contains(&keep.len())
    }
}
