//! Compressed messages on real sockets, written and read frame by frame: no client library is between.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::support::{Seated, Server};
use axum::routing::get;
use axum::{Extension, Router};
use black_box::FrameClient;
use black_box::frames::{
    BEGINS_COMPRESSED, CLOSE, COMPRESSED, ENDS, GOES_ON, PING, PONG, TEXT, compressed,
};
use serde_json::json;
use server::gateway::frames::{Bounds, End, Frames, Sending};
use server::gateway::{self, FRAGMENTS_MAX, Peer, Upgrade};
use server::rooms::RoomsSetup;
use server::{Rooms, Settings};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// Name of the header in which extensions are asked for.
const EXTENSIONS: &str = "Sec-WebSocket-Extensions";

/// Opens a socket of a room on which compression is agreed.
async fn agreed(server: &Server, code: &str) -> FrameClient {
    let url = format!("ws://{}/api/v1/rooms/{code}/socket", server.at);
    let offer = [(EXTENSIONS, "permessage-deflate; client_max_window_bits")];
    let client = FrameClient::open(&url, &offer).await;
    let agreed = "permessage-deflate; client_no_context_takeover";
    assert_eq!(client.extension.as_deref(), Some(agreed));
    client
}

/// Takes a seat on such a socket.
async fn seat(server: &Server, seated: &Seated) -> FrameClient {
    let mut client = agreed(server, &seated.code).await;
    client.say(&json!({"type": "hello", "token": seated.token})).await;
    assert_eq!(client.until("welcome").await["you"], json!({"seat": seated.seat}));
    client
}

#[tokio::test]
async fn nobody_is_answered_what_was_not_asked() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let url = format!("ws://{}/api/v1/rooms/{}/socket", server.at, ada.code);
    for offer in [None, Some("x-webkit-deflate-frame"), Some("permessage-deflate; unknown")] {
        let asked: Vec<_> = offer.iter().map(|offer| (EXTENSIONS, *offer)).collect();
        let mut client = FrameClient::open(&url, &asked).await;
        assert_eq!(client.extension, None, "{offer:?}");
        let hello = json!({"type": "hello", "token": ada.token}).to_string();
        client.frame(TEXT, hello.as_bytes()).await;
        client.until("welcome").await;
        // A compressed frame that nobody agreed on is a broken one.
        client.frame(COMPRESSED, &compressed(b"{}")).await;
        assert_eq!(client.end().await, (None, 1002), "{offer:?}");
    }
}

#[tokio::test]
async fn updates_are_compressed_and_what_people_write_is_not() {
    let server = Server::start().await;
    let (mut ada, mut bo, seated, _) = server.playing(json!({"rounds": 2})).await;
    let mut plain = server.watch(&seated.code).await;
    let mut client = agreed(&server, &seated.code).await;
    client.say(&json!({"type": "hello"})).await;
    // They join at different times of the match.
    let mut view = client.until("update").await;
    let mut same = plain.until("update").await;
    view["now_ms"] = same["now_ms"].take();
    same["now_ms"] = view["now_ms"].clone();
    assert_eq!(view, same);
    for (speaker, decision) in [(&mut ada, 0), (&mut bo, 1)] {
        speaker.say(&json!({"type": "chat", "text": "anything ".repeat(50)})).await;
        assert_eq!(client.until("chat").await, plain.until("chat").await);
        speaker.command(decision, json!({"type": "say", "n": 1})).await;
        assert_eq!(client.until("update").await, plain.until("update").await);
    }
}

#[tokio::test]
async fn a_compressed_message_is_understood_in_any_number_of_frames() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let mut client = seat(&server, &ada).await;
    let ping = compressed(json!({"type": "ping", "nonce": 7}).to_string().as_bytes());
    for pieces in [1, 2, 3, 10] {
        let mut pieces = ping.chunks(ping.len().div_ceil(pieces)).peekable();
        let mut first = BEGINS_COMPRESSED;
        while let Some(piece) = pieces.next() {
            let last = if pieces.peek().is_none() { ENDS } else { 0 };
            client.frame(first | last, piece).await;
            if last == 0 {
                client.frame(PING, b"life").await;
                assert_eq!(client.next().await, (PONG, b"life".to_vec()));
            }
            first = GOES_ON;
        }
        assert_eq!(client.until("pong").await["nonce"], 7);
        // And what is not compressed, on the same socket.
        client.frame(TEXT, br#"{"type":"ping","nonce":8}"#).await;
        assert_eq!(client.until("pong").await["nonce"], 8);
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
        let mut client = seat(&server, &ada).await;
        client.frame(first, &content).await;
        if end.1 == 0 {
            assert_eq!(Some(client.until("error").await["code"].clone()), end.0);
        } else {
            assert_eq!(client.end().await, end, "{first:02x}, {} bytes", content.len());
        }
    }
    let mut client = seat(&server, &ada).await;
    client.frame(BEGINS_COMPRESSED, &compressed(b"{}")).await;
    for _ in 0..FRAGMENTS_MAX {
        client.frame(GOES_ON, b"").await;
    }
    assert_eq!(client.end().await, (Some(json!("malformed")), 1008));
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
    let mut client =
        FrameClient::open(&format!("ws://{at}/"), &[(EXTENSIONS, "permessage-deflate")]).await;
    client.frame(TEXT, b"go on").await;
    assert!(has_given_up.await.unwrap(), "nobody reads that much unread");
    for (number, text) in large().iter().enumerate() {
        let (first, received) = client.text().await;
        assert_eq!(first, COMPRESSED);
        assert!(received == *text, "text {number}");
    }
    assert_eq!(client.text().await, (TEXT, "small".to_owned()));
    assert_eq!(client.text().await, (COMPRESSED, "small".to_owned()));
    assert_eq!(client.next().await, (CLOSE, 1_000_u16.to_be_bytes().to_vec()));
}
