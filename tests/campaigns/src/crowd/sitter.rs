//! One seat's holder: it plays at random, keeps what the server sent, and comes back.
//!
//! It does what the protocol asks of a client: an unanswered command is sent again under its old
//! id. Beyond that it asks now and then for the answer to an id that was accepted long ago.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use black_box::{Player, Received, Seed};
use parking_lot::Mutex;
use protocol::room::{RoomState, Seated};
use protocol::{ClientMessage, Code, Open, ServerMessage};
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use uuid::Uuid;

/// The end of a seat's connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It has not begun.
    NotYet,
    /// The match is over.
    Over,
    /// The server said goodbye.
    Closed {
        /// The close code.
        code: u16,
        /// `true` if it said when to come back.
        hint: bool,
    },
    /// The server is gone, or was not there.
    Gone,
    /// The server let nobody in, for this reason.
    Refused(Code),
    /// Nothing went on for so long that the seat's holder looks for another server.
    GivenUp,
}

/// A command as it was sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// Its id.
    pub id: Uuid,
    decision: u64,
    command: Value,
}

/// The manners of a seat's holder who has several servers to go to.
#[derive(Clone, Debug)]
pub struct Manners {
    /// Time without anything new after which it gives a server up.
    pub patience: Duration,
    /// Time after which it sends again what a server could not take.
    pub retry: Duration,
    /// The longest that it thinks about a command, in milliseconds.
    pub think_ms: usize,
    /// The times at which commands of its room were answered.
    pub answered_at: Arc<Mutex<Vec<Instant>>>,
}

/// A seat's holder, and what it knows.
#[derive(Debug)]
pub struct Sitter {
    key: Seated,
    seed: Seed,
    /// `None` where there is one server: it stays as long as that does.
    manners: Option<Manners>,
    /// The newest update's number.
    last: Option<u64>,
    /// The end of the last connection.
    pub end: End,
    /// `true` if it was let in on its last connection.
    pub sat: bool,
    /// The head after each entry that it received.
    pub heads: BTreeMap<u64, String>,
    /// Every accepted command, and the entry it became.
    pub accepted: BTreeMap<Uuid, (Sent, u64)>,
    /// Every refused command.
    pub refused: BTreeSet<Uuid>,
    /// The command that has no answer yet.
    pub unanswered: Option<Sent>,
    /// Unanswered commands that were answered on a later connection.
    pub resolved: u64,
    /// Number of answers that the store could not take a command.
    pub put_off: u64,
    /// Whatever should never happen, in words.
    pub faults: Vec<String>,
}

/// The state of a connection.
#[derive(Debug)]
struct Connection {
    /// Time of the last update or answer.
    news: Instant,
    /// `true` while an answer is to come.
    waiting: bool,
    /// `true` if the unanswered command comes from an earlier connection.
    again: bool,
    /// `true` while the server asks to wait for better times.
    held: bool,
    /// `true` if the server said when to come back.
    hint: bool,
}

impl Connection {
    fn begin(again: bool) -> Self {
        Self { news: Instant::now(), waiting: false, again, held: false, hint: false }
    }
}

impl Sitter {
    /// Creates the holder of a seat that has not been taken up yet.
    pub fn new(key: Seated, seed: Seed) -> Self {
        Self {
            key,
            seed,
            manners: None,
            last: None,
            end: End::NotYet,
            sat: false,
            heads: BTreeMap::new(),
            accepted: BTreeMap::new(),
            refused: BTreeSet::new(),
            unanswered: None,
            resolved: 0,
            put_off: 0,
            faults: Vec::new(),
        }
    }

    /// Gives it several servers to go to.
    pub fn with_manners(mut self, manners: Manners) -> Self {
        self.manners = Some(manners);
        self
    }

    /// Returns the seat's number.
    pub fn seat(&self) -> u8 {
        self.key.seat
    }

    /// Returns the room, the seat and the token that opens it.
    pub fn key(&self) -> &Seated {
        &self.key
    }

    /// Returns the number of the newest update that it received.
    pub fn last(&self) -> Option<u64> {
        self.last
    }

    /// Plays on one connection until it or the match ends.
    pub async fn play(mut self, at: SocketAddr) -> Self {
        if self.end == End::Over {
            return self;
        }
        self.sat = false;
        self.end = match self.take_seat(at).await {
            Ok(mut player) => {
                self.sat = true;
                let end = self.sit(&mut player).await;
                self.keep(&player);
                end
            }
            Err(None) => End::Gone,
            Err(Some(code)) => End::Refused(code),
        };
        self
    }

    async fn take_seat(&self, at: SocketAddr) -> Result<Player, Option<Code>> {
        let seat = Player::try_seat(at, &self.key, self.last);
        match &self.manners {
            None => seat.await,
            Some(manners) => timeout(manners.patience, seat).await.unwrap_or(Err(None)),
        }
    }

    async fn sit(&mut self, player: &mut Player) -> End {
        let again = self.unanswered.is_some();
        let mut connection = Connection::begin(again);
        if self.greet(player).await.is_none() {
            return self.drain(player, &mut connection).await;
        }
        loop {
            let over = player.view.as_ref().is_some_and(|view| view.outcome.is_some());
            if over && self.unanswered.is_none() {
                return End::Over;
            }
            if !connection.waiting
                && !connection.held
                && self.act(player, &mut connection).await.is_none()
            {
                return self.drain(player, &mut connection).await;
            }
            match self.receive(player, &mut connection).await {
                Some(Received::Message(message)) => self.handle(*message, &mut connection),
                Some(Received::Close(code)) => {
                    return End::Closed { code, hint: connection.hint };
                }
                Some(Received::Gone) => return End::Gone,
                None if connection.held => connection.held = false,
                None => return End::GivenUp,
            }
            if connection.news.elapsed() > self.patience() {
                return End::GivenUp;
            }
        }
    }

    /// Returns how long it stays where nothing goes on.
    fn patience(&self) -> Duration {
        self.manners.as_ref().map_or(Duration::MAX, |manners| manners.patience)
    }

    /// Receives what comes next; `None` if it waits no longer for that.
    async fn receive(&self, player: &mut Player, connection: &mut Connection) -> Option<Received> {
        let Some(Manners { patience, retry, .. }) = &self.manners else {
            return Some(player.receive().await);
        };
        let until = connection.news + *patience;
        let until = if connection.held { until.min(Instant::now() + *retry) } else { until };
        timeout_at(until, player.receive()).await.ok()
    }

    /// Receives what the server sent before it was gone.
    async fn drain(&mut self, player: &mut Player, connection: &mut Connection) -> End {
        loop {
            match player.receive().await {
                Received::Message(message) => self.handle(*message, connection),
                Received::Close(code) => return End::Closed { code, hint: connection.hint },
                Received::Gone => return End::Gone,
            }
        }
    }

    /// Gets ready where that is still to be done, and asks for an old answer again.
    async fn greet(&mut self, player: &mut Player) -> Option<()> {
        let room = player.room.as_ref()?;
        let ready = room.seats.get(usize::from(self.key.seat)).is_some_and(|seat| seat.ready);
        if room.state == RoomState::Lobby && !ready {
            return player.try_send(&ClientMessage::Ready { id: None, commitment: None }).await;
        }
        // An id must keep its answer over every restart.
        let at = self.seed.below(self.accepted.len());
        if let Some((sent, _)) = self.accepted.values().nth(at) {
            player.try_send(&sent.message()).await?;
        }
        Some(())
    }

    /// Sends the unanswered command, or a new one if it is asked.
    async fn act(&mut self, player: &mut Player, connection: &mut Connection) -> Option<()> {
        if self.unanswered.is_none() {
            let open = player.view.as_ref().is_some_and(|view| !view.paused);
            let chosen = if open { player.choose(&mut self.seed) } else { None };
            let Some((decision, command)) = chosen else { return Some(()) };
            if let Some(Manners { think_ms, .. }) = self.manners {
                sleep(Duration::from_millis(self.seed.below(think_ms) as u64)).await;
            }
            self.unanswered = Some(Sent { id: self.seed.id(), decision, command });
        }
        connection.waiting = true;
        player.try_send(&self.unanswered.as_ref()?.message()).await
    }

    fn handle(&mut self, message: ServerMessage, connection: &mut Connection) {
        match message {
            ServerMessage::Accepted { id, seq } => self.accept(id, seq, connection),
            ServerMessage::Rejected { id, code, .. } => self.refuse(id, &code, connection),
            ServerMessage::Update(_) => {
                connection.held = false;
                connection.news = Instant::now();
            }
            ServerMessage::Closing { retry_after_ms, .. } => {
                connection.hint = retry_after_ms.is_some();
            }
            // The store is out of reach: the room waits, and so does the seat.
            ServerMessage::Error { code, .. } if self.manners.is_some() && passing(&code) => {}
            ServerMessage::Error { code, detail, .. } => {
                self.faults.push(format!("{code:?}: {detail}"));
            }
            ServerMessage::Welcome(_)
            | ServerMessage::Room { .. }
            | ServerMessage::Hint(_)
            | ServerMessage::Preview(_)
            | ServerMessage::Lesson(_)
            | ServerMessage::Point { .. }
            | ServerMessage::Chat(_)
            | ServerMessage::Pong { .. } => {}
        }
    }

    fn accept(&mut self, id: Uuid, seq: u64, connection: &mut Connection) {
        if let Some((_, before)) = self.accepted.get(&id) {
            if *before != seq {
                self.faults.push(format!("{id} was accepted as {before} and as {seq}"));
            }
            return;
        }
        match self.unanswered.take() {
            Some(sent) if sent.id == id => {
                self.answered(connection);
                self.accepted.insert(id, (sent, seq));
            }
            other => {
                self.unanswered = other;
                self.faults.push(format!("{id} was accepted and is not under way"));
            }
        }
    }

    fn refuse(&mut self, id: Uuid, code: &Open<Code>, connection: &mut Connection) {
        if self.unanswered.as_ref().is_none_or(|sent| sent.id != id) {
            // The answer to an old id may not be had either while the store is out of reach.
            if !passing(code) || !self.accepted.contains_key(&id) {
                self.faults.push(format!("{id} was refused ({code:?}) and is not under way"));
            }
            return;
        }
        if passing(code) {
            // It is to be sent again; what comes next shows when.
            connection.waiting = false;
            connection.held = true;
            self.put_off += u64::from(*code == Code::StorageUnavailable);
            return;
        }
        self.unanswered = None;
        self.answered(connection);
        self.refused.insert(id);
    }

    fn answered(&mut self, connection: &mut Connection) {
        connection.waiting = false;
        connection.news = Instant::now();
        if let Some(manners) = &self.manners {
            manners.answered_at.lock().push(connection.news);
        }
        self.resolved += u64::from(std::mem::take(&mut connection.again));
    }

    /// Keeps what this connection received.
    fn keep(&mut self, player: &Player) {
        if let Some(view) = &player.view {
            self.last = Some(view.seq);
        }
        for (seq, head) in &player.heads {
            let known = self.heads.entry(*seq).or_insert_with(|| head.clone());
            if known != head {
                self.faults.push(format!("entry {seq} has two heads"));
            }
        }
    }
}

/// Checks whether a refusal asks to send the same again later.
fn passing(code: &Open<Code>) -> bool {
    [Code::Busy, Code::StorageUnavailable, Code::Draining].iter().any(|known| *code == *known)
}

impl Sent {
    fn message(&self) -> ClientMessage {
        let Self { id, decision, command } = self.clone();
        ClientMessage::Command { id, decision, command }
    }
}
