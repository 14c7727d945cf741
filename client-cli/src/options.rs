//! Settings with a few values each: the options of a game, read from their JSON Schema, and those of
//! a room.
//!
//! Lenient: what is not understood keeps its default and is left out. It must not know any game.

use std::collections::BTreeSet;

use protocol::Open;
use protocol::room::{BotLevel, Entropy, Hints, Seat, SeatPreference, Spectators};
use serde_json::{Map, Value, json};

use crate::args::RoomArgs;
use crate::duration::as_clock;
use crate::render::text::short;

/// Number of references that a schema may follow in a row.
const MAX_REFERENCES: usize = 8;

/// About how many values of a range are turned through; of a longer one only round ones.
const MOST: i64 = 60;

/// The subject of a setting.
#[derive(Clone, Debug, PartialEq)]
enum Subject {
    /// An option of the game, by its key.
    Option(String),
    Seat,
    Bots,
    Listed,
    Spectators,
    Entropy,
    Hints,
}

/// A value that a setting may have.
#[derive(Clone, Debug, PartialEq)]
struct SettingValue {
    value: Value,
    /// The value in a word or two.
    words: String,
    /// Its meaning.
    text: String,
}

/// Something with a few values, of which one is chosen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RoomSetting {
    about: Subject,
    title: String,
    description: String,
    default: Value,
    choices: Vec<SettingValue>,
    /// Both ends, of which the choices leave out what is not round.
    range: Option<(i64, i64)>,
    at: Option<usize>,
}

impl SettingValue {
    fn new(value: Value, words: impl Into<String>, text: impl Into<String>) -> Self {
        Self { value, words: words.into(), text: text.into() }
    }

    /// Creates a value of the option with this key, of which nothing more is said.
    fn plain(key: &str, value: Value) -> Self {
        let words = in_words(key, &value);
        Self::new(value, words, "")
    }
}

impl RoomSetting {
    /// Creates a setting of a room, at its default, which is the first choice.
    fn of_room(about: Subject, title: &str, description: &str, choices: Vec<SettingValue>) -> Self {
        let default = choices.first().map_or(Value::Null, |choice| choice.value.clone());
        let (title, description) = (title.to_owned(), description.to_owned());
        Self { about, title, description, default, choices, range: None, at: Some(0) }
    }

    /// Turns to another value; behind the last comes the first.
    pub(crate) fn turn(&mut self, by: isize) {
        let count = self.choices.len();
        if count == 0 {
            return;
        }
        let now = self.at.unwrap_or_default();
        self.at = Some((now + count).saturating_add_signed(by) % count);
    }

    /// Returns the name and the value.
    pub(crate) fn words(&self) -> String {
        let now = self.at.and_then(|at| self.choices.get(at));
        let words = match (now, &self.about) {
            (Some(choice), _) => choice.words.clone(),
            (None, Subject::Option(key)) => in_words(key, &self.default),
            (None, _) => short(&self.default),
        };
        let default = if self.is_changed() { "" } else { " (default)" };
        format!("{}: {words}{default}", self.title)
    }

    /// Checks whether the value is another one than the default.
    pub(crate) fn is_changed(&self) -> bool {
        *self.value() != self.default
    }

    /// Checks whether this is the option with this key.
    pub(crate) fn is_option(&self, key: &str) -> bool {
        matches!(&self.about, Subject::Option(own) if own == key)
    }

    /// Explains the setting and its value.
    pub(crate) fn explanation(&self) -> String {
        let text = self.at.and_then(|at| self.choices.get(at)).map(|choice| choice.text.as_str());
        match text.filter(|text| !text.is_empty()) {
            Some(text) => format!("{} {text}", self.description),
            None => self.description.clone(),
        }
    }

    /// Returns the option as the command line takes it, with its values and what it is.
    pub(crate) fn line(&self) -> String {
        let typed =
            |value: &Value| value.as_bool().map_or_else(|| short(value), |it| it.to_string());
        let values = match self.range {
            Some((min, max)) => format!("{min} to {max}"),
            None => self
                .choices
                .iter()
                .map(|choice| typed(&choice.value))
                .collect::<Vec<_>>()
                .join(" | "),
        };
        let key = if let Subject::Option(key) = &self.about { key } else { &self.title };
        let values = if values.is_empty() { values } else { format!(" = {values}") };
        let default =
            (!self.default.is_null()).then(|| format!("default {}", typed(&self.default)));
        let title = Some(self.title.clone()).filter(|title| title != key);
        let description = Some(self.description.clone()).filter(|text| !text.is_empty());
        let parts = [Some(format!("{key}{values}")), default, title, description];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    fn value(&self) -> &Value {
        self.at.and_then(|at| self.choices.get(at)).map_or(&self.default, |choice| &choice.value)
    }

    /// Adds the chosen value to the arguments; a default is left out.
    pub(crate) fn apply_to(&self, args: &mut RoomArgs) {
        if !self.is_changed() {
            return;
        }
        let value = self.value();
        match &self.about {
            Subject::Option(key) => args.options.push((key.clone(), value.clone())),
            Subject::Seat => args.seat = serde_json::from_value(value.clone()).ok(),
            Subject::Bots => args.bots = serde_json::from_value(value.clone()).ok(),
            Subject::Listed => args.listed = true,
            Subject::Spectators => args.no_spectators = true,
            Subject::Entropy => args.require_entropy = true,
            Subject::Hints => args.hints = serde_json::from_value(value.clone()).ok(),
        }
    }
}

/// Says which of the options that a room gave are not at their defaults, each by its title; the key stands
/// for what the schema does not describe.
pub(crate) fn unusual(schema: &Value, given: &Map<String, Value>) -> Vec<String> {
    let known = options(schema);
    let said = known.iter().filter_map(|setting| {
        let Subject::Option(key) = &setting.about else { return None };
        let value = given.get(key).filter(|value| **value != setting.default)?;
        let choice = setting.choices.iter().find(|choice| choice.value == *value);
        let words = choice.map_or_else(|| in_words(key, value), |choice| choice.words.clone());
        Some(format!("{}: {words}", setting.title))
    });
    let about = |key: &String| known.iter().any(|one| one.about == Subject::Option(key.clone()));
    let others = given.iter().filter(|(key, _)| !about(key));
    said.chain(others.map(|(key, value)| format!("{key}: {}", short(value)))).collect()
}

/// Returns the value of an option in a word or two: its times, which are those whose key says so, as the clock
/// shows them.
fn in_words(key: &str, value: &Value) -> String {
    if let Value::Array(several) = value {
        return several.iter().map(|one| in_words(key, one)).collect::<Vec<_>>().join(", ");
    }
    match value.as_u64().filter(|_| key.ends_with("_ms")) {
        Some(ms) => as_clock(ms),
        None => short(value),
    }
}

/// Returns the options of a schema.
pub(crate) fn options(schema: &Value) -> Vec<RoomSetting> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten().map(|(key, part)| option(schema, key, part)).collect()
}

fn option(schema: &Value, key: &str, part: &Value) -> RoomSetting {
    let target = resolve(schema, part);
    let own = |name: &str| part.get(name).or_else(|| target.get(name));
    let text =
        |name: &str| own(name).and_then(Value::as_str).unwrap_or_default().replace('\n', " ");
    let default = own("default").cloned().unwrap_or(Value::Null);
    let bound = |name: &str| target.get(name).and_then(Value::as_i64);
    let range = bound("minimum").zip(bound("maximum")).filter(|(min, max)| min <= max);
    let choices = choices(key, target, range, default.as_i64());
    let at = choices.iter().position(|choice| choice.value == default);
    let title = if text("title").is_empty() { key.to_owned() } else { text("title") };
    let about = Subject::Option(key.to_owned());
    RoomSetting { about, title, description: text("description"), default, choices, range, at }
}

/// Returns the values that a part of a schema admits, where they can be counted.
fn choices(
    key: &str,
    part: &Value,
    ends: Option<(i64, i64)>,
    default: Option<i64>,
) -> Vec<SettingValue> {
    if let Some(all) = part.get("enum").and_then(Value::as_array) {
        return all.iter().map(|value| SettingValue::plain(key, value.clone())).collect();
    }
    if let Some(all) = part.get("oneOf").and_then(Value::as_array) {
        let one = |one: &Value| {
            let said = |name: &str| one.get(name).and_then(Value::as_str);
            let plain = SettingValue::plain(key, one.get("const")?.clone());
            let words = said("title").map_or(plain.words, str::to_owned);
            let text = said("description").unwrap_or_default().replace('\n', " ");
            Some(SettingValue::new(plain.value, words, text))
        };
        return all.iter().filter_map(one).collect();
    }
    match ends {
        Some((min, max)) => range(min, max, default)
            .into_iter()
            .map(|n| SettingValue::plain(key, Value::from(n)))
            .collect(),
        None if part.get("type").and_then(Value::as_str) == Some("boolean") => {
            [false, true].map(|value| SettingValue::plain(key, value.into())).into()
        }
        None => Vec::new(),
    }
}

/// Follows references within the schema.
fn resolve<'a>(schema: &'a Value, part: &'a Value) -> &'a Value {
    let mut part = part;
    for _ in 0..MAX_REFERENCES {
        let alone = part.get("allOf").and_then(Value::as_array).and_then(|all| all.first());
        let reference = part.get("$ref").or_else(|| alone.and_then(|one| one.get("$ref")));
        let target = reference
            .and_then(Value::as_str)
            .and_then(|path| path.strip_prefix('#'))
            .and_then(|path| schema.pointer(path));
        match target {
            Some(target) => part = target,
            None => return part,
        }
    }
    part
}

/// Returns both ends of a range, its default, and what lies between in round steps.
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

/// Returns the seat of a room that is not open yet, by the names of the roles where the game has
/// them.
pub(crate) fn seat_of_new(roles: &[String]) -> RoomSetting {
    seat(roles.iter().zip(0..).map(|(role, at)| (at, format!("{at}, {role}"))))
}

/// Returns the seat of an open room, of those that are free.
pub(crate) fn seat_of(seats: &[Seat], roles: &[String]) -> RoomSetting {
    let free = seats.iter().filter(|seat| seat.name.is_none()).map(|seat| seat.seat);
    seat(free.map(|at| match roles.get(usize::from(at)) {
        Some(role) => (at, format!("{at}, {role}")),
        None => (at, at.to_string()),
    }))
}

fn seat(seats: impl Iterator<Item = (u8, String)>) -> RoomSetting {
    let mut choices = vec![
        SettingValue::new(Value::Null, "the first free one", ""),
        SettingValue::new(json!("random"), "random", "The server draws it."),
    ];
    choices.extend(
        seats.map(|(at, words)| SettingValue::new(json!(SeatPreference::Number(at)), words, "")),
    );
    RoomSetting::of_room(Subject::Seat, "Your seat", "Which seat you take.", choices)
}

/// Returns who takes the other seats of a room that is not open yet: people, or bots of one of these levels.
pub(crate) fn others(levels: &[Open<BotLevel>]) -> RoomSetting {
    let mut choices = vec![SettingValue::new(Value::Null, "people", "Whoever has the code.")];
    choices.extend(levels.iter().filter_map(|level| {
        let words = format!("bots, {}", level.word());
        Some(SettingValue::new(
            json!(level.known()?),
            words,
            "The match begins when you are ready.",
        ))
    }));
    RoomSetting::of_room(Subject::Bots, "Against", "Who takes the other seats.", choices)
}

/// Returns the settings of who may see a room, what its deal rests on, and who is given hints.
pub(crate) fn room() -> [RoomSetting; 4] {
    [
        RoomSetting::of_room(
            Subject::Listed,
            "Listed",
            "Whether everybody sees the room in the list of this server.",
            vec![
                SettingValue::new(json!(false), "no", "Only people with the code find it."),
                SettingValue::new(json!(true), "yes", ""),
            ],
        ),
        RoomSetting::of_room(
            Subject::Spectators,
            "Spectators",
            "Whether others may watch; nobody who watches sees a hand.",
            vec![
                SettingValue::new(
                    json!(Spectators::Open),
                    "open",
                    "Everybody who has the code may.",
                ),
                SettingValue::new(json!(Spectators::Off), "off", "Nobody may."),
            ],
        ),
        RoomSetting::of_room(
            Subject::Entropy,
            "Entropy",
            "Whether people must bring entropy to the deal, as this program does by itself.",
            vec![
                SettingValue::new(json!(Entropy::Optional), "optional", "Each seat as it likes."),
                SettingValue::new(
                    json!(Entropy::Required),
                    "required",
                    "Every player must bring entropy to the deal.",
                ),
            ],
        ),
        RoomSetting::of_room(
            Subject::Hints,
            "Hints",
            "Who may ask what a bot would do; everybody sees that somebody did.",
            vec![
                SettingValue::new(json!(Hints::Alone), "alone", "Whoever plays bots alone."),
                SettingValue::new(json!(Hints::All), "all", "Everybody."),
                SettingValue::new(json!(Hints::Off), "off", "Nobody."),
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
