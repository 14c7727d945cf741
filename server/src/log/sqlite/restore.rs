//! Replaces a database by a backup: `entente-server restore`.
//!
//! The backup is looked at as a start would look at it, before anything is touched. The database
//! that it replaces is moved aside and not deleted: it may be the only one with the newest entries.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::rows::own::{SpoiltNote, deletion_notes, note_deletion};
use super::schema::{self, MIGRATIONS, beside};
use super::{Snapshot, aside, location, opening, rows};
use crate::log::{Deletion, OpenError};

/// Result of a restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The database.
    pub path: PathBuf,
    /// New path of the previous database, if there was one.
    pub aside: Option<PathBuf>,
    /// The version of the backup's form; an older one is brought up to date by the next start.
    pub version: u32,
    /// The version that this server writes.
    pub newest: u32,
    /// Rooms that had been deleted since, and were deleted again.
    pub deleted: Vec<Deletion>,
    /// The reason why other rooms that had been deleted may be there again.
    pub unread: Option<String>,
}

/// A database that has no name yet; dropped, it is gone.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        // It has its name by now, or nobody wants it.
        let _ = schema::remove_leftovers(&self.0);
    }
}

/// Replaces a database that no server has open by a backup; an existing one only if `replace`.
pub(in crate::log) fn restore(
    database: &Path,
    backup: &Path,
    replace: bool,
) -> Result<Restored, OpenError> {
    let newest = MIGRATIONS.len() as u32;
    let version = opening::inspect_backup(backup, newest)?;
    let path = location::resolve(database)?;
    // Held until the end: no server starts on what is half done.
    let mut lock = opening::lock(&path)?;
    let unfinished = beside(&path, ".restored");
    let writing = schema::io(&path, "writing the restored database");
    let before = aside::finish(&path, &unfinished).map_err(&writing)?;
    let there = aside::found(&path);
    if let (Some(path), false) = (&there, replace) {
        return Err(OpenError::Exists { path: path.clone() });
    }
    schema::remove_leftovers(&unfinished).map_err(&writing)?;
    let unfinished = Unfinished(unfinished);
    copy(backup, &unfinished.0).map_err(&writing)?;
    let replaced = there.as_ref().map(|_| &path).or(before.as_ref());
    let (notes, unread) = replaced.map(|replaced| noted(replaced)).unwrap_or_default();
    let (deleted, lost) = delete_again(&unfinished.0, &notes)?;
    let unread = unread.or((lost > 0).then(|| format!("in the backup, {lost} cannot be read")));
    lock.note_database();
    let aside = match there {
        Some(_) => Some(aside::move_aside(&path).map_err(&writing)?),
        None => before,
    };
    fs::rename(&unfinished.0, &path).map_err(&writing)?;
    schema::sync_folder(&path).map_err(&writing)?;
    Ok(Restored { path, aside, version, newest, deleted, unread })
}

/// The rooms that were deleted from the database that is to be replaced, and why there may be more: it may
/// be replaced because it cannot be read.
fn noted(path: &Path) -> (Vec<Deletion>, Option<String>) {
    let found = Snapshot::open(path).map_err(|error| error.to_string());
    let found = found.and_then(|found| found.deletion_notes().map_err(|error| error.to_string()));
    match found {
        Err(reason) => (Vec::new(), Some(reason)),
        Ok(found) => {
            let count = found.len();
            let meant = |note: Result<_, SpoiltNote>| note.or_else(|note| note.meant().ok_or(()));
            let notes: Vec<_> = found.into_iter().filter_map(|note| meant(note).ok()).collect();
            let lost = count - notes.len();
            (notes, (lost > 0).then(|| format!("{lost} are damaged")))
        }
    }
}

/// Deletes rooms that a backup still has, and keeps the notes of it. Of its own notes the damaged ones go;
/// returns the number of those that do not say which room they mean, too.
fn delete_again(copy: &Path, notes: &[Deletion]) -> Result<(Vec<Deletion>, usize), OpenError> {
    let deleting = schema::failed(copy, "deleting rooms again");
    let mut db = Connection::open(copy).map_err(&deleting)?;
    schema::configure(&db).map_err(&deleting)?;
    schema::configure_deleting(&db).map_err(&deleting)?;
    let delete = |db: &mut Connection| -> Result<(Vec<Deletion>, usize), rows::SqlFailure> {
        let transaction = db.transaction()?;
        let mut lost = 0;
        for spoilt in deletion_notes(&transaction)?.into_iter().filter_map(Result::err) {
            spoilt.remove(&transaction)?;
            match spoilt.meant() {
                Some(note) => note_deletion(&transaction, &note)?,
                None => lost += 1,
            }
        }
        // One of the version before has no such notes; those who delete again then need not either.
        let notable = transaction.table_exists(None, "deletions")?;
        let mut deleted = Vec::new();
        for note in notes {
            if rows::delete_room(&transaction, note.room)? {
                deleted.push(note.clone());
            }
            if notable {
                note_deletion(&transaction, note)?;
            }
        }
        transaction.commit()?;
        Ok((deleted, lost))
    };
    let deleted = delete(&mut db).map_err(|failure| match failure {
        rows::SqlFailure::Sqlite(error) => deleting(error),
        rows::SqlFailure::Refused(error) => {
            schema::io(copy, "deleting rooms again")(io::Error::other(error))
        }
    })?;
    db.close().map_err(|(_, error)| deleting(error))?;
    Ok(deleted)
}

/// A durable copy that only its owner may read.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut copy = schema::create_private(to)?;
    io::copy(&mut File::open(from)?, &mut copy)?;
    copy.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::sqlite::UnnamedCopy;

    fn backup(database: &Path, copy: &Path) -> Result<(), OpenError> {
        UnnamedCopy::of(database, &beside(copy, ".draft"), copy)?.name(copy, false)
    }

    /// A database with this number of rows in the table that writing is tried with.
    fn made(path: &Path, rows: u32) -> opening::Opened {
        let opened = opening::open(path, MIGRATIONS).unwrap();
        for _ in 0..rows {
            opened.write.execute("INSERT INTO probe (filler) VALUES (x'01')", []).unwrap();
        }
        opened
    }

    fn rows(path: &Path) -> u32 {
        let opened = opening::open(path, MIGRATIONS).unwrap();
        opened.read.query_row("SELECT count(*) FROM probe", [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn a_backup_takes_the_place_and_nothing_is_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let held = made(&at("a.db"), 2);
        backup(&at("a.db"), &at("copy.db")).unwrap();
        held.write.execute("INSERT INTO probe (filler) VALUES (x'02')", []).unwrap();
        let busy = restore(&at("a.db"), &at("copy.db"), true).unwrap_err();
        assert!(matches!(busy, OpenError::Locked { .. }), "{busy}");
        // As if killed: the newest row is in the write-ahead log only.
        std::mem::forget(held.write);
        std::mem::forget(held.read);
        drop(held.lock);
        let refused = restore(&at("a.db"), &at("copy.db"), false).unwrap_err();
        assert!(matches!(refused, OpenError::Exists { .. }), "{refused}");
        assert!(at("a.db-wal").exists());
        let done = restore(&at("a.db"), &at("copy.db"), true).unwrap();
        assert_eq!(done.aside, Some(done.path.with_file_name("a.db.replaced-1")));
        assert_eq!((done.version, done.newest), (3, 3));
        assert!(!at("a.db-wal").exists());
        assert_eq!(rows(&at("a.db")), 2);
        assert_eq!(rows(&at("a.db.replaced-1")), 3, "with what its write-ahead log held");
        let done = restore(&at("b.db"), &at("copy.db"), false).unwrap();
        assert_eq!(done.aside, None);
        assert_eq!(rows(&at("b.db")), 2);
        assert!(at("copy.db").exists(), "the backup stays");
    }

    #[test]
    fn only_a_sound_backup_of_a_known_version_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        drop(made(&at("a.db"), 1));
        let refusal = |name: &str| restore(&at("a.db"), &at(name), true).unwrap_err();
        assert!(refusal("none.db").to_string().contains("reading"));
        fs::write(at("diary.db"), "dear diary".repeat(100)).unwrap();
        assert!(matches!(refusal("diary.db"), OpenError::NotADatabase { .. }));
        drop(Connection::open(at("other.db")).unwrap().execute_batch("CREATE TABLE a (b)"));
        assert!(matches!(refusal("other.db"), OpenError::Foreign { .. }));
        backup(&at("a.db"), &at("newer.db")).unwrap();
        let newer = Connection::open(at("newer.db")).unwrap();
        newer.pragma_update(None, "user_version", 99).unwrap();
        drop(newer);
        assert!(matches!(refusal("newer.db"), OpenError::Newer { found: 99, known: 3, .. }));
        backup(&at("a.db"), &at("cut.db")).unwrap();
        File::options().write(true).open(at("cut.db")).unwrap().set_len(8192).unwrap();
        assert!(matches!(refusal("cut.db"), OpenError::Damaged { .. }));
        assert_eq!(rows(&at("a.db")), 1, "a refusal changes nothing");
        assert!(!at("a.db.replaced-1").exists());
    }
}
