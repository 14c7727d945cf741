//! Compressed sockets, by a client that writes and reads frames itself: what it inflates is what others
//! are sent as it is, in far fewer bytes.

// Helpers of tests may unwrap like tests.
#![allow(clippy::unwrap_used)]

use black_box::{PATIENCE, Player, Seed, Server, Table};
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress};
use protocol::room::Seated;
use protocol::{MAX_OFFERS_BYTES, SUBPROTOCOL};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Moves that are played.
const MOVES: usize = 30;

/// First bytes of frames: a text as it is, a compressed one.
const TEXT: u8 = 0x81;
const COMPRESSED: u8 = 0xc1;

/// The end of what a flush writes, which messages leave out.
const FLUSHED: [u8; 4] = [0, 0, 0xff, 0xff];

/// A viewer on a socket on which compression is agreed.
struct Raw {
    tcp: TcpStream,
    window: Decompress,
    /// The texts of all updates.
    updates: Vec<String>,
    /// Bytes of all frames, and of all texts in them.
    received: (usize, usize),
}

impl Raw {
    /// Joins a room, by a compressed `hello`.
    async fn join(server: &Server, code: &str, token: Option<&str>) -> Self {
        let url = format!("ws://{}/api/v1/rooms/{code}/socket", server.at);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("Sec-WebSocket-Protocol", SUBPROTOCOL.parse().unwrap());
        let offer = "permessage-deflate; client_max_window_bits";
        request.headers_mut().insert("Sec-WebSocket-Extensions", offer.parse().unwrap());
        let tcp = TcpStream::connect(server.at).await.unwrap();
        let (socket, answer) = client_async(request, tcp).await.unwrap();
        let agreed = "permessage-deflate; client_no_context_takeover";
        assert_eq!(answer.headers()["Sec-WebSocket-Extensions"], agreed);
        let mut raw = Self {
            // Nothing is sent to a client that has said nothing.
            tcp: socket.into_inner(),
            window: Decompress::new(false),
            updates: Vec::new(),
            received: (0, 0),
        };
        let mut hello = json!({"type": "hello"});
        if let Some(token) = token {
            hello["token"] = token.into();
        }
        raw.say(&hello).await;
        raw
    }

    async fn say(&mut self, message: &Value) {
        let mut content = Vec::with_capacity(1_024);
        let text = message.to_string();
        let mut deflater = Compress::new(Compression::best(), false);
        deflater.compress_vec(text.as_bytes(), &mut content, FlushCompress::Sync).unwrap();
        content.truncate(content.len() - FLUSHED.len());
        assert!(content.len() < 126, "a short frame");
        let mask = [0x37, 0xfa, 0x21, 0x3d];
        let mut frame = vec![COMPRESSED, 0x80 | content.len() as u8];
        frame.extend(mask);
        frame.extend(content.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.tcp.write_all(&frame).await.unwrap();
    }

    /// Receives the next message.
    async fn next(&mut self) -> Value {
        timeout(PATIENCE, self.read()).await.expect("the server says something")
    }

    async fn read(&mut self) -> Value {
        let mut header = [0; 2];
        self.tcp.read_exact(&mut header).await.unwrap();
        let length = match header[1] {
            126 => self.tcp.read_u16().await.unwrap().into(),
            127 => self.tcp.read_u64().await.unwrap(),
            short => u64::from(short),
        };
        let mut content = vec![0; length as usize];
        self.tcp.read_exact(&mut content).await.unwrap();
        self.received.0 += content.len() + 4;
        if header[0] == COMPRESSED {
            let mut text = Vec::with_capacity(2 * MAX_OFFERS_BYTES);
            let message = [&content[..], &FLUSHED].concat();
            self.window.decompress_vec(&message, &mut text, FlushDecompress::Sync).unwrap();
            content = text;
        } else {
            assert_eq!(header[0], TEXT);
        }
        self.received.1 += content.len() + 4;
        let text = String::from_utf8(content).unwrap();
        let message: Value = serde_json::from_str(&text).unwrap();
        let is_update = message["type"] == "update";
        assert_eq!(header[0] == COMPRESSED, is_update, "updates are compressed, and nothing else");
        if is_update {
            self.updates.push(text);
        }
        message
    }

    /// Reads all that was sent up to now.
    async fn sync(&mut self) {
        self.say(&json!({"type": "ping", "nonce": 77})).await;
        while self.next().await["type"] != "pong" {}
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
    let mut raw = Raw::join(&server, table.code(), None).await;
    raw.sync().await;
    for _ in 0..MOVES {
        assert!(table.step().await, "the match goes on");
        raw.sync().await;
    }
    let plain = updates(&table.gallery[0]);
    assert!(raw.updates.len() > MOVES / 2, "{} updates", raw.updates.len());
    // The first one is the view at joining, of the same moment.
    let (joined, later) = raw.updates.split_first().unwrap();
    let since = plain.len() - later.len();
    assert!(later.iter().eq(plain[since..].iter().copied()), "the same texts, byte by byte");
    assert_eq!(at_rest(joined)["public"], at_rest(plain[since - 1])["public"]);
    let (bytes, texts) = raw.received;
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
        let mut raw = Raw::join(&server, table.code(), Some(token)).await;
        raw.sync().await;
        let now = at_rest(raw.updates.last().expect("an update"));
        let seen = at_rest(updates(&table.seats[seat]).last().unwrap());
        for part in ["seq", "head", "public", "private", "decision", "offers", "awaiting"] {
            assert_eq!(now[part], seen[part], "{part} of seat {seat}");
        }
    }
}
