//! Paths and files, where the standard library stops short.

use std::io::{self, ErrorKind};
use std::path::Path;

/// Returns the folder that a file is in. A name alone is in the working directory.
pub(crate) fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    }
}

/// Removes a file, if it is there.
pub(crate) fn remove_if_there(file: &Path) -> io::Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}
