//! A client that plays at random, comes back whenever it is cut off, and checks the server's
//! promises with every message.
//!
//! It keeps what a person would keep: its token, its newest view, the command it has no answer to.
//! If what it receives contradicts itself, it notes a broken promise.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use protocol::room::RoomState;
use protocol::{ClientMessage, Code, ServerMessage, Update};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tracing::debug;
use uuid::Uuid;

use super::shared::{Part, Shared};
use super::wire::{self, Socket};

/// The time between two looks whether something is to be done.
const LOOK: Duration = Duration::from_millis(100);

/// The time that a client waits for a connection, and for any sign of life on one.
const PATIENCE: Duration = Duration::from_secs(6);

/// The most bytes of a message that a trace shows.
const SHOWN: usize = 160;

/// The time between two requests for a sign of life.
const PING: Duration = Duration::from_secs(2);

/// The identity of a client.
#[derive(Clone, Debug)]
pub(super) struct Key {
    /// The room's index in the run.
    pub(super) room: usize,
    /// The room's code.
    pub(super) code: String,
    /// The seat and its token; none for a spectator.
    pub(super) seat: Option<(u8, String)>,
}

/// A command without an answer.
#[derive(Debug)]
struct Pending {
    id: Uuid,
    text: String,
    /// The time at which it is sent, or sent again.
    at: Instant,
    sent: bool,
}

/// An accepted command.
#[derive(Debug)]
pub(super) struct Accepted {
    pub(super) id: Uuid,
    pub(super) seq: u64,
    text: String,
}

/// A seat's holder, or a spectator.
pub(super) struct Client {
    pub(super) key: Key,
    /// The newest view.
    pub(super) view: Option<Update>,
    /// The accepted commands.
    pub(super) accepted: Vec<Accepted>,
    /// The commands that were refused for good.
    pub(super) refused: BTreeSet<Uuid>,
    /// The commands that were sent on a connection after another had replaced it, with the last entry that
    /// was known then.
    pub(super) ignored: Vec<(Uuid, u64)>,
    /// A hash of everything received before the goodbye, and when.
    pub(super) trace: Sha256,
    /// Number of servers to choose from.
    servers: usize,
    shared: Rc<Shared>,
    chance: StdRng,
    born: Instant,
    heads: BTreeMap<u64, String>,
    pending: Option<Pending>,
    state: Option<RoomState>,
    ready: bool,
    welcomed: bool,
    next_act: Instant,
    next_ready: Instant,
    comeback: Duration,
    older: Option<Socket>,
}

/// The reason for which a connection is no more.
#[derive(Debug)]
enum End {
    /// It broke or fell silent.
    Lost,
    /// The server closed it.
    Closed(u16),
    /// This client opens another one beside it.
    TakenOver,
}

impl Client {
    pub(super) fn new(key: Key, servers: usize, shared: Rc<Shared>, seed: u64) -> Self {
        let now = Instant::now();
        Self {
            key,
            view: None,
            accepted: Vec::new(),
            refused: BTreeSet::new(),
            ignored: Vec::new(),
            trace: Sha256::new(),
            servers,
            shared,
            chance: StdRng::seed_from_u64(seed),
            born: now,
            heads: BTreeMap::new(),
            pending: None,
            state: None,
            ready: false,
            welcomed: false,
            next_act: now,
            next_ready: now,
            comeback: Duration::ZERO,
            older: None,
        }
    }

    /// Returns `true` if nothing is left to be done here.
    pub(super) fn settled(&self) -> bool {
        self.welcomed && self.pending.is_none() && self.view.is_some()
    }

    /// Returns the room and the seat.
    fn who(&self) -> (usize, Option<u8>) {
        (self.key.room, self.key.seat.as_ref().map(|(seat, _)| *seat))
    }

    fn broken(&self, what: &str) {
        let (room, seat) = self.who();
        debug!(room, ?seat, what, "broken");
        self.shared.broken(format!("room {room}, seat {seat:?}: {what}"));
    }

    fn ms(&mut self, range: std::ops::Range<u64>) -> Duration {
        Duration::from_millis(self.chance.random_range(range))
    }

    /// Plays until the server says goodbye. `settled` is called whenever that may have changed.
    pub(super) async fn live(&mut self, settled: impl Fn(bool)) {
        loop {
            let end = self.connection(&settled).await;
            debug!(who = ?self.who(), ?end, "is connected no more");
            self.welcomed = false;
            settled(false);
            match end {
                End::Closed(1012) if self.shared.part() == Part::Goodbye => return,
                End::TakenOver => continue,
                End::Closed(4009) => self.shared.count(|counts| counts.replaced += 1),
                // Restarted, found too slow, or so held up that `hello` came too late.
                End::Lost | End::Closed(1012 | 4008 | 1008) => {}
                End::Closed(code) => self.broken(&format!("closed with {code}")),
            }
            let wait = self.comeback + self.ms(50..1_500);
            self.comeback = Duration::ZERO;
            sleep(wait).await;
        }
    }

    /// Chooses a server; where there is one only, nothing is drawn.
    fn choose_server(&mut self) -> String {
        let any = self.servers > 1;
        wire::server(if any { self.chance.random_range(0..self.servers) } else { 0 })
    }

    async fn connection(&mut self, settled: &impl Fn(bool)) -> End {
        let server = self.choose_server();
        debug!(who = ?self.who(), server, "connects");
        let Ok(Ok(mut socket)) = timeout(PATIENCE, wire::open(&server, &self.key.code)).await
        else {
            return End::Lost;
        };
        self.shared.count(|counts| counts.connections += 1);
        if self.view.is_some() {
            self.shared.count(|counts| counts.reconnects += 1);
        }
        let after = self.view.as_ref().map(|view| view.seq);
        let token = self.key.seat.as_ref().map(|(_, token)| token.clone());
        let hello = json!(ClientMessage::Hello { token, after }).to_string();
        if socket.send(Message::text(hello)).await.is_err() {
            return End::Lost;
        }
        let (mut last_sign, mut pinged) = (Instant::now(), Instant::now());
        loop {
            match timeout(LOOK, socket.next()).await {
                Ok(Some(Ok(message))) => {
                    last_sign = Instant::now();
                    match message {
                        Message::Text(text) => self.handle(&text),
                        Message::Close(frame) => {
                            return frame.map_or(End::Lost, |frame| End::Closed(frame.code.into()));
                        }
                        Message::Binary(_)
                        | Message::Ping(_)
                        | Message::Pong(_)
                        | Message::Frame(_) => {}
                    }
                }
                Ok(None | Some(Err(_))) => return End::Lost,
                Err(_) => {}
            }
            if last_sign.elapsed() > PATIENCE {
                return End::Lost;
            }
            if self.wants_another() {
                self.older = Some(socket);
                return End::TakenOver;
            }
            let mut saying = self.due();
            if pinged.elapsed() > PING {
                pinged = Instant::now();
                saying.push(json!(ClientMessage::Ping { nonce: 0 }).to_string());
            }
            for text in saying {
                debug!(who = ?self.who(), text, "says");
                if socket.send(Message::text(text)).await.is_err() {
                    return End::Lost;
                }
            }
            settled(self.settled());
        }
    }

    /// Decides whether to open the game on a second device, as people do now and then.
    fn wants_another(&mut self) -> bool {
        self.welcomed
            && self.older.is_none()
            && self.key.seat.is_some()
            && self.shared.part() == Part::Faults
            && self.chance.random_ratio(1, 400)
    }

    /// Returns the messages that are due now.
    fn due(&mut self) -> Vec<String> {
        let now = Instant::now();
        let mut saying = Vec::new();
        if !self.welcomed || self.key.seat.is_none() {
            return saying;
        }
        if self.state == Some(RoomState::Lobby) && !self.ready && now >= self.next_ready {
            self.next_ready = now + PATIENCE / 3;
            saying.push(json!(ClientMessage::Ready { id: None, commitment: None }).to_string());
        }
        let shared = self.shared.clone();
        if let Some(pending) = &mut self.pending {
            if now >= pending.at {
                shared.count(|counts| counts.resent += u64::from(pending.sent));
                // A connection that answers nothing for so long is found dead by other means.
                pending.at = now + 2 * PATIENCE;
                pending.sent = true;
                saying.push(pending.text.clone());
            }
        } else if now >= self.next_act && shared.part() <= Part::Healed {
            self.next_act = now + self.ms(200..3_000);
            if self.chance.random_ratio(1, 12) && !self.accepted.is_empty() {
                let again = self.chance.random_range(0..self.accepted.len());
                shared.count(|counts| counts.repeated += 1);
                saying.push(self.accepted[again].text.clone());
            } else if let Some((id, text)) = self.choose() {
                saying.push(text.clone());
                self.pending = Some(Pending { id, text, at: now + 2 * PATIENCE, sent: true });
            }
        }
        saying
    }

    /// Chooses a random answer to the open question.
    fn choose(&mut self) -> Option<(Uuid, String)> {
        let view = self.view.as_ref()?;
        let (decision, offers) = (view.decision?, view.offers.as_ref()?);
        let strict: Vec<_> = offers.iter().filter(|offer| !offer.loose).collect();
        let template = &strict.get(self.chance.random_range(0..strict.len().max(1)))?.command;
        let chance = &mut self.chance;
        let command = protocol::offer::fill(template, &mut |n| chance.random_range(0..n.max(1)));
        let id = Uuid::from_u128(self.chance.random());
        Some((id, json!(ClientMessage::Command { id, decision, command }).to_string()))
    }

    fn handle(&mut self, text: &str) {
        debug!(who = ?self.who(), text = text.get(..SHOWN).unwrap_or(text), "is sent");
        // In which order rooms learn that the server stops is up to tokio, and to no seed.
        if self.shared.part() < Part::Goodbye {
            self.trace.update(self.born.elapsed().as_millis().to_le_bytes());
            self.trace.update(text);
        }
        let message: ServerMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => return self.broken(&format!("{error} in {text}")),
        };
        match message {
            ServerMessage::Welcome(welcome) => {
                self.welcomed = true;
                self.room(&welcome.room);
                self.replace_older();
                if let Some(pending) = &mut self.pending {
                    pending.at = Instant::now();
                }
            }
            ServerMessage::Room { room } => self.room(&room),
            ServerMessage::Update(update) => self.update(update),
            ServerMessage::Accepted { id, seq } => self.accepted(id, seq),
            ServerMessage::Rejected { id, code, retry_after_ms, detail, .. } => {
                self.rejected(id, code.known_or(Code::Internal), &detail, retry_after_ms);
            }
            ServerMessage::Error { code, detail, .. } => {
                // What is said in time can come too late for a clock that jumps.
                const PASSING: [Code; 5] = [
                    Code::StorageUnavailable,
                    Code::Draining,
                    Code::Busy,
                    Code::Started,
                    Code::HelloExpected,
                ];
                if code.known().is_none_or(|code| !PASSING.contains(code)) {
                    self.broken(&format!("{code:?}: {detail}"));
                }
            }
            ServerMessage::Closing { retry_after_ms, .. } => {
                self.comeback = Duration::from_millis(retry_after_ms.unwrap_or_default());
            }
            ServerMessage::Hint(_)
            | ServerMessage::Preview(_)
            | ServerMessage::Lesson(_)
            | ServerMessage::Point { .. }
            | ServerMessage::Chat(_)
            | ServerMessage::Pong { .. } => {}
        }
    }

    fn room(&mut self, room: &protocol::room::Room) {
        self.state = Some(room.state);
        if let Some((seat, _)) = &self.key.seat {
            self.ready = room.seats.get(usize::from(*seat)).is_some_and(|seat| seat.ready);
        }
    }

    /// Checks the promises that hold of every update, whatever broke since the last one.
    fn update(&mut self, update: Update) {
        if let Some(before) = &self.view {
            if update.seq < before.seq {
                self.broken(&format!("entry {} after {}", update.seq, before.seq));
            }
            if update.events.first().is_some_and(|event| event.seq <= before.seq) {
                self.broken(&format!("entry {} is sent again", before.seq));
            }
        }
        let head = self.heads.entry(update.seq).or_insert_with(|| update.head.clone());
        if *head != update.head {
            self.broken(&format!("entry {} has two heads", update.seq));
        }
        if update.outcome.is_some() {
            self.shared.over(self.key.room);
        }
        self.view = Some(update);
    }

    fn accepted(&mut self, id: Uuid, seq: u64) {
        if self.view.as_ref().is_none_or(|view| view.seq < seq) {
            self.broken(&format!("accepted {seq} before it was shown"));
        }
        if let Some(known) = self.accepted.iter().find(|known| known.id == id) {
            if known.seq != seq {
                self.broken(&format!("{id} is entry {} and entry {seq}", known.seq));
            }
            return;
        }
        match self.pending.take_if(|pending| pending.id == id) {
            Some(Pending { id, text, .. }) => {
                self.accepted.push(Accepted { id, seq, text });
                self.shared.count(|counts| counts.acknowledged += 1);
            }
            None => self.broken(&format!("{id} was accepted after it was refused or ignored")),
        }
    }

    fn rejected(&mut self, id: Uuid, code: Code, detail: &str, retry_after_ms: Option<u64>) {
        if matches!(code, Code::Busy | Code::StorageUnavailable | Code::Draining) {
            self.shared.count(|counts| counts.put_off += 1);
            let wait = Duration::from_millis(retry_after_ms.unwrap_or_default());
            let wait = wait + self.ms(10..200);
            if let Some(pending) = self.pending.as_mut().filter(|pending| pending.id == id) {
                pending.at = Instant::now() + wait;
            }
            return;
        }
        if self.accepted.iter().any(|known| known.id == id) {
            return self.broken(&format!("{id} was accepted, then {code:?}: {detail}"));
        }
        match self.pending.take_if(|pending| pending.id == id) {
            Some(_) => self.shared.count(|counts| counts.refused += 1),
            None => self.broken(&format!("{id} is unknown, yet {code:?}: {detail}")),
        }
        self.refused.insert(id);
    }

    /// Listens on the connection that this one has replaced: what it still sends is ignored.
    fn replace_older(&mut self) {
        let Some(mut older) = self.older.take() else { return };
        let said = self.choose();
        let seq = self.view.as_ref().map_or(0, |view| view.seq);
        self.ignored.extend(said.as_ref().map(|(id, _)| (*id, seq)));
        let shared = self.shared.clone();
        tokio::task::spawn_local(async move {
            if let Some((id, text)) = said {
                debug!(%id, "is said on the replaced connection");
                // It may be closed already, which is what it should be.
                let _ = older.send(Message::text(text)).await;
            }
            while let Some(Ok(message)) = older.next().await {
                if let Message::Close(Some(frame)) = message {
                    let code = u16::from(frame.code);
                    shared.count(|counts| counts.takeovers += u64::from(code == 4009));
                    if !matches!(code, 4009 | 4008 | 1012) {
                        shared.broken(format!("a replaced connection was closed with {code}"));
                    }
                }
            }
        });
    }
}
