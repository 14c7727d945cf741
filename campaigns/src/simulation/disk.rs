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
use server::log::{LogError, MatchLog, MemoryLog, StoredRoom};
use uuid::Uuid;

/// What a disk did to its server.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    /// Writes that found no room.
    pub(crate) full: AtomicU64,
    /// Writes that failed, carried out or not.
    pub(crate) failed: AtomicU64,
    /// Writes that were carried out and whose answer a crash swallowed.
    pub(crate) unanswered: AtomicU64,
}

/// What becomes of a write.
enum Fate {
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

/// Stands for a write that was carried out and not yet answered.
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

    /// The rows of a match, as they lie there.
    pub(crate) fn rows(&self, room: Uuid) -> Vec<String> {
        self.kept.read(room, 0).now_or_never().and_then(Result::ok).unwrap_or_default()
    }

    fn draw(&self) -> (Duration, Fate, Duration) {
        let mut chance = self.chance.lock().unwrap_or_else(PoisonError::into_inner);
        let healthy = self.healthy.load(Ordering::Relaxed);
        let mut pause = || {
            let slow = !healthy && chance.random_ratio(1, 20);
            Duration::from_millis(chance.random_range(0..if slow { 2_000 } else { 12 }))
        };
        let (before, after) = (pause(), pause());
        let fate = match chance.random_range(0..100) {
            0..3 if !healthy => Fate::Full,
            3..5 if !healthy => Fate::Failed,
            5..7 if !healthy => Fate::StoredYetFailed,
            _ => Fate::Stored,
        };
        (before, fate, after)
    }

    async fn write(
        &self,
        write: impl Future<Output = Result<(), LogError>>,
    ) -> Result<(), LogError> {
        let (before, fate, after) = self.draw();
        let failed = || LogError::Unavailable("a bad day".to_owned());
        tokio::time::sleep(before).await;
        let answer = match fate {
            Fate::Full => {
                self.faults.full.fetch_add(1, Ordering::Relaxed);
                return Err(LogError::Full);
            }
            Fate::Failed => {
                self.faults.failed.fetch_add(1, Ordering::Relaxed);
                return Err(failed());
            }
            Fate::Stored => write.await,
            Fate::StoredYetFailed => {
                self.faults.failed.fetch_add(1, Ordering::Relaxed);
                write.await.and_then(|()| Err(failed()))
            }
        };
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

    async fn rooms(&self) -> Result<Vec<StoredRoom>, LogError> {
        self.kept.rooms().await
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

    async fn writable(&self) -> Result<(), LogError> {
        self.kept.writable().await
    }

    async fn close(&self) -> Result<(), LogError> {
        Ok(())
    }
}
