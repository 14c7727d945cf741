//! The table: the players' cards and debts, what is for sale, the crises.
//!
//! It must not know what is offered.

use protocol::games::europe::{BankView, Debt, Owed, Phase, PlayerView, Public, ResourceView};

use super::names::{CardNames, cards, goods, resource};
use crate::render::data::mark;
use crate::render::page::PageBuilder;

/// Writes cards, citizens and debts of each player, and what they are at.
pub(super) fn players(
    public: &Public,
    seat: Option<u8>,
    names: CardNames<'_>,
    text: &mut PageBuilder,
) {
    for (player, at) in public.players.iter().zip(0..) {
        let you = if Some(at) == seat { " (you)" } else { "" };
        let mut doing = doing(public.phase, player);
        if at == public.start_seat {
            doing.push("is first when something is short".to_owned());
        }
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
pub(super) fn sales(public: &Public, text: &mut PageBuilder) {
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
pub(super) fn crises(public: &Public, names: CardNames<'_>, text: &mut PageBuilder) {
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
