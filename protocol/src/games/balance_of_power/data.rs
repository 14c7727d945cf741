//! The component data: a field for each file of `data/balance-of-power`, a list for each kind of row.
//!
//! An unknown key of a row is an error; the engine checks further that the rows hold together. A value
//! `x` has its source in `x_source`, or in `source` for the whole row.

#![allow(missing_docs, reason = "a source is what the module says it is")]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Card, Colour, Objective, Owner, Region, Site, Support, Territory, Troops};
use crate::Source;

/// The component data of a match of Balance of Power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Data {
    /// Cards, and what they earn.
    pub cards: CardFile,
    /// Parts that only the Command Room has.
    pub command_room: CommandRoomFile,
    /// The board.
    pub map: MapFile,
    /// Objectives.
    pub objectives: ObjectiveFile,
    /// The set-ups of Basic Training.
    pub setups: SetupFile,
}

/// `cards.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardFile {
    /// Territory cards; two show none.
    pub card: Vec<CardRow>,
    /// Troops that a number of stars is worth.
    pub stars: Vec<StarsRow>,
}

/// `command_room.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommandRoomFile {
    /// Rows of the chart and how many troops each holds.
    pub chart: Vec<ChartRow>,
    /// Sums that the dice must reach against neutral resistance.
    pub resistance: Vec<ResistanceRow>,
    /// Combat support and its price.
    pub support: Vec<SupportRow>,
}

/// `map.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MapFile {
    /// Territories.
    pub territory: Vec<TerritoryRow>,
    /// Regions and their bonus.
    pub region: Vec<RegionRow>,
    /// Pairs of territories that border each other.
    pub edge: Vec<EdgeRow>,
}

/// `objectives.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ObjectiveFile {
    /// Objectives and the condition that fulfils each.
    pub objective: Vec<ObjectiveRow>,
}

/// `setups.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetupFile {
    /// The printed set-ups.
    pub setup: Vec<SetupRow>,
}

/// A territory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerritoryRow {
    /// Its identifier.
    pub id: Territory,
    /// Its name.
    pub name: String,
    pub name_source: Source,
    /// The region that it belongs to.
    pub region: Region,
    pub region_source: Source,
    /// `true` if its terrain is rough.
    pub rough: bool,
    pub rough_source: Source,
    /// Its site, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<Site>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site_source: Option<Source>,
}

/// A region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegionRow {
    /// Its identifier.
    pub id: Region,
    /// Its name.
    pub name: String,
    /// Troops that it earns if held whole.
    pub bonus: u8,
    pub bonus_source: Source,
    pub source: Source,
}

/// The way in which two territories border each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// By land.
    Land,
    /// By a sea-line.
    Sea,
}

/// Two territories that border each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EdgeRow {
    /// The one.
    pub a: Territory,
    /// The other.
    pub b: Territory,
    /// The way in which they border each other.
    pub kind: EdgeKind,
    pub source: Source,
}

/// The closed set of conditions that objectives ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "hold", rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// Every territory of a region.
    Region {
        /// The region.
        region: Region,
    },
    /// Every territory of some regions.
    Regions {
        /// The number of regions.
        count: u8,
    },
    /// Every territory that a sea-line touches.
    SeaLines {},
    /// Territories with rough terrain.
    Rough {
        /// The number of territories.
        count: u8,
    },
    /// Cities.
    Cities {
        /// The number of cities.
        count: u8,
    },
    /// Every site of a kind.
    Site {
        /// The site.
        site: Site,
    },
    /// No neutral troop is on the map.
    NoNeutral {},
}

/// An objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveRow {
    /// Its identifier.
    pub id: Objective,
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The condition that fulfils it.
    pub condition: Condition,
    pub source: Source,
}

/// A set-up of Basic Training.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupRow {
    /// Its number, from 1.
    pub id: u8,
    /// The objectives that lie face up.
    pub objectives: Vec<Objective>,
    pub objectives_source: Source,
    /// The territories with cities.
    pub cities: Vec<Territory>,
    pub cities_source: Source,
    /// The territory of Red's capital.
    pub red_capital: Territory,
    /// Red's troops.
    pub red: Troops,
    /// The territory of Blue's capital.
    pub blue_capital: Territory,
    /// Blue's troops.
    pub blue: Troops,
    /// Neutral troops.
    pub neutral: Troops,
    pub placement_source: Source,
    /// The colour that goes first, if the set-up names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Colour>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_source: Option<Source>,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardRow {
    /// Its identifier.
    pub id: Card,
    /// The territory on it, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub territory: Option<Territory>,
    pub territory_source: Source,
    /// Its stars.
    pub stars: u8,
    pub stars_source: Source,
}

/// The troops that cards with this many stars earn together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StarsRow {
    /// The stars.
    pub stars: u8,
    /// The troops.
    pub troops: u8,
    pub source: Source,
}

/// A row of the chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChartRow {
    /// The owner of the defeated troops there.
    pub id: Owner,
    /// The number of troops that it holds.
    pub capacity: u8,
    pub source: Source,
}

/// The sum that two dice must reach against neutral resistance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResistanceRow {
    /// The number of troops on the neutral chart.
    pub troops: u8,
    /// The sum to reach.
    pub needed: u8,
    pub source: Source,
}

/// A kind of combat support.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupportRow {
    /// Its identifier.
    pub id: Support,
    /// Its name.
    pub name: String,
    /// Its price, in troops from the buyer's own chart.
    pub price: u8,
    pub price_source: Source,
    /// Its text.
    pub text: String,
    pub text_source: Source,
}
