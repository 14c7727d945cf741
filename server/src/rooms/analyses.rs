//! The queue of analyses: few are made at a time, the others wait for their turn.

use std::collections::HashMap;

use parking_lot::Mutex;
use protocol::Code;
use tokio::sync::{Semaphore, SemaphorePermit, watch};
use uuid::Uuid;

use crate::payer::Payer;
use crate::room::Refusal;

/// Number of analyses that are made at a time.
pub const ANALYSES_MAX: usize = 2;

/// Number of further matches whose analyses may wait for that.
pub const ANALYSES_WAITING_MAX: usize = 32;

/// Number of analyses, being made or waiting, that one address or IPv6 /48 has asked for: nobody fills the queue
/// alone.
pub const ANALYSES_ASKER_MAX: usize = 8;

/// Time after which to ask again where too many wait, in milliseconds.
const FULL_RETRY_MS: u64 = 5_000;

/// Number of entries that have been analysed, and of all; or the reason why the analysis was given up.
/// Closed once there is nothing more to come.
pub(super) type Progress = watch::Receiver<Result<(u64, u64), Refusal>>;

/// The other end of it.
pub(super) type Reporter = watch::Sender<Result<(u64, u64), Refusal>>;

/// An analysis that is being made, or waits for its turn.
#[derive(Debug)]
struct Making {
    asker: Payer,
    progress: Progress,
}

/// The analyses that are being made or wait, by room.
#[derive(Debug)]
pub(super) struct Analyses {
    making: Mutex<HashMap<Uuid, Making>>,
    /// Turns, given in the order in which they were asked for.
    turns: Semaphore,
}

impl Default for Analyses {
    fn default() -> Self {
        Self { making: Mutex::default(), turns: Semaphore::new(ANALYSES_MAX) }
    }
}

impl Analyses {
    /// Returns how far a match's analysis is, and where it has to be reported if it was not begun before: that
    /// needs a place in the queue, and whoever asked is charged.
    pub(super) fn enter(
        &self,
        room: Uuid,
        asker: Payer,
        entries: u64,
        charge: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<(Progress, Option<Reporter>), Refusal> {
        let mut making = self.making.lock();
        if let Some(one) = making.get(&room) {
            return Ok((one.progress.clone(), None));
        }
        let own = making.values().filter(|one| one.asker.site == asker.site).count();
        if own >= ANALYSES_ASKER_MAX || making.len() >= ANALYSES_MAX + ANALYSES_WAITING_MAX {
            let detail = "too many other matches wait for their analyses; ask again";
            return Err(Refusal::new(Code::Busy, detail).after_about(FULL_RETRY_MS));
        }
        charge()?;
        let (reporter, progress) = watch::channel(Ok((0, entries)));
        making.insert(room, Making { asker, progress: progress.clone() });
        Ok((progress, Some(reporter)))
    }

    /// Waits for a turn to make one.
    pub(super) async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed.
        self.turns.acquire().await.ok()
    }

    /// Checks whether an analysis of this room waits or is being made.
    pub(super) fn has_begun(&self, room: Uuid) -> bool {
        self.making.lock().contains_key(&room)
    }

    /// Returns the place of an analysis that was begun, which ends with what is returned.
    pub(super) fn place(&self, room: Uuid) -> AnalysisPlace<'_> {
        AnalysisPlace(self, room)
    }
}

/// The place of an analysis in the queue until it is dropped, however the analysis ends.
pub(super) struct AnalysisPlace<'a>(&'a Analyses, Uuid);

impl Drop for AnalysisPlace<'_> {
    fn drop(&mut self) {
        self.0.making.lock().remove(&self.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an address of a network.
    fn asker(site: u128, own: u128) -> Payer {
        Payer { own, site }
    }

    #[test]
    fn what_is_being_made_is_neither_begun_nor_charged_again() {
        let analyses = Analyses::default();
        let room = Uuid::from_u128(1);
        let (_, reporter) = analyses.enter(room, asker(1, 1), 30, || Ok(())).unwrap();
        let dear = || Err(Refusal::busy());
        let (progress, again) = analyses.enter(room, asker(1, 1), 30, dear).unwrap();
        assert!(again.is_none());
        assert_eq!(*progress.borrow(), Ok((0, 30)));
        reporter.unwrap().send_modify(|progress| *progress = Ok((7, 30)));
        assert_eq!(*progress.borrow(), Ok((7, 30)));
        drop(analyses.place(room));
        assert_eq!(analyses.enter(room, asker(1, 1), 30, dear).unwrap_err(), Refusal::busy());
    }

    #[test]
    fn nobody_fills_the_queue_alone_and_it_has_an_end() {
        let analyses = Analyses::default();
        let enter = |room: usize, whose: u128| {
            analyses.enter(Uuid::from_u128(room as u128), asker(whose, room as u128), 0, || Ok(()))
        };
        let most = ANALYSES_MAX + ANALYSES_WAITING_MAX;
        for room in 0..most {
            let whose = (room / ANALYSES_ASKER_MAX) as u128;
            enter(room, whose).unwrap();
            if (room + 1) % ANALYSES_ASKER_MAX == 0 {
                assert_eq!(enter(most, whose).unwrap_err().code, Code::Busy, "{whose} has a share");
            }
        }
        assert_eq!(enter(most, 1_000).unwrap_err().code, Code::Busy);
        drop(analyses.place(Uuid::from_u128(0)));
        enter(most, 1_000).unwrap();
    }
}
