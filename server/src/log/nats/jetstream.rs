//! A connection to NATS, and what its answers mean.

use std::error::Error;
use std::fmt::Display;
use std::time::Duration;

use async_nats::client::RequestErrorKind;
use async_nats::connection::State;
use async_nats::header::{NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, NATS_MESSAGE_ID};
use async_nats::jetstream::publish::PublishAck;
use async_nats::jetstream::response::Response;
use async_nats::jetstream::stream::{InfoError, PurgeErrorKind, RawMessageErrorKind, Stream};
use async_nats::jetstream::{self, ErrorCode};
use async_nats::{Client, HeaderMap, Request, StatusCode};
use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use uuid::Uuid;

use super::broker::{
    Attempt, Broker, BrokerFailure, SentMessage, StreamMessage, StreamPlace, StreamWrite, Which,
};
use super::failure::NatsError;
use super::servers;
use crate::log::LogError;

/// Time that the servers have to acknowledge a write before it is sent again.
const ACK: Duration = Duration::from_millis(1_500);

/// Word by which the failure of a full stream (10077) differs from that of a broken disk.
const EXCEEDED: &str = "maximum";

/// The connection, and the two streams.
pub(super) struct JetStream {
    client: Client,
    log: Stream<()>,
    doc: Stream<()>,
}

/// A failure of which nothing is known but its text.
fn failed(error: impl Display) -> BrokerFailure {
    BrokerFailure::Failed(error.to_string())
}

/// A failure that the servers have answered.
fn answered(error: &jetstream::Error) -> BrokerFailure {
    if error.error_code() == ErrorCode::STREAM_NOT_FOUND {
        BrokerFailure::Gone(error.to_string())
    } else {
        failed(error)
    }
}

/// A failure of asking how a stream is; what the servers have answered is its cause.
fn unanswered(error: &InfoError) -> BrokerFailure {
    let answer = error.source().and_then(|cause| cause.downcast_ref::<jetstream::Error>());
    answer.map_or_else(|| failed(error), answered)
}

impl JetStream {
    /// Puts the two streams, that of the rows first, on the connection of their requests.
    pub(super) fn new(context: &jetstream::Context, (log, doc): (Stream<()>, Stream<()>)) -> Self {
        Self { client: context.client(), log, doc }
    }

    fn stream(&self, which: Which) -> &Stream<()> {
        match which {
            Which::Log => &self.log,
            Which::Doc => &self.doc,
        }
    }
}

/// Returns what an answer to a write says.
fn attempt(payload: &[u8]) -> Attempt {
    let error = match serde_json::from_slice::<Response<PublishAck>>(payload) {
        Ok(Response::Ok(ack)) => return Attempt::Stored(ack.sequence),
        Ok(Response::Err { error }) => error,
        Err(error) => return Attempt::Unknown(error.to_string()),
    };
    let reason = error.to_string();
    match error.error_code() {
        ErrorCode::STREAM_WRONG_LAST_SEQUENCE | ErrorCode::STREAM_WRONG_LAST_SEQUENCE_CONSTANT => {
            Attempt::Overtaken
        }
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

#[async_trait]
impl Broker for JetStream {
    fn id(&self) -> Uuid {
        Uuid::new_v4()
    }

    fn check(&self) -> Result<(), NatsError> {
        servers::new_enough(&self.client.server_info())
    }

    async fn store(&self, _: Which, write: &StreamWrite) -> Attempt {
        if self.client.connection_state() != State::Connected {
            return Attempt::NotSent("there is no connection to a NATS server".to_owned());
        }
        let mut headers = HeaderMap::new();
        headers.insert(NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, write.follows.to_string());
        headers.insert(NATS_MESSAGE_ID, write.id.simple().to_string());
        let request =
            Request::new().headers(headers).payload(write.payload.clone()).timeout(Some(ACK));
        match self.client.send_request(write.subject.clone(), request).await {
            Ok(answer) => attempt(&answer.payload),
            Err(error) => {
                let reason = error.to_string();
                match error.kind() {
                    RequestErrorKind::MaxPayloadExceeded | RequestErrorKind::InvalidSubject => {
                        Attempt::Refused(LogError::Unavailable(reason))
                    }
                    // No server has this subject: while a leader is elected, or the stream is gone.
                    RequestErrorKind::NoResponders => Attempt::NotSent(reason),
                    RequestErrorKind::TimedOut | RequestErrorKind::Other => {
                        Attempt::Unknown(reason)
                    }
                }
            }
        }
    }

    async fn find(
        &self,
        which: Which,
        subject: &str,
        place: StreamPlace,
    ) -> Result<Option<StreamMessage>, BrokerFailure> {
        let ask = self.stream(which).raw_message_builder();
        let found = match place {
            StreamPlace::Last => ask.last_by_subject(subject).send().await,
            StreamPlace::From(seq) => ask.sequence(seq).next_by_subject(subject).send().await,
        };
        match found {
            Ok(found) => {
                let (seq, at_s) = (found.sequence, found.time.unix_timestamp());
                Ok(Some(StreamMessage { seq, at_s, payload: found.payload }))
            }
            Err(error) => match error.kind() {
                RawMessageErrorKind::NoMessageFound => Ok(None),
                RawMessageErrorKind::JetStream(answer) => Err(answered(&answer)),
                RawMessageErrorKind::InvalidSubject | RawMessageErrorKind::Other => {
                    Err(failed(error))
                }
            },
        }
    }

    async fn subjects(&self, which: Which, begins: &str) -> Result<Vec<String>, BrokerFailure> {
        let asked = self.stream(which).info_builder().subjects(format!("{begins}>"));
        let mut found = asked.fetch().await.map_err(|error| unanswered(&error))?;
        let mut subjects = Vec::new();
        while let Some((subject, _)) = found.try_next().await.map_err(|error| unanswered(&error))? {
            subjects.push(subject);
        }
        Ok(subjects)
    }

    async fn purge(&self, which: Which, subject: &str, below: u64) -> Result<(), BrokerFailure> {
        let purged = self.stream(which).purge().filter(subject).sequence(below).await;
        purged.map(drop).map_err(|error| match error.kind() {
            PurgeErrorKind::JetStream(answer) => answered(&answer),
            PurgeErrorKind::Request | PurgeErrorKind::TimedOut => failed(error),
        })
    }

    async fn count(&self, which: Which) -> Result<u64, BrokerFailure> {
        let info = self.stream(which).get_info().await.map_err(|error| unanswered(&error))?;
        Ok(info.state.last_sequence)
    }

    async fn publish(
        &self,
        subject: String,
        reply: Option<String>,
        payload: Bytes,
    ) -> Result<(), BrokerFailure> {
        match reply {
            Some(reply) => self.client.publish_with_reply(subject, reply, payload).await,
            None => self.client.publish(subject, payload).await,
        }
        .map_err(failed)
    }

    async fn subscribe(
        &self,
        subject: String,
    ) -> Result<BoxStream<'static, SentMessage>, BrokerFailure> {
        let coming = self.client.subscribe(subject).await.map_err(failed)?;
        let sent = coming.map(|message| SentMessage {
            payload: message.payload,
            reply: message.reply.map(|reply| reply.to_string()),
            untaken: message.status == Some(StatusCode::NO_RESPONDERS),
        });
        Ok(sent.boxed())
    }

    fn inbox(&self) -> String {
        self.client.new_inbox()
    }
}
