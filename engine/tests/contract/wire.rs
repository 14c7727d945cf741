//! Laws of the match as the server sees it: replay, offers as JSON, positions.

use std::collections::BTreeMap;

use engine::ledger::{Beginning, Begun, Input};
use engine::{Match, REGISTRY, Seat, Viewer};
use fairness::vd1::{SeatEntropy, server_commitment};
use protocol::offer;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::rng::{Rng, seeds};

/// Matches played over JSON.
const MATCHES: u64 = 200;

struct Played {
    live: Match,
    rows: Vec<String>,
    told: Vec<String>,
}

fn beginning(game: &str, options: &Value, rng: &mut Rng) -> Beginning {
    let room = Uuid::from_u128(u128::from(rng.next()));
    let secret = rng.key();
    let entry = REGISTRY.iter().find(|entry| entry.id == game).expect("registered");
    let options = options.as_object().cloned().expect("an object");
    let options = entry.resolve_options(&options).expect("valid options");
    Beginning {
        room,
        attempt: 0,
        secret,
        commitment: server_commitment(room.as_bytes(), &entry.rules(), 0, &secret),
        seats: (0..entry.seats(&options).expect("valid options"))
            .map(|seat| (format!("Player {seat}"), SeatEntropy::default()))
            .collect(),
        options,
    }
}

/// Plays over JSON offers; `look` sees each moment.
fn play(
    game: &str,
    options: &Value,
    seed: u64,
    mut look: impl FnMut(&Match, &mut Rng),
) -> (Beginning, Played) {
    let entry = REGISTRY.iter().find(|entry| entry.id == game).expect("registered");
    let catalogue = entry.catalogue(&BTreeMap::new()).expect("shipped data");
    let mut rng = Rng::new(seed);
    let beginning = beginning(game, options, &mut rng);
    let begun = Match::begin(entry, &catalogue, &beginning).expect("set up");
    let Begun { table: mut live, header, events } = begun;
    let mut told: Vec<String> = events.iter().map(|event| event.json.get().to_owned()).collect();
    let mut rows = vec![header];
    let mut at = 0;
    while live.outcome().is_none() {
        look(&live, &mut rng);
        at += rng.below(2_000);
        let awaiting: Vec<Seat> = live.awaiting().iter().collect();
        let seat = awaiting[rng.below(awaiting.len() as u64) as usize];
        let offers = live.offers(seat);
        let due = live.next_deadline().filter(|due| *due <= at || offers.is_empty());
        let prepared = if let Some(due) = due {
            at = due;
            live.prepare(at, Input::Deadline {}).expect("a deadline is never refused")
        } else {
            let chosen = &offers[rng.below(offers.len() as u64) as usize];
            let command = offer::fill(&chosen.command, &mut |n| rng.below(n));
            let id = Uuid::from_u128(u128::from(rng.next()));
            let input = Input::Command { seat: seat.0, id, command: command.clone() };
            match live.prepare(at, input) {
                Ok(prepared) => prepared,
                Err(_) if chosen.loose => continue,
                Err(why) => panic!("seed {seed}: {command} {why}"),
            }
        };
        rows.push(prepared.bytes().to_owned());
        told.extend(live.commit(prepared).iter().map(|event| event.json.get().to_owned()));
        assert!(rows.len() < 20_000, "seed {seed}: the match does not end");
    }
    (beginning, Played { live, rows, told })
}

/// A replayed log is the same match: state, head, decisions, positions, events.
pub(crate) fn replay_equals_live(game: &str, options: &Value) {
    let entry = REGISTRY.iter().find(|entry| entry.id == game).expect("registered");
    let catalogue = entry.catalogue(&BTreeMap::new()).expect("shipped data");
    for seed in seeds(MATCHES) {
        let (beginning, played) = play(game, options, seed, |_, _| {});
        let mut told = Vec::new();
        let rows = played.rows.iter().map(String::as_str);
        let replayed = Match::replay(entry, &catalogue, &beginning, rows, |event| {
            told.push(event.json.get().to_owned());
        });
        let replayed = replayed.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(replayed.head(), played.live.head(), "seed {seed}");
        assert_eq!(told, played.told, "seed {seed}");
        assert_eq!(
            replayed.table().fingerprint(),
            played.live.table().fingerprint(),
            "seed {seed}"
        );
        assert_eq!(replayed.outcome(), played.live.outcome(), "seed {seed}");
        let spectator = replayed.position(Viewer::Public);
        assert_eq!(spectator, played.live.position(Viewer::Public), "seed {seed}");
    }
}

/// Offers stay within the protocol's limits, say what they are, and are what is accepted.
pub(crate) fn offers_on_the_wire(game: &str, options: &Value) {
    let mut most = (0, 0);
    for seed in seeds(MATCHES) {
        let (_, played) = play(game, options, seed, |live, rng| {
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
                }
            }
        });
        for event in &played.told {
            let event: Value = serde_json::from_str(event).expect("JSON");
            let says = |key: &str| event[key].as_str().is_some_and(|text| !text.is_empty());
            assert!(says("text") && says("rule") && says("type"), "seed {seed}: {event}");
        }
    }
    println!("at most {} offers and {} bytes of offers", most.0, most.1);
}

/// A command with one field more is malformed, one of another type unknown; both change nothing.
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
