//! Analyses of matches that are over, made entry by entry on the bots' threads.
//!
//! One takes seconds, so whoever asks waits a moment, is shown how far it is and asks again; the result
//! is kept with records and replays. Few are made at a time, the others wait for their turn, and each entry
//! takes its turn among the thoughts of bots.

use std::sync::Arc;
use std::time::Duration;

use engine::record::{Hindsight, RecordError};
use mind::Analyst;
use parking_lot::Mutex;
use protocol::hint::AnalysisProgress;
use tokio::time::{sleep, timeout};
use tracing::error;

use super::analyses::Reporter;
use super::archive::{ArchiveKey, ArchivePart};
use super::directory::Rooms;
use super::handle::Handle;
use super::hub::Hub;
use crate::payer::Payer;
use crate::room::{Closed, Refusal, Spoiled};

/// The longest that a request waits for an analysis to be done, in milliseconds.
const AWAITED_MS: u64 = 1_500;

/// Time after which to ask again for one that is being made, in milliseconds.
const PROGRESS_RETRY_MS: u64 = 250;

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
        // Read when its turn comes, so that those who wait take no memory.
        let _turn = self.analyses.turn().await;
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
