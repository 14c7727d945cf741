//! Before the match: seats are taken, left and freed; and what concerns seats later on, new tokens
//! and rematches. Every change is durable before it is answered.

use protocol::Code;
use protocol::room::{RandomSeat, RoomState, SeatWish};

use super::actor::Actor;
use super::answered::Answered;
use super::handle::{Holding, Seated};
use super::name;
use super::outbox::ConnectionId;
use super::randomness::Randomness;
use super::record::{Record, SeatRecord};
use super::refusal::Refusal;
use super::token::{self, TokenHash};
use super::{close, timer};

/// The seat that a wish gets among those that are free.
pub(crate) fn pick_seat(
    seats: &[SeatRecord],
    wish: Option<SeatWish>,
    random: &Randomness,
) -> Result<u8, Refusal> {
    let free: Vec<u8> =
        (0..).zip(seats).filter(|(_, seat)| seat.name.is_none()).map(|(n, _)| n).collect();
    match wish {
        Some(SeatWish::Number(wanted)) if usize::from(wanted) >= seats.len() => {
            let detail = format!("the room has seats 0 to {}", seats.len().saturating_sub(1));
            Err(Refusal::new(Code::SeatUnknown, detail))
        }
        _ if free.is_empty() => Err(Refusal::new(Code::RoomFull, "no seat is free")),
        Some(SeatWish::Number(wanted)) if free.contains(&wanted) => Ok(wanted),
        Some(SeatWish::Number(_)) => Err(Refusal::new(Code::SeatTaken, "the seat is taken")),
        Some(SeatWish::Random(RandomSeat::Random)) => Ok(free[random.place(free.len())]),
        None => Ok(free[0]),
    }
}

impl Actor {
    /// Seats change in the lobby only. Not while the deal is sealed either: leaving then, or sending
    /// someone away, would be a way to refuse the deal without being named for it.
    pub(crate) fn in_lobby(&self) -> Result<(), Refusal> {
        let started = |detail| Err(Refusal::new(Code::Started, detail));
        match self.record.state {
            RoomState::Lobby => Ok(()),
            RoomState::Sealing => started("the deal is being sealed"),
            RoomState::Running | RoomState::Finished => started("the match has begun"),
            RoomState::Abandoned => started("the room was given up"),
        }
    }

    /// The record, to be changed and saved.
    pub(crate) fn draft(&self) -> Record {
        Record { active_ms: timer::wall_ms(), ..self.record.clone() }
    }

    /// Refuses whoever is not this seat's holder.
    pub(crate) fn own_seat(&self, bearer: TokenHash, seat: u8) -> Result<(), Refusal> {
        if self.seat_of(bearer)? != seat {
            return Err(Refusal::new(Code::Forbidden, "this is another seat's token"));
        }
        Ok(())
    }

    pub(crate) fn seat_of(&self, bearer: TokenHash) -> Result<u8, Refusal> {
        let unknown = || Refusal::new(Code::TokenUnknown, "the token opens no seat of this room");
        self.record.seat_of(bearer).ok_or_else(unknown)
    }

    pub(crate) async fn take_seat(
        &mut self,
        name: &str,
        wish: Option<SeatWish>,
        holding: Option<Holding>,
    ) -> Result<Seated, Refusal> {
        self.in_lobby()?;
        let names = self.record.seats.iter().filter_map(|seat| seat.name.as_deref());
        let name = name::distinct(name::name(name)?, &names)?;
        let seat = pick_seat(&self.record.seats, wish, &self.hub.random)?;
        let token = token::draw(&self.hub.random);
        let mut draft = self.draft();
        draft.unready();
        draft.seats[usize::from(seat)] = SeatRecord::held(name, Some(TokenHash::of(&token)));
        self.save(draft).await?;
        self.chairs[usize::from(seat)].holding = holding;
        self.show_room(None);
        Ok(Seated { room: self.object(), seat, token })
    }

    pub(crate) async fn leave_seat(&mut self, bearer: TokenHash, seat: u8) -> Result<(), Refusal> {
        let by = self.seat_of(bearer)?;
        if by != seat && self.record.host() != Some(by) {
            return Err(Refusal::new(Code::Forbidden, "only the host may remove others"));
        }
        self.in_lobby()?;
        let held = self.record.seats.get(usize::from(seat)).is_some_and(|s| s.name.is_some());
        if !held {
            return Err(Refusal::new(Code::SeatUnknown, "nobody holds this seat"));
        }
        let mut draft = self.draft();
        draft.unready();
        draft.seats[usize::from(seat)] = SeatRecord::free();
        self.save(draft).await?;
        let chair = &mut self.chairs[usize::from(seat)];
        (chair.answered, chair.holding) = (Answered::default(), None);
        self.dismiss(
            seat,
            if by == seat { "you left the seat" } else { "the host freed the seat" },
        );
        self.show_room(None);
        Ok(())
    }

    pub(crate) async fn new_token(
        &mut self,
        bearer: TokenHash,
        seat: u8,
    ) -> Result<String, Refusal> {
        self.own_seat(bearer, seat)?;
        let token = token::draw(&self.hub.random);
        let mut draft = self.record.clone();
        draft.seats[usize::from(seat)].token = Some(TokenHash::of(&token).to_hex());
        self.save(draft).await?;
        tracing::info!(room = %self.record.id, seat, "the seat has a new token");
        self.dismiss(seat, "the seat has a new token");
        self.show_room(None);
        Ok(token)
    }

    pub(crate) async fn rematch(
        &mut self,
        bearer: TokenHash,
        holding: Option<Holding>,
    ) -> Result<(String, u8), Refusal> {
        let seat = self.seat_of(bearer)?;
        if !self.record.ended() {
            return Err(Refusal::new(Code::NotOver, "the match is not over"));
        }
        // The room that continued this one may have expired since.
        let next = self.record.rematch.clone().filter(|code| self.hub.find(code).is_some());
        if let Some(code) = next {
            return Ok((code, seat));
        }
        let code = self.hub.continue_room(&self.record, holding).await?;
        let draft = Record { rematch: Some(code.clone()), ..self.record.clone() };
        self.save(draft).await?;
        self.show_room(None);
        Ok((code, seat))
    }

    /// Gives out the token of a seat that was set aside for a rematch.
    pub(crate) async fn fetch(&mut self, seat: u8) -> Result<Seated, Refusal> {
        let set_aside = self.record.seats.get(usize::from(seat)).is_some_and(|seat| seat.rematch);
        if !set_aside {
            return Err(Refusal::new(Code::SeatTaken, "the seat is not yours any more"));
        }
        let token = token::draw(&self.hub.random);
        let mut draft = self.draft();
        draft.seats[usize::from(seat)].token = Some(TokenHash::of(&token).to_hex());
        self.save(draft).await?;
        self.dismiss(seat, "the seat has a new token");
        Ok(Seated { room: self.object(), seat, token })
    }

    /// Closes the connection of a seat that is no longer its holder's.
    fn dismiss(&mut self, seat: u8, reason: &str) {
        let connection: Option<ConnectionId> = self.chairs[usize::from(seat)].connection();
        if let Some(member) = connection.and_then(|id| self.detach(id)) {
            member.outbox.closing(close::TOKEN_UNKNOWN, reason, None);
            self.publish();
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
    fn wishes_are_granted_among_free_seats() {
        let pick = |seats: &[SeatRecord], wish| pick_seat(seats, wish, &Randomness::os());
        let some = seats(&[true, false, false]);
        assert_eq!(pick(&some, None), Ok(1));
        assert_eq!(pick(&some, Some(SeatWish::Number(2))), Ok(2));
        for _ in 0..50 {
            let drawn = pick(&some, Some(SeatWish::Random(RandomSeat::Random))).unwrap();
            assert!((1..=2).contains(&drawn));
        }
        let code = |seats: &[SeatRecord], wish| pick(seats, wish).unwrap_err().code;
        assert_eq!(code(&some, Some(SeatWish::Number(0))), Code::SeatTaken);
        assert_eq!(code(&some, Some(SeatWish::Number(3))), Code::SeatUnknown);
        let full = seats(&[true, true]);
        assert_eq!(code(&full, None), Code::RoomFull);
        assert_eq!(code(&full, Some(SeatWish::Number(1))), Code::RoomFull);
    }
}
