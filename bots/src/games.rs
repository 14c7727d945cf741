//! The knowledge of each game that a bot has, one file a game.

mod europe;

use std::fmt;

use rand::rngs::StdRng;
use serde::Deserialize;

use crate::{Assignment, Choice, Sight};

/// The part of a bot that knows a game.
pub(crate) trait Mind: fmt::Debug + Send {
    /// Chooses for this match time, in milliseconds; `None` if this mind does not know what to do.
    fn choose(&mut self, sight: &Sight<'_>, now_ms: u64, random: &mut StdRng) -> Option<Choice>;

    /// Checks whether it may wait although no clock runs, because others act at any time.
    fn is_patient(&self) -> bool {
        false
    }

    /// Checks whether it may want to act, after it has waited, although nothing has changed.
    fn looks_again(&self) -> bool {
        false
    }
}

/// Creates the mind for a seat of a game; `None` for an unknown game, or if its data cannot be
/// read.
pub(crate) fn mind(assignment: &Assignment<'_>) -> Option<Box<dyn Mind>> {
    let Assignment { game, seat, data, options, level, pace_ms } = *assignment;
    (game == protocol::games::europe::ID).then_some(())?;
    let data = Deserialize::deserialize(data).ok()?;
    Some(Box::new(europe::Player::new(seat, data, options, (level, pace_ms))))
}
