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
