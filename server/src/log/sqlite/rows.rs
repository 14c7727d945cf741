//! The rows: how each request is carried out in SQL, and how each row is checked when read.
//!
//! Every row has a checksum over its key and contents, so damage inside a row is found when the row
//! is used and costs only the room that it belongs to. Knows nothing of threads and transactions.

pub(super) mod own;

use std::collections::BTreeMap;

use fairness::{Hash, hex};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, ffi, params};
use uuid::Uuid;

use self::own::{note_deletion, store_key};
use crate::log::{Deletion, LogError, OwnKey, StoredRoom, WholeRoom, Wreck};

/// Space that a room's match log takes in the database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// Its rows, the header included.
    pub rows: u64,
    /// The rows' texts, in bytes.
    pub bytes: u64,
}

/// Number of bytes that a probe writes: as many as the largest message has.
const PROBE_BYTES: i64 = 16 * 1024;

/// Something to be written.
#[derive(Clone, Debug)]
pub(super) enum WriteRequest {
    /// Creates or changes a room's record.
    Room(StoredRoom),
    /// Creates a room with everything that belongs to it.
    Whole(Box<WholeRoom>),
    /// Forgets a room.
    Delete(Uuid),
    /// Forgets a room, and notes that it was deleted.
    Erase { room: Uuid, code: String, at_ms: u64 },
    /// Appends a row to a match log.
    Entry { room: Uuid, seq: u64, body: String },
    /// Notes match time.
    Heartbeat { room: Uuid, at_ms: u64 },
    /// Keeps component data.
    Data { digest: Hash, canonical: String },
    /// Keeps a key of the server's own.
    Key(OwnKey),
    /// Finds out whether a write would succeed.
    Probe,
}

/// Reason why a request was not carried out.
#[derive(Debug)]
pub(super) enum SqlFailure {
    /// This request cannot be; the others of its group are not concerned.
    Refused(LogError),
    /// SQLite failed; nothing of the group may be committed.
    Sqlite(rusqlite::Error),
}

impl From<LogError> for SqlFailure {
    fn from(error: LogError) -> Self {
        Self::Refused(error)
    }
}

impl From<rusqlite::Error> for SqlFailure {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error().map(|error| error.extended_code) {
            Some(ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_UNIQUE) => {
                Self::Refused(LogError::Conflict)
            }
            Some(ffi::SQLITE_CONSTRAINT_FOREIGNKEY) => Self::Refused(LogError::Unknown),
            _ => Self::Sqlite(error),
        }
    }
}

/// SQLite's integers are signed. What does not fit is later than anything that can be stored.
fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// CRC-32 over a row's table, key and contents, each with its length before it.
fn checksum(table: &str, parts: &[&[u8]]) -> i64 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(table.as_bytes());
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    i64::from(hasher.finalize())
}

fn room_checksum(id: &[u8], code: &[u8], revision: i64, record: &[u8]) -> i64 {
    checksum("rooms", &[id, code, &revision.to_le_bytes(), record])
}

fn entry_checksum(room: &[u8], seq: i64, body: &[u8]) -> i64 {
    checksum("entries", &[room, &seq.to_le_bytes(), body])
}

fn heartbeat_checksum(room: &[u8], at_ms: i64) -> i64 {
    checksum("heartbeats", &[room, &at_ms.to_le_bytes()])
}

fn data_checksum(digest: &[u8], canonical: &[u8]) -> i64 {
    checksum("data", &[digest, canonical])
}

impl WriteRequest {
    /// Checks whether it can be refused after it has begun to write, and so needs a savepoint: a statement
    /// that is refused undoes itself, but not those before it.
    pub(super) fn can_be_refused(&self) -> bool {
        matches!(self, Self::Whole(_))
    }

    /// Carries it out inside the open transaction.
    pub(super) fn carry_out(&self, db: &Connection) -> Result<(), SqlFailure> {
        match self {
            Self::Room(room) => store_room(db, room),
            Self::Whole(whole) => store_whole(db, whole),
            Self::Delete(id) => delete_room(db, *id).map(drop),
            Self::Erase { room, code, at_ms } => {
                delete_room(db, *room)?;
                note_deletion(db, &Deletion { room: *room, code: code.clone(), at_ms: *at_ms })
            }
            Self::Entry { room, seq, body } => append(db, *room, *seq, body),
            Self::Heartbeat { room, at_ms } => note_heartbeat(db, *room, *at_ms),
            Self::Data { digest, canonical } => store_data(db, digest, canonical),
            Self::Key(key) => store_key(db, key),
            Self::Probe => {
                db.prepare_cached("INSERT INTO probe (filler) VALUES (zeroblob(?1))")?
                    .execute([PROBE_BYTES])?;
                db.prepare_cached("DELETE FROM probe")?.execute([])?;
                Ok(())
            }
        }
    }
}

/// Creates a room.
const INSERT_ROOM: &str =
    "INSERT INTO rooms (id, code, revision, record, checksum) VALUES (?1, ?2, ?3, ?4, ?5)";

/// Changes a room whose stored revision is the one before.
const UPDATE_ROOM: &str = "UPDATE rooms SET code = ?2, revision = ?3, record = ?4, checksum = ?5
                           WHERE id = ?1 AND revision = ?3 - 1";

fn store_room(db: &Connection, room: &StoredRoom) -> Result<(), SqlFailure> {
    put_room(db, room, if room.revision == 1 { INSERT_ROOM } else { UPDATE_ROOM })
}

fn put_room(db: &Connection, room: &StoredRoom, sql: &str) -> Result<(), SqlFailure> {
    let StoredRoom { id, code, record, .. } = room;
    let id = id.as_bytes();
    let Ok(revision @ 1..) = i64::try_from(room.revision) else {
        return Err(SqlFailure::Refused(LogError::Conflict));
    };
    let checksum = room_checksum(id, code.as_bytes(), revision, record.as_bytes());
    match db.prepare_cached(sql)?.execute(params![id, code, revision, record, checksum])? {
        0 => Err(SqlFailure::Refused(LogError::Conflict)),
        _ => Ok(()),
    }
}

fn store_whole(db: &Connection, whole: &WholeRoom) -> Result<(), SqlFailure> {
    let WholeRoom { room, data: (digest, canonical), rows, heartbeat } = whole;
    put_room(db, room, INSERT_ROOM)?;
    // Whoever brings a room back takes its deletion back.
    db.prepare_cached("DELETE FROM deletions WHERE room = ?1")?.execute([room.id.as_bytes()])?;
    store_data(db, digest, canonical)?;
    for (seq, row) in (0..).zip(rows) {
        append(db, room.id, seq, row)?;
    }
    heartbeat.map_or(Ok(()), |at_ms| note_heartbeat(db, room.id, at_ms))
}

fn note_heartbeat(db: &Connection, room: Uuid, at_ms: u64) -> Result<(), SqlFailure> {
    let (room, at_ms) = (room.as_bytes(), integer(at_ms));
    let checksum = heartbeat_checksum(room, at_ms);
    db.prepare_cached(
        "INSERT INTO heartbeats (room, at_ms, checksum) VALUES (?1, ?2, ?3)
         ON CONFLICT (room) DO UPDATE SET
             at_ms = excluded.at_ms, checksum = excluded.checksum",
    )?
    .execute(params![room, at_ms, checksum])?;
    Ok(())
}

fn store_data(db: &Connection, digest: &Hash, canonical: &str) -> Result<(), SqlFailure> {
    // The digest says what belongs here, so writing again repairs a damaged row.
    let checksum = data_checksum(digest, canonical.as_bytes());
    db.prepare_cached(
        "INSERT INTO data (digest, canonical, checksum) VALUES (?1, ?2, ?3)
         ON CONFLICT (digest) DO UPDATE SET
             canonical = excluded.canonical, checksum = excluded.checksum
         WHERE canonical <> excluded.canonical OR checksum <> excluded.checksum",
    )?
    .execute(params![digest, canonical, checksum])?;
    Ok(())
}

/// Forgets a room; returns whether there was one.
pub(super) fn delete_room(db: &Connection, id: Uuid) -> Result<bool, SqlFailure> {
    // The entries would follow their room; taken away by themselves, SQLite need not remember each
    // of them in case the statement fails half-way.
    db.prepare_cached("DELETE FROM entries WHERE room = ?1")?.execute([id.as_bytes()])?;
    let gone = db.prepare_cached("DELETE FROM rooms WHERE id = ?1")?.execute([id.as_bytes()])?;
    Ok(gone > 0)
}

fn append(db: &Connection, room: Uuid, seq: u64, body: &str) -> Result<(), SqlFailure> {
    let room = room.as_bytes();
    let last: Option<i64> = db
        .prepare_cached("SELECT seq FROM entries WHERE room = ?1 ORDER BY seq DESC LIMIT 1")?
        .query_row([room], |row| row.get(0))
        .optional()?;
    let next = last.map_or(0, |last| last + 1);
    if i64::try_from(seq) != Ok(next) {
        let known = db.prepare_cached("SELECT 1 FROM rooms WHERE id = ?1")?.exists([room])?;
        let error = if known { LogError::Conflict } else { LogError::Unknown };
        return Err(SqlFailure::Refused(error));
    }
    let checksum = entry_checksum(room, next, body.as_bytes());
    db.prepare_cached("INSERT INTO entries (room, seq, body, checksum) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![room, next, body, checksum])?;
    Ok(())
}

// A read that fails changes nothing and puts no earlier answer in doubt: it is an error of that
// call, not of the store.
impl From<rusqlite::Error> for LogError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Unavailable(error.to_string())
    }
}

/// The bytes of a column, whatever type damage has given it.
fn bytes<'row>(row: &'row Row<'_>, column: usize) -> rusqlite::Result<&'row [u8]> {
    Ok(match row.get_ref(column)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes,
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) => &[],
    })
}

fn text(bytes: &[u8]) -> Option<String> {
    String::from_utf8(bytes.to_vec()).ok()
}

/// Every room: as it was stored, or what is left of it.
pub(super) fn rooms(db: &Connection) -> Result<Vec<Result<StoredRoom, Wreck>>, LogError> {
    let mut rooms = Vec::new();
    let mut statement =
        db.prepare_cached("SELECT id, code, revision, record, checksum FROM rooms ORDER BY id")?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        rooms.push(match intact_room(row)? {
            Some(room) => Ok(room),
            None => Err(Wreck {
                id: Uuid::from_slice(bytes(row, 0)?).ok(),
                code: String::from_utf8_lossy(bytes(row, 1)?).into_owned(),
            }),
        });
    }
    Ok(rooms)
}

/// One room as it was stored; `None` if there is no such room.
pub(super) fn room(db: &Connection, id: Uuid) -> Result<Option<StoredRoom>, LogError> {
    let columns = "SELECT id, code, revision, record, checksum FROM rooms WHERE id = ?1";
    let found = db.prepare_cached(columns)?.query_row([id.as_bytes()], intact_room).optional()?;
    let damaged = || LogError::Damaged(format!("the record of room {id}"));
    found.map(|room| room.ok_or_else(damaged)).transpose()
}

fn intact_room(row: &Row<'_>) -> rusqlite::Result<Option<StoredRoom>> {
    let (id, code, record) = (bytes(row, 0)?, bytes(row, 1)?, bytes(row, 3)?);
    let (revision, checksum): (i64, i64) = (row.get(2)?, row.get(4)?);
    if room_checksum(id, code, revision, record) != checksum {
        return Ok(None);
    }
    let parts = (Uuid::from_slice(id), text(code), u64::try_from(revision), text(record));
    let (Ok(id), Some(code), Ok(revision), Some(record)) = parts else { return Ok(None) };
    Ok(Some(StoredRoom { id, code, revision, record }))
}

/// The rows of a match log from `from` on, without gaps.
pub(super) fn entries(db: &Connection, room: Uuid, from: u64) -> Result<Vec<String>, LogError> {
    let damaged = |seq: i64| LogError::Damaged(format!("row {seq} of the log of room {room}"));
    let mut statement = db.prepare_cached(
        "SELECT seq, body, checksum FROM entries WHERE room = ?1 AND seq >= ?2 ORDER BY seq",
    )?;
    let mut found = statement.query(params![room.as_bytes(), integer(from)])?;
    let mut bodies = Vec::new();
    let mut expected = integer(from);
    while let Some(row) = found.next()? {
        let (seq, checksum): (i64, i64) = (row.get(0)?, row.get(2)?);
        let body = bytes(row, 1)?;
        if seq != expected || entry_checksum(room.as_bytes(), seq, body) != checksum {
            return Err(damaged(expected));
        }
        bodies.push(text(body).ok_or_else(|| damaged(expected))?);
        expected += 1;
    }
    Ok(bodies)
}

/// Returns the space that each room's match log takes.
pub(super) fn weights(db: &Connection) -> Result<BTreeMap<Uuid, Weight>, LogError> {
    let mut statement = db.prepare_cached(
        "SELECT room, count(*), sum(length(CAST(body AS BLOB))) FROM entries GROUP BY room",
    )?;
    let mut found = statement.query([])?;
    let mut weights = BTreeMap::new();
    while let Some(row) = found.next()? {
        let Ok(id) = Uuid::from_slice(bytes(row, 0)?) else { continue };
        let count = |column| row.get(column).map(|n: i64| u64::try_from(n).unwrap_or_default());
        weights.insert(id, Weight { rows: count(1)?, bytes: count(2)? });
    }
    Ok(weights)
}

/// The last heartbeat of a room.
pub(super) fn heartbeat(db: &Connection, room: Uuid) -> Result<Option<u64>, LogError> {
    let found: Option<(i64, i64)> = db
        .prepare_cached("SELECT at_ms, checksum FROM heartbeats WHERE room = ?1")?
        .query_row([room.as_bytes()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((at_ms, checksum)) = found else { return Ok(None) };
    let intact = heartbeat_checksum(room.as_bytes(), at_ms) == checksum;
    match u64::try_from(at_ms) {
        Ok(at_ms) if intact => Ok(Some(at_ms)),
        _ => Err(LogError::Damaged(format!("the heartbeat of room {room}"))),
    }
}

/// The component data with this digest.
pub(super) fn data(db: &Connection, digest: &Hash) -> Result<Option<String>, LogError> {
    let mut statement =
        db.prepare_cached("SELECT canonical, checksum FROM data WHERE digest = ?1")?;
    let mut found = statement.query([digest])?;
    let Some(row) = found.next()? else { return Ok(None) };
    let canonical = bytes(row, 0)?;
    let intact = data_checksum(digest, canonical) == row.get::<_, i64>(1)?;
    let damaged = || LogError::Damaged(format!("the component data {}", hex::encode(digest)));
    text(canonical).filter(|_| intact).ok_or_else(damaged).map(Some)
}
