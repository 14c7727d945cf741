//! Names and borders in the component data of Balance of Power.
//!
//! What is missing falls back to the identifier, or is left out. It must not compute anything.

use protocol::games::balance_of_power::{Card, Objective, Region, Support, Territory};
use serde_json::Value;

use crate::render::data::{Data, Row, title};

/// A look into the component data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Catalogue<'a>(Data<'a>);

/// The territories next to one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Borders {
    /// By land.
    pub(super) land: Vec<Territory>,
    /// By a sea-line.
    pub(super) sea: Vec<Territory>,
    /// Whether one of them at least is reconstructed.
    pub(super) mark: &'static str,
}

impl<'a> Catalogue<'a> {
    pub(super) fn new(data: Option<&'a Value>) -> Self {
        Self(Data::new(data))
    }

    pub(super) fn territory(self, id: Territory) -> Row<'a> {
        self.0.row("map", "territory", id.as_str())
    }

    pub(super) fn region(self, id: Region) -> Row<'a> {
        self.0.row("map", "region", id.as_str())
    }

    pub(super) fn card(self, id: Card) -> Row<'a> {
        self.0.row("cards", "card", id.as_str())
    }

    pub(super) fn support(self, id: Support) -> Row<'a> {
        self.0.row("command_room", "support", id.as_str())
    }

    pub(super) fn chart(self, id: &str) -> Row<'a> {
        self.0.row("command_room", "chart", id)
    }

    /// What two dice must reach with so many troops on the neutral chart.
    pub(super) fn resistance(self, troops: u8) -> Row<'a> {
        self.numbered("command_room", "resistance", "troops", troops.into())
    }

    /// What a set with so many stars earns.
    pub(super) fn stars(self, stars: i64) -> Row<'a> {
        self.numbered("cards", "stars", "stars", stars)
    }

    pub(super) fn setup(self, number: u8) -> Row<'a> {
        self.numbered("setups", "setup", "id", number.into())
    }

    pub(super) fn objective_row(self, id: Objective) -> Row<'a> {
        self.0.row("objectives", "objective", id.as_str())
    }

    /// The row whose value at `key` is this number.
    fn numbered(self, file: &str, table: &str, key: &str, number: i64) -> Row<'a> {
        self.0.find(file, table, |row| Row::of(row).number(key) == Some(number))
    }

    /// The name of a territory.
    pub(super) fn name(self, id: Territory) -> String {
        self.territory(id).text("name").map_or_else(|| title(id.as_str()), str::to_owned)
    }

    /// The name of a region.
    pub(super) fn region_name(self, id: Region) -> String {
        self.region(id).text("name").map_or_else(|| title(id.as_str()), str::to_owned)
    }

    /// The name of an objective.
    pub(super) fn objective(self, id: Objective) -> String {
        self.objective_row(id).text("name").map_or_else(|| title(id.as_str()), str::to_owned)
    }

    /// What is next to a territory; nothing where the data do not say.
    pub(super) fn borders(self, id: Territory) -> Borders {
        let mut borders = Borders::default();
        for edge in self.0.rows("map", "edge") {
            let ends = [edge.text("a"), edge.text("b")].map(|end| end.and_then(Territory::parse));
            let other = match ends {
                [Some(a), Some(b)] if a == id => b,
                [Some(a), Some(b)] if b == id => a,
                _ => continue,
            };
            let list =
                if edge.text("kind") == Some("sea") { &mut borders.sea } else { &mut borders.land };
            list.push(other);
            if !edge.mark("source").is_empty() {
                borders.mark = edge.mark("source");
            }
        }
        borders.land.sort_unstable();
        borders.sea.sort_unstable();
        borders
    }
}
