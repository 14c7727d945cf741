//! Knowledge of a room that nobody has to ask it for: what its task published last, and what is left of
//! that while it sleeps.

use std::sync::{Arc, OnceLock};

use protocol::room::{Room, RoomState};
use serde_json::value::{RawValue, to_raw_value};
use tokio::time::Instant;

use crate::room::{AskedSeat, RoomSnapshot};
use crate::time::millis;

/// Everything that anybody may see of a room, as its task published it last.
#[derive(Debug)]
pub(crate) struct Published {
    /// The room; its keys and whom it asks are kept by themselves.
    pub(crate) shown: RoomSnapshot,
    /// Until when committed seats may reveal.
    reveal_by: Option<Instant>,
    /// Beginning of the rooms' time.
    opened: Instant,
    /// The room as a list shows it, written by whoever asks for a list first: lists are asked for far
    /// more often than rooms change.
    listing: OnceLock<Box<RawValue>>,
}

impl Published {
    /// Returns the room's code.
    pub(crate) fn code(&self) -> &str {
        &self.shown.room.code
    }

    /// Returns the room as a list shows it, as JSON.
    pub(crate) fn listing(&self) -> &RawValue {
        // A room is plain data with string keys, for which serialisation cannot fail.
        self.listing.get_or_init(|| {
            to_raw_value(&self.room()).unwrap_or_else(|_| RawValue::NULL.to_owned())
        })
    }

    /// Returns the room object at this moment, in which these seats are asked.
    pub(super) fn seen(&self, asked: &[AskedSeat]) -> Room {
        let (mut room, now) = (self.room(), Instant::now());
        let left = |by: Instant| millis(by.saturating_duration_since(now));
        room.fairness.reveal_by_ms = self.reveal_by.map(left);
        room.awaiting = asked.iter().map(|asked| asked.at(now - self.opened)).collect();
        room
    }

    /// Returns the room object; what goes on in it is left out.
    fn room(&self) -> Room {
        Room { options: self.shown.options.by_name(), ..self.shown.room.clone() }
    }
}

/// The worth of a room that is over to others: the least makes place first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RoomWorth {
    /// `true` if anybody is there.
    pub(crate) here: bool,
    /// `true` if a match was begun.
    pub(crate) begun: bool,
    /// Time of the last activity, in milliseconds since 1970.
    pub(crate) active_ms: u64,
}

/// Knowledge of a room.
#[derive(Debug)]
pub(super) enum RoomKnowledge {
    /// It cannot be played.
    Nothing,
    /// It sleeps.
    Asleep {
        state: RoomState,
        /// `true` if a match was begun.
        begun: bool,
        /// Time of the last activity, in milliseconds since 1970.
        active_ms: u64,
    },
    /// Its task published this last.
    Published(Arc<Published>),
}

impl RoomKnowledge {
    /// Publishes a room; `opened` is when the rooms' time began.
    pub(super) fn of(shown: RoomSnapshot, opened: Instant) -> Self {
        let reveal_by = shown.reveal_by.map(|at| opened + at);
        let listing = OnceLock::new();
        Self::Published(Arc::new(Published { shown, reveal_by, opened, listing }))
    }

    /// Forgets what a room that sleeps can tell again.
    pub(super) fn shrink(&mut self) {
        if let Self::Published(published) = self {
            let RoomSnapshot { room, begun, active_ms, .. } = &published.shown;
            *self = Self::Asleep { state: room.state, begun: *begun, active_ms: *active_ms };
        }
    }

    /// Returns what was published last; `None` while the room sleeps, or cannot be played.
    pub(super) fn published(&self) -> Option<&Arc<Published>> {
        match self {
            Self::Published(published) => Some(published),
            Self::Nothing | Self::Asleep { .. } => None,
        }
    }

    /// Returns the room's state; `None` while it cannot be played.
    pub(super) fn state(&self) -> Option<RoomState> {
        match self {
            Self::Published(published) => Some(published.shown.room.state),
            Self::Asleep { state, .. } => Some(*state),
            Self::Nothing => None,
        }
    }

    /// Returns the worth of the room; `None` if it cannot be played.
    pub(super) fn worth(&self) -> Option<RoomWorth> {
        match self {
            Self::Published(published) => {
                let RoomSnapshot { room, begun, active_ms, .. } = &published.shown;
                let here = room.spectators > 0 || room.seats.iter().any(|seat| seat.connected);
                Some(RoomWorth { here, begun: *begun, active_ms: *active_ms })
            }
            Self::Asleep { begun, active_ms, .. } => {
                Some(RoomWorth { here: false, begun: *begun, active_ms: *active_ms })
            }
            Self::Nothing => None,
        }
    }
}
