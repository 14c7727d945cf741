//! Entry of a connection into a room.

use serde::{Deserialize, Serialize};

use super::message::ConnectionId;
use super::token::TokenHash;

/// By what a connection comes in.
#[derive(Clone, Copy, Debug)]
pub(crate) enum JoinAs {
    /// A seat's token.
    Token(TokenHash),
    /// As a spectator.
    Gallery,
    /// To a bot's seat, for the server itself.
    Bot(u8),
    /// For one request: with a seat's token, or to read what spectators may.
    Guest(Option<TokenHash>, GuestErrand),
}

/// Errand of a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GuestErrand {
    /// To be shown the match, now and when it changes.
    Read,
    /// To say something.
    Speak,
}

/// Order in which connections came into a room, whichever servers had it: a newer one is greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Precedence {
    /// Number of the claim by which the server had the room.
    pub(crate) claim: u64,
    /// The number that the connection was given there.
    pub(crate) connection: ConnectionId,
}

/// A connection that wants in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joining {
    /// The number that it is given.
    pub(crate) id: ConnectionId,
    /// Its place in the order of coming: an old one, for a socket whose room has moved.
    pub(crate) came: Precedence,
    pub(crate) door: JoinAs,
    /// The last entry that it has.
    pub(crate) after: Option<u64>,
}
