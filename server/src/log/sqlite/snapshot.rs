//! One moment of a database that may be in use: what `entente-server rooms` looks at.
//!
//! Like a backup it is read by a connection of its own that cannot write, in one transaction: a
//! reader of a write-ahead log hinders nobody, and what it reads fits together. Nothing is asked of
//! the server, which may as well not run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fairness::Hash;
use rusqlite::Connection;
use uuid::Uuid;

use super::rows::own::{self, SpoiltNote};
use super::rows::{self, Weight};
use super::{location, opening, schema};
use crate::log::{Deletion, LogError, OpenError, OwnKey, StoredRoom, Wreck};

/// One moment of a database.
#[derive(Debug)]
pub struct Snapshot {
    db: Connection,
    path: PathBuf,
}

/// The oldest version whose rows are those of today.
const OLDEST_READ: u32 = 1;

impl Snapshot {
    /// Opens a database of this version.
    pub(in crate::log) fn open(path: &Path) -> Result<Self, OpenError> {
        let path = &location::resolve(path)?;
        opening::recognise_database(path)?;
        Self::over(path, opening::open_to_read(path)?)
    }

    /// Opens a copy that nobody writes to; nothing is made beside it.
    pub(in crate::log) fn of_copy(path: &Path) -> Result<Self, OpenError> {
        opening::recognise(path)?;
        let db = opening::open_to_inspect(path, false).map_err(schema::failed(path, "opening"))?;
        Self::over(path, db)
    }

    /// Opens a backup, which must be whole and sound; a database that may be in use is none.
    pub(in crate::log) fn of_backup(path: &Path) -> Result<Self, OpenError> {
        opening::inspect_backup(path, schema::MIGRATIONS.len() as u32)?;
        let backup = Self::of_copy(path)?;
        backup.sound()?;
        Ok(backup)
    }

    fn over(path: &Path, db: Connection) -> Result<Self, OpenError> {
        let opening = schema::failed(path, "opening");
        // The moment is that of the first read.
        db.execute_batch("BEGIN").map_err(&opening)?;
        let found = db.pragma_query_value(None, "user_version", |row| row.get(0));
        let known = schema::MIGRATIONS.len() as u32;
        let found = opening::acceptable(path, found.map_err(&opening)?, known)?;
        if found < OLDEST_READ {
            return Err(OpenError::Older { path: path.to_owned(), found, known });
        }
        Ok(Self { db, path: path.to_owned() })
    }

    /// Checks its structure as a start does; blocks while the whole file is read.
    pub fn sound(&self) -> Result<(), OpenError> {
        opening::sound(&self.path, &self.db)
    }

    /// Every room, in the order of their ids: as it was stored, or what is left of it.
    pub fn all_rooms(&self) -> Result<Vec<Result<StoredRoom, Wreck>>, LogError> {
        rows::rooms(&self.db)
    }

    /// Those whose record is what was stored; the others are reported in the log.
    pub fn rooms(&self) -> Result<Vec<StoredRoom>, LogError> {
        self.all_rooms().map(super::intact)
    }

    /// The notes of rooms that the operator deleted and that are not there again.
    pub fn deletions(&self) -> Result<Vec<Deletion>, LogError> {
        Ok(own::deletion_notes(&self.db)?.into_iter().filter_map(Result::ok).collect())
    }

    /// All notes of deleted rooms, as they were stored or as they are.
    pub(super) fn deletion_notes(&self) -> Result<Vec<Result<Deletion, SpoiltNote>>, LogError> {
        own::deletion_notes(&self.db)
    }

    /// Says what is damaged beside the rooms: notes of deleted rooms, and the server's own keys.
    pub fn damage_beside(&self) -> Result<Vec<String>, LogError> {
        own::damage(&self.db)
    }

    /// Returns the space that each room's match log takes.
    pub fn weights(&self) -> Result<BTreeMap<Uuid, Weight>, LogError> {
        rows::weights(&self.db)
    }

    /// The rows of a room's match log; [`LogError::Damaged`] names the first that is not what was
    /// appended.
    pub fn entries(&self, room: Uuid) -> Result<Vec<String>, LogError> {
        rows::entries(&self.db, room, 0)
    }

    /// The last heartbeat of a room.
    pub fn heartbeat(&self, room: Uuid) -> Result<Option<u64>, LogError> {
        rows::heartbeat(&self.db, room)
    }

    /// The server's own key with this name; `None` while there is none.
    pub fn key(&self, name: &'static str) -> Result<Option<OwnKey>, LogError> {
        own::key(&self.db, name)
    }

    /// The component data with this digest.
    pub fn data(&self, digest: &Hash) -> Result<Option<String>, LogError> {
        rows::data(&self.db, digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::WholeRoom;

    #[test]
    fn only_this_version_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let opened = opening::open(&path, schema::MIGRATIONS).unwrap();
        assert!(Snapshot::open(&path).is_ok(), "beside a server");
        for (version, refused) in [(0, "brings it up to date"), (99, "start a newer server")] {
            opened.write.pragma_update(None, "user_version", version).unwrap();
            let error = Snapshot::open(&path).unwrap_err().to_string();
            assert!(error.contains(refused), "{error}");
        }
    }

    #[test]
    fn the_note_of_a_deletion_stands_for_no_room_that_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let opened = opening::open(&path, schema::MIGRATIONS).unwrap();
        let (id, code) = (Uuid::from_u128(7), "K7P2XR".to_owned());
        let erase = rows::WriteRequest::Erase { room: id, code: code.clone(), at_ms: 7 };
        let room = StoredRoom { id, code, revision: 1, record: "{}".to_owned() };
        let data = ([0; 32], "{}".to_owned());
        let whole = WholeRoom { room: room.clone(), data, rows: Vec::new(), heartbeat: None };
        let notes = || Snapshot::open(&path).unwrap().deletions().unwrap().len();
        for (back, kept) in [
            // As it was stored by versions that kept the note.
            (rows::WriteRequest::Room(room), 1),
            (rows::WriteRequest::Whole(Box::new(whole)), 0),
        ] {
            erase.carry_out(&opened.write).unwrap();
            assert_eq!(notes(), 1);
            back.carry_out(&opened.write).unwrap();
            assert_eq!(notes(), 0, "{back:?}");
            rows::WriteRequest::Delete(id).carry_out(&opened.write).unwrap();
            assert_eq!(notes(), kept, "{back:?}");
        }
    }

    #[test]
    fn it_is_one_moment() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let opened = opening::open(&path, schema::MIGRATIONS).unwrap();
        let before = Snapshot::open(&path).unwrap();
        let room = StoredRoom {
            id: Uuid::from_u128(7),
            code: "K7P2XR".to_owned(),
            revision: 1,
            record: "{}".to_owned(),
        };
        rows::WriteRequest::Room(room).carry_out(&opened.write).unwrap();
        assert_eq!(before.rooms().unwrap(), []);
        assert_eq!(Snapshot::open(&path).unwrap().rooms().unwrap().len(), 1);
    }
}
