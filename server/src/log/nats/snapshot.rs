//! Reading of a store without being the server that uses it: single documents, and all of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use fairness::{Hash, hex};
use futures_util::{StreamExt, stream};
use uuid::Uuid;

use super::address::{NatsAddress, NatsOptions};
use super::documents::{BEAT, CODE, DELETED, KEY, ROOM, RoomDocument, named, of_data, of_room};
use super::documents::{read_deletion, read_key, read_name};
use super::failure::NatsError;
use super::opening::reach;
use super::wire::{Which, Wire};
use super::{Broker, members, rows};
use crate::log::{Deletion, LogError, OwnKey, StoredRoom, WholeRoom, Wreck};

/// Documents that are read at a time.
const READ_AT_ONCE: usize = 64;

/// Times that a room is read which changes meanwhile.
const READ_AGAIN: usize = 20;

/// Returns the component data with this digest.
pub(super) async fn data(wire: &Wire, digest: &Hash) -> Result<Option<String>, LogError> {
    let Some(found) = wire.last(Which::Doc, &of_data(digest)).await? else { return Ok(None) };
    let damaged = || LogError::Damaged(format!("the component data {}", hex::encode(digest)));
    found.sealed.map(|sealed| Some(sealed.content)).ok_or_else(damaged)
}

/// Returns the server's own key with this name.
pub(super) async fn key(wire: &Wire, name: &'static str) -> Result<Option<OwnKey>, LogError> {
    let found = wire.last(Which::Doc, &named(KEY, name.as_bytes())).await?;
    let Some(found) = found else { return Ok(None) };
    let secret = found.sealed.and_then(|sealed| read_key(&sealed.content));
    let damaged = || LogError::Damaged(format!("the server's own key {name:?}"));
    secret.map(|secret| Some(OwnKey { name, secret })).ok_or_else(damaged)
}

/// Returns the last heartbeat of a room.
pub(super) async fn heartbeat(wire: &Wire, id: Uuid) -> Result<Option<u64>, LogError> {
    let Some(last) = wire.last(Which::Doc, &of_room(BEAT, id)).await? else { return Ok(None) };
    let at_ms = last.sealed.and_then(|sealed| sealed.content.parse().ok());
    at_ms.map(Some).ok_or_else(|| LogError::Damaged(format!("the heartbeat of room {id}")))
}

/// A room that has a code.
pub(super) enum NamedRoom {
    /// The room, and the run of the server that has it.
    Here(Uuid, Option<Uuid>),
    /// A room whose record cannot be read.
    Wreck(Uuid),
}

/// Returns the room that a document claims a code for.
async fn claimant(wire: &Wire, subject: &str) -> Result<Option<Uuid>, LogError> {
    let claim = wire.last(Which::Doc, subject).await?;
    Ok(claim.and_then(|claim| Uuid::try_parse(&claim.sealed?.content).ok()))
}

/// Returns the room that has this code.
pub(super) async fn room_with(wire: &Wire, code: &str) -> Result<Option<NamedRoom>, LogError> {
    let Some(id) = claimant(wire, &named(CODE, code.as_bytes())).await? else { return Ok(None) };
    let Some(found) = wire.last(Which::Doc, &of_room(ROOM, id)).await? else { return Ok(None) };
    let sealed = found.sealed;
    Ok(match sealed.and_then(|sealed| RoomDocument::read(id, &sealed.content)) {
        Some(RoomDocument::Here(room, owner)) if room.code == code => {
            Some(NamedRoom::Here(id, owner))
        }
        Some(RoomDocument::Here(..) | RoomDocument::Gone { .. }) => None,
        None => Some(NamedRoom::Wreck(id)),
    })
}

/// Returns the codes that rooms have claimed, by the rooms.
async fn codes(wire: &Wire) -> Result<BTreeMap<Uuid, String>, LogError> {
    let mut codes = BTreeMap::new();
    for name in wire.list(Which::Doc, CODE).await? {
        let id = claimant(wire, &format!("{CODE}.{name}")).await?;
        codes.extend(id.zip(read_name(&name)));
    }
    Ok(codes)
}

/// Returns the document of every room id, in the order of the ids: `None` where it cannot be read.
pub(super) async fn documents(wire: &Wire) -> Result<Vec<(Uuid, Option<RoomDocument>)>, LogError> {
    let names = wire.list(Which::Doc, ROOM).await?;
    let ids: Vec<Uuid> = names.iter().filter_map(|name| Uuid::try_parse(name).ok()).collect();
    let read = |id: Uuid| async move {
        let Some(message) = wire.last(Which::Doc, &of_room(ROOM, id)).await? else {
            return Ok(None);
        };
        let sealed = message.sealed;
        Ok(Some((id, sealed.and_then(|sealed| RoomDocument::read(id, &sealed.content)))))
    };
    let read: Vec<Result<_, LogError>> =
        stream::iter(ids.into_iter().map(read)).buffered(READ_AT_ONCE).collect().await;
    let read: Result<Vec<_>, _> = read.into_iter().collect();
    let mut read: Vec<_> = read?.into_iter().flatten().collect();
    read.sort_by_key(|(id, _)| *id);
    Ok(read)
}

/// Checks whether a room is there, readable or not.
async fn there(wire: &Wire, id: Uuid) -> Result<bool, LogError> {
    let Some(found) = wire.last(Which::Doc, &of_room(ROOM, id)).await? else { return Ok(false) };
    let document = found.sealed.and_then(|sealed| RoomDocument::read(id, &sealed.content));
    Ok(!matches!(document, Some(RoomDocument::Gone { .. })))
}

/// A store on NATS that is only read, whether or not a server uses it.
#[derive(derive_more::Debug)]
#[debug("NatsReader")]
pub struct NatsReader(Arc<Wire>);

impl NatsReader {
    /// Connects to a store, which must be there.
    pub async fn open(address: &NatsAddress, options: &NatsOptions) -> Result<Self, NatsError> {
        Ok(Self(reach(address, options, false).await?.0))
    }

    /// Returns the connection, and the name of the store, with which the subjects of its servers begin.
    pub(crate) fn connection(&self) -> (Arc<dyn Broker>, String) {
        (self.0.broker().clone(), self.0.name().to_owned())
    }

    /// Returns the runs of the servers that use the store, as far as is known: one may have died a moment ago.
    pub(crate) async fn servers(&self) -> Result<Vec<Uuid>, LogError> {
        members::serving(&self.0).await
    }

    /// Every room, in the order of their ids: as it was stored, or what is left of it.
    pub async fn rooms(&self) -> Result<Vec<Result<StoredRoom, Wreck>>, LogError> {
        let found = documents(&self.0).await?;
        // Their codes stand in their records: where one cannot be read, with whoever claims codes.
        let wrecked = found.iter().any(|(_, document)| document.is_none());
        let mut codes = if wrecked { codes(&self.0).await? } else { BTreeMap::new() };
        let rooms = found.into_iter().filter_map(|(id, document)| match document {
            Some(RoomDocument::Here(room, _)) => Some(Ok(room)),
            Some(RoomDocument::Gone { .. }) => None,
            None => {
                let code = codes.remove(&id).unwrap_or_else(|| id.to_string());
                Some(Err(Wreck { id: Some(id), code }))
            }
        });
        Ok(rooms.collect())
    }

    /// Reads a room with all that belongs to it, at one moment; `digest` says which component data.
    ///
    /// [`LogError::Unknown`] if it is not there any more, [`LogError::Damaged`] if a part of it is not
    /// what was stored.
    pub async fn whole(
        &self,
        id: Uuid,
        digest: impl Fn(&StoredRoom) -> Result<Hash, String>,
    ) -> Result<WholeRoom, LogError> {
        let damaged = |what: String| LogError::Damaged(what);
        for _ in 0..READ_AGAIN {
            let Some(found) = self.0.last(Which::Doc, &of_room(ROOM, id)).await? else {
                return Err(LogError::Unknown);
            };
            let seq = found.seq;
            let document = found.sealed.and_then(|it| RoomDocument::read(id, &it.content));
            let room = match document {
                Some(RoomDocument::Here(room, _)) => room,
                Some(RoomDocument::Gone { .. }) => return Err(LogError::Unknown),
                None => return Err(damaged(format!("the record of room {id}"))),
            };
            let digest = digest(&room).map_err(damaged)?;
            let missing = || damaged(format!("the component data {}", hex::encode(&digest)));
            let canonical = data(&self.0, &digest).await?.ok_or_else(missing)?;
            let heartbeat = heartbeat(&self.0, id).await?;
            let (rows, _) = rows::read(&self.0, id, 0, 0).await?;
            let after = self.0.last(Which::Doc, &of_room(ROOM, id)).await?;
            // The rows are those of this record only if it is still the room's.
            if after.is_some_and(|after| after.seq == seq) {
                return Ok(WholeRoom { room, data: (digest, canonical), rows, heartbeat });
            }
        }
        Err(LogError::Unavailable(format!("room {id} changes too often to be read")))
    }

    /// The notes of rooms that the operator deleted and that are not there again.
    pub async fn deletions(&self) -> Result<Vec<Deletion>, LogError> {
        let mut notes = Vec::new();
        for name in self.0.list(Which::Doc, DELETED).await? {
            let Ok(room) = Uuid::try_parse(&name) else { continue };
            if there(&self.0, room).await? {
                continue;
            }
            let found = self.0.last(Which::Doc, &of_room(DELETED, room)).await?;
            let sealed = found.and_then(|message| message.sealed);
            notes.extend(sealed.and_then(|sealed| read_deletion(room, &sealed.content)));
        }
        Ok(notes)
    }

    /// The server's own key with this name; `None` while there is none.
    pub async fn key(&self, name: &'static str) -> Result<Option<OwnKey>, LogError> {
        key(&self.0, name).await
    }
}
