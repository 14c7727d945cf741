//! A match as text: inputs, events, and what changed in whose view.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use engine::table::WireEvent;
use engine::{Audience, Match, Seat, Viewer};
use laws::wire_match::{Seen, play};
use serde_json::Value;

/// The leaves of a view by their path.
type Leaves = BTreeMap<String, String>;

/// Prints the whole match with this seed.
pub(crate) fn of(game: &str, options: &Value, seed: u64) -> String {
    let mut text = String::new();
    let mut before: BTreeMap<String, Leaves> = BTreeMap::new();
    play(game, options, seed, |seen, _| {
        let Seen::After(live, row, events) = seen else { return };
        let now: BTreeMap<String, Leaves> =
            viewers(live).map(|viewer| (name(viewer), leaves(live, viewer))).collect();
        writeln!(text, "\n# {} {}", live.seq(), input(row)).expect("a string");
        for event in events {
            writeln!(text, "{}: {}", audience(event), text_of(event)).expect("a string");
        }
        let whole = live.seq() == 0 || live.outcome().is_some();
        for (viewer, leaves) in &now {
            let old = before.get(viewer).filter(|_| !whole).cloned().unwrap_or_default();
            changes(&mut text, viewer, &old, leaves);
        }
        offers(&mut text, live);
        before = now;
    });
    text
}

fn viewers(live: &Match) -> impl Iterator<Item = Viewer> {
    let seats = live.table().scores().len() as u8;
    [Viewer::Public].into_iter().chain((0..seats).map(|seat| Viewer::Seat(Seat(seat))))
}

fn name(viewer: Viewer) -> String {
    match viewer {
        Viewer::Public => "public".to_owned(),
        Viewer::Seat(Seat(seat)) => format!("seat {seat}"),
    }
}

/// Prints an input, without the fields that every row has.
fn input(row: &str) -> String {
    let entry: Value = serde_json::from_str(row).expect("a row");
    let Some(input) = entry.get("input") else { return "set-up".to_owned() };
    match input.get("command") {
        Some(command) => format!("{} ms, seat {}: {command}", entry["at"], input["seat"]),
        None => format!("{} ms: {input}", entry["at"]),
    }
}

fn audience(event: &WireEvent) -> String {
    match event.audience {
        Audience::All => "all".to_owned(),
        Audience::Only(Seat(seat)) => format!("only seat {seat}"),
    }
}

fn text_of(event: &WireEvent) -> String {
    let event: Value = serde_json::from_str(event.json.get()).expect("an event");
    format!("{} [{}]", event["text"].as_str().unwrap_or_default(), event["rule"])
}

/// Returns the view of a viewer, flat.
fn leaves(live: &Match, viewer: Viewer) -> Leaves {
    let view = match viewer {
        Viewer::Public => live.public(),
        Viewer::Seat(seat) => live.private(seat),
    };
    let mut leaves = Leaves::new();
    flatten("", &serde_json::from_str(view.get()).expect("a view"), &mut leaves);
    leaves
}

fn flatten(path: &str, value: &Value, leaves: &mut Leaves) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            fields.iter().for_each(|(key, part)| flatten(&format!("{path}/{key}"), part, leaves));
        }
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            let parts = items.iter().enumerate();
            parts.for_each(|(at, part)| flatten(&format!("{path}/{at}"), part, leaves));
        }
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => {
            leaves.insert(path.to_owned(), value.to_string());
        }
    }
}

fn changes(text: &mut String, viewer: &str, old: &Leaves, new: &Leaves) {
    for (path, value) in new {
        if old.get(path) != Some(value) {
            writeln!(text, "  {viewer} {path} = {value}").expect("a string");
        }
    }
    for path in old.keys().filter(|path| !new.contains_key(*path)) {
        writeln!(text, "  {viewer} {path} is gone").expect("a string");
    }
}

/// Prints the offers of each seat, without the templates.
fn offers(text: &mut String, live: &Match) {
    for seat in live.awaiting().iter() {
        let texts: Vec<String> = live.offers(seat).into_iter().map(|offer| offer.text).collect();
        writeln!(text, "  seat {} may: {}", seat.0, texts.join(" | ")).expect("a string");
    }
    if let Some(outcome) = live.outcome() {
        writeln!(text, "  outcome: {}", serde_json::to_string(&outcome).expect("plain data"))
            .expect("a string");
    }
}
