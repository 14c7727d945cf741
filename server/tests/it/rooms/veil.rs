//! Behind the veil of a secret choice: nobody else receives anything at all.

use std::sync::atomic::Ordering;

use crate::support::{Client, Seated, Server};
use serde_json::{Value, json};

async fn hiding(server: &Server) -> (Client, Client, Client, Seated, Seated) {
    let (mut a, mut b, ada, bo) = server.playing(json!({"rounds": 2})).await;
    let mut s = server.watch(&ada.code).await;
    assert_eq!(s.until("update").await["seq"], 0);
    a.command(0, json!({"type": "say", "n": 1})).await;
    b.command(1, json!({"type": "say", "n": 2})).await;
    for client in [&mut a, &mut s] {
        loop {
            if client.until("update").await["seq"] == 2 {
                break;
            }
        }
    }
    (a, b, s, ada, bo)
}

#[tokio::test]
async fn a_hidden_entry_reaches_its_author_alone() {
    let server = Server::start().await;
    let (mut a, mut b, mut s, ada, bo) = hiding(&server).await;
    a.say(&json!({"type": "command", "id": uuid::Uuid::nil(), "decision": 2,
        "command": {"type": "hide", "n": 7}}))
        .await;
    let own = a.until("update").await;
    // Its number would tell its author whether anybody else had made one before.
    assert_eq!((&own["seq"], &own["private"]["hidden"]), (&json!(2), &json!(7)));
    assert_eq!((&own["events"], &own["awaiting"]), (&json!([]), &json!([0, 1])));
    assert_eq!(a.next().await["seq"], 2);
    b.nothing().await;
    s.nothing().await;

    // Nor does coming back reveal anything.
    let mut b = server.join(&bo).await;
    let again = b.until("update").await;
    assert_eq!((&again["seq"], again["events"].as_array().unwrap().len()), (&json!(2), 3));
    // A hash and the time may hold any digit.
    let mut said = again;
    for chance in ["head", "now_ms"] {
        assert!(said.as_object_mut().unwrap().remove(chance).is_some());
    }
    assert!(!said.to_string().contains('7'), "{said}");
    let mut late = server.watch(&ada.code).await;
    assert_eq!(late.until("update").await["seq"], 2);
    s.until("room").await;

    // The author comes back to what it knows.
    let mut a = server.join(&ada).await;
    let own = a.until("update").await;
    assert_eq!((&own["seq"], &own["private"]["hidden"]), (&json!(2), &json!(7)));
    assert_eq!(own["events"].as_array().unwrap().len(), 3);

    let last = b.command(2, json!({"type": "hide", "n": 1})).await;
    assert_eq!(last["seq"], 4);
    // Once all is shown, so is what its author did alone.
    for (client, shown) in [(&mut a, 2), (&mut s, 1), (&mut late, 1)] {
        let update = client.until("update").await;
        let events = update["events"].as_array().unwrap();
        assert_eq!(
            (&update["seq"], &events.last().unwrap()["hidden"]),
            (&json!(4), &json!([7, 1]))
        );
        assert_eq!(events.len(), shown);
        assert_eq!(update["public"]["scores"], json!([7, 1]));
    }
}

#[tokio::test]
async fn refused_and_repeated_secrets_are_silent_too() {
    let server = Server::start().await;
    let (mut a, mut b, mut s, ..) = hiding(&server).await;
    let id = uuid::Uuid::new_v4();
    for n in [10, 3, 3] {
        a.command_as(id, 2, json!({"type": "hide", "n": n})).await;
        a.command(2, json!({"type": "hide", "n": 10})).await;
    }
    assert_eq!(a.command(2, json!({"type": "hide", "n": 3})).await["seq"], 2);
    assert_eq!(a.command(2, json!({"type": "hide", "n": 4})).await["code"], "illegal");
    b.nothing().await;
    s.nothing().await;
}

#[tokio::test]
async fn an_end_behind_the_veil_is_public() {
    let server = Server::start().await;
    let (mut a, mut b, mut s, ..) = hiding(&server).await;
    a.command(2, json!({"type": "hide", "n": 7})).await;
    a.act(json!({"type": "resign", "id": uuid::Uuid::new_v4()})).await;
    for client in [&mut b, &mut s] {
        let update = client.until("update").await;
        assert_eq!((&update["seq"], &update["outcome"]["winners"]), (&json!(4), &json!([1])));
        let events: Vec<&Value> = update["events"].as_array().unwrap().iter().collect();
        assert_eq!((events.len(), &events[0]["type"]), (1, &json!("resigned")));
    }
}

/// Asks everything that names a room, with a token that opens none; returns once all of it is refused.
async fn strangers_are_refused(server: &Server, code: &str) {
    let specification = server.get("/api/v1/openapi.json").await.body;
    let bearer = format!("Bearer {}", "x".repeat(43));
    let headers = [("Authorization", &*bearer), ("Content-Type", "application/json")];
    let mut asked = 0;
    for (path, operations) in specification["paths"].as_object().unwrap() {
        if !path.contains("{code}") || !path.starts_with("/api/") {
            continue;
        }
        let path = path.replace("{code}", code).replace("{seat}", "1").replace("{device}", "x");
        for method in operations.as_object().unwrap().keys().filter(|name| *name != "get") {
            let answer = server.request(&method.to_uppercase(), &path, &headers, "{}").await;
            assert!(answer.status >= 400, "{method} {path}: {answer:?}");
            asked += 1;
        }
    }
    assert!(asked > 10, "{asked}");
    let mail = format!("/mail/{code}/1/abc");
    assert_eq!(server.request("POST", &mail, &[], "answer=yes").await.status, 404);
}

/// Returns what a seat is refused while it is asked for a secret choice.
fn refused() -> Vec<Value> {
    let id = uuid::Uuid::new_v4;
    vec![
        json!({"type": "command", "id": id(), "decision": 2, "command": {"type": "hide", "n": 10}}),
        json!({"type": "claim", "id": id(), "outcome": "win"}),
        json!({"type": "consent", "id": id(), "request": id(), "agree": true}),
        json!({"type": "undo", "id": id(), "to": 0}),
        json!({"type": "hint", "id": id(), "decision": 2}),
        json!({"type": "coach", "id": id(), "want": false}),
        json!({"type": "lesson", "id": id(), "step": 0, "go": "next"}),
    ]
}

#[tokio::test]
async fn nobody_waits_while_somebody_elses_secret_is_written() {
    let server = Server::start().await;
    let (mut a, mut b, mut s, ada, bo) = hiding(&server).await;
    let before = server.log.appends.load(Ordering::SeqCst);
    let held = server.log.writing.lock().await;
    a.say(&json!({"type": "command", "id": uuid::Uuid::nil(), "decision": 2,
        "command": {"type": "hide", "n": 7}}))
        .await;
    while server.log.appends.load(Ordering::SeqCst) == before {
        tokio::task::yield_now().await;
    }
    let room = format!("/api/v1/rooms/{}", ada.code);
    assert_eq!(server.get(&room).await.status, 200);
    assert_eq!(server.get("/api/v1/rooms").await.status, 200);
    assert_eq!(server.get(&format!("{room}/record")).await.code(), "not_over");
    let seat = server.post(&format!("{room}/seats"), &json!({"name": "Eve"})).await;
    assert_eq!(seat.code(), "started");
    let notify = format!("{room}/seats/{}/notify", bo.seat);
    assert_eq!(server.bearer("GET", &notify, &bo.token).await.status, 200);
    b.say(&json!({"type": "chat", "text": "Still thinking?"})).await;
    s.until("chat").await;
    // Nor whoever has something refused: by who says it, or by what it answers.
    for message in [
        json!({"type": "resign", "id": uuid::Uuid::new_v4()}),
        json!({"type": "ready", "id": uuid::Uuid::new_v4()}),
        json!({"type": "undo", "id": uuid::Uuid::new_v4(), "to": 0}),
    ] {
        assert_eq!(s.act(message).await["code"], "not_seated");
    }
    for (message, code) in [
        (
            json!({"type": "ready", "id": uuid::Uuid::new_v4(), "commitment": "ab".repeat(32)}),
            "started",
        ),
        (
            json!({"type": "preview", "id": uuid::Uuid::new_v4(), "decision": 2,
            "command": {"type": "hide", "n": 1}}),
            "no_mind",
        ),
        (
            json!({"type": "command", "id": uuid::Uuid::new_v4(), "decision": 1,
            "command": {"type": "say", "n": 1}}),
            "stale",
        ),
    ] {
        assert_eq!(b.act(message).await["code"], code);
    }
    strangers_are_refused(&server, &ada.code).await;
    for message in refused() {
        assert_eq!(b.act(message).await["type"], "rejected");
    }
    let mut late = server.watch(&ada.code).await;
    assert_eq!(late.until("update").await["seq"], 2);
    late.leave().await;
    let mut b = server.join(&bo).await;
    assert_eq!(b.until("update").await["seq"], 2);
    drop(held);
    a.until("accepted").await;
    b.nothing_but_chat().await;
}
