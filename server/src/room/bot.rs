//! Bots as a room sees them: seats that the server itself plays for.
//!
//! A bot's seat is stored with the room like any other, without a token. As long as the room may be
//! played, whoever runs the room sees to it that somebody plays for such a seat, with a connection as
//! a socket's session has one, and gets nothing else.

use engine::{Seat, Viewer};
use protocol::Code;
use protocol::room::{BotLevel, SeatKind};

use super::Room;
use super::effect::RoomStep;
use super::env::Env;
use super::input::Reply;
use super::message::ConnectionId;
use super::name::alike;
use super::record::RoomRecord;
use super::refusal::Refusal;
use super::seat_record::SeatRecord;
use super::token::TokenHash;

impl Room {
    /// Has the server play for a free seat, for the host.
    pub(super) fn add_bot(
        &self,
        env: &Env<'_>,
        bearer: TokenHash,
        seat: u8,
        level: BotLevel,
    ) -> Result<RoomStep, Refusal> {
        self.free_for_host(bearer, seat)?;
        if !self.game.info.bot_levels.iter().any(|played| *played == level) {
            let detail = "bots do not play this game at that level";
            return Err(Refusal::new(Code::OptionInvalid, detail));
        }
        let mut draft = self.draft(env);
        draft.unready();
        draft.seats[usize::from(seat)] = SeatRecord::bot(free_name(&draft), level);
        Ok(RoomStep::record(self, draft, |room, env, out| {
            room.show_room(env, out, None);
            out.reply(Ok(Reply::Room(Box::new(room.object(env)))));
        }))
    }

    /// Refuses whoever is not the host, and a seat that is not free in the lobby.
    pub(super) fn free_for_host(&self, bearer: TokenHash, seat: u8) -> Result<(), Refusal> {
        if self.record.host() != Some(self.seat_of(bearer)?) {
            return Err(Refusal::new(Code::Forbidden, "only the host may seat bots and programs"));
        }
        self.in_lobby()?;
        match self.record.seats.get(usize::from(seat)) {
            None => Err(Refusal::seat_unknown()),
            Some(taken) if taken.name.is_some() => {
                Err(Refusal::new(Code::SeatTaken, "the seat is taken"))
            }
            Some(_) => Ok(()),
        }
    }

    /// Checks whether the server plays for a seat.
    pub(super) fn is_bot(&self, seat: Seat) -> bool {
        self.record.seats.get(seat.index()).is_some_and(|seat| seat.kind == SeatKind::Bot)
    }

    /// Lets a bot's seat imagine the match, dealt anew wherever the seat cannot know it.
    pub(super) fn imagine(&self, connection: ConnectionId) -> Result<RoomStep, Refusal> {
        let nothing = || Refusal::new(Code::Forbidden, "only bots that play are given guesses");
        let Some(Viewer::Seat(seat)) = self.viewer(connection) else { return Err(nothing()) };
        let play = self.play.as_deref().filter(|_| self.is_bot(seat)).ok_or_else(nothing)?;
        Ok(RoomStep::reply(Reply::Guesses(Box::new(play.game.guesses(seat)))))
    }

    /// Returns the level of a bot's seat.
    pub(crate) fn bot_level(&self, seat: u8) -> BotLevel {
        let record = self.record.seats.get(usize::from(seat));
        record.and_then(|seat| seat.level).unwrap_or_default()
    }
}

/// Finds a name for one more bot: the lowest number that is free.
fn free_name(record: &RoomRecord) -> String {
    let held = || record.seats.iter().filter_map(|seat| seat.name.as_deref());
    let taken = |name: &String| held().any(|other| alike(other, name));
    let names = (1..=record.seats.len() + 1).map(|number| format!("Bot {number}"));
    names.into_iter().find(|name| !taken(name)).unwrap_or_default()
}
