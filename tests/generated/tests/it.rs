//! The types that a generator makes of the schema: they read messages, answers and views, and write them back
//! as they came.

use std::path::Path;

use protocol::examples;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The types that typify made (`build.rs`).
mod wire {
    // How the generator writes is its own affair.
    #![allow(clippy::all, clippy::pedantic, clippy::restriction, unreachable_pub, dead_code)]
    include!(concat!(env!("OUT_DIR"), "/protocol.rs"));
}

/// Reads a value as the type, and checks that what is written back was there: generated types leave out fields
/// that they do not know.
fn reads<T: DeserializeOwned + Serialize>(value: &Value) -> T {
    let read: T =
        serde_json::from_value(value.clone()).unwrap_or_else(|it| panic!("{it}: {value}"));
    let written = serde_json::to_value(&read).expect("JSON");
    assert!(is_part(&without_nulls(&written), value), "{written}\nis no part of\n{value}");
    read
}

/// Reads a value as the type, and checks that it is written back with everything that it said.
fn keeps<T: DeserializeOwned + Serialize>(value: &Value) -> T {
    let read = reads::<T>(value);
    let written = serde_json::to_value(&read).expect("JSON");
    assert_eq!(without_nulls(&written), without_nulls(value));
    read
}

/// Checks whether a value is another one, with some fields left out.
fn is_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => part
            .iter()
            .all(|(key, value)| whole.get(key).is_some_and(|whole| is_part(value, whole))),
        (Value::Array(part), Value::Array(whole)) => {
            part.len() == whole.len() && part.iter().zip(whole).all(|(a, b)| is_part(a, b))
        }
        _ => part == whole,
    }
}

/// Returns the value without the fields that say nothing: generated types leave them out.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let said = fields.iter().filter(|(_, value)| !value.is_null());
            said.map(|(key, value)| (key.clone(), without_nulls(value))).collect()
        }
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

/// Returns the rooms of the golden database with what spectators and seats see of them.
fn recorded() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/golden/views.jsonl");
    let text = std::fs::read_to_string(path).expect("the golden views");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Checks that a game's own types keep what everybody sees, and what each of its events says beside what all
/// events say.
fn of_game<P, E>(view: &Value)
where
    P: DeserializeOwned + Serialize,
    E: DeserializeOwned + Serialize,
{
    keeps::<P>(&view["public"]);
    for event in view["events"].as_array().into_iter().flatten() {
        let mut own = event.clone();
        let fields = own.as_object_mut().expect("an event");
        fields.retain(|key, _| !["seq", "text", "rule"].contains(&key.as_str()));
        keeps::<E>(&own);
    }
}

#[test]
fn every_message_is_kept() {
    for message in examples::server_messages() {
        reads::<wire::KnownServerMessage>(&json!(message));
        reads::<wire::ServerMessage>(&json!(message));
    }
    for message in examples::client_messages() {
        keeps::<wire::ClientMessage>(&json!(message));
    }
}

#[test]
fn what_is_seen_of_matches_is_kept() {
    let mut views = 0;
    for one in recorded() {
        let room = &one["seen"]["room"];
        keeps::<wire::Room>(room);
        for view in one["seen"]["views"].as_array().unwrap() {
            let mut update = json!({"type": "update"});
            let Some(fields) = view.as_object() else { continue };
            update.as_object_mut().unwrap().extend(fields.clone());
            let read = reads::<wire::KnownServerMessage>(&update);
            assert!(matches!(read, wire::KnownServerMessage::Update(_)), "{update}");
            match room["game"].as_str().unwrap() {
                "europe-divided" => {
                    of_game::<wire::EuropeDividedPublic, wire::EuropeDividedEvent>(view);
                }
                "balance-of-power" => {
                    of_game::<wire::BalanceOfPowerPublic, wire::BalanceOfPowerEvent>(view);
                }
                _ => of_game::<wire::EuropePublic, wire::EuropeEvent>(view),
            }
            views += 1;
        }
    }
    assert!(views > 10, "{views}");
}

/// A message or a word of tomorrow is read, and kept as it came.
#[test]
fn what_is_new_is_read() {
    let message = reads::<wire::ServerMessage>(&json!({"type": "of_tomorrow", "more": 1}));
    assert!(matches!(message, wire::ServerMessage::UnknownServerMessage(_)));
    let code = keeps::<wire::Code>(&json!("of_tomorrow"));
    assert!(matches!(code, wire::Code::Variant1(_)));
}

/// Messages that are not of the protocol are refused.
#[test]
fn what_is_wrong_is_refused() {
    for wrong in [
        json!({"type": "ping", "nonce": 1, "more": 1}),
        json!({"type": "pong", "nonce": 1}),
        json!({"type": "ping", "nonce": "1"}),
    ] {
        let read: Result<wire::ClientMessage, _> = serde_json::from_value(wrong.clone());
        assert!(read.is_err(), "{wrong}");
    }
}
