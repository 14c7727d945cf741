//! What each game's bot thinks, one file a game.

use std::fmt;

use rand::rngs::StdRng;
use serde_json::Value;

use crate::{Choice, Sight};

/// The part of a bot that knows a game.
pub(crate) trait Mind: fmt::Debug + Send {
    /// What to do at this match time, in milliseconds; nothing, if this mind does not know.
    fn choose(&mut self, sight: &Sight<'_>, now_ms: u64, random: &mut StdRng) -> Option<Choice>;
}

/// The mind for a seat of a game; none for a game that is not known, or whose data cannot be read.
pub(crate) fn mind(_game: &str, _seat: u8, _data: &Value) -> Option<Box<dyn Mind>> {
    None
}
