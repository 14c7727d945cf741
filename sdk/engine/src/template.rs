//! Offers of a server as forms: for whoever plays there by the numbers of this package.

use engine::factored::{CommandFamily, CommandForms, Domain, Kind, MOST_KINDS, Slot, Values};
use serde_json::{Map, Value};

use crate::error::EngineError;

/// Reads the offers of a seat into forms. `listed` has the numbers of what a view lists.
pub(crate) fn read(
    families: &[CommandFamily],
    offers: &[Value],
    listed: &[u32],
    forms: &mut CommandForms,
) -> Result<(), EngineError> {
    for offer in offers {
        let unreadable = |why: &str| {
            let given = offer.to_string();
            EngineError::Offers(format!("{why}: {}", given.chars().take(300).collect::<String>()))
        };
        let template = offer.get("command").and_then(Value::as_object);
        let template = template.ok_or_else(|| unreadable("an offer has no command"))?;
        let family = family_of(families, template)
            .ok_or_else(|| unreadable("no command of this game has such a type"))?;
        let loose = offer.get("loose").is_some_and(|loose| *loose == Value::Bool(true));
        let slots = slots(&families[family], template, listed)
            .ok_or_else(|| unreadable("an offer that this version cannot read"))?;
        forms.push(family, loose, &slots);
    }
    Ok(())
}

/// Returns what a whole command may be: the families that have its type and its fields, with its values.
pub(crate) fn whole(
    families: &[CommandFamily],
    command: &Value,
    listed: &[u32],
) -> Vec<(usize, Vec<Slot>)> {
    let Some(command) = command.as_object() else { return Vec::new() };
    let name = command.get("type").and_then(Value::as_str).unwrap_or_default();
    let kind = command.get("kind").and_then(Value::as_str);
    let same = families.iter().enumerate().filter(|(_, family)| {
        let suffix = family.name.split_once(':').map(|(_, suffix)| suffix);
        family.command() == name && (kind.is_none() || kind == suffix)
    });
    same.filter_map(|(at, family)| Some((at, slots(family, command, listed)?))).collect()
}

/// Returns the family of a template. Where several have its type, the part of the name after the colon is the
/// kind of command, or says that no bag is open.
fn family_of(families: &[CommandFamily], template: &Map<String, Value>) -> Option<usize> {
    let command = template.get("type")?.as_str()?;
    let mut same = families.iter().enumerate().filter(|(_, family)| family.command() == command);
    let (first, family) = same.next()?;
    let Some((_, suffix)) = family.name.split_once(':') else { return Some(first) };
    let kind = template.get("kind").and_then(Value::as_str);
    let fits = |suffix: &str| match kind {
        Some(kind) => kind == suffix,
        None => !template.values().any(has_bag),
    };
    if fits(suffix) {
        return Some(first);
    }
    let mut others = same.filter(|(_, family)| {
        family.name.split_once(':').map_or(kind.is_none(), |(_, suffix)| fits(suffix))
    });
    others.next().map(|(at, _)| at)
}

fn has_bag(value: &Value) -> bool {
    match value {
        Value::Object(parts) => parts.contains_key("$bag") || parts.values().any(has_bag),
        Value::Array(parts) => parts.iter().any(has_bag),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Reads the slots of a template; `None` if it has another form.
fn slots(
    family: &CommandFamily,
    template: &Map<String, Value>,
    listed: &[u32],
) -> Option<Vec<Slot>> {
    let known = |key: &String| {
        let own = family.fields.iter().any(|field| field.path.split('.').next() == Some(key));
        own || key == "type" || (key == "kind" && family.name.contains(':'))
    };
    if !template.keys().all(known) {
        return None;
    }
    let mut slots = Vec::with_capacity(family.fields.len());
    for field in &family.fields {
        let part = field.path.split('.').try_fold(None, |at: Option<&Value>, key| match at {
            None => template.get(key).map(Some),
            Some(Value::Array(parts)) => parts.get(key.parse::<usize>().ok()?).map(Some),
            Some(value) => value.get(key).map(Some),
        });
        let slot = match part.flatten() {
            Some(part) => slot(&field.kind, part, listed)?,
            None => {
                if let Kind::Maybe(domain) = &field.kind {
                    Slot::only(domain.values.len())
                } else if field.path.starts_with("cards.") {
                    // Lists end where the template's do.
                    break;
                } else {
                    return None;
                }
            }
        };
        slots.push(slot);
    }
    Some(slots)
}

fn slot(kind: &Kind, part: &Value, listed: &[u32]) -> Option<Slot> {
    match kind {
        Kind::One(domain) | Kind::Maybe(domain) | Kind::Given(domain) => {
            Some(Slot::One(places(domain, part, listed)?))
        }
        Kind::Number => {
            let (least, most) = range(part)?;
            Some(Slot::Number(least, most))
        }
        Kind::Pick(domain, _) => pick(domain, part, listed),
        Kind::Bag(domain) | Kind::BagWithout(domain, _) => bag(domain, part),
    }
}

/// Returns the places of the values that a single value may have.
fn places(domain: &Domain, part: &Value, listed: &[u32]) -> Option<u128> {
    if let Some(one) = part.get("$one") {
        return items(domain, one, listed);
    }
    if part.get("$int").is_some() {
        let (low, high) = range(part)?;
        let Values::Range(first, last) = domain.values else { return None };
        let inside = first <= low && high <= last;
        return inside.then(|| (low..=high).fold(0, |bits, value| bits | 1 << (value - first)));
    }
    Some(1 << place(domain, part, listed)?)
}

/// Returns the places of the items of a placeholder.
fn items(domain: &Domain, placeholder: &Value, listed: &[u32]) -> Option<u128> {
    let from = placeholder.get("from")?.as_array()?;
    from.iter()
        .try_fold(0, |bits, item| Some(bits | 1 << place(domain, item.get("value")?, listed)?))
}

/// Returns the place of a value in its list.
fn place(domain: &Domain, value: &Value, listed: &[u32]) -> Option<usize> {
    match &domain.values {
        Values::Ids(ids) => {
            let name = value.as_str()?;
            ids.iter().position(|id| *id == name)
        }
        Values::Range(first, last) => {
            let number = u32::try_from(value.as_u64()?).ok()?;
            (*first..=*last).contains(&number).then(|| (number - first) as usize)
        }
        Values::Bool => value.as_bool().map(usize::from),
        Values::Listed(most) => {
            let number = value.as_u64()?;
            listed.iter().take(*most).position(|one| u64::from(*one) == number)
        }
    }
}

/// Returns the smallest and the largest number that may stand here.
fn range(part: &Value) -> Option<(u32, u32)> {
    let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
    match part.get("$int") {
        Some(int) => Some((number(int.get("min")?)?, number(int.get("max")?)?)),
        None => number(part).map(|number| (number, number)),
    }
}

fn pick(domain: &Domain, part: &Value, listed: &[u32]) -> Option<Slot> {
    let count = |value: &Value| u8::try_from(value.as_u64()?).ok();
    if let Some(pick) = part.get("$pick") {
        let from = items(domain, pick, listed)?;
        return Some(Slot::Pick(from, count(pick.get("min")?)?, count(pick.get("max")?)?));
    }
    let parts = part.as_array()?;
    let bits = parts.iter().try_fold(0, |bits, part| Some(bits | places(domain, part, listed)?))?;
    // Several open values in a row would not be a set of so many.
    let fixed = parts.len() < 2 || bits.count_ones() as usize == parts.len();
    let count = u8::try_from(parts.len()).ok()?;
    fixed.then_some(Slot::Pick(bits, count, count))
}

fn bag(domain: &Domain, part: &Value) -> Option<Slot> {
    let mut most = [0; MOST_KINDS];
    let parts = part.as_object()?;
    let total = |value: &Value| u16::try_from(value.as_u64()?).ok();
    let mut count = |name: &String, count: u32| {
        let place = place(domain, &Value::String(name.clone()), &[])?;
        *most.get_mut(place)? = u8::try_from(count).ok()?;
        Some(())
    };
    if let Some(bag) = parts.get("$bag") {
        for (name, value) in bag.get("max")?.as_object()? {
            count(name, u32::try_from(value.as_u64()?).ok()?)?;
        }
        return Some(Slot::Bag(most, total(bag.get("min_total")?)?, total(bag.get("max_total")?)?));
    }
    let (mut fewest, mut sum) = (0, 0);
    for (name, value) in parts {
        let (low, high) = range(value)?;
        count(name, high)?;
        fewest += low;
        sum += high;
    }
    Some(Slot::Bag(most, u16::try_from(fewest).ok()?, u16::try_from(sum).ok()?))
}
