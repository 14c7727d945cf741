//! The part that only the viewer's seat sees: cards face down, cards to choose from, unmet needs, and
//! its own answers that nobody else knows yet.
//!
//! Here, apart from the table, so that nothing of it can show to a watcher. It must not show
//! other players.

use protocol::games::europe::{Allotment, ChosenView, CitizenView, Phase, Private, Public, Reward};

use super::names::{CardNames, goods, resource};
use crate::render::page::PageBuilder;

/// Writes the own part of the situation.
pub(super) fn cards(
    public: &Public,
    private: &Private,
    names: CardNames<'_>,
    text: &mut PageBuilder,
) {
    text.line("Only you see");
    let before = text.height();
    if let Some(card) = &private.hidden_resource {
        text.line(format!("  resource card, face down: {}", resource(card)));
    }
    if let Some(card) = &private.hidden_citizen {
        text.line(format!("  citizen, face down: {}", names.citizen_card(card)));
    }
    if !private.dealt.is_empty() {
        let fewest = private.keep_at_least;
        text.line(format!("  dealt to you, keep at least {fewest}:"));
        list(&private.dealt, names, text);
    }
    if !private.drawn.is_empty() {
        text.line("  drawn by you, keep at least 1:");
        list(&private.drawn, names, text);
    }
    let own = public.players.get(usize::from(private.seat));
    if let Some(own) = own.filter(|own| public.phase == Phase::Allocate && !own.answered) {
        text.line("  your citizens, as they are asked about:");
        for card in &own.citizens {
            text.line(format!("    {} {}", card.id, names.citizen_card(card)));
        }
    }
    if let Some(chosen) = &private.chosen {
        text.line(format!("  {}", chosen_words(chosen, names)));
    }
    if let Some(allocation) = &private.allocation {
        text.line("  your allocation, final:");
        for one in allocation {
            text.line(format!("    {}", allotment(one, names)));
        }
    }
    let lacking = lacking(private, names);
    if !lacking.is_empty() {
        text.line(format!("  lacking, each cube counted once: {}", lacking.join("; ")));
    }
    if text.height() == before {
        text.line("  nothing");
    }
}

/// Returns the unmet needs of each of the seat's citizens.
pub(super) fn lacking(private: &Private, names: CardNames<'_>) -> Vec<String> {
    let one = private.missing.iter();
    one.map(|missing| format!("{} {}", names.citizen(missing.id), goods(&missing.cubes))).collect()
}

fn list(cards: &[CitizenView], names: CardNames<'_>, text: &mut PageBuilder) {
    for card in cards {
        text.line(format!("    {}", names.citizen_card(card)));
    }
}

fn chosen_words(chosen: &ChosenView, names: CardNames<'_>) -> String {
    let kept: Vec<String> = chosen
        .keep
        .iter()
        .map(|card| {
            let hidden = if chosen.hidden == Some(*card) { " face down" } else { "" };
            format!("{}{hidden}", names.citizen(*card))
        })
        .collect();
    let resource = if chosen.reveal_resource { "revealed" } else { "kept face down" };
    format!("your choice, final: keep {}; resource card {resource}", kept.join(", "))
}

fn allotment(one: &Allotment, names: CardNames<'_>) -> String {
    let reward = match one.reward {
        Reward::Happiness => "happiness",
        Reward::Coin => "coin",
    };
    format!("{}: {}, for {reward}", names.citizen(one.id), goods(&one.cubes))
}
