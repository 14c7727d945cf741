//! Additions to the first form of the wire: the message that an error answers, answers before the match,
//! programs, features, and the query of the list of rooms.

use crate::support::{Client, Server};
use fairness::hex;
use fairness::vd1::seat_commitment;
use serde_json::{Value, json};
use uuid::Uuid;

/// Asserts that the answer to a frame is an error about this message.
async fn blamed(client: &mut Client, frame: &str, code: &str, re: Value) {
    client.raw(frame).await;
    let error = client.until("error").await;
    assert_eq!((&error["code"], error.get("re")), (&json!(code), Some(&re)), "{frame}: {error}");
}

#[tokio::test]
async fn an_error_names_the_message_that_it_answers() {
    let server = Server::start().await;
    let (mut a, _b, ada, _) = server.playing(json!({})).await;
    let id = "5e0c1b5e-6d6f-4b0e-9f5c-0c8f1c1d2e3f";
    let chat = json!({"type": "chat", "text": "x".repeat(501)}).to_string();
    blamed(&mut a, &chat, "too_big", json!({"type": "chat"})).await;
    let half = json!({"type": "command", "id": id}).to_string();
    blamed(&mut a, &half, "malformed", json!({"type": "command", "id": id})).await;
    let unknown = json!({"type": "shout", "id": id}).to_string();
    blamed(&mut a, &unknown, "unknown_type", json!({"type": "shout", "id": id})).await;
    let point = json!({"type": "point", "at": []}).to_string();
    blamed(&mut a, &point, "forbidden", json!({"type": "point"})).await;
    a.raw("{").await;
    assert_eq!(a.until("error").await.get("re"), None, "nobody knows what it was");
    let mut stranger = server.socket(&ada.code).await;
    stranger.say(&json!({"type": "hello", "token": "x"})).await;
    assert_eq!(stranger.next().await["re"], json!({"type": "hello"}));
    let mut ahead = server.socket(&ada.code).await;
    ahead.say(&json!({"type": "hello", "token": ada.token, "after": 99})).await;
    let error = ahead.until("error").await;
    assert_eq!((&error["code"], &error["re"]["type"]), (&json!("rolled_back"), &json!("hello")));
}

#[tokio::test]
async fn ready_and_reveal_with_an_id_are_answered() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let bo = server.take(&ada.code).await;
    let (mut a, mut b) = (server.join(&ada).await, server.join(&bo).await);
    let room = server.get(&format!("/api/v1/rooms/{}", ada.code)).await.body;
    let id: Uuid = serde_json::from_value(room["id"].clone()).unwrap();
    let bound = hex::encode(&seat_commitment(id.as_bytes(), 0, 0, &[7; 32]));
    let act = |kind: &str, key: &str, value: &str| json!({"type": kind, "id": Uuid::new_v4(), key: value});
    let accepted = |act: &Value| json!({"type": "accepted", "id": act["id"], "seq": 0});

    let wrong = a.act(act("ready", "commitment", "x")).await;
    assert_eq!((&wrong["type"], &wrong["code"]), (&json!("rejected"), &json!("malformed")));
    let early = a.act(act("reveal", "entropy", &hex::encode(&[7; 32]))).await;
    assert_eq!((&early["code"], &early["raced"]), (&json!("stale"), &json!(true)));
    let ready = act("ready", "commitment", &bound);
    assert_eq!(a.act(ready.clone()).await, accepted(&ready));
    let other = json!({"type": "ready", "id": Uuid::new_v4()});
    assert_eq!(b.act(other.clone()).await, accepted(&other));
    // The room is sealing: the same word again is no other one.
    assert_eq!(a.act(ready.clone()).await, accepted(&ready));
    let another = a.act(act("ready", "commitment", &hex::encode(&[9; 32]))).await;
    assert_eq!(another["code"], "started");
    let mismatch = a.act(act("reveal", "entropy", &hex::encode(&[8; 32]))).await;
    assert_eq!(mismatch["code"], "entropy_mismatch");
    let reveal = act("reveal", "entropy", &hex::encode(&[7; 32]));
    a.say(&reveal).await;
    a.until("update").await;
    assert_eq!(a.next().await, accepted(&reveal), "after what it has begun");
    // The answers may have been lost.
    for again in [ready, reveal] {
        assert_eq!(a.act(again.clone()).await, accepted(&again));
    }
    let mut watching = server.watch(&ada.code).await;
    let refused = watching.act(json!({"type": "ready", "id": Uuid::new_v4()})).await;
    assert_eq!((&refused["type"], &refused["code"]), (&json!("rejected"), &json!("not_seated")));
}

#[tokio::test]
async fn a_program_says_that_it_is_one() {
    let server = Server::start().await;
    let contact = |contact: &str| json!({"contact": contact});
    let ada = server.create(json!({"program": contact(" ada@example.org\u{202e} ")})).await;
    let mut a = server.join(&ada).await;
    let path = format!("/api/v1/rooms/{}/seats", ada.code);
    for (wrong, code) in [
        (contact(""), "name_invalid"),
        (contact("\u{200b}"), "name_invalid"),
        (contact(&"x".repeat(101)), "name_invalid"),
        (json!({}), "malformed"),
        (json!({"contact": "x", "more": 1}), "malformed"),
    ] {
        let answer = server.post(&path, &json!({"name": "Bo", "program": wrong})).await;
        assert_eq!(answer.code(), code, "{wrong}");
    }
    let long = "x".repeat(100);
    let bo = server.post(&path, &json!({"name": "Bo", "program": contact(&long)})).await;
    assert_eq!(bo.status, 201, "{bo:?}");
    let room = a.until("room").await["room"].clone();
    let shown = |seat: usize| (&room["seats"][seat]["kind"], &room["seats"][seat]["program"]);
    assert_eq!(shown(0), (&json!("program"), &contact("ada@example.org")));
    assert_eq!(shown(1), (&json!("program"), &contact(&long)));
    assert_eq!(room["host"], 0, "it counts as a person");
    // A restart keeps it.
    let left = server.kill();
    let server = Server::with(crate::support::quiet(), left).await;
    let kept = server.get(&format!("/api/v1/rooms/{}", ada.code)).await.body;
    assert_eq!(kept["seats"][0]["program"], contact("ada@example.org"));
}

#[tokio::test]
async fn a_server_names_its_features_in_both_places() {
    let server = Server::start().await;
    let games = server.get("/api/v1/games").await.body;
    let ada = server.create(json!({})).await;
    let mut client = server.socket(&ada.code).await;
    client.say(&json!({"type": "hello"})).await;
    let welcome = client.next().await;
    assert_eq!(games["features"], welcome["features"]);
    let names: Vec<&str> =
        games["features"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(names.is_sorted() && names.contains(&"view"), "{names:?}");
    assert!(!names.contains(&"webhooks") && !names.contains(&"push"), "this one sends no notices");
}

#[tokio::test]
async fn the_list_of_rooms_has_filters_and_pages() {
    let server = Server::start().await;
    let mut lobbies = Vec::new();
    for fields in [json!({}), json!({"spectators": "off"}), json!({"entropy": "required"})] {
        let mut wanted = json!({"listed": true});
        wanted.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        lobbies.push(server.create(wanted).await.code);
    }
    let (_a, _b, running, _) = server.playing_in(json!({"listed": true})).await;
    let list = async |query: &str| {
        let answer = server.get(&format!("/api/v1/rooms{query}")).await;
        assert_eq!(answer.status, 200, "{query}: {answer:?}");
        let rooms = answer.body["rooms"].as_array().unwrap().clone();
        let code = |room: &Value| room["code"].as_str().unwrap().to_owned();
        (rooms.iter().map(code).collect::<Vec<_>>(), answer.body["next"].clone())
    };
    let sorted = |codes: &[&String]| {
        let mut codes: Vec<String> = codes.iter().map(|code| (*code).clone()).collect();
        codes.sort();
        codes
    };
    let [open, closed, strict] = [&lobbies[0], &lobbies[1], &lobbies[2]];
    let all = sorted(&[open, closed, strict, &running.code]);
    for (query, codes) in [
        ("", all.clone()),
        ("?game=toy&limit=100", all.clone()),
        ("?state=lobby", sorted(&[open, closed, strict])),
        ("?state=running", sorted(&[&running.code])),
        ("?spectators=off", sorted(&[closed])),
        ("?entropy=required", sorted(&[strict])),
        ("?free=true&spectators=open", sorted(&[open, strict])),
        ("?free=false", sorted(&[&running.code])),
    ] {
        assert_eq!(list(query).await, (codes, Value::Null), "{query}");
    }
    let mut paged = Vec::new();
    let mut after = String::new();
    loop {
        let (codes, next) = list(&format!("?limit=1{after}")).await;
        assert_eq!(codes.len(), 1);
        paged.extend(codes);
        let Some(next) = next.as_str() else { break };
        after = format!("&after={next}");
    }
    assert_eq!(paged, all);
    for wrong in ["?limit=0", "?limit=101", "?state=asleep", "?gmae=toy", "?free=1"] {
        let answer = server.get(&format!("/api/v1/rooms{wrong}")).await;
        assert_eq!((answer.status, answer.code()), (400, "malformed"), "{wrong}");
    }
    assert_eq!(server.get("/api/v1/rooms?game=chess").await.code(), "game_unknown");
    let room = server.get(&format!("/api/v1/rooms/{closed}")).await.body;
    assert_eq!((&room["may_watch"], &room["spectators"]), (&json!(false), &json!(0)));
}
