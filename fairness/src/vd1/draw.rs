//! Draws: a labelled stream of words, unbiased numbers below a bound, and the shuffle.
//!
//! A stream is a view into values fixed before play; its position is all that a game needs
//! to keep in order to go on after a restart. It must not know what is drawn, and labels
//! come from the rules, never from anything a player can choose.

use std::fmt;

use crate::hash_input::KeyedInput;

/// Number of u64 words in one HMAC block.
const WORDS_PER_BLOCK: u64 = 4;

/// A running stream of draws. See [`MatchKey::stream`] and [`MatchKey::at`].
///
/// [`MatchKey::stream`]: crate::vd1::MatchKey::stream
/// [`MatchKey::at`]: crate::vd1::MatchKey::at
#[derive(Clone)]
pub struct Stream {
    /// Key, tag and label, already absorbed; only the number of the block is missing.
    prefix: KeyedInput,
    /// The word to be read next.
    position: u64,
    /// The block read last, with its number. Empty until the first word is asked for.
    cached: Option<(u64, [u8; 32])>,
}

impl Stream {
    /// Creates a stream at `position`; no block is computed before it is needed.
    pub(super) fn new(prefix: KeyedInput, position: u64) -> Self {
        Self { prefix, position, cached: None }
    }

    /// Returns the number of words consumed since the beginning, rejected ones included.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Draws a number from 0 to `m - 1`, each equally likely.
    ///
    /// Consumes at least one word (also for `m` = 1), and one more for each rejection.
    ///
    /// # Panics
    ///
    /// If `m` is 0: there is no number below 0.
    pub fn below(&mut self, m: u64) -> u64 {
        assert!(m > 0, "no number is below 0");
        loop {
            if let Some(number) = reduce(self.next_word(), m) {
                return number;
            }
        }
    }

    /// Shuffles `items`, which must be in the canonical order of the data. Shuffling 0, 1, .. n-1
    /// gives the permutation that a record lists.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            // A slice index fits a u64, and what is below it fits a usize again.
            let chosen = self.below(last as u64 + 1) as usize;
            items.swap(last, chosen);
        }
    }

    fn next_word(&mut self) -> u64 {
        let number = self.position / WORDS_PER_BLOCK;
        let block = match self.cached {
            Some((cached, block)) if cached == number => block,
            _ => self.prefix.clone().u64(number).finish(),
        };
        self.cached = Some((number, block));
        let (words, _) = block.as_chunks::<8>();
        let word = words[(self.position % WORDS_PER_BLOCK) as usize];
        self.position += 1;
        u64::from_be_bytes(word)
    }
}

impl fmt::Debug for Stream {
    // Neither the key nor the cached block: the block holds draws that are still to come.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("position", &self.position).finish_non_exhaustive()
    }
}

/// Returns `word` mod `m`; `None` if the word lies in the incomplete last run of `m` values, which
/// would favour small numbers.
fn reduce(word: u64, m: u64) -> Option<u64> {
    let words = 1_u128 << 64;
    let limit = words / u128::from(m) * u128::from(m);
    (u128::from(word) < limit).then_some(word % m)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vd1::MatchKey;

    const KEY: MatchKey = MatchKey::from_bytes([42; 32]);

    /// Lists bounds of every size, with those next to powers of two.
    fn bounds() -> impl Iterator<Item = u64> {
        let near_powers = (1..64).flat_map(|bit| {
            let power = 1_u64 << bit;
            [power - 1, power, power + 1]
        });
        near_powers.chain([6, 10, 13, 100, u64::MAX - 1, u64::MAX])
    }

    #[test]
    fn numbers_stay_below_the_bound() {
        for m in bounds() {
            let mut stream = KEY.stream("die/bounds");
            for _ in 0..20 {
                let number = stream.below(m);
                assert!(number < m, "{number} is not below {m}");
            }
            assert!(stream.position() >= 20);
        }
    }

    #[test]
    fn rejection_begins_at_the_last_incomplete_run() {
        for m in bounds() {
            // 2^64 mod m words are too many; for a power of two there are none.
            let surplus = (u64::MAX % m + 1) % m;
            let last_good = u64::MAX - surplus;
            assert_eq!(reduce(last_good, m), Some(m - 1), "bound {m}");
            assert_eq!(reduce(0, m), Some(0), "bound {m}");
            if surplus > 0 {
                assert_eq!(reduce(last_good + 1, m), None, "bound {m}");
                assert_eq!(reduce(u64::MAX, m), None, "bound {m}");
            }
        }
    }

    #[test]
    fn words_are_the_blocks_read_as_big_endian_u64() {
        let mut stream = KEY.stream("die/words");
        for number in 0..5 {
            let block = KEY.at("die/words", 0).prefix.u64(number).finish();
            for word in block.chunks(8) {
                let word = u64::from_be_bytes(word.try_into().unwrap());
                assert_eq!(stream.next_word(), word);
            }
        }
        assert_eq!(stream.position(), 20);
    }

    #[test]
    fn a_rejection_consumes_a_word() {
        // Just over half of all words: nearly every second one is rejected.
        let m = (1 << 63) + 1;
        let mut stream = KEY.stream("die/rejected");
        let mut words = KEY.stream("die/rejected");
        for _ in 0..200 {
            let expected = loop {
                let word = words.next_word();
                if word < m {
                    break word;
                }
            };
            assert_eq!(stream.below(m), expected);
            assert_eq!(stream.position(), words.position());
        }
        assert!((300..500).contains(&stream.position()), "{}", stream.position());
    }

    #[test]
    fn a_resumed_stream_equals_the_running_one() {
        let mut running = KEY.stream("die/resumed");
        for step in 0..200 {
            let m = if step % 3 == 0 { (1 << 63) + 1 } else { 6 };
            let mut resumed = KEY.at("die/resumed", running.position());
            let mut copied = running.clone();
            let number = running.below(m);
            assert_eq!(resumed.below(m), number, "step {step}");
            assert_eq!(copied.below(m), number, "step {step}");
            assert_eq!(resumed.position(), running.position());
        }
    }

    #[test]
    fn a_bound_of_one_consumes_a_word_all_the_same() {
        let mut stream = KEY.stream("die/one");
        assert_eq!(stream.below(1), 0);
        assert_eq!(stream.position(), 1);
    }

    #[test]
    #[should_panic(expected = "no number is below 0")]
    fn a_bound_of_zero_is_a_mistake_of_the_caller() {
        KEY.stream("die/zero").below(0);
    }

    #[test]
    fn nothing_to_shuffle_consumes_nothing() {
        let mut stream = KEY.stream("deck/small/0");
        stream.shuffle::<u8>(&mut []);
        stream.shuffle(&mut [1]);
        assert_eq!(stream.position(), 0);
    }

    #[test]
    fn a_shuffle_keeps_every_item_and_depends_on_the_label() {
        let canonical: Vec<u32> = (0..60).collect();
        let shuffled = |label| {
            let mut items = canonical.clone();
            KEY.stream(label).shuffle(&mut items);
            items
        };
        let first = shuffled("deck/test/0");
        assert_ne!(first, shuffled("deck/test/1"));
        assert_eq!(first, shuffled("deck/test/0"));
        let mut sorted = first;
        sorted.sort_unstable();
        assert_eq!(sorted, canonical);
    }

    /// Sums (observed - expected)^2 / expected over equally likely cells.
    fn chi_square(observed: &[u32]) -> f64 {
        let cells = f64::from(u32::try_from(observed.len()).unwrap());
        let expected = f64::from(observed.iter().sum::<u32>()) / cells;
        observed.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
    }

    /// Tests with a fixed key, so that the result is deterministic; the limits are the 99.9 %
    /// points.
    #[test]
    fn all_orders_of_four_cards_are_equally_likely() {
        let mut counts = [0_u32; 256];
        for number in 0..24_000 {
            let mut items = [0_usize, 1, 2, 3];
            KEY.stream(&format!("deck/four/{number}")).shuffle(&mut items);
            counts[items.iter().fold(0, |index, item| index * 4 + item)] += 1;
        }
        let seen: Vec<u32> = counts.into_iter().filter(|count| *count > 0).collect();
        assert_eq!(seen.len(), 24);
        let statistic = chi_square(&seen);
        assert!(statistic < 49.73, "chi-square with 23 degrees of freedom: {statistic}");
    }

    #[test]
    fn every_card_is_equally_likely_in_every_place() {
        let mut positions = [[0_u32; 13]; 13];
        for number in 0..6_500 {
            let mut items: [usize; 13] = std::array::from_fn(|index| index);
            KEY.stream(&format!("deck/thirteen/{number}")).shuffle(&mut items);
            for (position, item) in items.into_iter().enumerate() {
                positions[position][item] += 1;
            }
        }
        // Rows and columns add up, hence 12 * 12 degrees of freedom, and a factor of 12 / 13.
        let statistic = chi_square(positions.as_flattened()) * 12.0 / 13.0;
        assert!(statistic < 201.6, "chi-square with 144 degrees of freedom: {statistic}");
    }

    #[test]
    fn a_die_is_fair() {
        let mut faces = [0_u32; 6];
        let mut stream = KEY.stream("die/fair");
        for _ in 0..60_000 {
            faces[stream.below(6) as usize] += 1;
        }
        let statistic = chi_square(&faces);
        assert!(statistic < 20.52, "chi-square with 5 degrees of freedom: {statistic}");
    }
}
