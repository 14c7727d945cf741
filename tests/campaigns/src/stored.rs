//! A server's database as it lies on the disk, read without the server's code.
//!
//! Opened for reading only, so that what a campaign concludes does not rest on
//! what it tests. It knows the tables and the form of a log row, and no game.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use fairness::chain::Chain;
use fairness::hex;
use fairness::vd1::{MatchKey, SeatEntropy};
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;
use uuid::Uuid;

/// Everything that a database holds.
#[derive(Debug, Default)]
pub struct Stored {
    /// Every room's record.
    pub records: BTreeMap<Uuid, Value>,
    /// Every match's log.
    pub matches: BTreeMap<Uuid, StoredMatch>,
}

/// A match's log.
#[derive(Debug, Default)]
pub struct StoredMatch {
    /// The head after each entry, the header's first.
    pub heads: Vec<String>,
    /// Every command, by seat and id, with its number.
    pub commands: BTreeMap<(u8, Uuid), u64>,
    /// Commands that are there more than once.
    pub twice: u64,
    /// The type of the last entry.
    pub last: Option<String>,
}

impl Stored {
    /// Reads a database that passes SQLite's whole check; every log must be without gaps.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let db = open(path)?;
        let check: String = db.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
        anyhow::ensure!(check == "ok", "the database is damaged: {check}");
        let mut stored = Self::default();
        let mut statement = db.prepare("SELECT id, record FROM rooms")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (id, record): (Vec<u8>, String) = (row.get(0)?, row.get(1)?);
            stored.records.insert(Uuid::from_slice(&id)?, serde_json::from_str(&record)?);
        }
        for (id, record) in &stored.records {
            let log = StoredMatch::read(&db, *id, record).with_context(|| format!("room {id}"))?;
            stored.matches.insert(*id, log);
        }
        Ok(stored)
    }
}

fn open(path: &Path) -> anyhow::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(path, flags).with_context(|| format!("opening {}", path.display()))
}

/// Counts the entries in a database, headers included; a server may have it open.
pub fn entries(path: &Path) -> anyhow::Result<u64> {
    let count: i64 = open(path)?.query_row("SELECT count(*) FROM entries", [], |row| row.get(0))?;
    Ok(u64::try_from(count)?)
}

impl StoredMatch {
    fn read(db: &Connection, room: Uuid, record: &Value) -> anyhow::Result<Self> {
        let mut statement =
            db.prepare("SELECT seq, body FROM entries WHERE room = ?1 ORDER BY seq")?;
        let rows = statement.query_map([room.as_bytes()], |row| {
            let (seq, body): (i64, String) = (row.get(0)?, row.get(1)?);
            Ok((seq, body))
        })?;
        let rows = rows.map(|row| {
            let (seq, body) = row?;
            Ok((u64::try_from(seq)?, body))
        });
        Self::of(rows, record)
    }

    /// Reads a match of its rows, each with its number, and the room's record.
    pub fn of(
        rows: impl Iterator<Item = anyhow::Result<(u64, String)>>,
        record: &Value,
    ) -> anyhow::Result<Self> {
        let salts = key(record).context("the record has no secret")?.salts();
        let mut log = Self::default();
        let mut chain: Option<Chain> = None;
        for row in rows {
            let (seq, body) = row?;
            anyhow::ensure!(seq == log.heads.len() as u64, "row {seq} stands after a gap");
            let next = match &chain {
                None => Chain::begin(body.as_bytes()),
                Some(chain) => {
                    log.note(seq, &serde_json::from_str(&body)?)?;
                    chain.append(&salts, body.as_bytes())
                }
            };
            log.heads.push(hex::encode(&next.head()));
            chain = Some(next);
        }
        Ok(log)
    }

    fn note(&mut self, seq: u64, entry: &Value) -> anyhow::Result<()> {
        anyhow::ensure!(entry["seq"] == seq, "row {seq} holds entry {}", entry["seq"]);
        let input = &entry["input"];
        self.last = input["type"].as_str().map(str::to_owned);
        if let (Some(seat), Some(id)) = (input["seat"].as_u64(), input["id"].as_str()) {
            let author = (u8::try_from(seat)?, id.parse()?);
            self.twice += u64::from(self.commands.insert(author, seq).is_some());
        }
        Ok(())
    }
}

/// Derives the key of a match in which no seat brought entropy.
fn key(record: &Value) -> Option<MatchKey> {
    let bytes = |name: &str| hex::decode_32(record["attempt"][name].as_str()?);
    let seats = vec![SeatEntropy::default(); record["seats"].as_array()?.len()];
    Some(MatchKey::derive(&bytes("secret")?, &bytes("commitment")?, &seats))
}
