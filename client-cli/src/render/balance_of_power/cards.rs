//! Cards: the deck, what was handed in, and the viewer's own hand with what it is worth.
//!
//! It must not decide which cards may be handed in.

use std::collections::BTreeSet;

use protocol::games::balance_of_power::{Card, Private, Public};

use super::catalogue::Lookup;
use super::colour_name;
use crate::render::data::mark;
use crate::render::page::PageBuilder;

/// Writes deck and discards.
pub(super) fn open(public: &Public, catalogue: Lookup<'_>, text: &mut PageBuilder) {
    let discards = names(&public.discards, catalogue);
    text.line(format!("Cards in the deck: {}; handed in: {discards}", public.deck));
}

/// Writes the hand that only this seat sees, and what sets of it earn.
pub(super) fn own(
    public: &Public,
    private: &Private,
    catalogue: Lookup<'_>,
    text: &mut PageBuilder,
) {
    let Some(colour) = private.colour else { return };
    let hand = names(&private.hand, catalogue);
    text.line(format!("Your cards ({}; only you see them): {hand}", colour_name(colour)));
    let worth: Vec<String> = sums(&private.hand, catalogue)
        .into_iter()
        .filter_map(|stars| {
            let row = catalogue.stars(stars)?;
            Some(format!("{stars} stars earn {}{}", row.troops, mark(row.source)))
        })
        .collect();
    if !worth.is_empty() {
        let note = if public.handed_in { " (cards were handed in this turn already)" } else { "" };
        text.line(format!("Sets you could hand in{note}: {}", worth.join(", ")));
    }
}

/// Returns every sum of stars that some of these cards have.
fn sums(cards: &[Card], catalogue: Lookup<'_>) -> BTreeSet<u8> {
    let mut sums = BTreeSet::from([0]);
    for stars in cards.iter().filter_map(|card| Some(catalogue.card(*card)?.stars)) {
        let with: Vec<u8> = sums.iter().map(|sum| sum + stars).collect();
        sums.extend(with);
    }
    sums
}

/// Cards with their stars.
fn names(cards: &[Card], catalogue: Lookup<'_>) -> String {
    if cards.is_empty() {
        return "none".to_owned();
    }
    let name = |card: &Card| {
        let row = catalogue.card(*card);
        let name = match card.territory() {
            Some(territory) => {
                format!(
                    "{}{}",
                    catalogue.name(territory),
                    mark(row.map(|row| row.territory_source))
                )
            }
            None => "a card without territory".to_owned(),
        };
        let Some(row) = row else { return name };
        let stars = if row.stars == 1 { "1 star" } else { &format!("{} stars", row.stars) };
        format!("{name} ({stars}{})", mark(row.stars_source))
    };
    cards.iter().map(name).collect::<Vec<_>>().join(", ")
}
