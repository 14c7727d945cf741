//! A sound record with every feature that one can have: an attempt given up, a seat without
//! entropy, an undo after which draws are repeated.

use fairness::chain::Chain;
use fairness::record::Record;
use fairness::vd1::{MatchKey, SeatEntropy, seat_commitment, server_commitment};
use fairness::verify::{Contradiction, Fact, Kept, read};
use fairness::{Hash, canonical, hex};
use serde_json::{Value, json};

const ROOM: [u8; 16] = [0xab; 16];
const RULES: &str = "game/7";
const SECRETS: [[u8; 32]; 2] = [[3; 32], [4; 32]];
const ENTROPY: [u8; 32] = [5; 32];

fn commitment(attempt: u32) -> Hash {
    server_commitment(&ROOM, RULES, attempt, &SECRETS[attempt as usize])
}

fn bound(attempt: u32, seat: u8) -> Hash {
    seat_commitment(&ROOM, attempt, seat, &ENTROPY)
}

fn key() -> MatchKey {
    let brought = SeatEntropy { commitment: Some(bound(1, 0)), entropy: Some(ENTROPY) };
    MatchKey::derive(&SECRETS[1], &commitment(1), &[brought, SeatEntropy::default()])
}

fn entries() -> Vec<Value> {
    let act = |seq: u64, at: u64| {
        json!({"at": at, "seq": seq, "input": {
            "type": "command", "seat": 0, "id": format!("id-{seq}"), "command": {"n": -1, "b": []},
        }})
    };
    let undo = |seq: u64, to: u64| json!({"at": 40, "seq": seq, "input": {"type": "undo", "seat": 1, "id": "u", "to": to}});
    vec![
        act(1, 0),
        act(2, 30),
        undo(3, 1),
        act(4, 40),
        undo(5, 0),
        act(6, 50),
        json!({"at": 60, "seq": 7, "input": {"type": "abandon"}}),
    ]
}

fn shuffle(seq: u64, k: u64) -> Value {
    let label = format!("deck/red/{k}");
    let mut result: Vec<u64> = (0..5).collect();
    key().stream(&label).shuffle(&mut result);
    json!({"seq": seq, "label": label, "kind": "shuffle", "n": 5, "result": result})
}

/// Makes the `nth` draw of a die whose bound causes many words to be rejected.
fn die(seq: u64, nth: usize) -> Value {
    let (mut stream, m) = (key().stream("die/test"), (1 << 52) + 1);
    let result = (0..=nth).map(|_| stream.below(m)).last();
    json!({"seq": seq, "label": "die/test", "kind": "below", "m": m, "result": result})
}

/// Returns the record as JSON.
pub(crate) fn record() -> Value {
    let mut record = json!({
        "scheme": "vd1",
        "header": {
            "v": 1, "scheme": "vd1", "rules": RULES, "game": "game", "attempt": 1,
            "room": "abababab-abab-abab-abab-abababababab",
            "commitment": hex::encode(&commitment(1)), "data": "0".repeat(64),
            "options": {"clock": 90},
            "seats": [
                {"name": "Zoë \u{202e}\u{7}", "entropy": hex::encode(&ENTROPY),
                 "commitment": hex::encode(&bound(1, 0))},
                {"name": "Bo"},
            ],
        },
        "server_secret": hex::encode(&SECRETS[1]),
        "voided": [{
            "attempt": 0, "commitment": hex::encode(&commitment(0)),
            "server_secret": hex::encode(&SECRETS[0]),
            "seats": [
                {"commitment": hex::encode(&bound(0, 0)), "entropy": hex::encode(&ENTROPY)},
                {"commitment": "77".repeat(32)},
            ],
            "missing": [1],
        }],
        "entries": entries(),
        "draws": [
            shuffle(0, 0), die(0, 0), die(1, 1), shuffle(2, 1), die(2, 2),
            // After the undo to 1.
            shuffle(4, 1), die(4, 2), die(4, 3),
            // After the undo to 0.
            die(6, 1),
        ],
        "head": "",
        "result": {"winners": [1], "scores": [-3, 4], "reason": "abandoned"},
    });
    record["head"] = json!(hex::encode(heads(&record).last().expect("a sound record")));
    record
}

/// Returns all heads of a record, as its own key gives them.
pub(crate) fn heads(record: &Value) -> Vec<Hash> {
    let header = canonical::to_string(&record["header"]).expect("a sound record");
    let (salts, mut chain) = (key().salts(), Chain::begin(header.as_bytes()));
    let mut heads = vec![chain.head()];
    for entry in record["entries"].as_array().expect("a sound record") {
        chain =
            chain.append(&salts, canonical::to_string(entry).expect("a sound record").as_bytes());
        heads.push(chain.head());
    }
    heads
}

/// Returns the notes that a client of seat 0 kept.
pub(crate) fn kept() -> Kept {
    let options = canonical::digest(&record()["header"]["options"]).expect("a sound record");
    let mut kept = kept_before();
    kept.facts.extend([
        Fact::Required(false),
        Fact::Data([0; 32]),
        Fact::Options(options),
        Fact::Sealed(0, 2),
        Fact::Seat(0, 1, Some([0x77; 32])),
        Fact::Entropy(0, 0, ENTROPY),
        Fact::Sealed(1, 2),
        Fact::Seat(1, 1, None),
        Fact::Dealt(1),
    ]);
    kept
}

/// Returns notes of an older client, which wrote down what a seat brought but not that one brings
/// nothing.
pub(crate) fn kept_before() -> Kept {
    let heads = heads(&record());
    Kept {
        heads: vec![(0, heads[0]), (4, heads[4]), (7, heads[7])],
        facts: vec![
            Fact::Commitment(0, commitment(0)),
            Fact::Commitment(1, commitment(1)),
            Fact::Void(0, SECRETS[0]),
            Fact::Seat(0, 0, Some(bound(0, 0))),
            Fact::Seat(1, 0, Some(bound(1, 0))),
            Fact::Entropy(1, 0, ENTROPY),
        ],
        contradictions: Vec::new(),
    }
}

/// Returns the notes as the file that `entente` writes.
pub(crate) fn file_of(kept: &Kept) -> String {
    let mut lines = vec!["# a note".to_owned(), format!("9 {}", "0".repeat(64))];
    lines.push("# rolled back to 8".to_owned());
    lines.extend(kept.heads.iter().map(|(seq, head)| format!("{seq} {}", hex::encode(head))));
    lines.extend(kept.facts.iter().map(|fact| format!("# {fact}")));
    let how = |(attempt, how): &(u32, Contradiction)| format!("# {}", how.line(*attempt));
    lines.extend(kept.contradictions.iter().map(how));
    lines.join("\n")
}

/// Returns the record as its type.
pub(crate) fn typed(record: &Value) -> Record {
    read(record.to_string().as_bytes()).expect("a sound record")
}
