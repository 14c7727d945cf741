//! Commands and their answers: exactly one each, the same for the same id.

use std::sync::atomic::Ordering;

use crate::support::Server;
use serde_json::{Value, json};
use uuid::Uuid;

fn code(answer: &Value) -> (&str, &str) {
    (answer["type"].as_str().unwrap(), answer["code"].as_str().unwrap_or_default())
}

fn say(n: u8) -> Value {
    json!({"type": "say", "n": n})
}

#[tokio::test]
async fn a_repeated_id_gets_its_first_answer() {
    let server = Server::start().await;
    let (mut a, mut b, ada, _) = server.playing(json!({})).await;
    let id = Uuid::new_v4();
    let first = a.command_as(id, 0, say(1)).await;
    assert_eq!((&first["type"], &first["seq"]), (&json!("accepted"), &json!(1)));
    assert_eq!(a.command_as(id, 0, say(1)).await, first);
    assert_eq!(code(&a.command_as(id, 0, say(2)).await), ("rejected", "id_reused"));
    assert_eq!(code(&a.act(json!({"type": "resign", "id": id})).await), ("rejected", "id_reused"));
    assert_eq!(server.log.rows().len(), 2);
    // Ids are a seat's own: the other seat may use the same.
    assert_eq!(b.command_as(id, 1, say(1)).await["seq"], 2);
    let mut a = server.join(&ada).await;
    assert_eq!(a.command_as(id, 0, say(1)).await, first, "also over another connection");
}

#[tokio::test]
async fn a_refused_id_is_remembered_with_its_content() {
    let server = Server::start().await;
    let (mut a, _b, ..) = server.playing(json!({})).await;
    let id = Uuid::new_v4();
    let first = a.command_as(id, 0, say(10)).await;
    assert_eq!(code(&first), ("rejected", "illegal"));
    assert_eq!(first["rule"], "Numbers");
    assert_eq!(a.command_as(id, 0, say(10)).await, first);
    assert_eq!(code(&a.command_as(id, 0, say(1)).await), ("rejected", "id_reused"));
    for _ in 0..64 {
        a.command(0, say(10)).await;
    }
    assert_eq!(a.command_as(id, 0, say(1)).await["type"], "accepted", "forgotten by now");
}

#[tokio::test]
async fn a_command_must_answer_the_open_question() {
    let server = Server::start().await;
    let (mut a, mut b, ..) = server.playing(json!({"rounds": 2})).await;
    assert_eq!(code(&a.command(1, say(1)).await), ("rejected", "stale"));
    assert_eq!(code(&b.command(0, say(1)).await), ("rejected", "stale"));
    assert_eq!(a.command(0, say(1)).await["seq"], 1);
    assert_eq!(code(&a.command(0, say(1)).await), ("rejected", "stale"));
    assert_eq!(code(&b.command(0, say(1)).await), ("rejected", "stale"));
    assert_eq!(b.command(1, say(1)).await["seq"], 2);
    // One number for a simultaneous choice, whatever the other does.
    assert_eq!(b.command(2, json!({"type": "hide", "n": 1})).await["seq"], 2);
    assert_eq!(a.command(2, json!({"type": "hide", "n": 1})).await["seq"], 4);
    assert_eq!(a.command(4, say(1)).await["seq"], 5);
}

#[tokio::test]
async fn forged_fields_change_nothing() {
    let server = Server::start().await;
    let (mut a, mut b, ..) = server.playing(json!({})).await;
    for forged in [
        json!({"type": "say", "n": 1, "seat": 0}),
        json!({"type": "say", "n": 1, "as": {"seat": 0}}),
        json!({"type": "say"}),
        json!({"type": "say", "n": "1"}),
        json!({"type": "say", "n": null}),
        json!({"n": 1}),
        json!([]),
        json!(null),
    ] {
        assert_eq!(code(&b.command(0, forged.clone()).await), ("rejected", "stale"));
        assert_eq!(code(&a.command(0, forged).await), ("rejected", "malformed"));
    }
    assert_eq!(code(&a.command(0, json!({"type": "win"})).await), ("rejected", "unknown_type"));
    let envelope = |field: &str| {
        let id = Uuid::new_v4();
        format!(
            r#"{{"type":"command","id":"{id}","decision":0,"command":{{"type":"say","n":1}},{field}}}"#
        )
    };
    for field in [r#""seat":0"#, r#""token":"x""#, r#""decision":1"#] {
        b.raw(&envelope(field)).await;
        assert_eq!(code(&b.until("error").await), ("error", "malformed"));
    }
    assert_eq!(server.log.rows().len(), 1);
}

#[tokio::test]
async fn spectators_and_early_birds_command_nothing() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let mut a = server.join(&ada).await;
    assert_eq!(code(&a.command(0, say(1)).await), ("rejected", "not_started"));
    let resign = json!({"type": "resign", "id": Uuid::new_v4()});
    assert_eq!(code(&a.act(resign.clone()).await), ("rejected", "not_started"));
    let mut s = server.watch(&ada.code).await;
    assert_eq!(code(&s.command(0, say(1)).await), ("rejected", "not_seated"));
    assert_eq!(code(&s.act(resign).await), ("rejected", "not_seated"));
    s.say(&json!({"type": "ready"})).await;
    assert_eq!(code(&s.until("error").await), ("error", "not_seated"));
}

#[tokio::test]
async fn what_is_not_possible_is_said_clearly() {
    let server = Server::start().await;
    let (mut a, ..) = server.playing(json!({})).await;
    for act in [
        json!({"type": "undo", "id": Uuid::new_v4(), "to": 0}),
        json!({"type": "pause", "id": Uuid::new_v4(), "want": true}),
        json!({"type": "consent", "id": Uuid::new_v4(), "request": Uuid::new_v4(), "agree": true}),
    ] {
        let first = a.act(act.clone()).await;
        assert_eq!(code(&first), ("rejected", "illegal"));
        assert_eq!(a.act(act).await, first);
    }
}

#[tokio::test]
async fn who_resigns_loses() {
    let server = Server::start().await;
    let (mut a, mut b, ada, _) = server.playing(json!({})).await;
    let resign = json!({"type": "resign", "id": Uuid::new_v4()});
    let accepted = b.act(resign.clone()).await;
    assert_eq!(accepted["seq"], 1);
    let update = a.until("update").await;
    assert_eq!(update["outcome"], json!({"winners": [0], "scores": [0, 0], "reason": "resigned"}));
    assert_eq!((&update["awaiting"], &update["offers"]), (&json!([]), &json!([])));
    assert_eq!(a.until("room").await["room"]["state"], "finished");
    assert_eq!(b.act(resign).await, accepted);
    let late = json!({"type": "resign", "id": Uuid::new_v4()});
    assert_eq!(code(&a.act(late).await), ("rejected", "over"));
    // Who comes later finds the end.
    a.leave().await;
    b.leave().await;
    let mut s = server.watch(&ada.code).await;
    assert_eq!(s.until("update").await["outcome"]["reason"], "resigned");
}

#[tokio::test]
async fn a_full_store_refuses_and_recovers() {
    let server = Server::start().await;
    let (mut a, mut b, ..) = server.playing(json!({})).await;
    server.log.full.store(true, Ordering::SeqCst);
    let id = Uuid::new_v4();
    let refused = a.command_as(id, 0, say(1)).await;
    assert_eq!(code(&refused), ("rejected", "storage_unavailable"));
    assert!(refused["retry_after_ms"].as_u64().unwrap() > 0);
    b.nothing().await;
    server.log.full.store(false, Ordering::SeqCst);
    assert_eq!(a.command_as(id, 0, say(1)).await["type"], "accepted");
    assert_eq!(b.next().await["seq"], 1);
}

#[tokio::test]
async fn a_lobby_in_front_of_a_full_store_changes_nothing() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let mut a = server.join(&ada).await;
    server.log.full.store(true, Ordering::SeqCst);
    let path = format!("/api/v1/rooms/{}/seats", ada.code);
    let refused = server.post(&path, &json!({"name": "Bo"})).await;
    assert_eq!((refused.status, refused.code()), (503, "storage_unavailable"));
    a.say(&json!({"type": "ready"})).await;
    assert_eq!(code(&a.next().await), ("error", "storage_unavailable"));
    server.log.full.store(false, Ordering::SeqCst);
    server.take(&ada.code).await;
    assert_eq!(a.next().await["room"]["seats"][0]["ready"], false);
}

#[tokio::test]
async fn a_foreign_entry_makes_the_room_read_again() {
    let server = Server::start().await;
    let (mut a, mut b, ..) = server.playing(json!({})).await;
    let foreign = json!({"at": 0, "input": {"command": say(7), "id": Uuid::new_v4(), "seat": 0,
        "type": "command"}, "seq": 1});
    server.log.intrude(foreign.to_string());
    let id = Uuid::new_v4();
    assert_eq!(code(&a.command_as(id, 0, say(1)).await), ("rejected", "busy"));
    assert_eq!((&b.until("update").await["seq"], server.log.rows().len()), (&json!(1), 2));
    assert_eq!(code(&a.command_as(id, 0, say(1)).await), ("rejected", "stale"));
    assert_eq!(b.command(1, say(1)).await["seq"], 2);
}
