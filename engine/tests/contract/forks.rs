//! Laws of matches that go on from an entry of another one.

use std::collections::BTreeMap;

use engine::matches::{Beginning, Begun};
use engine::record::{RecordError, record};
use engine::{Match, Seat};
use fairness::vd1::server_commitment;
use laws::rng::{Rng, seeds};
use laws::wire_match::{entry, next_input, play};
use serde_json::Value;
use uuid::Uuid;

/// Number of matches that others go on from.
const MATCHES: u64 = 6;
/// Number of entries that are played after a fork.
const PLAYED: usize = 40;

/// Returns the views, questions and offers of everybody.
fn sights(live: &Match, seats: usize) -> Vec<String> {
    let seats = (0..seats as u8).map(Seat);
    let own = seats.map(|seat| {
        let offers = serde_json::to_string(&live.offers(seat)).expect("JSON");
        format!("{:?} {} {offers}", live.decision(seat), live.private(seat).get())
    });
    own.chain([live.public().get().to_owned()]).collect()
}

/// Builds the beginning of a match that goes on from another one's entry `seq`.
fn forked(game: &str, from: &Beginning, seq: u64, rng: &mut Rng) -> Beginning {
    let (room, secret) = (Uuid::from_u128(u128::from(rng.next())), rng.key());
    let commitment = server_commitment(room.as_bytes(), &entry(game).rules(), 0, &secret);
    let fork = Some(from.fork_at(seq));
    Beginning { room, secret, commitment, fork, ..from.clone() }
}

/// Asserts that a fork shows what the other match showed, goes on, is read again as it is, has no
/// record, and that forks of forks are forks.
pub(crate) fn part(game: &str, options: &Value) {
    let entry = entry(game);
    let catalogue = entry.catalogue(&BTreeMap::new()).expect("shipped data");
    let mut parted = 0;
    for seed in seeds(MATCHES) {
        let (mut beginning, played) = play(game, options, seed, |_, _| {});
        let mut rows = played.rows;
        // Another one than that of the match: no id is used again.
        let mut rng = Rng::new(!seed);
        // The second one goes on from the first one, before or after its own fork.
        for _ in 0..2 {
            let seq = rng.below(rows.len() as u64 - 1);
            let kept = &rows[..=seq as usize];
            let texts = kept.iter().map(String::as_str);
            let before = Match::replay(entry, &catalogue, &beginning, texts, |_| {});
            let before = before.expect("its own log");
            let fork = |rng: &mut Rng| {
                let beginning = forked(game, &beginning, seq, rng);
                let Begun { header, .. } =
                    Match::begin(entry, &catalogue, &beginning).expect("set up");
                let mut rows = kept.to_vec();
                rows[0] = header;
                let texts = rows.iter().map(String::as_str);
                let live = Match::replay(entry, &catalogue, &beginning, texts, |_| {});
                (beginning, rows, live.unwrap_or_else(|error| panic!("seed {seed}: {error}")))
            };
            let (own, mut own_rows, mut live) = fork(&mut rng);
            let (.., twin) = fork(&mut rng);
            let seats = own.seats.len();
            assert_eq!(sights(&live, seats), sights(&before, seats), "seed {seed}, entry {seq}");
            assert_eq!((live.seq(), live.paused()), (seq, false), "seed {seed}");
            let here = |live: &Match| live.table().fingerprint();
            assert_ne!(here(&live), here(&before), "seed {seed}: chance is new");
            assert_ne!(here(&live), here(&twin), "seed {seed}: to each fork");
            for seat in (0..seats as u8).map(Seat) {
                assert_eq!(live.undoable(seat), None, "seed {seed}: not back into the other one");
            }
            play_on(&mut live, &mut own_rows, &mut rng);
            let texts = || own_rows.iter().map(String::as_str);
            let again = Match::replay(entry, &catalogue, &own, texts(), |_| {});
            let again = again.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert_eq!((again.head(), here(&again)), (live.head(), here(&live)), "seed {seed}");
            let place = |live: &Match| live.position();
            assert_eq!(place(&again), place(&live), "seed {seed}");
            let record = record(entry, &catalogue, &own, Vec::new(), texts());
            assert!(matches!(record, Err(RecordError::Unproven)), "seed {seed}: {record:?}");
            (beginning, rows) = (own, own_rows);
            parted += 1;
        }
    }
    println!("{parted} forks");
}

fn play_on(live: &mut Match, rows: &mut Vec<String>, rng: &mut Rng) {
    let (mut at, end) = (live.at(), rows.len() + PLAYED);
    while live.outcome().is_none() && rows.len() < end {
        at += rng.below(2_000);
        let Some((then, input)) = next_input(live, at, rng) else { continue };
        at = then;
        let prepared = live.prepare(at, input).expect("offered");
        rows.push(prepared.bytes().to_owned());
        live.commit(prepared);
    }
}
