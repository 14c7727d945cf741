//! One row of a sheet: its slots, and the meaning of typed values in them.
//!
//! Here, apart from the sheet, because reading a value needs nothing but the slots. It must not know
//! what else is typed on the line.

use protocol::Placeholder;
use protocol::offer::Item;
use serde_json::{Value, json};

use super::super::{PathStep, TemplateSlot, find, text_of};
use crate::render::text::{short, words};

/// Slots that belong together.
#[derive(Clone, Debug)]
pub(super) struct SlotRow {
    /// Its name, in words.
    pub(super) name: Vec<String>,
    /// The places, by their index among the slots.
    pub(super) indices: Vec<usize>,
    /// Fixed values of the row, so that they may be typed too.
    pub(super) fixed: Vec<String>,
}

impl SlotRow {
    pub(super) fn is_open(&self, slots: &[TemplateSlot]) -> bool {
        self.indices.iter().any(|at| slots[*at].answer.is_none())
    }

    /// Puts each value into its slot.
    pub(super) fn fill(
        &self,
        values: &[String],
        slots: &[TemplateSlot],
        filled: &mut [Option<Value>],
    ) -> Result<(), String> {
        let row = self.name.join(" ");
        let mut left = values;
        let mut chosen: Option<usize> = None;
        if left.is_empty() {
            return Err(format!("{row}: the value is missing"));
        }
        while let Some(word) = left.first() {
            let index = self.indices.iter().copied().find(|at| {
                self.indices.len() > 1 && slots[*at].path.last().is_some_and(|step| is(step, word))
            });
            if chosen.is_none() && index.is_some() {
                chosen = index;
                left = &left[1..];
                continue;
            }
            let indices = chosen.take().map_or_else(|| self.indices.clone(), |index| vec![index]);
            let (used, hits) = read(left, &indices, slots);
            if hits.is_empty() && self.fixed.contains(word) {
                left = &left[1..];
                continue;
            }
            match hits.as_slice() {
                [] => return Err(format!("{row}: {word:?} is not possible here")),
                [(at, value)] => filled[*at] = Some(value.clone()),
                many => {
                    let names: Vec<String> =
                        many.iter().map(|(at, _)| name(&slots[*at].path).join(" ")).collect();
                    return Err(format!("{row}: say which with {word:?}: {}", names.join(" or ")));
                }
            }
            left = &left[used..];
        }
        match chosen {
            Some(at) => {
                Err(format!("{row}: the value of {} is missing", name(&slots[at].path).join(" ")))
            }
            None => Ok(()),
        }
    }

    /// Returns the slots that hold one of several values.
    pub(super) fn ones<'a>(
        &'a self,
        slots: &'a [TemplateSlot],
    ) -> impl Iterator<Item = usize> + 'a {
        let one = |at: &usize| matches!(slots[*at].placeholder, Placeholder::One { .. });
        self.indices.iter().copied().filter(one)
    }

    /// Returns the row with a value for each of its slots, as one may type it.
    pub(super) fn sample(&self, slots: &[TemplateSlot]) -> String {
        let mut sample = self.name.join(" ");
        for at in &self.indices {
            let value = words(&short(&slots[*at].placeholder.fill(&mut |_| 0))).to_lowercase();
            sample = format!("{sample} {} {value}", name(&slots[*at].path).join(" "));
        }
        sample
    }

    /// Returns the row with its values; a dash where one is missing.
    pub(super) fn shown(&self, slots: &[TemplateSlot]) -> String {
        let named = self.ones(slots).count() > 1;
        let mut shown = format!("{}:", self.name.join(" "));
        for at in &self.indices {
            if named {
                shown = format!("{shown} {}", name(&slots[*at].path).join(" "));
            }
            let value = slots[*at].answer.as_ref().map(|value| words(&short(value)));
            shown = format!("{shown} {}", value.unwrap_or_else(|| "-".to_owned()));
        }
        for fixed in &self.fixed {
            shown = format!("{shown} {fixed}");
        }
        shown
    }
}

/// Reads the longest beginning of these words that is a value: returns the number of words, and the
/// value for each slot that admits it.
fn read(
    said: &[String],
    indices: &[usize],
    slots: &[TemplateSlot],
) -> (usize, Vec<(usize, Value)>) {
    for used in (1..=said.len()).rev() {
        let text = said[..used].join(" ");
        let hits: Vec<(usize, Value)> = indices
            .iter()
            .filter_map(|at| Some((*at, value(&slots[*at].placeholder, &text)?)))
            .collect();
        if !hits.is_empty() {
            return (used, hits);
        }
    }
    (0, Vec::new())
}

/// Returns the value that a text means in a slot, if it means exactly one.
fn value(placeholder: &Placeholder, text: &str) -> Option<Value> {
    let value = match placeholder {
        Placeholder::Int { .. } => json!(text.parse::<i64>().ok()?),
        Placeholder::One { from } => {
            let names = |exact: bool| {
                from.iter().filter(move |item| {
                    let said: Vec<String> = text.split(' ').map(str::to_owned).collect();
                    [item_words(item), text_of(item).to_lowercase()].iter().any(|name| {
                        let name: Vec<String> = name.split(' ').map(str::to_owned).collect();
                        same(&name, &said, exact)
                    })
                })
            };
            let exact = names(true).next();
            let begun: Vec<_> = names(false).collect();
            match (exact, begun.as_slice()) {
                (Some(item), _) => item.value.clone(),
                (None, [item]) => item.value.clone(),
                (None, _) => return None,
            }
        }
        // Not typed in a sheet; a template with many of these has its own offers.
        Placeholder::Pick { .. } | Placeholder::Bag { .. } => return None,
    };
    placeholder.admits(&value).then_some(value)
}

pub(super) fn item_words(item: &Item) -> String {
    words(&short(&item.value)).to_lowercase()
}

/// Returns the plain values beside the slots of a row.
pub(super) fn fixed(template: &Value, path: &[PathStep]) -> Vec<String> {
    let mut index = template.clone();
    let Some(Value::Object(parts)) = find(&mut index, path) else { return Vec::new() };
    parts.values().filter_map(Value::as_str).map(|text| words(text).to_lowercase()).collect()
}

/// Checks whether these words are the name, or begin each word of it.
pub(super) fn same(name: &[String], said: &[String], exact: bool) -> bool {
    name.len() == said.len()
        && name
            .iter()
            .zip(said)
            .all(|(name, said)| if exact { name == said } else { name.starts_with(said.as_str()) })
}

fn is(step: &PathStep, word: &str) -> bool {
    match step {
        PathStep::Key(key) => words(key) == word,
        PathStep::At(_) => false,
    }
}

/// Returns the last key of a path as words, with the number where it is in a list.
pub(super) fn name(path: &[PathStep]) -> Vec<String> {
    let mut name: Vec<String> = Vec::new();
    for step in path.iter().rev() {
        match step {
            PathStep::At(at) => name.push((at + 1).to_string()),
            PathStep::Key(key) => {
                name.extend(words(key).to_lowercase().split(' ').rev().map(str::to_owned));
                break;
            }
        }
    }
    name.reverse();
    name
}
