//! What each game's bot thinks, one file a game.

mod balance_of_power;
mod europe;
mod europe_divided;

use std::fmt;

use rand::rngs::StdRng;
use serde::Deserialize;
use serde_json::Value;

use crate::{Choice, Sight};

/// The part of a bot that knows a game.
pub(crate) trait Mind: fmt::Debug + Send {
    /// What to do at this match time, in milliseconds; nothing, if this mind does not know.
    fn choose(&mut self, sight: &Sight<'_>, now_ms: u64, random: &mut StdRng) -> Option<Choice>;
}

/// The mind for a seat of a game; none for a game that is not known, or whose data cannot be read.
pub(crate) fn mind(game: &str, seat: u8, data: &Value) -> Option<Box<dyn Mind>> {
    Some(match game {
        protocol::games::balance_of_power::ID => {
            Box::new(balance_of_power::Player::new(seat, Deserialize::deserialize(data).ok()?))
        }
        protocol::games::europe::ID => {
            Box::new(europe::Player::new(seat, Deserialize::deserialize(data).ok()?))
        }
        protocol::games::europe_divided::ID => {
            Box::new(europe_divided::Player::new(Deserialize::deserialize(data).ok()?))
        }
        _ => return None,
    })
}
