//! Record of a match that is over, and its replay as any viewer saw it.
//!
//! The log of such a match never changes again, so the room itself is asked only whether it is over;
//! the log is read and played once more beside it, on a thread of its own, and only for a few askers
//! at a time. What a viewer is sent comes from `publish`, as it did while the match was played.

use std::sync::Arc;

use engine::catalogue::Catalogue;
use engine::matches::{Begun, Entry, Match, ReplayError};
use engine::{Seat, Viewer};
use protocol::archive::Replay;
use protocol::{Code, ServerMessage};
use tokio::task::spawn_blocking;
use tracing::error;

use super::archive::{ArchiveKey, ArchivePart};
use super::directory::Rooms;
use super::handle::Handle;
use crate::log::LogError;
use crate::room::{
    Closed, KnownBefore, LoadedGame, Refusal, RoomRecord, Spoiled, ViewBuilder, WireMessage,
    addressed_to, guarded,
};

/// The most updates on a page of a replay.
pub const PAGE_UPDATES: usize = 200;

/// A page of a replay ends with the update that reaches this many bytes.
pub const PAGE_BYTES: usize = 1024 * 1024;

/// A page in the server's own types.
type ReplayPage = Replay<WireMessage>;

/// An old match with all that it takes to play it once more.
struct Old {
    game: Arc<LoadedGame>,
    record: RoomRecord,
    catalogue: Catalogue,
    rows: Vec<String>,
}

impl Rooms {
    /// Returns everything about a match that is over, for checking how it was dealt, as JSON.
    pub async fn record(&self, room: &Handle) -> Result<Arc<str>, Refusal> {
        self.reading(room, ArchivePart::Record, |old| {
            if old.record.unproven.is_some() {
                let detail = "this match is not provably dealt, so there is no record of it";
                return Ok(Err(Refusal::new(Code::Unproven, detail)));
            }
            old.record().map(Ok)
        })
        .await
    }

    /// Returns what a viewer of a match that is over was shown from the log's entry `from` on: a page
    /// of updates as JSON. Without a seat, the public's view.
    pub async fn replay(
        &self,
        room: &Handle,
        seat: Option<u8>,
        from: u64,
    ) -> Result<Arc<str>, Refusal> {
        let viewer = seat.map_or(Viewer::Public, |seat| Viewer::Seat(Seat(seat)));
        self.reading(room, ArchivePart::Page(seat, from), move |old| {
            let seats = old.record.seats.len();
            if seat.is_some_and(|seat| usize::from(seat) >= seats) {
                return Ok(Err(Refusal::seat_unknown()));
            }
            old.page(viewer, from).map(Ok)
        })
        .await
    }

    /// Reads an old match on a thread where that may take its time.
    async fn reading(
        &self,
        room: &Handle,
        part: ArchivePart,
        read: impl FnOnce(&Old) -> Result<Result<String, Refusal>, Spoiled> + Send + 'static,
    ) -> Result<Arc<str>, Refusal> {
        let Closed { game, record, revision } = *room.closed().await?;
        let hub = &self.0;
        let question = ArchiveKey { room: record.id, revision, part };
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
        // What fails for the moment says nothing about the match.
        let unread = |error: LogError| {
            if let LogError::Damaged(what) = &error {
                drop(fault(what.clone()));
            }
            Refusal::from(error)
        };
        let catalogue = hub.catalogue(&game, digest).await.map_err(unread)?;
        let rows = hub.store.read(id, 0).await.map_err(unread)?;
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

    /// Builds the page that begins with what the entry `from` showed; an empty one after the last.
    fn page(&self, viewer: Viewer, from: u64) -> Result<String, Spoiled> {
        let mut page = ReplayPage { updates: Vec::new(), next: None };
        // Nothing to play once more for what is not there.
        if usize::try_from(from).is_ok_and(|from| from >= self.rows.len()) {
            return text(&page);
        }
        let beginning = self.record.beginning().ok_or(Spoiled::Record)?;
        let begun = Match::begin(self.game.entry, &self.catalogue, &beginning);
        let Begun { mut live, header, events } = begun.map_err(ReplayError::SetUp)?;
        if self.rows.first() != Some(&header) {
            return Err(ReplayError::Header.into());
        }
        let mut bytes = 0;
        if from == 0 {
            let update = ViewBuilder::new(&live, 0).view(viewer, addressed_to(&events, viewer));
            page.updates.push(sized(ServerMessage::Update(update), &mut bytes)?);
        }
        for row in &self.rows[1..] {
            let seq = live.seq() + 1;
            if page.updates.len() >= PAGE_UPDATES || bytes >= PAGE_BYTES {
                page.next = Some(seq);
                break;
            }
            let unreadable = |error: serde_json::Error| ReplayError::Unreadable {
                seq,
                reason: error.to_string(),
            };
            let Entry { at, input, .. } = serde_json::from_str(row).map_err(unreadable)?;
            let prepared = live
                .prepare_again(at, input)
                .map_err(|rejection| ReplayError::Refused { seq, rejection })?;
            if seq < from {
                live.commit(prepared);
                continue;
            }
            let (before, author) = (KnownBefore::of(&live, &[viewer]), prepared.author());
            let events = live.commit(prepared);
            for (_, update) in before.updates(&live, (author, &events), at) {
                page.updates.push(sized(ServerMessage::Update(update), &mut bytes)?);
            }
        }
        text(&page)
    }
}

/// Adds up the length of a message, and passes it on.
fn sized(message: WireMessage, bytes: &mut usize) -> Result<WireMessage, Spoiled> {
    *bytes += text(&message)?.len();
    Ok(message)
}

fn text(value: &impl serde::Serialize) -> Result<String, Spoiled> {
    serde_json::to_string(value).map_err(|error| Spoiled::Unwritten(error.to_string()))
}
