//! The reasons why a record is refused, with their location.
//!
//! A closed list with a word for each fault, shared by all verifiers, so that their answers can be
//! compared. This module must not know who reads it.

use strum::IntoStaticStr;
use thiserror::Error;

/// The first fault of a record.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}{fault}", if .pointer.is_empty() { String::new() } else { format!("{}: ", .pointer) })]
pub struct RecordRefusal {
    /// The location in the record as a JSON pointer; empty for the whole.
    pub pointer: String,
    /// The fault found there.
    pub fault: Fault,
}

/// A fault of a record.
#[derive(Clone, Debug, Error, IntoStaticStr, PartialEq, Eq)]
#[strum(serialize_all = "snake_case")]
pub enum Fault {
    /// It is longer than [`MAX_RECORD_BYTES`](super::MAX_RECORD_BYTES).
    #[error("longer than any record")]
    Size,
    /// It is not the strict JSON of the scheme.
    #[error("not JSON as the scheme requires: {0}")]
    Json(String),
    /// A field is missing, unknown or of another type.
    #[error("not the form of a record: {0}")]
    Form(String),
    /// Another scheme, or another version of it.
    #[error("not of the scheme vd1, or of another version")]
    Scheme,
    /// The rules are not those of the game named.
    #[error("not GAME/VERSION with the game of the header")]
    Rules,
    /// The room is not a UUID in lower case.
    #[error("not a UUID in lower case")]
    Room,
    /// It is not 64 hexadecimal digits in lower case.
    #[error("not 64 hexadecimal digits in lower case")]
    Hex,
    /// The number of seats cannot be that of a match, or differs between attempts.
    #[error("a match has 1 to 255 seats, and as many in all attempts")]
    Seats,
    /// The attempts do not count from 0 without a gap, or there are too many.
    #[error("attempts count from 0, and there are at most 3")]
    Attempts,
    /// The server's secret is not the one committed to.
    #[error("the server's secret is not the one committed to")]
    ServerCommitment,
    /// A secret serves two attempts.
    #[error("this secret served an attempt before")]
    SecretReused,
    /// A seat's commitment without its entropy, or the other way round.
    #[error("a seat has both a commitment and entropy, or neither")]
    SeatParts,
    /// A seat's entropy is not the one committed to.
    #[error("the seat's entropy is not the one committed to")]
    SeatCommitment,
    /// The seats named are not those that did not reveal.
    #[error("these are not the seats that did not reveal")]
    Missing,
    /// An entry does not follow the one before.
    #[error("not the entry that follows: {0}")]
    Entry(String),
    /// The log gives another head.
    #[error("the log gives another head")]
    Head,
    /// A draw is listed where none can be.
    #[error("this entry can have no draw here")]
    DrawOrder,
    /// Another label comes next, or one of another kind.
    #[error("not the label that comes next: {0}")]
    DrawLabel(String),
    /// More streams than any game has.
    #[error("more streams than any game has")]
    TooManyStreams,
    /// The key gives another result.
    #[error("the key gives another result")]
    DrawResult,
    /// No result of a match between these seats.
    #[error("not a result between these seats: {0}")]
    Result(String),
    /// A client saw another head after this entry.
    #[error("a client saw another head after entry {seq}: the log was rewritten")]
    KeptHead {
        /// The entry.
        seq: u64,
    },
    /// A client saw another commitment or secret of the server.
    #[error("a client saw another commitment or secret of attempt {attempt}")]
    KeptServer {
        /// The attempt.
        attempt: u32,
    },
    /// A client saw another commitment or entropy of a seat.
    #[error("a client saw seat {seat} bring something else to attempt {attempt}")]
    KeptSeat {
        /// The attempt.
        attempt: u32,
        /// The seat.
        seat: u8,
    },
    /// A client saw other seats bound.
    #[error("a client saw other seats bound in attempt {attempt}")]
    #[strum(serialize = "kept_seat")]
    KeptSeats {
        /// The attempt.
        attempt: u32,
    },
    /// A client saw a void attempt that accused the wrong seats.
    #[error("a client saw a void attempt that accused the wrong seats")]
    KeptVoid,
    /// A client saw another course of attempts.
    #[error("a client saw another course of attempts")]
    KeptAttempt,
    /// A client saw a person's seat without the entropy that the room required.
    #[error("a client saw a person's seat without the entropy that the room required")]
    KeptRequired,
    /// A client saw other component data.
    #[error("a client saw other component data")]
    KeptData,
    /// A client saw other options.
    #[error("a client saw other options")]
    KeptOptions,
    /// A client saw the proof of the deal withdrawn.
    #[error("the server told a client later that nothing proves this deal")]
    KeptUnproven,
}

impl Fault {
    /// Returns one word for programs.
    pub fn word(&self) -> &'static str {
        self.into()
    }

    /// Creates the refusal for this fault at a JSON pointer.
    pub(super) fn at(self, pointer: impl Into<String>) -> RecordRefusal {
        RecordRefusal { pointer: pointer.into(), fault: self }
    }
}
