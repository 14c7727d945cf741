//! Storage of rooms and matches: one trait, [`MatchLog`], and its implementations.
//!
//! The *room record* is mutable and has a revision; the *match log* is append only. Both hold bytes
//! whose meaning is the caller's: this module knows no game and no rule. A call that returned `Ok`
//! is durable as far as the implementation promises. [`open`] chooses the implementation.

mod advice;
mod memory;
mod naming;
mod nats;
mod sqlite;

use async_trait::async_trait;
use fairness::Hash;
use tokio::sync::watch;
use uuid::Uuid;

pub use memory::MemoryLog;
pub(crate) use naming::{MEMORY, checked_url};
pub use naming::{
    OpenError, copy, copy_file, examine, file, is_there, look_at_backup, look_at_copy, misgiving,
    nats_address, open, open_alone, orders, restore, snapshot, write_private,
};
pub use nats::{
    Attempt, Broker, BrokerFailure, Claim, Member, Members, NatsAddress, NatsError, NatsLog,
    NatsOptions, NatsReader, OUT_OF_REACH, REPLICAS, SentMessage, StreamMessage, StreamPlace,
    StreamWrite, UNCHANGED, Which,
};
pub use sqlite::{CHECKED_FIRST_BYTES, Restored, Snapshot, SqliteLog, UnnamedCopy, Weight};

/// A room's record, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRoom {
    /// The room.
    pub id: Uuid,
    /// Its code; no two stored rooms have the same.
    pub code: String,
    /// Counts the changes, from 1.
    pub revision: u64,
    /// The record, as JSON.
    pub record: String,
}

/// A room with everything that a store keeps of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeRoom {
    /// The room's record.
    pub room: StoredRoom,
    /// The component data that its match is played with: their digest and canonical text.
    pub data: (Hash, String),
    /// The rows of its match log; none while there is no match.
    pub rows: Vec<String>,
    /// Match time when it was last noted, in milliseconds.
    pub heartbeat: Option<u64>,
}

/// Remains of a room whose record is damaged: it stays out of service, with its code and log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wreck {
    /// The room's id, if it can still be read.
    pub id: Option<Uuid>,
    /// Its code, as far as it can be read.
    pub code: String,
}

/// The note of a room that the operator deleted: all that is left of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deletion {
    /// The room.
    pub room: Uuid,
    /// The code that it had.
    pub code: String,
    /// Time of the deletion, in milliseconds since 1970.
    pub at_ms: u64,
}

/// A key of the server's own: whoever has it can pretend to be this server.
#[derive(Clone, derive_more::Debug, PartialEq, Eq)]
#[debug("OwnKey({name}, ..)")]
pub struct OwnKey {
    /// Its purpose; no two have the same.
    pub name: &'static str,
    /// The key.
    pub secret: Vec<u8>,
}

/// Reason why something was not stored or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// Somebody else wrote this row first: the caller does not own the room any more.
    #[error("another writer was first")]
    Conflict,
    /// There is no room to store it; nothing changed, and it may work later.
    #[error("the disk is full")]
    Full,
    /// There is no such room.
    #[error("no such room")]
    Unknown,
    /// The data under this key are not those that were stored. Other rooms are not affected.
    #[error("damaged: {0}")]
    Damaged(String),
    /// The store cannot be used; nothing was written.
    #[error("the store failed: {0}")]
    Unavailable(String),
}

/// Keeps rooms, match logs and component data.
///
/// A write may be carried out although its future was dropped: whoever gives up waiting must read
/// what became of it. Writes of one caller that awaits each of them
/// happen in that order; a read begun after a write returned sees it.
///
/// A write whose outcome nobody can know is never answered: an entry may stand although its sync
/// failed. [`MatchLog::failed`] resolves instead, and the next process finds out.
#[async_trait]
pub trait MatchLog: Send + Sync {
    /// Stores a room's record: revision 1 creates it, any other must follow the stored one.
    ///
    /// [`LogError::Conflict`] if it does not, or if another room has the code.
    async fn store_room(&self, room: StoredRoom) -> Result<(), LogError>;

    /// Stores a new room with all that belongs to it, at once or not at all.
    ///
    /// [`LogError::Conflict`] if there is a room with its id or its code.
    async fn store_whole(&self, whole: WholeRoom) -> Result<(), LogError>;

    /// Every room, in the order of their ids.
    ///
    /// A room whose record is damaged is left out and reported in the server's own log: it keeps
    /// its code and its entries, and the others live.
    async fn rooms(&self) -> Result<Vec<StoredRoom>, LogError>;

    /// One room; `None` if there is no such room.
    ///
    /// [`LogError::Damaged`] if its record is not what was stored.
    async fn room(&self, id: Uuid) -> Result<Option<StoredRoom>, LogError>;

    /// Forgets a room, its match log and its heartbeat. Forgetting an unknown room is no error.
    async fn delete_room(&self, id: Uuid) -> Result<(), LogError>;

    /// Forgets a room as [`MatchLog::delete_room`] does, and for good: where the store is a file,
    /// nothing of the room is left in it but the note that it was deleted.
    async fn erase_room(&self, deletion: Deletion) -> Result<(), LogError> {
        self.delete_room(deletion.room).await
    }

    /// Returns the number of rooms that the last call of [`MatchLog::rooms`] left out.
    fn wrecks(&self) -> usize {
        0
    }

    /// Appends row `seq` to a room's match log. Row 0 is the header, row n is entry n.
    ///
    /// [`LogError::Conflict`] if the row exists already or the one before it does not;
    /// [`LogError::Unknown`] if there is no such room.
    async fn append(&self, room: Uuid, seq: u64, row: String) -> Result<(), LogError>;

    /// The rows of a room's match log from `from` on; empty while there is no match, and for an
    /// unknown room.
    ///
    /// [`LogError::Damaged`] names the first row that is not what was appended.
    async fn read(&self, room: Uuid, from: u64) -> Result<Vec<String>, LogError>;

    /// Notes how far match time has come in a timed match; the newest note counts.
    ///
    /// [`LogError::Unknown`] if there is no such room.
    async fn heartbeat(&self, room: Uuid, at_ms: u64) -> Result<(), LogError>;

    /// The last heartbeat of a room.
    async fn last_heartbeat(&self, room: Uuid) -> Result<Option<u64>, LogError>;

    /// Keeps component data under their digest; keeping the same twice is no error.
    async fn store_data(&self, digest: Hash, canonical: String) -> Result<(), LogError>;

    /// The component data with this digest.
    async fn data(&self, digest: Hash) -> Result<Option<String>, LogError>;

    /// Keeps a key of the server's own, in the place of one with its name.
    async fn store_key(&self, key: OwnKey) -> Result<(), LogError>;

    /// The key with this name; `None` while there is none.
    ///
    /// [`LogError::Damaged`] if it is not what was stored.
    async fn key(&self, name: &'static str) -> Result<Option<OwnKey>, LogError>;

    /// Checks whether a write would succeed now.
    async fn writable(&self) -> Result<(), LogError>;

    /// Finishes what is queued and closes the store. Closing twice is no error; every other call
    /// after it is [`LogError::Unavailable`].
    async fn close(&self) -> Result<(), LogError>;

    /// Returns the number of writes in the queue, for monitoring.
    fn queued(&self) -> usize {
        0
    }

    /// Returns a receiver of whether the store answers: `false` while it is out of reach, as one that
    /// other machines keep may be for seconds. Writes whose outcome is open wait for it, new ones are
    /// refused.
    fn answering(&self) -> watch::Receiver<bool> {
        watch::channel(true).1
    }

    /// Resolves with the reason once the store has failed for good, and never otherwise: not while
    /// it is merely full, and not when it is closed. The process should then exit with an error,
    /// because only a fresh start can find out what is on the disk.
    async fn failed(&self) -> String {
        std::future::pending().await
    }
}
