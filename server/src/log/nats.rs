//! The store on `JetStream` of NATS: replicated by NATS servers, for a server that can be replaced within
//! seconds.
//!
//! Two streams hold everything: the rows of match logs, a subject for each room, and documents, of each
//! subject the newest. Every write names the message that it follows, so of two writers one wins; every
//! read is the leader's. Several servers use the store, its [`members`], each with rooms of its own.
//! Replicating and electing are the business of NATS; this knows rows and documents, not what they mean.

mod address;
mod broker;
mod documents;
mod envelope;
mod failure;
mod gate;
mod jetstream;
mod members;
mod opening;
mod rooms;
mod rows;
mod servers;
mod snapshot;
mod streams;
mod wire;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use fairness::Hash;
use tokio::sync::watch;
use uuid::Uuid;

pub(super) use self::address::SCHEMES;
pub use self::address::{NatsAddress, NatsOptions, REPLICAS};
pub use self::broker::{
    Attempt, Broker, BrokerFailure, SentMessage, StreamMessage, StreamPlace, StreamWrite, Which,
};
use self::documents::{DELETED, KEY, RoomDocument, deletion_text, named, of_data, of_room};
pub use self::failure::NatsError;
use self::gate::Gate;
use self::members::Membership;
pub use self::members::{Member, Members, OUT_OF_REACH, UNCHANGED};
pub(super) use self::opening::examine;
use self::opening::{put_on, reach};
pub use self::rooms::Claim;
use self::rooms::Rooms;
use self::snapshot::NamedRoom;
pub use self::snapshot::NatsReader;
use self::wire::Wire;
use super::{Deletion, LogError, MatchLog, OwnKey, StoredRoom, WholeRoom};

/// Times that a document is written again whose newest version counts, whoever wrote the one before.
const OVERWRITES: usize = 3;

/// Rooms, match logs and component data in streams of NATS.
#[derive(Clone, derive_more::Debug)]
#[debug("NatsLog")]
pub struct NatsLog(Arc<Inner>);

struct Inner {
    wire: Arc<Wire>,
    gate: Arc<Gate>,
    rooms: Rooms,
    membership: Arc<Membership>,
    /// Number of rooms left out when they were last read.
    wrecks: AtomicUsize,
    /// Number of writes under way.
    writing: AtomicUsize,
}

impl NatsLog {
    /// Opens a store beside the servers that use it, or makes a new one. Waits as long as a command of
    /// the operator's uses it.
    pub async fn open(address: &NatsAddress, options: &NatsOptions) -> Result<Self, NatsError> {
        Self::open_beside(reach(address, options, true).await?, options.member_url.clone()).await
    }

    /// Opens a store like [`NatsLog::open`], on a connection that is there: for simulations. Its streams
    /// are there too.
    pub async fn open_on(
        broker: Arc<dyn Broker>,
        address: &NatsAddress,
    ) -> Result<Self, NatsError> {
        Self::open_beside(put_on(broker, address).await?, None).await
    }

    async fn open_beside(
        (wire, gate): (Arc<Wire>, Arc<Gate>),
        url: Option<String>,
    ) -> Result<Self, NatsError> {
        let this = Self::join(wire, gate, false, url).await?;
        this.0.membership.wait_for_others().await;
        this.0.tidy().await.map_err(|error| opening(&error))?;
        Ok(this)
    }

    /// Opens a store like [`NatsLog::open`], unless another server uses it, which takes some seconds
    /// to see.
    pub async fn open_alone(
        address: &NatsAddress,
        options: &NatsOptions,
    ) -> Result<Self, NatsError> {
        let (wire, gate) = reach(address, options, true).await?;
        let this = Self::join(wire, gate, true, None).await?;
        if let Some(holder) = this.0.membership.other().await {
            let _ = this.close().await;
            return Err(NatsError::InUse { name: address.name().to_owned(), holder });
        }
        this.0.tidy().await.map_err(|error| opening(&error))?;
        Ok(this)
    }

    async fn join(
        wire: Arc<Wire>,
        gate: Arc<Gate>,
        alone: bool,
        url: Option<String>,
    ) -> Result<Self, NatsError> {
        let membership =
            Membership::join(&wire, alone, url).await.map_err(|error| opening(&error))?;
        tokio::spawn(membership.clone().keep(wire.clone(), gate.clone()));
        tokio::spawn(membership.clone().watch(wire.clone(), gate.clone()));
        Ok(Self(Arc::new(Inner {
            wire,
            gate,
            rooms: Rooms::new(membership.run(), alone),
            membership,
            wrecks: AtomicUsize::new(0),
            writing: AtomicUsize::new(0),
        })))
    }

    /// Returns the id of this run among the members.
    pub fn run(&self) -> Uuid {
        self.0.membership.run()
    }

    /// Checks whether this server is certainly a member still: nobody else has its rooms.
    pub(crate) fn certain(&self) -> bool {
        self.0.gate.may_write()
    }

    /// Returns a receiver of the servers that live.
    pub(crate) fn members(&self) -> watch::Receiver<Members> {
        self.0.membership.members()
    }

    /// Returns the connection, and the name of the store, with which the subjects of its servers begin.
    pub(crate) fn connection(&self) -> (Arc<dyn Broker>, String) {
        (self.0.wire.broker().clone(), self.0.wire.name().to_owned())
    }

    /// Takes note of how many rooms this server has, for the others.
    pub(crate) fn count(&self, rooms: usize) {
        self.0.membership.count(rooms);
    }

    /// Tells the others at once that this server takes no rooms any more.
    pub(crate) async fn leave(&self) {
        self.0.membership.leave(&self.0.wire).await;
    }

    /// Takes a room over, unless a server that lives has it.
    pub async fn claim(&self, id: Uuid) -> Result<Claim, LogError> {
        self.write(move |inner| async move {
            inner.rooms.claim(&inner.wire, id, &inner.membership).await
        })
        .await
    }

    /// Gives a room up, so that another server may have it.
    pub async fn release(&self, id: Uuid) -> Result<(), LogError> {
        self.write(move |inner| async move {
            inner.rooms.release(&inner.wire, id).await?;
            inner.membership.released();
            Ok(())
        })
        .await
    }

    /// Returns the room with this code, and the server that lives and has it.
    pub(crate) async fn whose(&self, code: &str) -> Result<Option<(Uuid, Option<Uuid>)>, LogError> {
        let _permit = self.0.gate.enter().await?;
        let wire = &self.0.wire;
        let found = snapshot::room_with(wire, code).await?;
        let Some(NamedRoom::Here(room, owner)) = found else { return Ok(None) };
        let owner = match owner {
            Some(owner) if self.0.membership.lives(wire, owner).await? => Some(owner),
            _ => None,
        };
        Ok(Some((room, owner)))
    }

    /// Checks whether a server lives, also one that came a moment ago.
    pub(crate) async fn lives(&self, run: Uuid) -> Result<bool, LogError> {
        let _permit = self.0.gate.enter().await?;
        self.0.membership.lives(&self.0.wire, run).await
    }

    /// Returns the room with this code whose record cannot be read; `None` if there is no such room.
    pub(crate) async fn wreck(&self, code: &str) -> Result<Option<Uuid>, LogError> {
        let _permit = self.0.gate.enter().await?;
        Ok(match snapshot::room_with(&self.0.wire, code).await? {
            Some(NamedRoom::Wreck(room)) => Some(room),
            Some(NamedRoom::Here(..)) | None => None,
        })
    }

    /// Takes note of how many rooms this server counts that cannot be read.
    pub(crate) fn count_wrecks(&self, wrecks: usize) {
        self.0.wrecks.store(wrecks, Ordering::Relaxed);
    }

    /// Returns the rooms that no server has that lives, and those whose record cannot be read.
    pub(crate) async fn unowned(&self) -> Result<(Vec<StoredRoom>, Vec<Uuid>), LogError> {
        let _permit = self.0.gate.enter().await?;
        let (mut unowned, mut wrecks) = (Vec::new(), Vec::new());
        for (id, document) in snapshot::documents(&self.0.wire).await? {
            match document {
                Some(RoomDocument::Here(room, owner)) => {
                    let lives = match owner {
                        Some(owner) => self.0.membership.lives(&self.0.wire, owner).await?,
                        None => false,
                    };
                    unowned.extend((!lives).then_some(room));
                }
                Some(RoomDocument::Gone { .. }) => {}
                None => wrecks.push(id),
            }
        }
        Ok((unowned, wrecks))
    }

    /// Has something written by a task of its own: it is carried out to its end, whoever waits for it.
    async fn write<F, T>(&self, work: impl FnOnce(Arc<Inner>) -> F) -> Result<T, LogError>
    where
        F: Future<Output = Result<T, LogError>> + Send + 'static,
        T: Send + 'static,
    {
        let inner = self.0.clone();
        let permit = inner.gate.enter().await?;
        if !inner.gate.may_write() {
            return Err(out_of_reach());
        }
        let working = work(inner.clone());
        let written = tokio::spawn(async move {
            inner.writing.fetch_add(1, Ordering::Relaxed);
            let written = working.await;
            inner.writing.fetch_sub(1, Ordering::Relaxed);
            drop(permit);
            written
        });
        match written.await {
            Ok(written) => written,
            Err(panicked) => {
                // It may be stored or not. To say that it is not would be a guess.
                self.0.gate.fail(format!("a write of the store broke off: {panicked}"));
                std::future::pending().await
            }
        }
    }
}

fn opening(error: &LogError) -> NatsError {
    NatsError::Request { doing: "opening the store", reason: error.to_string() }
}

fn out_of_reach() -> LogError {
    LogError::Unavailable("no NATS server answers at the moment; nothing was written".to_owned())
}

impl Inner {
    /// Does what deletions and rooms that were not stored whole have left over.
    async fn tidy(&self) -> Result<(), LogError> {
        for (id, document) in snapshot::documents(&self.wire).await? {
            if let Some(RoomDocument::Gone { .. }) = document
                && let Err(error) = rooms::tidy(&self.wire, id).await
            {
                tracing::warn!(room = %id, %error, "what is left of a room goes with the next start");
            }
        }
        Ok(())
    }

    /// Writes a document whose newest version counts, unless it stands there already.
    async fn overwrite(&self, rest: &str, content: &str) -> Result<(), LogError> {
        let mut done = Err(LogError::Conflict);
        for _ in 0..OVERWRITES {
            let found = self.wire.last(Which::Doc, rest).await?;
            let follows = found.as_ref().map_or(0, |message| message.seq);
            let there = found.and_then(|message| message.sealed);
            if there.is_some_and(|sealed| sealed.content == content) {
                return Ok(());
            }
            done = self.wire.put(Which::Doc, rest, follows, content).await.map(drop);
            if done != Err(LogError::Conflict) {
                break;
            }
        }
        done
    }
}

#[async_trait]
impl MatchLog for NatsLog {
    async fn store_room(&self, room: StoredRoom) -> Result<(), LogError> {
        self.write(|inner| async move { inner.rooms.store(&inner.wire, room).await }).await
    }

    async fn store_whole(&self, whole: WholeRoom) -> Result<(), LogError> {
        self.write(|inner| async move {
            let (digest, canonical) = &whole.data;
            inner.overwrite(&of_data(digest), canonical).await?;
            let id = whole.room.id;
            inner.rooms.store_whole(&inner.wire, whole).await?;
            // Whoever brings a room back takes its deletion back. The room is there: what goes wrong with the
            // note is no reason to say that it is not, for the note of a room that is there does not count.
            if let Err(error) = inner.wire.clear(Which::Doc, &of_room(DELETED, id)).await {
                tracing::warn!(room = %id, %error, "the note of a room's deletion stays");
            }
            Ok(())
        })
        .await
    }

    async fn rooms(&self) -> Result<Vec<StoredRoom>, LogError> {
        let _permit = self.0.gate.enter().await?;
        let (mut rooms, mut wrecks) = (Vec::new(), 0);
        for (id, document) in snapshot::documents(&self.0.wire).await? {
            match document {
                Some(RoomDocument::Here(room, _)) => rooms.push(room),
                Some(RoomDocument::Gone { .. }) => {}
                None => {
                    wrecks += 1;
                    let room = id.to_string();
                    tracing::error!(room, "this room's record is damaged; it stays out of service");
                }
            }
        }
        self.0.wrecks.store(wrecks, Ordering::Relaxed);
        Ok(rooms)
    }

    async fn room(&self, id: Uuid) -> Result<Option<StoredRoom>, LogError> {
        let _permit = self.0.gate.enter().await?;
        self.0.rooms.room(&self.0.wire, id).await
    }

    async fn delete_room(&self, id: Uuid) -> Result<(), LogError> {
        self.write(move |inner| async move { inner.rooms.delete(&inner.wire, id, None).await })
            .await
    }

    async fn erase_room(&self, deletion: Deletion) -> Result<(), LogError> {
        self.write(|inner| async move {
            let Deletion { room, code, .. } = deletion.clone();
            inner.overwrite(&of_room(DELETED, room), &deletion_text(&deletion)).await?;
            inner.rooms.delete(&inner.wire, room, Some(code)).await
        })
        .await
    }

    fn wrecks(&self) -> usize {
        self.0.wrecks.load(Ordering::Relaxed)
    }

    async fn append(&self, room: Uuid, seq: u64, row: String) -> Result<(), LogError> {
        self.write(
            move |inner| async move { inner.rooms.append(&inner.wire, room, seq, &row).await },
        )
        .await
    }

    async fn read(&self, room: Uuid, from: u64) -> Result<Vec<String>, LogError> {
        let _permit = self.0.gate.enter().await?;
        self.0.rooms.read(&self.0.wire, room, from).await
    }

    async fn heartbeat(&self, room: Uuid, at_ms: u64) -> Result<(), LogError> {
        self.write(
            move |inner| async move { inner.rooms.heartbeat(&inner.wire, room, at_ms).await },
        )
        .await
    }

    async fn last_heartbeat(&self, room: Uuid) -> Result<Option<u64>, LogError> {
        let _permit = self.0.gate.enter().await?;
        snapshot::heartbeat(&self.0.wire, room).await
    }

    async fn store_data(&self, digest: Hash, canonical: String) -> Result<(), LogError> {
        self.write(move |inner| async move { inner.overwrite(&of_data(&digest), &canonical).await })
            .await
    }

    async fn data(&self, digest: Hash) -> Result<Option<String>, LogError> {
        let _permit = self.0.gate.enter().await?;
        snapshot::data(&self.0.wire, &digest).await
    }

    async fn store_key(&self, key: OwnKey) -> Result<(), LogError> {
        self.write(move |inner| async move {
            let text = documents::key_text(&key.secret);
            inner.overwrite(&named(KEY, key.name.as_bytes()), &text).await
        })
        .await
    }

    async fn key(&self, name: &'static str) -> Result<Option<OwnKey>, LogError> {
        let _permit = self.0.gate.enter().await?;
        snapshot::key(&self.0.wire, name).await
    }

    async fn writable(&self) -> Result<(), LogError> {
        let _permit = self.0.gate.enter().await?;
        if self.0.gate.answers() { Ok(()) } else { Err(out_of_reach()) }
    }

    async fn close(&self) -> Result<(), LogError> {
        self.0.gate.close(self.0.membership.give_back(&self.0.wire)).await
    }

    fn queued(&self) -> usize {
        self.0.writing.load(Ordering::Relaxed)
    }

    fn answering(&self) -> watch::Receiver<bool> {
        self.0.gate.answering()
    }

    async fn failed(&self) -> String {
        self.0.gate.failed().await
    }
}
