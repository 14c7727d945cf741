//! Coaches: a guest sees what one seat sees, and points at it, for that seat alone.
//!
//! All people at the table agree first, by a request like any other, and all see that there is a coach. Then
//! the pupil fetches a token and gives it to whom it likes. It opens the seat's view and nothing else: what a
//! coach sends reaches the pupil and the coach. All of it lives in memory: a restart ends it.

use engine::Seat;
use protocol::point::{POINTED_BYTES, POINTED_MOST, is_identifier};
use protocol::room::{CoachState, RoomState, SeatKind};
use protocol::{Code, Re, ServerMessage};

use super::acts::Asker;
use super::chat::CHAT_CHARS;
use super::connections::Place;
use super::effect::{RoomEffect, RoomOutputs, RoomStep};
use super::env::Env;
use super::input::Reply;
use super::joining::Precedence;
use super::message::{ConnectionId, text};
use super::name::clean;
use super::refusal::Refusal;
use super::token::{self, TokenHash};
use super::{Room, close};

/// The coach of a seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Coach {
    /// The hash of the token that opens the seat's view; `None` before the pupil has fetched it.
    key: Option<TokenHash>,
    /// The newest connection that it has opened.
    pub(super) connection: Option<ConnectionId>,
    /// Its place in the order of coming, kept when it is gone.
    newest: Precedence,
}

impl Coach {
    /// As the room object shows it.
    pub(super) fn shown(&self) -> CoachState {
        if self.connection.is_some() { CoachState::Here } else { CoachState::Invited }
    }
}

impl Room {
    /// Returns the people who must agree that a seat is coached: all others who still play.
    pub(super) fn coaching_needs(&self, pupil: Seat) -> Result<Vec<u8>, Refusal> {
        if self.seats[pupil.index()].coach.is_some() {
            return Err(Refusal::new(Code::Illegal, "you may have a coach already"));
        }
        let seats = (0..).zip(&self.record.seats);
        let plays = |seat| self.play.as_deref().is_none_or(|play| play.game.plays(Seat(seat)));
        let others = seats.filter(|(seat, held)| {
            *seat != pupil.0 && held.kind == SeatKind::Person && plays(*seat)
        });
        Ok(others.map(|(seat, _)| seat).collect())
    }

    /// Lets a seat have a coach, to which all have agreed.
    pub(super) fn open_coaching(&mut self, pupil: Seat) {
        self.seats[pupil.index()].coach.get_or_insert_default();
    }

    /// Ends the coaching of the seat that asks for that.
    pub(super) fn end_coaching(&self, asker: Asker) -> RoomStep {
        if self.seats[asker.seat.index()].coach.is_none() {
            let none = Refusal::new(Code::Illegal, "you have no coach");
            return RoomStep::verdict(asker, Err(none));
        }
        RoomStep::memory(move |room, env, out| {
            room.set_coach(env, out, asker.seat.index(), None, "the coaching has ended");
            let position = room.position().unwrap_or_default();
            room.answer(out, asker, Ok(position));
        })
    }

    /// Draws the token for a seat's coach; whoever had one before is a coach no longer.
    pub(super) fn new_coach(
        &self,
        env: &Env<'_>,
        bearer: TokenHash,
        seat: u8,
    ) -> Result<RoomStep, Refusal> {
        self.own_seat(bearer, seat)?;
        let at = usize::from(seat);
        if self.seats[at].coach.is_none() {
            let detail = "nobody has agreed yet that this seat is coached";
            return Err(Refusal::new(Code::NotAgreed, detail));
        }
        let token = token::draw(env.random);
        let fresh = Coach { key: Some(TokenHash::of(&token)), ..Coach::default() };
        Ok(RoomStep::memory(move |room, env, out| {
            room.set_coach(env, out, at, Some(fresh), "the coach has a new token");
            out.reply(Ok(Reply::Token(token)));
        }))
    }

    /// Ends the coaching of a seat that is not with whoever it was any more: whoever had its token may have
    /// brought the coach.
    pub(super) fn dismiss_coach(&mut self, env: &Env<'_>, out: &mut RoomOutputs, at: usize) {
        if self.seats[at].coach.is_some() {
            self.set_coach(env, out, at, None, "the coaching has ended");
        }
    }

    /// Gives a seat another coach or none; the connection of the one before is closed for this reason.
    fn set_coach(
        &mut self,
        env: &Env<'_>,
        out: &mut RoomOutputs,
        at: usize,
        coach: Option<Coach>,
        reason: &'static str,
    ) {
        let before = std::mem::replace(&mut self.seats[at].coach, coach);
        if let Some(id) = before.and_then(|before| before.connection) {
            out.push(RoomEffect::Close { id, code: close::TOKEN_UNKNOWN, reason });
        }
        self.show_room(env, out, None);
    }

    /// Returns the seat whose coach has this token.
    pub(super) fn coached_by(&self, token: TokenHash) -> Option<Seat> {
        let opens = |coach: &Coach| coach.key == Some(token);
        let at = self.seats.iter().position(|seat| seat.coach.as_ref().is_some_and(opens))?;
        u8::try_from(at).ok().map(Seat)
    }

    /// Iterates over what opens the views of coached seats.
    pub(super) fn coaches_keys(&self) -> impl Iterator<Item = TokenHash> {
        self.seats.iter().filter_map(|seat| seat.coach.as_ref()?.key)
    }

    /// Returns the pupil of the coach behind a connection.
    pub(super) fn pupil_of(&self, connection: ConnectionId) -> Option<Seat> {
        let at = self.seats.iter().position(|seat| seat.coach_here() == Some(connection))?;
        u8::try_from(at).ok().map(Seat)
    }

    /// Gives the place beside a seat to its coach's newest connection; an older one is closed.
    pub(super) fn sit_beside(
        &mut self,
        out: &mut RoomOutputs,
        pupil: Seat,
        id: ConnectionId,
        came: Precedence,
    ) {
        let Some(coach) = &mut self.seats[pupil.index()].coach else { return };
        coach.newest = came;
        if let Some(older) = coach.connection.replace(id) {
            out.push(Place::Coach(pupil).overtaken(older));
        }
    }

    /// Returns the newest coming of a connection of a seat's coach.
    pub(super) fn newest_coach(&self, pupil: Seat) -> Precedence {
        let coach = self.seats[pupil.index()].coach.as_ref();
        coach.map(|coach| coach.newest).unwrap_or_default()
    }

    /// Shows what a coach points at to the pupil, and to the coach.
    pub(super) fn point(
        &self,
        coach: ConnectionId,
        pupil: Seat,
        at: Vec<String>,
        line: Option<&str>,
    ) -> RoomStep {
        let complain = |code, detail: String| {
            let re = Re { kind: "point".to_owned(), id: None };
            RoomStep::memory(move |_, _, out| {
                out.error(coach, &Refusal::new(code, detail), Some(re));
            })
        };
        if self.record.state != RoomState::Running {
            return complain(Code::Illegal, "nobody is taught while no match runs".to_owned());
        }
        if !at.iter().all(|id| is_identifier(id)) {
            return complain(Code::Malformed, "what is pointed at has an identifier".to_owned());
        }
        if at.len() > POINTED_MOST || at.iter().any(|id| id.len() > POINTED_BYTES) {
            let detail = format!(
                "at most {POINTED_MOST} things of at most {POINTED_BYTES} bytes are pointed at"
            );
            return complain(Code::TooBig, detail);
        }
        let line = line.map(clean).filter(|line| !line.is_empty());
        let chars = line.as_ref().map_or(0, |line| line.chars().count());
        if chars > CHAT_CHARS {
            let detail = format!("the line has {chars} characters, {CHAT_CHARS} are allowed");
            return complain(Code::TooBig, detail);
        }
        let shown = text(&ServerMessage::Point { at, text: line });
        RoomStep::memory(move |room, _, out| {
            let seat = &room.seats[pupil.index()];
            for to in seat.connection.into_iter().chain(seat.coach_here()) {
                out.push(RoomEffect::Send(to, shown.clone()));
            }
        })
    }
}

impl super::SeatState {
    /// Iterates over the connections of its player and of its coach.
    pub(super) fn connections(&self) -> impl Iterator<Item = ConnectionId> {
        self.connection.into_iter().chain(self.coach_here())
    }

    /// Returns the connection of its coach.
    pub(super) fn coach_here(&self) -> Option<ConnectionId> {
        self.coach.as_ref().and_then(|coach| coach.connection)
    }
}
