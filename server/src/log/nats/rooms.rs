//! Rooms: the record under the room's id, the claim of its [code](codes), its [match](mod@matches), the
//! [server](claims) that has it, and in which order they are written.
//!
//! A room is there once its record is. Whatever takes several writes begins or ends with it, so that one
//! that was cut short leaves no room, or a whole one: a record that says that the room is gone comes
//! before what is put beside it or taken away, and [`tidy`] takes away what such a record stands for.

mod claims;
mod codes;
mod matches;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{Mutex as Turns, OwnedMutexGuard};
use tracing::warn;
use uuid::Uuid;

pub use self::claims::Claim;
use self::codes::release;
use self::matches::beat;
use super::documents::{BEAT, ROOM, RoomDocument, of_room};
use super::rows::{self, Tail};
use super::wire::{Message, Which, Wire};
use crate::log::{LogError, StoredRoom, WholeRoom};
use crate::time::wall_ms;

/// Time for which the record of a room that is gone is kept, in seconds: whoever was stopped in the
/// middle of a write meanwhile must find it.
const GONE_KEPT_S: i64 = 24 * 60 * 60;

/// The longest that the parts of a room that is being stored whole are left alone, in seconds: another
/// server may be about it.
const UNFINISHED_S: i64 = 60;

/// State of a room's record, as it was last read or written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum KnownRecord {
    /// Not read since the start.
    #[default]
    Unread,
    /// There is no room; number of what stands there instead, 0 for nothing.
    None { seq: u64 },
    /// The room, and the number of its record.
    Here { seq: u64, revision: u64, code: String, owner: Option<Uuid> },
    /// Something that cannot be read.
    Wreck { seq: u64 },
}

/// Everything that is known of a room in this process.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) record: KnownRecord,
    /// End of its match log, once it was read.
    pub(super) tail: Option<Tail>,
    /// The highest number of a message of its match log that was seen: no answer without it is believed.
    pub(super) seen: u64,
    /// Number of its last heartbeat, once it was read.
    pub(super) beat: Option<u64>,
    /// Number of the claim by which this server has the room, 0 if it made the room; `None` if it does
    /// not have it.
    pub(super) claim: Option<u64>,
}

impl Known {
    /// Takes note of how a write to the room ended: if another was first, it is read again who has the
    /// room, and where its log ends.
    fn note<T>(&mut self, written: &Result<T, LogError>) {
        if matches!(written, Err(LogError::Conflict)) {
            self.record = KnownRecord::Unread;
        }
    }
}

/// The rooms, each with a turn for those who write to it.
#[derive(Debug)]
pub(super) struct Rooms {
    /// The run of this server.
    run: Uuid,
    /// `true` for a command of the operator's: beside it nobody has a room.
    alone: bool,
    known: Mutex<HashMap<Uuid, Arc<Turns<Known>>>>,
    /// Codes that are being claimed.
    claiming: Mutex<BTreeSet<String>>,
}

/// Reads the document of a room.
fn document(id: Uuid, found: Option<&Message>) -> Option<RoomDocument> {
    RoomDocument::read(id, &found?.sealed.as_ref()?.content)
}

/// Returns the state of a record as it was found.
fn record(id: Uuid, found: Option<&Message>) -> KnownRecord {
    let Some(message) = found else { return KnownRecord::None { seq: 0 } };
    let seq = message.seq;
    match document(id, found) {
        Some(RoomDocument::Here(StoredRoom { revision, code, .. }, owner)) => {
            KnownRecord::Here { seq, revision, code, owner }
        }
        Some(RoomDocument::Gone { .. }) => KnownRecord::None { seq },
        None => KnownRecord::Wreck { seq },
    }
}

impl Rooms {
    /// Creates the rooms of a run, of which none is known.
    pub(super) fn new(run: Uuid, alone: bool) -> Self {
        Self { run, alone, known: Mutex::default(), claiming: Mutex::default() }
    }

    /// Reads a room's record anew. The use of the store ends if the room was ours and another server has
    /// it now: whoever took it has found that this one does not live.
    async fn look(
        &self,
        wire: &Wire,
        id: Uuid,
        known: &mut Known,
    ) -> Result<Option<Message>, LogError> {
        let found = wire.last(Which::Doc, &of_room(ROOM, id)).await?;
        known.record = record(id, found.as_ref());
        if let KnownRecord::Here { owner, .. } = &known.record
            && known.claim.is_some()
            && *owner != Some(self.run)
        {
            return Err(wire.lost("another server has taken over a room of this one"));
        }
        Ok(found)
    }

    /// Reads a room's record, unless it is known; [`LogError::Unknown`] if there is no such room.
    async fn here(&self, wire: &Wire, id: Uuid, known: &mut Known) -> Result<(), LogError> {
        if known.record == KnownRecord::Unread {
            self.look(wire, id, known).await?;
        }
        match known.record {
            KnownRecord::Here { .. } | KnownRecord::Wreck { .. } => Ok(()),
            KnownRecord::None { .. } | KnownRecord::Unread => Err(LogError::Unknown),
        }
    }

    /// Waits for the turn to write to a room.
    pub(super) async fn turn(&self, id: Uuid) -> OwnedMutexGuard<Known> {
        let known = self.known.lock().entry(id).or_default().clone();
        known.lock_owned().await
    }

    /// Forgets what is known of a room that is not there.
    fn forget(&self, id: Uuid) {
        self.known.lock().remove(&id);
    }

    /// Reads a room's record, unless it is known, for something that needs the room: where there is
    /// none it is not kept in mind.
    async fn needed(&self, wire: &Wire, id: Uuid, known: &mut Known) -> Result<(), LogError> {
        let here = self.here(wire, id, known).await;
        if here == Err(LogError::Unknown) {
            self.forget(id);
        }
        here
    }

    /// Reads a room's record like [`Rooms::needed`], for a write to the room; see [`Rooms::had`].
    async fn needed_here(&self, wire: &Wire, id: Uuid, known: &mut Known) -> Result<(), LogError> {
        self.needed(wire, id, known).await?;
        self.had(known)
    }

    /// Checks that this server has a room whose record was read: [`LogError::Conflict`] if it never
    /// claimed it, or gave it up.
    fn had(&self, known: &mut Known) -> Result<(), LogError> {
        let elsewhere = matches!(&known.record, KnownRecord::Here { owner, .. }
            if !self.alone && *owner != Some(self.run));
        if elsewhere {
            known.record = KnownRecord::Unread;
            return Err(LogError::Conflict);
        }
        Ok(())
    }

    /// Returns a room as it is stored.
    pub(super) async fn room(&self, wire: &Wire, id: Uuid) -> Result<Option<StoredRoom>, LogError> {
        let mut known = self.turn(id).await;
        let found = self.look(wire, id, &mut known).await?;
        match (&known.record, document(id, found.as_ref())) {
            (_, Some(RoomDocument::Here(room, _))) => Ok(Some(room)),
            (KnownRecord::Wreck { .. }, _) => {
                Err(LogError::Damaged(format!("the record of room {id}")))
            }
            _ => {
                self.forget(id);
                Ok(None)
            }
        }
    }

    /// Stores a room's record: see [`MatchLog::store_room`](crate::log::MatchLog::store_room).
    pub(super) async fn store(&self, wire: &Wire, room: StoredRoom) -> Result<(), LogError> {
        let id = room.id;
        let mut known = self.turn(id).await;
        // A room that is not there yet is no error here.
        match self.here(wire, id, &mut known).await {
            Ok(()) | Err(LogError::Unknown) => self.had(&mut known)?,
            Err(error) => return Err(error),
        }
        let (follows, revision, before) = match &known.record {
            KnownRecord::None { seq } => (*seq, 0, None),
            KnownRecord::Here { seq, revision, code, .. } => (*seq, *revision, Some(code.clone())),
            KnownRecord::Wreck { .. } | KnownRecord::Unread => return Err(LogError::Conflict),
        };
        if revision.checked_add(1) != Some(room.revision) {
            return Err(LogError::Conflict);
        }
        let moves = before.as_ref() != Some(&room.code);
        let _claiming =
            if moves { Some(self.claim_code(wire, &room.code, id).await?) } else { None };
        let (revision, code) = (room.revision, room.code.clone());
        let owner = Some(self.run);
        let text = RoomDocument::Here(room, owner).text();
        match wire.put(Which::Doc, &of_room(ROOM, id), follows, &text).await {
            Ok(placed) => {
                known.record = KnownRecord::Here { seq: placed.seq, revision, code, owner };
            }
            Err(error) => {
                known.record = KnownRecord::Unread;
                if moves {
                    release(wire, &code, id).await;
                }
                return Err(error);
            }
        }
        // One who was forgotten while there was no room has it known from now on.
        if before.is_none() {
            *known = Known { record: known.record.clone(), claim: Some(0), ..Known::default() };
        }
        if let Some(before) = before.filter(|_| moves) {
            release(wire, &before, id).await;
        }
        Ok(())
    }

    /// Stores a whole room: see [`MatchLog::store_whole`](crate::log::MatchLog::store_whole). `data`
    /// are stored by the caller.
    pub(super) async fn store_whole(&self, wire: &Wire, whole: WholeRoom) -> Result<(), LogError> {
        let WholeRoom { room, rows, heartbeat, .. } = whole;
        let (id, code) = (room.id, room.code.clone());
        let mut known = self.turn(id).await;
        match self.here(wire, id, &mut known).await {
            Ok(()) => return Err(LogError::Conflict),
            Err(LogError::Unknown) => {}
            Err(error) => return Err(error),
        }
        let KnownRecord::None { seq } = known.record else { return Err(LogError::Conflict) };
        let _claiming = self.claim_code(wire, &code, id).await?;
        let gone = RoomDocument::Gone { code: code.clone() }.text();
        let begun = match wire.put(Which::Doc, &of_room(ROOM, id), seq, &gone).await {
            Ok(begun) => begun,
            Err(error) => {
                release(wire, &code, id).await;
                return Err(error);
            }
        };
        let stored = async {
            clear(wire, id).await?;
            let mut tail = rows::tail(wire, id).await?;
            for (number, row) in (0..).zip(&rows) {
                tail = rows::append(wire, id, &tail, number, row).await?;
            }
            let beat = match heartbeat {
                Some(at_ms) => Some(beat(wire, id, 0, at_ms).await?),
                None => None,
            };
            let (revision, owner) = (room.revision, Some(self.run));
            let text = RoomDocument::Here(room, owner).text();
            let placed = wire.put(Which::Doc, &of_room(ROOM, id), begun.seq, &text).await?;
            let record = KnownRecord::Here { seq: placed.seq, revision, code: code.clone(), owner };
            Ok(Known { record, seen: tail.seq(), tail: Some(tail), beat, claim: Some(0) })
        };
        match stored.await {
            Ok(stored) => *known = stored,
            Err(error) => {
                *known = Known::default();
                if let Err(error) = clear(wire, id).await {
                    warn!(%error, "what is left of a room that was not stored goes with the next start");
                }
                release(wire, &code, id).await;
                return Err(error);
            }
        }
        Ok(())
    }

    /// Forgets a room with all that belongs to it; `code` is its code as far as the caller knows it.
    pub(super) async fn delete(
        &self,
        wire: &Wire,
        id: Uuid,
        code: Option<String>,
    ) -> Result<(), LogError> {
        let mut known = self.turn(id).await;
        match self.needed(wire, id, &mut known).await {
            Ok(()) => {}
            Err(LogError::Unknown) => return Ok(()),
            Err(error) => return Err(error),
        }
        let (seq, code) = match &known.record {
            KnownRecord::Here { seq, code, .. } => (*seq, Some(code.clone())),
            KnownRecord::Wreck { seq } => (*seq, code),
            KnownRecord::None { .. } | KnownRecord::Unread => return Ok(()),
        };
        let gone = RoomDocument::Gone { code: code.clone().unwrap_or_default() }.text();
        known.record = KnownRecord::Unread;
        wire.put(Which::Doc, &of_room(ROOM, id), seq, &gone).await?;
        *known = Known::default();
        // From here on it is gone, and the next start does what fails now.
        if let Err(error) = clear(wire, id).await {
            warn!(room = %id, %error, "what is left of a deleted room goes with the next start");
        }
        if let Some(code) = code {
            release(wire, &code, id).await;
        }
        self.forget(id);
        Ok(())
    }
}

/// Takes away what a room that is gone has beside its record and its code.
async fn clear(wire: &Wire, id: Uuid) -> Result<(), LogError> {
    wire.clear(Which::Doc, &of_room(BEAT, id)).await?;
    rows::clear(wire, id).await
}

/// Looks at a room's document; does what a deletion or a room that was not stored whole has left over,
/// and forgets the record of one that is long gone.
pub(super) async fn tidy(wire: &Wire, id: Uuid) -> Result<(), LogError> {
    let found = wire.last(Which::Doc, &of_room(ROOM, id)).await?;
    let Some(RoomDocument::Gone { code }) = document(id, found.as_ref()) else { return Ok(()) };
    let Some(message) = found else { return Ok(()) };
    let now_s = i64::try_from(wall_ms() / 1_000).unwrap_or(i64::MAX);
    let age_s = now_s.saturating_sub(message.at_s);
    if age_s <= UNFINISHED_S {
        return Ok(());
    }
    clear(wire, id).await?;
    release(wire, &code, id).await;
    if age_s > GONE_KEPT_S {
        wire.purge(Which::Doc, &of_room(ROOM, id), message.seq).await?;
    }
    Ok(())
}
