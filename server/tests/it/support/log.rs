//! A match log in memory whose disk can be full, and that can be copied as it stands.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use fairness::Hash;
use server::log::{LogError, MatchLog, OwnKey, StoredRoom, WholeRoom};
use uuid::Uuid;

#[derive(Clone, Default)]
struct Kept {
    rooms: BTreeMap<Uuid, StoredRoom>,
    rows: BTreeMap<Uuid, Vec<String>>,
    beats: BTreeMap<Uuid, u64>,
    data: BTreeMap<Hash, String>,
    keys: BTreeMap<&'static str, OwnKey>,
}

#[derive(Default)]
pub(crate) struct TestLog {
    kept: Mutex<Kept>,
    pub(crate) full: AtomicBool,
    /// Of so many entries the disk takes all but one; 0 if it takes all.
    pub(crate) falters: AtomicUsize,
    pub(crate) closed: AtomicBool,
    /// Whoever holds it keeps entries from being written.
    pub(crate) writing: tokio::sync::Mutex<()>,
    /// Whoever holds it keeps records of rooms from being stored.
    pub(crate) storing: tokio::sync::Mutex<()>,
    /// Entries that were to be written so far.
    pub(crate) appends: AtomicUsize,
    /// Whoever holds it keeps logs from being read.
    pub(crate) reading: tokio::sync::Mutex<()>,
    /// Number of times that a log was to be read so far.
    pub(crate) reads: AtomicUsize,
    /// `true` while no room's record can be read.
    pub(crate) unreadable: AtomicBool,
    /// Number of times that component data were to be read so far.
    pub(crate) data_reads: AtomicUsize,
    /// `true` while no component data can be read.
    pub(crate) without_data: AtomicBool,
    /// `true` while the time that a match has reached cannot be read.
    pub(crate) without_times: AtomicBool,
    /// Number of times that a room's record was to be read so far.
    pub(crate) looks: AtomicUsize,
}

impl TestLog {
    /// Another store with the same content: what a killed process leaves behind.
    pub(crate) fn copy(&self) -> Arc<Self> {
        let kept = self.kept.lock().unwrap().clone();
        Arc::new(Self { kept: Mutex::new(kept), ..Self::default() })
    }

    fn write(&self) -> Result<std::sync::MutexGuard<'_, Kept>, LogError> {
        if self.full.load(Ordering::SeqCst) {
            return Err(LogError::Full);
        }
        Ok(self.kept.lock().unwrap())
    }

    /// The rows of the only match.
    pub(crate) fn rows(&self) -> Vec<String> {
        self.kept.lock().unwrap().rows.values().next().cloned().unwrap_or_default()
    }

    /// Puts a row of somebody else's behind the only match.
    pub(crate) fn intrude(&self, row: String) {
        let mut kept = self.kept.lock().unwrap();
        kept.rows.values_mut().next().expect("a match").push(row);
    }

    /// Changes the only room's record behind the server's back.
    pub(crate) fn rewrite(&self, change: impl FnOnce(String) -> String) {
        let mut kept = self.kept.lock().unwrap();
        let room = kept.rooms.values_mut().next().expect("a room");
        room.record = change(room.record.clone());
    }

    /// Every room's record.
    pub(crate) fn records(&self) -> Vec<String> {
        self.kept.lock().unwrap().rooms.values().map(|room| room.record.clone()).collect()
    }

    /// All that is stored, as one text.
    pub(crate) fn dump(&self) -> String {
        let kept = self.kept.lock().unwrap();
        format!("{:?} {:?}", kept.rooms, kept.rows)
    }

    pub(crate) fn room_count(&self) -> usize {
        self.kept.lock().unwrap().rooms.len()
    }
}

/// Fails while this is set.
fn not_now(failing: &AtomicBool) -> Result<(), LogError> {
    if failing.load(Ordering::SeqCst) {
        return Err(LogError::Unavailable("not now".to_owned()));
    }
    Ok(())
}

#[async_trait]
impl MatchLog for TestLog {
    async fn store_room(&self, room: StoredRoom) -> Result<(), LogError> {
        let _turn = self.storing.lock().await;
        let mut kept = self.write()?;
        let stored = kept.rooms.get(&room.id).map_or(0, |stored| stored.revision);
        let taken = kept.rooms.values().any(|other| other.code == room.code && other.id != room.id);
        if stored + 1 != room.revision || taken {
            return Err(LogError::Conflict);
        }
        kept.rooms.insert(room.id, room);
        Ok(())
    }

    async fn store_whole(&self, whole: WholeRoom) -> Result<(), LogError> {
        let WholeRoom { room, data: (digest, canonical), rows, .. } = whole;
        let id = room.id;
        self.store_room(room).await?;
        let mut kept = self.write()?;
        kept.data.insert(digest, canonical);
        kept.rows.insert(id, rows);
        Ok(())
    }

    async fn rooms(&self) -> Result<Vec<StoredRoom>, LogError> {
        Ok(self.kept.lock().unwrap().rooms.values().cloned().collect())
    }

    async fn room(&self, id: Uuid) -> Result<Option<StoredRoom>, LogError> {
        self.looks.fetch_add(1, Ordering::SeqCst);
        not_now(&self.unreadable)?;
        Ok(self.kept.lock().unwrap().rooms.get(&id).cloned())
    }

    async fn delete_room(&self, id: Uuid) -> Result<(), LogError> {
        let mut kept = self.write()?;
        kept.rooms.remove(&id);
        kept.rows.remove(&id);
        Ok(())
    }

    async fn append(&self, room: Uuid, seq: u64, row: String) -> Result<(), LogError> {
        let before = self.appends.fetch_add(1, Ordering::SeqCst);
        let _turn = self.writing.lock().await;
        if before.checked_rem(self.falters.load(Ordering::SeqCst)) == Some(0) {
            return Err(LogError::Full);
        }
        let mut kept = self.write()?;
        if !kept.rooms.contains_key(&room) {
            return Err(LogError::Unknown);
        }
        let rows = kept.rows.entry(room).or_default();
        if rows.len() as u64 != seq {
            return Err(LogError::Conflict);
        }
        rows.push(row);
        Ok(())
    }

    async fn read(&self, room: Uuid, from: u64) -> Result<Vec<String>, LogError> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        let _turn = self.reading.lock().await;
        let kept = self.kept.lock().unwrap();
        let rows = kept.rows.get(&room).map(Vec::as_slice).unwrap_or_default();
        Ok(rows.get(from as usize..).unwrap_or_default().to_vec())
    }

    async fn heartbeat(&self, room: Uuid, at_ms: u64) -> Result<(), LogError> {
        self.write()?.beats.insert(room, at_ms);
        Ok(())
    }

    async fn last_heartbeat(&self, room: Uuid) -> Result<Option<u64>, LogError> {
        not_now(&self.without_times)?;
        Ok(self.kept.lock().unwrap().beats.get(&room).copied())
    }

    async fn store_data(&self, digest: Hash, canonical: String) -> Result<(), LogError> {
        self.write()?.data.insert(digest, canonical);
        Ok(())
    }

    async fn data(&self, digest: Hash) -> Result<Option<String>, LogError> {
        self.data_reads.fetch_add(1, Ordering::SeqCst);
        not_now(&self.without_data)?;
        Ok(self.kept.lock().unwrap().data.get(&digest).cloned())
    }

    async fn store_key(&self, key: OwnKey) -> Result<(), LogError> {
        self.write()?.keys.insert(key.name, key);
        Ok(())
    }

    async fn key(&self, name: &'static str) -> Result<Option<OwnKey>, LogError> {
        Ok(self.kept.lock().unwrap().keys.get(name).cloned())
    }

    async fn writable(&self) -> Result<(), LogError> {
        self.write().map(drop)
    }

    async fn close(&self) -> Result<(), LogError> {
        self.closed.store(true, Ordering::SeqCst);
        Ok(())
    }
}
