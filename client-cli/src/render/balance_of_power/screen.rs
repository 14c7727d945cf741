//! Balance of Power as pages: the map, as boxes where a screen has room for them, objectives, attacks
//! and cards.
//!
//! The neighbours are in the table of borders. It must not compute anything that the rules say.

use protocol::games::balance_of_power::{Owner, Private, Public, Region, Territory, TerritoryView};
use ratatui::style::{Color, Style};
use ratatui::text::Span;

use super::catalogue::Lookup;
use super::{attacks, cards, map, sides};
use crate::face::Face;
use crate::render::data::mark;
use crate::render::page::{FAINT, HEAD, Page, PageBuilder, fit};

/// Boxes beside each other.
const ACROSS: usize = 7;

/// The width of a box, in cells.
const BOX: usize = 11;

/// The least width of a territory without a box, in cells.
const CELL: usize = 8;

/// From this height on a box has a line below, in cells.
const TALL: u16 = 22;

/// The territories roughly as they lie, from the north-west to the south-east, by short names.
const MAP: [[Option<(Territory, &str)>; ACROSS]; 5] = [
    [
        Some((Territory::Ireland, "Ireland")),
        Some((Territory::UnitedKingdom, "UK")),
        Some((Territory::Norway, "Norway")),
        Some((Territory::Sweden, "Sweden")),
        Some((Territory::Finland, "Finland")),
        Some((Territory::Estonia, "Estonia")),
        Some((Territory::NorthernRussia, "N.Russia")),
    ],
    [
        None,
        Some((Territory::Netherlands, "Netherl.")),
        Some((Territory::Denmark, "Denmark")),
        Some((Territory::Prussia, "Prussia")),
        Some((Territory::Lithuania, "Lithuania")),
        Some((Territory::Latvia, "Latvia")),
        None,
    ],
    [
        Some((Territory::NorthernFrance, "N.France")),
        Some((Territory::Belgium, "Belgium")),
        Some((Territory::Germany, "Germany")),
        Some((Territory::Poland, "Poland")),
        None,
        Some((Territory::Belarus, "Belarus")),
        Some((Territory::SouthernRussia, "S.Russia")),
    ],
    [
        Some((Territory::SouthernFrance, "S.France")),
        Some((Territory::Switzerland, "Switzerl.")),
        Some((Territory::Austria, "Austria")),
        Some((Territory::CzechRepublic, "Czech R.")),
        Some((Territory::Slovakia, "Slovakia")),
        Some((Territory::WesternUkraine, "W.Ukraine")),
        Some((Territory::EasternUkraine, "E.Ukraine")),
    ],
    [
        None,
        Some((Territory::Italy, "Italy")),
        Some((Territory::Slovenia, "Slovenia")),
        Some((Territory::Hungary, "Hungary")),
        Some((Territory::Romania, "Romania")),
        Some((Territory::Moldova, "Moldova")),
        None,
    ],
];

/// Returns all pages.
pub(super) fn pages(
    public: &Public,
    private: Option<&Private>,
    catalogue: Lookup<'_>,
    face: Face,
) -> Vec<Page> {
    let written = |name, write: &dyn Fn(&mut PageBuilder)| Page::written(name, face, write);
    let drawn = face.is_screen() && face.width() >= ACROSS * CELL;
    let borders = || {
        written("Borders", &|text| {
            if !drawn {
                attacks::lately(public, catalogue, text);
            }
            map::table(public, catalogue, face.width(), text);
        })
    };
    let first = if drawn { overview(public, private, catalogue, face) } else { borders() };
    let mut pages = vec![first];
    pages.push(written("Aims", &|text| {
        sides::objectives(public, catalogue, text);
        sides::command_room(public, catalogue, text);
    }));
    pages.push(written("Sides", &|text| sides::table(public, catalogue, face.width(), text)));
    if !public.attacks.is_empty() {
        pages
            .push(written("Attacks", &|text| attacks::list(public, catalogue, face.width(), text)));
    }
    pages.push(written("Cards", &|text| {
        if let Some(private) = private {
            cards::own(public, private, catalogue, text);
        }
        cards::open(public, catalogue, text);
    }));
    if drawn {
        pages.push(borders());
    }
    pages
}

/// Returns the map, and what one looks at with it all the time.
fn overview(public: &Public, private: Option<&Private>, catalogue: Lookup<'_>, face: Face) -> Page {
    let mut sheet = PageBuilder::new(face);
    let tall = face.height().is_some_and(|height| height >= TALL);
    for row in &MAP {
        if face.width() >= ACROSS * BOX {
            draw(row, public, catalogue, tall, &mut sheet);
        } else {
            narrow(row, public, face.width() / ACROSS, &mut sheet);
        }
    }
    sheet.styled(
        FAINT,
        "R, B, n and troops: Red, Blue, neutral. c city; R, B capital; ^ rough; V, N, S sites; the last \
         letter is the region",
    );
    attacks::lately(public, catalogue, &mut sheet);
    if let Some(private) = private {
        cards::own(public, private, catalogue, &mut sheet);
    }
    map::regions(public, catalogue, &mut sheet);
    sheet.page("Map")
}

/// Draws one row of boxes, two or three lines high.
fn draw(
    row: &[Option<(Territory, &str)>; ACROSS],
    public: &Public,
    catalogue: Lookup<'_>,
    tall: bool,
    sheet: &mut PageBuilder,
) {
    let inside = BOX - 2;
    let (mut top, mut middle, mut bottom) = (Vec::new(), Vec::new(), Vec::new());
    for cell in row {
        let Some((id, name, view)) =
            cell.and_then(|(id, name)| Some((id, name, public.territories.get(&id)?)))
        else {
            for line in [&mut top, &mut middle, &mut bottom] {
                line.push(Span::raw(" ".repeat(BOX)));
            }
            continue;
        };
        let rule = "─".repeat(inside - name.chars().count());
        top.extend([
            Span::raw("┌"),
            Span::styled(name.to_owned(), HEAD),
            Span::raw(format!("{rule}┐")),
        ]);
        middle.push(Span::raw("│"));
        middle.extend(content(
            *view,
            mark(catalogue.territory(id).map(|row| row.rough_source)),
            inside,
        ));
        middle.push(Span::raw("│"));
        bottom.push(Span::raw(format!("└{}┘", "─".repeat(inside))));
    }
    sheet.spans(top);
    sheet.spans(middle);
    if tall {
        sheet.spans(bottom);
    }
}

/// Draws one row where there is no room for boxes: the names, and below them the rest without the marks of
/// what is reconstructed, which the table of borders has.
fn narrow(
    row: &[Option<(Territory, &str)>; ACROSS],
    public: &Public,
    cell: usize,
    sheet: &mut PageBuilder,
) {
    let (mut names, mut below) = (Vec::new(), Vec::new());
    for place in row {
        let known = place.and_then(|(id, name)| Some((name, public.territories.get(&id)?)));
        let Some((name, view)) = known else {
            names.push(Span::raw(" ".repeat(cell)));
            below.push(Span::raw(" ".repeat(cell)));
            continue;
        };
        names.push(Span::styled(format!("{} ", fit(name, cell - 1)), HEAD));
        let (holder, style) = holder(*view);
        let troops = format!("{holder}{}", troops(*view));
        let before_letter = (cell - 2).saturating_sub(troops.len());
        let signs = format!("{:before_letter$}", map::signs(*view, ""));
        let gap = cell.saturating_sub(troops.len() + signs.len() + 1);
        below.extend([
            Span::styled(troops, style),
            Span::raw(signs),
            Span::styled(region_letter(view.region).to_string(), colour(view.region)),
            Span::raw(" ".repeat(gap)),
        ]);
    }
    sheet.spans(names);
    sheet.spans(below);
}

const fn holder(view: TerritoryView) -> (&'static str, Style) {
    match (view.troops, view.owner) {
        (0, _) => (".", FAINT),
        (_, Owner::Red) => ("R", Style::new().fg(Color::Red)),
        (_, Owner::Blue) => ("B", Style::new().fg(Color::Blue)),
        (_, Owner::Neutral) => ("n", Style::new()),
    }
}

fn troops(view: TerritoryView) -> String {
    if view.troops == 0 { ".".to_owned() } else { view.troops.to_string() }
}

/// Returns holder, troops, signs and region.
fn content(view: TerritoryView, rough: &str, inside: usize) -> [Span<'static>; 3] {
    let (holder, style) = holder(view);
    let troops = troops(view);
    let signs = map::signs(view, rough);
    [
        Span::styled(format!("{holder}{troops:>3}"), style),
        Span::raw(fit(&format!(" {signs}"), inside - 5)),
        Span::styled(region_letter(view.region).to_string(), colour(view.region)),
    ]
}

/// Returns the letter of a region: that of its name, where two begin alike another one.
const fn region_letter(region: Region) -> char {
    match region {
        Region::Green => 'g',
        Region::Purple => 'p',
        Region::Yellow => 'y',
        Region::Blue => 'b',
        Region::Brown => 'n',
        Region::Orange => 'o',
    }
}

const fn colour(region: Region) -> Style {
    Style::new().fg(match region {
        Region::Green => Color::Green,
        Region::Purple => Color::Magenta,
        Region::Yellow => Color::Yellow,
        Region::Blue => Color::LightBlue,
        Region::Brown => Color::DarkGray,
        Region::Orange => Color::LightRed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_territory_lies_on_the_map_once_and_its_name_fits() {
        let mut on_map: Vec<Territory> =
            MAP.iter().flatten().flatten().map(|(id, _)| *id).collect();
        on_map.sort_unstable();
        on_map.dedup();
        assert_eq!(on_map.len(), Territory::COUNT);
        assert!(MAP.iter().flatten().flatten().all(|(_, name)| name.len() <= BOX - 2));
    }
}
