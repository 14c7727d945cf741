//! Requirements on the component data: every card once, decks that can be played, numbers that fit.

use protocol::games::europe::ResourceCard;
use protocol::games::europe::data::{
    CitizenRow, Copies, Count, CrisisKind, CrisisRow, Effect, ResourceRow,
};

use crate::by_id::{ById, IdSet};
use crate::catalogue::{DataFault, RowCheck};

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
    for (row, number) in rows.iter().zip(1..) {
        let check = RowCheck::at("resources", format_args!("resource number {number}"));
        for card in row.copies.iter().copied() {
            check.needs(!seen.contains(card), format_args!("{card} is listed twice"))?;
            seen.insert(card);
        }
        let fits = row.first >= row.later && u32::from(row.first) <= MOST_ON_A_CARD;
        let reason = format_args!("gives at first at most {MOST_ON_A_CARD}, and no more later");
        check.needs(fits, reason)?;
        if row.starting {
            starting += row.copies.len();
        }
    }
    let check = RowCheck::at("resources", "[[resource]]");
    for card in ResourceCard::ALL.iter().copied() {
        check.needs(seen.contains(card), format_args!("{card} is missing"))?;
    }
    let reason = format_args!("{starting} cards are starting cards, not {STARTING_CARDS}");
    check.needs(starting == STARTING_CARDS, reason)
}

pub(super) fn citizens(rows: &[CitizenRow]) -> Result<(), DataFault> {
    for row in rows {
        let check = RowCheck::of("citizens", "citizen", row.id);
        let reason = format_args!("needs from 1 to {MOST_ON_A_CARD} cubes");
        check.needs((1..=MOST_ON_A_CARD).contains(&row.needs.total()), reason)?;
        let reason = format_args!("pays at most {MOST_ON_A_CARD} coin");
        check.needs(u32::from(row.coin) <= MOST_ON_A_CARD, reason)?;
        let Copies { gentle, standard, seed_only } = row.copies;
        let most = row.id.copies();
        let reason = format_args!("has at most {most} copies");
        check.needs(gentle.max(standard).max(seed_only) <= most, reason)?;
    }
    for (deck, copies) in [
        ("gentle", (|row| row.copies.gentle) as fn(&CitizenRow) -> u8),
        ("standard", |row| row.copies.standard),
        ("seed_only", |row| row.copies.seed_only),
    ] {
        let cards: usize = rows.iter().map(|row| usize::from(copies(row))).sum();
        let reason = format_args!(
            "the {deck} deck has {cards} cards, not from {FEWEST_CITIZENS} to {MOST_CITIZENS}"
        );
        let fits = (FEWEST_CITIZENS..=MOST_CITIZENS).contains(&cards);
        RowCheck::at("citizens", "copies").needs(fits, reason)?;
    }
    Ok(())
}

pub(super) fn crises(rows: &[CrisisRow]) -> Result<(), DataFault> {
    for row in rows {
        let check = RowCheck::of("crises", "crisis", row.id);
        check.needs(u32::from(row.bonus) <= MOST_ON_A_CARD, "promises at most 12 coin")?;
        let both = row.kind_source.is_some() == row.effect_source.is_some();
        check.needs(both, "kind_source and effect_source go together")?;
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
        check.needs(stays || !needs_a_directive, "this effect belongs to a directive")?;
        check.needs(!stays || !needs_a_disaster, "this effect belongs to a disaster")?;
        let fits = (1..=MOST_ON_A_CARD).contains(&small);
        check.needs(fits, "the effect's numbers are from 1 to 12")?;
        let many = matches!(row.effect, Effect::Keep { at_least } if at_least > 3);
        check.needs(!many, "three citizens are dealt")?;
    }
    let seeded = rows.iter().any(|row| row.seed_only);
    RowCheck::at("crises", "seed_only").needs(seeded, "the seed_only deck is empty")
}

pub(super) fn counts(counts: &ById<Count, u8, { Count::COUNT }>) -> Result<(), DataFault> {
    let check = |count| RowCheck::of("counts", "count", count);
    let fits = (1..=MOST_CUBES).contains(&counts[Count::CubesEach]);
    check(Count::CubesEach).needs(fits, format_args!("from 1 to {MOST_CUBES}"))?;
    let fits = (40..=MOST_COIN).contains(&counts[Count::CoinTotal]);
    check(Count::CoinTotal).needs(fits, format_args!("from 40 to {MOST_COIN}"))?;
    let by_players = [Count::StartingCards2, Count::StartingCards3, Count::StartingCards4];
    for (count, players) in by_players.into_iter().zip(2..) {
        let cards = usize::from(counts[count]);
        let fits = cards * players <= STARTING_CARDS && cards > 0;
        let reason = format_args!("{STARTING_CARDS} cards must do for {players} players");
        check(count).needs(fits, reason)?;
    }
    Ok(())
}
