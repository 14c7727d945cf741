//! The HTTP half as an OpenAPI 3.1 document.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use axum::http::StatusCode;
use protocol::schema::tag;
use protocol::{Code, examples};
use serde_json::{Map, Value, json};

use super::data::{PATH, TAGS};
use super::operation::{Content, Operation, Parameter, Token};
use super::{COMPONENTS, info, of, schemas};
use crate::gateway::problem::status;
use crate::gateway::route::Route;
use crate::settings::Settings;

/// Description of the document.
const DESCRIPTION: &str = "HTTP opens and joins rooms, a WebSocket plays: see \
    `/api/v1/asyncapi.json`. Within version 1 things are only added: ignore fields and codes that \
    you do not know. Every problem has a `code` for programs, and `retry_after_ms` where trying \
    again helps.";

/// Codes that any request may be refused with: a token in its query, too many connections.
const EVERYWHERE: [Code; 2] = [Code::Malformed, Code::Busy];

/// Statuses and codes that any request with a body may be refused with.
const OF_A_BODY: [(StatusCode, Code); 4] = [
    (StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::Malformed),
    (StatusCode::BAD_REQUEST, Code::Malformed),
    (StatusCode::REQUEST_TIMEOUT, Code::Malformed),
    (StatusCode::PAYLOAD_TOO_LARGE, Code::TooBig),
];

/// Builds the OpenAPI document of a server with these routes and settings.
pub(in crate::gateway) fn openapi(routes: &[&Route], settings: &Settings) -> Value {
    let meanings = meanings();
    let mut paths: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    for route in routes {
        // The router marks what may have slashes; here nothing can.
        let path = paths.entry(route.path.replace("{*", "{")).or_default();
        path.insert(route.method.to_owned(), described(route, &meanings));
    }
    let base = settings.base_path.trim_end_matches('/');
    let servers = match &settings.public_url {
        Some(url) => json!([{"url": url}]),
        None if base.is_empty() => json!([{"url": "/"}]),
        None => json!([{"url": base}]),
    };
    json!({
        "openapi": "3.1.0",
        "info": info(DESCRIPTION),
        "servers": servers,
        "tags": TAGS.map(|(name, description)| json!({"name": name, "description": description})),
        "paths": paths,
        "webhooks": {"notice": {"post": notice()}},
        "components": {"schemas": discriminated(bounded(schemas(), settings)), "securitySchemes": {"seat": {
            "type": "http",
            "scheme": "bearer",
            "description": "A seat's token, as the answer to taking the seat shows it once.",
        }}},
    })
}

/// Adds the bounds that this server's settings give to the definitions.
fn bounded(mut schemas: Map<String, Value>, settings: &Settings) -> Map<String, Value> {
    if let Some(room) = schemas.get_mut("CreateRoom") {
        let absence = &mut room["properties"]["absence_ms"];
        absence["minimum"] = json!(settings.absence_min_ms);
        absence["maximum"] = json!(settings.match_expiry_ms);
    }
    schemas
}

/// Adds to each union of tagged variants the `discriminator` that OpenAPI has for them.
fn discriminated(mut schemas: Map<String, Value>) -> Map<String, Value> {
    let known = schemas.clone();
    for schema in schemas.values_mut() {
        let links = schema["oneOf"].as_array().cloned().unwrap_or_default();
        let links: Vec<&str> = links.iter().filter_map(|one| one["$ref"].as_str()).collect();
        let variants = links.iter().filter_map(|link| known.get(link.strip_prefix(COMPONENTS)?));
        let variants: Vec<Value> = variants.cloned().collect();
        let Some(tag) = tag(&variants) else { continue };
        let words = variants.iter().filter_map(|one| one["properties"][&tag]["const"].as_str());
        let mapping: Map<_, _> =
            words.zip(links).map(|(word, link)| (word.to_owned(), json!(link))).collect();
        schema["discriminator"] = json!({"propertyName": tag, "mapping": mapping});
    }
    schemas
}

/// Returns the meaning of each code, by its name on the wire.
fn meanings() -> BTreeMap<String, String> {
    let document = protocol::schema::document();
    let codes = document["$defs"]["KnownCode"]["oneOf"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    codes
        .iter()
        .filter_map(|one| Some((text(&one["const"])?, text(&one["description"])?)))
        .collect()
}

fn described(route: &Route, meanings: &BTreeMap<String, String>) -> Value {
    let Operation { id, tag, summary, token, query, body, .. } = route.operation;
    let in_path = route.path.split('{').skip(1).filter_map(|rest| {
        let name = rest.split('}').next()?.trim_start_matches('*');
        PATH.iter().find(|one| one.name == name)
    });
    let parameters: Vec<Value> = in_path
        .map(|one| parameter(one, "path"))
        .chain(query.iter().map(|one| parameter(one, "query")))
        .collect();
    let api = route.path.starts_with("/api/");
    let mut described = json!({
        "operationId": id,
        "tags": [tag],
        "summary": summary,
        "parameters": parameters,
        "responses": responses(&route.operation, api, meanings),
        "security": match token {
            Token::Unread => json!([]),
            Token::Optional => json!([{}, {"seat": []}]),
            Token::Needed => json!([{"seat": []}]),
        },
    });
    if let Some(content) = content(body) {
        described["requestBody"] = json!({"required": true, "content": content});
    }
    described
}

fn parameter(parameter: &Parameter, location: &str) -> Value {
    let Parameter { name, means, schema, example } = parameter;
    let schema: Value = serde_json::from_str(schema).unwrap_or_default();
    let example = match schema["type"].as_str() {
        Some("integer") => json!(example.parse::<u64>().unwrap_or_default()),
        Some("boolean") => json!(*example == "true"),
        _ => json!(example),
    };
    json!({
        "name": name,
        "in": location,
        "required": location == "path",
        "description": means,
        "schema": schema,
        "example": example,
    })
}

/// Describes a body by its media type.
fn content(content: Content) -> Option<Value> {
    Some(match content {
        Content::Nothing => return None,
        Content::Of(definition) => {
            let mut json = json!({"schema": of(definition)});
            if let Some(example) = examples::body(definition) {
                json["example"] = example;
            }
            json!({"application/json": json})
        }
        Content::Object => json!({"application/json": {"schema": {"type": "object"}}}),
        Content::Schema => json!({"application/schema+json": {"schema": {"type": "object"}}}),
        Content::Form => json!({"application/x-www-form-urlencoded": {
            "schema": {"type": "object", "properties": {"answer": {"enum": ["yes", "no"]}}},
            "example": {"answer": "yes"},
        }}),
        Content::Page => json!({"text/html": {"schema": {"type": "string"}}}),
        Content::Line => json!({"text/plain": {"schema": {"type": "string"}}}),
        Content::File => json!({"*/*": {"schema": {"type": "string"}}}),
    })
}

/// Describes all answers, by their status. Pages of other sites may use nothing of the API.
fn responses(operation: &Operation, api: bool, meanings: &BTreeMap<String, String>) -> Value {
    let needed = (operation.token == Token::Needed).then_some(&Code::TokenUnknown);
    let refusals = operation.refusals.iter().copied().flatten();
    let foreign = api.then_some(&Code::OriginForbidden);
    let usual = EVERYWHERE.iter().chain(refusals).chain(needed).chain(foreign);
    let usual = usual.map(|code| (status(*code).as_u16(), *code));
    let of_a_body = match operation.body {
        Content::Nothing => &[],
        // A page's form is taken as it comes.
        Content::Form => &OF_A_BODY[1..],
        Content::Of(_)
        | Content::Object
        | Content::Schema
        | Content::Page
        | Content::Line
        | Content::File => &OF_A_BODY[..],
    };
    let of_a_body = of_a_body.iter().map(|(status, code)| (status.as_u16(), *code));
    let mut problems: BTreeMap<u16, BTreeSet<String>> = BTreeMap::new();
    for (status, code) in usual.chain(of_a_body).chain(operation.unusual.iter().copied()) {
        problems.entry(status).or_default().insert(code.as_str());
    }
    let mut responses: Map<String, Value> = problems
        .into_iter()
        .map(|(status, codes)| (status.to_string(), problem(&codes, meanings)))
        .collect();
    for (status, body) in iter::once(&operation.answer).chain(operation.others) {
        let reason = StatusCode::from_u16(*status).ok().and_then(|one| one.canonical_reason());
        let answer = responses.entry(status.to_string());
        let answer = answer.or_insert(json!({"description": reason.unwrap_or_default()}));
        // A page is answered beside a problem where browsers and programs ask for the same.
        let Some(Value::Object(bodies)) = content(*body) else { continue };
        for (media, described) in bodies {
            answer["content"][media] = described;
        }
    }
    responses.into()
}

/// Describes a problem with one of these codes.
fn problem(codes: &BTreeSet<String>, meanings: &BTreeMap<String, String>) -> Value {
    let explained = codes.iter().map(|code| {
        let meaning = meanings.get(code).map(String::as_str).unwrap_or_default();
        format!("`{code}`: {meaning}")
    });
    json!({
        "description": explained.collect::<Vec<_>>().join("\n\n"),
        "headers": {"Retry-After": {
            "description": "Where trying again helps: `retry_after_ms` in seconds.",
            "schema": {"type": "integer"},
        }},
        "content": {"application/problem+json": {"schema": {
            "allOf": [of("Problem")],
            "properties": {"code": {"enum": codes}},
        }}},
    })
}

/// Describes the request that a seat's webhook gets.
fn notice() -> Value {
    json!({
        "operationId": "notice",
        "tags": ["rooms"],
        "security": [],
        "summary": "The notice that a seat's webhook gets when the seat is awaited and away",
        "requestBody": {"required": true, "content": content(Content::Of("Notice"))},
        "responses": {
            "2XX": {"description": "It arrived; nothing else of the answer is read"},
            "default": {"description": "After 408, 425, 429 and 5xx it is tried again"},
        },
    })
}
