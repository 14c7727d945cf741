//! A room as its store has it: the record, and the match folded from its log.

use std::sync::Arc;

use engine::MatchMillis;
use engine::catalogue::Catalogue;
use engine::matches::Match;

use super::play::{LoadedGame, Recent};
use super::record::RoomRecord;
use crate::log::{LogError, StoredRoom};

/// Returns the record of a stored room and the one of `games` that it is for; or why this server does
/// not play it.
pub(crate) fn fitting<'a>(
    game: impl FnOnce(&str) -> Option<&'a Arc<LoadedGame>>,
    stored: &StoredRoom,
) -> Result<(RoomRecord, Arc<LoadedGame>), String> {
    let record = RoomRecord::read(stored)?;
    let game = game(&record.game).ok_or_else(|| format!("no game {:?}", record.game))?;
    if game.entry.rules_version != record.rules_version {
        return Err(format!("made with {}, this is {}", record.rules(), game.entry.rules()));
    }
    Ok((record, game.clone()))
}

/// A room as its store has it.
pub(crate) struct LoadedRoom {
    pub(crate) record: RoomRecord,
    pub(crate) revision: u64,
    pub(crate) log: Log,
    /// Match time reached so far, if that was noted.
    pub(crate) noted: Option<MatchMillis>,
}

/// A room's match as its store has it.
pub(crate) enum Log {
    /// No match has begun; the data to begin it with.
    Empty(Catalogue),
    /// The match, folded from its log, and its last events.
    Match(Box<Match>, Recent),
}

/// Reason why a room cannot be restored from the store.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unread {
    /// There is no such room any more.
    #[error("the room is gone")]
    Gone,
    /// The store cannot be read.
    #[error(transparent)]
    Store(LogError),
    /// The stored bytes are no room of these rules and data.
    #[error("{0}")]
    Spoiled(String),
}
