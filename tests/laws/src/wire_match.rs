//! Random matches as the server would play them: JSON offers in, log rows and events out.
//!
//! Works for every game of the registry and knows none of them.

use std::collections::BTreeMap;

use engine::matches::{Beginning, Begun, Input};
use engine::table::WireEvent;
use engine::{GameEntry, Match, MatchMillis, REGISTRY, Seat};
use fairness::vd1::{SeatEntropy, server_commitment};
use protocol::offer;
use serde_json::Value;
use uuid::Uuid;

use crate::rng::Rng;

/// No match has more entries than this.
pub const MOST_ENTRIES: usize = 20_000;
/// The longest time that a seat takes for a decision, in milliseconds of match time.
pub const MOST_THOUGHT_MS: MatchMillis = 2_000;

/// A match that was played to its end.
#[derive(Debug)]
pub struct Played {
    /// The match, over.
    pub live: Match,
    /// Its log, the header first.
    pub rows: Vec<String>,
    /// Its events as JSON, those of the set-up first.
    pub events: Vec<String>,
}

/// A moment of a match.
#[derive(Debug)]
pub enum Seen<'a> {
    /// Before the next input.
    Before(&'a Match),
    /// After an input: its row in the log, and its events.
    After(&'a Match, &'a str, &'a [WireEvent]),
}

/// Finds a game in the registry.
///
/// # Panics
/// If there is no such game.
pub fn entry(game: &str) -> &'static GameEntry {
    REGISTRY.iter().find(|entry| entry.id == game).expect("registered")
}

/// Builds the data that a match begins with, dealt from `rng`: seats without entropy.
///
/// # Panics
/// If the options are not valid.
pub fn beginning(entry: &GameEntry, options: &Value, rng: &mut Rng) -> Beginning {
    let room = Uuid::from_u128(u128::from(rng.next()));
    let secret = rng.key();
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
        bots: BTreeMap::new(),
        fork: None,
    }
}

/// Plays over JSON offers; `look` sees each moment, the set-up first.
///
/// # Panics
/// If what is offered is refused, or the match does not end.
pub fn play(
    game: &str,
    options: &Value,
    seed: u64,
    mut look: impl FnMut(Seen<'_>, &mut Rng),
) -> (Beginning, Played) {
    let entry = entry(game);
    let catalogue = entry.catalogue(&BTreeMap::new()).expect("shipped data");
    let mut rng = Rng::new(seed);
    let beginning = beginning(entry, options, &mut rng);
    let begun = Match::begin(entry, &catalogue, &beginning).expect("set up");
    let Begun { mut live, header, events } = begun;
    look(Seen::After(&live, &header, &events), &mut rng);
    let mut sent: Vec<String> = events.iter().map(|event| event.json.get().to_owned()).collect();
    let mut rows = vec![header];
    let mut at = 0;
    while live.outcome().is_none() {
        look(Seen::Before(&live), &mut rng);
        at += rng.below(MOST_THOUGHT_MS);
        let Some((at_then, input)) = next_input(&live, at, &mut rng) else { continue };
        at = at_then;
        let prepared = live.prepare(at, input).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        rows.push(prepared.bytes().to_owned());
        let events = live.commit(prepared);
        look(Seen::After(&live, &rows[rows.len() - 1], &events), &mut rng);
        sent.extend(events.iter().map(|event| event.json.get().to_owned()));
        assert!(rows.len() < MOST_ENTRIES, "seed {seed}: the match does not end");
    }
    (beginning, Played { live, rows, events: sent })
}

/// Chooses the next input and its time: whatever is due, or a command that fits an offer. `None` if
/// the game refuses what fits a loose offer.
pub fn next_input(live: &Match, at: MatchMillis, rng: &mut Rng) -> Option<(MatchMillis, Input)> {
    let awaiting: Vec<Seat> = live.awaiting().iter().collect();
    let seat = awaiting.get(rng.below(awaiting.len().max(1) as u64) as usize).copied();
    let offers = seat.map_or_else(Vec::new, |seat| live.offers(seat));
    if let Some(due) = live.next_deadline().filter(|due| *due <= at || offers.is_empty()) {
        return Some((due, Input::Deadline {}));
    }
    let chosen = &offers[rng.below(offers.len() as u64) as usize];
    let command = offer::fill(&chosen.command, &mut |n| rng.below(n));
    let id = Uuid::from_u128(u128::from(rng.next()));
    let input = Input::Command { seat: seat?.0, id, command };
    let refused = chosen.loose && live.prepare(at, input.clone()).is_err();
    (!refused).then_some((at, input))
}
