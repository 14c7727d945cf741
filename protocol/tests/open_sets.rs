//! Every set that the schema says may grow is read by the types with a member of tomorrow, and written
//! back as it came: wherever a message or an answer links to such a set.
//!
//! The values are made from the schema, so a new link to an open set is tried without anyone listing it,
//! and a new message whose type is not named here is an error.

use std::collections::BTreeSet;

use protocol::archive::{MatchRecord, Replay};
use protocol::games::{balance_of_power, europe, europe_divided};
use protocol::hint::{Analysis, AnalysisProgress};
use protocol::lesson::{Lessons, Puzzles};
use protocol::notice::{Notice, Notify};
use protocol::program::{AnnouncedProgram, GivenSeats, Programs};
use protocol::room::{Games, NewCoach, NewToken, Problem, Room, Rooms, Seated};
use protocol::schema::document;
use protocol::{Event, Handicap, Open, Reference, ServerMessage, Source, TableOptions};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// The name of a member that no version has.
const TOMORROW: &str = "of_tomorrow";

/// The definitions that clients write, and data whose text is hashed: no set in them may grow.
const WRITTEN: [&str; 10] = [
    "add_program",
    "announce_program",
    "client_message",
    "command_request",
    "component_data",
    "create_room",
    "open_lesson",
    "open_practice",
    "set_notify",
    "take_seat",
];

/// Reads a value as the type and writes it again.
fn through<T: DeserializeOwned + Serialize>(value: &Value) -> Result<Value, String> {
    let read: T = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    serde_json::to_value(read).map_err(|error| error.to_string())
}

/// Reads a value as the type that stands for a root of the schema, and writes it again; `None` for
/// what no program of ours reads.
fn as_root(root: &str, value: &Value) -> Option<Result<Value, String>> {
    let read = match root {
        "server_message" | "command_answer" => through::<Open<ServerMessage>>,
        "room" => through::<Room>,
        "rooms" => through::<Rooms>,
        "games" => through::<Games>,
        "lessons" => through::<Lessons>,
        "puzzles" => through::<Puzzles>,
        "seated" => through::<Seated>,
        "programs" => through::<Programs>,
        "announced_program" => through::<AnnouncedProgram>,
        "given_seats" => through::<GivenSeats>,
        "new_coach" => through::<NewCoach>,
        "new_token" => through::<NewToken>,
        "notify" => through::<Notify>,
        "notice" => through::<Notice>,
        "problem" => through::<Problem>,
        "reference" => through::<Reference>,
        "replay" => through::<Replay>,
        "match_record" => through::<MatchRecord>,
        "analysis" => through::<Analysis>,
        "analysis_progress" => through::<AnalysisProgress>,
        "table_options" => through::<TableOptions>,
        "source" => through::<Source>,
        "handicap" => through::<Handicap>,
        "europe_divided_public" => through::<europe_divided::Public>,
        "europe_divided_private" => through::<europe_divided::Private>,
        "balance_of_power_public" => through::<balance_of_power::Public>,
        "balance_of_power_private" => through::<balance_of_power::Private>,
        "europe_public" => through::<europe::Public>,
        "europe_private" => through::<europe::Private>,
        event if event.ends_with("_event") => {
            // What every event of a match has beside its own fields.
            let mut event = value.clone();
            if let Some(fields) = event.as_object_mut() {
                fields.insert("seq".to_owned(), json!(0));
                fields.insert("text".to_owned(), json!("x"));
            }
            return Some(through::<Event>(&event));
        }
        _ => return None,
    };
    Some(read(value))
}

/// Makes values that fit the schema.
struct Maker {
    definitions: Map<String, Value>,
    /// The open sets that a value had a new member of.
    tried: BTreeSet<String>,
}

impl Maker {
    fn definition<'a>(&'a self, schema: &'a Value) -> Option<(&'a str, &'a Value)> {
        let name = schema["$ref"].as_str()?.strip_prefix("#/$defs/")?;
        Some((name, &self.definitions[name]))
    }

    /// Checks whether a definition is of a set that may grow.
    fn is_open(&self, name: &str) -> bool {
        self.definitions.contains_key(&format!("Known{name}"))
    }

    /// Makes the smallest value that fits.
    fn plain(&self, schema: &Value) -> Value {
        if let Some((_, definition)) = self.definition(schema) {
            return self.plain(definition);
        }
        if let Some(fixed) = schema.get("const") {
            return fixed.clone();
        }
        let first = |key: &str| schema[key].as_array().and_then(|all| all.first());
        if let Some(one) = first("enum") {
            return one.clone();
        }
        if let Some(one) = first("anyOf").or_else(|| first("oneOf")) {
            return self.plain(one);
        }
        let kind = schema["type"].as_array().map_or(&schema["type"], |kinds| &kinds[0]);
        match kind.as_str() {
            Some("object") => self.object(schema, None),
            Some("array") => {
                let least = schema["minItems"].as_u64().unwrap_or_default();
                (0..least).map(|_| self.plain(&schema["items"])).collect()
            }
            Some("string") if schema["format"] == "uuid" => json!(uuid::Uuid::nil()),
            Some("string") => json!("x"),
            Some("integer") => schema["minimum"].as_i64().unwrap_or_default().max(0).into(),
            Some("number") => json!(0),
            Some("boolean") => json!(true),
            Some(_) | None => Value::Null,
        }
    }

    /// Makes an object with what it must have, and with this field.
    fn object(&self, schema: &Value, field: Option<(&str, Value)>) -> Value {
        let required =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let mut made: Map<String, Value> = required
            .map(|name| (name.to_owned(), self.plain(&schema["properties"][name])))
            .collect();
        made.extend(field.map(|(name, value)| (name.to_owned(), value)));
        made.into()
    }

    /// Makes every value that fits and has one new member of an open set; `within` are the definitions
    /// around it.
    fn strange(&mut self, schema: &Value, within: &[String]) -> Vec<Value> {
        let found = self.definition(schema).map(|(name, found)| (name.to_owned(), found.clone()));
        if let Some((name, definition)) = found {
            if within.contains(&name) {
                return Vec::new();
            }
            let mut made = Vec::new();
            if self.is_open(&name) {
                self.tried.insert(name.clone());
                made.push(self.unknown(&definition));
            }
            let within = [within, &[name]].concat();
            made.extend(self.strange(&definition, &within));
            return made;
        }
        let mut made = Vec::new();
        for variant in ["anyOf", "oneOf"].iter().filter_map(|key| schema[key].as_array()).flatten()
        {
            made.extend(self.strange(variant, within));
        }
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            for value in self.strange(property, within) {
                made.push(self.object(schema, Some((name, value))));
            }
        }
        if schema["items"].is_object() {
            made.extend(self.strange(&schema["items"], within).into_iter().map(|one| json!([one])));
        }
        if schema["additionalProperties"].is_object() {
            let values = self.strange(&schema["additionalProperties"], within);
            made.extend(values.into_iter().map(|one| json!({"x": one})));
        }
        made
    }

    /// Makes a member that an open set does not have.
    fn unknown(&self, open: &Value) -> Value {
        let other = &open["oneOf"][1];
        match self.definition(other) {
            None => json!(TOMORROW),
            Some((_, unknown)) => {
                let tag = unknown["required"][0].as_str().expect("a tag");
                json!({tag: TOMORROW, "more": [1, {"deep": null}], "seq": 0, "text": "x"})
            }
        }
    }
}

/// Returns where a value has the new member, as a JSON Pointer with what is there.
fn place(value: &Value) -> Option<(String, Value)> {
    let inner = |(key, part): (String, &Value)| {
        place(part).map(|(way, found)| (format!("/{key}{way}"), found))
    };
    match value {
        Value::String(word) if word == TOMORROW => Some((String::new(), value.clone())),
        Value::Object(parts) => {
            let tagged = ["type", "kind"].iter().any(|tag| value[tag] == TOMORROW);
            if tagged && value.get("more").is_some() {
                return Some((String::new(), value.clone()));
            }
            parts.iter().find_map(|(key, part)| inner((key.clone(), part)))
        }
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(at, item)| inner((at.to_string(), item)))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

#[test]
fn every_open_set_is_read_and_written_with_a_member_of_tomorrow() {
    let document = document();
    let definitions = document["$defs"].as_object().unwrap().clone();
    let mut maker = Maker { definitions, tried: BTreeSet::new() };
    let (mut tried, mut values) = (BTreeSet::new(), 0);
    for (root, schema) in document["properties"].as_object().unwrap() {
        maker.tried.clear();
        let strange = maker.strange(schema, &[]);
        let unread = as_root(root, &Value::Null).is_none();
        if unread || WRITTEN.contains(&root.as_str()) {
            let open: Vec<_> = maker.tried.iter().collect();
            assert!(strange.is_empty(), "{root} has {open:?} and is read by no type");
            continue;
        }
        for value in strange {
            values += 1;
            let (way, member) = place(&value).expect("a new member");
            let written = as_root(root, &value).expect("a type");
            let written = written.unwrap_or_else(|why| panic!("{root}{way}: {why}: {value}"));
            assert_eq!(written.pointer(&way), Some(&member), "{root}{way}: {written}");
        }
        tried.append(&mut maker.tried.clone());
    }
    let open = maker.definitions.keys().filter_map(|name| name.strip_prefix("Known"));
    let open: BTreeSet<String> = open.map(str::to_owned).collect();
    assert_eq!(tried, open, "every open set is somewhere in what is read");
    assert!(values > 40, "{values} values were tried");
}
