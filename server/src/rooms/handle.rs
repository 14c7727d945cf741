//! How others ask a room: the inbox's messages, and the handle that holds its sender.

use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use protocol::envelope::ClientMessage;
use protocol::notice::{Notify, SetNotify};
use protocol::room::{Room, RoomState, SeatWish};
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use uuid::Uuid;

use super::archive::Closed;
use super::outbox::{ConnectionId, Outbox};
use super::refusal::Refusal;
use super::timer::millis;
use super::token::TokenHash;
use crate::notices::{Delivery, Notice};

pub use protocol::room::Seated;

/// The most messages that wait for a room.
pub const INBOX_MESSAGES: usize = 64;

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// Something of whoever asked that counts for as long as this lives, such as a place among the rooms
/// of an address. A room keeps it and never looks into it.
pub type Holding = Box<dyn Any + Send + Sync>;

/// A name and a wish for a seat, and what it is charged to.
pub(crate) type Taking = (String, Option<SeatWish>, Option<Holding>);

/// What a room can be asked.
pub(crate) enum Ask {
    /// A free seat.
    TakeSeat(Box<Taking>, Reply<Seated>),
    /// To have the server play for a free seat.
    AddBot(TokenHash, u8, Reply<Room>),
    /// To give up a seat, or to have the host free it.
    LeaveSeat(TokenHash, u8, Reply<()>),
    /// A new token for a seat.
    NewToken(TokenHash, u8, Reply<String>),
    /// To set where a seat has its notices.
    SetNotify(TokenHash, u8, Box<SetNotify>, Reply<Notify>),
    /// Where a seat has its notices.
    Notify(TokenHash, u8, Reply<Notify>),
    /// The owner of an address agrees to mails of a seat, or stops them: by their key.
    AnswerMail(u8, String, bool, Reply<()>),
    /// The room that continues this one, and the asker's seat in it.
    Rematch(TokenHash, Option<Holding>, Reply<(String, u8)>),
    /// The token of a seat that was set aside for a rematch.
    Fetch(u8, Reply<Seated>),
    /// The match, if it is over.
    Closed(Reply<Box<Closed>>),
    /// To end the room for good.
    Part(Parting, Reply<()>),
    /// To attach a connection.
    Join(Box<Joining>, Reply<ConnectionId>),
    /// A connection is gone.
    Leave(ConnectionId),
    /// A connection's message.
    Act(ConnectionId, Box<ClientMessage>),
    /// What came of an attempt to deliver a notice.
    Sent(Box<(Notice, Delivery)>),
}

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

/// A connection that wants in.
pub(crate) struct Joining {
    pub(crate) token: Option<TokenHash>,
    pub(crate) after: Option<u64>,
    pub(crate) outbox: Arc<Outbox>,
}

/// What everybody may see of a room, as its task published it last.
#[derive(Debug)]
pub(crate) struct Published {
    /// Without the time that is left, which goes on.
    pub(crate) room: Room,
    /// Until when committed seats may reveal.
    pub(crate) reveal_by: Option<Instant>,
    /// When something last happened here, by the wall clock and roughly.
    pub(crate) active_ms: u64,
    /// Whether there is an outcome: a match was played.
    pub(crate) begun: bool,
    /// The room as a list shows it, written by whoever asks for a list first: lists are asked for far
    /// more often than rooms change.
    pub(crate) line: OnceLock<Box<RawValue>>,
}

impl Published {
    /// The room as a list shows it, as JSON.
    pub(crate) fn line(&self) -> &RawValue {
        // A room is plain data with string keys, for which serialisation cannot fail.
        self.line
            .get_or_init(|| to_raw_value(&self.room).unwrap_or_else(|_| RawValue::NULL.to_owned()))
    }
}

/// A room, for those who ask it.
#[derive(Debug)]
pub struct Handle {
    id: Uuid,
    inbox: mpsc::Sender<Ask>,
    listed: AtomicBool,
    /// Nothing while the room cannot be played.
    published: RwLock<Option<Arc<Published>>>,
    /// What opens a seat.
    keys: RwLock<Box<[TokenHash]>>,
    /// What its founder is charged with until it is over.
    holding: Mutex<Option<Holding>>,
}

impl Handle {
    pub(crate) fn new(id: Uuid) -> (Arc<Self>, mpsc::Receiver<Ask>) {
        let (inbox, asked) = mpsc::channel(INBOX_MESSAGES);
        (
            Arc::new(Self {
                id,
                inbox,
                listed: AtomicBool::new(false),
                published: RwLock::default(),
                keys: RwLock::default(),
                holding: Mutex::default(),
            }),
            asked,
        )
    }

    /// The room's id: what logs call it.
    pub fn id(&self) -> Uuid {
        self.id
    }

    pub(crate) fn listed(&self) -> bool {
        self.listed.load(Ordering::Relaxed)
    }

    pub(crate) fn list(&self, listed: bool) {
        self.listed.store(listed, Ordering::Relaxed);
    }

    /// What was published last; none while the room cannot be played.
    pub(crate) fn published(&self) -> Option<Arc<Published>> {
        self.published.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Where the room is in its life; none while it cannot be played.
    pub(crate) fn state(&self) -> Option<RoomState> {
        self.published().map(|published| published.room.state)
    }

    /// Takes note of what everybody may see.
    pub(crate) fn publish(&self, published: Published) {
        if matches!(published.room.state, RoomState::Finished | RoomState::Abandoned) {
            self.hold(None);
        }
        let published = Some(Arc::new(published));
        *self.published.write().unwrap_or_else(PoisonError::into_inner) = published;
    }

    /// Takes note that the room cannot be played.
    pub(crate) fn put_aside(&self) {
        self.list(false);
        *self.published.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Keeps what the founder is charged with.
    pub(crate) fn hold(&self, holding: Option<Holding>) {
        *self.holding.lock().unwrap_or_else(PoisonError::into_inner) = holding;
    }

    /// How many messages wait for the room.
    pub(crate) fn waiting(&self) -> usize {
        INBOX_MESSAGES.saturating_sub(self.inbox.capacity())
    }

    /// Asks, and waits for the answer.
    pub(crate) async fn ask<T>(&self, make: impl FnOnce(Reply<T>) -> Ask) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.put(make(reply))?;
        // A room that ends without an answer was deleted, or the server is going down.
        answer.await.unwrap_or_else(|_| Err(Refusal::draining()))
    }

    fn put(&self, ask: Ask) -> Result<(), Refusal> {
        self.inbox.try_send(ask).map_err(|error| match error {
            TrySendError::Full(_) => Refusal::busy(),
            TrySendError::Closed(_) => Refusal::draining(),
        })
    }

    /// Whether the token opens a seat of this room. The room is not asked: it would take time that
    /// an unknown code does not, and so tell that there is a room.
    pub fn knows(&self, token: TokenHash) -> bool {
        self.keys.read().unwrap_or_else(PoisonError::into_inner).contains(&token)
    }

    /// Takes note of the tokens that open a seat.
    pub(crate) fn admit(&self, keys: Box<[TokenHash]>) {
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys;
    }

    /// The room object, as it was published last. The room is not asked: how long it takes to answer
    /// would tell what it is doing.
    pub fn look(&self) -> Result<Room, Refusal> {
        let published = self.published().ok_or_else(Refusal::unavailable)?;
        let mut room = published.room.clone();
        let left = |by: Instant| millis(by.saturating_duration_since(Instant::now()));
        room.fairness.reveal_by_ms = published.reveal_by.map(left);
        Ok(room)
    }

    /// Takes a free seat; `holding` is kept until it is left or the match begins.
    pub async fn take_seat(
        &self,
        name: String,
        wish: Option<SeatWish>,
        holding: Option<Holding>,
    ) -> Result<Seated, Refusal> {
        self.ask(|reply| Ask::TakeSeat(Box::new((name, wish, holding)), reply)).await
    }

    /// Has the server play for a free seat, as the host.
    pub async fn add_bot(&self, bearer: TokenHash, seat: u8) -> Result<Room, Refusal> {
        self.ask(|reply| Ask::AddBot(bearer, seat, reply)).await
    }

    /// Gives up a seat, or frees it as the host.
    pub async fn leave_seat(&self, bearer: TokenHash, seat: u8) -> Result<(), Refusal> {
        self.ask(|reply| Ask::LeaveSeat(bearer, seat, reply)).await
    }

    /// A new token for a seat; the old one is dead.
    pub async fn new_token(&self, bearer: TokenHash, seat: u8) -> Result<String, Refusal> {
        self.ask(|reply| Ask::NewToken(bearer, seat, reply)).await
    }

    /// Sets where a seat has its notices, for its holder.
    pub async fn set_notify(
        &self,
        bearer: TokenHash,
        seat: u8,
        wanted: SetNotify,
    ) -> Result<Notify, Refusal> {
        self.ask(|reply| Ask::SetNotify(bearer, seat, Box::new(wanted), reply)).await
    }

    /// Where a seat has its notices, for its holder.
    pub async fn notify(&self, bearer: TokenHash, seat: u8) -> Result<Notify, Refusal> {
        self.ask(|reply| Ask::Notify(bearer, seat, reply)).await
    }

    /// Lets the owner of an address agree to the mails of a seat, or stop them.
    pub async fn answer_mail(&self, seat: u8, key: String, agree: bool) -> Result<(), Refusal> {
        self.ask(|reply| Ask::AnswerMail(seat, key, agree, reply)).await
    }

    /// Ends the room for good, for the operator.
    pub async fn part(&self, parting: Parting) -> Result<(), Refusal> {
        self.ask(|reply| Ask::Part(parting, reply)).await
    }

    /// Attaches a connection: with a seat's token, or without one to watch.
    pub async fn join(
        &self,
        token: Option<TokenHash>,
        after: Option<u64>,
        outbox: Arc<Outbox>,
    ) -> Result<ConnectionId, Refusal> {
        let joining = Box::new(Joining { token, after, outbox });
        self.ask(|reply| Ask::Join(joining, reply)).await
    }

    /// Hands a connection's message in; refused at once when the room has too much to do.
    pub fn act(&self, connection: ConnectionId, message: ClientMessage) -> Result<(), Refusal> {
        self.put(Ask::Act(connection, Box::new(message)))
    }

    /// Says what came of an attempt to deliver a notice.
    pub(crate) async fn sent(&self, notice: Notice, delivery: Delivery) {
        // A room that has ended will tell it anew.
        let _ = self.inbox.send(Ask::Sent(Box::new((notice, delivery)))).await;
    }

    /// Says that a connection is gone.
    pub async fn leave(&self, connection: ConnectionId) {
        // A closed inbox has nobody left who would care.
        let _ = self.inbox.send(Ask::Leave(connection)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::Code;

    #[test]
    fn a_full_inbox_is_busy() {
        let (handle, inbox) = Handle::new(Uuid::nil());
        let ping = || handle.act(1, ClientMessage::Ping { nonce: 1 });
        for number in 0..INBOX_MESSAGES {
            assert_eq!(ping(), Ok(()), "message {number}");
        }
        let busy = ping().unwrap_err();
        assert_eq!((busy.code, busy.retry_after_ms.is_some()), (Code::Busy, true));
        drop(inbox);
        assert_eq!(ping().unwrap_err().code, Code::Draining);
    }

    #[test]
    fn whom_a_room_knows_is_known_without_asking_it() {
        let (handle, mut inbox) = Handle::new(Uuid::nil());
        let (ada, bo) = (TokenHash::of("ada"), TokenHash::of("bo"));
        assert!(!handle.knows(ada));
        handle.admit([ada].into());
        assert!(handle.knows(ada) && !handle.knows(bo));
        handle.admit([bo].into());
        assert!(!handle.knows(ada), "a token that was replaced is dead");
        assert!(inbox.try_recv().is_err(), "the room was asked");
    }
}
