//! Europe: players, market, crises, trade offers, and the viewer's own cards.
//!
//! Reads the typed views of the protocol and the component data of the match. The server alone
//! decides what holds or may be done; only prices of market cards are added up here, from what is
//! printed.

mod goods_table;
mod names;
mod own;
mod results;
mod screen;
mod table;
mod trade;

use protocol::games::europe::{CitizenView, Phase, PlayerView, Private, Public};
use serde::Deserialize;
use serde_json::Value;

use self::names::{CardNames, goods};
use super::page::Page;
use super::{Render, Scene};
use crate::clock::Deadline;
use crate::face::Face;

/// The rendering of Europe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Europe;

impl Render for Europe {
    fn own_pages(&self, scene: &Scene<'_>, face: Face) -> Option<Vec<Page>> {
        let (public, private) = scene.read::<Public, Private>()?;
        Some(screen::pages(scene, &public, private.as_ref(), face))
    }

    /// Citizens are chosen and met with the eyes on the own cards.
    fn page(&self, scene: &Scene<'_>) -> Option<&'static str> {
        let phase = Public::deserialize(scene.public).ok()?.phase;
        let cards = matches!(phase, Phase::Choose | Phase::Allocate);
        (cards && scene.private.is_some()).then_some("Own")
    }

    /// Returns the citizen asked about, where cubes are allocated.
    fn remarks(&self, command: &Value, scene: &Scene<'_>) -> Vec<String> {
        let Ok(public) = Public::deserialize(scene.public) else { return Vec::new() };
        let open =
            |card: &&Value| card.as_object().is_some_and(|card| card.values().any(Value::is_null));
        let cards = command.get("cards").and_then(Value::as_array);
        let id = cards.into_iter().flatten().find(open).and_then(|card| card.get("id"));
        let mut citizens = public.players.iter().flat_map(|player| &player.citizens);
        let asked =
            citizens.find(|card| id.and_then(Value::as_str) == Some(card.id.to_string().as_str()));
        let data = scene.data();
        let names = CardNames::new(scene, data.as_ref());
        let line = |card: &CitizenView| format!("{} is {}", card.id, names.citizen_card(card));
        asked.map(line).into_iter().collect()
    }

    fn stage(&self, scene: &Scene<'_>) -> Option<String> {
        Some(stage(&Public::deserialize(scene.public).ok()?))
    }

    fn question(&self, scene: &Scene<'_>) -> Option<String> {
        let (public, private) = scene.read::<Public, Private>()?;
        let own = public.players.get(usize::from(private.as_ref()?.seat))?;
        let mut line = format!("You: {} happiness, {}", own.happiness, holdings(own));
        let lacking = own::lacking(private.as_ref()?, CardNames::new(scene, scene.data().as_ref()));
        if !lacking.is_empty() {
            line = format!("{line}; lacking: {}", lacking.join("; "));
        }
        Some(line)
    }

    fn deadlines(&self, public: &Value) -> Vec<Deadline> {
        let Ok(public) = Public::deserialize(public) else { return Vec::new() };
        let (what, name) = match public.phase {
            Phase::Country => ("choose a country", "country"),
            Phase::Choose => ("choose citizens", "citizens"),
            Phase::Play => ("the end of the round", "round"),
            Phase::Allocate => ("allocate cubes", "cubes"),
            Phase::Over => return Vec::new(),
        };
        let end = public.phase_ends_ms.map(|at_ms| Deadline { what, name, at_ms });
        let crisis = public.next_crisis_ms.filter(|_| public.phase == Phase::Play);
        let (what, name) = ("the next crisis", "crisis");
        let crisis = crisis.map(|at_ms| Deadline { what, name, at_ms });
        end.into_iter().chain(crisis).collect()
    }

    fn role(&self, seat: u8, scene: Option<&Scene<'_>>) -> Option<String> {
        let scene = scene?;
        let public = Public::deserialize(scene.public).ok()?;
        let country = public.players.get(usize::from(seat))?.country?;
        Some(CardNames::new(scene, scene.data().as_ref()).country(country))
    }
}

/// Returns the stage of the match.
fn stage(public: &Public) -> String {
    let phase = phase_words(public.phase);
    let next = match public.crises_ahead {
        None => "",
        Some(0) => "; the round ends when all are ready",
        Some(_) => "; a crisis comes when all are ready",
    };
    match public.round {
        0 => format!("Before round 1: {phase}"),
        round => format!("Round {round}: {phase}{next}"),
    }
}

const fn phase_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Country => "countries are chosen",
        Phase::Choose => "choosing citizens",
        Phase::Play => "open play",
        Phase::Allocate => "allocating cubes",
        Phase::Over => "the match is over",
    }
}

/// Returns the coin and cubes of a player.
fn holdings(player: &PlayerView) -> String {
    let locked = if player.locked.is_empty() {
        String::new()
    } else {
        format!("; locked {}", goods(&player.locked))
    };
    format!("{} coin, {}{locked}", player.coin, goods(&player.cubes))
}

#[cfg(test)]
mod tests;
