//! Codes of rooms: each is claimed under its own subject before the record names it, and given back by
//! whoever finds that its room does not have it.

use tracing::warn;
use uuid::Uuid;

use super::{KnownRecord, Rooms, record};
use crate::log::LogError;
use crate::log::nats::documents::{CODE, ROOM, RoomDocument, named, of_room};
use crate::log::nats::wire::{Which, Wire};

/// A code that is being claimed; nobody else in this process does until it is dropped.
pub(super) struct Claiming<'rooms>(&'rooms Rooms, String);

impl Drop for Claiming<'_> {
    fn drop(&mut self) {
        self.0.claiming.lock().remove(&self.1);
    }
}

impl Rooms {
    /// Claims a code for a room. [`LogError::Conflict`] if another room has it.
    pub(super) async fn claim_code(
        &self,
        wire: &Wire,
        code: &str,
        id: Uuid,
    ) -> Result<Claiming<'_>, LogError> {
        if !self.claiming.lock().insert(code.to_owned()) {
            return Err(LogError::Conflict);
        }
        let claiming = Claiming(self, code.to_owned());
        let subject = named(CODE, code.as_bytes());
        let found = wire.last(Which::Doc, &subject).await?;
        let follows = match &found {
            None => 0,
            Some(message) => {
                let holder =
                    message.sealed.as_ref().and_then(|it| Uuid::try_parse(&it.content).ok());
                if holder == Some(id) {
                    return Ok(claiming);
                }
                if let Some(holder) = holder {
                    abandoned(wire, code, holder).await?;
                }
                message.seq
            }
        };
        wire.put(Which::Doc, &subject, follows, &id.simple().to_string()).await?;
        Ok(claiming)
    }
}

/// Makes sure that the room that claimed a code does not have it and cannot come to have it any more:
/// whoever claimed it may have ended before the room was stored. [`LogError::Conflict`] if it has it.
async fn abandoned(wire: &Wire, code: &str, holder: Uuid) -> Result<(), LogError> {
    let subject = of_room(ROOM, holder);
    let found = wire.last(Which::Doc, &subject).await?;
    match record(holder, found.as_ref()) {
        KnownRecord::Here { code: kept, .. } if kept != code => Ok(()),
        KnownRecord::None { seq: 0 } => {
            let gone = RoomDocument::Gone { code: code.to_owned() }.text();
            wire.put(Which::Doc, &subject, 0, &gone).await.map(drop)
        }
        KnownRecord::None { .. } => Ok(()),
        // A room that cannot be read keeps its code.
        KnownRecord::Here { .. } | KnownRecord::Wreck { .. } | KnownRecord::Unread => {
            Err(LogError::Conflict)
        }
    }
}

/// Gives a code back, if this room claimed it. Where that fails, whoever wants the code finds out that
/// the room does not have it.
pub(super) async fn release(wire: &Wire, code: &str, id: Uuid) {
    let subject = named(CODE, code.as_bytes());
    let released = async {
        let Some(last) = wire.last(Which::Doc, &subject).await? else { return Ok(()) };
        let own = last.sealed.is_some_and(|sealed| sealed.content == id.simple().to_string());
        if own { wire.purge(Which::Doc, &subject, last.seq).await } else { Ok(()) }
    };
    if let Err(error) = released.await {
        warn!(room = %id, %error, "a code was not given back yet");
    }
}
