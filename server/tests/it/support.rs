//! Shared parts of the black-box tests: a server on a port of its own, an HTTP client of a few lines, a
//! socket client, and a frozen clock.
//!
//! Nothing here sleeps. Waiting means waiting for a message; passing time means advancing the
//! paused clock, which a blocked thread keeps from running ahead while sockets are busy.

// Each test binary uses its own part of this, and helpers of tests may unwrap like tests.
#![allow(dead_code, clippy::unwrap_used)]

pub(crate) mod authority;
pub(crate) mod game;
pub(crate) mod log;
pub(crate) mod push_service;
pub(crate) mod receiver;
pub(crate) mod smtp;
mod specified;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::component_data::load_catalogues;
use server::notices::{Courier, Notifier, PushKey, Reach, Silent};
use server::rooms::RoomsSetup;
use server::{Rooms, Settings, gateway};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};
use uuid::Uuid;

pub(crate) use self::log::TestLog;

/// A clock that stands still until it is moved on.
pub(crate) struct Frozen {
    _held: std::sync::mpsc::Sender<()>,
}

impl Frozen {
    /// Keeps the clock of a test with `start_paused` where it is. Without the blocked thread, a
    /// paused clock leaps to the next timer whenever everyone waits for a socket.
    pub(crate) fn clock() -> Self {
        let (held, released) = std::sync::mpsc::channel::<()>();
        tokio::task::spawn_blocking(move || released.recv());
        Self { _held: held }
    }

    pub(crate) async fn advance(&self, ms: u64) {
        tokio::time::advance(Duration::from_millis(ms)).await;
    }
}

/// Settings under which nothing happens that a test does not ask for.
pub(crate) fn quiet() -> Settings {
    let never = 300 * 24 * 60 * 60 * 1_000;
    Settings {
        ping_ms: never,
        idle_ms: never,
        messages_per_second: 0,
        points_per_minute: 0,
        max_rooms_per_address: 0,
        bot_pace_ms: 0,
        ..Settings::default()
    }
}

/// A running server.
pub(crate) struct Server {
    pub(crate) at: SocketAddr,
    pub(crate) log: Arc<TestLog>,
    metrics: Rooms,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

/// An answer over HTTP.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Value,
}

impl Answer {
    /// The code of a problem, whose form is checked.
    pub(crate) fn code(&self) -> &str {
        assert_eq!(self.headers["content-type"], "application/problem+json", "{self:?}");
        assert_eq!(self.body["status"], self.status);
        assert_eq!(self.body["type"], "about:blank");
        self.body["code"].as_str().unwrap()
    }
}

/// Someone who holds a seat.
#[derive(Clone, Debug)]
pub(crate) struct Seated {
    pub(crate) code: String,
    pub(crate) seat: u64,
    pub(crate) token: String,
}

impl Server {
    pub(crate) async fn start() -> Self {
        Self::under(quiet()).await
    }

    /// With an empty store, under these settings.
    pub(crate) async fn under(settings: Settings) -> Self {
        Self::with(settings, Arc::default()).await
    }

    pub(crate) async fn with(settings: Settings, log: Arc<TestLog>) -> Self {
        Self::notifying(settings, log, Arc::new(Silent)).await
    }

    /// With an empty store and TLS.
    pub(crate) async fn secured(settings: Settings, acceptor: TlsAcceptor) -> Self {
        let (listener, at) = listener().await;
        let (stop, stopped) = oneshot::channel();
        let log: Arc<TestLog> = Arc::default();
        let rooms = rooms(settings, log.clone(), Arc::new(Silent)).await;
        let metrics = rooms.clone();
        let listener = gateway::Secured::new(listener, acceptor);
        let task = tokio::spawn(gateway::serve(listener, rooms, stopped_or_dropped(stopped)));
        Self { at, log, metrics, stop: Some(stop), task }
    }

    /// One that calls webhooks.
    pub(crate) async fn calling(webhooks: Reach, log: Arc<TestLog>) -> Self {
        Self::reaching(Settings { webhooks, ..Settings::default() }, log).await
    }

    /// One that reaches people as these settings say.
    pub(crate) async fn reaching(settings: Settings, log: Arc<TestLog>) -> Self {
        let public_url = Some("https://p.example".to_owned());
        let trusted_proxies = settings.trusted_proxies.clone();
        let courier = Courier::new(&Settings { public_url, ..settings }, None).unwrap();
        Self::notifying(Settings { trusted_proxies, ..quiet() }, log, Arc::new(courier)).await
    }

    /// One that reaches devices as these settings say, with the key that its store keeps.
    pub(crate) async fn pushing(settings: Settings, log: Arc<TestLog>) -> Self {
        let key = PushKey::kept(&*log).await;
        let courier = Courier::new(&settings, key).unwrap();
        Self::notifying(quiet(), log, Arc::new(courier)).await
    }

    async fn notifying(settings: Settings, log: Arc<TestLog>, notifier: Arc<dyn Notifier>) -> Self {
        let (listener, at) = listener().await;
        let (stop, stopped) = oneshot::channel();
        let rooms = rooms(settings, log.clone(), notifier).await;
        let metrics = rooms.clone();
        let task = tokio::spawn(gateway::serve(listener, rooms, stopped_or_dropped(stopped)));
        Self { at, log, metrics, stop: Some(stop), task }
    }

    /// Asks the server to stop; [`Server::stopped`] waits until it has.
    pub(crate) fn stop(&mut self) {
        let _ = self.stop.take().unwrap().send(());
    }

    pub(crate) async fn stopped(self) {
        self.task.await.unwrap();
    }

    /// A line of the metrics, by what it begins with.
    pub(crate) fn counted(&self, line: &str) -> u64 {
        let text = self.metrics.metrics_text();
        let value = text.lines().find_map(|metric| metric.strip_prefix(line)?.strip_prefix(' '));
        value.map_or(0, |value| value.parse().unwrap())
    }

    /// Ends the server's listening without a goodbye; the store is left as it stands.
    pub(crate) fn kill(self) -> Arc<TestLog> {
        let left = self.log.copy();
        self.task.abort();
        left
    }

    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let mut tcp = TcpStream::connect(self.at).await.unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", self.at);
        for (name, value) in headers {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        let length = body.len();
        write!(head, "Connection: close\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
        tcp.write_all(head.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        tcp.read_to_end(&mut bytes).await.unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let header = |line: &str| {
            let (name, value) = line.split_once(": ").unwrap();
            (name.to_ascii_lowercase(), value.to_owned())
        };
        let body = serde_json::from_str(body).unwrap_or_else(|_| json!(body));
        let answer = Answer { status, headers: lines.map(header).collect(), body };
        let base = self.metrics.settings().base_path.trim_end_matches('/');
        specified::holds(method, path.strip_prefix(base).unwrap_or_default(), &answer);
        answer
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], "").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("POST", path, &[], &body.to_string()).await
    }

    pub(crate) async fn bearer(&self, method: &str, path: &str, token: &str) -> Answer {
        let bearer = format!("Bearer {token}");
        self.request(method, path, &[("Authorization", &bearer)], "").await
    }

    /// Sets where a seat has its notices.
    pub(crate) async fn notify(&self, seated: &Seated, wanted: &Value) -> Answer {
        let path = format!("/api/v1/rooms/{}/seats/{}/notify", seated.code, seated.seat);
        let bearer = format!("Bearer {}", seated.token);
        self.request("PUT", &path, &[("Authorization", &bearer)], &wanted.to_string()).await
    }

    /// A new room with these fields, and its creator Ada.
    pub(crate) async fn create(&self, fields: Value) -> Seated {
        let mut wanted = json!({"game": "toy", "name": "Ada"});
        wanted.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let answer = self.post("/api/v1/rooms", &wanted).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        seated(&answer)
    }

    /// Bo takes the free seat.
    pub(crate) async fn take(&self, code: &str) -> Seated {
        let path = format!("/api/v1/rooms/{code}/seats");
        let answer = self.post(&path, &json!({"name": "Bo"})).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        seated(&answer)
    }

    pub(crate) async fn socket(&self, code: &str) -> Client {
        let url = format!("ws://{}/api/v1/rooms/{code}/socket", self.at);
        let mut request = url.into_client_request().unwrap();
        let version = "entente.v1".parse().unwrap();
        request.headers_mut().insert("Sec-WebSocket-Protocol", version);
        let tcp = TcpStream::connect(self.at).await.unwrap();
        let (socket, answer) = client_async(request, tcp).await.unwrap();
        assert_eq!(answer.headers()["Sec-WebSocket-Protocol"], "entente.v1");
        Client { socket }
    }

    /// A socket that has said `hello` and read `welcome`.
    pub(crate) async fn join(&self, seated: &Seated) -> Client {
        let mut client = self.socket(&seated.code).await;
        client.say(&json!({"type": "hello", "token": seated.token})).await;
        let welcome = client.next().await;
        assert_eq!(welcome["you"], json!({"seat": seated.seat}), "{welcome}");
        client
    }

    pub(crate) async fn watch(&self, code: &str) -> Client {
        let mut client = self.socket(code).await;
        client.say(&json!({"type": "hello"})).await;
        let welcome = client.next().await;
        assert_eq!(welcome["you"], json!({"spectator": true}), "{welcome}");
        client
    }

    /// A running match: both seats, connected, after their first update.
    pub(crate) async fn playing(&self, options: Value) -> (Client, Client, Seated, Seated) {
        self.playing_in(json!({"options": options})).await
    }

    /// A running match in a room with these fields.
    pub(crate) async fn playing_in(&self, fields: Value) -> (Client, Client, Seated, Seated) {
        let ada = self.create(fields).await;
        let bo = self.take(&ada.code).await;
        let (mut a, mut b) = (self.join(&ada).await, self.join(&bo).await);
        a.say(&json!({"type": "ready"})).await;
        b.say(&json!({"type": "ready"})).await;
        for client in [&mut a, &mut b] {
            let update = client.until("update").await;
            assert_eq!(
                (&update["seq"], &update["events"][0]["type"]),
                (&json!(0), &json!("dealt"))
            );
        }
        (a, b, ada, bo)
    }
}

async fn listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    (listener, at)
}

/// The rooms of the toy game.
async fn rooms(settings: Settings, log: Arc<TestLog>, notifier: Arc<dyn Notifier>) -> Rooms {
    let catalogues = load_catalogues(game::games(), None).unwrap();
    let setup = RoomsSetup::new(game::games(), catalogues, settings);
    let rooms = Rooms::open(RoomsSetup { notifier, ..setup }, log).await.unwrap();
    rooms.looked_through().await;
    rooms
}

async fn stopped_or_dropped(stopped: oneshot::Receiver<()>) {
    let _ = stopped.await;
}

fn seated(answer: &Answer) -> Seated {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    Seated {
        code: text(&answer.body["room"]["code"]),
        seat: answer.body["seat"].as_u64().unwrap(),
        token: text(&answer.body["token"]),
    }
}

/// A socket.
pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<TcpStream>,
}

impl Client {
    pub(crate) async fn say(&mut self, message: &Value) {
        self.raw(&message.to_string()).await;
    }

    pub(crate) async fn raw(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The next message.
    pub(crate) async fn next(&mut self) -> Value {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).unwrap(),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => panic!("instead of a message: {other:?}"),
            }
        }
    }

    /// The next message of this type.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Asserts that nothing was sent since the last message read: the room's answer to an earlier
    /// act has come, so what it caused would stand before the `pong`.
    pub(crate) async fn nothing(&mut self) {
        self.say(&json!({"type": "ping", "nonce": 77})).await;
        let next = self.next().await;
        assert_eq!(next, json!({"type": "pong", "nonce": 77}));
    }

    /// Checks that nothing but lines of chat comes before the `pong`.
    pub(crate) async fn nothing_but_chat(&mut self) {
        self.say(&json!({"type": "ping", "nonce": 78})).await;
        loop {
            let next = self.next().await;
            match next["type"].as_str() {
                Some("chat") => {}
                Some("pong") => return,
                _ => panic!("instead of chat: {next}"),
            }
        }
    }

    /// Sends a command and yields its answer, skipping what comes before.
    pub(crate) async fn command(&mut self, decision: u64, command: Value) -> Value {
        self.command_as(Uuid::new_v4(), decision, command).await
    }

    pub(crate) async fn command_as(&mut self, id: Uuid, decision: u64, command: Value) -> Value {
        self.act(json!({"type": "command", "id": id, "decision": decision, "command": command}))
            .await
    }

    /// Sends an act with an id and yields its answer.
    pub(crate) async fn act(&mut self, act: Value) -> Value {
        self.say(&act).await;
        loop {
            let message = self.next().await;
            if message["id"] == act["id"] {
                return message;
            }
        }
    }

    /// The messages up to the close, and its code.
    pub(crate) async fn end(&mut self) -> (Vec<Value>, u16) {
        let mut messages = Vec::new();
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    messages.push(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(Some(frame)))) => return (messages, frame.code.into()),
                Some(Ok(_)) => {}
                other => panic!("instead of a close: {other:?} after {messages:?}"),
            }
        }
    }

    /// Says goodbye and waits for the end of the connection.
    pub(crate) async fn leave(mut self) {
        self.socket.close(None).await.unwrap();
        loop {
            match self.socket.next().await {
                None | Some(Err(Error::ConnectionClosed)) => return,
                Some(_) => {}
            }
        }
    }
}
