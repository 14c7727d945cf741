//! Inputs that are not moves, repeated for as long as they are accepted: they must not make a log
//! grow without end.
//!
//! Whoever plays on moves at some time, and the rules limit how often. Stopping the clock,
//! resuming, undoing and resigning are nobody's move: this tries each of them at each moment,
//! everybody agreeing, and moves only when none is accepted.

use std::collections::BTreeMap;

use engine::matches::{Input, PAUSES_A_SEAT, UNDOS_A_SEAT};
use engine::{Match, Seat};
use serde_json::Value;
use uuid::Uuid;

use crate::rng::Rng;
use crate::wire_match::{beginning, entry, next_input};

/// Number of moves after which nothing new can follow.
const MOST_MOVES: u32 = 4_000;

/// Returns the most entries that are not moves in a match of this many seats: each undo is one, a
/// pause two, for it ends, and a seat resigns once.
pub fn most(seats: u8) -> u64 {
    u64::from(seats) * u64::from(UNDOS_A_SEAT + 2 * PAUSES_A_SEAT + 1)
}

/// The inputs tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Entries that are not moves, by their kind.
    pub entries: BTreeMap<&'static str, u64>,
    /// Number of refusals.
    pub refused: u64,
}

impl Tried {
    /// Returns the number of entries of all kinds.
    pub fn all(&self) -> u64 {
        self.entries.values().sum()
    }

    /// Adds the counts of another match.
    pub fn add(&mut self, other: Self) {
        self.refused += other.refused;
        for (kind, times) in other.entries {
            *self.entries.entry(kind).or_default() += times;
        }
    }
}

/// Plays a match in which nobody moves while anything else is accepted.
///
/// # Panics
/// If it accepts more such inputs than it may.
pub fn one_match(game: &str, options: &Value, seed: u64) -> Tried {
    let entry = entry(game);
    let catalogue = entry.catalogue(&BTreeMap::new()).expect("shipped data");
    let mut rng = Rng::new(seed);
    let beginning = beginning(entry, options, &mut rng);
    let mut live = Match::begin(entry, &catalogue, &beginning).expect("set up").live;
    let seats = live.table().scores().len() as u8;
    let mut tried = Tried::default();
    let (mut at, mut moves) = (0, 0);
    while live.outcome().is_none() && moves < MOST_MOVES {
        while let Some((kind, input)) = beside_moves(&live, seats, &mut rng, &mut tried) {
            put(&mut live, at, input);
            *tried.entries.entry(kind).or_default() += 1;
            assert!(tried.all() <= most(seats), "seed {seed}: {tried:?} without end");
        }
        at += 1;
        let Some((then, input)) = next_input(&live, at, &mut rng) else { continue };
        (at, moves) = (then, moves + 1);
        put(&mut live, at, input);
    }
    tried
}

fn put(live: &mut Match, at: u64, input: Input) {
    let prepared = live.prepare(at, input).expect("it was accepted on a copy");
    live.commit(prepared);
}

/// Finds an input that is not a move and would be accepted now. Resigning comes last, and the last
/// seat but one stays.
fn beside_moves(
    live: &Match,
    seats: u8,
    rng: &mut Rng,
    tried: &mut Tried,
) -> Option<(&'static str, Input)> {
    let at = live.at();
    let mut id = || Uuid::from_u128(u128::from(rng.next()));
    let mut inputs = Vec::new();
    for seat in 0..seats {
        let agreed: Vec<u8> = (0..seats).filter(|other| *other != seat).collect();
        inputs.push(("resume", Input::Resume { seat: Some(seat), id: Some(id()) }));
        inputs.push(("pause", Input::Pause { seat: Some(seat), id: Some(id()), agreed }));
        if let Some(back) = live.undoable(Seat(seat)) {
            let undoing = live.undoing(Seat(seat), back.to);
            let agreed = undoing.map(|undoing| undoing.needs).unwrap_or_default();
            inputs.push(("undo", Input::Undo { seat, id: id(), to: back.to, agreed }));
        }
    }
    for seat in 2..seats {
        inputs.push(("resign", Input::Resign { seat, id: id() }));
    }
    for (kind, input) in inputs {
        if live.prepare(at, input.clone()).is_ok() {
            return Some((kind, input));
        }
        tried.refused += 1;
    }
    None
}
