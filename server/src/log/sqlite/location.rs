//! The place of a database: its file wherever a link leads, and the socket beside it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::schema::{beside, io};
use crate::log::OpenError;
use crate::paths;

/// The path without symbolic links: two names of one file must find the same lock. A link that leads
/// nowhere is followed as far as it goes, so that nothing is made in its own place.
pub(in crate::log) fn resolve(path: &Path) -> Result<PathBuf, OpenError> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        resolved => return resolved.map_err(io(path, "finding the database")),
    }
    let name = path.file_name().ok_or_else(|| OpenError::Location {
        url: path.display().to_string(),
        reason: "a file name is missing",
    })?;
    let folder = paths::folder(path);
    // Links in a circle are another error than one that leads nowhere.
    if let Ok(target) = fs::read_link(path) {
        return resolve(&folder.join(target));
    }
    let folder = fs::canonicalize(folder).map_err(io(folder, "finding the database's folder"))?;
    Ok(folder.join(name))
}

/// Returns the path of the socket on which the server takes its operator's orders.
pub(in crate::log) fn orders(path: &Path) -> Result<PathBuf, OpenError> {
    Ok(beside(&resolve(path)?, ".orders"))
}
