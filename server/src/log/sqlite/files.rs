//! Checks that the files of the database are still those that were opened.
//!
//! Moved, deleted or overwritten behind the server's back, they would go on taking what it writes,
//! and no later start would find it. So the writer looks after each commit, before anybody is
//! answered, and a thread of its own once a second while nothing is written.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;

use super::schema::beside;

/// Interval between two checks of the files while nothing is written.
const LOOK: Duration = Duration::from_secs(1);

/// State of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Health {
    /// It works.
    Working,
    /// It was closed in good order.
    Closed,
    /// It failed for good, and why.
    Failed(String),
}

/// The files of an open database, as they were when it was opened.
#[derive(Debug)]
pub(super) struct FileWatch(Mutex<Vec<WatchedFile>>);

/// One of them.
#[derive(Debug)]
struct WatchedFile {
    path: PathBuf,
    mark: Mark,
    /// `true` if its contents change only when the writer moves pages into it.
    settled: bool,
}

/// Identity of a file and of its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    /// Device and number.
    file: (u64, u64),
    /// Length, and when it was last written in seconds and nanoseconds.
    contents: (u64, i64, i64),
}

impl Mark {
    fn of(path: &Path) -> io::Result<Self> {
        let found = std::fs::metadata(path)?;
        let contents = (found.len(), found.mtime(), found.mtime_nsec());
        Ok(Self { file: (found.dev(), found.ino()), contents })
    }
}

impl FileWatch {
    /// Takes note of the files of a database, all of which are there while it is open.
    pub(super) fn over(path: &Path) -> io::Result<Self> {
        let watched = ["", "-wal", "-shm"].map(|suffix| {
            let path = beside(path, suffix);
            Ok(WatchedFile { mark: Mark::of(&path)?, path, settled: suffix.is_empty() })
        });
        Ok(Self(Mutex::new(watched.into_iter().collect::<io::Result<_>>()?)))
    }

    /// Checks that they are unchanged; the error says what became of which.
    pub(super) fn look(&self) -> Result<(), String> {
        for WatchedFile { path, mark, settled } in &*self.0.lock() {
            let (now, path) = (Mark::of(path), path.display());
            match now {
                Err(error) => return Err(format!("{path} was moved or deleted: {error}")),
                Ok(now) if now.file != mark.file => {
                    return Err(format!("{path} was replaced by another file"));
                }
                Ok(now) if *settled && now.contents != mark.contents => {
                    return Err(format!("{path} was written by somebody else"));
                }
                Ok(_) => {}
            }
        }
        Ok(())
    }

    /// Does what moves pages into the database file, which is no reason for suspicion.
    pub(super) fn while_moving<T>(&self, work: impl FnOnce() -> T) -> T {
        let mut files = self.0.lock();
        let done = work();
        for WatchedFile { path, mark, .. } in files.iter_mut().filter(|file| file.settled) {
            // A file that is gone, or another one, is noticed by the next look.
            if let Ok(now) = Mark::of(path) {
                mark.contents = now.contents;
            }
        }
        done
    }

    /// Whatever becomes of them from here on is right: the database is being closed.
    pub(super) fn forget(&self) {
        self.0.lock().clear();
    }
}

/// Says that the store has failed for good, unless it has ended already.
pub(super) fn fail(health: &watch::Sender<Health>, reason: String) {
    health.send_if_modified(|health| {
        let working = *health == Health::Working;
        if working {
            *health = Health::Failed(reason);
        }
        working
    });
}

/// Looks once a second, until the sender is dropped.
pub(super) fn keep_looking(
    watch: Arc<FileWatch>,
    health: watch::Sender<Health>,
) -> io::Result<SyncSender<()>> {
    let (until, ended) = sync_channel(1);
    let looking = move || {
        while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            let Err(reason) = watch.look() else { continue };
            fail(&health, reason);
            return;
        }
    };
    thread::Builder::new().name("log-watch".to_owned()).spawn(looking)?;
    Ok(until)
}
