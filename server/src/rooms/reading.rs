//! What a room has read, written and founded for it: the store and the directory as a room needs them.

use std::sync::Arc;

use protocol::room::RoomState;
use tracing::error;
use uuid::Uuid;

use super::directory::Hub;
use crate::log::{Deletion, LogError};
use crate::room::{
    Effect, Holding, Input, Log, Parting, Reading, Record, Refusal, Reply, Room, Unread, Write,
    fitting, replay, wall_ms,
};

impl Hub {
    /// Reads a room anew or founds the one that continues it: what is to be done with the outcome.
    pub(super) async fn fetch(self: &Arc<Self>, room: &Room, effect: Effect) -> Effect {
        #[allow(clippy::wildcard_enum_match_arm)]
        match effect {
            Effect::Read(waiting) => {
                let reading = self.read(room.record.id).await;
                Effect::Then(Input::Read(reading.map(Box::new), waiting))
            }
            Effect::Continue { seat, holding } => match self.continued(&room.record, holding).await
            {
                Ok((code, true)) => Effect::Then(Input::Continued { code, seat }),
                Ok((code, false)) => Effect::Reply(Ok(Reply::Continued(code, seat))),
                Err(refusal) => Effect::Reply(Err(refusal)),
            },
            other => other,
        }
    }

    /// What the store has of the room.
    async fn read(&self, id: Uuid) -> Result<Reading, Unread> {
        let stored = self.store.room(id).await.map_err(Unread::Store)?.ok_or(Unread::Gone)?;
        let (record, game) = fitting(|id| self.game(id), &stored).map_err(Unread::Spoiled)?;
        let digest = record.digest().ok_or_else(|| Unread::Spoiled("no digest".to_owned()))?;
        let missing = |reason| Unread::Store(LogError::Unavailable(reason));
        let catalogue = self.catalogue(&game, digest).await.map_err(missing)?;
        let rows = self.store.read(id, 0).await.map_err(Unread::Store)?;
        let begun = record.outcome.is_some() || record.state == RoomState::Running;
        let log = if rows.is_empty() && !begun {
            Log::Empty(catalogue)
        } else {
            let kept = record.clone();
            let folded = self.aside(move || replay(&game, &catalogue, &kept, &rows)).await;
            let (table, recent) = folded
                .unwrap_or_else(|panicked| Err(panicked.into()))
                .map_err(|spoiled| Unread::Spoiled(spoiled.to_string()))?;
            Log::Match(Box::new(table), recent)
        };
        let noted = self.store.last_heartbeat(id).await.ok().flatten();
        Ok(Reading { record, revision: stored.revision, log, noted })
    }

    /// Has the store take something of a room's.
    pub(crate) async fn write(&self, id: Uuid, code: &str, write: Write) -> Result<(), LogError> {
        match write {
            Write::Entry { seq, row } => return self.store.append(id, seq, row).await,
            Write::Record(stored) => return self.store.store_room(stored).await,
            Write::Heartbeat(at) => return self.store.heartbeat(id, at).await,
            Write::Deletion(Some(Parting::Delete)) => {
                let deletion = Deletion { room: id, code: code.to_owned(), at_ms: wall_ms() };
                self.store.erase_room(deletion).await?;
            }
            Write::Deletion(_) => self.store.delete_room(id).await?,
        }
        self.forget(id, code);
        Ok(())
    }

    /// The canonical component data of a room.
    pub(crate) async fn data_of(&self, room: &Room) -> Option<Arc<str>> {
        let digest = room.record.digest()?;
        let catalogue = self.catalogue(&room.game, digest).await;
        let missing = |reason: &String| error!(room = %room.record.id, reason, "data are missing");
        catalogue.inspect_err(missing).ok().map(|catalogue| catalogue.canonical().clone())
    }

    /// The code of the room that continues another one, and whether it was founded for that now.
    async fn continued(
        self: &Arc<Self>,
        record: &Record,
        holding: Option<Holding>,
    ) -> Result<(String, bool), Refusal> {
        // The room that continued this one may have expired since.
        match record.rematch.as_ref().filter(|code| self.find(code).is_some()) {
            Some(code) => Ok((code.clone(), false)),
            None => Ok((self.continue_room(record, holding).await?, true)),
        }
    }
}
