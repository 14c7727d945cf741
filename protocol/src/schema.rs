//! The JSON Schema of every message, generated from the types.
//!
//! Games are kept apart: a game's definitions are prefixed with its name, so that every game may
//! have its own `Command` and its own `Public`. What is derived is then made fit for generators of
//! clients, which name a type after its definition: every variant has one (`variants`), and what may
//! grow within version 1 admits more than there is (`open`).

mod numbers;
mod open;
#[cfg(test)]
mod tests;
mod variants;

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

pub use self::variants::tag;
use crate::archive::{MatchRecord, Replay};
use crate::envelope::{ClientMessage, ServerMessage};
use crate::games::{balance_of_power, europe, europe_divided};
use crate::handicap::Handicap;
use crate::hint::{Analysis, AnalysisProgress};
use crate::lesson::{Lessons, OpenLesson, Puzzles};
use crate::notice::{AddDevice, Notice, Notify, SetNotify};
use crate::program::{AddProgram, AnnounceProgram, AnnouncedProgram, GivenSeats, Programs};
use crate::reference::Reference;
use crate::room::{
    AddBot, CreateRoom, GameTypes, Games, NewCoach, NewToken, OpenPractice, Problem, Room, Rooms,
    Seated, TakeSeat,
};
use crate::source::Source;
use crate::undo::TableOptions;

/// Identifier of the document; there is no address that every server has it at.
const ID: &str = "urn:entente:protocol:1";

/// The messages of clients that go over HTTP too.
const SAID: &[&str] =
    &["Command", "Ready", "Reveal", "Undo", "Resign", "Claim", "Pause", "Consent"];

/// The answers that they have.
const ANSWERED: &[&str] = &["Accepted", "Rejected"];

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
        "programs": Programs,
        "announce_program": AnnounceProgram,
        "announced_program": AnnouncedProgram,
        "given_seats": GivenSeats,
        "add_program": AddProgram,
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
    // Types that games share: each is one definition, not one a game.
    let _ = roots!(generator, "source": Source, "handicap": Handicap);
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
    document.roots.insert("component_data".to_owned(), json!({"$ref": link("ComponentData")}));
    document.shape();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ID,
        "title": "Entente protocol, version 1",
        "type": "object",
        "properties": document.roots,
        "$defs": document.definitions,
    })
}

/// Builds the JSON Schema of one type, with its definitions inside.
pub fn of<T: JsonSchema>() -> Value {
    let mut schema = generator().into_root_schema_for::<T>().to_value();
    numbers::bound(&mut schema);
    schema
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().into_generator()
}

/// Returns the names of the definitions that a game's types have in the document.
pub fn types_of(game: &str) -> GameTypes {
    let prefix = prefix(game);
    let name = |of: &str| format!("{prefix}{of}");
    GameTypes {
        command: name("Command"),
        public: name("Public"),
        private: name("Private"),
        event: name("Event"),
        options: name("Options"),
        data: name("Data"),
    }
}

/// Returns what the names of a game's definitions begin with.
fn prefix(game: &str) -> String {
    game.split('-').map(capitalised).collect()
}

/// Returns the name of the root that leads to a definition.
fn root(definition: &str) -> String {
    let mut name = String::new();
    for sign in definition.chars() {
        if sign.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(sign.to_ascii_lowercase());
    }
    name
}

/// Returns the link to a definition.
fn link(definition: &str) -> String {
    format!("{DEFINITIONS}{definition}")
}

/// Returns the name of the definition that a link leads to.
fn linked_name(link: &str) -> Option<&str> {
    link.strip_prefix(DEFINITIONS)
}

#[derive(Default)]
struct SchemaBuilder {
    roots: Map<String, Value>,
    definitions: Map<String, Value>,
    /// The prefixes of the games' definitions.
    games: Vec<String>,
}

impl SchemaBuilder {
    /// Adds a game's types: roots are named like `europe_divided_command`, definitions like
    /// `EuropeDividedCommand`.
    fn add_game(&mut self, id: &str, roots: &[(&str, Value)], generator: &mut SchemaGenerator) {
        let prefix = prefix(id);
        let mut own = generator.take_definitions(true);
        own.retain(|name, definition| self.definitions.get(name) != Some(definition));
        let lead = |schema: &Value| {
            linked(schema, &|name| {
                own.contains_key(name).then(|| format!("{DEFINITIONS}{prefix}{name}"))
            })
        };
        for (name, schema) in roots {
            let name = format!("{}_{name}", id.replace('-', "_"));
            self.roots.insert(name, lead(schema));
        }
        for (name, definition) in &own {
            self.definitions.insert(prefix.clone() + name, lead(definition));
        }
        self.games.push(prefix);
    }

    /// Adds the parts of the socket's messages that go over HTTP too.
    fn add_parts(&mut self) {
        let parts = [
            (
                "CommandRequest",
                "A message that goes over HTTP too, with an `id`.",
                "ClientMessage",
                SAID,
            ),
            ("CommandAnswer", "The answer to a message over HTTP.", "ServerMessage", ANSWERED),
        ];
        for (name, description, union, variants) in parts {
            let to = |variant: &&str| json!({"$ref": link(&format!("{union}{variant}"))});
            let links: Vec<Value> = variants.iter().map(to).collect();
            let definition = json!({"description": description, "oneOf": links});
            self.definitions.insert(name.to_owned(), definition);
            self.roots.insert(root(name), json!({"$ref": link(name)}));
        }
    }

    /// Makes what was derived fit for generators of clients.
    fn shape(&mut self) {
        variants::name_all(&mut self.definitions);
        self.add_parts();
        open::open_all(&mut self.definitions, &self.games);
        for schema in self.roots.values_mut().chain(self.definitions.values_mut()) {
            variants::collapse(schema);
            numbers::bound(schema);
            untitle(schema, false);
        }
        variants::prune(&self.roots, &mut self.definitions);
    }
}

/// Removes the titles of options and of their choices: they are words for a form, as which a game's options
/// are listed, and generators would name types after them.
fn untitle(schema: &mut Value, keys_are_names: bool) {
    match schema {
        Value::Object(parts) => {
            if !keys_are_names {
                parts.remove("title");
            }
            for (key, part) in parts {
                untitle(part, !keys_are_names && key == "properties");
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| untitle(item, false)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_ascii_uppercase() + rest
}

/// Returns the schema with every link led to where `lead` says; others stay as they are.
fn linked(schema: &Value, lead: &impl Fn(&str) -> Option<String>) -> Value {
    match schema {
        Value::Object(parts) => {
            let part = |(key, part): (&String, &Value)| {
                let name = part.as_str().filter(|_| key == "$ref").and_then(linked_name);
                let moved = name.and_then(lead).map(Value::String);
                (key.clone(), moved.unwrap_or_else(|| linked(part, lead)))
            };
            parts.iter().map(part).collect::<Map<_, _>>().into()
        }
        Value::Array(items) => items.iter().map(|item| linked(item, lead)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema.clone(),
    }
}
