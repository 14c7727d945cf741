//! The ways to a room: it is here, or at the other end of a link.

use std::sync::Arc;
use std::time::Duration;

use bytestring::ByteString;
use protocol::{ClientMessage, Code};
use tokio::time::timeout;
use uuid::Uuid;

use super::line::{Inflow, Outflow};
use super::packet::Packet;
use super::{Cluster, LinkEnd};
use crate::room::Precedence;
use crate::rooms::{
    ConnectionId, Handle, Joined, Outbox, Outgoing, Refusal, TokenHash, close, refuse_message,
};

/// Time that a server has to let a session in: longer than it takes to read a long match.
const OPENED: Duration = Duration::from_secs(3);

/// A client that has come in, as its room has to know it.
#[derive(Clone, Debug)]
pub(crate) struct Hello {
    /// The room's code.
    pub(crate) code: String,
    /// The hash of the seat's token; none to watch.
    pub(crate) token: Option<TokenHash>,
    /// The last entry that the client has.
    pub(crate) after: Option<u64>,
    /// `true` if only a seat's holder may learn whether there is a room.
    pub(crate) seats_only: bool,
    /// Its place in the order of coming; none before it has come.
    pub(crate) came: Option<Precedence>,
}

/// Something that comes from a room.
pub(super) enum Arrival {
    /// A message for the client.
    Message(Outgoing),
    /// The room has got the client's messages up to this one.
    Got(u64),
    /// The other side wants to know what has come.
    Asked,
    /// The way to the room is lost: it is to be found again.
    Lost,
}

/// Reason why there is no way to a room.
pub(super) enum NoWay {
    /// It is not there, or not yet.
    Moved,
    /// It does not want the client.
    Refused(Refusal),
}

/// A way to a room.
pub(super) enum RoomWay {
    /// The room is on this server.
    Here { room: Arc<Handle>, connection: ConnectionId, inner: Arc<Outbox>, said: u64 },
    /// The room is on another server.
    Away(AwayLink),
}

/// The end of a link where the socket is.
pub(super) struct AwayLink {
    cluster: Arc<Cluster>,
    end: LinkEnd,
    to: Uuid,
    coming: Inflow,
    leaving: Outflow,
}

impl Drop for AwayLink {
    /// Leaves, also if the session was dropped.
    fn drop(&mut self) {
        let (cluster, to, link) = (self.cluster.clone(), self.to, self.end.link);
        tokio::spawn(async move { cluster.send(to, link, &Packet::Bye, "").await });
    }
}

/// A way into a room.
pub(super) struct WayIn {
    pub(super) way: RoomWay,
    /// The client's place in the order of coming.
    pub(super) came: Precedence,
    /// Number of entries that were read of the match for it, and that were not known of here.
    pub(super) unforeseen: u32,
}

/// Joins a room that is here.
pub(super) async fn join(room: Arc<Handle>, hello: &Hello) -> Result<WayIn, NoWay> {
    if hello.seats_only && !hello.token.is_some_and(|token| room.knows(token)) {
        return Err(NoWay::Refused(Refusal::room_unknown()));
    }
    let inner = Arc::<Outbox>::default();
    match room.join_again(hello.token, hello.after, hello.came, inner.clone()).await {
        Ok(Joined { connection, came, unforeseen, .. }) => {
            let way = RoomWay::Here { room, connection, inner, said: 0 };
            Ok(WayIn { way, came, unforeseen })
        }
        Err(refusal) if refusal.code == Code::Draining => Err(NoWay::Moved),
        Err(refusal) => Err(NoWay::Refused(refusal)),
    }
}

/// Joins a room by a link to the server that has it.
pub(super) async fn open(cluster: &Arc<Cluster>, to: Uuid, hello: &Hello) -> Result<WayIn, NoWay> {
    let end = cluster.begin();
    let (coming, leaving) = (Inflow::default(), Outflow::default());
    let mut link = AwayLink { cluster: cluster.clone(), end, to, coming, leaving };
    let open = Packet::Open {
        code: hello.code.clone(),
        token: hello.token.map(TokenHash::to_hex),
        after: hello.after,
        seats_only: hello.seats_only,
        came: hello.came,
    };
    cluster.send(to, link.end.link, &open, "").await;
    let answer = tokio::select! {
        biased;
        answer = timeout(OPENED, link.end.arrived.recv()) => answer,
        () = cluster.gone(to) => return Err(NoWay::Moved),
    };
    match answer {
        Ok(Some((Packet::Opened { came, read }, _))) => {
            Ok(WayIn { way: RoomWay::Away(link), came, unforeseen: read })
        }
        Ok(Some((Packet::Refused(denial), _))) => Err(NoWay::Refused(denial.into())),
        Ok(_) | Err(_) => Err(NoWay::Moved),
    }
}

impl RoomWay {
    /// Sends a message of the client; its number, by which [`Arrival::Got`] names it. `None` if the room
    /// has gone.
    pub(super) async fn say(&mut self, message: &ClientMessage) -> Option<u64> {
        match self {
            Self::Here { room, connection, inner, said } => {
                let acted = if let ClientMessage::Ping { nonce } = message {
                    inner.pong(*nonce);
                    Ok(())
                } else {
                    room.act(*connection, message.clone())
                };
                match acted {
                    Ok(()) => {}
                    Err(refusal) if refusal.code == Code::Draining => return None,
                    Err(refusal) => refuse_message(inner, message.re(), refusal),
                }
                *said += 1;
                Some(*said)
            }
            Self::Away(link) => {
                let n = link.leaving.next();
                // A message that was read can be written.
                let text = serde_json::to_string(message).unwrap_or_default();
                link.cluster.send(link.to, link.end.link, &Packet::Said { n }, &text).await;
                Some(n)
            }
        }
    }

    /// Waits for what comes from the room. Dropped before it is done, it has taken nothing.
    pub(super) async fn next(&mut self) -> Arrival {
        match self {
            Self::Here { inner, .. } => match inner.next().await {
                Outgoing::Close(close::MOVED) => Arrival::Lost,
                outgoing @ (Outgoing::Text(_) | Outgoing::Update(_) | Outgoing::Close(_)) => {
                    Arrival::Message(outgoing)
                }
            },
            Self::Away(link) => {
                let cluster = link.cluster.clone();
                tokio::select! {
                    biased;
                    arrived = link.end.arrived.recv() => match arrived {
                        Some((packet, text)) => link.arrived(&packet, text),
                        None => Arrival::Lost,
                    },
                    () = cluster.gone(link.to) => Arrival::Lost,
                }
            }
        }
    }

    /// Tells the room what has come and been passed on.
    pub(super) async fn acknowledge(&self) {
        if let Self::Away(link) = self {
            let n = link.coming.last();
            link.cluster.send(link.to, link.end.link, &Packet::Got { n }, "").await;
        }
    }

    /// Asks whether what was sent has come, if that is not known at this tick.
    pub(super) async fn ask(&self, tick: u64) {
        if let Self::Away(link) = self
            && let Some(n) = link.leaving.to_ask(tick)
        {
            link.cluster.send(link.to, link.end.link, &Packet::Sync { n }, "").await;
        }
    }

    /// Checks whether the room is on another server.
    pub(super) fn away(&self) -> bool {
        matches!(self, Self::Away(_))
    }

    /// Leaves the room.
    pub(super) async fn leave(self) {
        if let Self::Here { room, connection, .. } = self {
            room.leave(connection).await;
        }
    }
}

impl AwayLink {
    fn arrived(&mut self, packet: &Packet, text: ByteString) -> Arrival {
        match *packet {
            Packet::Frame { n, update } if self.coming.take(n) => {
                let outgoing = if update { Outgoing::Update(text) } else { Outgoing::Text(text) };
                Arrival::Message(outgoing)
            }
            Packet::End { n, close } if self.coming.take(n) => {
                Arrival::Message(Outgoing::Close(close))
            }
            Packet::Got { n } => {
                self.leaving.note(n);
                Arrival::Got(n)
            }
            Packet::Sync { n } if n == self.coming.last() => Arrival::Asked,
            Packet::Frame { .. }
            | Packet::End { .. }
            | Packet::Sync { .. }
            | Packet::Moved
            | Packet::Bye
            | Packet::Refused(_) => Arrival::Lost,
            Packet::Open { .. } | Packet::Opened { .. } | Packet::Said { .. } => Arrival::Asked,
        }
    }
}
