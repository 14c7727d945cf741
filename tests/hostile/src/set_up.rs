//! Targets for what a match is set up with: the options of a room, and edited component data.
//!
//! What is accepted must also play: a set-up and the first steps of a match follow.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use engine::catalogue::Catalogue;
use engine::{GameEntry, Input, Match, REGISTRY, Seat};
use fairness::canonical;
use laws::{Rng, wire_match};
use protocol::offer;
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::choices::Choices;
use crate::edit::edit;

/// The number of steps of a match that are tried with options or data that were accepted.
const STEPS: u64 = 24;

/// The most edits of one file.
const MOST_EDITS: u64 = 4;

struct Shipped {
    entry: &'static GameEntry,
    data: Catalogue,
    files: Value,
}

static SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(|| {
    let shipped = |entry: &'static GameEntry| {
        let data = entry.catalogue(&BTreeMap::new()).expect("shipped data");
        let files = serde_json::from_str(data.canonical()).expect("canonical JSON");
        Shipped { entry, data, files }
    };
    REGISTRY.iter().map(shipped).collect()
});

/// Reads a room's options, as JSON: what is accepted is complete, means the same again, and plays.
///
/// # Panics
/// If a promise broke.
pub fn options(bytes: &[u8]) {
    let Ok(given) = serde_json::from_slice::<Map<String, Value>>(bytes) else { return };
    for Shipped { entry, data, .. } in SHIPPED.iter() {
        let Ok(resolved) = entry.resolve_options(&given) else { continue };
        assert_eq!(entry.resolve_options(&resolved).as_ref(), Ok(&resolved));
        assert!(given.keys().all(|key| resolved.contains_key(key)), "an option got lost");
        let seats = entry.seats(&resolved).expect("resolved options");
        let range = entry.info().seats;
        assert!((range.min..=range.max).contains(&seats), "{seats} seats");
        let text = canonical::to_string(&Value::Object(resolved.clone()));
        assert!(text.is_ok(), "options are part of the header: {text:?}");
        plays(entry, data, &resolved);
    }
}

/// Reads component data as an owner edits them: a text instead of a file, or damage to the shipped
/// values. What is accepted has a digest of its own, comes back from its bytes, and plays.
///
/// # Panics
/// If a promise broke.
pub fn catalogue(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let Some(Shipped { entry, files, .. }) = choices.of(&SHIPPED) else { return };
    let read = if choices.below(4) == 0 {
        let Some((file, _)) = choices.of(entry.files()) else { return };
        let text = String::from_utf8_lossy(choices.rest()).into_owned();
        entry.catalogue(&BTreeMap::from([((*file).to_owned(), text)]))
    } else {
        let mut edited = files.clone();
        for _ in 0..=choices.below(MOST_EDITS) {
            edit(&mut edited, &mut choices);
        }
        Catalogue::from_canonical(entry, &edited.to_string())
    };
    match read {
        Ok(data) => {
            let again = Catalogue::from_canonical(entry, data.canonical()).expect("its own bytes");
            assert_eq!(again.digest(), data.digest());
            plays(entry, &data, &entry.resolve_options(&Map::new()).expect("defaults"));
        }
        Err(fault) => assert!(!fault.reason.is_empty() && !fault.row.is_empty(), "{fault}"),
    }
}

/// Begins a match with these options and data, and goes on for some steps.
fn plays(entry: &GameEntry, data: &Catalogue, options: &Map<String, Value>) {
    let mut rng = Rng::new(1);
    let given = Value::Object(options.clone());
    let beginning = wire_match::beginning(entry, &given, &mut rng);
    let mut live = Match::begin(entry, data, &beginning).expect("a set-up").live;
    for step in 0..STEPS {
        if live.outcome().is_some() {
            return;
        }
        let input = live.awaiting().iter().find_map(|seat| {
            let offers = live.offers(seat);
            let strict = offers.iter().find(|offer| !offer.loose)?;
            let command = offer::fill(&strict.command, &mut |n| rng.below(n));
            Some(Input::Command { seat: seat.0, id: Uuid::from_u128(u128::from(step)), command })
        });
        // Of four steps, one lets the clock run; what is due now comes before any command.
        let due = live
            .next_deadline()
            .filter(|due| step % 4 == 3 || input.is_none() || *due <= live.at());
        let (at, input) = match (due, input) {
            (Some(due), _) => (due, Input::Deadline {}),
            (None, Some(input)) => (live.at(), input),
            (None, None) => panic!("nobody is awaited, and nothing falls due"),
        };
        let prepared = live.prepare(at, input).expect("what is offered is accepted");
        live.commit(prepared);
        live.public();
        live.private(Seat(0));
    }
}
