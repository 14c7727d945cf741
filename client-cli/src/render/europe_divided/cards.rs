//! Cards: headlines on the table, what lies open, and the viewer's own cards in full.
//!
//! Own cards come with everything printed on them, because nobody has the printed cards at hand.
//! It must not decide what a card may be used for now.

use protocol::games::europe_divided::{
    ActionCard, AdvantageCard, Edition, Headline, Private, Public, SideView, Stage,
};
use serde_json::Value;

use super::catalogue::Catalogue;
use super::{power_word, side_name};
use crate::render::data::{Row, Text, mark_of, title};

/// The headlines to be resolved next, and those after them.
pub(super) fn headlines(public: &Public, catalogue: Catalogue<'_>, text: &mut Text) {
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
            }
        }
    }
    let failed: Vec<String> =
        view.failed.iter().map(|headline| catalogue.headline(headline.as_str())).collect();
    let failed =
        if failed.is_empty() { String::new() } else { format!("; failed: {}", failed.join(", ")) };
    text.line(format!("Headlines in the deck: {}{failed}", view.deck));
}

/// Name, banner, prestige, condition, regions and tokens of a headline.
fn headline_line(headline: Headline, catalogue: Catalogue<'_>) -> String {
    let id = headline.as_str();
    let row = catalogue.row("headlines", "headline", id);
    let mut line = catalogue.headline(id);
    let mut head: Vec<String> = Vec::new();
    if let Some(banner) = row.text("banner") {
        head.push(format!("{}{}", title(banner), row.deep_mark("banner")));
    }
    if let Some(prestige) = row.number("prestige") {
        head.push(format!("prestige {prestige}{}", row.deep_mark("prestige")));
    }
    if !head.is_empty() {
        line = format!("{line} ({})", head.join(", "));
    }
    let regions = row.texts("regions");
    if !regions.is_empty() {
        line = format!("{line}: {}{}", catalogue.spaces(&regions), row.deep_mark("regions"));
    }
    if let Some(condition) = row.text("condition") {
        let known = catalogue.row("headlines", "condition", condition).text("text");
        let words = known.map_or_else(|| super::super::generic::words(condition), str::to_owned);
        line = format!("{line} - {words}{}", row.deep_mark("condition"));
    }
    let tokens = row.texts("money_tokens");
    if !tokens.is_empty() {
        line = format!(
            "{line}; money token on {}{}",
            catalogue.spaces(&tokens),
            row.deep_mark("money_tokens")
        );
    }
    line
}

/// Cards of both sides that lie open, where there are any.
pub(super) fn open_cards(public: &Public, catalogue: Catalogue<'_>, text: &mut Text) {
    for (side, name) in public.sides.iter().zip(["Europe", "Russia"]) {
        let played: Vec<String> = side
            .played
            .iter()
            .map(|played| {
                let passed = if played.passed { " (passed)" } else { "" };
                format!("{}{passed}", catalogue.action_card(played.card.as_str()))
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
        open_row(text, name, "headlines awarded", &awarded(side, catalogue));
    }
}

fn open_row(text: &mut Text, side: &str, what: &str, cards: &[String]) {
    if !cards.is_empty() {
        text.line(format!("{side}, {what}: {}", cards.join(", ")));
    }
}

fn awarded(side: &SideView, catalogue: Catalogue<'_>) -> Vec<String> {
    side.awarded.iter().map(|headline| catalogue.headline(headline.as_str())).collect()
}

fn actions(cards: &[ActionCard], catalogue: Catalogue<'_>) -> Vec<String> {
    cards.iter().map(|card| catalogue.action_card(card.as_str())).collect()
}

fn advantages(cards: &[AdvantageCard], catalogue: Catalogue<'_>) -> Vec<String> {
    cards.iter().map(|card| catalogue.advantage(card.as_str())).collect()
}

/// What only this seat sees.
pub(super) fn own(public: &Public, private: &Private, catalogue: Catalogue<'_>, text: &mut Text) {
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

fn own_advantages(public: &Public, private: &Private, catalogue: Catalogue<'_>, text: &mut Text) {
    for (name, cards) in [
        ("Choose two Advantage Cards of", &private.drawn),
        ("Advantage Cards", &private.advantages),
    ] {
        if !cards.is_empty() {
            text.line(format!("{name}:"));
            for card in cards {
                text.line(format!("  {}", advantage_line(*card, public.edition, catalogue)));
            }
        }
    }
}

fn own_headlines(private: &Private, catalogue: Catalogue<'_>, text: &mut Text) {
    if !private.headlines.is_empty() {
        text.line("Headlines in hand:");
        for headline in &private.headlines {
            let chosen = if private.placing == Some(*headline) { " [chosen]" } else { "" };
            text.line(format!("  {}{chosen}", headline_line(*headline, catalogue)));
        }
    }
}

fn set_apart(private: &Private, catalogue: Catalogue<'_>, text: &mut Text) {
    let discarded: Vec<String> = private
        .headlines_discarded
        .iter()
        .map(|headline| catalogue.headline(headline.as_str()))
        .collect();
    for (name, cards) in [
        ("Your discards that lie face down", actions(&private.discards_face_down, catalogue)),
        ("Advantage Cards you did not choose", advantages(&private.advantages_returned, catalogue)),
        ("Advantage Cards of yours that scored", advantages(&private.advantages_scored, catalogue)),
        ("Headlines you discarded", discarded),
    ] {
        if !cards.is_empty() {
            text.line(format!("{name}: {}", cards.join(", ")));
        }
    }
}

/// Name, initiative and actions on one line, the special text on the next.
fn action_card(card: ActionCard, catalogue: Catalogue<'_>, text: &mut Text) {
    let id = card.as_str();
    let row = catalogue.row("cards", "action", id);
    let mut line = format!("  {}", catalogue.action_card(id));
    if let Some(initiative) = row.number("initiative") {
        line = format!("{line}, initiative {initiative}{}", row.mark("initiative_source"));
    }
    let build_in = row.text("build_in").map(|space| catalogue.space(space));
    let actions: Vec<String> = row
        .list("actions")
        .iter()
        .map(|action| action_words(action, build_in.as_deref()))
        .collect();
    if !actions.is_empty() {
        line = format!("{line}: {}", actions.join("; "));
    }
    text.line(line);
    if let Some(special) = row.text("text") {
        text.line(format!("    {special}{}", row.mark("text_source")));
    }
}

fn action_words(action: &Value, build_in: Option<&str>) -> String {
    let row = Row::of(action);
    let power = row.text("power").map(power_word).unwrap_or_default();
    let amount = row.number("amount").map(|n| n.to_string()).unwrap_or_default();
    let mark = mark_of(row.text("source"));
    let words = match row.text("action") {
        Some("place_influence") => format!("place {power}"),
        Some("increase_influence") => format!("{power} +{amount}"),
        Some("gain_money") => format!("money {amount}"),
        Some("build_army") => match build_in {
            Some(space) => format!("build {power} army in {space}"),
            None => format!("build {power} army"),
        },
        Some("move_army") => format!("move {power} army"),
        other => super::super::generic::words(other.unwrap_or("?")),
    };
    format!("{}{mark}", words.trim_end())
}

fn advantage_line(card: AdvantageCard, edition: Edition, catalogue: Catalogue<'_>) -> String {
    let id = card.as_str();
    let row = catalogue.row("cards", "advantage", id);
    let mut line = catalogue.advantage(id);
    let key = match edition {
        Edition::First => "first",
        Edition::Revised => "revised",
    };
    let mut head: Vec<String> = Vec::new();
    match row.text("when") {
        Some("own_turn") => head.push("in your own segment".to_owned()),
        Some("before_initiative") => head.push("before the initiative".to_owned()),
        Some(other) => head.push(super::super::generic::words(other)),
        None => {}
    }
    if let Some(money) = row.get("money").and_then(|money| money.get(key)).and_then(Value::as_i64) {
        let source = row.get("money_source").and_then(|source| source.get(key));
        head.push(format!(
            "or discard for {money}{} money",
            mark_of(source.and_then(Value::as_str))
        ));
    }
    if !head.is_empty() {
        line = format!("{line} ({})", head.join(", "));
    }
    if let Some(special) = row.text("text") {
        line = format!("{line}: {special}{}", row.mark("text_source"));
    }
    line
}
