//! The events of a match, in the order in which they happen.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ActionCard, AdvantageCard, Edition, Headline, Power, Region, Sea, Side, Space};
use crate::open::open_words;

/// One thing that happened. Events that name hidden cards are addressed to their owner alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The match is set up.
    SetUp {
        /// The edition played.
        edition: Edition,
    },
    /// A side begins with prestige, as the room's handicap says.
    HandicapGiven {
        /// The side.
        side: Side,
        /// The prestige.
        prestige: u8,
    },
    /// Both sides have chosen their Advantage Cards.
    AdvantagesKept {},
    /// A turn begins.
    TurnBegan {
        /// 1 to 20.
        turn: u8,
    },
    /// Both sides have locked; the sums are announced.
    InitiativeRevealed {
        /// The sum of Europe's two cards.
        europe: u8,
        /// The sum of Russia's two cards.
        russia: u8,
        /// The side that goes first.
        first: Side,
    },
    /// Council Meeting was used before the initiative; a card taken from the open discards shows.
    CouncilMet {
        /// The first card taken from the open discards.
        #[serde(skip_serializing_if = "Option::is_none")]
        first_open: Option<ActionCard>,
        /// The second card taken from the open discards.
        #[serde(skip_serializing_if = "Option::is_none")]
        second_open: Option<ActionCard>,
    },
    /// Cyber Attack was used before the initiative.
    CyberAttackMade {},
    /// Cyber Attack's result, for Russia alone.
    HandSeen {
        /// Europe's four cards when the initiative step began.
        cards: [ActionCard; 4],
    },
    /// A locked card is revealed.
    CardPlayed {
        /// The side.
        side: Side,
        /// The card.
        card: ActionCard,
    },
    /// The revealed card was used for no action.
    CardPassed {
        /// The side.
        side: Side,
        /// The card.
        card: ActionCard,
    },
    /// A die was placed.
    InfluencePlaced {
        /// The power whose die it is.
        power: Power,
        /// The region.
        region: Region,
        /// The price paid.
        cost: u8,
        /// The cause, if not an action of the card just played.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Cause>,
    },
    /// A die rose or fell.
    InfluenceChanged {
        /// The power whose die it is.
        power: Power,
        /// The region.
        region: Region,
        /// Its old value.
        from: u8,
        /// Its new value.
        to: u8,
        /// The cause, if not an action of the card just played.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Cause>,
    },
    /// A side takes a contested Action Card into its discards.
    ContestedCardTaken {
        /// The side.
        side: Side,
        /// The card.
        card: ActionCard,
    },
    /// A side gains money.
    MoneyGained {
        /// The side.
        side: Side,
        /// The amount.
        amount: u8,
        /// The source of the money.
        source: MoneySource,
        /// The cause, if not an action of the card just played.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Cause>,
    },
    /// An army was built.
    ArmyBuilt {
        /// The side.
        side: Side,
        /// The space.
        space: Space,
        /// The price paid.
        cost: u8,
        /// The cause, if not an action of the card just played.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Cause>,
    },
    /// An army moved.
    ArmyMoved {
        /// The side.
        side: Side,
        /// The space that it leaves.
        from: Space,
        /// The space that it enters.
        to: Space,
        /// The number of spaces.
        steps: u8,
        /// The price paid.
        cost: u8,
        /// The cause, if not an action of the card just played.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Cause>,
    },
    /// Opposing armies met: one of each goes back to its supply.
    ArmiesRemoved {
        /// The space.
        space: Space,
    },
    /// An army met opposing dominance and goes back to its supply.
    ArmyLostToInfluence {
        /// The side whose army it was.
        side: Side,
        /// The region.
        region: Region,
    },
    /// A Sea Card changed hands.
    SeaControlChanged {
        /// The sea.
        sea: Sea,
        /// The new holder; absent if nobody holds it.
        #[serde(skip_serializing_if = "Option::is_none")]
        power: Option<Power>,
    },
    /// An Effect or a Reaction was not used.
    Declined {
        /// The side.
        side: Side,
        /// The card that has it.
        card: ActionCard,
    },
    /// An Advantage Card was used for its special action.
    AdvantageUsed {
        /// The side.
        side: Side,
        /// The card.
        card: AdvantageCard,
    },
    /// An Advantage Card was discarded for money.
    AdvantageSold {
        /// The side.
        side: Side,
        /// The card.
        card: AdvantageCard,
    },
    /// A special action of several steps ended.
    StepsEnded {
        /// The side.
        side: Side,
    },
    /// The EU fracture marker was placed.
    Fractured {
        /// The space.
        space: Space,
        /// Set when the region's card had only EU actions and left the game: where it was.
        #[serde(skip_serializing_if = "Option::is_none")]
        removed_from: Option<CardZone>,
    },
    /// A card in hand or locked was replaced from the deck, unseen.
    CardReplaced {
        /// The side.
        side: Side,
    },
    /// The card that replaced the one which left the game, for its owner alone.
    ReplacementDrawn {
        /// The card.
        card: ActionCard,
    },
    /// A segment ended.
    SegmentEnded {
        /// The side.
        side: Side,
    },
    /// A side drew Action Cards.
    CardsDrawn {
        /// The side.
        side: Side,
        /// The number of cards.
        count: u8,
    },
    /// The Action Card drawn, for its owner alone.
    CardDrawn {
        /// The card.
        card: ActionCard,
    },
    /// A side's discards were shuffled into its Action deck.
    DeckShuffled {
        /// The side.
        side: Side,
    },
    /// A headline's condition held in every region.
    HeadlineAwarded {
        /// The headline.
        headline: Headline,
        /// The side that it goes to.
        side: Side,
        /// Prestige it is worth.
        prestige: u8,
    },
    /// A headline's condition failed; it leaves the game.
    HeadlineFailed {
        /// The headline.
        headline: Headline,
    },
    /// Forthcoming headlines became current.
    HeadlinesShifted {},
    /// A headline was placed.
    HeadlinePlaced {
        /// The side.
        side: Side,
        /// The headline.
        headline: Headline,
    },
    /// A side discarded headlines face down.
    HeadlinesDiscarded {
        /// The side.
        side: Side,
        /// The number of headlines.
        count: u8,
    },
    /// A side drew headlines.
    HeadlinesDrawn {
        /// The side.
        side: Side,
        /// The number of headlines.
        count: u8,
    },
    /// The headline drawn, for its owner alone.
    HeadlineDrawn {
        /// The headline.
        headline: Headline,
    },
    /// Dominance was scored.
    DominanceScored {
        /// The side.
        side: Side,
        /// One prestige a region.
        prestige: u8,
    },
    /// Advantage Cards still held were scored.
    AdvantagesScored {
        /// The side.
        side: Side,
        /// One prestige a card.
        prestige: u8,
    },
    /// A side drew three Advantage Cards to choose from.
    AdvantagesDrawn {
        /// The side.
        side: Side,
    },
    /// The match is over.
    MatchEnded {
        /// The winner; absent when nobody won.
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<Side>,
        /// The reason.
        reason: EndReason,
    },
}

/// A cause other than the action of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Cause {
    /// The Effect of an Action Card.
    Effect {
        /// The card that has it.
        card: ActionCard,
    },
    /// The Reaction of an Action Card.
    Reaction {
        /// The card that has it.
        card: ActionCard,
    },
    /// An Advantage Card.
    Advantage {
        /// The card.
        card: AdvantageCard,
    },
    /// A Sea Card.
    Sea {
        /// Its sea.
        sea: Sea,
    },
}

/// The source of gained money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoneySource {
    /// A gain money action, tokens included.
    Action,
    /// An Effect.
    Effect,
    /// The EU's control of a sea.
    SeaCard,
    /// An Advantage Card.
    Advantage,
}

/// The zone that a card was in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardZone {
    /// In hand.
    Hand,
    /// Locked for this turn, not yet played.
    Locked,
    /// Played this turn, open on the table.
    Table,
    /// In the deck.
    Deck,
    /// In the discards.
    Discards,
}

impl Event {
    /// Returns the event with this cause, if it is one that names its cause.
    #[must_use]
    pub const fn caused(mut self, cause: Cause) -> Self {
        if let Self::InfluencePlaced { by, .. }
        | Self::InfluenceChanged { by, .. }
        | Self::MoneyGained { by, .. }
        | Self::ArmyBuilt { by, .. }
        | Self::ArmyMoved { by, .. } = &mut self
        {
            *by = Some(cause);
        }
        self
    }
}

/// The reason for the result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// More prestige.
    Prestige,
    /// Equal prestige, more contested Action Cards taken.
    ContestedCards,
    /// Still equal, more armies on the board and money.
    ArmiesAndMoney,
    /// Still equal: Europe wins.
    TieToEurope,
    /// The other side resigned.
    Resigned,
}

open_words!(EndReason);
