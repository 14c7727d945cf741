//! A server of the protocol's shape without any rules: HTTP answers are canned, and every socket is
//! handed to the test, which speaks the server's part by hand.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use axum::extract::{Path, Query, State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use client_cli::link::Server;
use protocol::envelope::Welcome;
use protocol::room::{CreateRoom, Fairness, Room, RoomState, Seat, SeatFairness, Seated, Unproven};
use protocol::{ClientMessage, Event, Offer, Open, Outcome, ServerMessage, Update, You, examples};
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use uuid::Uuid;

/// Number of sockets, and of requests for bots, that may wait for the test.
const WAITING: usize = 16;

/// The codes of the rooms that are opened, one after the other.
pub(crate) const CODES: [&str; 4] = ["CCCCCC", "DDDDDD", "FFFFFF", "HHHHHH"];

/// The running fake.
pub(crate) struct Fake {
    pub(crate) server: Server,
    pub(crate) sockets: mpsc::Receiver<Peer>,
    /// Bodies with which bots were asked for, by path.
    pub(crate) bots: mpsc::Receiver<(String, Value)>,
    pub(crate) state: Arc<Mutex<Record>>,
}

/// The requests made over HTTP.
#[derive(Default)]
pub(crate) struct Record {
    pub(crate) created: Vec<CreateRoom>,
    pub(crate) rematches: usize,
    /// `true` while the server has another database: it knows no room.
    pub(crate) empty: bool,
    /// The id of every room, if it is not the usual one.
    pub(crate) id: Option<Uuid>,
    /// The record published once the match is over.
    pub(crate) published: Option<Value>,
}

#[derive(Clone)]
struct Shared {
    sockets: mpsc::Sender<Peer>,
    bots: mpsc::Sender<(String, Value)>,
    record: Arc<Mutex<Record>>,
}

impl Fake {
    /// Listens on a free port, below the base path `/base`.
    pub(crate) async fn start() -> Self {
        let (sender, sockets) = mpsc::channel(WAITING);
        let state = Arc::new(Mutex::new(Record::default()));
        let (asked, bots) = mpsc::channel(WAITING);
        let shared = Shared { sockets: sender, bots: asked, record: state.clone() };
        let api = Router::new()
            .route("/games", get(|| async { axum::Json(json!({"games": [game()]})) }))
            .route("/programs", get(programs))
            .route("/rooms", post(create))
            .route("/rooms/{code}", get(seen))
            .route(
                "/rooms/{code}/seats",
                post(|Path(code): Path<String>| async move { taken(&code) }),
            )
            .route("/rooms/{code}/seats/{seat}/bot", post(bot))
            .route("/rooms/{code}/rematch", post(rematch))
            .route("/rooms/{code}/record", get(published))
            .route("/rooms/{code}/socket", any(socket))
            .fallback(|| async { problem() })
            .with_state(shared);
        let app = Router::new().nest("/base/api/v1", api);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        let server = Server::parse(&format!("http://{address}/base/")).unwrap();
        Self { server, sockets, bots, state }
    }

    /// The next socket that a client opened.
    pub(crate) async fn peer(&mut self) -> Peer {
        self.sockets.recv().await.unwrap()
    }
}

async fn create(
    State(shared): State<Shared>,
    axum::Json(request): axum::Json<CreateRoom>,
) -> Response {
    shared.record.lock().unwrap().created.push(request);
    taken(CODES[0])
}

/// Nobody has announced a program for the one game that there is.
async fn programs(Query(asked): Query<BTreeMap<String, String>>) -> Response {
    let known = asked.get("game").is_some_and(|asked| game()["id"] == **asked);
    if known { axum::Json(json!({"programs": []})).into_response() } else { problem() }
}

async fn rematch(State(shared): State<Shared>, Path(code): Path<String>) -> Response {
    shared.record.lock().unwrap().rematches += 1;
    let at = CODES.iter().position(|one| *one == code).unwrap();
    taken(CODES[at + 1])
}

async fn bot(
    State(shared): State<Shared>,
    Path((code, seat)): Path<(String, String)>,
    axum::Json(body): axum::Json<Value>,
) -> Response {
    shared.bots.send((format!("{code}/{seat}"), body)).await.unwrap();
    (StatusCode::CREATED, axum::Json(room(&code))).into_response()
}

async fn published(State(shared): State<Shared>) -> Response {
    let record = shared.record.lock().unwrap().published.clone();
    record.map_or_else(problem, |record| axum::Json(record).into_response())
}

async fn socket(
    State(shared): State<Shared>,
    Path(code): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.protocols([protocol::SUBPROTOCOL]).on_upgrade(move |socket| async move {
        // A test that no longer looks drops the socket.
        let brought = vec![SeatFairness::default(); 2];
        let _ = shared.sockets.send(Peer { socket, code, brought, practice: false }).await;
    })
}

fn taken(code: &str) -> Response {
    let seated = Seated { room: room(code), seat: 0, token: format!("token-{code}") };
    (StatusCode::CREATED, axum::Json(seated)).into_response()
}

async fn seen(State(shared): State<Shared>, Path(code): Path<String>) -> Response {
    let (empty, id) = {
        let record = shared.record.lock().unwrap();
        (record.empty, record.id)
    };
    if empty {
        return refusal("room_unknown", "no room has this code");
    }
    let room = room(&code);
    axum::Json(Room { id: id.unwrap_or(room.id), ..room }).into_response()
}

fn problem() -> Response {
    refusal("not_found", "there is no such resource")
}

fn refusal(code: &str, detail: &str) -> Response {
    let body = json!({"type": "about:blank", "status": 404, "title": "Not Found",
        "code": code, "detail": detail});
    (StatusCode::NOT_FOUND, axum::Json(body)).into_response()
}

/// One socket, seen from the server.
pub(crate) struct Peer {
    socket: WebSocket,
    pub(crate) code: String,
    /// The seats' parts of the deal, as a room of this peer shows them.
    pub(crate) brought: Vec<SeatFairness>,
    /// `true` if the rooms of this peer are practice, of which there is no record.
    pub(crate) practice: bool,
}

impl Peer {
    /// The next message of the client, pings left out.
    pub(crate) async fn receive(&mut self) -> ClientMessage {
        loop {
            let message = self.socket.recv().await.unwrap().unwrap();
            let Message::Text(text) = message else { panic!("not a text: {message:?}") };
            let message = ClientMessage::parse(&text).unwrap();
            let ClientMessage::Ping { nonce } = message else { return message };
            self.send(&ServerMessage::Pong { nonce }).await;
        }
    }

    /// Everything the client sends until it goes.
    pub(crate) async fn rest(&mut self) -> Vec<ClientMessage> {
        let mut said = Vec::new();
        while let Some(Ok(message)) = self.socket.recv().await {
            if let Message::Text(text) = message {
                said.push(ClientMessage::parse(&text).unwrap());
            }
        }
        said
    }

    /// Checks whether the client has gone.
    pub(crate) async fn gone(&mut self) -> bool {
        loop {
            match self.socket.recv().await {
                None | Some(Err(_)) => return true,
                Some(Ok(Message::Close(_))) => {}
                Some(Ok(_)) => return false,
            }
        }
    }

    pub(crate) async fn send(&mut self, message: &ServerMessage) {
        self.raw(&serde_json::to_string(message).unwrap()).await;
    }

    pub(crate) async fn raw(&mut self, text: &str) {
        self.socket.send(Message::Text(text.into())).await.unwrap();
    }

    pub(crate) async fn close(mut self, code: u16) {
        let frame = CloseFrame { code, reason: "test".into() };
        self.socket.send(Message::Close(Some(frame))).await.unwrap();
        while self.socket.recv().await.is_some() {}
    }

    /// Takes `hello` and welcomes; gives back what the client has.
    pub(crate) async fn welcome(&mut self, state: RoomState) -> (Option<String>, Option<u64>) {
        let hello = self.receive().await;
        let ClientMessage::Hello { token, after } = hello else { panic!("{hello:?}") };
        let you = if token.is_some() { You::Seat(0) } else { You::Spectator(true) };
        let mut room = Room { state, ..room(&self.code) };
        room.fairness.seats.clone_from(&self.brought);
        room.unproven = self.practice.then(practice);
        self.send(&welcome(you, room)).await;
        (token, after)
    }

    /// The next command: its id, decision and content.
    pub(crate) async fn command(&mut self) -> (Uuid, u64, Value) {
        let message = self.receive().await;
        let ClientMessage::Command { id, decision, command } = message else {
            panic!("{message:?}")
        };
        (id, decision, command)
    }
}

pub(crate) fn welcome(you: You, room: Room) -> ServerMessage {
    ServerMessage::Welcome(Welcome { you, room, ..examples::welcome() })
}

/// The reason why nothing proves a deal.
pub(crate) fn practice() -> Open<Unproven> {
    Unproven::Practice { from: "H3M8WT".to_owned(), seq: 41 }.into()
}

/// The game of every room.
fn game() -> Value {
    json!({"id": "fake-game", "name": "Fake game", "description": "", "options": {}, "licence": "",
        "seats": {"min": 2, "max": 2}, "bot_levels": ["easy", "normal", "hard"]})
}

pub(crate) fn room(code: &str) -> Room {
    let seat = |number, name| Seat { ready: false, ..examples::seat(number, name) };
    Room {
        code: code.to_owned(),
        game: "fake-game".to_owned(),
        options: Map::new(),
        state: RoomState::Lobby,
        seats: vec![seat(0, "Ada"), seat(1, "Boris")],
        spectators: 0,
        awaiting: Vec::new(),
        fairness: Fairness { rules: "fake-game/1".to_owned(), ..examples::room().fairness },
        listed: false,
        ..examples::room()
    }
}

/// An update that asks question `seq`, or nothing without offers.
pub(crate) fn update(seq: u64, offers: Vec<Offer>) -> Update {
    let asked = !offers.is_empty();
    Update {
        seq,
        head: format!("{seq:064x}"),
        events: vec![Event {
            seq,
            kind: "step".to_owned(),
            text: format!("Step {seq} was taken"),
            rule: None,
            fields: Map::new(),
        }],
        public: json!({"step": seq}),
        private: Some(json!({"hand": ["north", "south"]})),
        decision: asked.then_some(seq),
        offers: Some(offers),
        undo: None,
        awaiting: if asked { vec![0] } else { vec![1] },
        now_ms: 0,
        ..examples::update()
    }
}

/// The last update of a match.
pub(crate) fn end(seq: u64) -> Update {
    let outcome = Outcome { winners: vec![0], scores: vec![3, 1], reason: "prestige".to_owned() };
    Update { outcome: Some(outcome), awaiting: Vec::new(), ..update(seq, Vec::new()) }
}

pub(crate) fn offer(command: Value, text: &str, loose: bool) -> Offer {
    Offer { command, text: text.to_owned(), rule: "Steps".to_owned(), loose, is_final: false }
}
