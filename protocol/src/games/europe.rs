//! Europe on the wire: options, commands, events, public and private view.
//!
//! Two to four seats trade in real time. Names of components are identifiers here; their texts and
//! values are in the component data (`GET /api/v1/data/{digest}`). All times are match time in
//! milliseconds.

pub mod data;
mod event;
mod ids;
mod options;
mod view;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::counts::Counts;

pub use event::{ClosedBecause, Deck, EndReason, Event};
pub use ids::{Citizen, CitizenKind, Country, Crisis, Good, Resource, ResourceCard};
pub use options::{
    CarryOver, CitizenDeck, CrisisBonus, CrisisDeck, CrisisFailure, FavouredPlayer, MarketRule,
    Options,
};
pub use view::{
    BankView, ChosenView, CitizenOutcome, CitizenResult, CitizenView, CleanUp, CrisisView, Debt,
    DecksView, MissingView, Owed, Phase, PlayerResult, PlayerView, Private, Public, ResourceView,
    TradeOffer,
};

/// The game's id.
pub const ID: &str = "europe";

/// Cubes of each resource.
pub type Cubes = Counts<Resource, { Resource::COUNT }>;

/// Cubes and coin: one side of a trade.
pub type Goods = Counts<Good, { Good::COUNT }>;

/// Everything a seat can command.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Takes a country, before round 1.
    Country {
        /// The country.
        code: Country,
    },
    /// Keeps citizens of those dealt, and reveals the dealt resource card or not (secret until all
    /// have chosen; final).
    Choose {
        /// The citizens kept.
        keep: Vec<Citizen>,
        /// The one of them kept face down; absent when none is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hidden: Option<Citizen>,
        /// `true` if the resource card is revealed.
        reveal_resource: bool,
    },
    /// Offers a trade to other seats.
    OfferCreate {
        /// The seats that may accept, each once; all others for an offer to everybody.
        to: Vec<u8>,
        /// The cubes and coin that the offerer gives.
        give: Goods,
        /// The cubes and coin that the offerer wants.
        want: Goods,
    },
    /// Answers an offer with another one, to the seat that made it alone.
    OfferCounter {
        /// The offer answered.
        offer_id: u32,
        /// The cubes and coin that the answering seat gives.
        give: Goods,
        /// The cubes and coin that the answering seat wants.
        want: Goods,
    },
    /// Accepts an offer: the swap happens at once.
    OfferAccept {
        /// The offer.
        offer_id: u32,
    },
    /// Turns an offer down.
    OfferDecline {
        /// The offer.
        offer_id: u32,
    },
    /// Withdraws one of the seat's own offers.
    OfferCancel {
        /// The offer.
        offer_id: u32,
    },
    /// Buys cubes from the bank.
    BankBuy {
        /// The cubes.
        cubes: Cubes,
    },
    /// Turns the seat's face-down resource card up.
    RevealResource {},
    /// Turns the seat's face-down citizen up.
    RevealCitizen {
        /// The citizen.
        id: Citizen,
    },
    /// Draws three citizens to choose from.
    DrawCitizens {},
    /// Keeps citizens of those drawn.
    ChooseDrawn {
        /// The citizens kept.
        keep: Vec<Citizen>,
        /// The one of them kept face down; absent when none is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hidden: Option<Citizen>,
    },
    /// Rapid Development: buys a resource card of the market.
    Develop {
        /// Its slot, from 0.
        slot: u8,
        /// The card that lies there.
        card_id: ResourceCard,
    },
    /// Rapid Development: buys the top resource card of the deck, unseen.
    DevelopBlind {},
    /// Pays a debt of a crisis, in part or whole.
    SettleCrisis {
        /// The crisis.
        crisis_id: Crisis,
        /// Cubes paid.
        cubes: Cubes,
        /// Coin paid.
        coin: u8,
    },
    /// Says that this seat wants nothing more before the next crisis or the end of the round.
    Ready {
        /// Ready, or no longer.
        ready: bool,
    },
    /// Assigns cubes to citizens (secret until all have; final).
    Allocate {
        /// Every citizen of the seat's once, in the order of the view.
        cards: Vec<Allotment>,
    },
}

/// The cubes assigned to one citizen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allotment {
    /// The citizen.
    pub id: Citizen,
    /// The cubes it is given.
    pub cubes: Cubes,
    /// The seat's reward if the citizen's needs are met.
    pub reward: Reward,
}

/// The reward that a met citizen pays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reward {
    /// One happiness.
    #[default]
    Happiness,
    /// The coin printed on the card.
    Coin,
}
