//! Seats that the server itself plays for, and whatever else falls due in a room.
//!
//! As long as a room may be played, a bot's seat has a [`Sitter`]: a task of its own that holds a
//! connection as a socket's session does and gets nothing else. After a restart, or if a sitter was cut
//! off, the room seats another one.

use std::sync::Arc;

use bots::Assignment;
use serde_json::Value;
use tracing::warn;

use super::actor::Actor;
use super::handle::Ask;
use super::outbox::Outbox;
use super::sitter::Sitter;
use crate::room::{JoinAs, Joining, RoomInput};

impl Actor {
    /// Checks whether there is anything for [`Self::tend`] to do.
    pub(super) fn is_untended(&self) -> bool {
        self.room.due(&self.hub.env()).is_some() || self.room.empty_bot_seat(0).is_some()
    }

    /// Does everything that has fallen due, and sees to it that somebody plays for each bot's seat.
    pub(super) async fn tend(&mut self) {
        while self.end.is_none()
            && let Some(due) = self.room.due(&self.hub.env())
        {
            self.carry_out(RoomInput::Due(due), None).await;
        }
        let mut next = 0;
        while let Some(seat) = self.room.empty_bot_seat(next).filter(|_| self.end.is_none()) {
            next = usize::from(seat) + 1;
            self.seat_bot(seat).await;
        }
    }

    async fn seat_bot(&mut self, seat: u8) {
        let (id, outbox) = (self.handle.next_connection(), Arc::<Outbox>::default());
        // What happened before is nothing to a bot.
        let (came, after) = (self.handle.came(id), self.room.position());
        let joining = Joining { id, came, door: JoinAs::Bot(seat), after };
        let (input, outbox_of) = (RoomInput::Join(joining), Some(outbox.clone()));
        self.answer(Ask { input, reply: None, outbox: outbox_of }).await;
        if !self.outboxes.contains_key(&id) {
            warn!(room = %self.room.record.id, seat, "no bot was seated");
            return;
        }
        let data = self.hub.data_of(&self.room).await.unwrap_or_default();
        let connection_of = (self.handle.clone(), id, outbox);
        let random = self.hub.coins(seat);
        let coins = (&random, self.hub.settings.bot_pace_ms);
        let data = serde_json::from_str(&data).unwrap_or(Value::Null);
        let (record, level) = (&self.room.record, self.room.bot_level(seat));
        let (game, options) = (&record.game, &Value::Object(record.options.by_name()));
        let pace_ms = self.hub.settings.bot_pace_ms;
        let assignment = Assignment { game, seat, data: &data, options, level, pace_ms };
        let mut sitter = Sitter::new(connection_of, &assignment, coins);
        if mind::knows(game) {
            sitter.think_with(self.hub.clone(), level);
        }
        tokio::spawn(sitter.run());
    }
}
