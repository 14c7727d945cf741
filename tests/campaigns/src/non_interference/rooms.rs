//! Rooms that begin anywhere: made once through the real directory, then stored and loaded again
//! for each case, with the log and the state that the case wants.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::catalogue::Catalogue;
use engine::{Game, GameEntry};
use protocol::room::{CreateRoom, Spectators, TakeSeat};
use rand::RngCore;
use serde_json::{Map, Value, json};
use server::log::{MatchLog, MemoryLog, StoredRoom};
use server::rooms::{Outbox, Randomness, RoomsSetup};
use server::{Rooms, Settings};

use super::connection::Connection;
use super::variants::Variant;
use super::world::{Key, World, last_key};

/// One of the two worlds of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The world that was played.
    True,
    /// The world that was redrawn.
    Other,
}

/// A running room as it is stored, in two worlds that differ in the server's secret.
#[derive(Clone, Debug)]
pub(super) struct Template {
    room: StoredRoom,
    other_record: String,
    header: String,
    /// The keys of the match in the two worlds.
    keys: [Key; 2],
    /// The tokens of the seats.
    pub(super) tokens: Vec<String>,
    /// The room's code.
    pub(super) code: String,
    /// The room's id: what logs call it.
    pub(super) id: String,
}

/// The game behind a variant, and its rooms.
pub(super) struct Fixture {
    games: &'static [GameEntry],
    catalogues: BTreeMap<&'static str, Catalogue>,
    pub(super) templates: Vec<Template>,
}

/// Settings under which nothing happens that a case does not ask for.
fn quiet() -> Settings {
    let never = 300 * 24 * 60 * 60 * 1_000;
    Settings {
        ping_ms: never,
        idle_ms: never,
        messages_per_second: 0,
        points_per_minute: 0,
        max_rooms_per_address: 0,
        ..Settings::default()
    }
}

impl Template {
    pub(super) fn key(&self, side: Side) -> Key {
        self.keys[side as usize]
    }
}

impl Fixture {
    /// Makes `count` rooms of a variant.
    pub(super) async fn new<G: Game>(variant: &Variant, count: usize) -> Self {
        // Rooms want a static registry. There is one for each variant and worker, so it may leak.
        let games: &'static [GameEntry] = Box::leak(Box::new([GameEntry::of::<World<G>>()]));
        let catalogue = games[0].catalogue(&BTreeMap::new()).expect("the shipped data");
        let catalogues = BTreeMap::from([(games[0].id, catalogue)]);
        let mut fixture = Self { games, catalogues, templates: Vec::new() };
        for number in 0..count {
            let template = fixture.template(variant, number).await;
            fixture.templates.push(template);
        }
        fixture
    }

    /// Returns the component data of the game, typed.
    pub(super) fn data<G: Game>(&self) -> Arc<G::Data> {
        let catalogue = self.catalogues.values().next().expect("one game");
        let files = serde_json::from_str(catalogue.canonical()).expect("canonical JSON");
        Arc::new(G::load(&files).expect("the shipped data"))
    }

    /// Opens the rooms of a store.
    pub(super) async fn open(&self, log: Arc<MemoryLog>) -> Rooms {
        // A source of one's own: what the rooms read, they read in this thread, which knows the keys.
        let random = Randomness::of(|bytes| rand::rng().fill_bytes(bytes));
        let setup = RoomsSetup::new(self.games, self.catalogues.clone(), quiet());
        let opened = Rooms::open(RoomsSetup { random, ..setup }, log).await;
        let rooms = opened.expect("a store in memory can be read");
        rooms.looked_through().await;
        rooms
    }

    /// Plays a lobby through, and keeps what is stored when the match begins.
    async fn template(&self, variant: &Variant, number: usize) -> Template {
        let log = Arc::new(MemoryLog::new());
        let rooms = self.open(log.clone()).await;
        let wanted = CreateRoom {
            game: self.games[0].id.to_owned(),
            options: variant.options.clone(),
            name: format!("Ada {number}"),
            seat: None,
            listed: true,
            spectators: Spectators::Open,
            absence_ms: None,
            entropy: protocol::room::Entropy::Optional,
            hints: protocol::room::Hints::Alone,
            program: None,
        };
        let first = rooms.create(wanted, None).await.expect("a room");
        let code = first.room.code.clone();
        let room = rooms.find(&code).expect("the room");
        let mut tokens = vec![first.token];
        for seat in 1..first.room.seats.len() {
            let name = format!("Player {seat}");
            tokens.push(
                room.take_seat(TakeSeat { name, seat: None, program: None }, None)
                    .await
                    .expect("a seat")
                    .token,
            );
        }
        let mut connections = Vec::new();
        for token in &tokens {
            let mut connection = Connection::in_process(room.clone(), Arc::<Outbox>::default());
            connection.hello(Some(token), None).await;
            connection.say(r#"{"type":"ready"}"#).await;
            connection.sync().await;
            connections.push(connection);
        }
        let true_key = last_key();
        let stored = log.rooms().await.expect("a store").remove(0);
        let header = log.read(stored.id, 0).await.expect("a store").remove(0);
        let record = without_moments(&stored.record);
        let room = StoredRoom { revision: 1, record, ..stored };
        let other_record = with_another_secret(&room.record);
        let (keys, id) = ([true_key, 0], room.id.to_string());
        let mut template = Template { room, other_record, header, keys, tokens, code, id };
        self.open(template.store(Side::Other, &[]).await).await;
        template.keys[Side::Other as usize] = last_key();
        assert_ne!(template.keys[0], template.keys[1], "another secret, another key");
        template
    }
}

impl Template {
    /// Makes a store with this room alone.
    async fn store(&self, side: Side, rows: &[String]) -> Arc<MemoryLog> {
        let log = Arc::new(MemoryLog::new());
        self.put(&log, side, rows).await;
        log
    }

    /// Puts the room into a store, with the rows that follow the header.
    pub(super) async fn put(&self, log: &MemoryLog, side: Side, rows: &[String]) {
        let mut room = self.room.clone();
        if side == Side::Other {
            room.record.clone_from(&self.other_record);
        }
        let id = room.id;
        log.store_room(room).await.expect("a store in memory");
        let all = std::iter::once(&self.header).chain(rows);
        for (seq, row) in (0..).zip(all) {
            log.append(id, seq, row.clone()).await.expect("a store in memory");
        }
    }
}

/// Returns a record that does not say when a question was put: the wall clock is not of these worlds.
fn without_moments(record: &str) -> String {
    let mut record: Value = serde_json::from_str(record).expect("a record is JSON");
    let seats = record["seats"].as_array_mut().expect("a record has seats");
    for seat in seats.iter_mut().filter_map(Value::as_object_mut) {
        seat.remove("asked");
    }
    record.to_string()
}

/// Returns the record of the same room with another secret of the deal.
fn with_another_secret(record: &str) -> String {
    let mut record: Value = serde_json::from_str(record).expect("a record is JSON");
    let changed = change_secrets(&mut record);
    assert!(changed > 0, "a record holds the secret of its deal");
    record.to_string()
}

fn change_secrets(value: &mut Value) -> u32 {
    let secret = |value: &Value| value.as_str().is_some_and(|text| text.len() == 64);
    match value {
        Value::Object(fields) => (fields as &mut Map<String, Value>)
            .iter_mut()
            .map(|(name, inner)| {
                if name == "secret" && secret(inner) {
                    let text: String = inner.as_str().unwrap_or_default().chars().rev().collect();
                    *inner = json!(text);
                    return 1;
                }
                change_secrets(inner)
            })
            .sum(),
        Value::Array(all) => all.iter_mut().map(change_secrets).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}
