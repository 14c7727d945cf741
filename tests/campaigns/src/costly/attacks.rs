//! The kinds of attack: each asks for one costly thing over and over.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::{FutureExt, SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use crate::attack::{Ask, PAUSE, Target};

/// Every kind but the one that never reads.
pub(super) const KINDS: [Kind; 7] = [
    Kind::Frames,
    Kind::Files,
    Kind::List,
    Kind::Archive,
    Kind::Spectators,
    Kind::Rematches,
    Kind::Pauses,
];

/// Frames of a message that never ends, sent at once.
const FRAMES: usize = 1_000;

/// A kind of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Empty frames of a message that never ends.
    Frames,
    /// Large files, to be compressed.
    Files,
    /// The list of rooms.
    List,
    /// Record and replay of a match that is over.
    Archive,
    /// Spectators of a running match who come and go.
    Spectators,
    /// Resign against a bot, and again.
    Rematches,
    /// Pause and go on, against bots who agree.
    Pauses,
}

/// The rooms and files that attackers ask for.
#[derive(Debug)]
pub(super) struct Resources {
    pub(super) over: String,
    pub(super) running: String,
    pub(super) file: String,
}

/// The answers that the attackers of a kind have seen.
#[derive(Debug, Default)]
pub struct Counts {
    taken: AtomicU64,
    refused: AtomicU64,
    entries: AtomicU64,
}

impl Counts {
    /// Returns the number of requests that the server carried out.
    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Returns the number of requests that it refused.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Returns the number of entries in the longest log of a match of theirs.
    pub fn entries(&self) -> u64 {
        self.entries.load(Ordering::Relaxed)
    }

    /// Checks whether the server has seen an attack of this kind at work: a limit of its own met, or
    /// something carried out or refused.
    pub(super) fn met(&self, kind: Kind) -> bool {
        match kind {
            Kind::Frames => self.refused() > 0,
            Kind::Pauses => self.entries() > 0,
            Kind::Files | Kind::List | Kind::Archive | Kind::Spectators | Kind::Rematches => {
                self.taken() + self.refused() > 0
            }
        }
    }

    /// Returns counts of as many of everything.
    #[cfg(test)]
    pub(super) fn seen(each: u64) -> Self {
        Self { taken: each.into(), refused: each.into(), entries: each.into() }
    }

    fn took(&self, taken: bool) {
        let count = if taken { &self.taken } else { &self.refused };
        count.fetch_add(1, Ordering::Relaxed);
    }
}

/// One who attacks.
struct Foe {
    from: Target,
    resources: Arc<Resources>,
    counts: Arc<Counts>,
}

type Socket = WebSocketStream<TcpStream>;

impl Kind {
    /// Attacks without end, from an address of its own.
    pub(super) fn attack(
        self,
        at: SocketAddr,
        number: u64,
        resources: Arc<Resources>,
        counts: Arc<Counts>,
    ) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let foe = Foe { from: Target::new(at, 50 + self as u8, number), resources, counts };
        match self {
            Self::Frames => Box::pin(frames(foe)),
            Self::Files => Box::pin(files(foe)),
            Self::List => Box::pin(list(foe)),
            Self::Archive => Box::pin(archive(foe)),
            Self::Spectators => Box::pin(spectators(foe)),
            Self::Rematches => Box::pin(rematches(foe)),
            Self::Pauses => Box::pin(pauses(foe)),
        }
    }
}

impl Foe {
    /// Asks, counts, and returns the answer's body; `None` if it was refused.
    async fn ask(&self, ask: Ask<'_>) -> Option<Value> {
        let answer = self.from.ask(ask).await;
        let taken = answer.filter(|(status, _)| (200..300).contains(status));
        self.counts.took(taken.is_some());
        if taken.is_none() {
            sleep(PAUSE).await;
        }
        taken.map(|(_, body)| body)
    }

    async fn get(&self, path: &str, gzip: bool) {
        self.ask(Ask { method: "GET", path, gzip, ..Ask::default() }).await;
    }

    async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Option<Value> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.ask(Ask { method: "POST", path, token, body: &body, gzip: false }).await
    }

    /// Creates a room of this game with bots in every other seat; returns it, and the socket of its
    /// host, who is ready.
    async fn with_bots(&self, game: &str, options: Value) -> Option<(Value, Socket)> {
        let wanted = json!({"game": game, "name": "Mallory", "options": options});
        let room = self.post("/api/v1/rooms", None, &wanted).await?;
        let (code, token) = keys(&room)?;
        for seat in 1..room["room"]["seats"].as_array()?.len() {
            let path = format!("/api/v1/rooms/{code}/seats/{seat}/bot");
            self.post(&path, Some(token), &json!({})).await?;
        }
        let socket = self.begin(&room).await?;
        Some((room, socket))
    }

    /// Enters a room and is ready, up to the match's first update.
    async fn begin(&self, room: &Value) -> Option<Socket> {
        let (code, token) = keys(room)?;
        let mut socket = self.from.enter(code, Some(token)).await?;
        say(&mut socket, &json!({"type": "ready"})).await?;
        until(&mut socket, |message| message["type"] == "update").await?;
        Some(socket)
    }
}

/// Returns the code and the token of a seat that was taken.
fn keys(seated: &Value) -> Option<(&str, &str)> {
    Some((seated["room"]["code"].as_str()?, seated["token"].as_str()?))
}

async fn say(socket: &mut Socket, message: &Value) -> Option<()> {
    socket.send(Message::text(message.to_string())).await.ok()
}

/// Reads up to such a message; `None` if the socket ends before.
async fn until(socket: &mut Socket, such: impl Fn(&Value) -> bool) -> Option<Value> {
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let message: Value = serde_json::from_str(&text).ok()?;
        if such(&message) {
            return Some(message);
        }
    }
    None
}

async fn frames(foe: Foe) {
    loop {
        if let Some(mut socket) = foe.from.enter(&foe.resources.running, None).await
            && until(&mut socket, |message| message["type"] == "update").await.is_some()
            && endless(&foe, socket).await
        {
            foe.counts.took(false);
        }
        sleep(PAUSE).await;
    }
}

/// Sends a message that never ends, until the server ends the connection; `true` if it did so for the
/// frames. Its goodbye may be lost on the way, for it does not wait for the rest of them.
async fn endless(foe: &Foe, mut socket: Socket) -> bool {
    // Masked, empty, and none of them the last.
    let begin = [0x01, 0x80, 0, 0, 0, 0];
    let more = [0x00, 0x80, 0, 0, 0, 0].repeat(FRAMES);
    let mut sent = socket.get_mut().write_all(&begin).await;
    while sent.is_ok() {
        sent = socket.get_mut().write_all(&more).await;
        foe.counts.took(true);
        while let Some(received) = socket.next().now_or_never() {
            match received {
                Some(Ok(Message::Close(end))) => {
                    return end.is_some_and(|end| u16::from(end.code) == 1008);
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return true,
            }
        }
    }
    true
}

async fn files(foe: Foe) {
    loop {
        foe.get(&foe.resources.file, true).await;
        foe.get("/api/v1/schema.json", true).await;
    }
}

async fn list(foe: Foe) {
    loop {
        foe.get("/api/v1/rooms", false).await;
    }
}

async fn archive(foe: Foe) {
    let room = format!("/api/v1/rooms/{}", foe.resources.over);
    loop {
        foe.get(&format!("{room}/record"), false).await;
        foe.get(&format!("{room}/replay"), false).await;
    }
}

async fn spectators(foe: Foe) {
    loop {
        let let_in = match foe.from.enter(&foe.resources.running, None).await {
            Some(mut socket) => until(&mut socket, |message| message["type"] == "update").await,
            None => None,
        };
        foe.counts.took(let_in.is_some());
        if let_in.is_none() {
            sleep(PAUSE).await;
        }
    }
}

async fn rematches(foe: Foe) {
    loop {
        if chain(&foe).await.is_none() {
            sleep(PAUSE).await;
        }
    }
}

/// Resigns and wants a rematch, until something is refused.
async fn chain(foe: &Foe) -> Option<()> {
    let (mut room, mut socket) = foe.with_bots(black_box::GAME, json!({})).await?;
    loop {
        say(&mut socket, &json!({"type": "resign", "id": Uuid::new_v4()})).await?;
        until(&mut socket, |message| message["room"]["state"] == "finished").await?;
        let (code, token) = keys(&room)?;
        let path = format!("/api/v1/rooms/{code}/rematch");
        room = foe.post(&path, Some(token), &Value::Null).await?;
        socket = foe.begin(&room).await?;
    }
}

async fn pauses(foe: Foe) {
    let options = json!({"players": 2});
    loop {
        if let Some((_, mut socket)) = foe.with_bots("europe", options.clone()).await {
            pause(&foe, &mut socket).await;
        }
        sleep(PAUSE).await;
    }
}

/// Pauses and goes on, as often as the socket lets it, until it is refused.
async fn pause(foe: &Foe, socket: &mut Socket) -> Option<()> {
    for want in [true, false].into_iter().cycle() {
        let id = Uuid::new_v4().to_string();
        say(socket, &json!({"type": "pause", "id": id, "want": want})).await?;
        let answer = until(socket, |message| message["id"] == id).await?;
        foe.counts.took(answer["type"] == "accepted");
        let entries = answer["seq"].as_u64().unwrap_or_default();
        foe.counts.entries.fetch_max(entries, Ordering::Relaxed);
    }
    None
}
