//! Europe as pages: the goods of all players, the trade desk, citizens and crises, the own cards.
//!
//! While the clock runs one looks at goods and offers and at nothing else: both are on the first page,
//! with the time left for every offer. It must not compute anything that the rules say.

use protocol::games::europe::{Phase, PlayerView, Private, Public, Resource};
use ratatui::style::{Color, Style};
use serde_json::Value;

use super::goods_table::{self, GoodsRow};
use super::names::CardNames;
use super::{own, results, table, trade};
use crate::face::Face;
use crate::render::Scene;
use crate::render::page::{ALERT, FAINT, HEAD, Page, PageBuilder};
use crate::render::text::count;

/// Returns all pages.
pub(super) fn pages(
    scene: &Scene<'_>,
    public: &Public,
    private: Option<&Private>,
    face: Face,
) -> Vec<Page> {
    let data = scene.data();
    let names = CardNames::new(scene, data.as_ref());
    let seat = private.map(|private| private.seat).or(scene.seat);
    let written = |name, write: &dyn Fn(&mut PageBuilder)| Page::written(name, face, write);
    let mut pages = vec![desk(scene, public, private, names, face)];
    if let Some(private) = private {
        pages.push(written("Own", &|text| own::cards(public, private, names, text)));
    }
    pages.push(written("Players", &|text| table::players(public, seat, names, text)));
    pages.push(written("Crises", &|text| {
        table::crises(public, names, text);
        table::sales(public, text);
    }));
    let first = matches!(public.phase, Phase::Choose | Phase::Over);
    if let Some(clean_up) = public.last_clean_up.as_ref().filter(|_| first || face.is_screen()) {
        let page = written("Results", &|text| results::clean_up(clean_up, public, names, text));
        pages.insert(if first { 0 } else { pages.len() }, page);
    }
    pages
}

/// Returns the goods and the offers.
fn desk(
    scene: &Scene<'_>,
    public: &Public,
    private: Option<&Private>,
    names: CardNames<'_>,
    face: Face,
) -> Page {
    let seat = private.map(|private| private.seat).or(scene.seat);
    let mut sheet = PageBuilder::new(face);
    goods(scene, public, seat, names, face, &mut sheet);
    trade::offers(public, seat, scene.now_ms, names, &mut sheet);
    if !face.is_screen() {
        // The pages behind it say the rest.
        return sheet.page("Desk");
    }
    for (player, at) in public.players.iter().zip(0..) {
        let debts = player.debts.iter().map(|debt| table::debt_words(debt, names));
        for debt in debts {
            let who = names.player(at, Some(player));
            sheet.styled(
                if Some(at) == seat { ALERT } else { Style::new() },
                format!("{who} owes {debt}"),
            );
        }
    }
    let lacking = private.map(|private| own::lacking(private, names)).unwrap_or_default();
    if !lacking.is_empty() {
        sheet.styled(
            Style::new(),
            format!("You lack, each cube counted once: {}", lacking.join("; ")),
        );
    }
    let crises: Vec<String> = public.crises.iter().map(|crisis| names.crisis(crisis.id)).collect();
    if !crises.is_empty() {
        sheet.styled(ALERT, format!("Crises: {}", crises.join(", ")));
    }
    sheet.page("Desk")
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

/// Writes the goods with a row for each player, the bank and the supply; what each player has done
/// already stands behind them on a screen.
fn goods(
    scene: &Scene<'_>,
    public: &Public,
    seat: Option<u8>,
    names: CardNames<'_>,
    face: Face,
    sheet: &mut PageBuilder,
) {
    let mut rows = vec![heads(scene, seat)];
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
        let you = if Some(at) == seat { "*" } else { "" };
        let label = format!("{you}{}", names.player(at, Some(one)));
        let state = if face.is_screen() { state(public.phase, one) } else { "" };
        rows.push(GoodsRow { label, cells, style: own, state });
    }
    let faint = |text: String| (text, FAINT);
    let mut bank = vec![faint(String::new()), faint(public.bank_coin.to_string())];
    if let Some(stock) = public.bank.as_ref().map(|bank| &bank.stock) {
        bank.extend(Resource::ALL.iter().map(|kind| faint(count(stock[*kind]))));
    }
    let mut supply = vec![faint(String::new()); 2];
    supply.extend(Resource::ALL.iter().map(|kind| faint(count(public.supply[*kind]))));
    let locked = public.players.iter().any(|one| !one.locked.is_empty());
    let locked = if locked { "+ locked" } else { "" };
    for (name, cells, state) in [("bank", bank, ""), ("supply", supply, locked)] {
        rows.push(GoodsRow { label: name.to_owned(), cells, style: FAINT, state });
    }
    goods_table::write(&rows, face.width(), sheet);
}

/// Returns the names of the columns, in full.
fn heads(scene: &Scene<'_>, seat: Option<u8>) -> GoodsRow {
    let win = scene.options.and_then(|options| options.get("win_happiness"));
    let happy =
        win.and_then(Value::as_u64).map_or_else(|| "happy".to_owned(), |n| format!("hap/{n}"));
    let kinds = Resource::ALL.iter().map(|kind| kind.as_str().to_owned());
    let cells = [happy, "coin".to_owned()].into_iter().chain(kinds);
    let label = if seat.is_some() { "(* is you)" } else { "" }.to_owned();
    GoodsRow { label, cells: cells.map(|text| (text, HEAD)).collect(), style: HEAD, state: "" }
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
