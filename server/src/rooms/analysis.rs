//! Analyses of matches that are over, made entry by entry on the bots' threads.
//!
//! One takes seconds, so whoever asks waits a moment, is shown how far it is and asks again; the result
//! is kept with records and replays. Few are made at a time, and each entry takes its turn among the
//! thoughts of bots.

use std::sync::Arc;
use std::time::Duration;

use engine::record::{Hindsight, RecordError};
use mind::Analyst;
use parking_lot::Mutex;
use protocol::hint::AnalysisProgress;
use protocol::{Code, Rejection};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tracing::error;

use super::archive::{ArchiveKey, ArchivePart, Progress};
use super::directory::Rooms;
use super::handle::Handle;
use super::hub::Hub;
use crate::payer::Payer;
use crate::room::{Closed, Refusal, Spoiled};

/// Number of analyses that are made at a time.
pub const ANALYSES_MAX: usize = 2;

/// The longest that a request waits for an analysis to be done, in milliseconds.
const AWAITED_MS: u64 = 1_500;

/// Time after which to ask again for one that is being made, in milliseconds.
const PROGRESS_RETRY_MS: u64 = 250;

/// Time after which to ask again where too many are being made, in milliseconds.
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
        let making = hub.analyses.0.lock().get(&id).cloned();
        let mut progress = if let Some(progress) = making {
            progress
        } else {
            charge()?;
            let past = hub.hindsight(closed).await?;
            hub.begin_analysis(key.clone(), past, room.payer())?
        };
        // A short match is done before anybody has to ask again.
        let done = async { while progress.changed().await.is_ok() {} };
        if timeout(Duration::from_millis(AWAITED_MS), done).await.is_err() {
            let (done, entries) = *progress.borrow();
            let retry_after_ms = PROGRESS_RETRY_MS;
            return Ok(AnalysisAnswer::Making(AnalysisProgress { done, entries, retry_after_ms }));
        }
        let given_up = || Refusal::busy();
        hub.archive.kept.get(&key).map(AnalysisAnswer::Ready).ok_or_else(given_up)
    }
}

impl Hub {
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

    /// Begins an analysis, unless it was begun meanwhile.
    fn begin_analysis(
        self: &Arc<Self>,
        key: ArchiveKey,
        past: Hindsight,
        founder: Payer,
    ) -> Result<Progress, Refusal> {
        let analyst = Analyst::new(past).ok_or_else(Refusal::no_mind)?;
        let mut making = self.analyses.0.lock();
        if let Some(progress) = making.get(&key.room) {
            return Ok(progress.clone());
        }
        if making.len() >= ANALYSES_MAX {
            let detail = "other matches are being analysed; ask again";
            return Err(Refusal::new(Code::Busy, detail).after_about(FULL_RETRY_MS));
        }
        let (sender, progress) = watch::channel(analyst.progress());
        making.insert(key.room, progress.clone());
        tokio::spawn(self.clone().analyse(key, analyst, founder, sender));
        Ok(progress)
    }

    /// Analyses entry by entry, and keeps the result.
    async fn analyse(
        self: Arc<Self>,
        key: ArchiveKey,
        analyst: Analyst,
        founder: Payer,
        progress: watch::Sender<(u64, u64)>,
    ) {
        let id = key.room;
        match self.analysed(analyst, founder, &progress).await {
            Ok(Some(text)) => self.archive.kept.insert(key, text.into()),
            Ok(None) => {}
            Err(rejection) => error!(room = %id, %rejection, "an analysis failed"),
        }
        self.analyses.0.lock().remove(&id);
        drop(progress);
    }

    /// Returns the analysis as JSON; `None` if it was given up.
    async fn analysed(
        &self,
        analyst: Analyst,
        founder: Payer,
        progress: &watch::Sender<(u64, u64)>,
    ) -> Result<Option<String>, Rejection> {
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
                    return Ok(None);
                }
                sleep(Duration::from_millis(NO_PLACE_MS)).await;
                continue;
            };
            failures = 0;
            if let Some(now) = now {
                progress.send_replace(now);
            }
            if !stepped? {
                let analysis = shared.lock().take().map(Analyst::finish);
                // Plain data with string keys, for which serialisation cannot fail.
                return Ok(analysis.map(|one| serde_json::to_string(&one).unwrap_or_default()));
            }
        }
        Ok(None)
    }
}
