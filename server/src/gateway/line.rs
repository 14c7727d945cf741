//! A session's line to its room: the room itself, or a relay that finds it wherever it is.

use std::sync::Arc;

use protocol::ClientMessage;

use crate::cluster::SocketRelay;
use crate::rooms::{ConnectionId, Handle, Outbox, Refusal};

/// A line to a room. Dropped, a relay leaves by itself.
pub(super) enum Line {
    /// To a room of a server that has its store for itself.
    Room(Arc<Handle>, ConnectionId),
    /// To a room of any server that shares the store.
    Relay(SocketRelay),
}

impl Line {
    /// Hands a message in; refused at once when the room has too much to do.
    pub(super) fn act(&self, message: ClientMessage) -> Result<(), Refusal> {
        match self {
            Self::Room(room, connection) => room.act(*connection, message),
            Self::Relay(relay) => relay.act(message),
        }
    }

    /// Answers a `ping` once everything before it has left the room.
    pub(super) fn ping(&self, nonce: u64, outbox: &Outbox) -> Result<(), Refusal> {
        match self {
            Self::Room(..) => outbox.pong(nonce),
            Self::Relay(relay) => relay.act(ClientMessage::Ping { nonce })?,
        }
        Ok(())
    }

    /// Leaves the room.
    pub(super) async fn leave(self) {
        if let Self::Room(room, connection) = self {
            room.leave(connection).await;
        }
    }
}
