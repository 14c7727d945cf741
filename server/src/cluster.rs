//! Servers that share a store speak with each other: over subjects of NATS, under the account of the
//! store.
//!
//! A socket's session speaks with its room through a [`SocketRelay`], wherever the room is and whenever it
//! moves. Between two servers a relay has a link: messages in order, counted, each acknowledged; of what
//! a room sends no more is under way than the socket takes. NATS may lose a message: then the counts
//! differ, the link is given up, and the relay says `hello` again. What is sent here is what a client
//! would be sent, and hashes of tokens in the place of tokens.

mod calls;
mod framing;
mod host;
mod line;
mod link;
mod packet;
mod relay;

use std::collections::HashMap;
use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use bytestring::ByteString;
use futures_util::{Stream, StreamExt};
use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tracing::{debug, warn};
use uuid::Uuid;

pub(crate) use self::calls::{
    ANSWER_BYTES, CallFailure, LOOKED_FOR, OwnCall, PAUSE, ProgramCall, ServerAnswer, ServerCall,
    ask,
};
use self::line::LINK_MESSAGES;
pub(crate) use self::link::Hello;
pub(crate) use self::packet::Denial;
use self::packet::{Envelope, Packet};
pub(crate) use self::relay::SocketRelay;
use crate::log::{Broker, BrokerFailure, NatsLog};
use crate::rooms::Rooms;

/// Time in which every server has seen one that is new.
const SEEN: Duration = Duration::from_millis(600);

/// Returns the subject of what a server of the store with this name is sent.
fn subject(store: &str, kind: &str, run: Uuid) -> String {
    format!("{store}.{kind}.{}", run.simple())
}

/// Reports of each server to all others.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AddressReport {
    /// The points that addresses have spent there.
    Spent,
    /// The shares that addresses have there.
    Held,
}

impl AddressReport {
    fn subject(self, store: &str) -> String {
        let kind = match self {
            Self::Spent => "all",
            Self::Held => "held",
        };
        format!("{store}.{kind}")
    }
}

/// A packet that has come for a link, with its text.
type Arrived = (Packet, ByteString);

/// This server among those that share its store.
#[derive(derive_more::Debug)]
#[debug("Cluster({run})")]
pub(crate) struct Cluster {
    run: Uuid,
    /// The name of the store, with which every subject begins.
    name: String,
    broker: Arc<dyn Broker>,
    /// The links that end here, on either side.
    links: Mutex<HashMap<Uuid, mpsc::Sender<Arrived>>>,
    rooms: Rooms,
}

/// A link that ends here; dropped, nothing comes any more.
struct LinkEnd {
    cluster: Arc<Cluster>,
    link: Uuid,
    arrived: mpsc::Receiver<Arrived>,
}

impl LinkEnd {
    /// Waits until the other side has left; what it says before it is answered is not kept.
    async fn left(&mut self) {
        while !matches!(self.arrived.recv().await, Some((Packet::Bye, _)) | None) {}
    }
}

impl Drop for LinkEnd {
    fn drop(&mut self) {
        self.cluster.links.lock().remove(&self.link);
    }
}

impl Cluster {
    /// Joins the servers that share the store of these rooms; `None` if it is this server's alone.
    pub(crate) fn of(rooms: &Rooms) -> Option<Arc<Self>> {
        let store: &NatsLog = rooms.shared_store()?;
        let (broker, name) = store.connection();
        let (run, links, rooms) = (store.run(), Mutex::default(), rooms.clone());
        Some(Arc::new(Self { run, name, broker, links, rooms }))
    }

    /// Checks whether this run is this server.
    pub(crate) fn is(&self, run: Uuid) -> bool {
        self.run == run
    }

    /// Checks whether a server lives, as far as is known.
    pub(crate) fn lives(&self, run: Uuid) -> bool {
        self.rooms.members().contains_key(&run)
    }

    /// Draws an id that nothing else has.
    pub(crate) fn draw_id(&self) -> Uuid {
        self.broker.id()
    }

    /// Takes what other servers send until the task is aborted.
    pub(crate) async fn listen(self: &Arc<Self>) -> Result<JoinHandle<()>, BrokerFailure> {
        let mut coming = self.broker.subscribe(self.subject("link", self.run)).await?;
        let this = self.clone();
        Ok(tokio::spawn(async move {
            while let Some(message) = coming.next().await {
                if let Some((envelope, text)) = Envelope::read(&message.payload) {
                    this.take(envelope, text).await;
                } else {
                    warn!("another server has sent something that cannot be read");
                }
            }
        }))
    }

    fn subject(&self, kind: &str, run: Uuid) -> String {
        subject(&self.name, kind, run)
    }

    /// Hands a packet to the link that it is for.
    async fn take(self: &Arc<Self>, envelope: Envelope, text: ByteString) {
        let Envelope { from, link, packet } = envelope;
        if let Packet::Open { .. } = packet {
            let end = self.open(link);
            let (this, rooms) = (self.clone(), self.rooms.clone());
            tokio::spawn(async move { host::serve(this, rooms, from, end, packet).await });
            return;
        }
        let sender = self.links.lock().get(&link).cloned();
        let Some(sender) = sender else {
            if !packet.ends() {
                self.send(from, link, &Packet::Moved, "").await;
            }
            return;
        };
        // What finds no room is missed by the next packet's number.
        if sender.try_send((packet, text)).is_err() {
            debug!(%link, "a packet found no room");
        }
    }

    /// Creates the end here of a link that begins here.
    fn begin(self: &Arc<Self>) -> LinkEnd {
        self.open(self.broker.id())
    }

    /// Creates the end of a link here.
    fn open(self: &Arc<Self>, link: Uuid) -> LinkEnd {
        let (sender, arrived) = mpsc::channel(LINK_MESSAGES);
        self.links.lock().insert(link, sender);
        LinkEnd { cluster: self.clone(), link, arrived }
    }

    /// Sends a packet; whether it comes, the counts will say.
    async fn send(&self, to: Uuid, link: Uuid, packet: &Packet, text: &str) {
        let payload = Envelope::write(self.run, link, packet, text);
        if let Err(error) = self.broker.publish(self.subject("link", to), None, payload).await {
            debug!(%error, "a packet was not sent");
        }
    }

    /// Reports something to all other servers.
    pub(crate) async fn report(&self, what: AddressReport, said: &[u8]) {
        let payload = [self.run.as_bytes().as_slice(), said].concat();
        let subject = what.subject(&self.name);
        // Whoever does not get it goes on without it.
        let _ = self.broker.publish(subject, None, payload.into()).await;
    }

    /// Returns the reports of the other servers, each with its server.
    pub(crate) async fn reports(
        &self,
        what: AddressReport,
    ) -> Result<impl Stream<Item = (Uuid, Bytes)> + use<>, BrokerFailure> {
        let own = self.run;
        let coming = self.broker.subscribe(what.subject(&self.name)).await?;
        Ok(coming.filter_map(move |message| {
            let from = message.payload.split_first_chunk::<16>();
            let from = from.map(|(run, _)| Uuid::from_bytes(*run)).filter(|run| *run != own);
            ready(from.map(|run| (run, message.payload.slice(16..))))
        }))
    }

    /// Waits until a server does not live any more.
    async fn gone(&self, run: Uuid) {
        let Some(store) = self.rooms.shared_store() else { return };
        let mut members = store.members();
        // One that came a moment ago may not be seen yet, and the store knows of it.
        while timeout(SEEN, members.wait_for(|members| members.contains_key(&run))).await.is_err() {
            if let Ok(false) = store.lives(run).await {
                return;
            }
        }
        // An error would say that the store is closed.
        let _ = members.wait_for(|members| !members.contains_key(&run)).await;
    }
}
