//! Verifiable dealing, scheme `vd1`: how a match is committed to, dealt, chained and checked.
//!
//! A leaf crate: the engine's dealer draws from it, and the clients verify with it, so both
//! sides of a dispute run the same few hundred lines. It must not know any game, any room,
//! any socket or any clock, and it has no randomness of its own: every byte it returns
//! follows from its arguments.
//!
//! ```
//! use fairness::vd1::{MatchKey, SeatEntropy, server_commitment};
//!
//! let secret = [7; 32];
//! let commitment = server_commitment(&[0; 16], "europe-divided/1", 0, &secret);
//! let key = MatchKey::derive(&secret, &commitment, &[SeatEntropy::default(); 2]);
//! let mut deck = ["treaty", "summit", "protest"];
//! key.stream("deck/headlines/0").shuffle(&mut deck);
//! let die = key.stream("die/combat").below(6) + 1;
//! assert!((1..=6).contains(&die));
//! ```

pub mod canonical;
pub mod chain;
mod hash_input;
pub mod hex;
pub mod record;
pub mod text;
pub mod vd1;
pub mod verify;

/// A SHA-256 digest: every commitment, salt and chain head of the scheme.
pub type Hash = [u8; 32];
