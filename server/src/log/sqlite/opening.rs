//! Opening a database file, or refusing to. Everything that could be a reason to refuse is looked at
//! before the file is opened for writing: a refused file is left exactly as it was.
//!
//! A new database is made under another name and moved into place, so the name never stands for
//! half a database.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::filesystem;
use super::location::resolve;
use super::schema::{self, APPLICATION_ID, beside, failed, io};
use crate::log::OpenError;

/// 3.51.3: older ones can lose the write-ahead log when two connections race to reset it.
const OLDEST_SQLITE: i32 = 3_051_003;

/// First bytes of every SQLite file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The length of the header, in bytes, and where two of its fields begin.
const HEADER: usize = 100;
const USER_VERSION_AT: usize = 60;
const APPLICATION_ID_AT: usize = 68;

/// First bytes of a write-ahead log, in either byte order of its checksums.
const WAL_MAGIC: [u32; 2] = [0x377f_0682, 0x377f_0683];

/// Size up to which a database is checked before anybody is let in, in bytes: that takes a third of a
/// second. A larger one is checked while it is used.
pub const CHECKED_FIRST_BYTES: u64 = 64 * 1024 * 1024;

/// Number of complaints of the check that are quoted.
const QUOTED_FAULTS: u32 = 3;

/// An open database.
#[derive(Debug)]
pub(super) struct Opened {
    /// The file, without symbolic links.
    pub(super) path: PathBuf,
    /// The only connection that may write.
    pub(super) write: Connection,
    /// A connection that cannot write.
    pub(super) read: Connection,
    /// Keeps other processes away while it lives.
    pub(super) lock: Lock,
    /// `true` if it has yet to be checked.
    pub(super) unchecked: bool,
}

/// Lock that keeps other processes away from a database: one beside it, and one on the file itself,
/// which finds it also by another name, as one that is mounted into two containers has.
#[derive(Debug)]
pub(super) struct Lock {
    /// Held from before SQLite opens the file until after it has closed it, for closing any handle of
    /// a file ends all locks that SQLite has on it, which are of another kind.
    file: Option<File>,
    name: File,
}

/// Contents of the lock file once there was a database beside it.
const MADE: &[u8] =
    b"A database lies beside this file. Without it, somebody moved or deleted it.\n";

/// Opens the database, creating or migrating it where needed.
pub(super) fn open(path: &Path, migrations: &[&str]) -> Result<Opened, OpenError> {
    let found = rusqlite::version_number();
    if found < OLDEST_SQLITE {
        return Err(OpenError::Library { found, needed: OLDEST_SQLITE });
    }
    let path = resolve(path)?;
    filesystem::warn_if_remote(&path);
    let mut lock = lock(&path)?;
    if let Some(misgiving) = misgiving(&path) {
        tracing::warn!("{misgiving}");
    }
    let known = migrations.len() as u32;
    let (version, unchecked) = match header(&path)? {
        None => {
            create(&path, migrations)?;
            lock.hold(&path)?;
            (known, false)
        }
        Some(header) => {
            let bytes = fs::metadata(&path).map_or(0, |found| found.len());
            let (version, db) = look_into(&path, &header, known)?;
            // Nothing is changed in a database that may be damaged.
            let first = bytes <= CHECKED_FIRST_BYTES || version < known;
            if first {
                tracing::info!(path = %path.display(), bytes, "checking the database");
                sound(&path, &db)?;
            }
            (version, !first)
        }
    };
    let opening = failed(&path, "opening");
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut write = Connection::open_with_flags(&path, flags).map_err(&opening)?;
    schema::configure_writer(&path, &write)?;
    // The write-ahead log has its name by now. SQLite would sync the folder too, but go on if that
    // fails.
    schema::sync_folder(&path).map_err(io(&path, "syncing the folder"))?;
    if version < known {
        let copy = schema::copy_before_migration(&path, &write, version)?;
        tracing::info!(from = version, to = known, copy = %copy.display(), "migrating the database");
        schema::migrate(&path, &mut write, version, migrations)?;
    }
    schema::make_shrinkable(&path, &write);
    let read = open_to_read(&path)?;
    // From here on both have all their files open.
    for db in [&write, &read] {
        db.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())).map_err(&opening)?;
    }
    lock.note_database();
    Ok(Opened { path, write, read, lock, unchecked })
}

/// Looks whether a database could be opened or created here, without opening anything for writing.
pub(in crate::log) fn examine(path: &Path) -> Result<(), OpenError> {
    let path = resolve(path)?;
    // The lock file and the write-ahead log lie beside the database.
    may_write(path.parent().unwrap_or(&path))?;
    let Some(header) = header(&path)? else { return Ok(()) };
    one_name(&path)?;
    may_write(&path)?;
    version(&path, &header, schema::MIGRATIONS.len() as u32).map(drop)
}

/// Checks whether there is a database. One that is lost is an error, and so is a link that leads nowhere.
pub(in crate::log) fn is_there(path: &Path) -> Result<bool, OpenError> {
    Ok(path.exists() || (path.is_symlink() && header(&resolve(path)?)?.is_some()))
}

fn may_write(path: &Path) -> Result<(), OpenError> {
    let asked = rustix::fs::access(path, rustix::fs::Access::WRITE_OK);
    asked.map_err(|error| io(path, "asking whether it may be written")(error.into()))
}

/// Takes the lock beside the database. The lock file is never removed: removing one that another
/// process is about to lock would leave two processes with a lock each.
pub(super) fn lock(path: &Path) -> Result<Lock, OpenError> {
    let name = beside(path, ".lock");
    let opened = match schema::create_private(&name) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            File::options().write(true).open(&name)
        }
        created => created,
    };
    let file = opened.map_err(io(&name, "opening the lock file"))?;
    take(path, &name, &file)?;
    let mut lock = Lock { file: None, name: file };
    if path.is_file() {
        lock.hold(path)?;
    }
    Ok(lock)
}

fn take(path: &Path, name: &Path, file: &File) -> Result<(), OpenError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(OpenError::Locked { path: path.to_owned(), lock: name.to_owned() })
        }
        Err(TryLockError::Error(source)) => {
            Err(OpenError::Io { path: name.to_owned(), doing: "locking", source })
        }
    }
}

impl Lock {
    /// Takes the database file itself, which has to have one name only.
    fn hold(&mut self, path: &Path) -> Result<(), OpenError> {
        one_name(path)?;
        // Elsewhere the two kinds of locks are one, and SQLite would find the file locked.
        if cfg!(target_os = "linux") {
            let file = File::open(path).map_err(io(path, "opening"))?;
            take(path, path, &file)?;
            self.file = Some(file);
        }
        Ok(())
    }

    /// Writes down that there is a database: without it, none is made in its place.
    pub(super) fn note_database(&mut self) {
        let empty = self.name.metadata().is_ok_and(|found| found.len() == 0);
        if empty && self.name.write_all(MADE).is_err() {
            tracing::debug!("the lock file cannot be written now; the next start tries again");
        }
    }
}

/// Refuses a file with several names: each would have a write-ahead log of its own.
fn one_name(path: &Path) -> Result<(), OpenError> {
    let links = fs::metadata(path).map_err(io(path, "looking at the file"))?.nlink();
    if links > 1 { Err(OpenError::Linked { path: path.to_owned(), links }) } else { Ok(()) }
}

/// Returns a warning if a part of the database seems to be missing, although it can be opened.
pub(in crate::log) fn misgiving(path: &Path) -> Option<String> {
    let path = resolve(path).ok()?;
    let wal = beside(&path, "-wal");
    if !path.is_file() || !beside(&path, "-shm").exists() {
        return None;
    }
    let lost = "the newest data may be missing; look for them before it is too late";
    let mut magic = [0; 4];
    match File::open(&wal).and_then(|mut file| file.read_exact(&mut magic)) {
        Err(error) if error.kind() == ErrorKind::NotFound => Some(format!(
            "{} is missing, although the server was not shut down cleanly: {lost}",
            wal.display()
        )),
        _ if has_content(&wal) && !WAL_MAGIC.contains(&u32::from_be_bytes(magic)) => {
            Some(format!("{} is not a write-ahead log any more: {lost}", wal.display()))
        }
        _ => None,
    }
}

/// The file's header; `None` if there is no file.
fn header(path: &Path) -> Result<Option<[u8; HEADER]>, OpenError> {
    let reading = io(path, "reading");
    let mut file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return no_trace(path).map(|()| None);
        }
        opened => opened.map_err(&reading)?,
    };
    let mut header = [0; HEADER];
    match file.read_exact(&mut header) {
        Ok(()) if header.starts_with(MAGIC) => Ok(Some(header)),
        Err(error) if error.kind() != ErrorKind::UnexpectedEof => Err(reading(error)),
        _ => Err(OpenError::NotADatabase { path: path.to_owned() }),
    }
}

/// Refuses to make a database where there was one.
fn no_trace(path: &Path) -> Result<(), OpenError> {
    let trace = |suffix: &str, there: fn(&Path) -> bool| {
        Some(beside(path, suffix)).filter(|trace| there(trace))
    };
    let found = trace("-wal", has_content)
        .or_else(|| trace("-shm", Path::exists))
        .or_else(|| trace(".lock", has_content));
    found.map_or(Ok(()), |trace| Err(OpenError::Missing { path: path.to_owned(), trace }))
}

fn has_content(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.len() > 0)
}

fn field(header: &[u8; HEADER], at: usize) -> u32 {
    u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
}

/// The version that a header names, if the database is ours and we know it.
fn version(path: &Path, header: &[u8; HEADER], known: u32) -> Result<u32, OpenError> {
    if field(header, APPLICATION_ID_AT) != APPLICATION_ID {
        return Err(OpenError::Foreign { path: path.to_owned() });
    }
    acceptable(path, field(header, USER_VERSION_AT), known)
}

pub(super) fn acceptable(path: &Path, found: u32, known: u32) -> Result<u32, OpenError> {
    if found > known {
        return Err(OpenError::Newer { path: path.to_owned(), found, known });
    }
    Ok(found)
}

/// Looks at a database without writing to it, and checks it; yields its schema version.
fn inspect(path: &Path, header: &[u8; HEADER], known: u32) -> Result<u32, OpenError> {
    let (version, db) = look_into(path, header, known)?;
    sound(path, &db)?;
    Ok(version)
}

/// Looks at a database without writing to it; yields its schema version.
fn look_into(
    path: &Path,
    header: &[u8; HEADER],
    known: u32,
) -> Result<(u32, Connection), OpenError> {
    version(path, header, known)?;
    // After a hard stop the newest pages are in the write-ahead log, and reading it needs the shared
    // memory file. Otherwise the file is whole by itself and nothing beside it needs to be touched.
    let unclean = has_content(&beside(path, "-wal"));
    let damaged = unreadable(path);
    let db = open_to_inspect(path, unclean).map_err(&damaged)?;
    let version =
        db.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(&damaged)?;
    Ok((acceptable(path, version, known)?, db))
}

/// SQLite's whole check, and that every row belongs to a room.
///
/// The quick check leaves out the indexes, which decide what a write changes. A row whose key is
/// damaged belongs to no room, and so would be missed by none if it is the last of a log.
pub(super) fn sound(path: &Path, db: &Connection) -> Result<(), OpenError> {
    let faults = faults(db).map_err(unreadable(path))?;
    if faults.is_empty() {
        return Ok(());
    }
    Err(OpenError::Damaged { path: path.to_owned(), detail: faults.join("; ") })
}

fn faults(db: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = db.prepare(&format!("PRAGMA integrity_check({QUOTED_FAULTS})"))?;
    let mut faults: Vec<String> =
        statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    faults.retain(|fault| fault != "ok");
    let strays = "SELECT count(*) FROM pragma_foreign_key_check";
    let strays: i64 = db.query_row(strays, [], |row| row.get(0))?;
    if strays > 0 {
        faults.push(format!("{strays} rows belong to no room"));
    }
    Ok(faults)
}

/// An error of SQLite while a database is looked at: mostly, that it is damaged.
fn unreadable(path: &Path) -> impl Fn(rusqlite::Error) -> OpenError + use<> {
    let path = path.to_owned();
    move |error| match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            OpenError::Damaged { path: path.clone(), detail: error.to_string() }
        }
        _ => failed(&path, "checking")(error),
    }
}

/// Opens a database for reading, beside whoever writes to it.
pub(super) fn open_to_read(path: &Path) -> Result<Connection, OpenError> {
    let opening = failed(path, "opening");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags).map_err(&opening)?;
    schema::configure(&db).map_err(&opening)?;
    Ok(db)
}

pub(super) fn open_to_inspect(path: &Path, unclean: bool) -> rusqlite::Result<Connection> {
    let immutable = if unclean { "" } else { "?immutable=1" };
    let uri = format!("file:{}{immutable}", escaped(path));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let db = Connection::open_with_flags(uri, flags)?;
    schema::configure(&db)?;
    Ok(db)
}

/// The path as SQLite's URIs want it.
fn escaped(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
    let bytes = path.as_os_str().as_encoded_bytes();
    let escape = |byte: &u8| {
        if plain(*byte) { char::from(*byte).to_string() } else { format!("%{byte:02X}") }
    };
    bytes.iter().map(escape).collect()
}

/// Refuses what is no database of ours, or not there, without opening it.
pub(super) fn recognise_database(path: &Path) -> Result<(), OpenError> {
    if header(path)?.is_none() {
        let finding = io(path, "finding the database that --database names");
        return Err(finding(ErrorKind::NotFound.into()));
    }
    recognise(path)
}

/// Refuses what is no database of ours, without opening it.
pub(super) fn recognise(path: &Path) -> Result<(), OpenError> {
    let header = header(path)?
        .ok_or_else(|| io(path, "reading")(std::io::Error::from(ErrorKind::NotFound)))?;
    if field(&header, APPLICATION_ID_AT) != APPLICATION_ID {
        return Err(OpenError::Foreign { path: path.to_owned() });
    }
    Ok(())
}

/// Looks at a backup as at a database; yields its schema version.
pub(super) fn inspect_backup(path: &Path, known: u32) -> Result<u32, OpenError> {
    let header = header(path)?
        .ok_or_else(|| io(path, "reading")(std::io::Error::from(ErrorKind::NotFound)))?;
    if has_content(&beside(path, "-wal")) {
        let detail = "it has a write-ahead log: a live database, and not a backup".to_owned();
        return Err(OpenError::Damaged { path: path.to_owned(), detail });
    }
    inspect(path, &header, known)
}

/// Checks a copy that nobody else knows of yet.
pub(super) fn check_copy(path: &Path) -> Result<(), OpenError> {
    let db = open_to_inspect(path, false).map_err(unreadable(path))?;
    sound(path, &db)
}

/// Makes a new database.
fn create(path: &Path, migrations: &[&str]) -> Result<(), OpenError> {
    let unfinished = beside(path, ".new");
    let creating = io(path, "creating");
    schema::remove_leftovers(&unfinished).map_err(&creating)?;
    let file = schema::create_private(&unfinished).map_err(&creating)?;
    let mut db = Connection::open(&unfinished).map_err(failed(path, "creating"))?;
    schema::prepare_shrinking(&db).map_err(failed(path, "creating"))?;
    schema::configure_writer(&unfinished, &db)?;
    db.pragma_update(None, "application_id", APPLICATION_ID).map_err(failed(path, "creating"))?;
    schema::migrate(&unfinished, &mut db, 0, migrations)?;
    // Closing the last connection brings everything from the write-ahead log into the file.
    db.close().map_err(|(_, error)| failed(path, "creating")(error))?;
    file.sync_all().map_err(&creating)?;
    fs::rename(&unfinished, path).map_err(&creating)?;
    schema::sync_folder(path).map_err(&creating)
}

#[cfg(test)]
mod tests;
