//! Remarks on a map in the making (Command Room): sums, and what is still wrong.
//!
//! Only a help while typing: the server has the last word, and names the first fault. It must not
//! know how the map is typed.

use protocol::games::balance_of_power::{Colour, Owner, Public, Territory};
use serde::Deserialize;
use serde_json::Value;

use super::catalogue::Lookup;
use super::owner_name;

/// Returns the situation with the map that is being made up on it, if one is.
pub(super) fn drafted(mut public: Public, draft: Option<&Value>) -> Public {
    let is_map = |draft: &&Value| draft.get("type").is_some_and(|kind| kind == "place_map");
    let Some(draft) = draft.filter(is_map) else { return public };
    let territories = draft.get("territories");
    for (id, view) in &mut public.territories {
        let Some(territory) = territories.and_then(|territories| territories.get(id.as_str()))
        else {
            continue;
        };
        if let Some(owner) = territory.get("owner").and_then(|owner| Owner::deserialize(owner).ok())
        {
            view.owner = owner;
            let troops = territory.get("troops").and_then(Value::as_u64).unwrap_or_default();
            view.troops = u16::try_from(troops).unwrap_or_default();
        }
        let here = |colour: &Colour| {
            let at = draft.get("capitals").and_then(|both| both.get(colour.as_str()));
            at.and_then(Value::as_str) == Some(id.as_str())
        };
        view.capital = Colour::ALL.iter().copied().find(here);
    }
    public
}

/// Returns the sums of a map, and what is wrong with the parts that are filled.
pub(super) fn remarks(command: &Value, catalogue: Lookup<'_>) -> Vec<String> {
    let owner = |id: Territory| {
        Owner::deserialize(command.get("territories")?.get(id.as_str())?.get("owner")?).ok()
    };
    let troops = |id: Territory| {
        let territory = command.get("territories").and_then(|all| all.get(id.as_str()));
        territory.and_then(|territory| territory.get("troops")?.as_u64()).unwrap_or_default()
    };
    let mut wrong = Vec::new();
    let mut parts: Vec<String> = Vec::new();
    for held_by in Owner::ALL.iter().copied() {
        let held = || Territory::ALL.iter().copied().filter(|id| owner(*id) == Some(held_by));
        let placed: u64 = held().map(troops).sum();
        let name = owner_name(held_by);
        let Some(wanted) = catalogue.starting_troops(held_by) else {
            parts.push(format!("{name} {placed} in {}", held().count()));
            continue;
        };
        parts.push(format!("{name} {placed} of {wanted} in {}", held().count()));
        if placed > wanted {
            wrong.push(format!("{name} has {} too many", placed - wanted));
        }
    }
    let whole = Territory::ALL.iter().filter(|id| owner(**id).is_some() && troops(**id) > 0);
    let mut lines = vec![format!(
        "Troops: {}; {} of {} territories are filled",
        parts.join(", "),
        whole.count(),
        Territory::COUNT
    )];
    let capitals = [Owner::Red, Owner::Blue].map(|colour| {
        let at = command.get("capitals").and_then(|both| both.get(colour.as_str()));
        let at = at.and_then(|at| Territory::deserialize(at).ok());
        if let Some(at) = at
            && owner(at).is_some_and(|held_by| held_by != colour)
        {
            wrong.push(format!(
                "the capital of {} is in {}, which is not its own",
                owner_name(colour),
                catalogue.name(at)
            ));
        }
        format!(
            "{} {}",
            owner_name(colour),
            at.map_or_else(|| "-".to_owned(), |at| catalogue.name(at))
        )
    });
    lines.push(format!("Capitals: {}", capitals.join(", ")));
    let taken = |id: &&Territory| {
        let site = catalogue.territory(**id).is_some_and(|row| row.site.is_some());
        site && owner(**id).is_some_and(|held_by| held_by != Owner::Neutral)
    };
    for site in Territory::ALL.iter().filter(taken) {
        wrong.push(format!("{} is a site and must be neutral", catalogue.name(*site)));
    }
    if !wrong.is_empty() {
        lines.push(format!("Not yet right: {}", wrong.join("; ")));
    }
    lines
}
