//! Notices of the real server, at a real receiver: one for each question, whatever befalls the
//! server, and no word of where they go in its log.

use std::collections::BTreeSet;

use black_box::{Receiver, Seed, Server, Table};
use serde_json::{Value, json};

/// Part of the webhook's address that nobody else may read.
const SECRET: &str = "5ecret-of-the-seat";

/// Settings under which whoever is awaited gets a notice at once, and everything is logged.
const SETTINGS: [&str; 6] = ["--webhooks", "any", "--notify-after-ms", "20", "--log", "trace"];

/// Has everybody leave, and whoever is awaited receive a notice; returns when the server knows that
/// they did.
async fn all_leave(
    server: &Server,
    table: &mut Table,
    receiver: &mut Receiver,
    sent: usize,
) -> Vec<Value> {
    let awaited = table.seats[0].now().awaiting.clone();
    for seat in &mut table.seats {
        seat.leave().await;
    }
    let mut notices = Vec::new();
    for _ in &awaited {
        let notice = receiver.next().await.body;
        notices.push(serde_json::from_slice(&notice).expect("JSON"));
    }
    while server.log().matches("a notice was sent").count() < sent + awaited.len() {
        server.http.room(table.code()).await;
    }
    // Asked by a seat the room itself answers, in order: it remembers by now.
    let key = &table.keys[0];
    let path = format!("/api/v1/rooms/{}/seats/{}/notify", key.room.code, key.seat);
    let answer = server.http.request("GET", &path, Some(&key.token), None).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    notices
}

#[tokio::test]
async fn a_killed_server_sends_no_notice_twice_and_logs_no_address() {
    let mut server = Server::and(&SETTINGS);
    let mut receiver = Receiver::start(SECRET).await;
    let mut table = Table::begin(&server, json!({}), 0, Seed::or(31)).await;
    for key in &table.keys {
        let path = format!("/api/v1/rooms/{}/seats/{}/notify", key.room.code, key.seat);
        let body = json!({"webhook": receiver.url}).to_string();
        let answer = server.http.request("PUT", &path, Some(&key.token), Some(body)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    let mut notices: Vec<Value> = Vec::new();
    for _ in 0..3 {
        notices.extend(all_leave(&server, &mut table, &mut receiver, notices.len()).await);
        server = server.kill().await.start();
        table.come_back(&server).await;
        let before = table.seats[0].now().awaiting.clone();
        let asked = |table: &Table| table.seats.iter().map(|seat| seat.now().decision).collect();
        let questions: Vec<Option<u64>> = asked(&table);
        // On to questions of which nobody had a notice.
        while table.seats[0].now().awaiting == before
            || asked(&table).iter().zip(&questions).any(|(now, then)| now == then && now.is_some())
        {
            assert!(table.step().await, "the match goes on");
        }
    }
    let ids: BTreeSet<&str> = notices.iter().filter_map(|notice| notice["id"].as_str()).collect();
    assert_eq!(ids.len(), notices.len(), "{notices:?}");
    assert!(notices.iter().all(|notice| notice["type"] == "your_turn"), "{notices:?}");
    let log = server.log();
    let line = log.lines().find(|line| line.contains(SECRET));
    assert_eq!(line, None);
}
