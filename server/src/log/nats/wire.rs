//! Messages of the two streams written and read, so that the outcome of every write is known.
//!
//! A write names the message that it follows, which the servers compare: of two writers one wins. An
//! answer that does not come says nothing; then the same write is sent again, which the servers take
//! at most once, until an answer or what the stream's leader has says what became of it. Everything is
//! read from the leader. Nothing here knows what the messages mean.

use std::sync::Arc;
use std::time::Duration;

use async_nats::client::RequestErrorKind;
use async_nats::connection::State;
use async_nats::header::{NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, NATS_MESSAGE_ID};
use async_nats::jetstream::publish::PublishAck;
use async_nats::jetstream::response::Response;
use async_nats::jetstream::stream::{
    PurgeErrorKind, RawMessageBuilder, RawMessageErrorKind, Stream, WithHeaders,
};
use async_nats::jetstream::{self, ErrorCode};
use async_nats::{Client, HeaderMap, Request};
use bytes::Bytes;
use futures_util::TryStreamExt;
use tokio::time::{Instant, sleep};
use tracing::warn;
use uuid::Uuid;

use super::envelope::{Check, Sealed, seal, unseal};
use super::gate::Gate;
use crate::log::LogError;

/// Time that the servers have to acknowledge a write before it is sent again.
const ACK: Duration = Duration::from_millis(1_500);

/// Pause before something is sent again: the first one, and the longest.
const PAUSE: Duration = Duration::from_millis(20);
const PAUSE_MAX: Duration = Duration::from_millis(400);

/// Time that a read, or a write that was certainly not carried out, is tried for: longer than NATS takes
/// to elect a leader after one has died.
const TRIED: Duration = Duration::from_secs(12);

/// Word by which the failure of a full stream (10077) differs from that of a broken disk.
const EXCEEDED: &str = "maximum";

/// One of the two streams of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// The rows of match logs: one subject a room.
    Log,
    /// Everything else: one message a subject, the newest.
    Doc,
}

/// A message as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    /// Its number in the stream.
    pub(super) seq: u64,
    /// Time at which it was stored, in seconds since 1970.
    pub(super) at_s: i64,
    /// Its content; `None` if it is not what was stored.
    pub(super) sealed: Option<Sealed>,
}

/// Place of a message that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    /// Its number in the stream.
    pub(super) seq: u64,
    /// Its checksum.
    pub(super) check: Check,
}

/// Result of looking for a write whose acknowledgement is missing.
enum Trace {
    /// It was carried out; this is its number in the stream.
    Found(u64),
    /// Another write took its place.
    Overtaken,
    /// Nothing has been written there.
    Nothing,
}

/// The connection, and the two streams.
pub(super) struct Wire {
    client: Client,
    name: String,
    /// This process's use of the store, with which the id of each of its writes begins.
    run: Uuid,
    log: Stream<()>,
    doc: Stream<()>,
    gate: Arc<Gate>,
}

impl Wire {
    /// Puts a store with this name on a connection.
    pub(super) fn new(
        context: &jetstream::Context,
        name: &str,
        (log, doc): (Stream<()>, Stream<()>),
        gate: Arc<Gate>,
    ) -> Self {
        let run = Uuid::new_v4();
        Self { client: context.client(), name: name.to_owned(), run, log, doc, gate }
    }

    /// Returns the id of this process's use of the store.
    pub(super) fn run(&self) -> Uuid {
        self.run
    }

    /// Returns the connection.
    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the id of a new write, by which its message shows who wrote it.
    fn new_write(&self) -> Uuid {
        let ((run, _), (_, random)) = (self.run.as_u64_pair(), Uuid::new_v4().as_u64_pair());
        Uuid::from_u64_pair(run, random)
    }

    /// Checks whether this process wrote a message.
    pub(super) fn wrote(&self, message: &Sealed) -> bool {
        message.write.as_u64_pair().0 == self.run.as_u64_pair().0
    }

    /// Returns the name of the store.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the subject of this name in a stream.
    pub(super) fn subject(&self, which: Which, rest: &str) -> String {
        match which {
            Which::Log => format!("{}.log.{rest}", self.name),
            Which::Doc => format!("{}.doc.{rest}", self.name),
        }
    }

    fn stream(&self, which: Which) -> &Stream<()> {
        match which {
            Which::Log => &self.log,
            Which::Doc => &self.doc,
        }
    }

    /// Writes a message after number `follows` of its subject, 0 for the first one.
    ///
    /// [`LogError::Conflict`] if another message is the subject's last. Answers only once the outcome
    /// is known; while it is not, nothing is answered.
    pub(super) async fn put(
        &self,
        which: Which,
        rest: &str,
        follows: u64,
        content: &str,
    ) -> Result<Placed, LogError> {
        let subject = self.subject(which, rest);
        let write = self.new_write();
        let (check, message) = seal(&subject, write, content);
        let mut headers = HeaderMap::new();
        headers.insert(NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, follows.to_string());
        headers.insert(NATS_MESSAGE_ID, write.simple().to_string());
        let request = || {
            let payload = Bytes::from(message.clone());
            Request::new().headers(headers.clone()).payload(payload).timeout(Some(ACK))
        };
        let began = Instant::now();
        let (mut pause, mut in_doubt) = (PAUSE, false);
        loop {
            self.stand_still_if_lost().await;
            let outcome = if self.client.connection_state() == State::Connected {
                self.attempt(&subject, request()).await
            } else {
                Attempt::NotSent("there is no connection to a NATS server".to_owned())
            };
            let reason = match outcome {
                Attempt::Stored(seq) => return Ok(Placed { seq, check }),
                Attempt::Refused(error) if !in_doubt => return Err(error),
                Attempt::Overtaken | Attempt::Refused(_) => {
                    match self.trace(which, rest, follows, write).await {
                        Trace::Found(seq) => return Ok(Placed { seq, check }),
                        Trace::Overtaken => return Err(LogError::Conflict),
                        Trace::Nothing => "another write is under way".to_owned(),
                    }
                }
                Attempt::NotSent(reason) => reason,
                Attempt::Unknown(reason) => {
                    in_doubt = true;
                    reason
                }
            };
            if !in_doubt && began.elapsed() > TRIED {
                return Err(LogError::Unavailable(reason));
            }
            if in_doubt && pause == PAUSE_MAX {
                warn!(reason, "the outcome of a write is not known yet; it is looked for");
            }
            sleep(pause).await;
            pause = (pause * 2).min(PAUSE_MAX);
        }
    }

    /// Sends a write once.
    async fn attempt(&self, subject: &str, request: Request) -> Attempt {
        let answer = match self.client.send_request(subject.to_owned(), request).await {
            Ok(answer) => answer,
            Err(error) => {
                let reason = error.to_string();
                return match error.kind() {
                    RequestErrorKind::MaxPayloadExceeded | RequestErrorKind::InvalidSubject => {
                        Attempt::Refused(LogError::Unavailable(reason))
                    }
                    // No server has this subject: while a leader is elected, or the stream is gone.
                    RequestErrorKind::NoResponders => Attempt::NotSent(reason),
                    RequestErrorKind::TimedOut | RequestErrorKind::Other => {
                        Attempt::Unknown(reason)
                    }
                };
            }
        };
        let error = match serde_json::from_slice::<Response<PublishAck>>(&answer.payload) {
            Ok(Response::Ok(ack)) => return Attempt::Stored(ack.sequence),
            Ok(Response::Err { error }) => error,
            Err(error) => return Attempt::Unknown(error.to_string()),
        };
        let reason = error.to_string();
        match error.error_code() {
            ErrorCode::STREAM_WRONG_LAST_SEQUENCE
            | ErrorCode::STREAM_WRONG_LAST_SEQUENCE_CONSTANT => Attempt::Overtaken,
            ErrorCode::STREAM_STORE_FAILED if reason.contains(EXCEEDED) => {
                Attempt::Refused(LogError::Full)
            }
            ErrorCode::INSUFFICIENT_RESOURCES
            | ErrorCode::STORAGE_RESOURCES_EXCEEDED
            | ErrorCode::ACCOUNT_RESOURCES_EXCEEDED => Attempt::Refused(LogError::Full),
            ErrorCode::STREAM_MESSAGE_EXCEEDS_MAXIMUM => {
                Attempt::Refused(LogError::Unavailable(reason))
            }
            _ => Attempt::Unknown(reason),
        }
    }

    /// Looks what became of a write that should follow number `follows`.
    async fn trace(&self, which: Which, rest: &str, follows: u64, write: Uuid) -> Trace {
        loop {
            self.stand_still_if_lost().await;
            // The message after the one that it follows is the write's, or somebody else's.
            let next = match self.next(which, rest, follows).await {
                Ok(next) => next,
                Err(error) => {
                    warn!(%error, "what became of a write is not known yet; it is looked for");
                    continue;
                }
            };
            if let Some(next) = next {
                let own = next.sealed.is_some_and(|sealed| sealed.write == write);
                return if own { Trace::Found(next.seq) } else { Trace::Overtaken };
            }
            let Ok(last) = self.last(which, rest).await else { continue };
            // What it should follow was deleted.
            let gone = last.map_or(0, |last| last.seq) != follows;
            return if gone { Trace::Overtaken } else { Trace::Nothing };
        }
    }

    /// Never returns once the store is lost: whoever waits for the outcome of a write must not be
    /// answered by a guess.
    async fn stand_still_if_lost(&self) {
        if self.gate.usable().is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Returns the last message of a subject.
    pub(super) async fn last(&self, which: Which, rest: &str) -> Result<Option<Message>, LogError> {
        let subject = self.subject(which, rest);
        let ask = || self.stream(which).raw_message_builder().last_by_subject(&subject);
        self.read(&subject, ask).await
    }

    /// Returns the first message of a subject after number `after` of the stream.
    pub(super) async fn next(
        &self,
        which: Which,
        rest: &str,
        after: u64,
    ) -> Result<Option<Message>, LogError> {
        let subject = self.subject(which, rest);
        let from = after.saturating_add(1);
        let ask =
            || self.stream(which).raw_message_builder().sequence(from).next_by_subject(&subject);
        self.read(&subject, ask).await
    }

    /// Reads one message from the stream's leader.
    async fn read(
        &self,
        subject: &str,
        ask: impl Fn() -> RawMessageBuilder<WithHeaders>,
    ) -> Result<Option<Message>, LogError> {
        let (began, mut pause) = (Instant::now(), PAUSE);
        loop {
            let error = match ask().send().await {
                Ok(found) => {
                    let (seq, at_s) = (found.sequence, found.time.unix_timestamp());
                    let sealed = unseal(subject, &found.payload);
                    return Ok(Some(Message { seq, at_s, sealed }));
                }
                Err(error) => error,
            };
            match error.kind() {
                RawMessageErrorKind::NoMessageFound => return Ok(None),
                RawMessageErrorKind::JetStream(answer) => self.lost_if_gone(&answer),
                RawMessageErrorKind::InvalidSubject | RawMessageErrorKind::Other => {}
            }
            self.gate.usable()?;
            if began.elapsed() > TRIED {
                return Err(LogError::Unavailable(error.to_string()));
            }
            sleep(pause).await;
            pause = (pause * 2).min(PAUSE_MAX);
        }
    }

    /// Ends the use of the store for this reason.
    pub(super) fn lost(&self, reason: &str) -> LogError {
        self.gate.fail(reason.to_owned());
        LogError::Unavailable(reason.to_owned())
    }

    /// The servers know for certain that a stream is gone: what was acknowledged is lost.
    fn lost_if_gone(&self, answer: &jetstream::Error) {
        if answer.error_code() == ErrorCode::STREAM_NOT_FOUND {
            self.gate.fail(format!("a stream of the store {} is gone", self.name));
        }
    }

    /// Returns the number of the last message that a stream has ever had.
    pub(super) async fn count(&self, which: Which) -> Result<u64, LogError> {
        let info = self.stream(which).get_info().await;
        let info = info.map_err(|error| LogError::Unavailable(error.to_string()))?;
        Ok(info.state.last_sequence)
    }

    /// Lists the subjects under a name, without what all of them begin with.
    pub(super) async fn list(&self, which: Which, under: &str) -> Result<Vec<String>, LogError> {
        let begins = self.subject(which, &format!("{under}."));
        let (began, mut pause) = (Instant::now(), PAUSE);
        loop {
            let error = match self.subjects(which, &begins).await {
                Ok(found) => return Ok(found),
                Err(error) => error,
            };
            self.gate.usable()?;
            if began.elapsed() > TRIED {
                return Err(LogError::Unavailable(error.to_string()));
            }
            sleep(pause).await;
            pause = (pause * 2).min(PAUSE_MAX);
        }
    }

    async fn subjects(
        &self,
        which: Which,
        begins: &str,
    ) -> Result<Vec<String>, jetstream::stream::InfoError> {
        let asked = self.stream(which).info_builder().subjects(format!("{begins}>"));
        let mut found = asked.fetch().await?;
        let mut names = Vec::new();
        while let Some((subject, _)) = found.try_next().await? {
            names.extend(subject.strip_prefix(begins).map(str::to_owned));
        }
        names.sort();
        Ok(names)
    }

    /// Takes away the messages of a subject up to number `to`; more is not touched.
    pub(super) async fn purge(&self, which: Which, rest: &str, to: u64) -> Result<(), LogError> {
        let subject = self.subject(which, rest);
        let (began, mut pause) = (Instant::now(), PAUSE);
        loop {
            let purge = self.stream(which).purge().filter(&subject).sequence(to.saturating_add(1));
            let Err(error) = purge.await else { return Ok(()) };
            if let PurgeErrorKind::JetStream(answer) = error.kind() {
                self.lost_if_gone(&answer);
            }
            self.gate.usable()?;
            // It may have been carried out; carried out again it changes nothing.
            if began.elapsed() > TRIED {
                return Err(LogError::Unavailable(error.to_string()));
            }
            sleep(pause).await;
            pause = (pause * 2).min(PAUSE_MAX);
        }
    }

    /// Takes away all messages of a subject that are there now.
    pub(super) async fn clear(&self, which: Which, rest: &str) -> Result<(), LogError> {
        match self.last(which, rest).await? {
            Some(last) => self.purge(which, rest, last.seq).await,
            None => Ok(()),
        }
    }
}

/// Result of sending a write once.
enum Attempt {
    /// It is stored, under this number.
    Stored(u64),
    /// It is certain that it was not stored this time.
    Refused(LogError),
    /// The subject's last message is not the one that it should follow.
    Overtaken,
    /// No server took it.
    NotSent(String),
    /// It may be stored, or may still come to be.
    Unknown(String),
}
