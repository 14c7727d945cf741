//! Inputs of a room, and the answers to them.

use std::sync::Arc;

use engine::MatchMillis;
use engine::think::Guesses;
use protocol::envelope::ClientMessage;
use protocol::notice::{AddDevice, Notify, SetNotify};
use protocol::room as wire;
use protocol::room::{BotLevel, TakeSeat};

use super::advised::Advised;
use super::joining::Joining;
use super::loaded::{LoadedRoom, Unread};
use super::message::{ConnectionId, UPDATE_EVENTS};
use super::play::{LoadedGame, RECENT_EVENTS};
use super::record::RoomRecord;
use super::seating::SeatingProgram;
use super::token::TokenHash;
use crate::notices::{Delivery, Notice};
use crate::payer::{Charge, Payer};

pub use protocol::room::Seated;

/// Something of whoever asked that counts for as long as this lives, such as a share among the rooms
/// of an address. A room keeps it and never looks into it.
pub type Holding = Arc<dyn Charge>;

/// Way in which an operator ends a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parting {
    /// Its match is abandoned, its lobby given up; it stays as one that is over.
    Close,
    /// It is deleted with all that is known of those in it, and a note of that stays.
    Delete,
    /// It is forgotten, if it is over.
    Forget,
}

/// A match that is over, as its room hands it out.
pub(crate) struct Closed {
    pub(crate) game: Arc<LoadedGame>,
    pub(crate) record: RoomRecord,
    pub(crate) revision: u64,
}

/// An occurrence at a seat that a host gave to a program, for the server's counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgramEnd {
    /// It was given.
    Given,
    /// The program did not take it, or waited too long for the match.
    Absent,
    /// The server's bot plays on.
    Replaced,
}

/// Kinds of work that fall due without anyone asking, in the order in which they are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DueWork {
    /// A start that the store could not take is tried again.
    Start,
    /// The time to reveal is over.
    Sealing,
    /// A loaded timed match goes on even if somebody is still missing.
    Resume,
    /// A deadline of the match, by match time.
    Deadline(MatchMillis),
    /// The script of a lesson goes on.
    Lesson,
    /// A request has been open for as long as it may.
    Requests,
    /// A program has not taken its seat, or does not play.
    Program,
    /// A match that nobody is at leaves the memory.
    Rest,
    /// Match time is noted.
    Heartbeat,
    /// A notice is sent.
    Notices,
    /// Nobody came, nobody went on, or everything is long over.
    Expiry,
}

/// Input of a room.
pub(crate) enum RoomInput {
    /// Somebody wants a free seat.
    TakeSeat { wanted: TakeSeat, holding: Option<Holding> },
    /// The host has the server play for a free seat.
    AddBot { bearer: TokenHash, seat: u8, level: BotLevel },
    /// The host gives a free seat to a program.
    AddProgram { bearer: TokenHash, seat: u8, program: Box<SeatingProgram> },
    /// A bot's connection wants to think: the match as its seat may imagine it.
    Imagine(ConnectionId),
    /// A seat is given up, or the host frees it.
    LeaveSeat { bearer: TokenHash, seat: u8 },
    /// A seat needs a new token.
    NewToken { bearer: TokenHash, seat: u8 },
    /// A seat needs a token for its coach.
    NewCoach { bearer: TokenHash, seat: u8 },
    /// A seat says where it has its notices.
    SetNotify { bearer: TokenHash, seat: u8, wanted: Box<SetNotify>, asker: Payer },
    /// A seat wants its notices at one more device.
    AddDevice { bearer: TokenHash, seat: u8, device: Box<AddDevice> },
    /// A seat wants them there no longer.
    RemoveDevice { bearer: TokenHash, seat: u8, device: String },
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
    /// Somebody looks at the room from outside.
    Show,
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
    /// A hint was worked out.
    Advised(Box<Advised>),
    /// An attempt to deliver a notice has ended.
    Sent(Box<(Notice, Delivery)>),
    /// Result of reading the room from the store, for [`super::Errand::Read`], and who waits for it.
    Read(Result<Box<LoadedRoom>, Unread>, ReadFor),
    /// A time has come.
    Due(DueWork),
    /// A match that was not read since the server started is: whether it is whole, and whom it asks.
    Look,
    /// The record as it is now is stored if possible: it follows what is durable already.
    Note,
    /// There was activity in the match that the record has not followed for long.
    Stir,
    /// Match time runs on, if anyone is here.
    Resume,
    /// Match time that stands still runs on once all people are here, or a while after the first.
    Expect,
    /// Match time stands still where it matters: people are not back, or the server stops.
    Pause,
    /// The server stops: nobody is connected any more.
    Stop,
}

/// Party that waits for a room to be read.
pub(crate) enum ReadFor {
    /// Nobody.
    Nobody,
    /// The connection that made everything ready.
    Ready(ConnectionId),
    /// An input that needs a match at rest: it is carried out once the match is back.
    Input(Box<RoomInput>),
}

impl ReadFor {
    /// Returns the number of events that are wanted for each viewer: whoever comes back to a match that
    /// has rested is sent all that happened meanwhile, as far as it fits an update.
    pub(crate) fn events(&self) -> usize {
        let back =
            |input: &RoomInput| matches!(input, RoomInput::Join(Joining { after: Some(_), .. }));
        if matches!(self, Self::Input(input) if back(input)) {
            UPDATE_EVENTS
        } else {
            RECENT_EVENTS
        }
    }
}

impl RoomInput {
    /// Checks whether a room is afterwards as it was, apart from its match, which may be in memory.
    pub(crate) fn only_looks(&self) -> bool {
        matches!(
            self,
            Self::Show | Self::Look | Self::Read(_, ReadFor::Nobody) | Self::Due(DueWork::Rest)
        ) || matches!(self, Self::Read(_, ReadFor::Input(input)) if input.only_looks())
    }

    /// Returns the connection that it comes from or is about.
    pub(crate) fn connection(&self) -> Option<ConnectionId> {
        if let Self::Join(Joining { id, .. }) | Self::Leave(id) | Self::Act(id, _) = self {
            Some(*id)
        } else {
            None
        }
    }
}

/// Answer to whoever asked.
#[derive(derive_more::TryInto)]
pub(crate) enum Reply {
    Done,
    Seated(Box<Seated>),
    Room(Box<wire::Room>),
    /// The room, and the token of the seat that a program was given.
    Given(Box<(wire::Room, String)>),
    Token(String),
    Notify(Notify),
    /// The code of the room that continues this one, and the asker's seat in it.
    Continued(String, u8),
    Closed(Box<Closed>),
    Joined(ConnectionId),
    Guesses(Box<Guesses>),
}
