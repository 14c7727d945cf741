//! Calls: a request that one server answers for another, with an answer of any length.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt};
use protocol::program::GivenSeat;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::time::timeout;
use uuid::Uuid;

use super::Cluster;
use super::framing::{read, write};
use super::subject;
use crate::log::{Broker, BrokerFailure, SentMessage};
use crate::rooms::Order;

/// Time that another server has to answer: longer than the longest request waits for a view.
const ANSWERED: Duration = Duration::from_secs(40);

/// Time for which a server is looked for that has a room.
pub(crate) const LOOKED_FOR: Duration = Duration::from_secs(6);

/// Pause between two tries meanwhile.
pub(crate) const PAUSE: Duration = Duration::from_millis(100);

/// The most bytes of an answer in one message.
const PART_BYTES: usize = 512 * 1024;

/// The longest answer, in bytes.
pub(crate) const ANSWER_BYTES: usize = 64 * 1024 * 1024;

/// A request for another server, without its body: a client's, which is passed on, or one of the servers'
/// own.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ServerCall {
    /// The room that it is about, which the other server should have.
    pub(crate) code: Option<String>,
    /// A request of the servers' own, if it is one; no client can ask for it, whatever its request says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) own: Option<OwnCall>,
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
    /// `true` if the room does nothing for those whose token it does not know.
    #[serde(default)]
    pub(crate) seats_only: bool,
}

/// A request of the servers' own.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OwnCall {
    /// For the seat with this number that was set aside for a rematch.
    Fetch(u8),
    /// To carry an order of the operator's out, or find the server that does.
    Order(Order),
    /// About a program that has announced itself there.
    Program(Uuid, ProgramCall),
}

/// A request of a server whose room has, or is to have, a program that has announced itself elsewhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProgramCall {
    /// To promise one of its rooms, under this id; answered with its name and what is said of it.
    Promise {
        /// The promise.
        promise: Uuid,
        /// The room's game.
        game: String,
        /// The room's options.
        options: Map<String, Value>,
    },
    /// To count the seat of this promise further; answered with nothing.
    Keep {
        /// The promise.
        promise: Uuid,
        /// `true` once the program has connected to the seat.
        connected: bool,
        /// The seat, for the program.
        seat: GivenSeat,
    },
    /// To count it no more.
    Release {
        /// The promise.
        promise: Uuid,
    },
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

impl ServerAnswer {
    /// Returns what was asked for, as JSON.
    pub(crate) fn json(asked: &impl Serialize) -> Self {
        // Plain data with string keys, for which serialisation cannot fail.
        let body = serde_json::to_vec(asked).unwrap_or_default().into();
        Self { status: 200, headers: Vec::new(), body }
    }
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
        tokio::select! {
            biased;
            answer = ask(&*self.broker, &self.name, to, call, body) => answer,
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

    /// Answers a request, or says why there is no answer.
    pub(crate) async fn answer(
        &self,
        asked: &SentMessage,
        answer: Result<ServerAnswer, CallFailure>,
    ) {
        let Some(to) = &asked.reply else { return };
        let ServerAnswer { status, headers, body } = match answer {
            Ok(answer) => answer,
            Err(failure) => {
                // An end without a beginning: nobody knows what was done.
                let moved = failure == CallFailure::Moved;
                let part = AnswerPart { last: true, moved, ..AnswerPart::default() };
                let _ = self.broker.publish(to.clone(), None, write(&part, b"")).await;
                return;
            }
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

/// Has a server of the store with this name answer a request.
pub(crate) async fn ask(
    broker: &dyn Broker,
    store: &str,
    to: Uuid,
    call: &ServerCall,
    body: &[u8],
) -> Result<ServerAnswer, CallFailure> {
    let inbox = broker.inbox();
    let parts = broker.subscribe(inbox.clone()).await.map_err(|_| CallFailure::Moved)?;
    let sent = broker.publish(subject(store, "call", to), Some(inbox), write(call, body)).await;
    sent.map_err(|_| CallFailure::Moved)?;
    timeout(ANSWERED, collect(parts)).await.unwrap_or(Err(CallFailure::Unknown))
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
