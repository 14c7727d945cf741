//! Settings that one turns: the options of a game, read from their JSON Schema, and those of a room.
//!
//! Lenient: what is not understood keeps its default and is left out. It must not know any game.

use std::collections::BTreeSet;

use protocol::room::{Entropy, Seat, SeatWish, Spectators};
use serde_json::{Value, json};

use crate::args::RoomArgs;
use crate::lists::resolve;
use crate::render::generic::short;

/// About how many values of a range are turned through; of a longer one only round ones.
const MOST: i64 = 60;

/// What a setting is about.
#[derive(Clone, Debug, PartialEq)]
enum About {
    /// An option of the game, by its key.
    Option(String),
    Seat,
    Listed,
    Spectators,
    Entropy,
}

/// A value that a setting may have.
#[derive(Clone, Debug, PartialEq)]
struct Choice {
    value: Value,
    /// The value in a word or two.
    words: String,
    /// What it means.
    text: String,
}

/// Something with a few values, of which one is chosen.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Setting {
    about: About,
    title: String,
    description: String,
    default: Value,
    choices: Vec<Choice>,
    at: Option<usize>,
}

impl Choice {
    fn new(value: Value, words: impl Into<String>, text: impl Into<String>) -> Self {
        Self { value, words: words.into(), text: text.into() }
    }

    fn plain(value: Value) -> Self {
        let words = short(&value);
        Self::new(value, words, "")
    }
}

impl Setting {
    /// One of a room, at its default, which is the first choice.
    fn of_room(about: About, title: &str, description: &str, choices: Vec<Choice>) -> Self {
        let default = choices.first().map_or(Value::Null, |choice| choice.value.clone());
        let (title, description) = (title.to_owned(), description.to_owned());
        Self { about, title, description, default, choices, at: Some(0) }
    }

    /// On to another value; behind the last comes the first.
    pub(super) fn turn(&mut self, by: isize) {
        let count = self.choices.len();
        if count == 0 {
            return;
        }
        let now = self.at.unwrap_or_default();
        self.at = Some((now + count).saturating_add_signed(by) % count);
    }

    /// Name and value.
    pub(super) fn words(&self) -> String {
        let now = self.at.and_then(|at| self.choices.get(at));
        let words = now.map_or_else(|| short(&self.default), |choice| choice.words.clone());
        let default = if *self.value() == self.default { " (default)" } else { "" };
        format!("{}: {words}{default}", self.title)
    }

    /// What the setting is, and what its value means.
    pub(super) fn explanation(&self) -> String {
        let text = self.at.and_then(|at| self.choices.get(at)).map(|choice| choice.text.as_str());
        match text.filter(|text| !text.is_empty()) {
            Some(text) => format!("{} {text}", self.description),
            None => self.description.clone(),
        }
    }

    fn value(&self) -> &Value {
        self.at.and_then(|at| self.choices.get(at)).map_or(&self.default, |choice| &choice.value)
    }

    /// Puts what is chosen to the arguments; what is left to its default is left out.
    pub(super) fn tell(&self, args: &mut RoomArgs) {
        let value = self.value();
        if *value == self.default {
            return;
        }
        match &self.about {
            About::Option(key) => args.options.push((key.clone(), value.clone())),
            About::Seat => args.seat = serde_json::from_value(value.clone()).ok(),
            About::Listed => args.listed = true,
            About::Spectators => args.no_spectators = true,
            About::Entropy => args.require_entropy = true,
        }
    }
}

/// The options of a schema.
pub(super) fn options(schema: &Value) -> Vec<Setting> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten().map(|(key, part)| option(schema, key, part)).collect()
}

fn option(schema: &Value, key: &str, part: &Value) -> Setting {
    let target = resolve(schema, part);
    let own = |name: &str| part.get(name).or_else(|| target.get(name));
    let text =
        |name: &str| own(name).and_then(Value::as_str).unwrap_or_default().replace('\n', " ");
    let default = own("default").cloned().unwrap_or(Value::Null);
    let choices = choices(target, default.as_i64());
    let at = choices.iter().position(|choice| choice.value == default);
    let title = if text("title").is_empty() { key.to_owned() } else { text("title") };
    let about = About::Option(key.to_owned());
    Setting { about, title, description: text("description"), default, choices, at }
}

/// The values that a part of a schema admits, where they can be counted.
fn choices(part: &Value, default: Option<i64>) -> Vec<Choice> {
    if let Some(all) = part.get("enum").and_then(Value::as_array) {
        return all.iter().cloned().map(Choice::plain).collect();
    }
    if let Some(all) = part.get("oneOf").and_then(Value::as_array) {
        let one = |one: &Value| {
            let text = one.get("description").and_then(Value::as_str).unwrap_or_default();
            let value = one.get("const")?.clone();
            Some(Choice { text: text.to_owned(), ..Choice::plain(value) })
        };
        return all.iter().filter_map(one).collect();
    }
    let bound = |name: &str| part.get(name).and_then(Value::as_i64);
    match (bound("minimum"), bound("maximum")) {
        (Some(min), Some(max)) if min <= max => {
            range(min, max, default).into_iter().map(|n| Choice::plain(Value::from(n))).collect()
        }
        _ if part.get("type").and_then(Value::as_str) == Some("boolean") => {
            vec![Choice::plain(Value::from(false)), Choice::plain(Value::from(true))]
        }
        _ => Vec::new(),
    }
}

/// Both ends of a range, its default, and what lies between in round steps.
fn range(min: i64, max: i64, default: Option<i64>) -> BTreeSet<i64> {
    let span = max.saturating_sub(min);
    let wanted = span / MOST;
    let mut round = (0..18).flat_map(|n| [1, 2, 5].map(|digit| digit * 10_i64.pow(n)));
    let step = round.find(|step| *step >= wanted).unwrap_or(span.max(1));
    let first = min.div_euclid(step).saturating_mul(step);
    let steps = (0..=span / step).filter_map(|n| first.checked_add(n.checked_mul(step)?));
    let values = steps.chain([min, max]).chain(default);
    values.filter(|value| (min..=max).contains(value)).collect()
}

/// The seat of a room that is not open yet, by the names of the roles where the game has them.
pub(super) fn seat_of_new(roles: &[String]) -> Setting {
    seat(roles.iter().zip(0..).map(|(role, at)| (at, format!("{at}, {role}"))))
}

/// The seat of an open room, of those that are free.
pub(super) fn seat_of(seats: &[Seat], roles: &[String]) -> Setting {
    let free = seats.iter().filter(|seat| seat.name.is_none()).map(|seat| seat.seat);
    seat(free.map(|at| match roles.get(usize::from(at)) {
        Some(role) => (at, format!("{at}, {role}")),
        None => (at, at.to_string()),
    }))
}

fn seat(seats: impl Iterator<Item = (u8, String)>) -> Setting {
    let mut choices = vec![
        Choice::new(Value::Null, "the first free one", ""),
        Choice::new(json!("random"), "random", "The server draws it."),
    ];
    choices.extend(seats.map(|(at, words)| Choice::new(json!(SeatWish::Number(at)), words, "")));
    Setting::of_room(About::Seat, "Your seat", "Which seat you take.", choices)
}

/// Who may see a room, and what its deal rests on.
pub(super) fn room() -> [Setting; 3] {
    [
        Setting::of_room(
            About::Listed,
            "Listed",
            "Whether everybody sees the room in the list of this server.",
            vec![
                Choice::new(json!(false), "no", "Only who has the code finds it."),
                Choice::new(json!(true), "yes", ""),
            ],
        ),
        Setting::of_room(
            About::Spectators,
            "Spectators",
            "Whether others may watch; nobody who watches sees a hand.",
            vec![
                Choice::new(json!(Spectators::Open), "open", "Everybody who has the code may."),
                Choice::new(json!(Spectators::Off), "off", "Nobody may."),
            ],
        ),
        Setting::of_room(
            About::Entropy,
            "Entropy",
            "Whether people must bring entropy to the deal, as this program does by itself.",
            vec![
                Choice::new(json!(Entropy::Optional), "optional", "Each seat as it likes."),
                Choice::new(
                    json!(Entropy::Required),
                    "required",
                    "Nobody plays who leaves the deal to the server alone.",
                ),
            ],
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_range_is_turned_through_in_round_steps() {
        assert_eq!(range(1, 4, Some(3)), BTreeSet::from([1, 2, 3, 4]));
        let times = range(10_000, 300_000, Some(46_000));
        assert!(times.len() < 70 && times.contains(&46_000), "{times:?}");
        assert_eq!(times.iter().take(3).copied().collect::<Vec<_>>(), [10_000, 15_000, 20_000]);
        assert_eq!(times.last(), Some(&300_000));
        assert!(range(i64::MIN, i64::MAX, None).len() < 70);
        assert_eq!(range(7, 7, None), BTreeSet::from([7]));
    }
}
