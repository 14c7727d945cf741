//! The writer thread: takes whatever has queued up, commits it as one group, answers, and repeats.
//!
//! It never waits for more to come, so a lonely request is as fast as the disk and a crowd shares
//! one sync. After an error that leaves open what the disk holds it stops for good: a sync that
//! failed once may succeed the next time without the data having been written.

use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, TransactionBehavior};
use tokio::sync::{mpsc, oneshot, watch};

use super::files::{FileWatch, Health};
use super::opening::Lock;
use super::rows::{SqlFailure, WriteRequest};
use super::schema::BUSY_TIMEOUT;
use crate::log::LogError;

/// The most requests that are committed together.
const GROUP: usize = 256;

/// Number of pages, of 4096 bytes each, that may wait in the write-ahead log before a checkpoint.
const CHECKPOINT_PAGES: i64 = 1000;

/// Time for which a successful commit proves that writes succeed.
const PROOF_FOR: Duration = Duration::from_secs(1);

/// Time that the last checkpoint waits for readers, such as a backup; the write-ahead log that it
/// leaves behind then is read by the next start.
const CLOSE_PATIENCE: Duration = Duration::from_millis(500);

/// Number of free pages, of 4096 bytes each, that are kept for later writes.
const FREE_PAGES_KEPT: i64 = 256;

/// Number of free pages given back to the disk at a time: whoever writes meanwhile waits for them.
const SHRINK_PAGES: i64 = 256;

/// Interval between two lines in the log about a disk that is full.
const FULL_REPORTED: Duration = Duration::from_mins(1);

/// Warning if the write-ahead log cannot be emptied after a deletion.
const LATER: &str = "deleted data stay in the write-ahead log until it is overwritten";

/// SQLite's own bound of a database, in pages.
const MOST_PAGES: u32 = 0xffff_fffe;

/// Sender for a request's result.
pub(super) type WriteAnswer = oneshot::Sender<Result<(), LogError>>;

/// A request to the writer thread.
#[derive(Debug)]
pub(super) enum WriterMessage {
    /// To write something.
    Write(WriteRequest, WriteAnswer),
    /// To do something between two groups.
    Control(Control),
}

/// A request that is carried out between two groups.
#[derive(Debug)]
pub(super) enum Control {
    /// Bounds the size of the database.
    LimitPages(Option<u32>, WriteAnswer),
    /// Ends the thread.
    Close(WriteAnswer),
}

/// A group of requests that is committed together.
type Group = Vec<(WriteRequest, WriteAnswer)>;

/// Reason why a whole group was not committed.
#[derive(Debug)]
enum GroupError {
    /// It was rolled back, and the next one may succeed.
    RolledBack(LogError),
    /// Nobody knows what the disk holds.
    Fatal(String),
}

impl From<rusqlite::Error> for GroupError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::RolledBack(LogError::Full),
            // Somebody holds the file by hand. Nothing was written.
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                Self::RolledBack(error.into())
            }
            _ => {
                // The extended code distinguishes a sync from a write, which the text does not.
                let code = error.sqlite_error().map(|error| error.extended_code);
                Self::Fatal(code.map_or(error.to_string(), |code| format!("{error} ({code})")))
            }
        }
    }
}

/// The writer thread's belongings.
#[derive(Debug)]
pub(super) struct Writer {
    db: Connection,
    lock: Lock,
    health: watch::Sender<Health>,
    files: Arc<FileWatch>,
    /// Dropped, it ends the thread that looks at them too.
    _until: SyncSender<()>,
    proved: Option<Instant>,
    /// Time at which it was last said that the disk is full.
    full_at: Option<Instant>,
}

impl Writer {
    /// A writer over the only connection that may write.
    pub(super) fn new(
        db: Connection,
        lock: Lock,
        health: watch::Sender<Health>,
        files: Arc<FileWatch>,
        until: SyncSender<()>,
    ) -> Self {
        Self { db, lock, health, files, _until: until, proved: None, full_at: None }
    }

    /// Works until it is asked to close, until nobody can ask any more, or until it fails.
    pub(super) fn run(mut self, mut queue: mpsc::Receiver<WriterMessage>) {
        while let Some(first) = queue.blocking_recv() {
            let (group, control) = gather(first, &mut queue);
            let mut done = self.commit(group);
            if done.is_ok() {
                match control {
                    Some(Control::Close(answer)) => return self.close(queue, Some(answer)),
                    Some(Control::LimitPages(pages, answer)) => self.limit_pages(pages, answer),
                    None => {}
                }
                done = self.checkpoint_if_due().and_then(|()| self.shrink(&queue));
            } else if let Some(Control::Close(answer) | Control::LimitPages(_, answer)) = control {
                let _ = answer.send(done.clone().map_err(LogError::Unavailable));
            }
            if let Err(reason) = done {
                return self.refuse_everything(&reason, queue);
            }
        }
        self.close(queue, None);
    }

    /// Commits a group and answers each request; the error is the reason to stop for good.
    fn commit(&mut self, group: Group) -> Result<(), String> {
        let certain = self.proved.is_some_and(|at| at.elapsed() < PROOF_FOR);
        let (probes, group): (Group, Group) = group
            .into_iter()
            .partition(|(write, _)| certain && matches!(write, WriteRequest::Probe));
        for (_, answer) in probes {
            let _ = answer.send(Ok(()));
        }
        if group.is_empty() {
            return Ok(());
        }
        let (writes, answers): (Vec<WriteRequest>, Vec<WriteAnswer>) = group.into_iter().unzip();
        let committed = self.files.look().map_err(GroupError::Fatal);
        let committed = committed.and_then(|()| commit_group(&mut self.db, &writes));
        // What is in a file that nobody finds again is not durable.
        let erased = writes.iter().any(|write| matches!(write, WriteRequest::Erase { .. }));
        let committed = match committed {
            Ok(results) if erased => self.scrub().map(|()| results).map_err(GroupError::Fatal),
            other => other,
        };
        let committed = committed
            .and_then(|results| self.files.look().map(|()| results).map_err(GroupError::Fatal));
        let (results, done) = match committed {
            Ok(results) => {
                self.proved = Some(Instant::now());
                (results, Ok(()))
            }
            Err(GroupError::RolledBack(error)) => {
                self.proved = None;
                self.report_full(&error);
                (vec![Err(error); writes.len()], Ok(()))
            }
            Err(GroupError::Fatal(reason)) => {
                // Before anybody is answered: who knows of the failure must find the store failed.
                self.health.send_replace(Health::Failed(reason.clone()));
                let error = LogError::Unavailable(reason.clone());
                (vec![Err(error); writes.len()], Err(reason))
            }
        };
        for (answer, result) in answers.into_iter().zip(results) {
            // Whoever asked may be gone by now; the write happened all the same.
            let _ = answer.send(result);
        }
        done
    }

    /// Says that the disk is full, once in a while: whoever is refused only hears that he is.
    fn report_full(&mut self, error: &LogError) {
        let said = self.full_at.is_some_and(|at| at.elapsed() < FULL_REPORTED);
        if *error == LogError::Full && !said {
            self.full_at = Some(Instant::now());
            tracing::error!("the disk is full: what comes in is refused until there is room");
        }
    }

    /// Moves committed pages from the write-ahead log into the database when enough have gathered.
    ///
    /// SQLite would do so by itself, but would ignore a sync that fails and try it again later.
    fn checkpoint_if_due(&mut self) -> Result<(), String> {
        let due = |(logged, moved): (i64, i64)| logged - moved >= CHECKPOINT_PAGES;
        let done = match checkpoint(&self.db, "NOOP") {
            Ok(progress) if due(progress) => {
                self.files.while_moving(|| checkpoint(&self.db, "PASSIVE")).map(drop)
            }
            other => other.map(drop),
        };
        // The log still holds everything, so there is time until there is room.
        done.or_else(|error| self.put_off(error, "the write-ahead log cannot be emptied for now"))
    }

    /// Gives free pages back to the disk, as long as nobody waits.
    fn shrink(&mut self, queue: &mpsc::Receiver<WriterMessage>) -> Result<(), String> {
        let mut before = i64::MAX;
        while queue.is_empty() {
            let free = free_pages(&self.db);
            // Fewer each time, or this database cannot shrink.
            match free {
                Ok(free) if free > FREE_PAGES_KEPT && free < before => before = free,
                Ok(_) => return Ok(()),
                Err(error) => return self.put_off(error, "free pages cannot be counted"),
            }
            if let Err(error) = give_back(&self.db, SHRINK_PAGES) {
                return self.put_off(error, "free pages cannot be given back for now");
            }
            self.checkpoint_if_due()?;
        }
        Ok(())
    }

    /// Leaves nothing of what was deleted in the write-ahead log either.
    fn scrub(&self) -> Result<(), String> {
        let emptied = self.files.while_moving(|| {
            self.db.busy_timeout(CLOSE_PATIENCE)?;
            let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
            let busy: rusqlite::Result<bool> = self.db.query_row(sql, [], |row| row.get(0));
            self.db.busy_timeout(BUSY_TIMEOUT)?;
            busy
        });
        match emptied {
            Ok(false) => Ok(()),
            Ok(true) => {
                tracing::warn!("somebody reads the database, such as a backup: {LATER}");
                Ok(())
            }
            Err(error) => self.put_off(error, LATER),
        }
    }

    /// Goes on after an error that only puts something off; the others end everything.
    fn put_off(&self, error: rusqlite::Error, what: &str) -> Result<(), String> {
        match GroupError::from(error) {
            GroupError::RolledBack(error) => {
                tracing::warn!(%error, "{what}");
                Ok(())
            }
            GroupError::Fatal(reason) => {
                self.health.send_replace(Health::Failed(reason.clone()));
                Err(reason)
            }
        }
    }

    fn limit_pages(&mut self, pages: Option<u32>, answer: WriteAnswer) {
        self.proved = None;
        let pages = pages.unwrap_or(MOST_PAGES);
        let done = self
            .db
            .query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))
            .map_err(LogError::from);
        let _ = answer.send(done);
    }

    /// Leaves a database that is whole without its write-ahead log.
    fn close(self, mut queue: mpsc::Receiver<WriterMessage>, answer: Option<WriteAnswer>) {
        if matches!(*self.health.borrow(), Health::Failed(_)) {
            return self.leave(answer);
        }
        self.files.forget();
        let Self { db, lock, health, .. } = self;
        let optimized = db.execute_batch("PRAGMA optimize").map_err(GroupError::from);
        let done = match optimized {
            Err(GroupError::Fatal(reason)) => Err(LogError::Unavailable(reason)),
            // Statistics are a convenience: a full disk must not spoil the end.
            Ok(()) | Err(GroupError::RolledBack(_)) => {
                let patience = db.busy_timeout(CLOSE_PATIENCE);
                patience
                    .and_then(|()| checkpoint(&db, "TRUNCATE").map(drop))
                    .map_err(LogError::from)
            }
        };
        if done.is_err() {
            leave_wal(&db);
        }
        let closed = db.close().map_err(|(_, error)| error.into());
        drop(lock);
        health.send_replace(Health::Closed);
        // Requests that came after the one to close find their answer's sender dropped.
        queue.close();
        drop(queue);
        if let Some(answer) = answer {
            let _ = answer.send(done.and(closed));
        }
    }

    /// Ends without touching the files: they are not what they were.
    fn leave(self, answer: Option<WriteAnswer>) {
        leave_wal(&self.db);
        let reason = match &*self.health.borrow() {
            Health::Failed(reason) => reason.clone(),
            Health::Working | Health::Closed => String::new(),
        };
        if let Some(answer) = answer {
            let _ = answer.send(Err(LogError::Unavailable(reason)));
        }
    }

    /// Answers whatever is still asked after a failure; ends when nobody can ask any more.
    fn refuse_everything(self, reason: &str, mut queue: mpsc::Receiver<WriterMessage>) {
        tracing::error!(reason, "the store has failed");
        leave_wal(&self.db);
        queue.close();
        while let Some(message) = queue.blocking_recv() {
            let (WriterMessage::Write(_, answer)
            | WriterMessage::Control(Control::LimitPages(_, answer) | Control::Close(answer))) =
                message;
            let _ = answer.send(Err(LogError::Unavailable(reason.to_owned())));
        }
    }
}

/// Keeps SQLite from trying another checkpoint, and so another sync, when it closes the connection.
fn leave_wal(db: &Connection) {
    if let Err(error) = db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true) {
        tracing::error!(%error, "the connection cannot be kept from emptying its log");
    }
}

/// Everything that waits, at most [`GROUP`] requests, up to the first control message.
fn gather(
    first: WriterMessage,
    queue: &mut mpsc::Receiver<WriterMessage>,
) -> (Group, Option<Control>) {
    let mut group = Vec::new();
    let mut next = Some(first);
    while let Some(message) = next {
        match message {
            WriterMessage::Control(control) => return (group, Some(control)),
            WriterMessage::Write(write, answer) => group.push((write, answer)),
        }
        next = if group.len() < GROUP { queue.try_recv().ok() } else { None };
    }
    (group, None)
}

/// Commits all writes together, except those that are refused, each of which undoes only itself.
fn commit_group(
    db: &mut Connection,
    writes: &[WriteRequest],
) -> Result<Vec<Result<(), LogError>>, GroupError> {
    let mut group = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut results = Vec::with_capacity(writes.len());
    for write in writes {
        let done = if write.can_be_refused() {
            let savepoint = group.savepoint()?;
            match write.carry_out(&savepoint) {
                Ok(()) => savepoint.commit().map_err(SqlFailure::Sqlite),
                Err(SqlFailure::Refused(error)) => {
                    savepoint.finish()?;
                    Err(SqlFailure::Refused(error))
                }
                // The whole group is rolled back, if SQLite has not done so already.
                Err(SqlFailure::Sqlite(error)) => return Err(error.into()),
            }
        } else {
            write.carry_out(&group)
        };
        results.push(match done {
            Ok(()) => Ok(()),
            Err(SqlFailure::Refused(error)) => Err(error),
            Err(SqlFailure::Sqlite(error)) => return Err(error.into()),
        });
    }
    group.commit()?;
    Ok(results)
}

/// Runs a checkpoint; yields the pages in the write-ahead log and how many of them were moved.
fn checkpoint(db: &Connection, mode: &str) -> rusqlite::Result<(i64, i64)> {
    db.query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |row| {
        Ok((row.get(1)?, row.get(2)?))
    })
}

fn free_pages(db: &Connection) -> rusqlite::Result<i64> {
    db.pragma_query_value(None, "freelist_count", |row| row.get(0))
}

/// Gives this number of free pages back; nothing where the database cannot shrink.
fn give_back(db: &Connection, pages: i64) -> rusqlite::Result<()> {
    let mut statement = db.prepare(&format!("PRAGMA incremental_vacuum({pages})"))?;
    let mut rows = statement.query([])?;
    // Each step gives one back.
    while rows.next()?.is_some() {}
    Ok(())
}

#[cfg(test)]
mod tests;
