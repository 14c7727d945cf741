//! `entente-server rooms`: looking at stored rooms, moving, closing and deleting them; `backup`.
//!
//! Looking reads one moment of the database beside a running server. What changes the database takes
//! the server's own lock, for a running server would neither notice nor tolerate another writer; or the
//! running server does it itself, where it takes orders. Nothing that is printed holds a token, a
//! hand or a secret of a deal; an exported file holds all of them.

pub mod backups;
pub mod gathered;
pub mod inspection;
mod orders;
mod output;
mod parting;
mod scratch;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::REGISTRY;

use self::gathered::{Gathered, LeftOut};
pub use self::orders::OrderSocket;
pub use self::output::{RoomDetails, RoomSummary};
use crate::component_data;
use crate::log::{self, LogError, MatchLog, OpenError, Snapshot, StoredRoom, WholeRoom, Wreck};
use crate::rooms::{EXPORT_BYTES, Export, ExportError, Facts, Keeper, RoomsSetup, data_of};
use crate::run_error::RunError;
use crate::settings::Settings;
use crate::settings::cli::RoomsCommand;
use crate::verify::read_bounded;

/// Reason why nothing was done.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// The database cannot be opened, or a file not be written.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A server has the database.
    #[error("{0}; stop the server first: it would not notice the change")]
    Serving(OpenError),
    /// The running server was asked to do it, and the outcome is not known.
    #[error("asking the running server: {0}")]
    Unanswered(std::io::Error),
    /// Something else that a start needs.
    #[error(transparent)]
    Start(RunError),
    /// The database cannot be read or written.
    #[error(transparent)]
    Store(#[from] LogError),
    /// There is no such room.
    #[error("no room {0}; `rooms list` shows those that exist")]
    Unknown(String),
    /// There was one.
    #[error("room {code} was deleted here {when}")]
    Deleted {
        /// Its code.
        code: String,
        /// Time since then, in words.
        when: String,
    },
    /// The room is not one that this can be done with.
    #[error("room {code}: {reason}")]
    Refused {
        /// Its code.
        code: String,
        /// The reason.
        reason: String,
    },
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The file is not a room, or not one of this form.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The problem with it.
        source: ExportError,
    },
    /// An older copy cannot be removed.
    #[error("{}: {source}", path.display())]
    Folder {
        /// The copy or the folder.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The output cannot be written.
    #[error("writing the output: {0}")]
    Output(#[from] std::io::Error),
}

impl OperatorError {
    /// The exit code: 1 the room or the file is refused, 2 wrong usage or a file that cannot be
    /// read, 3 the database cannot be used.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Unknown(_)
            | Self::Deleted { .. }
            | Self::Refused { .. }
            | Self::File { .. }
            | Self::Output(_) => 1,
            Self::Unreadable { .. } => 2,
            Self::Start(error) => error.exit_code(),
            Self::Open(error) => error.exit_code(),
            Self::Serving(_) | Self::Unanswered(_) | Self::Store(_) | Self::Folder { .. } => 3,
        }
    }

    /// Checks whether nobody reads the output any more.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe)
    }
}

impl RoomsCommand {
    /// Carries it out, and prints the result.
    pub fn carry_out(
        &self,
        settings: &Settings,
        out: &mut impl Write,
    ) -> Result<(), OperatorError> {
        match self {
            Self::List { json } => list(settings, *json, out),
            Self::Show { code, json } => show(settings, code, *json, out),
            Self::Close { code } => parting::close(settings, code, out),
            Self::Delete { code } => parting::delete(settings, code, out),
            Self::ForgetFinished { days } => parting::forget_finished(settings, *days, out),
            Self::Export { code, file } => export(settings, code, file, out),
            Self::Import { file } => import(settings, file, out),
        }
    }
}

fn list(settings: &Settings, json: bool, out: &mut impl Write) -> Result<(), OperatorError> {
    let moment = look(settings)?;
    let weights = moment.snapshot.weights()?;
    let line = |room: &StoredRoom| RoomSummary::of(room, weights.get(&room.id).copied());
    let mut lines: Vec<RoomSummary> = moment.rooms()?.iter().map(line).collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.active_ms));
    Ok(output::list(&lines, json, out)?)
}

fn show(
    settings: &Settings,
    code: &str,
    json: bool,
    out: &mut impl Write,
) -> Result<(), OperatorError> {
    let moment = look(settings)?;
    let room = find(&moment, code)?;
    let weight = moment.snapshot.weights()?.get(&room.id).copied();
    let facts = Facts::of(&room).map_err(|reason| refused(code, reason))?;
    let RoomSummary { rows, bytes, .. } = RoomSummary::of(&room, weight);
    Ok(RoomDetails { facts, rows, bytes }.print(json, out)?)
}

fn export(
    settings: &Settings,
    code: &str,
    file: &Path,
    out: &mut impl Write,
) -> Result<(), OperatorError> {
    let moment = look(settings)?;
    let room = sound(&moment, code)?;
    let snapshot = &moment.snapshot;
    let digest = data_of(&room).map_err(|reason| refused(code, reason))?;
    let missing = || refused(code, "its component data are not stored".to_owned());
    let canonical = snapshot.data(&digest)?.ok_or_else(missing)?;
    let (rows, heartbeat) = (snapshot.entries(room.id)?, snapshot.heartbeat(room.id)?);
    let whole = WholeRoom { room, data: (digest, canonical), rows, heartbeat };
    let export = Export::of(whole).map_err(|reason| refused(code, reason))?;
    let text = export.text().map_err(|error| refused(code, error.to_string()))?;
    log::write_private(file, &text)?;
    writeln!(out, "{}", file.display())?;
    Ok(output::moved(&export, out)?)
}

fn import(settings: &Settings, file: &Path, out: &mut impl Write) -> Result<(), OperatorError> {
    let unreadable = |source| OperatorError::Unreadable { path: file.to_owned(), source };
    let bytes = read_bounded(file, EXPORT_BYTES).map_err(unreadable)?;
    let faulty = |source| OperatorError::File { path: file.to_owned(), source };
    let text = String::from_utf8(bytes).map_err(|_| faulty(ExportError::Other))?;
    let export = Export::read(&text).map_err(faulty)?;
    let code = export.whole.room.code.clone();
    alone(settings, async |store, keeper| {
        let (id, there) = (export.whole.room.id, store.rooms().await?);
        if there.iter().any(|room| room.id == id) {
            return Err(refused(&code, "this room is here already".to_owned()));
        }
        let taken = || refused(&code, "another room here has this code".to_owned());
        if there.iter().any(|room| room.code == code) {
            return Err(taken());
        }
        keeper.admit(&export).map_err(|reason| refused(&code, reason))?;
        // A damaged room is not among those that were read, but keeps its id and its code.
        store.store_whole(export.whole.clone()).await.map_err(|error| match error {
            LogError::Conflict => taken(),
            other @ (LogError::Full
            | LogError::Unknown
            | LogError::Damaged(_)
            | LogError::Unavailable(_)) => other.into(),
        })
    })?;
    Ok(output::moved(&export, out)?)
}

/// One moment of a store.
struct StoreMoment {
    snapshot: Snapshot,
    /// Rooms that the snapshot does not have, because they are damaged; a database in a file has them all.
    left_out: Vec<LeftOut>,
}

impl StoreMoment {
    /// Every room, as it was stored, or what is left of it.
    fn all_rooms(&self) -> Result<Vec<Result<StoredRoom, Wreck>>, LogError> {
        let mut rooms = self.snapshot.all_rooms()?;
        rooms.extend(self.left_out.iter().map(|left_out| left_out.room.clone()));
        Ok(rooms)
    }

    /// Those whose record is what was stored, whatever else of them is damaged.
    fn rooms(&self) -> Result<Vec<StoredRoom>, LogError> {
        let mut rooms = self.snapshot.rooms()?;
        rooms.extend(self.left_out.iter().filter_map(|left_out| left_out.room.clone().ok()));
        Ok(rooms)
    }
}

/// Opens one moment of the store that the settings name, whether or not a server uses it.
fn look(settings: &Settings) -> Result<StoreMoment, OperatorError> {
    let Some(address) = log::nats_address(&settings.database)? else {
        let snapshot = log::snapshot(&settings.database)?;
        return Ok(StoreMoment { snapshot, left_out: Vec::new() });
    };
    let mut gathered = Gathered::of(settings, &address, &std::env::temp_dir())?;
    let left_out = std::mem::take(&mut gathered.left_out);
    for room in &left_out {
        tracing::error!("{}", room.damaged);
    }
    // Open, it is there as long as somebody looks.
    Ok(StoreMoment { snapshot: log::look_at_copy(&gathered.database())?, left_out })
}

/// Opens the store as a server would, which keeps servers away, and closes it in good order.
fn alone(
    settings: &Settings,
    change: impl AsyncFnOnce(&dyn MatchLog, Keeper) -> Result<(), OperatorError>,
) -> Result<(), OperatorError> {
    let start = OperatorError::Start;
    let catalogues = component_data::load_catalogues(REGISTRY, settings.data.as_deref());
    let catalogues = catalogues.map_err(|error| start(error.into()))?;
    gathered::run(async {
        let store: Arc<dyn MatchLog> = match log::nats_address(&settings.database)? {
            Some(address) => Arc::new(gathered::alone(settings, &address).await?),
            None => Arc::new(log::open_alone(&settings.database).map_err(|error| {
                let served = matches!(error, OpenError::Locked { .. });
                if served { OperatorError::Serving(error) } else { error.into() }
            })?),
        };
        let setup = RoomsSetup::new(REGISTRY, catalogues, settings.clone());
        let keeper = Keeper::new(setup, store.clone());
        let changed = tokio::select! {
            biased;
            reason = store.failed() => Err(start(RunError::StoreFailed(reason))),
            changed = change(&*store, keeper) => changed,
        };
        // A store that has failed is left as it is.
        if let Err(OperatorError::Start(_)) = changed {
            return changed;
        }
        changed.and(store.close().await.map_err(OperatorError::Store))
    })
}

fn find(moment: &StoreMoment, code: &str) -> Result<StoredRoom, OperatorError> {
    let found = moment.rooms()?.into_iter().find(|room| room.code == code);
    match found {
        Some(room) => Ok(room),
        None => Err(unknown(&moment.snapshot, code)?),
    }
}

/// Finds a room of which more is needed than its record.
fn sound(moment: &StoreMoment, code: &str) -> Result<StoredRoom, OperatorError> {
    match moment.left_out.iter().find(|left_out| left_out.damaged.code == code) {
        Some(left_out) => Err(LogError::Damaged(left_out.damaged.what.clone()).into()),
        None => find(moment, code),
    }
}

/// No room has this code; perhaps one had.
fn unknown(snapshot: &Snapshot, code: &str) -> Result<OperatorError, OperatorError> {
    let last = snapshot.deletions()?.into_iter().filter(|note| note.code == code);
    Ok(match last.max_by_key(|note| note.at_ms) {
        Some(note) => OperatorError::Deleted { code: note.code, when: output::since(note.at_ms) },
        None => OperatorError::Unknown(code.to_owned()),
    })
}

fn refused(code: &str, reason: String) -> OperatorError {
    OperatorError::Refused { code: code.to_owned(), reason }
}
