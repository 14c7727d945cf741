//! What comes to a room, and what it answers.

use std::any::Any;
use std::sync::Arc;

use protocol::envelope::ClientMessage;
use protocol::notice::{Notify, SetNotify};
use protocol::room as wire;
use protocol::room::SeatWish;

use super::begin::{Reading, Unread, Waiting};
use super::life::Due;
use super::message::ConnectionId;
use super::play::Played;
use super::record::Record;
use super::token::TokenHash;
use crate::notices::{Delivery, Notice};

pub use protocol::room::Seated;

/// Something of whoever asked that counts for as long as this lives, such as a place among the rooms
/// of an address. A room keeps it and never looks into it.
pub type Holding = Arc<dyn Any + Send + Sync>;

/// How an operator ends a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parting {
    /// Its match is abandoned, its lobby given up; it stays as one that is over.
    Close,
    /// It is deleted with all that is known of those in it, and a note of that stays.
    Delete,
    /// It is forgotten, if it is over.
    Forget,
}

/// By what a connection comes in.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Door {
    /// A seat's token.
    Token(TokenHash),
    /// As a spectator.
    Gallery,
    /// To a bot's seat, for the server itself.
    Bot(u8),
}

/// A connection that wants in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joining {
    /// The number that it is given.
    pub(crate) id: ConnectionId,
    pub(crate) door: Door,
    /// The last entry that it has.
    pub(crate) after: Option<u64>,
}

/// A match that is over, as its room hands it out.
pub(crate) struct Closed {
    pub(crate) game: Arc<Played>,
    pub(crate) record: Record,
    pub(crate) revision: u64,
}

/// What comes to a room.
pub(crate) enum Input {
    /// Somebody wants a free seat.
    TakeSeat { name: String, wish: Option<SeatWish>, holding: Option<Holding> },
    /// The host has the server play for a free seat.
    AddBot { bearer: TokenHash, seat: u8 },
    /// A seat is given up, or the host frees it.
    LeaveSeat { bearer: TokenHash, seat: u8 },
    /// A seat needs a new token.
    NewToken { bearer: TokenHash, seat: u8 },
    /// A seat says where it has its notices.
    SetNotify { bearer: TokenHash, seat: u8, wanted: Box<SetNotify> },
    /// A seat asks where it has its notices.
    Notify { bearer: TokenHash, seat: u8 },
    /// The owner of an address agrees to mails of a seat, or stops them: by their key.
    AnswerMail { seat: u8, key: String, agree: bool },
    /// A seat wants to go on with the others in another room.
    Rematch { bearer: TokenHash, holding: Option<Holding> },
    /// The room that continues this one is there.
    Continued { code: String, seat: u8 },
    /// Whoever had the seat before fetches the token that was set aside.
    Fetch(u8),
    /// Somebody wants the match, if it is over.
    Closed,
    /// An operator ends the room for good.
    Part(Parting),
    /// A connection wants in.
    Join(Joining),
    /// A connection is gone.
    Leave(ConnectionId),
    /// A connection's message.
    Act(ConnectionId, Box<ClientMessage>),
    /// An attempt to deliver a notice has ended.
    Sent(Box<(Notice, Delivery)>),
    /// What the store has of the room, for [`super::Effect::Read`], and who waits for it.
    Read(Result<Box<Reading>, Unread>, Waiting),
    /// A time has come.
    Due(Due),
    /// The record as it stands is stored if that can be: it follows what is durable already.
    Note,
    /// Something happened in the match, of which the record has not heard for long.
    Stir,
    /// Match time runs on, if anyone is here.
    Resume,
    /// Match time stands still where it matters: people are not back, or the server stops.
    Pause,
    /// The server stops: nobody is connected any more.
    Stop,
}

impl Input {
    /// The connection that it comes from or is about.
    pub(crate) fn connection(&self) -> Option<ConnectionId> {
        #[allow(clippy::wildcard_enum_match_arm)]
        match self {
            Self::Join(Joining { id, .. }) | Self::Leave(id) | Self::Act(id, _) => Some(*id),
            _ => None,
        }
    }

    /// Whether it is a message of this connection.
    pub(crate) fn acts_for(&self, connection: ConnectionId) -> bool {
        matches!(self, Self::Act(from, _) if *from == connection)
    }
}

/// What an asker is answered.
pub(crate) enum Reply {
    Done,
    Seated(Box<Seated>),
    Room(Box<wire::Room>),
    Token(String),
    Notify(Notify),
    /// The code of the room that continues this one, and the asker's seat in it.
    Continued(String, u8),
    Closed(Box<Closed>),
    Joined(ConnectionId),
}
