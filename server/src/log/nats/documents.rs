//! Contents of the messages that are not rows: what each kind of them says, and under which subject.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fairness::{Hash, hex};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::log::{Deletion, StoredRoom};

/// Subjects of the documents, each followed by a name, except the last.
pub(super) const ROOM: &str = "room";
pub(super) const CODE: &str = "code";
pub(super) const BEAT: &str = "beat";
pub(super) const DATA: &str = "data";
pub(super) const KEY: &str = "key";
pub(super) const DELETED: &str = "deleted";
pub(super) const NODE: &str = "node";
pub(super) const STAMP: &str = "stamp";

/// Returns the subject of a room's document of this kind.
pub(super) fn of_room(kind: &str, room: Uuid) -> String {
    format!("{kind}.{}", room.simple())
}

/// Returns the subject of a document with this name, whatever signs the name has.
pub(super) fn named(kind: &str, name: &[u8]) -> String {
    format!("{kind}.{}", hex::encode(name))
}

/// Reads the name of a document as its subject has it; `None` if it is no text.
pub(super) fn read_name(written: &str) -> Option<String> {
    String::from_utf8(hex::decode(written)?).ok()
}

/// Returns the subject of a server's document.
pub(super) fn of_node(run: Uuid) -> String {
    of_room(NODE, run)
}

/// Returns the subject of component data.
pub(super) fn of_data(digest: &Hash) -> String {
    named(DATA, digest)
}

/// Content of the document under a room's id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RoomDocument {
    /// The room, and the run of the server that has it; `None` if none has.
    Here(StoredRoom, Option<Uuid>),
    /// No room: it was deleted, or is not stored whole yet. What else there is of it can go.
    Gone {
        /// The code that it had, or would have.
        code: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Head {
    Room {
        revision: u64,
        code: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<Uuid>,
    },
    Gone {
        code: String,
    },
}

impl RoomDocument {
    /// Returns its content.
    pub(super) fn text(&self) -> String {
        let (head, record) = match self {
            Self::Here(room, owner) => {
                let (revision, code) = (room.revision, room.code.clone());
                (Head::Room { revision, code, owner: *owner }, room.record.as_str())
            }
            Self::Gone { code } => (Head::Gone { code: code.clone() }, ""),
        };
        // A plain enum with string keys, for which serialisation cannot fail.
        let head = serde_json::to_string(&head).unwrap_or_default();
        format!("{head}\n{record}")
    }

    /// Reads a content; `None` if it is none of a room.
    pub(super) fn read(id: Uuid, content: &str) -> Option<Self> {
        let (head, record) = content.split_once('\n')?;
        Some(match serde_json::from_str(head).ok()? {
            Head::Room { revision, code, owner } => {
                Self::Here(StoredRoom { id, code, revision, record: record.to_owned() }, owner)
            }
            Head::Gone { code } => Self::Gone { code },
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeletionNote {
    code: String,
    at_ms: u64,
}

/// Returns the content of the note that a room was deleted.
pub(super) fn deletion_text(deletion: &Deletion) -> String {
    let note = DeletionNote { code: deletion.code.clone(), at_ms: deletion.at_ms };
    serde_json::to_string(&note).unwrap_or_default()
}

/// Reads the note that a room was deleted; `None` if it is none.
pub(super) fn read_deletion(room: Uuid, content: &str) -> Option<Deletion> {
    let DeletionNote { code, at_ms } = serde_json::from_str(content).ok()?;
    Some(Deletion { room, code, at_ms })
}

/// Returns the content of a key.
pub(super) fn key_text(secret: &[u8]) -> String {
    STANDARD.encode(secret)
}

/// Reads a key; `None` if it is none.
pub(super) fn read_key(content: &str) -> Option<Vec<u8>> {
    STANDARD.decode(content).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_read_as_they_were_written() {
        let id = Uuid::from_u128(5);
        let room = StoredRoom {
            id,
            code: "A \"B\"\n".to_owned(),
            revision: u64::MAX,
            record: "{}\n{}".to_owned(),
        };
        for document in [
            RoomDocument::Here(room.clone(), None),
            RoomDocument::Here(room, Some(Uuid::from_u128(6))),
            RoomDocument::Gone { code: "A".to_owned() },
        ] {
            assert_eq!(RoomDocument::read(id, &document.text()), Some(document));
        }
        assert_eq!(RoomDocument::read(id, "{}\n"), None);
        assert_eq!(RoomDocument::read(id, ""), None);
        let deletion = Deletion { room: id, code: "A".to_owned(), at_ms: 7 };
        assert_eq!(read_deletion(id, &deletion_text(&deletion)), Some(deletion));
        assert_eq!(read_key(&key_text(&[0, 255])), Some(vec![0, 255]));
        assert_eq!(of_room(ROOM, id), "room.00000000000000000000000000000005");
        assert_eq!(named(CODE, b"A.*"), "code.412e2a");
        assert_eq!(read_name("412e2a").as_deref(), Some("A.*"));
        assert_eq!(read_name("41zz"), None);
    }
}
