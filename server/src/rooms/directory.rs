//! The directory: creates rooms, loads them from the store, finds them by code, and ends them.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use engine::catalogue::Catalogue;
use engine::{DataLicence, GameEntry};
use fairness::{Hash, hex};
use protocol::Code;
use protocol::room::{CreateRoom, GameInfo, RoomState, SeatKind};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, watch};
use tokio::task::spawn_blocking;
use tokio::time::Instant;
use tracing::{error, info};
use uuid::Uuid;

use super::actor::Actor;
use super::archive::Archive;
use super::code;
use super::ending::put_aside;
use super::handle::{Ask, Handle};
use super::tracker::Tracker;
use crate::licences::Licences;
use crate::log::{LogError, MatchLog, StoredRoom};
use crate::metrics::{Metrics, Reading};
use crate::notices::{Notifier, Silent, Target};
use crate::room::{
    Env, Holding, Panicked, Parting, Played, Randomness, Record, Refusal, Room, SeatRecord, Seated,
    Terms, TokenHash, checked_name, draw_token, guarded, pick_seat, wall_ms,
};
use crate::settings::Settings;

/// How often another code is drawn when one is taken.
const CODE_DRAWS: usize = 16;

/// The most rooms in one answer to `GET /api/v1/rooms`.
pub const LISTED_MAX: usize = 100;

/// A game on offer.
struct Offered {
    game: Arc<Played>,
    /// Whether the store has its data already.
    kept: AtomicBool,
}

/// All rooms of this server. Cheap to clone.
#[derive(Clone)]
pub struct Rooms(Arc<Hub>);

impl fmt::Debug for Rooms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rooms({})", self.0.count())
    }
}

/// What all rooms share.
pub(crate) struct Hub {
    pub(crate) settings: Settings,
    pub(crate) store: Arc<dyn MatchLog>,
    pub(crate) random: Randomness,
    pub(crate) notifier: Arc<dyn Notifier>,
    games: Vec<Offered>,
    /// Data of stored matches that differ from those of today, by digest.
    older: Mutex<HashMap<Hash, Catalogue>>,
    rooms: RwLock<HashMap<String, Arc<Handle>>>,
    pub(crate) archive: Archive,
    draining: watch::Sender<bool>,
    actors: Tracker,
    /// When the rooms' time began: see [`Env`].
    opened: Instant,
    pub(crate) metrics: Metrics,
}

impl Hub {
    /// A server's rooms before any is loaded.
    pub(crate) fn new(
        games: &'static [GameEntry],
        catalogues: &BTreeMap<&'static str, Catalogue>,
        store: Arc<dyn MatchLog>,
        settings: Settings,
        random: Randomness,
        notifier: Arc<dyn Notifier>,
    ) -> Arc<Self> {
        let offered = games.iter().filter_map(|entry| {
            let catalogue = catalogues.get(entry.id)?.clone();
            let game = Arc::new(Played { entry, info: entry.info(), catalogue });
            Some(Offered { game, kept: AtomicBool::new(false) })
        });
        Arc::new(Self {
            settings,
            store,
            random,
            notifier,
            games: offered.collect(),
            older: Mutex::default(),
            rooms: RwLock::default(),
            archive: Archive::default(),
            draining: watch::channel(false).0,
            actors: Tracker::default(),
            opened: Instant::now(),
            metrics: Metrics::default(),
        })
    }

    fn count(&self) -> usize {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    pub(crate) fn find(&self, code: &str) -> Option<Arc<Handle>> {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner).get(code).cloned()
    }

    /// Takes a deleted room out; not another one that has its code since.
    pub(crate) fn forget(&self, room: Uuid, code: &str) {
        let mut rooms = self.rooms.write().unwrap_or_else(PoisonError::into_inner);
        if rooms.get(code).is_some_and(|handle| handle.id() == room) {
            rooms.remove(code);
        }
    }

    pub(crate) fn game(&self, id: &str) -> Option<&Arc<Played>> {
        self.games().find(|game| game.entry.id == id)
    }

    fn games(&self) -> impl Iterator<Item = &Arc<Played>> {
        self.games.iter().map(|offered| &offered.game)
    }

    /// When the rooms' time began.
    pub(crate) fn opened(&self) -> Instant {
        self.opened
    }

    /// What a room is told of the world now.
    pub(crate) fn env(&self) -> Env<'_> {
        Env {
            now: self.opened.elapsed(),
            wall_ms: wall_ms(),
            settings: &self.settings,
            random: &self.random,
            notifier: &*self.notifier,
        }
    }

    /// The data with this digest, from the store if they are not those of today.
    pub(crate) async fn catalogue(&self, game: &Played, digest: Hash) -> Result<Catalogue, String> {
        if game.catalogue.digest() == digest {
            return Ok(game.catalogue.clone());
        }
        let known = |older: &HashMap<Hash, Catalogue>| older.get(&digest).cloned();
        if let Some(known) = known(&self.older.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(known);
        }
        let stored = self.store.data(digest).await.map_err(|error| error.to_string())?;
        let text = stored.ok_or_else(|| format!("no data {} are stored", hex::encode(&digest)))?;
        let catalogue = Catalogue::from_canonical(game.entry, &text)
            .map_err(|fault| format!("the stored data {}: {fault}", hex::encode(&digest)))?;
        let mut older = self.older.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(older.entry(digest).or_insert(catalogue).clone())
    }

    /// Does what takes its time where it holds nobody up, and for a few at a time. A simulation has no
    /// threads: there a seed repeats a run.
    pub(crate) async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Panicked> {
        if self.random.repeats() {
            return guarded(work);
        }
        let _turn = self.archive.turn().await;
        spawn_blocking(move || guarded(work)).await.unwrap_or(Err(Panicked))
    }

    /// Makes sure that the data of today can be found by their digest later.
    async fn keep_data(&self, game: &Played) -> Result<(), LogError> {
        let offered = self.games.iter().find(|offered| offered.game.entry.id == game.entry.id);
        let Some(Offered { game, kept }) = offered else { return Ok(()) };
        if !kept.load(Ordering::Relaxed) {
            let canonical = game.catalogue.canonical().to_string();
            self.store.store_data(game.catalogue.digest(), canonical).await?;
            kept.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Stores a new room under a code of its own and starts it.
    async fn found(
        self: &Arc<Self>,
        terms: Terms,
        seats: Vec<SeatRecord>,
        holding: Option<Holding>,
    ) -> Result<(Arc<Handle>, Record), Refusal> {
        if *self.draining.borrow() {
            return Err(Refusal::draining());
        }
        if self.count() >= self.settings.max_rooms {
            self.make_place().await?;
        }
        let game = self.game(&terms.game).ok_or_else(|| unknown_game(&terms.game))?.clone();
        self.keep_data(&game).await?;
        let mut record = Record::new(terms, seats, &self.random);
        for _ in 0..CODE_DRAWS {
            record.code = code::draw(&self.random);
            match self.store.store_room(record.stored(1)).await {
                Ok(()) => {
                    info!(room = %record.id, game = record.game, "room created");
                    let (handle, inbox) = Handle::new(record.id);
                    handle.hold(holding);
                    let room = Room::new(&self.env(), game, record.clone(), 1);
                    let actor = Actor::new(self.clone(), handle.clone(), room);
                    self.enter(record.code.clone(), handle.clone());
                    self.run(actor, inbox);
                    return Ok((handle, record));
                }
                Err(LogError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(Refusal::busy())
    }

    /// The oldest room that is over goes: one where nobody is, and where no match was played, first.
    async fn make_place(&self) -> Result<(), Refusal> {
        let full = || {
            let detail = "this server has as many rooms as it takes";
            Refusal::new(Code::Busy, detail).after(60_000)
        };
        let oldest = {
            let rooms = self.rooms.read().unwrap_or_else(PoisonError::into_inner);
            let over = |room: &&Arc<Handle>| {
                matches!(room.state(), Some(RoomState::Finished | RoomState::Abandoned))
            };
            let order = |room: &&Arc<Handle>| {
                let published = room.published()?;
                let seats = &published.room.seats;
                let here = published.room.spectators > 0 || seats.iter().any(|s| s.connected);
                Some((here, published.begun, published.active_ms))
            };
            rooms.values().filter(over).min_by_key(order).cloned()
        };
        let oldest = oldest.ok_or_else(full)?;
        info!(room = %oldest.id(), "the oldest room that is over makes place");
        oldest.part(Parting::Forget).await.map_err(|_| full())
    }

    fn enter(&self, code: String, handle: Arc<Handle>) {
        self.rooms.write().unwrap_or_else(PoisonError::into_inner).insert(code, handle);
    }

    fn run(self: &Arc<Self>, actor: Actor, inbox: mpsc::Receiver<Ask>) {
        let running = self.actors.enter();
        let draining = self.draining.subscribe();
        tokio::spawn(async move {
            Box::new(actor).run(inbox, draining).await;
            drop(running);
        });
    }

    /// Loads one stored room; one that cannot be played is put aside, and the others live.
    async fn load(self: &Arc<Self>, stored: StoredRoom) {
        let (id, code) = (stored.id, stored.code.clone());
        let (handle, inbox) = Handle::new(id);
        match Actor::load(self.clone(), handle.clone(), stored).await {
            Ok(actor) => self.run(actor, inbox),
            Err(reason) => {
                error!(room = %id, reason, "this room cannot be played and is put aside");
                // Whatever its record says: it is not there for anybody.
                handle.put_aside();
                let (hub, code, draining) = (self.clone(), code.clone(), self.draining.subscribe());
                tokio::spawn(async move { put_aside(&hub, id, &code, inbox, draining).await });
            }
        }
        self.enter(code, handle);
    }

    /// A room that continues `record`: the same terms, the seats set aside for those who had them.
    pub(crate) async fn continue_room(
        self: &Arc<Self>,
        record: &Record,
        holding: Option<Holding>,
    ) -> Result<String, Refusal> {
        let game = self.game(&record.game).ok_or_else(|| unknown_game(&record.game))?;
        let mut terms = Terms::again(record, game.entry.rules_version, game.catalogue.digest());
        terms.options = game.entry.resolve_options(&record.options)?;
        let seat = |seat: &SeatRecord| SeatRecord {
            name: seat.name.clone(),
            kind: seat.kind,
            rematch: seat.kind == SeatKind::Person,
            ready: seat.kind == SeatKind::Bot,
            // Whoever has not agreed to mails is not asked again for every room.
            notify: seat.notify.clone().filter(Target::lasts),
            ..SeatRecord::free()
        };
        let seats = record.seats.iter().map(seat).collect();
        let (_, founded) = self.found(terms, seats, holding).await?;
        Ok(founded.code)
    }
}

impl Rooms {
    /// Offers the games that have component data, and loads every stored room.
    pub async fn open(
        games: &'static [GameEntry],
        catalogues: &BTreeMap<&'static str, Catalogue>,
        store: Arc<dyn MatchLog>,
        settings: Settings,
    ) -> Result<Self, LogError> {
        let (random, notifier) = (Randomness::os(), Arc::new(Silent));
        Self::open_with(games, catalogues, store, settings, random, notifier).await
    }

    /// The same with another source of what is random, for simulations, and somebody who tells those
    /// who are away.
    pub async fn open_with(
        games: &'static [GameEntry],
        catalogues: &BTreeMap<&'static str, Catalogue>,
        store: Arc<dyn MatchLog>,
        settings: Settings,
        random: Randomness,
        notifier: Arc<dyn Notifier>,
    ) -> Result<Self, LogError> {
        let hub = Hub::new(games, catalogues, store, settings, random, notifier);
        let stored = hub.store.rooms().await?;
        let count = stored.len();
        for room in stored {
            hub.load(room).await;
        }
        info!(rooms = count, "rooms loaded");
        Ok(Self(hub))
    }

    pub(crate) fn hub(&self) -> &Hub {
        &self.0
    }

    /// What is counted.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// What is counted, as text, with what rooms and store say at this moment.
    pub fn metrics_text(&self) -> String {
        let reading = {
            let rooms = self.0.rooms.read().unwrap_or_else(PoisonError::into_inner);
            Reading {
                // Those whose record is damaged have no handle.
                rooms: rooms
                    .values()
                    .map(|room| room.state())
                    .chain(std::iter::repeat_n(None, self.0.store.wrecks()))
                    .collect(),
                store_queue: self.0.store.queued(),
                room_queue: rooms.values().map(|room| room.waiting()).max().unwrap_or_default(),
            }
        };
        self.0.metrics.text(&reading)
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// What this server plays.
    pub fn games(&self) -> Vec<GameInfo> {
        self.0.games().map(|game| game.info.clone()).collect()
    }

    /// The room with this code; spelling does not count.
    pub fn find(&self, code: &str) -> Option<Arc<Handle>> {
        self.0.find(&code::normalise(code)?)
    }

    /// Creates a room and seats its creator; `holding` is kept until the room is over.
    pub async fn create(
        &self,
        wanted: CreateRoom,
        holding: Option<Holding>,
    ) -> Result<Seated, Refusal> {
        let name = checked_name(&wanted.name)?;
        let game = self.0.game(&wanted.game).ok_or_else(|| unknown_game(&wanted.game))?;
        let options = game.entry.resolve_options(&wanted.options)?;
        let count = game.entry.seats(&options)?;
        let settings = self.settings();
        let absence_ms =
            wanted.absence_ms.unwrap_or(settings.absence_ms.min(settings.match_expiry_ms));
        if !(settings.absence_min_ms..=settings.match_expiry_ms).contains(&absence_ms) {
            let (least, most) = (settings.absence_min_ms, settings.match_expiry_ms);
            let detail = format!("absence_ms is from {least} to {most}");
            return Err(Refusal::new(Code::OptionInvalid, detail));
        }
        let terms = Terms {
            game: game.entry.id.to_owned(),
            rules_version: game.entry.rules_version,
            options,
            spectators: wanted.spectators,
            listed: wanted.listed,
            absence_ms,
            entropy: wanted.entropy,
            data: game.catalogue.digest(),
        };
        let mut seats = vec![SeatRecord::free(); usize::from(count)];
        let seat = pick_seat(&seats, wanted.seat, &self.0.random)?;
        let token = draw_token(&self.0.random);
        seats[usize::from(seat)] = SeatRecord::held(name, Some(TokenHash::of(&token)));
        let (_, record) = self.0.found(terms, seats, holding).await?;
        Ok(Seated { room: record.object(|_| false, 0), seat, token })
    }

    /// Listed rooms that wait for players or may be watched, as [`protocol::room::Rooms`] in JSON.
    pub fn list(&self) -> String {
        #[derive(Serialize)]
        struct List<'a> {
            rooms: Vec<&'a RawValue>,
        }
        let published: Vec<_> = {
            let rooms = self.0.rooms.read().unwrap_or_else(PoisonError::into_inner);
            let listed = rooms.values().filter(|room| room.listed()).take(LISTED_MAX);
            listed.filter_map(|room| room.published()).collect()
        };
        let list = List { rooms: published.iter().map(|room| room.line()).collect() };
        // Texts in a list: serialisation cannot fail.
        serde_json::to_string(&list).unwrap_or_default()
    }

    /// Whether a rematch of this room would be a new room: nobody has asked for one, or it is gone.
    pub fn rematch_is_new(&self, room: &Handle) -> bool {
        let next = room.published().and_then(|published| published.room.rematch.clone());
        next.is_none_or(|code| self.0.find(&code).is_none())
    }

    /// The caller's seat in the room that continues this one; the first to ask creates it, for whom
    /// `holding` is kept.
    pub async fn rematch(
        &self,
        room: &Handle,
        bearer: TokenHash,
        holding: Option<Holding>,
    ) -> Result<Seated, Refusal> {
        let (code, seat) = room.rematch(bearer, holding).await?;
        let next = self.0.find(&code).ok_or_else(Refusal::room_unknown)?;
        next.fetch(seat).await
    }

    /// The canonical component data with this digest.
    pub async fn data(&self, digest: Hash) -> Result<Option<Arc<str>>, Refusal> {
        let today = self.0.games().find(|game| game.catalogue.digest() == digest);
        if let Some(game) = today {
            return Ok(Some(game.catalogue.canonical().clone()));
        }
        Ok(self.0.store.data(digest).await?.map(Arc::from))
    }

    /// The licence texts of everything that this server shows and is made of.
    pub fn licences(&self) -> Licences {
        Licences::of(self.0.games().map(|game| game.entry))
    }

    /// Whose work these component data are, if the project's own licence is not theirs.
    pub fn data_licence(&self, canonical: &str) -> Option<DataLicence> {
        let owner = self.0.games().find(|game| game.entry.has_data(canonical))?;
        owner.entry.data_licence()
    }

    /// Whether the server takes new work: not shutting down, and the store writable.
    pub async fn ready(&self) -> Result<(), Refusal> {
        if self.draining() {
            return Err(Refusal::draining());
        }
        Ok(self.0.store.writable().await?)
    }

    /// Whether the server is shutting down.
    pub fn draining(&self) -> bool {
        *self.0.draining.borrow()
    }

    /// Waits until the server shuts down.
    pub async fn drained(&self) {
        let mut draining = self.0.draining.subscribe();
        // The sender lives as long as `self`.
        let _ = draining.wait_for(|draining| *draining).await;
    }

    /// Ends every room: each finishes its append, notes a pause where time matters, says goodbye.
    pub async fn drain(&self) {
        self.0.draining.send_replace(true);
        self.0.actors.idle().await;
    }
}

fn unknown_game(id: &str) -> Refusal {
    Refusal::new(Code::GameUnknown, format!("this server does not play {id:?}"))
}
