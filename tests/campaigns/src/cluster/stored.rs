//! A store on NATS as it lies in its streams, read without the server's code.
//!
//! It knows the form of a message, of a row and of a claim. What it looks for beside the matches is who
//! wrote: the id of a write names the server, so the log itself shows whether two ever wrote to one room
//! at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anyhow::Context;
use async_nats::jetstream;
use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::stream::{RawMessageErrorKind, Stream};
use black_box::PATIENCE;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use serde_json::Value;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use crate::stored::{Stored, StoredMatch};

/// Pause before NATS is asked again.
const PAUSE: Duration = Duration::from_millis(250);

/// Messages that are asked for at a time.
const AT_ONCE: usize = 64;

/// The streams of a store.
pub(super) struct Streams {
    context: jetstream::Context,
    name: String,
}

/// A message of a room's log.
struct Written {
    /// The server that wrote it.
    by: u64,
    check: String,
    head: String,
    text: String,
}

/// Contents of a store.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) stored: Stored,
    /// Times that a server took a room over.
    pub(super) claims: u64,
    /// Messages of logs.
    pub(super) messages: u64,
    /// Rooms to whose log two servers wrote at a time, or whose rows do not follow each other.
    pub(super) forks: Vec<String>,
}

#[derive(Deserialize)]
struct Head {
    room: Option<RoomHead>,
}

#[derive(Deserialize)]
struct RoomHead {
    owner: Option<Uuid>,
}

impl Streams {
    /// Connects to the NATS servers at these addresses.
    pub(super) async fn connect(servers: Vec<String>, name: &str) -> anyhow::Result<Self> {
        let client = async_nats::connect(servers).await?;
        Ok(Self { context: jetstream::new(client), name: name.to_owned() })
    }

    async fn stream(&self, kind: &str) -> anyhow::Result<Stream> {
        Ok(self.context.get_stream(format!("{}-{kind}", self.name)).await?)
    }

    /// Returns the server that has each room, by host and process.
    pub(super) async fn owners(&self) -> anyhow::Result<BTreeMap<Uuid, String>> {
        patiently(async || self.owners_now().await).await
    }

    /// Reads the whole store.
    pub(super) async fn read(&self) -> anyhow::Result<Found> {
        patiently(async || self.read_now().await).await
    }

    /// Deletes the streams.
    pub(super) async fn delete(self) -> anyhow::Result<()> {
        for kind in ["log", "doc"] {
            let name = format!("{}-{kind}", self.name);
            patiently(async || Ok(self.context.delete_stream(&name).await?)).await?;
        }
        Ok(())
    }

    async fn owners_now(&self) -> anyhow::Result<BTreeMap<Uuid, String>> {
        let (mut at, mut owners) = (BTreeMap::new(), BTreeMap::new());
        for (subject, content) in self.documents().await? {
            if let Some(run) = subject.strip_prefix("node.") {
                let document: Value = serde_json::from_str(&content)?;
                at.insert(run.parse::<Uuid>()?, document["at"].to_string());
            } else if let Some(room) = subject.strip_prefix("room.") {
                let (head, _) = content.split_once('\n').context("a record")?;
                let head: Head = serde_json::from_str(head)?;
                owners.insert(room.parse::<Uuid>()?, head.room.and_then(|room| room.owner));
            }
        }
        let known = |(room, owner): (Uuid, Option<Uuid>)| Some((room, at.get(&owner?)?.clone()));
        Ok(owners.into_iter().filter_map(known).collect())
    }

    async fn read_now(&self) -> anyhow::Result<Found> {
        let mut found = Found::default();
        for (subject, content) in self.documents().await? {
            let Some(room) = subject.strip_prefix("room.") else { continue };
            let (head, record) = content.split_once('\n').context("a record")?;
            if serde_json::from_str::<Head>(head)?.room.is_some() {
                found.stored.records.insert(room.parse()?, serde_json::from_str(record)?);
            }
        }
        let mut logs: BTreeMap<Uuid, Vec<Written>> = BTreeMap::new();
        for (subject, message) in self.log().await? {
            let Ok(room) = subject.parse::<Uuid>() else { continue };
            found.messages += 1;
            logs.entry(room).or_default().push(Written::of(&message)?);
        }
        for (room, record) in &found.stored.records {
            let log = logs.remove(room).unwrap_or_default();
            let (rows, claims) = rows(&log, &mut found.forks, *room);
            found.claims += claims;
            let log = StoredMatch::of(rows.into_iter().map(Ok), record);
            found.stored.matches.insert(*room, log.with_context(|| format!("room {room}"))?);
        }
        Ok(found)
    }

    /// Returns every document, by the part of its subject that is its own.
    async fn documents(&self) -> anyhow::Result<Vec<(String, String)>> {
        let (stream, begin) = (self.stream("doc").await?, format!("{}.doc.", self.name));
        let asked = stream.info_builder().subjects(format!("{begin}>")).fetch().await?;
        let subjects: Vec<_> = asked.map_ok(|(subject, _)| subject).try_collect().await?;
        let read = async |subject: String| {
            let message = stream.get_last_raw_message_by_subject(&subject).await?;
            let (_, content) =
                std::str::from_utf8(&message.payload)?.split_once('\n').context("a message")?;
            let own = subject.strip_prefix(begin.as_str()).unwrap_or_default();
            Ok((own.to_owned(), content.to_owned()))
        };
        stream::iter(subjects.into_iter().map(read)).buffered(AT_ONCE).try_collect().await
    }

    /// Returns every message of the logs, in the stream's order, by the part of its subject that is its
    /// own.
    async fn log(&self) -> anyhow::Result<Vec<(String, StreamMessage)>> {
        let (stream, begin) = (self.stream("log").await?, format!("{}.log.", self.name));
        let state = &stream.cached_info().state;
        let read = async |seq| match stream.get_raw_message(seq).await {
            Ok(message) => Ok(Some(message)),
            Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Ok(None),
            Err(error) => Err(anyhow::Error::from(error)),
        };
        let asked = stream::iter((state.first_sequence..=state.last_sequence).map(read));
        let messages: Vec<_> = asked.buffered(AT_ONCE).try_collect().await?;
        let own = |message: StreamMessage| {
            let subject = message.subject.strip_prefix(begin.as_str())?.to_owned();
            Some((subject, message))
        };
        Ok(messages.into_iter().flatten().filter_map(own).collect())
    }
}

/// Asks again as long as nodes of NATS elect who leads.
async fn patiently<T>(ask: impl AsyncFn() -> anyhow::Result<T>) -> anyhow::Result<T> {
    let began = Instant::now();
    loop {
        match ask().await {
            Err(_) if began.elapsed() < PATIENCE => sleep(PAUSE).await,
            answer => return answer,
        }
    }
}

impl Written {
    fn of(message: &StreamMessage) -> anyhow::Result<Self> {
        let mut parts = std::str::from_utf8(&message.payload)?.splitn(3, '\n');
        let mut next = || parts.next().context("a message with too few lines");
        let (sealed, head, text) = (next()?, next()?.to_owned(), next()?.to_owned());
        let mut words = sealed.split(' ').skip(1);
        let mut word = || words.next().context("a message without a seal");
        let (write, check): (Uuid, _) = (word()?.parse()?, word()?.to_owned());
        // An id begins with that of the server's use of the store.
        Ok(Self { by: write.as_u64_pair().0, check, head, text })
    }
}

/// Returns the rows of a room's log and the number of claims in it; notes where it is no single chain, or
/// where somebody wrote who did not have the room.
fn rows(log: &[Written], forks: &mut Vec<String>, room: Uuid) -> (Vec<(u64, String)>, u64) {
    let (mut rows, mut claims) = (Vec::new(), 0);
    let (mut has, mut former) = (log.first().map(|first| first.by), BTreeSet::new());
    let mut before = "-";
    for (at, written) in log.iter().enumerate() {
        let claim = written.head.strip_prefix("claim ");
        let words = claim.unwrap_or(&written.head).split_once(' ');
        let follows = words.is_some_and(|(number, check)| {
            number.parse() == Ok(rows.len() as u64) && check == before
        });
        if !follows {
            forks.push(format!("room {room}: message {at} does not follow the one before"));
        }
        if claim.is_some() {
            claims += 1;
            former.extend(has.replace(written.by));
            former.remove(&written.by);
        } else {
            if has != Some(written.by) {
                let once = former.contains(&written.by);
                let who = if once { "had it before" } else { "never claimed it" };
                forks.push(format!("room {room}: message {at} is of a server that {who}"));
            }
            rows.push((rows.len() as u64, written.text.clone()));
            before = &written.check;
        }
    }
    (rows, claims)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log of rows, named by who wrote each, and of claims ("+").
    fn forks(log: &[(u64, bool)]) -> (u64, usize) {
        let (mut written, mut number, mut before) = (Vec::new(), 0, "-".to_owned());
        for (by, claim) in log {
            let head = if *claim {
                format!("claim {number} {before}")
            } else {
                format!("{number} {before}")
            };
            let check = format!("c{number}");
            if !claim {
                (number, before) = (number + 1, check.clone());
            }
            written.push(Written { by: *by, check, head, text: String::new() });
        }
        let mut found = Vec::new();
        let (_, claims) = rows(&written, &mut found, Uuid::nil());
        (claims, found.len())
    }

    #[test]
    fn whoever_writes_without_having_the_room_is_seen() {
        assert_eq!(forks(&[(1, false), (1, false), (2, true), (2, false), (1, true)]), (2, 0));
        assert_eq!(forks(&[(1, false), (2, true), (1, false), (2, false)]), (1, 1));
        assert_eq!(forks(&[(1, false), (3, false)]), (0, 1));
    }
}
