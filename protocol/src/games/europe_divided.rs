//! Europe Divided on the wire: options, commands, events, public and private view.
//!
//! Seat 0 plays Europe, seat 1 plays Russia. Names of components are identifiers here; their texts
//! and values are in the component data (`GET /api/v1/data/{digest}`).

pub mod data;
mod event;
mod ids;
mod view;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::handicap::{self, HANDICAP};

pub use event::{CardZone, Cause, EndReason, Event, MoneySource};
pub use ids::{ActionCard, AdvantageCard, Headline, Power, Region, Sea, Side, Space};
pub use view::{
    Armies, ConditionState, Dice, HeadlinesView, InitiativeView, Intelligence, PlayedCard, Private,
    Projection, Prompt, PromptKind, Public, RegionLack, SeaControl, SideProjection, SideView,
    Stage,
};

/// The game's id.
pub const ID: &str = "europe-divided";

/// The options of a room of Europe Divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The revised rules settle what the first printing left open. Take the first ones if you know the
    /// game by them.
    #[schemars(title = "Printed rules", extend("default" = Edition::default()))]
    pub edition: Edition,
    /// Prestige with which one side begins, two for each step. A house rule for players of unequal
    /// strength.
    #[serde(deserialize_with = "handicap::steps", skip_serializing_if = "handicap::is_default")]
    #[schemars(title = "Head start", range(min = *HANDICAP.start(), max = *HANDICAP.end()),
               extend("default" = *HANDICAP.start()))]
    pub handicap: u8,
    /// It changes nothing without a head start.
    #[serde(skip_serializing_if = "handicap::is_default")]
    #[schemars(title = "Who has the head start", extend("default" = Favoured::default()))]
    pub handicap_for: Favoured,
}

/// The side that a handicap favours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Favoured {
    /// Europe.
    #[default]
    #[schemars(title = "Europe")]
    Europe,
    /// Russia.
    #[schemars(title = "Russia")]
    Russia,
}

impl Favoured {
    /// Returns the side.
    pub const fn side(self) -> Side {
        match self {
            Self::Europe => Side::Europe,
            Self::Russia => Side::Russia,
        }
    }
}

/// A printed edition of the rules.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Edition {
    /// The first edition.
    #[schemars(title = "First printing")]
    First,
    /// The revised edition.
    #[default]
    #[schemars(title = "Revised")]
    Revised,
}

/// Everything a seat can command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Keeps two of the three Advantage Cards drawn (secret until both have chosen).
    KeepAdvantages {
        /// The two kept.
        keep: [AdvantageCard; 2],
    },
    /// Uses Council Meeting before the initiative: discards two Action Cards face down.
    CouncilMeeting {
        /// The two discarded.
        discard: [ActionCard; 2],
    },
    /// Takes two Action Cards from deck and discards, after Council Meeting.
    TakeCards {
        /// The two taken.
        take: [ActionCard; 2],
    },
    /// Uses Cyber Attack before the initiative: sees Europe's four Action Cards.
    CyberAttack {},
    /// Locks two Action Cards for the turn, for good.
    LockInitiative {
        /// The two locked.
        cards: [ActionCard; 2],
    },
    /// Reveals one of the locked cards, to take one of its actions.
    Play {
        /// The card.
        card: ActionCard,
    },
    /// Takes no action with the revealed card.
    Pass {},
    /// Places an influence die of value 1.
    PlaceInfluence {
        /// The power whose die it is.
        power: Power,
        /// The region.
        region: Region,
    },
    /// Raises a die by exactly `amount`.
    IncreaseInfluence {
        /// The power whose die it is.
        power: Power,
        /// The region.
        region: Region,
        /// By how much the die rises.
        amount: u8,
    },
    /// Lowers an opposing die of 6 to 5.
    LowerInfluence {
        /// The power whose die it is.
        power: Power,
        /// The region.
        region: Region,
    },
    /// Gains money.
    GainMoney {},
    /// Builds an army.
    BuildArmy {
        /// The space.
        space: Space,
    },
    /// Moves one army along the cheapest legal route.
    MoveArmy {
        /// The space that it leaves.
        from: Space,
        /// The space that it enters.
        to: Space,
    },
    /// News Media's action: up to three +1 increases follow.
    Propaganda {},
    /// Hungary's action: +2 in Czechia and Slovakia and +2 in Poland.
    VisegradGroup {
        /// The colour raised in Czechia and Slovakia.
        czechia_slovakia: Power,
        /// The colour raised in Poland.
        poland: Power,
    },
    /// Ends a series of steps early (Propaganda, Snap Exercise).
    Done {},
    /// Does not use an Effect or a Reaction.
    Decline {},
    /// Uses an Advantage Card for its special action.
    UseAdvantage {
        /// The card.
        card: AdvantageCard,
    },
    /// Discards an Advantage Card for money.
    SellAdvantage {
        /// The card.
        card: AdvantageCard,
    },
    /// Puts the EU fracture marker on one of Europe's regions.
    Fracture {
        /// The region.
        space: Space,
    },
    /// Uses the Baltic Sea Card to move an army.
    SeaMove {
        /// The space that it leaves.
        from: Space,
        /// The space that it enters.
        to: Space,
    },
    /// Uses the Black Sea Card to build an army in the Black Sea.
    SeaBuild {},
    /// Ends the side's segment, after both cards were played.
    EndSegment {},
    /// Places a headline (secret until both have chosen).
    PlaceHeadline {
        /// The headline.
        headline: Headline,
    },
}
