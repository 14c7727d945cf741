//! Commands taken apart. A trade offer is named by its place among the open ones.

use protocol::games::europe::{
    Allotment, Citizen, Command, Country, Crisis, Cubes, Good, Goods, Owed, Public, Resource,
    ResourceCard, Reward,
};
use protocol::ids::Id;

use super::commands::{BagBounds, Choice, Family, Giving, goods_of};
use super::goods::least;
use super::hand::MOST_HELD;
use super::state::{DEALT, Europe, MOST_PLAYERS, SLOTS, Trade};
use crate::factored::{
    CommandFamily, CommandField, CommandForms, Domain, Factored, Filled, Kind, MOST_KINDS, Slot,
    Values, families, ids,
};
use crate::game::Seat;

/// The most trade offers that can be open: those of four players who may have ten each.
const MOST_TRADES: usize = 40;
/// The place of no citizen among the values of `hidden`.
const NONE: usize = Citizen::COUNT;
const REWARDS: [Reward; 2] = [Reward::Happiness, Reward::Coin];
/// Number of fields of an allotment.
const ALLOTTED: usize = 3;

families! {
    COUNTRY => CommandFamily::bare("country").with("code", Kind::One(ids::<Country>("country"))),
    CHOOSE => CommandFamily::bare("choose")
        .then("keep", Kind::Pick(citizen(), None))
        .then("hidden", Kind::Maybe(citizen()))
        .then("reveal_resource", yes()),
    OFFER_CREATE => CommandFamily::bare("offer_create")
        .then("to", Kind::Pick(partner(), None))
        .then("give", Kind::Bag(good()))
        .then("want", Kind::BagWithout(good(), 1)),
    OFFER_COUNTER => CommandFamily::bare("offer_counter")
        .with("offer_id", trade())
        .then("give", Kind::Bag(good()))
        .then("want", Kind::BagWithout(good(), 1)),
    OFFER_ACCEPT => CommandFamily::bare("offer_accept").with("offer_id", trade()),
    OFFER_DECLINE => CommandFamily::bare("offer_decline").with("offer_id", trade()),
    OFFER_CANCEL => CommandFamily::bare("offer_cancel").with("offer_id", trade()),
    BANK_BUY => CommandFamily::bare("bank_buy").with("cubes", cubes()),
    REVEAL_RESOURCE => CommandFamily::bare("reveal_resource"),
    REVEAL_CITIZEN => CommandFamily::bare("reveal_citizen").then("id", Kind::Given(citizen())),
    DRAW_CITIZENS => CommandFamily::bare("draw_citizens"),
    CHOOSE_DRAWN => CommandFamily::bare("choose_drawn")
        .then("keep", Kind::Pick(citizen(), None))
        .then("hidden", Kind::Maybe(citizen())),
    DEVELOP => CommandFamily::bare("develop")
        .with("slot", Kind::One(slot()))
        .then("card_id", Kind::Given(ids::<ResourceCard>("resource_card"))),
    DEVELOP_BLIND => CommandFamily::bare("develop_blind"),
    SETTLE_CRISIS => CommandFamily::bare("settle_crisis")
        .with("crisis_id", Kind::One(ids::<Crisis>("crisis")))
        .then("cubes", cubes())
        .then("coin", Kind::Number),
    READY => CommandFamily::bare("ready").with("ready", yes()),
    ALLOCATE_AS_PROPOSED => allocate("allocate:as_proposed"),
    ALLOCATE => allocate("allocate"),
}

fn citizen() -> Domain {
    ids::<Citizen>("citizen")
}

fn good() -> Domain {
    ids::<Good>("good")
}

fn cubes() -> Kind {
    Kind::Bag(ids::<Resource>("resource"))
}

fn trade() -> Kind {
    Kind::One(Domain { name: "trade", values: Values::Listed(MOST_TRADES) })
}

fn yes() -> Kind {
    Kind::One(Domain { name: "yes", values: Values::Bool })
}

fn partner() -> Domain {
    Domain { name: "seat", values: Values::Range(0, MOST_PLAYERS as u32 - 1) }
}

fn slot() -> Domain {
    Domain { name: "slot", values: Values::Range(0, SLOTS as u32 - 1) }
}

impl Factored for Europe {
    fn families() -> Vec<CommandFamily> {
        families_in_order()
    }

    fn factor(&self, _: Seat, choice: &Choice, out: &mut CommandForms) {
        let Choice { seat, family } = *choice;
        let loose = self.is_loose(*choice);
        match family {
            Family::Country => out.push(COUNTRY, loose, &[Slot::one_of(self.free_countries())]),
            Family::Choose { of, hide } => {
                let own = self.player(seat);
                let reveal = Slot::One(if own.hidden_resource.is_some() { 0b11 } else { 0b01 });
                let range = (self.fewest_kept(seat), DEALT);
                let [keep, hidden] = keep_and_hide(own.dealt, (of, hide), range);
                out.push(CHOOSE, loose, &[keep, hidden, reveal]);
            }
            Family::KeepDrawn { of, hide } => {
                let range = (1, self.most_kept(seat));
                let slots = keep_and_hide(self.player(seat).drawn, (of, hide), range);
                out.push(CHOOSE_DRAWN, loose, &slots);
            }
            Family::Create(giving) => {
                let partners = self.partners(seat);
                let bits = partners.iter().fold(0, |bits, seat| bits | 1 << seat.0);
                let to = Slot::Pick(bits, 1, partners.len() as u8);
                let [give, want] = self.terms_slots(seat, giving);
                out.push(OFFER_CREATE, loose, &[to, give, want]);
            }
            Family::Counter(giving) => {
                let to = self.places(|trade| trade.to.contains(seat));
                let [give, want] = self.terms_slots(seat, giving);
                out.push(OFFER_COUNTER, loose, &[to, give, want]);
            }
            Family::Accept => {
                let own = self.player(seat);
                let can = |trade: &Trade| trade.to.contains(seat) && own.has(&trade.want);
                out.push(OFFER_ACCEPT, loose, &[self.places(can)]);
            }
            Family::Decline => {
                out.push(OFFER_DECLINE, loose, &[self.places(|trade| trade.to.contains(seat))]);
            }
            Family::Cancel => {
                out.push(OFFER_CANCEL, loose, &[self.places(|trade| trade.from == seat)]);
            }
            Family::Settle { crisis, owed, in_coin } => {
                let [cubes, coin] = self.payment_slots(seat, &owed, in_coin);
                out.push(SETTLE_CRISIS, loose, &[only(crisis), cubes, coin]);
            }
            Family::AllocateDefault | Family::AllocateFreely => {
                let free =
                    family == Family::AllocateFreely && !self.player(seat).citizens.is_empty();
                let slots = self.allocation_slots(seat, free);
                out.push(if free { ALLOCATE } else { ALLOCATE_AS_PROPOSED }, loose, &slots);
            }
            Family::BankBuy => {
                let BagBounds { most, fewest, total } = self.bank_bounds(seat);
                out.push(BANK_BUY, loose, &[Slot::counts(most.iter(), fewest, total)]);
            }
            Family::RevealResource => out.push(REVEAL_RESOURCE, loose, &[]),
            Family::RevealCitizen(card) => out.push(REVEAL_CITIZEN, loose, &[only(card)]),
            Family::DrawCitizens => out.push(DRAW_CITIZENS, loose, &[]),
            Family::Develop { slot, card } => {
                out.push(DEVELOP, loose, &[Slot::only(slot.into()), only(card)]);
            }
            Family::DevelopBlind => out.push(DEVELOP_BLIND, loose, &[]),
            Family::Ready(ready) => out.push(READY, loose, &[Slot::only(ready.into())]),
        }
    }

    fn listed(view: &Public) -> Vec<u32> {
        view.offers.iter().map(|trade| trade.id).collect()
    }

    fn assemble(family: usize, filled: Filled<'_>) -> Option<Command> {
        let offer_id = || filled.number_of_listed(0);
        Some(match family {
            COUNTRY => Command::Country { code: filled.id(0)? },
            CHOOSE => Command::Choose {
                keep: filled.ids(0)?,
                hidden: hidden(filled)?,
                reveal_resource: filled.place(2)? == 1,
            },
            OFFER_CREATE => Command::OfferCreate {
                to: filled.places(0)?.map(|seat| seat as u8).collect(),
                give: filled.counts(1)?,
                want: filled.counts(2)?,
            },
            OFFER_COUNTER => Command::OfferCounter {
                offer_id: offer_id()?,
                give: filled.counts(1)?,
                want: filled.counts(2)?,
            },
            OFFER_ACCEPT => Command::OfferAccept { offer_id: offer_id()? },
            OFFER_DECLINE => Command::OfferDecline { offer_id: offer_id()? },
            OFFER_CANCEL => Command::OfferCancel { offer_id: offer_id()? },
            BANK_BUY => Command::BankBuy { cubes: filled.counts(0)? },
            REVEAL_RESOURCE => Command::RevealResource {},
            REVEAL_CITIZEN => Command::RevealCitizen { id: filled.id(0)? },
            DRAW_CITIZENS => Command::DrawCitizens {},
            CHOOSE_DRAWN => Command::ChooseDrawn { keep: filled.ids(0)?, hidden: hidden(filled)? },
            DEVELOP => Command::Develop { slot: filled.place(0)? as u8, card_id: filled.id(1)? },
            DEVELOP_BLIND => Command::DevelopBlind {},
            SETTLE_CRISIS => Command::SettleCrisis {
                crisis_id: filled.id(0)?,
                cubes: filled.counts(1)?,
                coin: filled.number(2)?,
            },
            READY => Command::Ready { ready: filled.place(0)? == 1 },
            ALLOCATE_AS_PROPOSED | ALLOCATE => {
                let cards = 0..filled.values.len() / ALLOTTED;
                let cards = cards.map(|at| allotment(filled, at * ALLOTTED));
                Command::Allocate { cards: cards.collect::<Option<_>>()? }
            }
            _ => return None,
        })
    }
}

/// Builds a family of allocations: of each citizen held its id, its cubes and its reward.
fn allocate(name: &'static str) -> CommandFamily {
    let reward = || {
        let values = Values::Ids(vec!["happiness", "coin"]);
        Kind::One(Domain { name: "reward", values })
    };
    let mut family = CommandFamily::bare(name);
    for at in 0..MOST_HELD {
        let mut field = |of: &str, kind| {
            family.fields.push(CommandField::new(format!("cards.{at}.{of}"), kind));
        };
        field("id", Kind::Given(ids::<Citizen>("citizen")));
        field("cubes", Kind::Bag(ids::<Resource>("resource")));
        field("reward", reward());
    }
    family
}

fn allotment(filled: Filled<'_>, field: usize) -> Option<Allotment> {
    Some(Allotment {
        id: filled.id(field)?,
        cubes: filled.counts(field + 1)?,
        reward: REWARDS.get(filled.place(field + 2)?).copied()?,
    })
}

/// Returns the citizen that is kept face down, if one is.
#[expect(clippy::option_option, reason = "a field that is absent is one that was read")]
fn hidden(filled: Filled<'_>) -> Option<Option<Citizen>> {
    if filled.place(1)? == NONE { Some(None) } else { filled.id(1).map(Some) }
}

/// Returns the slots of the citizens kept and of the one face down.
fn keep_and_hide(
    three: Option<[Citizen; DEALT]>,
    (of, hide): (u8, bool),
    (fewest, most): (usize, usize),
) -> [Slot; 2] {
    let cards = three.into_iter().flatten().enumerate().filter(|(at, _)| of & 1 << at != 0);
    let bits = cards.fold(0u128, |bits, (_, card)| bits | 1 << card.index());
    let count = bits.count_ones() as usize;
    if hide {
        [Slot::Pick(bits, count as u8, count as u8), Slot::One(bits)]
    } else {
        [Slot::Pick(bits, fewest as u8, most.min(count) as u8), Slot::only(NONE)]
    }
}

fn only(id: impl Id) -> Slot {
    Slot::only(id.index())
}

impl Europe {
    /// Returns the slot of the open trade offers that pass a test.
    fn places(&self, test: impl Fn(&Trade) -> bool) -> Slot {
        let open = self.offers.iter().enumerate().filter(|(_, trade)| test(trade));
        Slot::One(open.fold(0, |bits, (at, _)| bits | 1 << at))
    }

    fn terms_slots(&self, seat: Seat, giving: Giving) -> [Slot; 2] {
        [self.give_bounds(seat, giving), self.want_bounds(giving)].map(|bounds| {
            let BagBounds { most, fewest, total } = bounds;
            Slot::counts(most.iter(), fewest, total)
        })
    }

    fn payment_slots(&self, seat: Seat, owed: &Owed, in_coin: bool) -> [Slot; 2] {
        let BagBounds { most, fewest, total } = self.payment_bounds(seat, owed, in_coin);
        if in_coin {
            let coin = u32::from(most[Good::Coin]);
            return [Slot::Bag([0; MOST_KINDS], 0, 0), Slot::Number(fewest.min(coin), coin)];
        }
        [Slot::counts(most.iter(), fewest, total), Slot::Number(0, 0)]
    }

    /// Returns the slots of an allocation: as proposed, or with any cubes that a citizen can take.
    fn allocation_slots(&self, seat: Seat, free: bool) -> Vec<Slot> {
        let own = self.player(seat);
        let proposed = self.default_allocation(seat);
        let mut slots = Vec::with_capacity(ALLOTTED * own.citizens.len());
        for (card, usual) in own.citizens.iter().zip(proposed.cubes) {
            let (most, fewest): (Cubes, u32) = if free {
                (least(&self.needs(card), &own.cubes), 0)
            } else {
                (usual, usual.total())
            };
            let most: Goods = goods_of(&most);
            slots.push(only(card));
            slots.push(Slot::counts(most.iter(), fewest, most.total()));
            slots.push(Slot::One(0b11));
        }
        slots
    }
}
