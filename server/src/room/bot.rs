//! Bots as a room sees them: seats that the server itself plays for.
//!
//! A bot's seat is stored with the room like any other, without a token. As long as the room may be
//! played, whoever runs the room sees to it that somebody plays for such a seat, with a connection as
//! a socket's session has one, and gets nothing else.

use protocol::Code;

use super::Room;
use super::effect::RoomStep;
use super::env::Env;
use super::input::Reply;
use super::name::alike;
use super::record::{RoomRecord, SeatRecord};
use super::refusal::Refusal;
use super::token::TokenHash;

impl Room {
    /// Has the server play for a free seat, for the host.
    pub(super) fn add_bot(
        &self,
        env: &Env<'_>,
        bearer: TokenHash,
        seat: u8,
    ) -> Result<RoomStep, Refusal> {
        if self.record.host() != Some(self.seat_of(bearer)?) {
            return Err(Refusal::new(Code::Forbidden, "only the host may add a bot"));
        }
        self.in_lobby()?;
        match self.record.seats.get(usize::from(seat)) {
            None => return Err(Refusal::new(Code::SeatUnknown, "the room has no such seat")),
            Some(taken) if taken.name.is_some() => {
                return Err(Refusal::new(Code::SeatTaken, "the seat is taken"));
            }
            Some(_) => {}
        }
        let mut draft = self.draft(env);
        draft.unready();
        draft.seats[usize::from(seat)] = SeatRecord::bot(free_name(&draft));
        Ok(RoomStep::record(self, draft, |room, env, out| {
            room.show_room(env, out, None);
            out.reply(Ok(Reply::Room(Box::new(room.object(env)))));
        }))
    }
}

/// Finds a name for one more bot: the lowest number that is free.
fn free_name(record: &RoomRecord) -> String {
    let held = || record.seats.iter().filter_map(|seat| seat.name.as_deref());
    let taken = |name: &String| held().any(|other| alike(other, name));
    let names = (1..=record.seats.len() + 1).map(|number| format!("Bot {number}"));
    names.into_iter().find(|name| !taken(name)).unwrap_or_default()
}
