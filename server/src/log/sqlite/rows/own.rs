//! Rows that belong to no room: notes of rooms that were deleted, and the server's own keys.

use rusqlite::{Connection, Row, params};
use uuid::Uuid;

use super::{SqlFailure, bytes, checksum, integer, text};
use crate::log::{Deletion, LogError, OwnKey};

fn key_checksum(name: &[u8], secret: &[u8]) -> i64 {
    checksum("keys", &[name, secret])
}

pub(super) fn store_key(db: &Connection, key: &OwnKey) -> Result<(), SqlFailure> {
    let OwnKey { name, secret } = key;
    db.prepare_cached("INSERT OR REPLACE INTO keys (name, secret, checksum) VALUES (?1, ?2, ?3)")?
        .execute(params![name, secret, key_checksum(name.as_bytes(), secret)])?;
    Ok(())
}

/// The server's own key with this name.
pub(in crate::log::sqlite) fn key(
    db: &Connection,
    name: &'static str,
) -> Result<Option<OwnKey>, LogError> {
    // A database of a version before has none.
    if !db.table_exists(None, "keys")? {
        return Ok(None);
    }
    let mut statement = db.prepare_cached("SELECT secret, checksum FROM keys WHERE name = ?1")?;
    let mut found = statement.query([name])?;
    let Some(row) = found.next()? else { return Ok(None) };
    let secret = bytes(row, 0)?.to_vec();
    if key_checksum(name.as_bytes(), &secret) != row.get::<_, i64>(1)? {
        return Err(LogError::Damaged(format!("the server's own key {name:?}")));
    }
    Ok(Some(OwnKey { name, secret }))
}

/// The names of keys that are not what was stored, as far as they can be read.
fn damaged_keys(db: &Connection) -> Result<Vec<String>, LogError> {
    let mut damaged = Vec::new();
    if !db.table_exists(None, "keys")? {
        return Ok(damaged);
    }
    let mut statement =
        db.prepare_cached("SELECT name, secret, checksum FROM keys ORDER BY name")?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let (name, secret) = (bytes(row, 0)?, bytes(row, 1)?);
        if key_checksum(name, secret) != row.get::<_, i64>(2)? {
            damaged.push(String::from_utf8_lossy(name).into_owned());
        }
    }
    Ok(damaged)
}

fn deletion_checksum(room: &[u8], code: &[u8], at_ms: i64) -> i64 {
    checksum("deletions", &[room, code, &at_ms.to_le_bytes()])
}

pub(in crate::log::sqlite) fn note_deletion(
    db: &Connection,
    deletion: &Deletion,
) -> Result<(), SqlFailure> {
    let Deletion { room, code, at_ms } = deletion;
    let (room, at_ms) = (room.as_bytes(), integer(*at_ms));
    let checksum = deletion_checksum(room, code.as_bytes(), at_ms);
    db.prepare_cached(
        "INSERT OR REPLACE INTO deletions (room, code, at_ms, checksum) VALUES (?1, ?2, ?3, ?4)",
    )?
    .execute(params![room, code, at_ms, checksum])?;
    Ok(())
}

/// Remains of a note of a deleted room that is not what was stored.
pub(in crate::log::sqlite) struct SpoiltNote {
    /// Its key in the table.
    key: Vec<u8>,
    /// The code, as far as it can be read.
    code: String,
    /// The time, or what it reads as.
    at_ms: u64,
}

impl SpoiltNote {
    /// Reads the note for what it may still say: an id is as good as it looks, for no other room has one
    /// that was damaged.
    pub(in crate::log::sqlite) fn meant(&self) -> Option<Deletion> {
        let room = Uuid::from_slice(&self.key).ok()?;
        Some(Deletion { room, code: self.code.clone(), at_ms: self.at_ms })
    }

    /// Removes it.
    pub(in crate::log::sqlite) fn remove(&self, db: &Connection) -> Result<(), SqlFailure> {
        db.prepare_cached("DELETE FROM deletions WHERE room = ?1")?.execute([&self.key])?;
        Ok(())
    }
}

/// Every note of a deleted room, unless the room is there again.
pub(in crate::log::sqlite) fn deletion_notes(
    db: &Connection,
) -> Result<Vec<Result<Deletion, SpoiltNote>>, LogError> {
    // A database of the version before has none.
    if !db.table_exists(None, "deletions")? {
        return Ok(Vec::new());
    }
    let mut statement = db.prepare_cached(
        "SELECT room, code, at_ms, checksum FROM deletions
         WHERE room NOT IN (SELECT id FROM rooms) ORDER BY room",
    )?;
    let mut found = statement.query([])?;
    let mut notes = Vec::new();
    while let Some(row) = found.next()? {
        notes.push(note(row)?);
    }
    Ok(notes)
}

fn note(row: &Row<'_>) -> rusqlite::Result<Result<Deletion, SpoiltNote>> {
    let (key, code, at_ms): (_, _, i64) = (bytes(row, 0)?, bytes(row, 1)?, row.get(2)?);
    let intact = deletion_checksum(key, code, at_ms) == row.get::<_, i64>(3)?;
    let parts = (Uuid::from_slice(key), text(code), u64::try_from(at_ms));
    Ok(match parts {
        (Ok(room), Some(code), Ok(at_ms)) if intact => Ok(Deletion { room, code, at_ms }),
        _ => Err(SpoiltNote {
            key: key.to_vec(),
            code: String::from_utf8_lossy(code).into_owned(),
            at_ms: u64::try_from(at_ms).unwrap_or_default(),
        }),
    })
}

/// Says of each of these rows that is not what was stored what it is.
pub(in crate::log::sqlite) fn damage(db: &Connection) -> Result<Vec<String>, LogError> {
    let notes = deletion_notes(db)?.into_iter().filter_map(Result::err);
    let notes = notes.map(|SpoiltNote { code, .. }| {
        format!("the note of a deleted room is damaged; its code may have been {code}")
    });
    let keys = damaged_keys(db)?.into_iter();
    Ok(notes.chain(keys.map(|name| format!("the server's own key {name:?} is damaged"))).collect())
}
