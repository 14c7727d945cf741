//! What each game's bot thinks, one file a game.

mod balance_of_power;
mod europe;
mod europe_divided;

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
pub(crate) fn mind(game: &str, seat: u8, data: &Value) -> Option<Box<dyn Mind>> {
    match game {
        protocol::games::balance_of_power::ID => {
            Some(Box::new(balance_of_power::Player::new(seat, data)?))
        }
        protocol::games::europe::ID => Some(Box::new(europe::Player::new(seat, data)?)),
        protocol::games::europe_divided::ID => Some(Box::new(europe_divided::Player::new(data)?)),
        _ => None,
    }
}
