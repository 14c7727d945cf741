//! Stores by the setting that names them: opening them, looking at them, and why that fails.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::catalogue::near;

use super::nats::{self, NatsAddress, NatsError, NatsOptions};
use super::sqlite::{self, Restored, Snapshot, SqliteLog, UnnamedCopy};
use super::{MatchLog, MemoryLog, advice};

/// Reason why a store cannot be opened. Nothing has been changed, except where a variant says so.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The setting names no kind of store.
    #[error(
        "no such store {url:?}{}; known: sqlite:PATH, sqlite://PATH, nats://HOSTS, memory:",
        meant(*near)
    )]
    Scheme {
        /// The setting.
        url: String,
        /// The form that was probably meant.
        near: Option<&'static str>,
    },
    /// The setting names a store, but not where.
    #[error("{url:?} cannot be used as a database: {reason}")]
    Location {
        /// The setting.
        url: String,
        /// The problem with it.
        reason: &'static str,
    },
    /// The operating system refuses.
    #[error("{}: {doing} failed: {source}{}", path.display(), advice::of_system(source))]
    Io {
        /// The file.
        path: PathBuf,
        /// The operation that failed.
        doing: &'static str,
        /// The system's answer.
        source: std::io::Error,
    },
    /// Another process has the database.
    #[error("{} is in use by another process (it holds {})", path.display(), lock.display())]
    Locked {
        /// The database.
        path: PathBuf,
        /// The lock file.
        lock: PathBuf,
    },
    /// The file has several names.
    #[error(
        "{} has {links} names (hard links), and each would have a write-ahead log of its own: \
         remove the others",
        path.display()
    )]
    Linked {
        /// The database.
        path: PathBuf,
        /// Number of names that it has.
        links: u64,
    },
    /// There was a database, and it is gone.
    #[error(
        "{} is missing, but {} shows that it existed: put it back or restore a backup; \
         to start afresh, remove that file too",
        path.display(),
        trace.display()
    )]
    Missing {
        /// The database.
        path: PathBuf,
        /// The file that it left behind.
        trace: PathBuf,
    },
    /// There is a database already.
    #[error("{} is there already; --replace moves it aside", path.display())]
    Exists {
        /// The database.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("{} is not a SQLite database", path.display())]
    NotADatabase {
        /// The file.
        path: PathBuf,
    },
    /// The file is a SQLite database of another program.
    #[error("{} is a SQLite database, but not one of Entente's", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A newer version of the server wrote the database.
    #[error(
        "{} has schema version {found}, this server knows versions up to {known}: \
         start a newer server",
        path.display()
    )]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version known.
        known: u32,
    },
    /// An older version of the server wrote the database, and it was only to be read.
    #[error(
        "{} has schema version {found}, this server knows version {known}: \
         the next start of the server brings it up to date",
        path.display()
    )]
    Older {
        /// The database.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version that can be read.
        known: u32,
    },
    /// The database's structure does not hold together.
    #[error("{} is damaged, restore a backup: {detail}", path.display())]
    Damaged {
        /// The database.
        path: PathBuf,
        /// Findings of the check.
        detail: String,
    },
    /// The SQLite library is too old to be trusted with this.
    #[error("SQLite {found} is too old, {needed} is needed")]
    Library {
        /// The version linked.
        found: i32,
        /// The oldest that will do.
        needed: i32,
    },
    /// A setting of the database did not take, as on a file system without shared memory.
    #[error("{}: {pragma} is {found} instead of {wanted}; is this a local file system?", path.display())]
    Setting {
        /// The database.
        path: PathBuf,
        /// The setting.
        pragma: &'static str,
        /// Its value.
        found: String,
        /// The value it must have.
        wanted: &'static str,
    },
    /// A migration failed. It was rolled back; a copy of the database lies beside it.
    #[error(
        "{}: migration {number} failed and was rolled back: {}",
        path.display(),
        advice::of_sqlite(path, answer)
    )]
    Migration {
        /// The database.
        path: PathBuf,
        /// The migration.
        number: u32,
        /// SQLite's answer, which the message has already with all that it says: no cause beside it.
        answer: rusqlite::Error,
    },
    /// A store on NATS cannot be used.
    #[error(transparent)]
    Nats(#[from] NatsError),
    /// SQLite refuses for another reason.
    #[error("{}: {doing} failed: {}", path.display(), advice::of_sqlite(path, answer))]
    Sqlite {
        /// The database.
        path: PathBuf,
        /// The operation that failed.
        doing: &'static str,
        /// SQLite's answer, which the message has already.
        answer: rusqlite::Error,
    },
}

impl OpenError {
    /// The exit code: 2 a setting must be changed, 3 the store cannot be used.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Scheme { .. } | Self::Location { .. } | Self::Nats(NatsError::Unchecked) => 2,
            Self::Io { .. }
            | Self::Locked { .. }
            | Self::Linked { .. }
            | Self::Missing { .. }
            | Self::Exists { .. }
            | Self::NotADatabase { .. }
            | Self::Foreign { .. }
            | Self::Newer { .. }
            | Self::Older { .. }
            | Self::Damaged { .. }
            | Self::Library { .. }
            | Self::Setting { .. }
            | Self::Migration { .. }
            | Self::Nats(_)
            | Self::Sqlite { .. } => 3,
        }
    }
}

/// Returns a suggestion for an unknown form, or nothing.
fn meant(near: Option<&str>) -> String {
    near.map_or(String::new(), |near| format!(", did you mean \"{near}:\"?"))
}

/// A setting that names a store, whether or not there is one.
pub(crate) fn checked_url(url: &str) -> Result<String, OpenError> {
    place(url).map(|_| url.to_owned())
}

/// The setting of a store in memory.
pub(crate) const MEMORY: &str = "memory:";

/// Nobody else can look into a store in memory.
const OF_ITS_SERVER: &str = "a store in memory belongs to its server alone";

/// A store as a setting names it.
#[derive(Debug)]
enum StoreAddress<'url> {
    /// In memory.
    Memory,
    /// In a file.
    File(&'url Path),
    /// On NATS servers.
    Nats(NatsAddress),
}

/// Reads a setting: `sqlite:PATH`, `sqlite://PATH`, `nats://HOSTS/NAME` or `memory:`.
fn place(url: &str) -> Result<StoreAddress<'_>, OpenError> {
    const FORMS: [&str; 4] = ["sqlite", "memory", nats::SCHEMES[0], nats::SCHEMES[1]];
    let (scheme, rest) = url.split_once(':').unwrap_or((url, ""));
    let refused = |reason| OpenError::Location { url: url.to_owned(), reason };
    match scheme {
        "memory" if url == MEMORY => Ok(StoreAddress::Memory),
        "memory" => Err(refused("the store in memory takes nothing after \"memory:\"")),
        "sqlite" => match rest.strip_prefix("//").unwrap_or(rest) {
            "" => Err(refused("a path is missing")),
            ":memory:" => Err(refused("the store in memory is \"memory:\"")),
            // A URI of SQLite has parameters there; here they would become part of the file name.
            path if path.contains('?') => Err(refused("nothing can be set after \"?\"")),
            path => Ok(StoreAddress::File(Path::new(path))),
        },
        other => {
            if let Some(address) = NatsAddress::read(url) {
                return address.map(StoreAddress::Nats).map_err(refused);
            }
            let near = near(other, FORMS.into_iter());
            let near = FORMS.into_iter().find(|form| Some(*form) == near);
            Err(OpenError::Scheme { url: url.to_owned(), near })
        }
    }
}

/// Reads a setting that must name a database in a file; `reason` says why a store in memory will not
/// do.
fn file_path<'url>(url: &'url str, reason: &'static str) -> Result<&'url Path, OpenError> {
    let refused = |reason| OpenError::Location { url: url.to_owned(), reason };
    match place(url)? {
        StoreAddress::File(path) => Ok(path),
        StoreAddress::Memory => Err(refused(reason)),
        StoreAddress::Nats(_) => Err(refused("this is done with a database in a file only")),
    }
}

/// Returns the path of the database that a setting names; none for a store that is not in a file.
fn path(url: &str) -> Result<Option<&Path>, OpenError> {
    Ok(match place(url)? {
        StoreAddress::File(path) => Some(path),
        StoreAddress::Memory | StoreAddress::Nats(_) => None,
    })
}

/// Returns the address of the store on NATS that a setting names; none for any other.
pub fn nats_address(url: &str) -> Result<Option<NatsAddress>, OpenError> {
    Ok(match place(url)? {
        StoreAddress::Nats(address) => Some(address),
        StoreAddress::File(_) | StoreAddress::Memory => None,
    })
}

/// Opens the store that a setting names: `sqlite:PATH`, `sqlite://PATH` or `memory:`. One on NATS is
/// opened by [`NatsLog::open`](super::NatsLog::open), which has to wait.
///
/// Blocks while a database is checked; call it where blocking is allowed.
pub fn open(url: &str) -> Result<Arc<dyn MatchLog>, OpenError> {
    Ok(match place(url)? {
        StoreAddress::Memory => Arc::new(MemoryLog::new()),
        StoreAddress::File(path) => Arc::new(SqliteLog::open(path)?),
        StoreAddress::Nats(_) => {
            let reason = "a store on NATS is opened with its settings";
            return Err(OpenError::Location { url: url.to_owned(), reason });
        }
    })
}

/// Looks whether the store that a setting names could be opened, as far as that can be seen without
/// writing and beside a server that has it open: its path, its rights, its kind and version; the servers
/// of one on NATS.
pub fn examine(url: &str, options: &NatsOptions) -> Result<(), OpenError> {
    match place(url)? {
        StoreAddress::Memory => Ok(()),
        StoreAddress::File(path) => sqlite::examine(path),
        StoreAddress::Nats(address) => blocking(nats::examine(&address, options)),
    }
}

/// Waits for something of a store on NATS where nothing else runs.
fn blocking<T>(work: impl Future<Output = Result<T, NatsError>>) -> Result<T, OpenError> {
    let starting = |error: std::io::Error| NatsError::Request {
        doing: "starting the runtime",
        reason: error.to_string(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Ok(runtime.map_err(starting)?.block_on(work)?)
}

/// Returns a warning if a part of the database that a setting names seems to be missing, although a
/// start would go on without it.
pub fn misgiving(url: &str) -> Option<String> {
    sqlite::misgiving(path(url).ok()??)
}

/// Checks whether a store exists where the setting points; one in memory never does.
pub fn is_there(url: &str) -> Result<bool, OpenError> {
    path(url)?.map_or(Ok(false), sqlite::is_there)
}

/// Opens the database that a setting names, or creates it, for changes that no server may make
/// beside them.
///
/// Blocks while it is checked.
pub fn open_alone(url: &str) -> Result<SqliteLog, OpenError> {
    SqliteLog::open(file_path(url, OF_ITS_SERVER)?)
}

/// Copies a database that nobody else uses to `draft`, on the disk on which it shall be called `to`.
///
/// Blocks until the copy is whole and durable.
pub fn copy_file(database: &Path, draft: &Path, to: &Path) -> Result<UnnamedCopy, OpenError> {
    UnnamedCopy::of(database, draft, to)
}

/// Returns the path of the operator's socket of the server that has this store open: beside the
/// database; `None` for a store that is not in a file.
pub fn orders(url: &str) -> Result<Option<PathBuf>, OpenError> {
    path(url)?.map(sqlite::orders).transpose()
}

/// The database's file, wherever a link leads; none for a store that is not in a file.
pub fn file(url: &str) -> Result<Option<PathBuf>, OpenError> {
    path(url)?.map(sqlite::resolve).transpose()
}

/// One moment of the database that a setting names, whether or not a server has it open.
pub fn snapshot(url: &str) -> Result<Snapshot, OpenError> {
    Snapshot::open(file_path(url, OF_ITS_SERVER)?)
}

/// Writes a new file that only its owner may read and that appears once it is whole and durable.
pub fn write_private(path: &Path, text: &str) -> Result<(), OpenError> {
    sqlite::write_private(path, text.as_bytes())
}

/// Copies the store that a setting names, whether or not a server has it open, as [`copy_file`] does.
pub fn copy(url: &str, draft: &Path, to: &Path) -> Result<UnnamedCopy, OpenError> {
    copy_file(file_path(url, "the store in memory cannot be copied")?, draft, to)
}

/// A copy of a store, to be looked at; nobody writes to it.
pub fn look_at_copy(path: &Path) -> Result<Snapshot, OpenError> {
    Snapshot::of_copy(path)
}

/// Opens a backup, which must be whole and sound.
pub fn look_at_backup(path: &Path) -> Result<Snapshot, OpenError> {
    Snapshot::of_backup(path)
}

/// Replaces the store that a setting names, which no server may have open, by a backup; an existing
/// one only if `replace`.
pub fn restore(url: &str, backup: &Path, replace: bool) -> Result<Restored, OpenError> {
    sqlite::restore(file_path(url, "the store in memory cannot be restored")?, backup, replace)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(url: &str) -> String {
        open(url).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_setting_that_names_no_store_says_what_would() {
        assert!(
            refusal("sqlit:x.db").contains("did you mean \"sqlite:\""),
            "{}",
            refusal("sqlit:x.db")
        );
        assert!(refusal("memori").contains("did you mean \"memory:\""));
        assert!(refusal("memory").contains("cannot be used"));
        assert!(refusal("sqlite:").contains("a path is missing"));
        assert!(refusal("sqlite://").contains("a path is missing"));
        assert!(refusal("sqlite::memory:").contains("\"memory:\""));
        assert!(refusal("sqlite:x.db?mode=ro").contains("\"?\""));
        assert_eq!(refusal("memory:"), "");
    }

    #[test]
    fn both_forms_of_a_path_name_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let _held = open(&format!("sqlite:{}", path.display())).unwrap();
        assert!(refusal(&format!("sqlite://{}", path.display())).contains("in use"));
    }
}
