//! Rules that panic, logs that are spoiled: one room suffers, the others never notice.

use std::sync::atomic::Ordering;

use crate::support::{Client, Server, quiet};
use serde_json::json;

async fn still_alive(a: &mut Client, b: &mut Client) {
    assert_eq!(a.command(0, json!({"type": "say", "n": 1})).await["type"], "accepted");
    b.until("update").await;
}

#[tokio::test]
async fn a_panic_is_forgiven_once() {
    let server = Server::start().await;
    let (mut a, mut b, ada, _) = server.playing(json!({})).await;
    let (mut x, mut y, ..) = server.playing(json!({})).await;
    let id = uuid::Uuid::new_v4();
    let first = a.command_as(id, 0, json!({"type": "panic"})).await;
    assert_eq!(first["code"], "internal");
    assert_eq!(b.until("update").await["seq"], 0);
    assert_eq!(a.command_as(id, 0, json!({"type": "panic"})).await, first);
    assert_eq!(a.command(0, json!({"type": "say", "n": 1})).await["seq"], 1);
    b.until("update").await;
    b.say(&json!({"type": "command", "id": id, "decision": 1, "command": {"type": "panic"}})).await;
    for client in [&mut a, &mut b] {
        let (received, code) = client.end().await;
        assert!(received.iter().any(|m| m["type"] == "error" && m["code"] == "room_unavailable"));
        assert_eq!(code, 1011);
    }
    let aside = server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    assert_eq!((aside.status, aside.code()), (503, "room_unavailable"));
    let mut late = server.socket(&ada.code).await;
    late.say(&json!({"type": "hello", "token": ada.token})).await;
    assert_eq!(late.end().await.0[0]["code"], "room_unavailable");
    still_alive(&mut x, &mut y).await;
}

#[tokio::test]
async fn a_logged_entry_that_nobody_survives_puts_the_room_aside() {
    let server = Server::start().await;
    let (mut a, mut b, ada, _) = server.playing(json!({})).await;
    let (mut x, mut y, lobby, _) = server.playing(json!({})).await;
    a.say(&json!({"type": "command", "id": uuid::Uuid::new_v4(), "decision": 0,
        "command": {"type": "poison"}}))
        .await;
    assert_eq!((a.end().await.1, b.end().await.1), (1011, 1011));
    still_alive(&mut x, &mut y).await;
    // Also after a restart, by whoever looks.
    let server = Server::with(quiet(), server.kill()).await;
    let mut late = server.socket(&ada.code).await;
    late.say(&json!({"type": "hello", "token": ada.token})).await;
    late.end().await;
    server.join(&lobby).await;
}

#[tokio::test]
async fn a_room_that_cannot_be_loaded_is_put_aside() {
    let server = Server::start().await;
    let (mut a, _b, ada, _) = server.playing(json!({})).await;
    a.command(0, json!({"type": "say", "n": 1})).await;
    let left = server.kill();
    let spoils: [&dyn Fn(String) -> String; 4] = [
        &|_| "{".to_owned(),
        &|record| record.replace(r#""rules_version":1"#, r#""rules_version":2"#),
        &|record| record.replace(r#""name":"Bo""#, r#""name":"Bob""#),
        &|record| record.replace(r#""game":"toy""#, r#""game":"chess""#),
    ];
    for spoil in spoils {
        let log = left.copy();
        log.rewrite(spoil);
        let before = log.records();
        let server = Server::with(quiet(), log.clone()).await;
        let aside = server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
        assert_eq!(aside.code(), "room_unavailable");
        server.create(json!({})).await;
        assert!(log.records().contains(&before[0]), "left untouched");
    }
    let log = left.copy();
    log.intrude("{}".to_owned());
    let server = Server::with(quiet(), log).await;
    let aside = server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    assert_eq!(aside.code(), "room_unavailable");
}

#[tokio::test]
async fn a_match_that_has_begun_is_found_even_on_a_full_disk() {
    let server = Server::start().await;
    let (mut a, _b, ada, _) = server.playing(json!({})).await;
    a.command(0, json!({"type": "say", "n": 1})).await;
    let left = server.kill();
    // The crash came between the match's header and the room's record.
    left.rewrite(|record| record.replace(r#""state":"running""#, r#""state":"lobby""#));
    left.full.store(true, Ordering::SeqCst);
    let server = Server::with(quiet(), left).await;
    let room = server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    assert_eq!(room.body["state"], "running");
    let mut back = server.socket(&ada.code).await;
    back.say(&json!({"type": "hello", "token": ada.token})).await;
    assert_eq!(back.until("update").await["seq"], 1);
    server.log.full.store(false, Ordering::SeqCst);
}
