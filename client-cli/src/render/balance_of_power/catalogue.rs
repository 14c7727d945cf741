//! Names and borders in the component data of Balance of Power.
//!
//! Missing data fall back to the identifier, or are left out. It must not compute anything.

use protocol::games::balance_of_power::data::{
    CardRow, ChartRow, Data, EdgeKind, ObjectiveRow, RegionRow, ResistanceRow, SetupRow, StarsRow,
    SupportRow, TerritoryRow,
};
use protocol::games::balance_of_power::{Card, Objective, Owner, Region, Support, Territory};

use crate::render::data::mark;
use crate::render::text::title;

/// A look into the component data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookup<'a>(pub(super) Option<&'a Data>);

/// The territories next to one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Borders {
    /// By land.
    pub(super) land: Vec<Territory>,
    /// By a sea-line.
    pub(super) sea: Vec<Territory>,
    /// Mark of reconstruction, if at least one of them is reconstructed.
    pub(super) mark: &'static str,
}

impl<'a> Lookup<'a> {
    pub(super) fn territory(self, id: Territory) -> Option<&'a TerritoryRow> {
        self.0?.map.territory.iter().find(|row| row.id == id)
    }

    pub(super) fn region(self, id: Region) -> Option<&'a RegionRow> {
        self.0?.map.region.iter().find(|row| row.id == id)
    }

    pub(super) fn card(self, id: Card) -> Option<&'a CardRow> {
        self.0?.cards.card.iter().find(|row| row.id == id)
    }

    pub(super) fn support(self, id: Support) -> Option<&'a SupportRow> {
        self.0?.command_room.support.iter().find(|row| row.id == id)
    }

    pub(super) fn chart(self, id: Owner) -> Option<&'a ChartRow> {
        self.0?.command_room.chart.iter().find(|row| row.id == id)
    }

    /// Returns the number that two dice must reach with this many troops on the neutral chart.
    pub(super) fn resistance(self, troops: u8) -> Option<&'a ResistanceRow> {
        self.0?.command_room.resistance.iter().find(|row| row.troops == troops)
    }

    /// Returns the worth of a set with this many stars.
    pub(super) fn stars(self, stars: u8) -> Option<&'a StarsRow> {
        self.0?.cards.stars.iter().find(|row| row.stars == stars)
    }

    pub(super) fn setup(self, number: u8) -> Option<&'a SetupRow> {
        self.0?.setups.setup.iter().find(|row| row.id == number)
    }

    /// Returns the number of troops with which an owner begins. Every set-up has the same, and so
    /// has a map that a seat places (ruling "What must a placed map fulfil?").
    pub(super) fn starting_troops(self, owner: Owner) -> Option<u64> {
        let setup = self.0?.setups.setup.first()?;
        let troops = match owner {
            Owner::Red => &setup.red,
            Owner::Blue => &setup.blue,
            Owner::Neutral => &setup.neutral,
        };
        Some(troops.total().into())
    }

    pub(super) fn objective_row(self, id: Objective) -> Option<&'a ObjectiveRow> {
        self.0?.objectives.objective.iter().find(|row| row.id == id)
    }

    /// Returns the name of a territory.
    pub(super) fn name(self, id: Territory) -> String {
        self.territory(id).map_or_else(|| title(id.as_str()), |row| row.name.clone())
    }

    /// Returns the name of a region.
    pub(super) fn region_name(self, id: Region) -> String {
        self.region(id).map_or_else(|| title(id.as_str()), |row| row.name.clone())
    }

    /// Returns the name of an objective.
    pub(super) fn objective(self, id: Objective) -> String {
        self.objective_row(id).map_or_else(|| title(id.as_str()), |row| row.name.clone())
    }

    /// Returns the neighbours of a territory; none if the data do not say.
    pub(super) fn borders(self, id: Territory) -> Borders {
        let mut borders = Borders::default();
        for edge in self.0.into_iter().flat_map(|data| &data.map.edge) {
            let other = match (edge.a, edge.b) {
                (a, b) if a == id => b,
                (a, b) if b == id => a,
                _ => continue,
            };
            match edge.kind {
                EdgeKind::Land => borders.land.push(other),
                EdgeKind::Sea => borders.sea.push(other),
            }
            if !mark(edge.source).is_empty() {
                borders.mark = mark(edge.source);
            }
        }
        borders.land.sort_unstable();
        borders.sea.sort_unstable();
        borders
    }
}
