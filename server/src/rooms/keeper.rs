//! Rooms without a server: what an operator may see of them, close, and bring in.
//!
//! Looking needs a stored record only and shows what everybody in the room may see. Closing and
//! admitting are done as a server would do them, with the rules and on a store that no server has
//! open, so that the next start finds nothing that it could not have left itself.

use std::sync::Arc;

use engine::catalogue::Catalogue;
use fairness::vd1::{seat_commitment, server_commitment};
use fairness::{Hash, hex};
use protocol::Outcome;
use protocol::room::{Program, Room, RoomState};
use serde::Serialize;
use serde_json::Value;

use super::actor::Actor;
use super::code;
use super::export::Export;
use super::handle::Handle;
use super::hub::{Hub, RoomsSetup};
use crate::log::{MatchLog, StoredRoom, WholeRoom};
use crate::room::{
    NO_PROMISE, RoomRecord, StoredUnproven, checked_name, checked_program, fitting, replay,
};

/// Everything that anybody in a room may see of it, and what a store knows beside that.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// The room as everybody in it may see it, with nobody connected.
    #[serde(flatten)]
    pub room: Room,
    /// Time of creation, in milliseconds since 1970.
    pub created_ms: u64,
    /// Time of the last activity, in milliseconds since 1970 and roughly.
    pub active_ms: u64,
    /// Outcome of its match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

impl Facts {
    /// Checks whether the room is over.
    pub fn over(&self) -> bool {
        matches!(self.room.state, RoomState::Finished | RoomState::Abandoned)
    }

    /// Extracts the facts of a stored room; or returns the reason why its record cannot be read.
    pub fn of(stored: &StoredRoom) -> Result<Self, String> {
        let record = RoomRecord::read(stored)?;
        Ok(Self {
            room: record.object(|_| false, 0),
            created_ms: record.created_ms,
            active_ms: record.active_ms,
            outcome: record.outcome,
        })
    }
}

/// Returns the digest of the component data that a stored room is played with.
pub fn data_of(stored: &StoredRoom) -> Result<Hash, String> {
    RoomRecord::read(stored)?
        .digest()
        .ok_or_else(|| "the record names no component data".to_owned())
}

/// Changes rooms of a store that no server has open.
#[derive(Clone, derive_more::Debug)]
#[debug("Keeper")]
pub struct Keeper(Arc<Hub>);

impl Keeper {
    /// Creates a keeper of a store.
    pub fn new(setup: RoomsSetup, store: Arc<dyn MatchLog>) -> Self {
        Self(Hub::new(setup, store))
    }

    /// Ends a room for good: players who come back find an abandoned match, or a room that was given
    /// up. Refused with the reason if it is over, or if this server cannot play it.
    pub async fn close(&self, stored: StoredRoom) -> Result<(), String> {
        let (handle, _inbox) = Handle::new(stored.id, 0);
        let mut room = Actor::load(self.0.clone(), handle, stored).await?;
        room.close().await.map_err(|refusal| refusal.detail)
    }

    /// Checks whether a room that comes from elsewhere would be played here: everything that a start
    /// looks at, and its consistency in itself. Refused with the reason.
    pub fn admit(&self, export: &Export) -> Result<(), String> {
        let Export { whole, head } = export;
        let WholeRoom { room, data: (digest, canonical), rows, .. } = whole;
        let (record, game) = fitting(|id| self.0.game(id), room)?;
        let texts: Value = serde_json::from_str(&room.record).map_err(|why| why.to_string())?;
        if let Some(path) = acting_text(&texts) {
            return Err(format!("the record has a control character in {path}"));
        }
        if code::normalise(&room.code).as_ref() != Some(&room.code) || record.code != room.code {
            return Err("the code is not valid, or not the record's".to_owned());
        }
        let is_code = |given: &String| code::normalise(given).as_ref() == Some(given);
        if !record.rematch.as_ref().is_none_or(is_code) {
            return Err("the next room's code is not valid".to_owned());
        }
        let catalogue = Catalogue::from_canonical(game.entry, canonical)
            .map_err(|fault| format!("the component data: {fault}"))?;
        let same = catalogue.digest() == *digest && **catalogue.canonical() == **canonical;
        if !same || record.digest() != Some(*digest) {
            return Err("the component data are not those of the room".to_owned());
        }
        seats_hold(&record)?;
        if rows.is_empty() {
            let begun = record.state == RoomState::Running || record.outcome.is_some();
            let none =
                if begun || head.is_some() { Err("its match log is missing") } else { Ok(()) };
            return none.map_err(str::to_owned);
        }
        let (table, _) = replay(&game, &catalogue, &record, rows, 1)
            .map_err(|spoiled| format!("the match log: {spoiled}"))?;
        if Some(hex::encode(&table.head())) != *head {
            return Err("the match log comes to another head".to_owned());
        }
        let made = table.outcome();
        let formerly = made.as_ref().and_then(|made| game.entry.formerly(made));
        if record.ended() && record.outcome != made && record.outcome != formerly {
            return Err("the match log comes to another outcome".to_owned());
        }
        Ok(())
    }
}

/// Returns the path of a text that has a control character. A server stores none, whatever the text is for;
/// and what is printed to a terminal must not act on it.
fn acting_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => text.contains(char::is_control).then(String::new),
        Value::Array(values) => (0..)
            .zip(values)
            .find_map(|(at, value)| acting_text(value).map(|path| format!("/{at}{path}"))),
        Value::Object(fields) => fields.iter().find_map(|(name, value)| {
            acting_text(value).map(|path| format!("/{}{path}", name.escape_default()))
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// Checks whether names, words of programs, tokens and commitments are what a server stores.
fn seats_hold(record: &RoomRecord) -> Result<(), String> {
    let beginning = record.beginning().ok_or("the deal's secret cannot be read")?;
    let (room, attempt) = (record.id.as_bytes(), record.attempt.number);
    let promised = match record.unproven {
        Some(StoredUnproven::Lesson { .. }) => NO_PROMISE,
        Some(StoredUnproven::Practice { .. } | StoredUnproven::Dev { .. }) | None => {
            server_commitment(room, &record.rules(), attempt, &beginning.secret)
        }
    };
    if promised != beginning.commitment {
        return Err("the server's commitment is not that of its secret".to_owned());
    }
    for ((number, seat), (_, brought)) in (0..).zip(&record.seats).zip(&beginning.seats) {
        let wrong = |what: &str| Err(format!("seat {number}: {what}"));
        let named = |given: &String| checked_name(given).is_ok_and(|clean| clean == *given);
        if !seat.name.as_ref().is_none_or(named) {
            return wrong("the name is not one that a seat can have");
        }
        let said = |given: &Program| checked_program(given).is_ok_and(|clean| clean == *given);
        if !seat.program.as_ref().is_none_or(said) {
            return wrong("what a program says of itself is not what it could say");
        }
        if seat.token.as_ref().is_some_and(|token| hex::decode_32(token).is_none()) {
            return wrong("the token's hash cannot be read");
        }
        let bound = |entropy| Some(seat_commitment(room, attempt, number, &entropy));
        if brought.entropy.is_some() && brought.entropy.and_then(bound) != brought.commitment {
            return wrong("the entropy does not match its commitment");
        }
    }
    Ok(())
}
