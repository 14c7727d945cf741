//! Advice on errors of a database in a file, which do not say themselves that somebody could do something.

use std::io::{self, ErrorKind};
use std::path::Path;

use rusqlite::ErrorCode;
use rustix::fs::{StatVfsMountFlags, statvfs};

use crate::paths;

/// Free space below which a disk counts as full, in bytes: less than the shared memory of a write-ahead log
/// takes at once.
const FULL_BYTES: u64 = 64 * 1024;

const FULL: &str = "; the disk is full: free some space there";

/// Returns advice on an error of the system, or nothing.
pub(super) fn of_system(error: &io::Error) -> &'static str {
    let advices = [
        (ErrorKind::PermissionDenied, "; the user that runs this needs write access there"),
        (ErrorKind::ReadOnlyFilesystem, "; a database needs a place that can be written"),
        (ErrorKind::StorageFull, FULL),
    ];
    advices.iter().find(|(kind, _)| *kind == error.kind()).map_or("", |(_, advice)| advice)
}

/// Returns what SQLite has answered about a database, with its code and what the file system says about it.
pub(super) fn of_sqlite(path: &Path, error: &rusqlite::Error) -> String {
    let said = error.to_string();
    let Some(answer) = error.sqlite_error() else { return said };
    // Without a text of its own it is said by its code.
    let code = answer.extended_code.to_string();
    let said = if said.contains(&code) { said } else { format!("{said} ({code})") };
    let Ok(there) = statvfs(paths::folder(path)) else { return said };
    let refused = [ErrorCode::ReadOnly, ErrorCode::CannotOpen].contains(&answer.code);
    // What was written has perhaps made room already.
    let full = answer.code == ErrorCode::DiskFull
        || (answer.code == ErrorCode::SystemIoFailure
            && there.f_bavail.saturating_mul(there.f_frsize) < FULL_BYTES);
    if full {
        return said + FULL;
    }
    let read_only = there.f_flag.contains(StatVfsMountFlags::RDONLY);
    if refused && read_only { said + "; the file system is read-only there" } else { said }
}
