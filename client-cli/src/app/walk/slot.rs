//! The placeholders of an offer, each with its position in the template and its answer.
//!
//! Here, apart from the walk, because the meaning of a text for one placeholder has nothing to do
//! with the order of the questions. It must not know which one is asked now.

use protocol::Placeholder;
use protocol::offer::Item;
use serde_json::Value;

use super::bag;
use super::read::{Misread, one, read_int, read_pick, text_of};
use crate::render::text::{short, words};

/// One step of the way to a placeholder within a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PathStep {
    Key(String),
    At(usize),
}

/// A choice to be made.
#[derive(Clone, Debug)]
pub(super) struct TemplateSlot {
    pub(super) path: Vec<PathStep>,
    /// The identifier beside the placeholder, where several look alike.
    pub(super) of: Option<String>,
    pub(super) placeholder: Placeholder,
    pub(super) answer: Option<Value>,
    /// Only one value is possible, so it is never asked for.
    pub(super) forced: bool,
}

impl TemplateSlot {
    /// Reads the value that a text means here.
    pub(super) fn read(&self, text: &str) -> Result<Value, Misread> {
        let text = text.trim();
        let value = match &self.placeholder {
            Placeholder::Int { min, max } => {
                // "2 grain" for a number of grain.
                let bare = text.strip_suffix(self.name().as_str()).map(str::trim_end);
                read_int(bare.unwrap_or(text), *min, *max)?
            }
            Placeholder::One { from } => one(from, text)?.value.clone(),
            Placeholder::Pick { from, min, max } => read_pick(text, from, *min, *max)?,
            Placeholder::Bag { max, min_total, max_total } => {
                bag::read(text, max, *min_total, *max_total)?
            }
        };
        // The last word is the protocol's own.
        if self.placeholder.admits(&value) {
            Ok(value)
        } else {
            Err(Misread::Wrong("this is not possible here".to_owned()))
        }
    }

    /// Returns an answer as it was meant.
    pub(super) fn in_words(&self, answer: &Value) -> String {
        let item = |from: &[Item], value: &Value| {
            from.iter().find(|item| item.value == *value).map_or_else(|| short(value), text_of)
        };
        match (&self.placeholder, answer) {
            (Placeholder::One { from }, value) => item(from, value),
            (Placeholder::Pick { from, .. }, Value::Array(picked)) if !picked.is_empty() => {
                picked.iter().map(|value| item(from, value)).collect::<Vec<_>>().join(", ")
            }
            (Placeholder::Bag { .. }, Value::Object(counts)) if !counts.is_empty() => {
                let one = |(key, n): (&String, &Value)| format!("{n} {}", words(key));
                counts.iter().map(one).collect::<Vec<_>>().join(" ")
            }
            _ => short(answer),
        }
    }

    /// Returns the nearest key above the placeholder, as words, and what distinguishes it from others
    /// like it.
    pub(super) fn name(&self) -> String {
        let key = self.path.iter().rev().find_map(|step| match step {
            PathStep::Key(key) => Some(words(key)),
            PathStep::At(_) => None,
        });
        let key = key.unwrap_or_else(|| "Your choice".to_owned());
        match (&self.of, self.path.last()) {
            (Some(of), _) => format!("{key} {of}"),
            (None, Some(PathStep::At(at))) => format!("{key} {}", at + 1),
            (None, Some(PathStep::Key(_)) | None) => key,
        }
    }
}

/// Position in a template during the search for slots.
#[derive(Debug, Default)]
struct SearchPosition {
    path: Vec<PathStep>,
    of: Option<String>,
}

/// Returns the placeholders of a template in its order; `forced` says which of them are never asked.
pub(super) fn slots(template: &Value, forced: &impl Fn(&Placeholder) -> bool) -> Vec<TemplateSlot> {
    let mut slots = Vec::new();
    collect(template, &mut SearchPosition::default(), forced, &mut slots);
    slots
}

fn collect(
    part: &Value,
    position: &mut SearchPosition,
    forced: &impl Fn(&Placeholder) -> bool,
    slots: &mut Vec<TemplateSlot>,
) {
    if let Some(placeholder) = Placeholder::read(part) {
        let forced = forced(&placeholder);
        let (path, of) = (position.path.clone(), position.of.clone());
        slots.push(TemplateSlot { path, of, placeholder, answer: None, forced });
        return;
    }
    match part {
        Value::Object(parts) => {
            let id = parts.get("id").and_then(Value::as_str).map(str::to_owned);
            let outer = std::mem::replace(&mut position.of, id);
            for (key, part) in parts {
                position.path.push(PathStep::Key(key.clone()));
                collect(part, position, forced, slots);
                position.path.pop();
            }
            position.of = outer;
        }
        Value::Array(parts) => {
            for (at, part) in parts.iter().enumerate() {
                position.path.push(PathStep::At(at));
                collect(part, position, forced, slots);
                position.path.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns the value at the end of a path.
pub(super) fn find<'a>(value: &'a mut Value, path: &[PathStep]) -> Option<&'a mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        PathStep::Key(key) => value.get_mut(key),
        PathStep::At(at) => value.get_mut(*at),
    })
}

/// Checks whether only one value is possible; the order of a pick does not matter.
pub(super) fn is_forced(placeholder: &Placeholder) -> bool {
    match placeholder {
        Placeholder::Int { min, max } => min == max,
        Placeholder::One { from } => from.len() == 1,
        Placeholder::Pick { from, min, max } => *min == *max && (from.len() == *min || *max == 0),
        Placeholder::Bag { max, min_total, max_total } => {
            let all = max.values().fold(0u64, |all, n| all.saturating_add(*n));
            *max_total == 0 || all == *min_total
        }
    }
}
