//! Seats that the server itself plays for.

use crate::support::{Answer, Client, Frozen, Seated, Server, quiet};
use fairness::hex;
use fairness::vd1::seat_commitment;
use serde_json::{Value, json};
use uuid::Uuid;

/// Time that a lobby lives without people, in milliseconds.
const LOBBY_MS: u64 = 24 * 60 * 60 * 1_000;
/// Time that a loaded timed match waits for the others once the first is back, in milliseconds.
const RESUME_MS: u64 = 60_000;

async fn room(server: &Server, code: &str) -> Value {
    server.get(&format!("/api/v1/rooms/{code}")).await.body
}

async fn add_with(server: &Server, by: &Seated, seat: u64, body: &str) -> Answer {
    let path = format!("/api/v1/rooms/{}/seats/{seat}/bot", by.code);
    let bearer = format!("Bearer {}", by.token);
    server.request("POST", &path, &[("Authorization", &bearer)], body).await
}

async fn add(server: &Server, by: &Seated, seat: u64) -> Answer {
    add_with(server, by, seat, "{}").await
}

async fn remove(server: &Server, by: &Seated, seat: u64) -> Answer {
    let path = format!("/api/v1/rooms/{}/seats/{seat}", by.code);
    server.bearer("DELETE", &path, &by.token).await
}

/// Ada in a room with these fields, and a bot on the other seat.
async fn with_bot(server: &Server, fields: Value) -> (Client, Seated) {
    let ada = server.create(fields).await;
    let a = server.join(&ada).await;
    assert_eq!(add(server, &ada, 1).await.status, 201);
    (a, ada)
}

/// Ada in such a room once the match has begun, and her first update.
async fn playing(server: &Server, fields: Value) -> (Client, Seated, Value) {
    let (mut a, ada) = with_bot(server, fields).await;
    a.say(&json!({"type": "ready"})).await;
    let first = a.until("update").await;
    assert_eq!(first["seq"], 0);
    (a, ada, first)
}

/// Ada answers what an update asks her; the newest update by then, if one came before the answer.
async fn answer(a: &mut Client, update: &Value, n: u64) -> Option<Value> {
    let (id, kind) = (Uuid::new_v4(), &update["offers"][0]["command"]["type"]);
    let command = json!({"type": kind, "n": n});
    let decision = &update["decision"];
    a.say(&json!({"type": "command", "id": id, "decision": decision, "command": command})).await;
    let mut newest = None;
    loop {
        let message = a.next().await;
        if message["id"] == json!(id) {
            assert_eq!(message["type"], "accepted", "{message}");
            return newest;
        }
        if message["type"] == "update" {
            newest = Some(message);
        }
    }
}

/// Plays on to the end from this update.
async fn to_the_end(a: &mut Client, first: Value) -> Value {
    let mut newest = first;
    loop {
        if !newest["outcome"].is_null() {
            return newest["outcome"].clone();
        }
        let asked = !newest["offers"][0].is_null();
        let answered = if asked { answer(a, &newest, 5).await } else { None };
        newest = match answered {
            Some(update) => update,
            None => a.until("update").await,
        };
    }
}

#[tokio::test]
async fn one_person_plays_a_whole_match_against_a_bot() {
    let server = Server::start().await;
    let ada = server.create(json!({"options": {"rounds": 3}})).await;
    let mut a = server.join(&ada).await;
    let added = add(&server, &ada, 1).await;
    assert_eq!((added.status, added.headers["cache-control"].as_str()), (201, "no-store"));
    assert!(added.body.get("token").is_none(), "nobody is given a bot's seat");
    let seat = json!({"seat": 1, "name": "Bot 1", "kind": "bot", "level": "normal", "ready": true, "connected": true});
    assert_eq!(added.body["seats"][1], seat);
    assert_eq!((&added.body["host"], &added.body["state"]), (&json!(0), &json!("lobby")));
    a.say(&json!({"type": "ready"})).await;
    let first = a.until("update").await;
    let outcome = to_the_end(&mut a, first).await;
    assert_eq!((&outcome["reason"], &outcome["scores"][0]), (&json!("numbers"), &json!(15)));
    let over = room(&server, &ada.code).await;
    assert_eq!((&over["state"], &over["seats"][1]), (&json!("finished"), &seat));
}

#[tokio::test]
async fn only_the_host_adds_bots_in_the_lobby_and_on_free_seats() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    assert_eq!(add(&server, &ada, 0).await.code(), "seat_taken");
    assert_eq!(add(&server, &ada, 2).await.code(), "seat_unknown");
    let path = format!("/api/v1/rooms/{}/seats/1/bot", ada.code);
    assert_eq!(server.post(&path, &json!({})).await.code(), "token_unknown");
    assert_eq!(server.get(&path).await.code(), "method_not_allowed");
    for body in ["", "[]", "{\"level\":\"deep\"}", "{\"name\":\"Deep\"}", "null"] {
        assert_eq!(add_with(&server, &ada, 1, body).await.code(), "malformed", "{body}");
    }
    let bo = server.take(&ada.code).await;
    assert_eq!(add(&server, &bo, 1).await.code(), "forbidden");
    assert_eq!(add(&server, &ada, 1).await.code(), "seat_taken");
    assert_eq!(remove(&server, &ada, 1).await.status, 204);
    assert_eq!(add(&server, &ada, 1).await.status, 201);
    assert_eq!(add(&server, &ada, 1).await.code(), "seat_taken");
    let mut a = server.join(&ada).await;
    a.say(&json!({"type": "ready"})).await;
    a.until("update").await;
    assert_eq!(add(&server, &ada, 1).await.code(), "started");
}

#[tokio::test]
async fn the_host_sends_a_bot_away_and_its_seat_is_free() {
    let server = Server::start().await;
    let (mut a, ada) = with_bot(&server, json!({})).await;
    assert_eq!(remove(&server, &ada, 1).await.status, 204);
    let free =
        json!({"seat": 1, "name": null, "kind": "person", "ready": false, "connected": false});
    assert_eq!(room(&server, &ada.code).await["seats"][1], free);
    let bo = server.take(&ada.code).await;
    let mut b = server.join(&bo).await;
    for client in [&mut a, &mut b] {
        client.say(&json!({"type": "ready"})).await;
    }
    let first = a.until("update").await;
    b.until("update").await;
    answer(&mut a, &first, 1).await;
    // Bo is asked, and nobody answers for him.
    assert_eq!(b.until("update").await["awaiting"], json!([1]));
    b.nothing().await;
}

#[tokio::test]
async fn a_bot_stays_ready_when_the_company_changes() {
    let server = Server::start().await;
    let (mut a, ada) = with_bot(&server, json!({})).await;
    a.say(&json!({"type": "ready"})).await;
    a.until("update").await;
    let server = Server::start().await;
    let bo = server.create(json!({"seat": 1})).await;
    assert_eq!(add(&server, &bo, 0).await.status, 201);
    assert_eq!(remove(&server, &bo, 1).await.status, 204);
    let left = room(&server, &bo.code).await;
    assert_eq!((&left["host"], &left["seats"][0]["ready"]), (&Value::Null, &json!(true)));
    let cy = server.take(&bo.code).await;
    assert_eq!((cy.seat, &room(&server, &bo.code).await["host"]), (1, &json!(1)));
    let mut c = server.join(&cy).await;
    c.say(&json!({"type": "ready"})).await;
    c.until("update").await;
    drop(ada);
}

#[tokio::test]
async fn where_entropy_is_required_bots_bring_none() {
    let server = Server::start().await;
    let (mut a, ada) = with_bot(&server, json!({"entropy": "required"})).await;
    a.say(&json!({"type": "ready"})).await;
    assert_eq!(a.until("error").await["code"], "entropy_required");
    let id: Uuid = room(&server, &ada.code).await["id"].as_str().unwrap().parse().unwrap();
    let entropy = [3; 32];
    let commitment = hex::encode(&seat_commitment(id.as_bytes(), 0, 0, &entropy));
    a.say(&json!({"type": "ready", "commitment": commitment})).await;
    a.say(&json!({"type": "reveal", "entropy": hex::encode(&entropy)})).await;
    a.until("update").await;
    let brought = room(&server, &ada.code).await["fairness"]["seats"].clone();
    assert_eq!(brought[0]["entropy"], hex::encode(&entropy));
    assert_eq!(brought[1], json!({"commitment": null, "entropy": null}));
}

#[tokio::test]
async fn a_bot_is_back_after_a_kill_and_plays_on() {
    let server = Server::start().await;
    let (mut a, ada, first) = playing(&server, json!({"options": {"rounds": 2}})).await;
    answer(&mut a, &first, 4).await;
    let server = Server::with(quiet(), server.kill()).await;
    let seat = room(&server, &ada.code).await["seats"][1].clone();
    assert_eq!((&seat["kind"], &seat["connected"]), (&json!("bot"), &json!(true)));
    let mut a = server.join(&ada).await;
    let update = a.until("update").await;
    let outcome = to_the_end(&mut a, update).await;
    assert_eq!(outcome["reason"], "numbers");
}

#[tokio::test]
async fn a_bot_is_back_in_the_lobby_too() {
    let server = Server::start().await;
    let (_a, ada) = with_bot(&server, json!({})).await;
    let server = Server::with(quiet(), server.kill()).await;
    let mut a = server.join(&ada).await;
    a.say(&json!({"type": "ready"})).await;
    let first = a.until("update").await;
    assert_eq!(to_the_end(&mut a, first).await["reason"], "numbers");
}

#[tokio::test]
async fn bots_come_along_to_a_rematch() {
    let server = Server::start().await;
    let (mut a, ada, first) = playing(&server, json!({})).await;
    assert_eq!(to_the_end(&mut a, first).await["reason"], "numbers");
    let path = format!("/api/v1/rooms/{}/rematch", ada.code);
    let next = server.bearer("POST", &path, &ada.token).await;
    assert_eq!(next.status, 201, "{next:?}");
    let bot = &next.body["room"]["seats"][1];
    assert_eq!(
        (&bot["name"], &bot["kind"], &bot["ready"]),
        (&json!("Bot 1"), &json!("bot"), &json!(true))
    );
    let token = next.body["token"].as_str().unwrap().to_owned();
    let code = next.body["room"]["code"].as_str().unwrap().to_owned();
    let mut a = server.join(&Seated { code, seat: 0, token }).await;
    a.say(&json!({"type": "ready"})).await;
    let first = a.until("update").await;
    assert_eq!(to_the_end(&mut a, first).await["reason"], "numbers");
}

#[tokio::test]
async fn a_bot_agrees_to_what_it_is_asked_for() {
    // It never gets to move, but it is always polite.
    let settings = server::Settings { bot_pace_ms: LOBBY_MS, ..quiet() };
    let server = Server::under(settings).await;
    let (mut a, _, first) = playing(&server, json!({"options": {"undo": "consent"}})).await;
    answer(&mut a, &first, 4).await;
    let verdict = a.act(json!({"type": "undo", "id": Uuid::new_v4(), "to": 0})).await;
    assert_eq!(verdict["type"], "accepted", "{verdict}");
}

#[tokio::test(start_paused = true)]
async fn bots_are_no_people_to_a_lobby() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (a, ada) = with_bot(&server, json!({})).await;
    a.leave().await;
    clock.advance(LOBBY_MS / 2).await;
    assert_eq!(room(&server, &ada.code).await["state"], "lobby");
    clock.advance(LOBBY_MS / 2 + 1_000).await;
    assert_eq!(room(&server, &ada.code).await["code"], "room_unknown");
}

#[tokio::test(start_paused = true)]
async fn nobody_claims_against_a_bot() {
    let clock = Frozen::clock();
    let settings = server::Settings { bot_pace_ms: 10 * LOBBY_MS, ..quiet() };
    let server = Server::under(settings).await;
    let (mut a, _, first) = playing(&server, json!({"absence_ms": 300_000})).await;
    answer(&mut a, &first, 4).await;
    clock.advance(400_000).await;
    let claim = json!({"type": "claim", "id": Uuid::new_v4(), "outcome": "win"});
    let verdict = a.act(claim).await;
    assert_eq!(
        (&verdict["code"], &verdict["detail"]),
        (&json!("illegal"), &json!("no awaited opponent is away"))
    );
}

#[tokio::test(start_paused = true)]
async fn a_timed_match_waits_for_its_people_and_not_for_its_bots() {
    let clock = Frozen::clock();
    let mut server = Server::start().await;
    let (a, ada, _) = playing(&server, json!({"options": {"clock_ms": 1_000_000}})).await;
    clock.advance(10_000).await;
    server.stop();
    let log = server.log.clone();
    drop(a);
    server.stopped().await;
    let server = Server::with(quiet(), log.copy()).await;
    clock.advance(2 * RESUME_MS).await;
    let mut a = server.join(&ada).await;
    // Match time stood still for as long as the bot was alone, and goes on at once.
    let back = a.until("update").await;
    assert_eq!((&back["now_ms"], &back["paused"]), (&json!(10_000), &json!(null)));
}
