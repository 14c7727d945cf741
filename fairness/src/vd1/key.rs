//! The key of a match, mixed from the server's secret and the entropy of the seats.
//!
//! It is 32 plain bytes because it sits in a game state that is cloned for every command.
//! Whoever holds it knows every card to come: it has no serialisation, its bytes cannot be
//! read back, and `Debug` keeps silent. It must not know who may ask for which draw.

use std::fmt;

use crate::Hash;
use crate::hash_input::KeyedInput;
use crate::vd1::Stream;

/// One seat's contribution to the key. The default is a seat that brought nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatEntropy {
    /// `K_i`, if the seat committed itself.
    pub commitment: Option<Hash>,
    /// `E_i`, if the seat has revealed it. Checking it against the commitment is the
    /// caller's business.
    pub entropy: Option<[u8; 32]>,
}

/// `P`: the key from which every draw and every salt of one match follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MatchKey([u8; 32]);

impl MatchKey {
    /// Mixes the server's `secret`, its `commitment` to it, and the parts of all `seats` in seat
    /// order; seats without entropy are counted too.
    ///
    /// # Panics
    ///
    /// With more than 255 seats: the scheme counts them in one byte.
    pub fn derive(secret: &[u8; 32], commitment: &Hash, seats: &[SeatEntropy]) -> Self {
        let count = u8::try_from(seats.len()).expect("the scheme counts seats in one byte");
        let start = KeyedInput::hmac(secret, "vd1/seed").field(commitment).u8(count);
        let mixed = (0..count).zip(seats).fold(start, |message, (index, seat)| {
            message
                .u8(index)
                .optional_field(seat.commitment.as_ref())
                .optional_field(seat.entropy.as_ref())
        });
        Self(mixed.finish())
    }

    /// Creates a key with these bytes: for tests with fixed keys. A match uses
    /// [`MatchKey::derive`].
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the salts of the log's entries.
    pub fn salts(&self) -> Salts {
        Salts(KeyedInput::hmac(&self.0, "vd1/salt"))
    }

    /// Returns the stream of draws with this label, from its beginning.
    pub fn stream(&self, label: &str) -> Stream {
        self.at(label, 0)
    }

    /// Returns the stream with this label, resumed at a position that [`Stream::position`] gave.
    /// Costs the same anywhere in the stream.
    pub fn at(&self, label: &str, position: u64) -> Stream {
        let prefix = KeyedInput::hmac(&self.0, "vd1/draw").field(label.as_bytes());
        Stream::new(prefix, position)
    }
}

/// The salts of one match. Without them a hidden choice among few values could be guessed from the head
/// of the chain.
///
/// The key is hashed once for all of them, which takes as long as a salt itself. Like the key they keep
/// their bytes to themselves.
#[derive(Clone)]
pub struct Salts(KeyedInput);

impl Salts {
    /// Returns the salt of the log entry `seq` (from 1).
    pub(crate) fn of(&self, seq: u64) -> Hash {
        self.0.clone().u64(seq).finish()
    }
}

impl fmt::Debug for Salts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salts(secret)")
    }
}

impl fmt::Debug for MatchKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MatchKey(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn debug_shows_neither_key_nor_coming_draws() {
        let key = MatchKey::from_bytes([0xab; 32]);
        assert_eq!(format!("{key:?} {key:#?}"), "MatchKey(secret) MatchKey(secret)");
        assert_eq!(format!("{:?}", key.salts()), "Salts(secret)");
        let mut stream = key.stream("die/test");
        stream.below(6);
        assert_eq!(format!("{stream:?}"), "Stream { position: 1, .. }");
    }

    #[test]
    fn every_part_of_the_key_counts() {
        let with = SeatEntropy { commitment: Some([3; 32]), entropy: Some([4; 32]) };
        let silent = SeatEntropy { entropy: None, ..with };
        let none = SeatEntropy::default();
        let seats: [&[SeatEntropy]; 7] =
            [&[], &[none], &[none, none], &[with, none], &[none, with], &[with], &[silent]];
        let mut keys: BTreeSet<[u8; 32]> =
            seats.iter().map(|seats| MatchKey::derive(&[1; 32], &[2; 32], seats).0).collect();
        keys.insert(MatchKey::derive(&[9; 32], &[2; 32], &[]).0);
        keys.insert(MatchKey::derive(&[1; 32], &[9; 32], &[]).0);
        assert_eq!(keys.len(), 9);
    }

    #[test]
    fn as_many_seats_as_a_byte_counts() {
        MatchKey::derive(&[1; 32], &[2; 32], &vec![SeatEntropy::default(); 255]);
    }

    #[test]
    #[should_panic(expected = "counts seats in one byte")]
    fn more_seats_are_a_mistake_of_the_caller() {
        MatchKey::derive(&[1; 32], &[2; 32], &vec![SeatEntropy::default(); 256]);
    }

    #[test]
    fn salts_differ_by_entry_and_by_key() {
        let [one, two] = [[1; 32], [2; 32]].map(|bytes| MatchKey::from_bytes(bytes).salts());
        let salts = BTreeSet::from([one.of(1), one.of(2), one.of(1 << 32), two.of(1)]);
        assert_eq!(salts.len(), 4);
    }

    #[test]
    fn the_key_stays_small() {
        assert_eq!(size_of::<MatchKey>(), 32);
    }
}
