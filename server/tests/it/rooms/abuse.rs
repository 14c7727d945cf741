//! Hostile and broken clients: floods, oversize, foreign pages, guessed codes, too many of them.

use crate::support::{Client, Frozen, Server, quiet};
use futures_util::{FutureExt, SinkExt, StreamExt};
use serde_json::{Value, json};
use server::Settings;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

async fn say_hello(server: &Server, code: &str) -> Client {
    let mut client = server.socket(code).await;
    client.say(&json!({"type": "hello"})).await;
    client
}

#[tokio::test]
async fn malformed_messages_are_answered_until_there_are_too_many() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let mut a = server.join(&ada).await;
    for (frame, code) in [
        ("", "malformed"),
        ("{}", "malformed"),
        (r#"{"type":"ping","nonce":1,"nonce":2}"#, "malformed"),
        (r#"{"type":"ping","nonce":1.0}"#, "malformed"),
        (r#"{"type":"ping","nonce":1,"x":1}"#, "malformed"),
        (r#"{"type":"dance"}"#, "unknown_type"),
        (r#"{"type":"hello"}"#, "malformed"),
        (&"[".repeat(1_000), "malformed"),
    ] {
        a.raw(frame).await;
        let answer = a.next().await;
        assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!(code)), "{frame}");
    }
    a.socket.send(Message::binary(vec![1])).await.unwrap();
    assert_eq!(a.next().await["code"], "malformed");
    a.nothing().await;
    // Eight so far: the second `hello` was well-formed.
    for _ in 8..60 {
        a.raw("{}").await;
        a.next().await;
    }
    a.nothing().await;
    a.raw("{}").await;
    let (received, code) = a.end().await;
    assert_eq!((&received.last().unwrap()["code"], code), (&json!("too_fast"), 4029));
}

#[tokio::test]
async fn messages_are_taken_up_to_their_largest_size() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let mut a = server.join(&ada).await;
    let most = 16 * 1024;
    for bytes in [most - 1, most] {
        let ping = r#"{"type":"ping","nonce":5}"#;
        a.raw(&format!("{}{ping}", " ".repeat(bytes - ping.len()))).await;
        assert_eq!(a.next().await["nonce"], 5);
    }
    for bytes in [most + 1, 1024 * 1024] {
        let mut a = server.join(&ada).await;
        // The server may stop reading before the last byte is sent.
        let _ = a.socket.send(Message::text(" ".repeat(bytes))).await;
        let (received, code) = a.end().await;
        assert_eq!((&received.last().unwrap()["code"], code), (&json!("too_big"), 1009));
    }
}

#[tokio::test]
async fn broken_frames_are_closed_with_their_reason() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    for (bytes, code) in [
        // An unmasked frame, a reserved opcode, and a text frame that is not UTF-8.
        (vec![0x81, 0x01, b'x'], 1002),
        (vec![0x83, 0x80, 0, 0, 0, 0], 1002),
        (vec![0x81, 0x81, 0, 0, 0, 0, 0xff], 1007),
    ] {
        let mut a = server.join(&ada).await;
        a.socket.get_mut().write_all(&bytes).await.unwrap();
        assert_eq!(a.end().await.1, code, "{bytes:x?}");
    }
}

/// A masked frame with this first byte and content; the mask changes nothing.
fn frame(first: u8, content: &str) -> Vec<u8> {
    let length = 0x80 | u8::try_from(content.len()).unwrap();
    [&[first, length, 0, 0, 0, 0], content.as_bytes()].concat()
}

/// A ping of the protocol in this number of frames and one more.
fn in_frames(fragments: usize) -> Vec<u8> {
    let begin = frame(0x01, "{");
    let more = frame(0x00, "").repeat(fragments - 1);
    [begin, more, frame(0x80, r#""type":"ping","nonce":7}"#)].concat()
}

#[tokio::test]
async fn frames_that_end_no_message_are_counted() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let mut a = server.join(&ada).await;
    for fragments in [1, 63, 64] {
        a.socket.get_mut().write_all(&in_frames(fragments)).await.unwrap();
        assert_eq!(a.next().await, json!({"type": "pong", "nonce": 7}), "{fragments}");
    }
    a.socket.get_mut().write_all(&in_frames(65)).await.unwrap();
    let (received, code) = a.end().await;
    assert_eq!((&received.last().unwrap()["code"], code), (&json!("malformed"), 1008));
    // Before `hello` as well, and in a message that never ends.
    let mut endless = server.socket(&ada.code).await;
    let flood = [frame(0x01, ""), frame(0x00, "").repeat(10_000)].concat();
    let _ = endless.socket.get_mut().write_all(&flood).await;
    assert_eq!(endless.end().await.1, 1008);
}

#[tokio::test(start_paused = true)]
async fn every_frame_draws_from_the_bucket() {
    let clock = Frozen::clock();
    let settings = Settings { messages_per_second: 10, message_burst: 30, ..quiet() };
    let server = Server::under(settings).await;
    let ada = server.create(json!({})).await;
    // Pings of the WebSocket before `hello`, and frames that end no message after it.
    let mut a = server.socket(&ada.code).await;
    for _ in 0..9 {
        a.socket.send(Message::Ping(Bytes::new())).await.unwrap();
        assert!(matches!(a.socket.next().await, Some(Ok(Message::Pong(_)))));
    }
    a.say(&json!({"type": "hello", "token": ada.token})).await;
    a.until("welcome").await;
    a.socket.get_mut().write_all(&in_frames(19)).await.unwrap();
    a.until("pong").await;
    // That was the burst of 30.
    a.say(&json!({"type": "ping", "nonce": 8})).await;
    server.get("/livez").await;
    server.get("/livez").await;
    assert!(a.socket.next().now_or_never().is_none(), "it is not read yet");
    clock.advance(100).await;
    assert_eq!(a.until("pong").await["nonce"], 8);
}

/// Sends what the server has said goodbye to, until the connection is gone; how much went through.
async fn babble_on(tcp: &mut TcpStream, piece: &[u8], most_bytes: usize) -> usize {
    let mut sent = 0;
    while sent < most_bytes && tcp.write_all(piece).await.is_ok() {
        sent += piece.len();
    }
    sent
}

#[tokio::test(start_paused = true)]
async fn who_was_sent_goodbye_is_read_slowly_and_not_for_long() {
    // In this time 1.6 MiB are read; the system keeps some more on both sides.
    const CLOSE_MS: u64 = 100;
    const MOST_BYTES: usize = 32 * 1024 * 1024;
    let clock = Frozen::clock();
    let server = Server::under(Settings { close_ms: CLOSE_MS, ..quiet() }).await;
    let ada = server.create(json!({})).await;
    let mut babbler = say_hello(&server, &ada.code).await;
    let mut giant = say_hello(&server, &ada.code).await;
    // From here on time passes whenever nobody can do anything.
    drop(clock);
    for _ in 0..=60 {
        babbler.raw("{}").await;
    }
    let length = 16_u16 * 1024;
    let mut frame = [&[0x81, 0xfe][..], &length.to_be_bytes(), &[0; 4]].concat();
    frame.resize(frame.len() + usize::from(length), b'x');
    let sent = babble_on(babbler.socket.get_mut(), &frame, MOST_BYTES).await;
    assert!(sent < MOST_BYTES, "{sent} bytes after too many malformed messages");

    let announced = [&[0x81, 0xff][..], &(1_u64 << 40).to_be_bytes(), &[0; 4]].concat();
    giant.socket.get_mut().write_all(&announced).await.unwrap();
    let sent = babble_on(giant.socket.get_mut(), &frame, MOST_BYTES).await;
    assert!(sent < MOST_BYTES, "{sent} bytes of an oversized message");
}

#[tokio::test(start_paused = true)]
async fn the_first_message_is_hello_and_comes_in_time() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    for first in [r#"{"type":"ping","nonce":1}"#, "{}", r#"{"type":"hello","tok":1}"#] {
        let mut client = server.socket(&ada.code).await;
        client.raw(first).await;
        let (received, code) = client.end().await;
        assert_eq!((&received[0]["code"], code), (&json!("hello_expected"), 1008));
    }
    let mut silent = server.socket(&ada.code).await;
    // The session's timer starts after the upgrade: one frame there and back says that it has.
    silent.socket.send(Message::Ping(Bytes::new())).await.unwrap();
    assert!(matches!(silent.socket.next().await, Some(Ok(Message::Pong(_)))));
    clock.advance(10_000).await;
    let (received, code) = silent.end().await;
    assert_eq!((&received[0]["code"], code), (&json!("hello_expected"), 1008));
}

#[tokio::test(start_paused = true)]
async fn a_silent_socket_is_pinged_and_then_closed() {
    let clock = Frozen::clock();
    let settings = Settings { ping_ms: 20_000, idle_ms: 40_000, ..quiet() };
    let server = Server::under(settings).await;
    let ada = server.create(json!({})).await;
    let mut a = server.join(&ada).await;
    clock.advance(20_000).await;
    assert!(matches!(a.socket.next().await, Some(Ok(Message::Ping(_)))));
    // The pong leaves with the next reading and keeps the socket alive.
    a.nothing().await;
    clock.advance(39_999).await;
    assert!(matches!(a.socket.next().await, Some(Ok(Message::Ping(_)))));
    clock.advance(1).await;
    assert_eq!(a.end().await.1, 4008);
}

#[tokio::test(start_paused = true)]
async fn an_empty_bucket_delays_and_loses_nothing() {
    let clock = Frozen::clock();
    let settings = Settings { messages_per_second: 10, message_burst: 30, ..quiet() };
    let server = Server::under(settings).await;
    let ada = server.create(json!({})).await;
    let mut a = server.join(&ada).await;
    for nonce in 0..35 {
        a.say(&json!({"type": "ping", "nonce": nonce})).await;
    }
    // `hello` was one of the burst of 30.
    for nonce in 0..29 {
        assert_eq!(a.next().await["nonce"], nonce);
    }
    for nonce in 29..35 {
        clock.advance(100).await;
        assert_eq!(a.next().await["nonce"], nonce);
    }
}

async fn upgrade(server: &Server, code: &str, origin: Option<&str>) -> Result<(), (u16, Value)> {
    let url = format!("ws://{}/api/v1/rooms/{code}/socket", server.at);
    let mut request = url.into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("Origin", origin.parse().unwrap());
    }
    let tcp = TcpStream::connect(server.at).await.unwrap();
    match client_async(request, tcp).await {
        Ok(_) => Ok(()),
        Err(Error::Http(answer)) => {
            assert_eq!(answer.headers()["content-type"], "application/problem+json");
            let body = answer.body().clone().unwrap_or_default();
            Err((answer.status().as_u16(), serde_json::from_slice(&body).unwrap_or_default()))
        }
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test]
async fn foreign_pages_do_not_get_a_socket() {
    let settings = Settings {
        public_url: Some("https://play.example.org".to_owned()),
        allowed_origins: "https://friends.example".parse().unwrap(),
        ..quiet()
    };
    let server = Server::under(settings).await;
    let ada = server.create(json!({})).await;
    let admitted = [
        None,
        Some("https://play.example.org"),
        Some("https://friends.example"),
        Some("https://play.example.org:443"),
        Some("HTTPS://Play.Example.Org"),
    ];
    for origin in admitted {
        assert_eq!(upgrade(&server, &ada.code, origin).await, Ok(()), "{origin:?}");
    }
    for origin in [
        "null",
        "http://play.example.org",
        "https://play.example.org:8443",
        "https://evil.play.example.org",
        "https://play.example.org.evil.example",
        "https://evilplay.example.org",
        "https://play.example.org@evil.example",
        "https://evil@play.example.org",
        "https://play.example.org.",
        "https://play.example.org/evil",
        "wss://play.example.org",
        "https://example.org",
        &format!("http://{}", server.at),
    ] {
        let refused = upgrade(&server, &ada.code, Some(origin)).await;
        assert_eq!(refused.map_err(|(status, _)| status), Err(403), "{origin}");
    }
    let server = Server::start().await;
    let own = format!("http://{}", server.at);
    let ada = server.create(json!({})).await;
    assert_eq!(upgrade(&server, &ada.code, Some(&own)).await, Ok(()));
    assert!(upgrade(&server, &ada.code, Some("http://localhost")).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn unknown_codes_are_answered_within_a_budget() {
    let clock = Frozen::clock();
    let settings = Settings { points_per_minute: 500, ..quiet() };
    let server = Server::under(settings).await;
    let ada = server.create(json!({})).await;
    let known = format!("/api/v1/rooms/{}", ada.code);
    let unknown = "/api/v1/rooms/CCCCCC";
    for _ in 0..3 {
        assert_eq!(server.get(unknown).await.code(), "room_unknown");
        assert_eq!(server.get(&known).await.status, 200);
    }
    let (received, code) = say_hello(&server, "CCCCCC").await.end().await;
    assert_eq!((&received[0]["code"], code), (&json!("room_unknown"), 4004));
    // Spent: known and unknown codes look the same, by HTTP and by socket.
    for path in [unknown, &known] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.code()), (429, "too_many_requests"));
        assert_eq!(answer.headers["retry-after"], "1");
        assert_eq!(answer.body["retry_after_ms"], 480, "four points too many");
    }
    for code in ["CCCCCC", &ada.code] {
        let (received, code) = say_hello(&server, code).await.end().await;
        assert_eq!((&received[0]["code"], code), (&json!("too_many_requests"), 4029));
    }
    // Those who hold a seat are let in.
    server.join(&ada).await;
    assert_eq!(server.bearer("GET", &known, &ada.token).await.status, 200);
    clock.advance(480).await;
    assert_eq!(server.get(&known).await.status, 200);
}

#[tokio::test]
async fn galleries_have_their_size() {
    let settings = Settings { spectators: 2, ..quiet() };
    let server = Server::under(settings).await;
    let ada = server.create(json!({})).await;
    let first = server.watch(&ada.code).await;
    let _second = server.watch(&ada.code).await;
    let (received, code) = say_hello(&server, &ada.code).await.end().await;
    assert_eq!((&received[0]["code"], code), (&json!("gallery_full"), 4013));
    let mut a = server.join(&ada).await;
    first.leave().await;
    while a.until("room").await["room"]["spectators"] != 1 {}
    server.watch(&ada.code).await;
    let private = server.create(json!({"spectators": "off"})).await;
    let (received, code) = say_hello(&server, &private.code).await.end().await;
    assert_eq!((&received[0]["code"], code), (&json!("gallery_full"), 4013));
}

#[tokio::test]
async fn connections_are_capped_before_the_upgrade() {
    let settings = Settings { max_connections_per_address: 2, ..quiet() };
    let server = Server::under(settings).await;
    let ada = server.create(json!({})).await;
    let a = server.join(&ada).await;
    let _s = server.watch(&ada.code).await;
    let (status, problem) = upgrade(&server, &ada.code, None).await.unwrap_err();
    assert_eq!((status, &problem["code"]), (503, &json!("busy")));
    assert!(server.get("/livez").await.headers.contains_key("retry-after"));
    a.leave().await;
    while server.get("/livez").await.status == 503 {}
}

#[tokio::test(start_paused = true)]
async fn a_header_that_does_not_come_is_not_waited_for() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let mut slow = TcpStream::connect(server.at).await.unwrap();
    slow.write_all(b"GET /livez HTTP/1.1\r\nHost:").await.unwrap();
    server.get("/livez").await;
    clock.advance(5_000).await;
    let mut rest = Vec::new();
    slow.read_to_end(&mut rest).await.unwrap();
    assert!(!String::from_utf8_lossy(&rest).contains("200 OK"));
    let mut long = TcpStream::connect(server.at).await.unwrap();
    let lines = "X-Filler: 1\r\n".repeat(100);
    long.write_all(format!("GET /livez HTTP/1.1\r\n{lines}\r\n").as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    long.read_to_end(&mut answer).await.unwrap();
    assert!(String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 431"));
}

#[tokio::test]
async fn a_peer_that_takes_nothing_is_cut_off_and_the_room_goes_on() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let bo = server.take(&ada.code).await;
    let (mut a, _lazy) = (server.join(&ada).await, server.join(&bo).await);
    a.until("room").await;
    // Lines for everyone, until what the system buffers and the queue hold is full.
    let line = json!({"type": "chat", "text": "x".repeat(500)});
    loop {
        a.say(&line).await;
        let message = a.next().await;
        if message["type"] == "room" {
            assert_eq!(message["room"]["seats"][1]["connected"], false);
            break;
        }
    }
    a.until("chat").await;
    let mut back = server.join(&bo).await;
    back.nothing_but_chat().await;
}

#[tokio::test]
async fn a_refusal_quotes_little_of_what_was_refused() {
    let server = Server::start().await;
    let (mut a, ..) = server.playing(json!({})).await;
    for command in [
        json!({"type": "x".repeat(15_000)}),
        json!({"type": "\u{20ac}".repeat(5_000)}),
        json!({"type": "say", "x".repeat(15_000): 1}),
    ] {
        let id = uuid::Uuid::new_v4();
        let act = json!({"type": "command", "id": id, "decision": 0, "command": command});
        let first = a.act(act.clone()).await;
        assert_eq!(first["type"], "rejected", "{first:?}");
        let characters = first["detail"].as_str().unwrap().chars().count();
        assert!(characters <= server::rooms::limits::DETAIL_CHARS + 2, "{characters}");
        assert_eq!(a.act(act).await, first, "and again, when the same is said again");
    }
}
