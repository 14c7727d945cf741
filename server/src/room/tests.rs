//! Rooms tried as values: no task, no clock, no socket. A world runs one room as an actor does, against
//! a store that fails on demand, and keeps what everybody was sent.

// What a test has no use for is left out by a wildcard.
#![allow(clippy::wildcard_enum_match_arm)]

#[path = "../../tests/it/support/game.rs"]
#[allow(dead_code, unreachable_pub)]
mod toy;

mod coaching;
mod laws;
mod orders;
mod rest;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use engine::GameEntry;
use engine::catalogue::Catalogue;
use protocol::room::{Entropy, RoomState, Spectators};
use protocol::{ClientMessage, ServerMessage, Update};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::*;
use crate::log::{LogError, StoredRoom};
use crate::notices::Silent;
use crate::settings::Settings;

/// The settings of every world.
static SETTINGS: LazyLock<Settings> = LazyLock::new(Settings::default);

/// Messages that one connection was sent.
#[derive(Clone, Debug, Default)]
pub(super) struct Sent {
    pub(super) updates: Vec<Update>,
    pub(super) accepted: BTreeMap<Uuid, u64>,
    pub(super) rejected: BTreeSet<Uuid>,
    pub(super) errors: Vec<protocol::Code>,
    pub(super) rooms: Vec<protocol::room::Room>,
    pub(super) points: Vec<(Vec<String>, Option<String>)>,
    /// Number of messages of any kind.
    pub(super) messages: usize,
    pub(super) closed: Option<u16>,
}

/// One room, what its store has, and what left it.
#[derive(Clone)]
pub(super) struct World {
    pub(super) room: Room,
    pub(super) now: Moment,
    /// Errors of the next writes, the first one first; none left: they are taken.
    pub(super) failing: VecDeque<LogError>,
    /// `true` while nothing can be read.
    pub(super) unreadable: bool,
    pub(super) record: StoredRoom,
    pub(super) rows: Vec<String>,
    noted: Option<u64>,
    /// By connection.
    pub(super) sent: BTreeMap<ConnectionId, Sent>,
    pub(super) end: Option<RoomEnd>,
    /// The ids of consents, and of asking for a coach: what they are answered with is no entry of their own.
    consents: BTreeSet<Uuid>,
    catalogue: Catalogue,
    random: Randomness,
}

/// Returns the token of a seat, known from the beginning.
pub(super) fn token(seat: u8) -> TokenHash {
    TokenHash::of(&format!("seat {seat}"))
}

/// Returns the first coming of a connection.
pub(super) fn joining(id: ConnectionId, door: JoinAs, after: Option<u64>) -> Joining {
    Joining { id, came: Precedence { claim: 0, connection: id }, door, after }
}

fn entry() -> &'static GameEntry {
    &toy::games()[0]
}

impl World {
    /// Creates a lobby with both seats taken, and nobody connected.
    pub(super) fn lobby(options: &Value, entropy: Entropy) -> Self {
        let files = crate::component_data::load_catalogues(toy::games(), None);
        let catalogue = files.expect("the toy's data")[entry().id].clone();
        // The same bytes in every run.
        let count = AtomicU8::new(0);
        let random = Randomness::of(move |bytes| {
            bytes.fill(count.fetch_add(1, Ordering::Relaxed).wrapping_mul(37));
        });
        let options: Map<String, Value> = options.as_object().expect("options").clone();
        let terms = Terms {
            game: entry().id.to_owned(),
            rules_version: entry().rules_version,
            options: entry().resolve_options(&options).expect("options of the toy"),
            spectators: Spectators::Open,
            listed: false,
            absence_ms: 60_000,
            entropy,
            hints: protocol::room::Hints::Alone,
            data: catalogue.digest(),
        };
        let seat = |seat, name: &str| SeatRecord::held(name.to_owned(), Some(token(seat)));
        let mut record = RoomRecord::new(terms, vec![seat(0, "Ada"), seat(1, "Bo")], &random);
        record.code = "K7P2XR".to_owned();
        let info = entry().info();
        let game = Arc::new(LoadedGame { entry: entry(), info, catalogue: catalogue.clone() });
        let env = env(Moment::ZERO, &SETTINGS, &random);
        let room = Room::new(&env, game, record.clone(), 1);
        Self {
            room,
            now: Moment::ZERO,
            failing: VecDeque::new(),
            unreadable: false,
            record: record.stored(1),
            rows: Vec::new(),
            noted: None,
            sent: BTreeMap::new(),
            end: None,
            consents: BTreeSet::new(),
            catalogue,
            random,
        }
    }

    /// Creates a match that has begun, seat 0 connected as 1 and seat 1 as 2.
    pub(super) fn playing(options: &Value) -> Self {
        let mut world = Self::lobby(options, Entropy::Optional);
        for seat in 0..2 {
            let id = ConnectionId::from(seat) + 1;
            world.join(id, JoinAs::Token(token(seat)));
            world.say(id, ClientMessage::Ready { id: None, commitment: None });
        }
        assert_eq!(world.room.record.state, RoomState::Running);
        world
    }

    pub(super) fn join(&mut self, id: ConnectionId, door: JoinAs) {
        self.sent.entry(id).or_default();
        drop(self.ask(RoomInput::Join(joining(id, door, None))));
    }

    pub(super) fn say(&mut self, from: ConnectionId, message: ClientMessage) {
        drop(self.ask(RoomInput::Act(from, Box::new(message))));
    }

    /// Says a number in answer to a question.
    pub(super) fn act(&mut self, from: ConnectionId, id: u128, decision: u64) {
        let command = json!({"type": "say", "n": 1});
        self.say(from, ClientMessage::Command { id: Uuid::from_u128(id), decision, command });
    }

    /// Lets time pass, and does what falls due.
    pub(super) fn wait(&mut self, ms: u64) {
        self.now += Duration::from_millis(ms);
        self.run_due();
    }

    /// Has the room take an input and all that follows; the answer, if there is one.
    pub(super) fn ask(&mut self, input: RoomInput) -> Option<Result<Reply, Refusal>> {
        if let RoomInput::Act(_, message) = &input
            && let ClientMessage::Consent { id, .. } | ClientMessage::Coach { id, .. } = **message
        {
            self.consents.insert(id);
        }
        self.run_due();
        let answer = self.carry_out(input);
        self.run_due();
        answer
    }

    fn run_due(&mut self) {
        for _ in 0..100 {
            let due = self.room.due(&self.env());
            let Some(due) = due.filter(|_| self.end.is_none()) else { return };
            self.carry_out(RoomInput::Due(due));
        }
        panic!("something stays due for ever");
    }

    fn carry_out(&mut self, input: RoomInput) -> Option<Result<Reply, Refusal>> {
        let mut answer = None;
        let mut todo = VecDeque::from([RoomOutput::Input(input)]);
        while let Some(output) = todo.pop_front() {
            let next = match output {
                RoomOutput::Input(input) => self.step(input),
                RoomOutput::Errand(Errand::Read(waiting)) => {
                    let reading = self.read(waiting.events()).map(Box::new);
                    vec![RoomInput::Read(reading, waiting).into()]
                }
                // A world has one room.
                RoomOutput::Errand(Errand::Continue { .. }) => continue,
                RoomOutput::Effect(effect) => {
                    self.perform(effect, &mut answer);
                    continue;
                }
            };
            next.into_iter().rev().for_each(|output| todo.push_front(output));
        }
        answer
    }

    fn step(&mut self, input: RoomInput) -> Vec<RoomOutput> {
        let random = self.random.clone();
        let env = env(self.now, &SETTINGS, &random);
        let before = self.state();
        let step = self.room.prepare(&env, input);
        assert_eq!(self.state(), before, "preparing changes nothing");
        let mut step = match step {
            Ok(step) => step,
            Err(refusal) => return vec![RoomEffect::Reply(Err(refusal)).into()],
        };
        let written = step.write.take().map_or(Ok(()), |write| self.write(write));
        let failed = written.is_err();
        let written = written.map_err(|error| match error {
            LogError::Conflict | LogError::Unknown => WriteFailure::Moved,
            error => WriteFailure::Store(error),
        });
        let asked = self.asked();
        let outputs = self.room.commit(&env, step, written);
        let published = matches!(
            outputs.first(),
            Some(RoomOutput::Effect(RoomEffect::Publish(_) | RoomEffect::PublishAsked(_)))
        );
        assert!(published || self.asked() == asked, "whoever looks finds who is asked");
        if failed {
            assert_eq!(self.state(), before, "what was not written did not happen");
        }
        outputs
    }

    fn write(&mut self, write: RoomWrite) -> Result<(), LogError> {
        if let Some(error) = self.failing.pop_front() {
            return Err(error);
        }
        match write {
            RoomWrite::Entry { seq, .. } if seq != self.rows.len() as u64 => {
                return Err(LogError::Conflict);
            }
            RoomWrite::Entry { row, .. } => self.rows.push(row),
            RoomWrite::Record(stored) if stored.revision != self.record.revision + 1 => {
                return Err(LogError::Conflict);
            }
            RoomWrite::Record(stored) => self.record = stored,
            RoomWrite::Heartbeat(at) => self.noted = Some(at),
            RoomWrite::Deletion(_) => {}
        }
        Ok(())
    }

    pub(super) fn read(&self, events: usize) -> Result<LoadedRoom, Unread> {
        if self.unreadable {
            return Err(Unread::Store(LogError::Unavailable("not now".to_owned())));
        }
        let game = self.room.game.clone();
        let (record, game) = fitting(|_| Some(&game), &self.record).map_err(Unread::Spoiled)?;
        let log = if self.rows.is_empty() {
            Log::Empty(self.catalogue.clone())
        } else {
            let folded = replay(&game, &self.catalogue, &record, &self.rows, events);
            let (table, recent) = folded.map_err(|why| Unread::Spoiled(why.to_string()))?;
            Log::Match(Box::new(table), recent)
        };
        Ok(LoadedRoom { record, revision: self.record.revision, log, noted: self.noted })
    }

    /// Lets the room sleep and makes it again from its record, if it may sleep; returns whether it did.
    pub(super) fn sleep(&mut self, touched: bool) -> bool {
        if !self.room.may_sleep(&self.env()) {
            return false;
        }
        let asleep = self.room.sleep(touched);
        let game = self.room.game.clone();
        let (record, game) = fitting(|_| Some(&game), &self.record).expect("what was stored");
        self.room = asleep.woken(&self.env(), game, record, self.record.revision);
        true
    }

    fn perform(&mut self, effect: RoomEffect, answer: &mut Option<Result<Reply, Refusal>>) {
        let rows = self.rows.len() as u64;
        match effect {
            RoomEffect::Send(to, text) => self.receive(to, &text),
            RoomEffect::Update(to, update) => {
                assert!(update.seq < rows, "entry {} is shown before it is durable", update.seq);
                self.receive(to, &text(&ServerMessage::Update(*update)));
            }
            RoomEffect::Close { id, code, .. } => {
                self.sent.entry(id).or_default().closed.get_or_insert(code);
            }
            RoomEffect::Reply(reply) => {
                assert!(answer.is_none(), "one answer");
                *answer = Some(reply);
            }
            RoomEffect::End(end) => self.end = Some(end),
            _ => {}
        }
    }

    fn receive(&mut self, to: ConnectionId, text: &str) {
        let rows = self.rows.len() as u64;
        let sent = self.sent.entry(to).or_default();
        assert_eq!(sent.closed, None, "nothing is sent after the close");
        sent.messages += 1;
        match serde_json::from_str(text).expect(text) {
            ServerMessage::Point { at, text } => sent.points.push((at, text)),
            ServerMessage::Update(update) => sent.updates.push(update),
            // What is no entry is accepted as 0, before the match.
            ServerMessage::Accepted { id, seq: 0 } => drop(sent.accepted.insert(id, 0)),
            ServerMessage::Accepted { id, seq } => {
                assert!(seq < rows, "entry {seq} is accepted before it is durable");
                let shown = sent.updates.last().is_some_and(|update| update.seq >= seq);
                assert!(shown, "entry {seq} is accepted before it is shown");
                let known = sent.accepted.insert(id, seq);
                assert!(known.is_none_or(|known| known == seq), "{id} is {known:?} and {seq}");
            }
            ServerMessage::Rejected { id, .. } => drop(sent.rejected.insert(id)),
            ServerMessage::Error { code, .. } => sent.errors.extend(code.into_known()),
            ServerMessage::Room { room } => sent.rooms.push(room),
            _ => {}
        }
    }

    /// Returns the seats that are asked something, each with the time since it is.
    pub(super) fn asked(&self) -> Vec<protocol::room::AwaitedSeat> {
        self.room.asked().iter().map(|asked| asked.at(self.now)).collect()
    }

    /// Returns the world as the room sees it at this moment.
    pub(super) fn env(&self) -> Env<'_> {
        env(self.now, &SETTINGS, &self.random)
    }

    /// Returns the match and the record, as far as anybody can ever learn of them.
    pub(super) fn state(&self) -> (String, Option<(u64, String)>) {
        let record = serde_json::to_string(&self.room.record).unwrap_or_default();
        let play = self.room.play.as_deref();
        (record, play.map(|play| (play.game.seq(), fairness::hex::encode(&play.game.head()))))
    }

    /// Parses the log's entries.
    pub(super) fn log(&self) -> Vec<Value> {
        self.rows.iter().map(|row| serde_json::from_str(row).expect("a row")).collect()
    }

    /// Counts how often an id is in the log.
    pub(super) fn times(&self, id: u128) -> usize {
        let id = json!(Uuid::from_u128(id));
        self.log().iter().filter(|entry| entry["input"]["id"] == id).count()
    }

    /// Holds everything that was sent against the log, and the room against itself read again.
    pub(super) fn judge(&self) {
        let log = self.log();
        for (connection, sent) in &self.sent {
            let seqs: Vec<u64> = sent.updates.iter().map(|update| update.seq).collect();
            assert!(seqs.is_sorted(), "positions of {connection} go back: {seqs:?}");
            let entered = |(id, seq): &(&Uuid, &u64)| **seq > 0 && !self.consents.contains(*id);
            for (id, seq) in sent.accepted.iter().filter(entered) {
                let entry = &log[usize::try_from(*seq).unwrap()];
                assert_eq!(entry["input"]["id"], json!(id), "{id} is not entry {seq}");
            }
        }
        let Some(play) = &self.room.play else { return };
        let Ok(LoadedRoom { log: Log::Match(folded, _), .. }) = self.read(1) else {
            panic!("the log cannot be folded")
        };
        assert_eq!(folded.head(), play.game.head(), "memory is what the log says");
        assert_eq!(folded.public().get(), play.game.public().get());
    }
}

/// Builds everything that a room needs to know of the world.
pub(super) fn env<'a>(now: Moment, settings: &'a Settings, random: &'a Randomness) -> Env<'a> {
    let wall_ms = 1_700_000_000_000 + u64::try_from(now.as_millis()).unwrap();
    Env { now, wall_ms, settings, random, notifier: &Silent }
}
