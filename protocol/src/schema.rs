//! The JSON Schema of every message, generated from the types.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::envelope::{ClientMessage, ServerMessage};
use crate::games::{europe, europe_divided};
use crate::room::{CreateRoom, Games, NewToken, Problem, Room, Rooms, Seated, TakeSeat};

/// One JSON Schema document (draft 2020-12) with a definition for each message and each game type.
pub fn document() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    macro_rules! roots {
        ($($name:literal: $type:ty),+ $(,)?) => {{
            let mut roots = Map::new();
            $(roots.insert($name.to_owned(), generator.subschema_for::<$type>().to_value());)+
            roots
        }};
    }
    let roots = roots! {
        "client_message": ClientMessage,
        "server_message": ServerMessage,
        "room": Room,
        "rooms": Rooms,
        "games": Games,
        "create_room": CreateRoom,
        "take_seat": TakeSeat,
        "seated": Seated,
        "new_token": NewToken,
        "problem": Problem,
        "europe_options": europe::Options,
        "europe_command": europe::Command,
        "europe_event": europe::Event,
        "europe_public": europe::Public,
        "europe_private": europe::Private,
        "europe_divided_options": europe_divided::Options,
        "europe_divided_command": europe_divided::Command,
        "europe_divided_event": europe_divided::Event,
        "europe_divided_public": europe_divided::Public,
        "europe_divided_private": europe_divided::Private,
    };
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Entente protocol, version 1",
        "properties": roots,
        "$defs": generator.take_definitions(true),
    })
}

/// The JSON Schema of one type, with its definitions inside.
pub fn of<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value()
}
