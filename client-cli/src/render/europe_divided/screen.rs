//! Europe Divided as pages: the contested regions, as boxes where there is a screen, and the cards.
//!
//! It must not compute anything that the rules say.

use protocol::games::europe_divided::{Private, Public, Region, SideView, Stage};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;

use super::catalogue::Lookup;
use super::{board, cards, coming, side_name};
use crate::face::Face;
use crate::render::page::{FAINT, HEAD, Page, PageBuilder, fit};
use crate::render::text::count;

/// The regions as they lie on the map, in rows of four, from the west to the east.
const MAP: [Region; Region::COUNT] = [
    Region::Poland,
    Region::Baltics,
    Region::Belarus,
    Region::Ukraine,
    Region::CzechiaSlovakia,
    Region::Hungary,
    Region::Moldova,
    Region::Georgia,
    Region::WesternBalkans,
    Region::EasternBalkans,
    Region::Armenia,
    Region::Azerbaijan,
];

/// Boxes beside each other where there is room.
const ACROSS: usize = 4;

/// The width of a box with the space behind it, in cells.
const BOX: usize = 20;

/// Explanation of the signs in a box.
const SIGNS: &str = "N, R armies of NATO and Russia; $ money tokens; cards still open: E, R; \
                     ! EU fracture; a dot is nothing";

/// Explanation of the signs where there is no room for boxes.
const LOW_SIGNS: &str = "EU, NA, RU dice of EU, NATO, Russia; N, R armies; $ money tokens; cards still \
                         open: E, R; ! EU fracture; a dot is nothing";

const EU: Style = Style::new().fg(Color::Blue);
const NATO: Style = Style::new().fg(Color::Cyan);
const RUSSIA: Style = Style::new().fg(Color::Red);

/// Returns all pages.
pub(super) fn pages(
    public: &Public,
    private: Option<&Private>,
    catalogue: Lookup<'_>,
    face: Face,
) -> Vec<Page> {
    let written = |name, write: &dyn Fn(&mut PageBuilder)| Page::written(name, face, write);
    let mut pages = vec![map(public, catalogue, face)];
    if let Some(private) = private {
        pages.push(written("Hand", &|text| cards::own(public, private, catalogue, text)));
    }
    pages.push(written("Headlines", &|text| {
        cards::headlines(public, catalogue, text);
        coming(public, catalogue, text);
    }));
    pages.push(written("Sides", &|text| {
        board::sides(public, face, text);
        cards::open_cards(public, catalogue, text);
    }));
    pages
}

fn map(public: &Public, catalogue: Lookup<'_>, face: Face) -> Page {
    let mut sheet = PageBuilder::new(face);
    sheet.spans(vec![
        Span::styled(side_words("Europe", &public.sides[0]), EU),
        Span::raw("  "),
        Span::styled(side_words("Russia", &public.sides[1]), RUSSIA),
    ]);
    regions(public, catalogue, face, &mut sheet);
    if public.sanctions {
        sheet.line("US Sanctions: Russia may pay for nothing this turn");
    }
    if let Some(initiative) = public.initiative {
        let (europe, russia) = (initiative.europe, initiative.russia);
        let first = side_name(initiative.first);
        sheet.line(format!("Initiative: Europe {europe}, Russia {russia}; {first} goes first"));
    }
    if public.stage != Stage::Over {
        board::outlook(&public.projection, &mut sheet);
    }
    if face.is_screen() {
        coming(public, catalogue, &mut sheet);
    }
    board::elsewhere(public, catalogue, &mut sheet);
    sheet.page("Map")
}

/// Draws the regions as boxes, lower where there is little room, and the turn track; without a screen
/// each region is a line.
fn regions(public: &Public, catalogue: Lookup<'_>, face: Face, sheet: &mut PageBuilder) {
    let across = if face.is_screen() { (face.width() / BOX).clamp(1, ACROSS) } else { 1 };
    let tall = face.height().is_some_and(|height| usize::from(height) > MAP.len() / ACROSS * 4);
    for row in MAP.chunks(across) {
        let cells: Vec<Vec<Vec<Span<'static>>>> = row
            .iter()
            .map(|region| {
                if tall {
                    region_box(public, *region, catalogue).into()
                } else {
                    region_lines(public, *region, catalogue).into()
                }
            })
            .collect();
        if !face.is_screen() {
            sheet.spans(cells.into_iter().flatten().flatten().collect());
            continue;
        }
        for line in 0..cells.first().map_or(0, Vec::len) {
            sheet.spans(cells.iter().flat_map(|lines| lines[line].iter().cloned()).collect());
        }
    }
    sheet.styled(FAINT, if tall { SIGNS } else { LOW_SIGNS });
    if face.is_screen() {
        track(public, catalogue, sheet);
    }
}

fn side_words(name: &str, side: &SideView) -> String {
    let pending = match side.prestige_pending {
        0 => String::new(),
        pending => format!("+{pending}"),
    };
    format!("{name}: money {}, prestige {}{pending}, hand {}", side.money, side.prestige, side.hand)
}

/// Returns a region in four lines: the name, the dice, armies and tokens, and whose cards are still open.
fn region_box(public: &Public, region: Region, catalogue: Lookup<'_>) -> [Vec<Span<'static>>; 4] {
    let space = region.space();
    let inside = BOX - 3;
    let mark = if public.fracture == Some(space) { "!" } else { "" };
    let name: String =
        format!("{mark}{}", narrow(region, catalogue)).chars().take(inside).collect();
    let rule = "─".repeat(inside - name.chars().count());
    let top = vec![Span::raw("┌"), Span::styled(name, HEAD), Span::raw(format!("{rule}┐ "))];
    let standing = public.dice.get(&region).copied().unwrap_or_default();
    let most = standing.eu.max(standing.nato).max(standing.russia);
    let die = |label: &str, n: u8, style: Style| {
        let strong = if n > 0 && n == most { Modifier::BOLD } else { Modifier::empty() };
        Span::styled(format!("{label} {} ", count(n)), style.add_modifier(strong))
    };
    let powers = [
        die("EU", standing.eu, EU),
        die("NATO", standing.nato, NATO),
        die("RU", standing.russia, RUSSIA),
    ];
    let army = |label: &str, n: u8, style: Style| {
        Span::styled(format!("{label} {} ", count(n)), if n > 0 { style } else { FAINT })
    };
    let tokens = match board::at(&public.money_tokens, space) {
        0 => Span::raw(""),
        n => Span::styled(format!("${n}"), Style::new().fg(Color::Yellow)),
    };
    let armies = [
        Span::styled("army ", FAINT),
        army("N", board::at(&public.armies.nato, space), NATO),
        army("R", board::at(&public.armies.russia, space), RUSSIA),
        tokens,
    ];
    let open = match board::open_cards(public, region).as_str() {
        "." => String::new(),
        "both" => " cards E R ".to_owned(),
        one => format!(" card {} ", one.chars().next().unwrap_or('?')),
    };
    let rule = "─".repeat(inside - open.chars().count());
    let bottom = vec![Span::raw(format!("└{open}{rule}┘ "))];
    [top, boxed(&powers, inside), boxed(&armies, inside), bottom]
}

/// Returns the name of a region where there is little room.
fn narrow(region: Region, catalogue: Lookup<'_>) -> String {
    catalogue.space(region.space()).replace(" and ", "/")
}

/// Returns a region in two lines: the name, tokens and open cards; dice and armies.
fn region_lines(public: &Public, region: Region, catalogue: Lookup<'_>) -> [Vec<Span<'static>>; 2] {
    let space = region.space();
    let mut signs = match board::at(&public.money_tokens, space) {
        0 => String::new(),
        n => format!(" ${n}"),
    };
    signs += match board::open_cards(public, region).as_str() {
        "." => "",
        "both" => " ER",
        one if one.starts_with('E') => " E",
        _ => " R",
    };
    let mark = if public.fracture == Some(space) { "!" } else { "" };
    let name = format!("{mark}{}", narrow(region, catalogue));
    let wide = BOX - 1 - signs.len();
    let top = vec![Span::styled(fit(&name, wide), HEAD), Span::styled(format!("{signs} "), FAINT)];
    let standing = public.dice.get(&region).copied().unwrap_or_default();
    let most = standing.eu.max(standing.nato).max(standing.russia);
    let part = |label: &str, n: u8, style: Style, strong: bool| {
        let strong = if n > 0 && strong { Modifier::BOLD } else { Modifier::empty() };
        let style = if n > 0 { style.add_modifier(strong) } else { FAINT };
        Span::styled(format!("{:4}", format!("{label}{}", count(n))), style)
    };
    let army = |armies| board::at(armies, space);
    let troops = |label: &str, n: u8, style: Style| {
        let text = if n == 0 { String::new() } else { format!("{label}{n}") };
        Span::styled(format!("{text:4}"), style)
    };
    let below = vec![
        part("EU", standing.eu, EU, standing.eu == most),
        part("NA", standing.nato, NATO, standing.nato == most),
        part("RU", standing.russia, RUSSIA, standing.russia == most),
        troops("N", army(&public.armies.nato), NATO),
        troops("R", army(&public.armies.russia), RUSSIA),
    ];
    [top, below]
}

/// Draws a line of a box, filled to its width.
fn boxed(parts: &[Span<'static>], inside: usize) -> Vec<Span<'static>> {
    let used: usize = parts.iter().map(|part| part.content.chars().count()).sum();
    let mut line = vec![Span::raw("│")];
    line.extend(parts.iter().cloned());
    line.push(Span::raw(format!("{}│ ", " ".repeat(inside.saturating_sub(used)))));
    line
}

/// Writes the turns, `h` where headlines are resolved or placed, the present one in brackets.
fn track(public: &Public, catalogue: Lookup<'_>, sheet: &mut PageBuilder) {
    let mut parts = vec![Span::styled(fit("Turn", 5), HEAD)];
    for row in catalogue.turns() {
        let turn = row.turn;
        let sign = if row.steps.is_empty() { "" } else { "h" };
        let (text, style) = match turn.cmp(&public.turn) {
            std::cmp::Ordering::Less => (format!("{turn}{sign} "), FAINT),
            std::cmp::Ordering::Equal => (format!("[{turn}{sign}] "), HEAD),
            std::cmp::Ordering::Greater => (format!("{turn}{sign} "), Style::new()),
        };
        parts.push(Span::styled(text, style));
    }
    sheet.spans(parts);
}
