//! The end of a link where the room is: a connection of the room, whose socket is elsewhere.
//!
//! It hands in what the client has said, as a session does, and sends what the outbox holds as long as
//! the other side takes it.

use std::sync::Arc;
use std::time::Duration;

use protocol::{ClientMessage, Code};
use tokio::time::{MissedTickBehavior, interval};
use uuid::Uuid;

use super::line::{Inflow, Outflow};
use super::packet::Packet;
use super::{Arrived, Cluster, LinkEnd};
use crate::rooms::{
    ConnectionId, Handle, Joined, Outbox, Outgoing, Refusal, Rooms, TokenHash, close,
    refuse_message,
};

/// Interval at which the other side is asked whether it has got what was sent.
pub(super) const ASKED: Duration = Duration::from_secs(1);

/// A connection whose socket is on another server.
struct LinkedConnection {
    cluster: Arc<Cluster>,
    room: Arc<Handle>,
    connection: ConnectionId,
    outbox: Arc<Outbox>,
    to: Uuid,
    link: Uuid,
    coming: Inflow,
    leaving: Outflow,
}

/// Serves a link that was opened, to its end.
pub(super) async fn serve(
    cluster: Arc<Cluster>,
    rooms: Rooms,
    to: Uuid,
    mut end: LinkEnd,
    open: Packet,
) {
    let link = end.link;
    let (room, joined, outbox) = match enter(&rooms, open, &mut end).await {
        Ok(entered) => entered,
        Err(Some(answer)) => return cluster.send(to, link, &answer, "").await,
        Err(None) => return,
    };
    let Joined { connection, came, read, .. } = joined;
    cluster.send(to, link, &Packet::Opened { came, read }, "").await;
    let (coming, leaving) = (Inflow::default(), Outflow::default());
    let mut host =
        LinkedConnection { cluster, room, connection, outbox, to, link, coming, leaving };
    let last = host.speak(&mut end).await;
    host.room.leave(host.connection).await;
    if let Some(last) = last {
        host.send(&last, "").await;
    }
}

/// Lets a session into a room; an error is what it is answered instead, if it still waits for an answer.
async fn enter(
    rooms: &Rooms,
    open: Packet,
    end: &mut LinkEnd,
) -> Result<(Arc<Handle>, Joined, Arc<Outbox>), Option<Packet>> {
    let Packet::Open { code, token, after, seats_only, came } = open else {
        return Err(Some(Packet::Moved));
    };
    let refused = |refusal: Refusal| {
        let moves = refusal.code == Code::Draining;
        Some(if moves { Packet::Moved } else { Packet::Refused(refusal.into()) })
    };
    let room = rooms.host(&code).await.map_err(refused)?.ok_or(Some(Packet::Moved))?;
    let token = match token {
        Some(token) => {
            let unknown = || refused(Refusal::room_unknown());
            Some(TokenHash::from_hex(&token).ok_or_else(unknown)?)
        }
        None => None,
    };
    if seats_only && !token.is_some_and(|token| room.knows(token)) {
        return Err(refused(Refusal::room_unknown()));
    }
    let outbox = Arc::<Outbox>::default();
    tokio::select! {
        biased;
        // The room may have been long in coming; let in now, it would be the newest connection of its seat.
        () = end.left() => Err(None),
        joined = room.join_again(token, after, came, outbox.clone()) => {
            Ok((room.clone(), joined.map_err(refused)?, outbox))
        }
    }
}

impl LinkedConnection {
    async fn send(&self, packet: &Packet, text: &str) {
        self.cluster.send(self.to, self.link, packet, text).await;
    }

    /// Speaks until either side has enough; returns what is said last.
    async fn speak(&mut self, end: &mut LinkEnd) -> Option<Packet> {
        let (cluster, outbox) = (self.cluster.clone(), self.outbox.clone());
        let gone = cluster.gone(self.to);
        tokio::pin!(gone);
        let (mut ticks, mut tick) = (interval(ASKED), 0);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let step = tokio::select! {
                biased;
                () = &mut gone => return None,
                arrived = end.arrived.recv() => self.arrived(arrived?).await,
                outgoing = outbox.next(), if self.leaving.open() => self.pass_on(outgoing).await,
                _ = ticks.tick() => {
                    tick += 1;
                    if let Some(n) = self.leaving.to_ask(tick) {
                        self.send(&Packet::Sync { n }, "").await;
                    }
                    Ok(())
                }
            };
            if let Err(last) = step {
                return last;
            }
        }
    }

    /// Sends what the room sends; an error is the end, with what is said last.
    async fn pass_on(&mut self, outgoing: Outgoing) -> Result<(), Option<Packet>> {
        let (update, text) = match outgoing {
            Outgoing::Text(text) => (false, text),
            Outgoing::Update(text) => (true, text),
            Outgoing::Close(close::MOVED) => return Err(Some(Packet::Moved)),
            Outgoing::Close(close) => {
                return Err(Some(Packet::End { n: self.leaving.next(), close }));
            }
        };
        let n = self.leaving.next();
        self.send(&Packet::Frame { n, update }, &text).await;
        Ok(())
    }

    /// Takes a packet; an error is the end, with what is said last.
    async fn arrived(&mut self, (packet, text): Arrived) -> Result<(), Option<Packet>> {
        match packet {
            Packet::Said { n } => {
                if !self.coming.take(n) {
                    return Err(Some(Packet::Moved));
                }
                self.hand_in(&text)?;
                self.send(&Packet::Got { n }, "").await;
            }
            Packet::Got { n } => self.leaving.note(n),
            Packet::Sync { n } if n == self.coming.last() => {
                self.send(&Packet::Got { n }, "").await;
            }
            Packet::Sync { .. } => return Err(Some(Packet::Moved)),
            Packet::Bye | Packet::Moved => return Err(None),
            Packet::Open { .. }
            | Packet::Opened { .. }
            | Packet::Refused(_)
            | Packet::Frame { .. }
            | Packet::End { .. } => {}
        }
        Ok(())
    }

    /// Hands a message in. The other server has read it already; one that cannot be read is not believed.
    fn hand_in(&self, text: &str) -> Result<(), Option<Packet>> {
        let Ok(message) = ClientMessage::parse(text) else { return Ok(()) };
        if let ClientMessage::Ping { nonce } = message {
            self.outbox.pong(nonce);
            return Ok(());
        }
        let re = message.re();
        match self.room.act(self.connection, message) {
            Ok(()) => Ok(()),
            // The room has gone meanwhile: whoever has it now is told.
            Err(refusal) if refusal.code == Code::Draining => Err(Some(Packet::Moved)),
            Err(refusal) => {
                refuse_message(&self.outbox, re, refusal);
                Ok(())
            }
        }
    }
}
