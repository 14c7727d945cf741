//! Reasons why a request about a room was not granted: HTTP shows them as a problem and a socket as an
//! `error`.

use protocol::{Code, Re, Rejection, ServerMessage};
use rand::Rng;
use uuid::Uuid;

use super::close;
use super::message::WireMessage;
use crate::log::LogError;

/// The most characters of a refusal's detail. What parsers and rules say may quote the message that was
/// refused, and answers are kept.
pub const DETAIL_CHARS: usize = 300;

/// Time after which to try again if the store was full, in milliseconds.
pub(crate) const STORAGE_RETRY_MS: u64 = 5_000;

/// About when to come back to a server that restarts, in milliseconds.
const DRAINING_RETRY_MS: u64 = 5_000;

/// Time after which to try again if an inbox was full, in milliseconds.
pub(crate) const BUSY_RETRY_MS: u64 = 500;

/// Reason why a request was not granted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Refusal {
    /// The reason, for programs.
    pub code: Code,
    /// The reason, for people.
    pub detail: String,
    /// Time after which trying again may help, in milliseconds.
    pub retry_after_ms: Option<u64>,
    /// The rule that it is by.
    pub rule: Option<String>,
}

impl Refusal {
    /// Creates a refusal that trying again does not change; its detail ends after [`DETAIL_CHARS`].
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        let mut detail = detail.into();
        if let Some((end, _)) = detail.char_indices().nth(DETAIL_CHARS) {
            detail.truncate(end);
            detail.push_str(" …");
        }
        detail.shrink_to_fit();
        Self { code, detail, retry_after_ms: None, rule: None }
    }

    /// Adds a hint when to try again.
    pub fn after(self, retry_after_ms: u64) -> Self {
        Self { retry_after_ms: Some(retry_after_ms), ..self }
    }

    /// Adds a hint that varies around `ms`: those who are refused together shall not come back
    /// together.
    pub fn after_about(self, ms: u64) -> Self {
        self.after(rand::rng().random_range(ms / 2..=ms + ms / 2))
    }

    /// Refuses a code that no room has.
    pub fn room_unknown() -> Self {
        Self::new(Code::RoomUnknown, "no room has this code")
    }

    /// Refuses what needs a match that has begun.
    pub(crate) fn not_started() -> Self {
        Self::new(Code::NotStarted, "the match has not begun")
    }

    /// Refuses what needs a match that is not over.
    pub(crate) fn over() -> Self {
        Self::new(Code::Over, "the match is over")
    }

    /// Refuses the number of no seat.
    pub(crate) fn seat_unknown() -> Self {
        Self::new(Code::SeatUnknown, "the room has no such seat")
    }

    /// Refuses a program that nobody has announced, or that is somebody else's.
    pub(crate) fn program_unknown() -> Self {
        Self::new(Code::ProgramUnknown, "no such program is announced")
    }

    /// Refuses the seat of a rematch that is not set aside for its player any more.
    pub(crate) fn not_set_aside() -> Self {
        Self::new(Code::SeatTaken, "the seat is not yours any more")
    }

    /// Refuses one more spectator.
    pub(super) fn gallery_full() -> Self {
        Self::new(Code::GalleryFull, "no more spectators are admitted")
    }

    /// Refuses what only a mind could do, because none knows the game.
    pub(crate) fn no_mind() -> Self {
        Self::new(Code::NoMind, "no mind of this server knows this game")
    }

    /// Refuses because the server is shutting down.
    pub fn draining() -> Self {
        Self::new(Code::Draining, "the server is restarting; come back in a moment")
            .after_about(DRAINING_RETRY_MS)
    }

    /// Returns the code that a log or a metric may hold: which rule refused a seat may reveal what
    /// it holds.
    pub(crate) fn open_code(&self) -> Code {
        if self.rule.is_some() { Code::Illegal } else { self.code }
    }

    /// Checks whether the same message may succeed later, so that its id stays free.
    pub(crate) fn passing(&self) -> bool {
        matches!(self.code, Code::Busy | Code::StorageUnavailable | Code::Draining)
    }

    /// Returns the code with which a connection is closed that is not let in.
    pub(crate) fn close_code(&self) -> u16 {
        const CODES: [(Code, u16); 7] = [
            (Code::TokenUnknown, close::TOKEN_UNKNOWN),
            (Code::RoomUnknown, close::ROOM_UNKNOWN),
            (Code::GalleryFull, close::GALLERY_FULL),
            (Code::TooManyRequests, close::TOO_FAST),
            (Code::Draining, close::RESTART),
            (Code::Busy, close::RESTART),
            (Code::StorageUnavailable, close::RESTART),
        ];
        let known = CODES.iter().find(|(known, _)| *known == self.code);
        known.map_or(close::INTERNAL, |(_, close)| *close)
    }

    /// Builds the `error` that a connection is sent; `re` is the message that it answers.
    pub(crate) fn message(&self, re: Option<Re>) -> WireMessage {
        let Self { code, detail, retry_after_ms, .. } = self.clone();
        ServerMessage::Error { re, code: code.into(), detail, retry_after_ms }
    }

    /// Builds the `rejected` that answers the message with this id.
    pub(crate) fn rejected(self, id: Uuid) -> WireMessage {
        let Self { code, detail, rule, retry_after_ms } = self;
        let raced = code.raced();
        ServerMessage::Rejected { id, code: code.into(), detail, rule, retry_after_ms, raced }
    }

    pub(crate) fn busy() -> Self {
        Self::new(Code::Busy, "the room is too busy; send it again").after(BUSY_RETRY_MS)
    }

    pub(crate) fn storage() -> Self {
        Self::new(Code::StorageUnavailable, "the store cannot take it now; nothing has changed")
            .after(STORAGE_RETRY_MS)
    }

    pub(crate) fn out_of_reach() -> Self {
        let detail =
            "the store cannot be reached for the moment; the room waits and goes on by itself";
        Self::new(Code::StorageUnavailable, detail).after(STORAGE_RETRY_MS)
    }

    /// Refuses an act at whose writing another writer was first.
    pub(super) fn moved() -> Self {
        Self::new(Code::Busy, "the match was read again; send it again").after(0)
    }

    /// Refuses because the rules or a mind panicked.
    pub(crate) fn panicked() -> Self {
        Self::new(Code::Internal, "something went wrong inside the server")
    }

    pub(crate) fn unavailable() -> Self {
        Self::new(Code::RoomUnavailable, "this room is out of order and was set aside")
    }
}

impl From<LogError> for Refusal {
    fn from(error: LogError) -> Self {
        match error {
            // Coming back does not help, and the store has logged which row it is.
            LogError::Damaged(_) => {
                let detail = "the stored data of this room are damaged; the operator knows more";
                Self::new(Code::RoomUnavailable, detail)
            }
            LogError::Conflict | LogError::Full | LogError::Unknown | LogError::Unavailable(_) => {
                Self::storage()
            }
        }
    }
}

impl From<Rejection> for Refusal {
    fn from(Rejection { code, detail, rule }: Rejection) -> Self {
        Self { rule, ..Self::new(code, detail) }
    }
}
