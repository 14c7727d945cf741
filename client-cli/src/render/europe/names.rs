//! Names of Europe's components, and goods in words.
//!
//! Whatever the component data do not have is called by its identifier. It must not compute anything.

use protocol::counts::Counts;
use protocol::games::europe::data::{CrisisRow, Data};
use protocol::games::europe::{
    Citizen, CitizenView, Country, Crisis, PlayerView, Public, ResourceView,
};
use protocol::ids::Id;
use protocol::room::Seat;

use crate::render::Scene;
use crate::render::data::mark;
use crate::render::text::title;

/// Component data with the names of Europe.
#[derive(Clone, Copy, Debug)]
pub(super) struct CardNames<'a> {
    data: Option<&'a Data>,
    seats: &'a [Seat],
}

impl<'a> CardNames<'a> {
    pub(super) fn new(scene: &Scene<'a>, data: Option<&'a Data>) -> Self {
        Self { data, seats: scene.seats }
    }

    pub(super) fn country(self, country: Country) -> String {
        let rows = self.data.map_or(&[][..], |data| &data.countries.country);
        let row = rows.iter().find(|row| row.id == country);
        row.map_or(country.as_str(), |row| &row.name).to_owned()
    }

    /// Returns a player's country, or before it has one the name of the seat's holder.
    pub(super) fn player(self, seat: u8, player: Option<&PlayerView>) -> String {
        if let Some(country) = player.and_then(|player| player.country) {
            return self.country(country);
        }
        let holder = self.seats.iter().find(|one| one.seat == seat);
        let name = holder.and_then(|holder| holder.name.clone());
        name.unwrap_or_else(|| format!("Seat {seat}"))
    }

    /// Returns the player on a seat.
    pub(super) fn seat(self, public: &Public, seat: u8) -> String {
        self.player(seat, public.players.get(usize::from(seat)))
    }

    /// Returns the name alone, with its mark.
    pub(super) fn citizen(self, card: Citizen) -> String {
        let kind = card.kind();
        let rows = self.data.map_or(&[][..], |data| &data.citizens.citizen);
        match rows.iter().find(|row| row.id == kind) {
            Some(row) => format!("{}{}", row.name, mark(row.source)),
            None => title(kind.as_str()),
        }
    }

    /// Returns the name, needs and coin.
    pub(super) fn citizen_card(self, card: &CitizenView) -> String {
        format!("{} [{}; {} coin]", self.citizen(card.id), goods(&card.needs), card.coin)
    }

    /// Returns the row of a crisis.
    pub(super) fn crisis_row(self, crisis: Crisis) -> Option<&'a CrisisRow> {
        self.data?.crises.crisis.iter().find(|row| row.id == crisis)
    }

    pub(super) fn crisis(self, crisis: Crisis) -> String {
        match self.crisis_row(crisis) {
            Some(row) => format!("{}{}", row.name, mark(row.source)),
            None => title(crisis.as_str()),
        }
    }
}

/// Counts in words: `2 grain 1 coin`, as one types them.
pub(super) fn goods<K: Id, const N: usize>(counts: &Counts<K, N>) -> String {
    if counts.is_empty() {
        return "nothing".to_owned();
    }
    counts.iter().map(|(key, n)| format!("{n} {}", key.as_str())).collect::<Vec<_>>().join(" ")
}

/// Returns a resource card: what it gives at first and later.
pub(super) fn resource(card: &ResourceView) -> String {
    format!("{} {}/{}", card.resource, card.first, card.later)
}

/// Cards face up, and how many face down.
pub(super) fn cards(open: Vec<String>, hidden: u8) -> String {
    let mut parts = open;
    if hidden > 0 {
        parts.push(format!("{hidden} face down"));
    }
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}
