//! Databases that a restore moved aside: `FILE.replaced-1` and so on, each with its write-ahead log.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::schema::{beside, sync_folder};
use crate::paths;

/// The most databases that may lie aside; somebody should look before there are more.
const ASIDE_MAX: usize = 100;

/// The ending of a write-ahead log's name.
const WAL: &str = "-wal";

/// Finds what there is of a database: its file, or a write-ahead log that holds something.
pub(super) fn found(path: &Path) -> Option<PathBuf> {
    let holds = |wal: &PathBuf| fs::metadata(wal).is_ok_and(|found| found.len() > 0);
    if path.exists() { Some(path.to_owned()) } else { Some(beside(path, WAL)).filter(holds) }
}

/// Gives a database another name, with its write-ahead log; returns the name of what there was. The file
/// goes first: a start between the two finds a log without its file, and refuses.
pub(super) fn move_aside(path: &Path) -> io::Result<PathBuf> {
    let numbers = numbers(path)?;
    if numbers.len() >= ASIDE_MAX {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    // Above all others: the last one is known by that.
    let aside = named(path, numbers.last().map_or(1, |last| last.saturating_add(1)));
    let moved = rename(path, &aside, "")?;
    rename(path, &aside, WAL)?;
    remove_index(path)?;
    Ok(if moved { aside } else { beside(&aside, WAL) })
}

/// Finishes the move of a restore that was killed after it: the database is aside already, and its
/// write-ahead log follows if it has not. Returns the database; nothing where no restore was at work.
pub(super) fn finish(path: &Path, unfinished: &Path) -> io::Result<Option<PathBuf>> {
    if path.exists() || !unfinished.exists() {
        return Ok(None);
    }
    let last = numbers(path)?.last().map(|last| named(path, *last));
    let Some(aside) = last.filter(|aside| aside.exists()) else { return Ok(None) };
    if beside(path, WAL).exists() {
        // With another log than its own it would be spoilt.
        if beside(&aside, WAL).exists() {
            return Ok(None);
        }
        rename(path, &aside, WAL)?;
    }
    remove_index(path)?;
    Ok(Some(aside))
}

fn named(path: &Path, number: u32) -> PathBuf {
    beside(path, &format!(".replaced-{number}"))
}

/// The numbers that are in use, in their order.
fn numbers(path: &Path) -> io::Result<Vec<u32>> {
    let beginning = beside(path, ".replaced-");
    let beginning = beginning.file_name().unwrap_or_default().as_encoded_bytes();
    let mut numbers = Vec::new();
    for entry in fs::read_dir(paths::folder(path))? {
        let name = entry?.file_name();
        let Some(rest) = name.as_encoded_bytes().strip_prefix(beginning) else { continue };
        let number = rest.strip_suffix(WAL.as_bytes()).unwrap_or(rest);
        numbers.extend(str::from_utf8(number).ok().and_then(|number| number.parse::<u32>().ok()));
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

/// Gives a file of a database that of another name, if it is there; returns whether it is.
fn rename(from: &Path, to: &Path, suffix: &str) -> io::Result<bool> {
    match fs::rename(beside(from, suffix), beside(to, suffix)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        renamed => sync_folder(from).map(|()| renamed.is_ok()),
    }
}

/// Removes the index of a write-ahead log: whoever opens either of them makes a new one.
fn remove_index(path: &Path) -> io::Result<()> {
    paths::remove_if_there(&beside(path, "-shm"))
}
