//! The validated component data: total maps over the closed sets of identifiers.
//!
//! Whatever an owner corrects in the data files passes through here; a fault names file and row.

use protocol::games::balance_of_power::data::{
    CardRow, ChartRow, EdgeRow, ObjectiveRow, RegionRow, ResistanceRow, SetupRow, StarsRow,
    SupportRow, TerritoryRow,
};
use protocol::games::balance_of_power::{
    Card, Colour, Objective, Owner, Region, Site, Support, Territory, Troops,
};
use serde_json::Value;

use super::check;
use super::maps::{ByColour, ByOwner, ByRegion, ByTerritory};
use crate::by_id::{ById, IdSet};
use crate::catalogue::{DataFault, rows, total};
use crate::graph::Graph;

/// Everything that is printed on the components.
#[derive(Debug)]
pub struct Tables {
    pub(super) board: Board,
    pub(super) objectives: ById<Objective, ObjectiveRow, { Objective::COUNT }>,
    pub(super) setups: Vec<SetUp>,
    /// The stars of each card.
    pub(super) stars: ById<Card, u8, { Card::COUNT }>,
    /// Troops for 2, 3, .. 10 stars.
    pub(super) star_table: Vec<u8>,
    /// Number of defeated troops that each chart holds.
    pub(super) charts: ByOwner<u8>,
    /// The sum that two dice must reach with 1, 2, .. troops on the neutral chart.
    pub(super) resistance: Vec<u8>,
    pub(super) support: ById<Support, SupportRow, { Support::COUNT }>,
}

/// The map.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) graph: Graph<Territory>,
    pub(super) names: ByTerritory<String>,
    pub(super) region: ByTerritory<Region>,
    pub(super) rough: IdSet<Territory>,
    pub(super) site: ByTerritory<Option<Site>>,
    pub(super) sites: IdSet<Territory>,
    /// The territories that a sea-line touches.
    pub(super) sea_lines: IdSet<Territory>,
    pub(super) regions: ByRegion<RegionCard>,
}

/// A region.
#[derive(Debug)]
pub(super) struct RegionCard {
    pub(super) members: IdSet<Territory>,
    pub(super) bonus: u8,
}

/// A set-up of Basic Training.
#[derive(Debug)]
pub(super) struct SetUp {
    pub(super) objectives: IdSet<Objective>,
    pub(super) cities: IdSet<Territory>,
    pub(super) capitals: ByColour<Territory>,
    pub(super) troops: ByOwner<Troops>,
    /// The colour that goes first, if the set-up names one.
    pub(super) first: Option<Colour>,
}

impl Tables {
    /// Reads and checks all files.
    pub(super) fn load(files: &Value) -> Result<Self, DataFault> {
        let board = Board::load(files)?;
        let objectives: Vec<ObjectiveRow> = rows(files, "objectives", "objective")?;
        check::objectives(&objectives)?;
        let setups: Vec<SetupRow> = rows(files, "setups", "setup")?;
        check::setups(&setups)?;
        let cards: Vec<CardRow> = rows(files, "cards", "card")?;
        check::cards(&cards)?;
        let star_table: Vec<StarsRow> = rows(files, "cards", "stars")?;
        check::star_table(&star_table)?;
        let charts: Vec<ChartRow> = rows(files, "command_room", "chart")?;
        let charts = total("command_room", "chart", charts, |row| row.id, |row| row.capacity)?;
        let resistance: Vec<ResistanceRow> = rows(files, "command_room", "resistance")?;
        check::charts(&charts, &resistance)?;
        let support: Vec<SupportRow> = rows(files, "command_room", "support")?;
        check::support(&support, &charts)?;
        Ok(Self {
            board,
            objectives: total("objectives", "objective", objectives, |row| row.id, |row| row)?,
            setups: setups.into_iter().map(SetUp::from).collect(),
            stars: total("cards", "card", cards, |row| row.id, |row| row.stars)?,
            star_table: star_table.iter().map(|row| row.troops).collect(),
            charts,
            resistance: resistance.iter().map(|row| row.needed).collect(),
            support: total("command_room", "support", support, |row| row.id, |row| row)?,
        })
    }

    /// Returns the troops for cards with this many stars, if a set may have them.
    pub(super) fn troops_for(&self, stars: u8) -> Option<u8> {
        let index = usize::from(stars).checked_sub(check::FEWEST_STARS)?;
        self.star_table.get(index).copied()
    }
}

impl Board {
    fn load(files: &Value) -> Result<Self, DataFault> {
        let territories: Vec<TerritoryRow> = rows(files, "map", "territory")?;
        let territories: ByTerritory<TerritoryRow> =
            total("map", "territory", territories, |row| row.id, |row| row)?;
        check::territories(&territories)?;
        let edges: Vec<EdgeRow> = rows(files, "map", "edge")?;
        let (graph, sea_lines) = check::edges(&edges)?;
        let regions: Vec<RegionRow> = rows(files, "map", "region")?;
        check::regions(&regions, &territories)?;
        let those = |wanted: &dyn Fn(&TerritoryRow) -> bool| -> IdSet<Territory> {
            territories.values().iter().filter(|row| wanted(row)).map(|row| row.id).collect()
        };
        let region = |row: RegionRow| RegionCard {
            members: those(&|territory| territory.region == row.id),
            bonus: row.bonus,
        };
        Ok(Self {
            graph,
            sea_lines,
            rough: those(&|row| row.rough),
            sites: those(&|row| row.site.is_some()),
            site: ById::from_fn(|id| territories[id].site),
            region: ById::from_fn(|id| territories[id].region),
            regions: total("map", "region", regions, |row| row.id, region)?,
            names: ById::from_fn(|id| territories[id].name.clone()),
        })
    }
}

impl From<SetupRow> for SetUp {
    fn from(row: SetupRow) -> Self {
        Self {
            objectives: row.objectives.into_iter().collect(),
            cities: row.cities.into_iter().collect(),
            capitals: ById::from_fn(|colour| match colour {
                Colour::Red => row.red_capital,
                Colour::Blue => row.blue_capital,
            }),
            troops: ById::from_fn(|owner| match owner {
                Owner::Red => row.red,
                Owner::Blue => row.blue,
                Owner::Neutral => row.neutral,
            }),
            first: row.first,
        }
    }
}
