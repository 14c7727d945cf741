//! The store in one SQLite file: what a server on one machine uses.
//!
//! One thread owns the only connection that writes and commits what has queued up as a group; a
//! second thread owns a read-only connection, so that loading a room never waits for the disk's
//! syncs. Knows rows and bytes, not what they mean. Only local file systems: the write-ahead log
//! needs shared memory, which network file systems do not have.

mod aside;
mod backup;
mod checking;
mod files;
mod filesystem;
mod location;
mod opening;
mod restore;
mod rows;
mod schema;
mod snapshot;

mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use async_trait::async_trait;
use fairness::Hash;
use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot, watch};
use uuid::Uuid;

use super::{Deletion, LogError, MatchLog, OpenError, OwnKey, StoredRoom, WholeRoom, Wreck};
pub use backup::UnnamedCopy;
pub(super) use backup::write_private;
use checking::Checking;
use files::Health;
pub(super) use location::{orders, resolve};
pub use opening::CHECKED_FIRST_BYTES;
pub(super) use opening::{examine, is_there, misgiving};
pub use restore::Restored;
pub(super) use restore::restore;
pub use rows::Weight;
use rows::WriteRequest;
pub use snapshot::Snapshot;
use writer::{Control, Writer, WriterMessage};

/// Writes that may wait for the writer thread; more make their callers wait.
const WRITE_QUEUE: usize = 1024;

/// Reads that may wait for the reader thread; more make their callers wait.
const READ_QUEUE: usize = 256;

/// Rooms, match logs and component data in a SQLite file.
#[derive(Debug)]
pub struct SqliteLog {
    path: PathBuf,
    writes: mpsc::Sender<WriterMessage>,
    reads: mpsc::Sender<ReadRequest>,
    health: watch::Receiver<Health>,
    /// Number of rooms left out when they were last read.
    wrecks: Arc<AtomicUsize>,
    /// The check of a large database, while it may be under way.
    checking: Mutex<Option<Checking>>,
}

type Query = Box<dyn FnOnce(&Connection) + Send>;

/// A request to the reader thread.
enum ReadRequest {
    Query(Query),
    Close(oneshot::Sender<()>),
}

impl SqliteLog {
    /// Opens the database, or creates it where there is no file; blocks while it is checked. One of
    /// more than [`CHECKED_FIRST_BYTES`] is checked while it is used: if that finds damage, the store
    /// has failed for good.
    ///
    /// It stays locked until [`MatchLog::close`] has returned or the process has ended.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        Self::over(opening::open(path, schema::MIGRATIONS)?)
    }

    /// Starts the threads over an open database.
    fn over(opened: opening::Opened) -> Result<Self, OpenError> {
        let spawning = |source| OpenError::Io {
            path: opened.path.clone(),
            doing: "starting a thread",
            source,
        };
        let (writes, asked_writes) = mpsc::channel(WRITE_QUEUE);
        let (reads, asked_reads) = mpsc::channel(READ_QUEUE);
        let (report, health) = watch::channel(Health::Working);
        let files = files::FileWatch::over(&opened.path).map_err(|source| OpenError::Io {
            path: opened.path.clone(),
            doing: "looking at its files",
            source,
        })?;
        let files = Arc::new(files);
        let until = files::keep_looking(files.clone(), report.clone()).map_err(spawning)?;
        let checking =
            if opened.unchecked { Some(Checking::of(&opened.path, report.clone())?) } else { None };
        let owner = Writer::new(opened.write, opened.lock, report, files, until);
        let reader = opened.read;
        thread::Builder::new()
            .name("log-writer".to_owned())
            .spawn(move || owner.run(asked_writes))
            .map_err(spawning)?;
        thread::Builder::new()
            .name("log-reader".to_owned())
            .spawn(move || answer_queries(reader, asked_reads))
            .map_err(spawning)?;
        let (wrecks, checking) = (Arc::default(), Mutex::new(checking));
        Ok(Self { path: opened.path, writes, reads, health, wrecks, checking })
    }

    /// The file, without symbolic links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bounds the file's size in pages of 4096 bytes, `None` for SQLite's own bound. A bound below
    /// the present size refuses growth.
    pub async fn limit_pages(&self, pages: Option<u32>) -> Result<(), LogError> {
        self.control(|answer| Control::LimitPages(pages, answer)).await
    }

    async fn write(&self, write: WriteRequest) -> Result<(), LogError> {
        let (answer, answered) = oneshot::channel();
        let done = self.send(WriterMessage::Write(write, answer), answered).await;
        if done.is_err() && self.broke() {
            // It may be on the disk or not. To say that it is not would be a guess.
            return std::future::pending().await;
        }
        done
    }

    async fn control(
        &self,
        control: impl FnOnce(oneshot::Sender<Result<(), LogError>>) -> Control,
    ) -> Result<(), LogError> {
        let (answer, answered) = oneshot::channel();
        self.send(WriterMessage::Control(control(answer)), answered).await
    }

    async fn send(
        &self,
        message: WriterMessage,
        answered: oneshot::Receiver<Result<(), LogError>>,
    ) -> Result<(), LogError> {
        self.working()?;
        self.writes.send(message).await.map_err(|_| self.gone())?;
        answered.await.unwrap_or_else(|_| Err(self.gone()))
    }

    async fn query<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, LogError> + Send + 'static,
    ) -> Result<T, LogError> {
        self.working()?;
        let (answer, answered) = oneshot::channel();
        let run = Box::new(move |connection: &Connection| {
            if !answer.is_closed() {
                let found = query(connection);
                if let Err(LogError::Damaged(what)) = &found {
                    tracing::error!(what, "what is stored is damaged");
                }
                // Whoever asked may be gone by now; then nobody misses the answer.
                let _ = answer.send(found);
            }
        });
        self.reads.send(ReadRequest::Query(run)).await.map_err(|_| self.gone())?;
        answered.await.unwrap_or_else(|_| Err(self.gone()))
    }

    fn working(&self) -> Result<(), LogError> {
        match &*self.health.borrow() {
            Health::Working => Ok(()),
            Health::Closed | Health::Failed(_) => Err(self.gone()),
        }
    }

    /// Checks whether it ended other than by being closed.
    fn broke(&self) -> bool {
        match &*self.health.borrow() {
            Health::Failed(_) => true,
            Health::Working => self.writes.is_closed(),
            Health::Closed => false,
        }
    }

    /// Returns the reason why nothing answers any more.
    fn gone(&self) -> LogError {
        LogError::Unavailable(match &*self.health.borrow() {
            Health::Closed => "the store is closed".to_owned(),
            Health::Failed(reason) => reason.clone(),
            Health::Working => "a thread of the store has stopped".to_owned(),
        })
    }
}

/// The rooms that are what was stored; the others are reported.
fn intact(rooms: Vec<Result<StoredRoom, Wreck>>) -> Vec<StoredRoom> {
    let report = |wreck: &Wreck| {
        // Its code would open it.
        let room = wreck.id.map(|id| id.to_string()).unwrap_or_default();
        tracing::error!(room, "this room's record is damaged; it stays out of service");
    };
    rooms.into_iter().filter_map(|room| room.inspect_err(report).ok()).collect()
}

/// The reader thread.
fn answer_queries(connection: Connection, mut queue: mpsc::Receiver<ReadRequest>) {
    while let Some(reading) = queue.blocking_recv() {
        match reading {
            ReadRequest::Query(query) => query(&connection),
            ReadRequest::Close(answer) => {
                drop(queue);
                drop(connection);
                let _ = answer.send(());
                return;
            }
        }
    }
}

#[async_trait]
impl MatchLog for SqliteLog {
    fn queued(&self) -> usize {
        WRITE_QUEUE.saturating_sub(self.writes.capacity())
    }

    async fn store_room(&self, room: StoredRoom) -> Result<(), LogError> {
        self.write(WriteRequest::Room(room)).await
    }

    async fn store_whole(&self, whole: WholeRoom) -> Result<(), LogError> {
        self.write(WriteRequest::Whole(Box::new(whole))).await
    }

    async fn rooms(&self) -> Result<Vec<StoredRoom>, LogError> {
        let wrecks = self.wrecks.clone();
        self.query(move |connection| {
            let rooms = rows::rooms(connection)?;
            wrecks.store(rooms.iter().filter(|room| room.is_err()).count(), Ordering::Relaxed);
            Ok(intact(rooms))
        })
        .await
    }

    async fn room(&self, id: Uuid) -> Result<Option<StoredRoom>, LogError> {
        self.query(move |connection| rows::room(connection, id)).await
    }

    fn wrecks(&self) -> usize {
        self.wrecks.load(Ordering::Relaxed)
    }

    async fn erase_room(&self, deletion: Deletion) -> Result<(), LogError> {
        let Deletion { room, code, at_ms } = deletion;
        self.write(WriteRequest::Erase { room, code, at_ms }).await
    }

    async fn delete_room(&self, id: Uuid) -> Result<(), LogError> {
        self.write(WriteRequest::Delete(id)).await
    }

    async fn append(&self, room: Uuid, seq: u64, row: String) -> Result<(), LogError> {
        self.write(WriteRequest::Entry { room, seq, body: row }).await
    }

    async fn read(&self, room: Uuid, from: u64) -> Result<Vec<String>, LogError> {
        self.query(move |connection| rows::entries(connection, room, from)).await
    }

    async fn heartbeat(&self, room: Uuid, at_ms: u64) -> Result<(), LogError> {
        self.write(WriteRequest::Heartbeat { room, at_ms }).await
    }

    async fn last_heartbeat(&self, room: Uuid) -> Result<Option<u64>, LogError> {
        self.query(move |connection| rows::heartbeat(connection, room)).await
    }

    async fn store_data(&self, digest: Hash, canonical: String) -> Result<(), LogError> {
        self.write(WriteRequest::Data { digest, canonical }).await
    }

    async fn data(&self, digest: Hash) -> Result<Option<String>, LogError> {
        self.query(move |connection| rows::data(connection, &digest)).await
    }

    async fn store_key(&self, key: OwnKey) -> Result<(), LogError> {
        self.write(WriteRequest::Key(key)).await
    }

    async fn key(&self, name: &'static str) -> Result<Option<OwnKey>, LogError> {
        self.query(move |connection| rows::own::key(connection, name)).await
    }

    async fn writable(&self) -> Result<(), LogError> {
        self.write(WriteRequest::Probe).await
    }

    async fn close(&self) -> Result<(), LogError> {
        if *self.health.borrow() == Health::Closed {
            return Ok(());
        }
        // The reader first: the last checkpoint can only empty the write-ahead log when nobody
        // reads it. If it has stopped already, nothing needs to be waited for.
        let (answer, answered) = oneshot::channel();
        if self.reads.send(ReadRequest::Close(answer)).await.is_ok() {
            let _ = answered.await;
        }
        let checking = self.checking.lock().take();
        if let Some(checking) = checking {
            checking.stop().await;
        }
        match self.control(Control::Close).await {
            // Two callers may have closed at once.
            Err(_) if *self.health.borrow() == Health::Closed => Ok(()),
            result => result,
        }
    }

    async fn failed(&self) -> String {
        let mut health = self.health.clone();
        match health.wait_for(|health| matches!(health, Health::Failed(_))).await.as_deref() {
            Ok(Health::Failed(reason)) => return reason.clone(),
            Ok(Health::Working | Health::Closed) | Err(_) => {}
        }
        // The writer thread has ended without a failure: closed in good order, or by a panic.
        if *self.health.borrow() == Health::Closed {
            std::future::pending::<()>().await;
        }
        "the writer thread has stopped".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_write_that_may_have_happened_is_not_answered() {
        let folder = tempfile::tempdir().unwrap();
        let opened = opening::open(&folder.path().join("a.db"), schema::MIGRATIONS).unwrap();
        // Writing is refused as it is on a file system that went read-only after an I/O error.
        opened.write.pragma_update(None, "query_only", true).unwrap();
        let log = SqliteLog::over(opened).unwrap();
        for _ in 0..2 {
            tokio::select! {
                biased;
                answer = log.writable() => panic!("answered {answer:?}"),
                reason = log.failed() => assert!(reason.contains("readonly"), "{reason}"),
            }
        }
        assert!(matches!(log.close().await, Err(LogError::Unavailable(_))));
    }
}
