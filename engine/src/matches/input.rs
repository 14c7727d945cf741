//! The contents of a log, the data that a match begins with, and the errors of a replay.

use std::collections::BTreeMap;

use fairness::record::HeaderBot;
use fairness::vd1::SeatEntropy;
use fairness::{Hash, canonical};
use protocol::Rejection;
use protocol::envelope::ClaimOutcome;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::game::{MatchMillis, Seat};

/// Everything that can change a match: the contents of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Input {
    /// A seat's move.
    Command {
        /// The seat.
        seat: u8,
        /// The client's id.
        id: Uuid,
        /// The game's command, as received.
        command: Value,
    },
    /// A deadline falls due, at the entry's time.
    Deadline {},
    /// A seat resigns.
    Resign {
        /// The seat.
        seat: u8,
        /// The client's id.
        id: Uuid,
    },
    /// A seat ends a match that its opponent left.
    Claim {
        /// The seat.
        seat: u8,
        /// The client's id.
        id: Uuid,
        /// The outcome that it claims.
        outcome: ClaimOutcome,
    },
    /// The match was abandoned: nobody went on for too long.
    Abandon {},
    /// Match time stops: of the server's own accord, or because all seats agreed.
    Pause {
        /// The seat that asked for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// The client's id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<Uuid>,
        /// The other seats, which agreed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        agreed: Vec<u8>,
    },
    /// Match time goes on: of the server's own accord, or because a seat ends an agreed pause.
    Resume {
        /// The seat that resumes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// The client's id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<Uuid>,
    },
    /// The table returns to an earlier state.
    Undo {
        /// The seat that takes its moves back.
        seat: u8,
        /// The client's id.
        id: Uuid,
        /// The entry after which the table was in that state; 0 is the set-up.
        to: u64,
        /// The other seats, if their agreement was needed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        agreed: Vec<u8>,
    },
}

impl Input {
    /// Returns the seat that acts, and its id for the input.
    pub fn author(&self) -> Option<(Seat, Uuid)> {
        match self {
            Self::Command { seat, id, .. }
            | Self::Resign { seat, id }
            | Self::Claim { seat, id, .. }
            | Self::Undo { seat, id, .. } => Some((Seat(*seat), *id)),
            Self::Pause { seat, id, .. } | Self::Resume { seat, id } => {
                Some((Seat((*seat)?), (*id)?))
            }
            Self::Deadline {} | Self::Abandon {} => None,
        }
    }

    /// Hashes what a seat requested under its id: a repeated id must repeat the request. The list
    /// of those who agreed is not part of the request.
    pub fn said(&self) -> Hash {
        let mut said = self.clone();
        if let Self::Undo { agreed, .. } | Self::Pause { agreed, .. } = &mut said {
            agreed.clear();
        }
        // An input without canonical form never becomes an entry.
        Sha256::digest(canonical::serialize(&said).unwrap_or_default()).into()
    }

    /// Builds a pause of the server's own accord.
    pub const fn pause() -> Self {
        Self::Pause { seat: None, id: None, agreed: Vec::new() }
    }

    /// Builds the end of a pause, of the server's own accord.
    pub const fn resume() -> Self {
        Self::Resume { seat: None, id: None }
    }
}

/// One row of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Match time of the input.
    pub at: MatchMillis,
    /// The input.
    pub input: Input,
    /// Its number, from 1.
    pub seq: u64,
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
