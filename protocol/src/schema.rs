//! The JSON Schema of every message, generated from the types.
//!
//! Games are kept apart: a game's definitions are prefixed with its name, so that every game may
//! have its own `Command` and its own `Public`.

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::archive::{MatchRecord, Replay};
use crate::envelope::{ClientMessage, ServerMessage};
use crate::games::{balance_of_power, europe, europe_divided};
use crate::hint::{Analysis, AnalysisProgress};
use crate::lesson::{Lessons, OpenLesson, Puzzles};
use crate::notice::{AddDevice, Notice, Notify, SetNotify};
use crate::reference::Reference;
use crate::room::{
    AddBot, CreateRoom, Games, NewCoach, NewToken, OpenPractice, Problem, Room, Rooms, Seated,
    TakeSeat,
};
use crate::undo::TableOptions;

/// Beginning of every reference to a definition.
const DEFINITIONS: &str = "#/$defs/";

/// Lists references to the schemas of types, by name.
macro_rules! roots {
    ($generator:ident, $($name:literal: $type:ty),+ $(,)?) => {
        [$(($name, $generator.subschema_for::<$type>().to_value())),+]
    };
}

/// Builds the schemas of one game's types.
macro_rules! game {
    ($document:ident, $game:ident) => {
        let mut generator = generator();
        let roots = roots! {
            generator,
            "options": $game::Options,
            "command": $game::Command,
            "event": $game::Event,
            "public": $game::Public,
            "private": $game::Private,
            "data": $game::data::Data,
        };
        $document.add_game($game::ID, &roots, &mut generator);
    };
}

/// Builds one JSON Schema document (draft 2020-12) with a definition for each message and each game
/// type.
pub fn document() -> Value {
    let mut document = SchemaBuilder::default();
    let mut generator = generator();
    let roots = roots! {
        generator,
        "client_message": ClientMessage,
        "server_message": ServerMessage,
        "room": Room,
        "rooms": Rooms,
        "games": Games,
        "create_room": CreateRoom,
        "open_practice": OpenPractice,
        "lessons": Lessons,
        "puzzles": Puzzles,
        "open_lesson": OpenLesson,
        "take_seat": TakeSeat,
        "add_bot": AddBot,
        "seated": Seated,
        "new_coach": NewCoach,
        "new_token": NewToken,
        "set_notify": SetNotify,
        "add_device": AddDevice,
        "notify": Notify,
        "notice": Notice,
        "problem": Problem,
        "reference": Reference,
        "replay": Replay,
        "match_record": MatchRecord,
        "analysis": Analysis,
        "analysis_progress": AnalysisProgress,
        "table_options": TableOptions,
    };
    document.roots.extend(roots.map(|(name, schema)| (name.to_owned(), schema)));
    document.definitions.extend(generator.take_definitions(true));
    game!(document, europe_divided);
    game!(document, balance_of_power);
    game!(document, europe);
    let data = document.roots.iter().filter(|(name, _)| name.ends_with("_data"));
    let data = json!({
        "description": "The component data of a match: texts and values of its game's cards, map and \
                        tables. SHA-256 of their canonical JSON is the digest.",
        "anyOf": data.map(|(_, link)| link).collect::<Vec<_>>(),
    });
    document.definitions.insert("ComponentData".to_owned(), data);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Entente protocol, version 1",
        "type": "object",
        "properties": document.roots,
        "$defs": document.definitions,
    })
}

/// Builds the JSON Schema of one type, with its definitions inside.
pub fn of<T: JsonSchema>() -> Value {
    generator().into_root_schema_for::<T>().to_value()
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().into_generator()
}

#[derive(Default)]
struct SchemaBuilder {
    roots: Map<String, Value>,
    definitions: Map<String, Value>,
}

impl SchemaBuilder {
    /// Adds a game's types: roots are named like `europe_divided_command`, definitions like
    /// `EuropeDividedCommand`.
    fn add_game(&mut self, id: &str, roots: &[(&str, Value)], generator: &mut SchemaGenerator) {
        let prefix: String = id.split('-').map(capitalised).collect();
        for (name, schema) in roots {
            let name = format!("{}_{name}", id.replace('-', "_"));
            self.roots.insert(name, linked(schema, &prefix));
        }
        for (name, definition) in generator.take_definitions(true) {
            self.definitions.insert(prefix.clone() + &name, linked(&definition, &prefix));
        }
    }
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_ascii_uppercase() + rest
}

/// Returns the schema with every reference led to the definition that has `prefix` in front.
fn linked(schema: &Value, prefix: &str) -> Value {
    match schema {
        Value::Object(parts) => {
            let part = |(key, part): (&String, &Value)| {
                let link = part.as_str().and_then(|text| text.strip_prefix(DEFINITIONS));
                let part = match link {
                    Some(name) if key == "$ref" => json!(format!("{DEFINITIONS}{prefix}{name}")),
                    _ => linked(part, prefix),
                };
                (key.clone(), part)
            };
            parts.iter().map(part).collect::<Map<_, _>>().into()
        }
        Value::Array(items) => items.iter().map(|item| linked(item, prefix)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema.clone(),
    }
}
