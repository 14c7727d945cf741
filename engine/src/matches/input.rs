//! The contents of a log, the data that a match begins with, and the errors of a replay.

use std::collections::BTreeMap;

use fairness::record::HeaderBot;
use fairness::vd1::SeatEntropy;
use fairness::{Hash, canonical};
use protocol::Rejection;
pub use protocol::archive::{RecordEntry as Entry, RecordInput as Input};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// Hashes what a seat requested under its id: a repeated id must repeat the request. The list of
/// those who agreed is not part of the request.
pub fn request_hash(input: &Input) -> Hash {
    let mut request = input.clone();
    if let Input::Undo { agreed, .. } | Input::Pause { agreed, .. } = &mut request {
        agreed.clear();
    }
    // An input without canonical form never becomes an entry.
    Sha256::digest(canonical::serialize(&request).unwrap_or_default()).into()
}

/// The data that a match begins with.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// The room's id.
    pub room: Uuid,
    /// The attempt of the deal.
    pub attempt: u32,
    /// The server's secret of that attempt.
    pub secret: [u8; 32],
    /// The server's commitment to it.
    pub commitment: Hash,
    /// The resolved options.
    pub options: Map<String, Value>,
    /// Each seat's name and entropy.
    pub seats: Vec<(String, SeatEntropy)>,
    /// The server's bots, by seat.
    pub bots: BTreeMap<u8, HeaderBot>,
}

/// The reason why a stored log is not a match.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The set-up was refused.
    #[error("the set-up was refused: {0}")]
    SetUp(Rejection),
    /// Row 0 is not the header of this match.
    #[error("row 0 is not the header of this match")]
    Header,
    /// An entry cannot be read.
    #[error("entry {seq} cannot be read: {reason}")]
    Unreadable {
        /// Its number.
        seq: u64,
        /// The reason.
        reason: String,
    },
    /// An entry's number does not follow.
    #[error("entry {found} stands where entry {expected} should")]
    Gap {
        /// The expected number.
        expected: u64,
        /// The number found.
        found: u64,
    },
    /// The rules refuse an entry.
    #[error("entry {seq} was refused: {rejection}")]
    Refused {
        /// Its number.
        seq: u64,
        /// The refusal.
        rejection: Rejection,
    },
}
