//! Errands of a room, and its writes: the store and the directory as a room needs them.

use std::sync::Arc;

use protocol::room::RoomState;
use tracing::error;
use uuid::Uuid;

use super::hub::Hub;
use crate::log::{Deletion, LogError};
use crate::room::{
    Errand, LoadedRoom, Log, Parting, Reply, Room, RoomEffect, RoomInput, RoomOutput, RoomWrite,
    Unread, fitting, replay,
};
use crate::time::wall_ms;

impl Hub {
    /// Does an errand of a room, and returns what the room is to do with its outcome.
    pub(super) async fn run_errand(self: &Arc<Self>, room: &Room, errand: Errand) -> RoomOutput {
        match errand {
            Errand::Read(waiting) => {
                let reading = self.read(room.record.id, waiting.events()).await;
                RoomInput::Read(reading.map(Box::new), waiting).into()
            }
            Errand::Continue { seat, holding } => {
                // The room that continued this one may have expired since.
                if let Some(code) = room.record.rematch.clone() {
                    match self.exists(&code).await {
                        Ok(true) => {
                            return RoomEffect::Reply(Ok(Reply::Continued(code, seat))).into();
                        }
                        Ok(false) => {}
                        Err(refusal) => return RoomEffect::Reply(Err(refusal)).into(),
                    }
                }
                match self.continue_room(&room.record, holding).await {
                    Ok(code) => RoomInput::Continued { code, seat }.into(),
                    Err(refusal) => RoomEffect::Reply(Err(refusal)).into(),
                }
            }
        }
    }

    /// Reads the room from the store, with so many events of its match for each viewer.
    async fn read(&self, id: Uuid, events: usize) -> Result<LoadedRoom, Unread> {
        let stored = self.store.room(id).await.map_err(Unread::Store)?.ok_or(Unread::Gone)?;
        let (record, game) = fitting(|id| self.game(id), &stored).map_err(Unread::Spoiled)?;
        let digest = record.digest().ok_or_else(|| Unread::Spoiled("no digest".to_owned()))?;
        let catalogue = self.catalogue(&game, digest).await.map_err(Unread::Store)?;
        // Before its rows are there: those of all who wait would take more memory than the matches.
        let turn = self.archive.turn().await;
        let rows = self.store.read(id, 0).await.map_err(Unread::Store)?;
        let begun = record.outcome.is_some() || record.state == RoomState::Running;
        // The log of a match that goes on from another one is there before it begins.
        let waits = record.unproven.is_some() && !record.sealed();
        let log = if (rows.is_empty() || waits) && !begun {
            Log::Empty(catalogue)
        } else {
            let kept = record.clone();
            let fold = move || replay(&game, &catalogue, &kept, &rows, events);
            let folded = self.aside_with(turn, fold).await;
            let (table, recent) = folded
                .unwrap_or_else(|panicked| Err(panicked.into()))
                .map_err(|spoiled| Unread::Spoiled(spoiled.to_string()))?;
            Log::Match(Box::new(table), recent)
        };
        let noted = match self.store.last_heartbeat(id).await {
            // Without it the match goes on from the time of its last entry.
            Err(LogError::Damaged(_)) => None,
            noted => noted.map_err(Unread::Store)?,
        };
        Ok(LoadedRoom { record, revision: stored.revision, log, noted })
    }

    /// Has the store take something of a room's.
    pub(crate) async fn write(
        &self,
        id: Uuid,
        code: &str,
        write: RoomWrite,
    ) -> Result<(), LogError> {
        match write {
            RoomWrite::Entry { seq, row, .. } => return self.store.append(id, seq, row).await,
            RoomWrite::Record(stored) => return self.store.store_room(stored).await,
            RoomWrite::Heartbeat(at) => return self.store.heartbeat(id, at).await,
            RoomWrite::Deletion(Some(Parting::Delete)) => {
                let deletion = Deletion { room: id, code: code.to_owned(), at_ms: wall_ms() };
                self.store.erase_room(deletion).await?;
            }
            RoomWrite::Deletion(_) => self.store.delete_room(id).await?,
        }
        self.forget(id, code);
        Ok(())
    }

    /// Returns the canonical component data of a room.
    pub(crate) async fn data_of(&self, room: &Room) -> Option<Arc<str>> {
        let digest = room.record.digest()?;
        let catalogue = self.catalogue(&room.game, digest).await;
        let missing = |error: &LogError| error!(room = %room.record.id, %error, "no data");
        catalogue.inspect_err(missing).ok().map(|catalogue| catalogue.canonical().clone())
    }
}
