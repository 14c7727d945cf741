//! Which server has a room: claims that are won by a write to its record, and given up by another.

use uuid::Uuid;

use super::{Known, KnownRecord, Rooms, document};
use crate::log::nats::documents::{ROOM, RoomDocument, of_room};
use crate::log::nats::members::Membership;
use crate::log::nats::rows::{self, Tail};
use crate::log::nats::wire::{Which, Wire};
use crate::log::{LogError, StoredRoom};

/// Times that a room is claimed whose record changes meanwhile.
const CLAIMED_AGAIN: usize = 8;

/// Result of claiming a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This server has the room, as it stands, by the claim with this number: later ones have greater numbers.
    Mine(StoredRoom, u64),
    /// Another server has it: its run.
    Taken(Uuid),
    /// There is no such room.
    Gone,
}

/// End of the log of a room that is claimed.
enum LogEnd {
    /// This server has the room already, by the claim with this number.
    Held(u64),
    /// As it was read.
    Tail(Tail),
    /// Its last message is damaged. Nobody appends after that, so nobody is closed out; who reads the log
    /// finds the row.
    Damaged,
}

impl LogEnd {
    /// Returns the end that was found. Damage does not keep the room from being claimed: without a server it
    /// could be neither put aside nor deleted.
    fn read(tail: Result<Tail, LogError>) -> Result<Self, LogError> {
        match tail {
            Ok(tail) => Ok(Self::Tail(tail)),
            Err(LogError::Damaged(_)) => Ok(Self::Damaged),
            Err(
                error @ (LogError::Conflict
                | LogError::Full
                | LogError::Unknown
                | LogError::Unavailable(_)),
            ) => Err(error),
        }
    }
}

impl Rooms {
    /// Takes a room over, unless a server that lives has it.
    ///
    /// The end of its log is read before its record is won, and closed as it was read: whoever wins the
    /// record later reads the log later, so nobody who has lost the room again closes it to its server.
    pub(in crate::log::nats) async fn claim(
        &self,
        wire: &Wire,
        id: Uuid,
        members: &Membership,
    ) -> Result<Claim, LogError> {
        let mut known = self.turn(id).await;
        for _ in 0..CLAIMED_AGAIN {
            let end = match known.claim {
                Some(claim) => LogEnd::Held(claim),
                None => LogEnd::read(rows::tail(wire, id).await)?,
            };
            let found = self.look(wire, id, &mut known).await?;
            let (room, owner) = match (&known.record, document(id, found.as_ref())) {
                (_, Some(RoomDocument::Here(room, owner))) => (room, owner),
                (KnownRecord::Wreck { .. }, _) => {
                    return Err(LogError::Damaged(format!("the record of room {id}")));
                }
                _ => {
                    self.forget(id);
                    return Ok(Claim::Gone);
                }
            };
            let others = owner.filter(|owner| *owner != self.run);
            if let Some(other) = others
                && members.lives(wire, other).await?
            {
                return Ok(Claim::Taken(other));
            }
            if let LogEnd::Held(claim) = end {
                return Ok(Claim::Mine(room, claim));
            }
            let won = match self.own(wire, room.clone(), &mut known, Some(self.run)).await {
                Ok(seq) => match &end {
                    LogEnd::Tail(tail) => rows::fence(wire, id, self.run, tail).await,
                    LogEnd::Damaged | LogEnd::Held(_) => Ok(seq),
                },
                Err(error) => Err(error),
            };
            match won {
                Ok(claim) => {
                    // The number of a mark in the log; without one, that of the record says nothing of it.
                    if let LogEnd::Tail(_) = end {
                        known.seen = claim;
                    }
                    (known.tail, known.beat, known.claim) = (None, None, Some(claim));
                    return Ok(Claim::Mine(room, claim));
                }
                Err(LogError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        Err(LogError::Conflict)
    }

    /// Gives a room up, so that another server may have it.
    pub(in crate::log::nats) async fn release(
        &self,
        wire: &Wire,
        id: Uuid,
    ) -> Result<(), LogError> {
        let mut known = self.turn(id).await;
        let found = self.look(wire, id, &mut known).await?;
        let Some(RoomDocument::Here(room, _)) = document(id, found.as_ref()) else { return Ok(()) };
        known.claim = None;
        self.own(wire, room, &mut known, None).await?;
        self.forget(id);
        Ok(())
    }

    /// Writes the record that was just read with another owner; returns its number in the stream.
    async fn own(
        &self,
        wire: &Wire,
        room: StoredRoom,
        known: &mut Known,
        owner: Option<Uuid>,
    ) -> Result<u64, LogError> {
        let KnownRecord::Here { seq, .. } = known.record else { return Err(LogError::Conflict) };
        let (id, revision, code) = (room.id, room.revision, room.code.clone());
        known.record = KnownRecord::Unread;
        let text = RoomDocument::Here(room, owner).text();
        let placed = wire.put(Which::Doc, &of_room(ROOM, id), seq, &text).await?;
        known.record = KnownRecord::Here { seq: placed.seq, revision, code, owner };
        Ok(placed.seq)
    }
}
