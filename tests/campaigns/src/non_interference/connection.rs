//! A connection to a room: in process, as the session would hold it, or over a real socket. Both
//! send texts and receive frames, so that one script runs on either.

use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use protocol::ClientMessage;
use serde::Deserialize;
use serde_json::json;
use server::rooms::{ConnectionId, Handle, Outbox, Outgoing, TokenHash};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

/// A placeholder in a script for the decision that is open for the sender.
pub(super) const DECISION: &str = "\"decision\":\"@\"";

/// The ids of the acts that ask a room whether it has handled everything.
const BARRIER: u128 = 0xba44_1e40_0000_4000_8000_0000_0000_0000;

enum Way {
    InProcess { room: Arc<Handle>, outbox: Arc<Outbox>, connection: Option<ConnectionId> },
    Socket(Box<WebSocketStream<TcpStream>>),
}

/// A connection that sends and receives.
pub(super) struct Connection {
    way: Way,
    decision: Option<u64>,
    barriers: u128,
}

impl Connection {
    /// Opens a connection to a room in this process.
    pub(super) fn in_process(room: Arc<Handle>, outbox: Arc<Outbox>) -> Self {
        let way = Way::InProcess { room, outbox, connection: None };
        Self { way, decision: None, barriers: 0 }
    }

    /// Wraps a socket.
    pub(super) fn socket(socket: WebSocketStream<TcpStream>) -> Self {
        Self { way: Way::Socket(Box::new(socket)), decision: None, barriers: 0 }
    }

    /// Takes up a seat, or watches.
    pub(super) async fn hello(&mut self, token: Option<&str>, after: Option<u64>) {
        match &mut self.way {
            Way::InProcess { room, outbox, connection } => {
                let token = token.map(TokenHash::of);
                match room.join(token, after, outbox.clone()).await {
                    Ok(joined) => *connection = Some(joined.connection),
                    Err(refusal) => outbox.error(&refusal, None),
                }
            }
            Way::Socket(_) => {
                let hello = ClientMessage::Hello { token: token.map(str::to_owned), after };
                self.say(&json!(hello).to_string()).await;
            }
        }
    }

    /// Sends a text, as it is but for the open decision.
    pub(super) async fn say(&mut self, text: &str) {
        let decision = format!("\"decision\":{}", self.decision.unwrap_or_default());
        let text = text.replace(DECISION, &decision);
        match &mut self.way {
            Way::InProcess { room, outbox, connection } => match ClientMessage::parse(&text) {
                Ok(message) => {
                    let Some(connection) = connection else { return };
                    room.act(*connection, message).expect("the inbox is never full here");
                }
                Err(malformed) => outbox.complain(malformed.code, malformed.detail, malformed.re),
            },
            Way::Socket(socket) => {
                socket.send(Message::text(text)).await.expect("the server listens");
            }
        }
    }

    async fn next(&mut self) -> Incoming {
        match &mut self.way {
            Way::InProcess { outbox, .. } => match outbox.next().await {
                Outgoing::Text(text) | Outgoing::Update(text) => Incoming::Frame(text.into()),
                Outgoing::Close(code) => Incoming::End(code),
            },
            Way::Socket(socket) => loop {
                match socket.next().await {
                    Some(Ok(Message::Text(text))) => return Incoming::Frame(text.to_string()),
                    Some(Ok(Message::Close(Some(frame)))) => {
                        return Incoming::End(frame.code.into());
                    }
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return Incoming::End(0),
                }
            },
        }
    }

    /// Receives every frame up to now: what this connection sent to the room before is answered.
    pub(super) async fn sync(&mut self) -> Vec<String> {
        self.barriers += 1;
        let id = Uuid::from_u128(BARRIER + self.barriers);
        let act = ClientMessage::Consent { id, request: id, agree: false };
        self.say(&json!(act).to_string()).await;
        let id = id.to_string();
        let mut frames = Vec::new();
        loop {
            match self.next().await {
                Incoming::Frame(frame) if is_rejected(&frame) && frame.contains(&id) => break,
                Incoming::Frame(frame) => frames.push(frame),
                Incoming::End(code) => {
                    frames.push(format!("close {code}"));
                    break;
                }
            }
        }
        if let Some(update) = frames.iter().rev().find(|frame| is_update(frame)) {
            let Decided { decision } = serde_json::from_str(update).expect("an update");
            self.decision = decision;
        }
        frames
    }
}

enum Incoming {
    Frame(String),
    End(u16),
}

#[derive(Deserialize)]
struct Decided {
    #[serde(default)]
    decision: Option<u64>,
}

/// Checks whether a frame is an `update`.
pub(super) fn is_update(frame: &str) -> bool {
    frame.starts_with(r#"{"type":"update""#)
}

/// Checks whether a frame refuses something.
pub(super) fn is_rejected(frame: &str) -> bool {
    frame.starts_with(r#"{"type":"rejected""#)
}
