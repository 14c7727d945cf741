//! Rooms that go from one server to another: whoever asks for one just then is answered.

use std::pin::pin;

use black_box::http::ROOMS;
use black_box::server::signal;
use black_box::{Nats, Seed, Server, Stopped, Table};
use futures_util::future::join_all;
use protocol::Code;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;

use super::metrics::{METRICS, metrics, scrape, value};

/// Rooms of which a second server takes its share.
const ROOMS_SHARED: usize = 24;

/// Number of rooms that have come to a server from another one.
async fn claimed(server: &Server) -> u64 {
    value(&scrape(&metrics(server)).await, "entente_rooms_claimed_total")
}

/// Asks a server for a seat of a room that has none to give, which only the room itself says, and why.
async fn ask(server: &Server, code: &str, why: Code) {
    let path = format!("{ROOMS}/{code}/seats");
    let answer = server.http.post(&path, &json!({"name": "Cy"})).await;
    assert_eq!(answer.code(), why, "{answer:?}");
}

#[tokio::test]
async fn a_request_is_answered_while_its_room_goes_to_another_server() {
    let nats = Nats::start();
    let setup = nats.setup("handed").and(&METRICS);
    let a = Stopped::of(setup.clone()).start();
    let mut codes = Vec::new();
    for _ in 0..ROOMS_SHARED {
        let code = a.http.create(json!({}), json!({})).await.room.code;
        a.http.join(&code).await;
        codes.push(code);
    }
    // Nobody is in the rooms, so they may go.
    let ask_all = async || join_all(codes.iter().map(|code| ask(&a, code, Code::RoomFull))).await;
    let starting = spawn_blocking(move || Stopped::of(setup).start());
    while !starting.is_finished() {
        ask_all().await;
    }
    let b = starting.await.expect("a second server");
    let share = ROOMS_SHARED as u64 / 4;
    while claimed(&b).await < share {
        ask_all().await;
    }
    ask_all().await;
}

#[tokio::test]
async fn a_request_is_answered_while_a_server_that_stops_waits_for_a_notice() {
    let nats = Nats::start();
    let setup = nats.setup("noticed").and(&["--webhooks", "any", "--notify-after-ms", "20"]);
    let [a, b] = [(); 2].map(|()| Stopped::of(setup.clone()).start());
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/", silent.local_addr().expect("an address"));
    let mut table = Table::across(&[&a], json!({}), 0, Seed::or(98)).await;
    for key in &table.keys {
        let path = format!("{ROOMS}/{}/seats/{}/notify", key.room.code, key.seat);
        let body = json!({"webhook": url}).to_string();
        let answer = a.http.request("PUT", &path, Some(&key.token), Some(body)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    for seat in &mut table.seats {
        seat.leave().await;
    }
    // The notice is under way for as long as nobody answers it.
    let _notice = silent.accept().await.expect("a notice");
    signal(a.pid(), "-TERM");
    let mut ends = pin!(a.ends());
    loop {
        tokio::select! {
            biased;
            (status, _) = &mut ends => break assert!(status.success(), "{status}"),
            () = ask(&b, table.code(), Code::Started) => {}
        }
    }
    ask(&b, table.code(), Code::Started).await;
}
