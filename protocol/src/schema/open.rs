//! Sets that may grow within version 1.
//!
//! Clients ignore messages, events and codes that they do not know, so the schema that they read admits
//! them: `Code` is one of `KnownCode` or any other string, `ServerMessage` one of `KnownServerMessage` or
//! an `UnknownServerMessage`. What a client writes is of the known ones.

use serde_json::{Map, Value, json};

use super::{DEFINITIONS, link, linked_name, variants};

/// The sets that may grow, by the names of their definitions.
const SHARED: [&str; 9] = [
    "BotLevel",
    "Code",
    "Feature",
    "LessonKind",
    "NoticeType",
    "SeatKind",
    "ServerMessage",
    "Unproven",
    "Way",
];

/// The sets of each game that may grow.
const OF_A_GAME: [&str; 2] = ["EndReason", "Event"];

/// The definitions that clients write, beside the commands of games.
const WRITTEN: [&str; 10] = [
    "AddBot",
    "AddDevice",
    "AddProgram",
    "AnnounceProgram",
    "ClientMessage",
    "CreateRoom",
    "OpenLesson",
    "OpenPractice",
    "SetNotify",
    "TakeSeat",
];

/// Opens the sets that may grow; `games` are the prefixes of the games' definitions.
pub(super) fn open_all(definitions: &mut Map<String, Value>, games: &[String]) {
    let of_games = games.iter().flat_map(|game| OF_A_GAME.map(|name| format!("{game}{name}")));
    for name in SHARED.map(str::to_owned).into_iter().chain(of_games) {
        open(definitions, &name);
    }
}

fn open(definitions: &mut Map<String, Value>, name: &str) {
    let Some(mut known) = definitions.get(name).cloned() else { return };
    let [known_name, unknown_name] = [format!("Known{name}"), format!("Unknown{name}")];
    let unknown = match known["oneOf"].as_array().map(Vec::as_slice) {
        Some(words @ [first, ..]) if first["const"].is_string() => {
            let words: Vec<&Value> = words.iter().map(|word| &word["const"]).collect();
            json!({"type": "string", "not": {"enum": words}})
        }
        Some(variants) => {
            let unknown = unknown(definitions, variants);
            definitions.insert(unknown_name.clone(), unknown);
            json!({"$ref": link(&unknown_name)})
        }
        None => return,
    };
    let about = known["description"].take();
    let about = about.as_str().unwrap_or_default();
    known["description"] = json!(format!("{about} Those of this server."));
    definitions.insert(known_name.clone(), known);
    let open = json!({
        "description": format!("{about} Later servers may know more: ignore those that you do not know."),
        // Not `anyOf`: the two have nothing in common, and generators make a sum of that.
        "oneOf": [{"$ref": link(&known_name)}, unknown],
    });
    definitions.insert(name.to_owned(), open);
    for written in WRITTEN {
        if let Some(definition) = definitions.get_mut(written) {
            lead(definition, name, &known_name);
        }
    }
}

/// Describes what has none of the tags of these variants.
fn unknown(definitions: &Map<String, Value>, links: &[Value]) -> Value {
    let variant = |link: &Value| {
        link["$ref"].as_str().and_then(linked_name).and_then(|name| definitions.get(name)).cloned()
    };
    let all: Vec<Value> = links.iter().filter_map(variant).collect();
    let tag = variants::tag(&all).unwrap_or_default();
    let words: Vec<&Value> = all.iter().map(|one| &one["properties"][&tag]["const"]).collect();
    json!({
        "description": "One that this server does not know.",
        "type": "object",
        "properties": {tag.clone(): {"type": "string", "not": {"enum": words}}},
        "required": [tag],
    })
}

/// Leads the links to one definition to another one.
fn lead(schema: &mut Value, from: &str, to: &str) {
    match schema {
        Value::Object(parts) => {
            if parts.get("$ref").and_then(Value::as_str) == Some(&format!("{DEFINITIONS}{from}")) {
                parts.insert("$ref".to_owned(), json!(link(to)));
            }
            parts.values_mut().for_each(|part| lead(part, from, to));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| lead(item, from, to)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
