//! Inputs that are carried out while an entry is being written: otherwise anyone could tell by waiting that
//! somebody's entry is, which behind the veil of a secret choice is nobody's business.
//!
//! That is all that neither writes nor touches the match, and every refusal. What another seat may do waits: nothing
//! is stored beside an entry.

use engine::{Seat, Viewer};
use protocol::ClientMessage;
use protocol::room::RoomState;

use super::env::Env;
use super::message::ConnectionId;
use super::{Room, RoomInput};

impl Room {
    /// Checks whether an input may be carried out while an entry of `author` is being written.
    pub(crate) fn goes_beside(
        &self,
        env: &Env<'_>,
        input: &RoomInput,
        author: Option<Seat>,
    ) -> bool {
        match input {
            RoomInput::Leave(_)
            | RoomInput::Notify { .. }
            | RoomInput::Show
            | RoomInput::Closed
            | RoomInput::Advised(_) => true,
            RoomInput::Join(_) => self.takes_in(),
            RoomInput::Act(from, message) => {
                self.stands_apart(*from, message)
                    || self.is_of_another(*from, author) && self.writes_nothing(env, *from, message)
            }
            // Refused for who sends it, or for how far the room has come.
            RoomInput::TakeSeat { .. } => self.in_lobby().is_err(),
            RoomInput::AddBot { bearer, seat, .. } | RoomInput::AddProgram { bearer, seat, .. } => {
                self.free_for_host(*bearer, *seat).is_err()
            }
            RoomInput::LeaveSeat { bearer, .. } => {
                self.seat_of(*bearer).is_err() || self.in_lobby().is_err()
            }
            RoomInput::NewCoach { bearer, seat } => {
                let coached = |seat: u8| self.seats[usize::from(seat)].coach.is_some();
                self.own_seat(*bearer, *seat).is_err() || !coached(*seat)
            }
            RoomInput::NewToken { bearer, seat }
            | RoomInput::SetNotify { bearer, seat, .. }
            | RoomInput::AddDevice { bearer, seat, .. }
            | RoomInput::RemoveDevice { bearer, seat, .. } => {
                self.own_seat(*bearer, *seat).is_err()
            }
            RoomInput::AnswerMail { seat, key, agree } => {
                self.answer_mail(*seat, key, *agree).is_err()
            }
            RoomInput::Rematch { bearer, .. } => {
                self.seat_of(*bearer).is_err() || !self.record.ended()
            }
            RoomInput::Imagine(_)
            | RoomInput::Continued { .. }
            | RoomInput::Fetch(_)
            | RoomInput::Part(_)
            | RoomInput::Sent(_)
            | RoomInput::Read(..)
            | RoomInput::Due(_)
            | RoomInput::Look
            | RoomInput::Note
            | RoomInput::Stir
            | RoomInput::Resume
            | RoomInput::Expect
            | RoomInput::Pause
            | RoomInput::Stop => false,
        }
    }

    /// Checks whether a message is answered from what there is, whatever is being written: it says something, asks
    /// what a command would change, or is refused for whom it comes from or what it answers.
    fn stands_apart(&self, from: ConnectionId, message: &ClientMessage) -> bool {
        let Some(Viewer::Seat(seat)) = self.viewer(from) else { return true };
        match message {
            ClientMessage::Chat { .. }
            | ClientMessage::Point { .. }
            | ClientMessage::Preview { .. }
            | ClientMessage::Hello { .. }
            | ClientMessage::Ping { .. } => true,
            ClientMessage::Ready { .. } | ClientMessage::Reveal { .. } => {
                self.record.state == RoomState::Running
            }
            ClientMessage::Command { decision, .. } => {
                let play = self.play.as_deref();
                play.is_some_and(|play| play.game.decision(seat) != Some(*decision))
            }
            ClientMessage::Undo { .. }
            | ClientMessage::Resign { .. }
            | ClientMessage::Claim { .. }
            | ClientMessage::Pause { .. }
            | ClientMessage::Consent { .. }
            | ClientMessage::Hint { .. }
            | ClientMessage::Lesson { .. }
            | ClientMessage::Coach { .. } => false,
        }
    }

    /// Checks whether a connection is another seat's than the author's: an author's own messages are done in their
    /// order.
    fn is_of_another(&self, from: ConnectionId, author: Option<Seat>) -> bool {
        author.is_some() && self.viewer(from) != author.map(Viewer::Seat)
    }

    /// Checks whether a message is refused, or is nothing that is stored.
    fn writes_nothing(&self, env: &Env<'_>, from: ConnectionId, message: &ClientMessage) -> bool {
        self.act(env, from, message.clone()).write.is_none()
    }
}
