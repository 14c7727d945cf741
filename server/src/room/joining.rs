//! Entry of a connection into a room.

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

/// A connection that wants in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joining {
    /// The number that it is given.
    pub(crate) id: ConnectionId,
    pub(crate) door: JoinAs,
    /// The last entry that it has.
    pub(crate) after: Option<u64>,
}
