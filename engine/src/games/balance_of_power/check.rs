//! Requirements on the component data: counts, borders, sums of troops, and tables that rise.

use std::collections::BTreeSet;

use protocol::games::balance_of_power::data::{
    CardRow, Condition, EdgeKind, EdgeRow, ObjectiveRow, RegionRow, ResistanceRow, SetupRow,
    StarsRow, SupportRow, TerritoryRow,
};
use protocol::games::balance_of_power::{Colour, Owner, Region, Site, Territory};

use super::maps::{ByOwner, ByTerritory};
use crate::by_id::IdSet;
use crate::catalogue::{DataFault, RowCheck, borders};
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
    let reason = format_args!("{rough} territories are rough, not {ROUGH}");
    RowCheck::at("map", "rough").needs(rough == ROUGH, reason)?;
    for row in rows {
        let both = row.site.is_some() == row.site_source.is_some();
        RowCheck::of("map", "territory", row.id).needs(both, "site and site_source go together")?;
    }
    for (site, count) in SITES {
        let found = rows.iter().filter(|row| row.site == Some(site)).count();
        let reason = format_args!("{found} territories have the site {site}, not {count}");
        RowCheck::at("map", "site").needs(found == count, reason)?;
    }
    Ok(())
}

/// Builds the borders as a graph, and the territories that a sea-line touches.
pub(super) fn edges(edges: &[EdgeRow]) -> Result<(Graph<Territory>, IdSet<Territory>), DataFault> {
    let graph = borders(edges.iter().map(|row| (row.a, row.b)), "a territory")?;
    let sea_lines = edges.iter().filter(|row| row.kind == EdgeKind::Sea);
    let sea_lines: IdSet<Territory> = sea_lines.flat_map(|row| [row.a, row.b]).collect();
    let touched = sea_lines.len();
    let reason = format_args!("sea-lines touch {touched} territories, not {SEA_LINE_TERRITORIES}");
    RowCheck::at("map", "[[edge]]").needs(touched == SEA_LINE_TERRITORIES, reason)?;
    let all: IdSet<Territory> = Territory::ALL.iter().copied().collect();
    let first = Territory::ALL[0];
    let mut reached = IdSet::only(first);
    graph.rings(first, all, all, |ring, _| {
        reached = reached.union(ring);
        true
    });
    for at in Territory::ALL.iter().copied() {
        let reason = format_args!("no way leads here from {first}");
        RowCheck::of("map", "territory", at).needs(reached.contains(at), reason)?;
    }
    Ok((graph, sea_lines))
}

pub(super) fn regions(
    regions: &[RegionRow],
    territories: &ByTerritory<TerritoryRow>,
) -> Result<(), DataFault> {
    for row in regions {
        let check = RowCheck::of("map", "region", row.id);
        let fits = (1..=MOST_BONUS).contains(&row.bonus);
        check.needs(fits, format_args!("bonus is 1 to {MOST_BONUS}"))?;
        let inhabited = territories.values().iter().any(|territory| territory.region == row.id);
        check.needs(inhabited, "has no territory")?;
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
        let fits = (1..=most).contains(&usize::from(count));
        let check = RowCheck::of("objectives", "objective", row.id);
        check.needs(fits, format_args!("count is 1 to {most}"))?;
    }
    Ok(())
}

pub(super) fn setups(setups: &[SetupRow]) -> Result<(), DataFault> {
    let reason = format_args!("there are {} set-ups, not {SETUPS}", setups.len());
    RowCheck::at("setups", "[[setup]]").needs(setups.len() == SETUPS, reason)?;
    for (row, number) in setups.iter().zip(1..) {
        let check = RowCheck::at("setups", format_args!("setup number {number}"));
        let reason = format_args!("set-ups run from 1 to {SETUPS}");
        check.needs(usize::from(row.id) == number, reason)?;
        let cities: BTreeSet<_> = row.cities.iter().collect();
        let all = row.cities.len() == CITIES && cities.len() == CITIES;
        check.needs(all, format_args!("there are {CITIES} different cities"))?;
        let open: BTreeSet<_> = row.objectives.iter().collect();
        let all = row.objectives.len() == OBJECTIVES && open.len() == OBJECTIVES;
        check.needs(all, format_args!("there are {OBJECTIVES} different objectives"))?;
        let both = row.first.is_some() == row.first_source.is_some();
        check.needs(both, "first and first_source go together")?;
        let armies = [
            (Owner::Red, &row.red, PLAYER_TROOPS),
            (Owner::Blue, &row.blue, PLAYER_TROOPS),
            (Owner::Neutral, &row.neutral, NEUTRAL_TROOPS),
        ];
        for (owner, troops, wanted) in armies {
            let total = troops.total();
            let reason = format_args!("{owner} has {total} troops, not {wanted}");
            check.needs(total == wanted, reason)?;
        }
        for territory in Territory::ALL.iter().copied() {
            let held = armies.iter().filter(|(_, troops, _)| troops[territory] > 0).count();
            let reason = format_args!("{territory} is held by {held} armies, not by one");
            check.needs(held == 1, reason)?;
        }
        let capitals =
            [(Colour::Red, &row.red, row.red_capital), (Colour::Blue, &row.blue, row.blue_capital)];
        for (colour, troops, at) in capitals {
            let reason =
                format_args!("the capital of {colour} stands in {at}, which is not {colour}");
            check.needs(troops[at] > 0, reason)?;
        }
    }
    Ok(())
}

pub(super) fn cards(cards: &[CardRow]) -> Result<(), DataFault> {
    for row in cards {
        let check = RowCheck::of("cards", "card", row.id);
        let shown = row.territory == row.id.territory();
        check.needs(shown, "shows another territory than its id says")?;
        check.needs(matches!(row.stars, 1 | 2), "stars are 1 or 2")?;
    }
    Ok(())
}

pub(super) fn star_table(rows: &[StarsRow]) -> Result<(), DataFault> {
    let reason = format_args!("there is one row for each of {FEWEST_STARS} to {MOST_STARS} stars");
    let complete = rows.len() == MOST_STARS - FEWEST_STARS + 1;
    RowCheck::at("cards", "[[stars]]").needs(complete, reason)?;
    let mut before = 0;
    for (row, stars) in rows.iter().zip(FEWEST_STARS..) {
        let check = RowCheck::at("cards", format_args!("stars {stars}"));
        let reason = format_args!("rows run from {FEWEST_STARS} to {MOST_STARS} stars");
        check.needs(usize::from(row.stars) == stars, reason)?;
        let rises = row.troops > before && row.troops <= MOST;
        check.needs(rises, format_args!("troops rise from row to row, up to {MOST}"))?;
        before = row.troops;
    }
    Ok(())
}

pub(super) fn charts(charts: &ByOwner<u8>, resistance: &[ResistanceRow]) -> Result<(), DataFault> {
    for (owner, capacity) in charts.iter() {
        let fits = (1..=MOST).contains(capacity);
        let check = RowCheck::of("command_room", "chart", owner);
        check.needs(fits, format_args!("capacity is 1 to {MOST}"))?;
    }
    let capacity = charts[Owner::Neutral];
    let reason = format_args!("there is one row for each of 1 to {capacity} troops");
    let complete = resistance.len() == usize::from(capacity);
    RowCheck::at("command_room", "[[resistance]]").needs(complete, reason)?;
    let mut before = MOST_PIPS;
    for (row, troops) in resistance.iter().zip(1..) {
        let check = RowCheck::at("command_room", format_args!("resistance {troops}"));
        let reason = format_args!("rows run from 1 to {capacity} troops");
        check.needs(usize::from(row.troops) == troops, reason)?;
        let falls = (2..=before).contains(&row.needed);
        check.needs(falls, format_args!("needed is 2 to {MOST_PIPS} and never rises"))?;
        before = row.needed;
    }
    Ok(())
}

pub(super) fn support(support: &[SupportRow], charts: &ByOwner<u8>) -> Result<(), DataFault> {
    let most = charts[Owner::Red].min(charts[Owner::Blue]);
    for row in support {
        let fits = (1..=most).contains(&row.price);
        let check = RowCheck::of("command_room", "support", row.id);
        check.needs(fits, format_args!("price is 1 to {most}"))?;
    }
    Ok(())
}
