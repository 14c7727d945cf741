//! Guests of a room: requests over HTTP, each for as long as it takes.
//!
//! One that reads is sent what a socket of its viewer would be sent, at the moment at which a socket would
//! be: it is one of those whom a step shows itself to, so neither its bytes nor its time tell more. One that
//! speaks is heard as its seat. Guests take nobody's place, and are not counted: a seat is `connected` by its
//! socket alone.

use engine::{Seat, Viewer};

use super::effect::{RoomEffect, RoomOutputs, RoomStep};
use super::env::Env;
use super::input::Reply;
use super::joining::{GuestErrand, Joining};
use super::message::{ConnectionId, ViewUpdate};
use super::refusal::Refusal;
use super::token::TokenHash;
use super::{Room, close};

/// The most guests of a seat at a time that read, and as many that speak.
pub const SEAT_GUESTS_MAX: usize = 8;

/// A request that is in the room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guest {
    id: ConnectionId,
    viewer: Viewer,
    errand: GuestErrand,
}

impl Room {
    /// Lets a request in: with a seat's token, or without one to read what spectators may.
    pub(super) fn receive(
        &self,
        env: &Env<'_>,
        joining: Joining,
        token: Option<TokenHash>,
        errand: GuestErrand,
    ) -> Result<RoomStep, Refusal> {
        let Joining { id, after, .. } = joining;
        let viewer = match token {
            Some(token) => Viewer::Seat(Seat(self.seat_of(token)?)),
            None => Viewer::Public,
        };
        let overtaken = self.overtaken(env, viewer, errand)?;
        let snapshot = match errand {
            GuestErrand::Speak => None,
            GuestErrand::Read => match self.snapshot_or_recovery(env, viewer, after) {
                Ok(snapshot) => snapshot,
                Err(recovery) => return Ok(recovery),
            },
        };
        Ok(RoomStep::memory(move |room, env, out| {
            if let Some(id) = overtaken.filter(|id| room.see_off(*id)) {
                let reason = "a newer request for the same view waits instead";
                out.push(RoomEffect::Close { id, code: close::REPLACED, reason });
            }
            room.guests.push(Guest { id, viewer, errand });
            if let Viewer::Seat(seat) = viewer {
                room.looks_in(env, out, seat);
            }
            if let Some(update) = snapshot {
                out.push(RoomEffect::Update(id, Box::new(update)));
            }
            out.reply(Ok(Reply::Joined(id)));
        }))
    }

    /// Returns the guest that goes so that one more may come, if one has to: of those who read, the one that
    /// has waited longest. Nobody hears of a client that went without a word, and its requests would keep
    /// everybody else out for as long as they wait.
    fn overtaken(
        &self,
        env: &Env<'_>,
        viewer: Viewer,
        errand: GuestErrand,
    ) -> Result<Option<ConnectionId>, Refusal> {
        let most = match viewer {
            Viewer::Seat(_) => SEAT_GUESTS_MAX,
            Viewer::Public => self.most_spectators(env)?,
        };
        let mut same = self.guests_of(viewer, errand);
        let oldest = same.next();
        match errand {
            _ if usize::from(oldest.is_some()) + same.count() < most => Ok(None),
            GuestErrand::Speak => Err(Refusal::busy()),
            GuestErrand::Read if oldest.is_some() => Ok(oldest),
            GuestErrand::Read => Err(Refusal::gallery_full()),
        }
    }

    /// Takes note that the holder of a seat was here just now: its absence begins anew, and the next
    /// question is worth a notice again.
    fn looks_in(&mut self, env: &Env<'_>, out: &mut RoomOutputs, seat: Seat) {
        let state = &mut self.seats[seat.index()];
        if state.connection.is_none() {
            state.away_since = env.now;
        }
        state.notices.values_mut().for_each(|notices| notices.sent = false);
        self.sees_end(out, seat.0);
    }

    /// Lets a request go, and returns whether it was here.
    pub(super) fn see_off(&mut self, id: ConnectionId) -> bool {
        let before = self.guests.len();
        self.guests.retain(|guest| guest.id != id);
        self.guests.len() < before
    }

    /// Sends away the guests of a seat whose token is no longer valid.
    pub(super) fn turn_out(&mut self, out: &mut RoomOutputs, seat: Seat, reason: &'static str) {
        let (gone, stay): (Vec<Guest>, Vec<Guest>) = std::mem::take(&mut self.guests)
            .into_iter()
            .partition(|guest| guest.viewer == Viewer::Seat(seat));
        self.guests = stay;
        for Guest { id, .. } in gone {
            out.push(RoomEffect::Close { id, code: close::TOKEN_UNKNOWN, reason });
        }
    }

    /// Iterates over the guests that are shown what this viewer may see.
    pub(super) fn readers(&self, viewer: Viewer) -> impl Iterator<Item = ConnectionId> {
        self.guests_of(viewer, GuestErrand::Read)
    }

    /// Iterates over the guests that speak for a seat.
    pub(super) fn speakers(&self, seat: Seat) -> impl Iterator<Item = ConnectionId> {
        self.guests_of(Viewer::Seat(seat), GuestErrand::Speak)
    }

    fn guests_of(&self, viewer: Viewer, errand: GuestErrand) -> impl Iterator<Item = ConnectionId> {
        let such = move |guest: &&Guest| guest.viewer == viewer && guest.errand == errand;
        self.guests.iter().filter(such).map(|guest| guest.id)
    }

    /// Returns the seat that a guest speaks for.
    pub(super) fn spoken_for(&self, id: ConnectionId) -> Option<Viewer> {
        let guest = self.guests.iter().find(|guest| guest.id == id)?;
        (guest.errand == GuestErrand::Speak).then_some(guest.viewer)
    }

    /// Checks whether the room knows a connection or a guest by this number.
    pub(crate) fn knows(&self, id: ConnectionId) -> bool {
        self.connections().any(|here| here == id) || self.guests.iter().any(|guest| guest.id == id)
    }

    /// Delivers an update to the guests that read what its viewer may see.
    pub(super) fn deliver_to_guests(
        &self,
        out: &mut RoomOutputs,
        viewer: Viewer,
        update: &ViewUpdate,
    ) {
        for id in self.readers(viewer) {
            out.push(RoomEffect::Update(id, Box::new(update.clone())));
        }
    }
}
