//! One room as a value: from the lobby to the finished match, without a task, a store or a socket.
//!
//! A room does what a match does. [`Room::prepare`] says what an input comes to and changes nothing;
//! whoever runs the room stores what the step writes; [`Room::commit`] carries it out and says by
//! [`Effect`]s what is to leave. So nothing is shown before it is durable, and a room that lost a write
//! is thrown away and folded anew from its record and its log ([`Effect::Read`]).
//!
//! What time it is, what is random and what an operator set comes in with [`Env`]; the same room, the
//! same input and the same `Env` make the same step. `crate::rooms` runs rooms and keeps many of them.

mod acts;
mod answered;
mod begin;
mod bot;
mod chat;
mod clock;
mod connections;
mod deed;
mod effect;
mod env;
mod input;
mod life;
mod lobby;
mod message;
mod name;
mod notices;
mod play;
mod publish;
mod randomness;
mod record;
mod refusal;
mod requests;
mod sealing;
#[cfg(test)]
mod tests;
mod token;

use engine::{Seat, Viewer};
use protocol::ServerMessage;
use protocol::room as wire;
use protocol::room::{RoomState, SeatKind, Spectators};

pub use chat::CHAT_CHARS;
pub use deed::act_id;
pub use message::ConnectionId;
pub use name::{NAME_CHARS, clean as clean_text, name as player_name};
pub use randomness::Randomness;
pub use refusal::Refusal;
pub use token::{TokenHash, looks_like_token};

pub(crate) use begin::{Log, Reading, Unread, Waiting, fitting};
pub(crate) use clock::{millis, wall_ms};
pub(crate) use effect::{Effect, End, Failure, Shown, Step, Write};
pub(crate) use env::{Env, Moment};
pub(crate) use input::{Closed, Door, Input, Joining, Reply};
pub use input::{Holding, Parting, Seated};
pub(crate) use lobby::pick_seat;
pub(crate) use message::{Message, ViewUpdate, limit_events, text};
pub(crate) use name::name as checked_name;
pub(crate) use play::{Panicked, Played, Spoiled, guarded, replay};
pub(crate) use publish::{Before, Stage, told};
pub(crate) use record::{Record, SeatRecord, Terms};
pub(crate) use refusal::BUSY_RETRY_MS;
pub(crate) use token::draw as draw_token;

use answered::Answered;
use chat::Chat;
use effect::Effects;
use notices::NoticeDue;
use play::Play;
use requests::Requests;
use std::sync::Arc;

/// The limits inside, for the page that lists them all.
pub(crate) mod limits {
    pub use super::answered::ANSWERED_KEPT;
    pub use super::chat::LINES_KEPT;
    pub use super::life::LINGER_MS;
    pub use super::message::UPDATE_EVENTS;
    pub use super::notices::{FIRST_RETRY_MS, NOTICE_ATTEMPTS, RETRY_FACTOR};
    pub use super::play::RECENT_EVENTS;
    pub use super::requests::{FAILED_MOST, REQUEST_MS};
    pub use super::sealing::ATTEMPTS_MAX;
}

/// Close codes of the protocol that a room gives.
pub mod close {
    /// The server stops or restarts; come back after the hint.
    pub const RESTART: u16 = 1012;
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

/// What memory knows of a seat.
#[derive(Clone)]
struct SeatState {
    /// Its newest connection.
    connection: Option<ConnectionId>,
    /// Since when nobody is connected here.
    away_since: Moment,
    answered: Answered,
    /// The notice that it waits for while nobody is connected.
    due: Option<NoticeDue>,
    /// Whether it was sent a notice and nobody has come since.
    told: bool,
    /// What its taker's address is charged with until the match begins.
    holding: Option<Holding>,
}

/// A room.
#[derive(Clone)]
pub(crate) struct Room {
    pub(crate) game: Arc<Played>,
    pub(crate) record: Record,
    /// The revision at which the store has the record.
    pub(crate) revision: u64,
    play: Option<Play>,
    /// One a seat of the record.
    seats: Vec<SeatState>,
    /// The spectators' connections.
    gallery: Vec<ConnectionId>,
    chat: Chat,
    /// What seats ask of each other; a restart forgets it.
    requests: Requests,
    /// How often the rules panicked here.
    panics: u32,
    /// When the room ends for want of life.
    expires_at: Option<Moment>,
    /// Until when committed seats may reveal, while sealing.
    reveal_by: Option<Moment>,
    /// When a start that the store could not take is tried again.
    retry_at: Option<Moment>,
    /// When a match that is over leaves the memory, once nobody is here.
    unload_at: Option<Moment>,
}

impl Room {
    /// A room with its record as it is stored at `revision`, and nobody connected.
    pub(crate) fn new(env: &Env<'_>, game: Arc<Played>, record: Record, revision: u64) -> Self {
        let seat = |_: &_| SeatState {
            connection: None,
            away_since: env.now,
            answered: Answered::default(),
            due: None,
            told: false,
            holding: None,
        };
        let mut room = Self {
            seats: record.seats.iter().map(seat).collect(),
            game,
            record,
            revision,
            play: None,
            gallery: Vec::new(),
            chat: Chat::default(),
            requests: Requests::default(),
            panics: 0,
            expires_at: None,
            reveal_by: None,
            retry_at: None,
            unload_at: None,
        };
        room.refresh(env);
        room.follow_notices(env);
        room
    }

    /// What an input comes to: what to store, and what follows once it is stored. Nothing has changed
    /// yet. Refused with the reason that whoever asked is given.
    pub(crate) fn prepare(&self, env: &Env<'_>, input: Input) -> Result<Step, Refusal> {
        match input {
            Input::TakeSeat { name, wish, holding } => self.take_seat(env, &name, wish, holding),
            Input::AddBot { bearer, seat } => self.add_bot(env, bearer, seat),
            Input::LeaveSeat { bearer, seat } => self.leave_seat(env, bearer, seat),
            Input::NewToken { bearer, seat } => self.new_token(env, bearer, seat),
            Input::SetNotify { bearer, seat, wanted } => {
                self.set_notify(env, bearer, seat, &wanted)
            }
            Input::Notify { bearer, seat } => {
                self.own_seat(bearer, seat)?;
                Ok(Step::reply(Reply::Notify(self.notify_of(env, seat))))
            }
            Input::AnswerMail { seat, key, agree } => self.answer_mail(seat, &key, agree),
            Input::Rematch { bearer, holding } => self.rematch(bearer, holding),
            Input::Continued { code, seat } => Ok(self.continued(code, seat)),
            Input::Fetch(seat) => self.fetch(env, seat),
            Input::Closed => Ok(Step::reply(Reply::Closed(self.closed()?))),
            Input::Part(parting) => self.part(env, parting),
            Input::Join(joining) => self.join(env, joining),
            Input::Leave(connection) => Ok(Step::memory(move |room, env, out| {
                room.leave(env, out, connection);
            })),
            Input::Act(connection, message) => Ok(self.act(env, connection, *message)),
            Input::Sent(sent) => {
                Ok(Step::memory(move |room, env, out| room.sent(env, out, sent.0, sent.1)))
            }
            Input::Read(reading, waiting) => Ok(self.read(reading, waiting)),
            Input::Due(due) => Ok(self.fall_due(env, due)),
            Input::Note => Ok(self.note()),
            Input::Stir => Ok(self.note_activity(env)),
            Input::Resume => Ok(self.resume(env)),
            Input::Pause => Ok(self.pause(env)),
            Input::Stop => Ok(Step::memory(|room, _, _| room.forget_connections())),
        }
    }

    /// Carries a step out once the store has taken what it writes; or gives it up if the store has
    /// not: then match and record are as they were. What is to leave follows.
    pub(crate) fn commit(
        &mut self,
        env: &Env<'_>,
        step: Step,
        written: Result<(), Failure>,
    ) -> Vec<Effect> {
        let mut out = Effects::default();
        if let Err(Failure::Moved) = written {
            out.push(Effect::Read(Waiting::Nobody));
        }
        (step.then)(self, env, &mut out, written);
        self.follow_notices(env);
        out.into_list(|| self.shown(env))
    }

    /// Whether an input neither writes nor touches the match, so that it can be carried out while an
    /// entry is being written: otherwise anyone could tell by waiting that somebody's entry is.
    pub(crate) fn is_light(&self, input: &Input) -> bool {
        use protocol::envelope::ClientMessage::Chat as Line;
        #[allow(clippy::wildcard_enum_match_arm)]
        match input {
            Input::Act(_, message) => matches!(**message, Line { .. }),
            Input::Leave(_) | Input::Notify { .. } | Input::Closed => true,
            Input::Join(_) => self.takes_in(),
            // It is refused at once.
            Input::TakeSeat { .. } => self.in_lobby().is_err(),
            _ => false,
        }
    }

    /// The room object, as everybody in it may see it.
    fn object(&self, env: &Env<'_>) -> wire::Room {
        let connected = |seat: u8| self.seats[usize::from(seat)].connection.is_some();
        let watching = u32::try_from(self.gallery.len()).unwrap_or(u32::MAX);
        let mut room = self.record.object(connected, watching);
        room.fairness.reveal_by_ms = self.reveal_by.map(|by| millis(by.saturating_sub(env.now)));
        room.requests = self.requests.shown();
        room
    }

    /// What whoever only looks may see, without asking the room.
    pub(crate) fn shown(&self, env: &Env<'_>) -> Shown {
        let mut object = self.object(env);
        object.fairness.reveal_by_ms = None;
        let free = self.record.seats.iter().any(|seat| seat.name.is_none());
        let watched = self.record.spectators == Spectators::Open;
        let open = match self.record.state {
            RoomState::Lobby | RoomState::Sealing => free || watched,
            RoomState::Running => watched,
            RoomState::Finished | RoomState::Abandoned => false,
        };
        let keys = self.record.seats.iter().filter_map(|seat| seat.token.as_deref());
        Shown {
            room: object,
            reveal_by: self.reveal_by,
            active_ms: self.record.active_ms,
            begun: self.record.outcome.is_some(),
            listed: self.record.listed && open,
            keys: keys.filter_map(TokenHash::from_hex).collect(),
        }
    }

    /// Sends the room object to everyone but one.
    fn show_room(&self, env: &Env<'_>, out: &mut Effects, except: Option<ConnectionId>) {
        out.publish();
        let mut others = self.connections().filter(|id| Some(*id) != except).peekable();
        if others.peek().is_some() {
            let text = text(&ServerMessage::Room { room: self.object(env) });
            others.for_each(|id| out.push(Effect::Send(id, text.clone())));
        }
    }

    /// Everyone who is connected.
    pub(crate) fn connections(&self) -> impl Iterator<Item = ConnectionId> {
        self.seats.iter().filter_map(|seat| seat.connection).chain(self.gallery.iter().copied())
    }

    /// Who somebody is here; `None` for a connection that was replaced or has left.
    fn viewer(&self, connection: ConnectionId) -> Option<Viewer> {
        let seat = self.seats.iter().position(|seat| seat.connection == Some(connection));
        match seat.and_then(|seat| u8::try_from(seat).ok()) {
            Some(seat) => Some(Viewer::Seat(Seat(seat))),
            None => self.gallery.contains(&connection).then_some(Viewer::Public),
        }
    }

    /// For each seat of a person's, whether somebody is connected to it.
    fn presence(&self) -> impl Iterator<Item = bool> {
        let seats = self.seats.iter().zip(&self.record.seats);
        let people = seats.filter(|(_, seat)| seat.kind == SeatKind::Person);
        people.map(|(state, _)| state.connection.is_some())
    }

    /// Whether all people who may hold a seat are connected.
    fn everyone_here(&self) -> bool {
        self.presence().all(|here| here)
    }

    /// Whether any person who holds a seat is connected; bots are no people.
    fn anyone_here(&self) -> bool {
        self.presence().any(|here| here)
    }
}
