//! Turns for reading old matches, and what was read of them lately.

use std::sync::Arc;

use fairness::Hash;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::sync::{Semaphore, SemaphorePermit};
use uuid::Uuid;

use crate::room::Refusal;

/// Number of old matches that are read at a time.
pub const READING_MAX: usize = 2;

/// Number of further askers that may wait for that.
pub const WAITING_MAX: usize = 16;

/// Number of rooms that are made again from their logs at a time, whoever else reads.
pub const WAKING_MAX: usize = 2;

/// Bytes of records and pages that are kept, so that they are not built again.
pub const KEPT_BYTES: u64 = 16 * 1024 * 1024;

/// About how many of them: what the index of the kept ones is made for.
const KEPT_ABOUT: usize = 256;

/// Key of a cached answer: the old match at a revision of its room, and what was asked of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ArchiveKey {
    pub(super) room: Uuid,
    pub(super) revision: u64,
    pub(super) part: ArchivePart,
}

/// Part of what is published about an old match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ArchivePart {
    Record,
    /// A page of a replay: its seat, and the entry that it begins with.
    Page(Option<u8>, u64),
    Analysis,
    /// The component data with this digest, which belong to no room.
    Data(Hash),
}

/// Weighs an answer by its bytes.
#[derive(Clone, Debug)]
pub(super) struct Bytes;

impl Weighter<ArchiveKey, Arc<str>> for Bytes {
    fn weight(&self, _: &ArchiveKey, answer: &Arc<str>) -> u64 {
        answer.len() as u64 + 1
    }
}

/// A room's turn to be made again from its log.
pub(super) type WakingTurn<'a> = Option<SemaphorePermit<'a>>;

/// Permits to read old matches, and answers of late.
#[derive(Debug)]
pub(crate) struct Archive {
    /// Places for those who read and those who wait.
    permits: Semaphore,
    readers: Semaphore,
    /// Those of rooms: whoever comes back to a match must not wait for those who look at old ones.
    waking: Semaphore,
    pub(super) kept: Cache<ArchiveKey, Arc<str>, Bytes>,
}

impl Default for Archive {
    fn default() -> Self {
        Self {
            permits: Semaphore::new(READING_MAX + WAITING_MAX),
            readers: Semaphore::new(READING_MAX),
            waking: Semaphore::new(WAKING_MAX),
            kept: Cache::with_weighter(KEPT_ABOUT, KEPT_BYTES, Bytes),
        }
    }
}

impl Archive {
    /// Waits for its turn, unless too many wait already.
    pub(super) async fn enter(&self) -> Result<[SemaphorePermit<'_>; 2], Refusal> {
        // The first permit bounds the queue, the second the readers.
        let permit = self.permits.try_acquire().map_err(|_| Refusal::busy())?;
        let reader = self.readers.acquire().await.map_err(|_| Refusal::draining())?;
        Ok([permit, reader])
    }

    /// Waits for its turn, for whatever has a place in a bounded queue of its own already.
    pub(super) async fn enter_from_queue(&self) -> Result<SemaphorePermit<'_>, Refusal> {
        self.readers.acquire().await.map_err(|_| Refusal::draining())
    }

    /// Waits for a room's turn, of which there is a bounded number.
    pub(crate) async fn turn(&self) -> WakingTurn<'_> {
        // The semaphore is never closed.
        self.waking.acquire().await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn a_few_read_some_wait_and_the_rest_come_again() {
        let archive = Archive::default();
        let mut reading = Vec::new();
        for _ in 0..READING_MAX {
            reading.push(archive.enter().await.unwrap());
        }
        let mut waiting: Vec<_> = (0..WAITING_MAX).map(|_| Box::pin(archive.enter())).collect();
        for waits in &mut waiting {
            assert!(waits.now_or_never().is_none());
        }
        assert_eq!(archive.enter().await.unwrap_err(), Refusal::busy());
        assert!(archive.turn().now_or_never().is_some(), "a room waits for no reader");
        reading.pop();
        let turn = (&mut waiting[0]).now_or_never();
        assert!(turn.is_some_and(|turn| turn.is_ok()));
    }
}
