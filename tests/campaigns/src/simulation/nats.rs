//! A model of the NATS servers under several servers of the simulation: two streams whose writes are
//! compared and taken once, and messages between the servers.
//!
//! It does what `JetStream` may do to a client: leaders are lost, answers come late, twice or never, a
//! write is carried out long after it was given up, a server that is cut off from the others still
//! answers with what it knew. The driver of a run says when; what exactly happens is drawn from the seed.

mod connection;
mod kept;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use parking_lot::Mutex;
use rand::rngs::StdRng;
use rand::{Rng, RngCore, SeedableRng};
use server::log::{Attempt, SentMessage, StreamWrite, Which};
use tokio::sync::mpsc;
use tracing::debug;
use uuid::Uuid;

use kept::Kept;

/// Time after which a client of NATS gives a write up, and after which it sees that it is cut off.
const ACK: Duration = Duration::from_millis(1_500);
const CUT_SEEN_MS: u64 = 4_000;

/// The longest that a write is under way after it was given up, in simulated milliseconds.
const LATE_MS: u64 = 6_000;

/// The way between a server and NATS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Way {
    /// It works.
    #[default]
    Open,
    /// Nothing passes, since this time in simulated milliseconds.
    Cut(u64),
    /// The NATS server at its end is cut off from the others: it answers what it knew then, and
    /// stores nothing.
    Minority,
    /// Whatever is asked waits, as for a server that stands still.
    Still,
}

/// The counts of what the model did.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(super) unknown: AtomicU64,
    pub(super) late: AtomicU64,
    pub(super) overtaken: AtomicU64,
    pub(super) stale: AtomicU64,
    pub(super) lost: AtomicU64,
    pub(super) repeated: AtomicU64,
}

/// The servers of NATS, as all servers of a run see them.
#[derive(Debug)]
pub(crate) struct Nats {
    state: Mutex<State>,
    pub(super) counts: Counts,
}

/// A write that was given up and is carried out nevertheless.
#[derive(Debug)]
struct Late {
    at_ms: u64,
    which: Which,
    write: StreamWrite,
    writer: u64,
}

/// A message between servers that is under way.
#[derive(Debug)]
struct Passing {
    from: usize,
    subject: String,
    message: SentMessage,
}

#[derive(Debug)]
struct Subscription {
    node: usize,
    subject: String,
    sender: mpsc::UnboundedSender<SentMessage>,
}

#[derive(Debug)]
struct State {
    chance: StdRng,
    now_ms: u64,
    healthy: bool,
    /// `true` if everything takes as long as anything else.
    even: bool,
    sealed: bool,
    streams: [Kept; 2],
    leaderless: [bool; 2],
    ways: Vec<Way>,
    /// The last messages of the streams that each server knew when its way last became one of a minority.
    known: Vec<[u64; 2]>,
    late: Vec<Late>,
    /// Messages under way, by the time at which they arrive and the order in which they were sent.
    passing: BTreeMap<(u64, u64), Passing>,
    sent: u64,
    connections: u64,
    /// The writer that each server is now.
    writers: Vec<u64>,
    subscriptions: Vec<Subscription>,
}

fn index(which: Which) -> usize {
    match which {
        Which::Log => 0,
        Which::Doc => 1,
    }
}

impl Nats {
    /// Creates the model for so many servers, of which nothing is wrong yet.
    pub(super) fn new(seed: u64, servers: usize) -> Arc<Self> {
        let state = State {
            chance: StdRng::seed_from_u64(seed),
            now_ms: 0,
            healthy: true,
            even: false,
            sealed: false,
            streams: [Kept::new(false), Kept::new(true)],
            leaderless: [false; 2],
            ways: vec![Way::Open; servers],
            known: vec![[0; 2]; servers],
            late: Vec::new(),
            passing: BTreeMap::new(),
            sent: 0,
            connections: 0,
            writers: vec![0; servers],
            subscriptions: Vec::new(),
        };
        Arc::new(Self { state: Mutex::new(state), counts: Counts::default() })
    }

    /// Begins or ends the faults of single requests.
    pub(super) fn set_healthy(&self, healthy: bool) {
        self.state.lock().healthy = healthy;
    }

    /// Has everything take as long as anything else: nothing about time is drawn any more.
    pub(crate) fn set_even(&self) {
        self.state.lock().even = true;
    }

    /// Takes no more rows: what is there can be looked at and stays as it is.
    pub(super) fn seal(&self) {
        self.state.lock().sealed = true;
    }

    /// Changes the way between a server and NATS.
    pub(super) fn set_way(&self, node: usize, way: Way) {
        let mut state = self.state.lock();
        state.ways[node] = if let Way::Cut(_) = way { Way::Cut(state.now_ms) } else { way };
        state.known[node] = [0, 1].map(|stream| state.streams[stream].last());
    }

    /// Takes a stream its leader, or gives it one.
    pub(super) fn set_leaderless(&self, which: Which, leaderless: bool) {
        let mut state = self.state.lock();
        state.leaderless[index(which)] = leaderless;
        // The ids of writes that a new leader knows are a help to clients, and no promise.
        if !leaderless && state.chance.random() {
            state.streams[index(which)].forget_writes();
        }
    }

    /// Lets time pass to this moment: late writes are carried out, messages arrive.
    pub(crate) fn tick(&self, now_ms: u64) {
        let mut state = self.state.lock();
        state.now_ms = now_ms;
        let due: Vec<Late> = state.late.extract_if(.., |late| late.at_ms <= now_ms).collect();
        for Late { which, write, writer, .. } in due {
            state.apply(which, &write, writer);
        }
        while let Some(first) = state.passing.first_entry() {
            if first.key().0 > now_ms {
                break;
            }
            let passing = first.remove();
            state.deliver(passing);
        }
    }

    /// Returns the rows of a match, as they are stored.
    pub(super) fn rows(&self, room: Uuid) -> Vec<String> {
        self.state.lock().streams[0].rows(room).0
    }

    /// Returns the numbers of the rows before which another server claimed a match.
    pub(super) fn claims(&self, room: Uuid) -> Vec<u64> {
        self.state.lock().streams[0].claims(room)
    }

    /// Returns the server that has a room by what its log says; `None` for one that runs no more, and before
    /// anything is written.
    pub(super) fn owner(&self, room: Uuid) -> Option<usize> {
        let state = self.state.lock();
        let writer = state.streams[0].last_writer(room)?;
        state.writers.iter().position(|now| *now == writer)
    }

    /// Returns what is wrong in the logs: a row by a server that did not have the room.
    pub(super) fn broken(&self, room: Uuid) -> Vec<String> {
        self.state.lock().streams[0].rows(room).1
    }
}

impl State {
    fn ms(&mut self, range: std::ops::Range<u64>) -> Duration {
        Duration::from_millis(self.chance.random_range(range))
    }

    /// Carries a write out, if it follows what is there and was not taken before.
    fn apply(&mut self, which: Which, write: &StreamWrite, writer: u64) -> Attempt {
        let applied = self.streams[index(which)].apply(write, writer);
        let content = write.payload.splitn(2, |byte| *byte == b'\n').nth(1).unwrap_or_default();
        let content = String::from_utf8_lossy(content);
        debug!(at_ms = self.now_ms, writer, write.subject, write.follows, ?applied, %content);
        applied
    }

    /// Has a write carried out some time from now.
    fn later(&mut self, which: Which, write: &StreamWrite, writer: u64) {
        let at_ms = self.now_ms + self.chance.random_range(20..LATE_MS);
        self.late.push(Late { at_ms, which, write: write.clone(), writer });
    }

    /// Puts a message on its way.
    fn send(&mut self, from: usize, subject: String, message: SentMessage, within_ms: u64) {
        let after_ms = if self.even { 0 } else { self.chance.random_range(0..within_ms.max(1)) };
        let at_ms = self.now_ms + after_ms;
        self.sent += 1;
        self.passing.insert((at_ms, self.sent), Passing { from, subject, message });
    }

    /// Hands a message to those who have subscribed and can be reached.
    fn deliver(&mut self, passing: Passing) {
        let Passing { from, subject, message } = passing;
        match self.ways.get(from).copied().unwrap_or_default() {
            Way::Cut(_) | Way::Minority => return,
            // Whoever stands still says it later.
            Way::Still => return self.send(from, subject, message, 100),
            Way::Open => {}
        }
        let ways = self.ways.clone();
        let mut waiting = false;
        self.subscriptions.retain(|subscription| {
            if subscription.subject != subject {
                return true;
            }
            match ways.get(subscription.node).copied().unwrap_or_default() {
                Way::Cut(_) | Way::Minority => true,
                Way::Still => {
                    waiting = true;
                    true
                }
                Way::Open => subscription.sender.send(message.clone()).is_ok(),
            }
        });
        if waiting {
            self.send(from, subject, message, 100);
        }
    }

    fn id(&mut self) -> Uuid {
        let mut bytes = [0; 16];
        self.chance.fill_bytes(&mut bytes);
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }
}

#[cfg(test)]
mod tests {
    use server::log::{Claim, MatchLog, StoredRoom, StreamPlace};
    use tokio::time::sleep;

    use super::*;
    use crate::simulation::store::join;

    /// Pause between two looks whether something has happened.
    const LOOK: Duration = Duration::from_millis(1);

    /// Checks whether the record of a room says that this run has it.
    fn has(nats: &Nats, room: Uuid, run: Uuid) -> bool {
        let subject = format!("simulated.doc.room.{}", room.simple());
        let record = nats.state.lock().streams[1].find(&subject, StreamPlace::Last, u64::MAX);
        let record = record.map(|record| record.payload).unwrap_or_default();
        String::from_utf8_lossy(&record).contains(&run.to_string())
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_has_lost_a_room_again_does_not_close_its_log() {
        for seed in 1..=20 {
            let nats = Nats::new(seed, 2);
            let (first, second) = (join(&nats, 0).await.unwrap(), join(&nats, 1).await.unwrap());
            let (id, code) = (Uuid::from_u128(1), "K7P2XR".to_owned());
            let record = "{}".to_owned();
            first.store_room(StoredRoom { id, code, revision: 1, record }).await.unwrap();
            first.append(id, 0, "one".to_owned()).await.unwrap();
            first.release(id).await.unwrap();
            let claiming = first.clone();
            tokio::spawn(async move { claiming.claim(id).await });
            while !has(&nats, id, first.run()) {
                sleep(LOOK).await;
            }
            // It stands still when it has the record and has not closed the log yet.
            nats.set_way(0, Way::Still);
            while !matches!(second.claim(id).await, Ok(Claim::Mine(..))) {
                sleep(LOOK).await;
            }
            second.append(id, 1, "two".to_owned()).await.unwrap();
            nats.set_way(0, Way::Open);
            first.failed().await;
            assert_eq!(second.append(id, 2, "three".to_owned()).await, Ok(()), "seed {seed}");
        }
    }
}
