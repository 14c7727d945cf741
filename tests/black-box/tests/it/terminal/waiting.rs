//! Servers that never answer: the screen that waits for them can be used, and left.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use black_box::{Http, Seed, Server, Table};
use protocol::ClientMessage;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::{CONTROL_C, END, Person};

#[tokio::test]
async fn a_room_that_is_looked_for_in_vain_does_not_hold_up_the_keys() {
    let server = Server::start();
    // It takes connections, and reads none.
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let link = format!("http://{}/r/K7P2XR", silent.local_addr().expect("an address"));
    let mut ada = Person::at(&server).opens(&["play"]);
    ada.shows("what would you like to play?").await;
    ada.types(&format!("{link}\r")).await;
    ada.shows("Looking at the room").await;
    ada.types("!").await;
    ada.shows("K7P2XR!").await;
    ada.types(CONTROL_C).await;
    assert!(ada.ended().await.success());
}

#[tokio::test]
async fn a_step_that_never_comes_does_not_hold_up_the_keys() {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({}), 0, Seed::or(98)).await;
    let id = table.seed.id();
    table.seats[0].act(&ClientMessage::Resign { id }).await.expect("a seat may resign");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let link = format!("http://{}", listener.local_addr().expect("an address"));
    let (http, given_up) = (server.http.clone(), Arc::<AtomicBool>::default());
    let gone = given_up.clone();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(one_page(socket, http.clone(), gone.clone()));
        }
    });
    let mut ada = Person::at(&server).opens(&["--server", &link, "replay", table.code()]);
    ada.shows("Step 0").await;
    ada.types(END).await;
    ada.types("?").await;
    ada.shows("plays on by itself").await;
    assert!(!given_up.load(Ordering::Relaxed), "the keys have waited for the step");
    ada.types(CONTROL_C).await;
    assert!(ada.ended().await.success());
}

/// Passes one request on to a server; of a replay there is a first page, which names a second one that
/// never comes. Says when nobody waits for that one any more.
async fn one_page(mut socket: TcpStream, http: Http, given_up: Arc<AtomicBool>) {
    let mut request = String::new();
    while !request.contains("\r\n\r\n") {
        let mut bytes = [0; 1_024];
        let Ok(count @ 1..) = socket.read(&mut bytes).await else { return };
        request.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    let path = request.split(' ').nth(1).unwrap_or_default();
    let mut body = http.get(path).await.body;
    if path.contains("/replay") {
        if !path.ends_with("from=0") {
            // Nothing more is sent, so that whatever comes is the end.
            let _ = socket.read_u8().await;
            return given_up.store(true, Ordering::Relaxed);
        }
        body["next"] = json!(1_000);
    }
    let body = body.to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
    let answer = format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    // Whoever has gone needs no answer.
    let _ = socket.write_all(answer.as_bytes()).await;
}
