//! What happens in a match, in the order it happens.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Capitals, Card, Colour, Dice, Objective, Owner, Placement, Support, Territory, Troops, Version,
};

/// One thing that happened. The event that names a drawn card is addressed to its owner alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The match is set up.
    SetUp {
        /// The version played.
        version: Version,
        /// The set-up of Basic Training.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setup: Option<u8>,
        /// The cities.
        cities: Vec<Territory>,
        /// The objectives that lie face up.
        objectives: Vec<Objective>,
    },
    /// It is settled who goes first (Basic Training).
    FirstPlayer {
        /// Who.
        colour: Colour,
        /// Whether the deal drew it.
        drawn: bool,
    },
    /// The seat that places the map was drawn (Command Room).
    PlacerDrawn {
        /// The seat.
        seat: u8,
    },
    /// The map was placed (Command Room).
    MapPlaced {
        /// By this seat.
        seat: u8,
        /// Whether the deal placed it.
        auto: bool,
        /// Who stands where.
        territories: Placement,
        /// The capitals.
        capitals: Capitals,
    },
    /// A seat chose its colour and who goes first (Command Room).
    ColourChosen {
        /// The seat.
        seat: u8,
        /// Its colour.
        colour: Colour,
        /// Who goes first.
        first: Colour,
    },
    /// A player's turn begins.
    TurnBegan {
        /// Counted over both players, from 1.
        turn: u16,
        /// Whose.
        colour: Colour,
    },
    /// Two dice were thrown for neutral resistance.
    ResistanceRolled {
        /// The dice.
        dice: Dice,
        /// What had to be reached.
        needed: u8,
        /// Troops on the neutral chart.
        chart: u8,
        /// Troops that return to the map.
        returning: u8,
    },
    /// Nobody rolled for neutral resistance; the chart is emptied.
    ResistanceDeclined {
        /// Troops that left it.
        chart: u8,
    },
    /// Neutral troops came back.
    TroopsReturned {
        /// How many where.
        troops: Troops,
    },
    /// Combat support was bought.
    SupportBought {
        /// By whom.
        colour: Colour,
        /// Which.
        kind: Support,
        /// Troops that left the own chart.
        price: u8,
    },
    /// The draft was counted.
    Drafted {
        /// By whom.
        colour: Colour,
        /// Troops for territories and cities.
        base: u8,
        /// Troops for whole regions.
        regions: u8,
        /// Troops for capitals.
        capitals: u8,
    },
    /// Cards were handed in.
    HandedIn {
        /// By whom.
        colour: Colour,
        /// The cards.
        cards: Vec<Card>,
        /// Their stars.
        stars: u8,
        /// Troops they earn.
        troops: u8,
    },
    /// Drafted troops were placed.
    Placed {
        /// By whom.
        colour: Colour,
        /// How many where.
        troops: Troops,
    },
    /// Dice were thrown that reconnaissance may still change.
    Rolled {
        /// From here.
        from: Territory,
        /// Into this.
        to: Territory,
        /// The attacker's dice, in the order drawn.
        attack: Dice,
        /// The defender's dice, in the order drawn.
        defence: Dice,
    },
    /// Reconnaissance: an attack die was thrown again.
    Rerolled {
        /// Its place in the roll, from 0.
        die: u8,
        /// What it showed.
        was: u8,
        /// What it shows now.
        now: u8,
    },
    /// A roll was fought out.
    Fought {
        /// From here.
        from: Territory,
        /// Into this.
        to: Territory,
        /// The attacker's dice, in the order drawn.
        attack: Dice,
        /// The defender's dice, in the order drawn.
        defence: Dice,
        /// Troops the attacker lost.
        attacker_lost: u8,
        /// Troops the defender lost.
        defender_lost: u8,
    },
    /// A territory has fallen.
    Conquered {
        /// The territory.
        territory: Territory,
        /// Whose it is now.
        by: Owner,
        /// Whose it was.
        of: Owner,
    },
    /// Troops moved into the conquered territory.
    Occupied {
        /// From here.
        from: Territory,
        /// Into this.
        to: Territory,
        /// How many.
        troops: u16,
    },
    /// An objective was collected.
    Collected {
        /// By whom.
        colour: Colour,
        /// Which.
        objective: Objective,
    },
    /// Troops moved.
    Manoeuvred {
        /// Whose.
        colour: Colour,
        /// From here.
        from: Territory,
        /// To here.
        to: Territory,
        /// How many.
        troops: u16,
    },
    /// An optional step was left out.
    Skipped {
        /// By whom.
        colour: Colour,
        /// Which.
        step: OptionalStep,
    },
    /// The discards were shuffled into a new deck.
    DeckShuffled {
        /// How many cards.
        cards: u8,
    },
    /// A player drew a card.
    CardDrawn {
        /// Who.
        colour: Colour,
    },
    /// The card drawn, for its owner alone.
    CardSeen {
        /// The card.
        card: Card,
    },
    /// The match is over.
    Ended {
        /// The seat that won; absent when nobody did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<u8>,
        /// Why.
        reason: EndReason,
    },
}

/// A step that may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OptionalStep {
    /// Further attacks.
    Attack,
    /// Collecting an objective.
    Collect,
    /// The manoeuvre.
    Manoeuvre,
    /// Further combat support.
    Support,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Three objectives collected and the own capital held.
    Objectives,
    /// The opponent has no territory left.
    Elimination,
    /// The turn limit: more objectives collected.
    LimitObjectives,
    /// The turn limit: more territories.
    LimitTerritories,
    /// The turn limit: more troops.
    LimitTroops,
    /// The turn limit: all equal.
    Draw,
    /// The opponent gave up.
    Resigned,
}
