//! One room as a value: from the lobby to the finished match, without a task, a store or a socket.
//!
//! A room works as a match does. [`Room::prepare`] makes a step of an input and changes nothing;
//! whoever runs the room stores what the step writes; [`Room::commit`] carries it out and returns its
//! outputs. So nothing is shown before it is durable, and a room that lost a write is thrown away and
//! restored from its record and its log ([`Errand::Read`]).
//!
//! Time, randomness and the operator's settings come in with [`Env`]; the same room, the same input and
//! the same `Env` make the same step. `crate::rooms` runs rooms and keeps many of them.

mod acts;
mod advised;
mod answered;
mod asked;
mod begin;
mod beside;
mod bot;
mod chat;
mod clock;
mod coaching;
mod connections;
mod effect;
mod env;
mod features;
mod guests;
mod hints;
mod input;
mod intent;
mod joining;
mod lesson;
mod life;
mod loaded;
mod lobby;
mod message;
mod name;
mod notices;
mod options;
mod play;
mod program;
mod publish;
mod randomness;
mod record;
mod refusal;
mod requests;
mod rest;
mod sealing;
mod seat_record;
mod seating;
mod shown;
#[cfg(test)]
mod tests;
mod token;
mod unproven;

use engine::{Seat, Viewer};
use protocol::room::SeatKind;

pub use chat::CHAT_CHARS;
pub use message::ConnectionId;
pub use name::{NAME_CHARS, clean as clean_text, name as player_name};
pub use randomness::Randomness;
pub use refusal::Refusal;
pub use token::{TokenHash, looks_like_token};

pub(crate) use advised::{Advised, HintWanted};
pub(crate) use asked::AskedSeat;
pub(crate) use effect::{
    Errand, RoomEffect, RoomEnd, RoomOutput, RoomSnapshot, RoomStep, RoomWrite, WriteFailure,
};
pub(crate) use env::{Env, Moment};
pub(crate) use features::features;
pub(crate) use input::{Closed, ProgramEnd, ReadFor, Reply, RoomInput};
pub use input::{Holding, Parting, Seated};
pub(crate) use joining::{GuestErrand, JoinAs, Joining, Precedence};
pub(crate) use loaded::{LoadedRoom, Log, Unread, fitting};
pub(crate) use lobby::pick_seat;
pub(crate) use message::{ViewUpdate, WireMessage, limit_events, text};
pub(crate) use name::{name as checked_name, program as checked_program};
pub(crate) use play::{LoadedGame, Panicked, Spoiled, guarded, replay};
pub(crate) use publish::{KnownBefore, ViewBuilder, addressed_to};
pub(crate) use record::{DealAttempt, NO_PROMISE, RoomRecord, Terms};
pub(crate) use refusal::{BUSY_RETRY_MS, STORAGE_RETRY_MS};
pub(crate) use rest::SleepingRoom;
pub(crate) use seat_record::{DeviceRecord, SeatRecord};
pub(crate) use seating::{ProgramSeat, SeatingProgram};
pub(crate) use token::draw as draw_token;
pub(crate) use unproven::StoredUnproven;

use answered::Answered;
use asked::Asked;
use chat::Chat;
use coaching::Coach;
use effect::RoomOutputs;
use guests::Guest;
use lesson::TaughtLesson;
use notices::{NoticeAddress, NoticeState};
use play::LiveMatch;
use program::ProgramState;
use requests::Requests;
use std::collections::BTreeMap;
use std::sync::Arc;

use uuid::Uuid;

/// The limits inside, for the page that lists them all.
pub(crate) mod limits {
    pub use protocol::point::{POINTED_BYTES, POINTED_MOST};

    pub use super::answered::ANSWERED_KEPT;
    pub use super::chat::{CHAT_BYTES, CHAT_BYTES_OVER, LINES_KEPT};
    pub use super::guests::SEAT_GUESTS_MAX;
    pub use super::lesson::LESSON_AWAY_MS;
    pub use super::message::UPDATE_EVENTS;
    pub use super::notices::{DEVICES_MAX, FIRST_RETRY_MS, NOTICE_ATTEMPTS, RETRY_FACTOR};
    pub use super::play::RECENT_EVENTS;
    pub use super::program::PROGRAM_WAIT_MS;
    pub use super::refusal::DETAIL_CHARS;
    pub use super::requests::{FAILED_MOST, REQUEST_MS};
    pub use super::rest::LINGER_MS;
    pub use super::sealing::ATTEMPTS_MAX;
}

/// Close codes of the protocol that a room gives.
pub mod close {
    /// The server stops or restarts; come back after the hint.
    pub const RESTART: u16 = 1012;
    /// Another server has the room now; no client is ever closed with it.
    pub const MOVED: u16 = 0;
    /// Something went wrong inside the server.
    pub const INTERNAL: u16 = 1011;
    /// The token opens no seat; do not retry.
    pub const TOKEN_UNKNOWN: u16 = 4001;
    /// There is no such room.
    pub const ROOM_UNKNOWN: u16 = 4004;
    /// The peer takes too little; resume.
    pub const TOO_SLOW: u16 = 4008;
    /// A newer connection has this seat; do not retry.
    pub const REPLACED: u16 = 4009;
    /// The room takes no (more) spectators.
    pub const GALLERY_FULL: u16 = 4013;
    /// Too many malformed messages.
    pub const TOO_FAST: u16 = 4029;
}

/// In-memory state of a seat.
#[derive(Clone)]
struct SeatState {
    /// Its newest connection.
    connection: Option<ConnectionId>,
    /// Its place in the order of coming, kept when it is gone.
    newest: Precedence,
    /// Its coach, if it may have one.
    coach: Option<Coach>,
    /// Since when nobody is connected here.
    away_since: Moment,
    /// The question that it is asked, and since when.
    asked: Option<Asked>,
    answered: Answered,
    /// The hint that is being worked out for it: the id of its message.
    hint: Option<Uuid>,
    /// State of each of its addresses for notices.
    notices: BTreeMap<NoticeAddress, NoticeState>,
    /// Holding that the address of its taker is charged with until the match begins.
    holding: Option<Holding>,
    /// The program that the host gave it to.
    program: Option<ProgramState>,
}

/// A room: its record, its match and its connections, changed by nothing but the commit of a step.
///
/// Whoever runs it treats every input alike; `rooms::actor` does so with a store, the tests of this
/// module with a vector:
///
/// ```text
/// let mut step = room.prepare(&env, input)?;         // decides; nothing has changed yet
/// let written = store(step.write.take());            // durable, or the failure
/// let outputs = room.commit(&env, step, written);    // changes the room, or leaves it as it was
/// for output in outputs {                            // each with all that follows from it
///     RoomOutput::Effect(effect) => ...              // at once: publish, answer, send, close
///     RoomOutput::Input(input) => ...                // another step
///     RoomOutput::Errand(errand) => ...              // awaited; becomes an input or an answer
/// }
/// ```
///
/// A command, for example: `prepare` tries it on a copy of the match and wants [`RoomWrite::Entry`];
/// once that is stored, `commit` makes the copy the match, and its outputs are an update for each
/// viewer and then `accepted` for the seat. Had the store failed, the one output would be `rejected`.
#[derive(Clone)]
pub(crate) struct Room {
    pub(crate) game: Arc<LoadedGame>,
    pub(crate) record: RoomRecord,
    /// The revision at which the store has the record.
    pub(crate) revision: u64,
    /// The fingerprint of the record that the store has: here it may be newer.
    stored: u64,
    /// Boxed: most rooms of a server have no match in memory.
    play: Option<Box<LiveMatch>>,
    /// One a seat of the record.
    seats: Vec<SeatState>,
    /// The spectators' connections.
    gallery: Vec<ConnectionId>,
    /// The requests that are here.
    guests: Vec<Guest>,
    chat: Chat,
    /// Requests of seats to each other; a restart forgets them.
    requests: Requests,
    /// Number of panics of the rules in this room.
    panics: u32,
    /// Time at which the room ends for lack of activity.
    expires_at: Option<Moment>,
    /// Until when committed seats may reveal, while sealing.
    reveal_by: Option<Moment>,
    /// Time at which a start that the store could not take is tried again.
    retry_at: Option<Moment>,
    /// The lesson that is given here, if there is one.
    lesson: Option<TaughtLesson>,
    /// Time at which the match leaves the memory, while nobody is here.
    rest_at: Option<Moment>,
}

impl Room {
    /// Creates a room from its record as it is stored at `revision`, with nobody connected.
    pub(crate) fn new(
        env: &Env<'_>,
        game: Arc<LoadedGame>,
        record: RoomRecord,
        revision: u64,
    ) -> Self {
        let seat = |kept: &SeatRecord| SeatState {
            connection: None,
            coach: None,
            newest: Precedence::default(),
            away_since: env.now,
            asked: kept.asked.map(|asked| asked.resumed(env)),
            answered: Answered::default(),
            hint: None,
            notices: BTreeMap::new(),
            holding: None,
            program: kept.given.then(|| ProgramState::new(env, None)),
        };
        // Where nobody has to get ready, the match begins at once.
        let begins_at = record.sealed().then_some(env.now);
        let mut room = Self {
            stored: record.stored(revision).fingerprint(),
            seats: record.seats.iter().map(seat).collect(),
            lesson: TaughtLesson::of(&game, &record),
            game,
            record,
            revision,
            play: None,
            gallery: Vec::new(),
            guests: Vec::new(),
            chat: Chat::default(),
            requests: Requests::default(),
            panics: 0,
            expires_at: None,
            reveal_by: None,
            retry_at: begins_at,
            rest_at: None,
        };
        room.refresh(env);
        room.follow_notices(env);
        room
    }

    /// Prepares a step for an input: what to store, and what follows once it is stored. Nothing has
    /// changed yet. Refused with the reason that whoever asked is given.
    pub(crate) fn prepare(&self, env: &Env<'_>, input: RoomInput) -> Result<RoomStep, Refusal> {
        if self.rests() && self.needs_match(&input) {
            let waiting = ReadFor::Input(Box::new(input));
            return Ok(RoomStep::memory(move |_, _, out| out.push(Errand::Read(waiting))));
        }
        match input {
            RoomInput::TakeSeat { wanted, holding } => self.take_seat(env, &wanted, holding),
            RoomInput::AddBot { bearer, seat, level } => self.add_bot(env, bearer, seat, level),
            RoomInput::AddProgram { bearer, seat, program } => {
                self.add_program(env, bearer, seat, *program)
            }
            RoomInput::Imagine(connection) => self.imagine(connection),
            RoomInput::LeaveSeat { bearer, seat } => self.leave_seat(env, bearer, seat),
            RoomInput::NewToken { bearer, seat } => self.new_token(env, bearer, seat),
            RoomInput::NewCoach { bearer, seat } => self.new_coach(env, bearer, seat),
            RoomInput::SetNotify { bearer, seat, wanted, asker } => {
                self.set_notify(env, bearer, seat, &wanted, asker)
            }
            RoomInput::AddDevice { bearer, seat, device } => {
                self.add_device(env, bearer, seat, &device)
            }
            RoomInput::RemoveDevice { bearer, seat, device } => {
                self.remove_device(env, bearer, seat, &device)
            }
            RoomInput::Notify { bearer, seat } => {
                self.own_seat(bearer, seat)?;
                Ok(RoomStep::reply(Reply::Notify(self.notify_of(env, seat))))
            }
            RoomInput::AnswerMail { seat, key, agree } => self.answer_mail(seat, &key, agree),
            RoomInput::Rematch { bearer, holding } => self.rematch(bearer, holding),
            RoomInput::Continued { code, seat } => Ok(self.continued(code, seat)),
            RoomInput::Fetch(seat) => self.fetch(env, seat),
            RoomInput::Show => Ok(RoomStep::reply(Reply::Room(Box::new(self.looked_at(env))))),
            RoomInput::Closed => Ok(RoomStep::reply(Reply::Closed(self.closed()?))),
            RoomInput::Part(parting) => self.part(env, parting),
            RoomInput::Join(joining) => self.join(env, joining),
            RoomInput::Leave(connection) => Ok(RoomStep::memory(move |room, env, out| {
                room.leave(env, out, connection);
            })),
            RoomInput::Act(connection, message) => Ok(self.act(env, connection, *message)),
            RoomInput::Advised(advised) => Ok(RoomStep::memory(move |room, _, out| {
                room.advised(out, *advised);
            })),
            RoomInput::Sent(sent) => {
                Ok(RoomStep::memory(move |room, env, out| room.sent(env, out, sent.0, sent.1)))
            }
            RoomInput::Read(reading, waiting) => Ok(self.read(reading, waiting)),
            RoomInput::Due(due) => Ok(self.fall_due(env, due)),
            RoomInput::Look => Ok(RoomStep::memory(Self::looked)),
            RoomInput::Note => Ok(self.note()),
            RoomInput::Stir => Ok(self.note_activity(env)),
            RoomInput::Resume => Ok(self.resume(env)),
            RoomInput::Expect => Ok(RoomStep::memory(Self::expect_resume)),
            RoomInput::Pause => Ok(self.pause(env)),
            RoomInput::Stop => Ok(RoomStep::memory(|room, _, _| room.forget_connections())),
        }
    }

    /// Carries a step out once the store has taken what it writes; or gives it up if the store has
    /// not: then match and record are as they were. What is to leave follows.
    pub(crate) fn commit(
        &mut self,
        env: &Env<'_>,
        step: RoomStep,
        written: Result<(), WriteFailure>,
    ) -> Vec<RoomOutput> {
        let mut out = RoomOutputs::default();
        if let Err(WriteFailure::Moved) = written {
            // Before any answer: whoever is asked to send it again meets the room as it is stored.
            out.push(Errand::Read(ReadFor::Nobody));
        }
        (step.then)(self, env, &mut out, written);
        let asked = self.follow_asked(env);
        self.follow_notices(env);
        self.follow_rest(env);
        if asked.shows {
            out.publish_asked();
        }
        if asked.notes {
            out.push(RoomInput::Note);
        }
        out.into_list(self, env)
    }

    /// Iterates over everyone who is connected.
    pub(crate) fn connections(&self) -> impl Iterator<Item = ConnectionId> {
        let at_seats = self.seats.iter().flat_map(SeatState::connections);
        at_seats.chain(self.gallery.iter().copied())
    }

    /// Returns the viewer behind a connection; `None` for a coach, and if it was replaced or has left.
    fn viewer(&self, connection: ConnectionId) -> Option<Viewer> {
        let seat = self.seats.iter().position(|seat| seat.connection == Some(connection));
        match seat.and_then(|seat| u8::try_from(seat).ok()) {
            Some(seat) => Some(Viewer::Seat(Seat(seat))),
            None if self.gallery.contains(&connection) => Some(Viewer::Public),
            None => self.spoken_for(connection),
        }
    }

    /// Iterates over the seats of people, and tells for each whether somebody is connected to it.
    fn presence(&self) -> impl Iterator<Item = bool> {
        let seats = self.seats.iter().zip(&self.record.seats);
        let people = seats.filter(|(_, seat)| seat.kind == SeatKind::Person);
        people.map(|(state, _)| state.connection.is_some())
    }

    /// Checks whether all people who may hold a seat are connected.
    fn everyone_here(&self) -> bool {
        self.presence().all(|here| here)
    }

    /// Checks whether any person who holds a seat is connected; bots are no people.
    fn anyone_here(&self) -> bool {
        self.presence().any(|here| here)
    }

    /// Checks whether a person is connected for whom a lobby is kept; nobody waits there for programs that a
    /// host has seated.
    fn anyone_waits(&self) -> bool {
        let seats = self.seats.iter().zip(&self.record.seats);
        let mut people = seats.filter(|(_, seat)| seat.kind == SeatKind::Person && !seat.given);
        people.any(|(state, _)| state.connection.is_some())
    }

    /// Checks whether nobody is connected but bots, and no request waits.
    fn deserted(&self) -> bool {
        let coached = self.seats.iter().any(|seat| seat.coach_here().is_some());
        !self.anyone_here() && !coached && self.gallery.is_empty() && self.guests.is_empty()
    }
}
