//! The schema and the settings of a connection: numbered migrations, pragmas, the copy made before
//! a migration. The database says itself how far it is, in `user_version`.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use crate::log::OpenError;
use crate::paths;

/// Every migration, oldest first. Number n leads to schema version n; one that was ever released
/// never changes again.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("../../../migrations/0001_rooms.sql"),
    include_str!("../../../migrations/0002_deletions.sql"),
    include_str!("../../../migrations/0003_keys.sql"),
];

/// Marks a SQLite file as ours: "Ente" in ASCII.
pub(super) const APPLICATION_ID: u32 = 0x456e_7465;

/// Time that a connection waits for another one's lock. There is no other writer, so this never
/// happens unless somebody opens the file by hand.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Up to which size the write-ahead log's file is kept after a checkpoint, in bytes.
const JOURNAL_SIZE_LIMIT: u64 = 64 * 1024 * 1024;

/// An error of SQLite at a step of opening.
pub(super) fn failed(
    path: &Path,
    doing: &'static str,
) -> impl Fn(rusqlite::Error) -> OpenError + use<> {
    let path = path.to_owned();
    move |answer| OpenError::Sqlite { path: path.clone(), doing, answer }
}

/// An error of the file system at a step of opening.
pub(super) fn io(path: &Path, doing: &'static str) -> impl Fn(std::io::Error) -> OpenError + use<> {
    let path = path.to_owned();
    move |source| OpenError::Io { path: path.clone(), doing, source }
}

/// The file beside this one with a suffix to its whole name.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Applies the settings of every connection: distrust what the file says about itself.
pub(super) fn configure(db: &Connection) -> rusqlite::Result<()> {
    db.busy_timeout(BUSY_TIMEOUT)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    // A statement is planned once. Without this it is planned anew whenever it is bound to other values.
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // temp_store: statement journals in memory, so that no writable /tmp is needed.
    db.execute_batch(
        "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;",
    )
}

/// Applies the settings of the connection that writes: durable at each commit.
///
/// Checkpoints are the writer's business, because SQLite's own ignore their errors.
pub(super) fn configure_writer(path: &Path, db: &Connection) -> Result<(), OpenError> {
    let setting = failed(path, "setting up the connection");
    configure(db).map_err(&setting)?;
    db.execute_batch(&format!(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
         PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; PRAGMA wal_autocheckpoint = 0;
         PRAGMA journal_size_limit = {JOURNAL_SIZE_LIMIT};"
    ))
    .map_err(&setting)?;
    configure_deleting(db).map_err(&setting)?;
    let wanted = [("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1")];
    for (pragma, wanted) in wanted {
        // Some of them are numbers, some are words.
        let found: String = db
            .query_row(&format!("SELECT CAST({pragma} AS TEXT) FROM pragma_{pragma}"), [], |row| {
                row.get(0)
            })
            .map_err(&setting)?;
        if found != wanted {
            return Err(OpenError::Setting { path: path.to_owned(), pragma, found, wanted });
        }
    }
    Ok(())
}

/// Has deleted data overwritten, for they may be personal.
///
/// Foreign keys: what belongs to a room goes with it.
pub(super) fn configure_deleting(db: &Connection) -> rusqlite::Result<()> {
    db.execute_batch("PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON;")
}

/// The mode in which SQLite gives free pages back to the disk on request.
const INCREMENTAL: u32 = 2;

/// The largest database that is made able to shrink in its place, in bytes: it is rewritten as a
/// whole, through memory.
const SHRINKABLE_BYTES: u64 = 1024 * 1024 * 1024;

/// Lets a new database give free pages back; before anything is in it.
pub(super) fn prepare_shrinking(db: &Connection) -> rusqlite::Result<()> {
    db.pragma_update(None, "auto_vacuum", INCREMENTAL)
}

/// Checks whether the database can give free pages back.
pub(super) fn shrinks(db: &Connection) -> rusqlite::Result<bool> {
    let mode: u32 = db.pragma_query_value(None, "auto_vacuum", |row| row.get(0))?;
    Ok(mode == INCREMENTAL)
}

/// Makes a database of the version before able to shrink: it is rewritten, once. Where that is not
/// possible, it works as it did, and a backup that replaces it can shrink.
pub(super) fn make_shrinkable(path: &Path, db: &Connection) {
    let large = fs::metadata(path).is_ok_and(|found| found.len() > SHRINKABLE_BYTES);
    let made = || -> rusqlite::Result<bool> {
        if shrinks(db)? || large {
            return shrinks(db);
        }
        prepare_shrinking(db)?;
        db.execute_batch("VACUUM")?;
        shrinks(db)
    };
    match made() {
        Ok(true) => {}
        Ok(false) => tracing::warn!("the database cannot shrink; a backup that is restored can"),
        Err(error) => tracing::warn!(%error, "the database cannot be made able to shrink now"),
    }
}

/// Brings the database from version `from` to the newest, each step in a transaction of its own.
pub(super) fn migrate(
    path: &Path,
    db: &mut Connection,
    from: u32,
    migrations: &[&str],
) -> Result<(), OpenError> {
    for (number, sql) in (1..).zip(migrations).skip(from as usize) {
        let step = |db: &mut Connection| -> rusqlite::Result<()> {
            let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction.execute_batch(sql)?;
            transaction.pragma_update(None, "user_version", number)?;
            transaction.commit()
        };
        step(db).map_err(|answer| OpenError::Migration {
            path: path.to_owned(),
            number,
            answer,
        })?;
    }
    Ok(())
}

/// Copies the database beside itself before a migration, and makes the copy durable.
pub(super) fn copy_before_migration(
    path: &Path,
    db: &Connection,
    version: u32,
) -> Result<PathBuf, OpenError> {
    let copy = unused_name(path, version);
    copy_into(path, db, (&copy, &copy), "copying the database before a migration")?;
    sync_folder(&copy).map_err(io(&copy, "copying the database before a migration"))?;
    Ok(copy)
}

/// Copies one moment of the database into a new file, which shall be called `copy`, and makes its contents
/// durable.
pub(super) fn copy_into(
    path: &Path,
    db: &Connection,
    (draft, copy): (&Path, &Path),
    doing: &'static str,
) -> Result<(), OpenError> {
    // SQLite writes into an empty file that exists already, and so with our mode.
    let file = create_private(draft).map_err(io(copy, doing))?;
    let name = draft
        .to_str()
        .ok_or_else(|| io(copy, doing)(std::io::Error::other("the path is not UTF-8")))?;
    // The copy can shrink, also where the database cannot yet.
    if !shrinks(db).map_err(failed(path, doing))? {
        prepare_shrinking(db).map_err(failed(path, doing))?;
    }
    db.execute("VACUUM INTO ?1", [name]).map_err(|error| {
        // Only the copy is written.
        let full = error.sqlite_error_code() == Some(ErrorCode::DiskFull);
        failed(if full { copy } else { path }, doing)(error)
    })?;
    file.sync_all().map_err(io(copy, doing))
}

/// An earlier attempt may have left a copy, and it may be the only good one: it is never replaced.
fn unused_name(path: &Path, version: u32) -> PathBuf {
    let first = beside(path, &format!(".v{version}.backup"));
    let others = (2..).map(|n: u32| beside(path, &format!(".v{version}.backup-{n}")));
    std::iter::once(first.clone()).chain(others).find(|name| !name.exists()).unwrap_or(first)
}

/// Creates a file that only its owner may read: it holds everybody's hands.
pub(super) fn create_private(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// Makes a new name in a folder durable.
pub(super) fn sync_folder(path: &Path) -> std::io::Result<()> {
    if cfg!(unix) { File::open(paths::folder(path))?.sync_all() } else { Ok(()) }
}

/// Removes what an attempt to create a database left behind.
pub(super) fn remove_leftovers(path: &Path) -> std::io::Result<()> {
    ["", "-wal", "-shm", "-journal"]
        .iter()
        .try_for_each(|suffix| paths::remove_if_there(&beside(path, suffix)))
}
