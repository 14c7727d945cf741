//! Records that are sound and records that were tampered with, given to this crate and to the other
//! programs that check them: all must name the same first fault at the same location.

mod kept;
mod programs;
mod sample;
mod touched;

use fairness::verify::{Fact, Kept, RecordRefusal, read, verify};
use sample::{file_of, record, typed};
use serde_json::{Value, json};

fn verified(record: &Value) -> Result<(), RecordRefusal> {
    verify(&read(record.to_string().as_bytes())?, &Kept::default()).map(drop)
}

#[test]
fn a_record_that_holds_is_reported() {
    let report = verify(&typed(&record()), &sample::kept()).expect("a sound record");
    assert_eq!(
        report.to_string(),
        "game/7 in room abababab-abab-abab-abab-abababababab\n\
         seats with entropy: 0 Zoë \u{fffd}\u{fffd}\n\
         attempts: 2; attempt 0 was void without seat 1\n\
         result: won by 1 Bo; scores -3, 4; abandoned\n\
         checked: 2 commitments of the server, 3 of seats\n\
         checked: the results of 9 draws\n\
         checked: the log of 7 entries up to its head\n\
         checked: 3 heads and 15 facts of the deal that a client kept\n\
         not checked: that the rules asked for exactly these draws and give this result: \
         run entente-server verify\n\
         not checked: that whoever ran the server did not look at hands or at draws to come\n"
    );
    let alone = verify(&typed(&record()), &Kept::default()).expect("a sound record").to_string();
    assert!(alone.contains("not checked: that this is the match as it was played"), "{alone}");
}

#[test]
fn form_is_not_content() {
    // Spaces, order of keys and escapes are nobody's business: the values are hashed.
    let pretty =
        serde_json::to_string_pretty(&record()).expect("a sound record").replace("Bo", "\\u0042o");
    assert_eq!(read(pretty.as_bytes()).expect("a sound record"), typed(&record()));
}

#[test]
fn every_touch_is_found_at_its_place() {
    for case in touched::all() {
        let refusal = verified(&case.record).expect_err(&case.name);
        let found = (refusal.pointer.as_str(), refusal.fault.word());
        assert_eq!(found, (case.pointer.as_str(), case.word), "{}: {refusal}", case.name);
    }
}

#[test]
fn as_many_seats_as_one_byte_counts_are_gone_through() {
    let mut record = record();
    for place in ["/header/seats", "/voided/0/seats"] {
        let seats =
            record.pointer_mut(place).and_then(Value::as_array_mut).expect("a sound record");
        let other = if place == "/header/seats" { json!({"name": "Cy"}) } else { json!({}) };
        seats.resize(255, other);
    }
    // All is well with them, but the log is that of two seats.
    assert_eq!(verified(&record).expect_err("another head").fault.word(), "head");
}

#[test]
fn what_a_client_kept_must_be_there() {
    for (kept, pointer, word) in kept::all() {
        let refusal = verify(&typed(&record()), &kept).expect_err(&word);
        assert_eq!(
            (refusal.pointer.as_str(), refusal.fault.word()),
            (&*pointer, &*word),
            "{kept:?}"
        );
        assert_eq!(Kept::read(&file_of(&kept)), Ok(kept));
    }
    // Entropy that never left its client is no contradiction, and a record does not say what was
    // required.
    for fact in [Fact::Entropy(1, 1, [9; 32]), Fact::Required(true)] {
        let mut kept = sample::kept();
        kept.facts.push(fact);
        verify(&typed(&record()), &kept).expect("a sound record");
    }
}

#[test]
fn a_file_of_before_still_serves_and_says_what_it_lacks() {
    let lacks = "not checked: that no seat was bound late";
    let report = verify(&typed(&record()), &sample::kept()).expect("a sound record").to_string();
    assert!(!report.contains(lacks), "{report}");
    let report = verify(&typed(&record()), &sample::kept_before()).expect("a sound record");
    assert!(report.to_string().contains(lacks), "{report}");
}

#[test]
fn bytes_that_are_no_record_are_refused_without_a_panic() {
    let text = record().to_string();
    for cut in 0..text.len() {
        assert!(read(&text.as_bytes()[..cut]).is_err(), "cut at {cut}");
    }
    let mut bytes = text.into_bytes();
    // Every byte, changed in two ways: refused, or still a record that says the same.
    for index in 0..bytes.len() {
        let own = bytes[index];
        for other in [own ^ 0x01, own ^ 0x80] {
            bytes[index] = other;
            let same = read(&bytes).and_then(|read| verify(&read, &Kept::default()));
            assert!(same.is_err() || out_of_reach(&bytes), "byte {index}: {other}");
        }
        bytes[index] = own;
    }
    assert!(read(&vec![b' '; fairness::verify::MAX_RECORD_BYTES + 1]).is_err());
}

/// Checks whether only parts changed that nothing in a record is bound to: the result and the entry
/// for which a draw was made, which only the rules know, and the commitment of a seat that never
/// revealed, which only its client knows.
fn out_of_reach(bytes: &[u8]) -> bool {
    let same = |mut record: Value| {
        record["result"] = json!({});
        record["voided"][0]["seats"][1]["commitment"] = json!("");
        for draw in record["draws"].as_array_mut().expect("a sound record") {
            draw["seq"] = json!(0);
        }
        record
    };
    same(serde_json::from_slice(bytes).expect("a sound record")) == same(record())
}
