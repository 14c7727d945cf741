//! Laws of the match as the server sees it: replay, offers as JSON, positions.

use std::collections::BTreeMap;

use engine::matches::{Input, Position};
use engine::{Json, Match, REGISTRY, Seat, Viewer};
use laws::rng::seeds;
use laws::wire_match::{Seen, play};
use protocol::envelope::ClaimOutcome;
use protocol::{Code, offer};
use serde_json::{Value, json};
use uuid::Uuid;

/// Number of matches played over JSON.
const MATCHES: u64 = 25;
/// Number of questions before the open one that may be answered late.
const LATE: usize = 7;

/// Asserts that a replayed log is the same match: state, head, decisions, positions, events.
pub(crate) fn replay_equals_live(game: &str, options: &Value) {
    let entry = REGISTRY.iter().find(|entry| entry.id == game).expect("registered");
    let catalogue = entry.catalogue(&BTreeMap::new()).expect("shipped data");
    for seed in seeds(MATCHES) {
        let (beginning, played) = play(game, options, seed, |_, _| {});
        let mut events = Vec::new();
        let rows = played.rows.iter().map(String::as_str);
        let replayed = Match::replay(entry, &catalogue, &beginning, rows, |event| {
            events.push(event.json.get().to_owned());
        });
        let replayed = replayed.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(replayed.head(), played.live.head(), "seed {seed}");
        assert_eq!(events, played.events, "seed {seed}");
        assert_eq!(
            replayed.table().fingerprint(),
            played.live.table().fingerprint(),
            "seed {seed}"
        );
        assert_eq!(replayed.outcome(), played.live.outcome(), "seed {seed}");
        let spectator = replayed.position();
        assert_eq!(spectator, played.live.position(), "seed {seed}");
    }
}

/// Asserts that the public number of a seat's question stays while a secret choice is open, however
/// many questions the seat is asked in it, and is its own number otherwise.
pub(crate) fn questions_keep_the_veil(game: &str, options: &Value) {
    for seed in seeds(MATCHES) {
        let mut before: Option<(bool, Vec<Option<u64>>)> = None;
        play(game, options, seed, |seen, _| {
            let Seen::After(live, ..) = seen else { return };
            let seats: Vec<Seat> = (0..live.table().scores().len() as u8).map(Seat).collect();
            let known: Vec<_> = seats.iter().map(|seat| live.known_decision(*seat)).collect();
            let own: Vec<_> = seats.iter().map(|seat| live.decision(*seat)).collect();
            let at = format!("seed {seed}, entry {}", live.seq());
            match before.take().filter(|(veiled, _)| *veiled && live.veiled()) {
                Some((_, was)) => {
                    for (seat, (now, was)) in known.iter().zip(&was).enumerate() {
                        let stands = now.is_none() || was.is_none() || now == was;
                        assert!(stands, "{at}: seat {seat} {was:?} {now:?}");
                    }
                }
                None => assert_eq!(known, own, "{at}"),
            }
            before = Some((live.veiled(), known));
        });
    }
}

/// Asserts that whoever did not make an entry that may not be known of is shown the same as before it: the server
/// looks at nothing else when it decides whom it tells.
pub(crate) fn who_may_not_know_sees_the_same(game: &str, options: &Value) {
    let shown = |live: &Match, viewer: Viewer| {
        let own = match viewer {
            Viewer::Seat(seat) => vec![live.private(seat), live.written_offers(seat)],
            Viewer::Public => Vec::new(),
        };
        (live.position(), live.public(), own)
    };
    for seed in seeds(MATCHES) {
        let mut before: Vec<(Position, Json, Vec<Json>)> = Vec::new();
        play(game, options, seed, |seen, _| {
            let Seen::After(live, row, _) = seen else { return };
            let author =
                serde_json::from_str::<Value>(row).expect("JSON")["input"]["seat"].as_u64();
            let seats = (0..live.table().scores().len() as u8).map(|seat| Viewer::Seat(Seat(seat)));
            let now: Vec<_> =
                seats.chain([Viewer::Public]).map(|viewer| shown(live, viewer)).collect();
            for (viewer, (was, is)) in before.iter().zip(&now).enumerate() {
                let stands = was.0 == is.0 && author != Some(viewer as u64);
                assert!(!stands || was == is, "seed {seed}, entry {}: viewer {viewer}", live.seq());
            }
            before = now;
        });
    }
}

/// Asserts that a late answer to one of a seat's last questions is told by the game why that one is closed.
pub(crate) fn late_answers_learn_why(game: &str, options: &Value) {
    for seed in seeds(MATCHES) {
        let mut put: BTreeMap<Seat, Vec<(u64, u32)>> = BTreeMap::new();
        play(game, options, seed, |seen, _| {
            let Seen::After(live, ..) = seen else { return };
            for seat in live.awaiting().iter() {
                let open = live.decision(seat).map(|seq| (seq, live.table().question(seat)));
                let put = put.entry(seat).or_default();
                if open.is_some() && put.last().copied() != open {
                    put.extend(open);
                }
                for (seq, question) in put.iter().rev().skip(1).take(LATE) {
                    let is = live.stale(seat, Some(*seq)).code;
                    let wanted = live.table().closed(*question).map_or(Code::Stale, |why| why.code);
                    assert_eq!(is, wanted, "seed {seed}, entry {}: {seq}", live.seq());
                }
            }
        });
    }
}

/// Asserts that offers stay within the protocol's limits, describe themselves, and are accepted.
pub(crate) fn offers_on_the_wire(game: &str, options: &Value) {
    let mut most = (0, 0);
    for seed in seeds(MATCHES) {
        let (_, played) = play(game, options, seed, |seen, rng| {
            let Seen::Before(live) = seen else { return };
            // Every seat, every offer: of long matches some moments are enough.
            if rng.below(4) > 0 {
                return;
            }
            for seat in live.awaiting().iter() {
                let offers = live.offers(seat);
                let bytes = serde_json::to_string(&offers).expect("JSON").len();
                most = (most.0.max(offers.len()), most.1.max(bytes));
                assert!(offers.len() <= protocol::MAX_OFFERS, "seed {seed}: {}", offers.len());
                assert!(bytes <= protocol::MAX_OFFERS_BYTES, "seed {seed}: {bytes}");
                for offer in &offers {
                    assert!(!offer.text.is_empty() && !offer.rule.is_empty(), "{offer:?}");
                    let command = offer::fill(&offer.command, &mut |n| rng.below(n));
                    assert!(offer::admits(&offer.command, &command), "{command}");
                    let id = Uuid::from_u128(1);
                    let input = Input::Command { seat: seat.0, id, command: command.clone() };
                    let result = live.prepare(live.at(), input);
                    assert!(result.is_ok() || offer.loose, "seed {seed}: {command} {result:?}");
                    forged(live, seat, &command, seed);
                    from_nobody(live, &command, seed);
                }
            }
        });
        for event in &played.events {
            let event: Value = serde_json::from_str(event).expect("JSON");
            let says = |key: &str| event[key].as_str().is_some_and(|text| !text.is_empty());
            assert!(says("text") && says("rule") && says("type"), "seed {seed}: {event}");
        }
    }
    println!("at most {} offers and {} bytes of offers", most.0, most.1);
}

/// Asserts that a command with an additional field is malformed, one of another type unknown; both
/// change nothing.
fn forged(live: &Match, seat: Seat, command: &Value, seed: u64) {
    let mut extra = command.clone();
    extra["seat"] = json!(1);
    let mut unknown = command.clone();
    unknown["type"] = json!("no_such_command");
    for (command, code) in
        [(extra, protocol::Code::Malformed), (unknown, protocol::Code::UnknownType)]
    {
        let id = Uuid::from_u128(1);
        let input = Input::Command { seat: seat.0, id, command: command.clone() };
        let refused = live.prepare(live.at(), input).expect_err("forged");
        assert_eq!(refused.code, code, "seed {seed}: {command}");
    }
}

/// Asserts that no seat acts that the match does not have.
fn from_nobody(live: &Match, command: &Value, seed: u64) {
    let seats = live.table().scores().len() as u8;
    let id = Uuid::from_u128(1);
    for seat in [seats, 7, 8, u8::MAX].into_iter().filter(|seat| *seat >= seats) {
        for input in [
            Input::Command { seat, id, command: command.clone() },
            Input::Resign { seat, id },
            Input::Claim { seat, id, outcome: ClaimOutcome::Win },
            Input::Undo { seat, id, to: 0, agreed: Vec::new() },
            Input::Pause { seat: Some(seat), id: Some(id), agreed: Vec::new() },
            Input::Resume { seat: Some(seat), id: Some(id) },
        ] {
            let refused = live.prepare(live.at(), input).map(|prepared| prepared.seq());
            let code = refused.map_err(|why| why.code);
            assert_eq!(code, Err(protocol::Code::NotSeated), "seed {seed}: seat {seat}");
        }
    }
}
