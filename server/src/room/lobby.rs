//! Before the match: seats are taken, left and freed; and what concerns seats later on, new tokens
//! and rematches. Every change is durable before it is answered.

use engine::Seat;
use protocol::Code;
use protocol::room::{RandomSeat, RoomState, SeatPreference, TakeSeat};

use super::answered::Answered;
use super::effect::{Errand, RoomEffect, RoomOutputs, RoomStep};
use super::env::Env;
use super::input::{Holding, Reply, Seated};
use super::randomness::Randomness;
use super::record::RoomRecord;
use super::refusal::Refusal;
use super::seat_record::SeatRecord;
use super::token::{self, TokenHash};
use super::{Room, close, name};

/// Picks a seat among those that are free, by the preference.
pub(crate) fn pick_seat(
    seats: &[SeatRecord],
    preference: Option<SeatPreference>,
    random: &Randomness,
) -> Result<u8, Refusal> {
    let free: Vec<u8> =
        (0..).zip(seats).filter(|(_, seat)| seat.name.is_none()).map(|(n, _)| n).collect();
    match preference {
        Some(SeatPreference::Number(wanted)) if usize::from(wanted) >= seats.len() => {
            let detail = format!("the room has seats 0 to {}", seats.len().saturating_sub(1));
            Err(Refusal::new(Code::SeatUnknown, detail))
        }
        _ if free.is_empty() => Err(Refusal::new(Code::RoomFull, "no seat is free")),
        Some(SeatPreference::Number(wanted)) if free.contains(&wanted) => Ok(wanted),
        Some(SeatPreference::Number(_)) => Err(Refusal::new(Code::SeatTaken, "the seat is taken")),
        Some(SeatPreference::Random(RandomSeat::Random)) => Ok(free[random.index(free.len())]),
        None => Ok(free[0]),
    }
}

impl Room {
    /// Seats change in the lobby only. Not while the deal is sealed either: leaving then, or sending
    /// someone away, would be a way to refuse the deal without being named for it.
    pub(super) fn in_lobby(&self) -> Result<(), Refusal> {
        let started = |detail| Err(Refusal::new(Code::Started, detail));
        match self.record.state {
            RoomState::Lobby => Ok(()),
            RoomState::Sealing => started("the deal is being sealed"),
            RoomState::Running | RoomState::Finished => started("the match has begun"),
            RoomState::Abandoned => started("the room was given up"),
        }
    }

    /// Copies the record, to be changed and stored.
    pub(super) fn draft(&self, env: &Env<'_>) -> RoomRecord {
        RoomRecord { active_ms: env.wall_ms, ..self.record.clone() }
    }

    /// Refuses whoever is not this seat's holder.
    pub(super) fn own_seat(&self, bearer: TokenHash, seat: u8) -> Result<(), Refusal> {
        if self.seat_of(bearer)? != seat {
            return Err(Refusal::new(Code::Forbidden, "this is another seat's token"));
        }
        Ok(())
    }

    pub(super) fn seat_of(&self, bearer: TokenHash) -> Result<u8, Refusal> {
        let unknown = || Refusal::new(Code::TokenUnknown, "the token opens no seat of this room");
        self.record.seat_of(bearer).ok_or_else(unknown)
    }

    pub(super) fn take_seat(
        &self,
        env: &Env<'_>,
        wanted: &TakeSeat,
        holding: Option<Holding>,
    ) -> Result<RoomStep, Refusal> {
        self.in_lobby()?;
        let names = self.record.seats.iter().filter_map(|seat| seat.name.as_deref());
        let name = name::distinct(name::name(&wanted.name)?, &names)?;
        let program = wanted.program.as_ref().map(name::program).transpose()?;
        let seat = pick_seat(&self.record.seats, wanted.seat, env.random)?;
        let token = token::draw(env.random);
        let mut draft = self.draft(env);
        draft.unready();
        let held = SeatRecord::held(name, Some(TokenHash::of(&token))).of_program(program);
        draft.seats[usize::from(seat)] = held;
        Ok(RoomStep::record(self, draft, move |room, env, out| {
            room.seats[usize::from(seat)].holding = holding;
            room.show_room(env, out, None);
            let room = room.object(env);
            out.reply(Ok(Reply::Seated(Box::new(Seated { room, seat, token }))));
        }))
    }

    pub(super) fn leave_seat(
        &self,
        env: &Env<'_>,
        bearer: TokenHash,
        seat: u8,
    ) -> Result<RoomStep, Refusal> {
        let by = self.seat_of(bearer)?;
        if by != seat && self.record.host() != Some(by) {
            return Err(Refusal::new(Code::Forbidden, "only the host may remove others"));
        }
        self.in_lobby()?;
        let held = self.record.seats.get(usize::from(seat)).is_some_and(|s| s.name.is_some());
        if !held {
            return Err(Refusal::new(Code::SeatUnknown, "nobody holds this seat"));
        }
        let mut draft = self.draft(env);
        draft.unready();
        draft.seats[usize::from(seat)] = SeatRecord::free();
        let alone = draft.free_given();
        Ok(RoomStep::record(self, draft, move |room, env, out| {
            let state = &mut room.seats[usize::from(seat)];
            (state.answered, state.holding, state.program) = (Answered::default(), None, None);
            let left = by == seat;
            let reason = if left { "you left the seat" } else { "the host freed the seat" };
            room.dismiss(env, out, seat, reason);
            for seat in alone {
                room.forget_program(env, out, seat, "the host left");
            }
            room.show_room(env, out, None);
            out.reply(Ok(Reply::Done));
        }))
    }

    pub(super) fn new_token(
        &self,
        env: &Env<'_>,
        bearer: TokenHash,
        seat: u8,
    ) -> Result<RoomStep, Refusal> {
        self.own_seat(bearer, seat)?;
        let token = token::draw(env.random);
        let mut draft = self.record.clone();
        let renewed = &mut draft.seats[usize::from(seat)];
        renewed.token = Some(TokenHash::of(&token).to_hex());
        // Whoever has an old one must not come in by the match before this one either.
        renewed.rematch = false;
        Ok(RoomStep::record(self, draft, move |room, env, out| {
            tracing::info!(room = %room.record.id, seat, "the seat has a new token");
            room.dismiss(env, out, seat, "the seat has a new token");
            room.dismiss_coach(env, out, usize::from(seat));
            room.show_room(env, out, None);
            out.reply(Ok(Reply::Token(token)));
        }))
    }

    pub(super) fn rematch(
        &self,
        bearer: TokenHash,
        holding: Option<Holding>,
    ) -> Result<RoomStep, Refusal> {
        let seat = self.seat_of(bearer)?;
        if !self.record.ended() {
            return Err(Refusal::new(Code::NotOver, "the match is not over"));
        }
        Ok(RoomStep::memory(move |_, _, out| out.push(Errand::Continue { seat, holding })))
    }

    /// Stores the code of the room that was founded to continue this one.
    pub(super) fn continued(&self, code: String, seat: u8) -> RoomStep {
        let draft = RoomRecord { rematch: Some(code.clone()), ..self.record.clone() };
        RoomStep::record(self, draft, move |room, env, out| {
            room.show_room(env, out, None);
            out.reply(Ok(Reply::Continued(code, seat)));
        })
    }

    /// Gives out the token of a seat that was set aside for a rematch, until the match begins.
    pub(super) fn fetch(&self, env: &Env<'_>, seat: u8) -> Result<RoomStep, Refusal> {
        let set_aside = self.record.seats.get(usize::from(seat)).is_some_and(|seat| seat.rematch);
        if !set_aside {
            return Err(Refusal::not_set_aside());
        }
        let token = token::draw(env.random);
        let mut draft = self.draft(env);
        draft.seats[usize::from(seat)].token = Some(TokenHash::of(&token).to_hex());
        Ok(RoomStep::record(self, draft, move |room, env, out| {
            room.dismiss(env, out, seat, "the seat has a new token");
            let room = room.object(env);
            out.reply(Ok(Reply::Seated(Box::new(Seated { room, seat, token }))));
        }))
    }

    /// Closes the connection of a seat that is no longer its holder's.
    pub(super) fn dismiss(
        &mut self,
        env: &Env<'_>,
        out: &mut RoomOutputs,
        seat: u8,
        reason: &'static str,
    ) {
        self.turn_out(out, Seat(seat), reason);
        if let Some(id) = self.seats[usize::from(seat)].connection {
            self.detach(env, id);
            out.publish();
            out.push(RoomEffect::Close { id, code: close::TOKEN_UNKNOWN, reason });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(held: &[bool]) -> Vec<SeatRecord> {
        let seat = |held: &bool| {
            if *held { SeatRecord::held("x".to_owned(), None) } else { SeatRecord::free() }
        };
        held.iter().map(seat).collect()
    }

    #[test]
    fn preferences_are_met_among_free_seats() {
        let pick =
            |seats: &[SeatRecord], preference| pick_seat(seats, preference, &Randomness::os());
        let some = seats(&[true, false, false]);
        assert_eq!(pick(&some, None), Ok(1));
        assert_eq!(pick(&some, Some(SeatPreference::Number(2))), Ok(2));
        for _ in 0..50 {
            let drawn = pick(&some, Some(SeatPreference::Random(RandomSeat::Random))).unwrap();
            assert!((1..=2).contains(&drawn));
        }
        let code = |seats: &[SeatRecord], preference| pick(seats, preference).unwrap_err().code;
        assert_eq!(code(&some, Some(SeatPreference::Number(0))), Code::SeatTaken);
        assert_eq!(code(&some, Some(SeatPreference::Number(3))), Code::SeatUnknown);
        let full = seats(&[true, true]);
        assert_eq!(code(&full, None), Code::RoomFull);
        assert_eq!(code(&full, Some(SeatPreference::Number(1))), Code::RoomFull);
    }
}
