//! Where rooms and matches are kept: one trait, [`MatchLog`], and its implementations.
//!
//! The *room record* is mutable and has a revision; the *match log* is append only. Both hold bytes
//! whose meaning is the caller's: this module knows no game and no rule. A call that returned `Ok`
//! is durable as far as the implementation promises.

use async_trait::async_trait;
use fairness::Hash;
use uuid::Uuid;

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

/// Why something was not stored or read.
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
    /// The store failed; what was asked may or may not have happened.
    #[error("the store failed: {0}")]
    Unavailable(String),
}

/// Keeps rooms, match logs and component data.
#[async_trait]
pub trait MatchLog: Send + Sync {
    /// Stores a room's record: revision 1 creates it, any other must follow the stored one.
    ///
    /// [`LogError::Conflict`] if it does not, or if another room has the code.
    async fn store_room(&self, room: StoredRoom) -> Result<(), LogError>;

    /// Every room, in the order of their ids.
    async fn rooms(&self) -> Result<Vec<StoredRoom>, LogError>;

    /// Forgets a room and its match log. Forgetting an unknown room is no error.
    async fn delete_room(&self, id: Uuid) -> Result<(), LogError>;

    /// Appends row `seq` to a room's match log. Row 0 is the header, row n is entry n.
    ///
    /// [`LogError::Conflict`] if the row exists already or the one before it does not;
    /// [`LogError::Unknown`] if there is no such room.
    async fn append(&self, room: Uuid, seq: u64, row: String) -> Result<(), LogError>;

    /// The rows of a room's match log from `from` on; empty while there is no match.
    async fn read(&self, room: Uuid, from: u64) -> Result<Vec<String>, LogError>;

    /// Notes how far match time has come in a timed match.
    async fn heartbeat(&self, room: Uuid, at_ms: u64) -> Result<(), LogError>;

    /// The last heartbeat of a room.
    async fn last_heartbeat(&self, room: Uuid) -> Result<Option<u64>, LogError>;

    /// Keeps component data under their digest; keeping the same twice is no error.
    async fn store_data(&self, digest: Hash, canonical: String) -> Result<(), LogError>;

    /// The component data with this digest.
    async fn data(&self, digest: Hash) -> Result<Option<String>, LogError>;

    /// Whether a write would succeed now.
    async fn writable(&self) -> Result<(), LogError>;

    /// Finishes what is queued and closes the store.
    async fn close(&self) -> Result<(), LogError>;
}
