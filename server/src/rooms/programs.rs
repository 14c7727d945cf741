//! Requests of programs that announce themselves, and of hosts who seat them.

use std::sync::Arc;
use std::time::Duration;

use engine::GameEntry;
use protocol::Code;
use protocol::program::{
    AnnounceProgram, AnnouncedProgram, GivenSeat, GivenSeats, PROGRAM_GAMES_MAX, PROGRAM_ROOMS_MAX,
    ProgramGame, ProgramInfo, Programs,
};
use protocol::room::{Program, Room};
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use super::announcements::{Announcement, AskingProgram, PROGRAM_SILENCE_MS, PROGRAMS_MAX};
use super::directory::Rooms;
use super::handle::Handle;
use crate::room::{
    Holding, Refusal, RoomInput, SeatingProgram, TokenHash, checked_name, checked_program,
    draw_token,
};

/// The most programs in one answer to `GET /api/v1/programs`.
pub const PROGRAMS_LISTED_MAX: usize = 100;

/// Bytes of a program's id that are those of its server's run, where servers share a store.
const RUN_BYTES: usize = 8;

/// Query of the list of programs.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramFilter {
    /// Those that play this game.
    game: Option<String>,
    /// After this id.
    after: Option<Uuid>,
    /// At most so many.
    limit: Option<usize>,
}

impl Rooms {
    /// Announces a program; `holding` is kept for as long as it is announced.
    pub fn announce(
        &self,
        wanted: AnnounceProgram,
        holding: Option<Holding>,
    ) -> Result<AnnouncedProgram, Refusal> {
        let hub = &self.0;
        self.seats_programs()?;
        let AnnounceProgram { name, contact, level, games, rooms } = wanted;
        let name = checked_name(&name)?;
        let Program { contact, level } = checked_program(&Program { contact, level })?;
        if !(1..=PROGRAM_ROOMS_MAX).contains(&rooms) {
            let detail = format!("`rooms` is from 1 to {PROGRAM_ROOMS_MAX}");
            return Err(Refusal::new(Code::OptionInvalid, detail));
        }
        if games.is_empty() || games.len() > PROGRAM_GAMES_MAX {
            let detail = format!("a program plays 1 to {PROGRAM_GAMES_MAX} games");
            return Err(Refusal::new(Code::OptionInvalid, detail));
        }
        for ProgramGame { game, options } in &games {
            known_options(hub.offered(game)?.game.entry, options)?;
        }
        let token = draw_token(&hub.random);
        let info = ProgramInfo { id: self.program_id(), name, contact, level, games, free: rooms };
        let hash = TokenHash::of(&token);
        let announcement = Announcement::new(info.clone(), rooms, hash, holding);
        hub.announcements.with(|all| {
            if all.len() >= PROGRAMS_MAX {
                let detail = "as many programs are announced as this server takes";
                return Err(Refusal::new(Code::Busy, detail).after(PROGRAM_SILENCE_MS));
            }
            all.insert(info.id, announcement);
            Ok(())
        })?;
        let seat_ms = self.settings().program_seat_ms;
        Ok(AnnouncedProgram { program: info, token, silence_ms: PROGRAM_SILENCE_MS, seat_ms })
    }

    /// Lists the programs that are announced here; returns the length of a page too. Refused if the filter asks for
    /// what there cannot be.
    pub fn programs(&self, filter: &ProgramFilter) -> Result<(Programs, usize), Refusal> {
        if let Some(game) = &filter.game {
            self.0.offered(game)?;
        }
        let most = filter.limit.unwrap_or(PROGRAMS_LISTED_MAX);
        if !(1..=PROGRAMS_LISTED_MAX).contains(&most) {
            let detail = format!("`limit` is from 1 to {PROGRAMS_LISTED_MAX}");
            return Err(Refusal::new(Code::Malformed, detail));
        }
        let plays = |info: &&ProgramInfo| {
            let game = filter.game.as_ref();
            game.is_none_or(|game| info.games.iter().any(|one| one.game == *game))
        };
        let mut programs: Vec<ProgramInfo> = self.0.announcements.with(|all| {
            let later = all.iter().filter(|(id, _)| filter.after.is_none_or(|after| **id > after));
            later.map(|(_, one)| &one.info).filter(plays).take(most + 1).cloned().collect()
        });
        let more = programs.len() > most;
        programs.truncate(most);
        let next = programs.last().filter(|_| more).map(|last| last.id);
        Ok((Programs { programs, next }, most))
    }

    /// Withdraws an announcement, for its program; seats that it has stay its.
    pub fn withdraw(&self, id: Uuid, token: TokenHash) -> Result<(), Refusal> {
        self.0.announcements.own(id, token, |_| ())?;
        self.0.announcements.with(|all| all.remove(&id));
        Ok(())
    }

    /// Returns the seats that a program was given after number `after` and has not connected to; waits for
    /// one if there is none, for `wait_ms` at most, in milliseconds.
    pub async fn given_seats(
        &self,
        id: Uuid,
        token: TokenHash,
        (after, wait_ms): (u64, u64),
    ) -> Result<GivenSeats, Refusal> {
        let until = Instant::now() + Duration::from_millis(wait_ms);
        let all = &self.0.announcements;
        let woken = all.own(id, token, |one| {
            one.asking += 1;
            one.woken.clone()
        })?;
        let _asking = AskingProgram { all, id };
        loop {
            // Before the look: what is given in between wakes it.
            let given = woken.notified();
            tokio::pin!(given);
            given.as_mut().enable();
            let seats: Vec<GivenSeat> = all.own(id, token, |one| {
                let open = one.seats.iter().filter(|promised| {
                    promised.holding.upgrade().is_some_and(|holding| !holding.connected())
                });
                let later = open.filter_map(|promised| promised.seat.clone());
                later.filter(|seat| seat.number > after).collect()
            })?;
            if !seats.is_empty() {
                return Ok(GivenSeats { seats });
            }
            let waited = tokio::select! {
                biased;
                waited = timeout_at(until, given) => waited,
                () = self.drained() => return Err(Refusal::draining()),
            };
            if waited.is_err() {
                return Ok(GivenSeats { seats: Vec::new() });
            }
        }
    }

    /// Gives a free seat of a room to a program, for the host; the program learns of it.
    pub async fn seat_program(
        &self,
        room: &Handle,
        bearer: TokenHash,
        seat: u8,
        id: Uuid,
    ) -> Result<Room, Refusal> {
        self.seats_programs()?;
        let look = room.look().await?;
        let all = &self.0.announcements;
        let seating = all.promise(id, (&look.game, &look.options), None)?;
        let holding = Arc::downgrade(&seating.holding);
        let (room, given) = self.give_seat(room, bearer, seat, seating).await?;
        all.give(id, &holding, given);
        Ok(room)
    }

    /// Gives a free seat of a room to a program that was promised for it, for the host; returns the room, and
    /// the seat for the program, without its number.
    pub(crate) async fn give_seat(
        &self,
        room: &Handle,
        bearer: TokenHash,
        seat: u8,
        program: SeatingProgram,
    ) -> Result<(Room, GivenSeat), Refusal> {
        let program = Box::new(program);
        let given: Box<(Room, String)> =
            room.ask(RoomInput::AddProgram { bearer, seat, program }).await?;
        let (room, token) = *given;
        let given =
            GivenSeat { number: 0, room: room.code.clone(), game: room.game.clone(), seat, token };
        Ok((room, given))
    }

    /// Promises one of a program's rooms to a room of another server, under this id.
    pub(crate) fn promise_afar(
        &self,
        program: Uuid,
        of: (&str, &Map<String, Value>),
        promise: Uuid,
    ) -> Result<(String, Program), Refusal> {
        let promised = self.0.announcements.promise(program, of, Some(promise))?;
        Ok((promised.name, promised.program))
    }

    /// Takes note that a room of another server still holds the seat of a promise, and whether the program has
    /// connected there; gives it the seat the first time.
    pub(crate) fn keep_afar(
        &self,
        program: Uuid,
        promise: Uuid,
        seen: (bool, GivenSeat),
    ) -> Result<(), Refusal> {
        self.0.announcements.keep_afar(program, promise, seen)
    }

    /// Takes note that a room of another server holds the seat of a promise no more.
    pub(crate) fn release_afar(&self, program: Uuid, promise: Uuid) {
        self.0.announcements.release_afar(program, promise);
    }

    /// Refuses if this server seats no programs.
    pub(crate) fn seats_programs(&self) -> Result<(), Refusal> {
        if self.settings().programs {
            return Ok(());
        }
        Err(Refusal::new(Code::Forbidden, "this server seats no programs"))
    }

    /// Draws the id of an announcement, which begins like this server's run: so every server that shares the
    /// store knows where the program is announced.
    fn program_id(&self) -> Uuid {
        let mut bytes = *self.0.random.uuid().as_bytes();
        if let Some(store) = self.shared_store() {
            bytes[..RUN_BYTES].copy_from_slice(&store.run().as_bytes()[..RUN_BYTES]);
        }
        Uuid::from_bytes(bytes)
    }

    /// Returns the other server to which a program has announced itself; `None` if that is this one, or gone.
    pub(crate) fn program_away(&self, program: Uuid) -> Option<Uuid> {
        let own = self.shared_store()?.run();
        let begins = |run: &Uuid| run.as_bytes()[..RUN_BYTES] == program.as_bytes()[..RUN_BYTES];
        self.members().keys().copied().find(|run| begins(run) && *run != own)
    }
}

/// Refuses options that a game does not have, or not with these values.
fn known_options(game: &GameEntry, options: &Map<String, Value>) -> Result<(), Refusal> {
    Ok(game.resolve_options(options).map(drop)?)
}
