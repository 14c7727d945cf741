//! Peers that do not take what they asked for, that ask and say no more, and servers that did not
//! run for a while.

use futures_util::{FutureExt, SinkExt};
use serde_json::json;
use server::Settings;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;

use super::tls::Hidden;
use crate::support::{Frozen, Server, quiet};

/// More answers than anything between a server and its peer holds, asked for at once.
const REQUESTS: usize = 50;

fn requests() -> String {
    "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(REQUESTS)
}

/// A connection whose own system takes little ahead of its peer.
async fn narrow(server: &Server) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2_048).unwrap();
    socket.connect(server.at).await.unwrap()
}

/// Checks whether there is room for a further connection. Asking often lets everybody have a turn.
async fn room(server: &Server) -> bool {
    let mut status = 0;
    for _ in 0..10 {
        status = server.get("/livez").await.status;
    }
    status == 200
}

/// A server that takes one connection.
fn for_one() -> Settings {
    Settings { max_connections: 1, ..quiet() }
}

#[tokio::test(start_paused = true)]
async fn answers_that_nobody_reads_are_kept_for_a_while() {
    let clock = Frozen::clock();
    let server = Server::under(for_one()).await;
    let mut lazy = narrow(&server).await;
    lazy.write_all(requests().as_bytes()).await.unwrap();
    assert!(!room(&server).await);
    clock.advance(19_999).await;
    assert!(!room(&server).await);
    clock.advance(1).await;
    while !room(&server).await {}
    let mut received = Vec::new();
    // Cut off in the middle of an answer, or reset.
    let _ = lazy.read_to_end(&mut received).await;
    let answers = String::from_utf8_lossy(&received).matches("HTTP/1.1 200").count();
    assert!((1..REQUESTS).contains(&answers), "{answers}");
}

#[tokio::test(start_paused = true)]
async fn who_reads_slowly_is_given_all_answers() {
    let clock = Frozen::clock();
    let server = Server::under(for_one()).await;
    let mut slow = narrow(&server).await;
    let last = "GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    slow.write_all((requests() + last).as_bytes()).await.unwrap();
    let (mut received, mut piece) = (Vec::new(), vec![0; 256 * 1024]);
    loop {
        let count = slow.read(&mut piece).await.unwrap();
        if count == 0 {
            break;
        }
        received.extend_from_slice(&piece[..count]);
        clock.advance(1_000).await;
    }
    let received = String::from_utf8_lossy(&received);
    assert_eq!(received.matches("HTTP/1.1 200").count(), REQUESTS + 1);
}

#[tokio::test(start_paused = true)]
async fn under_tls_too() {
    let clock = Frozen::clock();
    let hidden = Hidden::under(for_one()).await;
    let mut lazy = hidden.shake(narrow(&hidden.server).await).await.unwrap();
    lazy.write_all(requests().as_bytes()).await.unwrap();
    let next = async || {
        let mut status = None;
        for _ in 0..10 {
            status = hidden.status(TcpStream::connect(hidden.server.at).await.unwrap()).await;
        }
        status
    };
    assert_eq!(next().await, Some(503));
    clock.advance(19_999).await;
    assert_eq!(next().await, Some(503));
    clock.advance(1).await;
    while next().await != Some(200) {}
}

#[tokio::test]
async fn who_has_asked_and_says_no_more_is_answered() {
    let server = Server::start().await;
    let body = r#"{"game":"toy","name":"Ada"}"#;
    let head = format!("POST /api/v1/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: {}", body.len());
    for request in [format!("{head}\r\n\r\n{body}"), requests()] {
        let mut tcp = TcpStream::connect(server.at).await.unwrap();
        tcp.write_all(request.as_bytes()).await.unwrap();
        tcp.shutdown().await.unwrap();
        let mut received = Vec::new();
        tcp.read_to_end(&mut received).await.unwrap();
        let received = String::from_utf8_lossy(&received);
        let answers = received.matches("HTTP/1.1 20").count();
        assert_eq!(answers, request.matches("HTTP/1.1\r\n").count(), "{request}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_said_while_the_server_did_not_run_is_read_before_anybody_is_silent() {
    let clock = Frozen::clock();
    let settings = Settings { ping_ms: 20_000, idle_ms: 40_000, ..quiet() };
    let server = Server::under(settings).await;
    let ada = server.create(json!({})).await;
    let mut a = server.join(&ada).await;
    let mut silent = server.watch(&ada.code).await;
    a.until("room").await;
    // Nobody has a turn between the two.
    let said = a.socket.send(Message::text(r#"{"type":"ping","nonce":1}"#)).now_or_never();
    assert!(matches!(said, Some(Ok(()))));
    clock.advance(60_000).await;
    assert_eq!(a.next().await, json!({"type": "pong", "nonce": 1}));
    // Who says nothing has its time from then on.
    clock.advance(20_000).await;
    a.nothing().await;
    clock.advance(19_999).await;
    a.nothing().await;
    assert_eq!(server.counted("entente_sockets"), 2);
    clock.advance(1).await;
    assert_eq!(silent.end().await.1, 4008);
}
