//! Steps of a room: what they write, and their outputs once it is written.

use bytestring::ByteString;
use engine::{MatchMillis, Seat};
use protocol::Re;
use protocol::room as wire;

use super::Room;
use super::advised::HintWanted;
use super::asked::AskedSeat;
use super::env::{Env, Moment};
use super::input::{Holding, Parting, ProgramEnd, ReadFor, Reply, RoomInput};
use super::message::{ConnectionId, Said, ViewUpdate, WireMessage, text};
use super::options::RoomOptions;
use super::record::RoomRecord;
use super::refusal::Refusal;
use super::token::TokenHash;
use crate::log::{LogError, StoredRoom};
use crate::notices::Notice;

/// Something that a step wants the store to take.
pub(crate) enum RoomWrite {
    /// A row of the match log.
    Entry {
        /// Its number; 0 for the header.
        seq: u64,
        /// Its bytes.
        row: String,
        /// The seat whose input it is; `None` for what falls due.
        by: Option<Seat>,
    },
    /// The room's record at its next revision.
    Record(StoredRoom),
    /// The match time reached so far.
    Heartbeat(MatchMillis),
    /// The end of the room: an operator deletes it, or its time is over.
    Deletion(Option<Parting>),
}

/// Reason why the store did not take a write.
#[derive(Debug)]
pub(crate) enum WriteFailure {
    /// Another writer was first: the room is read again.
    Moved,
    /// It cannot take it now, or ever.
    Store(LogError),
}

impl From<WriteFailure> for Refusal {
    fn from(failure: WriteFailure) -> Self {
        match failure {
            WriteFailure::Moved => Self::storage(),
            WriteFailure::Store(error) => error.into(),
        }
    }
}

type Then = Box<dyn FnOnce(&mut Room, &Env<'_>, &mut RoomOutputs, Result<(), WriteFailure>) + Send>;

/// Step that an input leads to: prepared, not yet carried out.
#[derive(derive_more::Debug)]
#[debug("RoomStep {{ writes: {}, .. }}", write.is_some())]
pub(crate) struct RoomStep {
    /// Write that must be durable before anything follows.
    pub(crate) write: Option<RoomWrite>,
    /// Continuation once the store has taken the write, or has not.
    pub(super) then: Then,
}

impl RoomStep {
    /// Writes, and goes on with the result.
    pub(super) fn write(
        write: RoomWrite,
        then: impl FnOnce(&mut Room, &Env<'_>, &mut RoomOutputs, Result<(), WriteFailure>)
        + Send
        + 'static,
    ) -> Self {
        Self { write: Some(write), then: Box::new(then) }
    }

    /// Stores a changed record; only when the store has taken it, it is the room's.
    pub(super) fn record_or_else(
        room: &Room,
        draft: RoomRecord,
        then: impl FnOnce(&mut Room, &Env<'_>, &mut RoomOutputs, Result<(), WriteFailure>)
        + Send
        + 'static,
    ) -> Self {
        let revision = room.revision + 1;
        let row = draft.stored(revision);
        let fingerprint = row.fingerprint();
        Self::write(RoomWrite::Record(row), move |room, env, out, stored| {
            if stored.is_ok() {
                (room.record, room.revision, room.stored) = (draft, revision, fingerprint);
                room.refresh(env);
                out.publish();
            }
            then(room, env, out, stored);
        })
    }

    /// Stores a changed record for somebody who asks, and who is refused if the store does not take it.
    pub(super) fn record(
        room: &Room,
        draft: RoomRecord,
        then: impl FnOnce(&mut Room, &Env<'_>, &mut RoomOutputs) + Send + 'static,
    ) -> Self {
        Self::record_or_else(room, draft, |room, env, out, stored| match stored {
            Ok(()) => then(room, env, out),
            Err(_) => out.reply(Err(Refusal::storage())),
        })
    }

    /// Changes memory only.
    pub(super) fn memory(
        then: impl FnOnce(&mut Room, &Env<'_>, &mut RoomOutputs) + Send + 'static,
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
    pub(super) fn inputs(inputs: [RoomInput; 2]) -> Self {
        Self::memory(|_, _, out| inputs.into_iter().for_each(|input| out.push(input)))
    }
}

/// End of a room in this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RoomEnd {
    /// It was deleted.
    Deleted,
    /// Its store has more than is known here, and cannot be read now. Whoever comes to it again has it read.
    Unread,
    /// It cannot be played any more, for this reason.
    Broken(String),
}

/// Everything that anybody may see of a room without asking it.
#[derive(Debug)]
pub(crate) struct RoomSnapshot {
    /// Without the time that is left, which goes on, and without its options.
    pub(crate) room: wire::Room,
    pub(crate) options: RoomOptions,
    /// Until when committed seats may reveal.
    pub(crate) reveal_by: Option<Moment>,
    /// The seats that are asked something, and since when.
    pub(crate) asked: Box<[AskedSeat]>,
    /// Time of the last activity, by the wall clock and roughly.
    pub(crate) active_ms: u64,
    /// `true` if there is an outcome: a match was played.
    pub(crate) begun: bool,
    /// `true` if lists show it.
    pub(crate) listed: bool,
    /// Hashes of the tokens that open a seat, or its view.
    pub(crate) keys: Box<[TokenHash]>,
}

/// One thing that follows from a step. Whoever runs the room does them in their order.
#[derive(derive_more::From)]
pub(crate) enum RoomOutput {
    /// Something that is done at once.
    Effect(RoomEffect),
    /// Another input, carried out before anything else comes.
    Input(RoomInput),
    /// Something that takes its time, and becomes an input or an answer.
    Errand(Errand),
}

/// Work for a room that its store or the other rooms take part in, so that it is awaited.
pub(crate) enum Errand {
    /// Reads record and log, for [`RoomInput::Read`].
    Read(ReadFor),
    /// Founds the room that continues this one, for [`RoomInput::Continued`], unless it is there.
    Continue {
        /// The seat that asked.
        seat: u8,
        /// The holding that the new room is charged to.
        holding: Option<Holding>,
    },
}

/// Something that leaves a room, done without waiting for anything.
pub(crate) enum RoomEffect {
    /// Publishes the room for those who only look.
    Publish(Box<RoomSnapshot>),
    /// Publishes which seats are asked something: a room that is published already shows nothing else
    /// after most entries.
    PublishAsked(Box<[AskedSeat]>),
    /// Answers whoever asked.
    Reply(Result<Reply, Refusal>),
    /// Sends a message.
    Send(ConnectionId, ByteString),
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
    /// Counts what came of a program's seat.
    Program(ProgramEnd),
    /// Counts an act: accepted, or refused for a reason.
    Acted(Result<(), protocol::Code>),
    /// Has a hint worked out, for [`RoomInput::Advised`].
    Advise(Box<HintWanted>),
    /// Tries to deliver a notice.
    Deliver(Box<Notice>),
    /// The room ends.
    End(RoomEnd),
}

/// The outputs of a step, as it makes them.
#[derive(Default)]
pub(super) struct RoomOutputs {
    publish: bool,
    publish_asked: bool,
    list: Vec<RoomOutput>,
}

impl RoomOutputs {
    pub(super) fn push(&mut self, output: impl Into<RoomOutput>) {
        self.list.push(output.into());
    }

    /// Has the room published as the step leaves it, before anything else leaves: whoever is sent
    /// something and then looks finds it so.
    pub(super) fn publish(&mut self) {
        self.publish = true;
    }

    /// Has the seats that are asked something published, like [`Self::publish`], which does so too.
    pub(super) fn publish_asked(&mut self) {
        self.publish_asked = true;
    }

    pub(super) fn reply(&mut self, reply: Result<Reply, Refusal>) {
        self.push(RoomEffect::Reply(reply));
    }

    pub(super) fn send(&mut self, to: ConnectionId, message: &WireMessage) {
        self.push(RoomEffect::Send(to, text(message)));
    }

    /// Sends an `error`; `re` is the message that it answers.
    pub(super) fn error(&mut self, to: ConnectionId, refusal: &Refusal, re: Option<Re>) {
        self.send(to, &refusal.message(re));
    }

    /// Refuses a message: by its id if it has one, else by an `error`.
    pub(super) fn refuse(&mut self, said: Said, refusal: Refusal) {
        let Said { by, re } = said;
        match re.id {
            Some(id) => self.send(by, &refusal.rejected(id)),
            None => self.error(by, &refusal, Some(re)),
        }
    }

    /// Accepts a message that is no entry, if it has an id: before the match.
    pub(super) fn accept(&mut self, said: &Said) {
        if let Some(id) = said.re.id {
            self.send(said.by, &WireMessage::Accepted { id, seq: 0 });
        }
    }

    pub(super) fn broken(&mut self, reason: impl Into<String>) {
        self.push(RoomEffect::End(RoomEnd::Broken(reason.into())));
    }

    /// Returns the outputs of a step of `room`, which has changed as it wants.
    pub(super) fn into_list(self, room: &Room, env: &Env<'_>) -> Vec<RoomOutput> {
        let Self { publish, publish_asked, mut list } = self;
        if publish {
            list.insert(0, RoomEffect::Publish(Box::new(room.shown(env))).into());
        } else if publish_asked {
            list.insert(0, RoomEffect::PublishAsked(room.asked()).into());
        }
        list
    }
}
