//! Messages of the two streams written and read, so that the outcome of every write is known.
//!
//! A write names the message that it follows, which the servers compare: of two writers one wins. An
//! answer that does not come says nothing; then the same write is sent again, which the servers take
//! at most once, until an answer or what the stream's leader has says what became of it. Everything is
//! read from the leader. Nothing here knows what the messages mean.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::time::{Instant, sleep};
use tracing::warn;
use uuid::Uuid;

pub(super) use super::broker::Which;
use super::broker::{Attempt, Broker, BrokerFailure, StreamPlace, StreamWrite};
use super::envelope::{Check, Sealed, seal, unseal};
use super::failure::NatsError;
use super::gate::Gate;
use crate::log::LogError;

/// Pause before something is sent again: the first one, and the longest.
const PAUSE: Duration = Duration::from_millis(20);
const PAUSE_MAX: Duration = Duration::from_millis(400);

/// Time that a read, or a write that was certainly not carried out, is tried for: longer than NATS takes
/// to elect a leader after one has died.
const TRIED: Duration = Duration::from_secs(12);

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

/// The servers have answered what they knew before: it is not read.
pub(super) fn old_answer() -> LogError {
    LogError::Unavailable("the NATS servers answer with less than they had".to_owned())
}

/// The two streams of a store, by their names.
pub(super) struct Wire {
    broker: Arc<dyn Broker>,
    name: String,
    /// This process's use of the store, with which the id of each of its writes begins.
    run: Uuid,
    gate: Arc<Gate>,
}

impl Wire {
    /// Puts a store with this name on a connection.
    pub(super) fn new(broker: Arc<dyn Broker>, name: &str, gate: Arc<Gate>) -> Self {
        let run = broker.id();
        Self { broker, name: name.to_owned(), run, gate }
    }

    /// Returns the id of this process's use of the store.
    pub(super) fn run(&self) -> Uuid {
        self.run
    }

    /// Returns the connection.
    pub(super) fn broker(&self) -> &Arc<dyn Broker> {
        &self.broker
    }

    /// Checks that the servers may be used.
    pub(super) fn check(&self) -> Result<(), NatsError> {
        self.broker.check()
    }

    /// Returns the id of a new write, by which its message shows who wrote it.
    fn new_write(&self) -> Uuid {
        let ((run, _), (_, random)) = (self.run.as_u64_pair(), self.broker.id().as_u64_pair());
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
        let id = self.new_write();
        let (check, message) = seal(&subject, id, content);
        let write = StreamWrite { subject, follows, id, payload: Bytes::from(message) };
        let began = Instant::now();
        let (mut pause, mut in_doubt) = (PAUSE, false);
        loop {
            self.stand_still_if_lost().await;
            let outcome = self.broker.store(which, &write).await;
            let reason = match outcome {
                Attempt::Stored(seq) => return Ok(Placed { seq, check }),
                Attempt::Refused(error) if !in_doubt => return Err(error),
                Attempt::Overtaken | Attempt::Refused(_) => {
                    match self.trace(which, rest, follows, id).await {
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
        self.read(which, rest, StreamPlace::Last).await
    }

    /// Returns the last message of a subject that is known to have one with this number, or a higher one:
    /// a server that led the stream once may not know yet that it does not any more.
    pub(super) async fn last_since(
        &self,
        which: Which,
        rest: &str,
        known: u64,
    ) -> Result<Option<Message>, LogError> {
        let (began, mut pause) = (Instant::now(), PAUSE);
        loop {
            let found = self.last(which, rest).await?;
            if found.as_ref().map_or(0, |message| message.seq) >= known {
                return Ok(found);
            }
            if began.elapsed() > TRIED {
                return Err(old_answer());
            }
            sleep(pause).await;
            pause = (pause * 2).min(PAUSE_MAX);
        }
    }

    /// Returns the first message of a subject after number `after` of the stream.
    pub(super) async fn next(
        &self,
        which: Which,
        rest: &str,
        after: u64,
    ) -> Result<Option<Message>, LogError> {
        self.read(which, rest, StreamPlace::From(after.saturating_add(1))).await
    }

    /// Reads one message from the stream's leader.
    async fn read(
        &self,
        which: Which,
        rest: &str,
        place: StreamPlace,
    ) -> Result<Option<Message>, LogError> {
        let subject = self.subject(which, rest);
        let found = self.patiently(|| self.broker.find(which, &subject, place)).await?;
        Ok(found.map(|found| {
            let sealed = unseal(&subject, &found.payload);
            Message { seq: found.seq, at_s: found.at_s, sealed }
        }))
    }

    /// Asks for something that changes nothing when it is done twice, until there is an answer.
    async fn patiently<T, F>(&self, ask: impl Fn() -> F) -> Result<T, LogError>
    where
        F: Future<Output = Result<T, BrokerFailure>>,
    {
        let (began, mut pause) = (Instant::now(), PAUSE);
        loop {
            let failure = match ask().await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            // What was acknowledged is lost.
            if let BrokerFailure::Gone(_) = failure {
                self.gate.fail(format!("a stream of the store {} is gone", self.name));
            }
            self.gate.usable()?;
            if began.elapsed() > TRIED {
                return Err(LogError::Unavailable(failure.to_string()));
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

    /// Returns the number of the last message that a stream has ever had.
    pub(super) async fn count(&self, which: Which) -> Result<u64, LogError> {
        let count = self.broker.count(which).await;
        count.map_err(|failure| LogError::Unavailable(failure.to_string()))
    }

    /// Lists the subjects under a name, without what all of them begin with.
    pub(super) async fn list(&self, which: Which, under: &str) -> Result<Vec<String>, LogError> {
        let begins = self.subject(which, &format!("{under}."));
        let found = self.patiently(|| self.broker.subjects(which, &begins)).await?;
        let names = found.iter().filter_map(|it| it.strip_prefix(&begins));
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.sort();
        Ok(names)
    }

    /// Takes away the messages of a subject up to number `to`; more is not touched.
    pub(super) async fn purge(&self, which: Which, rest: &str, to: u64) -> Result<(), LogError> {
        let (subject, below) = (self.subject(which, rest), to.saturating_add(1));
        self.patiently(|| self.broker.purge(which, &subject, below)).await
    }

    /// Takes away all messages of a subject that are there now.
    pub(super) async fn clear(&self, which: Which, rest: &str) -> Result<(), LogError> {
        match self.last(which, rest).await? {
            Some(last) => self.purge(which, rest, last.seq).await,
            None => Ok(()),
        }
    }
}
