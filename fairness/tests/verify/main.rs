//! Records that hold and records that were touched, before this crate and before the other programs
//! that check them: all must name the same first fault at the same place.

mod programs;
mod sample;
mod touched;

use fairness::verify::{Kept, Refusal, read, verify};
use sample::{kept, record, typed};
use serde_json::{Value, json};

fn verified(record: &Value) -> Result<(), Refusal> {
    verify(&read(record.to_string().as_bytes())?, &Kept::default()).map(drop)
}

#[test]
fn a_record_that_holds_is_reported() {
    let report = verify(&typed(&record()), &kept()).expect("a sound record");
    assert_eq!(
        report.to_string(),
        "game/7 in room abababab-abab-abab-abab-abababababab\n\
         seats with entropy: 0 Zoë \u{fffd}\u{fffd}\n\
         attempts: 2; attempt 0 was void without seat 1\n\
         result: won by 1 Bo; scores -3, 4; abandoned\n\
         checked: 2 commitments of the server, 3 of seats\n\
         checked: the results of 9 draws\n\
         checked: the log of 7 entries up to its head\n\
         checked: 3 heads and 6 facts of the deal that a client kept\n\
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
        let found = (refusal.place.as_str(), refusal.fault.word());
        assert_eq!(found, (case.place.as_str(), case.word), "{}: {refusal}", case.name);
    }
}

#[test]
fn what_a_client_kept_must_be_there() {
    let refused = |kept: Kept| {
        let refusal = verify(&typed(&record()), &kept).unwrap_err();
        (refusal.place, refusal.fault.word())
    };
    let other = [9; 32];
    let heads = |seq| Kept { heads: vec![(seq, other)], ..kept() };
    // An entry that a client saw and the record does not have.
    for seq in [0, 3, 7, 8, u64::MAX] {
        assert_eq!(refused(heads(seq)), ("/entries".to_owned(), "kept_head"));
    }
    for (attempt, place) in [(0, "/voided/0"), (1, "/header"), (2, "/voided/2")] {
        let commitments = vec![(attempt, other)];
        let fault = refused(Kept { commitments, ..kept() });
        assert_eq!(fault, (place.to_owned(), "kept_server"));
        let fault = refused(Kept { voided: vec![(attempt, other)], ..kept() });
        assert_eq!(fault, (place.to_owned(), "kept_server"));
        for seat in [0, 1, 2] {
            let seats = vec![(attempt, seat, other)];
            let fault = refused(Kept { seats, ..kept() });
            assert_eq!(fault, (place.to_owned(), "kept_seat"));
        }
    }
    for (attempt, place) in [(0, "/voided/0"), (1, "/header")] {
        let fault = refused(Kept { entropy: vec![(attempt, 0, other)], ..kept() });
        assert_eq!(fault, (place.to_owned(), "kept_seat"));
    }
    // Entropy that never left its client is no contradiction.
    let unused = Kept { entropy: vec![(1, 1, other)], ..kept() };
    verify(&typed(&record()), &unused).expect("a sound record");
    let file = Kept::read(&sample::kept_file()).expect("a sound record");
    assert_eq!(file, kept());
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

/// What nothing in a record is bound to: the result and the entry for which a draw was made, which
/// only the rules know, and the commitment of a seat that never revealed, which only its client knows.
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
