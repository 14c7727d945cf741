//! Hints on their way: the question to the mind, and its answer.

use engine::think::Guesses;
use protocol::hint::Advice;
use uuid::Uuid;

use super::refusal::Refusal;

/// A hint that a seat waits for.
pub(crate) struct HintWanted {
    pub(crate) seat: u8,
    pub(crate) id: Uuid,
    pub(crate) decision: u64,
    /// The match as the seat may imagine it.
    pub(crate) guesses: Guesses,
}

/// The advice for a seat, or the reason why there is none.
pub(crate) struct Advised {
    pub(crate) seat: u8,
    pub(crate) id: Uuid,
    pub(crate) decision: u64,
    pub(crate) advice: Result<Vec<Advice>, Refusal>,
}
