//! One room's task: it owns the record and the match, and does one thing at a time.
//!
//! Whatever happens to a room goes through [`Actor::run`]: an asked question, a timer, or the
//! server's shutdown. The task waits for the store and for nothing else; sockets wait for it.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use engine::Viewer;
use protocol::ServerMessage;
use protocol::envelope::ClientMessage;
use protocol::room::{Room, RoomState, Spectators};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};
use tracing::{error, info, warn};
use uuid::Uuid;

use super::answered::Answered;
use super::chat::Chat;
use super::close;
use super::directory::{Hub, Played, stored};
use super::handle::{Ask, Handle, Holding, INBOX_MESSAGES, Parting, Published, Reply};
use super::notices::Due;
use super::outbox::{self, ConnectionId, Outbox};
use super::play::Play;
use super::record::Record;
use super::refusal::{Refusal, STORAGE_RETRY_MS};
use super::requests::Requests;
use super::timer::{after_ms, millis, wall_ms};
use super::token::TokenHash;
use crate::log::LogError;

/// The shortest life of a room after it was loaded: time for people to come back.
const LOADED_LIFE_MS: u64 = 10 * 60 * 1_000;

/// How old `active_ms` of a running match may get before it is stored anew.
const ACTIVITY_GRAIN_MS: u64 = 6 * 60 * 60 * 1_000;

/// How long a match that is over stays in memory once nobody looks at it any more, in milliseconds.
pub const LINGER_MS: u64 = 60_000;

/// When to come back after a restart, in milliseconds: spread, so that not all come at once.
const COMEBACK_MS: std::ops::Range<u64> = 500..3_000;

/// A connection of this room.
pub(crate) struct Member {
    pub(crate) id: ConnectionId,
    pub(crate) outbox: Arc<Outbox>,
}

/// What memory knows of a seat.
pub(crate) struct Chair {
    pub(crate) member: Option<Member>,
    /// Since when nobody is connected here.
    pub(crate) away_since: Instant,
    pub(crate) answered: Answered,
    /// What it waits to be told while nobody is connected.
    pub(crate) due: Option<Due>,
    /// Whether it was told something and nobody has come since.
    pub(crate) told: bool,
    /// What its taker's address is charged with until the match begins.
    pub(crate) holding: Option<Holding>,
}

impl Chair {
    pub(crate) fn connection(&self) -> Option<ConnectionId> {
        self.member.as_ref().map(|member| member.id)
    }
}

/// How it stands with a room's task.
pub(crate) enum Fate {
    /// It goes on.
    Works,
    /// The room was deleted.
    Deleted,
    /// It cannot be played any more, for this reason.
    Broken(String),
}

/// A room.
pub(crate) struct Actor {
    pub(crate) hub: Arc<Hub>,
    /// What it is asked; none in the hands of an operator's command.
    inbox: Option<mpsc::Receiver<Ask>>,
    /// What it was asked while it waited for the store, in order.
    later: VecDeque<Ask>,
    pub(crate) handle: Arc<Handle>,
    pub(crate) game: Arc<Played>,
    pub(crate) record: Record,
    pub(crate) revision: u64,
    pub(crate) play: Option<Play>,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) gallery: Vec<Member>,
    pub(crate) chat: Chat,
    /// What seats ask of each other; a restart forgets it.
    pub(crate) requests: Requests,
    pub(crate) fate: Fate,
    /// How often the rules panicked here.
    pub(crate) panics: u32,
    /// When the room ends for want of life.
    pub(crate) expires_at: Option<Instant>,
    /// Until when committed seats may reveal, while sealing.
    pub(crate) reveal_by: Option<Instant>,
    /// When a start that the store could not take is tried again.
    pub(crate) retry_at: Option<Instant>,
    /// When a match that is over leaves the memory, once nobody is here.
    pub(crate) unload_at: Option<Instant>,
}

impl Actor {
    /// A room with its record as stored, and nobody connected.
    pub(crate) fn new(
        hub: Arc<Hub>,
        handle: Arc<Handle>,
        game: Arc<Played>,
        record: Record,
        revision: u64,
    ) -> Self {
        let now = Instant::now();
        let chair = |_: &_| Chair {
            member: None,
            away_since: now,
            answered: Answered::default(),
            due: None,
            told: false,
            holding: None,
        };
        let mut actor = Self {
            chairs: record.seats.iter().map(chair).collect(),
            hub,
            inbox: None,
            later: VecDeque::new(),
            handle,
            game,
            record,
            revision,
            play: None,
            gallery: Vec::new(),
            chat: Chat::default(),
            requests: Requests::default(),
            fate: Fate::Works,
            panics: 0,
            expires_at: None,
            reveal_by: None,
            retry_at: None,
            unload_at: None,
        };
        actor.refresh();
        actor
    }

    /// Lives until the room is deleted, is put aside, or the server stops.
    pub(crate) async fn run(
        mut self: Box<Self>,
        inbox: mpsc::Receiver<Ask>,
        mut draining: watch::Receiver<bool>,
    ) {
        self.inbox = Some(inbox);
        loop {
            Box::pin(self.seat_bots()).await;
            self.follow_notices();
            let wake = self.next_wake();
            tokio::select! {
                biased;
                () = stopping(&mut draining) => return Box::pin(self.stop()).await,
                () = sleep_until(wake) => Box::pin(self.tick()).await,
                ask = self.next_ask() => match ask {
                    Some(ask) => Box::pin(self.answer(ask)).await,
                    None => return,
                },
            }
            match std::mem::replace(&mut self.fate, Fate::Works) {
                Fate::Works => {}
                Fate::Deleted => {
                    self.hub.forget(&self.record.code);
                    self.farewell(close::ROOM_UNKNOWN, "the room has expired", None);
                    return;
                }
                Fate::Broken(reason) => {
                    error!(room = %self.record.id, reason, "this room is put aside");
                    self.handle.put_aside();
                    for member in self.members() {
                        member.outbox.error(&Refusal::unavailable());
                    }
                    self.farewell(close::INTERNAL, "the room is out of order", None);
                    let Some(inbox) = self.inbox.take() else { return };
                    let (hub, id, code) = (self.hub, self.record.id, self.record.code);
                    return put_aside(&hub, id, &code, inbox, draining).await;
                }
            }
        }
    }

    /// What it is asked next: first what came while it waited for the store.
    async fn next_ask(&mut self) -> Option<Ask> {
        if let Some(ask) = self.later.pop_front() {
            return Some(ask);
        }
        self.inbox.as_mut()?.recv().await
    }

    /// Waits for the store to take an entry. What has nothing to do with the match is heard meanwhile:
    /// otherwise anyone could tell by waiting that somebody's entry is being written.
    pub(crate) async fn written<T>(&mut self, writing: impl Future<Output = T>) -> T {
        let mut writing = pin!(writing);
        loop {
            let full = self.later.len() >= INBOX_MESSAGES;
            let Some(inbox) = self.inbox.as_mut().filter(|_| !full) else { return writing.await };
            tokio::select! {
                biased;
                done = &mut writing => return done,
                ask = inbox.recv() => match ask {
                    Some(ask) => self.meanwhile(ask),
                    None => return writing.await,
                },
            }
        }
    }

    /// Answers at once what needs neither the match to stand still nor the store; the rest has its
    /// turn when the entry is written. What a connection says is heard in its order.
    fn meanwhile(&mut self, ask: Ask) {
        let waits = |of: ConnectionId| {
            self.later.iter().any(|ask| matches!(ask, Ask::Act(from, _) if *from == of))
        };
        #[allow(clippy::wildcard_enum_match_arm)]
        match ask {
            Ask::Act(from, message)
                if matches!(*message, ClientMessage::Chat { .. }) && !waits(from) =>
            {
                self.hear_light(from, *message);
            }
            Ask::Leave(from) if !waits(from) => self.leave(from),
            Ask::Join(joining, reply) if self.takes_in() => send(reply, self.let_in(*joining)),
            Ask::Notify(bearer, seat, reply) => send(reply, self.notify(bearer, seat)),
            Ask::Closed(reply) => send(reply, self.closed()),
            Ask::TakeSeat(wish, reply) => match self.in_lobby() {
                Ok(()) => self.later.push_back(Ask::TakeSeat(wish, reply)),
                Err(begun) => send(reply, Err(begun)),
            },
            other => self.later.push_back(other),
        }
    }

    async fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::TakeSeat(wish, reply) => {
                let (name, wish, holding) = *wish;
                send(reply, self.take_seat(&name, wish, holding).await);
            }
            Ask::AddBot(bearer, seat, reply) => send(reply, self.add_bot(bearer, seat).await),
            Ask::LeaveSeat(bearer, seat, reply) => send(reply, self.leave_seat(bearer, seat).await),
            Ask::NewToken(bearer, seat, reply) => send(reply, self.new_token(bearer, seat).await),
            Ask::SetNotify(bearer, seat, wanted, reply) => {
                send(reply, self.set_notify(bearer, seat, *wanted).await);
            }
            Ask::AnswerMail(seat, key, agree, reply) => {
                send(reply, self.answer_mail(seat, &key, agree).await);
            }
            Ask::Notify(bearer, seat, reply) => send(reply, self.notify(bearer, seat)),
            Ask::Rematch(bearer, holding, reply) => {
                send(reply, self.rematch(bearer, holding).await);
            }
            Ask::Fetch(seat, reply) => send(reply, self.fetch(seat).await),
            Ask::Closed(reply) => send(reply, self.closed()),
            Ask::Part(parting, reply) => send(reply, self.part(parting).await),
            Ask::Join(joining, reply) => send(reply, self.join(*joining).await),
            Ask::Leave(connection) => self.leave(connection),
            Ask::Act(connection, message) => self.act(connection, *message).await,
            Ask::Sent(sent) => self.sent(sent.0, sent.1).await,
        }
    }

    /// When something is due without anyone asking.
    fn next_wake(&self) -> Instant {
        let play = self.play.as_ref();
        let times = [
            self.expires_at,
            self.retry_at,
            self.reveal_by,
            self.requests.next_due(),
            self.next_notice(),
            self.unload_at,
            play.and_then(|play| play.resume_at),
            play.and_then(|play| play.beat_at),
            play.and_then(Play::due_at),
        ];
        times.into_iter().flatten().min().unwrap_or_else(|| after_ms(u64::MAX))
    }

    async fn tick(&mut self) {
        let now = Instant::now();
        let due = |at: Option<Instant>| at.is_some_and(|at| at <= now);
        if due(self.retry_at) {
            self.retry_at = None;
            // Whether it worked is seen by everyone in the room; there is nobody else to tell.
            let _ = self.start().await;
        }
        if due(self.reveal_by) {
            self.end_sealing().await;
        }
        if due(self.play.as_ref().and_then(|play| play.resume_at)) {
            self.resume().await;
        }
        let match_time = self.match_time();
        self.run_deadlines(match_time).await;
        self.lapse_requests();
        if due(self.unload_at) {
            self.unload_at = None;
            if self.record.ended() && self.members().next().is_none() {
                // Read again when somebody looks: a finished match is only a few rows.
                self.play = None;
            }
        }
        if due(self.play.as_ref().and_then(|play| play.beat_at)) {
            self.heartbeat().await;
        }
        self.send_notices();
        if due(self.expires_at) {
            self.expire().await;
        }
    }

    async fn heartbeat(&mut self) {
        let Some(play) = &mut self.play else { return };
        play.beat_at = Some(after_ms(self.hub.settings.heartbeat_ms));
        if let Err(error) = self.hub.store.heartbeat(self.record.id, play.clock.now()).await {
            warn!(room = %self.record.id, %error, "match time was not noted");
        }
    }

    /// Nobody came, nobody went on, or everything is long over.
    async fn expire(&mut self) {
        if self.record.state == RoomState::Running {
            info!(room = %self.record.id, "nobody went on: the match is abandoned");
            self.abandon().await;
            return;
        }
        self.delete().await;
    }

    async fn delete(&mut self) {
        match self.hub.store.delete_room(self.record.id).await {
            Ok(()) => {
                info!(room = %self.record.id, state = ?self.record.state, "room deleted");
                self.fate = Fate::Deleted;
            }
            Err(error) => {
                warn!(room = %self.record.id, %error, "the room was not deleted");
                self.expires_at = Some(after_ms(STORAGE_RETRY_MS));
            }
        }
    }

    /// The server stops: time stands still from here, and everyone is told when to come back.
    async fn stop(&mut self) {
        self.pause().await;
        let hint = self.hub.random.pick(COMEBACK_MS);
        self.farewell(close::RESTART, "the server is restarting", Some(hint));
        for ask in std::mem::take(&mut self.later) {
            if let Ask::Sent(sent) = ask {
                self.sent(sent.0, sent.1).await;
            }
        }
        if let Some(inbox) = self.inbox.take() {
            self.settle_notices(inbox).await;
        }
    }

    fn farewell(&mut self, code: u16, reason: &str, retry_after_ms: Option<u64>) {
        for member in self.members() {
            member.outbox.closing(code, reason, retry_after_ms);
        }
        self.gallery.clear();
        self.chairs.iter_mut().for_each(|chair| chair.member = None);
    }

    /// Stores a changed record; only then is it the room's.
    pub(crate) async fn save(&mut self, draft: Record) -> Result<(), Refusal> {
        let revision = self.revision + 1;
        match self.hub.store.store_room(stored(&draft, revision)).await {
            Ok(()) => {
                self.record = draft;
                self.revision = revision;
                self.refresh();
                Ok(())
            }
            Err(LogError::Conflict | LogError::Unknown) => {
                warn!(room = %self.record.id, "another writer changed this room; reading it again");
                self.reread().await;
                Err(Refusal::storage())
            }
            Err(error @ (LogError::Full | LogError::Unavailable(_) | LogError::Damaged(_))) => {
                warn!(room = %self.record.id, %error, "the room's record was not stored");
                Err(Refusal::storage())
            }
        }
    }

    /// Follows the record: who is known, whether strangers see the room, how long it lives and may be
    /// sealing.
    pub(crate) fn refresh(&mut self) {
        let record = &self.record;
        let keys = record.seats.iter().filter_map(|seat| TokenHash::from_hex(seat.token.as_ref()?));
        self.handle.admit(keys.collect());
        let free = record.seats.iter().any(|seat| seat.name.is_none());
        let watched = record.spectators == Spectators::Open;
        let open = match record.state {
            RoomState::Lobby | RoomState::Sealing => free || watched,
            RoomState::Running => watched,
            RoomState::Finished | RoomState::Abandoned => false,
        };
        self.handle.list(record.listed && open);
        if !matches!(record.state, RoomState::Lobby | RoomState::Sealing) {
            self.chairs.iter_mut().for_each(|chair| chair.holding = None);
        }
        let settings = &self.hub.settings;
        let reveal_by = || self.reveal_by.unwrap_or_else(|| after_ms(settings.reveal_ms));
        self.reveal_by = (record.state == RoomState::Sealing).then(reveal_by);
        self.expires_at = match record.state {
            RoomState::Lobby | RoomState::Sealing => {
                (!self.anyone_here()).then(|| after_ms(settings.lobby_expiry_ms))
            }
            RoomState::Running => Some(after_ms(settings.match_expiry_ms)),
            // Counted from the end, not from what people do afterwards.
            RoomState::Finished | RoomState::Abandoned => {
                let age = wall_ms().saturating_sub(record.active_ms);
                Some(after_ms(settings.keep_finished_ms.saturating_sub(age)))
            }
        };
        self.publish();
    }

    /// Publishes the room as everybody may see it: whoever only looks does not ask its task.
    pub(crate) fn publish(&self) {
        let mut room = self.object();
        room.fairness.reveal_by_ms = None;
        let (reveal_by, active_ms) = (self.reveal_by, self.record.active_ms);
        let begun = self.record.outcome.is_some();
        self.handle.publish(Published { room, reveal_by, active_ms, begun, line: OnceLock::new() });
    }

    /// After a load the time that has passed counts, but people get a moment to come back.
    pub(crate) fn age(&mut self) {
        let age = Duration::from_millis(wall_ms().saturating_sub(self.record.active_ms));
        let least = after_ms(LOADED_LIFE_MS);
        self.expires_at = self.expires_at.map(|at| {
            let left = at.saturating_duration_since(Instant::now());
            least.min(at).max(Instant::now() + left.saturating_sub(age))
        });
    }

    /// Something happened in the match: it lives on, and the record learns of it now and then.
    pub(crate) async fn stir(&mut self) {
        if self.record.state != RoomState::Running {
            return;
        }
        self.expires_at = Some(after_ms(self.hub.settings.match_expiry_ms));
        let stale = wall_ms().saturating_sub(self.record.active_ms) > ACTIVITY_GRAIN_MS;
        if stale {
            let draft = self.draft();
            // It serves expiry after a restart only; the next command tries again.
            let _ = self.save(draft).await;
        }
    }

    /// The room as everybody in it may see it.
    pub(crate) fn object(&self) -> Room {
        let connected = |seat: u8| self.chairs[usize::from(seat)].member.is_some();
        let watching = u32::try_from(self.gallery.len()).unwrap_or(u32::MAX);
        let mut room = self.record.object(connected, watching);
        let left = |by: Instant| millis(by.saturating_duration_since(Instant::now()));
        room.fairness.reveal_by_ms = self.reveal_by.map(left);
        room.requests = self.requests.shown();
        room
    }

    /// Sends the room object to everyone but one.
    pub(crate) fn show_room(&self, except: Option<ConnectionId>) {
        self.publish();
        if self.chairs.iter().all(|chair| chair.member.is_none()) && self.gallery.is_empty() {
            return;
        }
        let text = outbox::text(&ServerMessage::Room { room: self.object() });
        for member in self.members().filter(|member| Some(member.id) != except) {
            member.outbox.text(text.clone());
        }
    }

    /// Everyone who is connected.
    pub(crate) fn members(&self) -> impl Iterator<Item = &Member> {
        self.chairs.iter().filter_map(|chair| chair.member.as_ref()).chain(&self.gallery)
    }

    /// Who somebody is here.
    pub(crate) fn viewer(&self, connection: ConnectionId) -> Option<Viewer> {
        let seat = self.chairs.iter().position(|chair| chair.connection() == Some(connection));
        match seat.and_then(|seat| u8::try_from(seat).ok()) {
            Some(seat) => Some(Viewer::Seat(engine::Seat(seat))),
            None => {
                self.gallery.iter().any(|member| member.id == connection).then_some(Viewer::Public)
            }
        }
    }

    /// The outbox of a connection.
    pub(crate) fn outbox(&self, connection: ConnectionId) -> Option<Arc<Outbox>> {
        self.members().find(|member| member.id == connection).map(|member| member.outbox.clone())
    }
}

/// Answers; an asker who has gone needs none.
fn send<T>(reply: Reply<T>, answer: Result<T, Refusal>) {
    let _ = reply.send(answer);
}

/// Waits until the server stops.
async fn stopping(draining: &mut watch::Receiver<bool>) {
    // An error says that the directory is gone, which is the same.
    let _ = draining.wait_for(|draining| *draining).await;
}

/// What is left of a room that cannot be played: it says so, until it is deleted.
pub(crate) async fn put_aside(
    hub: &Hub,
    id: Uuid,
    code: &str,
    mut inbox: mpsc::Receiver<Ask>,
    mut draining: watch::Receiver<bool>,
) {
    loop {
        let ask = tokio::select! {
            biased;
            () = stopping(&mut draining) => return,
            ask = inbox.recv() => ask,
        };
        let no = Refusal::unavailable;
        match ask {
            None => return,
            Some(Ask::AddBot(_, _, reply)) => send(reply, Err(no())),
            Some(Ask::TakeSeat(_, reply) | Ask::Fetch(_, reply)) => send(reply, Err(no())),
            Some(Ask::Part(Parting::Delete, reply)) => {
                let deleted = hub.delete(id, code, Parting::Delete).await;
                let gone = deleted.is_ok();
                send(reply, deleted);
                if gone {
                    return;
                }
            }
            Some(
                Ask::LeaveSeat(_, _, reply) | Ask::AnswerMail(_, _, _, reply) | Ask::Part(_, reply),
            ) => {
                send(reply, Err(no()));
            }
            Some(Ask::NewToken(_, _, reply)) => send(reply, Err(no())),
            Some(Ask::SetNotify(_, _, _, reply) | Ask::Notify(_, _, reply)) => {
                send(reply, Err(no()));
            }
            Some(Ask::Rematch(_, _, reply)) => send(reply, Err(no())),
            Some(Ask::Closed(reply)) => send(reply, Err(no())),
            Some(Ask::Join(_, reply)) => send(reply, Err(no())),
            Some(Ask::Leave(_) | Ask::Act(..) | Ask::Sent(_)) => {}
        }
    }
}
