//! The state of a match: plain memory, and two short lists of open debts and offers.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use protocol::games::europe::data::Effect;
use protocol::games::europe::{
    Citizen, CleanUp, Country, Crisis, Cubes, EndReason, Goods, Options, Owed, Phase, ResourceCard,
    Reward,
};

use super::check::MOST_CITIZENS;
use super::hand::{Hand, MOST_HELD};
use super::tables::Tables;
use crate::by_id::IdSet;
use crate::dealer::Dealer;
use crate::game::{MatchMillis, Seat, SeatSet};
use crate::zone::{Knowledge, Pile};

/// The most players.
pub(super) const MOST_PLAYERS: usize = 4;
/// Citizens dealt or drawn at once.
pub(super) const DEALT: usize = 3;
/// Cards that lie in the market.
pub(super) const SLOTS: usize = 3;
/// Resource cards that are no starting cards.
pub(super) const DECK: usize = 50;

/// Acts of a seat in open play before a crisis or the end, where no clock ends them: whoever has done as
/// many is ready, so that nobody trades for ever.
pub(super) const UNTIMED_ACTS: u8 = 100;

/// Component data and options: compared by identity, not part of the hash.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) tables: Arc<Tables>,
    pub(super) options: Arc<Options>,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.tables, &other.tables) && self.options == other.options
    }
}

impl Eq for Rules {}

impl Hash for Rules {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Europe in play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Europe {
    pub(super) rules: Rules,
    pub(super) dealer: Dealer,
    pub(super) knowledge: Knowledge,

    pub(super) phase: Phase,
    /// The round, from 1; 0 while countries are chosen.
    pub(super) round: u8,
    /// The match time at which the phase began.
    pub(super) began: MatchMillis,
    /// Play time that was skipped because all were ready.
    pub(super) jumped: u32,
    /// Number of crisis points of the round that are past.
    pub(super) crises_past: u8,

    /// The players; only the first `options.players` of them play.
    pub(super) players: [PlayerState; MOST_PLAYERS],
    pub(super) supply: Cubes,
    pub(super) bank_cards: IdSet<ResourceCard>,
    pub(super) bank_stock: Cubes,
    pub(super) bank_coin: u8,

    pub(super) resources: Pile<ResourceCard, DECK>,
    /// Discarded resource cards; all of them lay face up before.
    pub(super) resource_discards: IdSet<ResourceCard>,
    pub(super) market: [Option<ResourceCard>; SLOTS],
    pub(super) citizens: Pile<Citizen, MOST_CITIZENS>,
    pub(super) citizen_discards: Pile<Discarded, MOST_CITIZENS>,
    pub(super) crises: Pile<Crisis, { Crisis::COUNT }>,
    pub(super) crisis_discards: IdSet<Crisis>,
    /// Directives, and this round's disasters; the newest on top.
    pub(super) in_play: Pile<Crisis, { Crisis::COUNT }>,
    /// Crises turned up this round.
    pub(super) turned: IdSet<Crisis>,

    /// Open debts, oldest crisis first.
    pub(super) debts: Vec<Owing>,
    /// Open offers, by id.
    pub(super) offers: Vec<Trade>,
    /// Offers made in the match.
    pub(super) offers_made: u32,
    pub(super) last_clean_up: Option<Arc<CleanUp>>,
    pub(super) end: Option<MatchEnd>,
}

/// A discarded citizen, and its witnesses: everyone, or only the seat that discarded it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Discarded {
    pub(super) card: Citizen,
    pub(super) unseen_by_others: Option<Seat>,
}

/// The holdings of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct PlayerState {
    pub(super) country: Option<Country>,
    pub(super) happiness: u8,
    pub(super) coin: u8,
    /// Cubes without the locked ones.
    pub(super) cubes: Cubes,
    pub(super) locked: Cubes,
    /// Face-up resource cards, starting cards included.
    pub(super) cards: IdSet<ResourceCard>,
    pub(super) hidden_resource: Option<ResourceCard>,
    /// Face-up citizens.
    pub(super) citizens: Hand,
    pub(super) hidden_citizen: Option<Citizen>,
    /// Citizens to choose from at the beginning of the round.
    pub(super) dealt: Option<[Citizen; DEALT]>,
    pub(super) chosen: Option<CitizenChoice>,
    /// Citizens to choose from in open play.
    pub(super) drawn: Option<[Citizen; DEALT]>,
    pub(super) allocation: Option<Allocation>,
    pub(super) ready: bool,
    /// Acts of open play since it began or the last crisis came; counted where no clock runs.
    pub(super) acts: u8,
    /// `true` if a debt of a crisis was left unpaid this round.
    pub(super) failed: bool,
    pub(super) resigned: bool,
}

impl PlayerState {
    /// Returns the number of citizens it holds, drawn ones not included.
    pub(super) fn held(&self) -> usize {
        self.citizens.len() + usize::from(self.hidden_citizen.is_some())
    }

    /// Returns its citizens, face up and face down, by ascending id.
    pub(super) fn all_citizens(&self) -> Hand {
        self.citizens.iter().chain(self.hidden_citizen).collect()
    }
}

/// An answer to the choice of citizens: the kept ones of the dealt, as a bit mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CitizenChoice {
    pub(super) keep: u8,
    pub(super) hidden: Option<Citizen>,
    pub(super) reveal_resource: bool,
}

/// The cubes that each citizen of the hand is given, and the reward if it is met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Allocation {
    pub(super) cubes: [Cubes; MOST_HELD],
    pub(super) rewards: [Reward; MOST_HELD],
}

/// A debt of a seat for a crisis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Owing {
    pub(super) seat: Seat,
    pub(super) crisis: Crisis,
    pub(super) owed: Owed,
}

/// An open trade offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Trade {
    pub(super) id: u32,
    pub(super) from: Seat,
    pub(super) to: SeatSet,
    pub(super) give: Goods,
    pub(super) want: Goods,
    pub(super) counter_to: Option<u32>,
    /// The expiry, in play time of the round.
    pub(super) expires: u32,
}

/// The end of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MatchEnd {
    pub(super) winners: SeatSet,
    pub(super) reason: EndReason,
}

impl Europe {
    pub(super) fn tables(&self) -> &Tables {
        &self.rules.tables
    }

    pub(super) fn options(&self) -> &Options {
        &self.rules.options
    }

    /// Returns all seats, in order.
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.rules.options.players).map(Seat)
    }

    /// Returns the seats that have not resigned.
    pub(super) fn active(&self) -> SeatSet {
        let active = self.seats().filter(|seat| !self.player(*seat).resigned);
        active.fold(SeatSet::EMPTY, SeatSet::with)
    }

    /// Returns all seats, clockwise from the first one of this round.
    // Rules page 2.5, step 3.
    pub(super) fn clockwise(&self) -> impl Iterator<Item = Seat> + use<> {
        let (first, n) = (self.start_seat().0, self.rules.options.players);
        (0..n).map(move |step| Seat((first + step) % n))
    }

    /// Returns the seat that is first when something is short.
    pub(super) fn start_seat(&self) -> Seat {
        Seat(self.round.saturating_sub(1) % self.rules.options.players)
    }

    pub(super) fn player(&self, seat: Seat) -> &PlayerState {
        &self.players[seat.index()]
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut PlayerState {
        &mut self.players[seat.index()]
    }

    /// Returns the player on the left.
    pub(super) fn left_of(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.rules.options.players)
    }

    /// Returns the effects of the crises in play, oldest first.
    pub(super) fn effects(&self) -> impl Iterator<Item = (Crisis, Effect)> + '_ {
        let oldest_first = self.in_play.iter().rev();
        oldest_first.map(|crisis| (crisis, self.tables().crises[crisis].effect))
    }

    /// Checks whether a crisis keeps coin out of trade and the bank closed.
    pub(super) fn coin_blocked(&self) -> bool {
        self.effects().any(|(_, effect)| effect == Effect::NoCoinTrade {})
    }
}
