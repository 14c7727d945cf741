//! Notices to whoever is awaited and away, sent once: through a real courier, at a real receiver.

mod receivers;
mod restarts;

use std::io::ErrorKind;
use std::net::TcpListener;
use std::sync::Arc;

use crate::support::receiver::{Receiver, Reply};
use crate::support::{Client, Frozen, Seated, Server};
use serde_json::{Value, json};
use server::notices::Reach;
use uuid::Uuid;

/// Absence after which a seat is sent a notice, in milliseconds.
const AFTER_MS: u64 = 60_000;

/// The longest wait after a first attempt, and how much longer each further one is.
const FIRST_RETRY_MS: u64 = 15_000;
const RETRY_FACTOR: u64 = 4;

const ATTEMPTS: u32 = 6;

/// Time limit of an attempt, in milliseconds.
const ATTEMPT_MS: u64 = 10_000;

fn say(n: u8) -> Value {
    json!({"type": "say", "n": n})
}

/// A match whose seat 1 has left, and is called at the receiver's when it is awaited.
async fn away(server: &Server, receiver: &Receiver) -> (Client, Seated, Seated) {
    let (mut a, b, ada, bo) = server.playing(json!({"rounds": 9})).await;
    let set = server.notify(&bo, &json!({"webhook": receiver.url()})).await;
    assert_eq!(set.status, 200, "{set:?}");
    b.leave().await;
    a.until("room").await;
    (a, ada, bo)
}

/// Waits until the room's record says that a seat was sent this notice.
async fn until_sent(server: &Server, code: &str, notice: &Value) {
    let remembers = |record: &String| {
        let record: Value = serde_json::from_str(record).unwrap();
        record["code"] == code && (0..2).any(|seat| record["seats"][seat]["told"] == *notice)
    };
    while !server.log.records().iter().any(remembers) {
        server.get(&format!("/api/v1/rooms/{code}")).await;
    }
}

fn turn(decision: u64) -> Value {
    json!({"your_turn": decision})
}

/// Seat 1 comes, says something to its question, and leaves again; then seat 0 says something.
async fn another_question(server: &Server, a: &mut Client, bo: &Seated) -> u64 {
    let mut b = server.join(bo).await;
    let update = b.until("update").await;
    let mut next = update["decision"].as_u64().unwrap();
    // Until seat 1 is asked alone: it says, both hide, seat 0 says.
    b.command(next, say(1)).await;
    next += 1;
    b.command(next, json!({"type": "hide", "n": 1})).await;
    assert_eq!(a.command(next, json!({"type": "hide", "n": 1})).await["type"], "accepted");
    b.leave().await;
    assert_eq!(a.command(next + 2, say(1)).await["type"], "accepted");
    next + 3
}

#[tokio::test(start_paused = true)]
async fn who_stays_away_is_notified_once_a_question() {
    let clock = Frozen::clock();
    let server = Server::calling(Reach::Any, Arc::default()).await;
    let mut receiver = Receiver::start().await;
    receiver.answers([Reply::Status(200), Reply::Status(204), Reply::Status(200)]).await;
    let (mut a, ada, bo) = away(&server, &receiver).await;
    clock.advance(10 * AFTER_MS).await;
    a.command(0, say(1)).await;
    // Away for long, but asked only now.
    clock.advance(AFTER_MS - 1).await;
    let b = server.join(&bo).await;
    clock.advance(10 * AFTER_MS).await;
    b.leave().await;
    clock.advance(AFTER_MS - 1).await;
    a.until("room").await;
    assert_eq!(server.counted("entente_notices_total{way=\"webhook\",outcome=\"delivered\"}"), 0);
    clock.advance(1).await;
    let (notice, headers) = receiver.next_with_headers().await;
    let link = format!("https://p.example/r/{}", ada.code);
    let text = format!("It is your turn in Toy, room {}: {link}", ada.code);
    let expected = json!({
        "type": "your_turn", "id": notice["id"], "room": ada.code, "game": "toy", "seat": 1,
        "decision": 1, "link": link, "text": text, "content": text,
    });
    assert_eq!(notice, expected);
    assert!(headers["user-agent"].to_str().unwrap().starts_with("entente-server/"));
    until_sent(&server, &ada.code, &turn(1)).await;
    assert_eq!(server.counted("entente_notices_total{way=\"webhook\",outcome=\"delivered\"}"), 1);
    // Whether it stays away or comes and goes, it knows of this question.
    clock.advance(10 * AFTER_MS).await;
    server.join(&bo).await.leave().await;
    clock.advance(10 * AFTER_MS).await;
    let next = another_question(&server, &mut a, &bo).await;
    clock.advance(AFTER_MS).await;
    let second = receiver.next().await;
    assert_eq!((&second["decision"], second["id"] != notice["id"]), (&json!(next), true));
    until_sent(&server, &ada.code, &turn(next)).await;
    assert!(receiver.nothing_more());
}

#[tokio::test(start_paused = true)]
async fn who_does_not_come_is_not_notified_of_every_question() {
    let clock = Frozen::clock();
    let server = Server::calling(Reach::Any, Arc::default()).await;
    let mut receiver = Receiver::start().await;
    receiver.answers([Reply::Status(200), Reply::Status(200)]).await;
    let (mut a, ada, bo) = away(&server, &receiver).await;
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    assert_eq!(receiver.next().await["decision"], 1);
    until_sent(&server, &ada.code, &turn(1)).await;
    // The opponent takes back and moves again, over and over: the questions are new ones.
    for seq in [2, 4, 6] {
        let back = json!({"type": "undo", "id": Uuid::new_v4(), "to": 0});
        assert_eq!(a.act(back).await["seq"], seq);
        assert_eq!(a.command(seq, say(2)).await["type"], "accepted");
        clock.advance(10 * AFTER_MS).await;
    }
    server.join(&bo).await.leave().await;
    a.until("room").await;
    clock.advance(AFTER_MS).await;
    assert_eq!(receiver.next().await["decision"], 7);
    until_sent(&server, &ada.code, &turn(7)).await;
    assert!(receiver.nothing_more());
}

#[tokio::test(start_paused = true)]
async fn who_looks_in_over_http_is_notified_of_the_next_question() {
    let clock = Frozen::clock();
    let server = Server::calling(Reach::Any, Arc::default()).await;
    let mut receiver = Receiver::start().await;
    receiver.answers([Reply::Status(200), Reply::Status(200)]).await;
    let (mut a, ada, bo) = away(&server, &receiver).await;
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    assert_eq!(receiver.next().await["decision"], 1);
    until_sent(&server, &ada.code, &turn(1)).await;
    let view = format!("/api/v1/rooms/{}/view", ada.code);
    assert_eq!(server.bearer("GET", &view, &bo.token).await.body["decision"], 1);
    // It knows of this question now, and was never connected.
    clock.advance(10 * AFTER_MS).await;
    let back = json!({"type": "undo", "id": Uuid::new_v4(), "to": 0});
    assert_eq!(a.act(back).await["seq"], 2);
    assert_eq!(a.command(2, say(2)).await["type"], "accepted");
    clock.advance(AFTER_MS).await;
    assert_eq!(receiver.next().await["decision"], 3);
    until_sent(&server, &ada.code, &turn(3)).await;
    assert!(receiver.nothing_more());
}

#[tokio::test(start_paused = true)]
async fn a_notice_is_tried_again_until_it_arrives() {
    let clock = Frozen::clock();
    let server = Server::calling(Reach::Any, Arc::default()).await;
    let mut receiver = Receiver::start().await;
    receiver.answers([500, 429, 503, 200, 200].map(Reply::Status)).await;
    let (mut a, ada, bo) = away(&server, &receiver).await;
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    let first = receiver.next().await;
    let failed = "entente_notices_total{way=\"webhook\",outcome=\"failed\"}";
    let mut wait = FIRST_RETRY_MS;
    for attempt in 1..=3 {
        while server.counted(failed) < attempt {
            a.nothing().await;
        }
        clock.advance(wait / 2 - 1).await;
        a.nothing().await;
        assert!(receiver.nothing_more(), "attempt {attempt} is too early");
        clock.advance(wait / 2 + 1).await;
        assert_eq!(receiver.next().await, first, "the same, with its id");
        wait *= RETRY_FACTOR;
    }
    until_sent(&server, &ada.code, &turn(1)).await;
    clock.advance(10 * wait).await;
    another_question(&server, &mut a, &bo).await;
    clock.advance(AFTER_MS).await;
    assert_ne!(receiver.next().await["id"], first["id"], "what arrived is not sent again");
}

/// Whatever becomes of the attempt at the old one.
#[tokio::test(start_paused = true)]
async fn another_address_is_owed_what_was_under_way_to_the_old_one() {
    let clock = Frozen::clock();
    for (status, outcome) in [(200, "delivered"), (404, "refused"), (500, "failed")] {
        let server = Server::calling(Reach::Any, Arc::default()).await;
        let (mut old, mut new) = (Receiver::start().await, Receiver::start().await);
        let (mut a, ada, bo) = away(&server, &old).await;
        a.command(0, say(1)).await;
        clock.advance(AFTER_MS).await;
        let first = old.next().await;
        let set = server.notify(&bo, &json!({"webhook": new.url()})).await;
        assert_eq!(set.status, 200, "{set:?}");
        old.answers([Reply::Status(status)]).await;
        let ended = format!("entente_notices_total{{way=\"webhook\",outcome=\"{outcome}\"}}");
        while server.counted(&ended) < 1 {
            a.nothing().await;
        }
        new.answers([Reply::Status(200)]).await;
        clock.advance(AFTER_MS).await;
        assert_eq!(new.next().await["id"], first["id"], "{outcome}");
        until_sent(&server, &ada.code, &turn(1)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn what_never_arrives_is_given_up() {
    let clock = Frozen::clock();
    let server = Server::calling(Reach::Any, Arc::default()).await;
    let mut receiver = Receiver::start().await;
    receiver.answers((0..ATTEMPTS).map(|_| Reply::Status(500))).await;
    receiver.answers([Reply::Status(200)]).await;
    let (mut a, ada, bo) = away(&server, &receiver).await;
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    let first = receiver.next().await;
    let failed = "entente_notices_total{way=\"webhook\",outcome=\"failed\"}";
    for attempt in 1..ATTEMPTS {
        while server.counted(failed) < attempt.into() {
            a.nothing().await;
        }
        clock.advance(FIRST_RETRY_MS * RETRY_FACTOR.pow(attempt - 1)).await;
        assert_eq!(receiver.next().await["id"], first["id"]);
    }
    until_sent(&server, &ada.code, &turn(1)).await;
    another_question(&server, &mut a, &bo).await;
    clock.advance(AFTER_MS).await;
    assert_ne!(receiver.next().await["id"], first["id"]);
}

#[tokio::test(start_paused = true)]
async fn behind_the_veil_others_acts_reveal_nothing() {
    let clock = Frozen::clock();
    let server = Server::calling(Reach::Any, Arc::default()).await;
    let mut receiver = Receiver::start().await;
    receiver.answers([Reply::Status(200), Reply::Status(200)]).await;
    let (mut a, ada, bo) = away(&server, &receiver).await;
    a.command(0, say(1)).await;
    let mut b = server.join(&bo).await;
    assert_eq!(b.command(1, say(1)).await["seq"], 2);
    b.leave().await;
    clock.advance(AFTER_MS).await;
    assert_eq!(receiver.next().await["decision"], 2, "a secret choice waits");
    until_sent(&server, &ada.code, &turn(2)).await;
    // It has come and gone, so a notice of a new question would be sent.
    server.join(&bo).await.leave().await;
    assert_eq!(a.command(2, json!({"type": "hide", "n": 3})).await["seq"], 2);
    clock.advance(10 * AFTER_MS).await;
    server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    assert!(receiver.nothing_more());
    let mut b = server.join(&bo).await;
    assert_eq!(b.command(2, json!({"type": "hide", "n": 4})).await["seq"], 4);
    b.leave().await;
    assert_eq!(a.command(4, say(1)).await["seq"], 5);
    clock.advance(AFTER_MS).await;
    assert_eq!(receiver.next().await["decision"], 5, "and nothing in between");
}

#[tokio::test(start_paused = true)]
async fn the_end_is_sent_to_those_who_did_not_see_it() {
    let clock = Frozen::clock();
    let server = Server::calling(Reach::Any, Arc::default()).await;
    let mut receiver = Receiver::start().await;
    receiver.answers([Reply::Status(200)]).await;
    let (mut a, ada, _) = away(&server, &receiver).await;
    let webhook = json!({"webhook": receiver.url()});
    assert_eq!(server.notify(&ada, &webhook).await.status, 200);
    a.act(json!({"type": "resign", "id": Uuid::new_v4()})).await;
    a.leave().await;
    clock.advance(AFTER_MS).await;
    let notice = receiver.next().await;
    assert_eq!((&notice["type"], &notice["seat"]), (&json!("match_over"), &json!(1)));
    assert_eq!(notice.get("decision"), None);
    until_sent(&server, &ada.code, &json!("match_over")).await;
    clock.advance(10 * AFTER_MS).await;
    server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    assert!(receiver.nothing_more(), "who was there knows");
    let late = server.notify(&ada, &webhook).await;
    assert_eq!((late.status, late.code()), (409, "over"));
    assert_eq!(server.notify(&ada, &json!({})).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn private_addresses_are_called_only_if_the_operator_says_so() {
    let clock = Frozen::clock();
    let server = Server::calling(Reach::Public, Arc::default()).await;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let (mut a, b, ada, bo) = server.playing(json!({"rounds": 9})).await;
    for refused in [
        format!("http://127.0.0.1:{port}/"),
        format!("https://127.0.0.1:{port}/"),
        format!("https://[::1]:{port}/"),
        format!("https://2130706433:{port}/"),
        "https://10.0.0.1/".to_owned(),
        "nowhere".to_owned(),
    ] {
        let answer = server.notify(&bo, &json!({"webhook": refused})).await;
        assert_eq!((answer.status, answer.code()), (422, "notify_invalid"), "{refused}");
    }
    // What a name resolves to is found out when it is called.
    let named = json!({"webhook": format!("https://localhost:{port}/")});
    assert_eq!(server.notify(&bo, &named).await.status, 200);
    b.leave().await;
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    until_sent(&server, &ada.code, &turn(1)).await;
    assert_eq!(server.counted("entente_notices_total{way=\"webhook\",outcome=\"refused\"}"), 1);
    let came = listener.accept().map(|_| ()).map_err(|error| error.kind());
    assert_eq!(came, Err(ErrorKind::WouldBlock), "nobody connected");
    let off = Server::calling(Reach::Off, Arc::default()).await;
    let (.., bo) = off.playing(json!({})).await;
    let answer = off.notify(&bo, &json!({"webhook": "https://a.example/"})).await;
    assert_eq!(answer.code(), "notify_invalid");
    assert_eq!(off.notify(&bo, &json!({})).await.body, json!({"ways": []}));
}

#[tokio::test]
async fn where_notices_go_is_between_the_server_and_the_seat() {
    let server = Server::calling(Reach::Any, Arc::default()).await;
    let (mut a, _b, ada, bo) = server.playing(json!({})).await;
    let path = format!("/api/v1/rooms/{}/seats/1/notify", ada.code);
    let webhook = json!({"webhook": "http://127.0.0.1:9/5ecret"});
    for method in ["GET", "PUT"] {
        let body = if method == "PUT" { webhook.to_string() } else { String::new() };
        let as_who = async |token: &str| {
            let bearer = format!("Bearer {token}");
            server.request(method, &path, &[("Authorization", &bearer)], &body).await
        };
        assert_eq!(as_who(&ada.token).await.code(), "forbidden", "{method}");
        assert_eq!(as_who("guess").await.code(), "token_unknown", "{method}");
        let nobody = server.request(method, &path, &[], &body).await;
        assert_eq!((nobody.status, nobody.code()), (401, "token_unknown"), "{method}");
    }
    let set = server.notify(&bo, &webhook).await;
    let expected = json!({"ways": ["webhook"], "webhook": "http://127.0.0.1:9/5ecret"});
    assert_eq!((&set.body, set.headers["cache-control"].as_str()), (&expected, "no-store"));
    assert_eq!(server.bearer("GET", &path, &bo.token).await.body, expected);
    for (wrong, code) in [
        (json!({"webhook": "http://a.example/", "email": "a@b.example"}), "notify_invalid"),
        (json!({"email": "a@b.example"}), "notify_invalid"),
        (json!({"webhook": 1}), "malformed"),
        (json!({"hook": "http://a.example/"}), "malformed"),
    ] {
        assert_eq!(server.notify(&bo, &wrong).await.code(), code, "{wrong}");
    }
    assert_eq!(server.bearer("GET", &path, &bo.token).await.body, expected, "nothing changed");
    // Nobody else is shown anything: not even that there is something.
    a.nothing().await;
    let room = server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    assert!(!room.body.to_string().contains("5ecret"), "{room:?}");
    assert_eq!(server.notify(&bo, &json!({})).await.body, json!({"ways": ["webhook"]}));
}

#[tokio::test(start_paused = true)]
async fn a_rematch_goes_on_notifying_and_a_free_seat_has_nobody_to_notify() {
    let clock = Frozen::clock();
    let server = Server::calling(Reach::Any, Arc::default()).await;
    let mut receiver = Receiver::start().await;
    receiver.answers([Reply::Status(200), Reply::Status(200)]).await;
    let (mut a, ada, bo) = away(&server, &receiver).await;
    a.act(json!({"type": "resign", "id": Uuid::new_v4()})).await;
    clock.advance(AFTER_MS).await;
    assert_eq!(receiver.next().await["type"], "match_over");
    let path = format!("/api/v1/rooms/{}/rematch", ada.code);
    let [ada, bo] = [ada, bo].map(async |seat| {
        let next = server.bearer("POST", &path, &seat.token).await.body;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let code = text(&next["room"]["code"]);
        Seated { code, seat: seat.seat, token: text(&next["token"]) }
    });
    let (ada, bo) = (ada.await, bo.await);
    let (mut a, mut b) = (server.join(&ada).await, server.join(&bo).await);
    for client in [&mut a, &mut b] {
        client.say(&json!({"type": "ready"})).await;
    }
    b.until("update").await;
    b.leave().await;
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    let notice = receiver.next().await;
    assert_eq!((&notice["room"], &notice["decision"]), (&json!(ada.code), &json!(1)));

    let cy = server.create(json!({})).await;
    let di = server.take(&cy.code).await;
    server.notify(&di, &json!({"webhook": receiver.url()})).await;
    let path = format!("/api/v1/rooms/{}/seats/1", cy.code);
    assert_eq!(server.bearer("DELETE", &path, &di.token).await.status, 204);
    let ed = server.take(&cy.code).await;
    assert_eq!(server.notify(&ed, &json!({})).await.body["webhook"], Value::Null);
    assert_eq!(server.log.dump().matches("5ecret").count(), 2, "the finished room and the next");
}
