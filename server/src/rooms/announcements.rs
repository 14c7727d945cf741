//! The announcements of programs that hosts may seat, and the seats that they were given.
//!
//! An announcement lives in memory for as long as its program asks for its seats; a restart forgets all,
//! and programs announce themselves again. A seat that was given is the room's affair; here it only counts.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use protocol::Code;
use protocol::program::{GivenSeat, ProgramGame, ProgramInfo};
use protocol::room::Program;
use serde_json::{Map, Value};
use tokio::sync::Notify;
use tokio::time::Instant;
use uuid::Uuid;

use crate::room::{Holding, ProgramSeat, Refusal, SeatingProgram, TokenHash};

/// The most programs that are announced at the same time.
pub const PROGRAMS_MAX: usize = 256;

/// Time without a request for its seats after which a program is forgotten, in milliseconds.
pub const PROGRAM_SILENCE_MS: u64 = 15_000;

/// Time for which a seat counts that a room of another server holds, since that server has last said so.
const KEPT_AFAR: Duration = Duration::from_secs(10);

/// The announced programs, by their ids.
#[derive(Debug, Default)]
pub(crate) struct Announcements(Mutex<BTreeMap<Uuid, Announcement>>);

/// A program that waits for seats.
#[derive(derive_more::Debug)]
#[debug("Announcement {{ .. }}")]
pub(super) struct Announcement {
    pub(super) info: ProgramInfo,
    rooms: u32,
    token: TokenHash,
    /// Charged to the address that it comes from.
    _holding: Option<Holding>,
    pub(super) seats: Vec<Promised>,
    /// The number of the next seat.
    next: u64,
    /// Number of requests that wait.
    pub(super) asking: u32,
    asked_at: Instant,
    pub(super) woken: Arc<Notify>,
}

/// A seat of a program, for as long as a room holds it.
pub(super) struct Promised {
    pub(super) holding: Weak<ProgramSeat>,
    /// Nothing until the room has given it.
    pub(super) seat: Option<GivenSeat>,
    /// The stand-in for a room of another server.
    afar: Option<HeldAfar>,
}

/// A seat that a room of another server holds.
struct HeldAfar {
    promise: Uuid,
    holding: Arc<ProgramSeat>,
    until: Instant,
}

impl Announcement {
    /// Creates an announcement of a program that plays in so many rooms at a time; `holding` is charged to the
    /// address that it comes from.
    pub(super) fn new(
        info: ProgramInfo,
        rooms: u32,
        token: TokenHash,
        holding: Option<Holding>,
    ) -> Self {
        Self {
            info,
            rooms,
            token,
            _holding: holding,
            seats: Vec::new(),
            next: 1,
            asking: 0,
            asked_at: Instant::now(),
            woken: Arc::default(),
        }
    }

    /// Forgets seats that are not the program's any more.
    fn tidy(&mut self) {
        let now = Instant::now();
        self.seats.retain(|seat| {
            let kept = seat.afar.as_ref().is_none_or(|afar| afar.until > now);
            kept && seat.holding.strong_count() > 0
        });
        let taken = u32::try_from(self.seats.len()).unwrap_or(u32::MAX);
        self.info.free = self.rooms.saturating_sub(taken);
    }

    fn held_afar(&mut self, promise: Uuid) -> Option<&mut Promised> {
        let is =
            |seat: &&mut Promised| seat.afar.as_ref().is_some_and(|afar| afar.promise == promise);
        self.seats.iter_mut().find(is)
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
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<Uuid, Announcement>) -> T) -> T {
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
        self.with(|all| work(all.get_mut(&id).ok_or_else(Refusal::program_unknown)?))
    }

    /// Finds an announcement for its program.
    pub(super) fn own<T>(
        &self,
        id: Uuid,
        token: TokenHash,
        work: impl FnOnce(&mut Announcement) -> T,
    ) -> Result<T, Refusal> {
        self.find(id, |one| {
            if one.token == token { Ok(work(one)) } else { Err(Refusal::program_unknown()) }
        })
    }

    /// Promises one of a program's rooms to a room: under an id to one of another server, which is to say again
    /// and again that it holds the seat.
    pub(super) fn promise(
        &self,
        id: Uuid,
        (game, options): (&str, &Map<String, Value>),
        afar: Option<Uuid>,
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
            let until = Instant::now() + KEPT_AFAR;
            let afar = afar.map(|promise| HeldAfar { promise, holding: holding.clone(), until });
            one.seats.push(Promised { holding: Arc::downgrade(&holding), seat: None, afar });
            let ProgramInfo { name, contact, level, .. } = one.info.clone();
            Ok(SeatingProgram { name, program: Program { contact, level }, holding })
        })
    }

    /// Takes note that a room of another server still holds a seat, and whether the program has connected
    /// there; gives it the seat the first time. Refused if nothing of it is known.
    pub(super) fn keep_afar(
        &self,
        id: Uuid,
        promise: Uuid,
        (connected, seat): (bool, GivenSeat),
    ) -> Result<(), Refusal> {
        let given = self.find(id, |one| {
            let promised = one.held_afar(promise).ok_or_else(Refusal::program_unknown)?;
            let known = promised.seat.is_some();
            let afar = promised.afar.as_mut().ok_or_else(Refusal::program_unknown)?;
            afar.until = Instant::now() + KEPT_AFAR;
            if connected {
                afar.holding.connect();
            }
            Ok((!known).then(|| promised.holding.clone()))
        })?;
        if let Some(holding) = given {
            self.give(id, &holding, seat);
        }
        Ok(())
    }

    /// Takes note that a room of another server holds a seat no more.
    pub(super) fn release_afar(&self, id: Uuid, promise: Uuid) {
        // An announcement that is gone holds nothing either.
        let _ = self.find(id, |one| {
            if let Some(promised) = one.held_afar(promise) {
                promised.afar = None;
            }
            Ok(())
        });
    }

    /// Gives a program the seat that it was promised.
    pub(super) fn give(&self, id: Uuid, holding: &Weak<ProgramSeat>, seat: GivenSeat) {
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

/// A request that waits for seats; dropping it ends the waiting.
pub(super) struct AskingProgram<'a> {
    pub(super) all: &'a Announcements,
    pub(super) id: Uuid,
}

impl Drop for AskingProgram<'_> {
    fn drop(&mut self) {
        if let Some(one) = self.all.0.lock().get_mut(&self.id) {
            one.asking = one.asking.saturating_sub(1);
            one.asked_at = Instant::now();
        }
    }
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
        all.0.lock().insert(id, Announcement::new(info, rooms, token, None));
        (all, id, token)
    }

    fn options() -> Map<String, Value> {
        json!({"edition": "revised", "undo": "free"}).as_object().cloned().unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn a_program_plays_in_as_many_rooms_as_it_wants_to() {
        let (all, id, _) = announced(2);
        let first = all.promise(id, ("g", &options()), None).ok().unwrap();
        let second = all.promise(id, ("g", &options()), None).ok().unwrap();
        let full = all.promise(id, ("g", &options()), None).err().map(|refusal| refusal.code);
        assert_eq!(full, Some(Code::ProgramFull));
        drop((first.holding, second));
        assert!(
            all.promise(id, ("g", &options()), None).is_ok(),
            "a seat that is left counts no more"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_program_is_seated_only_where_it_plays() {
        let (all, id, _) = announced(1);
        for (game, options) in [("other", options()), ("g", Map::new())] {
            let refused = all.promise(id, (game, &options), None).err().map(|refusal| refusal.code);
            assert_eq!(refused, Some(Code::OptionInvalid), "{game}");
        }
        let nobody =
            all.promise(Uuid::nil(), ("g", &options()), None).err().map(|refusal| refusal.code);
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
