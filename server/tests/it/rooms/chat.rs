//! Chat: who receives whose lines, and what a line may be.

use crate::support::{Client, Server};
use serde_json::{Value, json};

async fn line(client: &mut Client, text: &str) {
    client.say(&json!({"type": "chat", "text": text})).await;
}

async fn received(client: &mut Client) -> (String, Value) {
    let line = client.until("chat").await;
    (line["text"].as_str().unwrap().to_owned(), line["from"].clone())
}

#[tokio::test]
async fn in_the_lobby_everyone_receives_every_line() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let mut a = server.join(&ada).await;
    let mut s = server.watch(&ada.code).await;
    line(&mut s, "hello").await;
    assert_eq!(received(&mut a).await, ("hello".to_owned(), json!({"spectator": true})));
    line(&mut a, " wel\u{202e}come\n").await;
    assert_eq!(received(&mut s).await.0, "hello");
    let last = s.until("chat").await;
    assert_eq!((&last["name"], &last["text"]), (&json!("Ada"), &json!("welcome")));
}

#[tokio::test]
async fn while_a_match_runs_spectators_talk_among_themselves() {
    let server = Server::start().await;
    let (mut a, mut b, ada, bo) = server.playing(json!({})).await;
    let mut s = server.watch(&ada.code).await;
    s.until("update").await;
    let mut other = server.watch(&ada.code).await;
    other.until("update").await;
    line(&mut s, "he has the ace").await;
    assert_eq!(received(&mut other).await.0, "he has the ace");
    a.until("room").await;
    a.until("room").await;
    b.until("room").await;
    b.until("room").await;
    a.nothing().await;
    b.nothing().await;
    line(&mut a, "hm").await;
    for client in [&mut b, &mut other] {
        assert_eq!(received(client).await, ("hm".to_owned(), json!({"seat": 0})));
    }
    let mut b = server.join(&bo).await;
    assert_eq!(received(&mut b).await.0, "hm", "the spectators' line is not for seats");
    let mut late = server.watch(&ada.code).await;
    assert_eq!(received(&mut late).await.0, "he has the ace");
    assert_eq!(received(&mut late).await.0, "hm");

    a.act(json!({"type": "resign", "id": uuid::Uuid::new_v4()})).await;
    line(&mut s, "told you").await;
    assert_eq!(received(&mut a).await.0, "told you");
}

#[tokio::test]
async fn lines_are_limited_in_characters() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let mut a = server.join(&ada).await;
    line(&mut a, &"é".repeat(500)).await;
    assert_eq!(received(&mut a).await.0.chars().count(), 500);
    line(&mut a, &"é".repeat(501)).await;
    assert_eq!(a.next().await["code"], "too_big");
    line(&mut a, " \u{200b}\n").await;
    assert_eq!(a.next().await["code"], "malformed");
    for n in 0..60 {
        line(&mut a, &n.to_string()).await;
        a.until("chat").await;
    }
    let mut s = server.watch(&ada.code).await;
    for n in 10..60 {
        assert_eq!(received(&mut s).await.0, n.to_string());
    }
    s.nothing().await;
}
