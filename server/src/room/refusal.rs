//! Why a request about a room was not granted: what HTTP shows as a problem and a socket as an
//! `error`.

use protocol::{Code, Rejection, ServerMessage};
use rand::Rng;

use super::message::Message;
use crate::log::LogError;

/// When to try again after the store was full, in milliseconds.
pub(crate) const STORAGE_RETRY_MS: u64 = 5_000;

/// About when to come back to a server that restarts, in milliseconds.
const DRAINING_RETRY_MS: u64 = 5_000;

/// When to try again after an inbox was full, in milliseconds.
pub(crate) const BUSY_RETRY_MS: u64 = 500;

/// Why a request was not granted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Refusal {
    /// The reason, for programs.
    pub code: Code,
    /// The reason, for people.
    pub detail: String,
    /// When trying again may help, in milliseconds.
    pub retry_after_ms: Option<u64>,
}

impl Refusal {
    /// A refusal that trying again does not change.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), retry_after_ms: None }
    }

    /// The same with a hint when to try again.
    pub fn after(self, retry_after_ms: u64) -> Self {
        Self { retry_after_ms: Some(retry_after_ms), ..self }
    }

    /// The same with a hint of about so long: those who are refused together shall not come back
    /// together.
    pub fn after_about(self, ms: u64) -> Self {
        self.after(rand::rng().random_range(ms / 2..=ms + ms / 2))
    }

    /// No room has this code.
    pub fn room_unknown() -> Self {
        Self::new(Code::RoomUnknown, "no room has this code")
    }

    /// The server is shutting down.
    pub fn draining() -> Self {
        Self::new(Code::Draining, "the server is restarting; come back in a moment")
            .after_about(DRAINING_RETRY_MS)
    }

    /// The `error` that a connection is sent.
    pub(crate) fn message(&self) -> Message {
        let Self { code, detail, retry_after_ms } = self.clone();
        ServerMessage::Error { code, detail, retry_after_ms }
    }

    pub(crate) fn busy() -> Self {
        Self::new(Code::Busy, "the room has too much to do; send it again").after(BUSY_RETRY_MS)
    }

    pub(crate) fn storage() -> Self {
        Self::new(Code::StorageUnavailable, "the store cannot take it now; nothing changed")
            .after(STORAGE_RETRY_MS)
    }

    pub(crate) fn unavailable() -> Self {
        Self::new(Code::RoomUnavailable, "this room is out of order and was put aside")
    }
}

impl From<LogError> for Refusal {
    fn from(error: LogError) -> Self {
        match error {
            // Coming back does not help, and the store has logged which row it is.
            LogError::Damaged(_) => {
                let detail = "what is stored of this room is damaged; the operator knows more";
                Self::new(Code::RoomUnavailable, detail)
            }
            LogError::Conflict | LogError::Full | LogError::Unknown | LogError::Unavailable(_) => {
                Self::storage()
            }
        }
    }
}

impl From<Rejection> for Refusal {
    fn from(rejection: Rejection) -> Self {
        Self::new(rejection.code, rejection.detail)
    }
}
