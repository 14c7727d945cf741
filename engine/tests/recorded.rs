//! Recorded matches: a log is replayed to the same result forever.
//!
//! `tests/fixtures/<game>/*.jsonl` hold the logs of whole matches, with the component data they
//! were played with; at least one for each way in which a game can end. A change that breaks one of
//! them needs another rules version. `cargo run --release -p bench -- record` adds what is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use engine::catalogue::Catalogue;
use engine::matches::{Beginning, ReplayError};
use engine::{GameEntry, Match, REGISTRY};
use fairness::hex;
use fairness::record::Header;
use fairness::vd1::SeatEntropy;
use protocol::Outcome;
use serde_json::Value;
use uuid::Uuid;

struct Recorded {
    place: PathBuf,
    entry: &'static GameEntry,
    catalogue: Catalogue,
    beginning: Beginning,
    outcome: Outcome,
    head: String,
    rows: Vec<String>,
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").join("tests/fixtures")
}

/// Reads the recorded matches of a game.
fn of(entry: &'static GameEntry) -> Vec<Recorded> {
    let folder = fixtures().join(entry.id);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|_| panic!("{}", folder.display()));
    let mut places: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    places.retain(|place| place.extension().is_some_and(|ending| ending == "jsonl"));
    places.sort();
    places.into_iter().map(|place| read(entry, &folder, place)).collect()
}

fn read(entry: &'static GameEntry, folder: &Path, place: PathBuf) -> Recorded {
    let text = std::fs::read_to_string(&place).expect("text");
    let (first, rows) = text.split_once('\n').expect("lines");
    let first: Value = serde_json::from_str(first).expect("JSON");
    let rows: Vec<String> = rows.lines().map(str::to_owned).collect();
    let header: Header = serde_json::from_str(&rows[0]).expect("a header");
    assert_eq!(header.rules, entry.rules(), "{}", place.display());
    let data = folder.join(format!("catalogue-{}.json", header.data));
    let data = std::fs::read_to_string(data).expect("the component data of the match");
    let seat = |name: &String| (name.clone(), SeatEntropy::default());
    Recorded {
        entry,
        catalogue: Catalogue::from_canonical(entry, &data).expect("valid data"),
        beginning: Beginning {
            room: Uuid::parse_str(&header.room).expect("a room"),
            attempt: header.attempt,
            secret: bytes(first["secret"].as_str().expect("a secret")),
            commitment: bytes(&header.commitment),
            options: header.options.as_object().cloned().expect("options"),
            seats: header.seats.iter().map(|one| seat(&one.name)).collect(),
            bots: BTreeMap::new(),
            fork: None,
        },
        outcome: serde_json::from_value(first["outcome"].clone()).expect("an outcome"),
        head: first["head"].as_str().expect("a head").to_owned(),
        rows,
        place,
    }
}

fn bytes(text: &str) -> [u8; 32] {
    hex::decode_32(text).expect("32 bytes in hex")
}

fn replay<'a>(
    recorded: &Recorded,
    rows: impl IntoIterator<Item = &'a str>,
) -> Result<Match, ReplayError> {
    Match::replay(recorded.entry, &recorded.catalogue, &recorded.beginning, rows, |_| {})
}

#[test]
fn every_recorded_match_comes_to_its_result_again() {
    for recorded in REGISTRY.iter().flat_map(of) {
        let at = recorded.place.display();
        let replayed = replay(&recorded, recorded.rows.iter().map(String::as_str));
        let replayed = replayed.unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(replayed.outcome(), Some(recorded.outcome), "{at}");
        assert_eq!(hex::encode(&replayed.head()), recorded.head, "{at}");
    }
}

#[test]
fn a_match_without_its_last_move_is_not_over() {
    for recorded in REGISTRY.iter().flat_map(of) {
        let rows = &recorded.rows[..recorded.rows.len() - 1];
        let replayed = replay(&recorded, rows.iter().map(String::as_str)).expect("a shorter log");
        assert_eq!(replayed.outcome(), None, "{}", recorded.place.display());
    }
}

#[test]
fn every_way_in_which_a_game_ends_is_recorded() {
    let schema = protocol::schema::document();
    for entry in REGISTRY {
        let recorded: BTreeSet<String> =
            of(entry).into_iter().map(|recorded| recorded.outcome.reason).collect();
        let prefix: String = entry.id.split('-').map(capitalised).collect();
        let reasons = schema["$defs"][format!("Known{prefix}EndReason")]["oneOf"].as_array();
        let reasons = reasons.unwrap_or_else(|| panic!("{} has an EndReason", entry.id));
        let known: BTreeSet<String> = reasons
            .iter()
            .map(|reason| reason["const"].as_str().expect("a reason").to_owned())
            .collect();
        assert_eq!(recorded, known, "{}", entry.id);
    }
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

#[test]
fn the_recorded_data_are_those_of_some_match() {
    for entry in REGISTRY {
        let mut used: BTreeMap<String, usize> = BTreeMap::new();
        for recorded in of(entry) {
            let data = format!("catalogue-{}.json", hex::encode(&recorded.catalogue.digest()));
            *used.entry(data).or_default() += 1;
        }
        let files = std::fs::read_dir(fixtures().join(entry.id)).expect("a folder");
        for file in files {
            let name = file.expect("a file").file_name().into_string().expect("a name");
            let stale = name.starts_with("catalogue-") && !used.contains_key(&name);
            assert!(!stale, "{name} belongs to no recorded match");
        }
    }
}
