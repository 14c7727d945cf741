//! The events of a match, in the order in which they happen.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Citizen, CitizenOutcome, Country, Crisis, Cubes, Goods, Owed, Resource, ResourceCard,
    TradeOffer,
};
use crate::open::open_words;

/// One thing that happened. Events that name hidden cards are addressed to their owner alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The match is set up.
    SetUp {
        /// The number of players.
        players: u8,
    },
    /// A seat starts with more coin, as the room's handicap says.
    HandicapGiven {
        /// The seat.
        seat: u8,
        /// The coin more.
        coin: u8,
    },
    /// A seat was dealt a starting card.
    StartingCardDealt {
        /// The seat.
        seat: u8,
        /// The card.
        card: ResourceCard,
    },
    /// A seat has its country.
    CountryTaken {
        /// The seat.
        seat: u8,
        /// The country.
        country: Country,
    },
    /// A round begins.
    RoundBegan {
        /// The round, from 1.
        round: u8,
    },
    /// Every seat was dealt a resource card face down.
    ResourcesDealt {},
    /// The resource card dealt, for its owner alone.
    ResourceDealt {
        /// The card.
        card: ResourceCard,
    },
    /// Every seat was dealt three citizens.
    CitizensDealt {},
    /// Three citizens to choose from, for their owner alone.
    CitizensSeen {
        /// The cards.
        cards: [Citizen; 3],
    },
    /// A seat has answered in a simultaneous choice.
    Answered {
        /// The seat.
        seat: u8,
    },
    /// A seat has kept citizens of those dealt or drawn.
    CitizensKept {
        /// The seat.
        seat: u8,
        /// The number of citizens kept face up.
        open: u8,
        /// The number of citizens kept face down.
        hidden: u8,
    },
    /// A citizen lies face up before a seat.
    CitizenRevealed {
        /// The seat.
        seat: u8,
        /// The citizen.
        card: Citizen,
    },
    /// A resource card lies face up before a seat.
    ResourceRevealed {
        /// The seat.
        seat: u8,
        /// The card.
        card: ResourceCard,
        /// Cubes taken for it at once; those of production come with it.
        gained: u8,
    },
    /// A seat's cards produced.
    Produced {
        /// The seat.
        seat: u8,
        /// The cubes.
        cubes: Cubes,
    },
    /// The bank's cards produced.
    BankProduced {
        /// The cubes.
        cubes: Cubes,
    },
    /// A resource card was turned up for the market.
    MarketFilled {
        /// The slot.
        slot: u8,
        /// The card.
        card: ResourceCard,
    },
    /// Three cards of one resource lay in the market; all were discarded.
    MarketSwept {
        /// The resource.
        resource: Resource,
    },
    /// Open play begins.
    PlayBegan {
        /// The match time at which it ends, unless all are ready before; absent where no clock runs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ends_ms: Option<u64>,
    },
    /// A trade was offered.
    OfferMade {
        /// The offer.
        offer: TradeOffer,
    },
    /// A seat turned an offer down.
    OfferDeclined {
        /// The offer.
        offer_id: u32,
        /// The seat.
        seat: u8,
    },
    /// An offer is closed.
    OfferClosed {
        /// The offer.
        offer_id: u32,
        /// The reason.
        because: ClosedBecause,
    },
    /// Two seats swapped.
    Swapped {
        /// The offer that was accepted.
        offer_id: u32,
        /// The seat that made it.
        from: u8,
        /// The seat that accepted it.
        by: u8,
        /// The cubes and coin that `from` gave.
        give: Goods,
        /// The cubes and coin that `by` gave.
        want: Goods,
    },
    /// A seat bought cubes from the bank.
    BankSold {
        /// The seat.
        seat: u8,
        /// The cubes.
        cubes: Cubes,
        /// The price.
        coin: u8,
    },
    /// A seat drew three citizens and chooses.
    CitizensDrawn {
        /// The seat.
        seat: u8,
    },
    /// A seat bought a resource card.
    Developed {
        /// The seat.
        seat: u8,
        /// The card.
        card: ResourceCard,
        /// Its slot in the market; absent when it was the top of the deck.
        #[serde(skip_serializing_if = "Option::is_none")]
        slot: Option<u8>,
        /// The price.
        coin: u8,
        /// Cubes taken for it at once.
        gained: u8,
    },
    /// A crisis appeared.
    CrisisTurned {
        /// The crisis.
        crisis: Crisis,
        /// The coin that it promises.
        bonus: u8,
    },
    /// A crisis was due, and no card was left.
    NoCrisis {},
    /// A seat owes something.
    DebtIncurred {
        /// The seat.
        seat: u8,
        /// For this crisis.
        crisis: Crisis,
        /// The debt.
        owed: Owed,
    },
    /// A seat paid a debt, or the clean-up collected it.
    DebtPaid {
        /// The seat.
        seat: u8,
        /// For this crisis.
        crisis: Crisis,
        /// Cubes paid.
        cubes: Cubes,
        /// Coin paid.
        coin: u8,
    },
    /// A seat is ready, or no longer.
    ReadyChanged {
        /// The seat.
        seat: u8,
        /// `true` if it is ready.
        ready: bool,
    },
    /// All are ready: play goes on at the next crisis or the end of the round.
    ClockJumped {
        /// By how much, in milliseconds.
        by_ms: u32,
    },
    /// Open play is over.
    PlayEnded {},
    /// A seat could not pay all debts of crises.
    CrisisFailed {
        /// The seat.
        seat: u8,
    },
    /// A citizen was served, or not.
    CitizenServed {
        /// The seat.
        seat: u8,
        /// The citizen.
        card: Citizen,
        /// The cubes it was given.
        cubes: Cubes,
        /// The result for the citizen.
        #[serde(rename = "fate")]
        outcome: CitizenOutcome,
    },
    /// A seat's happiness was judged.
    HappinessChanged {
        /// The seat.
        seat: u8,
        /// Before.
        from: u8,
        /// After.
        to: u8,
    },
    /// A seat earned coin in the clean-up.
    CoinEarned {
        /// The seat.
        seat: u8,
        /// By citizens.
        rewards: u8,
        /// By crises.
        bonus: u8,
    },
    /// A resource card that will give no more cubes was discarded.
    CardSpent {
        /// The seat.
        seat: u8,
        /// The card.
        card: ResourceCard,
    },
    /// A deck's discards were shuffled into it.
    DeckShuffled {
        /// The deck.
        deck: Deck,
    },
    /// A seat has given up; defaults act for it.
    Resigned {
        /// The seat.
        seat: u8,
    },
    /// The match is over.
    MatchEnded {
        /// The winners.
        winners: Vec<u8>,
        /// The reason.
        reason: EndReason,
    },
}

/// The reason why an offer is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClosedBecause {
    /// It was accepted.
    Accepted,
    /// All who might accept it turned it down or gave up.
    Declined,
    /// It was withdrawn.
    Cancelled,
    /// Its time had run out.
    Expired,
    /// Its maker no longer has what it gives.
    Unfunded,
    /// A crisis keeps coin out of trade.
    CoinBlocked,
    /// Its maker gave up.
    Resigned,
    /// The round is over.
    RoundOver,
}

/// A deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deck {
    /// The resource deck.
    Resources,
    /// The citizen deck.
    Citizens,
    /// The crisis deck.
    Crises,
}

/// The reason for the result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// More happiness.
    Happiness,
    /// Equal happiness, more coin.
    Coin,
    /// Equal in both: the win is shared.
    Shared,
    /// The rounds were over before anybody had enough: more happiness.
    LimitHappiness,
    /// The rounds were over: equal happiness, more coin.
    LimitCoin,
    /// The rounds were over: equal in both, the win is shared.
    LimitShared,
    /// All others resigned.
    Resigned,
}

open_words!(EndReason);
