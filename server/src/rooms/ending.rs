//! How a room's task ends: the server stops, an operator closes the room, or it cannot be played.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};
use tracing::error;
use uuid::Uuid;

use super::actor::{Actor, stopping};
use super::directory::Hub;
use super::handle::Ask;
use crate::room::{Effect, Input, Parting, Refusal, Reply, Write, close};

/// When to come back after a restart, in milliseconds: spread, so that not all come at once.
const COMEBACK_MS: std::ops::Range<u64> = 500..3_000;

/// How long a room that stops waits for notices that are under way, in milliseconds.
pub const SETTLE_MS: u64 = 3_000;

impl Actor {
    /// Ends the room for good, for an operator who has the store to himself.
    pub(crate) async fn close(&mut self) -> Result<(), Refusal> {
        let (reply, mut answer) = oneshot::channel();
        self.carry_out(Effect::Then(Input::Part(Parting::Close)), Some(reply)).await;
        answer.try_recv().unwrap_or_else(|_| Err(Refusal::unavailable())).map(drop)
    }

    /// The server stops: time stands still from here, and everyone is told when to come back.
    pub(super) async fn stop(mut self: Box<Self>) {
        self.carry_out(Effect::Then(Input::Pause), None).await;
        let hint = self.hub.random.pick(COMEBACK_MS);
        self.farewell(close::RESTART, "the server is restarting", Some(hint));
        self.carry_out(Effect::Then(Input::Stop), None).await;
        // Notices that are under way are waited for, so that they are not sent again.
        let until = Instant::now() + Duration::from_millis(SETTLE_MS);
        while self.room.sends_notices() {
            let ask = tokio::select! {
                biased;
                () = sleep_until(until) => return,
                ask = self.next_ask() => ask,
            };
            match ask {
                Some(ask) if matches!(ask.input, Input::Sent(_)) => self.answer(ask).await,
                // Whoever asks anything else is told that the server restarts.
                Some(_) => {}
                None => return,
            }
        }
    }

    pub(super) fn farewell(&mut self, code: u16, reason: &str, retry_after_ms: Option<u64>) {
        for (_, outbox) in self.outboxes.drain() {
            outbox.closing(code, reason, retry_after_ms);
        }
    }

    /// The room cannot be played any more: everybody is told, and what is left of it says so.
    pub(super) async fn put_aside(
        mut self: Box<Self>,
        reason: &str,
        draining: watch::Receiver<bool>,
    ) {
        error!(room = %self.room.record.id, reason, "this room is put aside");
        self.handle.put_aside();
        self.outboxes.values().for_each(|outbox| outbox.error(&Refusal::unavailable()));
        self.farewell(close::INTERNAL, "the room is out of order", None);
        let Some(inbox) = self.inbox.take() else { return };
        let (hub, record) = (self.hub, self.room.record);
        put_aside(&hub, record.id, &record.code, inbox, draining).await;
    }
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
        let Ask { input, reply, .. } = tokio::select! {
            biased;
            () = stopping(&mut draining) => return,
            ask = inbox.recv() => match ask {
                Some(ask) => ask,
                None => return,
            },
        };
        let deletes = matches!(input, Input::Part(Parting::Delete));
        let answer = if deletes {
            let deletion = Write::Deletion(Some(Parting::Delete));
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
