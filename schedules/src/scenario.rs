//! What runs at the same time, and what must hold in whatever order it does.
//!
//! Each scenario plays one match of the toy with a few moves, so that a hundred thousand schedules
//! take minutes. A socket is a task that takes out of an outbox at its own pace, until the close.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use protocol::{ClientMessage, ServerMessage, Update};
use serde_json::{Value, json};
use server::notices::Silent;
use server::settings::Settings;
use shuttle::future::{JoinHandle, block_on, spawn};
use shuttle::scheduler::{PctScheduler, RandomScheduler, Scheduler};
use uuid::Uuid;

use crate::rooms::{ConnectionId, Handle, Outbox, Outgoing, Randomness, Rooms, TokenHash, close};
use crate::store::Store;
use crate::{time, toy};

/// How many changes of priority the second kind of schedule has.
const PCT_DEPTH: usize = 4;

/// What runs at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    /// A second connection takes a seat over while the first one acts.
    Takeover,
    /// The server stops while both seats act.
    Shutdown,
    /// Spectators come and go while both seats act.
    Gallery,
    /// Deadlines fall due while both seats act.
    Deadline,
}

impl Scenario {
    /// Every scenario.
    pub const ALL: [Self; 4] = [Self::Takeover, Self::Shutdown, Self::Gallery, Self::Deadline];

    async fn play(self) {
        match self {
            Self::Takeover => takeover().await,
            Self::Shutdown => shutdown().await,
            Self::Gallery => gallery().await,
            Self::Deadline => deadline().await,
        }
    }
}

/// Runs a scenario under so many schedules, half of them random and half with few changes of
/// priority. Panics with the schedule in which something did not hold.
pub fn run(scenario: Scenario, seed: u64, schedules: usize) -> usize {
    let half = schedules.div_ceil(2);
    check(scenario, RandomScheduler::new_from_seed(seed, half))
        + check(scenario, PctScheduler::new_from_seed(seed, PCT_DEPTH, half))
}

fn check(scenario: Scenario, scheduler: impl Scheduler + 'static) -> usize {
    let mut config = shuttle::Config::new();
    // Replay and views run on the stack of a task.
    config.stack_size = 512 * 1024;
    shuttle::Runner::new(scheduler, config).run(move || {
        time::begin();
        block_on(scenario.play());
    })
}

/// A match in its room, and what was told on each connection.
struct Game {
    store: Arc<Store>,
    rooms: Rooms,
    room: Arc<Handle>,
    tokens: [TokenHash; 2],
}

/// A connection, and the task that takes what is for it.
struct Line {
    id: ConnectionId,
    heard: JoinHandle<Heard>,
}

/// Everything that a connection was told.
#[derive(Default)]
struct Heard {
    updates: Vec<Update>,
    accepted: BTreeMap<Uuid, u64>,
    refused: BTreeSet<Uuid>,
    closed: Option<u16>,
}

async fn rooms(store: Arc<Store>) -> Rooms {
    let games = toy::games();
    let catalogues = server::component_data::load_catalogues(games, None).unwrap_or_default();
    // The same bytes in every schedule: what differs is the order.
    let random = Randomness::of({
        let count = std::sync::atomic::AtomicU8::new(0);
        move |bytes| {
            let next = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            bytes.fill(next.wrapping_mul(37));
            if let Some(first) = bytes.first_mut() {
                *first = next;
            }
        }
    });
    let (settings, notifier) = (Settings::default(), Arc::new(Silent));
    let opened = Rooms::open_with(games, &catalogues, store, settings, random, notifier).await;
    opened.expect("the store can be read")
}

impl Game {
    /// A match that has begun, with its seats' connections.
    async fn begin(options: Value) -> (Self, [Line; 2]) {
        let store = Arc::<Store>::default();
        let rooms = rooms(store.clone()).await;
        let wanted = json!({"game": "toy", "name": "Ada", "options": options});
        let wanted = serde_json::from_value(wanted).expect("a wish");
        let ada = rooms.create(wanted, None).await.expect("a room");
        let room = rooms.find(&ada.room.code).expect("the room");
        let bo = room.take_seat("Bo".to_owned(), None, None).await.expect("a seat");
        let tokens = [TokenHash::of(&ada.token), TokenHash::of(&bo.token)];
        let game = Self { store, rooms, room, tokens };
        let lines = [game.line(Some(0)).await, game.line(Some(1)).await];
        for line in &lines {
            game.say(line.id, ClientMessage::Ready { commitment: None });
        }
        // The room answers in order: once it answers this, the match has begun.
        game.heard().await;
        (game, lines)
    }

    /// Until the room has heard what it was told so far: it answers in order.
    async fn heard(&self) {
        self.room.notify(self.tokens[0], 0).await.expect("a seat");
    }

    async fn line(&self, seat: Option<usize>) -> Line {
        let outbox: Arc<Outbox> = Arc::default();
        let heard = spawn(hear(outbox.clone()));
        let token = seat.map(|seat| self.tokens[seat]);
        let id = self.room.join(token, None, outbox).await.expect("to be let in");
        Line { id, heard }
    }

    fn say(&self, connection: ConnectionId, message: ClientMessage) {
        // A full or closed inbox refuses: then it was not said.
        let _ = self.room.act(connection, message);
    }

    /// Says a number in the first round, whoever's turn it is.
    fn act(&self, connection: ConnectionId, id: u128, decision: u64) {
        let command = json!({"type": "say", "n": 1});
        let id = Uuid::from_u128(id);
        self.say(connection, ClientMessage::Command { id, decision, command });
    }

    fn log(&self) -> Vec<Value> {
        let rows = self.store.rows(self.room.id());
        rows.iter().map(|row| serde_json::from_str(row).expect("a row")).collect()
    }

    /// Ends everything, and holds what was heard against the log.
    async fn judge(self, lines: Vec<JoinHandle<Heard>>) -> (Vec<Value>, Vec<Heard>) {
        self.rooms.drain().await;
        let log = self.log();
        let mut all = Vec::new();
        for line in lines {
            let heard = line.await.expect("the socket's task ends");
            heard.judge(&log);
            all.push(heard);
        }
        assert_eq!(log, self.log(), "nothing is written after the last room has ended");
        (log, all)
    }
}

/// Takes what is in an outbox until it is closed.
async fn hear(outbox: Arc<Outbox>) -> Heard {
    let mut heard = Heard::default();
    loop {
        match outbox.next().await {
            Outgoing::Text(text) => heard.note(&text),
            Outgoing::Close(code) => {
                heard.closed = Some(code);
                return heard;
            }
        }
        // A socket takes its time.
        shuttle::future::yield_now().await;
    }
}

impl Heard {
    fn note(&mut self, text: &str) {
        match serde_json::from_str(text).expect(text) {
            ServerMessage::Update(update) => self.updates.push(update),
            ServerMessage::Accepted { id, seq } => {
                let shown = self.updates.last().is_some_and(|update| update.seq >= seq);
                assert!(shown, "entry {seq} is accepted before it is shown");
                let known = self.accepted.insert(id, seq);
                assert!(known.is_none_or(|known| known == seq), "{id} is {known:?} and {seq}");
            }
            ServerMessage::Rejected { id, .. } => drop(self.refused.insert(id)),
            ServerMessage::Welcome(_)
            | ServerMessage::Room { .. }
            | ServerMessage::Chat(_)
            | ServerMessage::Pong { .. }
            | ServerMessage::Error { .. }
            | ServerMessage::Closing { .. } => {}
        }
    }

    /// What holds of every connection: positions rise, every entry is told once, and what was
    /// accepted is in the log.
    fn judge(&self, log: &[Value]) {
        let seqs: Vec<u64> = self.updates.iter().map(|update| update.seq).collect();
        assert!(seqs.is_sorted(), "positions go back: {seqs:?}");
        let told = self.updates.iter().flat_map(|update| &update.events);
        let told: Vec<u64> = told.map(|event| event.seq).collect();
        if let (Some(first), Some(last)) = (told.first(), seqs.last()) {
            // Every entry of the first round tells something, but for those that stop the clock.
            let silent = |seq: &u64| {
                let kind = &log[usize::try_from(*seq).expect("a small number")]["input"]["type"];
                kind == "pause" || kind == "resume"
            };
            let entries: Vec<u64> = (*first..=*last).filter(|seq| !silent(seq)).collect();
            assert_eq!(told, entries, "every entry is told once");
        }
        for (id, seq) in &self.accepted {
            let entry = &log[usize::try_from(*seq).expect("a small number")];
            assert_eq!(entry["input"]["id"], json!(id), "{id} is not entry {seq}");
        }
    }
}

/// How often each id is in the log.
fn times(log: &[Value], id: u128) -> usize {
    let id = json!(Uuid::from_u128(id));
    log.iter().filter(|entry| entry["input"]["id"] == id).count()
}

/// The first connection acts before and after a second one takes its seat over. One of the two acts
/// is carried out; the older connection is closed with 4009, and hears nothing of what is later.
async fn takeover() {
    let (game, [a, b]) = Game::begin(json!({})).await;
    let game = Arc::new(game);
    let second = spawn({
        let game = game.clone();
        async move {
            let line = game.line(Some(0)).await;
            // From here on the older connection counts for nothing.
            game.act(a.id, 1, 0);
            game.act(line.id, 2, 0);
            line
        }
    });
    game.act(a.id, 3, 0);
    game.act(b.id, 4, 0);
    let line = second.await.expect("the second connection");
    game.act(line.id, 3, 0);
    game.heard().await;
    let Ok(game) = Arc::try_unwrap(game).map_err(|_| ()) else { panic!("nobody else has it") };
    let (log, heard) = game.judge(vec![a.heard, b.heard, line.heard]).await;
    assert_eq!(heard[0].closed, Some(close::REPLACED));
    assert_eq!(heard[2].closed, Some(close::RESTART));
    assert_eq!(times(&log, 1), 0, "a replaced connection acts");
    assert_eq!(times(&log, 2) + times(&log, 3), 1, "one move for one question");
    assert_eq!(times(&log, 4), 0, "a move out of turn");
}

/// Both seats act while the server stops. Whatever was accepted is in the log; a server that starts
/// again knows each move, or takes it now, once.
async fn shutdown() {
    let (game, [a, b]) = Game::begin(json!({})).await;
    let (room, ids) = (game.room.clone(), [a.id, b.id]);
    let acting = spawn(async move {
        let command = json!({"type": "say", "n": 1});
        let act = |id, decision| ClientMessage::Command {
            id: Uuid::from_u128(id),
            decision,
            command: command.clone(),
        };
        let _ = room.act(ids[0], act(1, 0));
        shuttle::future::yield_now().await;
        let _ = room.act(ids[1], act(2, 1));
    });
    let (store, tokens, code) = (game.store.clone(), game.tokens, game.room.id());
    let (log, heard) = game.judge(vec![a.heard, b.heard]).await;
    acting.await.expect("acts");
    assert!(heard.iter().all(|heard| heard.closed == Some(close::RESTART)));
    let again = rooms(store.clone()).await;
    let stored = server::log::MatchLog::rooms(&*store).await.expect("a store");
    let room = again.find(&stored[0].code).expect("the room");
    let game = Game { store, rooms: again, room, tokens };
    assert_eq!(game.room.id(), code);
    let line = game.line(Some(0)).await;
    game.act(line.id, 1, 0);
    game.heard().await;
    let (later, heard) = game.judge(vec![line.heard]).await;
    assert_eq!(later[..log.len()], log, "the log only grows");
    assert_eq!(times(&later, 1), 1);
    assert!(heard[0].accepted.contains_key(&Uuid::from_u128(1)), "it is known or taken now");
}

/// Spectators come and go while both seats act. Everyone who stays sees the end of the log.
async fn gallery() {
    let (game, [a, b]) = Game::begin(json!({})).await;
    let game = Arc::new(game);
    let visitor = spawn({
        let game = game.clone();
        async move {
            let line = game.line(None).await;
            game.room.leave(line.id).await;
            game.line(None).await
        }
    });
    game.act(a.id, 1, 0);
    shuttle::future::yield_now().await;
    game.act(b.id, 2, 1);
    let stays = visitor.await.expect("a spectator");
    game.heard().await;
    let Ok(game) = Arc::try_unwrap(game).map_err(|_| ()) else { panic!("nobody else has it") };
    let (log, heard) = game.judge(vec![a.heard, b.heard, stays.heard]).await;
    assert_eq!((times(&log, 1), log.len() - 1), (1, 1 + times(&log, 2)));
    for heard in heard {
        let last = heard.updates.last().expect("an update");
        assert_eq!(last.seq, log.len() as u64 - 1, "everyone sees the end of the log");
    }
}

/// Deadlines fall due while both seats act. They are entered with the time they were due, and before
/// whatever comes later.
async fn deadline() {
    let (game, [a, b]) = Game::begin(json!({"clock_ms": 100})).await;
    let clock = spawn(async {
        for _ in 0..3 {
            shuttle::future::yield_now().await;
            time::advance(Duration::from_millis(60));
        }
    });
    game.act(a.id, 1, 0);
    shuttle::future::yield_now().await;
    game.act(b.id, 2, 1);
    clock.await.expect("a clock");
    game.heard().await;
    let (log, _) = game.judge(vec![a.heard, b.heard]).await;
    let mut due = 100;
    for entry in &log[1..] {
        let at = entry["at"].as_u64().expect("a time");
        assert!(at <= due, "a deadline at {due} was passed over: {log:?}");
        if entry["input"]["type"] == "deadline" {
            assert_eq!(at, due, "a deadline has the time it was due");
        }
        due = if entry["input"]["type"] == "pause" { due } else { at + 100 };
    }
}
