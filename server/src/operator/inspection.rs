//! Every row of a database looked at, and the damaged rooms named, as is damage beside them.
//!
//! A start looks at the structure of the file and at the rooms that are played; a backup may be the
//! only good one for weeks, so each row of it is read: its checksum, its position, and whether it is
//! what such a row is. The rules are not asked.

use std::collections::BTreeMap;

use engine::matches::Entry;
use fairness::{Hash, hex};
use serde_json::Value;

use crate::log::{LogError, Snapshot, StoredRoom, Wreck};
use crate::rooms::{Facts, data_of};

/// A room that is not what was stored.
#[derive(Clone, Debug, derive_more::Display, PartialEq, Eq)]
#[display("room {code} is damaged: {what}")]
pub struct Damaged {
    /// Its code, as far as it can be read.
    pub code: String,
    /// The damage that was found.
    pub what: String,
}

/// Result of an inspection.
#[derive(Clone, Debug, Default, derive_more::Display, PartialEq, Eq)]
#[display("{rooms} rooms with {rows} rows, {} damaged", damaged.len() + beside.len())]
pub struct Inspection {
    /// The rooms.
    pub rooms: usize,
    /// The rows of their match logs.
    pub rows: usize,
    /// Those of them that are damaged.
    pub damaged: Vec<Damaged>,
    /// Damage beside the rooms, in words.
    pub beside: Vec<String>,
}

impl Inspection {
    /// Returns all damage in words; nothing if there is none.
    pub fn complaints(&self) -> Vec<String> {
        self.damaged.iter().map(Damaged::to_string).chain(self.beside.iter().cloned()).collect()
    }

    /// Counts further rooms that are damaged.
    pub(super) fn and(mut self, damaged: Vec<Damaged>) -> Self {
        self.rooms += damaged.len();
        self.damaged.extend(damaged);
        self
    }
}

/// Looks at every row of one moment of a database.
pub fn inspect(snapshot: &Snapshot) -> Result<Inspection, LogError> {
    let mut found = Inspection { beside: snapshot.damage_beside()?, ..Inspection::default() };
    let mut data = BTreeMap::new();
    for room in snapshot.all_rooms()? {
        found.rooms += 1;
        let (code, looked) = match room {
            Err(Wreck { code, .. }) => (code, damaged("its record".to_owned())),
            Ok(room) => {
                let looked = whole(snapshot, &room, &mut data);
                (room.code, looked)
            }
        };
        match looked {
            Ok(rows) => found.rows += rows,
            Err(LogError::Damaged(what)) => found.damaged.push(Damaged { code, what }),
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

fn damaged<T>(what: String) -> Result<T, LogError> {
    Err(LogError::Damaged(what))
}

/// Component data that were looked at: what is wrong with them.
type Looked = BTreeMap<Hash, Option<String>>;

/// The number of rows of a room, or what is damaged of it.
fn whole(snapshot: &Snapshot, room: &StoredRoom, data: &mut Looked) -> Result<usize, LogError> {
    let digest = Facts::of(room).and_then(|_| data_of(room)).map_err(LogError::Damaged)?;
    let rows = snapshot.entries(room.id)?;
    if let Some(seq) = unreadable(&rows) {
        return damaged(format!("row {seq} of its match log is not an entry"));
    }
    snapshot.heartbeat(room.id)?;
    // Most rooms share their component data, so each text is checked once.
    let looked = if let Some(looked) = data.get(&digest) {
        looked.clone()
    } else {
        let looked = match snapshot.data(&digest) {
            Ok(Some(_)) => None,
            Ok(None) => Some(format!("the component data {} are missing", hex::encode(&digest))),
            Err(LogError::Damaged(what)) => Some(what),
            Err(error) => return Err(error),
        };
        data.insert(digest, looked.clone());
        looked
    };
    looked.map_or(Ok(rows.len()), damaged)
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
