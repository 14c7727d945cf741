//! Targets for what comes back from a disk or from a friend: log rows and records.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use engine::catalogue::Catalogue;
use engine::matches::Beginning;
use engine::{Entry, GameEntry, Match, REGISTRY};
use fairness::record::Header;
use fairness::verify::{self, Kept};
use fairness::{canonical, hex};
use laws::{Rng, wire_match};
use serde_json::{Map, Value};

struct Begun {
    entry: &'static GameEntry,
    data: Catalogue,
    beginning: Beginning,
    header: String,
}

/// The beginning of one match of each game.
static BEGUN: LazyLock<Vec<Begun>> = LazyLock::new(|| {
    let begin = |entry: &'static GameEntry| {
        let data = entry.catalogue(&BTreeMap::new()).expect("shipped data");
        let options = Value::Object(Map::new());
        let beginning = wire_match::beginning(entry, &options, &mut Rng::new(1));
        let header = Match::begin(entry, &data, &beginning).expect("set up").header;
        Begun { entry, data, beginning, header }
    };
    REGISTRY.iter().map(begin).collect()
});

/// Reads rows of a stored log, one a line: what decodes has one canonical form, and what replays
/// was stored in it.
///
/// # Panics
/// If a promise broke.
pub fn entry(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let rows: Vec<&str> = text.lines().collect();
    let mut readable = true;
    for row in &rows {
        let Ok(entry) = serde_json::from_str::<Entry>(row) else {
            readable = false;
            continue;
        };
        let Ok(written) = canonical::serialize(&entry) else { continue };
        assert_eq!(canonical::check(&written).ok(), Some(()));
        let back: Entry = serde_json::from_str(&written).expect("an entry");
        assert_eq!(back, entry, "{written}");
    }
    if rows.is_empty() || !readable {
        return;
    }
    for Begun { entry, data, beginning, header } in BEGUN.iter() {
        let stored = [header.as_str()].into_iter().chain(rows.iter().copied());
        let Ok(replayed) = Match::replay(entry, data, beginning, stored, |_| {}) else { continue };
        assert_eq!(replayed.seq(), rows.len() as u64);
        for row in &rows {
            assert_eq!(canonical::check(row).ok(), Some(()), "{row}");
        }
    }
}

/// Verifies a match's record, as anybody may be handed one, with what a client kept of a match:
/// what is read has one form, and verification comes to a verdict that gives its reason.
///
/// # Panics
/// If a promise broke.
pub fn record(bytes: &[u8]) {
    let lines = std::str::from_utf8(bytes).map(Kept::read);
    let kept = lines.unwrap_or(Err(0)).unwrap_or_default();
    let Ok(record) = verify::read(bytes) else { return };
    for kept in [kept, Kept::default()] {
        match verify::verify(&record, &kept) {
            Ok(report) => assert!(!report.to_string().is_empty()),
            Err(refusal) => assert!(!refusal.fault.word().is_empty(), "{refusal}"),
        }
    }
    if let Ok(written) = canonical::serialize(&record) {
        let back = verify::read(written.as_bytes());
        assert_eq!(back.as_ref().ok(), Some(&record), "{written}");
    }
    if let Ok(header) = record.header.to_canonical() {
        let back: Header = serde_json::from_str(&header).expect("a header");
        assert_eq!(back, record.header, "{header}");
    }
    if let Some(head) = hex::decode_32(&record.head) {
        assert_eq!(hex::encode(&head), record.head, "one spelling of a hash");
    }
}
