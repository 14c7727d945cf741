//! What a match that is over can be asked: its record, and its replay as any viewer saw it.
//!
//! The log of such a match never changes again, so the room itself is asked only whether it is over;
//! the log is read and played once more beside it, on a thread of its own, and only for a few askers
//! at a time. What a viewer is told comes from `publish`, as it did while the match was played.

use std::sync::Arc;

use engine::catalogue::Catalogue;
use engine::ledger::{Begun, Entry, Match, ReplayError};
use engine::table::Json;
use engine::{Seat, Viewer};
use protocol::archive::Replay;
use protocol::{Code, ServerMessage};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::spawn_blocking;
use tracing::error;
use uuid::Uuid;

use super::directory::Rooms;
use super::handle::Handle;
use crate::log::LogError;
use crate::room::{
    Before, Closed, Message, Played, Record, Refusal, Spoiled, Stage, guarded, told,
};

/// How many old matches are played once more at a time.
pub const READING_MAX: usize = 2;

/// How many further askers may wait for that.
pub const WAITING_MAX: usize = 16;

/// The most updates on a page of a replay.
pub const PAGE_UPDATES: usize = 200;

/// A page of a replay ends with the update that reaches this many bytes.
pub const PAGE_BYTES: usize = 1024 * 1024;

/// How many bytes of records and pages are kept, so that they are not made anew.
pub const KEPT_BYTES: u64 = 16 * 1024 * 1024;

/// About how many of them: what the index of the kept ones is made for.
const KEPT_ABOUT: usize = 256;

/// A page in the server's own types.
type Page = Replay<Json, Vec<Json>, Json>;

/// What was asked of which old match, at which revision of its room.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Question {
    room: Uuid,
    revision: u64,
    /// The seat and the entry that a page begins with; the record without.
    page: Option<(Option<u8>, u64)>,
}

/// Weighs an answer by its bytes.
#[derive(Clone, Debug)]
struct Bytes;

impl Weighter<Question, Arc<str>> for Bytes {
    fn weight(&self, _: &Question, answer: &Arc<str>) -> u64 {
        answer.len() as u64 + 1
    }
}

/// Who may read old matches now, and what was read.
#[derive(Debug)]
pub(crate) struct Archive {
    /// Places for those who read and those who wait.
    places: Semaphore,
    readers: Semaphore,
    kept: Cache<Question, Arc<str>, Bytes>,
}

impl Default for Archive {
    fn default() -> Self {
        Self {
            places: Semaphore::new(READING_MAX + WAITING_MAX),
            readers: Semaphore::new(READING_MAX),
            kept: Cache::with_weighter(KEPT_ABOUT, KEPT_BYTES, Bytes),
        }
    }
}

impl Archive {
    /// Waits for its turn, unless too many wait already.
    async fn enter(&self) -> Result<[SemaphorePermit<'_>; 2], Refusal> {
        let place = self.places.try_acquire().map_err(|_| Refusal::busy())?;
        let reader = self.readers.acquire().await.map_err(|_| Refusal::draining())?;
        Ok([place, reader])
    }

    /// Waits for its turn among the readers; for rooms, which are only so many.
    pub(crate) async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed.
        self.readers.acquire().await.ok()
    }
}

/// An old match with all that it takes to play it once more.
struct Old {
    game: Arc<Played>,
    record: Record,
    catalogue: Catalogue,
    rows: Vec<String>,
}

impl Rooms {
    /// Everything about a match that is over, for checking how it was dealt, as JSON.
    pub async fn record(&self, room: &Handle) -> Result<Arc<str>, Refusal> {
        self.reading(room, None, |old| Ok(Ok(old.record()?))).await
    }

    /// What a viewer of a match that is over was shown from the log's entry `from` on: a page of
    /// updates as JSON. Without a seat, the public's view.
    pub async fn replay(
        &self,
        room: &Handle,
        seat: Option<u8>,
        from: u64,
    ) -> Result<Arc<str>, Refusal> {
        let viewer = seat.map_or(Viewer::Public, |seat| Viewer::Seat(Seat(seat)));
        self.reading(room, Some((seat, from)), move |old| {
            let seats = old.record.seats.len();
            if seat.is_some_and(|seat| usize::from(seat) >= seats) {
                return Ok(Err(Refusal::new(Code::SeatUnknown, "the room has no such seat")));
            }
            Ok(Ok(old.page(viewer, from)?))
        })
        .await
    }

    /// Reads an old match on a thread where that may take its time.
    async fn reading(
        &self,
        room: &Handle,
        page: Option<(Option<u8>, u64)>,
        read: impl FnOnce(&Old) -> Result<Result<String, Refusal>, Spoiled> + Send + 'static,
    ) -> Result<Arc<str>, Refusal> {
        let Closed { game, record, revision } = room.closed().await?;
        let hub = self.hub();
        let question = Question { room: record.id, revision, page };
        if let Some(kept) = hub.archive.kept.get(&question) {
            return Ok(kept);
        }
        let turn = hub.archive.enter().await?;
        let id = record.id;
        let fault = |reason: String| {
            error!(room = %id, reason, "an old match cannot be read");
            // It counts among those that are put aside.
            room.put_aside();
            Refusal::unavailable()
        };
        let digest = record.digest().ok_or_else(|| fault("no digest".to_owned()))?;
        let catalogue = hub.catalogue(&game, digest).await.map_err(fault)?;
        let rows = hub.store.read(id, 0).await.inspect_err(|error| {
            if let LogError::Damaged(what) = error {
                drop(fault(what.clone()));
            }
        })?;
        let old = Old { game, record, catalogue, rows };
        let answer = spawn_blocking(move || guarded(|| read(&old)).map_err(Spoiled::from)).await;
        drop(turn);
        let answer = answer.map_err(|error| fault(error.to_string()))?;
        let answer =
            answer.and_then(|answer| answer).map_err(|spoiled| fault(spoiled.to_string()))?;
        let answer: Arc<str> = answer?.into();
        hub.archive.kept.insert(question, answer.clone());
        Ok(answer)
    }
}

impl Old {
    fn record(&self) -> Result<String, Spoiled> {
        let beginning = self.record.beginning().ok_or(Spoiled::Record)?;
        let rows = self.rows.iter().map(String::as_str);
        let (game, voided) = (self.game.entry, self.record.voided.clone());
        text(&engine::record::record(game, &self.catalogue, &beginning, voided, rows)?)
    }

    /// The page that begins with what the entry `from` showed.
    fn page(&self, viewer: Viewer, from: u64) -> Result<String, Spoiled> {
        let beginning = self.record.beginning().ok_or(Spoiled::Record)?;
        let begun = Match::begin(self.game.entry, &self.catalogue, &beginning);
        let Begun { mut table, header, events } = begun.map_err(ReplayError::SetUp)?;
        if self.rows.first() != Some(&header) {
            return Err(ReplayError::Header.into());
        }
        let mut page = Page { updates: Vec::new(), next: None };
        let mut bytes = 0;
        if from == 0 {
            let update = Stage::new(&table, 0).view(viewer, told(&events, viewer));
            page.updates.push(sized(ServerMessage::Update(update), &mut bytes)?);
        }
        for row in &self.rows[1..] {
            let seq = table.seq() + 1;
            if page.updates.len() >= PAGE_UPDATES || bytes >= PAGE_BYTES {
                page.next = Some(seq);
                break;
            }
            let unreadable = |error: serde_json::Error| ReplayError::Unreadable {
                seq,
                reason: error.to_string(),
            };
            let Entry { at, input, .. } = serde_json::from_str(row).map_err(unreadable)?;
            let prepared = table
                .prepare_again(at, input)
                .map_err(|rejection| ReplayError::Refused { seq, rejection })?;
            if seq < from {
                table.commit(prepared);
                continue;
            }
            let before = Before::of(&table, &[viewer], at);
            let events = table.commit(prepared);
            for (_, update) in before.updates(&table, &events, at) {
                page.updates.push(sized(ServerMessage::Update(update), &mut bytes)?);
            }
        }
        text(&page)
    }
}

/// The message itself, its length added up.
fn sized(message: Message, bytes: &mut usize) -> Result<Message, Spoiled> {
    *bytes += text(&message)?.len();
    Ok(message)
}

fn text(value: &impl serde::Serialize) -> Result<String, Spoiled> {
    serde_json::to_string(value).map_err(|error| Spoiled::Unwritten(error.to_string()))
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
        reading.pop();
        let turn = (&mut waiting[0]).now_or_never();
        assert!(turn.is_some_and(|turn| turn.is_ok()));
    }
}
