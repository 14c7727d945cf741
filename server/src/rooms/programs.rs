//! Programs that announce themselves, for hosts to seat: who they are, and which seats they were given.
//!
//! An announcement lives in memory for as long as its program asks for its seats; a restart forgets all,
//! and programs announce themselves again. A seat that was given is the room's affair; here it only counts.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use engine::GameEntry;
use parking_lot::Mutex;
use protocol::Code;
use protocol::program::{
    AnnounceProgram, AnnouncedProgram, GivenSeat, GivenSeats, PROGRAM_GAMES_MAX, PROGRAM_ROOMS_MAX,
    ProgramGame, ProgramInfo, Programs,
};
use protocol::room::{Program, Room};
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use super::directory::Rooms;
use super::handle::Handle;
use crate::room::{
    Holding, ProgramSeat, Refusal, RoomInput, SeatingProgram, TokenHash, checked_name,
    checked_program, draw_token,
};

/// The most programs that are announced at the same time.
pub const PROGRAMS_MAX: usize = 256;

/// The most programs in one answer to `GET /api/v1/programs`.
pub const PROGRAMS_LISTED_MAX: usize = 100;

/// Time without a request for its seats after which a program is forgotten, in milliseconds.
pub const PROGRAM_SILENCE_MS: u64 = 15_000;

/// The announced programs, by their ids.
#[derive(Debug, Default)]
pub(crate) struct Announcements(Mutex<BTreeMap<Uuid, Announcement>>);

#[derive(derive_more::Debug)]
#[debug("Announcement {{ .. }}")]
struct Announcement {
    info: ProgramInfo,
    rooms: u32,
    token: TokenHash,
    /// Charged to the address that it comes from.
    _holding: Option<Holding>,
    seats: Vec<Promised>,
    /// The number of the next seat.
    next: u64,
    /// Number of requests that wait.
    asking: u32,
    asked_at: Instant,
    woken: Arc<Notify>,
}

/// A seat of a program, for as long as a room holds it.
struct Promised {
    holding: Weak<ProgramSeat>,
    /// Nothing until the room has given it.
    seat: Option<GivenSeat>,
}

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

impl Announcement {
    /// Forgets seats that are not the program's any more.
    fn tidy(&mut self) {
        self.seats.retain(|seat| seat.holding.strong_count() > 0);
        let taken = u32::try_from(self.seats.len()).unwrap_or(u32::MAX);
        self.info.free = self.rooms.saturating_sub(taken);
    }

    fn alive(&self) -> bool {
        self.asking > 0 || self.asked_at.elapsed() < Duration::from_millis(PROGRAM_SILENCE_MS)
    }

    fn plays(&self, game: &str, options: &Map<String, Value>) -> bool {
        let fits = |wanted: &ProgramGame| {
            wanted.game == game
                && wanted.options.iter().all(|(key, value)| options.get(key) == Some(value))
        };
        self.info.games.iter().any(fits)
    }
}

impl Announcements {
    /// Works on what is announced now.
    fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<Uuid, Announcement>) -> T) -> T {
        let mut all = self.0.lock();
        all.retain(|_, announcement| announcement.alive());
        all.values_mut().for_each(Announcement::tidy);
        work(&mut all)
    }

    /// Returns the number of announced programs.
    pub(super) fn count(&self) -> usize {
        self.with(|all| all.len())
    }

    fn find<T>(
        &self,
        id: Uuid,
        work: impl FnOnce(&mut Announcement) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.with(|all| work(all.get_mut(&id).ok_or_else(unknown)?))
    }

    /// Finds an announcement for its program.
    fn own<T>(
        &self,
        id: Uuid,
        token: TokenHash,
        work: impl FnOnce(&mut Announcement) -> T,
    ) -> Result<T, Refusal> {
        self.find(id, |one| if one.token == token { Ok(work(one)) } else { Err(unknown()) })
    }

    /// Promises one of a program's rooms to a room.
    fn promise(
        &self,
        id: Uuid,
        game: &str,
        options: &Map<String, Value>,
    ) -> Result<SeatingProgram, Refusal> {
        self.find(id, |one| {
            if !one.plays(game, options) {
                let detail = "the program does not play this game with these options";
                return Err(Refusal::new(Code::OptionInvalid, detail));
            }
            if one.info.free == 0 {
                let detail = "the program plays in as many rooms as it wants to";
                return Err(Refusal::new(Code::ProgramFull, detail));
            }
            let holding = Arc::<ProgramSeat>::default();
            one.seats.push(Promised { holding: Arc::downgrade(&holding), seat: None });
            let ProgramInfo { name, contact, level, .. } = one.info.clone();
            Ok(SeatingProgram { name, program: Program { contact, level }, holding })
        })
    }

    /// Gives a program the seat that it was promised.
    fn give(&self, id: Uuid, holding: &Weak<ProgramSeat>, seat: GivenSeat) {
        // Gone meanwhile: the room will notice that nobody connects.
        let _ = self.find(id, |one| {
            let number = one.next;
            one.next += 1;
            let promised = one.seats.iter_mut().find(|seat| seat.holding.ptr_eq(holding));
            if let Some(promised) = promised {
                promised.seat = Some(GivenSeat { number, ..seat });
            }
            one.woken.notify_waiters();
            Ok(())
        });
    }
}

fn unknown() -> Refusal {
    Refusal::new(Code::ProgramUnknown, "no such program is announced")
}

/// A request that waits for seats; dropping it ends the waiting.
struct AskingProgram<'a> {
    all: &'a Announcements,
    id: Uuid,
}

impl Drop for AskingProgram<'_> {
    fn drop(&mut self) {
        if let Some(one) = self.all.0.lock().get_mut(&self.id) {
            one.asking = one.asking.saturating_sub(1);
            one.asked_at = Instant::now();
        }
    }
}

impl Rooms {
    /// Announces a program; `holding` is kept for as long as it is announced.
    pub fn announce(
        &self,
        wanted: AnnounceProgram,
        holding: Option<Holding>,
    ) -> Result<AnnouncedProgram, Refusal> {
        let hub = &self.0;
        // Of servers that share a store each knows only who announced itself to it.
        if !self.settings().programs || self.shared_store().is_some() {
            return Err(Refusal::new(Code::Forbidden, "this server seats no programs"));
        }
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
        let info = ProgramInfo { id: hub.random.uuid(), name, contact, level, games, free: rooms };
        let announcement = Announcement {
            info: info.clone(),
            rooms,
            token: TokenHash::of(&token),
            _holding: holding,
            seats: Vec::new(),
            next: 1,
            asking: 0,
            asked_at: Instant::now(),
            woken: Arc::default(),
        };
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

    /// Lists the programs that are announced. Refused if the filter asks for what there cannot be.
    pub fn programs(&self, filter: &ProgramFilter) -> Result<Programs, Refusal> {
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
        Ok(Programs { programs, next })
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
        // Of servers that share a store each knows only who announced itself to it.
        if !self.settings().programs || self.shared_store().is_some() {
            return Err(Refusal::new(Code::Forbidden, "this server seats no programs"));
        }
        let look = room.look()?;
        let all = &self.0.announcements;
        let seating = all.promise(id, &look.game, &look.options)?;
        let holding = Arc::downgrade(&seating.holding);
        let program = Box::new(seating);
        let given: Box<(Room, String)> =
            room.ask(RoomInput::AddProgram { bearer, seat, program }).await?;
        let (room, token) = *given;
        let given =
            GivenSeat { number: 0, room: room.code.clone(), game: room.game.clone(), seat, token };
        all.give(id, &holding, given);
        Ok(room)
    }
}

/// Refuses options that a game does not have, or not with these values.
fn known_options(game: &GameEntry, options: &Map<String, Value>) -> Result<(), Refusal> {
    Ok(game.resolve_options(options).map(drop)?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn announced(rooms: u32) -> (Announcements, Uuid, TokenHash) {
        let (all, id, token) = (Announcements::default(), Uuid::from_u128(7), TokenHash::of("t"));
        let options = json!({"edition": "revised"}).as_object().cloned().unwrap();
        let info = ProgramInfo {
            id,
            name: "Greedy".to_owned(),
            contact: "bo@example.org".to_owned(),
            level: None,
            games: vec![ProgramGame { game: "g".to_owned(), options }],
            free: rooms,
        };
        let announcement = Announcement {
            info,
            rooms,
            token,
            _holding: None,
            seats: Vec::new(),
            next: 1,
            asking: 0,
            asked_at: Instant::now(),
            woken: Arc::default(),
        };
        all.0.lock().insert(id, announcement);
        (all, id, token)
    }

    fn options() -> Map<String, Value> {
        json!({"edition": "revised", "undo": "free"}).as_object().cloned().unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn a_program_plays_in_as_many_rooms_as_it_wants_to() {
        let (all, id, _) = announced(2);
        let first = all.promise(id, "g", &options()).ok().unwrap();
        let second = all.promise(id, "g", &options()).ok().unwrap();
        let full = all.promise(id, "g", &options()).err().map(|refusal| refusal.code);
        assert_eq!(full, Some(Code::ProgramFull));
        drop((first.holding, second));
        assert!(all.promise(id, "g", &options()).is_ok(), "a seat that is left counts no more");
    }

    #[tokio::test(start_paused = true)]
    async fn a_program_is_seated_only_where_it_plays() {
        let (all, id, _) = announced(1);
        for (game, options) in [("other", options()), ("g", Map::new())] {
            let refused = all.promise(id, game, &options).err().map(|refusal| refusal.code);
            assert_eq!(refused, Some(Code::OptionInvalid), "{game}");
        }
        let nobody = all.promise(Uuid::nil(), "g", &options()).err().map(|refusal| refusal.code);
        assert_eq!(nobody, Some(Code::ProgramUnknown));
    }

    #[tokio::test(start_paused = true)]
    async fn a_program_that_asks_no_more_is_forgotten() {
        let (all, ..) = announced(1);
        tokio::time::advance(Duration::from_millis(PROGRAM_SILENCE_MS - 1)).await;
        assert_eq!(all.count(), 1);
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(all.count(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn only_the_program_itself_asks_for_its_seats() {
        let (all, id, token) = announced(1);
        assert!(all.own(id, token, |_| ()).is_ok());
        let refused = all.own(id, TokenHash::of("u"), |_| ()).unwrap_err();
        assert_eq!(refused.code, Code::ProgramUnknown, "as if there were none");
    }
}
