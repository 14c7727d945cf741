//! State that all rooms share: settings, store, games and their data, and the map of rooms by code.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use engine::GameEntry;
use engine::catalogue::Catalogue;
use fairness::{Hash, hex};
use parking_lot::{Mutex, RwLock};
use protocol::lesson::PuzzleInfo;
use protocol::room::GameInfo;
use protocol::{Code, Open};
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::Instant;
use uuid::Uuid;

use super::alarms::Alarms;
use super::analyses::Analyses;
use super::announcements::Announcements;
use super::archive::{Archive, WakingTurn};
use super::handle::Handle;
use super::shared::SharedStore;
use super::thinkers::Thinkers;
use crate::log::{LogError, MatchLog};
use crate::metrics::Metrics;
use crate::notices::{Notifier, Silent};
use crate::position::StartPosition;
use crate::room::{Env, LoadedGame, Panicked, Randomness, Refusal, guarded};
use crate::settings::Settings;
use crate::time::{millis, wall_ms};

/// Beginning of the wall clock in a run that repeats, in milliseconds since 1970.
const REPEATED_MS: u64 = 1_700_000_000_000;

/// Everything that a server's rooms need beside their store.
#[derive(derive_more::Debug)]
#[debug("RoomsSetup")]
pub struct RoomsSetup {
    /// The games, of which those that have component data are offered.
    pub games: &'static [GameEntry],
    /// The component data, by game.
    pub catalogues: BTreeMap<&'static str, Catalogue>,
    /// The limits and times of the rooms.
    pub settings: Settings,
    /// The source of everything that is unpredictable.
    pub random: Randomness,
    /// The one who calls people who are away.
    pub notifier: Arc<dyn Notifier>,
}

impl RoomsSetup {
    /// Returns a setup with the system's randomness, in which nobody is called.
    pub fn new(
        games: &'static [GameEntry],
        catalogues: BTreeMap<&'static str, Catalogue>,
        settings: Settings,
    ) -> Self {
        Self { games, catalogues, settings, random: Randomness::os(), notifier: Arc::new(Silent) }
    }
}

/// A game on offer.
pub(super) struct Offered {
    pub(super) game: Arc<LoadedGame>,
    /// `true` once the store has its data.
    kept: AtomicBool,
}

/// State that all rooms share.
pub(crate) struct Hub {
    pub(crate) settings: Settings,
    pub(crate) store: Arc<dyn MatchLog>,
    /// `false` while the store is out of reach.
    pub(super) answering: watch::Receiver<bool>,
    pub(crate) random: Randomness,
    pub(crate) notifier: Arc<dyn Notifier>,
    games: Vec<Offered>,
    /// The puzzles of these games, read when somebody asks for them first.
    puzzles: OnceLock<Vec<PuzzleInfo>>,
    /// Data of stored matches that differ from those of today, by digest.
    older: Mutex<HashMap<Hash, Catalogue>>,
    pub(super) rooms: RwLock<HashMap<String, Arc<Handle>>>,
    /// Held by whoever has a room make place for another one.
    pub(super) making_place: tokio::sync::Mutex<()>,
    pub(crate) archive: Archive,
    /// Analyses of old matches that are being made, or wait for it.
    pub(super) analyses: Analyses,
    pub(super) draining: watch::Sender<bool>,
    pub(super) actors: watch::Sender<()>,
    /// `true` once every match that was running has been read since the start.
    pub(super) looked_through: watch::Sender<bool>,
    /// Start of the rooms' time: see [`Env`].
    opened: Instant,
    pub(crate) metrics: Metrics,
    /// Alarms of the rooms that sleep.
    pub(super) alarms: Alarms,
    /// The threads on which bots think.
    pub(super) thinkers: Arc<Thinkers>,
    /// The position at which the rooms of its game begin, on a server for authors.
    pub(super) position: OnceLock<StartPosition>,
    /// The programs that hosts may seat.
    pub(super) announcements: Announcements,
    /// Set if other servers share the store.
    pub(super) shared: OnceLock<SharedStore>,
}

/// Data and rows of the log that a new room begins with.
pub(super) type BegunLog = ((Hash, String), Vec<String>);

impl Hub {
    /// Creates a server's rooms before any is loaded.
    pub(crate) fn new(setup: RoomsSetup, store: Arc<dyn MatchLog>) -> Arc<Self> {
        let RoomsSetup { games, mut catalogues, settings, random, notifier } = setup;
        let dev = settings.dev;
        let offered = games.iter().filter_map(|entry| {
            let catalogue = catalogues.remove(entry.id)?;
            let bot_levels = mind::levels_of(entry.id).into_iter().map(Open::Known).collect();
            let hints = mind::knows(entry.id);
            let info = GameInfo { bot_levels, hints, dev, ..entry.info() };
            let game = Arc::new(LoadedGame { entry, info, catalogue });
            Some(Offered { game, kept: AtomicBool::new(false) })
        });
        Arc::new(Self {
            settings,
            answering: store.answering(),
            store,
            random,
            notifier,
            games: offered.collect(),
            puzzles: OnceLock::new(),
            older: Mutex::default(),
            rooms: RwLock::default(),
            making_place: tokio::sync::Mutex::default(),
            archive: Archive::default(),
            analyses: Analyses::default(),
            draining: watch::channel(false).0,
            actors: watch::Sender::default(),
            looked_through: watch::channel(false).0,
            opened: Instant::now(),
            metrics: Metrics::default(),
            alarms: Alarms::default(),
            thinkers: Arc::default(),
            position: OnceLock::new(),
            announcements: Announcements::default(),
            shared: OnceLock::new(),
        })
    }

    pub(super) fn count(&self) -> usize {
        self.rooms.read().len()
    }

    pub(crate) fn find(&self, code: &str) -> Option<Arc<Handle>> {
        self.rooms.read().get(code).cloned()
    }

    /// Takes a deleted room out; not another one that has its code since.
    pub(crate) fn forget(&self, room: Uuid, code: &str) {
        let mut rooms = self.rooms.write();
        if rooms.get(code).is_some_and(|handle| handle.id() == room) {
            rooms.remove(code);
        }
    }

    pub(crate) fn game(&self, id: &str) -> Option<&Arc<LoadedGame>> {
        self.games().find(|game| game.entry.id == id)
    }

    /// Returns the game with this id, or the refusal of a server that does not play it.
    pub(super) fn offered(&self, id: &str) -> Result<&Offered, Refusal> {
        let unknown =
            || Refusal::new(Code::GameUnknown, format!("this server does not play {id:?}"));
        self.games.iter().find(|offered| offered.game.entry.id == id).ok_or_else(unknown)
    }

    pub(super) fn games(&self) -> impl Iterator<Item = &Arc<LoadedGame>> {
        self.games.iter().map(|offered| &offered.game)
    }

    /// Lists the puzzles of all games.
    pub(super) fn puzzles(&self) -> &[PuzzleInfo] {
        let of = |game: &Arc<LoadedGame>| {
            let puzzles = game.entry.puzzles().unwrap_or_default();
            puzzles.iter().map(|puzzle| puzzle.puzzle_info(game.entry.id)).collect::<Vec<_>>()
        };
        self.puzzles.get_or_init(|| self.games().flat_map(of).collect())
    }

    /// Returns the start of the rooms' time.
    pub(crate) fn opened(&self) -> Instant {
        self.opened
    }

    /// Returns the world as a room sees it now.
    pub(crate) fn env(&self) -> Env<'_> {
        let now = self.opened.elapsed();
        // A run that repeats has a wall clock of its own: on the machine's, a slow machine ran another way.
        let wall_ms = if self.random.repeats() { REPEATED_MS + millis(now) } else { wall_ms() };
        Env {
            now,
            wall_ms,
            settings: &self.settings,
            random: &self.random,
            notifier: &*self.notifier,
        }
    }

    /// Returns the data with this digest, from the store if they are not those of today. Those that are not
    /// there count as damaged, for they were stored before the match.
    pub(crate) async fn catalogue(
        &self,
        game: &LoadedGame,
        digest: Hash,
    ) -> Result<Catalogue, LogError> {
        if game.catalogue.digest() == digest {
            return Ok(game.catalogue.clone());
        }
        let known = |older: &HashMap<Hash, Catalogue>| older.get(&digest).cloned();
        if let Some(known) = known(&self.older.lock()) {
            return Ok(known);
        }
        let damaged =
            |why: &str| LogError::Damaged(format!("data {}: {why}", hex::encode(&digest)));
        let text = self.store.data(digest).await?.ok_or_else(|| damaged("they are missing"))?;
        let catalogue = Catalogue::from_canonical(game.entry, &text)
            .map_err(|fault| damaged(&fault.to_string()))?;
        let mut older = self.older.lock();
        Ok(older.entry(digest).or_insert(catalogue).clone())
    }

    /// Does what takes its time where it holds nobody up, and for a few at a time. A simulation has no
    /// threads: there a seed repeats a run.
    pub(crate) async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Panicked> {
        let turn = self.archive.turn().await;
        self.aside_with(turn, work).await
    }

    /// Does it with a turn that was waited for.
    pub(super) async fn aside_with<T: Send + 'static>(
        &self,
        turn: WakingTurn<'_>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Panicked> {
        if self.random.repeats() {
            return guarded(work);
        }
        let done = spawn_blocking(move || guarded(work)).await.unwrap_or(Err(Panicked));
        drop(turn);
        done
    }

    /// Makes sure that the data of today can be found by their digest later.
    pub(super) async fn keep_data(&self, offered: &Offered) -> Result<(), LogError> {
        let Offered { game, kept } = offered;
        if !kept.load(Ordering::Relaxed) {
            let canonical = game.catalogue.canonical().to_string();
            self.store.store_data(game.catalogue.digest(), canonical).await?;
            kept.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// Waits until the server stops.
pub(super) async fn stopping(draining: &mut watch::Receiver<bool>) {
    // An error says that the directory is gone, which is the same.
    let _ = draining.wait_for(|draining| *draining).await;
}

/// Waits until a store that was in reach is not any more, or the other way round; returns whether it
/// is. Forever with a store that always is.
pub(crate) async fn reach_changed(answering: &mut watch::Receiver<bool>) -> bool {
    if answering.changed().await.is_err() {
        std::future::pending::<()>().await;
    }
    *answering.borrow_and_update()
}
