//! Analyses of matches that are over, made entry by entry on the bots' threads.
//!
//! One takes seconds, so whoever asks waits a moment, is shown how far it is and asks again; the result
//! is kept with records and replays. Few are made at a time, the others wait for their turn, and each entry
//! takes its turn among the thoughts of bots.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use engine::record::{Hindsight, RecordError};
use mind::Analyst;
use parking_lot::Mutex;
use protocol::Rejection;
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

/// Number of entries after which an analysis lets others have its turn.
const TURN_ENTRIES: u64 = 40;

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
        asker: Payer,
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
        let entries = room.entries().into();
        let (mut progress, reporter) = hub.analyses.enter(id, asker, entries, charge)?;
        if let Some(reporter) = reporter {
            tokio::spawn(hub.clone().analyse(key.clone(), closed, asker, reporter));
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
        asker: Payer,
        reporter: Reporter,
    ) {
        let _place = self.analyses.place(key.room);
        match self.analysed(closed, asker, &reporter).await {
            Ok(text) => self.archive.kept.insert(key, text.into()),
            Err(refusal) => reporter.send_modify(|progress| *progress = Err(refusal)),
        }
    }

    /// Analyses entry by entry; returns the analysis as JSON.
    async fn analysed(
        &self,
        closed: Closed,
        asker: Payer,
        reporter: &Reporter,
    ) -> Result<String, Refusal> {
        // Read when its turn comes, so that those who wait take no memory.
        let mut turn = self.analyses.turn().await;
        if *self.draining.borrow() {
            return Err(Refusal::draining());
        }
        let id = closed.record.id;
        // Shared with a job at a time: one that finds no place is dropped with all that it holds.
        let shared = Arc::new(Mutex::new(Some(self.analyst(closed).await?)));
        let (mut failures, mut done) = (0, 0);
        while !*self.draining.borrow() {
            let work = shared.clone();
            let stepped = self.thinkers.work_out(asker, self.random.repeats(), move |_| {
                let mut analyst = work.lock();
                let goes_on = analyst.as_mut().map_or(Ok(false), Analyst::step)?;
                let now = analyst.as_ref().map(Analyst::progress);
                let finished = if goes_on { None } else { analyst.take().map(Analyst::finish) };
                Ok::<_, Rejection>((now.unwrap_or_default(), finished))
            });
            let failed = |why: &dyn Display| {
                error!(room = %id, %why, "an analysis failed");
                Refusal::unavailable()
            };
            let Ok(worked) = stepped.await else {
                failures += 1;
                if failures > NO_PLACE_MOST {
                    return Err(Refusal::busy());
                }
                sleep(Duration::from_millis(NO_PLACE_MS)).await;
                continue;
            };
            failures = 0;
            let stepped = worked.map_err(|_| failed(&"a mind panicked"))?;
            let (now, finished) = stepped.map_err(|rejection| failed(&rejection))?;
            reporter.send_modify(|progress| *progress = Ok(now));
            if let Some(analysis) = finished {
                return serde_json::to_string(&analysis).map_err(|error| failed(&error));
            }
            done += 1;
            if done % TURN_ENTRIES == 0 {
                // Whoever waits with a short match does not wait for the end of a long one.
                drop(turn);
                turn = self.analyses.turn().await;
            }
        }
        drop(turn);
        Err(Refusal::draining())
    }

    /// Reads an old match to analyse it.
    async fn analyst(&self, closed: Closed) -> Result<Analyst, Refusal> {
        let Closed { game, record, .. } = closed;
        let id = record.id;
        let fault = |reason: String| {
            error!(room = %id, reason, "an old match cannot be analysed");
            Refusal::unavailable()
        };
        let turn = self.archive.enter_from_queue().await?;
        let digest = record.digest().ok_or_else(|| fault("no digest".to_owned()))?;
        let catalogue = self.catalogue(&game, digest).await?;
        let rows = self.store.read(id, 0).await?;
        drop(turn);
        let begun = self.aside(move || {
            let beginning = record.beginning().ok_or(Spoiled::Record)?;
            let past = Hindsight::begin(game.entry, &catalogue, &beginning, &rows);
            Ok(Analyst::new(past.map_err(|error: RecordError| Spoiled::from(error))?))
        });
        let begun = begun.await.unwrap_or_else(|panicked| Err(panicked.into()));
        begun.map_err(|spoiled: Spoiled| fault(spoiled.to_string()))?.ok_or_else(Refusal::no_mind)
    }
}
