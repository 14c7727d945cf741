//! Rooms without a task: where nobody is and nothing runs, a room is its record in the store and some
//! bytes in the directory, and its task begins again with the next message.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;
use tracing::{error, warn};

use super::actor::Actor;
use super::ending::put_aside;
use super::handle::{Ask, Handle, Waking};
use super::hub::{Hub, stopping};
use crate::log::{LogError, StoredRoom};
use crate::room::{Refusal, Room, STORAGE_RETRY_MS, SleepingRoom, fitting};

/// A room without a task.
pub(super) struct Asleep {
    code: String,
    /// Time at which it is woken if nobody comes.
    alarm: Option<Instant>,
    room: SleepingRoom,
}

impl Actor {
    /// Lets the room sleep if it may, and ends its task then; returns it otherwise. Where servers share a
    /// store, rooms keep their tasks: they may have to go elsewhere.
    pub(super) fn sleep(mut self: Box<Self>) -> Option<Box<Self>> {
        let waits = !self.later.is_empty() || !self.outboxes.is_empty() || self.end.is_some();
        let shared = self.hub.shared.get().is_some();
        if waits || shared || self.handle.listed() || !self.room.may_sleep(&self.hub.env()) {
            return Some(self);
        }
        let Some(inbox) = self.inbox.take() else { return Some(self) };
        let due = self.room.wake_at(&self.hub.env());
        let alarm = due.and_then(|due| self.hub.opened().checked_add(due));
        let asleep = || {
            self.hub.alarms.set(alarm, &self.handle);
            let code = self.room.record.code.clone();
            self.hub.waking(Asleep { code, alarm, room: self.room.sleep(self.touched) })
        };
        if !self.handle.sleep(&inbox, asleep) {
            self.inbox = Some(inbox);
            return Some(self);
        }
        None
    }
}

impl Hub {
    /// Wakes the rooms whose time has come, until the server stops.
    pub(super) async fn ring_alarms(self: Arc<Self>) {
        let mut draining = self.draining.subscribe();
        tokio::select! {
            biased;
            () = stopping(&mut draining) => {}
            () = self.alarms.ring() => {}
        }
    }

    /// Returns what begins the task of a room that sleeps. It does not keep the hub.
    fn waking(self: &Arc<Self>, asleep: Asleep) -> Waking {
        let hub = Arc::downgrade(self);
        Box::new(move |handle, inbox| {
            // Without a hub nobody reads the inbox.
            let Some(hub) = hub.upgrade() else { return };
            hub.alarms.unset(asleep.alarm, handle.id());
            hub.spawn(hub.clone().woken(handle, asleep, inbox));
        })
    }

    async fn woken(
        self: Arc<Self>,
        handle: Arc<Handle>,
        asleep: Asleep,
        mut inbox: mpsc::Receiver<Box<Ask>>,
    ) {
        let (id, Asleep { code, alarm, room }) = (handle.id(), asleep);
        let mut draining = self.draining.subscribe();
        let stored = tokio::select! {
            biased;
            () = stopping(&mut draining) => return,
            stored = self.store.room(id) => stored,
        };
        let reason = match stored {
            Ok(Some(stored)) => match self.made_again(&stored, room) {
                Ok((room, touched)) => {
                    let mut actor = Box::new(Actor::new(self, handle, room));
                    (actor.touched, actor.inbox) = (touched, Some(inbox));
                    return actor.run().await;
                }
                Err(reason) => reason,
            },
            Ok(None) => "its record is gone".to_owned(),
            Err(error) => {
                let asleep = Asleep { code, alarm, room };
                return self.still_asleep(&handle, asleep, &mut inbox, error);
            }
        };
        handle.put_aside();
        error!(room = %id, reason, "this room is put aside");
        put_aside(&self, id, &code, inbox, draining).await;
    }

    /// Makes a room again from its record; or returns the reason why it cannot be played. With it, whether
    /// anything has happened in it since it was loaded.
    fn made_again(&self, stored: &StoredRoom, room: SleepingRoom) -> Result<(Room, bool), String> {
        let (record, game) = fitting(|id| self.game(id), stored)?;
        let touched = room.is_touched();
        Ok((room.woken(&self.env(), game, record, stored.revision), touched))
    }

    /// Refuses whoever has woken a room that the store cannot give back now, and lets it sleep on.
    fn still_asleep(
        self: &Arc<Self>,
        handle: &Arc<Handle>,
        mut asleep: Asleep,
        inbox: &mut mpsc::Receiver<Box<Ask>>,
        error: LogError,
    ) {
        warn!(room = %handle.id(), %error, "the room cannot be woken now");
        // Where its time has come already, the store is asked again in a while.
        let again = Instant::now() + Duration::from_millis(STORAGE_RETRY_MS);
        asleep.alarm = asleep.alarm.map(|at| at.max(again));
        self.alarms.set(asleep.alarm, handle);
        handle.sleep_on(inbox, &Refusal::from(error), self.waking(asleep));
    }
}
