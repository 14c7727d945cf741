//! Limits at their edge: one less, exactly, one more. docs/PROTOCOL.md lists them all.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use crate::support::{Client, Frozen, Server, quiet};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use server::Settings;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::{Bytes, Message};

/// Sends bytes as they are and yields the status of the answer; none if there is no answer.
async fn status(server: &Server, from: Option<&str>, request: &str) -> Option<u16> {
    let mut tcp = connect(server.at, from).await;
    tcp.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // A refused request may end in a reset once the answer is there.
    let _ = tcp.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).split(' ').nth(1)?.parse().ok()
}

async fn connect(at: SocketAddr, from: Option<&str>) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    if let Some(from) = from {
        socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    }
    socket.connect(at).await.unwrap()
}

#[tokio::test]
async fn frames_have_a_depth_and_numbers_a_size() {
    let server = Server::start().await;
    let (mut a, _b, ..) = server.playing(json!({})).await;
    let id = "5e0c1b5e-6d6f-4b0e-9f5c-0c8f1c1d2e3f";
    let command =
        |inner: &str| format!(r#"{{"type":"command","id":"{id}","decision":0,"command":{inner}}}"#);
    let deep = |depth: usize| command(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
    let number = |n: &str| command(&format!(r#"{{"type":"say","n":{n}}}"#));
    // The frame itself is one level. What is within the limits is answered as a command is.
    for (frame, answer) in [
        (deep(14), "rejected"),
        (deep(15), "rejected"),
        (deep(16), "error"),
        (number("9007199254740990"), "rejected"),
        (number("9007199254740991"), "rejected"),
        (number("9007199254740992"), "error"),
        (number("-9007199254740991"), "rejected"),
        (number("-9007199254740992"), "error"),
    ] {
        a.raw(&frame).await;
        let received = a.next().await;
        assert_eq!(received["type"], answer, "{frame}: {received}");
    }
}

#[tokio::test]
async fn names_are_counted_in_characters() {
    let server = Server::start().await;
    let astronaut = "\u{1f469}\u{200d}\u{1f680}";
    for (name, status) in [
        ("é".repeat(31), 201),
        ("é".repeat(32), 201),
        ("é".repeat(33), 422),
        (format!("{}{}", "x".repeat(32), "\u{202e}\u{0}"), 201),
        // Three characters each, and none is ever cut in two.
        (astronaut.repeat(10), 201),
        (astronaut.repeat(11), 422),
    ] {
        let answer = server.post("/api/v1/rooms", &json!({"game": "toy", "name": name})).await;
        assert_eq!(answer.status, status, "{name:?}");
        if status == 201 {
            let kept = answer.body["room"]["seats"][0]["name"].as_str().unwrap();
            assert_eq!(kept, name.trim_end_matches(['\u{202e}', '\u{0}']));
        } else {
            assert_eq!(answer.code(), "name_invalid");
        }
    }
}

#[tokio::test]
async fn a_line_of_chat_is_taken_up_to_its_length() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let mut a = server.join(&ada).await;
    for (chars, expected) in [(499, "chat"), (500, "chat"), (501, "error")] {
        let text = "\u{1f409}".repeat(chars);
        a.say(&json!({"type": "chat", "text": text})).await;
        let answer = a.next().await;
        assert_eq!(answer["type"], expected, "{chars}");
        assert!(expected == "error" || answer["text"] == json!(text), "{chars}");
    }
}

#[tokio::test]
async fn headers_have_a_number_and_a_size() {
    let server = Server::start().await;
    let with = |lines: String| format!("GET /livez HTTP/1.1\r\nHost: x\r\n{lines}\r\n");
    let close = "Connection: close\r\n";
    for (lines, answer) in [(63, 200), (64, 200), (65, 431)] {
        // `Host` and `Connection` are two of them.
        let filler = "X-Filler: 1\r\n".repeat(lines - 2);
        let request = with(format!("{close}{filler}"));
        assert_eq!(status(&server, None, &request).await, Some(answer), "{lines} lines");
    }
    let bare = with(format!("{close}X-Filler: \r\n")).len();
    for (bytes, answer) in [(16_383, 200), (16_384, 200), (16_385, 431)] {
        let request = with(format!("{close}X-Filler: {}\r\n", "x".repeat(bytes - bare)));
        assert_eq!(request.len(), bytes);
        assert_eq!(status(&server, None, &request).await, Some(answer), "{bytes} bytes");
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_that_does_not_come_is_waited_for_until_its_time() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    for (late_by, answer) in [(4_999, Some(200)), (5_000, None)] {
        let mut tcp = connect(server.at, None).await;
        tcp.write_all(b"GET /livez HTTP/1.1\r\nHost: x\r\n").await.unwrap();
        server.get("/livez").await;
        clock.advance(late_by).await;
        // The server may be gone already.
        let _ = tcp.write_all(b"Connection: close\r\n\r\n").await;
        let mut said = Vec::new();
        let _ = tcp.read_to_end(&mut said).await;
        let said = String::from_utf8_lossy(&said);
        assert_eq!(said.starts_with("HTTP/1.1 200"), answer.is_some(), "{late_by}: {said}");
    }
    let body = r#"{"game":"toy","name":"Ada"}"#;
    let length = body.len();
    let head = format!(
        "POST /api/v1/rooms HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
         Content-Length: {length}\r\nExpect: 100-continue\r\n\r\n"
    );
    for (late_by, answer) in [(9_999, "201"), (10_000, "408")] {
        let mut tcp = connect(server.at, None).await;
        tcp.write_all(head.as_bytes()).await.unwrap();
        // Asked for the body, the server waits for it.
        let mut asked = [0; 25];
        tcp.read_exact(&mut asked).await.unwrap();
        assert!(asked.starts_with(b"HTTP/1.1 100"));
        clock.advance(late_by).await;
        let _ = tcp.write_all(body.as_bytes()).await;
        let mut said = Vec::new();
        let _ = tcp.read_to_end(&mut said).await;
        let said = String::from_utf8_lossy(&said);
        assert!(said.starts_with(&format!("HTTP/1.1 {answer}")), "{late_by}: {said}");
    }
}

#[tokio::test(start_paused = true)]
async fn hello_may_come_at_the_last_moment() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let mut late = server.socket(&ada.code).await;
    late.socket.send(Message::Ping(Bytes::new())).await.unwrap();
    assert!(matches!(late.socket.next().await, Some(Ok(Message::Pong(_)))));
    clock.advance(9_999).await;
    late.say(&json!({"type": "hello"})).await;
    assert_eq!(late.next().await["type"], "welcome");
}

#[tokio::test]
async fn the_server_takes_so_many_connections_and_says_when_to_come_back() {
    let settings = Settings { max_connections: 3, ..quiet() };
    let server = Server::under(settings).await;
    let ada = server.create(json!({})).await;
    let mut open: Vec<Client> = Vec::new();
    for _ in 0..3 {
        open.push(server.watch(&ada.code).await);
    }
    let mut hints = BTreeSet::new();
    for _ in 0..20 {
        let refused = server.get("/livez").await;
        assert_eq!((refused.status, refused.code()), (503, "busy"));
        let hint = refused.body["retry_after_ms"].as_u64().unwrap();
        assert!((5_000..=15_000).contains(&hint), "{hint}");
        hints.insert(hint);
    }
    assert!(hints.len() > 1, "those refused together do not come back together");
    open.pop().unwrap().leave().await;
    while server.get("/livez").await.status == 503 {}
}

#[tokio::test(start_paused = true)]
async fn strangers_budgets_refuse_nobody_who_has_a_code() {
    let _clock = Frozen::clock();
    let settings = Settings { points_per_minute: 150, ..quiet() };
    let server = Server::under(settings).await;
    let ada = server.create(json!({})).await;
    let get = |code: &str, bearer: &str| {
        format!(
            "GET /api/v1/rooms/{code} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
             Authorization: Bearer {bearer}\r\n\r\n"
        )
    };
    let guess = get("CCCCCC", "x");
    let known = get(&ada.code, "x");
    for n in 2..=100 {
        let from = format!("127.0.0.{n}");
        for answer in [404, 404, 429] {
            assert_eq!(status(&server, Some(&from), &guess).await, Some(answer), "from {from}");
        }
        assert_eq!(status(&server, Some(&from), &known).await, Some(429), "its own is spent");
        let holder = get(&ada.code, &ada.token);
        assert_eq!(status(&server, Some(&from), &holder).await, Some(200), "seats are let in");
    }
    assert_eq!(status(&server, Some("127.0.0.101"), &known).await, Some(200));
}

#[tokio::test(start_paused = true)]
async fn a_peer_may_take_nothing_for_a_while() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let mut a = server.join(&ada).await;
    let small = TcpSocket::new_v4().unwrap();
    small.set_recv_buffer_size(2_048).unwrap();
    let tcp = small.connect(server.at).await.unwrap();
    let url = format!("ws://{}/api/v1/rooms/{}/socket", server.at, ada.code);
    let (socket, _) = client_async(url, tcp).await.unwrap();
    let mut lazy = Client { socket };
    lazy.say(&json!({"type": "hello"})).await;
    assert_eq!(a.until("room").await["room"]["spectators"], 1);
    // More than the system takes for one peer, and less than waits for it in the queue.
    let line = json!({"type": "chat", "text": "\u{1f409}".repeat(500)});
    for _ in 0..220 {
        a.say(&line).await;
        a.until("chat").await;
    }
    clock.advance(19_999).await;
    a.nothing().await;
    clock.advance(1).await;
    assert_eq!(a.until("room").await["room"]["spectators"], 0);
}

#[tokio::test]
async fn absence_and_the_list_of_rooms_have_their_bounds() {
    let settings = Settings { match_expiry_ms: 600_000, ..quiet() };
    let server = Server::under(settings).await;
    for (absence, status) in
        [(299_999, 422), (300_000, 201), (300_001, 201), (600_000, 201), (600_001, 422)]
    {
        let wanted = json!({"game": "toy", "name": "Ada", "absence_ms": absence});
        let answer = server.post("/api/v1/rooms", &wanted).await;
        assert_eq!(answer.status, status, "{absence}");
    }
    let listed = async || {
        let rooms = server.get("/api/v1/rooms").await;
        rooms.body["rooms"].as_array().map(Vec::len)
    };
    for (rooms, shown) in [(99, 99), (1, 100), (1, 100)] {
        for _ in 0..rooms {
            server.create(json!({"listed": true})).await;
        }
        assert_eq!(listed().await, Some(shown));
    }
}
