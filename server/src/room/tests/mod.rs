//! Rooms tried as values: no task, no clock, no socket. A world runs one room as an actor does, against
//! a store that fails when it is told to, and keeps what everybody was sent.

// What a test has no use for is left out by a wildcard.
#![allow(clippy::wildcard_enum_match_arm)]

#[path = "../../../tests/it/support/game.rs"]
#[allow(dead_code, unreachable_pub)]
mod toy;

mod laws;
mod orders;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
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

/// What one connection was sent.
#[derive(Clone, Debug, Default)]
pub(super) struct Sent {
    pub(super) updates: Vec<Update>,
    pub(super) accepted: BTreeMap<Uuid, u64>,
    pub(super) rejected: BTreeSet<Uuid>,
    pub(super) errors: Vec<protocol::Code>,
    pub(super) rooms: Vec<protocol::room::Room>,
    pub(super) closed: Option<u16>,
}

/// One room, what its store has, and what left it.
#[derive(Clone)]
pub(super) struct World {
    pub(super) room: Room,
    pub(super) now: Moment,
    /// What the next writes come to, the first one first; none left: they are taken.
    pub(super) failing: VecDeque<LogError>,
    pub(super) record: StoredRoom,
    pub(super) rows: Vec<String>,
    noted: Option<u64>,
    /// By connection.
    pub(super) sent: BTreeMap<ConnectionId, Sent>,
    pub(super) end: Option<End>,
    /// The ids of consents: what they are answered with is no entry of their own.
    consents: BTreeSet<Uuid>,
    catalogue: Catalogue,
    random: Randomness,
}

/// The tokens of the seats, as they are known from the beginning.
pub(super) fn token(seat: u8) -> TokenHash {
    TokenHash::of(&format!("seat {seat}"))
}

fn entry() -> &'static GameEntry {
    &toy::games()[0]
}

impl World {
    /// A lobby with both seats taken, and nobody connected.
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
            data: catalogue.digest(),
        };
        let seat = |seat, name: &str| SeatRecord::held(name.to_owned(), Some(token(seat)));
        let mut record = Record::new(terms, vec![seat(0, "Ada"), seat(1, "Bo")], &random);
        record.code = "K7P2XR".to_owned();
        let info = entry().info();
        let game = Arc::new(Played { entry: entry(), info, catalogue: catalogue.clone() });
        let settings = Settings::default();
        let env = env(Moment::ZERO, &settings, &random);
        let room = Room::new(&env, game, record.clone(), 1);
        Self {
            room,
            now: Moment::ZERO,
            failing: VecDeque::new(),
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

    /// A match that has begun, seat 0 connected as 1 and seat 1 as 2.
    pub(super) fn playing(options: &Value) -> Self {
        let mut world = Self::lobby(options, Entropy::Optional);
        for seat in 0..2 {
            let id = ConnectionId::from(seat) + 1;
            world.join(id, Door::Token(token(seat)));
            world.say(id, ClientMessage::Ready { commitment: None });
        }
        assert_eq!(world.room.record.state, RoomState::Running);
        world
    }

    pub(super) fn join(&mut self, id: ConnectionId, door: Door) {
        self.sent.entry(id).or_default();
        drop(self.ask(Input::Join(Joining { id, door, after: None })));
    }

    pub(super) fn say(&mut self, from: ConnectionId, message: ClientMessage) {
        drop(self.ask(Input::Act(from, Box::new(message))));
    }

    /// Says a number in answer to a question.
    pub(super) fn act(&mut self, from: ConnectionId, id: u128, decision: u64) {
        let command = json!({"type": "say", "n": 1});
        self.say(from, ClientMessage::Command { id: Uuid::from_u128(id), decision, command });
    }

    /// Time passes, and what falls due is done.
    pub(super) fn wait(&mut self, ms: u64) {
        self.now += Duration::from_millis(ms);
        self.run_due();
    }

    /// Has the room take an input and all that follows; the answer, if there is one.
    pub(super) fn ask(&mut self, input: Input) -> Option<Result<Reply, Refusal>> {
        if let Input::Act(_, message) = &input
            && let ClientMessage::Consent { id, .. } = **message
        {
            self.consents.insert(id);
        }
        self.run_due();
        let answer = self.carry_out(Effect::Then(input));
        self.run_due();
        answer
    }

    fn run_due(&mut self) {
        let settings = Settings::default();
        for _ in 0..100 {
            let due = self.room.due(&env(self.now, &settings, &self.random));
            let Some(due) = due.filter(|_| self.end.is_none()) else { return };
            self.carry_out(Effect::Then(Input::Due(due)));
        }
        panic!("something stays due for ever");
    }

    fn carry_out(&mut self, effect: Effect) -> Option<Result<Reply, Refusal>> {
        let mut answer = None;
        let mut todo = VecDeque::from([effect]);
        while let Some(effect) = todo.pop_front() {
            let next = match effect {
                Effect::Then(input) => self.step(input),
                Effect::Read(waiting) => {
                    let reading = self.read().map(Box::new);
                    vec![Effect::Then(Input::Read(reading, waiting))]
                }
                other => {
                    self.perform(other, &mut answer);
                    continue;
                }
            };
            next.into_iter().rev().for_each(|effect| todo.push_front(effect));
        }
        answer
    }

    fn step(&mut self, input: Input) -> Vec<Effect> {
        let (settings, random) = (Settings::default(), self.random.clone());
        let env = env(self.now, &settings, &random);
        let before = self.state();
        let step = self.room.prepare(&env, input);
        assert_eq!(self.state(), before, "preparing changes nothing");
        let mut step = match step {
            Ok(step) => step,
            Err(refusal) => return vec![Effect::Reply(Err(refusal))],
        };
        let written = step.write.take().map_or(Ok(()), |write| self.write(write));
        let failed = written.is_err();
        let written = written.map_err(|error| match error {
            LogError::Conflict | LogError::Unknown => Failure::Moved,
            error => Failure::Store(error),
        });
        let effects = self.room.commit(&env, step, written);
        if failed {
            assert_eq!(self.state(), before, "what was not written did not happen");
        }
        effects
    }

    fn write(&mut self, write: Write) -> Result<(), LogError> {
        if let Some(error) = self.failing.pop_front() {
            return Err(error);
        }
        match write {
            Write::Entry { seq, .. } if seq != self.rows.len() as u64 => {
                return Err(LogError::Conflict);
            }
            Write::Entry { row, .. } => self.rows.push(row),
            Write::Record(stored) if stored.revision != self.record.revision + 1 => {
                return Err(LogError::Conflict);
            }
            Write::Record(stored) => self.record = stored,
            Write::Heartbeat(at) => self.noted = Some(at),
            Write::Deletion(_) => {}
        }
        Ok(())
    }

    pub(super) fn read(&self) -> Result<Reading, Unread> {
        let game = self.room.game.clone();
        let (record, game) = fitting(|_| Some(&game), &self.record).map_err(Unread::Spoiled)?;
        let log = if self.rows.is_empty() {
            Log::Empty(self.catalogue.clone())
        } else {
            let folded = replay(&game, &self.catalogue, &record, &self.rows);
            let (table, recent) = folded.map_err(|why| Unread::Spoiled(why.to_string()))?;
            Log::Match(Box::new(table), recent)
        };
        Ok(Reading { record, revision: self.record.revision, log, noted: self.noted })
    }

    fn perform(&mut self, effect: Effect, answer: &mut Option<Result<Reply, Refusal>>) {
        let rows = self.rows.len() as u64;
        match effect {
            Effect::Send(to, text) => self.hear(to, &text),
            Effect::Update(to, update) => {
                assert!(update.seq < rows, "entry {} is shown before it is durable", update.seq);
                self.hear(to, &text(&ServerMessage::Update(*update)));
            }
            Effect::Close { id, code, .. } => {
                self.sent.entry(id).or_default().closed.get_or_insert(code);
            }
            Effect::Reply(reply) => {
                assert!(answer.is_none(), "one answer");
                *answer = Some(reply);
            }
            Effect::End(end) => self.end = Some(end),
            _ => {}
        }
    }

    fn hear(&mut self, to: ConnectionId, text: &str) {
        let rows = self.rows.len() as u64;
        let sent = self.sent.entry(to).or_default();
        assert_eq!(sent.closed, None, "nothing is sent after the close");
        match serde_json::from_str(text).expect(text) {
            ServerMessage::Update(update) => sent.updates.push(update),
            ServerMessage::Accepted { id, seq } => {
                assert!(seq < rows, "entry {seq} is accepted before it is durable");
                let shown = sent.updates.last().is_some_and(|update| update.seq >= seq);
                assert!(shown, "entry {seq} is accepted before it is shown");
                let known = sent.accepted.insert(id, seq);
                assert!(known.is_none_or(|known| known == seq), "{id} is {known:?} and {seq}");
            }
            ServerMessage::Rejected { id, .. } => drop(sent.rejected.insert(id)),
            ServerMessage::Error { code, .. } => sent.errors.push(code),
            ServerMessage::Room { room } => sent.rooms.push(room),
            _ => {}
        }
    }

    /// The match and the record, as far as anybody can ever learn of them.
    pub(super) fn state(&self) -> (String, Option<(u64, String)>) {
        let record = serde_json::to_string(&self.room.record).unwrap_or_default();
        let play = self.room.play.as_ref();
        (record, play.map(|play| (play.game.seq(), fairness::hex::encode(&play.game.head()))))
    }

    /// The log's entries.
    pub(super) fn log(&self) -> Vec<Value> {
        self.rows.iter().map(|row| serde_json::from_str(row).expect("a row")).collect()
    }

    /// How often an id is in the log.
    pub(super) fn times(&self, id: u128) -> usize {
        let id = json!(Uuid::from_u128(id));
        self.log().iter().filter(|entry| entry["input"]["id"] == id).count()
    }

    /// Holds everything that was sent against the log, and the room against itself folded anew.
    pub(super) fn judge(&self) {
        let log = self.log();
        for (connection, sent) in &self.sent {
            let seqs: Vec<u64> = sent.updates.iter().map(|update| update.seq).collect();
            assert!(seqs.is_sorted(), "positions of {connection} go back: {seqs:?}");
            for (id, seq) in sent.accepted.iter().filter(|(id, _)| !self.consents.contains(id)) {
                let entry = &log[usize::try_from(*seq).unwrap()];
                assert_eq!(entry["input"]["id"], json!(id), "{id} is not entry {seq}");
            }
        }
        let Some(play) = &self.room.play else { return };
        let Ok(Reading { log: Log::Match(folded, _), .. }) = self.read() else {
            panic!("the log cannot be folded")
        };
        assert_eq!(folded.head(), play.game.head(), "memory is what the log says");
        assert_eq!(folded.public().get(), play.game.public().get());
    }
}

/// Everything that a room needs to know of the world.
pub(super) fn env<'a>(now: Moment, settings: &'a Settings, random: &'a Randomness) -> Env<'a> {
    let wall_ms = 1_700_000_000_000 + u64::try_from(now.as_millis()).unwrap();
    Env { now, wall_ms, settings, random, notifier: &Silent }
}
