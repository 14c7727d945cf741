//! The rooms that the server's store reads from a database, compared with what was stored.

use std::collections::BTreeMap;
use std::path::Path;

use fairness::hex;
use serde_json::Value;
use server::log::{LogError, MatchLog, SqliteLog, StoredRoom};
use uuid::Uuid;

/// A room as the store reads it.
#[derive(Debug)]
struct Found {
    record: StoredRoom,
    rows: Result<Vec<String>, LogError>,
    heartbeat: Result<Option<u64>, LogError>,
}

/// Every room that the store knows, and the component data that they are played with.
#[derive(Debug)]
pub(super) struct Content {
    rooms: BTreeMap<Uuid, Found>,
    data: BTreeMap<String, Result<Option<String>, LogError>>,
}

/// The verdict on a damaged database.
#[derive(Debug)]
pub(super) enum Judgement {
    /// Nothing has changed.
    Same,
    /// A room is out of service, and the store says so.
    SetAside,
    /// A room's log ends earlier.
    Earlier,
    /// Something else is believed.
    Wrong(String),
}

impl Content {
    /// Opens the database as a server does and reads every room; or why it cannot be opened.
    pub(super) async fn of(path: &Path) -> Result<Self, String> {
        let log = SqliteLog::open(path).map_err(|error| error.to_string())?;
        let content = Self::read(&log).await;
        // What cannot be closed in good order has been read all the same.
        let _ = log.close().await;
        content
    }

    async fn read(log: &SqliteLog) -> Result<Self, String> {
        let mut rooms = BTreeMap::new();
        for record in log.rooms().await.map_err(|error| error.to_string())? {
            let rows = log.read(record.id, 0).await;
            let heartbeat = log.last_heartbeat(record.id).await;
            let twice = rooms.insert(record.id, Found { record, rows, heartbeat });
            if let Some(twice) = twice {
                return Err(format!("room {} is there twice", twice.record.id));
            }
        }
        let mut data = BTreeMap::new();
        for found in rooms.values() {
            let record: Value = serde_json::from_str(&found.record.record).unwrap_or_default();
            let digest = record["data"].as_str().unwrap_or_default();
            if let Some(hash) = hex::decode_32(digest) {
                data.insert(digest.to_owned(), log.data(hash).await);
            }
        }
        Ok(Self { rooms, data })
    }

    /// Compares what was found with this, which is the truth.
    pub(super) fn judge(&self, found: &Self, may_be_earlier: bool) -> Judgement {
        let mut judgement = Judgement::Same;
        for (id, truth) in &self.rooms {
            match room(truth, found.rooms.get(id)) {
                Judgement::Same => {}
                Judgement::Earlier if !may_be_earlier => {
                    return Judgement::Wrong(format!("the log of room {id} ends earlier"));
                }
                Judgement::SetAside if may_be_earlier && !found.rooms.contains_key(id) => {
                    judgement = Judgement::Earlier;
                }
                wrong @ Judgement::Wrong(_) => return wrong,
                other @ (Judgement::SetAside | Judgement::Earlier) => judgement = other,
            }
        }
        if let Some(id) = found.rooms.keys().find(|id| !self.rooms.contains_key(id)) {
            return Judgement::Wrong(format!("there is a room {id}"));
        }
        for (digest, data) in &found.data {
            match (self.data.get(digest), data) {
                (Some(Ok(truth)), Ok(found)) if truth == found => {}
                // They say that they are damaged or missing, to whoever needs them.
                (_, Err(_) | Ok(None)) => judgement = Judgement::SetAside,
                (_, Ok(Some(_))) => return Judgement::Wrong(format!("other data {digest}")),
            }
        }
        judgement
    }
}

fn room(truth: &Found, found: Option<&Found>) -> Judgement {
    // A record that is damaged is left out, with a line in the server's log.
    let Some(found) = found else { return Judgement::SetAside };
    let id = truth.record.id;
    let (Ok(rows), Ok(heartbeat)) = (&found.rows, &found.heartbeat) else {
        return Judgement::SetAside;
    };
    let Ok(true_rows) = &truth.rows else { return Judgement::Wrong("no truth".to_owned()) };
    if !true_rows.starts_with(rows) {
        return Judgement::Wrong(format!("room {id} has other entries"));
    }
    if found.record.revision > truth.record.revision {
        return Judgement::Wrong(format!("room {id} has a newer record"));
    }
    let same = found.record == truth.record && rows == true_rows;
    let same_time = Ok(heartbeat) == truth.heartbeat.as_ref();
    if same && same_time { Judgement::Same } else { Judgement::Earlier }
}
