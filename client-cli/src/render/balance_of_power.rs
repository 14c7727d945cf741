//! Balance of Power: the map, the two sides, objectives, attacks, and the viewer's hand.
//!
//! Reads the typed views of the protocol and the component data of the match. It must not compute
//! anything that the rules say: chances, drafts and what is fulfilled come from the server.

mod attacks;
mod cards;
mod catalogue;
mod map;
mod placing;
mod screen;
mod sides;

use protocol::games::balance_of_power::{
    Colour, Owner, Private, PromptKind, Public, Stage, Version,
};
use serde::Deserialize;
use serde_json::Value;

use self::catalogue::Lookup;
use super::page::Page;
use super::text::sentence;
use super::{Render, Scene};
use crate::face::Face;

/// The rendering of Balance of Power.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BalanceOfPower;

impl Render for BalanceOfPower {
    fn own_pages(&self, scene: &Scene<'_>, face: Face) -> Option<Vec<Page>> {
        let (public, private) = scene.read::<Public, Private>()?;
        let data = scene.data();
        let public = placing::drafted(public, scene.draft);
        Some(screen::pages(&public, private.as_ref(), Lookup(data.as_ref()), face))
    }

    /// Objectives are chosen with the eyes on the objectives.
    fn page(&self, scene: &Scene<'_>) -> Option<&'static str> {
        let stage = Public::deserialize(scene.public).ok()?.stage;
        (stage == Stage::Collect).then_some("Aims")
    }

    fn stage(&self, scene: &Scene<'_>) -> Option<String> {
        Some(stage(&Public::deserialize(scene.public).ok()?))
    }

    fn question(&self, scene: &Scene<'_>) -> Option<String> {
        let public = Public::deserialize(scene.public).ok()?;
        let data = scene.data();
        question(&public, Lookup(data.as_ref()), scene.seat)
    }

    fn remarks(&self, command: &Value, scene: &Scene<'_>) -> Vec<String> {
        let data = scene.data();
        let catalogue = Lookup(data.as_ref());
        match command.get("type").and_then(Value::as_str) {
            Some("place_map") => placing::remarks(command, catalogue),
            Some("attack_until" | "support") => Public::deserialize(scene.public)
                .ok()
                .and_then(|public| attacks::remark(command, &public, catalogue))
                .into_iter()
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the role as the table shows it, since the seats of the Command Room choose; before the
    /// match as Basic Training fixes it.
    fn role(&self, seat: u8, scene: Option<&Scene<'_>>) -> Option<String> {
        let scene = scene?;
        let colour = if let Some(colours) = scene.public.get("colours") {
            Colour::deserialize(colours.get(usize::from(seat))?).ok()?
        } else {
            let version = scene.options?.get("version").map(Version::deserialize);
            let fixed = matches!(version, None | Some(Ok(Version::BasicTraining)));
            *Colour::ALL.get(usize::from(seat)).filter(|_| fixed)?
        };
        Some(colour_name(colour).to_owned())
    }
}

/// Returns the stage of the match.
fn stage(public: &Public) -> String {
    let stage = stage_words(public.stage);
    match public.active {
        Some(colour) if public.turn > 0 => {
            let who = colour_name(colour);
            format!("Turn {} of {}, {who}: {stage}", public.turn, public.max_turns)
        }
        Some(_) | None => format!("Before turn 1: {stage}"),
    }
}

const fn stage_words(stage: Stage) -> &'static str {
    match stage {
        Stage::PlaceMap => "the map is placed",
        Stage::Choose => "colours are chosen",
        Stage::Resistance => "neutral resistance",
        Stage::Support => "combat support",
        Stage::Draft => "draft",
        Stage::Attack => "attack",
        Stage::Collect => "collect an objective",
        Stage::Manoeuvre => "manoeuvre",
        Stage::Over => "the match is over",
    }
}

/// Returns the open question, and whom it is for unless that is the reader's own seat.
fn question(public: &Public, catalogue: Lookup<'_>, own: Option<u8>) -> Option<String> {
    let prompt = public.prompt;
    let name = |territory| catalogue.name(territory);
    let least = prompt.least.unwrap_or(1);
    let most = prompt.most.unwrap_or(least);
    let what = match prompt.kind {
        PromptKind::PlaceMap => {
            "place the whole map for both colours and the neutral army".to_owned()
        }
        PromptKind::Choose => "choose a colour, and which colour goes first".to_owned(),
        PromptKind::Resist => sides::resistance(public, catalogue),
        PromptKind::ReturnTroops => format!("put {most} troops back into neutral territories"),
        PromptKind::Support => match sides::own_chart(public) {
            Some(chart) => format!("buy combat support; the own chart holds {chart}"),
            None => "buy combat support".to_owned(),
        },
        PromptKind::Draft => format!("place drafted troops, {most} left"),
        PromptKind::Attack => "attack".to_owned(),
        PromptKind::Reroll => "throw one attack die again".to_owned(),
        PromptKind::Occupy => format!("move {least} to {most} troops into the conquered territory"),
        PromptKind::Collect => "collect an objective".to_owned(),
        PromptKind::Manoeuvre => "make the manoeuvre".to_owned(),
        PromptKind::Nothing => return None,
    };
    let place = match (prompt.from, prompt.to) {
        (Some(from), Some(to)) => format!(" [{} into {}]", name(from), name(to)),
        (None, Some(at)) | (Some(at), None) => format!(" [{}]", name(at)),
        (None, None) => String::new(),
    };
    let who = match prompt.seat {
        None => "Both seats".to_owned(),
        Some(_) if prompt.seat == own => return Some(sentence(&format!("{what}{place}"))),
        Some(seat) => match public.colours.get(usize::from(seat)).copied().flatten() {
            Some(colour) => colour_name(colour).to_owned(),
            None if own.is_some() => "the other player".to_owned(),
            None => format!("seat {seat}"),
        },
    };
    Some(format!("Asked: {who}: {what}{place}"))
}

const fn colour_name(colour: Colour) -> &'static str {
    owner_name(colour.owner())
}

const fn owner_name(owner: Owner) -> &'static str {
    match owner {
        Owner::Red => "Red",
        Owner::Blue => "Blue",
        Owner::Neutral => "neutral",
    }
}

#[cfg(test)]
mod tests;
