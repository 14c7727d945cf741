//! Before the match, and what concerns seats later on.

use crate::support::{Answer, Seated, Server};
use serde_json::{Value, json};

async fn room(server: &Server, code: &str) -> Value {
    server.get(&format!("/api/v1/rooms/{code}")).await.body
}

async fn take(server: &Server, code: &str, seat: Value) -> Answer {
    let body = json!({"name": "Bo", "seat": seat});
    server.post(&format!("/api/v1/rooms/{code}/seats"), &body).await
}

async fn free(server: &Server, by: &Seated, seat: u64) -> Answer {
    let path = format!("/api/v1/rooms/{}/seats/{seat}", by.code);
    server.bearer("DELETE", &path, &by.token).await
}

#[tokio::test]
async fn a_room_shows_its_terms_from_the_start() {
    let server = Server::start().await;
    let ada = server.create(json!({"seat": 1, "name": " A\u{202e}da ", "listed": true})).await;
    assert_eq!(ada.seat, 1);
    let spelled = format!("{}-{}", &ada.code[..3].to_lowercase(), &ada.code[3..]);
    let shown = room(&server, &spelled).await;
    assert_eq!(shown["code"], ada.code);
    assert_eq!(shown["options"], json!({"rounds": 1, "clock_ms": 0, "undo": "free"}));
    assert_eq!((&shown["state"], &shown["host"]), (&json!("lobby"), &json!(1)));
    assert_eq!(
        (&shown["seats"][0]["name"], &shown["seats"][1]["name"]),
        (&json!(null), &json!("Ada"))
    );
    assert_eq!(shown["absence_ms"], 3 * 24 * 60 * 60 * 1_000);
    let fairness = &shown["fairness"];
    assert_eq!((&fairness["scheme"], &fairness["rules"]), (&json!("vd1"), &json!("toy/1")));
    assert_eq!(
        (&fairness["attempt"], fairness["commitment"].as_str().unwrap().len()),
        (&json!(0), 64)
    );
    assert!(fairness.get("secret").is_none());
}

#[tokio::test]
async fn seats_are_taken_once() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    assert_eq!(take(&server, &ada.code, json!(0)).await.code(), "seat_taken");
    assert_eq!(take(&server, &ada.code, json!(2)).await.code(), "seat_unknown");
    let bo = take(&server, &ada.code, json!("random")).await;
    assert_eq!((bo.status, &bo.body["seat"]), (201, &json!(1)));
    assert_eq!(bo.headers["cache-control"], "no-store");
    assert_eq!(take(&server, &ada.code, json!(null)).await.code(), "room_full");
}

#[tokio::test]
async fn a_change_of_seats_clears_every_ready() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let mut a = server.join(&ada).await;
    a.say(&json!({"type": "ready"})).await;
    assert_eq!(a.until("room").await["room"]["seats"][0]["ready"], true);
    server.take(&ada.code).await;
    let changed = a.until("room").await["room"].clone();
    assert_eq!(
        (&changed["seats"][0]["ready"], &changed["seats"][1]["name"]),
        (&json!(false), &json!("Bo"))
    );
}

#[tokio::test]
async fn the_host_may_free_seats_and_passes_on_when_leaving() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let bo = server.take(&ada.code).await;
    let mut b = server.join(&bo).await;
    assert_eq!(free(&server, &bo, 0).await.code(), "forbidden");
    assert_eq!(free(&server, &ada, 1).await.status, 204);
    let (received, code) = b.end().await;
    assert_eq!((code, &received.last().unwrap()["type"]), (4001, &json!("closing")));
    assert_eq!(free(&server, &bo, 1).await.code(), "token_unknown");
    assert_eq!(free(&server, &ada, 1).await.code(), "seat_unknown");
    let bo = server.take(&ada.code).await;
    assert_eq!(free(&server, &ada, 0).await.status, 204);
    assert_eq!(room(&server, &ada.code).await["host"], 1);
    assert_eq!(free(&server, &bo, 1).await.status, 204);
    assert_eq!(room(&server, &ada.code).await["host"], Value::Null);
}

#[tokio::test]
async fn once_the_match_runs_seats_are_fixed() {
    let server = Server::start().await;
    let (_a, _b, ada, bo) = server.playing(json!({})).await;
    assert_eq!(free(&server, &ada, 1).await.code(), "started");
    assert_eq!(free(&server, &bo, 1).await.code(), "started");
    assert_eq!(take(&server, &ada.code, json!(null)).await.code(), "started");
    let path = format!("/api/v1/rooms/{}/rematch", ada.code);
    assert_eq!(server.bearer("POST", &path, &ada.token).await.code(), "not_over");
}

#[tokio::test]
async fn a_new_token_kills_the_old_one() {
    let server = Server::start().await;
    let (mut a, mut b, ada, bo) = server.playing(json!({})).await;
    let path = format!("/api/v1/rooms/{}/seats/0/token", ada.code);
    assert_eq!(server.bearer("POST", &path, &bo.token).await.code(), "forbidden");
    let answer = server.bearer("POST", &path, &ada.token).await;
    let token = answer.body["token"].as_str().unwrap().to_owned();
    assert_eq!(a.end().await.1, 4001);
    assert_eq!(b.until("room").await["room"]["seats"][0]["connected"], false);
    let mut old = server.socket(&ada.code).await;
    old.say(&json!({"type": "hello", "token": ada.token})).await;
    let (received, code) = old.end().await;
    assert_eq!((&received[0]["code"], code), (&json!("token_unknown"), 4001));
    let mut a = server.join(&Seated { token, ..ada }).await;
    assert_eq!(a.until("update").await["offers"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn listed_rooms_are_found_while_they_wait_or_may_be_watched() {
    let server = Server::start().await;
    let listed = async || {
        let rooms = server.get("/api/v1/rooms").await.body["rooms"].clone();
        let code = |room: &Value| room["code"].as_str().unwrap().to_owned();
        rooms.as_array().unwrap().iter().map(code).collect::<Vec<_>>()
    };
    server.create(json!({})).await;
    assert!(listed().await.is_empty());
    let off = server.create(json!({"listed": true, "spectators": "off"})).await;
    assert_eq!(listed().await, std::slice::from_ref(&off.code));
    server.take(&off.code).await;
    assert!(listed().await.is_empty());
    let (_a, _b, open, _) = server.playing_in(json!({"listed": true})).await;
    assert_eq!(listed().await, [open.code]);
}

#[tokio::test]
async fn a_rematch_keeps_terms_and_seats() {
    let server = Server::start().await;
    let (mut a, mut b, ada, bo) = server.playing(json!({"rounds": 7})).await;
    let act = json!({"type": "resign", "id": uuid::Uuid::new_v4()});
    assert_eq!(a.act(act).await["type"], "accepted");
    let path = format!("/api/v1/rooms/{}/rematch", ada.code);
    assert_eq!(server.bearer("POST", &path, "guess").await.code(), "token_unknown");
    let first = server.bearer("POST", &path, &bo.token).await;
    assert_eq!((first.status, &first.body["seat"]), (201, &json!(1)), "{first:?}");
    let code = first.body["room"]["code"].as_str().unwrap().to_owned();
    assert_eq!(first.body["room"]["options"]["rounds"], 7);
    assert_eq!(first.body["room"]["seats"][0]["name"], "Ada");
    loop {
        let room = b.until("room").await["room"].clone();
        if room["rematch"] == code.as_str() {
            break;
        }
    }
    assert_eq!(take(&server, &code, json!(null)).await.code(), "room_full");
    let second = server.bearer("POST", &path, &ada.token).await;
    assert_eq!((&second.body["room"]["code"], &second.body["seat"]), (&json!(code), &json!(0)));
    let again = server.bearer("POST", &path, &ada.token).await;
    let seated = |answer: &Answer| Seated {
        code: code.clone(),
        seat: answer.body["seat"].as_u64().unwrap(),
        token: answer.body["token"].as_str().unwrap().to_owned(),
    };
    let (mut a, mut b) = (server.join(&seated(&again)).await, server.join(&seated(&first)).await);
    a.say(&json!({"type": "ready"})).await;
    b.say(&json!({"type": "ready"})).await;
    assert_eq!(a.until("update").await["seq"], 0);
    let old = room(&server, &ada.code).await;
    let new = room(&server, &code).await;
    assert_ne!(old["fairness"]["commitment"], new["fairness"]["commitment"]);
    // Who finds a token of the old match later takes no seat of the new one.
    for token in [&ada.token, &bo.token] {
        assert_eq!(server.bearer("POST", &path, token).await.code(), "seat_taken");
    }
}

#[tokio::test]
async fn a_new_token_in_a_rematch_ends_the_claim_of_the_old_one() {
    let server = Server::start().await;
    let (mut a, _b, ada, _) = server.playing(json!({})).await;
    a.act(json!({"type": "resign", "id": uuid::Uuid::new_v4()})).await;
    let path = format!("/api/v1/rooms/{}/rematch", ada.code);
    let first = server.bearer("POST", &path, &ada.token).await;
    let code = first.body["room"]["code"].as_str().unwrap();
    let token = first.body["token"].as_str().unwrap();
    let renewal = format!("/api/v1/rooms/{code}/seats/0/token");
    let renewed = server.bearer("POST", &renewal, token).await;
    assert_eq!(renewed.status, 200, "{renewed:?}");
    assert_eq!(server.bearer("POST", &path, &ada.token).await.code(), "seat_taken");
}

#[tokio::test]
async fn who_leaves_a_rematch_has_no_claim_on_the_seat() {
    let server = Server::start().await;
    let (mut a, _b, ada, bo) = server.playing(json!({})).await;
    a.act(json!({"type": "resign", "id": uuid::Uuid::new_v4()})).await;
    let path = format!("/api/v1/rooms/{}/rematch", ada.code);
    let first = server.bearer("POST", &path, &ada.token).await;
    let code = first.body["room"]["code"].as_str().unwrap().to_owned();
    let token = first.body["token"].as_str().unwrap().to_owned();
    let host = Seated { code: code.clone(), seat: 0, token };
    assert_eq!(free(&server, &host, 1).await.status, 204);
    server.take(&code).await;
    assert_eq!(server.bearer("POST", &path, &bo.token).await.code(), "seat_taken");
}
