//! A copy of a database that may be in use: what `entente-server backup` makes; and how any file of
//! ours appears: whole, durable, for its owner only, and replacing another only on request.
//!
//! It is read by a connection of its own that cannot write, so the server's lock is not needed: a
//! reader of a write-ahead log hinders nobody and sees one moment of the database, whole. Nothing
//! is asked of the server, which may as well not run.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::{Snapshot, location, opening, schema};
use crate::log::OpenError;

/// A copy of a database that has no name yet. Whoever asked for it removes it if it gets none.
#[derive(Debug)]
pub struct UnnamedCopy(PathBuf);

impl UnnamedCopy {
    /// Copies a database to `draft`, for a copy that shall be called `copy`: it is whole, checked and durable.
    pub(in crate::log) fn of(
        database: &Path,
        draft: &Path,
        copy: &Path,
    ) -> Result<Self, OpenError> {
        let database = &location::resolve(database)?;
        opening::recognise_database(database)?;
        if same_file(database, copy) {
            let reason = "a backup must not replace the database itself";
            return Err(OpenError::Location { url: copy.display().to_string(), reason });
        }
        let db = opening::open_to_read(database)?;
        schema::copy_into(database, &db, (draft, copy), "copying the database")?;
        opening::check_copy(draft)?;
        Ok(Self(draft.to_owned()))
    }

    /// Opens the copy for reading.
    pub fn look(&self) -> Result<Snapshot, OpenError> {
        Snapshot::of_copy(&self.0)
    }

    /// Gives it its name; replaces another backup only if `replace`.
    pub fn name(self, path: &Path, replace: bool) -> Result<(), OpenError> {
        if path.exists() {
            if !replace {
                return Err(exists(path));
            }
            // A slip of the hand must not cost a file that is something else.
            opening::recognise(path)?;
        }
        finish(&self.0, path)
    }
}

/// Checks whether two names are those of one file.
fn same_file(a: &Path, b: &Path) -> bool {
    let resolved = |path: &Path| location::resolve(path).ok();
    resolved(a).is_some_and(|a| Some(a) == resolved(b))
}

/// Writes a new file, which appears only once it is whole and durable.
pub(in crate::log) fn write_private(path: &Path, bytes: &[u8]) -> Result<(), OpenError> {
    if path.exists() {
        return Err(exists(path));
    }
    let unfinished = begin(path)?;
    let written = schema::create_private(&unfinished).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.map_err(schema::io(path, "writing the file"))?;
    finish(&unfinished, path)
}

fn exists(path: &Path) -> OpenError {
    schema::io(path, "creating the file")(std::io::ErrorKind::AlreadyExists.into())
}

/// The name under which a file is written until it is whole.
fn begin(path: &Path) -> Result<PathBuf, OpenError> {
    let unfinished = schema::beside(path, ".unfinished");
    schema::remove_leftovers(&unfinished).map_err(schema::io(path, "creating the file"))?;
    Ok(unfinished)
}

fn finish(unfinished: &Path, path: &Path) -> Result<(), OpenError> {
    let naming = schema::io(path, "naming the file");
    fs::rename(unfinished, path).map_err(&naming)?;
    schema::sync_folder(path).map_err(&naming)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does what `backup` does if nothing is damaged.
    fn backup(database: &Path, copy: &Path, replace: bool) -> Result<(), OpenError> {
        let folder = tempfile::tempdir_in(copy.parent().unwrap()).unwrap();
        UnnamedCopy::of(database, &folder.path().join("copy.db"), copy)?.name(copy, replace)
    }

    fn made(folder: &Path) -> std::path::PathBuf {
        let path = folder.join("a.db");
        let opened = opening::open(&path, schema::MIGRATIONS).unwrap();
        opened.write.execute("INSERT INTO probe (filler) VALUES (x'01')", []).unwrap();
        path
    }

    #[test]
    fn a_copy_is_whole_private_and_never_replaces_anything() {
        let folder = tempfile::tempdir().unwrap();
        let path = made(folder.path());
        let held = opening::open(&path, schema::MIGRATIONS).unwrap();
        held.write.execute("INSERT INTO probe (filler) VALUES (x'02')", []).unwrap();
        let copy = folder.path().join("copy.db");
        backup(&path, &copy, false).unwrap();
        let restored = opening::open(&copy, schema::MIGRATIONS).unwrap();
        let rows: u32 =
            restored.read.query_row("SELECT count(*) FROM probe", [], |row| row.get(0)).unwrap();
        assert_eq!(rows, 2, "what is only in the write-ahead log is there too");
        let mode =
            std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&copy).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);
        let error = backup(&path, &copy, false).unwrap_err();
        assert!(error.to_string().contains("exists"), "{error}");
        backup(&path, &copy, true).unwrap();
        let diary = folder.path().join("diary.txt");
        fs::write(&diary, "dear diary".repeat(100)).unwrap();
        assert!(matches!(backup(&path, &diary, true), Err(OpenError::NotADatabase { .. })));
        assert!(matches!(backup(&path, &path, true), Err(OpenError::Location { .. })));
    }

    #[test]
    fn only_a_database_of_ours_is_copied() {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("copy.db");
        let missing = backup(&folder.path().join("none.db"), &copy, false).unwrap_err();
        assert!(missing.to_string().contains("--database"), "{missing}");
        let diary = folder.path().join("diary.db");
        fs::write(&diary, "dear diary".repeat(100)).unwrap();
        assert!(matches!(backup(&diary, &copy, false), Err(OpenError::NotADatabase { .. })));
        assert!(!copy.exists());
    }
}
