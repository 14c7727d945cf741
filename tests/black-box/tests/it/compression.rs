//! Compressed sockets, by a client that writes and reads frames itself: what it inflates is what others
//! are sent as it is, in far fewer bytes.

// Helpers of tests may unwrap like tests.
#![allow(clippy::unwrap_used)]

use black_box::{FrameClient, PATIENCE, Player, Seed, Server, Table};
use protocol::SUBPROTOCOL;
use protocol::room::Seated;
use serde_json::{Value, json};
use tokio::time::timeout;

/// Moves that are played.
const MOVES: usize = 30;

/// A viewer on a socket on which compression is agreed.
struct CompressedViewer {
    client: FrameClient,
    /// The texts of all updates.
    updates: Vec<String>,
    /// Bytes of all texts.
    read: usize,
}

impl CompressedViewer {
    /// Joins a room, by a compressed `hello`.
    async fn join(server: &Server, code: &str, token: Option<&str>) -> Self {
        let url = format!("ws://{}/api/v1/rooms/{code}/socket", server.at);
        let headers = [
            ("Sec-WebSocket-Protocol", SUBPROTOCOL),
            ("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits"),
        ];
        let mut client = FrameClient::open(&url, &headers).await;
        let agreed = "permessage-deflate; client_no_context_takeover";
        assert_eq!(client.extension.as_deref(), Some(agreed));
        let mut hello = json!({"type": "hello"});
        if let Some(token) = token {
            hello["token"] = token.into();
        }
        client.say(&hello).await;
        Self { client, updates: Vec::new(), read: 0 }
    }

    /// Reads all that was sent up to now.
    async fn sync(&mut self) {
        self.client.say(&json!({"type": "ping", "nonce": 77})).await;
        loop {
            let received = timeout(PATIENCE, self.client.message()).await;
            let (message, text) = received.expect("the server says something");
            self.read += text.len();
            match message["type"].as_str() {
                Some("update") => self.updates.push(text),
                Some("pong") => return,
                _ => {}
            }
        }
    }
}

fn updates(player: &Player) -> Vec<&String> {
    player.frames.iter().filter(|frame| frame.starts_with(r#"{"type":"update""#)).collect()
}

/// Without its time, which goes on.
fn at_rest(update: &str) -> Value {
    let mut update: Value = serde_json::from_str(update).unwrap();
    update["now_ms"] = Value::Null;
    update
}

#[tokio::test]
async fn a_compressed_viewer_is_sent_what_any_other_is() {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({}), 1, Seed::or(93)).await;
    let mut viewer = CompressedViewer::join(&server, table.code(), None).await;
    viewer.sync().await;
    for _ in 0..MOVES {
        assert!(table.step().await, "the match goes on");
        viewer.sync().await;
    }
    let plain = updates(&table.gallery[0]);
    assert!(viewer.updates.len() > MOVES / 2, "{} updates", viewer.updates.len());
    // The first one is the view at joining, of the same moment.
    let (joined, later) = viewer.updates.split_first().unwrap();
    let since = plain.len() - later.len();
    assert!(later.iter().eq(plain[since..].iter().copied()), "the same texts, byte by byte");
    assert_eq!(at_rest(joined)["public"], at_rest(plain[since - 1])["public"]);
    let (bytes, texts) = (viewer.client.received, viewer.read);
    println!("{bytes} bytes of {texts}, {} %", 100 * bytes / texts);
    assert!(bytes * 4 < texts, "{bytes} bytes of {texts}");
}

#[tokio::test]
async fn a_seat_comes_back_compressed() {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({}), 0, Seed::or(94)).await;
    table.play(MOVES).await;
    for seat in 0..table.seats.len() {
        let Seated { token, .. } = &table.keys[seat];
        let mut viewer = CompressedViewer::join(&server, table.code(), Some(token)).await;
        viewer.sync().await;
        let now = at_rest(viewer.updates.last().expect("an update"));
        let seen = at_rest(updates(&table.seats[seat]).last().unwrap());
        for part in ["seq", "head", "public", "private", "decision", "offers", "awaiting"] {
            assert_eq!(now[part], seen[part], "{part} of seat {seat}");
        }
    }
}
