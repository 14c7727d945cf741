//! Balance of Power on the wire: options, commands, events, public and private view.
//!
//! In Basic Training seat 0 plays Red and seat 1 plays Blue; in the Command Room the seats choose
//! (`public.colours`). Names of components are identifiers here; names, borders and cards are in
//! the component data (`GET /api/v1/data/{digest}`).

pub mod data;
mod dice;
mod event;
mod ids;
mod placement;
mod view;

use schemars::JsonSchema;
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};

use crate::Counts;
use crate::handicap::{self, HANDICAP};

pub use dice::{Dice, MOST_DICE};
pub use event::{EndReason, Event, OptionalStep};
pub use ids::{Card, Colour, Objective, Owner, Region, Site, Support, Territory};
pub use placement::{Garrison, Placement};
pub use view::{
    AttackView, ChartView, Charts, CommandRoom, DraftView, LastRoll, NeutralView, Private, Prompt,
    PromptKind, Public, RegionBonus, SideView, Stage, SupportView, TerritoryView,
};

/// The game's id.
pub const ID: &str = "balance-of-power";

/// Troops by territory.
pub type Troops = Counts<Territory, { Territory::COUNT }>;

/// The set-ups of Basic Training.
pub const SETUPS: std::ops::RangeInclusive<u8> = 1..=4;
/// The range of player turns to which a match may be limited.
pub const MAX_TURNS: std::ops::RangeInclusive<u16> = 10..=1000;

/// The options of a room of Balance of Power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The Command Room is the whole game; Basic Training leaves some of it out.
    #[schemars(title = "Kind of match", extend("default" = Version::default()))]
    pub version: Version,
    /// The places of troops, cities and capitals at the beginning, and the objectives. Map 3 is a good
    /// first one.
    #[serde(deserialize_with = "setup")]
    #[schemars(title = "Starting map of Basic Training", range(min = *SETUPS.start(), max = *SETUPS.end()),
               extend("default" = Self::default().setup))]
    pub setup: u8,
    /// In Basic Training; in the Command Room a player decides.
    #[schemars(title = "Who goes first", extend("default" = First::default()))]
    pub first: First,
    /// Turns of both players together; then the match ends without more.
    #[serde(deserialize_with = "max_turns")]
    #[schemars(title = "Longest match, in turns", range(min = *MAX_TURNS.start(), max = *MAX_TURNS.end()),
               extend("default" = Self::default().max_turns))]
    pub max_turns: u16,
    /// Troops that one player has more at the beginning, on the capital, two for each step. A house rule
    /// for players of unequal strength.
    #[serde(deserialize_with = "handicap::steps", skip_serializing_if = "handicap::is_default")]
    #[schemars(title = "Head start", range(min = *HANDICAP.start(), max = *HANDICAP.end()),
               extend("default" = *HANDICAP.start()))]
    pub handicap: u8,
    /// It changes nothing without a head start.
    #[serde(skip_serializing_if = "handicap::is_default")]
    #[schemars(title = "Who has the head start", extend("default" = FavouredSeat::default()))]
    pub handicap_for: FavouredSeat,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            version: Version::default(),
            setup: 3,
            first: First::default(),
            max_turns: 100,
            handicap: 0,
            handicap_for: FavouredSeat::default(),
        }
    }
}

fn setup<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let given = u8::deserialize(deserializer)?;
    if SETUPS.contains(&given) {
        return Ok(given);
    }
    Err(D::Error::invalid_value(Unexpected::Unsigned(given.into()), &"a set-up from 1 to 4"))
}

fn max_turns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let given = u16::deserialize(deserializer)?;
    if MAX_TURNS.contains(&given) {
        return Ok(given);
    }
    Err(D::Error::invalid_value(Unexpected::Unsigned(given.into()), &"10 to 1000 turns"))
}

/// A version of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Version {
    /// The map is laid out for you; begin here.
    #[default]
    #[schemars(title = "Basic Training")]
    BasicTraining,
    /// One of you lays out the map, the other picks a colour. Attacks can be supported.
    #[schemars(title = "Command Room")]
    CommandRoom,
}

/// The colour that goes first in Basic Training.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// By lot, if the map names nobody.
    #[default]
    #[schemars(title = "As the map is even")]
    SetUp,
    /// The deal draws it.
    #[schemars(title = "Drawn by lot")]
    Drawn,
    /// Red.
    #[schemars(title = "Red")]
    Red,
    /// Blue.
    #[schemars(title = "Blue")]
    Blue,
}

/// The seat that a handicap favours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FavouredSeat {
    /// Red in Basic Training, either colour in the Command Room.
    #[default]
    #[schemars(title = "The player listed first")]
    FirstSeat,
    /// Blue in Basic Training, either colour in the Command Room.
    #[schemars(title = "The player listed second")]
    SecondSeat,
}

impl FavouredSeat {
    /// Returns the number of the seat.
    pub const fn number(self) -> u8 {
        match self {
            Self::FirstSeat => 0,
            Self::SecondSeat => 1,
        }
    }
}

/// The territories of the two capitals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Capitals {
    /// Red's.
    pub red: Territory,
    /// Blue's.
    pub blue: Territory,
}

/// Everything a seat can command.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Places the whole map for both colours and the neutral army (Command Room).
    PlaceMap {
        /// An entry for each of the 30 territories.
        territories: Placement,
        /// A capital for each colour.
        capitals: Capitals,
    },
    /// Has the deal place a balanced map (Command Room).
    Auto {},
    /// Chooses the seat's colour, and which colour goes first (Command Room).
    Choose {
        /// The seat's colour.
        colour: Colour,
        /// The colour that goes first.
        first: Colour,
    },
    /// Rolls for neutral resistance.
    Resist {},
    /// Forgoes neutral resistance: the neutral chart is emptied.
    Decline {},
    /// Puts returning neutral troops into neutral territories.
    ReturnTroops {
        /// The number of troops for each territory.
        troops: Troops,
    },
    /// Buys combat support. Reconnaissance and the special unit take no inputs.
    Support {
        /// The kind of support.
        kind: Support,
        /// The territory of departure or attack: start manoeuvre and neutral attack.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Territory>,
        /// The territory of arrival, or the one attacked: start manoeuvre and neutral attack.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Territory>,
        /// The number of troops that move: start manoeuvre.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        troops: Option<u16>,
        /// Troops that stay out of the fight: neutral attack.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stop_at: Option<u16>,
    },
    /// Buys no further combat support.
    Done {},
    /// Hands cards in for troops, once a turn before the first troop is placed.
    HandIn {
        /// The cards; their stars sum to 2 to 10.
        cards: Vec<Card>,
    },
    /// Places drafted troops on the player's territories.
    Place {
        /// The number of troops for each territory.
        troops: Troops,
    },
    /// Makes one roll.
    Attack {
        /// The player's territory that attacks.
        from: Territory,
        /// The adjacent territory attacked.
        to: Territory,
        /// The number of dice.
        dice: u8,
    },
    /// Rolls again and again, with the most dice, until the target falls or `stop_at` troops are
    /// left.
    AttackUntil {
        /// The player's territory that attacks.
        from: Territory,
        /// The adjacent territory attacked.
        to: Territory,
        /// Troops that stay out of the fight.
        stop_at: u16,
    },
    /// Reconnaissance: throws one attack die again; the new value counts.
    Reroll {
        /// Its position in the roll as shown, from 0.
        die: u8,
    },
    /// Keeps the dice of the roll.
    Keep {},
    /// Moves troops into the conquered territory.
    Occupy {
        /// The number of troops.
        troops: u16,
    },
    /// Makes no further attack this turn.
    EndAttack {},
    /// Takes an objective that is fulfilled.
    Collect {
        /// The objective.
        objective: Objective,
    },
    /// Moves troops between connected territories of the player's.
    Manoeuvre {
        /// The territory that they leave.
        from: Territory,
        /// The territory that they enter.
        to: Territory,
        /// The number of troops.
        troops: u16,
    },
    /// Skips an optional step: collecting, the manoeuvre.
    Skip {},
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn options(given: Value) -> Result<Options, serde_json::Error> {
        serde_json::from_value(given)
    }

    #[test]
    fn options_have_defaults_and_strict_ranges() {
        assert_eq!(options(json!({})).unwrap(), Options::default());
        assert_eq!(Options::default().setup, 3);
        assert_eq!(options(json!({"setup": 4, "max_turns": 10})).unwrap().setup, 4);
        for wrong in [
            json!({"setup": 0}),
            json!({"setup": 5}),
            json!({"setup": "3"}),
            json!({"max_turns": 9}),
            json!({"max_turns": 1001}),
            json!({"version": "advanced"}),
            json!({"first": "neutral"}),
            json!({"colour": "red"}),
            json!({"handicap": 4}),
            json!({"handicap": 1, "handicap_for": "red"}),
        ] {
            assert!(options(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_support_command_has_only_the_inputs_given() {
        let plain = json!({"type": "support", "kind": "special_unit"});
        let command: Command = serde_json::from_value(plain.clone()).unwrap();
        assert_eq!(serde_json::to_value(&command).unwrap(), plain);
        let attack = json!({
            "type": "support", "kind": "neutral_attack",
            "from": "denmark", "to": "germany", "stop_at": 2,
        });
        let command: Command = serde_json::from_value(attack.clone()).unwrap();
        assert_eq!(serde_json::to_value(&command).unwrap(), attack);
    }
}
