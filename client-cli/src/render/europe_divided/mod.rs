//! Europe Divided as text: the board, the headlines, the two sides, and the viewer's own cards.
//!
//! Reads the typed views of the protocol and the component data of the match. It must not compute
//! anything that the rules say: what holds or may be done is the server's to tell.

mod board;
mod cards;
mod catalogue;
mod screen;

use protocol::games::europe_divided::{InitiativeView, Private, PromptKind, Public, Side, Stage};
use ratatui::layout::Size;
use serde::Deserialize;

use self::catalogue::Catalogue;
use super::data::{Text, sentence, title};
use super::generic::Generic;
use super::page::Page;
use super::{Render, Scene};

/// How many turns with headline steps are announced.
const COMING_TURNS: usize = 3;

/// Turns of a match.
const TURNS: u8 = 20;

/// The rendering of Europe Divided.
#[derive(Clone, Copy, Debug)]
pub struct EuropeDivided;

impl Render for EuropeDivided {
    fn render(&self, scene: &Scene<'_>) -> String {
        match scene.read::<Public, Private>() {
            Some((public, private)) => {
                render(&public, private.as_ref(), Catalogue::new(scene.catalogue))
            }
            None => Generic.render(scene),
        }
    }

    fn pages(&self, scene: &Scene<'_>, room: Size) -> Vec<Page> {
        match scene.read::<Public, Private>() {
            Some((public, private)) => {
                let catalogue = Catalogue::new(scene.catalogue);
                screen::pages(&public, private.as_ref(), catalogue, room)
            }
            None => Generic.pages(scene, room),
        }
    }

    /// Cards are chosen with the eyes on the cards.
    fn page(&self, scene: &Scene<'_>) -> Option<&'static str> {
        match Public::deserialize(scene.public).ok()?.stage {
            Stage::Advantages | Stage::Initiative | Stage::PlaceHeadlines => Some("Hand"),
            Stage::Actions | Stage::Over => None,
        }
    }

    fn stage(&self, scene: &Scene<'_>) -> Option<String> {
        Some(screen::stage(&Public::deserialize(scene.public).ok()?))
    }

    fn question(&self, scene: &Scene<'_>) -> Option<String> {
        let public = Public::deserialize(scene.public).ok()?;
        let (who, what) = question(&public, Catalogue::new(scene.catalogue))?;
        let own = scene.seat.and_then(|seat| Side::ALL.get(usize::from(seat)).copied());
        // Whoever reads that it is their turn needs not read who they are.
        let asked = if own.is_some() && who == own { sentence(&what) } else { asked(who, &what) };
        let [europe, russia] = &public.sides;
        Some(format!("Money: Europe {}, Russia {}. {asked}", europe.money, russia.money))
    }

    fn role(&self, seat: u8, _scene: Option<&Scene<'_>>) -> Option<String> {
        Side::ALL.get(usize::from(seat)).map(|side| side_name(*side).to_owned())
    }

    fn wants_catalogue(&self) -> bool {
        true
    }
}

fn render(public: &Public, private: Option<&Private>, catalogue: Catalogue<'_>) -> String {
    let mut text = Text::default();
    turn(public, catalogue, &mut text);
    text.gap();
    board::regions(public, catalogue, &mut text);
    text.gap();
    board::elsewhere(public, catalogue, &mut text);
    text.gap();
    board::sides(public, &mut text);
    cards::open_cards(public, catalogue, &mut text);
    text.gap();
    cards::headlines(public, catalogue, &mut text);
    if let Some(private) = private {
        text.gap();
        cards::own(public, private, catalogue, &mut text);
    }
    text.finish()
}

fn turn(public: &Public, catalogue: Catalogue<'_>, text: &mut Text) {
    let stage = stage_words(public.stage);
    let edition = match public.edition {
        protocol::games::europe_divided::Edition::First => "first edition",
        protocol::games::europe_divided::Edition::Revised => "revised edition",
    };
    let place = if public.turn == 0 {
        format!("Before turn 1, period {}", public.period)
    } else {
        format!("Turn {} of {TURNS}, period {}", public.turn, public.period)
    };
    text.line(format!("{place}: {stage} ({edition})"));
    if let Some((who, what)) = question(public, catalogue) {
        text.line(asked(who, &what));
    }
    if let Some(initiative) = public.initiative {
        text.line(initiative_words(initiative));
    }
    if public.sanctions {
        text.line("US Sanctions: Russia may pay for nothing this turn");
    }
    if let Some(space) = public.fracture {
        text.line(format!("EU fracture marker: {}", catalogue.space(space.as_str())));
    }
    coming(public, catalogue, text);
}

const fn stage_words(stage: Stage) -> &'static str {
    match stage {
        Stage::Advantages => "choosing Advantage Cards",
        Stage::Initiative => "initiative",
        Stage::Actions => "actions",
        Stage::PlaceHeadlines => "placing headlines",
        Stage::Over => "the match is over",
    }
}

fn initiative_words(initiative: InitiativeView) -> String {
    format!(
        "Initiative: Europe {}, Russia {}; {} goes first",
        initiative.europe,
        initiative.russia,
        side_name(initiative.first)
    )
}

/// Whom something is asked, and what.
fn asked(who: Option<Side>, what: &str) -> String {
    format!("Asked: {}: {what}", who.map_or("Both sides", side_name))
}

/// What is asked, of which side alone, about which card.
fn question(public: &Public, catalogue: Catalogue<'_>) -> Option<(Option<Side>, String)> {
    let prompt = public.prompt;
    let what = match prompt.kind {
        PromptKind::KeepAdvantages => "keep two of three Advantage Cards",
        PromptKind::Initiative => "lock two Action Cards",
        PromptKind::Segment => "play a card or use a benefit",
        PromptKind::Action => "choose an action of the card",
        PromptKind::Propaganda => "choose the next +1 of Propaganda",
        PromptKind::Effect => "use the Effect",
        PromptKind::Reaction => "use the Reaction",
        PromptKind::Advantage => "choose how the Advantage Card is used",
        PromptKind::PlaceHeadline => "place a headline",
        PromptKind::Nothing => return None,
    };
    let card = prompt
        .card
        .map(|card| catalogue.action_card(card.as_str()))
        .or_else(|| prompt.advantage.map(|card| catalogue.advantage(card.as_str())));
    let card = card.map(|card| format!(" [{card}]")).unwrap_or_default();
    Some((prompt.side, format!("{what}{card}")))
}

/// The headline steps of this turn and of the next turns that have any.
fn coming(public: &Public, catalogue: Catalogue<'_>, text: &mut Text) {
    let turns = (public.turn.max(1)..=TURNS).filter_map(|turn| {
        let row = catalogue.turn(turn);
        let mut steps: Vec<String> = Vec::new();
        for step in row.texts("steps") {
            let count = match step {
                "discard" => row.number("discard_each"),
                "new" => row.number("draw_each"),
                _ => None,
            };
            let count = count.map(|n| format!(" {n} each")).unwrap_or_default();
            steps.push(format!("{step}{count}"));
        }
        steps.extend(row.texts("end_of_turn").iter().map(|step| super::generic::words(step)));
        let mark = row.mark("source");
        (!steps.is_empty()).then(|| (turn, format!("{}{mark}", steps.join(", "))))
    });
    for (turn, steps) in turns.take(COMING_TURNS) {
        let when =
            if turn == public.turn { "this turn".to_owned() } else { format!("turn {turn}") };
        text.line(format!("Headline steps at the end of {when}: {steps}"));
    }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Europe => "Europe",
        Side::Russia => "Russia",
    }
}

fn power_name(power: protocol::games::europe_divided::Power) -> &'static str {
    match power {
        protocol::games::europe_divided::Power::Eu => "EU",
        protocol::games::europe_divided::Power::Nato => "NATO",
        protocol::games::europe_divided::Power::Russia => "Russia",
    }
}

/// The name of a power as the data write it.
fn power_word(power: &str) -> String {
    match power {
        "eu" => "EU".to_owned(),
        "nato" => "NATO".to_owned(),
        other => title(other),
    }
}

#[cfg(test)]
mod tests;
