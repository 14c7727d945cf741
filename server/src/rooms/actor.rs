//! One room's task: it holds the room, and is the only one that waits for it.
//!
//! Every input of a room goes through [`Actor::run`]: a message, a time that has come, or the server's
//! shutdown. Each makes a step: prepared, stored, committed, and then its outputs. The task waits for
//! its inbox, its clock and one write at a time, and for nothing else; sockets wait for it. It does not
//! care where what is asked comes from, nor where the store is.

use std::collections::{BTreeMap, VecDeque};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};
use tracing::warn;

use super::handle::{Answering, Ask, Handle, INBOX_MESSAGES};
use super::hub::{Hub, reach_changed, stopping};
use super::outbox::Outbox;
use crate::log::{LogError, StoredRoom};
use crate::room::{
    ConnectionId, Env, Errand, Moment, ReadFor, Refusal, Room, RoomEffect, RoomEnd, RoomInput,
    RoomOutput, RoomWrite, WriteFailure, close, fitting,
};
use crate::time::DAY_MS;

/// Capacity for the outputs of an input that are not done yet: those of a move fit.
const OUTPUTS_EXPECTED: usize = 8;

/// The longest that a room sleeps, in milliseconds: timers have a limit.
const SLEEP_MS: u64 = 365 * DAY_MS;

/// A room's task.
pub(crate) struct Actor {
    pub(super) hub: Arc<Hub>,
    pub(super) handle: Arc<Handle>,
    pub(super) room: Room,
    /// `true` once anything has happened in the room since it was loaded.
    pub(super) touched: bool,
    /// Inbox of the room; `None` in the hands of an operator's command.
    pub(super) inbox: Option<mpsc::Receiver<Box<Ask>>>,
    /// Messages that came while it waited for the store, in order.
    pub(super) later: VecDeque<Box<Ask>>,
    /// Outboxes of the connections, in an order that repeats.
    pub(super) outboxes: BTreeMap<ConnectionId, Arc<Outbox>>,
    /// Outputs of what came in while an entry was written that have to wait for it.
    pub(super) deferred: Vec<RoomOutput>,
    /// End of the room in this process, once it has come.
    pub(super) end: Option<RoomEnd>,
    /// `false` while the store is out of reach.
    answering: watch::Receiver<bool>,
}

impl Actor {
    /// Creates the task of a room that nobody is connected to.
    pub(crate) fn new(hub: Arc<Hub>, handle: Arc<Handle>, room: Room) -> Self {
        handle.publish(room.shown(&hub.env()), hub.opened());
        Self {
            answering: hub.answering.clone(),
            hub,
            handle,
            room,
            touched: false,
            inbox: None,
            later: VecDeque::new(),
            outboxes: BTreeMap::new(),
            deferred: Vec::new(),
            end: None,
        }
    }

    /// Creates the task of a stored room, as it stands; or returns the reason why it cannot be played.
    /// A match that runs rests until somebody needs it.
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
        let mut actor = Self::new(hub, handle, room);
        if begins {
            actor.carry_out(Errand::Read(ReadFor::Nobody), None).await;
        }
        match actor.end.take() {
            Some(RoomEnd::Broken(reason)) => Err(reason),
            // One that is not read yet waits for whoever comes to it.
            Some(RoomEnd::Deleted | RoomEnd::Unread) | None => Ok(actor),
        }
    }

    /// Lives until the room sleeps, is deleted or put aside, or the server stops.
    pub(crate) async fn run(mut self: Box<Self>) {
        let mut draining = self.hub.draining.subscribe();
        let mut timer = pin!(sleep_until(self.wake_at()));
        loop {
            // A room waits far longer than it works: what it works with is there only then.
            if self.is_untended() {
                Box::pin(self.tend()).await;
            }
            match self.end.take() {
                None => {}
                Some(RoomEnd::Deleted) => {
                    self.hub.forget(self.room.record.id, &self.room.record.code);
                    return self.farewell(close::ROOM_UNKNOWN, "the room has expired", None);
                }
                // A server that is on its own reads it again for whoever comes back.
                Some(RoomEnd::Unread) if self.hub.shared.get().is_none() => self.send_back(),
                Some(RoomEnd::Unread) => return Box::pin(self.stop()).await,
                Some(RoomEnd::Broken(reason)) => {
                    return Box::pin(self.put_aside(&reason, draining)).await;
                }
            }
            match self.sleep() {
                Some(awake) => self = awake,
                None => return,
            }
            // What falls due moves away with nearly every message: then the timer runs out for nothing, once.
            let wake_at = self.wake_at();
            if timer.is_elapsed() || wake_at < timer.deadline() {
                timer.as_mut().reset(wake_at);
            }
            let (mut answering, handle) = (self.answering.clone(), self.handle.clone());
            let ask = tokio::select! {
                biased;
                () = stopping(&mut draining) => return Box::pin(self.stop()).await,
                () = handle.sent_away() => return Box::pin(self.stop()).await,
                answers = reach_changed(&mut answering) => {
                    self.answering = answering;
                    self.say_whether_stored(answers);
                    continue;
                }
                () = timer.as_mut() => continue,
                ask = self.next_ask() => ask,
            };
            // Nobody can ask any more: the directory is gone.
            let Some(ask) = ask else { return };
            Box::pin(self.answer(*ask)).await;
        }
    }

    /// Returns the moment at which something falls due without anyone asking.
    fn wake_at(&self) -> Instant {
        let farthest = Instant::now() + Duration::from_millis(SLEEP_MS);
        let due =
            self.room.wake_at(&self.hub.env()).and_then(|at| self.hub.opened().checked_add(at));
        due.map_or(farthest, |due| due.min(farthest))
    }

    /// Returns the next message: first those that came while it waited for the store.
    pub(super) async fn next_ask(&mut self) -> Option<Box<Ask>> {
        match self.later.pop_front() {
            Some(ask) => Some(ask),
            None => asked(&mut self.inbox).await,
        }
    }

    /// Has the room take what it is asked.
    pub(super) async fn answer(&mut self, ask: Ask) {
        let Some(Ask { input, reply, outbox }) = self.worth_answering(ask) else { return };
        let joining = self.attend(&input, outbox);
        self.carry_out(input, reply).await;
        self.dismiss(joining);
    }

    /// Carries out an input or an errand, and all that follows from it, in order. The clock is read
    /// once: what falls due at this moment is run before what is done at it, however long the store
    /// takes in between.
    pub(super) async fn carry_out(
        &mut self,
        first: impl Into<RoomOutput>,
        mut reply: Option<Answering>,
    ) {
        let now = self.hub.env().now;
        let mut todo = VecDeque::with_capacity(OUTPUTS_EXPECTED);
        todo.push_back(first.into());
        while let Some(output) = todo.pop_front() {
            let next = match output {
                RoomOutput::Input(input) => self.step(now, input).await,
                RoomOutput::Errand(errand) => vec![self.hub.run_errand(&self.room, errand).await],
                RoomOutput::Effect(effect) => {
                    self.perform(effect, &mut reply);
                    continue;
                }
            };
            self.handle.note_match(self.room.entries());
            // What follows from a step comes before what followed from the one before.
            next.into_iter().rev().for_each(|output| todo.push_front(output));
        }
    }

    /// Runs one step: prepared, stored, committed.
    async fn step(&mut self, now: Moment, input: RoomInput) -> Vec<RoomOutput> {
        self.touched |= !input.only_looks();
        let mut step = match self.room.prepare(&Env { now, ..self.hub.env() }, input) {
            Ok(step) => step,
            Err(refusal) => return vec![RoomEffect::Reply(Err(refusal)).into()],
        };
        let written = match step.write.take() {
            None => Ok(()),
            Some(write) => self.write(write).await,
        };
        let written = written.map_err(|error| match error {
            LogError::Conflict | LogError::Unknown => {
                warn!(room = %self.room.record.id, "another writer was first; reading again");
                WriteFailure::Moved
            }
            error @ (LogError::Full | LogError::Unavailable(_) | LogError::Damaged(_)) => {
                warn!(room = %self.room.record.id, %error, "the store did not take it");
                WriteFailure::Store(error)
            }
        });
        // The write took its time: the commit has the moment at which it ended.
        let mut outputs = self.room.commit(&self.hub.env(), step, written);
        outputs.append(&mut self.deferred);
        outputs
    }

    /// Has the store take something. While an entry is written, what has nothing to do with the match
    /// is handled: otherwise anyone could tell by waiting that somebody's entry is being written.
    async fn write(&mut self, write: RoomWrite) -> Result<(), LogError> {
        let asked_at = Instant::now();
        // The header begins the match: until it is stored nothing is handled beside it.
        let entry = matches!(write, RoomWrite::Entry { seq, .. } if seq > 0);
        let author = if let RoomWrite::Entry { by, .. } = write { by } else { None };
        let (hub, id, code) =
            (self.hub.clone(), self.room.record.id, self.room.record.code.clone());
        let mut writing = pin!(hub.write(id, &code, write));
        let stored = loop {
            let full = self.later.len() >= INBOX_MESSAGES;
            tokio::select! {
                biased;
                stored = &mut writing => break stored,
                answers = reach_changed(&mut self.answering) => self.say_whether_stored(answers),
                Some(ask) = asked(&mut self.inbox), if entry && !full => self.meanwhile(ask, author),
            }
        };
        if entry {
            self.hub.metrics.appended(stored.is_ok(), asked_at.elapsed());
        }
        stored
    }
}

impl Actor {
    /// Has everybody in the room know that nothing can be stored for the moment: whoever has sent
    /// something waits for the store, not for anybody in the match.
    fn say_whether_stored(&self, answers: bool) {
        if !answers {
            let refusal = Refusal::out_of_reach();
            self.outboxes.values().for_each(|outbox| outbox.error(&refusal, None));
        }
    }
}

/// Waits for the next message; forever, where nobody can send one.
async fn asked(inbox: &mut Option<mpsc::Receiver<Box<Ask>>>) -> Option<Box<Ask>> {
    inbox.as_mut()?.recv().await
}
