//! Notices over a restart: what was not sent is, and nothing else.

use std::sync::Arc;

use super::{AFTER_MS, away, say, turn, until_sent};
use crate::support::receiver::{Receiver, Reply};
use crate::support::{Frozen, Server, TestLog};
use serde_json::json;
use server::notices::Reach;
use uuid::Uuid;
#[tokio::test(start_paused = true)]
async fn a_restart_sends_what_was_not_sent_and_nothing_else() {
    let clock = Frozen::clock();
    let mut server = Server::calling(Reach::Any, Arc::default()).await;
    let mut receiver = Receiver::start().await;
    receiver.answers([Reply::Status(200), Reply::Status(500)]).await;
    let (mut a, ada, _) = away(&server, &receiver).await;
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    let first = receiver.next().await;
    until_sent(&server, &ada.code, &turn(1)).await;
    // Another room's notice has failed so far.
    let (mut c, other, _) = away(&server, &receiver).await;
    c.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    let second = receiver.next().await;
    let failed = "entente_notices_total{way=\"webhook\",outcome=\"failed\"}";
    while server.counted(failed) < 1 {
        a.nothing().await;
    }
    server.stop();
    for mut client in [a, c] {
        client.end().await;
    }
    let log = server.log.clone();
    server.stopped().await;
    let server = Server::calling(Reach::Any, log).await;
    receiver.answers([Reply::Status(200)]).await;
    for room in [&ada, &other] {
        server.get(&format!("/api/v1/rooms/{}", room.code)).await;
    }
    clock.advance(AFTER_MS).await;
    let again = receiver.next().await;
    assert_eq!((&again["id"], again["id"] != first["id"]), (&second["id"], true));
    until_sent(&server, &other.code, &turn(1)).await;
    clock.advance(10 * AFTER_MS).await;
    server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    assert!(receiver.nothing_more());
}

#[tokio::test(start_paused = true)]
async fn a_restart_does_not_forget_who_did_not_see_the_end() {
    let clock = Frozen::clock();
    let mut server = Server::calling(Reach::Any, Arc::default()).await;
    let mut receiver = Receiver::start().await;
    let (mut a, ada, _) = away(&server, &receiver).await;
    a.act(json!({"type": "resign", "id": Uuid::new_v4()})).await;
    server.stop();
    a.end().await;
    // Its session waits for the line to go, and time stands still here.
    drop(a);
    let log = server.log.clone();
    server.stopped().await;
    let server = Server::calling(Reach::Any, log).await;
    receiver.answers([Reply::Status(200)]).await;
    server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    clock.advance(AFTER_MS).await;
    let notice = receiver.next().await;
    assert_eq!((&notice["type"], &notice["seat"]), (&json!("match_over"), &json!(1)));
    until_sent(&server, &ada.code, &json!("match_over")).await;
}

#[tokio::test(start_paused = true)]
async fn what_is_under_way_at_a_stop_is_waited_for() {
    let clock = Frozen::clock();
    let mut server = Server::calling(Reach::Any, Arc::default()).await;
    let mut receiver = Receiver::start().await;
    let (mut a, ada, _) = away(&server, &receiver).await;
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    receiver.next().await;
    server.stop();
    assert_eq!(a.end().await.1, 1012, "players are not kept waiting by it");
    drop(a);
    receiver.answers([Reply::Status(200)]).await;
    let log: Arc<TestLog> = server.log.clone();
    server.stopped().await;
    assert!(log.dump().contains(r#"\"told\":{\"your_turn\":1}"#), "{}", log.dump());
    // Not without end, though.
    let mut server = Server::calling(Reach::Any, Arc::default()).await;
    let (mut a, ..) = away(&server, &receiver).await;
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    receiver.next().await;
    server.stop();
    a.end().await;
    drop(a);
    clock.advance(3_000).await;
    let log = server.log.clone();
    server.stopped().await;
    assert!(!log.dump().contains("told"), "{}: it may have arrived, or not", ada.code);
}
