//! End of a room's task: the server stops, an operator closes the room, or it cannot be played.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};
use tracing::error;
use uuid::Uuid;

use super::actor::Actor;
use super::handle::{Ask, INBOX_MESSAGES};
use super::hub::{Hub, stopping};
use crate::room::{Parting, Refusal, Reply, RoomInput, RoomWrite, close};

/// Range of the hint when to come back after a restart, in milliseconds: spread, so that not all come
/// at once.
const COMEBACK_MS: std::ops::Range<u64> = 500..3_000;

/// Time for which a room that stops waits for notices that are under way, in milliseconds.
pub const SETTLE_MS: u64 = 3_000;

impl Actor {
    /// Ends the room for good, for an operator who has the store to himself.
    pub(crate) async fn close(&mut self) -> Result<(), Refusal> {
        let (reply, mut answer) = oneshot::channel();
        self.carry_out(RoomInput::Part(Parting::Close), Some(reply)).await;
        answer.try_recv().unwrap_or_else(|_| Err(Refusal::unavailable())).map(drop)
    }

    /// Stops the room with the server: match time stands still from here, and everyone is sent when to
    /// come back. Where servers share a store, another one goes on with the room, and nobody is sent
    /// anything.
    pub(super) async fn stop(mut self: Box<Self>) {
        self.carry_out(RoomInput::Pause, None).await;
        if self.hub.shared.get().is_none() {
            self.send_back();
        }
        self.carry_out(RoomInput::Stop, None).await;
        let asks = self.settle().await;
        let (hub, record) = (self.hub.clone(), &self.room.record);
        hub.give_up(record.id, &record.code).await;
        // Dropping them answers that nothing was done: whoever looks for the room now finds where it is.
        drop(asks);
        for outbox in std::mem::take(&mut self.outboxes).into_values() {
            outbox.close(close::MOVED);
        }
    }

    /// Waits for notices that are under way, so that they are not sent again. Returns what came meanwhile for
    /// a room that another server goes on with.
    async fn settle(&mut self) -> Vec<Box<Ask>> {
        let until = Instant::now() + Duration::from_millis(SETTLE_MS);
        let most = if self.hub.shared.get().is_some() { INBOX_MESSAGES } else { 0 };
        let mut asks = Vec::new();
        while self.room.sends_notices() {
            let ask = tokio::select! {
                biased;
                () = sleep_until(until) => break,
                ask = self.next_ask() => ask,
            };
            match ask {
                Some(ask) if matches!(ask.input, RoomInput::Sent(_)) => self.answer(*ask).await,
                Some(ask) if asks.len() < most => asks.push(ask),
                // Dropping it answers that the server restarts.
                Some(_) => {}
                None => break,
            }
        }
        asks
    }

    /// Sends everyone a hint when to come back.
    pub(super) fn send_back(&mut self) {
        let hint = self.hub.random.pick(COMEBACK_MS);
        self.farewell(close::RESTART, "the server is restarting", Some(hint));
    }

    pub(super) fn farewell(&mut self, code: u16, reason: &str, retry_after_ms: Option<u64>) {
        for outbox in std::mem::take(&mut self.outboxes).into_values() {
            outbox.closing(code, reason, retry_after_ms);
        }
    }

    /// Puts a room aside that cannot be played any more: everybody in it is informed, and whoever asks
    /// later is refused.
    pub(super) async fn put_aside(
        mut self: Box<Self>,
        reason: &str,
        draining: watch::Receiver<bool>,
    ) {
        error!(room = %self.room.record.id, reason, "this room is put aside");
        self.handle.put_aside();
        self.outboxes.values().for_each(|outbox| outbox.error(&Refusal::unavailable(), None));
        self.farewell(close::INTERNAL, "the room is out of order", None);
        let Some(inbox) = self.inbox.take() else { return };
        let (hub, record) = (self.hub, self.room.record);
        put_aside(&hub, record.id, &record.code, inbox, draining).await;
    }
}

/// Answers for a room that cannot be played that it cannot, until it is deleted.
pub(crate) async fn put_aside(
    hub: &Hub,
    id: Uuid,
    code: &str,
    mut inbox: mpsc::Receiver<Box<Ask>>,
    mut draining: watch::Receiver<bool>,
) {
    loop {
        let ask = tokio::select! {
            biased;
            () = stopping(&mut draining) => return,
            ask = inbox.recv() => match ask {
                Some(ask) => ask,
                None => return,
            },
        };
        let Ask { input, reply, .. } = *ask;
        let deletes = matches!(input, RoomInput::Part(Parting::Delete));
        let answer = if deletes {
            let deletion = RoomWrite::Deletion(Some(Parting::Delete));
            hub.write(id, code, deletion).await.map(|()| Reply::Done).map_err(Refusal::from)
        } else {
            Err(Refusal::unavailable())
        };
        let gone = answer.is_ok();
        if let Some(reply) = reply {
            // An asker who has gone needs no answer.
            let _ = reply.send(answer);
        }
        if gone {
            return;
        }
    }
}
