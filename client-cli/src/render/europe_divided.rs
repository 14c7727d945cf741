//! Europe Divided: the board, the headlines, the two sides, and the viewer's own cards.
//!
//! Reads the typed views of the protocol and the component data of the match. It must not compute
//! anything that the rules say: the server alone decides what holds or may be done.

mod board;
mod cards;
mod catalogue;
mod screen;

use protocol::games::europe_divided::data::{EndStep, HeadlineStep};
use protocol::games::europe_divided::{Power, Private, PromptKind, Public, Side, Stage};
use serde::Deserialize;

use self::catalogue::Lookup;
use super::data::mark;
use super::page::{Page, PageBuilder};
use super::text::sentence;
use super::{Render, Scene};
use crate::face::Face;

/// Number of turns with headline steps that are announced.
const COMING_TURNS: usize = 3;

/// The rendering of Europe Divided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EuropeDivided;

impl Render for EuropeDivided {
    fn own_pages(&self, scene: &Scene<'_>, face: Face) -> Option<Vec<Page>> {
        let (public, private) = scene.read::<Public, Private>()?;
        let data = scene.data();
        Some(screen::pages(&public, private.as_ref(), Lookup(data.as_ref()), face))
    }

    /// Cards are chosen with the eyes on the cards.
    fn page(&self, scene: &Scene<'_>) -> Option<&'static str> {
        match Public::deserialize(scene.public).ok()?.stage {
            Stage::Advantages | Stage::Initiative | Stage::PlaceHeadlines => Some("Hand"),
            Stage::Actions | Stage::Over => None,
        }
    }

    fn stage(&self, scene: &Scene<'_>) -> Option<String> {
        let data = scene.data();
        Some(stage(&Public::deserialize(scene.public).ok()?, Lookup(data.as_ref())))
    }

    fn question(&self, scene: &Scene<'_>) -> Option<String> {
        let public = Public::deserialize(scene.public).ok()?;
        let data = scene.data();
        let (who, what) = question(&public, Lookup(data.as_ref()))?;
        let own = scene.seat.and_then(|seat| Side::ALL.get(usize::from(seat)).copied());
        // Whoever reads that it is their turn needs not read who they are.
        let asked = if own.is_some() && who == own {
            sentence(&what)
        } else {
            format!("Asked: {}: {what}", who.map_or("Both sides", side_name))
        };
        let [europe, russia] = &public.sides;
        Some(format!("Money: Europe {}, Russia {}. {asked}", europe.money, russia.money))
    }

    fn role(&self, seat: u8, _scene: Option<&Scene<'_>>) -> Option<String> {
        Side::ALL.get(usize::from(seat)).map(|side| side_name(*side).to_owned())
    }
}

/// Returns the stage of the match: the turn, and how many there are where the data say.
fn stage(public: &Public, catalogue: Lookup<'_>) -> String {
    let stage = stage_words(public.stage);
    match (public.turn, catalogue.turns().len()) {
        (0, _) => format!("Before turn 1: {stage}"),
        (turn, 0) => format!("Turn {turn}: {stage}"),
        (turn, all) => format!("Turn {turn} of {all}: {stage}"),
    }
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

/// Returns the open question with its card, and the side it is for if that is only one.
fn question(public: &Public, catalogue: Lookup<'_>) -> Option<(Option<Side>, String)> {
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
        .map(|card| catalogue.action_card(card))
        .or_else(|| prompt.advantage.map(|card| catalogue.advantage(card)));
    let card = card.map(|card| format!(" [{card}]")).unwrap_or_default();
    Some((prompt.side, format!("{what}{card}")))
}

/// Writes the headline steps of this turn and of the next turns that have any.
fn coming(public: &Public, catalogue: Lookup<'_>, text: &mut PageBuilder) {
    let turns = catalogue.turns().iter().filter(|row| row.turn >= public.turn);
    let busy = turns.filter(|row| !row.steps.is_empty() || !row.end_of_turn.is_empty());
    for row in busy.take(COMING_TURNS) {
        let steps = row.steps.iter().map(|step| match step {
            HeadlineStep::Resolve => "resolve".to_owned(),
            HeadlineStep::Shift => "shift".to_owned(),
            HeadlineStep::Place => "place".to_owned(),
            HeadlineStep::Discard => format!("discard {} each", row.discard_each),
            HeadlineStep::New => format!("new {} each", row.draw_each),
        });
        let last = row.end_of_turn.iter().map(|step| end_words(*step).to_owned());
        let steps: Vec<String> = steps.chain(last).collect();
        let when = if row.turn == public.turn {
            "this turn".to_owned()
        } else {
            format!("turn {}", row.turn)
        };
        let (steps, mark) = (steps.join(", "), mark(row.source));
        text.line(format!("Headline steps at the end of {when}: {steps}{mark}"));
    }
}

const fn end_words(step: EndStep) -> &'static str {
    match step {
        EndStep::ScoreDominance => "score dominance",
        EndStep::AdvantageReset => "advantage reset",
        EndStep::AdvantageScore => "advantage score",
        EndStep::GameEnd => "game end",
    }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Europe => "Europe",
        Side::Russia => "Russia",
    }
}

const fn power_name(power: Power) -> &'static str {
    match power {
        Power::Eu => "EU",
        Power::Nato => "NATO",
        Power::Russia => "Russia",
    }
}

#[cfg(test)]
mod tests;
