//! Absence and the ends that come of it, with the clock in hand.

use crate::support::{Frozen, Server, quiet};
use serde_json::{Value, json};
use server::Settings;
use uuid::Uuid;

fn claim(outcome: &str) -> Value {
    json!({"type": "claim", "id": Uuid::new_v4(), "outcome": outcome})
}

#[tokio::test(start_paused = true)]
async fn an_absent_opponent_may_be_claimed_against_in_time() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, mut b, ada, bo) = server.playing_in(json!({"absence_ms": 300_000})).await;
    let refused = b.act(claim("win")).await;
    assert_eq!((&refused["code"], refused.get("retry_after_ms")), (&json!("illegal"), None));
    a.say(&json!({"type": "command", "id": Uuid::new_v4(), "decision": 0,
        "command": {"type": "say", "n": 1}}))
        .await;
    a.until("accepted").await;
    b.leave().await;
    a.until("room").await;
    clock.advance(299_000).await;
    let first = claim("win");
    let refused = a.act(first.clone()).await;
    assert_eq!((&refused["code"], &refused["retry_after_ms"]), (&json!("illegal"), &json!(1_000)));
    assert!(
        refused["detail"].as_str().unwrap().contains("Bo is away; you can claim in 1 second"),
        "{refused}"
    );
    // Coming back starts the wait again.
    let b = server.join(&bo).await;
    a.until("room").await;
    b.leave().await;
    a.until("room").await;
    clock.advance(299_999).await;
    assert_eq!(a.act(claim("win")).await["retry_after_ms"], 1);
    clock.advance(1).await;
    assert_eq!(a.act(first).await["code"], "illegal", "an id has one answer");
    assert_eq!(a.act(claim("win")).await["type"], "accepted");
    let path = format!("/api/v1/rooms/{}", ada.code);
    assert_eq!(server.get(&path).await.body["state"], "finished");
    let mut b = server.join(&bo).await;
    let outcome = b.until("update").await["outcome"].clone();
    assert_eq!(outcome, json!({"winners": [0], "scores": [0, 0], "reason": "claimed"}));
}

#[tokio::test(start_paused = true)]
async fn one_who_joins_is_given_how_long_the_others_have_been_away() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, b, ada, _) = server.playing_in(json!({"absence_ms": 300_000})).await;
    let welcome = async |hello: Value| {
        let mut client = server.socket(&ada.code).await;
        client.say(&hello).await;
        client.next().await
    };
    let hello = json!({"type": "hello", "token": ada.token});
    assert_eq!(welcome(hello.clone()).await.get("away_ms"), None, "nobody is away");
    drop(a);
    a = server.join(&ada).await;
    b.leave().await;
    a.until("room").await;
    clock.advance(90_000).await;
    assert_eq!(welcome(hello).await["away_ms"], json!([null, 90_000]));
    assert_eq!(welcome(json!({"type": "hello"})).await.get("away_ms"), None, "for players only");
}

#[tokio::test(start_paused = true)]
async fn who_is_not_awaited_is_not_absent() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, b, ada, bo) = server.playing_in(json!({"absence_ms": 300_000})).await;
    b.leave().await;
    a.until("room").await;
    clock.advance(400_000).await;
    assert_eq!(a.act(claim("win")).await["code"], "illegal", "it is our own turn");
    a.leave().await;
    let mut b = server.join(&bo).await;
    b.until("update").await;
    clock.advance(300_000).await;
    assert_eq!(b.act(claim("abandoned")).await["type"], "accepted");
    let room = server.get(&format!("/api/v1/rooms/{}", ada.code)).await.body;
    assert_eq!(room["state"], "abandoned");
}

#[tokio::test(start_paused = true)]
async fn a_lobby_without_people_goes_after_a_day() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let day = 24 * 60 * 60 * 1_000;
    let (ada, cy) = (server.create(json!({})).await, server.create(json!({"name": "Cy"})).await);
    let mut a = server.join(&ada).await;
    let mut s = server.watch(&cy.code).await;
    clock.advance(day).await;
    let (received, code) = s.end().await;
    assert_eq!((&received.last().unwrap()["type"], code), (&json!("closing"), 4004));
    assert_eq!(server.get(&format!("/api/v1/rooms/{}", cy.code)).await.code(), "room_unknown");
    assert_eq!(server.log.room_count(), 1);
    a.nothing().await;
    a.leave().await;
    clock.advance(day - 1).await;
    assert_eq!(server.get(&format!("/api/v1/rooms/{}", ada.code)).await.status, 200);
    clock.advance(1).await;
    while server.get(&format!("/api/v1/rooms/{}", ada.code)).await.status == 200 {}
    assert_eq!(server.log.room_count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_match_that_nobody_goes_on_with_is_abandoned_and_then_forgotten() {
    let clock = Frozen::clock();
    let settings = Settings { match_expiry_ms: 1_000_000, keep_finished_ms: 500_000, ..quiet() };
    let server = Server::under(settings).await;
    let (mut a, _b, ada, _) = server.playing_in(json!({"absence_ms": 300_000})).await;
    clock.advance(999_999).await;
    a.command(0, json!({"type": "say", "n": 1})).await;
    clock.advance(999_999).await;
    a.nothing().await;
    clock.advance(1).await;
    let update = a.until("update").await;
    let outcome = json!({"winners": [], "scores": [0, 0], "reason": "abandoned"});
    assert_eq!(update["outcome"], outcome);
    assert_eq!(a.until("room").await["room"]["state"], "abandoned");
    // Nor does the end of another match live longer than it should.
    let (mut x, _y, ..) = server.playing_in(json!({"absence_ms": 300_000})).await;
    x.act(json!({"type": "resign", "id": Uuid::new_v4()})).await;
    clock.advance(500_000).await;
    assert_eq!((a.end().await.1, x.end().await.1), (4004, 4004));
    assert_eq!(server.get(&format!("/api/v1/rooms/{}", ada.code)).await.code(), "room_unknown");
}
