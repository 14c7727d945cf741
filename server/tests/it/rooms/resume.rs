//! Coming back: snapshots, events since, takeovers, and the same log under another process.

use crate::support::{Client, Seated, Server, quiet};
use serde_json::{Value, json};
use uuid::Uuid;

async fn say_by_turns(server: &Server, rounds: u64) -> (Client, Client, Seated, Seated) {
    let (mut a, mut b, ada, bo) = server.playing(json!({"rounds": 200})).await;
    for seq in (0..rounds).map(|round| round * 4) {
        assert_eq!(a.command(seq, json!({"type": "say", "n": 1})).await["seq"], seq + 1);
        assert_eq!(b.command(seq + 1, json!({"type": "say", "n": 1})).await["seq"], seq + 2);
        assert_eq!(a.command(seq + 2, json!({"type": "hide", "n": 1})).await["seq"], seq + 2);
        assert_eq!(b.command(seq + 2, json!({"type": "hide", "n": 1})).await["seq"], seq + 4);
    }
    (a, b, ada, bo)
}

async fn resume(server: &Server, seated: &Seated, after: Option<u64>) -> (Client, Vec<Value>) {
    let mut client = server.socket(&seated.code).await;
    let mut hello = json!({"type": "hello", "token": seated.token});
    if let Some(after) = after {
        hello["after"] = json!(after);
    }
    client.say(&hello).await;
    let mut messages = Vec::new();
    loop {
        messages.push(client.next().await);
        if messages.last().is_some_and(|message| message["type"] == "update") {
            return (client, messages);
        }
    }
}

fn seqs(update: &Value) -> Vec<u64> {
    update["events"].as_array().unwrap().iter().map(|e| e["seq"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn a_returning_seat_receives_what_it_missed() {
    let server = Server::start().await;
    let (_a, _b, ada, _) = say_by_turns(&server, 20).await;
    let (_, received) = resume(&server, &ada, Some(76)).await;
    assert_eq!(seqs(&received[1]), [77, 78, 79, 80], "{:?}", received[1]);
    assert_eq!((&received[0]["type"], &received[1]["seq"]), (&json!("welcome"), &json!(80)));
    let (_, received) = resume(&server, &ada, Some(80)).await;
    assert!(seqs(&received[1]).is_empty() && received[1].get("events_from").is_none());
    for after in [None, Some(0)] {
        let (_, received) = resume(&server, &ada, after).await;
        // A match in play keeps so many; seat 1's secrets are not among them.
        assert_eq!(seqs(&received[1]).len(), 50);
        assert_eq!(received[1]["events_from"], seqs(&received[1])[0]);
    }
}

#[tokio::test]
async fn more_than_the_server_has_is_a_rollback() {
    let server = Server::start().await;
    let (_a, _b, ada, _) = say_by_turns(&server, 1).await;
    let (_, received) = resume(&server, &ada, Some(5)).await;
    assert_eq!(
        (&received[1]["type"], &received[1]["code"]),
        (&json!("error"), &json!("rolled_back"))
    );
    assert_eq!(received[2]["seq"], 4);
}

#[tokio::test]
async fn the_newest_connection_of_a_seat_wins() {
    let server = Server::start().await;
    let (mut a, mut b, ada, _) = server.playing(json!({})).await;
    let mut newer = server.join(&ada).await;
    newer.until("update").await;
    let (received, code) = a.end().await;
    assert_eq!((&received.last().unwrap()["type"], code), (&json!("closing"), 4009));
    assert_eq!(newer.command(0, json!({"type": "say", "n": 1})).await["type"], "accepted");
    b.until("update").await;
    // The older one's end does not take the seat away.
    let room = server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    assert_eq!(room.body["seats"][0]["connected"], true);
}

#[tokio::test]
async fn presence_is_sent() {
    let server = Server::start().await;
    let (a, mut b, ada, _) = server.playing(json!({})).await;
    a.leave().await;
    assert_eq!(b.until("room").await["room"]["seats"][0]["connected"], false);
    server.join(&ada).await;
    assert_eq!(b.until("room").await["room"]["seats"][0]["connected"], true);
    let s = server.watch(&ada.code).await;
    while b.until("room").await["room"]["spectators"] != 1 {}
    s.leave().await;
    while b.until("room").await["room"]["spectators"] != 0 {}
}

#[tokio::test]
async fn another_process_goes_on_from_the_same_log() {
    let server = Server::start().await;
    let (mut a, _b, ada, bo) = say_by_turns(&server, 3).await;
    let id = Uuid::new_v4();
    let first = a.command_as(id, 12, json!({"type": "say", "n": 1})).await;
    let (_, received) = resume(&server, &ada, None).await;
    let lobby = server.create(json!({"name": "Cy"})).await;
    let left = server.kill();

    let server = Server::with(quiet(), left).await;
    let (mut a, again) = resume(&server, &ada, None).await;
    let (before, after) = (&received[1], &again[1]);
    for field in ["seq", "head", "events", "public", "private", "decision", "offers", "awaiting"] {
        assert_eq!(before[field], after[field], "{field}");
    }
    assert_eq!(a.command_as(id, 12, json!({"type": "say", "n": 1})).await, first);
    let mut b = server.join(&bo).await;
    assert_eq!(b.command(13, json!({"type": "say", "n": 1})).await["seq"], 14);
    server.join(&lobby).await;
}

#[tokio::test]
async fn a_crash_between_header_and_record_starts_all_the_same() {
    let server = Server::start().await;
    let (_a, _b, ada, _) = server.playing(json!({})).await;
    let before = server.get(&format!("/api/v1/rooms/{}", ada.code)).await.body;
    let left = server.kill();
    left.rewrite(|record| record.replace(r#""state":"running""#, r#""state":"lobby""#));
    let server = Server::with(quiet(), left.copy()).await;
    let room = server.get(&format!("/api/v1/rooms/{}", ada.code)).await.body;
    assert_eq!((&room["state"], &room["fairness"]), (&json!("running"), &before["fairness"]));
    let mut a = server.join(&ada).await;
    assert_eq!(a.until("update").await["seq"], 0);
    assert_eq!(a.command(0, json!({"type": "say", "n": 1})).await["seq"], 1);
}

#[tokio::test]
async fn a_crash_between_the_last_entry_and_the_record_is_the_end_all_the_same() {
    let server = Server::start().await;
    let (mut a, _b, ada, _) = server.playing(json!({})).await;
    a.act(json!({"type": "resign", "id": Uuid::new_v4()})).await;
    let left = server.kill();
    left.rewrite(|record| {
        let mut record: Value = serde_json::from_str(&record).unwrap();
        record["state"] = json!("running");
        record.as_object_mut().unwrap().remove("outcome");
        record.to_string()
    });
    let server = Server::with(quiet(), left).await;
    let room = server.get(&format!("/api/v1/rooms/{}", ada.code)).await.body;
    assert_eq!(room["state"], "finished");
}
