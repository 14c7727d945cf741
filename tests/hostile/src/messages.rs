//! Targets for what comes over a socket, and for canonical JSON.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use engine::{Entry, Input, Match, REGISTRY, Seat};
use fairness::canonical;
use laws::{Rng, wire_match};
use protocol::scan::{self, MAX_DEPTH, ScanFault};
use protocol::{ClientMessage, MAX_MESSAGE_BYTES};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::oracle;

/// One match of each game, just begun.
static BEGUN: LazyLock<Vec<Match>> = LazyLock::new(|| {
    let begin = |entry: &'static engine::GameEntry| {
        let data = entry.catalogue(&BTreeMap::new()).expect("shipped data");
        let options = Value::Object(Map::new());
        let beginning = wire_match::beginning(entry, &options, &mut Rng::new(1));
        Match::begin(entry, &data, &beginning).expect("set up").live
    };
    REGISTRY.iter().map(begin).collect()
});

/// Takes a frame its whole way: scanner, envelope, and each game's decoding of a command.
///
/// The scanner is compared with a second reader of the same text; what it lets through has one
/// meaning, what it refuses is refused by the rule that it names.
///
/// # Panics
/// If a promise broke.
pub fn client_message(bytes: &[u8]) {
    // The socket takes nothing that is longer, or no UTF-8.
    let Some(frame) = std::str::from_utf8(bytes).ok().filter(|f| f.len() <= MAX_MESSAGE_BYTES)
    else {
        return;
    };
    let scanned = scan::check(frame);
    match (oracle::read(frame), &scanned) {
        (Ok((value, found)), Ok(())) => {
            assert!(found.is_empty(), "the scanner overlooks {found:?}");
            let built: Value = serde_json::from_str(frame).expect("JSON");
            assert_eq!(built, value, "what is built is not what was scanned");
        }
        (Ok((_, found)), Err(error)) => {
            assert!(found.contains(&error.fault), "{error}: but there is only {found:?}");
        }
        (Err(error), scanned) => assert!(scanned.is_err(), "let through: {error}"),
    }
    let parsed = ClientMessage::parse(frame);
    let Ok(message) = parsed else { return };
    assert_eq!(scanned, Ok(()), "parsed what the scanner refuses");
    let again = serde_json::to_string(&message).expect("messages are plain data");
    assert_eq!(ClientMessage::parse(&again).as_ref(), Ok(&message), "{again}");
    if let ClientMessage::Command { id, command, .. } = message {
        command_of_each_game(id, &command);
    }
}

fn command_of_each_game(id: Uuid, command: &Value) {
    for live in BEGUN.iter() {
        for seat in 0..2 {
            let admitted = live
                .offers(Seat(seat))
                .iter()
                .any(|offer| protocol::offer::admits(&offer.command, command));
            let input = Input::Command { seat, id, command: command.clone() };
            let Ok(prepared) = live.prepare(0, input) else { continue };
            assert!(admitted, "accepted without an offer: {command}");
            assert_eq!(canonical::check(prepared.bytes()).ok(), Some(()));
            let entry: Entry = serde_json::from_str(prepared.bytes()).expect("an entry");
            assert_eq!((entry.seq, entry.at), (1, 0));
        }
    }
}

/// Checks that canonical JSON has one text for one value.
///
/// # Panics
/// If a promise broke.
pub fn canonical(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let checked = canonical::check(text);
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        assert!(checked.is_err(), "not even JSON");
        return;
    };
    let Ok(written) = canonical::to_string(&value) else {
        assert!(checked.is_err(), "a value without a canonical form");
        return;
    };
    assert_eq!(checked.is_ok(), written == text, "{written}");
    let back: Value = serde_json::from_str(&written).expect("canonical JSON is JSON");
    assert_eq!(back, value, "{written}");
    assert_eq!(canonical::to_string(&back).as_deref(), Ok(written.as_str()));
    // Strict readers take it, but for its depth, where it is deeper than a message may be.
    let deep = scan::check(&written).err().map(|error| error.fault);
    assert!(deep.is_none() || deep == Some(ScanFault::TooDeep), "{deep:?} in {written}");
    assert!(deep.is_none() || depth(&value) > MAX_DEPTH);
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(all) => 1 + all.iter().map(depth).max().unwrap_or_default(),
        Value::Object(all) => 1 + all.values().map(depth).max().unwrap_or_default(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}
