//! Views of a room itself: for those in it, for whoever looks at it, and for the list of rooms.

use protocol::ServerMessage;
use protocol::room as wire;
use protocol::room::{RoomState, Spectators};

use super::Room;
use super::coaching::Coach;
use super::effect::{RoomEffect, RoomOutputs, RoomSnapshot};
use super::env::Env;
use super::message::{ConnectionId, text};
use super::token::TokenHash;
use crate::time::millis;

impl Room {
    /// Builds the room object, as everybody in it may see it.
    pub(super) fn object(&self, env: &Env<'_>) -> wire::Room {
        let connected = |seat: u8| self.seats[usize::from(seat)].connection.is_some();
        let watching = u32::try_from(self.gallery.len()).unwrap_or(u32::MAX);
        let mut room = self.record.object(connected, watching);
        room.fairness.reveal_by_ms = self.reveal_by.map(|by| millis(by.saturating_sub(env.now)));
        room.requests = self.requests.shown();
        for (shown, seat) in room.seats.iter_mut().zip(&self.seats) {
            shown.coach = seat.coach.as_ref().map(Coach::shown);
        }
        room
    }

    /// Returns the room as whoever looks at it from outside sees it.
    pub(super) fn looked_at(&self, env: &Env<'_>) -> wire::Room {
        let awaiting = self.asked().iter().map(|asked| asked.at(env.now)).collect();
        wire::Room { awaiting, ..self.object(env) }
    }

    /// Returns what anybody may see of the room without asking it.
    pub(crate) fn shown(&self, env: &Env<'_>) -> RoomSnapshot {
        let mut object = self.object(env);
        object.fairness.reveal_by_ms = None;
        object.options = serde_json::Map::new();
        let free = self.record.seats.iter().any(|seat| seat.name.is_none());
        let watched = self.record.spectators == Spectators::Open;
        let open = match self.record.state {
            RoomState::Lobby | RoomState::Sealing => free || watched,
            RoomState::Running => watched,
            RoomState::Finished | RoomState::Abandoned => false,
        };
        let keys = self.record.seats.iter().filter_map(|seat| seat.token.as_deref());
        RoomSnapshot {
            room: object,
            options: self.record.options.clone(),
            reveal_by: self.reveal_by,
            asked: self.asked(),
            active_ms: self.record.active_ms,
            begun: self.record.outcome.is_some(),
            listed: self.record.listed && open,
            keys: keys.filter_map(TokenHash::from_hex).chain(self.coaches_keys()).collect(),
        }
    }

    /// Sends the room object to everyone but one.
    pub(super) fn show_room(
        &self,
        env: &Env<'_>,
        out: &mut RoomOutputs,
        except: Option<ConnectionId>,
    ) {
        out.publish();
        let mut others = self.connections().filter(|id| Some(*id) != except).peekable();
        if others.peek().is_some() {
            let text = text(&ServerMessage::Room { room: self.object(env) });
            others.for_each(|id| out.push(RoomEffect::Send(id, text.clone())));
        }
    }
}
