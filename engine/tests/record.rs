//! Records of matches: their contents, and that there are none of unfinished matches.

use std::collections::BTreeMap;

use engine::matches::{Beginning, Input, ReplayError, UNDO_REACH};
use engine::record::{RecordError, VerifyError, record, verify};
use engine::{Entry, Match, REGISTRY, Seat};
use fairness::hex;
use fairness::record::{Draw, Record};
use laws::rng::seeds;
use laws::wire_match::{Played, entry, play};
use protocol::Outcome;
use serde_json::{Value, json};
use uuid::Uuid;

/// Number of matches of each game.
const MATCHES: u64 = 3;
/// Number of entries of a match in which moves are undone: enough for dice to be thrown.
const MOVES: usize = 120;

fn played(game: &str, seed: u64) -> (Beginning, Played) {
    play(game, &json!({}), seed, |_, _| ())
}

fn recorded(game: &str, beginning: &Beginning, rows: &[String]) -> Result<Record, RecordError> {
    let catalogue = entry(game).catalogue(&BTreeMap::new()).expect("shipped data");
    let rows = rows.iter().map(String::as_str);
    record(entry(game), &catalogue, beginning, Vec::new(), rows)
}

#[test]
fn a_record_holds_the_log_and_how_it_ended() {
    for (game, seed) in REGISTRY.iter().flat_map(|game| seeds(MATCHES).map(move |s| (game.id, s))) {
        let (beginning, Played { live, rows, .. }) = played(game, seed);
        let record = recorded(game, &beginning, &rows).expect("a record");
        assert_eq!(record.header.to_canonical().unwrap(), rows[0]);
        let entries = record.entries.iter().map(ToString::to_string);
        assert!(entries.eq(rows[1..].iter().cloned()), "{game} {seed}");
        assert_eq!(record.head, hex::encode(&live.head()));
        assert_eq!(record.result, serde_json::to_value(live.outcome()).unwrap());
        assert_eq!(record.server_secret, hex::encode(&beginning.secret));
        fairness::canonical::serialize(&record).expect("a record is canonical JSON");
    }
}

#[test]
fn a_record_passes_its_verification() {
    for (game, seed) in REGISTRY.iter().flat_map(|game| seeds(MATCHES).map(move |s| (game.id, s))) {
        let (beginning, Played { rows, .. }) = played(game, seed);
        let record = recorded(game, &beginning, &rows).expect("a record");
        // These are longer than an undo reaches: what drops out of its reach is carried out again.
        assert!(rows.len() > UNDO_REACH, "{game} {seed}");
        let catalogue = entry(game).catalogue(&BTreeMap::new()).expect("shipped data");
        verify(&record, &catalogue).unwrap_or_else(|why| panic!("{game} {seed}: {why}"));
        let mut fewer = record.clone();
        fewer.draws.pop();
        let index = fewer.draws.len();
        let refused = verify(&fewer, &catalogue);
        assert!(matches!(refused, Err(VerifyError::Draw { index: at, .. }) if at == index));
    }
}

/// An end by rounds once had the reason of a win: what was published or stored then is still the
/// same match.
#[test]
fn an_end_with_an_earlier_name_is_still_verified() {
    let game = "europe";
    let options = json!({"max_rounds": 1});
    let (beginning, Played { live, rows, .. }) = play(game, &options, 1, |_, _| ());
    let now = live.outcome().expect("over");
    let former = entry(game).formerly(&now).expect("an earlier name");
    assert_eq!(format!("limit_{}", former.reason), now.reason);
    let mut record = recorded(game, &beginning, &rows).expect("a record");
    record.result = json!(former);
    let catalogue = entry(game).catalogue(&BTreeMap::new()).expect("shipped data");
    verify(&record, &catalogue).expect("the same end");
    record.result["reason"] = json!("resigned");
    assert!(matches!(verify(&record, &catalogue), Err(VerifyError::Result { .. })));
    record.result = json!(former);
    record.result["winners"] = json!([]);
    assert!(matches!(verify(&record, &catalogue), Err(VerifyError::Result { .. })));
}

/// In a draw both seats had won once.
#[test]
fn a_draw_of_two_winners_is_still_verified() {
    let game = "balance-of-power";
    let log = include_str!("../../tests/fixtures/balance-of-power/draw.jsonl");
    let first: Value = serde_json::from_str(log.lines().next().expect("a line")).expect("JSON");
    let now: Outcome = serde_json::from_value(first["outcome"].clone()).expect("an outcome");
    let former = entry(game).formerly(&now).expect("another end");
    let same = Outcome { winners: vec![0, 1], ..now.clone() };
    assert_eq!((now.winners.as_slice(), former), (&[][..], same));
    let won = Outcome { winners: vec![0], reason: "limit_troops".to_owned(), ..now };
    assert_eq!(entry(game).formerly(&won), None);
}

/// Returns the draws of one entry, as they would be listed with any.
fn draws_of(record: &Record, seq: u64) -> Vec<Value> {
    let own = record.draws.iter().filter(|draw| draw.seq() == seq);
    let without_seq = |draw: &Draw| {
        let mut draw = json!(draw);
        draw["seq"] = json!(0);
        draw
    };
    own.map(without_seq).collect()
}

/// A seat takes each of its moves back and makes it again: the same draws, listed with both entries.
#[test]
fn a_draw_that_was_taken_back_is_listed_again() {
    let game = "balance-of-power";
    let catalogue = entry(game).catalogue(&BTreeMap::new()).expect("shipped data");
    let (beginning, Played { rows, .. }) = played(game, 1);
    let begun = Match::begin(entry(game), &catalogue, &beginning).expect("set up");
    let (mut live, mut log) = (begun.live, vec![begun.header]);
    let mut undos = Vec::new();
    let mut ids = (1..).map(Uuid::from_u128);
    let mut enter = |input: Input| {
        let prepared = live.prepare(0, input).expect("accepted");
        log.push(prepared.bytes().to_owned());
        live.commit(prepared);
        let back = live.undoable(Seat(0));
        back.map(|back| {
            (live.seq(), back.to, live.undoing(Seat(0), back.to).expect("possible").needs)
        })
    };
    for row in rows[1..].iter().take(MOVES) {
        let input = serde_json::from_str::<Entry>(row).expect("an entry").input;
        let Input::Command { seat, command, .. } = input else { continue };
        let mut act = |enter: &mut dyn FnMut(Input) -> Option<(u64, u64, Vec<u8>)>| {
            let id = ids.next().expect("endless");
            enter(Input::Command { seat, id, command: command.clone() })
        };
        let back = act(&mut enter);
        if let (0, Some((seq, to, agreed))) = (seat, back) {
            undos.push(seq + 1);
            enter(Input::Undo {
                seat: 0,
                id: Uuid::from_u128(u128::MAX - u128::from(seq)),
                to,
                agreed,
            });
            act(&mut enter);
        }
    }
    enter(Input::Resign { seat: 0, id: Uuid::nil() });
    let record = recorded(game, &beginning, &log).expect("a record");
    for undo in &undos {
        assert_eq!(draws_of(&record, undo - 1), draws_of(&record, undo + 1));
        assert_eq!(draws_of(&record, *undo), [0; 0]);
    }
    assert!(undos.iter().any(|undo| !draws_of(&record, undo - 1).is_empty()), "nothing was drawn");
    verify(&record, &catalogue).expect("it holds");
}

#[test]
fn every_draw_stands_with_the_entry_that_asked_for_it() {
    for (game, seed) in REGISTRY.iter().flat_map(|game| seeds(MATCHES).map(move |s| (game.id, s))) {
        let (beginning, Played { live, rows, .. }) = played(game, seed);
        let record = recorded(game, &beginning, &rows).expect("a record");
        let seqs: Vec<u64> = record
            .draws
            .iter()
            .map(|draw| match draw {
                Draw::Shuffle { seq, n, result, .. } => {
                    assert_eq!(*n, result.len() as u64);
                    *seq
                }
                Draw::Below { seq, m, result, .. } => {
                    assert!(result < m);
                    *seq
                }
            })
            .collect();
        assert!(seqs.is_sorted(), "{game} {seed}");
        assert_eq!(seqs.first(), Some(&0), "{game} {seed}: the set-up draws");
        assert!(seqs.last().is_some_and(|last| *last <= live.seq()));
    }
}

#[test]
fn a_match_that_goes_on_has_no_record() {
    for game in REGISTRY {
        let (beginning, Played { rows, .. }) = played(game.id, 1);
        let last = rows.len() - 1;
        let refused = recorded(game.id, &beginning, &rows[..last]);
        let seq = last as u64 - 1;
        assert!(matches!(refused, Err(RecordError::NotOver { seq: at }) if at == seq));
    }
}

#[test]
fn a_log_of_another_match_has_no_record() {
    let game = REGISTRY[0].id;
    let (beginning, Played { rows, .. }) = played(game, 1);
    let other = played(game, 2).0;
    let header = recorded(game, &other, &rows);
    assert!(matches!(header, Err(RecordError::Replay(ReplayError::Header))));
    let mut without = rows;
    without.remove(1);
    let gap = recorded(game, &beginning, &without);
    assert!(matches!(gap, Err(RecordError::Replay(ReplayError::Gap { expected: 1, found: 2 }))));
}
