//! The only source of chance: labelled draws from the dealt stream `vd1`.
//!
//! Labels are fixed by the rules, never by anything a player can choose. Positions are part of the
//! state: the same state draws the same, and a refused command consumes nothing.

mod recorder;

use fairness::record::Draw;
use fairness::vd1::MatchKey;

pub(crate) use recorder::{recorded, unrecorded};

/// A source of choices: returns a number from 0 to `n - 1`. The caller decides where it comes from;
/// the rules have no such source.
pub type Below<'a> = &'a mut dyn FnMut(u64) -> u64;

/// Shuffles the items in place.
pub(crate) fn shuffle<T>(items: &mut [T], below: Below<'_>) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(i as u64 + 1) as usize);
    }
}

/// Number of labels that a game may use.
pub const MAX_LABELS: usize = 12;

/// The purpose of a draw. Each label of a game has its own slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The label's index in the dealer, below [`MAX_LABELS`].
    pub slot: usize,
    /// A deck's name, or a die's purpose.
    pub name: &'static str,
}

/// Deals from one match's key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dealer {
    key: MatchKey,
    used: [u32; MAX_LABELS],
}

impl std::fmt::Debug for Dealer {
    /// Omits the key, from which everything hidden could be computed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dealer").field("used", &self.used).finish_non_exhaustive()
    }
}

impl Dealer {
    /// Creates a dealer that has drawn nothing yet.
    pub fn new(key: MatchKey) -> Self {
        Self { key, used: [0; MAX_LABELS] }
    }

    /// Shuffles items that are in the canonical order of the data; label `deck/<name>/<k>`, where
    /// `k` counts the shuffles of this deck.
    pub fn shuffle<T>(&mut self, deck: Label, items: &mut [T]) {
        let times = &mut self.used[deck.slot];
        let label = format!("deck/{}/{times}", deck.name);
        self.key.stream(&label).shuffle(items);
        *times += 1;
        recorder::note(|seq| {
            let n = items.len() as u64;
            let mut result: Vec<u64> = (0..n).collect();
            self.key.stream(&label).shuffle(&mut result);
            Draw::Shuffle { seq, label, n, result }
        });
    }

    /// Draws a number from 0 to `m - 1`; label `die/<purpose>`, one running stream.
    ///
    /// # Panics
    /// If `m` is 0, or after 2^32 draws: faults in the rules.
    pub fn below(&mut self, die: Label, m: u64) -> u64 {
        self.series(die, |below| below(m))
    }

    /// Draws as often as `draw` asks: the same numbers as from that many calls of [`Self::below`],
    /// at the cost of one.
    ///
    /// # Panics
    /// As [`Self::below`].
    pub fn series<R>(&mut self, die: Label, draw: impl FnOnce(Below<'_>) -> R) -> R {
        let position = &mut self.used[die.slot];
        let label = format!("die/{}", die.name);
        let mut stream = self.key.at(&label, u64::from(*position));
        let drawn = draw(&mut |m| {
            let result = stream.below(m);
            recorder::note(|seq| Draw::Below { seq, label: label.clone(), m, result });
            result
        });
        // A draw may take several words of the stream, so the position is read back, not counted.
        *position = u32::try_from(stream.position()).expect("a match draws fewer than 2^32 words");
        drawn
    }

    /// Continues with another key: for re-dealing what somebody cannot know.
    pub fn rekey(&mut self, below: Below<'_>) {
        let mut key = [0; 32];
        key.fill_with(|| below(256) as u8);
        self.key = MatchKey::from_bytes(key);
    }

    /// Returns a number that rises with every draw.
    pub fn draws(&self) -> u32 {
        self.used.iter().sum()
    }
}
