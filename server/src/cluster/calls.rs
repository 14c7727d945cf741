//! Calls: a request that one server answers for another, with an answer of any length.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use uuid::Uuid;

use super::Cluster;
use super::framing::{read, write};
use crate::log::{BrokerFailure, SentMessage};

/// Time that another server has to answer: longer than the longest request waits for a view.
const ANSWERED: Duration = Duration::from_secs(40);

/// The most bytes of an answer in one message.
const PART_BYTES: usize = 512 * 1024;

/// The longest answer, in bytes.
pub(crate) const ANSWER_BYTES: usize = 64 * 1024 * 1024;

/// A request for another server, without its body.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ServerCall {
    /// The room that it is about.
    pub(crate) code: Option<String>,
    /// The method.
    pub(crate) method: String,
    /// Path and query.
    pub(crate) uri: String,
    /// Headers, but for the token.
    pub(crate) headers: Vec<(String, String)>,
    /// The address that is charged.
    pub(crate) address: Option<String>,
    /// Hash of the token that the request carries.
    pub(crate) bearer: Option<String>,
}

/// An answer of another server.
#[derive(Clone, Debug)]
pub(crate) struct ServerAnswer {
    /// The status.
    pub(crate) status: u16,
    /// Headers.
    pub(crate) headers: Vec<(String, String)>,
    /// The body.
    pub(crate) body: Bytes,
}

/// Reason why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallFailure {
    /// The room is not there: nothing was done.
    Moved,
    /// Nobody knows what was done.
    Unknown,
}

/// Begin of a part of an answer.
#[derive(Debug, Default, Serialize, Deserialize)]
struct AnswerPart {
    /// In the first part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    head: Option<(u16, Vec<(String, String)>)>,
    number: u64,
    last: bool,
    /// `true` if the room is not there.
    moved: bool,
}

impl Cluster {
    /// Has another server answer a request.
    pub(crate) async fn call(
        &self,
        to: Uuid,
        call: &ServerCall,
        body: &[u8],
    ) -> Result<ServerAnswer, CallFailure> {
        let inbox = self.broker.inbox();
        let parts = self.broker.subscribe(inbox.clone()).await.map_err(|_| CallFailure::Moved)?;
        let subject = self.subject("call", to);
        let sent = self.broker.publish(subject, Some(inbox), write(call, body)).await;
        sent.map_err(|_| CallFailure::Moved)?;
        tokio::select! {
            biased;
            answer = timeout(ANSWERED, collect(parts)) => answer.unwrap_or(Err(CallFailure::Unknown)),
            () = self.gone(to) => Err(CallFailure::Unknown),
        }
    }

    /// Returns the requests of other servers as they come.
    pub(crate) async fn calls(
        &self,
    ) -> Result<impl Stream<Item = (ServerCall, Bytes, SentMessage)> + use<>, BrokerFailure> {
        let coming = self.broker.subscribe(self.subject("call", self.run)).await?;
        Ok(coming.filter_map(async |message| {
            let (call, body) = read(&message.payload)?;
            Some((call, body, message))
        }))
    }

    /// Answers a request; an error says that nothing was done.
    pub(crate) async fn answer(
        &self,
        asked: &SentMessage,
        answer: Result<ServerAnswer, CallFailure>,
    ) {
        let Some(to) = &asked.reply else { return };
        let Ok(ServerAnswer { status, headers, body }) = answer else {
            let part = AnswerPart { last: true, moved: true, ..AnswerPart::default() };
            let _ = self.broker.publish(to.clone(), None, write(&part, b"")).await;
            return;
        };
        let (mut left, mut head) = (body.as_ref(), Some((status, headers)));
        for number in 0.. {
            let (piece, rest) = left.split_at(left.len().min(PART_BYTES));
            let last = rest.is_empty();
            let part = AnswerPart { head: head.take(), number, last, moved: false };
            // Whoever waits for it misses the parts that do not come.
            let _ = self.broker.publish(to.clone(), None, write(&part, piece)).await;
            if last {
                break;
            }
            left = rest;
        }
    }
}

/// Puts the parts of an answer together.
async fn collect(mut parts: BoxStream<'static, SentMessage>) -> Result<ServerAnswer, CallFailure> {
    let (mut head, mut body, mut next) = (None, BytesMut::new(), 0);
    while let Some(message) = parts.next().await {
        if message.untaken {
            return Err(CallFailure::Moved);
        }
        let Some((part, piece)) = read::<AnswerPart>(&message.payload) else { break };
        if part.moved {
            return Err(CallFailure::Moved);
        }
        if part.number != next || body.len() + piece.len() > ANSWER_BYTES {
            break;
        }
        next += 1;
        head = head.or(part.head);
        body.extend_from_slice(&piece);
        if part.last {
            let (status, headers) = head.ok_or(CallFailure::Unknown)?;
            return Ok(ServerAnswer { status, headers, body: body.freeze() });
        }
    }
    Err(CallFailure::Unknown)
}
