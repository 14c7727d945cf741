//! Analyses of matches that are over, made entry by entry on the bots' threads.
//!
//! One takes seconds, so whoever asks waits a moment, is shown how far it is and asks again; the result
//! is kept with records and replays. Few are made at a time, the others wait for their turn, and each entry
//! takes its turn among the thoughts of bots.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use engine::record::{Hindsight, RecordError};
use mind::Analyst;
use parking_lot::Mutex;
use protocol::Code;
use protocol::hint::AnalysisProgress;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tracing::error;
use uuid::Uuid;

use super::archive::{ArchiveKey, ArchivePart};
use super::directory::Rooms;
use super::handle::Handle;
use super::hub::Hub;
use crate::payer::Payer;
use crate::room::{Closed, Refusal, Spoiled};

/// Number of analyses that are made at a time.
pub const ANALYSES_MAX: usize = 2;

/// Number of further matches whose analyses may wait for that.
pub const ANALYSES_WAITING_MAX: usize = 32;

/// Number of analyses, being made or waiting, of the rooms of one founder: nobody fills the queue alone.
pub const ANALYSES_FOUNDER_MAX: usize = 8;

/// The longest that a request waits for an analysis to be done, in milliseconds.
const AWAITED_MS: u64 = 1_500;

/// Time after which to ask again for one that is being made, in milliseconds.
const PROGRESS_RETRY_MS: u64 = 250;

/// Time after which to ask again where too many wait, in milliseconds.
const FULL_RETRY_MS: u64 = 5_000;

/// Pause after an entry that found no place on the threads, and how many in a row end an analysis.
const NO_PLACE_MS: u64 = 250;
const NO_PLACE_MOST: u32 = 120;

/// An analysis, or how far it is.
#[derive(Debug)]
pub enum AnalysisAnswer {
    /// It, as JSON.
    Ready(Arc<str>),
    /// It is being made.
    Making(AnalysisProgress),
}

/// Number of entries that have been analysed, and of all; or the reason why the analysis was given up.
/// Closed once there is nothing more to come.
type Progress = watch::Receiver<Result<(u64, u64), Refusal>>;

/// The other end of it.
type Reporter = watch::Sender<Result<(u64, u64), Refusal>>;

/// An analysis that is being made, or waits for its turn.
#[derive(Debug)]
struct Making {
    founder: Payer,
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
    fn enter(
        &self,
        room: Uuid,
        founder: Payer,
        entries: u64,
        charge: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<(Progress, Option<Reporter>), Refusal> {
        let mut making = self.making.lock();
        if let Some(one) = making.get(&room) {
            return Ok((one.progress.clone(), None));
        }
        let own = making.values().filter(|one| one.founder == founder).count();
        if own >= ANALYSES_FOUNDER_MAX || making.len() >= ANALYSES_MAX + ANALYSES_WAITING_MAX {
            let detail = "too many other matches wait for their analyses; ask again";
            return Err(Refusal::new(Code::Busy, detail).after_about(FULL_RETRY_MS));
        }
        charge()?;
        let (reporter, progress) = watch::channel(Ok((0, entries)));
        making.insert(room, Making { founder, progress: progress.clone() });
        Ok((progress, Some(reporter)))
    }

    fn leave(&self, room: Uuid) {
        self.making.lock().remove(&room);
    }
}

impl Rooms {
    /// Returns the analysis of a match that is over, or begins to make it once `charge` agrees.
    pub async fn analysis(
        &self,
        room: &Handle,
        charge: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<AnalysisAnswer, Refusal> {
        let closed = *room.closed().await?;
        let (hub, id) = (&self.0, closed.record.id);
        if !mind::knows(&closed.record.game) {
            return Err(Refusal::no_mind());
        }
        // The log never changes again, whatever the room's record does.
        let key = ArchiveKey { room: id, revision: 0, part: ArchivePart::Analysis };
        if let Some(kept) = hub.archive.kept.get(&key) {
            return Ok(AnalysisAnswer::Ready(kept));
        }
        let (founder, entries) = (room.payer(), room.entries().into());
        let (mut progress, reporter) = hub.analyses.enter(id, founder, entries, charge)?;
        if let Some(reporter) = reporter {
            tokio::spawn(hub.clone().analyse(key.clone(), closed, founder, reporter));
        }
        // A short match is done before anybody has to ask again.
        let done = async { while progress.changed().await.is_ok() {} };
        let ended = timeout(Duration::from_millis(AWAITED_MS), done).await.is_ok();
        let (done, entries) = progress.borrow().clone()?;
        if ended {
            return hub.archive.kept.get(&key).map(AnalysisAnswer::Ready).ok_or_else(Refusal::busy);
        }
        let retry_after_ms = PROGRESS_RETRY_MS;
        Ok(AnalysisAnswer::Making(AnalysisProgress { done, entries, retry_after_ms }))
    }
}

impl Hub {
    /// Makes an analysis when its turn comes, and keeps it.
    async fn analyse(
        self: Arc<Self>,
        key: ArchiveKey,
        closed: Closed,
        founder: Payer,
        reporter: Reporter,
    ) {
        let id = key.room;
        match self.analysed(closed, founder, &reporter).await {
            Ok(text) => self.archive.kept.insert(key, text.into()),
            Err(refusal) => {
                reporter.send_modify(|progress| *progress = Err(refusal));
            }
        }
        self.analyses.leave(id);
    }

    /// Analyses entry by entry; returns the analysis as JSON.
    async fn analysed(
        &self,
        closed: Closed,
        founder: Payer,
        reporter: &Reporter,
    ) -> Result<String, Refusal> {
        // Read when its turn comes, so that those who wait take no memory. The semaphore is never closed.
        let _turn = self.analyses.turns.acquire().await;
        if *self.draining.borrow() {
            return Err(Refusal::draining());
        }
        let id = closed.record.id;
        let analyst = Analyst::new(self.hindsight(closed).await?).ok_or_else(Refusal::no_mind)?;
        // Shared with a job at a time: one that finds no place is dropped with all that it holds.
        let shared = Arc::new(Mutex::new(Some(analyst)));
        let mut failures = 0;
        while !*self.draining.borrow() {
            let work = shared.clone();
            let stepped = self.thinkers.work_out(founder, self.random.repeats(), move |_| {
                let mut analyst = work.lock();
                let stepped = analyst.as_mut().map_or(Ok(false), Analyst::step);
                (stepped, analyst.as_ref().map(Analyst::progress))
            });
            let Ok(Ok((stepped, now))) = stepped.await else {
                failures += 1;
                if failures > NO_PLACE_MOST {
                    return Err(Refusal::busy());
                }
                sleep(Duration::from_millis(NO_PLACE_MS)).await;
                continue;
            };
            failures = 0;
            if let Some(now) = now {
                reporter.send_modify(|progress| *progress = Ok(now));
            }
            let goes_on = stepped.map_err(|rejection| {
                error!(room = %id, %rejection, "an analysis failed");
                Refusal::unavailable()
            })?;
            if !goes_on {
                let analyst = shared.lock().take().ok_or_else(Refusal::busy)?;
                return serde_json::to_string(&analyst.finish()).map_err(|error| {
                    error!(room = %id, %error, "an analysis cannot be written");
                    Refusal::unavailable()
                });
            }
        }
        Err(Refusal::draining())
    }

    /// Reads an old match to look back on it.
    async fn hindsight(&self, closed: Closed) -> Result<Hindsight, Refusal> {
        let Closed { game, record, .. } = closed;
        let id = record.id;
        let fault = |reason: String| {
            error!(room = %id, reason, "an old match cannot be analysed");
            Refusal::unavailable()
        };
        let turn = self.archive.enter().await?;
        let digest = record.digest().ok_or_else(|| fault("no digest".to_owned()))?;
        let catalogue = self.catalogue(&game, digest).await?;
        let rows = self.store.read(id, 0).await?;
        drop(turn);
        let begun = self.aside(move || {
            let beginning = record.beginning().ok_or(Spoiled::Record)?;
            let past = Hindsight::begin(game.entry, &catalogue, &beginning, &rows);
            past.map_err(|error: RecordError| Spoiled::from(error))
        });
        let begun = begun.await.unwrap_or_else(|panicked| Err(panicked.into()));
        begun.map_err(|spoiled| fault(spoiled.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn founder(number: u128) -> Payer {
        Payer { own: number, site: number }
    }

    #[test]
    fn what_is_being_made_is_neither_begun_nor_charged_again() {
        let analyses = Analyses::default();
        let room = Uuid::from_u128(1);
        let (_, reporter) = analyses.enter(room, founder(1), 30, || Ok(())).unwrap();
        let dear = || Err(Refusal::busy());
        let (progress, again) = analyses.enter(room, founder(1), 30, dear).unwrap();
        assert!(again.is_none());
        assert_eq!(*progress.borrow(), Ok((0, 30)));
        reporter.unwrap().send_modify(|progress| *progress = Ok((7, 30)));
        assert_eq!(*progress.borrow(), Ok((7, 30)));
        analyses.leave(room);
        assert_eq!(analyses.enter(room, founder(1), 30, dear).unwrap_err(), Refusal::busy());
    }

    #[test]
    fn nobody_fills_the_queue_alone_and_it_has_an_end() {
        let analyses = Analyses::default();
        let enter = |room: usize, whose: u128| {
            analyses.enter(Uuid::from_u128(room as u128), founder(whose), 0, || Ok(()))
        };
        let most = ANALYSES_MAX + ANALYSES_WAITING_MAX;
        for room in 0..most {
            let whose = (room / ANALYSES_FOUNDER_MAX) as u128;
            enter(room, whose).unwrap();
            if (room + 1) % ANALYSES_FOUNDER_MAX == 0 {
                assert_eq!(enter(most, whose).unwrap_err().code, Code::Busy, "{whose} has a share");
            }
        }
        assert_eq!(enter(most, 1_000).unwrap_err().code, Code::Busy);
        analyses.leave(Uuid::from_u128(0));
        enter(most, 1_000).unwrap();
    }
}
