//! The two sides and the neutral army: counts, draft, objectives, and what the Command Room adds.
//!
//! It must not know any card.

use protocol::games::balance_of_power::{
    ChartView, Colour, Objective, Owner, Public, SideView, Stage,
};

use super::catalogue::Lookup;
use super::{colour_name, map};
use crate::render::data::mark;
use crate::render::page::PageBuilder;
use crate::render::text::title;

/// The width of the table of both sides, in cells.
const TABLE: usize = 51;

/// Counts of both sides and the neutral army, and each draft in words.
pub(super) fn table(public: &Public, catalogue: Lookup<'_>, width: usize, text: &mut PageBuilder) {
    let [red, blue] = &public.sides;
    let neutral = &public.neutral;
    let cities = public.territories.values().filter(|view| view.city);
    let neutral_cities = cities.filter(|view| view.owner == Owner::Neutral).count();
    let wide = width >= TABLE;
    if wide {
        text.line(format!("{:24} {:>8} {:>8} {:>8}", "", "Red", "Blue", "neutral"));
    }
    let mut counts = |name: &str, of: &dyn Fn(&SideView) -> u32, neutral: Option<u32>| {
        let (red, blue) = (of(red), of(blue));
        if wide {
            let neutral = neutral.map(|n| n.to_string()).unwrap_or_default();
            return text.line(format!("{name:24} {red:>8} {blue:>8} {neutral:>8}"));
        }
        let neutral = neutral.map(|n| format!(", neutral {n}")).unwrap_or_default();
        text.line(format!("{name}: Red {red}, Blue {blue}{neutral}"));
    };
    counts("Territories", &|side| side.territories.into(), Some(neutral.territories.into()));
    counts("Troops on the map", &|side| side.troops, Some(neutral.troops));
    counts("Cities", &|side| side.cities.into(), Some(neutral_cities as u32));
    counts("Draft as the map stands", &|side| side.draft.total.into(), None);
    counts("Cards in hand", &|side| side.hand.into(), None);
    counts("Objectives collected", &|side| side.collected.len() as u32, None);
    if let Some(capitals) = map::capitals(public, catalogue) {
        text.line(capitals);
    }
    for side in &public.sides {
        text.line(draft(side, catalogue));
    }
}

/// Describes how the draft of a side adds up.
fn draft(side: &SideView, catalogue: Lookup<'_>) -> String {
    let draft = &side.draft;
    let mut parts = vec![format!("territories and cities {}", draft.base)];
    parts.extend(draft.regions.iter().map(|held| {
        let mark = mark(catalogue.region(held.region).map(|row| row.bonus_source));
        format!("{} {}{mark}", catalogue.region_name(held.region), held.bonus)
    }));
    if draft.capitals > 0 {
        parts.push(format!("capitals {}", draft.capitals));
    }
    format!("{} drafts {}: {}", colour_name(side.colour), draft.total, parts.join(", "))
}

/// Objectives that lie face up, with their texts, and those collected.
pub(super) fn objectives(public: &Public, catalogue: Lookup<'_>, text: &mut PageBuilder) {
    text.line("Objectives face up (three, and your own capital held at the end of a turn, win)");
    if public.objectives.is_empty() {
        text.line("  none");
    }
    for objective in &public.objectives {
        let row = catalogue.objective_row(*objective);
        let words = row.map(|row| format!(": {}", row.text)).unwrap_or_default();
        let by = fulfilled(public, *objective);
        text.line(format!(
            "  {}{words}{}{by}",
            catalogue.objective(*objective),
            mark(row.map(|row| row.source))
        ));
    }
    for side in public.sides.iter().filter(|side| !side.collected.is_empty()) {
        let names: Vec<String> = side.collected.iter().map(|id| catalogue.objective(*id)).collect();
        text.line(format!("Collected by {}: {}", colour_name(side.colour), names.join(", ")));
    }
}

fn fulfilled(public: &Public, objective: Objective) -> String {
    let by: Vec<&str> = public
        .sides
        .iter()
        .filter(|side| side.fulfilled.contains(&objective))
        .map(|side| colour_name(side.colour))
        .collect();
    if by.is_empty() { String::new() } else { format!(" [fulfilled by {}]", by.join(" and ")) }
}

/// Writes charts, neutral resistance and combat support.
pub(super) fn command_room(public: &Public, catalogue: Lookup<'_>, text: &mut PageBuilder) {
    let Some(room) = &public.command_room else { return };
    let charts = &room.charts;
    let chart = |name: &str, id: Owner, view: ChartView| {
        let mark = mark(catalogue.chart(id).map(|row| row.source));
        format!("{name} {} of {}{mark}", view.troops, view.capacity)
    };
    text.line(format!(
        "Charts of defeated troops: {}, {}, {}",
        chart("Red", Owner::Red, charts.red),
        chart("Blue", Owner::Blue, charts.blue),
        chart("neutral", Owner::Neutral, charts.neutral)
    ));
    if let Some(needed) = room.resistance.filter(|_| public.stage != Stage::Over) {
        let mark = mark(catalogue.resistance(charts.neutral.troops).map(|row| row.source));
        text.line(format!(
            "Neutral resistance at the start of the next turn needs {needed}{mark} with two dice"
        ));
    }
    text.line("Combat support (price in troops of the own chart)");
    for support in &room.support {
        let row = catalogue.support(support.kind);
        let name = row.map_or_else(|| title(support.kind.as_str()), |row| row.name.clone());
        let words = row.map(|row| format!(": {}", row.text)).unwrap_or_default();
        let state = match (support.bought, support.active) {
            (_, true) => " [bought, in force]",
            (true, false) => " [bought this turn]",
            (false, false) => "",
        };
        text.line(format!(
            "  {name}, {}{}{words}{}{state}",
            support.price,
            mark(row.map(|row| row.price_source)),
            mark(row.map(|row| row.text_source))
        ));
    }
    text.gap();
}

/// Returns the question of neutral resistance, with what it needs.
pub(super) fn resistance(public: &Public, catalogue: Lookup<'_>) -> String {
    let Some(room) = &public.command_room else { return "roll for neutral resistance".to_owned() };
    let troops = room.charts.neutral.troops;
    let needed = room.resistance.map_or_else(|| "?".to_owned(), |needed| needed.to_string());
    let mark = mark(catalogue.resistance(troops).map(|row| row.source));
    format!(
        "roll two dice for neutral resistance ({needed}{mark} or more returns {} of \
         {troops} troops to the map)",
        troops.div_ceil(2)
    )
}

/// Returns the troops on the chart of the player whose turn it is.
pub(super) fn own_chart(public: &Public) -> Option<u8> {
    let charts = &public.command_room.as_ref()?.charts;
    Some(match public.active? {
        Colour::Red => charts.red.troops,
        Colour::Blue => charts.blue.troops,
    })
}
