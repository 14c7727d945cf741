//! Access to a room for others: the inbox's messages, and the handle that holds its sender.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::{Mutex, RwLock};
use protocol::room::{Room, RoomState, Seat};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify as Bell, mpsc, oneshot};
use tokio::time::Instant;
use uuid::Uuid;

use super::known::{Published, RoomKnowledge, RoomWorth};
use super::outbox::Outbox;
use super::own_task;
use crate::payer::Payer;
use crate::room::{
    AskedSeat, ConnectionId, Holding, Precedence, Refusal, Reply, RoomInput, RoomSnapshot,
    TokenHash,
};

/// The most messages that wait for a room.
pub const INBOX_MESSAGES: usize = 64;

/// Sender of an answer.
pub(crate) type Answering = oneshot::Sender<Result<Reply, Refusal>>;

/// Message to a room's inbox.
pub(crate) struct Ask {
    pub(crate) input: RoomInput,
    /// Sender of the answer, if one is waited for.
    pub(crate) reply: Option<Answering>,
    /// Outbox of the connection that joins.
    pub(crate) outbox: Option<Arc<Outbox>>,
}

/// Way to reach a room.
enum RoomLine {
    /// It has a task, which takes messages.
    Open(mpsc::Sender<Box<Ask>>),
    /// It sleeps until somebody asks it something.
    Asleep(Waking),
}

/// Beginning of the task of a room that sleeps, with its inbox.
pub(crate) type Waking = Box<dyn FnOnce(Arc<Handle>, mpsc::Receiver<Box<Ask>>) + Send>;

/// A room, for those who ask it.
#[derive(derive_more::Debug)]
#[debug("Handle({id})")]
pub struct Handle {
    id: Uuid,
    /// The handle itself, for the task of a room that wakes.
    own: Weak<Self>,
    line: Mutex<RoomLine>,
    /// Number of the claim by which this server has the room; 0 where no other server can have it.
    claim: u64,
    /// The number of the next connection.
    connections: AtomicU64,
    /// `true` while its match is in memory.
    in_memory: AtomicBool,
    /// Number of entries of its match when it was in memory last.
    entries: AtomicU32,
    /// Rung when the room is to go to another server.
    away: Bell,
    known: RwLock<RoomKnowledge>,
    /// Hashes of the tokens that open a seat, or its view.
    keys: RwLock<Box<[TokenHash]>>,
    /// The seats that are asked something: after most entries nothing else has changed for those who look.
    asked: RwLock<Box<[AskedSeat]>>,
    /// Holding that its founder is charged with until it is over.
    holding: Mutex<Option<Holding>>,
    /// Whoever founded the room, if that was in this process.
    founder: OnceLock<Payer>,
}

impl Handle {
    pub(crate) fn new(id: Uuid, claim: u64) -> (Arc<Self>, mpsc::Receiver<Box<Ask>>) {
        let (inbox, asked) = inbox();
        let handle = Arc::new_cyclic(|own| Self {
            id,
            own: own.clone(),
            line: Mutex::new(RoomLine::Open(inbox)),
            claim,
            connections: AtomicU64::new(1),
            in_memory: AtomicBool::new(false),
            entries: AtomicU32::new(0),
            away: Bell::new(),
            known: RwLock::new(RoomKnowledge::Nothing),
            keys: RwLock::default(),
            asked: RwLock::default(),
            holding: Mutex::default(),
            founder: OnceLock::new(),
        });
        (handle, asked)
    }

    /// Returns the room's id, by which logs name it.
    pub fn id(&self) -> Uuid {
        self.id
    }

    /// Checks whether lists show the room.
    pub(crate) fn listed(&self) -> bool {
        self.published().is_some_and(|published| published.shown.listed)
    }

    /// Returns what was published last; `None` while the room sleeps, or cannot be played.
    pub(crate) fn published(&self) -> Option<Arc<Published>> {
        self.known.read().published().cloned()
    }

    /// Returns the room's state; `None` while it cannot be played.
    pub(crate) fn state(&self) -> Option<RoomState> {
        self.known.read().state()
    }

    /// Returns the worth of the room; `None` if it cannot be played.
    pub(crate) fn worth(&self) -> Option<RoomWorth> {
        self.known.read().worth()
    }

    /// Takes note of what everybody may see; `opened` is when the rooms' time began.
    pub(crate) fn publish(&self, mut shown: RoomSnapshot, opened: Instant) {
        if matches!(shown.room.state, RoomState::Finished | RoomState::Abandoned) {
            self.hold(None);
        }
        // From here on whoever looks waits for all of it.
        let mut known = self.known.write();
        *self.keys.write() = std::mem::take(&mut shown.keys);
        self.publish_asked(std::mem::take(&mut shown.asked));
        *known = RoomKnowledge::of(shown, opened);
    }

    /// Takes note of the seats that are asked something.
    pub(crate) fn publish_asked(&self, asked: Box<[AskedSeat]>) {
        *self.asked.write() = asked;
    }

    /// Takes note that the room cannot be played.
    pub(crate) fn put_aside(&self) {
        *self.known.write() = RoomKnowledge::Nothing;
    }

    /// Keeps what the founder is charged with, and who that is.
    pub(crate) fn hold(&self, holding: Option<Holding>) {
        if let Some(holding) = &holding {
            self.founder.get_or_init(|| holding.payer());
        }
        *self.holding.lock() = holding;
    }

    /// Returns whoever founded the room; `None` if that was not in this process.
    pub(crate) fn founder(&self) -> Option<Payer> {
        self.founder.get().copied()
    }

    /// Returns whoever has what is thought of for the room worked out: its founder, or, where that is not
    /// known, the room as one of its own.
    pub(crate) fn payer(&self) -> Payer {
        let room = self.id.as_u128();
        self.founder().unwrap_or(Payer { own: room, site: room })
    }

    /// Takes note of the number of entries of the match that is in memory, or that there is none.
    pub(crate) fn note_match(&self, entries: Option<u64>) {
        self.in_memory.store(entries.is_some(), Ordering::Relaxed);
        if let Some(entries) = entries {
            self.entries.store(entries.try_into().unwrap_or(u32::MAX), Ordering::Relaxed);
        }
    }

    /// Checks whether the room's match is in memory.
    pub(crate) fn in_memory(&self) -> bool {
        self.in_memory.load(Ordering::Relaxed)
    }

    /// Returns the number of entries of the room's match, as far as this process has seen it; 0 before.
    pub(crate) fn entries(&self) -> u32 {
        self.entries.load(Ordering::Relaxed)
    }

    /// Returns the number of entries that have to be read before anybody sees the match.
    pub(crate) fn entries_at_rest(&self) -> u32 {
        if self.in_memory() { 0 } else { self.entries() }
    }

    /// Checks whether the room sleeps.
    pub(crate) fn asleep(&self) -> bool {
        matches!(*self.line.lock(), RoomLine::Asleep(_))
    }

    /// Checks whether nobody is in the room, nor a program expected whose seat only this server knows of, and
    /// its match does not run in memory.
    pub(crate) fn idle(&self) -> bool {
        let Some(published) = self.published() else { return false };
        let room = &published.shown.room;
        let here = |seat: &Seat| seat.connected || seat.program.is_some();
        let anybody = room.spectators > 0 || room.seats.iter().any(here);
        !anybody && !self.in_memory() && self.waiting() == 0
    }

    /// Lets the room sleep, unless a message waits in its inbox; returns whether it sleeps. From then on
    /// nobody reads the inbox: the next message wakes the room.
    pub(crate) fn sleep(
        &self,
        inbox: &mpsc::Receiver<Box<Ask>>,
        waking: impl FnOnce() -> Waking,
    ) -> bool {
        let mut line = self.line.lock();
        if !inbox.is_empty() {
            return false;
        }
        self.known.write().shrink();
        *self.asked.write() = Box::default();
        *line = RoomLine::Asleep(waking());
        true
    }

    /// Lets a room sleep on that could not be woken: whoever has asked it is refused.
    pub(crate) fn sleep_on(
        &self,
        inbox: &mut mpsc::Receiver<Box<Ask>>,
        refusal: &Refusal,
        waking: Waking,
    ) {
        let mut line = self.line.lock();
        while let Ok(ask) = inbox.try_recv() {
            if let Some(reply) = ask.reply {
                // An asker who has gone needs no answer.
                let _ = reply.send(Err(refusal.clone()));
            }
        }
        *line = RoomLine::Asleep(waking);
    }

    /// Has the room's task begin, if it sleeps.
    pub(crate) fn wake(&self) {
        self.inbox(&mut self.line.lock());
    }

    /// Returns the sender of the room's inbox; one that sleeps wakes. Without its server nobody reads it.
    fn inbox(&self, line: &mut RoomLine) -> mpsc::Sender<Box<Ask>> {
        if let RoomLine::Open(inbox) = line {
            return inbox.clone();
        }
        let (sender, asked) = inbox();
        let before = std::mem::replace(line, RoomLine::Open(sender.clone()));
        if let (RoomLine::Asleep(wake), Some(own)) = (before, self.own.upgrade()) {
            wake(own, asked);
        }
        sender
    }

    /// Has the room go to another server.
    pub(crate) fn send_away(&self) {
        self.away.notify_one();
    }

    /// Waits until the room is to go to another server.
    pub(crate) async fn sent_away(&self) {
        self.away.notified().await;
    }

    /// Returns the number of messages that wait for the room.
    pub(crate) fn waiting(&self) -> usize {
        match &*self.line.lock() {
            RoomLine::Open(inbox) => INBOX_MESSAGES.saturating_sub(inbox.capacity()),
            RoomLine::Asleep(_) => 0,
        }
    }

    /// Asks, and waits for the answer, which is one of all that there are.
    pub(crate) async fn ask<T: TryFrom<Reply>>(&self, input: RoomInput) -> Result<T, Refusal> {
        self.ask_with(input, None).await
    }

    pub(super) async fn ask_with<T: TryFrom<Reply>>(
        &self,
        input: RoomInput,
        outbox: Option<Arc<Outbox>>,
    ) -> Result<T, Refusal> {
        own_task::assert_elsewhere();
        let (reply, answer) = oneshot::channel();
        self.put(Ask { input, reply: Some(reply), outbox })?;
        // A room that ends without an answer was deleted, or the server is going down.
        let answer = answer.await.unwrap_or_else(|_| Err(Refusal::draining()))?;
        T::try_from(answer).map_err(|_| Refusal::unavailable())
    }

    pub(super) fn put(&self, ask: Ask) -> Result<(), Refusal> {
        // Under the lock: a room does not fall asleep between this and the message.
        let mut line = self.line.lock();
        self.inbox(&mut line).try_send(Box::new(ask)).map_err(|error| match error {
            TrySendError::Full(_) => Refusal::busy(),
            TrySendError::Closed(_) => Refusal::draining(),
        })
    }

    /// Waits until the room takes something to which there is no answer. A closed inbox has nobody
    /// left who would care.
    pub(super) async fn post(&self, input: RoomInput) {
        own_task::assert_elsewhere();
        let inbox = self.inbox(&mut self.line.lock());
        let _ = inbox.send(Box::new(Ask { input, reply: None, outbox: None })).await;
    }

    /// Returns a number for a connection of this room that no other one had.
    pub(crate) fn next_connection(&self) -> ConnectionId {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns the place in the order of coming of a connection that was not in the room before.
    pub(crate) fn came(&self, connection: ConnectionId) -> Precedence {
        Precedence { claim: self.claim, connection }
    }

    /// Checks whether the token opens a seat of this room. The room is not asked: it would take time
    /// that an unknown code does not, and so reveal that there is a room.
    pub fn knows(&self, token: TokenHash) -> bool {
        self.keys.read().contains(&token)
    }

    /// Returns the room object, as it was published last. The room is not asked: how long it takes to
    /// answer would reveal what it is doing. Only one that sleeps is, for it does nothing.
    pub async fn look(&self) -> Result<Room, Refusal> {
        let seen = match &*self.known.read() {
            RoomKnowledge::Published(published) => Some(published.seen(&self.asked.read())),
            RoomKnowledge::Asleep { .. } => None,
            RoomKnowledge::Nothing => return Err(Refusal::unavailable()),
        };
        match seen {
            Some(room) => Ok(room),
            None => self.ask(RoomInput::Show).await.map(|room: Box<Room>| *room),
        }
    }
}

/// Creates an inbox. Its messages are boxed: a channel keeps a block of 32, and almost every room's is
/// empty.
fn inbox() -> (mpsc::Sender<Box<Ask>>, mpsc::Receiver<Box<Ask>>) {
    mpsc::channel(INBOX_MESSAGES)
}

#[cfg(test)]
mod tests {
    use protocol::Code;
    use protocol::envelope::ClientMessage;

    use super::*;

    #[test]
    fn a_full_inbox_is_busy() {
        let (handle, inbox) = Handle::new(Uuid::nil(), 0);
        let ping = || handle.act(1, ClientMessage::Ping { nonce: 1 });
        for number in 0..INBOX_MESSAGES {
            assert_eq!(ping(), Ok(()), "message {number}");
        }
        let busy = ping().unwrap_err();
        assert_eq!((busy.code, busy.retry_after_ms.is_some()), (Code::Busy, true));
        drop(inbox);
        assert_eq!(ping().unwrap_err().code, Code::Draining);
    }
}
