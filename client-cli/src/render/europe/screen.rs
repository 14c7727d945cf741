//! Europe as pages: the goods of all players, the trade desk, citizens and crises, the own cards.
//!
//! Here, apart from the text, because while the clock runs one looks at goods and offers and at
//! nothing else: both are on the first page, with the time left for every offer. It must not compute
//! anything that the rules say.

use protocol::games::europe::{Phase, PlayerView, Private, Public, Resource};
use ratatui::layout::Size;
use ratatui::style::{Color, Style};
use ratatui::text::Span;
use serde_json::Value;

use super::names::CardNames;
use super::{own, phase_words, results, table, trade};
use crate::render::Scene;
use crate::render::data::Text;
use crate::render::page::{ALERT, ASK, FAINT, HEAD, Page, PageBuilder, fit};
use crate::render::text::{count, title};

/// The width of the first column, in cells.
const LABEL: usize = 17;

/// The width of the column of a player, in cells.
const COLUMN: usize = 12;

/// The width of the column of a kind of good where players are rows, in cells.
const NARROW: usize = 6;

/// From this height on each kind of good has a row of its own, in cells.
const TALL: u16 = 16;

/// Returns all pages.
pub(super) fn pages(
    scene: &Scene<'_>,
    public: &Public,
    private: Option<&Private>,
    room: Size,
) -> Vec<Page> {
    let data = scene.data();
    let names = CardNames::new(scene, data.as_ref());
    let seat = private.map(|private| private.seat).or(scene.seat);
    let written = |name, write: &dyn Fn(&mut Text)| Page::written(name, room.width, write);
    let mut pages = vec![desk(scene, public, private, names, room)];
    if let Some(private) = private {
        pages.push(written("Own", &|text| own::cards(public, private, names, text)));
    }
    pages.push(written("Players", &|text| table::players(public, seat, names, text)));
    pages.push(written("Crises", &|text| {
        table::crises(public, names, text);
        table::sales(public, text);
    }));
    if let Some(clean_up) = &public.last_clean_up {
        let page = written("Results", &|text| results::clean_up(clean_up, public, names, text));
        let first = matches!(public.phase, Phase::Choose | Phase::Over);
        pages.insert(if first { 0 } else { pages.len() }, page);
    }
    pages
}

/// Returns the stage of the match.
pub(super) fn stage(public: &Public) -> String {
    let phase = phase_words(public.phase);
    match public.round {
        0 => format!("Before round 1: {phase}"),
        round => format!("Round {round}: {phase}"),
    }
}

/// Returns the goods and the offers.
fn desk(
    scene: &Scene<'_>,
    public: &Public,
    private: Option<&Private>,
    names: CardNames<'_>,
    room: Size,
) -> Page {
    let seat = private.map(|private| private.seat).or(scene.seat);
    let mut sheet = PageBuilder::new(room.width);
    if room.height < TALL {
        goods_across(scene, public, seat, names, &mut sheet);
    } else {
        goods(scene, public, seat, names, &mut sheet);
    }
    let mut text = Text::default();
    trade::offers(public, seat, scene.now_ms, names, &mut text);
    for line in text.finish().lines() {
        let style = match line {
            "Offers to you:" => ASK,
            line if line.ends_with(':') => HEAD,
            _ => Style::new(),
        };
        sheet.line(style, line);
    }
    for (player, at) in public.players.iter().zip(0..) {
        let debts = player.debts.iter().map(|debt| table::debt_words(debt, names));
        for debt in debts {
            let who = names.player(at, Some(player));
            sheet.line(
                if Some(at) == seat { ALERT } else { Style::new() },
                format!("{who} owes {debt}"),
            );
        }
    }
    let lacking = private.map(|private| own::lacking(private, names)).unwrap_or_default();
    if !lacking.is_empty() {
        sheet.line(
            Style::new(),
            format!("You lack, for each citizen alone: {}", lacking.join("; ")),
        );
    }
    let crises: Vec<String> = public.crises.iter().map(|crisis| names.crisis(crisis.id)).collect();
    if !crises.is_empty() {
        sheet.line(ALERT, format!("Crises: {}", crises.join(", ")));
    }
    sheet.page("Desk")
}

/// Writes a row for each kind of good and a column for each player, with the cards that give it
/// beside them.
fn goods(
    scene: &Scene<'_>,
    public: &Public,
    seat: Option<u8>,
    names: CardNames<'_>,
    sheet: &mut PageBuilder,
) {
    let mut row = |label: &str, cells: Vec<(String, Style)>, bank: &str, supply: &str| {
        let mut parts = vec![Span::styled(fit(label, LABEL), HEAD)];
        parts.extend(
            cells.into_iter().map(|(text, style)| Span::styled(format!("{text:>COLUMN$}"), style)),
        );
        parts.push(Span::styled(format!("{bank:>6}{supply:>7}"), FAINT));
        sheet.spans(parts);
    };
    let own = |at: u8| if Some(at) == seat { HEAD } else { Style::new() };
    let players = || public.players.iter().zip(0u8..);
    let heads = players().map(|(player, at)| {
        let you = if Some(at) == seat { "*" } else { "" };
        let name: String = names.player(at, Some(player)).chars().take(COLUMN - 2).collect();
        (format!("{you}{name}"), own(at))
    });
    row("", heads.collect(), "bank", "supply");
    let win = scene.options.and_then(|options| options.get("win_happiness"));
    let label = win.and_then(Value::as_u64).map(|win| format!("Happiness of {win}"));
    let label = label.unwrap_or_else(|| "Happiness".to_owned());
    row(&label, players().map(|(one, at)| (one.happiness.to_string(), own(at))).collect(), "", "");
    let coin = players().map(|(one, at)| (one.coin.to_string(), own(at)));
    row("Coin", coin.collect(), &public.bank_coin.to_string(), "");
    for kind in Resource::ALL {
        let cell = |(one, at): (&protocol::games::europe::PlayerView, u8)| {
            let locked = one.locked[*kind];
            match (one.cubes[*kind], locked) {
                (0, 0) => (".".to_owned(), FAINT),
                (free, 0) => (free.to_string(), own(at).fg(colour(*kind))),
                (free, locked) => (format!("{free} +{locked} locked"), own(at)),
            }
        };
        let bank = public.bank.as_ref().map_or_else(String::new, |bank| count(bank.stock[*kind]));
        let cells = players().map(cell).collect();
        row(&title(kind.as_str()), cells, &bank, &count(public.supply[*kind]));
    }
    let states = players().map(|(one, at)| (state(public.phase, one).to_owned(), own(at)));
    row("", states.collect(), "", "");
}

/// Returns what a player has done already, where everybody acts at once.
const fn state(phase: Phase, player: &PlayerView) -> &'static str {
    match phase {
        _ if player.resigned => "given up",
        Phase::Choose | Phase::Allocate if player.answered => "answered",
        Phase::Play if player.ready => "ready",
        Phase::Country | Phase::Choose | Phase::Play | Phase::Allocate | Phase::Over => "",
    }
}

/// Writes the goods with a row for each player, where there are few rows.
fn goods_across(
    scene: &Scene<'_>,
    public: &Public,
    seat: Option<u8>,
    names: CardNames<'_>,
    sheet: &mut PageBuilder,
) {
    let mut row = |label: &str, cells: Vec<(String, Style)>, style: Style| {
        let mut parts = vec![Span::styled(fit(label, LABEL - 4), style)];
        let cell = |(text, style)| Span::styled(format!("{text:>NARROW$}"), style);
        parts.extend(cells.into_iter().map(cell));
        sheet.spans(parts);
    };
    let win = scene.options.and_then(|options| options.get("win_happiness"));
    let happy =
        win.and_then(Value::as_u64).map_or_else(|| "happy".to_owned(), |n| format!("hap/{n}"));
    let mut heads = vec![(happy, HEAD), ("coin".to_owned(), HEAD)];
    let short = |kind: &Resource| kind.as_str().chars().take(NARROW - 1).collect::<String>();
    heads.extend(Resource::ALL.iter().map(|kind| (short(kind), HEAD)));
    row("", heads, HEAD);
    for (one, at) in public.players.iter().zip(0u8..) {
        let own = if Some(at) == seat { HEAD } else { Style::new() };
        let mut cells = vec![(one.happiness.to_string(), own), (one.coin.to_string(), own)];
        cells.extend(Resource::ALL.iter().map(|kind| {
            match (one.cubes[*kind], one.locked[*kind]) {
                (0, 0) => (".".to_owned(), FAINT),
                (free, 0) => (free.to_string(), own.fg(colour(*kind))),
                (free, locked) => (format!("{free}+{locked}"), own),
            }
        }));
        cells.push((format!("  {}", state(public.phase, one)), own));
        let you = if Some(at) == seat { "*" } else { "" };
        row(&format!("{you}{}", names.player(at, Some(one))), cells, own);
    }
    let mut bank = vec![(String::new(), FAINT), (public.bank_coin.to_string(), FAINT)];
    if let Some(stock) = public.bank.as_ref().map(|bank| &bank.stock) {
        bank.extend(Resource::ALL.iter().map(|kind| (count(stock[*kind]), FAINT)));
    }
    row("bank", bank, FAINT);
    let mut supply = vec![(String::new(), FAINT), (String::new(), FAINT)];
    supply.extend(Resource::ALL.iter().map(|kind| (count(public.supply[*kind]), FAINT)));
    row("supply", supply, FAINT);
}

/// Returns a colour for the cubes of a kind, beside their name.
const fn colour(kind: Resource) -> Color {
    match kind {
        Resource::Cloth => Color::Magenta,
        Resource::Dyes => Color::LightMagenta,
        Resource::Grain => Color::Yellow,
        Resource::Livestock => Color::LightRed,
        Resource::Fuel => Color::Red,
        Resource::Water => Color::Cyan,
        Resource::Materials => Color::Green,
    }
}
