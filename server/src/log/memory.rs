//! A store that forgets everything when the process ends: for tests, and for a server that is tried
//! out without a file. It keeps the same promises as the others except the one about the disk.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use fairness::Hash;
use parking_lot::{Mutex, MutexGuard};
use uuid::Uuid;

use super::{LogError, MatchLog, OwnKey, StoredRoom, WholeRoom};

/// Rooms, match logs and component data in memory.
#[derive(Debug, Default)]
pub struct MemoryLog {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    rooms: BTreeMap<Uuid, MemoryRoom>,
    codes: BTreeSet<String>,
    data: BTreeMap<Hash, String>,
    keys: BTreeMap<&'static str, OwnKey>,
    refusing: Option<LogError>,
    closed: bool,
}

#[derive(Debug)]
struct MemoryRoom {
    room: StoredRoom,
    rows: Vec<String>,
    heartbeat: Option<u64>,
}

impl MemoryLog {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes every write fail like this until this is reset, to test what uses the store.
    pub fn refuse_writes(&self, with: Option<LogError>) {
        self.state.lock().refusing = with;
    }

    fn reading(&self) -> Result<MutexGuard<'_, State>, LogError> {
        let state = self.state.lock();
        if state.closed {
            return Err(LogError::Unavailable("the store is closed".to_owned()));
        }
        Ok(state)
    }

    fn writing(&self) -> Result<MutexGuard<'_, State>, LogError> {
        let state = self.reading()?;
        match &state.refusing {
            Some(error) => Err(error.clone()),
            None => Ok(state),
        }
    }
}

impl State {
    fn store(&mut self, mut room: StoredRoom) -> Result<(), LogError> {
        let before = self.rooms.get(&room.id);
        let stored = before.map_or(0, |kept| kept.room.revision);
        if stored.checked_add(1) != Some(room.revision) {
            return Err(LogError::Conflict);
        }
        let own = before.is_some_and(|kept| kept.room.code == room.code);
        if !own && self.codes.contains(&room.code) {
            return Err(LogError::Conflict);
        }
        self.codes.insert(room.code.clone());
        // Texts grow by doubling while they are written: what is too much of them would be kept as well.
        room.record.shrink_to_fit();
        if let Some(kept) = self.rooms.get_mut(&room.id) {
            if !own {
                self.codes.remove(&kept.room.code);
            }
            kept.room = room;
        } else {
            let kept = MemoryRoom { room, rows: Vec::new(), heartbeat: None };
            self.rooms.insert(kept.room.id, kept);
        }
        Ok(())
    }
}

#[async_trait]
impl MatchLog for MemoryLog {
    async fn store_room(&self, room: StoredRoom) -> Result<(), LogError> {
        self.writing()?.store(room)
    }

    async fn store_whole(&self, whole: WholeRoom) -> Result<(), LogError> {
        let WholeRoom { room, data: (digest, canonical), rows, heartbeat } = whole;
        let mut state = self.writing()?;
        let id = room.id;
        if state.rooms.contains_key(&id) {
            return Err(LogError::Conflict);
        }
        // Stored under its revision, whatever that is.
        state.store(StoredRoom { revision: 1, ..room.clone() })?;
        state.data.insert(digest, canonical);
        state.rooms.insert(id, MemoryRoom { room, rows, heartbeat });
        Ok(())
    }

    async fn rooms(&self) -> Result<Vec<StoredRoom>, LogError> {
        Ok(self.reading()?.rooms.values().map(|kept| kept.room.clone()).collect())
    }

    async fn room(&self, id: Uuid) -> Result<Option<StoredRoom>, LogError> {
        Ok(self.reading()?.rooms.get(&id).map(|kept| kept.room.clone()))
    }

    async fn delete_room(&self, id: Uuid) -> Result<(), LogError> {
        let mut state = self.writing()?;
        if let Some(kept) = state.rooms.remove(&id) {
            state.codes.remove(&kept.room.code);
        }
        Ok(())
    }

    async fn append(&self, room: Uuid, seq: u64, mut row: String) -> Result<(), LogError> {
        let mut state = self.writing()?;
        let kept = state.rooms.get_mut(&room).ok_or(LogError::Unknown)?;
        if u64::try_from(kept.rows.len()) != Ok(seq) {
            return Err(LogError::Conflict);
        }
        row.shrink_to_fit();
        kept.rows.push(row);
        Ok(())
    }

    async fn read(&self, room: Uuid, from: u64) -> Result<Vec<String>, LogError> {
        let state = self.reading()?;
        let rows = state.rooms.get(&room).map_or(&[][..], |kept| &kept.rows);
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        Ok(rows.iter().skip(from).cloned().collect())
    }

    async fn heartbeat(&self, room: Uuid, at_ms: u64) -> Result<(), LogError> {
        let mut state = self.writing()?;
        state.rooms.get_mut(&room).ok_or(LogError::Unknown)?.heartbeat = Some(at_ms);
        Ok(())
    }

    async fn last_heartbeat(&self, room: Uuid) -> Result<Option<u64>, LogError> {
        Ok(self.reading()?.rooms.get(&room).and_then(|kept| kept.heartbeat))
    }

    async fn store_data(&self, digest: Hash, canonical: String) -> Result<(), LogError> {
        self.writing()?.data.insert(digest, canonical);
        Ok(())
    }

    async fn data(&self, digest: Hash) -> Result<Option<String>, LogError> {
        Ok(self.reading()?.data.get(&digest).cloned())
    }

    async fn store_key(&self, key: OwnKey) -> Result<(), LogError> {
        self.writing()?.keys.insert(key.name, key);
        Ok(())
    }

    async fn key(&self, name: &'static str) -> Result<Option<OwnKey>, LogError> {
        Ok(self.reading()?.keys.get(name).cloned())
    }

    async fn writable(&self) -> Result<(), LogError> {
        self.writing().map(drop)
    }

    async fn close(&self) -> Result<(), LogError> {
        self.state.lock().closed = true;
        Ok(())
    }
}
