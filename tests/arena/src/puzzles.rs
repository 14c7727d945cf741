//! Puzzles out of matches of bots: positions with one clearly best decision.
//!
//! Strong and weaker bots play, and every decision on the way is looked at. One becomes a puzzle if a long
//! thought has the same answer with each of several coins, by a margin, and the easiest level mostly
//! misses it. Commands that a person would call the same answer count as one ([`answers`]).

pub mod answers;
pub mod file;
pub mod search;
pub mod table;

use std::collections::BTreeMap;

use engine::lesson::ScriptedCommand;
use serde_json::{Map, Value};

/// The most commands that lead to a puzzle's position.
pub const BEFORE_MOST: usize = 80;

/// A position with one clearly best decision.
#[derive(Clone, Debug)]
pub struct FoundPuzzle {
    /// The deal.
    pub seed: u64,
    /// The options that differ from the defaults.
    pub options: Map<String, Value>,
    /// The commands that lead to the position.
    pub before: Vec<ScriptedCommand>,
    /// The seat that is asked.
    pub seat: u8,
    /// The type of the best command.
    pub kind: String,
    /// Parts of the commands that answer it, the first one whole.
    pub allow: Vec<Value>,
    /// By how much the answer is better than anything else, in chances to win or in happiness.
    pub margin: f32,
    /// The share with which the easiest level answers so.
    pub easy: f32,
    /// The best command in words, the next best, and why the best is best.
    pub words: Words,
    /// The results of the thoughts, for whoever writes the texts.
    pub notes: Value,
}

/// The texts of a puzzle that was found.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// The question.
    pub ask: String,
    /// The answer to any other command.
    pub other: String,
    /// The reason why the answer is right.
    pub why: String,
    /// The anchor of the rule that it rests on.
    pub rule: String,
}

/// Takes the clearest of the puzzles found, not many of one kind or of one match, and as many of each seat.
pub fn varied(mut found: Vec<FoundPuzzle>, count: usize) -> Vec<FoundPuzzle> {
    found.sort_by(|one, other| other.margin.total_cmp(&one.margin));
    let (of_kind, of_seat) = (count.div_ceil(5), count.div_ceil(2) + 1);
    let mut taken: Vec<FoundPuzzle> = Vec::new();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut seats: BTreeMap<u8, usize> = BTreeMap::new();
    for puzzle in found {
        let kind = kinds.entry(puzzle.kind.clone()).or_default();
        let seat = seats.entry(puzzle.seat).or_default();
        let same = |other: &&FoundPuzzle| other.seed == puzzle.seed;
        let of_match = taken.iter().filter(same).count();
        if taken.len() < count && *kind < of_kind && *seat < of_seat && of_match < 2 {
            (*kind, *seat) = (*kind + 1, *seat + 1);
            taken.push(puzzle);
        }
    }
    taken
}
