//! Requirements on the component data: counts, borders, sums of troops, and tables that rise.

use std::collections::BTreeSet;

use protocol::games::balance_of_power::data::{
    CardRow, Condition, EdgeKind, EdgeRow, ObjectiveRow, RegionRow, ResistanceRow, SetupRow,
    StarsRow, SupportRow, TerritoryRow,
};
use protocol::games::balance_of_power::{Colour, Owner, Region, Site, Territory, Troops};

use super::maps::{ByOwner, ByTerritory};
use crate::by_id::IdSet;
use crate::catalogue::DataFault;
use crate::graph::Graph;

/// Troops of each player at the start.
pub(super) const PLAYER_TROOPS: u32 = 27;
/// Neutral troops at the start.
pub(super) const NEUTRAL_TROOPS: u32 = 60;
/// Cities on the board.
pub(super) const CITIES: usize = 9;
/// Objectives that lie face up.
pub(super) const OBJECTIVES: usize = 8;
/// Territories with rough terrain.
const ROUGH: usize = 11;
/// Territories that a sea-line touches.
const SEA_LINE_TERRITORIES: usize = 6;
/// Territories with a site of each kind.
const SITES: [(Site, usize); 3] =
    [(Site::SwissVault, 1), (Site::NavalBase, 1), (Site::SatelliteCentre, 2)];
/// Set-ups of Basic Training.
const SETUPS: usize = 4;
/// The fewest stars that can be handed in; the star table begins with them.
pub(super) const FEWEST_STARS: usize = 2;
/// The most stars that can be handed in.
pub(super) const MOST_STARS: usize = 10;
/// The largest bonus of a region: 500 own turns of the largest draft fit 16 bits.
const MOST_BONUS: u8 = 12;
/// The largest value that a star table or a chart may have.
const MOST: u8 = 30;
/// The largest sum of two dice.
const MOST_PIPS: u8 = 12;

pub(super) fn territories(territories: &ByTerritory<TerritoryRow>) -> Result<(), DataFault> {
    let rows = territories.values();
    let rough = rows.iter().filter(|row| row.rough).count();
    if rough != ROUGH {
        let reason = format!("{rough} territories are rough, not {ROUGH}");
        return Err(DataFault::new("map", "rough", reason));
    }
    if let Some(row) = rows.iter().find(|row| row.site.is_some() != row.site_source.is_some()) {
        let name = format!("territory {:?}", row.id.as_str());
        return Err(DataFault::new("map", name, "site and site_source go together"));
    }
    for (site, count) in SITES {
        let found = rows.iter().filter(|row| row.site == Some(site)).count();
        if found != count {
            let reason = format!("{found} territories have the site {site}, not {count}");
            return Err(DataFault::new("map", "site", reason));
        }
    }
    Ok(())
}

/// Builds the borders as a graph, and the territories that a sea-line touches.
pub(super) fn edges(edges: &[EdgeRow]) -> Result<(Graph<Territory>, IdSet<Territory>), DataFault> {
    let mut graph = Graph::default();
    let mut sea_lines = IdSet::EMPTY;
    for EdgeRow { a, b, kind, .. } in edges {
        let row = format!("edge {a} - {b}");
        if a == b {
            return Err(DataFault::new("map", row, "a territory does not border itself"));
        }
        if graph.neighbours(*a).contains(*b) {
            return Err(DataFault::new("map", row, "is listed twice"));
        }
        graph.join(*a, *b);
        if *kind == EdgeKind::Sea {
            sea_lines.insert(*a);
            sea_lines.insert(*b);
        }
    }
    let touched = sea_lines.len();
    if touched != SEA_LINE_TERRITORIES {
        let reason = format!("sea-lines touch {touched} territories, not {SEA_LINE_TERRITORIES}");
        return Err(DataFault::new("map", "[[edge]]", reason));
    }
    let all: IdSet<Territory> = Territory::ALL.iter().copied().collect();
    let first = Territory::ALL[0];
    let mut reached = IdSet::only(first);
    graph.rings(first, all, all, |ring, _| {
        reached = reached.union(ring);
        true
    });
    if let Some(alone) = all.difference(reached).nth(0) {
        let row = format!("territory {:?}", alone.as_str());
        return Err(DataFault::new("map", row, format!("no way leads here from {first}")));
    }
    Ok((graph, sea_lines))
}

pub(super) fn regions(
    regions: &[RegionRow],
    territories: &ByTerritory<TerritoryRow>,
) -> Result<(), DataFault> {
    for row in regions {
        let name = format!("region {:?}", row.id.as_str());
        if !(1..=MOST_BONUS).contains(&row.bonus) {
            return Err(DataFault::new("map", name, format!("bonus is 1 to {MOST_BONUS}")));
        }
        if !territories.values().iter().any(|territory| territory.region == row.id) {
            return Err(DataFault::new("map", name, "has no territory"));
        }
    }
    Ok(())
}

pub(super) fn objectives(objectives: &[ObjectiveRow]) -> Result<(), DataFault> {
    for row in objectives {
        let (count, most) = match row.condition {
            Condition::Regions { count } => (count, Region::COUNT),
            Condition::Rough { count } => (count, ROUGH),
            Condition::Cities { count } => (count, CITIES),
            Condition::Region { .. }
            | Condition::SeaLines {}
            | Condition::Site { .. }
            | Condition::NoNeutral {} => continue,
        };
        if !(1..=most).contains(&usize::from(count)) {
            let name = format!("objective {:?}", row.id.as_str());
            return Err(DataFault::new("objectives", name, format!("count is 1 to {most}")));
        }
    }
    Ok(())
}

pub(super) fn setups(setups: &[SetupRow]) -> Result<(), DataFault> {
    if setups.len() != SETUPS {
        let reason = format!("there are {} set-ups, not {SETUPS}", setups.len());
        return Err(DataFault::new("setups", "[[setup]]", reason));
    }
    for (index, row) in setups.iter().enumerate() {
        let number = index + 1;
        let fault = |reason: String| {
            Err(DataFault::new("setups", format!("setup number {number}"), reason))
        };
        if usize::from(row.id) != number {
            return fault(format!("set-ups run from 1 to {SETUPS}"));
        }
        let cities: BTreeSet<_> = row.cities.iter().collect();
        if row.cities.len() != CITIES || cities.len() != CITIES {
            return fault(format!("there are {CITIES} different cities"));
        }
        let open: BTreeSet<_> = row.objectives.iter().collect();
        if row.objectives.len() != OBJECTIVES || open.len() != OBJECTIVES {
            return fault(format!("there are {OBJECTIVES} different objectives"));
        }
        let armies = [
            (Owner::Red, &row.red, PLAYER_TROOPS),
            (Owner::Blue, &row.blue, PLAYER_TROOPS),
            (Owner::Neutral, &row.neutral, NEUTRAL_TROOPS),
        ];
        for (owner, troops, wanted) in armies {
            if troops.total() != wanted {
                return fault(format!("{owner} has {} troops, not {wanted}", troops.total()));
            }
        }
        for territory in Territory::ALL.iter().copied() {
            let held = armies.iter().filter(|(_, troops, _)| troops[territory] > 0).count();
            if held != 1 {
                return fault(format!("{territory} is held by {held} armies, not by one"));
            }
        }
        if let Some((colour, at)) = misplaced_capital(row) {
            return fault(format!("the capital of {colour} stands in {at}, which is not {colour}"));
        }
    }
    Ok(())
}

fn misplaced_capital(row: &SetupRow) -> Option<(Colour, Territory)> {
    let foreign = |troops: &Troops, capital: Territory| troops[capital] == 0;
    if foreign(&row.red, row.red_capital) {
        return Some((Colour::Red, row.red_capital));
    }
    foreign(&row.blue, row.blue_capital).then_some((Colour::Blue, row.blue_capital))
}

pub(super) fn cards(cards: &[CardRow]) -> Result<(), DataFault> {
    for row in cards {
        let fault = |reason: &str| {
            Err(DataFault::new("cards", format!("card {:?}", row.id.as_str()), reason))
        };
        if row.territory != row.id.territory() {
            return fault("shows another territory than its id says");
        }
        if !matches!(row.stars, 1 | 2) {
            return fault("stars are 1 or 2");
        }
    }
    Ok(())
}

pub(super) fn star_table(rows: &[StarsRow]) -> Result<(), DataFault> {
    if rows.len() != MOST_STARS - FEWEST_STARS + 1 {
        let reason = format!("there is one row for each of {FEWEST_STARS} to {MOST_STARS} stars");
        return Err(DataFault::new("cards", "[[stars]]", reason));
    }
    let mut before = 0;
    for (index, row) in rows.iter().enumerate() {
        let stars = index + FEWEST_STARS;
        let fault = |reason: String| Err(DataFault::new("cards", format!("stars {stars}"), reason));
        if usize::from(row.stars) != stars {
            return fault(format!("rows run from {FEWEST_STARS} to {MOST_STARS} stars"));
        }
        if row.troops <= before || row.troops > MOST {
            return fault(format!("troops rise from row to row, up to {MOST}"));
        }
        before = row.troops;
    }
    Ok(())
}

pub(super) fn charts(charts: &ByOwner<u8>, resistance: &[ResistanceRow]) -> Result<(), DataFault> {
    for (owner, capacity) in charts.iter() {
        if !(1..=MOST).contains(capacity) {
            let name = format!("chart {:?}", owner.as_str());
            return Err(DataFault::new("command_room", name, format!("capacity is 1 to {MOST}")));
        }
    }
    let capacity = charts[Owner::Neutral];
    if resistance.len() != usize::from(capacity) {
        let reason = format!("there is one row for each of 1 to {capacity} troops");
        return Err(DataFault::new("command_room", "[[resistance]]", reason));
    }
    let mut before = MOST_PIPS;
    for (index, row) in resistance.iter().enumerate() {
        let troops = index + 1;
        let fault = |reason: String| {
            Err(DataFault::new("command_room", format!("resistance {troops}"), reason))
        };
        if usize::from(row.troops) != troops {
            return fault(format!("rows run from 1 to {capacity} troops"));
        }
        if !(2..=before).contains(&row.needed) {
            return fault(format!("needed is 2 to {MOST_PIPS} and never rises"));
        }
        before = row.needed;
    }
    Ok(())
}

pub(super) fn support(support: &[SupportRow], charts: &ByOwner<u8>) -> Result<(), DataFault> {
    let most = charts[Owner::Red].min(charts[Owner::Blue]);
    for row in support {
        if !(1..=most).contains(&row.price) {
            let name = format!("support {:?}", row.id.as_str());
            return Err(DataFault::new("command_room", name, format!("price is 1 to {most}")));
        }
    }
    Ok(())
}
