//! The board: open cards of the regions, armies and tokens elsewhere, seas, and the two sides.
//!
//! It must not know any card but the Sea Cards.

use std::fmt::Display;

use litemap::LiteMap;
use protocol::games::europe_divided::{
    Edition, EndReason, Power, Projection, Public, Region, Sea, SideProjection, SideView, Space,
};

use super::catalogue::Lookup;
use super::{power_name, side_name};
use crate::face::Face;
use crate::render::data::mark;
use crate::render::page::PageBuilder;

/// The width of the table of both sides, in cells.
const TABLE: usize = 51;

/// Returns the sides that still have this region's Action Card open beside them.
pub(super) fn open_cards(public: &Public, region: Region) -> String {
    let words = region.as_str().replace('_', "-");
    let holders: Vec<&str> = public
        .sides
        .iter()
        .zip(["Europe", "Russia"])
        .filter(|(side, _)| {
            side.contested_open.iter().any(|card| {
                let id = card.as_str().replace("-and-", "-");
                id.split_once('-').is_some_and(|(_, of)| of == words)
            })
        })
        .map(|(_, name)| name)
        .collect();
    match holders.as_slice() {
        [] => ".".to_owned(),
        ["Europe", "Russia"] => "both".to_owned(),
        some => some.join(", "),
    }
}

/// Writes what lies outside the contested regions, and the Sea Cards.
pub(super) fn elsewhere(public: &Public, catalogue: Lookup<'_>, text: &mut PageBuilder) {
    for (name, armies) in [("NATO", &public.armies.nato), ("Russia", &public.armies.russia)] {
        text.line(format!("{name} armies elsewhere: {}", list(armies, catalogue)));
    }
    if public.money_tokens.iter().any(|(space, n)| space.region().is_none() && *n > 0) {
        text.line(format!("Money tokens elsewhere: {}", list(&public.money_tokens, catalogue)));
    }
    if let Some(space) = public.fracture {
        text.line(format!("EU fracture marker: {}", catalogue.space(space)));
    }
    for sea in Sea::ALL {
        text.line(sea_card(public, *sea, catalogue));
    }
}

fn sea_card(public: &Public, sea: Sea, catalogue: Lookup<'_>) -> String {
    let row = catalogue.sea(sea);
    let space = match sea {
        Sea::Baltic => Space::BalticSea,
        Sea::Black => Space::BlackSea,
    };
    let mut line = format!("{} Card: ", catalogue.space(space));
    let Some(power) = public.seas.of(sea) else {
        line.push_str("nobody");
        if let Some(row) = row {
            let regions = catalogue.spaces(row.regions.iter().map(|region| region.space()));
            line = format!("{line} (needs dice of {} together in {regions})", row.minimum);
        }
        return line;
    };
    line.push_str(power_name(power));
    let [europe, russia] = &public.sides;
    let used = match (power, sea) {
        (Power::Nato, Sea::Baltic) => europe.baltic_used,
        (Power::Russia, Sea::Baltic) => russia.baltic_used,
        (Power::Russia, Sea::Black) => russia.black_used,
        (Power::Eu, _) | (Power::Nato, Sea::Black) => false,
    };
    if used {
        line.push_str(", used this turn");
    }
    if let Some(row) = row {
        let benefit = match power {
            Power::Eu => &row.eu_text,
            Power::Nato => &row.nato_text,
            Power::Russia => &row.russia_text,
        };
        line = format!("{line} - {benefit}{}", mark(row.source));
    }
    line
}

/// Writes the period, and money, prestige, supply and counts of both sides.
pub(super) fn sides(public: &Public, face: Face, text: &mut PageBuilder) {
    let [europe, russia] = &public.sides;
    let edition = match public.edition {
        Edition::First => "first edition",
        Edition::Revised => "revised edition",
    };
    text.line(format!("Period {}, {edition}", public.period));
    let wide = face.width() >= TABLE;
    if wide {
        text.line(row("", "Europe", "Russia", wide));
    }
    let mut row = |name: &str, of: fn(&SideView) -> u64| {
        text.line(row(name, of(europe), of(russia), wide));
    };
    row("Money", |side| side.money.into());
    row("Prestige", |side| side.prestige.into());
    if europe.prestige_pending + russia.prestige_pending > 0 {
        row("Prestige that counts at the end", |side| side.prestige_pending.into());
    }
    row("Armies in supply", |side| side.supply.into());
    row("Action Cards in hand", |side| side.hand.into());
    row("  locked and not yet played", |side| side.locked.into());
    row("  in the deck", |side| side.deck.into());
    row("  in the open discards", |side| side.discards.len() as u64);
    if europe.discards_face_down + russia.discards_face_down > 0 {
        row("  discarded face down", |side| side.discards_face_down.into());
    }
    row("Contested cards taken", |side| side.contested_taken.into());
    row("Advantage Cards in hand", |side| side.advantages.into());
    row("Headlines in hand", |side| side.headlines.into());
    projection(&public.projection, wide, text);
}

/// Returns a row of a table of both sides; in words where it has no room.
fn row(name: &str, europe: impl Display, russia: impl Display, wide: bool) -> String {
    if wide {
        format!("{name:33} {europe:>8} {russia:>8}")
    } else {
        format!("{name}: Europe {europe}, Russia {russia}")
    }
}

/// Writes the score if nothing changed any more, by source.
fn projection(projection: &Projection, wide: bool, text: &mut PageBuilder) {
    let [europe, russia] = &projection.sides;
    let mut row = |name: &str, of: fn(&SideProjection) -> u16| {
        text.line(row(name, of(europe), of(russia), wide));
    };
    row("Prestige if nothing changed", |side| side.total);
    row("  of headlines that hold now", |side| side.headlines);
    row("  of dominance still to be scored", |side| side.dominance);
    row("  of Advantage Cards in hand", |side| side.advantages);
}

/// Writes in a line who would win if nothing changed any more.
pub(super) fn outlook(projection: &Projection, text: &mut PageBuilder) {
    let [europe, russia] = projection.sides.map(|side| side.total);
    let winner = side_name(projection.winner);
    let by = match projection.reason.known() {
        Some(EndReason::ContestedCards) => " by contested cards",
        Some(EndReason::ArmiesAndMoney) => " by armies and money",
        Some(EndReason::TieToEurope) => ", for all is level",
        Some(EndReason::Prestige | EndReason::Resigned) | None => "",
    };
    text.line(format!(
        "If nothing changed: Europe {europe}, Russia {russia} prestige; {winner} wins{by}"
    ));
}

pub(super) fn at(map: &LiteMap<Space, u8>, space: Space) -> u8 {
    map.get(&space).copied().unwrap_or_default()
}

fn list(map: &LiteMap<Space, u8>, catalogue: Lookup<'_>) -> String {
    let parts: Vec<String> = map
        .iter()
        .filter(|(space, n)| space.region().is_none() && **n > 0)
        .map(|(space, n)| format!("{} {n}", catalogue.space(*space)))
        .collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}
