//! The component data: a field for each file of `data/balance-of-power`, a list for each kind of row.
//!
//! An unknown key of a row is an error; the engine checks further that the rows hold together. A value
//! `x` has its source in `x_source`, or in `source` for the whole row.

#![allow(missing_docs, reason = "a source is what the module says it is")]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Card, Objective, Owner, Region, Site, Support, Territory, Troops};
use crate::Source;

/// The component data of a match of Balance of Power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Data {
    /// Cards, and what they earn.
    pub cards: CardFile,
    /// What only the Command Room has.
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
    /// What troops a number of stars is worth.
    pub stars: Vec<StarsRow>,
}

/// `command_room.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommandRoomFile {
    /// Rows of the chart and how many troops each holds.
    pub chart: Vec<ChartRow>,
    /// What dice must show against neutral resistance.
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
    /// Which two territories border each other.
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
    /// Which.
    pub id: Territory,
    /// Its name.
    pub name: String,
    pub name_source: Source,
    /// The region that it belongs to.
    pub region: Region,
    pub region_source: Source,
    /// Whether its terrain is rough.
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
    /// Which.
    pub id: Region,
    /// Its name.
    pub name: String,
    /// Troops that it earns if held whole.
    pub bonus: u8,
    pub bonus_source: Source,
    pub source: Source,
}

/// How two territories border each other.
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
    /// How.
    pub kind: EdgeKind,
    pub source: Source,
}

/// What an objective asks for: the closed set of conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "hold", rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// Every territory of a region.
    Region {
        /// Which.
        region: Region,
    },
    /// Every territory of some regions.
    Regions {
        /// How many.
        count: u8,
    },
    /// Every territory that a sea-line touches.
    SeaLines {},
    /// Territories with rough terrain.
    Rough {
        /// How many.
        count: u8,
    },
    /// Cities.
    Cities {
        /// How many.
        count: u8,
    },
    /// Every site of a kind.
    Site {
        /// Which.
        site: Site,
    },
    /// No neutral troop stands on the map.
    NoNeutral {},
}

/// An objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveRow {
    /// Which.
    pub id: Objective,
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// When it is fulfilled.
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
    /// Where cities stand.
    pub cities: Vec<Territory>,
    pub cities_source: Source,
    /// Where Red's capital stands.
    pub red_capital: Territory,
    /// Red's troops.
    pub red: Troops,
    /// Where Blue's capital stands.
    pub blue_capital: Territory,
    /// Blue's troops.
    pub blue: Troops,
    /// Neutral troops.
    pub neutral: Troops,
    pub placement_source: Source,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardRow {
    /// Which.
    pub id: Card,
    /// The territory on it, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub territory: Option<Territory>,
    pub territory_source: Source,
    /// Its stars.
    pub stars: u8,
    pub stars_source: Source,
}

/// What cards with so many stars earn together.
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
    /// Whose defeated troops lie there.
    pub id: Owner,
    /// How many it holds.
    pub capacity: u8,
    pub source: Source,
}

/// What two dice must reach against neutral resistance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResistanceRow {
    /// With so many troops on the neutral chart.
    pub troops: u8,
    /// So much.
    pub needed: u8,
    pub source: Source,
}

/// A kind of combat support.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupportRow {
    /// Which.
    pub id: Support,
    /// Its name.
    pub name: String,
    /// Its price, in troops of the own chart.
    pub price: u8,
    pub price_source: Source,
    /// Its text.
    pub text: String,
    pub text_source: Source,
}
