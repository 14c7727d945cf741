//! Every listed draw, repeated from the key.
//!
//! Each stream has a position, as in the dealer: shuffles of a deck are counted, a die runs on. An
//! undo returns all positions to what they were after an earlier entry, so the same draw can be
//! listed again. This module must not know which draws the rules ask for.

use std::collections::{BTreeMap, BTreeSet};

use super::log::undone_to;
use super::refusal::{Fault, RecordRefusal};
use crate::record::{Draw, Record};
use crate::vd1::MatchKey;

/// Most decks and dice that one match may draw from. Games have far fewer; this bounds the memory
/// that a record can ask for.
const MAX_STREAMS: usize = 32;

/// The position that each stream has reached: shuffles of a deck, words of a die.
#[derive(Clone, Default)]
struct Positions {
    /// The index of each stream in `reached`, by its label without a number.
    slots: BTreeMap<String, usize>,
    /// The positions; a stream without one is at 0.
    reached: Vec<u64>,
}

pub(super) fn check(record: &Record, key: &MatchKey) -> Result<(), RecordRefusal> {
    let targets: BTreeSet<u64> = record.entries.iter().filter_map(undone_to).collect();
    let mut kept: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    let mut positions = Positions::default();
    let mut draws = record.draws.iter().enumerate().peekable();
    for seq in 0..=record.entries.len() as u64 {
        let entry = seq.checked_sub(1).and_then(|index| record.entries.get(index as usize));
        if let Some(to) = entry.and_then(undone_to) {
            // An undo draws nothing; what it returns to was kept, because it is a target.
            positions.reached = kept.get(&to).cloned().unwrap_or_default();
        } else {
            while let Some((index, draw)) = draws.next_if(|(_, draw)| draw.seq() == seq) {
                positions.check(key, draw, &format!("/draws/{index}"))?;
            }
        }
        if targets.contains(&seq) {
            kept.insert(seq, positions.reached.clone());
        }
    }
    match draws.next() {
        Some((index, _)) => Err(Fault::DrawOrder.at(format!("/draws/{index}/seq"))),
        None => Ok(()),
    }
}

impl Positions {
    fn check(&mut self, key: &MatchKey, draw: &Draw, pointer: &str) -> Result<(), RecordRefusal> {
        match draw {
            Draw::Shuffle { label, n, result, .. } => {
                let deck = label.rsplit_once('/').map(|(deck, _)| deck);
                let deck = deck.filter(|deck| is_of(deck, "deck/"));
                let Some(deck) = deck else { return Err(other_label(pointer, "deck/NAME/K")) };
                let times = self.reached(deck, pointer)?;
                let expected = format!("{deck}/{times}");
                if *label != expected {
                    return Err(other_label(pointer, &expected));
                }
                *times += 1;
                // Before memory is reserved for the cards: a record may claim any n.
                if *n != result.len() as u64 {
                    return Err(Fault::DrawResult.at(format!("{pointer}/n")));
                }
                let mut order: Vec<u64> = (0..*n).collect();
                key.stream(label).shuffle(&mut order);
                if order == *result { Ok(()) } else { Err(other_result(pointer)) }
            }
            Draw::Below { label, m, result, .. } => {
                if !is_of(label, "die/") {
                    return Err(other_label(pointer, "die/PURPOSE"));
                }
                let position = self.reached(label, pointer)?;
                if *m == 0 {
                    return Err(Fault::DrawResult.at(format!("{pointer}/m")));
                }
                let mut stream = key.at(label, *position);
                let drawn = stream.below(*m);
                *position = stream.position();
                if drawn == *result { Ok(()) } else { Err(other_result(pointer)) }
            }
        }
    }

    /// Returns the position of a stream.
    fn reached(&mut self, stream: &str, pointer: &str) -> Result<&mut u64, RecordRefusal> {
        let next = self.slots.len();
        let slot = self.slots.get(stream).copied().unwrap_or(next);
        if slot == next {
            if next == MAX_STREAMS {
                return Err(Fault::TooManyStreams.at(format!("{pointer}/label")));
            }
            self.slots.insert(stream.to_owned(), next);
        }
        if self.reached.len() <= slot {
            self.reached.resize(slot + 1, 0);
        }
        Ok(&mut self.reached[slot])
    }
}

/// Checks whether a label begins like this, with more after it.
fn is_of(label: &str, beginning: &str) -> bool {
    label.strip_prefix(beginning).is_some_and(|name| !name.is_empty())
}

fn other_label(pointer: &str, expected: &str) -> RecordRefusal {
    Fault::DrawLabel(expected.to_owned()).at(format!("{pointer}/label"))
}

fn other_result(pointer: &str) -> RecordRefusal {
    Fault::DrawResult.at(format!("{pointer}/result"))
}
