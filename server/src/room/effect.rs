//! What a step writes, and what leaves a room once it is written.

use std::sync::Arc;

use engine::MatchMillis;
use protocol::room as wire;

use super::Room;
use super::begin::Waiting;
use super::env::{Env, Moment};
use super::input::{Holding, Input, Parting, Reply};
use super::message::{ConnectionId, Message, ViewUpdate, text};
use super::record::Record;
use super::refusal::Refusal;
use super::token::TokenHash;
use crate::log::{LogError, StoredRoom};
use crate::notices::Notice;

/// What a step wants the store to take.
pub(crate) enum Write {
    /// A row of the match log.
    Entry {
        /// Its number; 0 for the header.
        seq: u64,
        /// Its bytes.
        row: String,
    },
    /// The room's record at its next revision.
    Record(StoredRoom),
    /// How far match time has come.
    Heartbeat(MatchMillis),
    /// That the room is gone: by an operator's wish, or because its time is over.
    Deletion(Option<Parting>),
}

/// Why the store did not take a write.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Another writer was first: the room is read again.
    Moved,
    /// It cannot take it now, or ever.
    Store(LogError),
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Moved => Self::storage(),
            Failure::Store(error) => error.into(),
        }
    }
}

type Then = Box<dyn FnOnce(&mut Room, &Env<'_>, &mut Effects, Result<(), Failure>) + Send>;

/// What an input comes to: prepared, not yet carried out.
pub(crate) struct Step {
    /// What must be durable before anything follows.
    pub(crate) write: Option<Write>,
    /// What follows when the store has taken it, or has not.
    pub(super) then: Then,
}

impl std::fmt::Debug for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Step").field("writes", &self.write.is_some()).finish_non_exhaustive()
    }
}

impl Step {
    /// Writes, and follows with what came of it.
    pub(super) fn write(
        write: Write,
        then: impl FnOnce(&mut Room, &Env<'_>, &mut Effects, Result<(), Failure>) + Send + 'static,
    ) -> Self {
        Self { write: Some(write), then: Box::new(then) }
    }

    /// Stores a changed record; only when the store has taken it, it is the room's.
    pub(super) fn record_or_else(
        room: &Room,
        draft: Record,
        then: impl FnOnce(&mut Room, &Env<'_>, &mut Effects, Result<(), Failure>) + Send + 'static,
    ) -> Self {
        let revision = room.revision + 1;
        Self::write(Write::Record(draft.stored(revision)), move |room, env, out, stored| {
            if stored.is_ok() {
                (room.record, room.revision) = (draft, revision);
                room.refresh(env);
                out.publish();
            }
            then(room, env, out, stored);
        })
    }

    /// The same for somebody who asks, and is refused if the store does not take it.
    pub(super) fn record(
        room: &Room,
        draft: Record,
        then: impl FnOnce(&mut Room, &Env<'_>, &mut Effects) + Send + 'static,
    ) -> Self {
        Self::record_or_else(room, draft, |room, env, out, stored| match stored {
            Ok(()) => then(room, env, out),
            Err(_) => out.reply(Err(Refusal::storage())),
        })
    }

    /// Changes memory only.
    pub(super) fn memory(
        then: impl FnOnce(&mut Room, &Env<'_>, &mut Effects) + Send + 'static,
    ) -> Self {
        Self { write: None, then: Box::new(|room, env, out, _| then(room, env, out)) }
    }

    /// Changes nothing.
    pub(super) fn nothing() -> Self {
        Self::memory(|_, _, _| {})
    }

    /// Changes nothing, and answers.
    pub(super) fn reply(reply: Reply) -> Self {
        Self::memory(|_, _, out| out.reply(Ok(reply)))
    }

    /// Has other inputs carried out, in this order.
    pub(super) fn inputs(inputs: [Input; 2]) -> Self {
        Self::memory(|_, _, out| inputs.into_iter().for_each(|input| out.then(input)))
    }
}

/// How a room comes to its end in this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It was deleted.
    Deleted,
    /// It cannot be played any more, for this reason.
    Broken(String),
}

/// What everybody may see of a room without asking it.
#[derive(Debug)]
pub(crate) struct Shown {
    /// Without the time that is left, which goes on.
    pub(crate) room: wire::Room,
    /// Until when committed seats may reveal.
    pub(crate) reveal_by: Option<Moment>,
    /// When something last happened here, by the wall clock and roughly.
    pub(crate) active_ms: u64,
    /// Whether there is an outcome: a match was played.
    pub(crate) begun: bool,
    /// Whether lists show it.
    pub(crate) listed: bool,
    /// What opens a seat.
    pub(crate) keys: Box<[TokenHash]>,
}

/// Something that leaves a room, or that must be done for it; in this order.
pub(crate) enum Effect {
    /// Publishes the room for those who only look.
    Publish(Box<Shown>),
    /// Answers whoever asked.
    Reply(Result<Reply, Refusal>),
    /// Sends a message.
    Send(ConnectionId, Arc<str>),
    /// Sends what has changed in the match.
    Update(ConnectionId, Box<ViewUpdate>),
    /// Says `closing` and closes a connection that the room does not know any more.
    Close {
        /// The connection.
        id: ConnectionId,
        /// One of [`super::close`].
        code: u16,
        /// For people.
        reason: &'static str,
    },
    /// Counts an act: accepted, or refused for a reason.
    Acted(Result<(), protocol::Code>),
    /// Tries to deliver a notice.
    Deliver(Box<Notice>),
    /// Carries out another input, before anything else comes.
    Then(Input),
    /// Reads record and log, for [`Input::Read`].
    Read(Waiting),
    /// Founds the room that continues this one, for [`Input::Continued`], unless it is there.
    Continue {
        /// Who asked.
        seat: u8,
        /// What the new room is charged to.
        holding: Option<Holding>,
    },
    /// The room ends.
    End(End),
}

/// The effects of a step, as it makes them.
#[derive(Default)]
pub(super) struct Effects {
    publish: bool,
    list: Vec<Effect>,
}

impl Effects {
    pub(super) fn push(&mut self, effect: Effect) {
        self.list.push(effect);
    }

    /// Has the room published as the step leaves it, before anything else leaves: whoever is told of
    /// something and then looks finds it so.
    pub(super) fn publish(&mut self) {
        self.publish = true;
    }

    pub(super) fn reply(&mut self, reply: Result<Reply, Refusal>) {
        self.push(Effect::Reply(reply));
    }

    pub(super) fn then(&mut self, input: Input) {
        self.push(Effect::Then(input));
    }

    pub(super) fn send(&mut self, to: ConnectionId, message: &Message) {
        self.push(Effect::Send(to, text(message)));
    }

    /// Sends an `error`.
    pub(super) fn error(&mut self, to: ConnectionId, refusal: &Refusal) {
        self.send(to, &refusal.message());
    }

    pub(super) fn broken(&mut self, reason: impl Into<String>) {
        self.push(Effect::End(End::Broken(reason.into())));
    }

    pub(super) fn into_list(self, shown: impl FnOnce() -> Shown) -> Vec<Effect> {
        let first = self.publish.then(|| Effect::Publish(Box::new(shown())));
        first.into_iter().chain(self.list).collect()
    }
}
