//! The validated component data: total maps over the closed sets of identifiers.

use protocol::games::europe::data::{
    CitizenRow, Copies, Count, CountRow, CountryRow, CrisisKind, CrisisRow, Effect, ResourceRow,
};
use protocol::games::europe::{
    Citizen, CitizenDeck, CitizenKind, Country, Crisis, CrisisDeck, Cubes, Options, Resource,
    ResourceCard,
};
use serde_json::Value;

use super::check::{self, FixedCounts};
use crate::by_id::ById;
use crate::catalogue::{DataFault, rows};

/// Everything that is printed on the components.
#[derive(Debug)]
pub struct Tables {
    pub(super) resources: ById<ResourceCard, CardData, 58>,
    pub(super) citizens: ById<CitizenKind, CitizenCard, 22>,
    pub(super) crises: ById<Crisis, CrisisCard, 14>,
    pub(super) countries: ById<Country, String, 27>,
    pub(super) counts: FixedCounts,
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

/// A type of citizen.
#[derive(Debug)]
pub(super) struct CitizenCard {
    pub(super) name: String,
    pub(super) needs: Cubes,
    /// Number of cubes it needs.
    pub(super) size: u8,
    pub(super) coin: u8,
    copies: Copies,
}

/// A crisis card.
#[derive(Debug)]
pub(super) struct CrisisCard {
    pub(super) name: String,
    pub(super) directive: bool,
    pub(super) bonus: u8,
    pub(super) effect: Effect,
    pub(super) text: String,
    seed_only: bool,
}

impl Tables {
    /// Reads and checks all files.
    pub(super) fn load(files: &Value) -> Result<Self, DataFault> {
        let resources: Vec<ResourceRow> = rows(files, "resources", "resource")?;
        check::resources(&resources)?;
        let citizens: Vec<CitizenRow> = rows(files, "citizens", "citizen")?;
        check::citizens(&citizens)?;
        let crises: Vec<CrisisRow> = rows(files, "crises", "crisis")?;
        check::crises(&crises)?;
        let countries: Vec<CountryRow> = rows(files, "countries", "country")?;
        check::countries(&countries)?;
        let counts = read_counts(rows(files, "counts", "count")?)?;
        check::counts(&counts)?;

        let resources = ById::from_fn(|card| read_card(&resources, card));
        let bought = resources.values().iter().filter(|card| !card.starting);
        let dearest = bought.map(|card| card.price()).max().unwrap_or_default();
        Ok(Self {
            resources,
            citizens: ById::from_fn(|kind| read_citizen(&citizens, kind)),
            crises: ById::from_fn(|crisis| read_crisis(&crises, crisis)),
            countries: ById::from_fn(|country| {
                let row = countries.iter().find(|row| row.id == country);
                row.expect("every country has a row: checked").name.clone()
            }),
            counts,
            dearest_blind: dearest.saturating_sub(counts.blind_discount),
        })
    }

    /// Returns the type of a citizen.
    pub(super) fn citizen(&self, card: Citizen) -> &CitizenCard {
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

fn read_citizen(rows: &[CitizenRow], kind: CitizenKind) -> CitizenCard {
    let row = rows.iter().find(|row| row.id == kind).expect("every type has a row: checked");
    CitizenCard {
        name: row.name.clone(),
        needs: row.needs,
        size: row.needs.total() as u8,
        coin: row.coin,
        copies: row.copies,
    }
}

fn read_crisis(rows: &[CrisisRow], crisis: Crisis) -> CrisisCard {
    let row = rows.iter().find(|row| row.id == crisis).expect("every crisis has a row: checked");
    CrisisCard {
        name: row.name.clone(),
        directive: row.kind == CrisisKind::Directive,
        bonus: row.bonus,
        effect: row.effect,
        text: row.text.clone(),
        seed_only: row.seed_only,
    }
}

fn read_counts(rows: Vec<CountRow>) -> Result<FixedCounts, DataFault> {
    let mut counts = FixedCounts::default();
    let mut seen: Vec<Count> = Vec::new();
    for CountRow { id, value, .. } in rows {
        if seen.contains(&id) {
            return Err(DataFault::new("counts", format!("count {id:?}"), "is listed twice"));
        }
        seen.push(id);
        match id {
            Count::CubesEach => counts.cubes_each = value,
            Count::CoinTotal => counts.coin_total = value,
            Count::StartingCards2 => counts.starting_cards[0] = value,
            Count::StartingCards3 => counts.starting_cards[1] = value,
            Count::StartingCards4 => counts.starting_cards[2] = value,
            Count::BlindDiscount => counts.blind_discount = value,
        }
    }
    if seen.len() == 6 {
        Ok(counts)
    } else {
        Err(DataFault::new("counts", "[[count]]", "a count is missing"))
    }
}
