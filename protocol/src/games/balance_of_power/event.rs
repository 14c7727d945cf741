//! The events of a match, in the order in which they happen.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Capitals, Card, Colour, Dice, Objective, Owner, Placement, Support, Territory, Troops, Version,
};
use crate::open::open_words;

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
        /// The player's colour.
        colour: Colour,
        /// `true` if the deal drew it.
        drawn: bool,
    },
    /// The seat that places the map was drawn (Command Room).
    PlacerDrawn {
        /// The seat.
        seat: u8,
    },
    /// The map was placed (Command Room).
    MapPlaced {
        /// The seat that placed it.
        seat: u8,
        /// `true` if the deal placed it.
        auto: bool,
        /// The garrison of each territory.
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
        /// The colour that goes first.
        first: Colour,
    },
    /// A seat has more troops on its capital, as the room's handicap says.
    HandicapGiven {
        /// The seat.
        seat: u8,
        /// Its colour.
        colour: Colour,
        /// Its capital.
        territory: Territory,
        /// The number of troops more.
        troops: u8,
    },
    /// A player's turn begins.
    TurnBegan {
        /// Counted over both players, from 1.
        turn: u16,
        /// The player's colour.
        colour: Colour,
    },
    /// Two dice were thrown for neutral resistance.
    ResistanceRolled {
        /// The dice.
        dice: Dice,
        /// The sum that the dice had to reach.
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
        /// The number of troops for each territory.
        troops: Troops,
    },
    /// Combat support was bought.
    SupportBought {
        /// The player's colour.
        colour: Colour,
        /// The kind of support.
        kind: Support,
        /// Troops that left the buyer's own chart.
        price: u8,
    },
    /// The draft was counted.
    Drafted {
        /// The player's colour.
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
        /// The player's colour.
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
        /// The player's colour.
        colour: Colour,
        /// The number of troops for each territory.
        troops: Troops,
    },
    /// Dice were thrown that reconnaissance may still change.
    Rolled {
        /// The territory that attacks.
        from: Territory,
        /// The territory attacked.
        to: Territory,
        /// The attacker's dice, in the order drawn.
        attack: Dice,
        /// The defender's dice, in the order drawn.
        defence: Dice,
    },
    /// Reconnaissance: an attack die was thrown again.
    Rerolled {
        /// Its position in the roll, from 0.
        die: u8,
        /// The value that it showed before.
        was: u8,
        /// The value that it shows now.
        now: u8,
    },
    /// A roll was fought out.
    Fought {
        /// The territory that attacked.
        from: Territory,
        /// The territory attacked.
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
        /// The new owner.
        by: Owner,
        /// The previous owner.
        of: Owner,
    },
    /// Troops moved into the conquered territory.
    Occupied {
        /// The territory that they left.
        from: Territory,
        /// The territory conquered.
        to: Territory,
        /// The number of troops.
        troops: u16,
    },
    /// An objective was collected.
    Collected {
        /// The player's colour.
        colour: Colour,
        /// The objective.
        objective: Objective,
    },
    /// Troops moved.
    Manoeuvred {
        /// The player's colour.
        colour: Colour,
        /// The territory that they left.
        from: Territory,
        /// The territory that they entered.
        to: Territory,
        /// The number of troops.
        troops: u16,
    },
    /// An optional step was skipped.
    Skipped {
        /// The player's colour.
        colour: Colour,
        /// The step.
        step: OptionalStep,
    },
    /// The discards were shuffled into a new deck.
    DeckShuffled {
        /// The number of cards.
        cards: u8,
    },
    /// A player drew a card.
    CardDrawn {
        /// The player's colour.
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
        /// The reason.
        reason: EndReason,
    },
}

/// A step that may be skipped.
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

/// The reason for the result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Three objectives collected and the player's own capital held.
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

open_words!(EndReason);
