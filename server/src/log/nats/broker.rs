//! Requests of a store to the servers that keep its streams and pass messages between those that share it.
//!
//! One implementation speaks with NATS ([`jetstream`](super::jetstream)); a simulation brings one of its
//! own, which fails in every way that NATS may. Each method asks once: whoever calls it tries again and
//! finds out what became of a write.

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream::BoxStream;
use uuid::Uuid;

use super::failure::NatsError;
use crate::log::LogError;

/// One of the two streams of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Which {
    /// The rows of match logs: one subject a room.
    Log,
    /// Everything else: one message a subject, the newest.
    Doc,
}

/// A message to be stored after another one of its subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamWrite {
    /// The subject.
    pub subject: String,
    /// Number of the subject's last message, 0 if there is none.
    pub follows: u64,
    /// The id of this write, by which it is known when it comes twice.
    pub id: Uuid,
    /// The message.
    pub payload: Bytes,
}

/// Result of sending a write once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
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

/// A message of a stream as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamMessage {
    /// Its number in the stream.
    pub seq: u64,
    /// Time at which it was stored, in seconds since 1970.
    pub at_s: i64,
    /// The message as it was stored.
    pub payload: Bytes,
}

/// Place of a message among those of its subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamPlace {
    /// The last one.
    Last,
    /// The first one with this number or a higher one.
    From(u64),
}

/// Reason why servers did not do what they were asked for, as far as is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BrokerFailure {
    /// The servers know for certain that the stream is gone.
    #[error("the stream is gone: {0}")]
    Gone(String),
    /// They did not answer, or not now.
    #[error("{0}")]
    Failed(String),
}

/// A message that another server has sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentMessage {
    /// The content.
    pub payload: Bytes,
    /// Subject under which an answer is awaited.
    pub reply: Option<String>,
    /// `true` if it says that nobody takes what was sent.
    pub untaken: bool,
}

/// A connection to servers that keep the two streams of a store.
#[async_trait]
pub trait Broker: Send + Sync {
    /// Draws an id that nothing else has.
    fn id(&self) -> Uuid;

    /// Checks that the server at the other end may be used: after a lost connection it is another one.
    fn check(&self) -> Result<(), NatsError>;

    /// Sends a write once.
    async fn store(&self, which: Which, write: &StreamWrite) -> Attempt;

    /// Returns a message of a subject as the stream's leader has it.
    async fn find(
        &self,
        which: Which,
        subject: &str,
        place: StreamPlace,
    ) -> Result<Option<StreamMessage>, BrokerFailure>;

    /// Returns the subjects that begin like this and have a message, in any order.
    async fn subjects(&self, which: Which, begins: &str) -> Result<Vec<String>, BrokerFailure>;

    /// Takes away the messages of a subject with lower numbers than `below`. Whether or not it fails, it
    /// may have been done.
    async fn purge(&self, which: Which, subject: &str, below: u64) -> Result<(), BrokerFailure>;

    /// Returns the number of the last message that a stream has ever had.
    async fn count(&self, which: Which) -> Result<u64, BrokerFailure>;

    /// Sends a message to whoever has subscribed to this subject now; whether it comes, nobody says.
    async fn publish(
        &self,
        subject: String,
        reply: Option<String>,
        payload: Bytes,
    ) -> Result<(), BrokerFailure>;

    /// Returns what is sent to a subject from now on, until it is dropped.
    async fn subscribe(
        &self,
        subject: String,
    ) -> Result<BoxStream<'static, SentMessage>, BrokerFailure>;

    /// Returns a subject for answers, which nobody else has.
    fn inbox(&self) -> String;
}
