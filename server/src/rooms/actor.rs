//! One room's task: it holds the room, and is the only one that waits for it.
//!
//! Whatever comes to a room goes through [`Actor::run`]: something asked, a time that has come, or the
//! server's shutdown. Each comes to a step: prepared, stored, committed, and then its effects. The task
//! waits for its inbox, its clock and one write at a time, and for nothing else; sockets wait for it. It
//! does not care where what is asked comes from, nor where the store is.

use std::collections::{HashMap, VecDeque};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use protocol::room::RoomState;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};
use tracing::warn;

use super::directory::Hub;
use super::handle::{Answering, Ask, Handle, INBOX_MESSAGES};
use super::outbox::Outbox;
use crate::log::{LogError, StoredRoom};
use crate::room::{
    ConnectionId, Effect, End, Env, Failure, Input, Moment, Room, Waiting, Write, close, fitting,
};

/// The longest that a room sleeps, in milliseconds: timers do not reach for ever.
const SLEEP_MS: u64 = 365 * 24 * 60 * 60 * 1_000;

/// A room's task.
pub(crate) struct Actor {
    pub(super) hub: Arc<Hub>,
    pub(super) handle: Arc<Handle>,
    pub(super) room: Room,
    /// What it is asked; none in the hands of an operator's command.
    pub(super) inbox: Option<mpsc::Receiver<Ask>>,
    /// What it was asked while it waited for the store, in order.
    pub(super) later: VecDeque<Ask>,
    pub(super) outboxes: HashMap<ConnectionId, Arc<Outbox>>,
    /// What has to wait of that which came in while an entry was written.
    pub(super) deferred: Vec<Effect>,
    /// How the room came to its end here, once it has.
    pub(super) end: Option<End>,
}

impl Actor {
    /// For a room that nobody is connected to.
    pub(crate) fn new(hub: Arc<Hub>, handle: Arc<Handle>, room: Room) -> Self {
        handle.publish(room.shown(&hub.env()), hub.opened());
        Self {
            hub,
            handle,
            room,
            inbox: None,
            later: VecDeque::new(),
            outboxes: HashMap::new(),
            deferred: Vec::new(),
            end: None,
        }
    }

    /// For a stored room, as it stands; or why it cannot be played.
    pub(crate) async fn load(
        hub: Arc<Hub>,
        handle: Arc<Handle>,
        stored: StoredRoom,
    ) -> Result<Self, String> {
        let (record, game) = fitting(|id| hub.game(id), &stored)?;
        let (over, begins) = (record.ended(), record.sealed());
        let mut room = Room::new(&hub.env(), game, record, stored.revision);
        if !over {
            room.age(&hub.env());
        }
        let plays = begins || room.record.state == RoomState::Running;
        let mut actor = Self::new(hub, handle, room);
        if plays {
            actor.carry_out(Effect::Read(Waiting::Nobody), None).await;
        }
        match actor.end.take() {
            Some(End::Broken(reason)) => Err(reason),
            Some(End::Deleted) | None => Ok(actor),
        }
    }

    /// Lives until the room is deleted, is put aside, or the server stops.
    pub(crate) async fn run(
        mut self: Box<Self>,
        inbox: mpsc::Receiver<Ask>,
        mut draining: watch::Receiver<bool>,
    ) {
        self.inbox = Some(inbox);
        loop {
            self.tend().await;
            match self.end.take() {
                None => {}
                Some(End::Deleted) => {
                    self.hub.forget(self.room.record.id, &self.room.record.code);
                    return self.farewell(close::ROOM_UNKNOWN, "the room has expired", None);
                }
                Some(End::Broken(reason)) => return self.put_aside(&reason, draining).await,
            }
            let ask = tokio::select! {
                biased;
                () = stopping(&mut draining) => return self.stop().await,
                () = sleep_until(self.wake_at()) => continue,
                ask = self.next_ask() => ask,
            };
            // Nobody can ask any more: the directory is gone.
            let Some(ask) = ask else { return };
            self.answer(ask).await;
        }
    }

    /// When something falls due without anyone asking.
    fn wake_at(&self) -> Instant {
        let farthest = Instant::now() + Duration::from_millis(SLEEP_MS);
        let due = self.room.wake_at().and_then(|at| self.hub.opened().checked_add(at));
        due.map_or(farthest, |due| due.min(farthest))
    }

    /// What it is asked next: first what came while it waited for the store.
    pub(super) async fn next_ask(&mut self) -> Option<Ask> {
        match self.later.pop_front() {
            Some(ask) => Some(ask),
            None => asked(&mut self.inbox).await,
        }
    }

    /// Has the room take what it is asked.
    pub(super) async fn answer(&mut self, Ask { input, reply, outbox }: Ask) {
        let joining = self.attend(&input, outbox);
        self.carry_out(Effect::Then(input), reply).await;
        self.dismiss(joining);
    }

    /// Carries an effect out, and all that follows from it, in order. The clock is read once: what falls
    /// due at this moment is run before what is done at it, however long the store takes in between.
    pub(super) async fn carry_out(&mut self, effect: Effect, mut reply: Option<Answering>) {
        let now = self.hub.env().now;
        let mut todo = VecDeque::from([effect]);
        while let Some(effect) = todo.pop_front() {
            // Whatever need not be waited for is done by the rest of this task.
            #[allow(clippy::wildcard_enum_match_arm)]
            let next = match effect {
                Effect::Then(input) => self.step(now, input).await,
                effect @ (Effect::Read(_) | Effect::Continue { .. }) => {
                    vec![self.hub.fetch(&self.room, effect).await]
                }
                other => {
                    self.perform(other, &mut reply);
                    continue;
                }
            };
            next.into_iter().rev().for_each(|effect| todo.push_front(effect));
        }
    }

    /// One step: prepared, stored, committed.
    async fn step(&mut self, now: Moment, input: Input) -> Vec<Effect> {
        let mut step = match self.room.prepare(&Env { now, ..self.hub.env() }, input) {
            Ok(step) => step,
            Err(refusal) => return vec![Effect::Reply(Err(refusal))],
        };
        let written = match step.write.take() {
            None => Ok(()),
            Some(write) => self.write(write).await,
        };
        let written = written.map_err(|error| match error {
            LogError::Conflict | LogError::Unknown => {
                warn!(room = %self.room.record.id, "another writer was first; reading again");
                Failure::Moved
            }
            error @ (LogError::Full | LogError::Unavailable(_) | LogError::Damaged(_)) => {
                warn!(room = %self.room.record.id, %error, "the store did not take it");
                Failure::Store(error)
            }
        });
        let mut effects = self.room.commit(&self.hub.env(), step, written);
        effects.append(&mut self.deferred);
        effects
    }

    /// Has the store take something. While an entry is written, what has nothing to do with the match is
    /// heard: otherwise anyone could tell by waiting that somebody's entry is being written.
    async fn write(&mut self, write: Write) -> Result<(), LogError> {
        let asked_at = Instant::now();
        // The header begins the match: until it stands there is nothing to be heard beside it.
        let entry = matches!(write, Write::Entry { seq, .. } if seq > 0);
        let (hub, id, code) =
            (self.hub.clone(), self.room.record.id, self.room.record.code.clone());
        let mut writing = pin!(hub.write(id, &code, write));
        let stored = loop {
            let full = self.later.len() >= INBOX_MESSAGES;
            tokio::select! {
                biased;
                stored = &mut writing => break stored,
                Some(ask) = asked(&mut self.inbox), if entry && !full => self.meanwhile(ask),
            }
        };
        if entry {
            self.hub.metrics.appended(stored.is_ok(), asked_at.elapsed());
        }
        stored
    }
}

/// The next that comes in; never, where nobody can ask.
async fn asked(inbox: &mut Option<mpsc::Receiver<Ask>>) -> Option<Ask> {
    inbox.as_mut()?.recv().await
}

/// Waits until the server stops.
pub(super) async fn stopping(draining: &mut watch::Receiver<bool>) {
    // An error says that the directory is gone, which is the same.
    let _ = draining.wait_for(|draining| *draining).await;
}
