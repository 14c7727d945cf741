//! Rooms: the record under the room's id, the claim of its code, its match log, and in which order they
//! are written.
//!
//! A room is there once its record is. Whatever takes several writes begins or ends with it, so that one
//! that was cut short leaves no room, or a whole one: a record that says that the room is gone comes
//! before what is put beside it or taken away, and [`tidy`] takes away what such a record stands for.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{Mutex as Turns, OwnedMutexGuard};
use tracing::warn;
use uuid::Uuid;

use super::documents::{BEAT, CODE, ROOM, RoomDocument, named, of_room};
use super::members::Membership;
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

/// Times that a room is claimed whose record changes meanwhile.
const CLAIMED_AGAIN: usize = 8;

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

/// Result of claiming a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This server has the room, as it stands, by the claim with this number: later ones have greater numbers.
    Mine(StoredRoom, u64),
    /// Another server has it: its run.
    Taken(Uuid),
    /// There is no such room.
    Gone,
}

/// End of the log of a room that is claimed.
enum LogEnd {
    /// This server has the room already, by the claim with this number.
    Held(u64),
    /// As it was read.
    Tail(Tail),
    /// Its last message is damaged. Nobody appends after that, so nobody is closed out; who reads the log
    /// finds the row.
    Damaged,
}

impl LogEnd {
    /// Returns the end that was found. Damage does not keep the room from being claimed: without a server it
    /// could be neither put aside nor deleted.
    fn read(tail: Result<Tail, LogError>) -> Result<Self, LogError> {
        match tail {
            Ok(tail) => Ok(Self::Tail(tail)),
            Err(LogError::Damaged(_)) => Ok(Self::Damaged),
            Err(
                error @ (LogError::Conflict
                | LogError::Full
                | LogError::Unknown
                | LogError::Unavailable(_)),
            ) => Err(error),
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

/// A code that is being claimed; nobody else in this process does until it is dropped.
struct Claiming<'rooms>(&'rooms Rooms, String);

impl Drop for Claiming<'_> {
    fn drop(&mut self) {
        self.0.claiming.lock().remove(&self.1);
    }
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

    /// Takes a room over, unless a server that lives has it.
    ///
    /// The end of its log is read before its record is won, and closed as it was read: whoever wins the
    /// record later reads the log later, so nobody who has lost the room again closes it to its server.
    pub(super) async fn claim(
        &self,
        wire: &Wire,
        id: Uuid,
        members: &Membership,
    ) -> Result<Claim, LogError> {
        let mut known = self.turn(id).await;
        for _ in 0..CLAIMED_AGAIN {
            let end = match known.claim {
                Some(claim) => LogEnd::Held(claim),
                None => LogEnd::read(rows::tail(wire, id).await)?,
            };
            let found = self.look(wire, id, &mut known).await?;
            let (room, owner) = match (&known.record, document(id, found.as_ref())) {
                (_, Some(RoomDocument::Here(room, owner))) => (room, owner),
                (KnownRecord::Wreck { .. }, _) => {
                    return Err(LogError::Damaged(format!("the record of room {id}")));
                }
                _ => {
                    self.forget(id);
                    return Ok(Claim::Gone);
                }
            };
            let others = owner.filter(|owner| *owner != self.run);
            if let Some(other) = others
                && members.lives(wire, other).await?
            {
                return Ok(Claim::Taken(other));
            }
            if let LogEnd::Held(claim) = end {
                return Ok(Claim::Mine(room, claim));
            }
            let won = match self.own(wire, room.clone(), &mut known, Some(self.run)).await {
                Ok(seq) => match &end {
                    LogEnd::Tail(tail) => rows::fence(wire, id, self.run, tail).await,
                    LogEnd::Damaged | LogEnd::Held(_) => Ok(seq),
                },
                Err(error) => Err(error),
            };
            match won {
                Ok(claim) => {
                    // The number of a mark in the log; without one, that of the record says nothing of it.
                    if let LogEnd::Tail(_) = end {
                        known.seen = claim;
                    }
                    (known.tail, known.beat, known.claim) = (None, None, Some(claim));
                    return Ok(Claim::Mine(room, claim));
                }
                Err(LogError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        Err(LogError::Conflict)
    }

    /// Gives a room up, so that another server may have it.
    pub(super) async fn release(&self, wire: &Wire, id: Uuid) -> Result<(), LogError> {
        let mut known = self.turn(id).await;
        let found = self.look(wire, id, &mut known).await?;
        let Some(RoomDocument::Here(room, _)) = document(id, found.as_ref()) else { return Ok(()) };
        known.claim = None;
        self.own(wire, room, &mut known, None).await?;
        self.forget(id);
        Ok(())
    }

    /// Writes the record that was just read with another owner; returns its number in the stream.
    async fn own(
        &self,
        wire: &Wire,
        room: StoredRoom,
        known: &mut Known,
        owner: Option<Uuid>,
    ) -> Result<u64, LogError> {
        let KnownRecord::Here { seq, .. } = known.record else { return Err(LogError::Conflict) };
        let (id, revision, code) = (room.id, room.revision, room.code.clone());
        known.record = KnownRecord::Unread;
        let text = RoomDocument::Here(room, owner).text();
        let placed = wire.put(Which::Doc, &of_room(ROOM, id), seq, &text).await?;
        known.record = KnownRecord::Here { seq: placed.seq, revision, code, owner };
        Ok(placed.seq)
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

    /// Claims a code for a room. [`LogError::Conflict`] if another room has it.
    async fn claim_code(
        &self,
        wire: &Wire,
        code: &str,
        id: Uuid,
    ) -> Result<Claiming<'_>, LogError> {
        if !self.claiming.lock().insert(code.to_owned()) {
            return Err(LogError::Conflict);
        }
        let claiming = Claiming(self, code.to_owned());
        let subject = named(CODE, code.as_bytes());
        let found = wire.last(Which::Doc, &subject).await?;
        let follows = match &found {
            None => 0,
            Some(message) => {
                let holder =
                    message.sealed.as_ref().and_then(|it| Uuid::try_parse(&it.content).ok());
                if holder == Some(id) {
                    return Ok(claiming);
                }
                if let Some(holder) = holder {
                    abandoned(wire, code, holder).await?;
                }
                message.seq
            }
        };
        wire.put(Which::Doc, &subject, follows, &id.simple().to_string()).await?;
        Ok(claiming)
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

    /// Appends a row: see [`MatchLog::append`](crate::log::MatchLog::append).
    pub(super) async fn append(
        &self,
        wire: &Wire,
        id: Uuid,
        number: u64,
        row: &str,
    ) -> Result<(), LogError> {
        let mut known = self.turn(id).await;
        self.needed_here(wire, id, &mut known).await?;
        let tail = match known.tail.take() {
            Some(tail) => tail,
            None => rows::tail(wire, id).await?,
        };
        // However the end was read: it follows a claim of another server's, or what came after one.
        let appended = if tail.own() || self.alone {
            rows::append(wire, id, &tail, number, row).await
        } else {
            Err(LogError::Conflict)
        };
        known.note(&appended);
        known.tail = appended.as_ref().ok().cloned();
        known.seen = known.seen.max(known.tail.as_ref().map_or(0, Tail::seq));
        appended.map(drop)
    }

    /// Returns the rows of a room: see [`MatchLog::read`](crate::log::MatchLog::read).
    pub(super) async fn read(
        &self,
        wire: &Wire,
        id: Uuid,
        from: u64,
    ) -> Result<Vec<String>, LogError> {
        let mut known = self.turn(id).await;
        match self.needed(wire, id, &mut known).await {
            Ok(()) => {}
            Err(LogError::Unknown) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        }
        known.tail = None;
        let (rows, tail) = rows::read(wire, id, from, known.seen).await?;
        known.seen = known.seen.max(tail.seq());
        known.tail = Some(tail);
        Ok(rows)
    }

    /// Notes match time: see [`MatchLog::heartbeat`](crate::log::MatchLog::heartbeat).
    pub(super) async fn heartbeat(
        &self,
        wire: &Wire,
        id: Uuid,
        at_ms: u64,
    ) -> Result<(), LogError> {
        let mut known = self.turn(id).await;
        self.needed_here(wire, id, &mut known).await?;
        let follows = match known.beat.take() {
            Some(follows) => follows,
            None => wire.last(Which::Doc, &of_room(BEAT, id)).await?.map_or(0, |last| last.seq),
        };
        let beat = beat(wire, id, follows, at_ms).await;
        known.note(&beat);
        known.beat = Some(beat?);
        Ok(())
    }
}

/// Writes a heartbeat and returns its number.
async fn beat(wire: &Wire, id: Uuid, follows: u64, at_ms: u64) -> Result<u64, LogError> {
    let placed = wire.put(Which::Doc, &of_room(BEAT, id), follows, &at_ms.to_string()).await?;
    Ok(placed.seq)
}

/// Takes away what a room that is gone has beside its record and its code.
async fn clear(wire: &Wire, id: Uuid) -> Result<(), LogError> {
    wire.clear(Which::Doc, &of_room(BEAT, id)).await?;
    rows::clear(wire, id).await
}

/// Makes sure that the room that claimed a code does not have it and cannot come to have it any more:
/// whoever claimed it may have ended before the room was stored. [`LogError::Conflict`] if it has it.
async fn abandoned(wire: &Wire, code: &str, holder: Uuid) -> Result<(), LogError> {
    let subject = of_room(ROOM, holder);
    let found = wire.last(Which::Doc, &subject).await?;
    match record(holder, found.as_ref()) {
        KnownRecord::Here { code: kept, .. } if kept != code => Ok(()),
        KnownRecord::None { seq: 0 } => {
            let gone = RoomDocument::Gone { code: code.to_owned() }.text();
            wire.put(Which::Doc, &subject, 0, &gone).await.map(drop)
        }
        KnownRecord::None { .. } => Ok(()),
        // A room that cannot be read keeps its code.
        KnownRecord::Here { .. } | KnownRecord::Wreck { .. } | KnownRecord::Unread => {
            Err(LogError::Conflict)
        }
    }
}

/// Gives a code back, if this room claimed it. Where that fails, whoever wants the code finds out that
/// the room does not have it.
async fn release(wire: &Wire, code: &str, id: Uuid) {
    let subject = named(CODE, code.as_bytes());
    let released = async {
        let Some(last) = wire.last(Which::Doc, &subject).await? else { return Ok(()) };
        let own = last.sealed.is_some_and(|sealed| sealed.content == id.simple().to_string());
        if own { wire.purge(Which::Doc, &subject, last.seq).await } else { Ok(()) }
    };
    if let Err(error) = released.await {
        warn!(room = %id, %error, "a code was not given back yet");
    }
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
