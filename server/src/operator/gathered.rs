//! A store on NATS as a database in a file: gathered for a look or a backup, and moved in from one.
//!
//! Looking at stored rooms, checking and copying work on one moment of a database. Of a store on NATS
//! one is made for the purpose, room by room, each at one moment; whether a server uses it does not count.

use std::path::{Path, PathBuf};

use futures_util::{StreamExt, stream};

use super::OperatorError;
use super::inspection::Damaged;
use super::scratch::Scratch;
use crate::log::{
    self, LogError, MatchLog, NatsAddress, NatsError, NatsLog, NatsReader, OpenError, Snapshot,
    SqliteLog, StoredRoom, WholeRoom, Wreck,
};
use crate::notices::KEY_NAMES;
use crate::rooms::data_of;
use crate::run_error::RunError;
use crate::settings::Settings;

/// Rooms that are copied at a time.
const AT_ONCE: usize = 16;

/// A room of a store that is not in the database that was gathered of it, because it is damaged.
pub(super) struct LeftOut {
    /// Its record, or what is left of it.
    pub(super) room: Result<StoredRoom, Wreck>,
    /// The damage that was found.
    pub(super) damaged: Damaged,
}

/// A database that was gathered; dropped, it is gone.
pub(super) struct Gathered {
    scratch: Scratch,
    /// Rooms that are not in it.
    pub(super) left_out: Vec<LeftOut>,
}

impl Gathered {
    /// Gathers a store on NATS in a new folder inside of `place`.
    pub(super) fn of(
        settings: &Settings,
        address: &NatsAddress,
        place: &Path,
    ) -> Result<Self, OperatorError> {
        let scratch = Scratch::inside(place);
        let refused = |source| OperatorError::Folder { path: place.to_owned(), source };
        let mut gathered = Self { scratch: scratch.map_err(refused)?, left_out: Vec::new() };
        let database = SqliteLog::open(&gathered.database())?;
        gathered.left_out = run(async {
            let reader = NatsReader::open(address, &settings.nats_options()).await;
            let reader = reader.map_err(OpenError::from)?;
            let left_out = fill(&reader, &database).await;
            let closed = database.close().await;
            let left_out = left_out?;
            closed?;
            Ok(left_out)
        })?;
        Ok(gathered)
    }

    /// Takes away the damage of the rooms that are not in it.
    pub(super) fn take_damaged(&mut self) -> Vec<Damaged> {
        let left_out = std::mem::take(&mut self.left_out);
        left_out.into_iter().map(|left_out| left_out.damaged).collect()
    }

    /// Returns the database's file.
    pub(super) fn database(&self) -> PathBuf {
        self.scratch.path().join("entente.db")
    }
}

/// Runs something where nothing else runs.
pub(super) fn run<T>(
    work: impl Future<Output = Result<T, OperatorError>>,
) -> Result<T, OperatorError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| {
        OperatorError::Start(RunError::Broken(format!("starting the runtime: {error}")))
    })?;
    runtime.block_on(work)
}

/// Copies everything that can be read into an empty database; returns the rooms that are damaged.
async fn fill(from: &NatsReader, into: &SqliteLog) -> Result<Vec<LeftOut>, OperatorError> {
    let copied = from.rooms().await?.into_iter().map(|room| async move {
        let left_out = |room: Result<StoredRoom, Wreck>, what: String| {
            let code = match &room {
                Ok(StoredRoom { code, .. }) | Err(Wreck { code, .. }) => code.clone(),
            };
            Ok(Some(LeftOut { room, damaged: Damaged { code, what } }))
        };
        let room = match room {
            Ok(room) => room,
            Err(wreck) => return left_out(Err(wreck), "its record".to_owned()),
        };
        match from.whole(room.id, data_of).await {
            Ok(whole) => into.store_whole(whole).await.map(|()| None),
            // It was deleted meanwhile.
            Err(LogError::Unknown) => Ok(None),
            Err(LogError::Damaged(what)) => left_out(Ok(room), what),
            Err(error @ (LogError::Conflict | LogError::Full | LogError::Unavailable(_))) => {
                Err(error)
            }
        }
    });
    let left_out = in_turn(copied.collect()).await?;
    for note in from.deletions().await? {
        into.erase_room(note).await?;
    }
    for name in KEY_NAMES {
        if let Some(key) = from.key(name).await? {
            into.store_key(key).await?;
        }
    }
    Ok(left_out)
}

/// Copies some rooms at a time; returns what was damaged.
async fn in_turn<F, T>(copies: Vec<F>) -> Result<Vec<T>, OperatorError>
where
    F: Future<Output = Result<Option<T>, LogError>>,
{
    let done: Vec<_> = stream::iter(copies).buffered(AT_ONCE).collect().await;
    let done: Result<Vec<_>, _> = done.into_iter().collect();
    Ok(done?.into_iter().flatten().collect())
}

/// A store that was moved to NATS.
#[derive(Clone, Debug)]
pub struct MovedIn {
    /// The rooms that are there now.
    pub rooms: usize,
    /// The damage, in words: rooms that were not moved because of it, and what is beside them.
    pub damaged: Vec<String>,
}

/// Moves what is in a backup into the store on NATS that the settings name, which must be without
/// rooms, and reads every row again.
pub fn move_in(
    settings: &Settings,
    address: &NatsAddress,
    backup: &Path,
) -> Result<MovedIn, OperatorError> {
    let snapshot = log::look_at_backup(backup)?;
    run(async {
        let store = alone(settings, address).await?;
        let moved = tokio::select! {
            biased;
            reason = store.failed() => Err(OperatorError::Start(RunError::StoreFailed(reason))),
            moved = pour(&snapshot, &store, address) => moved,
        };
        let closed = store.close().await;
        let moved = moved?;
        closed?;
        Ok(moved)
    })
}

/// Opens a store on NATS that no server uses.
pub(super) async fn alone(
    settings: &Settings,
    address: &NatsAddress,
) -> Result<NatsLog, OperatorError> {
    let opened = NatsLog::open_alone(address, &settings.nats_options()).await;
    opened.map_err(|error| {
        let served = matches!(error, NatsError::InUse { .. });
        let error = OpenError::from(error);
        if served { OperatorError::Serving(error) } else { error.into() }
    })
}

/// Copies everything that can be read into a store without rooms, and compares what is there then.
async fn pour(
    from: &Snapshot,
    into: &NatsLog,
    address: &NatsAddress,
) -> Result<MovedIn, OperatorError> {
    if !into.rooms().await?.is_empty() || into.wrecks() > 0 {
        let name = address.name().to_owned();
        return Err(OpenError::from(NatsError::NotEmpty { name }).into());
    }
    // First, for whoever finds rooms there takes the store for a whole one.
    for name in KEY_NAMES {
        if let Some(key) = from.key(name)? {
            into.store_key(key).await?;
        }
    }
    let found = from.all_rooms()?;
    let count = found.len();
    let moved = found.into_iter().map(|room| async move {
        let room = match room {
            Ok(room) => room,
            Err(Wreck { code, .. }) => {
                return Ok(Some(Damaged { code, what: "its record".to_owned() }));
            }
        };
        let code = room.code.clone();
        match whole(from, room) {
            Ok(whole) => {
                into.store_whole(whole.clone()).await?;
                let differs = "it is not the same after it was moved".to_owned();
                Ok((!same(into, whole).await?).then_some(Damaged { code, what: differs }))
            }
            Err(LogError::Damaged(what)) => Ok(Some(Damaged { code, what })),
            Err(error) => Err(error),
        }
    });
    let damaged = in_turn(moved.collect()).await?;
    for note in from.deletions()? {
        into.erase_room(note).await?;
    }
    let rooms = count - damaged.len();
    let damaged = damaged.iter().map(Damaged::to_string).chain(from.damage_beside()?);
    Ok(MovedIn { rooms, damaged: damaged.collect() })
}

/// Everything of a room in a database.
fn whole(from: &Snapshot, room: StoredRoom) -> Result<WholeRoom, LogError> {
    let digest = data_of(&room).map_err(LogError::Damaged)?;
    let missing = || LogError::Damaged("its component data are missing".to_owned());
    let canonical = from.data(&digest)?.ok_or_else(missing)?;
    let (rows, heartbeat) = (from.entries(room.id)?, from.heartbeat(room.id)?);
    Ok(WholeRoom { room, data: (digest, canonical), rows, heartbeat })
}

/// Checks whether a room is stored as it should be.
async fn same(store: &NatsLog, whole: WholeRoom) -> Result<bool, LogError> {
    let WholeRoom { room, data: (digest, canonical), rows, heartbeat } = whole;
    let id = room.id;
    Ok(store.room(id).await? == Some(room)
        && store.read(id, 0).await? == rows
        && store.last_heartbeat(id).await? == heartbeat
        && store.data(digest).await? == Some(canonical))
}
