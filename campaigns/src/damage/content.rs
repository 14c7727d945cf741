//! What the server's store makes of a database, and how that compares with what was stored.

use std::collections::BTreeMap;
use std::path::Path;

use server::log::{LogError, MatchLog, SqliteLog, StoredRoom};
use uuid::Uuid;

/// A room as the store reads it.
#[derive(Debug)]
struct Found {
    record: StoredRoom,
    rows: Result<Vec<String>, LogError>,
    heartbeat: Result<Option<u64>, LogError>,
}

/// Every room that the store knows.
#[derive(Debug)]
pub(super) struct Content(BTreeMap<Uuid, Found>);

/// How a damaged database compares with what was stored.
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
        Ok(Self(rooms))
    }

    /// Compares what was found with this, which is the truth.
    pub(super) fn judge(&self, found: &Self, may_be_earlier: bool) -> Judgement {
        let mut judgement = Judgement::Same;
        for (id, truth) in &self.0 {
            match room(truth, found.0.get(id)) {
                Judgement::Same => {}
                Judgement::Earlier if !may_be_earlier => {
                    return Judgement::Wrong(format!("the log of room {id} ends earlier"));
                }
                Judgement::SetAside if may_be_earlier && found.0.get(id).is_none() => {
                    judgement = Judgement::Earlier;
                }
                wrong @ Judgement::Wrong(_) => return wrong,
                other @ (Judgement::SetAside | Judgement::Earlier) => judgement = other,
            }
        }
        match found.0.keys().find(|id| !self.0.contains_key(id)) {
            Some(id) => Judgement::Wrong(format!("there is a room {id}")),
            None => judgement,
        }
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
