//! From the lobby to the finished match, over real sockets.

use std::io::Write;
use std::sync::{Arc, Mutex};

use crate::support::Server;
use serde_json::{Value, json};
use uuid::Uuid;

#[tokio::test]
async fn two_people_meet_play_and_finish() {
    let server = Server::start().await;
    let ada = server.create(json!({"seat": 0})).await;
    let bo = server.take(&ada.code).await;
    assert_eq!((ada.seat, bo.seat), (0, 1));
    let (mut a, mut b) = (server.join(&ada).await, server.join(&bo).await);
    assert_eq!(a.next().await["room"]["seats"][1]["connected"], true);
    a.say(&json!({"type": "ready"})).await;
    for client in [&mut a, &mut b] {
        let room = client.next().await["room"].clone();
        assert_eq!((&room["state"], &room["seats"][0]["ready"]), (&json!("lobby"), &json!(true)));
    }
    b.say(&json!({"type": "ready"})).await;
    for (seat, client) in [&mut a, &mut b].into_iter().enumerate() {
        assert_eq!(client.next().await["room"]["state"], "running");
        let update = client.next().await;
        assert_eq!(update["type"], "update");
        assert_eq!(update["events"][0]["type"], "dealt");
        assert_eq!((&update["seq"], &update["awaiting"]), (&json!(0), &json!([0])));
        let (decision, offers) = if seat == 0 { (json!(0), 1) } else { (Value::Null, 0) };
        assert_eq!(update["decision"], decision);
        assert_eq!(update["offers"].as_array().unwrap().len(), offers);
    }
    let id = Uuid::new_v4();
    let say = json!({"type": "say", "n": 3});
    a.say(&json!({"type": "command", "id": id, "decision": 0, "command": say})).await;
    let update = a.next().await;
    assert_eq!((&update["seq"], &update["events"][0]["n"]), (&json!(1), &json!(3)));
    assert_eq!(a.next().await, json!({"type": "accepted", "id": id, "seq": 1}));
    assert_eq!(b.next().await["decision"], 1);
    assert_eq!(b.command(1, json!({"type": "say", "n": 4})).await["type"], "accepted");
    assert_eq!(a.next().await["awaiting"], json!([0, 1]));
    assert_eq!(a.command(2, json!({"type": "hide", "n": 5})).await["seq"], 2);
    assert_eq!(b.command(2, json!({"type": "hide", "n": 6})).await["seq"], 4);
    let last = a.until("update").await;
    assert_eq!(last["outcome"], json!({"winners": [1], "scores": [5, 6], "reason": "numbers"}));
    assert_eq!(last["events"][1]["hidden"], json!([5, 6]));
    assert_eq!(a.until("room").await["room"]["state"], "finished");
    let again = a.command(2, json!({"type": "hide", "n": 5})).await;
    assert_eq!((&again["type"], &again["code"]), (&json!("rejected"), &json!("over")));
    let log = server.log.rows();
    assert_eq!(log.len(), 5);
    let room = server.get(&format!("/api/v1/rooms/{}", ada.code)).await.body;
    assert!(log[0].contains(room["fairness"]["commitment"].as_str().unwrap()));
    for seated in [ada, bo] {
        assert!(!server.log.dump().contains(&seated.token));
    }
}

/// Keeps what is logged.
#[derive(Clone, Default)]
struct Logged(Arc<Mutex<Vec<u8>>>);

impl Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn logs_hold_neither_tokens_nor_codes_nor_secrets() {
    let logged = Logged::default();
    let writer = logged.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let server = Server::start().await;
    let (mut a, mut b, ada, bo) = server.playing(json!({})).await;
    a.command(0, json!({"type": "say", "n": 3})).await;
    b.command(0, json!({"type": "say", "n": 3})).await;
    b.command(1, json!({"type": "panic"})).await;
    b.command(1, json!({"type": "say", "n": 4})).await;
    a.command(2, json!({"type": "hide", "n": 5})).await;
    b.command(2, json!({"type": "hide", "n": 6})).await;
    let path = format!("/api/v1/rooms/{}", ada.code);
    let token = server.bearer("POST", &format!("{path}/seats/0/token"), &ada.token).await;
    let token = token.body["token"].as_str().unwrap().to_owned();
    let next = server.bearer("POST", &format!("{path}/rematch"), &token).await;
    let text = String::from_utf8(logged.0.lock().unwrap().clone()).unwrap();
    for event in ["room created", "match begins", "panicked", "match over", "new token"] {
        assert!(text.contains(event), "{event} is not logged: {text}");
    }
    let next = next.body["token"].as_str().unwrap();
    for secret in [ada.token.as_str(), &bo.token, &token, next, &ada.code, "\"n\"", "hide"] {
        assert!(!text.contains(secret), "{secret} is logged");
    }
    for record in server.log.records() {
        let record: Value = serde_json::from_str(&record).unwrap();
        assert!(!text.contains(record["attempt"]["secret"].as_str().unwrap()));
    }
}
