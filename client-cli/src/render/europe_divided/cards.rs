//! Cards: headlines on the table, what lies open, and the viewer's own cards in full.
//!
//! Own cards come with everything printed on them, because nobody has the printed cards at hand.
//! It must not decide what a card may be used for now.

use protocol::games::europe_divided::data::{AdvantageTime, SymbolKind, SymbolRow};
use protocol::games::europe_divided::{
    ActionCard, AdvantageCard, ConditionState, Edition, Headline, Private, Public, Stage,
};

use super::catalogue::Lookup;
use super::{power_name, side_name};
use crate::render::data::mark;
use crate::render::page::PageBuilder;

/// Writes the headlines to be resolved next, and those after them.
pub(super) fn headlines(public: &Public, catalogue: Lookup<'_>, text: &mut PageBuilder) {
    let view = &public.headlines;
    for (name, row) in
        [("Current headlines", &view.current), ("Forthcoming headlines", &view.forthcoming)]
    {
        if row.is_empty() {
            text.line(format!("{name}: none"));
        } else {
            text.line(format!("{name}:"));
            for headline in row {
                text.line(format!("  {}", headline_line(*headline, catalogue)));
                condition_line(view.conditions.get(headline), catalogue, text);
            }
        }
    }
    let failed = titles(&view.failed, catalogue);
    let failed =
        if failed.is_empty() { String::new() } else { format!("; failed: {}", failed.join(", ")) };
    text.line(format!("Headlines in the deck: {}{failed}", view.deck));
}

/// Writes whether a headline's condition holds now, and else what it lacks; nothing if the view does not say.
fn condition_line(state: Option<&ConditionState>, catalogue: Lookup<'_>, text: &mut PageBuilder) {
    let Some(state) = state else { return };
    if state.holds {
        return text.line("    true now");
    }
    let lacks = state.lacks.iter().map(|(region, lack)| {
        let influence = (lack.influence > 0).then(|| format!("{} influence", lack.influence));
        let armies = match lack.armies {
            0 => None,
            1 => Some("1 army".to_owned()),
            n => Some(format!("{n} armies")),
        };
        let what: Vec<String> = influence.into_iter().chain(armies).collect();
        let (power, region) = (power_name(lack.power), catalogue.space(region.space()));
        let bar = if lack.barred { ", where an army or a 6 is in the way" } else { "" };
        format!("{power} lacks {} in {region}{bar}", what.join(" and "))
    });
    text.line(format!("    now: {}", lacks.collect::<Vec<_>>().join("; ")));
}

/// Returns the name, banner, prestige, condition, regions and tokens of a headline.
fn headline_line(headline: Headline, catalogue: Lookup<'_>) -> String {
    let mut line = catalogue.headline(headline);
    let Some(row) = catalogue.headline_row(headline) else { return line };
    let from = &row.source;
    line = format!(
        "{line} ({}{}, prestige {}{})",
        side_name(row.banner),
        mark(from.banner),
        row.prestige,
        mark(from.prestige)
    );
    if !row.regions.is_empty() {
        let regions = catalogue.spaces(row.regions.iter().map(|region| region.space()));
        line = format!("{line}: {regions}{}", mark(from.regions));
    }
    if let Some(condition) = catalogue.condition(row) {
        line = format!("{line} - {}{}", condition.text, mark(from.condition));
    }
    if !row.money_tokens.is_empty() {
        let (tokens, mark) =
            (catalogue.spaces(row.money_tokens.iter().copied()), mark(from.money_tokens));
        line = format!("{line}; money token on {tokens}{mark}");
    }
    line
}

/// Cards of both sides that lie open, where there are any.
pub(super) fn open_cards(public: &Public, catalogue: Lookup<'_>, text: &mut PageBuilder) {
    for (side, name) in public.sides.iter().zip(["Europe", "Russia"]) {
        let played: Vec<String> = side
            .played
            .iter()
            .map(|played| {
                let passed = if played.passed { " (passed)" } else { "" };
                format!("{}{passed}", catalogue.action_card(played.card))
            })
            .collect();
        open_row(text, name, "played this turn", &played);
        open_row(text, name, "discards", &actions(&side.discards, catalogue));
        open_row(text, name, "removed cards", &actions(&side.removed, catalogue));
        open_row(
            text,
            name,
            "Advantage Cards shown",
            &advantages(&side.advantages_shown, catalogue),
        );
        open_row(text, name, "headlines awarded", &titles(&side.awarded, catalogue));
    }
}

fn open_row(text: &mut PageBuilder, side: &str, what: &str, cards: &[String]) {
    if !cards.is_empty() {
        text.line(format!("{side}, {what}: {}", cards.join(", ")));
    }
}

fn titles(headlines: &[Headline], catalogue: Lookup<'_>) -> Vec<String> {
    headlines.iter().map(|headline| catalogue.headline(*headline)).collect()
}

fn actions(cards: &[ActionCard], catalogue: Lookup<'_>) -> Vec<String> {
    cards.iter().map(|card| catalogue.action_card(*card)).collect()
}

fn advantages(cards: &[AdvantageCard], catalogue: Lookup<'_>) -> Vec<String> {
    cards.iter().map(|card| catalogue.advantage(*card)).collect()
}

/// Writes the part that only this seat sees.
pub(super) fn own(
    public: &Public,
    private: &Private,
    catalogue: Lookup<'_>,
    text: &mut PageBuilder,
) {
    text.line(format!("Your cards ({}; only you see them)", side_name(private.side)));
    // First what is chosen from.
    let placing = public.stage == Stage::PlaceHeadlines;
    if placing {
        own_headlines(private, catalogue, text);
    }
    if public.stage == Stage::Advantages {
        own_advantages(public, private, catalogue, text);
    }
    for (name, cards) in [("Hand", &private.hand), ("Locked for this turn", &private.locked)] {
        if !cards.is_empty() {
            text.line(format!("{name}:"));
            for card in cards {
                action_card(*card, catalogue, text);
            }
        }
    }
    if public.stage != Stage::Advantages {
        own_advantages(public, private, catalogue, text);
    }
    if !placing {
        own_headlines(private, catalogue, text);
    }
    if private.chosen {
        text.line(
            "Your choice is made; the other side is still choosing, or both are revealed next.",
        );
    }
    if let Some(deck) = &private.deck {
        text.line(format!("Your deck, in no order: {}", actions(deck, catalogue).join(", ")));
    }
    if let Some(seen) = &private.intelligence {
        let cards = actions(&seen.cards, catalogue).join(", ");
        text.line(format!("Cyber Attack in turn {} showed: {cards}", seen.turn));
    }
    set_apart(private, catalogue, text);
}

fn own_advantages(
    public: &Public,
    private: &Private,
    catalogue: Lookup<'_>,
    text: &mut PageBuilder,
) {
    for (name, cards) in [
        ("Choose two Advantage Cards of", &private.drawn),
        ("Advantage Cards", &private.advantages),
    ] {
        if !cards.is_empty() {
            text.line(format!("{name}:"));
            for card in cards {
                let chosen = if private.keeping.contains(card) { " [chosen]" } else { "" };
                let line = advantage_line(*card, public.edition, catalogue);
                text.line(format!("  {line}{chosen}"));
            }
        }
    }
}

fn own_headlines(private: &Private, catalogue: Lookup<'_>, text: &mut PageBuilder) {
    if !private.headlines.is_empty() {
        text.line("Headlines in hand:");
        for headline in &private.headlines {
            let chosen = if private.placing == Some(*headline) { " [chosen]" } else { "" };
            text.line(format!("  {}{chosen}", headline_line(*headline, catalogue)));
            condition_line(private.conditions.get(headline), catalogue, text);
        }
    }
}

fn set_apart(private: &Private, catalogue: Lookup<'_>, text: &mut PageBuilder) {
    for (name, cards) in [
        ("Your discards that lie face down", actions(&private.discards_face_down, catalogue)),
        ("Advantage Cards you did not choose", advantages(&private.advantages_returned, catalogue)),
        ("Advantage Cards of yours that scored", advantages(&private.advantages_scored, catalogue)),
        ("Headlines you discarded", titles(&private.headlines_discarded, catalogue)),
    ] {
        if !cards.is_empty() {
            text.line(format!("{name}: {}", cards.join(", ")));
        }
    }
}

/// Writes name, initiative and actions on one line, the special text on the next.
fn action_card(card: ActionCard, catalogue: Lookup<'_>, text: &mut PageBuilder) {
    let mut line = format!("  {}", catalogue.action_card(card));
    let Some(row) = catalogue.action_row(card) else { return text.line(line) };
    line = format!("{line}, initiative {}{}", row.initiative, mark(row.initiative_source));
    let build_in = row.build_in.map(|space| catalogue.space(space));
    let words = |symbol| symbol_words(symbol, build_in.as_deref());
    let actions: Vec<String> = row.actions.iter().map(words).collect();
    if !actions.is_empty() {
        line = format!("{line}: {}", actions.join("; "));
    }
    text.line(line);
    if let Some(special) = &row.text {
        text.line(format!("    {special}{}", mark(row.text_source)));
    }
}

fn symbol_words(symbol: &SymbolRow, build_in: Option<&str>) -> String {
    let (power, amount) = (power_name(symbol.power), symbol.amount);
    let words = match symbol.action {
        SymbolKind::PlaceInfluence => format!("place {power}"),
        SymbolKind::IncreaseInfluence => format!("{power} +{amount}"),
        SymbolKind::GainMoney => format!("money {amount}"),
        SymbolKind::BuildArmy => match build_in {
            Some(space) => format!("build {power} army in {space}"),
            None => format!("build {power} army"),
        },
        SymbolKind::MoveArmy => format!("move {power} army"),
    };
    format!("{words}{}", mark(symbol.source))
}

fn advantage_line(card: AdvantageCard, edition: Edition, catalogue: Lookup<'_>) -> String {
    let mut line = catalogue.advantage(card);
    let Some(row) = catalogue.advantage_row(card) else { return line };
    let when = match row.when {
        AdvantageTime::OwnTurn => "in your own segment",
        AdvantageTime::BeforeInitiative => "before the initiative",
    };
    line = format!("{line} ({when}");
    if let Some(money) = row.money.get(&edition) {
        let mark = mark(row.money_source.get(&edition).copied());
        line = format!("{line}, or discard for {money}{mark} money");
    }
    format!("{line}): {}{}", row.text, mark(row.text_source))
}
