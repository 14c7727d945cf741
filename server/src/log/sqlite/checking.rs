//! The check of a large database while it is used: a start does not wait for it.
//!
//! It finds what no checksum of a row can: damage of the file's structure. Whatever it finds ends the
//! store, as an I/O error does, because what is written from then on might be lost.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rusqlite::{Connection, ErrorCode};
use tokio::sync::{oneshot, watch};

use super::files::{Health, fail};
use super::opening::{open_to_read, sound};
use super::schema::{failed, io};
use crate::log::OpenError;

/// Number of SQLite's operations between two looks whether to go on: less than a millisecond.
const OPERATIONS: i32 = 10_000;

/// A check that is under way, or has ended.
#[derive(Debug)]
pub(super) struct Checking {
    stopped: Arc<AtomicBool>,
    ended: oneshot::Receiver<()>,
}

impl Checking {
    /// Begins to check a database that others use, and reports damage.
    pub(super) fn of(path: &Path, health: watch::Sender<Health>) -> Result<Self, OpenError> {
        let mut db = open_to_read(path)?;
        let stopped = Arc::new(AtomicBool::new(false));
        let asked = stopped.clone();
        db.progress_handler(OPERATIONS, Some(move || asked.load(Ordering::Relaxed)))
            .map_err(failed(path, "checking"))?;
        let (done, ended) = oneshot::channel();
        let checked = path.to_owned();
        thread::Builder::new()
            .name("log-check".to_owned())
            .spawn(move || {
                check(&checked, &db, &health);
                drop(db);
                // Nobody may be waiting for the end.
                let _ = done.send(());
            })
            .map_err(io(path, "starting a thread"))?;
        Ok(Self { stopped, ended })
    }

    /// Stops the check, and waits until it has let go of the file.
    pub(super) async fn stop(self) {
        self.stopped.store(true, Ordering::Relaxed);
        // An error says that the thread has ended too.
        let _ = self.ended.await;
    }
}

fn check(path: &Path, db: &Connection, health: &watch::Sender<Health>) {
    match sound(path, db) {
        Ok(()) => tracing::info!("the database is sound"),
        Err(error @ OpenError::Damaged { .. }) => fail(health, error.to_string()),
        Err(OpenError::Sqlite { answer, .. })
            if answer.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => {}
        Err(error) => tracing::warn!(%error, "the database could not be checked"),
    }
}
