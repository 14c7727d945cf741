//! The state of a match: plain memory, and two short lists of what is open.

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
    /// From 1; 0 while countries are chosen.
    pub(super) round: u8,
    /// When the phase began.
    pub(super) began: MatchMillis,
    /// How much play time was jumped over, as all were ready.
    pub(super) jumped: u32,
    /// How many crisis points of the round are past.
    pub(super) crises_past: u8,

    /// Those of the first `options.players` seats play.
    pub(super) players: [Player; MOST_PLAYERS],
    pub(super) supply: Cubes,
    pub(super) bank_cards: IdSet<ResourceCard>,
    pub(super) bank_stock: Cubes,
    pub(super) bank_coin: u8,

    pub(super) resources: Pile<ResourceCard, DECK>,
    /// Discarded resource cards; all lay face up before.
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
    pub(super) end: Option<End>,
}

/// A discarded citizen, and who saw it: everyone, or only the seat that discarded it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Discarded {
    pub(super) card: Citizen,
    pub(super) unseen_by_others: Option<Seat>,
}

/// What one player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Player {
    pub(super) country: Option<Country>,
    pub(super) happiness: u8,
    pub(super) coin: u8,
    /// Without locked ones.
    pub(super) cubes: Cubes,
    pub(super) locked: Cubes,
    /// Face up, starting cards included.
    pub(super) cards: IdSet<ResourceCard>,
    pub(super) hidden_resource: Option<ResourceCard>,
    /// Face up.
    pub(super) citizens: Hand,
    pub(super) hidden_citizen: Option<Citizen>,
    /// To choose from at the beginning of the round.
    pub(super) dealt: Option<[Citizen; DEALT]>,
    pub(super) chosen: Option<Chosen>,
    /// To choose from in open play.
    pub(super) drawn: Option<[Citizen; DEALT]>,
    pub(super) allocation: Option<Allocation>,
    pub(super) ready: bool,
    /// Left a debt of a crisis unpaid this round.
    pub(super) failed: bool,
    pub(super) resigned: bool,
}

impl Player {
    /// How many citizens it holds, drawn ones not included.
    pub(super) fn held(&self) -> usize {
        self.citizens.len() + usize::from(self.hidden_citizen.is_some())
    }

    /// Its citizens, face up and face down, by ascending id.
    pub(super) fn all_citizens(&self) -> Hand {
        self.citizens.iter().chain(self.hidden_citizen).collect()
    }
}

/// An answer to the choice of citizens: which of the dealt are kept, bit by bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Chosen {
    pub(super) keep: u8,
    pub(super) hidden: Option<Citizen>,
    pub(super) reveal_resource: bool,
}

/// What each citizen of the hand is given, and the reward if it is met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Allocation {
    pub(super) cubes: [Cubes; MOST_HELD],
    pub(super) rewards: [Reward; MOST_HELD],
}

/// What a seat owes for a crisis.
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
    /// In play time of the round.
    pub(super) expires: u32,
}

/// How the match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct End {
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

    /// All seats, in order.
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.rules.options.players).map(Seat)
    }

    /// The seats that have not resigned.
    pub(super) fn active(&self) -> SeatSet {
        let active = self.seats().filter(|seat| !self.player(*seat).resigned);
        active.fold(SeatSet::EMPTY, SeatSet::with)
    }

    /// All seats, clockwise from the one that is first this round.
    // Rules page 2.5, step 3.
    pub(super) fn clockwise(&self) -> impl Iterator<Item = Seat> + use<> {
        let (first, n) = (self.start_seat().0, self.rules.options.players);
        (0..n).map(move |step| Seat((first + step) % n))
    }

    /// The seat that is first when something is short.
    pub(super) fn start_seat(&self) -> Seat {
        Seat(self.round.saturating_sub(1) % self.rules.options.players)
    }

    pub(super) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// The player on the left.
    pub(super) fn left_of(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.rules.options.players)
    }

    /// The effects of the crises in play, oldest first.
    pub(super) fn effects(&self) -> impl Iterator<Item = (Crisis, Effect)> + '_ {
        let oldest_first = self.in_play.iter().rev();
        oldest_first.map(|crisis| (crisis, self.tables().crises[crisis].effect))
    }

    /// Whether a crisis keeps coin out of trade and the bank closed.
    pub(super) fn coin_blocked(&self) -> bool {
        self.effects().any(|(_, effect)| effect == Effect::NoCoinTrade {})
    }
}
