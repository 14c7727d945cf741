//! One room as a file: everything that a store keeps of it, to go on in another one.
//!
//! Lines of text: what follows, the record, the component data, the rows of the match log, each as
//! the store has it to the byte, and a checksum over everything before it. It holds what the
//! database holds, the deal's secret and the seats' token hashes included, so it is for operators
//! only. Nothing here knows where a file lies; [`super::keeper`] knows whether a room may come in.

use fairness::chain::Chain;
use fairness::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::log::{StoredRoom, WholeRoom};
use crate::room::RoomRecord;

/// Format name in the first line.
const FORMAT: &str = "entente-room";

/// The version of the form.
const VERSION: u32 = 1;

/// The largest file of a room, in bytes.
pub const EXPORT_BYTES: usize = 64 * 1024 * 1024;

/// Reason why a file is not a room that can be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// It is something else.
    #[error("this is no exported room")]
    Other,
    /// It has another form.
    #[error("this room was exported in form {found}, this server reads form {VERSION}")]
    Version {
        /// Its form.
        found: u64,
    },
    /// It is not as it was written.
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
    /// The room is larger than any match makes it.
    #[error("the room takes more than {EXPORT_BYTES} bytes")]
    TooBig,
}

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    format: String,
    version: u32,
    room: Uuid,
    code: String,
    revision: u64,
    data: String,
    heartbeat_ms: Option<u64>,
    rows: usize,
    /// The head of the match log; `None` while there is no match.
    head: Option<String>,
}

/// The last line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Closing {
    sha256: String,
}

/// A room, and the head that its match log had when it was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The room.
    pub whole: WholeRoom,
    /// The head of its match log, in hexadecimal; none while there is no match.
    pub head: Option<String>,
}

impl Export {
    /// Takes a room to be written to a file; or returns the reason why its record cannot be read.
    pub fn of(whole: WholeRoom) -> Result<Self, String> {
        let record = RoomRecord::read(&whole.room)?;
        let head = head(&record, &whole.rows)?;
        Ok(Self { whole, head })
    }

    /// Returns the file's text.
    pub fn text(&self) -> Result<String, ExportError> {
        let WholeRoom { room, data: (digest, canonical), rows, heartbeat } = &self.whole;
        let opening = Opening {
            format: FORMAT.to_owned(),
            version: VERSION,
            room: room.id,
            code: room.code.clone(),
            revision: room.revision,
            data: hex::encode(digest),
            heartbeat_ms: *heartbeat,
            rows: rows.len(),
            head: self.head.clone(),
        };
        let mut text = String::new();
        let parts = [&line(&opening), &room.record, canonical];
        for part in parts.into_iter().chain(rows) {
            if part.contains('\n') {
                return Err(ExportError::Damaged("a row of the store is not one line"));
            }
            text.push_str(part);
            text.push('\n');
        }
        let sha256 = hex::encode(&Sha256::digest(&text));
        text.push_str(&line(&Closing { sha256 }));
        text.push('\n');
        if text.len() > EXPORT_BYTES { Err(ExportError::TooBig) } else { Ok(text) }
    }

    /// Reads a file. What it holds is what was written, but not yet a room that can be played.
    pub fn read(text: &str) -> Result<Self, ExportError> {
        if text.len() > EXPORT_BYTES {
            return Err(ExportError::TooBig);
        }
        let damaged = ExportError::Damaged;
        let first = text.lines().next().unwrap_or_default();
        // Whatever else a later form may have, this much of it can be read.
        let first_line: serde_json::Value = serde_json::from_str(first).unwrap_or_default();
        if first_line["format"] != FORMAT {
            return Err(ExportError::Other);
        }
        match first_line["version"].as_u64() {
            Some(found) if found != u64::from(VERSION) => {
                return Err(ExportError::Version { found });
            }
            Some(_) => {}
            None => return Err(damaged("the first line names no version")),
        }
        let text = text.strip_suffix('\n').ok_or(damaged("it is cut off"))?;
        let at = text.rfind('\n').ok_or(damaged("it is cut off"))? + 1;
        let (sealed, last) = text.split_at(at);
        let Closing { sha256 } = parsed(last).ok_or(damaged("it is cut off"))?;
        if hex::encode(&Sha256::digest(sealed)) != sha256 {
            return Err(damaged("its checksum is wrong"));
        }
        Self::parts(sealed)
    }

    fn parts(sealed: &str) -> Result<Self, ExportError> {
        let damaged = ExportError::Damaged;
        let mut lines = sealed.lines().map(str::to_owned);
        let mut next = |missing| lines.next().ok_or(damaged(missing));
        let opening: Opening =
            parsed(&next("it is empty")?).ok_or(damaged("the first line cannot be read"))?;
        let Opening { room, code, revision, data, heartbeat_ms, rows, head, .. } = opening;
        let record = next("the record is missing")?;
        let canonical = next("the component data are missing")?;
        let digest = hex::decode_32(&data).ok_or(damaged("the first line cannot be read"))?;
        let found: Vec<String> = lines.collect();
        if found.len() != rows {
            return Err(damaged("it has a different number of rows than it says"));
        }
        let whole = WholeRoom {
            room: StoredRoom { id: room, code, revision, record },
            data: (digest, canonical),
            rows: found,
            heartbeat: heartbeat_ms,
        };
        Ok(Self { whole, head })
    }
}

/// Computes the head of a match log from its rows, without any rules; `None` without rows.
fn head(record: &RoomRecord, rows: &[String]) -> Result<Option<String>, String> {
    let Some((header, entries)) = rows.split_first() else { return Ok(None) };
    let beginning = record.beginning().ok_or("the record's secret cannot be read")?;
    let salts = beginning.key().salts();
    let chain = Chain::begin(header.as_bytes());
    let chain = entries.iter().fold(chain, |chain, entry| chain.append(&salts, entry.as_bytes()));
    Ok(Some(hex::encode(&chain.head())))
}

fn line(value: &impl Serialize) -> String {
    // Plain structs with string keys, for which serialisation cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}

fn parsed<T: for<'de> Deserialize<'de>>(line: &str) -> Option<T> {
    serde_json::from_str(line).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn export() -> Export {
        let room = StoredRoom {
            id: Uuid::from_u128(7),
            code: "K7P2XR".to_owned(),
            revision: 3,
            record: r#"{"v":1}"#.to_owned(),
        };
        let rows = vec![r#"{"header":1}"#.to_owned(), r#"{"entry":1}"#.to_owned()];
        let data = ([3; 32], "{}".to_owned());
        let whole = WholeRoom { room, data, rows, heartbeat: Some(5) };
        Export { whole, head: Some("ab".to_owned()) }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut export = export();
        assert_eq!(Export::read(&export.text().unwrap()).as_ref(), Ok(&export));
        (export.whole.rows, export.whole.heartbeat, export.head) = (Vec::new(), None, None);
        assert_eq!(Export::read(&export.text().unwrap()).as_ref(), Ok(&export));
        export.whole.room.record = "{\n}".to_owned();
        assert!(matches!(export.text(), Err(ExportError::Damaged(_))));
    }

    #[test]
    fn no_changed_byte_and_no_cut_is_believed() {
        let text = export().text().unwrap();
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let touched = String::from_utf8(bytes).unwrap();
            assert!(Export::read(&touched).is_err(), "byte {at}");
            assert!(Export::read(&text[..at]).is_err(), "cut at {at}");
        }
        assert!(Export::read(&format!("{text}\n")).is_err());
    }

    #[test]
    fn other_files_and_other_forms_are_refused() {
        for text in ["", "dear diary\n", "{}\n", "SQLite format 3\0"] {
            assert_eq!(Export::read(text), Err(ExportError::Other), "{text}");
        }
        let newer = export().text().unwrap().replace("\"version\":1", "\"version\":2");
        assert_eq!(Export::read(&newer), Err(ExportError::Version { found: 2 }));
    }
}
