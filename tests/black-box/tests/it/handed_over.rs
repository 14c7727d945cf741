//! Rooms that go from one server to another: whoever asks for one just then is answered.

use black_box::http::ROOMS;
use black_box::{Answer, Nats, Server, Stopped};
use futures_util::future::join_all;
use protocol::Code;
use serde_json::json;
use tokio::task::spawn_blocking;

use super::metrics::{METRICS, metrics, scrape, value};

/// Rooms of which a second server takes its share.
const ROOMS_SHARED: usize = 24;

/// Number of rooms that have come to a server from another one.
async fn claimed(server: &Server) -> u64 {
    value(&scrape(&metrics(server)).await, "entente_rooms_claimed_total")
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
    // Nobody is in the rooms, so they may go; and each answers by itself that its seats are taken.
    let ask = async |code: &String| {
        let answer: Answer =
            a.http.post(&format!("{ROOMS}/{code}/seats"), &json!({"name": "Cy"})).await;
        assert_eq!(answer.code(), Code::RoomFull, "{answer:?}");
    };
    let starting = spawn_blocking(move || Stopped::of(setup).start());
    while !starting.is_finished() {
        join_all(codes.iter().map(ask)).await;
    }
    let b = starting.await.expect("a second server");
    let share = ROOMS_SHARED as u64 / 4;
    while claimed(&b).await < share {
        join_all(codes.iter().map(ask)).await;
    }
    join_all(codes.iter().map(ask)).await;
}
