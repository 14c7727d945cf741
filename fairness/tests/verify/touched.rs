//! Records with one change each, and the fault that must be named for it.

use fairness::hex;
use serde_json::{Value, json};

use crate::sample::{heads, record};

/// A changed record.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) record: Value,
    pub(crate) pointer: String,
    pub(crate) word: &'static str,
}

/// Lists all cases.
pub(crate) fn all() -> Vec<Case> {
    let mut all: Vec<Case> =
        [forms(), deal(), voided(), log(), draws()].into_iter().flatten().collect();
    // A forger who has all secrets gives the log a head that fits.
    for case in &mut all {
        if case.name.ends_with("new head") {
            case.record["head"] =
                json!(hex::encode(heads(&case.record).last().expect("a sound record")));
        }
    }
    for case in &all {
        assert_ne!(case.record, record(), "{} touches nothing", case.name);
    }
    all
}

/// Replaces the value at `at`.
fn set(at: &str, value: Value, pointer: &str, word: &'static str) -> Case {
    let mut record = record();
    let name = format!("{at} = {value}");
    *record.pointer_mut(at).expect(at) = value;
    Case { name, record, pointer: pointer.to_owned(), word }
}

/// Adds a field to the object `at`.
fn more(at: &str, pointer: &str, word: &'static str) -> Case {
    let mut record = record();
    record.pointer_mut(at).and_then(Value::as_object_mut).expect(at).insert("x".into(), json!(1));
    Case { name: format!("{at} with x"), record, pointer: pointer.to_owned(), word }
}

/// Removes the field or the item `at`.
fn without(at: &str, pointer: &str, word: &'static str) -> Case {
    let mut record = record();
    let (parent, last) = at.rsplit_once('/').expect("a pointer");
    match record.pointer_mut(parent).expect(at) {
        Value::Array(items) => drop(items.remove(last.parse().expect("an index"))),
        Value::Object(fields) => drop(fields.remove(last).expect(at)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            panic!("{at} is in no container")
        }
    }
    Case { name: format!("no {at}"), record, pointer: pointer.to_owned(), word }
}

/// Exchanges the items `first` and `second` of the array `at`.
fn swapped(at: &str, first: usize, second: usize, pointer: &str, word: &'static str) -> Case {
    let mut record = record();
    record.pointer_mut(at).and_then(Value::as_array_mut).expect(at).swap(first, second);
    Case { name: format!("{at} swapped"), record, pointer: pointer.to_owned(), word }
}

/// Repeats the item `index` of the array `at`.
fn doubled(at: &str, index: usize, pointer: &str, word: &'static str) -> Case {
    let mut record = record();
    let items = record.pointer_mut(at).and_then(Value::as_array_mut).expect(at);
    items.insert(index, items[index].clone());
    Case { name: format!("{at}/{index} twice"), record, pointer: pointer.to_owned(), word }
}

fn new_head(case: Case) -> Case {
    Case { name: case.name + ", new head", ..case }
}

fn forms() -> Vec<Case> {
    let record = record();
    let mut cases = Vec::new();
    for field in record.as_object().expect("an object").keys() {
        cases.push(without(&format!("/{field}"), "", "form"));
    }
    for field in record["header"].as_object().expect("an object").keys() {
        cases.push(without(&format!("/header/{field}"), "/header", "form"));
        cases.push(set(&format!("/header/{field}"), Value::Null, "", "json"));
    }
    for field in ["seq", "label", "kind", "n", "result"] {
        cases.push(without(&format!("/draws/0/{field}"), "/draws/0", "form"));
    }
    for field in ["attempt", "commitment", "server_secret", "seats", "missing"] {
        cases.push(without(&format!("/voided/0/{field}"), "/voided/0", "form"));
    }
    cases.extend([
        more("", "", "form"),
        more("/header", "/header", "form"),
        more("/header/seats/1", "/header", "form"),
        more("/voided/0", "/voided/0", "form"),
        more("/voided/0/seats/0", "/voided/0", "form"),
        more("/draws/0", "/draws/0", "form"),
        more("/draws/1", "/draws/1", "form"),
        more("/result", "/result", "result"),
        set("/voided", json!({}), "/voided", "form"),
        set("/draws/1/seq", json!(-1), "/draws/1", "form"),
        set("/draws/1/m", json!(6.0), "", "json"),
        set("/draws/1/m", json!(1u64 << 53), "", "json"),
        set("/draws/1/kind", json!("roll"), "/draws/1", "form"),
        set("/draws/1", json!(["below", 0, "die/test", 6, 1]), "/draws/1", "form"),
        set("/header/attempt", json!(1u64 << 32), "/header", "form"),
        set("/header/seats/1", json!(["Bo"]), "/header", "form"),
        set("/header/options", json!([]), "/header/options", "form"),
        set("/voided/0/missing", json!([256]), "/voided/0", "form"),
        set("/result", json!([[1], [0, 0], "abandoned"]), "/result", "result"),
        set("/result/winners", json!([2]), "/result", "result"),
        set("/result/reason", json!(1), "/result", "result"),
    ]);
    cases
}

fn deal() -> Vec<Case> {
    let other = json!("9".repeat(64));
    let room = |text: &str| set("/header/room", json!(text), "/header/room", "room");
    let upper = record()["server_secret"].as_str().expect("text").replace('4', "A");
    vec![
        set("/scheme", json!("vd2"), "/scheme", "scheme"),
        set("/header/scheme", json!("vd2"), "/header/scheme", "scheme"),
        set("/header/v", json!(2), "/header/v", "scheme"),
        set("/header/game", json!("gam"), "/header/rules", "rules"),
        set("/header/rules", json!("game/"), "/header/rules", "rules"),
        set("/header/rules", json!("game/7\n"), "/header/rules", "rules"),
        // C names the rules, the room and the attempt.
        set("/header/rules", json!("game/8"), "/voided/0/commitment", "server_commitment"),
        room("ABABABAB-abab-abab-abab-abababababab"),
        room("abababababab-abab-abab-ababab-ababab"),
        room("abababab-abab-abab-abab-ababababab"),
        room("{abababab-abab-abab-abab-ababababab}"),
        set(
            "/header/room",
            json!("abababab-abab-abab-abab-ababababab00"),
            "/voided/0/commitment",
            "server_commitment",
        ),
        set("/header/data", json!("0"), "/header/data", "hex"),
        set("/header/data", other.clone(), "/head", "head"),
        set("/header/attempt", json!(0), "/header/attempt", "attempts"),
        set("/header/attempt", json!(2), "/header/attempt", "attempts"),
        set("/header/commitment", other.clone(), "/header/commitment", "server_commitment"),
        set("/header/options/clock", json!(91), "/head", "head"),
        set("/server_secret", other.clone(), "/header/commitment", "server_commitment"),
        set("/server_secret", json!(upper), "/server_secret", "hex"),
        set("/header/seats", json!([]), "/header/seats", "seats"),
        set("/header/seats", json!(vec![json!({"name": ""}); 256]), "/header/seats", "seats"),
        set("/header/seats/0/name", json!("Zoe"), "/head", "head"),
        set(
            "/header/seats/0/commitment",
            other.clone(),
            "/header/seats/0/commitment",
            "seat_commitment",
        ),
        set("/header/seats/0/entropy", other, "/header/seats/0/commitment", "seat_commitment"),
        set("/header/seats/0/entropy", json!(""), "/header/seats/0/entropy", "hex"),
        without("/header/seats/0/entropy", "/header/seats/0", "seat_parts"),
        without("/header/seats/0/commitment", "/header/seats/0", "seat_parts"),
        swapped("/header/seats", 0, 1, "/header/seats/1/commitment", "seat_commitment"),
        doubled("/header/seats", 1, "/voided/0/seats", "seats"),
        without("/header/seats/1", "/voided/0/seats", "seats"),
    ]
}

fn voided() -> Vec<Case> {
    let other = json!("9".repeat(64));
    let (commitment, missing) = ("/voided/0/commitment", "/voided/0/missing");
    let seat = "/voided/0/seats/0/commitment";
    let mut reused = set("/header/attempt", json!(2), "/header/attempt", "attempts");
    reused.record["voided"] = json!(vec![record()["voided"][0].clone(); 3]);
    reused.record["header"]["attempt"] = json!(3);
    vec![
        reused,
        without("/voided/0", "/header/attempt", "attempts"),
        doubled("/voided", 0, "/header/attempt", "attempts"),
        set("/voided/0/attempt", json!(1), "/voided/0/attempt", "attempts"),
        set(commitment, other.clone(), commitment, "server_commitment"),
        set("/voided/0/server_secret", other.clone(), commitment, "server_commitment"),
        set("/voided/0/server_secret", json!("xy"), "/voided/0/server_secret", "hex"),
        set(seat, other.clone(), seat, "seat_commitment"),
        set("/voided/0/seats/0/entropy", other, seat, "seat_commitment"),
        set("/voided/0/seats/1/commitment", json!("7"), "/voided/0/seats/1/commitment", "hex"),
        set("/voided/0/seats", json!([]), "/voided/0/seats", "seats"),
        doubled("/voided/0/seats", 1, "/voided/0/seats", "seats"),
        without(seat, "/voided/0/seats/0", "seat_parts"),
        without("/voided/0/seats/0/entropy", missing, "missing"),
        without("/voided/0/seats/1/commitment", missing, "missing"),
        set(missing, json!([]), missing, "missing"),
        set(missing, json!([0]), missing, "missing"),
        set(missing, json!([1, 1]), missing, "missing"),
    ]
}

fn log() -> Vec<Case> {
    let (head, entry) = (("/head", "head"), |index: usize| format!("/entries/{index}"));
    let at = |index: usize, field: &str, value: Value| {
        set(&format!("/entries/{index}/{field}"), value, &entry(index), "entry")
    };
    vec![
        set("/head", json!("9".repeat(64)), head.0, head.1),
        set("/head", json!("9"), "/head", "hex"),
        set("/entries/1/at", json!(31), head.0, head.1),
        set("/entries/1/input/command/n", json!(1), head.0, head.1),
        set("/entries/1/input/id", json!("id-3"), head.0, head.1),
        set("/entries/1/input/seat", json!(1), head.0, head.1),
        set("/entries/6/input/type", json!("deadline"), head.0, head.1),
        more("/entries/6/input", head.0, head.1),
        without("/entries/6", head.0, head.1),
        without("/entries/3", "/entries/3", "entry"),
        swapped("/entries", 0, 1, "/entries/0", "entry"),
        doubled("/entries", 3, "/entries/4", "entry"),
        at(1, "seq", json!(3)),
        at(1, "seq", json!("2")),
        at(4, "at", json!(39)),
        at(4, "at", json!(-1)),
        at(1, "input", json!("command")),
        at(1, "input/type", json!("gift")),
        at(1, "input/type", json!(1)),
        at(1, "input/seat", json!(2)),
        at(1, "input/seat", json!("0")),
        at(2, "input/to", json!(3)),
        at(2, "input/to", json!(-1)),
        without("/entries/2/input/to", "/entries/2", "entry"),
        without("/entries/1/at", "/entries/1", "entry"),
        more("/entries/1", "/entries/1", "entry"),
        set("/entries/1", json!([]), "/entries/1", "entry"),
        // Undoing less: the stream runs on, and what was drawn after it is not what comes next.
        new_head(set("/entries/2/input/to", json!(2), "/draws/5/label", "draw_label")),
        new_head(set("/entries/4/input/to", json!(1), "/draws/8/result", "draw_result")),
        new_head(set("/entries/4/input/type", json!("pause"), "/draws/8/result", "draw_result")),
    ]
}

fn draws() -> Vec<Case> {
    let at = |field: &str, value: Value, pointer: &str, word| {
        set(&format!("/draws/{field}"), value, &format!("/draws/{pointer}"), word)
    };
    let streams: Vec<Value> = (0..33)
        .map(|deck| {
            let label = format!("deck/{deck}/0");
            json!({"seq": 0, "label": label, "kind": "shuffle", "n": 1, "result": [0]})
        })
        .collect();
    vec![
        at("0/seq", json!(1), "1/seq", "draw_order"),
        at("8/seq", json!(8), "8/seq", "draw_order"),
        at("8/seq", json!(4), "8/result", "draw_result"),
        // An undo draws nothing.
        at("5/seq", json!(3), "5/seq", "draw_order"),
        at("0/label", json!("deck/red/1"), "0/label", "draw_label"),
        at("0/label", json!("deck/red"), "0/label", "draw_label"),
        at("0/label", json!("deck//0"), "0/label", "draw_label"),
        at("0/label", json!("die/red/0"), "0/label", "draw_label"),
        at("0/label", json!("deck/blue/0"), "0/result", "draw_result"),
        at("1/label", json!("die/"), "1/label", "draw_label"),
        at("1/label", json!("deck/red/0"), "1/label", "draw_label"),
        at("1/label", json!("die/other"), "1/result", "draw_result"),
        at("0/n", json!(4), "0/n", "draw_result"),
        at("0/n", json!((1u64 << 53) - 1), "0/n", "draw_result"),
        at("0/result", json!([0, 1, 2, 3, 4]), "0/result", "draw_result"),
        at("0/result", json!([]), "0/n", "draw_result"),
        at("1/m", json!(0), "1/m", "draw_result"),
        at("1/m", json!(6), "1/result", "draw_result"),
        at("1/result", json!(0), "1/result", "draw_result"),
        without("/draws/0", "/draws/2/label", "draw_label"),
        without("/draws/1", "/draws/1/result", "draw_result"),
        swapped("/draws", 1, 2, "/draws/1/result", "draw_result"),
        swapped("/draws", 6, 7, "/draws/6/result", "draw_result"),
        doubled("/draws", 0, "/draws/1/label", "draw_label"),
        doubled("/draws", 8, "/draws/9/result", "draw_result"),
        set("/draws", json!(streams), "/draws/32/label", "too_many_streams"),
    ]
}
