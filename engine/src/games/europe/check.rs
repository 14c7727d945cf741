//! Requirements on the component data: every card once, decks that can be played, numbers that fit.

use protocol::games::europe::data::{
    CitizenRow, Copies, CountryRow, CrisisKind, CrisisRow, Effect, ResourceRow,
};
use protocol::games::europe::{CitizenKind, Country, Crisis, ResourceCard};
use protocol::ids::Id;

use crate::by_id::IdSet;
use crate::catalogue::DataFault;

/// Number of starting cards.
pub(super) const STARTING_CARDS: usize = 8;
/// The most citizens of a deck.
pub(super) const MOST_CITIZENS: usize = 38;
/// The fewest citizens of a deck: three for each of four players.
const FEWEST_CITIZENS: usize = 12;
/// The most cubes and coin that a card may name: sums stay small.
const MOST_ON_A_CARD: u32 = 12;
/// The most cubes of a resource, and coin, that can be in a match.
const MOST_CUBES: u8 = 60;
const MOST_COIN: u8 = 200;

pub(super) fn resources(rows: &[ResourceRow]) -> Result<(), DataFault> {
    let mut seen: IdSet<ResourceCard> = IdSet::EMPTY;
    let mut starting = 0;
    for (index, row) in rows.iter().enumerate() {
        let fault = |reason: String| {
            Err(DataFault::new("resources", format!("resource number {}", index + 1), reason))
        };
        for card in &row.copies {
            if seen.contains(*card) {
                return fault(format!("{card} is listed twice"));
            }
            seen.insert(*card);
        }
        if row.first < row.later || u32::from(row.first) > MOST_ON_A_CARD {
            return fault(format!("gives at first at most {MOST_ON_A_CARD}, and no more later"));
        }
        if row.starting {
            starting += row.copies.len();
        }
    }
    if let Some(missing) = ResourceCard::ALL.iter().find(|card| !seen.contains(**card)) {
        return Err(DataFault::new("resources", "[[resource]]", format!("{missing} is missing")));
    }
    if starting != STARTING_CARDS {
        let reason = format!("{starting} cards are starting cards, not {STARTING_CARDS}");
        return Err(DataFault::new("resources", "[[resource]]", reason));
    }
    Ok(())
}

pub(super) fn citizens(rows: &[CitizenRow]) -> Result<(), DataFault> {
    once("citizens", "citizen", CitizenKind::ALL, rows.iter().map(|row| row.id))?;
    for row in rows {
        let fault = |reason: String| {
            Err(DataFault::new("citizens", format!("citizen {:?}", row.id.as_str()), reason))
        };
        if !(1..=MOST_ON_A_CARD).contains(&row.needs.total()) {
            return fault(format!("needs from 1 to {MOST_ON_A_CARD} cubes"));
        }
        if u32::from(row.coin) > MOST_ON_A_CARD {
            return fault(format!("pays at most {MOST_ON_A_CARD} coin"));
        }
        let Copies { gentle, standard, seed_only } = row.copies;
        if gentle.max(standard).max(seed_only) > row.id.copies() {
            return fault(format!("has at most {} copies", row.id.copies()));
        }
    }
    for (deck, copies) in [
        ("gentle", (|row| row.copies.gentle) as fn(&CitizenRow) -> u8),
        ("standard", |row| row.copies.standard),
        ("seed_only", |row| row.copies.seed_only),
    ] {
        let cards: usize = rows.iter().map(|row| usize::from(copies(row))).sum();
        if !(FEWEST_CITIZENS..=MOST_CITIZENS).contains(&cards) {
            let reason = format!(
                "the {deck} deck has {cards} cards, not from {FEWEST_CITIZENS} to {MOST_CITIZENS}"
            );
            return Err(DataFault::new("citizens", "copies", reason));
        }
    }
    Ok(())
}

pub(super) fn crises(rows: &[CrisisRow]) -> Result<(), DataFault> {
    once("crises", "crisis", Crisis::ALL, rows.iter().map(|row| row.id))?;
    for row in rows {
        let fault = |reason: &str| {
            Err(DataFault::new("crises", format!("crisis {:?}", row.id.as_str()), reason))
        };
        if u32::from(row.bonus) > MOST_ON_A_CARD {
            return fault("promises at most 12 coin");
        }
        if row.kind_source.is_some() != row.effect_source.is_some() {
            return fault("kind_source and effect_source go together");
        }
        let stays = row.kind == CrisisKind::Directive;
        let (needs_a_directive, needs_a_disaster, small) = match row.effect {
            Effect::Stockpile { cubes_a_card } => (true, false, u32::from(cubes_a_card)),
            Effect::Placating { harder } => (true, false, u32::from(harder)),
            Effect::Keep { at_least } => (true, false, u32::from(at_least)),
            Effect::StartingCards { cubes_a_card } => (false, true, u32::from(cubes_a_card)),
            Effect::Neighbour { count } => (false, true, u32::from(count)),
            Effect::Half { .. } | Effect::Citizen {} | Effect::NoCoinTrade {} => (false, true, 1),
            Effect::Cubes { cubes } => (false, false, cubes.total()),
            Effect::Coin { coin } => (false, false, u32::from(coin)),
            Effect::CubesOrCoin { cubes, coin } => {
                (false, true, cubes.total().min(u32::from(coin)))
            }
        };
        if needs_a_directive && !stays {
            return fault("this effect belongs to a directive");
        }
        if needs_a_disaster && stays {
            return fault("this effect belongs to a disaster");
        }
        if !(1..=MOST_ON_A_CARD).contains(&small) {
            return fault("the effect's numbers are from 1 to 12");
        }
        if matches!(row.effect, Effect::Keep { at_least } if at_least > 3) {
            return fault("three citizens are dealt");
        }
    }
    if !rows.iter().any(|row| row.seed_only) {
        return Err(DataFault::new("crises", "seed_only", "the seed_only deck is empty"));
    }
    Ok(())
}

pub(super) fn countries(rows: &[CountryRow]) -> Result<(), DataFault> {
    once("countries", "country", Country::ALL, rows.iter().map(|row| row.id))
}

/// Numbers that a room cannot choose.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FixedCounts {
    pub(super) cubes_each: u8,
    pub(super) coin_total: u8,
    /// Starting cards for 2, 3 and 4 players.
    pub(super) starting_cards: [u8; 3],
    /// Coin by which the top of the deck is cheaper.
    pub(super) blind_discount: u8,
}

pub(super) fn counts(counts: &FixedCounts) -> Result<(), DataFault> {
    let fault =
        |row: &str, reason: String| Err(DataFault::new("counts", format!("count {row:?}"), reason));
    if !(1..=MOST_CUBES).contains(&counts.cubes_each) {
        return fault("cubes_each", format!("from 1 to {MOST_CUBES}"));
    }
    if !(40..=MOST_COIN).contains(&counts.coin_total) {
        return fault("coin_total", format!("from 40 to {MOST_COIN}"));
    }
    for (index, cards) in counts.starting_cards.iter().enumerate() {
        let players = index + 2;
        if usize::from(*cards) * players > STARTING_CARDS || *cards == 0 {
            let row = format!("starting_cards_{players}");
            return fault(&row, format!("{STARTING_CARDS} cards must do for {players} players"));
        }
    }
    Ok(())
}

/// Checks that every identifier has exactly one row.
fn once<K: Id>(
    file: &str,
    kind: &str,
    all: &[K],
    rows: impl Iterator<Item = K>,
) -> Result<(), DataFault> {
    let mut seen: IdSet<K> = IdSet::EMPTY;
    for id in rows {
        if seen.contains(id) {
            let row = format!("{kind} {:?}", id.as_str());
            return Err(DataFault::new(file, row, "is listed twice"));
        }
        seen.insert(id);
    }
    match all.iter().find(|id| !seen.contains(**id)) {
        Some(missing) => {
            let reason = format!("{:?} is missing", missing.as_str());
            Err(DataFault::new(file, format!("[[{kind}]]"), reason))
        }
        None => Ok(()),
    }
}
