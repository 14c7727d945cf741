//! One seat's holder: it plays at random, keeps what the server told it, and comes back.
//!
//! It does what the protocol asks of a client: an unanswered command is sent again under its old
//! id. Beyond that it asks now and then for the answer to an id that was accepted long ago.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use protocol::room::{RoomState, Seated};
use protocol::{ClientMessage, Code, ServerMessage};
use serde_json::Value;
use tests::{Player, Seed, Told};
use uuid::Uuid;

/// How a seat's connection ended.
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
        /// Whether it said when to come back.
        hint: bool,
    },
    /// The server is gone, or was not there.
    Gone,
    /// The server let nobody in, for this reason.
    Refused(Code),
}

/// A command as it was sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// Its id.
    pub id: Uuid,
    decision: u64,
    command: Value,
}

/// A seat's holder, and what it knows.
#[derive(Debug)]
pub struct Sitter {
    key: Seated,
    seed: Seed,
    /// The newest update's number.
    last: Option<u64>,
    /// How the last connection ended.
    pub end: End,
    /// Whether it was let in on its last connection.
    pub sat: bool,
    /// The head after each entry that it was told.
    pub heads: BTreeMap<u64, String>,
    /// Every accepted command, and the entry it became.
    pub accepted: BTreeMap<Uuid, (Sent, u64)>,
    /// Every refused command.
    pub refused: BTreeSet<Uuid>,
    /// The command that has no answer yet.
    pub unanswered: Option<Sent>,
    /// Unanswered commands that were answered on a later connection.
    pub resolved: u64,
    /// How often it was told that the store could not take a command.
    pub put_off: u64,
    /// Whatever should never happen, in words.
    pub faults: Vec<String>,
}

/// How it stands with a connection.
#[derive(Debug, Default)]
struct Talk {
    /// Whether an answer is to come.
    waiting: bool,
    /// Whether the unanswered command comes from an earlier connection.
    again: bool,
    /// Whether the server asked to wait for better times.
    held: bool,
    /// Whether the server said when to come back.
    hint: bool,
}

impl Sitter {
    /// The holder of a seat that has not been taken up yet.
    pub fn new(key: Seated, seed: Seed) -> Self {
        Self {
            key,
            seed,
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

    /// The seat.
    pub fn seat(&self) -> u8 {
        self.key.seat
    }

    /// What opens the seat.
    pub fn key(&self) -> &Seated {
        &self.key
    }

    /// The number of the newest update that it was told.
    pub fn last(&self) -> Option<u64> {
        self.last
    }

    /// Plays on one connection until it or the match ends.
    pub async fn play(mut self, at: SocketAddr) -> Self {
        if self.end == End::Over {
            return self;
        }
        self.sat = false;
        self.end = match Player::try_seat(at, &self.key, self.last).await {
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

    async fn sit(&mut self, player: &mut Player) -> End {
        let again = self.unanswered.is_some();
        let mut talk = Talk { again, ..Talk::default() };
        if self.greet(player).await.is_none() {
            return self.drain(player, &mut talk).await;
        }
        loop {
            let over = player.view.as_ref().is_some_and(|view| view.outcome.is_some());
            if over && self.unanswered.is_none() {
                return End::Over;
            }
            if !talk.waiting && !talk.held && self.act(player, &mut talk).await.is_none() {
                return self.drain(player, &mut talk).await;
            }
            match player.told().await {
                Told::Message(message) => self.hear(*message, &mut talk),
                Told::Close(code) => return End::Closed { code, hint: talk.hint },
                Told::Gone => return End::Gone,
            }
        }
    }

    /// Hears what the server said before it was gone.
    async fn drain(&mut self, player: &mut Player, talk: &mut Talk) -> End {
        loop {
            match player.told().await {
                Told::Message(message) => self.hear(*message, talk),
                Told::Close(code) => return End::Closed { code, hint: talk.hint },
                Told::Gone => return End::Gone,
            }
        }
    }

    /// Gets ready where that is still to be done, and asks for an old answer again.
    async fn greet(&mut self, player: &mut Player) -> Option<()> {
        let room = player.room.as_ref()?;
        let ready = room.seats.get(usize::from(self.key.seat)).is_some_and(|seat| seat.ready);
        if room.state == RoomState::Lobby && !ready {
            return player.try_send(&ClientMessage::Ready { commitment: None }).await;
        }
        let at = self.seed.below(self.accepted.len());
        if let Some((sent, _)) = self.accepted.values().nth(at) {
            player.try_send(&sent.message()).await?;
        }
        Some(())
    }

    /// Sends the unanswered command, or a new one if it is asked.
    async fn act(&mut self, player: &mut Player, talk: &mut Talk) -> Option<()> {
        if self.unanswered.is_none() {
            let open = player.view.as_ref().is_some_and(|view| !view.paused);
            let chosen = if open { player.choose(&mut self.seed) } else { None };
            let Some((decision, command)) = chosen else { return Some(()) };
            self.unanswered = Some(Sent { id: self.seed.id(), decision, command });
        }
        talk.waiting = true;
        player.try_send(&self.unanswered.as_ref()?.message()).await
    }

    fn hear(&mut self, message: ServerMessage, talk: &mut Talk) {
        match message {
            ServerMessage::Accepted { id, seq } => self.accept(id, seq, talk),
            ServerMessage::Rejected { id, code, .. } => self.refuse(id, code, talk),
            ServerMessage::Update(_) => talk.held = false,
            ServerMessage::Closing { retry_after_ms, .. } => talk.hint = retry_after_ms.is_some(),
            ServerMessage::Error { code, detail, .. } => {
                self.faults.push(format!("{code:?}: {detail}"));
            }
            ServerMessage::Welcome(_)
            | ServerMessage::Room { .. }
            | ServerMessage::Chat(_)
            | ServerMessage::Pong { .. } => {}
        }
    }

    fn accept(&mut self, id: Uuid, seq: u64, talk: &mut Talk) {
        if let Some((_, before)) = self.accepted.get(&id) {
            if *before != seq {
                self.faults.push(format!("{id} was accepted as {before} and as {seq}"));
            }
            return;
        }
        match self.unanswered.take() {
            Some(sent) if sent.id == id => {
                self.answered(talk);
                self.accepted.insert(id, (sent, seq));
            }
            other => {
                self.unanswered = other;
                self.faults.push(format!("{id} was accepted and is not under way"));
            }
        }
    }

    fn refuse(&mut self, id: Uuid, code: Code, talk: &mut Talk) {
        if self.unanswered.as_ref().is_none_or(|sent| sent.id != id) {
            self.faults.push(format!("{id} was refused ({code:?}) and is not under way"));
            return;
        }
        if [Code::Busy, Code::StorageUnavailable, Code::Draining].contains(&code) {
            // It is to be sent again; what comes next tells when.
            talk.waiting = false;
            talk.held = true;
            self.put_off += u64::from(code == Code::StorageUnavailable);
            return;
        }
        self.unanswered = None;
        self.answered(talk);
        self.refused.insert(id);
    }

    fn answered(&mut self, talk: &mut Talk) {
        talk.waiting = false;
        self.resolved += u64::from(std::mem::take(&mut talk.again));
    }

    /// Keeps what this connection was told.
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

impl Sent {
    fn message(&self) -> ClientMessage {
        let Self { id, decision, command } = self.clone();
        ClientMessage::Command { id, decision, command }
    }
}
