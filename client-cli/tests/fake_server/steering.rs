//! A server whose every text tries to steer the terminal, against the real program: each subcommand
//! shows the texts, and they do nothing.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{Message, WebSocket};
use axum::extract::{State, WebSocketUpgrade};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use clap::CommandFactory;
use client_cli::args::Cli;
use protocol::archive::Replay;
use protocol::hint::Analysis;
use protocol::lesson::{Lessons, Puzzles};
use protocol::room::{Games, Room, Rooms, Seated};
use protocol::{Outcome, Reference, ServerMessage, Update, examples};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use self::hostile::{HOSTILE, assert_harmless, hostile};

#[path = "../../src/testing/hostile.rs"]
mod hostile;

/// A server that answers everything with hostile texts, or refuses everything.
#[derive(Clone, Copy)]
struct Steering {
    refuses: bool,
    /// The keys whose texts stay: without a code there is no way to a room, without a type no message.
    stay: &'static [&'static str],
}

const ALL: Steering = Steering { refuses: false, stay: &["code", "token", "reconnect", "type"] };
/// The game stays too, so that its own rendering is tried.
const KNOWN: Steering =
    Steering { refuses: false, stay: &["code", "token", "reconnect", "type", "game"] };
const REFUSING: Steering = Steering { refuses: true, stay: &[] };

impl Steering {
    /// Listens on a free port, and returns the address.
    async fn start(self) -> String {
        let app = Router::new()
            .route("/api/v1/rooms/{code}/socket", any(socket))
            .fallback(answer)
            .with_state(self);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        format!("http://{address}")
    }

    /// The example of a body, hostile.
    fn body<T: Serialize + DeserializeOwned>(self, definition: &str) -> Value {
        let honest: T = serde_json::from_value(examples::body(definition).unwrap()).unwrap();
        hostile(&honest, self.stay)
    }

    /// The last update, with hostile names of things in it.
    fn end(self) -> Value {
        let mut update: Update = serde_json::from_value(examples::body("Update").unwrap()).unwrap();
        update.seq += 1;
        (update.decision, update.offers, update.undo) = (None, Some(Vec::new()), None);
        update.public =
            json!({HOSTILE: HOSTILE, "list": [HOSTILE, {"deep": {HOSTILE: [HOSTILE]}}]});
        let outcome = Outcome { winners: vec![0], scores: vec![3, 1], reason: "over".to_owned() };
        update.outcome = Some(outcome);
        hostile(&ServerMessage::Update(update), self.stay)
    }
}

async fn answer(State(server): State<Steering>, method: Method, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches("/api/v1/");
    let parts: Vec<&str> = path.split('/').collect();
    let body = match (&method, &parts[..]) {
        _ if server.refuses => None,
        (&Method::GET, ["games"]) => Some(server.body::<Games>("Games")),
        (&Method::GET, ["rooms"]) => Some(server.body::<Rooms>("Rooms")),
        (&Method::GET, ["rooms", _]) => Some(server.body::<Room>("Room")),
        (&Method::GET, ["rooms", _, "replay"]) => {
            let mut replay = server.body::<Replay>("Replay");
            replay["next"] = Value::Null;
            replay["updates"].as_array_mut().unwrap().push(server.end());
            Some(replay)
        }
        (&Method::GET, ["rooms", _, "analysis"]) => Some(server.body::<Analysis>("Analysis")),
        (&Method::GET, ["lessons"]) => Some(server.body::<Lessons>("Lessons")),
        (&Method::GET, ["puzzles"]) => Some(server.body::<Puzzles>("Puzzles")),
        (&Method::GET, ["rules", _]) => Some(server.body::<Reference>("Reference")),
        (&Method::POST, ["rooms"] | ["rooms", _, "seats" | "practice"] | ["lessons", ..]) => {
            Some(server.body::<Seated>("Seated"))
        }
        _ => None,
    };
    let refusal = || {
        let (title, detail) = (format!("title{HOSTILE}"), format!("detail{HOSTILE}"));
        let problem = json!({"type": "about:blank", "status": 409, "title": title,
            "code": format!("unproven{HOSTILE}"), "detail": detail});
        (StatusCode::CONFLICT, axum::Json(problem)).into_response()
    };
    body.map_or_else(refusal, |body| axum::Json(body).into_response())
}

async fn socket(State(server): State<Steering>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.protocols([protocol::SUBPROTOCOL]).on_upgrade(move |socket| talk(server, socket))
}

/// Sends every message there is, and the end of the match.
async fn talk(server: Steering, mut socket: WebSocket) {
    let _ = socket.recv().await;
    let (mut messages, closing): (Vec<ServerMessage>, Vec<ServerMessage>) =
        examples::server_messages()
            .into_iter()
            .partition(|message| !matches!(message, ServerMessage::Closing { .. }));
    messages.extend(examples::body("Update").and_then(|one| serde_json::from_value(one).ok()));
    let mut all: Vec<Value> = messages.iter().map(|one| hostile(one, server.stay)).collect();
    all.push(server.end());
    for mut message in closing.iter().map(|one| hostile(one, server.stay)) {
        message["reconnect"] = Value::Null;
        all.push(message);
    }
    for message in all {
        if socket.send(Message::Text(message.to_string().into())).await.is_err() {
            return;
        }
    }
    while socket.recv().await.is_some_and(|message| message.is_ok()) {}
}

/// Runs the program with lines typed; returns what it printed on both ways.
fn run(line: &str, server: &str, home: &Path, typed: &str) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_entente"))
        .args(line.split_whitespace().chain(["--server", server]))
        .env("HOME", home)
        .env("XDG_STATE_HOME", home)
        .env("XDG_DATA_HOME", home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has ended already reads nothing.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let printed = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(printed.stdout), text(printed.stderr))
}

/// Runs the program beside the server; it must end by itself.
async fn printed(server: Steering, line: &'static str, typed: &'static str) -> (String, String) {
    let home = tempfile::tempdir().unwrap();
    let address = server.start().await;
    let running = tokio::task::spawn_blocking(move || run(line, &address, home.path(), typed));
    tokio::time::timeout(Duration::from_mins(10), running).await.expect(line).unwrap()
}

/// The commands that show what a server says, and the lines typed.
const COMMANDS: &[(&str, &str)] = &[
    ("games", ""),
    ("rooms", ""),
    ("rules europe-divided", ""),
    ("learn", ""),
    ("puzzle", ""),
    ("analysis K7P2XR", ""),
    ("analysis K7P2XR --all", ""),
    ("replay K7P2XR --plain", ""),
    ("watch K7P2XR --plain", ""),
    ("bot --join K7P2XR --seed 1", ""),
    ("play --plain --join K7P2XR", "\n?\nrules\nprograms\nboard\nlog\nq\nyes\n"),
    ("learn europe-divided first --plain", "hint\nq\nyes\n"),
];

/// The commands that begin with a seat, which a refusal ends at once.
const SEATS: &[(&str, &str)] = &[
    ("practice K7P2XR 3 --plain", ""),
    ("play --plain --create europe-divided", ""),
    ("bot --create europe-divided", ""),
    ("puzzle europe-divided first --plain", ""),
    ("games --json", ""),
];

/// The commands that say nothing of a server's; `verify` reads a file.
const LOCAL: [&str; 5] = ["verify", "licences", "completion", "man", "help"];

#[test]
fn every_command_is_tried() {
    let all = COMMANDS.iter().chain(SEATS).filter_map(|(line, _)| line.split(' ').next());
    let tried: BTreeSet<&str> = all.chain(LOCAL).collect();
    for command in Cli::command().get_subcommands() {
        assert!(tried.contains(command.get_name()), "{}", command.get_name());
    }
}

#[test]
fn no_record_steers_the_terminal() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("record.json");
    std::fs::write(&path, json!({"scheme": "vd1", HOSTILE: 1}).to_string()).unwrap();
    for json in ["", " --json"] {
        let line = format!("verify {}{json}", path.display());
        let (out, err) = run(&line, "http://127.0.0.1:9", home.path(), "");
        assert_harmless(&(out + &err), &line);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_a_server_says_steers_the_terminal() {
    for server in [ALL, KNOWN] {
        for (line, typed) in COMMANDS {
            let (out, err) = printed(server, line, typed).await;
            assert_harmless(&(out + &err), line);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_refusal_steers_the_terminal() {
    for (line, typed) in COMMANDS.iter().chain(SEATS) {
        let (out, err) = printed(REFUSING, line, typed).await;
        assert_harmless(&(out + &err), line);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn json_for_programs_steers_nothing_and_means_the_same() {
    for line in ["games --json", "rooms --json", "analysis K7P2XR --json", "watch K7P2XR --json"] {
        let (out, err) = printed(ALL, line, "").await;
        assert_harmless(&format!("{out}{err}"), line);
        let all: Vec<Value> = out.lines().map(|one| serde_json::from_str(one).unwrap()).collect();
        assert!(all.iter().any(keeps), "{line}: {out}");
    }
}

/// Checks whether a hostile text came through as it was sent.
fn keeps(value: &Value) -> bool {
    match value {
        Value::String(text) => text.ends_with(HOSTILE),
        Value::Array(parts) => parts.iter().any(keeps),
        Value::Object(parts) => parts.values().any(keeps),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
