//! Manners of bots at a table of Europe, counted over its matches: what a person would find a nuisance.

use std::collections::BTreeMap;

use protocol::games::europe::{
    ClosedBecause, Event, Good, Goods, Owed, PlayerView, Public, TradeOffer,
};

/// Counts of the offers that bots make to other seats.
#[derive(Clone, Debug, Default)]
pub struct Manners {
    /// Rounds, once for each bot and each seat that it may offer something to.
    pairs: u32,
    /// Offers, without answers to offers of the other seat.
    made: u32,
    /// Answers to offers of the other seat.
    answers: u32,
    /// The most offers of a bot to one seat in a round, without answers.
    most: u32,
    /// Offers that the other seat accepted.
    accepted: u32,
    /// Offers no better than one that the same seat did not accept in the same round.
    repeated: u32,
    /// Those of them before which nothing had changed for that seat in the goods concerned.
    unchanged: u32,
    /// Offers that would leave the bot lacking something new, and no fewer cubes.
    shifting: u32,
    /// Offers that would leave the bot lacking as many cubes of the same kinds.
    idle: u32,
    round: RoundNotes,
}

/// The offers of a round.
#[derive(Clone, Debug, Default)]
struct RoundNotes {
    made: BTreeMap<(u8, u8), u32>,
    open: BTreeMap<u32, TradeOffer>,
    refused: Vec<Refused>,
}

/// An offer that a seat did not accept, and how the seat stood then.
#[derive(Clone, Debug)]
struct Refused {
    offer: TradeOffer,
    to: u8,
    stood: (Vec<(u8, u8)>, u8),
}

impl Manners {
    /// Notes what has happened, where `bots` sit on these seats; `public` is what everybody sees after it.
    pub fn note(&mut self, events: &[Event], public: &Public, bots: &[u8]) {
        for event in events {
            if let Event::RoundBegan { .. } = event {
                self.round = RoundNotes::default();
                let others = public.players.len().saturating_sub(1);
                self.pairs += (bots.len() * others) as u32;
            } else if let Event::OfferMade { offer } = event {
                if bots.contains(&offer.from) {
                    self.offered(offer, public);
                }
            } else if let Event::Swapped { offer_id, .. } = event {
                let own = self.round.open.remove(offer_id).is_some();
                self.accepted += u32::from(own);
            } else if let Event::OfferClosed { offer_id, because } = event {
                self.closed(*offer_id, *because, public);
            }
        }
    }

    fn offered(&mut self, offer: &TradeOffer, public: &Public) {
        let own = &public.players[usize::from(offer.from)];
        for to in &offer.to {
            if offer.counter_to.is_some() {
                self.answers += 1;
            } else {
                self.made += 1;
                let made = self.round.made.entry((offer.from, *to)).or_default();
                *made += 1;
                self.most = self.most.max(*made);
            }
            let known = |refused: &&Refused| {
                refused.offer.from == offer.from
                    && refused.to == *to
                    && refused.offer.give.covers(&offer.give)
                    && offer.want.covers(&refused.offer.want)
            };
            let theirs = &public.players[usize::from(*to)];
            let all = || self.round.refused.iter().filter(known);
            let same = |one: &Refused| one.stood == stands(theirs, &one.offer);
            let (repeated, unchanged) = (all().count() > 0, all().any(same));
            self.repeated += u32::from(repeated);
            self.unchanged += u32::from(unchanged);
        }
        let (before, after) = (lacks(own, None), lacks(own, Some((&offer.give, &offer.want))));
        let fewer = after.total() < before.total();
        self.shifting += u32::from(!fewer && !before.covers(&after));
        self.idle += u32::from(before == after);
        self.round.open.insert(offer.id, offer.clone());
    }

    fn closed(&mut self, id: u32, because: ClosedBecause, public: &Public) {
        if !matches!(because, ClosedBecause::Declined | ClosedBecause::Expired) {
            // An accepted one is closed before the goods change hands.
            if because != ClosedBecause::Accepted {
                self.round.open.remove(&id);
            }
            return;
        }
        let Some(offer) = self.round.open.remove(&id) else { return };
        for to in &offer.to {
            let stood = stands(&public.players[usize::from(*to)], &offer);
            self.round.refused.push(Refused { offer: offer.clone(), to: *to, stood });
        }
    }

    /// Adds the counts of another match.
    pub fn add(&mut self, other: &Self) {
        self.pairs += other.pairs;
        self.made += other.made;
        self.answers += other.answers;
        self.most = self.most.max(other.most);
        self.accepted += other.accepted;
        self.repeated += other.repeated;
        self.unchanged += other.unchanged;
        self.shifting += other.shifting;
        self.idle += other.idle;
    }
}

/// Returns what a seat has and needs of the goods of an offer.
pub fn stands(player: &PlayerView, offer: &TradeOffer) -> (Vec<(u8, u8)>, u8) {
    let (held, needed) = (held(player), needed(player));
    let concerned = |good: &&Good| offer.give[**good] > 0 || offer.want[**good] > 0;
    let goods = Good::ALL.iter().filter(concerned).map(|good| (held[*good], needed[*good]));
    (goods.collect(), owed_of_any_kind(player))
}

/// Returns the goods of a seat.
pub fn held(player: &PlayerView) -> Goods {
    let mut goods: Goods = player.cubes.iter().map(|(kind, n)| (kind.good(), n)).collect();
    goods[Good::Coin] = player.coin;
    goods
}

/// Returns what citizens and crises ask of a seat by kind, as far as everybody sees it.
pub fn needed(player: &PlayerView) -> Goods {
    let mut needed = Goods::NONE;
    for debt in &player.debts {
        match debt.owed {
            Owed::Cubes { cubes } | Owed::CubesOrCoin { cubes, .. } => {
                cubes.iter().for_each(|(kind, n)| needed[kind.good()] += n);
            }
            Owed::Coin { coin } => needed[Good::Coin] += coin,
            Owed::Neighbour { .. } | Owed::Stockpile { .. } => {}
        }
    }
    for (kind, n) in player.citizens.iter().flat_map(|citizen| citizen.needs.iter()) {
        needed[kind.good()] += n;
    }
    needed
}

/// Returns the number of cubes that crises ask of a seat without saying their kinds.
pub fn owed_of_any_kind(player: &PlayerView) -> u8 {
    let any = player.debts.iter().map(|debt| match debt.owed {
        Owed::Neighbour { count } | Owed::Stockpile { count } => count,
        Owed::Cubes { .. } | Owed::CubesOrCoin { .. } | Owed::Coin { .. } => 0,
    });
    any.sum()
}

/// Returns what a seat lacks, now or when it has given and got some goods.
pub fn lacks(player: &PlayerView, trade: Option<(&Goods, &Goods)>) -> Goods {
    let (held, needed) = (held(player), needed(player));
    let after = |good: Good| {
        let (give, get) = trade.map_or((0, 0), |(give, get)| (give[good], get[good]));
        (held[good] + get).saturating_sub(give)
    };
    needed.iter().map(|(good, n)| (good, n.saturating_sub(after(good)))).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand matches")]
impl std::fmt::Display for Manners {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = (self.made + self.answers).max(1) as f32;
        let share = |part: u32| 100.0 * part as f32 / all;
        write!(
            f,
            "bots: {:.2} offers to a seat and round, at most {}; {:.2} answers; accepted {:.1} %, \
             repeated {:.1} %, {:.1} % with nothing changed; shifting a lack {:.1} %, leaving it {:.1} %",
            self.made as f32 / self.pairs.max(1) as f32,
            self.most,
            self.answers as f32 / self.pairs.max(1) as f32,
            share(self.accepted),
            share(self.repeated),
            share(self.unchanged),
            share(self.shifting),
            share(self.idle),
        )
    }
}
