//! Compressed messages on real sockets, written and read frame by frame: no client library is between.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::support::{Seated, Server};
use axum::routing::get;
use axum::{Extension, Router};
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress};
use serde_json::{Value, json};
use server::gateway::frames::{Bounds, End, Frames, Sending};
use server::gateway::{self, FRAGMENTS_MAX, Peer, Upgrade};
use server::rooms::RoomsSetup;
use server::{Rooms, Settings};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// First bytes of frames.
const TEXT: u8 = 0x81;
const COMPRESSED: u8 = 0xc1;
const BEGINS_COMPRESSED: u8 = 0x41;
const GOES_ON: u8 = 0x00;
const ENDS: u8 = 0x80;
const PING: u8 = 0x89;
const PONG: u8 = 0x8a;
const CLOSE: u8 = 0x88;

/// The end of what a flush writes, which messages leave out.
const FLUSHED: [u8; 4] = [0, 0, 0xff, 0xff];

/// A client that reads and writes frames.
struct Raw {
    tcp: TcpStream,
    window: Decompress,
    answer: Option<String>,
}

impl Raw {
    async fn open(url: &str, offer: Option<&str>) -> Self {
        let mut request = url.into_client_request().unwrap();
        if let Some(offer) = offer {
            request.headers_mut().insert("Sec-WebSocket-Extensions", offer.parse().unwrap());
        }
        let at = format!("{}:{}", request.uri().host().unwrap(), request.uri().port().unwrap());
        let tcp = TcpStream::connect(at).await.unwrap();
        let (socket, answer) = client_async(request, tcp).await.unwrap();
        let answer = answer.headers().get("Sec-WebSocket-Extensions");
        let answer = answer.map(|answer| answer.to_str().unwrap().to_owned());
        // Nothing is sent to a client that has said nothing.
        Self { tcp: socket.into_inner(), window: Decompress::new(false), answer }
    }

    /// A socket of a room on which compression is agreed.
    async fn agreed(server: &Server, code: &str) -> Self {
        let url = format!("ws://{}/api/v1/rooms/{code}/socket", server.at);
        let raw = Self::open(&url, Some("permessage-deflate; client_max_window_bits")).await;
        let agreed = "permessage-deflate; client_no_context_takeover";
        assert_eq!(raw.answer.as_deref(), Some(agreed));
        raw
    }

    /// Takes a seat.
    async fn seat(server: &Server, seated: &Seated) -> Self {
        let mut raw = Self::agreed(server, &seated.code).await;
        raw.say(&json!({"type": "hello", "token": seated.token})).await;
        assert_eq!(raw.until("welcome").await.1["you"], json!({"seat": seated.seat}));
        raw
    }

    async fn frame(&mut self, first: u8, content: &[u8]) {
        let mask = [0x11, 0x22, 0x33, 0x44];
        let mut frame = vec![first];
        match content.len() {
            bytes @ 0..126 => frame.push(0x80 | bytes as u8),
            bytes @ 126..65_536 => {
                frame.push(0xfe);
                frame.extend((bytes as u16).to_be_bytes());
            }
            bytes => panic!("{bytes} bytes"),
        }
        frame.extend(mask);
        frame.extend(content.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.tcp.write_all(&frame).await.unwrap();
    }

    /// Says something, compressed in one frame.
    async fn say(&mut self, message: &Value) {
        self.frame(COMPRESSED, &compressed(message.to_string().as_bytes())).await;
    }

    /// The next frame, by its first byte.
    async fn next(&mut self) -> (u8, Vec<u8>) {
        let mut header = [0; 2];
        self.tcp.read_exact(&mut header).await.unwrap();
        let length = match header[1] {
            126 => self.tcp.read_u16().await.unwrap().into(),
            127 => self.tcp.read_u64().await.unwrap(),
            short => u64::from(short),
        };
        let mut content = vec![0; length as usize];
        self.tcp.read_exact(&mut content).await.unwrap();
        (header[0], content)
    }

    /// The next text, inflated in the one window of all that came, and its frame's first byte.
    async fn text(&mut self) -> (u8, String) {
        let (first, content) = self.next().await;
        let text = match first {
            TEXT => content,
            COMPRESSED => {
                let mut text = Vec::with_capacity(1 << 20);
                let message = [&content[..], &FLUSHED].concat();
                self.window.decompress_vec(&message, &mut text, FlushDecompress::Sync).unwrap();
                text
            }
            other => panic!("{other:02x}: {content:02x?}"),
        };
        (first, String::from_utf8(text).unwrap())
    }

    /// The next message of this type, and its frame's first byte.
    async fn until(&mut self, kind: &str) -> (u8, Value) {
        loop {
            let (first, text) = self.text().await;
            let message: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(first == COMPRESSED, message["type"] == "update", "{text}");
            if message["type"] == kind {
                return (first, message);
            }
        }
    }

    /// Reads on up to the close: the code of the last error, if there is one, and of the close.
    async fn end(&mut self) -> (Option<Value>, u16) {
        let mut error = None;
        loop {
            let (first, content) = self.next().await;
            match first {
                CLOSE => return (error, u16::from_be_bytes([content[0], content[1]])),
                TEXT => {
                    let mut message: Value = serde_json::from_slice(&content).unwrap();
                    error = (message["type"] == "error").then(|| message["code"].take());
                }
                _ => {}
            }
        }
    }
}

/// Compresses a message that stands for itself.
fn compressed(content: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::with_capacity(content.len() + 64);
    let mut deflater = Compress::new(Compression::best(), false);
    deflater.compress_vec(content, &mut compressed, FlushCompress::Sync).unwrap();
    assert!(compressed.ends_with(&FLUSHED));
    compressed.truncate(compressed.len() - FLUSHED.len());
    compressed
}

#[tokio::test]
async fn nobody_is_answered_what_was_not_asked() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let url = format!("ws://{}/api/v1/rooms/{}/socket", server.at, ada.code);
    for offer in [None, Some("x-webkit-deflate-frame"), Some("permessage-deflate; unknown")] {
        let mut raw = Raw::open(&url, offer).await;
        assert_eq!(raw.answer, None, "{offer:?}");
        let hello = json!({"type": "hello", "token": ada.token}).to_string();
        raw.frame(TEXT, hello.as_bytes()).await;
        assert_eq!(raw.until("welcome").await.0, TEXT);
        // A compressed frame that nobody agreed on is a broken one.
        raw.frame(COMPRESSED, &compressed(b"{}")).await;
        assert_eq!(raw.end().await, (None, 1002), "{offer:?}");
    }
}

#[tokio::test]
async fn updates_are_compressed_and_what_people_write_is_not() {
    let server = Server::start().await;
    let (mut ada, mut bo, seated, _) = server.playing(json!({"rounds": 2})).await;
    let mut plain = server.watch(&seated.code).await;
    let mut raw = Raw::agreed(&server, &seated.code).await;
    raw.say(&json!({"type": "hello"})).await;
    // They join at different times of the match.
    let (first, mut view) = raw.until("update").await;
    let mut same = plain.until("update").await;
    view["now_ms"] = same["now_ms"].take();
    same["now_ms"] = view["now_ms"].clone();
    assert_eq!((first, view), (COMPRESSED, same));
    for (speaker, decision) in [(&mut ada, 0), (&mut bo, 1)] {
        speaker.say(&json!({"type": "chat", "text": "anything ".repeat(50)})).await;
        assert_eq!(raw.until("chat").await, (TEXT, plain.until("chat").await));
        speaker.command(decision, json!({"type": "say", "n": 1})).await;
        assert_eq!(raw.until("update").await, (COMPRESSED, plain.until("update").await));
    }
}

#[tokio::test]
async fn a_compressed_message_is_understood_in_any_number_of_frames() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let mut raw = Raw::seat(&server, &ada).await;
    let ping = compressed(json!({"type": "ping", "nonce": 7}).to_string().as_bytes());
    for pieces in [1, 2, 3, 10] {
        let mut pieces = ping.chunks(ping.len().div_ceil(pieces)).peekable();
        let mut first = BEGINS_COMPRESSED;
        while let Some(piece) = pieces.next() {
            let last = if pieces.peek().is_none() { ENDS } else { 0 };
            raw.frame(first | last, piece).await;
            if last == 0 {
                raw.frame(PING, b"life").await;
                assert_eq!(raw.next().await, (PONG, b"life".to_vec()));
            }
            first = GOES_ON;
        }
        assert_eq!(raw.until("pong").await.1["nonce"], 7);
        // And what is not compressed, on the same socket.
        raw.frame(TEXT, br#"{"type":"ping","nonce":8}"#).await;
        assert_eq!(raw.until("pong").await.1["nonce"], 8);
    }
}

#[tokio::test]
async fn what_cannot_be_read_ends_as_it_does_uncompressed() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let spaces = |bytes| vec![b' '; bytes];
    let (too_big, none) = (Some(json!("too_big")), None);
    for (first, content, end) in [
        // As large as it may be, it is read; and no object.
        (COMPRESSED, compressed(&spaces(16_384)), (Some(json!("malformed")), 0)),
        (COMPRESSED, compressed(&spaces(16_385)), (too_big.clone(), 1009)),
        (COMPRESSED, compressed(&spaces(1 << 24)), (too_big.clone(), 1009)),
        (TEXT, spaces(16_384), (Some(json!("malformed")), 0)),
        (TEXT, spaces(16_385), (too_big.clone(), 1009)),
        (TEXT, spaces(40_000), (too_big, 1009)),
        (COMPRESSED, b"no deflate".to_vec(), (none.clone(), 1007)),
        (COMPRESSED, compressed(b"\xff\xfe"), (none.clone(), 1007)),
        (TEXT | 0x20, b"{}".to_vec(), (none.clone(), 1002)),
        (COMPRESSED | 0x10, compressed(b"{}"), (none.clone(), 1002)),
        // Only the first frame of a message says that it is compressed, and no ping is.
        (0x40 | PING, Vec::new(), (none.clone(), 1002)),
        (0x40 | ENDS, Vec::new(), (none, 1002)),
    ] {
        let mut raw = Raw::seat(&server, &ada).await;
        raw.frame(first, &content).await;
        if end.1 == 0 {
            assert_eq!(Some(raw.until("error").await.1["code"].clone()), end.0);
        } else {
            assert_eq!(raw.end().await, end, "{first:02x}, {} bytes", content.len());
        }
    }
    let mut raw = Raw::seat(&server, &ada).await;
    raw.frame(BEGINS_COMPRESSED, &compressed(b"{}")).await;
    for _ in 0..FRAGMENTS_MAX {
        raw.frame(GOES_ON, b"").await;
    }
    assert_eq!(raw.end().await, (Some(json!("malformed")), 1008));
}

/// Messages that together are more than lies between two ends, of which none reads.
fn large() -> Vec<String> {
    let text = |number: u64| {
        let numbers = (0..6_000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15 + number));
        format!("{:x?}", numbers.collect::<Vec<_>>())
    };
    (0..40).map(text).collect()
}

/// Sends it all, gives up waiting in the middle of it, and goes on.
async fn give_up(mut frames: Frames, given_up: oneshot::Sender<bool>) {
    // It has read what came before.
    frames.next().await.unwrap();
    let sending = |text: &String| Sending::text(text.as_str()).compressed_from(1_000);
    let texts = large();
    let (first, rest) = texts.split_at(30);
    let all: Vec<_> = first.iter().map(sending).collect();
    let waited = timeout(Duration::from_millis(100), frames.send(&all)).await;
    given_up.send(waited.is_err()).unwrap();
    for text in rest {
        frames.send(&[sending(text)]).await.unwrap();
    }
    let small = |least| Sending::text("small").compressed_from(least);
    frames.send(&[small(6), small(5)]).await.unwrap();
    frames.finish(End::Close(1000)).await;
}

#[tokio::test]
async fn whoever_gives_up_waiting_sends_on_what_can_be_read() {
    let (given_up, has_given_up) = oneshot::channel();
    let given_up = Arc::new(parking_lot::Mutex::new(Some(given_up)));
    let bounds = Bounds { message_bytes: 1_024, fragments: 1, close: Duration::from_secs(10) };
    let open = async move |Extension(peer): Extension<Arc<Peer>>, upgrade: Upgrade| {
        let given_up = given_up.lock().take().unwrap();
        upgrade.open(peer, bounds, async move |frames| give_up(frames, given_up).await)
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let store = server::log::open("memory:").unwrap();
    let settings = Settings { base_path: "/entente".to_owned(), ..Settings::default() };
    let rooms = Rooms::open(RoomsSetup::new(&[], BTreeMap::new(), settings), store).await.unwrap();
    let routes = Router::new().route("/", get(open));
    tokio::spawn(gateway::serve_with(listener, rooms, routes, std::future::pending()));
    let mut raw = Raw::open(&format!("ws://{at}/"), Some("permessage-deflate")).await;
    raw.frame(TEXT, b"go on").await;
    assert!(has_given_up.await.unwrap(), "nobody reads that much unread");
    for (number, text) in large().iter().enumerate() {
        let (first, received) = raw.text().await;
        assert_eq!(first, COMPRESSED);
        assert!(received == *text, "text {number}");
    }
    assert_eq!(raw.text().await, (TEXT, "small".to_owned()));
    assert_eq!(raw.text().await, (COMPRESSED, "small".to_owned()));
    assert_eq!(raw.next().await, (CLOSE, 1_000_u16.to_be_bytes().to_vec()));
}
