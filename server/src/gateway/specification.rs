//! The specification for programs: OpenAPI of the HTTP half, AsyncAPI of the WebSocket.
//!
//! Neither has anything of its own: schemas come from the protocol's types, routes from the table
//! that the router is made of, statuses from the function that answers with them, examples from
//! values of the types. Libraries for this want the handlers written around them or the types
//! described a second time; what is left to do is to put the parts together.

mod asyncapi;
mod data;
mod openapi;
pub(super) mod operation;

use std::sync::OnceLock;

use serde_json::{Map, Value, json};

pub use self::asyncapi::asyncapi;
pub(super) use self::data::{GIVEN, LIST, PROGRAMS, REPLAY, VIEW};
pub(super) use self::openapi::openapi;
pub(super) use self::operation::{Content, Operation, ROOM, SEAT, STORE, Token};
use super::packed::Fixed;
use super::route::Route;
use crate::settings::Settings;

/// Prefix of links to definitions in the JSON Schema, and their counterpart in both documents.
const DEFINITIONS: &str = "#/$defs/";
const COMPONENTS: &str = "#/components/schemas/";

/// The documents of one server, each made when it is asked for first.
pub(super) struct Specification {
    /// Handed in: routes know what is said of them, and whoever answers them knows the documents.
    routes: fn() -> Vec<&'static Route>,
    schema: OnceLock<Fixed>,
    openapi: OnceLock<Fixed>,
    asyncapi: OnceLock<Fixed>,
}

impl Specification {
    pub(super) fn of(routes: fn() -> Vec<&'static Route>) -> Self {
        let (schema, openapi, asyncapi) = Default::default();
        Self { routes, schema, openapi, asyncapi }
    }

    pub(super) fn schema(&self) -> Fixed {
        let schema = || Fixed::of(protocol::schema::document().to_string());
        self.schema.get_or_init(schema).clone()
    }

    pub(super) fn openapi(&self, settings: &Settings) -> Fixed {
        self.openapi
            .get_or_init(|| Fixed::of(openapi(&(self.routes)(), settings).to_string()))
            .clone()
    }

    pub(super) fn asyncapi(&self, settings: &Settings) -> Fixed {
        self.asyncapi.get_or_init(|| Fixed::of(asyncapi(settings).to_string())).clone()
    }
}

/// Builds the `info` object of both documents.
fn info(description: &str) -> Value {
    json!({
        "title": "Entente protocol, version 1",
        "version": env!("CARGO_PKG_VERSION"),
        "description": description,
        "license": {"name": "MIT", "url": "https://spdx.org/licenses/MIT.html"},
    })
}

/// Returns every definition of the JSON Schema.
fn schemas() -> Map<String, Value> {
    let Value::Object(definitions) = protocol::schema::document()["$defs"].take() else {
        return Map::new();
    };
    definitions.into_iter().map(|(name, schema)| (name, moved(schema))).collect()
}

/// Builds a link to a definition.
fn of(definition: &str) -> Value {
    json!({"$ref": format!("{COMPONENTS}{definition}")})
}

/// Moves the links of a schema to where both documents have the definitions. A link is alone in its
/// schema then: not every reader of such documents looks at what is beside one.
fn moved(schema: Value) -> Value {
    match schema {
        Value::Object(mut parts) => {
            let link = parts.remove("$ref");
            let mut parts: Map<_, _> =
                parts.into_iter().map(|(key, part)| (key, moved(part))).collect();
            let name = link.as_ref().and_then(Value::as_str);
            match name.and_then(|link| link.strip_prefix(DEFINITIONS)).map(of) {
                Some(link) if parts.is_empty() => return link,
                Some(link) => drop(parts.insert("allOf".to_owned(), json!([link]))),
                None => {}
            }
            parts.into()
        }
        Value::Array(items) => items.into_iter().map(moved).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_say_where_the_server_is() {
        let url = "https://play.example.org:8443/games";
        let base_path = "/games".to_owned();
        let mut settings = Settings { base_path, ..Settings::default() };
        assert_eq!(openapi(&[], &settings)["servers"], json!([{"url": "/games"}]));
        assert!(asyncapi(&settings).get("servers").is_none(), "nobody knows the host");
        settings.public_url = Some(url.to_owned());
        assert_eq!(openapi(&[], &settings)["servers"], json!([{"url": url}]));
        let expected =
            json!({"host": "play.example.org:8443", "pathname": "/games", "protocol": "wss"});
        assert_eq!(asyncapi(&settings)["servers"]["public"], expected);
    }
}
