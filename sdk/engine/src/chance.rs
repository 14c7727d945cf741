//! Seeds: what a match is dealt from, and what is dealt anew.

use engine::dealer::Dealer;
use fairness::vd1::{MatchKey, Stream};

/// Returns the dealer of a match with this seed.
pub(crate) fn dealer(seed: u64) -> Dealer {
    Dealer::new(key(seed))
}

/// Returns the coins of this seed, for whatever is no part of a match.
pub(crate) fn coins(seed: u64) -> Stream {
    key(seed).stream("engine/coins")
}

fn key(seed: u64) -> MatchKey {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_be_bytes());
    MatchKey::from_bytes(bytes)
}

/// Coins that cost next to nothing (xorshift), for what is drawn more often than rules are carried out.
#[derive(Clone, Debug)]
pub(crate) struct Coins(u64);

impl Coins {
    /// Returns the coins of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        // The state must not be 0, and seeds side by side must not give coins that are alike.
        Self(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns a number from 0 to `n - 1`; of a large `n` not quite evenly.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * n as u128) >> 64) as usize
    }
}
