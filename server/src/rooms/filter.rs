//! The query of the list of rooms: which of them, and which page.

use protocol::Code;
use protocol::room::{Entropy, Room, RoomState, Spectators};
use serde::Deserialize;

use crate::room::Refusal;

/// The most rooms in one answer to `GET /api/v1/rooms`.
pub const LISTED_MAX: usize = 100;

/// Choice of rooms for a list; each field left out admits all.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomFilter {
    /// Of this game.
    game: Option<String>,
    /// In this state.
    state: Option<RoomState>,
    /// That may be watched, or not.
    spectators: Option<Spectators>,
    /// With this requirement on entropy.
    entropy: Option<Entropy>,
    /// With a seat that is free, or without.
    free: Option<bool>,
    /// After this code.
    pub(super) after: Option<String>,
    /// At most so many.
    limit: Option<usize>,
}

impl RoomFilter {
    /// Returns the number of rooms that a page may have. Refused if the limit is beyond what there is, or
    /// `known` does not know the game.
    pub(super) fn checked(
        &self,
        known: impl Fn(&str) -> Result<(), Refusal>,
    ) -> Result<usize, Refusal> {
        if let Some(game) = &self.game {
            known(game)?;
        }
        let most = self.limit.unwrap_or(LISTED_MAX);
        if !(1..=LISTED_MAX).contains(&most) {
            let detail = format!("`limit` is from 1 to {LISTED_MAX}");
            return Err(Refusal::new(Code::Malformed, detail));
        }
        Ok(most)
    }

    /// Checks whether a room is to be listed.
    pub(super) fn admits(&self, room: &Room) -> bool {
        let free = || room.seats.iter().any(|seat| seat.name.is_none());
        let watched = if room.may_watch { Spectators::Open } else { Spectators::Off };
        self.game.as_ref().is_none_or(|game| *game == room.game)
            && self.state.is_none_or(|state| state == room.state)
            && self.spectators.is_none_or(|spectators| spectators == watched)
            && self.entropy.is_none_or(|entropy| entropy == room.entropy)
            && self.free.is_none_or(|wanted| wanted == free())
    }
}
