//! The validated component data: total maps over the closed sets of identifiers.

use protocol::games::europe::data::{
    CitizenRow, Count, CountRow, CountryRow, CrisisKind, CrisisRow, ResourceRow,
};
use protocol::games::europe::{
    Citizen, CitizenDeck, CitizenKind, Country, Crisis, CrisisDeck, Options, Resource, ResourceCard,
};
use serde_json::Value;

use super::check;
use crate::by_id::ById;
use crate::catalogue::{DataFault, rows, total};

/// Everything that is printed on the components.
#[derive(Debug)]
pub struct Tables {
    pub(super) resources: ById<ResourceCard, CardData, { ResourceCard::COUNT }>,
    pub(super) citizens: ById<CitizenKind, CitizenRow, { CitizenKind::COUNT }>,
    pub(super) crises: ById<Crisis, CrisisRow, { Crisis::COUNT }>,
    pub(super) countries: ById<Country, String, { Country::COUNT }>,
    /// Numbers that a room cannot choose.
    pub(super) counts: ById<Count, u8, { Count::COUNT }>,
    /// The highest price of a resource card of the deck when bought unseen.
    pub(super) dearest_blind: u8,
}

/// A resource card.
#[derive(Clone, Copy, Debug)]
pub(super) struct CardData {
    pub(super) resource: Resource,
    /// Cubes in the round in which it is revealed or bought.
    pub(super) first: u8,
    /// Cubes in each later round.
    pub(super) later: u8,
    pub(super) starting: bool,
}

impl CardData {
    /// Returns its price in the market.
    pub(super) const fn price(self) -> u8 {
        self.first + self.later
    }
}

impl Tables {
    /// Reads and checks all files.
    pub(super) fn load(files: &Value) -> Result<Self, DataFault> {
        let resources: Vec<ResourceRow> = rows(files, "resources", "resource")?;
        check::resources(&resources)?;
        let resources = ById::from_fn(|card| read_card(&resources, card));
        let citizens: Vec<CitizenRow> = rows(files, "citizens", "citizen")?;
        let citizens = total("citizens", "citizen", citizens, |row| row.id, |row| row)?;
        let crises: Vec<CrisisRow> = rows(files, "crises", "crisis")?;
        let crises = total("crises", "crisis", crises, |row| row.id, |row| row)?;
        let countries: Vec<CountryRow> = rows(files, "countries", "country")?;
        let countries = total("countries", "country", countries, |row| row.id, |row| row.name)?;
        let counts: Vec<CountRow> = rows(files, "counts", "count")?;
        let counts = total("counts", "count", counts, |row| row.id, |row| row.value)?;
        check::citizens(citizens.values())?;
        check::crises(crises.values())?;
        check::counts(&counts)?;

        let bought = resources.values().iter().filter(|card: &&CardData| !card.starting);
        let dearest = bought.map(|card| card.price()).max().unwrap_or_default();
        let dearest_blind = dearest.saturating_sub(counts[Count::BlindDiscount]);
        Ok(Self { resources, citizens, crises, countries, counts, dearest_blind })
    }

    /// Returns the number of starting cards that each of this many players is dealt.
    pub(super) fn starting_cards(&self, players: u8) -> u8 {
        self.counts[match players {
            2 => Count::StartingCards2,
            3 => Count::StartingCards3,
            _ => Count::StartingCards4,
        }]
    }

    /// Returns the type of a citizen.
    pub(super) fn citizen(&self, card: Citizen) -> &CitizenRow {
        &self.citizens[card.kind()]
    }

    /// Checks whether a citizen is in play.
    pub(super) fn has_citizen(&self, options: &Options, card: Citizen) -> bool {
        let copies = self.citizen(card).copies;
        let copies = match options.citizen_deck {
            CitizenDeck::Gentle => copies.gentle,
            CitizenDeck::Standard => copies.standard,
            CitizenDeck::SeedOnly => copies.seed_only,
        };
        card.copy() <= copies
    }

    /// Checks whether a crisis stays in force.
    pub(super) fn is_directive(&self, crisis: Crisis) -> bool {
        self.crises[crisis].kind == CrisisKind::Directive
    }

    /// Checks whether a crisis is in play.
    pub(super) fn has_crisis(&self, options: &Options, crisis: Crisis) -> bool {
        match options.crisis_deck {
            CrisisDeck::Full => true,
            CrisisDeck::SeedOnly => self.crises[crisis].seed_only,
        }
    }
}

fn read_card(rows: &[ResourceRow], card: ResourceCard) -> CardData {
    let row = rows.iter().find(|row| row.copies.contains(&card));
    let row = row.expect("every card has a row: checked");
    let ResourceRow { resource, first, later, starting, .. } = *row;
    CardData { resource, first, later, starting }
}
