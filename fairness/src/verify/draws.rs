//! Every listed draw, made again from the key.
//!
//! Each stream has a position, as in the dealer: shuffles of a deck are counted, a die runs on. An
//! undo returns all positions to what they were after an earlier entry, so the same draw can be
//! listed again. It must not know which draws the rules ask for.

use std::collections::{BTreeMap, BTreeSet};

use super::log::undone_to;
use super::refusal::{Fault, Refusal};
use crate::record::{Draw, Record};
use crate::vd1::MatchKey;

/// How many decks and dice one match may draw from. Games have far fewer; this bounds the memory
/// that a record can ask for.
const MAX_STREAMS: usize = 32;

/// How far each stream has come: shuffles of a deck, words of a die.
#[derive(Clone, Default)]
struct Positions {
    /// The place of each stream in `reached`, by its label without a number.
    slots: BTreeMap<String, usize>,
    /// Streams that are not reached yet stand at 0.
    reached: Vec<u64>,
}

pub(super) fn check(record: &Record, key: &MatchKey) -> Result<(), Refusal> {
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
    fn check(&mut self, key: &MatchKey, draw: &Draw, place: &str) -> Result<(), Refusal> {
        match draw {
            Draw::Shuffle { label, n, result, .. } => {
                let deck = label.rsplit_once('/').map(|(deck, _)| deck);
                let deck = deck.filter(|deck| is_of(deck, "deck/"));
                let Some(deck) = deck else { return Err(other_label(place, "deck/NAME/K")) };
                let times = self.reached(deck, place)?;
                let expected = format!("{deck}/{times}");
                if *label != expected {
                    return Err(other_label(place, &expected));
                }
                *times += 1;
                // Before anything is made of it: n may be any number.
                if *n != result.len() as u64 {
                    return Err(Fault::DrawResult.at(format!("{place}/n")));
                }
                let mut order: Vec<u64> = (0..*n).collect();
                key.stream(label).shuffle(&mut order);
                if order == *result { Ok(()) } else { Err(other_result(place)) }
            }
            Draw::Below { label, m, result, .. } => {
                if !is_of(label, "die/") {
                    return Err(other_label(place, "die/PURPOSE"));
                }
                let position = self.reached(label, place)?;
                if *m == 0 {
                    return Err(Fault::DrawResult.at(format!("{place}/m")));
                }
                let mut stream = key.at(label, *position);
                let drawn = stream.below(*m);
                *position = stream.position();
                if drawn == *result { Ok(()) } else { Err(other_result(place)) }
            }
        }
    }

    /// The position of a stream.
    fn reached(&mut self, stream: &str, place: &str) -> Result<&mut u64, Refusal> {
        let next = self.slots.len();
        let slot = self.slots.get(stream).copied().unwrap_or(next);
        if slot == next {
            if next == MAX_STREAMS {
                return Err(Fault::TooManyStreams.at(format!("{place}/label")));
            }
            self.slots.insert(stream.to_owned(), next);
        }
        if self.reached.len() <= slot {
            self.reached.resize(slot + 1, 0);
        }
        Ok(&mut self.reached[slot])
    }
}

/// Whether a label has this beginning, and more after it.
fn is_of(label: &str, beginning: &str) -> bool {
    label.strip_prefix(beginning).is_some_and(|name| !name.is_empty())
}

fn other_label(place: &str, expected: &str) -> Refusal {
    Fault::DrawLabel(expected.to_owned()).at(format!("{place}/label"))
}

fn other_result(place: &str) -> Refusal {
    Fault::DrawResult.at(format!("{place}/result"))
}
