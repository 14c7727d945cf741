//! Matches of rooms: rows of their logs, and their heartbeats.

use uuid::Uuid;

use super::Rooms;
use crate::log::LogError;
use crate::log::nats::documents::{BEAT, of_room};
use crate::log::nats::rows::{self, Tail};
use crate::log::nats::wire::{Which, Wire};

impl Rooms {
    /// Appends a row: see [`MatchLog::append`](crate::log::MatchLog::append).
    pub(in crate::log::nats) async fn append(
        &self,
        wire: &Wire,
        id: Uuid,
        number: u64,
        row: &str,
    ) -> Result<(), LogError> {
        let mut known = self.turn(id).await;
        self.needed_here(wire, id, &mut known).await?;
        let tail = match known.tail.take() {
            Some(tail) => tail,
            None => rows::tail(wire, id).await?,
        };
        // However the end was read: it follows a claim of another server's, or what came after one.
        let appended = if tail.own() || self.alone {
            rows::append(wire, id, &tail, number, row).await
        } else {
            Err(LogError::Conflict)
        };
        known.note(&appended);
        known.tail = appended.as_ref().ok().cloned();
        known.seen = known.seen.max(known.tail.as_ref().map_or(0, Tail::seq));
        appended.map(drop)
    }

    /// Returns the rows of a room: see [`MatchLog::read`](crate::log::MatchLog::read).
    pub(in crate::log::nats) async fn read(
        &self,
        wire: &Wire,
        id: Uuid,
        from: u64,
    ) -> Result<Vec<String>, LogError> {
        let mut known = self.turn(id).await;
        match self.needed(wire, id, &mut known).await {
            Ok(()) => {}
            Err(LogError::Unknown) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        }
        known.tail = None;
        let (rows, tail) = rows::read(wire, id, from, known.seen).await?;
        known.seen = known.seen.max(tail.seq());
        known.tail = Some(tail);
        Ok(rows)
    }

    /// Notes match time: see [`MatchLog::heartbeat`](crate::log::MatchLog::heartbeat).
    pub(in crate::log::nats) async fn heartbeat(
        &self,
        wire: &Wire,
        id: Uuid,
        at_ms: u64,
    ) -> Result<(), LogError> {
        let mut known = self.turn(id).await;
        self.needed_here(wire, id, &mut known).await?;
        let follows = match known.beat.take() {
            Some(follows) => follows,
            None => wire.last(Which::Doc, &of_room(BEAT, id)).await?.map_or(0, |last| last.seq),
        };
        let beat = beat(wire, id, follows, at_ms).await;
        known.note(&beat);
        known.beat = Some(beat?);
        Ok(())
    }
}

/// Writes a heartbeat and returns its number.
pub(super) async fn beat(wire: &Wire, id: Uuid, follows: u64, at_ms: u64) -> Result<u64, LogError> {
    let placed = wire.put(Which::Doc, &of_room(BEAT, id), follows, &at_ms.to_string()).await?;
    Ok(placed.seq)
}
