//! Requests between seats: to take back, to stop the clock.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Client, Frozen, Server, quiet};

/// Time that a request stands, in milliseconds.
const REQUEST_MS: u64 = 5 * 60 * 1_000;
/// Number of requests that may come to nothing within a minute.
const FAILED_MOST: u64 = 3;

fn say(n: u64) -> Value {
    json!({"type": "say", "n": n})
}

fn undo(to: u64) -> Value {
    json!({"type": "undo", "id": Uuid::new_v4(), "to": to})
}

fn pause(want: bool) -> Value {
    json!({"type": "pause", "id": Uuid::new_v4(), "want": want})
}

fn consent(request: &Value, agree: bool) -> Value {
    json!({"type": "consent", "id": Uuid::new_v4(), "request": request["id"], "agree": agree})
}

/// Sends an act that the others must agree to, and waits until the room shows it.
async fn ask(client: &mut Client, act: &Value) -> Value {
    client.say(act).await;
    loop {
        let room = client.until("room").await;
        let requests = room["room"]["requests"].as_array().unwrap();
        if let Some(own) = requests.iter().find(|request| request["id"] == act["id"]) {
            return own.clone();
        }
    }
}

/// The answer to an act that was sent before.
async fn answer_to(client: &mut Client, act: &Value) -> Value {
    loop {
        let message = client.next().await;
        if message["id"] == act["id"] {
            return message;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_lapses_after_its_time() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, mut b, ..) = server.playing(json!({"undo": "consent"})).await;
    a.command(0, say(1)).await;
    let back = undo(0);
    let shown = ask(&mut a, &back).await;
    let expected = json!({"id": back["id"], "kind": "undo", "by": 0, "until_ms": REQUEST_MS,
        "to": 0, "moves": 1});
    assert_eq!(shown, expected);
    assert_eq!(b.until("room").await["room"]["requests"], json!([expected]));
    clock.advance(REQUEST_MS - 1).await;
    a.nothing().await;
    b.nothing().await;
    clock.advance(1).await;
    let answer = answer_to(&mut a, &back).await;
    assert_eq!((&answer["type"], &answer["code"]), (&json!("rejected"), &json!("not_agreed")));
    assert_eq!(b.until("room").await["room"]["requests"], json!([]));
    assert_eq!(b.act(consent(&back, true)).await["code"], "illegal");
    assert_eq!(server.log.rows().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn who_asks_too_often_for_nothing_must_wait() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, mut b, ..) = server.playing(json!({"undo": "consent"})).await;
    a.command(0, say(1)).await;
    for _ in 0..FAILED_MOST {
        let back = undo(0);
        ask(&mut a, &back).await;
        assert_eq!(b.act(consent(&back, false)).await["type"], "accepted");
        assert_eq!(answer_to(&mut a, &back).await["code"], "not_agreed");
        clock.advance(1_000).await;
    }
    let refused = a.act(undo(0)).await;
    assert_eq!(refused["code"], "too_many_requests");
    let wait = refused["retry_after_ms"].as_u64().unwrap();
    assert_eq!(wait, 60_000 - FAILED_MOST * 1_000);
    // The other seat has a budget of its own.
    let other = undo(0);
    ask(&mut b, &other).await;
    a.act(consent(&other, false)).await;
    clock.advance(wait).await;
    ask(&mut a, &undo(0)).await;
}

#[tokio::test]
async fn a_pending_request_is_asked_once_and_survives_its_makers_connection() {
    let server = Server::start().await;
    let (mut a, mut b, ada, _) = server.playing(json!({"undo": "consent"})).await;
    a.command(0, say(1)).await;
    let back = undo(0);
    ask(&mut a, &back).await;
    a.say(&back).await;
    a.nothing().await;
    let mut changed = back.clone();
    changed["to"] = json!(1);
    assert_eq!(a.act(changed).await["code"], "id_reused");
    assert_eq!(a.act(undo(0)).await["code"], "illegal", "one request a seat");
    drop(a);
    let mut a = server.join(&ada).await;
    let update = a.until("update").await;
    assert_eq!(update["undo"], json!({"to": 0, "free": false}));
    a.say(&back).await;
    let yes = consent(&back, true);
    assert_eq!(b.act(yes.clone()).await["seq"], 2);
    assert_eq!(
        answer_to(&mut a, &back).await,
        json!({"type": "accepted", "id": back["id"], "seq": 2})
    );
    // Each id keeps its answer.
    assert_eq!(a.act(back).await["seq"], 2);
    assert_eq!(b.act(yes).await["seq"], 2);
}

#[tokio::test]
async fn only_another_seat_answers_and_only_once() {
    let server = Server::start().await;
    let (mut a, mut b, ada, _) = server.playing(json!({"undo": "consent"})).await;
    let mut s = server.watch(&ada.code).await;
    a.command(0, say(1)).await;
    let back = undo(0);
    ask(&mut a, &back).await;
    assert_eq!(a.act(consent(&back, true)).await["code"], "illegal");
    assert_eq!(s.act(consent(&back, true)).await["code"], "not_seated");
    // A request under another's id would make `consent` ambiguous.
    let mut same = undo(0);
    same["id"] = back["id"].clone();
    assert_eq!(b.act(same).await["code"], "id_reused");
    let no = consent(&back, false);
    assert_eq!(b.act(no.clone()).await["seq"], 1);
    assert_eq!(answer_to(&mut a, &back).await["code"], "not_agreed");
    assert_eq!(b.act(no).await["seq"], 1);
    assert_eq!(b.act(consent(&back, true)).await["code"], "illegal");
    // Withdrawn, or overtaken by the match.
    let back = undo(0);
    ask(&mut a, &back).await;
    assert_eq!(a.act(consent(&back, false)).await["type"], "accepted");
    assert_eq!(b.act(consent(&back, true)).await["code"], "illegal");
    let back = undo(0);
    ask(&mut a, &back).await;
    b.command(1, say(1)).await;
    assert_eq!(answer_to(&mut a, &back).await["detail"], "the match went on");
    assert_eq!(a.act(undo(0)).await["code"], "illegal", "a secret choice is open");
}

#[tokio::test(start_paused = true)]
async fn a_pause_needs_everyone_and_outlasts_a_restart() {
    let clock = Frozen::clock();
    let mut server = Server::start().await;
    let (mut a, mut b, ada, bo) = server.playing(json!({"clock_ms": 100_000})).await;
    assert_eq!(a.act(undo(0)).await["code"], "illegal");
    assert_eq!(a.act(pause(false)).await["code"], "illegal", "match time runs");
    clock.advance(1_000).await;
    let rest = pause(true);
    let shown = ask(&mut a, &rest).await;
    assert_eq!((&shown["kind"], &shown["to"]), (&json!("pause"), &Value::Null));
    // The match goes on under it.
    a.command(0, say(1)).await;
    b.until("update").await;
    assert_eq!(b.act(consent(&rest, true)).await["seq"], 2);
    let paused = a.until("update").await;
    assert_eq!((&paused["paused"], &paused["now_ms"]), (&json!(true), &json!(1_000)));
    assert_eq!(answer_to(&mut a, &rest).await["seq"], 2);
    clock.advance(500_000).await;
    assert_eq!(b.command(1, say(1)).await["code"], "illegal");

    server.stop();
    let log = server.log.clone();
    drop((a, b));
    server.stopped().await;
    let server = Server::with(quiet(), log.copy()).await;
    let (mut a, mut b) = (server.join(&ada).await, server.join(&bo).await);
    // Everyone is back, and the pause that all agreed to goes on until one of them ends it.
    for client in [&mut a, &mut b] {
        assert_eq!(client.until("update").await["paused"], json!(true));
    }
    clock.advance(500_000).await;
    assert_eq!(a.act(rest).await["seq"], 2);
    let on = pause(false);
    assert_eq!(b.act(on.clone()).await["seq"], 3);
    assert_eq!(b.act(on).await["seq"], 3);
    assert_eq!(a.until("update").await["now_ms"], 1_000);
    assert_eq!(b.command(1, say(1)).await["type"], "accepted");
    assert_eq!(server.log.rows().len(), 5);
}

#[tokio::test]
async fn the_end_answers_what_was_asked() {
    let server = Server::start().await;
    let (mut a, mut b, ..) = server.playing(json!({"undo": "consent"})).await;
    a.command(0, say(1)).await;
    let back = undo(0);
    ask(&mut a, &back).await;
    b.act(json!({"type": "resign", "id": Uuid::new_v4()})).await;
    let answer = answer_to(&mut a, &back).await;
    assert_eq!(
        (&answer["code"], &answer["detail"]),
        (&json!("not_agreed"), &json!("the match is over"))
    );
    assert_eq!(a.act(undo(0)).await["code"], "over");
}

#[tokio::test]
async fn a_full_store_takes_no_undo_and_the_consent_can_be_given_again() {
    let server = Server::start().await;
    let (mut a, mut b, ..) = server.playing(json!({"undo": "consent"})).await;
    a.command(0, say(1)).await;
    let back = undo(0);
    ask(&mut a, &back).await;
    server.log.full.store(true, std::sync::atomic::Ordering::SeqCst);
    let yes = consent(&back, true);
    assert_eq!(b.act(yes.clone()).await["code"], "storage_unavailable");
    server.log.full.store(false, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(b.act(yes).await["seq"], 2);
    assert_eq!(answer_to(&mut a, &back).await["seq"], 2);
}
