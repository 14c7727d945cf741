//! The map: a table of the territories, region by region, with what each is next to.
//!
//! A table, because owners and troops are compared all the time. It must not know whose turn it is.

use protocol::games::balance_of_power::{
    Colour, Owner, Public, Region, Site, Stage, Territory, TerritoryView, Version,
};

use super::catalogue::{Borders, Lookup};
use super::{colour_name, owner_name};
use crate::paper::WIDTH;
use crate::render::data::mark;
use crate::render::page::PageBuilder;

/// Width of names in the table, in characters.
const NAME_WIDTH: usize = 16;

/// Column at which the neighbours begin, in characters.
const NEXT_TO: usize = 41;

/// The width from which on the neighbours stand beside the rest, in characters.
const BESIDE: usize = 72;

/// Column at which they begin below it, in characters.
const BELOW: usize = 6;

/// Explanation of the table's signs.
const SIGNS: &str = "Signs: c city; R, B capital of Red, Blue; ^ rough, at most two dice attack it; \
                     V Swiss Vault; N Naval Base; S Satellite Centre";

/// Writes a table of all territories.
pub(super) fn table(public: &Public, catalogue: Lookup<'_>, width: usize, text: &mut PageBuilder) {
    text.line(SIGNS);
    let mut version = match (public.version, public.setup) {
        (Version::BasicTraining, Some(setup)) => format!("Basic Training, set-up {setup}"),
        (Version::BasicTraining, None) => "Basic Training".to_owned(),
        (Version::CommandRoom, _) => "Command Room".to_owned(),
    };
    if let Some(row) = public.setup.and_then(|setup| catalogue.setup(setup)) {
        let parts: Vec<&str> = [
            ("cities", row.cities_source),
            ("objectives", row.objectives_source),
            ("troops and capitals", row.placement_source),
        ]
        .into_iter()
        .filter(|(_, source)| !mark(*source).is_empty())
        .map(|(part, _)| part)
        .collect();
        if !parts.is_empty() {
            version = format!("{version}: {}~", parts.join(", "));
        }
    }
    text.line(version);
    let head = "next to";
    let head = if width < BESIDE { format!("(below: {head})") } else { head.to_owned() };
    text.line(format!(
        "  {:NAME_WIDTH$} {:7} {:>6} {:6} {head}",
        "Territory", "holder", "troops", "signs"
    ));
    for region in Region::ALL {
        let members = members(public, *region);
        text.line(region_line(*region, &members, public.stage, catalogue));
        for (id, view) in members {
            territory(id, view, catalogue, width, text);
        }
    }
}

/// Writes the regions alone.
pub(super) fn regions(public: &Public, catalogue: Lookup<'_>, text: &mut PageBuilder) {
    for region in Region::ALL {
        text.line(region_line(*region, &members(public, *region), public.stage, catalogue));
    }
}

fn members(public: &Public, region: Region) -> Vec<(Territory, TerritoryView)> {
    let all = public.territories.iter().filter(|(_, view)| view.region == region);
    all.map(|(id, view)| (*id, *view)).collect()
}

/// Returns the name and bonus of a region, and who holds how much of it.
fn region_line(
    region: Region,
    members: &[(Territory, TerritoryView)],
    stage: Stage,
    catalogue: Lookup<'_>,
) -> String {
    let sign = members
        .iter()
        .map(|(id, _)| mark(catalogue.territory(*id).map(|row| row.region_source)))
        .find(|sign| !sign.is_empty())
        .unwrap_or_default();
    let mut line = format!("{}{sign}", catalogue.region_name(region));
    if let Some(row) = catalogue.region(region) {
        line = format!("{line}, bonus {}{}", row.bonus, mark(row.bonus_source));
    }
    if stage == Stage::PlaceMap {
        return line;
    }
    let counts: Vec<String> = Owner::ALL
        .iter()
        .map(|owner| (owner, members.iter().filter(|(_, view)| view.owner == *owner).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(owner, count)| {
            if count == members.len() && *owner != Owner::Neutral {
                format!("{} holds it whole", owner_name(*owner))
            } else {
                format!("{} {count}", owner_name(*owner))
            }
        })
        .collect();
    format!("{line}: {}", counts.join(", "))
}

/// Writes one territory; its neighbours may need more than one line.
fn territory(
    id: Territory,
    view: TerritoryView,
    catalogue: Lookup<'_>,
    width: usize,
    text: &mut PageBuilder,
) {
    let row = catalogue.territory(id);
    let name: String = catalogue.name(id).chars().take(NAME_WIDTH - 1).collect();
    let name = format!("{name}{}", mark(row.map(|row| row.name_source)));
    let (holder, troops) = match view.troops {
        0 => (".", ".".to_owned()),
        troops => (owner_name(view.owner), troops.to_string()),
    };
    let signs = signs(view, mark(row.map(|row| row.rough_source)));
    let head = format!("  {name:NAME_WIDTH$} {holder:7} {troops:>6} {signs:6} ");
    let below = width < BESIDE;
    let next_to = if below { BELOW } else { NEXT_TO };
    let room = width.min(WIDTH).saturating_sub(next_to);
    let mut lines = neighbours(&catalogue.borders(id), room, catalogue).into_iter();
    let first = if below { None } else { lines.next() };
    text.line(format!("{head}{}", first.unwrap_or_default()));
    for more in lines {
        text.line(format!("{:next_to$}{more}", ""));
    }
}

pub(super) fn signs(view: TerritoryView, rough_mark: &str) -> String {
    let mut signs = String::new();
    if view.city {
        signs.push('c');
    }
    match view.capital {
        Some(Colour::Red) => signs.push('R'),
        Some(Colour::Blue) => signs.push('B'),
        None => {}
    }
    match view.site {
        Some(Site::SwissVault) => signs.push('V'),
        Some(Site::NavalBase) => signs.push('N'),
        Some(Site::SatelliteCentre) => signs.push('S'),
        None => {}
    }
    if view.rough {
        signs.push('^');
        signs.push_str(rough_mark);
    }
    signs
}

/// Returns the neighbours in lines of this width.
fn neighbours(borders: &Borders, width: usize, catalogue: Lookup<'_>) -> Vec<String> {
    let mut words: Vec<String> = borders.land.iter().map(|id| catalogue.name(*id)).collect();
    let sea = borders.sea.iter().enumerate().map(|(at, id)| {
        let lead = if at == 0 { "sea: " } else { "" };
        format!("{lead}{}", catalogue.name(*id))
    });
    words.extend(sea);
    let last = words.len().saturating_sub(1);
    let mut lines = vec![String::new()];
    for (at, word) in words.into_iter().enumerate() {
        let end = if at == last { borders.mark } else { "," };
        let room = width.saturating_sub(word.chars().count() + end.len() + 1);
        if lines.last().is_some_and(|line| !line.is_empty() && line.chars().count() > room) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
            line.push_str(end);
        }
    }
    lines
}

/// Describes where the capitals are and who holds them.
pub(super) fn capitals(public: &Public, catalogue: Lookup<'_>) -> Option<String> {
    let parts: Vec<String> = Colour::ALL
        .iter()
        .filter_map(|colour| {
            let (id, view) =
                public.territories.iter().find(|(_, view)| view.capital == Some(*colour))?;
            let held = if view.owner.colour() == Some(*colour) {
                String::new()
            } else {
                format!(", held by {}", holder(view.owner))
            };
            Some(format!("{} {}{held}", colour_name(*colour), catalogue.name(*id)))
        })
        .collect();
    (!parts.is_empty()).then(|| format!("Capitals: {}", parts.join("; ")))
}

const fn holder(owner: Owner) -> &'static str {
    match owner {
        Owner::Red => "Red",
        Owner::Blue => "Blue",
        Owner::Neutral => "nobody",
    }
}
