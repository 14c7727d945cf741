//! Outbox of one connection: the buffer between a room and a socket.
//!
//! The room puts in and never waits; the socket takes out at its own pace. At most one update waits:
//! a newer one replaces its views and appends its events. Everything else waits in a bounded queue;
//! a peer so slow that it overflows is cut off and resumes with a snapshot.

use std::collections::VecDeque;

use bytestring::ByteString;
use parking_lot::Mutex;
use protocol::{Code, Re, ServerMessage};
use tokio::sync::Notify;

use crate::room::{Refusal, ViewUpdate, WireMessage, close, limit_events, text};

/// The most messages that wait for one socket.
pub const QUEUE_MESSAGES: usize = 256;

/// Capacity that the queue of an idle socket keeps, in messages: an update, and the answer to the command that
/// it came from.
const IDLE_QUEUE: usize = 2;

/// Next frame for a socket to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outgoing {
    /// A text frame that leaves as it is: it may hold what somebody else wrote.
    Text(ByteString),
    /// An update's text frame, which may be compressed together with other updates of this viewer: each
    /// word of it is the game's, so nobody else can write what it is then likened to.
    Update(ByteString),
    /// A close frame; nothing comes after it.
    Close(u16),
}

/// The slot between a room and a socket.
#[derive(Debug, Default)]
pub struct Outbox {
    slot: Mutex<OutboxState>,
    filled: Notify,
    cut: Notify,
    /// Rung when something was taken out, for whoever fills it no further than it empties.
    taken: Notify,
}

#[derive(Debug, Default)]
struct OutboxState {
    queue: VecDeque<Queued>,
    /// The update whose position in the queue is [`Queued::Update`].
    update: Option<Box<ViewUpdate>>,
    /// Given once: what to close with when the queue is empty.
    close: Option<u16>,
}

#[derive(Debug)]
enum Queued {
    Text(ByteString),
    /// An update that is serialised already.
    Whole(ByteString),
    Update,
}

impl Outbox {
    /// Puts a message in.
    pub(crate) fn send(&self, message: &WireMessage) {
        self.text(text(message));
    }

    /// Puts a message in that was serialised before.
    pub(crate) fn text(&self, text: ByteString) {
        self.put(|slot| slot.queue.push_back(Queued::Text(text)));
    }

    /// Puts an update in, or into the one that waits.
    pub(crate) fn update(&self, update: ViewUpdate) {
        self.put(|slot| {
            if let Some(waiting) = &mut slot.update {
                absorb(waiting, update);
            } else {
                slot.update = Some(Box::new(update));
                slot.queue.push_back(Queued::Update);
            }
        });
    }

    /// Puts in an `error`; `re` is the message that it answers.
    pub fn error(&self, refusal: &Refusal, re: Option<Re>) {
        self.send(&refusal.message(re));
    }

    /// Puts in a plain `error` that trying again does not change.
    pub fn complain(&self, code: Code, detail: impl Into<String>, re: Option<Re>) {
        self.error(&Refusal::new(code, detail), re);
    }

    /// Puts in a `pong`.
    pub fn pong(&self, nonce: u64) {
        self.send(&ServerMessage::Pong { nonce });
    }

    /// Puts in that a command was refused before it reached the room.
    pub fn rejected(&self, id: uuid::Uuid, refusal: Refusal) {
        self.send(&refusal.rejected(id));
    }

    /// Says `closing` and closes once everything before it has left.
    pub(crate) fn closing(&self, code: u16, reason: &str, retry_after_ms: Option<u64>) {
        let reason = reason.to_owned();
        self.send(&ServerMessage::Closing { reason, retry_after_ms, reconnect: None });
        self.close(code);
    }

    /// Says goodbye from a server that stops while others go on: after how many milliseconds to come
    /// back, and to which of them, if that has an address of its own.
    pub(crate) fn goodbye(&self, retry_after_ms: u64, reconnect: Option<String>) {
        let reason = "the server is restarting".to_owned();
        let retry_after_ms = Some(retry_after_ms);
        self.send(&ServerMessage::Closing { reason, retry_after_ms, reconnect });
        self.close(close::RESTART);
    }

    /// Closes once everything before it has left; later messages are dropped.
    pub fn close(&self, code: u16) {
        self.slot.lock().close.get_or_insert(code);
        self.filled.notify_one();
    }

    fn put(&self, into: impl FnOnce(&mut OutboxState)) {
        let mut slot = self.slot.lock();
        if slot.close.is_some() {
            return;
        }
        into(&mut slot);
        if slot.queue.len() > QUEUE_MESSAGES {
            slot.queue.clear();
            slot.update = None;
            slot.close = Some(close::TOO_SLOW);
            self.cut.notify_one();
        }
        drop(slot);
        self.filled.notify_one();
    }

    /// Puts in what has left another outbox.
    pub(crate) fn relay(&self, outgoing: Outgoing) {
        match outgoing {
            Outgoing::Text(text) => self.text(text),
            Outgoing::Update(text) => self.put(|slot| slot.queue.push_back(Queued::Whole(text))),
            Outgoing::Close(code) => self.close(code),
        }
    }

    /// Waits until fewer than so many messages wait.
    pub(crate) async fn until_fewer(&self, than: usize) {
        while self.slot.lock().queue.len() >= than {
            self.taken.notified().await;
        }
    }

    /// Waits for the next thing to send. After [`Outgoing::Close`] it gives that forever.
    pub async fn next(&self) -> Outgoing {
        loop {
            if let Some(next) = self.take() {
                return next;
            }
            self.filled.notified().await;
        }
    }

    /// Waits for the next update, or for the close code.
    pub(crate) async fn next_view(&self) -> Result<Box<ViewUpdate>, u16> {
        loop {
            if let Some(next) = self.take_view() {
                return next;
            }
            self.filled.notified().await;
        }
    }

    /// Takes the update that waits, if one does; or returns the close code, once there is one.
    pub(crate) fn take_view(&self) -> Option<Result<Box<ViewUpdate>, u16>> {
        let mut slot = self.slot.lock();
        // Nothing else is for those who only read.
        slot.queue.clear();
        slot.update.take().map(Ok).or_else(|| slot.close.map(Err))
    }

    /// Takes the next message, if one waits already.
    pub(crate) fn waiting(&self) -> Option<Outgoing> {
        // A close is given again.
        self.take().filter(|next| !matches!(next, Outgoing::Close(_)))
    }

    /// Waits until the peer was found too slow: what is being sent need not be finished.
    pub async fn cut(&self) {
        self.cut.notified().await;
    }

    fn take(&self) -> Option<Outgoing> {
        let mut slot = self.slot.lock();
        let update = match slot.queue.pop_front() {
            Some(Queued::Text(text)) => {
                self.taken.notify_one();
                return Some(Outgoing::Text(text));
            }
            Some(Queued::Whole(text)) => {
                self.taken.notify_one();
                return Some(Outgoing::Update(text));
            }
            Some(Queued::Update) => slot.update.take()?,
            None => {
                // An idle socket keeps no long queue.
                slot.queue.shrink_to(IDLE_QUEUE);
                return slot.close.map(Outgoing::Close);
            }
        };
        drop(slot);
        Some(Outgoing::Update(text(&ServerMessage::Update(*update))))
    }
}

/// Tells a client that its message was refused: by its id if it has one, else by an `error`.
pub(crate) fn refuse_message(outbox: &Outbox, re: Re, refusal: Refusal) {
    match re.id {
        Some(id) => outbox.rejected(id, refusal),
        None => outbox.error(&refusal, Some(re)),
    }
}

/// Merges two updates: the newer one's views and the events of both.
pub(crate) fn absorb(waiting: &mut ViewUpdate, newer: ViewUpdate) {
    let events_from = newer.events_from.or(waiting.events_from);
    let mut events = std::mem::take(&mut waiting.events);
    if newer.events_from.is_some() {
        events.clear();
    }
    events.extend(newer.events.iter().cloned());
    *waiting = ViewUpdate { events, events_from, ..newer };
    limit_events(waiting);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::limits::UPDATE_EVENTS;
    use engine::Json;
    use serde_json::json;

    fn update(seq: u64, events: impl IntoIterator<Item = u64>) -> ViewUpdate {
        ViewUpdate {
            seq,
            head: String::new(),
            events: events.into_iter().map(|n| Json::of(&json!({ "seq": n }))).collect(),
            events_from: None,
            public: Json::of(&seq),
            private: None,
            decision: None,
            standing: false,
            offers: None,
            undo: None,
            awaiting: Vec::new(),
            now_ms: 0,
            deadline_ms: None,
            paused: false,
            outcome: None,
        }
    }

    fn taken(outbox: &Outbox) -> serde_json::Value {
        match outbox.take() {
            Some(Outgoing::Text(text) | Outgoing::Update(text)) => {
                serde_json::from_str(&text).unwrap()
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn one_update_waits_and_keeps_its_position() {
        let outbox = Outbox::default();
        outbox.pong(1);
        outbox.update(update(1, [1]));
        outbox.pong(2);
        outbox.update(update(2, [2]));
        outbox.pong(3);
        assert_eq!(taken(&outbox)["nonce"], 1);
        let both = taken(&outbox);
        assert_eq!((&both["seq"], &both["public"]), (&2.into(), &2.into()));
        assert_eq!(both["events"].as_array().unwrap().len(), 2);
        assert_eq!(taken(&outbox)["nonce"], 2);
        assert_eq!(taken(&outbox)["nonce"], 3);
        assert_eq!(outbox.take(), None);
        outbox.update(update(3, [3]));
        assert_eq!(taken(&outbox)["events"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn events_are_limited_by_whole_entries() {
        let outbox = Outbox::default();
        outbox.update(update(1, std::iter::repeat_n(1, 3)));
        outbox.update(update(2, std::iter::repeat_n(2, UPDATE_EVENTS - 1)));
        let cut = taken(&outbox);
        assert_eq!(cut["events_from"], 2);
        assert_eq!(cut["events"].as_array().unwrap().len(), UPDATE_EVENTS - 1);
    }

    #[test]
    fn a_full_queue_cuts_the_peer_off() {
        let outbox = Outbox::default();
        for nonce in 0..QUEUE_MESSAGES as u64 {
            outbox.pong(nonce);
        }
        assert_eq!(outbox.slot.lock().close, None);
        outbox.pong(0);
        assert_eq!(outbox.take(), Some(Outgoing::Close(close::TOO_SLOW)));
        outbox.pong(0);
        assert_eq!(outbox.take(), Some(Outgoing::Close(close::TOO_SLOW)));
    }

    #[test]
    fn what_was_put_in_leaves_before_the_close() {
        let outbox = Outbox::default();
        outbox.closing(close::RESTART, "restart", Some(1));
        outbox.close(close::REPLACED);
        assert_eq!(taken(&outbox)["type"], "closing");
        assert_eq!(outbox.take(), Some(Outgoing::Close(close::RESTART)));
    }
}
