//! Every row of a database looked at, and the damaged rooms named.
//!
//! A start looks at the structure of the file and at the rooms that are played; a backup may be the
//! only good one for weeks, so each row of it is read: its checksum, its position, and whether it is
//! what such a row is. The rules are not asked.

use std::collections::BTreeMap;
use std::fmt;

use engine::matches::Entry;
use fairness::{Hash, hex};
use serde_json::Value;

use crate::log::{LogError, Snapshot, StoredRoom, Wreck};
use crate::rooms::{Facts, data_of};

/// A room that is not what was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// Its code, as far as it can be read.
    pub code: String,
    /// The damage that was found.
    pub what: String,
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "room {} is damaged: {}", self.code, self.what)
    }
}

/// Result of an inspection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    /// The rooms.
    pub rooms: usize,
    /// The rows of their match logs.
    pub rows: usize,
    /// Those of them that are damaged.
    pub damaged: Vec<Damaged>,
}

impl fmt::Display for Inspection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rooms, rows, damaged } = self;
        write!(f, "{rooms} rooms with {rows} rows, {} damaged", damaged.len())
    }
}

/// Looks at every row of one moment of a database.
pub fn inspect(snapshot: &Snapshot) -> Result<Inspection, LogError> {
    let mut found = Inspection::default();
    let mut data = BTreeMap::new();
    for room in snapshot.all_rooms()? {
        found.rooms += 1;
        let (code, looked) = match room {
            Err(Wreck { code, .. }) => (code, Err("its record".to_owned())),
            Ok(room) => {
                let looked = whole(snapshot, &room, &mut data)?;
                (room.code, looked)
            }
        };
        match looked {
            Ok(rows) => found.rows += rows,
            Err(what) => found.damaged.push(Damaged { code, what }),
        }
    }
    Ok(found)
}

/// Component data that were looked at: what is wrong with them.
type Looked = BTreeMap<Hash, Option<String>>;

/// The number of rows of a room, or what is damaged of it.
fn whole(
    snapshot: &Snapshot,
    room: &StoredRoom,
    data: &mut Looked,
) -> Result<Result<usize, String>, LogError> {
    let digest = match Facts::of(room).and_then(|_| data_of(room)) {
        Ok(digest) => digest,
        Err(reason) => return Ok(Err(reason)),
    };
    let rows = match damage(snapshot.entries(room.id))? {
        Ok(rows) => rows,
        Err(what) => return Ok(Err(what)),
    };
    if let Some(seq) = unreadable(&rows) {
        return Ok(Err(format!("row {seq} of its match log is not an entry")));
    }
    if let Err(what) = damage(snapshot.heartbeat(room.id))? {
        return Ok(Err(what));
    }
    // Most rooms share their component data, so each text is checked once.
    let looked = if let Some(looked) = data.get(&digest) {
        looked.clone()
    } else {
        let looked = match damage(snapshot.data(&digest))? {
            Ok(Some(_)) => None,
            Ok(None) => Some(format!("the component data {} are missing", hex::encode(&digest))),
            Err(what) => Some(what),
        };
        data.insert(digest, looked.clone());
        looked
    };
    Ok(looked.map_or(Ok(rows.len()), Err))
}

/// Tells damage from a database that cannot be read.
fn damage<T>(read: Result<T, LogError>) -> Result<Result<T, String>, LogError> {
    match read {
        Ok(found) => Ok(Ok(found)),
        Err(LogError::Damaged(what)) => Ok(Err(what)),
        Err(error) => Err(error),
    }
}

/// The first row that is neither a header nor an entry, where each belongs.
fn unreadable(rows: &[String]) -> Option<usize> {
    let sound = |(seq, row): &(usize, &String)| {
        if *seq == 0 {
            serde_json::from_str::<Value>(row).is_ok()
        } else {
            serde_json::from_str::<Entry>(row).is_ok()
        }
    };
    rows.iter().enumerate().find(|row| !sound(row)).map(|(seq, _)| seq)
}
