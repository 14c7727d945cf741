//! The data files of Balance of Power, row by row, as an owner of the game may edit them.
//!
//! Reading is strict: an unknown key or identifier is a fault that names file, row and reason.

use protocol::games::balance_of_power::{
    Card, Objective, Owner, Region, Site, Support, Territory, Troops,
};
use serde::Deserialize;

use crate::catalogue::Source;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TerritoryRow {
    pub(super) id: Territory,
    pub(super) name: String,
    #[serde(rename = "name_source")]
    pub(super) _name_source: Source,
    pub(super) region: Region,
    #[serde(rename = "region_source")]
    pub(super) _region_source: Source,
    pub(super) rough: bool,
    #[serde(rename = "rough_source")]
    pub(super) _rough_source: Source,
    pub(super) site: Option<Site>,
    pub(super) site_source: Option<Source>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RegionRow {
    pub(super) id: Region,
    #[serde(rename = "name")]
    pub(super) _name: String,
    pub(super) bonus: u8,
    #[serde(rename = "bonus_source")]
    pub(super) _bonus_source: Source,
    #[serde(rename = "source")]
    pub(super) _source: Source,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EdgeKind {
    Land,
    Sea,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EdgeRow {
    pub(super) a: Territory,
    pub(super) b: Territory,
    pub(super) kind: EdgeKind,
    #[serde(rename = "source")]
    pub(super) _source: Source,
}

/// What an objective asks for: the closed set of conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "hold", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Condition {
    /// Every territory of this region.
    Region { region: Region },
    /// Every territory of so many regions.
    Regions { count: u8 },
    /// Every territory that a sea-line touches.
    SeaLines {},
    /// So many territories with rough terrain.
    Rough { count: u8 },
    /// So many cities.
    Cities { count: u8 },
    /// Every site of this kind.
    Site { site: Site },
    /// No neutral troop stands on the map.
    NoNeutral {},
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ObjectiveRow {
    pub(super) id: Objective,
    pub(super) name: String,
    pub(super) text: String,
    pub(super) condition: Condition,
    #[serde(rename = "source")]
    pub(super) _source: Source,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetupRow {
    pub(super) id: u8,
    pub(super) objectives: Vec<Objective>,
    #[serde(rename = "objectives_source")]
    pub(super) _objectives_source: Source,
    pub(super) cities: Vec<Territory>,
    #[serde(rename = "cities_source")]
    pub(super) _cities_source: Source,
    pub(super) red_capital: Territory,
    pub(super) red: Troops,
    pub(super) blue_capital: Territory,
    pub(super) blue: Troops,
    pub(super) neutral: Troops,
    #[serde(rename = "placement_source")]
    pub(super) _placement_source: Source,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardRow {
    pub(super) id: Card,
    pub(super) territory: Option<Territory>,
    #[serde(rename = "territory_source")]
    pub(super) _territory_source: Source,
    pub(super) stars: u8,
    #[serde(rename = "stars_source")]
    pub(super) _stars_source: Source,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StarsRow {
    pub(super) stars: u8,
    pub(super) troops: u8,
    #[serde(rename = "source")]
    pub(super) _source: Source,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChartRow {
    pub(super) id: Owner,
    pub(super) capacity: u8,
    #[serde(rename = "source")]
    pub(super) _source: Source,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResistanceRow {
    pub(super) troops: u8,
    pub(super) needed: u8,
    #[serde(rename = "source")]
    pub(super) _source: Source,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SupportRow {
    pub(super) id: Support,
    pub(super) name: String,
    pub(super) price: u8,
    #[serde(rename = "price_source")]
    pub(super) _price_source: Source,
    pub(super) text: String,
    #[serde(rename = "text_source")]
    pub(super) _text_source: Source,
}
