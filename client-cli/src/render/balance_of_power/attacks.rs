//! Dice that were thrown, and the attacks that may be made with their chances.
//!
//! The chances come from the server as they are; here they only become words. It must not compute
//! any.

use protocol::games::balance_of_power::{AttackView, Dice, LastRoll, Public, Stage, Territory};
use serde::Deserialize;
use serde_json::Value;

use super::catalogue::Lookup;
use super::owner_name;
use crate::render::page::PageBuilder;

/// The width of the table of attacks with everything in words, in cells.
const TABLE: usize = 72;

/// Writes the last dice of this turn, and what the turn has brought.
pub(super) fn lately(public: &Public, catalogue: Lookup<'_>, text: &mut PageBuilder) {
    if let Some(roll) = last_roll(public, catalogue) {
        text.line(roll);
    }
    if let Some(objective) = public.collected {
        let name = catalogue.objective(objective);
        text.line(format!("{name} was collected this turn, so that no card is drawn"));
    } else if public.conquered {
        text.line("The opponent has lost a territory this turn: a card is earned");
    }
}

fn last_roll(public: &Public, catalogue: Lookup<'_>) -> Option<String> {
    Some(match public.last_roll? {
        LastRoll::Combat { from, to, attack, defence, attacker_lost, defender_lost } => {
            let losses = match (attacker_lost, defender_lost) {
                (Some(attacker), Some(defender)) => {
                    format!("; lost: attacker {attacker}, defender {defender}")
                }
                _ => "; losses are not yet taken".to_owned(),
            };
            format!(
                "Last roll, {} into {}: attack {} against {}{losses}",
                catalogue.name(from),
                catalogue.name(to),
                dice(attack),
                dice(defence)
            )
        }
        LastRoll::Resistance { dice: thrown, needed } => {
            let sum: u32 = thrown.values().iter().map(|value| u32::from(*value)).sum();
            format!("Last roll, neutral resistance: {} = {sum}, needed {needed}", dice(thrown))
        }
    })
}

/// Formats dice in the order in which they were drawn.
fn dice(dice: Dice) -> String {
    let values: Vec<String> = dice.values().iter().map(|value| format!("[{value}]")).collect();
    values.join(" ")
}

/// Writes the attacks that may be made.
pub(super) fn list(public: &Public, catalogue: Lookup<'_>, width: usize, text: &mut PageBuilder) {
    if public.attacks.is_empty() {
        return;
    }
    text.gap();
    let bought = public.stage == Stage::Support;
    text.line(if bought {
        "Neutral attacks that may be bought"
    } else {
        "Attacks that may be made"
    });
    let wide = width >= TABLE;
    let troops = if wide { "troops" } else { "the owner's letter and troops" };
    text.line(format!(
        "  ({troops} in brackets; dice; the chance to conquer when rolled until one troop is left; choose \
         an attack to see the chances of stopping earlier)"
    ));
    for attack in &public.attacks {
        text.line(line(attack, public, catalogue, wide));
    }
}

fn line(attack: &AttackView, public: &Public, catalogue: Lookup<'_>, wide: bool) -> String {
    let side = |id: Territory, with_owner: bool| {
        let name = catalogue.name(id);
        match public.territories.get(&id) {
            Some(view) if with_owner => {
                let owner = owner_name(view.owner);
                let owner = if wide { owner } else { &owner[..1] };
                format!("{name} ({owner} {})", view.troops)
            }
            Some(view) => format!("{name} ({})", view.troops),
            None => name,
        }
    };
    let chance = attack.chances.first().map_or_else(|| "-".to_owned(), |chance| percent(*chance));
    let dice = if attack.dice == 1 { "1 die" } else { &format!("{} dice", attack.dice) };
    let (from, to) = (side(attack.from, false), side(attack.to, true));
    if wide {
        format!("  {from:20} into {to:28} {dice:6} {chance:>7}")
    } else {
        format!("  {from:20} > {to:22} {} {chance:>7}", attack.dice)
    }
}

/// Formats ten-thousandths as per cent.
fn percent(chance: u16) -> String {
    format!("{}.{:02}%", chance / 100, chance % 100)
}

/// Returns the chances of an attack in the making, for each number of troops to stop at.
pub(super) fn remark(command: &Value, public: &Public, catalogue: Lookup<'_>) -> Option<String> {
    let end = |key: &str| Territory::deserialize(command.get(key)?).ok();
    let (from, to) = (end("from")?, end("to")?);
    let attack = public.attacks.iter().find(|one| one.from == from && one.to == to)?;
    if attack.chances.is_empty() || !command.get("stop_at")?.is_null() {
        return None;
    }
    let chances: Vec<String> = attack
        .chances
        .iter()
        .enumerate()
        .map(|(at, chance)| format!("{}={}", at + 1, percent(*chance)))
        .collect();
    Some(format!(
        "Chance that {} conquers {}, by the troops it stops at: {}",
        catalogue.name(from),
        catalogue.name(to),
        chances.join(", ")
    ))
}
