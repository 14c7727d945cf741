//! A store that lets others run before and after each write.

use async_trait::async_trait;
use fairness::Hash;
use futures_util::FutureExt;
use server::log::{LogError, MatchLog, MemoryLog, StoredRoom};
use shuttle::future::yield_now;
use uuid::Uuid;

/// A store in memory that takes its time.
#[derive(Debug, Default)]
pub(crate) struct Store(MemoryLog);

impl Store {
    /// The rows of a match.
    pub(crate) fn rows(&self, room: Uuid) -> Vec<String> {
        self.0.read(room, 0).now_or_never().and_then(Result::ok).unwrap_or_default()
    }
}

async fn slowly<T>(write: impl Future<Output = T>) -> T {
    yield_now().await;
    let answer = write.await;
    yield_now().await;
    answer
}

#[async_trait]
impl MatchLog for Store {
    async fn store_room(&self, room: StoredRoom) -> Result<(), LogError> {
        slowly(self.0.store_room(room)).await
    }

    async fn rooms(&self) -> Result<Vec<StoredRoom>, LogError> {
        self.0.rooms().await
    }

    async fn delete_room(&self, id: Uuid) -> Result<(), LogError> {
        slowly(self.0.delete_room(id)).await
    }

    async fn append(&self, room: Uuid, seq: u64, row: String) -> Result<(), LogError> {
        slowly(self.0.append(room, seq, row)).await
    }

    async fn read(&self, room: Uuid, from: u64) -> Result<Vec<String>, LogError> {
        slowly(self.0.read(room, from)).await
    }

    async fn heartbeat(&self, room: Uuid, at_ms: u64) -> Result<(), LogError> {
        slowly(self.0.heartbeat(room, at_ms)).await
    }

    async fn last_heartbeat(&self, room: Uuid) -> Result<Option<u64>, LogError> {
        self.0.last_heartbeat(room).await
    }

    async fn store_data(&self, digest: Hash, canonical: String) -> Result<(), LogError> {
        slowly(self.0.store_data(digest, canonical)).await
    }

    async fn data(&self, digest: Hash) -> Result<Option<String>, LogError> {
        self.0.data(digest).await
    }

    async fn writable(&self) -> Result<(), LogError> {
        self.0.writable().await
    }

    async fn close(&self) -> Result<(), LogError> {
        self.0.close().await
    }
}
