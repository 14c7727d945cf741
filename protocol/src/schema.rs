//! The JSON Schema of every message, generated from the types.
//!
//! Games are kept apart: the definitions of a game bear its name in front, so that every game may
//! have its own `Command` and its own `Public`.

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::archive::MatchRecord;
use crate::envelope::{ClientMessage, ServerMessage};
use crate::games::{balance_of_power, europe, europe_divided};
use crate::notice::{Notice, Notify, SetNotify};
use crate::room::{
    AddBot, CreateRoom, Games, NewToken, Problem, Replay, Room, Rooms, Seated, TakeSeat,
};
use crate::undo::TableOptions;

/// Where links to definitions lead.
const DEFINITIONS: &str = "#/$defs/";

/// The schemas of the component data, by game. They are rows of files and no messages, so they stand in
/// files, too; a test holds them against the data shipped.
const COMPONENT_DATA: [(&str, &str); 3] = [
    (europe_divided::ID, include_str!("component_data/europe_divided.json")),
    (balance_of_power::ID, include_str!("component_data/balance_of_power.json")),
    (europe::ID, include_str!("component_data/europe.json")),
];

/// Links to the schemas of types, by name.
macro_rules! roots {
    ($generator:ident, $($name:literal: $type:ty),+ $(,)?) => {
        [$(($name, $generator.subschema_for::<$type>().to_value())),+]
    };
}

/// The schemas of one game's types.
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
        };
        $document.add_game($game::ID, &roots, &mut generator);
    };
}

/// One JSON Schema document (draft 2020-12) with a definition for each message and each game type.
pub fn document() -> Value {
    let mut document = Document::default();
    let mut generator = generator();
    let roots = roots! {
        generator,
        "client_message": ClientMessage,
        "server_message": ServerMessage,
        "room": Room,
        "rooms": Rooms,
        "games": Games,
        "create_room": CreateRoom,
        "take_seat": TakeSeat,
        "add_bot": AddBot,
        "seated": Seated,
        "new_token": NewToken,
        "set_notify": SetNotify,
        "notify": Notify,
        "notice": Notice,
        "problem": Problem,
        "replay": Replay,
        "match_record": MatchRecord,
        "table_options": TableOptions,
    };
    document.roots.extend(roots.map(|(name, schema)| (name.to_owned(), schema)));
    document.definitions.extend(generator.take_definitions(true));
    game!(document, europe_divided);
    game!(document, balance_of_power);
    game!(document, europe);
    document.add_data();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Entente protocol, version 1",
        "type": "object",
        "properties": document.roots,
        "$defs": document.definitions,
    })
}

/// The JSON Schema of one type, with its definitions inside.
pub fn of<T: JsonSchema>() -> Value {
    generator().into_root_schema_for::<T>().to_value()
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().into_generator()
}

#[derive(Default)]
struct Document {
    roots: Map<String, Value>,
    definitions: Map<String, Value>,
}

impl Document {
    /// Adds a game's types: roots are called `europe_divided_command`, definitions
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

impl Document {
    /// Adds the component data: of each game as `europe_divided_data`, `EuropeDividedData`, and of any.
    fn add_data(&mut self) {
        let mut any = Vec::new();
        for (id, schema) in COMPONENT_DATA {
            let name = id.split('-').map(capitalised).collect::<String>() + "Data";
            let link = json!({"$ref": format!("{DEFINITIONS}{name}")});
            self.roots.insert(format!("{}_data", id.replace('-', "_")), link.clone());
            self.definitions.insert(name, serde_json::from_str(schema).unwrap_or_default());
            any.push(link);
        }
        let description = "The component data of a match: texts and values of its game's cards, map \
                           and tables. SHA-256 of their canonical JSON is the digest.";
        let data = json!({"description": description, "anyOf": any});
        self.definitions.insert("ComponentData".to_owned(), data);
        let source = json!({
            "description": "Where a value comes from: read in a rulebook, forced by printed facts, or \
                            chosen by this project because no readable source has it.",
            "type": "string",
            "enum": ["printed", "derived", "reconstructed"],
        });
        self.definitions.insert("Source".to_owned(), source);
    }
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_ascii_uppercase() + rest
}

/// The schema with its links leading to definitions that have `prefix` in front.
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
