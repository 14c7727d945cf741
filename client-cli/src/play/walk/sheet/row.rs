//! One row of a sheet: its places, and what typed values mean in them.
//!
//! Here, apart from the sheet, because reading a value needs nothing but the places. It must not know
//! what else is typed on the line.

use protocol::Placeholder;
use protocol::offer::Item;
use serde_json::{Value, json};

use super::super::{Slot, Step, find, text_of};
use crate::render::generic::{short, words};

/// Places that stand together.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Its name, in words.
    pub(super) name: Vec<String>,
    /// The places, by their index among the slots.
    pub(super) places: Vec<usize>,
    /// What stands there anyway, so that it may be typed too.
    pub(super) fixed: Vec<String>,
}

impl Row {
    pub(super) fn is_open(&self, slots: &[Slot]) -> bool {
        self.places.iter().any(|at| slots[*at].answer.is_none())
    }

    /// Puts each value into its place.
    pub(super) fn fill(
        &self,
        values: &[String],
        slots: &[Slot],
        filled: &mut [Option<Value>],
    ) -> Result<(), String> {
        let row = self.name.join(" ");
        let mut left = values;
        let mut chosen: Option<usize> = None;
        if left.is_empty() {
            return Err(format!("{row}: the value is missing"));
        }
        while let Some(word) = left.first() {
            let place = self.places.iter().copied().find(|at| {
                self.places.len() > 1 && slots[*at].path.last().is_some_and(|step| is(step, word))
            });
            if chosen.is_none() && place.is_some() {
                chosen = place;
                left = &left[1..];
                continue;
            }
            let places = chosen.take().map_or_else(|| self.places.clone(), |place| vec![place]);
            let (used, hits) = read(left, &places, slots);
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

    /// The places that hold one of several values.
    pub(super) fn ones<'a>(&'a self, slots: &'a [Slot]) -> impl Iterator<Item = usize> + 'a {
        let one = |at: &usize| matches!(slots[*at].placeholder, Placeholder::One { .. });
        self.places.iter().copied().filter(one)
    }

    /// The row with a value for each of its places, as one may type it.
    pub(super) fn sample(&self, slots: &[Slot]) -> String {
        let mut sample = self.name.join(" ");
        for at in &self.places {
            let value = words(&short(&slots[*at].placeholder.fill(&mut |_| 0))).to_lowercase();
            sample = format!("{sample} {} {value}", name(&slots[*at].path).join(" "));
        }
        sample
    }

    /// The row with its values; a dash where one is missing.
    pub(super) fn shown(&self, slots: &[Slot]) -> String {
        let named = self.ones(slots).count() > 1;
        let mut shown = format!("{}:", self.name.join(" "));
        for at in &self.places {
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

/// The value that the longest beginning of these words gives, for each place that admits it, and
/// how many words it takes.
fn read(said: &[String], places: &[usize], slots: &[Slot]) -> (usize, Vec<(usize, Value)>) {
    for used in (1..=said.len()).rev() {
        let text = said[..used].join(" ");
        let hits: Vec<(usize, Value)> = places
            .iter()
            .filter_map(|at| Some((*at, value(&slots[*at].placeholder, &text)?)))
            .collect();
        if !hits.is_empty() {
            return (used, hits);
        }
    }
    (0, Vec::new())
}

/// What this text means in a place, if it means one thing.
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

/// Plain values that stand beside the places of a row.
pub(super) fn fixed(template: &Value, path: &[Step]) -> Vec<String> {
    let mut place = template.clone();
    let Some(Value::Object(parts)) = find(&mut place, path) else { return Vec::new() };
    parts.values().filter_map(Value::as_str).map(|text| words(text).to_lowercase()).collect()
}

/// Whether these words are the name, or begin each word of it.
pub(super) fn same(name: &[String], said: &[String], exact: bool) -> bool {
    name.len() == said.len()
        && name
            .iter()
            .zip(said)
            .all(|(name, said)| if exact { name == said } else { name.starts_with(said.as_str()) })
}

fn is(step: &Step, word: &str) -> bool {
    match step {
        Step::Key(key) => words(key) == word,
        Step::At(_) => false,
    }
}

/// The last key of a path as words, with the number where it is in a list.
pub(super) fn name(path: &[Step]) -> Vec<String> {
    let mut name: Vec<String> = Vec::new();
    for step in path.iter().rev() {
        match step {
            Step::At(at) => name.push((at + 1).to_string()),
            Step::Key(key) => {
                name.extend(words(key).to_lowercase().split(' ').rev().map(str::to_owned));
                break;
            }
        }
    }
    name.reverse();
    name
}
