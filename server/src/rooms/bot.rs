//! Bots as a room sees them: seats that the server itself plays for.
//!
//! A bot's seat is stored with the room like any other, without a token. As long as the room may be
//! played, such a seat has a [`Sitter`]: a task of its own that holds a connection as a socket's
//! session does and is told nothing else. After a restart, or if a sitter was cut off, the room seats
//! another one.

use engine::{Seat, Viewer};
use protocol::Code;
use protocol::room::{Room, SeatKind};

use super::actor::Actor;
use super::name::alike;
use super::outbox::Outbox;
use super::record::{Record, SeatRecord};
use super::refusal::Refusal;
use super::sitter::Sitter;
use super::token::TokenHash;

impl Actor {
    /// The host has the server play for a free seat.
    pub(crate) async fn add_bot(&mut self, bearer: TokenHash, seat: u8) -> Result<Room, Refusal> {
        if self.record.host() != Some(self.seat_of(bearer)?) {
            return Err(Refusal::new(Code::Forbidden, "only the host may add a bot"));
        }
        self.in_lobby()?;
        match self.record.seats.get(usize::from(seat)) {
            None => return Err(Refusal::new(Code::SeatUnknown, "the room has no such seat")),
            Some(place) if place.name.is_some() => {
                return Err(Refusal::new(Code::SeatTaken, "the seat is taken"));
            }
            Some(_) => {}
        }
        let mut draft = self.draft();
        draft.unready();
        draft.seats[usize::from(seat)] = SeatRecord::bot(free_name(&draft));
        self.save(draft).await?;
        self.show_room(None);
        Ok(self.object())
    }

    /// Sees to it that somebody sits on each bot's seat, for as long as there is something to play.
    pub(crate) async fn seat_bots(&mut self) {
        if self.record.ended() {
            return;
        }
        for number in (0..).take(self.chairs.len()) {
            let seat = Seat(number);
            let bot = self.record.seats[seat.index()].kind == SeatKind::Bot;
            if bot && self.chairs[seat.index()].member.is_none() {
                self.seat_bot(seat).await;
            }
        }
    }

    async fn seat_bot(&mut self, seat: Seat) {
        let viewer = Viewer::Seat(seat);
        // What happened before is nothing to a bot.
        let known = self.play.as_ref().map(|play| play.table.position(viewer).seq);
        let outbox = std::sync::Arc::<Outbox>::default();
        match self.attach(viewer, known, &outbox) {
            Ok(connection) => {
                let data = self.catalogue().await.map(|data| data.canonical().clone());
                let sitter = Sitter::new(
                    (self.handle.clone(), connection, outbox),
                    seat.0,
                    &self.record.game,
                    &data.unwrap_or_default(),
                    (&self.hub.random, self.hub.settings.bot_pace_ms),
                );
                tokio::spawn(sitter.run());
            }
            Err(refusal) => {
                tracing::warn!(room = %self.record.id, seat = seat.0, %refusal, "no bot was seated");
            }
        }
    }
}

/// A name for one more bot: the lowest number that is free.
fn free_name(record: &Record) -> String {
    let held = || record.seats.iter().filter_map(|seat| seat.name.as_deref());
    let taken = |name: &String| held().any(|other| alike(other, name));
    let names = (1..=record.seats.len() + 1).map(|number| format!("Bot {number}"));
    names.into_iter().find(|name| !taken(name)).unwrap_or_default()
}
