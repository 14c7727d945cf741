//! Offers: a seat's legal commands, as templates with a closed set of placeholders.
//!
//! A template is a command in which any value may be a [`Placeholder`]. The placeholders of one
//! offer are independent of each other. [`admits`] says whether a command fits a template; [`fill`]
//! makes a command from one. Neither knows any rule.
//!
//! ```
//! use protocol::offer::{Item, Offer, Placeholder, admits, fill};
//! use serde_json::json;
//!
//! // "Move 1 to 3 troops to Italy or France."
//! let to = Placeholder::One { from: vec![Item::new("italy", "Italy"), Item::new("france", "France")] };
//! let offer = Offer {
//!     command: json!({
//!         "type": "move",
//!         "to": to.to_value(),
//!         "troops": Placeholder::Int { min: 1, max: 3 }.to_value(),
//!     }),
//!     text: "Move up to 3 troops".to_owned(),
//!     rule: "Manoeuvre".to_owned(),
//!     loose: false,
//!     is_final: false,
//! };
//!
//! // A person picks a value for each placeholder ...
//! assert!(admits(&offer.command, &json!({"type": "move", "to": "france", "troops": 2})));
//! assert!(!admits(&offer.command, &json!({"type": "move", "to": "spain", "troops": 2})));
//!
//! // ... and a bot takes any: here always the last of `n` possibilities.
//! let command = fill(&offer.command, &mut |n| n - 1);
//! assert_eq!(command, json!({"type": "move", "to": "france", "troops": 3}));
//! ```

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The most that [`Placeholder::fill`] puts into a bag. Honest offers are far below it; a server that
/// offers more must not keep a client busy.
const MOST_FILLED: u64 = 10_000;

/// One thing that a seat may do now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Offer {
    /// The command, with placeholders where the seat has a choice.
    pub command: Value,
    /// One sentence, with the price.
    pub text: String,
    /// The rule it rests on.
    pub rule: String,
    /// `true` when the game may still refuse a command that fits, with a typed code.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub loose: bool,
    /// `true` when a client should ask before it sends the command: what it gives away or puts to
    /// chance cannot be taken back freely.
    #[serde(default, rename = "final", skip_serializing_if = "std::ops::Not::not")]
    pub is_final: bool,
}

/// A value that one may choose, with its meaning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Item {
    /// The value that the command carries.
    pub value: Value,
    /// Its meaning, with the price where there is one.
    pub text: String,
}

impl Item {
    /// Creates an item from a value and its meaning.
    pub fn new(value: impl Into<Value>, text: impl Into<String>) -> Self {
        Self { value: value.into(), text: text.into() }
    }
}

/// A choice within an offer. The set is closed for version 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Placeholder {
    /// Any integer from `min` to `max`.
    #[serde(rename = "$int")]
    Int {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// One of the values.
    #[serde(rename = "$one")]
    One {
        /// The values.
        from: Vec<Item>,
    },
    /// From `min` to `max` distinct values, as an array in any order.
    #[serde(rename = "$pick")]
    Pick {
        /// The values.
        from: Vec<Item>,
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// Positive counts; keys with a count of zero are absent.
    #[serde(rename = "$bag")]
    Bag {
        /// The most of each key.
        max: BTreeMap<String, u64>,
        /// The smallest sum.
        min_total: u64,
        /// The largest sum.
        max_total: u64,
    },
}

impl Placeholder {
    /// Reads the placeholder at the top of a template; `None` if the template is an ordinary value.
    pub fn read(template: &Value) -> Option<Self> {
        // No command of any game has a key that begins with `$`, so such an object can be nothing else.
        let object = template.as_object()?;
        let (key, _) = object.iter().next()?;
        if object.len() != 1 || !key.starts_with('$') {
            return None;
        }
        serde_json::from_value(template.clone()).ok()
    }

    /// Returns the template value that represents this placeholder.
    pub fn to_value(&self) -> Value {
        json!(self)
    }

    /// Checks whether a command may carry `value` here.
    pub fn admits(&self, value: &Value) -> bool {
        match self {
            Self::Int { min, max } => value.as_i64().is_some_and(|n| (*min..=*max).contains(&n)),
            Self::One { from } => from.iter().any(|item| item.value == *value),
            Self::Pick { from, min, max } => value.as_array().is_some_and(|picked| {
                (*min..=*max).contains(&picked.len())
                    && picked.iter().all(|one| from.iter().any(|item| item.value == *one))
                    && picked.iter().enumerate().all(|(i, one)| !picked[..i].contains(one))
            }),
            Self::Bag { max, min_total, max_total } => value.as_object().is_some_and(|bag| {
                let fits = |(key, count): (&String, &Value)| {
                    let count = count.as_u64().filter(|n| *n > 0)?;
                    (count <= *max.get(key)?).then_some(count)
                };
                let total = bag.iter().map(fits).try_fold(0u64, |sum, n| sum.checked_add(n?));
                total.is_some_and(|total| (*min_total..=*max_total).contains(&total))
            }),
        }
    }

    /// Returns a value that stands here in words.
    fn words(&self, value: &Value) -> Vec<String> {
        let item = |from: &[Item], value: &Value| {
            let text = &from.iter().find(|item| item.value == *value)?.text;
            // What follows a colon explains it.
            Some(text.split_once(": ").map_or(text.as_str(), |(name, _)| name).to_owned())
        };
        match self {
            Self::Int { .. } => value.as_i64().iter().map(ToString::to_string).collect(),
            Self::One { from } => item(from, value).into_iter().collect(),
            Self::Pick { from, .. } => {
                value.as_array().into_iter().flatten().filter_map(|one| item(from, one)).collect()
            }
            Self::Bag { .. } => {
                let bag = value.as_object().into_iter().flatten();
                bag.map(|(key, count)| format!("{count} {}", name(key))).collect()
            }
        }
    }

    /// Makes a value that the placeholder admits; any value, if it admits none. `below(n)` returns
    /// a number from 0 to n - 1.
    pub fn fill(&self, below: &mut impl FnMut(u64) -> u64) -> Value {
        match self {
            Self::Int { min, max } => {
                let span = max.max(min).abs_diff(*min).saturating_add(1);
                json!(min.saturating_add_unsigned(below(span)))
            }
            Self::One { from } => match from.get(below(from.len().max(1) as u64) as usize) {
                Some(item) => item.value.clone(),
                None => Value::Null,
            },
            Self::Pick { from, min, max } => {
                let span = (max.saturating_sub(*min) as u64).saturating_add(1);
                let count = min.saturating_add(below(span) as usize).min(from.len());
                let mut left: Vec<&Item> = from.iter().collect();
                let mut picked = Vec::with_capacity(count);
                while picked.len() < count && !left.is_empty() {
                    let at = below(left.len() as u64) as usize;
                    picked.push(left.swap_remove(at).value.clone());
                }
                Value::Array(picked)
            }
            Self::Bag { max, min_total, max_total } => {
                let room = max.values().fold(0u64, |room, n| room.saturating_add(*n));
                let top = (*max_total).min(room);
                let span = top.saturating_sub(*min_total).saturating_add(1);
                let mut total = min_total.saturating_add(below(span)).min(MOST_FILLED);
                let mut left: BTreeMap<&String, u64> = max.iter().map(|(k, n)| (k, *n)).collect();
                let mut bag: BTreeMap<&String, u64> = BTreeMap::new();
                while total > 0 {
                    left.retain(|_, n| *n > 0);
                    if left.is_empty() {
                        break;
                    }
                    let at = below(left.len() as u64) as usize;
                    if let Some((key, n)) = left.iter_mut().nth(at) {
                        *n -= 1;
                        *bag.entry(key).or_default() += 1;
                        total -= 1;
                    }
                }
                json!(bag)
            }
        }
    }
}

/// Checks whether a command fits a template.
///
/// Everything outside of placeholders must be equal, and no object may have more fields or fewer.
///
/// ```
/// use protocol::offer::admits;
/// use serde_json::json;
///
/// let template = json!({"type": "bid", "coin": {"$int": {"min": 1, "max": 5}}});
/// assert!(admits(&template, &json!({"type": "bid", "coin": 5})));
/// assert!(!admits(&template, &json!({"type": "bid", "coin": 6})));
/// assert!(!admits(&template, &json!({"type": "bid", "coin": 5, "secretly": true})));
/// ```
pub fn admits(template: &Value, command: &Value) -> bool {
    if let Some(placeholder) = Placeholder::read(template) {
        return placeholder.admits(command);
    }
    match (template, command) {
        (Value::Object(template), Value::Object(command)) => {
            template.len() == command.len()
                && template
                    .iter()
                    .all(|(key, part)| command.get(key).is_some_and(|given| admits(part, given)))
        }
        (Value::Array(template), Value::Array(command)) => {
            template.len() == command.len()
                && template.iter().zip(command).all(|(part, given)| admits(part, given))
        }
        _ => template == command,
    }
}

/// Makes a command that fits a template, with every placeholder filled by [`Placeholder::fill`].
///
/// `below(n)` returns a number from 0 to n - 1, usually by chance.
///
/// ```
/// use protocol::offer::fill;
/// use serde_json::json;
///
/// let template = json!({"type": "bid", "coin": {"$int": {"min": 1, "max": 5}}});
/// let lowest = fill(&template, &mut |_| 0);
/// assert_eq!(lowest, json!({"type": "bid", "coin": 1}));
/// ```
pub fn fill(template: &Value, below: &mut impl FnMut(u64) -> u64) -> Value {
    if let Some(placeholder) = Placeholder::read(template) {
        return placeholder.fill(below);
    }
    match template {
        Value::Object(parts) => Value::Object(
            parts.iter().map(|(key, part)| (key.clone(), fill(part, below))).collect::<Map<_, _>>(),
        ),
        Value::Array(parts) => Value::Array(parts.iter().map(|part| fill(part, below)).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => template.clone(),
    }
}

/// Returns in words what a command has where its template leaves something open, in the order of the
/// fields.
///
/// ```
/// use protocol::offer::picked;
/// use serde_json::json;
///
/// let template = json!({"type": "place", "troops": {"$bag": {
///     "max": {"italy": 3, "north-sea": 3}, "min_total": 1, "max_total": 3,
/// }}});
/// let command = json!({"type": "place", "troops": {"italy": 1, "north-sea": 2}});
/// assert_eq!(picked(&template, &command), ["1 Italy", "2 North Sea"]);
/// ```
pub fn picked(template: &Value, command: &Value) -> Vec<String> {
    if let Some(placeholder) = Placeholder::read(template) {
        return placeholder.words(command);
    }
    match (template, command) {
        (Value::Object(template), Value::Object(command)) => template
            .iter()
            .filter_map(|(key, part)| command.get(key).map(|given| picked(part, given)))
            .flatten()
            .collect(),
        (Value::Array(template), Value::Array(command)) => {
            template.iter().zip(command).flat_map(|(part, given)| picked(part, given)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns an identifier as a name.
fn name(id: &str) -> String {
    let words = id.split(['-', '_']).map(|word| {
        let mut signs = word.chars();
        signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default()
    });
    words.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(names: &[&str]) -> Vec<Item> {
        names.iter().map(|name| Item::new(*name, *name)).collect()
    }

    fn template() -> Value {
        json!({
            "type": "trade",
            "count": Placeholder::Int { min: -1, max: 3 }.to_value(),
            "to": Placeholder::One { from: items(&["a", "b"]) }.to_value(),
            "cards": Placeholder::Pick { from: items(&["x", "y", "z"]), min: 1, max: 2 }.to_value(),
            "give": Placeholder::Bag {
                max: BTreeMap::from([("grain".to_owned(), 2), ("fuel".to_owned(), 1)]),
                min_total: 1,
                max_total: 3,
            }
            .to_value(),
        })
    }

    #[test]
    fn every_filled_template_is_admitted() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % n
        };
        for _ in 0..1_000 {
            let command = fill(&template(), &mut below);
            assert!(admits(&template(), &command), "{command}");
        }
    }

    #[test]
    fn what_admits_nothing_or_too_much_is_filled_all_the_same() {
        let bag = |most: u64, min_total, max_total| Placeholder::Bag {
            max: BTreeMap::from([("a".to_owned(), most), ("b".to_owned(), most)]),
            min_total,
            max_total,
        };
        let pick = |min, max| Placeholder::Pick { from: items(&["x"]), min, max };
        for placeholder in [
            Placeholder::Int { min: i64::MIN, max: i64::MAX },
            Placeholder::Int { min: 5, max: -5 },
            Placeholder::One { from: Vec::new() },
            pick(3, 1),
            pick(0, usize::MAX),
            pick(usize::MAX, usize::MAX),
            bag(u64::MAX, 0, u64::MAX),
            bag(u64::MAX, u64::MAX, u64::MAX),
            bag(0, u64::MAX, 0),
        ] {
            for far in [0, u64::MAX] {
                placeholder.fill(&mut |n| far.min(n - 1));
            }
        }
    }

    #[test]
    fn near_misses_are_not_admitted() {
        let good =
            json!({"type":"trade","count":0,"to":"a","cards":["x"],"give":{"grain":1,"fuel":1}});
        assert!(admits(&template(), &good));
        for (key, bad) in [
            ("type", json!("give")),
            ("count", json!(4)),
            ("count", json!("0")),
            ("to", json!("c")),
            ("cards", json!([])),
            ("cards", json!(["x", "x"])),
            ("cards", json!(["x", "y", "z"])),
            ("give", json!({})),
            ("give", json!({"grain": 3})),
            ("give", json!({"grain": 1, "fuel": 0})),
            ("give", json!({"grain": -1})),
            ("give", json!({"gold": 1})),
        ] {
            let mut command = good.clone();
            command[key] = bad;
            assert!(!admits(&template(), &command), "{command}");
        }
        let mut extra = good.clone();
        extra["more"] = json!(1);
        assert!(!admits(&template(), &extra));
    }
}
