//! The disk of a simulated server: it outlives every crash, and it has bad days.
//!
//! A write takes a while before and after it is carried out, so that a crash can fall on either
//! side; it may find no room, fail without having happened, or fail although it happened.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use fairness::Hash;
use futures_util::FutureExt;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use server::log::{LogError, MatchLog, MemoryLog, OwnKey, StoredRoom, WholeRoom};
use uuid::Uuid;

/// The faults that a disk caused its server.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    /// Writes that found no room.
    pub(crate) full: AtomicU64,
    /// Writes that failed, carried out or not.
    pub(crate) failed: AtomicU64,
    /// Writes that were carried out and whose answer a crash swallowed.
    pub(crate) unanswered: AtomicU64,
}

/// The outcome of a write.
enum WriteOutcome {
    Stored,
    Full,
    Failed,
    StoredYetFailed,
}

/// A store in memory under a layer of faults.
#[derive(Debug)]
pub(crate) struct Disk {
    kept: MemoryLog,
    chance: Mutex<StdRng>,
    healthy: AtomicBool,
    pub(crate) faults: Faults,
}

/// A write that was carried out and not yet answered.
struct Unanswered<'a>(&'a AtomicU64, bool);

impl Drop for Unanswered<'_> {
    fn drop(&mut self) {
        if !self.1 {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Disk {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            kept: MemoryLog::new(),
            chance: Mutex::new(StdRng::seed_from_u64(seed)),
            healthy: AtomicBool::new(true),
            faults: Faults::default(),
        }
    }

    /// Begins or ends its bad days.
    pub(crate) fn set_healthy(&self, healthy: bool) {
        self.healthy.store(healthy, Ordering::Relaxed);
    }

    /// Takes no more writes: what is there can be looked at and stays as it is.
    pub(crate) fn seal(&self) {
        self.kept.refuse_writes(Some(LogError::Full));
    }

    /// Returns the rows of a match, as they are on the disk.
    pub(crate) fn rows(&self, room: Uuid) -> Vec<String> {
        self.kept.read(room, 0).now_or_never().and_then(Result::ok).unwrap_or_default()
    }

    fn draw(&self) -> (Duration, WriteOutcome, Duration) {
        let mut chance = self.chance.lock().unwrap_or_else(PoisonError::into_inner);
        let healthy = self.healthy.load(Ordering::Relaxed);
        let mut pause = || {
            let slow = !healthy && chance.random_ratio(1, 20);
            Duration::from_millis(chance.random_range(0..if slow { 2_000 } else { 12 }))
        };
        let (before, after) = (pause(), pause());
        let outcome = match chance.random_range(0..100) {
            0..3 if !healthy => WriteOutcome::Full,
            3..5 if !healthy => WriteOutcome::Failed,
            5..7 if !healthy => WriteOutcome::StoredYetFailed,
            _ => WriteOutcome::Stored,
        };
        (before, outcome, after)
    }

    async fn write(
        &self,
        write: impl Future<Output = Result<(), LogError>>,
    ) -> Result<(), LogError> {
        let (before, outcome, after) = self.draw();
        let failed = || LogError::Unavailable("a bad day".to_owned());
        tokio::time::sleep(before).await;
        let answer = match outcome {
            WriteOutcome::Full => {
                self.faults.full.fetch_add(1, Ordering::Relaxed);
                return Err(LogError::Full);
            }
            WriteOutcome::Failed => {
                self.faults.failed.fetch_add(1, Ordering::Relaxed);
                return Err(failed());
            }
            WriteOutcome::Stored => write.await,
            WriteOutcome::StoredYetFailed => {
                self.faults.failed.fetch_add(1, Ordering::Relaxed);
                write.await.and_then(|()| Err(failed()))
            }
        };
        // A crash drops this future while it sleeps: then the guard counts the write.
        let mut unanswered = Unanswered(&self.faults.unanswered, false);
        tokio::time::sleep(after).await;
        unanswered.1 = true;
        answer
    }
}

#[async_trait]
impl MatchLog for Disk {
    async fn store_room(&self, room: StoredRoom) -> Result<(), LogError> {
        self.write(self.kept.store_room(room)).await
    }

    async fn store_whole(&self, whole: WholeRoom) -> Result<(), LogError> {
        self.write(self.kept.store_whole(whole)).await
    }

    async fn rooms(&self) -> Result<Vec<StoredRoom>, LogError> {
        self.kept.rooms().await
    }

    async fn room(&self, id: Uuid) -> Result<Option<StoredRoom>, LogError> {
        self.kept.room(id).await
    }

    async fn delete_room(&self, id: Uuid) -> Result<(), LogError> {
        self.write(self.kept.delete_room(id)).await
    }

    async fn append(&self, room: Uuid, seq: u64, row: String) -> Result<(), LogError> {
        self.write(self.kept.append(room, seq, row)).await
    }

    async fn read(&self, room: Uuid, from: u64) -> Result<Vec<String>, LogError> {
        self.kept.read(room, from).await
    }

    async fn heartbeat(&self, room: Uuid, at_ms: u64) -> Result<(), LogError> {
        self.write(self.kept.heartbeat(room, at_ms)).await
    }

    async fn last_heartbeat(&self, room: Uuid) -> Result<Option<u64>, LogError> {
        self.kept.last_heartbeat(room).await
    }

    async fn store_data(&self, digest: Hash, canonical: String) -> Result<(), LogError> {
        self.write(self.kept.store_data(digest, canonical)).await
    }

    async fn data(&self, digest: Hash) -> Result<Option<String>, LogError> {
        self.kept.data(digest).await
    }

    async fn store_key(&self, key: OwnKey) -> Result<(), LogError> {
        self.write(self.kept.store_key(key)).await
    }

    async fn key(&self, name: &'static str) -> Result<Option<OwnKey>, LogError> {
        self.kept.key(name).await
    }

    async fn writable(&self) -> Result<(), LogError> {
        self.kept.writable().await
    }

    async fn close(&self) -> Result<(), LogError> {
        Ok(())
    }
}
