//! The table: who holds what, the players' cards and debts, what is for sale, the crises.
//!
//! Goods are a table with a column for each player, because trading is comparing them. It must not
//! know what is offered.

use protocol::games::europe::{
    BankView, Debt, Owed, Phase, PlayerView, Public, Resource, ResourceView,
};
use serde_json::Value;

use super::names::{CardNames, cards, goods, resource};
use crate::render::Scene;
use crate::render::data::{Text, mark};
use crate::render::text::{count, title};

/// Width of the column of a player, in characters.
const COLUMN: usize = 11;

/// Width of the first column, in characters.
const LABEL: usize = 16;

/// Writes happiness, coin and cubes of the players, the bank and the supply.
pub(super) fn goods_table(
    scene: &Scene<'_>,
    public: &Public,
    seat: Option<u8>,
    names: CardNames<'_>,
    text: &mut Text,
) {
    let mut row = |label: &str, cells: Vec<String>, bank: &str, supply: &str| {
        let cells = cells.iter().map(|cell| format!("{cell:>COLUMN$}")).collect::<Vec<_>>();
        text.line(format!("{label:LABEL$} {} {bank:>5} {supply:>6}", cells.join(" ")));
    };
    let heads = public.players.iter().zip(0..).map(|(player, at)| {
        let name: String = names.player(at, Some(player)).chars().take(COLUMN - 1).collect();
        if Some(at) == seat { format!("*{name}") } else { name }
    });
    let of = |cell: &dyn Fn(&PlayerView) -> String| public.players.iter().map(cell).collect();
    row(if seat.is_some() { "(* is you)" } else { "" }, heads.collect(), "Bank", "Supply");
    let win = scene.options.and_then(|options| options.get("win_happiness"));
    let label = match win.and_then(Value::as_u64) {
        Some(win) => format!("Happiness (of {win})"),
        None => "Happiness".to_owned(),
    };
    row(&label, of(&|player| player.happiness.to_string()), "", "");
    row("Coin", of(&|player| player.coin.to_string()), &public.bank_coin.to_string(), "");
    for kind in Resource::ALL {
        let bank = public.bank.as_ref().map_or_else(String::new, |bank| count(bank.stock[*kind]));
        let supply = count(public.supply[*kind]);
        let cell = |player: &PlayerView| match player.locked[*kind] {
            0 => count(player.cubes[*kind]),
            locked => format!("{} +{locked} locked", player.cubes[*kind]),
        };
        row(&title(kind.as_str()), of(&cell), &bank, &supply);
    }
}

/// Writes cards, citizens and debts of each player, and what they are at.
pub(super) fn players(public: &Public, seat: Option<u8>, names: CardNames<'_>, text: &mut Text) {
    for (player, at) in public.players.iter().zip(0..) {
        let you = if Some(at) == seat { " (you)" } else { "" };
        let doing = doing(public.phase, player);
        let doing =
            if doing.is_empty() { String::new() } else { format!(": {}", doing.join(", ")) };
        text.line(format!("{}{you}{doing}", names.player(at, Some(player))));
        let open = player.cards.iter().map(resource).collect();
        text.line(format!("  cards: {}", cards(open, player.hidden_resource.into())));
        let open = player.citizens.iter().map(|card| names.citizen_card(card)).collect();
        text.line(format!("  citizens: {}", cards(open, player.hidden_citizens)));
        if !player.debts.is_empty() {
            let debts: Vec<String> =
                player.debts.iter().map(|debt| debt_words(debt, names)).collect();
            text.line(format!("  owes: {}", debts.join(", ")));
        }
    }
}

fn doing(phase: Phase, player: &PlayerView) -> Vec<String> {
    let mut doing = Vec::new();
    if player.resigned {
        doing.push("has given up".to_owned());
    }
    if player.dealt > 0 {
        doing.push(format!("was dealt {} citizens", player.dealt));
    }
    if player.drawing {
        doing.push("is choosing from 3 drawn citizens".to_owned());
    }
    match phase {
        Phase::Choose | Phase::Allocate => {
            doing
                .push(if player.answered { "has answered" } else { "has not answered" }.to_owned());
        }
        Phase::Play if player.ready => doing.push("ready".to_owned()),
        Phase::Country | Phase::Play | Phase::Over => {}
    }
    doing
}

pub(super) fn debt_words(debt: &Debt, names: CardNames<'_>) -> String {
    let what = match &debt.owed {
        Owed::Cubes { cubes } => goods(cubes),
        Owed::Neighbour { count } => format!("{count} cubes to the player on the left"),
        Owed::Coin { coin } => format!("{coin} coin"),
        Owed::CubesOrCoin { cubes, coin } => format!("{} or {coin} coin", goods(cubes)),
        Owed::Stockpile { count } => format!("{count} cubes to be locked"),
    };
    format!("{what} ({})", names.crisis(debt.crisis))
}

/// Writes the bank, the market and the decks.
pub(super) fn sales(public: &Public, text: &mut Text) {
    text.line(match &public.bank {
        None => "Bank: none in this match".to_owned(),
        Some(bank) => bank_words(bank),
    });
    let slots: Vec<String> = public
        .market
        .iter()
        .zip(1..)
        .map(|(card, slot)| match card {
            Some(card) => format!("{slot} {} for {} coin", resource(card), price(card)),
            None => format!("{slot} empty"),
        })
        .collect();
    text.line(format!("Market: {}", slots.join("; ")));
    let decks = &public.decks;
    text.line(format!(
        "Decks (and discards): resources {} ({}), citizens {} ({}), crises {} ({})",
        decks.resources,
        decks.resource_discards,
        decks.citizens,
        decks.citizen_discards,
        decks.crises,
        decks.crisis_discards
    ));
}

fn bank_words(bank: &BankView) -> String {
    let state = if bank.open { "" } else { ", closed until the round ends" };
    let cards = bank.cards.iter().map(resource).collect::<Vec<_>>().join(", ");
    format!("Bank ({cards}): {}, {} coin each{state}", goods(&bank.stock), bank.price)
}

/// Returns the price of a card of the market: both numbers printed on it (rules 2.6, develop).
fn price(card: &ResourceView) -> u8 {
    card.first.saturating_add(card.later)
}

/// Writes the crises in play, with what they do.
pub(super) fn crises(public: &Public, names: CardNames<'_>, text: &mut Text) {
    if public.crises.is_empty() {
        text.line("Crises: none");
        return;
    }
    text.line("Crises:");
    for crisis in &public.crises {
        let kind = if crisis.directive { "directive" } else { "disaster" };
        let bonus = if crisis.this_round {
            format!(", bonus {} coin", crisis.bonus)
        } else {
            ", from an earlier round".to_owned()
        };
        let row = names.crisis_row(crisis.id);
        let kind_mark = mark(row.and_then(|row| row.kind_source));
        let does = row.map(|row| format!(": {}{}", row.text, mark(row.effect_source)));
        let does = does.unwrap_or_default();
        text.line(format!("  {} ({kind}{kind_mark}{bonus}){does}", names.crisis(crisis.id)));
    }
}
