//! State of a server whose store other servers share.

use tokio::sync::{Mutex, MutexGuard, watch};
use uuid::Uuid;

use crate::log::NatsLog;

/// Number of locks by which rooms are claimed one after the other.
const TURNS: usize = 64;

/// State of a server that shares its store with others.
#[derive(derive_more::Debug)]
#[debug("SharedStore")]
pub(crate) struct SharedStore {
    pub(super) store: NatsLog,
    turns: Vec<Mutex<()>>,
    /// `true` once all rooms were handed over, and sockets may be told to come back.
    pub(super) parting: watch::Sender<bool>,
}

impl SharedStore {
    pub(super) fn new(store: NatsLog) -> Self {
        let turns = (0..TURNS).map(|_| Mutex::default()).collect();
        Self { store, turns, parting: watch::Sender::new(false) }
    }

    /// Waits for the turn to claim, found or give up a room.
    pub(super) async fn turn(&self, room: Uuid) -> MutexGuard<'_, ()> {
        self.turns[usize::from(room.as_bytes()[15]) % TURNS].lock().await
    }
}
