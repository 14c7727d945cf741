//! Whole matches against the server's bots: every game, on the real rules, with a restart in the
//! middle, and in no time, for nothing but the paused clock is waited for.

// Helpers of tests may unwrap like tests.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bots::{Assignment, Bot, Choice};
use engine::REGISTRY;
use protocol::room::{BotLevel, CreateRoom, Entropy, Hints, Seated, Spectators};
use protocol::{ClientMessage, Code, Outcome, ServerMessage, Update};
use rand::rngs::StdRng;
use rand::{RngCore, SeedableRng};
use serde_json::{Value, json};
use server::component_data::load_catalogues;
use server::log::{MatchLog, MemoryLog};
use server::rooms::{Handle, Outbox, Outgoing, Randomness, RoomsSetup, TokenHash, limits};
use server::{Rooms, Settings};
use tokio::time::sleep;
use uuid::Uuid;

use crate::support::TestLog;

/// The shortest time between two acts of a bot where a clock runs, in milliseconds.
const TIMED_PACE_MS: u64 = 400;
/// Number of updates that a person sees before the server is restarted, and again before a rest.
const RESTART_AFTER: usize = 40;
/// Time after which a person tries again what the disk did not take, in milliseconds.
const RETRY_MS: u64 = 100;
/// Of so many entries a disk that falters takes all but one.
const FALTERS: usize = 5;

/// The variable that names another seed.
const SEED: &str = "ENTENTE_SEED";

/// Returns a source of randomness that repeats with its seed, which it prints. With such a source minds think
/// here and now: on threads of their own, the paused clock would not wait for them and leap until the room
/// is given up.
fn randomness() -> Randomness {
    let seed = std::env::var(SEED).map_or(3, |seed| seed.parse().unwrap());
    println!("{SEED}={seed}");
    let chance = Mutex::new(StdRng::seed_from_u64(seed));
    Randomness::of(move |bytes| chance.lock().unwrap().fill_bytes(bytes))
}

async fn open(store: Arc<dyn MatchLog>, random: &Randomness) -> Rooms {
    let catalogues = load_catalogues(REGISTRY, None).unwrap();
    let setup = RoomsSetup::new(REGISTRY, catalogues, Settings::default());
    Rooms::open(RoomsSetup { random: random.clone(), ..setup }, store).await.unwrap()
}

/// A person without any idea, at a room's door: any offer will do.
struct Person {
    room: Arc<Handle>,
    connection: u64,
    outbox: Arc<Outbox>,
    mind: Bot,
    view: Option<Update>,
    pending: Option<(Uuid, Value)>,
    updates: usize,
}

impl Person {
    async fn join(rooms: &Rooms, seated: &Seated) -> Self {
        let room = rooms.find(&seated.room.code).unwrap();
        let outbox = Arc::<Outbox>::default();
        let token = Some(TokenHash::of(&seated.token));
        let connection = room.join(token, None, outbox.clone()).await.unwrap().connection;
        // A game that no bot knows: whatever is offered.
        let (game, seat, data) = ("", seated.seat, &Value::Null);
        let (level, pace_ms) = (BotLevel::Normal, 600);
        let assignment = Assignment { game, seat, data, options: data, level, pace_ms };
        let mind = Bot::new(&assignment, StdRng::seed_from_u64(7));
        Self { room, connection, outbox, mind, view: None, pending: None, updates: 0 }
    }

    fn say(&self, message: ClientMessage) {
        self.room.act(self.connection, message).unwrap();
    }

    /// Plays until the match is over, or this number of updates has come.
    async fn play(&mut self, updates: usize) -> Option<Outcome> {
        loop {
            let next = self.outbox.next().await;
            let (Outgoing::Text(text) | Outgoing::Update(text)) = next else { panic!("closed") };
            match serde_json::from_str::<ServerMessage>(&text).unwrap() {
                ServerMessage::Update(update) => {
                    self.updates += 1;
                    if update.outcome.is_some() || self.updates >= updates {
                        return update.outcome;
                    }
                    self.view = Some(update);
                }
                ServerMessage::Accepted { .. } => self.pending = None,
                ServerMessage::Rejected { code, .. } => {
                    let (_, command) = self.pending.take().unwrap();
                    if code.known_or(Code::Internal) == Code::StorageUnavailable {
                        sleep(Duration::from_millis(RETRY_MS)).await;
                    } else {
                        self.mind.refused(command);
                    }
                }
                ServerMessage::Welcome(_)
                | ServerMessage::Room { .. }
                | ServerMessage::Hint(_)
                | ServerMessage::Preview(_)
                | ServerMessage::Lesson(_)
                | ServerMessage::Point { .. }
                | ServerMessage::Chat(_)
                | ServerMessage::Pong { .. }
                | ServerMessage::Error { .. }
                | ServerMessage::Closing { .. } => {}
            }
            self.act();
        }
    }

    fn act(&mut self) {
        let Some(view) = self.view.as_ref().filter(|view| !view.paused) else { return };
        if self.pending.is_some() {
            return;
        }
        if let Choice::Act(command) = self.mind.choose(view, view.now_ms) {
            let (id, decision) = (Uuid::new_v4(), view.decision.unwrap());
            self.pending = Some((id, command.clone()));
            self.say(ClientMessage::Command { id, decision, command });
        }
    }
}

/// Returns the times at which each seat acted, in milliseconds of match time, as the log says.
async fn acts(store: &MemoryLog, id: Uuid) -> BTreeMap<u64, Vec<u64>> {
    let mut acts: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for row in store.read(id, 1).await.unwrap() {
        let entry: Value = serde_json::from_str(&row).unwrap();
        if entry["input"]["type"] == "command" {
            let seat = entry["input"]["seat"].as_u64().unwrap();
            acts.entry(seat).or_default().push(entry["at"].as_u64().unwrap());
        }
    }
    acts
}

/// Opens a room with bots on all other seats.
async fn beside_bots(rooms: &Rooms, game: &str, options: &Value) -> Seated {
    let wanted = CreateRoom {
        game: game.to_owned(),
        options: options.as_object().unwrap().clone(),
        name: "Ada".to_owned(),
        seat: None,
        listed: false,
        spectators: Spectators::Off,
        absence_ms: None,
        entropy: Entropy::Optional,
        hints: Hints::Alone,
        program: None,
    };
    let seated = rooms.create(wanted, None).await.unwrap();
    let room = rooms.find(&seated.room.code).unwrap();
    let bearer = TokenHash::of(&seated.token);
    for seat in 1..seated.room.seats.len() {
        let shown =
            room.add_bot(bearer, u8::try_from(seat).unwrap(), BotLevel::Normal).await.unwrap();
        assert_eq!(shown.seats[seat].name, Some(format!("Bot {seat}")));
    }
    seated
}

/// One person and bots on all other seats, from the lobby to the end.
async fn alone(game: &str, options: Value) -> (Outcome, BTreeMap<u64, Vec<u64>>) {
    let (store, random) = (Arc::new(MemoryLog::new()), randomness());
    let rooms = open(store.clone(), &random).await;
    let seated = beside_bots(&rooms, game, &options).await;
    let mut ada = Person::join(&rooms, &seated).await;
    ada.say(ClientMessage::Ready { id: None, commitment: None });
    assert_eq!(ada.play(RESTART_AFTER).await, None, "too short for a restart in the middle");
    rooms.drain().await;
    let rooms = open(store.clone(), &random).await;
    let mut ada = Person::join(&rooms, &seated).await;
    assert_eq!(ada.play(RESTART_AFTER).await, None, "too short for a rest in the middle");
    ada.room.leave(ada.connection).await;
    // The bots answer what they are asked, and if no clock runs the match leaves the memory.
    sleep(Duration::from_millis(2 * limits::LINGER_MS)).await;
    let timed = ada.view.as_ref().unwrap().deadline_ms.is_some();
    let in_memory = format!("entente_matches_in_memory {}\n", u8::from(timed));
    assert!(rooms.metrics_text().contains(&in_memory), "{in_memory}");
    let outcome = Person::join(&rooms, &seated).await.play(usize::MAX).await.unwrap();
    (outcome, acts(&store, seated.room.id).await)
}

#[tokio::test(start_paused = true)]
async fn a_person_alone_plays_europe_divided() {
    let (outcome, acts) = alone("europe-divided", json!({})).await;
    assert!(acts[&1].len() > 40, "{outcome:?}");
}

#[tokio::test(start_paused = true)]
async fn a_person_alone_plays_balance_of_power() {
    for version in ["basic_training", "command_room"] {
        let (outcome, acts) = alone("balance-of-power", json!({"version": version})).await;
        assert!(acts[&1].len() > 10, "{outcome:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_person_alone_plays_europe_against_three_bots() {
    let (outcome, acts) = alone("europe", json!({"players": 4})).await;
    assert_eq!(acts.len(), 4, "{outcome:?}");
    for (seat, times) in acts.iter().filter(|(seat, _)| **seat > 0) {
        for pair in times.windows(2) {
            assert!(pair[0] + TIMED_PACE_MS <= pair[1], "seat {seat}: {pair:?}");
        }
    }
}

/// Anything else would make its server a liar.
#[tokio::test(start_paused = true)]
async fn a_bot_does_what_it_thought_although_the_disk_falters() {
    let (store, random) = (Arc::new(TestLog::default()), randomness());
    let rooms = open(store.clone(), &random).await;
    let seated = beside_bots(&rooms, "europe-divided", &json!({})).await;
    let mut ada = Person::join(&rooms, &seated).await;
    ada.say(ClientMessage::Ready { id: None, commitment: None });
    store.falters.store(FALTERS, Ordering::SeqCst);
    let outcome = ada.play(usize::MAX).await.unwrap();
    let appends = store.appends.load(Ordering::SeqCst);
    assert!(appends > 10 * FALTERS, "{appends} entries until {outcome:?}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("record.json");
    std::fs::write(&file, &*rooms.record(&ada.room).await.unwrap()).unwrap();
    let mut verify = Command::new(env!("CARGO_BIN_EXE_entente-server"));
    let checked = verify.env_clear().arg("verify").arg(file).arg("--bots").output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}
