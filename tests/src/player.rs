//! A client over a real socket that holds the server to its word.
//!
//! Every message must be of the protocol's types, and every update must keep what the protocol
//! promises of all updates: `Player::note` is the list. It keeps all frames as they came, because
//! what must not be in them can only be searched in the bytes.

use std::collections::BTreeMap;
use std::net::SocketAddr;

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

/// What the socket gave next.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// A message.
    Message(Box<ServerMessage>),
    /// A close frame with this code.
    Close(u16),
    /// The connection ended without one.
    Gone,
}

/// Why a command was refused.
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
    /// Who it is in the room, once `welcome` has come.
    pub welcome: Option<Welcome>,
    /// The room as last told.
    pub room: Option<Room>,
    /// The newest update.
    pub view: Option<Update>,
    /// Every text frame of this connection.
    pub frames: Vec<String>,
    /// Every event of this connection, in the order told.
    pub events: Vec<Value>,
    /// The log chain's head after each entry that an update was at.
    pub heads: BTreeMap<u64, String>,
    code: String,
    token: Option<String>,
    pings: u64,
}

impl Player {
    /// Opens a socket and says nothing. `buffer` bounds what is received ahead of being read.
    pub async fn open(server: &Server, code: &str, buffer: Option<u32>) -> Self {
        Self::try_open(server.at, code, buffer).await.expect("a socket")
    }

    /// The same; nothing if nobody is there, as while a server is killed.
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
    /// comes after the welcome is still to be read. Without a welcome: the error told instead, or
    /// nothing if the connection failed.
    pub async fn try_seat(
        at: SocketAddr,
        seated: &Seated,
        after: Option<u64>,
    ) -> Result<Self, Option<Code>> {
        let mut player = Self::try_open(at, &seated.room.code, None).await.ok_or(None)?;
        player.token = Some(seated.token.clone());
        let hello = ClientMessage::Hello { token: player.token.clone(), after };
        player.try_send(&hello).await.ok_or(None)?;
        match player.told().await {
            Told::Message(first) => {
                if let ServerMessage::Error { code, .. } = *first {
                    return Err(Some(code));
                }
                assert!(matches!(*first, ServerMessage::Welcome(_)), "instead: {first:?}");
                Ok(player)
            }
            Told::Close(_) | Told::Gone => Err(None),
        }
    }

    /// Sends a message to a server that may be dead; nothing if it is.
    pub async fn try_send(&mut self, message: &ClientMessage) -> Option<()> {
        let frame = Message::text(json!(message).to_string());
        timeout(PATIENCE, self.socket.send(frame)).await.unwrap().ok()
    }

    /// Says `hello`; whether it was heard, the next message shows.
    pub async fn hello(&mut self, token: Option<&str>, after: Option<u64>) {
        let token = token.map(str::to_owned);
        self.token.clone_from(&token);
        self.send(&ClientMessage::Hello { token, after }).await;
    }

    /// Takes up a seat, after what it has already.
    pub async fn seat(server: &Server, seated: &Seated, after: Option<u64>) -> Self {
        let mut player = Self::open(server, &seated.room.code, None).await;
        player.hello(Some(&seated.token), after).await;
        player.welcomed(You::Seat(seated.seat)).await;
        player
    }

    /// Watches, after what it has already.
    pub async fn watch(server: &Server, code: &str, after: Option<u64>) -> Self {
        let mut player = Self::open(server, code, None).await;
        player.hello(None, after).await;
        player.welcomed(You::Spectator(true)).await;
        player
    }

    /// Comes back on a new connection, after what it has; what it had is kept.
    pub async fn come_back(&mut self, server: &Server) {
        let after = self.view.as_ref().map(|update| update.seq);
        let mut again = Self::open(server, &self.code, None).await;
        again.hello(self.token.as_deref(), after).await;
        again.welcomed(self.welcome.as_ref().unwrap().you).await;
        for (seq, head) in std::mem::take(&mut self.heads) {
            let known = again.heads.entry(seq).or_insert_with(|| head.clone());
            assert_eq!(*known, head, "entry {seq} has one head, before and after");
        }
        let (frames, events) = (std::mem::take(&mut self.frames), std::mem::take(&mut self.events));
        again.frames.splice(..0, frames);
        again.events.splice(..0, events);
        *self = again;
    }

    /// Says goodbye and waits for the end of the connection; what was heard is kept.
    pub async fn leave(&mut self) {
        timeout(PATIENCE, self.socket.close(None)).await.unwrap().unwrap();
        while self.told().await != Told::Gone {}
    }

    async fn welcomed(&mut self, you: You) {
        let first = self.next().await;
        let ServerMessage::Welcome(welcome) = first else {
            panic!("instead of welcome: {first:?}")
        };
        assert_eq!((welcome.protocol, welcome.you), (PROTOCOL_VERSION, you));
        self.sync().await;
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) {
        self.raw(&json!(message).to_string()).await;
    }

    /// Sends a text frame.
    pub async fn raw(&mut self, text: &str) {
        self.frame(Message::text(text)).await;
    }

    /// Sends any frame.
    pub async fn frame(&mut self, frame: Message) {
        timeout(PATIENCE, self.socket.send(frame)).await.unwrap().unwrap();
    }

    /// What comes next, whatever it is.
    pub async fn told(&mut self) -> Told {
        loop {
            let frame = timeout(PATIENCE, self.socket.next()).await;
            match frame.expect("the server says something") {
                Some(Ok(Message::Text(text))) => {
                    return Told::Message(Box::new(self.note(text.as_str())));
                }
                Some(Ok(Message::Close(Some(frame)))) => return Told::Close(frame.code.into()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                None | Some(Err(_) | Ok(Message::Close(None))) => return Told::Gone,
                Some(Ok(other)) => panic!("the server sends text frames only: {other:?}"),
            }
        }
    }

    /// The next message.
    pub async fn next(&mut self) -> ServerMessage {
        match self.told().await {
            Told::Message(message) => *message,
            end @ (Told::Close(_) | Told::Gone) => panic!("instead of a message: {end:?}"),
        }
    }

    /// Everything that is still said, and the code of the close at its end.
    pub async fn to_the_end(&mut self) -> (Vec<ServerMessage>, u16) {
        let mut messages = Vec::new();
        loop {
            match self.told().await {
                Told::Message(message) => messages.push(*message),
                Told::Close(code) => {
                    // Reading on is what finishes the closing handshake.
                    while self.told().await != Told::Gone {}
                    return (messages, code);
                }
                Told::Gone => panic!("instead of a close, after {messages:?}"),
            }
        }
    }

    /// Reads all that was sent up to now: whatever the server had for this client before it heard
    /// the ping stands before the pong. Yields what came.
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
        let told = self.sync().await;
        assert!(told.is_empty(), "{told:?}");
    }

    /// Reads until something holds; what comes is noted.
    pub async fn until(&mut self, holds: impl Fn(&Self) -> bool) {
        while !holds(self) {
            self.next().await;
        }
    }

    /// Says that this seat is ready, and waits until the room says so too.
    pub async fn ready(&mut self) {
        let seat = usize::from(self.number().unwrap());
        self.send(&ClientMessage::Ready { commitment: None }).await;
        let said = |room: &Room| room.seats[seat].ready;
        self.until(|own| own.view.is_some() || own.room.as_ref().is_some_and(said)).await;
    }

    /// Sends a command under an id and yields its answer; what comes before is noted.
    pub async fn command(
        &mut self,
        id: Uuid,
        decision: u64,
        command: Value,
    ) -> Result<u64, Refused> {
        self.act(&ClientMessage::Command { id, decision, command }).await
    }

    /// Sends something that has an id, and yields its answer.
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
                return Err(Refused { code, detail, rule });
            }
        }
    }

    /// The seat's number.
    pub fn number(&self) -> Option<u8> {
        match self.welcome.as_ref()?.you {
            You::Seat(seat) => Some(seat),
            You::Spectator(_) => None,
        }
    }

    /// The newest update.
    pub fn now(&self) -> &Update {
        self.view.as_ref().expect("the match has begun")
    }

    /// A random answer to the open question, if one is open.
    pub fn choose(&self, seed: &mut Seed) -> Option<(u64, Value)> {
        let update = self.now();
        let decision = update.decision?;
        let offers = update.offers.as_ref().unwrap();
        let strict: Vec<_> = offers.iter().filter(|offer| !offer.loose).collect();
        let chosen = strict[seed.below(strict.len())];
        Some((decision, seed.fill(&chosen.command)))
    }

    /// Reads a frame, holds it to the protocol and keeps what it says.
    fn note(&mut self, text: &str) -> ServerMessage {
        let tree: Value = serde_json::from_str(text).expect(text);
        let message: ServerMessage = serde_json::from_value(tree.clone()).expect(text);
        self.frames.push(text.to_owned());
        match &message {
            ServerMessage::Welcome(welcome) => {
                self.room = Some(welcome.room.clone());
                self.welcome = Some(welcome.clone());
            }
            ServerMessage::Room { room } => self.room = Some(room.clone()),
            ServerMessage::Update(update) => self.update(&tree, update.clone()),
            ServerMessage::Accepted { seq, .. } => {
                // Accepted follows an update that shows it.
                assert!(self.now().seq >= *seq, "accepted {seq} at update {}", self.now().seq);
            }
            ServerMessage::Rejected { .. }
            | ServerMessage::Chat(_)
            | ServerMessage::Pong { .. }
            | ServerMessage::Error { .. }
            | ServerMessage::Closing { .. } => {}
        }
        message
    }

    /// What holds of every update.
    fn update(&mut self, tree: &Value, update: Update) {
        let seat = self.number();
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
        assert!(update.decision.is_none_or(|decision| decision <= update.seq), "{tree}");
        assert_eq!(update.awaiting.is_empty(), update.outcome.is_some(), "{tree}");
        let numbers: Vec<u64> = update.events.iter().map(|event| event.seq).collect();
        assert!(numbers.is_sorted(), "{numbers:?}");
        assert!(numbers.last().is_none_or(|last| *last <= update.seq), "{tree}");
        if let Some(before) = &self.view {
            assert!(before.seq <= update.seq, "{} after {}", update.seq, before.seq);
            assert!(before.now_ms <= update.now_ms, "{} after {}", update.now_ms, before.now_ms);
            assert!(numbers.first().is_none_or(|first| *first > before.seq), "told twice: {tree}");
        }
        let known = self.heads.entry(update.seq).or_insert_with(|| update.head.clone());
        assert_eq!(*known, update.head, "entry {} has one head", update.seq);
        self.events.extend(tree["events"].as_array().unwrap().iter().cloned());
        self.view = Some(update);
    }
}
