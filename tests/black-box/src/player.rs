//! A client over a real socket that checks every promise of the server.
//!
//! Every message must be of the protocol's types, and every update must keep what the protocol
//! promises of all updates: `Player::note` is the list. It keeps all frames as they came, because
//! only the bytes show what must not be in them.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Instant;

use futures_util::{SinkExt, StreamExt};
use protocol::envelope::Welcome;
use protocol::room::{Room, Seated};
use protocol::{
    ClientMessage, Code, MAX_OFFERS, MAX_OFFERS_BYTES, PROTOCOL_VERSION, SUBPROTOCOL,
    ServerMessage, Update, You,
};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use uuid::Uuid;

use crate::seed::Seed;
use crate::server::{Server, connect};
use crate::{PATIENCE, http::ROOMS};

/// The next thing that came from the socket.
#[derive(Clone, Debug, PartialEq)]
pub enum Received {
    /// A message.
    Message(Box<ServerMessage>),
    /// A close frame with this code.
    Close(u16),
    /// The connection ended without one.
    Gone,
}

/// The refusal of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The reason, for programs.
    pub code: Code,
    /// The reason, for people.
    pub detail: String,
    /// The rule it rests on.
    pub rule: Option<String>,
}

/// Somebody in a room: a seat's holder, or a spectator.
#[derive(Debug)]
pub struct Player {
    /// The socket itself, for what is not a message.
    pub socket: WebSocketStream<TcpStream>,
    /// The answer to `hello`, with the player's own role in the room, once it has come.
    pub welcome: Option<Welcome>,
    /// The room as it was last shown.
    pub room: Option<Room>,
    /// The newest update.
    pub view: Option<Update>,
    /// Every text frame of this connection.
    pub frames: Vec<String>,
    /// Every event of this connection, in the order received.
    pub events: Vec<Value>,
    /// The log chain's head after each entry that an update was at.
    pub heads: BTreeMap<u64, String>,
    code: String,
    token: Option<String>,
    pings: u64,
}

impl Player {
    /// Opens a socket and sends nothing. `buffer` bounds what is received ahead of being read.
    pub async fn open(server: &Server, code: &str, buffer: Option<u32>) -> Self {
        Self::try_open(server.at, code, buffer).await.expect("a socket")
    }

    /// Opens a socket like [`Player::open`]; `None` if nobody listens, as while a server is killed.
    async fn try_open(at: SocketAddr, code: &str, buffer: Option<u32>) -> Option<Self> {
        let url = format!("ws://{at}{ROOMS}/{code}/socket");
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("Sec-WebSocket-Protocol", SUBPROTOCOL.parse().unwrap());
        let tcp = connect(at, buffer).await.ok()?;
        let config = WebSocketConfig::default().read_buffer_size(4096);
        let opening = client_async_with_config(request, tcp, Some(config));
        let (socket, answer) = timeout(PATIENCE, opening).await.unwrap().ok()?;
        assert_eq!(answer.headers()["Sec-WebSocket-Protocol"], SUBPROTOCOL);
        Some(Self {
            socket,
            welcome: None,
            room: None,
            view: None,
            frames: Vec::new(),
            events: Vec::new(),
            heads: BTreeMap::new(),
            code: code.to_owned(),
            token: None,
            pings: 0,
        })
    }

    /// Takes up a seat of a server that may die at any moment, after what it has already; what
    /// comes after the welcome is still to be read. Without a welcome: the error sent instead, or
    /// `None` if the connection failed.
    pub async fn try_seat(
        at: SocketAddr,
        seated: &Seated,
        after: Option<u64>,
    ) -> Result<Self, Option<Code>> {
        Self::try_hello(at, &seated.room.code, Some(&seated.token), after).await
    }

    /// Watches a room like [`Player::try_seat`] takes up a seat.
    pub async fn try_watch(at: SocketAddr, code: &str) -> Result<Self, Option<Code>> {
        Self::try_hello(at, code, None, None).await
    }

    async fn try_hello(
        at: SocketAddr,
        code: &str,
        token: Option<&str>,
        after: Option<u64>,
    ) -> Result<Self, Option<Code>> {
        let mut player = Self::try_open(at, code, None).await.ok_or(None)?;
        player.token = token.map(str::to_owned);
        let hello = ClientMessage::Hello { token: player.token.clone(), after };
        player.try_send(&hello).await.ok_or(None)?;
        match player.receive().await {
            Received::Message(first) => {
                if let ServerMessage::Error { code, .. } = *first {
                    return Err(code.into_known());
                }
                if let ServerMessage::Closing { .. } = *first {
                    // It stops just now.
                    return Err(Some(Code::Draining));
                }
                assert!(matches!(*first, ServerMessage::Welcome(_)), "instead: {first:?}");
                Ok(player)
            }
            Received::Close(_) | Received::Gone => Err(None),
        }
    }

    /// Sends a message to a server that may be dead; `None` if it is.
    pub async fn try_send(&mut self, message: &ClientMessage) -> Option<()> {
        let frame = Message::text(json!(message).to_string());
        timeout(PATIENCE, self.socket.send(frame)).await.unwrap().ok()
    }

    /// Sends `hello`; the next message shows whether it arrived.
    pub async fn hello(&mut self, token: Option<&str>, after: Option<u64>) {
        let token = token.map(str::to_owned);
        self.token.clone_from(&token);
        self.send(&ClientMessage::Hello { token, after }).await;
    }

    /// Takes up a seat, after what it has already.
    pub async fn seat(server: &Server, seated: &Seated, after: Option<u64>) -> Self {
        Self::enter(server, &seated.room.code, Some(&seated.token), after, You::Seat(seated.seat))
            .await
    }

    /// Sits down beside a seat as its coach.
    pub async fn coach(server: &Server, code: &str, token: &str, pupil: u8) -> Self {
        Self::enter(server, code, Some(token), None, You::Coach(pupil)).await
    }

    /// Watches a room, after what it has already.
    pub async fn watch(server: &Server, code: &str, after: Option<u64>) -> Self {
        Self::enter(server, code, None, after, You::Spectator(true)).await
    }

    /// Comes in as who it must be, and again as long as the room's server cannot reach its store, or a room
    /// has none: as every client does.
    async fn enter(
        server: &Server,
        code: &str,
        token: Option<&str>,
        after: Option<u64>,
        you: You,
    ) -> Self {
        let began = Instant::now();
        loop {
            let mut player = Self::open(server, code, None).await;
            player.hello(token, after).await;
            let first = player.next().await;
            if let ServerMessage::Welcome(welcome) = &first {
                assert_eq!((welcome.protocol, welcome.you), (PROTOCOL_VERSION, you));
                player.sync().await;
                return player;
            }
            let later = matches!(&first, ServerMessage::Error { code, .. } if *code == Code::StorageUnavailable);
            assert!(later && began.elapsed() < PATIENCE, "instead of welcome: {first:?}");
        }
    }

    /// Comes back on a new connection, after what it has; what it had is kept.
    pub async fn come_back(&mut self, server: &Server) {
        let after = self.view.as_ref().map(|update| update.seq);
        let you = self.welcome.as_ref().unwrap().you;
        let mut again = Self::enter(server, &self.code, self.token.as_deref(), after, you).await;
        for (seq, head) in std::mem::take(&mut self.heads) {
            let known = again.heads.entry(seq).or_insert_with(|| head.clone());
            assert_eq!(*known, head, "entry {seq} has one head, before and after");
        }
        let (frames, events) = (std::mem::take(&mut self.frames), std::mem::take(&mut self.events));
        again.frames.splice(..0, frames);
        again.events.splice(..0, events);
        *self = again;
    }

    /// Closes the connection and waits for its end; everything received is kept.
    pub async fn leave(&mut self) {
        timeout(PATIENCE, self.socket.close(None)).await.unwrap().unwrap();
        while self.receive().await != Received::Gone {}
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) {
        self.raw(&json!(message).to_string()).await;
    }

    /// Sends messages in one go, so that none is answered before the last has been sent.
    pub async fn send_together(&mut self, messages: &[ClientMessage]) {
        for message in messages {
            let frame = Message::text(json!(message).to_string());
            timeout(PATIENCE, self.socket.feed(frame)).await.unwrap().unwrap();
        }
        timeout(PATIENCE, self.socket.flush()).await.unwrap().unwrap();
    }

    /// Sends a text frame.
    pub async fn raw(&mut self, text: &str) {
        self.frame(Message::text(text)).await;
    }

    /// Sends any frame.
    pub async fn frame(&mut self, frame: Message) {
        timeout(PATIENCE, self.socket.send(frame)).await.unwrap().unwrap();
    }

    /// Receives the next message or the end of the connection.
    pub async fn receive(&mut self) -> Received {
        loop {
            let frame = timeout(PATIENCE, self.socket.next()).await;
            match frame.expect("the server says something") {
                Some(Ok(Message::Text(text))) => {
                    return Received::Message(Box::new(self.note(text.as_str())));
                }
                Some(Ok(Message::Close(Some(frame)))) => return Received::Close(frame.code.into()),
                // The library answers pings while it reads.
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                None | Some(Err(_) | Ok(Message::Close(None))) => return Received::Gone,
                Some(Ok(other)) => panic!("the server sends text frames only: {other:?}"),
            }
        }
    }

    /// Receives the next message.
    pub async fn next(&mut self) -> ServerMessage {
        match self.receive().await {
            Received::Message(message) => *message,
            end @ (Received::Close(_) | Received::Gone) => panic!("instead of a message: {end:?}"),
        }
    }

    /// Receives everything that is still sent, and the code of the close at its end.
    pub async fn to_the_end(&mut self) -> (Vec<ServerMessage>, u16) {
        let mut messages = Vec::new();
        loop {
            match self.receive().await {
                Received::Message(message) => messages.push(*message),
                Received::Close(code) => {
                    // Reading on is what finishes the closing handshake.
                    while self.receive().await != Received::Gone {}
                    return (messages, code);
                }
                Received::Gone => panic!("instead of a close, after {messages:?}"),
            }
        }
    }

    /// Reads all that was sent up to now: whatever the server had for this client before it
    /// received the ping comes before the pong. Returns the messages.
    ///
    /// The pong does not come from the room. What an act causes is there once the act was answered.
    pub async fn sync(&mut self) -> Vec<ServerMessage> {
        self.pings += 1;
        let nonce = self.pings;
        self.send(&ClientMessage::Ping { nonce }).await;
        let mut messages = Vec::new();
        loop {
            let message = self.next().await;
            if message == (ServerMessage::Pong { nonce }) {
                return messages;
            }
            messages.push(message);
        }
    }

    /// Asserts that nothing was sent since the last message read.
    pub async fn nothing(&mut self) {
        let received = self.sync().await;
        assert!(received.is_empty(), "{received:?}");
    }

    /// Reads until something holds; what comes is kept.
    pub async fn until(&mut self, holds: impl Fn(&Self) -> bool) {
        while !holds(self) {
            self.next().await;
        }
    }

    /// Sends that this seat is ready, and waits until the room says so too.
    pub async fn ready(&mut self) {
        let seat = usize::from(self.number().unwrap());
        self.send(&ClientMessage::Ready { id: None, commitment: None }).await;
        let said = |room: &Room| room.seats[seat].ready;
        self.until(|own| own.view.is_some() || own.room.as_ref().is_some_and(said)).await;
    }

    /// Sends a command under an id and returns its answer; what comes before is kept.
    pub async fn command(
        &mut self,
        id: Uuid,
        decision: u64,
        command: Value,
    ) -> Result<u64, Refused> {
        self.act(&ClientMessage::Command { id, decision, command }).await
    }

    /// Sends something that has an id, and returns its answer.
    pub async fn act(&mut self, act: &ClientMessage) -> Result<u64, Refused> {
        let sent = json!(act);
        self.raw(&sent.to_string()).await;
        loop {
            let message = self.next().await;
            if let ServerMessage::Accepted { id, seq } = &message
                && json!(id) == sent["id"]
            {
                return Ok(*seq);
            }
            if let ServerMessage::Rejected { id, code, detail, rule, .. } = message
                && json!(id) == sent["id"]
            {
                let code = code.into_known().expect("a code of this version");
                return Err(Refused { code, detail, rule });
            }
        }
    }

    /// Returns the seat's number; `None` for a spectator.
    pub fn number(&self) -> Option<u8> {
        match self.welcome.as_ref()?.you {
            You::Seat(seat) => Some(seat),
            You::Spectator(_) | You::Coach(_) => None,
        }
    }

    /// Returns the newest update.
    pub fn now(&self) -> &Update {
        self.view.as_ref().expect("the match has begun")
    }

    /// Chooses a random answer to the open question, if one is open.
    pub fn choose(&self, seed: &mut Seed) -> Option<(u64, Value)> {
        let update = self.now();
        let decision = update.decision?;
        let offers = update.offers.as_ref().unwrap();
        let strict: Vec<_> = offers.iter().filter(|offer| !offer.loose).collect();
        let chosen = strict[seed.below(strict.len())];
        Some((decision, seed.fill(&chosen.command)))
    }

    /// Reads a frame, checks it against the protocol and keeps its content.
    fn note(&mut self, text: &str) -> ServerMessage {
        let message: ServerMessage = serde_json::from_str(text).expect(text);
        self.frames.push(text.to_owned());
        match &message {
            ServerMessage::Welcome(welcome) => {
                self.room = Some(welcome.room.clone());
                self.welcome = Some(welcome.clone());
            }
            ServerMessage::Room { room } => self.room = Some(room.clone()),
            ServerMessage::Update(update) => self.update(text, update.clone()),
            ServerMessage::Accepted { seq, .. } => {
                // Accepted follows an update that shows it; before the match it is 0.
                let known = self.view.as_ref().map_or(0, |view| view.seq);
                assert!(known >= *seq, "accepted {seq} at update {known}");
            }
            ServerMessage::Rejected { .. }
            | ServerMessage::Hint(_)
            | ServerMessage::Preview(_)
            | ServerMessage::Lesson(_)
            | ServerMessage::Point { .. }
            | ServerMessage::Chat(_)
            | ServerMessage::Pong { .. }
            | ServerMessage::Error { .. }
            | ServerMessage::Closing { .. } => {}
        }
        message
    }

    /// Checks the promises that hold of every update, and keeps the update.
    fn update(&mut self, text: &str, update: Update) {
        let tree: Value = serde_json::from_str(text).expect(text);
        // A coach is shown what its pupil is.
        let seat = match self.welcome.as_ref().map(|welcome| welcome.you) {
            Some(You::Seat(seat) | You::Coach(seat)) => Some(seat),
            Some(You::Spectator(_)) | None => None,
        };
        for key in ["private", "offers"] {
            assert_eq!(tree.get(key).is_some(), seat.is_some(), "{key} for {seat:?}: {tree}");
        }
        let awaited = seat.is_some_and(|seat| update.awaiting.contains(&seat));
        assert_eq!(update.decision.is_some(), awaited, "a question only to the awaited: {tree}");
        if let Some(offers) = &update.offers {
            assert_eq!(offers.is_empty(), !awaited, "offers only to the awaited: {tree}");
            assert!(!awaited || offers.iter().any(|offer| !offer.loose), "one strict offer");
            assert!(offers.len() <= MAX_OFFERS, "{} offers", offers.len());
            assert!(tree["offers"].to_string().len() <= MAX_OFFERS_BYTES);
        }
        // Of all questions only those of Europe's open play take more than one command.
        let open_play = tree["public"]["phase"] == "play" && update.decision.is_some();
        assert_eq!(update.standing, open_play, "{tree}");
        assert_eq!(update.awaiting.is_empty(), update.outcome.is_some(), "{tree}");
        let numbers: Vec<u64> = update.events.iter().map(|event| event.seq).collect();
        assert!(numbers.is_sorted(), "{numbers:?}");
        assert!(numbers.last().is_none_or(|last| *last <= update.seq), "{tree}");
        if let Some(before) = &self.view {
            assert!(before.seq <= update.seq, "{} after {}", update.seq, before.seq);
            assert!(before.now_ms <= update.now_ms, "{} after {}", update.now_ms, before.now_ms);
            assert!(numbers.first().is_none_or(|first| *first > before.seq), "sent twice: {tree}");
        }
        let known = self.heads.entry(update.seq).or_insert_with(|| update.head.clone());
        assert_eq!(*known, update.head, "entry {} has one head", update.seq);
        self.events.extend(tree["events"].as_array().unwrap().iter().cloned());
        self.view = Some(update);
    }
}
