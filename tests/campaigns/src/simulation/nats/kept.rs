//! A stream of the model: its messages, and what is known of their writers.

use std::collections::BTreeMap;

use bytes::Bytes;
use server::log::{Attempt, StreamMessage, StreamPlace, StreamWrite};
use uuid::Uuid;

/// Time of storing that every message has: a moment ago, whenever somebody looks.
const AT_S: i64 = i64::MAX;

#[derive(Debug)]
struct Stored {
    payload: Bytes,
    writer: u64,
}

impl Stored {
    /// Returns its place and its content: what stands before them is who wrote it.
    fn parts(&self) -> (String, String) {
        let text = String::from_utf8_lossy(&self.payload);
        let mut lines = text.splitn(3, '\n').skip(1).map(str::to_owned);
        (lines.next().unwrap_or_default(), lines.next().unwrap_or_default())
    }

    /// Checks whether it is a claim of a room, in the room's log.
    fn claims(&self) -> bool {
        self.parts().0.starts_with("claim ")
    }
}

/// A stream.
#[derive(Debug)]
pub(super) struct Kept {
    /// `true` if only the newest message of a subject counts. Older ones are what servers still know that
    /// are cut off.
    newest: bool,
    last: u64,
    subjects: BTreeMap<String, BTreeMap<u64, Stored>>,
    /// Writes that are known to have been carried out, with their numbers.
    writes: BTreeMap<Uuid, u64>,
}

impl Kept {
    pub(super) fn new(newest: bool) -> Self {
        Self { newest, last: 0, subjects: BTreeMap::new(), writes: BTreeMap::new() }
    }

    /// Returns the number of the last message that there ever was.
    pub(super) fn last(&self) -> u64 {
        self.last
    }

    /// Forgets which writes were carried out.
    pub(super) fn forget_writes(&mut self) {
        self.writes.clear();
    }

    /// Carries a write out, if it follows what is there and is not known.
    pub(super) fn apply(&mut self, write: &StreamWrite, writer: u64) -> Attempt {
        if let Some(seq) = self.writes.get(&write.id) {
            return Attempt::Stored(*seq);
        }
        let messages = self.subjects.entry(write.subject.clone()).or_default();
        let last = messages.last_key_value().map_or(0, |(seq, _)| *seq);
        if last != write.follows {
            return Attempt::Overtaken;
        }
        self.last += 1;
        messages.insert(self.last, Stored { payload: write.payload.clone(), writer });
        self.writes.insert(write.id, self.last);
        Attempt::Stored(self.last)
    }

    /// Returns a message of a subject, among those up to a number of the stream.
    pub(super) fn find(&self, subject: &str, place: StreamPlace, to: u64) -> Option<StreamMessage> {
        let messages = self.subjects.get(subject)?;
        let found = match place {
            StreamPlace::Last => messages.range(..=to).next_back(),
            StreamPlace::From(seq) if seq > to => None,
            StreamPlace::From(seq) if self.newest => messages.range(seq..=to).next_back(),
            StreamPlace::From(seq) => messages.range(seq..=to).next(),
        };
        let (seq, stored) = found?;
        Some(StreamMessage { seq: *seq, at_s: AT_S, payload: stored.payload.clone() })
    }

    /// Returns the subjects that begin like this.
    pub(super) fn subjects(&self, begins: &str) -> Vec<String> {
        let there = self.subjects.iter().filter(|(_, messages)| !messages.is_empty());
        there.filter(|(name, _)| name.starts_with(begins)).map(|(name, _)| name.clone()).collect()
    }

    /// Takes away the messages of a subject below a number.
    pub(super) fn purge(&mut self, subject: &str, below: u64) {
        if let Some(messages) = self.subjects.get_mut(subject) {
            messages.retain(|seq, _| *seq >= below);
        }
    }

    /// Returns the numbers of the rows of a room before which a claim stands.
    pub(super) fn claims(&self, room: Uuid) -> Vec<u64> {
        let (mut claims, mut rows) = (Vec::new(), 0);
        for stored in self.of_room(room) {
            if stored.claims() {
                claims.push(rows);
            } else {
                rows += 1;
            }
        }
        claims
    }

    /// Returns who wrote the last message about a room.
    pub(super) fn last_writer(&self, room: Uuid) -> Option<u64> {
        self.of_room(room).last().map(|stored| stored.writer)
    }

    /// Iterates over the messages about a room.
    fn of_room(&self, room: Uuid) -> impl Iterator<Item = &Stored> {
        let name = room.simple().to_string();
        let subjects = self.subjects.iter().filter(move |(subject, _)| subject.ends_with(&name));
        subjects.flat_map(|(_, messages)| messages.values())
    }

    /// Returns the rows of a room, and what is wrong with them: rows that somebody wrote after another
    /// server had claimed the room, and match time that goes back.
    pub(super) fn rows(&self, room: Uuid) -> (Vec<String>, Vec<String>) {
        let (mut rows, mut broken, mut owner, mut at) = (Vec::new(), Vec::new(), None, 0);
        for stored in self.of_room(room) {
            let (_, row) = stored.parts();
            if stored.claims() {
                owner = Some(stored.writer);
                continue;
            }
            if owner.is_some_and(|owner| owner != stored.writer) {
                broken.push(format!("row {} of {room} is by a server without it", rows.len()));
            }
            owner = Some(stored.writer);
            let time = serde_json::from_str::<serde_json::Value>(&row).unwrap_or_default();
            let time = time["at"].as_u64().unwrap_or_default();
            if time < at {
                broken.push(format!("row {} of {room} is earlier than the one before", rows.len()));
            }
            at = time;
            rows.push(row);
        }
        (rows, broken)
    }
}
