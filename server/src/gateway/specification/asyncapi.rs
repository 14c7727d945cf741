//! The WebSocket half as an AsyncAPI 3.0 document: the server's own view, which receives what
//! clients say.

use protocol::{SUBPROTOCOL, examples};
use serde::Serialize;
use serde_json::{Map, Value, json};
use url::Url;

use super::data::CLOSES;
use super::{COMPONENTS, info, schemas};
use crate::settings::Settings;

/// Description of the document.
const DESCRIPTION: &str = "A WebSocket plays what HTTP has opened: see `/api/v1/openapi.json`. \
    The server receives what clients say and sends what they are told. The first message must be \
    `hello`; with a seat's token it takes up the seat, without one it watches. Within version 1 \
    things are only added: ignore fields, messages and codes that you do not know.";

/// Builds the AsyncAPI document of a server with these settings.
pub fn asyncapi(settings: &Settings) -> Value {
    let schemas = schemas();
    let from_clients =
        messages(&schemas, ("client", "ClientMessage"), &examples::client_messages());
    let from_server =
        messages(&schemas, ("server", "KnownServerMessage"), &examples::server_messages());
    let in_channel = |names: &Map<String, Value>| -> Vec<Value> {
        names
            .keys()
            .map(|name| json!({"$ref": format!("#/channels/room/messages/{name}")}))
            .collect()
    };
    let operation = |action: &str, summary: &str, names| {
        json!({
            "action": action,
            "channel": {"$ref": "#/channels/room"},
            "summary": summary,
            "messages": in_channel(names),
        })
    };
    let mut document = json!({
        "asyncapi": "3.0.0",
        "info": info(DESCRIPTION),
        "defaultContentType": "application/json",
        "channels": {"room": channel(from_clients.keys().chain(from_server.keys()))},
        "operations": {
            "hear": operation("receive", "What a client says", &from_clients),
            "tell": operation("send", "What the server says", &from_server),
        },
    });
    if let Some(server) = settings.public_url.as_deref().and_then(server) {
        document["servers"] = json!({"public": server});
    }
    let messages: Map<_, _> = from_clients.into_iter().chain(from_server).collect();
    document["components"] = json!({"messages": messages, "schemas": schemas});
    document
}

/// Returns the server object of a public URL.
fn server(public_url: &str) -> Option<Value> {
    let url = Url::parse(public_url).ok()?;
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    Some(json!({
        "host": format!("{}{port}", url.host_str()?),
        "pathname": url.path(),
        "protocol": if url.scheme() == "https" { "wss" } else { "ws" },
    }))
}

/// Describes a room's socket, with these messages.
fn channel<'a>(names: impl Iterator<Item = &'a String>) -> Value {
    let link =
        |name: &String| (name.clone(), json!({"$ref": format!("#/components/messages/{name}")}));
    let closes = CLOSES
        .map(|close| json!({"code": close.code, "meaning": close.means, "come_back": close.back}));
    json!({
        "address": "/api/v1/rooms/{code}/socket",
        "description": "One JSON message a text frame. `x-close-codes` are those of the server.",
        "parameters": {"code": {"description": "The room's code"}},
        "messages": names.map(link).collect::<Map<_, _>>(),
        "bindings": {"ws": {"method": "GET", "headers": {
            "type": "object",
            "properties": {"Sec-WebSocket-Protocol": {"type": "string", "const": SUBPROTOCOL}},
        }}},
        "x-close-codes": closes,
    })
}

/// Describes the messages of one direction: the variants of their union, each with its example.
fn messages(
    schemas: &Map<String, Value>,
    (direction, union): (&str, &str),
    examples: &[impl Serialize],
) -> Map<String, Value> {
    let examples: Vec<Value> = examples.iter().map(|example| json!(example)).collect();
    let message = |payload: Value| {
        let definition = &schemas[payload["$ref"].as_str()?.strip_prefix(COMPONENTS)?];
        let kind = definition["properties"]["type"]["const"].as_str()?.to_owned();
        let shown = examples.iter().filter(|example| example["type"] == kind);
        let shown: Vec<Value> = shown.map(|example| json!({"payload": example})).collect();
        let message = json!({
            "name": kind,
            "summary": definition["description"],
            "payload": payload,
            "examples": shown,
        });
        Some((format!("{direction}_{kind}"), message))
    };
    let variants = schemas[union]["oneOf"].as_array().cloned().unwrap_or_default();
    variants.into_iter().filter_map(message).collect()
}
