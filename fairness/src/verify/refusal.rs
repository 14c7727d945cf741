//! The reasons why a record is refused, with their location.
//!
//! A closed list with a word for each fault, shared by all verifiers, so that their answers can be
//! compared. This module must not know who reads it.

use std::error::Error;
use std::fmt;

/// The first fault of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordRefusal {
    /// The location in the record as a JSON pointer; empty for the whole.
    pub pointer: String,
    /// The fault found there.
    pub fault: Fault,
}

/// A fault of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is longer than [`MAX_RECORD_BYTES`](super::MAX_RECORD_BYTES).
    Size,
    /// It is not the strict JSON of the scheme.
    Json(String),
    /// A field is missing, unknown or of another type.
    Form(String),
    /// Another scheme, or another version of it.
    Scheme,
    /// The rules are not those of the game named.
    Rules,
    /// The room is not a UUID in lower case.
    Room,
    /// It is not 64 hexadecimal digits in lower case.
    Hex,
    /// The number of seats cannot be that of a match, or differs between attempts.
    Seats,
    /// The attempts do not count from 0 without a gap, or there are too many.
    Attempts,
    /// The server's secret is not the one committed to.
    ServerCommitment,
    /// A secret serves two attempts.
    SecretReused,
    /// A seat's commitment without its entropy, or the other way round.
    SeatParts,
    /// A seat's entropy is not the one committed to.
    SeatCommitment,
    /// The seats named are not those that did not reveal.
    Missing,
    /// An entry does not follow the one before.
    Entry(String),
    /// The log gives another head.
    Head,
    /// A draw is listed where none can be.
    DrawOrder,
    /// Another label comes next, or one of another kind.
    DrawLabel(String),
    /// More streams than any game has.
    TooManyStreams,
    /// The key gives another result.
    DrawResult,
    /// No result of a match between these seats.
    Result(String),
    /// A client saw another head after this entry.
    KeptHead {
        /// The entry.
        seq: u64,
    },
    /// A client saw another commitment or secret of the server.
    KeptServer {
        /// The attempt.
        attempt: u32,
    },
    /// A client saw another commitment or entropy of a seat.
    KeptSeat {
        /// The attempt.
        attempt: u32,
        /// The seat.
        seat: u8,
    },
    /// A client saw other seats bound.
    KeptSeats {
        /// The attempt.
        attempt: u32,
    },
    /// A client saw a void attempt that accused the wrong seats.
    KeptVoid,
    /// A client saw another course of attempts.
    KeptAttempt,
    /// A client saw a person's seat without the entropy that the room required.
    KeptRequired,
    /// A client saw other component data.
    KeptData,
    /// A client saw other options.
    KeptOptions,
}

impl Fault {
    /// Returns one word for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Json(_) => "json",
            Self::Form(_) => "form",
            Self::Scheme => "scheme",
            Self::Rules => "rules",
            Self::Room => "room",
            Self::Hex => "hex",
            Self::Seats => "seats",
            Self::Attempts => "attempts",
            Self::ServerCommitment => "server_commitment",
            Self::SecretReused => "secret_reused",
            Self::SeatParts => "seat_parts",
            Self::SeatCommitment => "seat_commitment",
            Self::Missing => "missing",
            Self::Entry(_) => "entry",
            Self::Head => "head",
            Self::DrawOrder => "draw_order",
            Self::DrawLabel(_) => "draw_label",
            Self::TooManyStreams => "too_many_streams",
            Self::DrawResult => "draw_result",
            Self::Result(_) => "result",
            Self::KeptHead { .. } => "kept_head",
            Self::KeptServer { .. } => "kept_server",
            Self::KeptSeat { .. } | Self::KeptSeats { .. } => "kept_seat",
            Self::KeptVoid => "kept_void",
            Self::KeptAttempt => "kept_attempt",
            Self::KeptRequired => "kept_required",
            Self::KeptData => "kept_data",
            Self::KeptOptions => "kept_options",
        }
    }

    /// Creates the refusal for this fault at a JSON pointer.
    pub(super) fn at(self, pointer: impl Into<String>) -> RecordRefusal {
        RecordRefusal { pointer: pointer.into(), fault: self }
    }
}

impl fmt::Display for RecordRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            write!(f, "{}", self.fault)
        } else {
            write!(f, "{}: {}", self.pointer, self.fault)
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size => f.write_str("longer than any record"),
            Self::Json(why) => write!(f, "not JSON as the scheme requires: {why}"),
            Self::Form(why) => write!(f, "not the form of a record: {why}"),
            Self::Scheme => f.write_str("not of the scheme vd1, or of another version"),
            Self::Rules => f.write_str("not GAME/VERSION with the game of the header"),
            Self::Room => f.write_str("not a UUID in lower case"),
            Self::Hex => f.write_str("not 64 hexadecimal digits in lower case"),
            Self::Seats => f.write_str("a match has 1 to 255 seats, and as many in all attempts"),
            Self::Attempts => f.write_str("attempts count from 0, and there are at most 3"),
            Self::ServerCommitment => {
                f.write_str("the server's secret is not the one committed to")
            }
            Self::SecretReused => f.write_str("this secret served an attempt before"),
            Self::SeatParts => f.write_str("a seat has both a commitment and entropy, or neither"),
            Self::SeatCommitment => f.write_str("the seat's entropy is not the one committed to"),
            Self::Missing => f.write_str("these are not the seats that did not reveal"),
            Self::Entry(why) => write!(f, "not the entry that follows: {why}"),
            Self::Head => f.write_str("the log gives another head"),
            Self::DrawOrder => f.write_str("this entry can have no draw here"),
            Self::DrawLabel(next) => write!(f, "not the label that comes next: {next}"),
            Self::TooManyStreams => f.write_str("more streams than any game has"),
            Self::DrawResult => f.write_str("the key gives another result"),
            Self::Result(why) => write!(f, "not a result between these seats: {why}"),
            Self::KeptHead { seq } => {
                write!(f, "a client saw another head after entry {seq}: the log was rewritten")
            }
            Self::KeptServer { attempt } => {
                write!(f, "a client saw another commitment or secret of attempt {attempt}")
            }
            Self::KeptSeat { attempt, seat } => {
                write!(f, "a client saw seat {seat} bring something else to attempt {attempt}")
            }
            Self::KeptSeats { attempt } => {
                write!(f, "a client saw other seats bound in attempt {attempt}")
            }
            Self::KeptVoid => {
                f.write_str("a client saw a void attempt that accused the wrong seats")
            }
            Self::KeptAttempt => f.write_str("a client saw another course of attempts"),
            Self::KeptRequired => f.write_str(
                "a client saw a person's seat without the entropy that the room required",
            ),
            Self::KeptData => f.write_str("a client saw other component data"),
            Self::KeptOptions => f.write_str("a client saw other options"),
        }
    }
}

impl Error for RecordRefusal {}
