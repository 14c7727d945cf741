//! Entropy of the seats: committed to with `ready`, revealed before the match, and what happens when
//! somebody does not.

use std::sync::atomic::Ordering;

use crate::support::{Client, Frozen, Seated, Server, quiet};
use fairness::vd1::{seat_commitment, server_commitment};
use fairness::{Hash, hex};
use serde_json::{Value, json};

/// Time that seats have to reveal, as the server has it.
const REVEAL_MS: u64 = 30_000;

/// Entropy of the seats in these tests.
const ENTROPY: [[u8; 32]; 2] = [[1; 32], [2; 32]];

async fn room(server: &Server, code: &str) -> Value {
    server.get(&format!("/api/v1/rooms/{code}")).await.body
}

fn room_id(room: &Value) -> [u8; 16] {
    *room["id"].as_str().unwrap().parse::<uuid::Uuid>().unwrap().as_bytes()
}

/// K of a seat in the room as it stands.
fn bound(room: &Value, seat: u8) -> String {
    let attempt = u32::try_from(room["fairness"]["attempt"].as_u64().unwrap()).unwrap();
    hex::encode(&seat_commitment(&room_id(room), attempt, seat, &ENTROPY[usize::from(seat)]))
}

fn ready(commitment: &str) -> Value {
    json!({"type": "ready", "commitment": commitment})
}

fn reveal(seat: usize) -> Value {
    json!({"type": "reveal", "entropy": hex::encode(&ENTROPY[seat])})
}

/// Waits for a room object in this state.
async fn until_state(client: &mut Client, state: &str) -> Value {
    loop {
        let room = client.until("room").await["room"].clone();
        if room["state"] == state {
            return room;
        }
    }
}

/// Both seats, connected and committed: the room is sealing.
async fn sealing(server: &Server, fields: Value) -> (Client, Client, Seated, Seated) {
    let ada = server.create(fields).await;
    let bo = server.take(&ada.code).await;
    let (mut a, mut b) = (server.join(&ada).await, server.join(&bo).await);
    commit(server, &ada.code, [&mut a, &mut b]).await;
    (a, b, ada, bo)
}

async fn commit(server: &Server, code: &str, clients: [&mut Client; 2]) {
    let lobby = room(server, code).await;
    for (seat, client) in (0..).zip(clients) {
        client.say(&ready(&bound(&lobby, seat))).await;
        if seat == 1 {
            until_state(client, "sealing").await;
        }
    }
}

/// Waits until the room has received everything that this client sent before.
async fn synchronised(client: &mut Client) {
    client.say(&json!({"type": "reveal", "entropy": "0"})).await;
    assert_eq!(client.until("error").await["code"], "malformed");
}

#[tokio::test]
async fn entropy_is_shown_when_everybody_has_revealed() {
    let server = Server::start().await;
    let (mut a, mut b, ada, _) = sealing(&server, json!({})).await;
    let mut watcher = server.watch(&ada.code).await;
    let before = room(&server, &ada.code).await;
    assert_eq!(before["state"], "sealing");
    a.say(&reveal(0)).await;
    a.say(&reveal(0)).await;
    synchronised(&mut a).await;
    let waiting = room(&server, &ada.code).await;
    let seats = &waiting["fairness"]["seats"];
    assert_eq!(seats[0], json!({"commitment": bound(&waiting, 0), "entropy": null}));
    assert!(waiting["fairness"]["reveal_by_ms"].as_u64().unwrap() <= REVEAL_MS);
    b.say(&reveal(1)).await;
    for client in [&mut a, &mut b, &mut watcher] {
        let room = until_state(client, "running").await;
        for seat in 0..2 {
            let brought = &room["fairness"]["seats"][seat];
            assert_eq!(brought["commitment"], bound(&before, seat as u8));
            assert_eq!(brought["entropy"], hex::encode(&ENTROPY[seat]));
        }
        assert_eq!(room["fairness"]["reveal_by_ms"], Value::Null);
        assert_eq!(client.until("update").await["seq"], 0);
    }
    let header: Value = serde_json::from_str(&server.log.rows()[0]).unwrap();
    assert_eq!(header["seats"][1]["entropy"], hex::encode(&ENTROPY[1]));
    assert_eq!(header["seats"][0]["commitment"], bound(&before, 0));
    b.say(&reveal(1)).await;
    assert_eq!(b.until("error").await["code"], "stale");
}

#[tokio::test]
async fn one_seat_alone_may_bring_entropy() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let bo = server.take(&ada.code).await;
    let (mut a, mut b) = (server.join(&ada).await, server.join(&bo).await);
    b.say(&json!({"type": "ready"})).await;
    let lobby = room(&server, &ada.code).await;
    a.say(&ready(&bound(&lobby, 0))).await;
    let sealing = until_state(&mut a, "sealing").await;
    assert_eq!(sealing["fairness"]["seats"][1], json!({"commitment": null, "entropy": null}));
    b.say(&reveal(1)).await;
    assert_eq!(b.until("error").await["code"], "stale", "a seat that is bound to nothing");
    a.say(&reveal(0)).await;
    let running = until_state(&mut b, "running").await;
    assert_eq!(running["fairness"]["seats"][1], json!({"commitment": null, "entropy": null}));
}

#[tokio::test]
async fn what_is_no_commitment_or_no_entropy_changes_nothing() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let bo = server.take(&ada.code).await;
    let (mut a, mut b) = (server.join(&ada).await, server.join(&bo).await);
    let lobby = room(&server, &ada.code).await;
    for bad in ["", "0", &"0".repeat(63), &"A".repeat(64), &"0".repeat(65)] {
        a.say(&ready(bad)).await;
        assert_eq!(a.until("error").await["code"], "malformed", "{bad}");
    }
    assert_eq!(room(&server, &ada.code).await["seats"][0]["ready"], false);
    // The newest word counts while the lobby is open.
    a.say(&ready(&"0".repeat(64))).await;
    a.say(&ready(&bound(&lobby, 0))).await;
    a.say(&reveal(0)).await;
    assert_eq!(a.until("error").await["code"], "stale");
    b.say(&ready(&bound(&lobby, 1))).await;
    until_state(&mut b, "sealing").await;
    a.say(&ready(&"0".repeat(64))).await;
    assert_eq!(a.until("error").await["code"], "started");
    for (bad, code) in [("x", "malformed"), (&*"0".repeat(64), "entropy_mismatch")] {
        a.say(&json!({"type": "reveal", "entropy": bad})).await;
        assert_eq!(a.until("error").await["code"], code);
    }
    // The other seat's entropy opens nothing either.
    a.say(&reveal(1)).await;
    assert_eq!(a.until("error").await["code"], "entropy_mismatch");
    let mut watcher = server.watch(&ada.code).await;
    watcher.say(&reveal(0)).await;
    assert_eq!(watcher.until("error").await["code"], "not_seated");
    a.say(&reveal(0)).await;
    b.say(&reveal(1)).await;
    until_state(&mut a, "running").await;
}

#[tokio::test]
async fn a_room_may_require_entropy_and_so_does_its_rematch() {
    let server = Server::start().await;
    let (mut a, mut b, ada, bo) = sealing(&server, json!({"entropy": "required"})).await;
    a.say(&reveal(0)).await;
    b.say(&reveal(1)).await;
    a.until("update").await;
    a.act(json!({"type": "resign", "id": uuid::Uuid::new_v4()})).await;
    let path = format!("/api/v1/rooms/{}/rematch", ada.code);
    let next = server.bearer("POST", &path, &bo.token).await.body;
    assert_eq!(next["room"]["entropy"], "required");
    assert_eq!(next["room"]["fairness"]["seats"][0]["commitment"], Value::Null);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let seat = Seated { code: text(&next["room"]["code"]), seat: 1, token: text(&next["token"]) };
    let mut b = server.join(&seat).await;
    b.say(&json!({"type": "ready"})).await;
    assert_eq!(b.until("error").await["code"], "entropy_required");
    b.say(&ready(&bound(&next["room"], 1))).await;
    assert_eq!(b.until("room").await["room"]["seats"][1]["ready"], true);
    let open = server.create(json!({})).await;
    assert_eq!(room(&server, &open.code).await["entropy"], "optional");
    let wrong = json!({"game": "toy", "name": "Ada", "entropy": "some"});
    assert_eq!(server.post("/api/v1/rooms", &wrong).await.code(), "malformed");
}

#[tokio::test]
async fn a_change_of_seats_clears_commitments_too() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let mut a = server.join(&ada).await;
    let lobby = room(&server, &ada.code).await;
    a.say(&ready(&bound(&lobby, 0))).await;
    let shown = a.until("room").await["room"].clone();
    assert_eq!(shown["fairness"]["seats"][0]["commitment"], bound(&lobby, 0));
    server.take(&ada.code).await;
    let shown = a.until("room").await["room"].clone();
    assert_eq!(shown["fairness"]["seats"][0]["commitment"], Value::Null);
    assert_eq!(shown["fairness"]["attempt"], 0);
}

#[tokio::test]
async fn while_sealing_the_company_is_fixed() {
    let server = Server::start().await;
    let (a, mut b, ada, bo) = sealing(&server, json!({})).await;
    for (by, seat) in [(&ada, 0), (&ada, 1), (&bo, 1)] {
        let path = format!("/api/v1/rooms/{}/seats/{seat}", ada.code);
        let refused = server.bearer("DELETE", &path, &by.token).await;
        assert_eq!((refused.status, refused.code()), (409, "started"));
    }
    let path = format!("/api/v1/rooms/{}/seats", ada.code);
    assert_eq!(server.post(&path, &json!({"name": "Cy"})).await.code(), "started");
    // A new connection may reveal for the seat.
    a.leave().await;
    let mut a = server.join(&ada).await;
    a.say(&reveal(0)).await;
    b.say(&reveal(1)).await;
    until_state(&mut b, "running").await;
}

/// The attempt that was given up last.
fn last_voided(room: &Value) -> &Value {
    room["fairness"]["voided"].as_array().unwrap().last().unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_does_not_reveal_is_named_and_the_deal_begins_again() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, mut b, ada, _) = sealing(&server, json!({})).await;
    let sealed = room(&server, &ada.code).await;
    a.say(&reveal(0)).await;
    synchronised(&mut a).await;
    clock.advance(REVEAL_MS - 1).await;
    synchronised(&mut a).await;
    assert_eq!(room(&server, &ada.code).await["fairness"]["reveal_by_ms"], 1);
    clock.advance(1).await;
    let lobby = until_state(&mut b, "lobby").await;
    let voided = last_voided(&lobby);
    assert_eq!(voided["missing"], json!([1]));
    assert_eq!(voided["commitment"], sealed["fairness"]["commitment"]);
    let secret = hex::decode_32(voided["server_secret"].as_str().unwrap()).unwrap();
    let kept: Hash = server_commitment(&room_id(&lobby), "toy/1", 0, &secret);
    assert_eq!(voided["commitment"], hex::encode(&kept));
    let open = json!({"commitment": bound(&sealed, 0), "entropy": hex::encode(&ENTROPY[0])});
    let shut = json!({"commitment": bound(&sealed, 1), "entropy": null});
    assert_eq!(voided["seats"], json!([open, shut]));
    assert_eq!(lobby["fairness"]["attempt"], 1);
    assert_ne!(lobby["fairness"]["commitment"], voided["commitment"]);
    let none = json!({"commitment": null, "entropy": null});
    assert_eq!(lobby["fairness"]["seats"], json!([none, none]));
    assert!(lobby["seats"].as_array().unwrap().iter().all(|seat| seat["ready"] == false));
    // Too late, and what belonged to the first attempt opens nothing in the second.
    b.say(&reveal(1)).await;
    assert_eq!(b.until("error").await["code"], "stale");
    a.say(&ready(&bound(&sealed, 0))).await;
    b.say(&ready(&bound(&lobby, 1))).await;
    until_state(&mut b, "sealing").await;
    a.say(&reveal(0)).await;
    assert_eq!(a.until("error").await["code"], "entropy_mismatch");
    clock.advance(REVEAL_MS).await;
    let lobby = until_state(&mut b, "lobby").await;
    assert_eq!(last_voided(&lobby)["missing"], json!([0, 1]));
    commit(&server, &ada.code, [&mut a, &mut b]).await;
    a.say(&reveal(0)).await;
    b.say(&reveal(1)).await;
    let running = until_state(&mut b, "running").await;
    assert_eq!(running["fairness"]["attempt"], 2);
    assert_eq!(running["fairness"]["voided"].as_array().unwrap().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn after_three_attempts_the_room_is_given_up() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, mut b, ada, bo) = sealing(&server, json!({})).await;
    for attempt in 0..2 {
        clock.advance(REVEAL_MS).await;
        let lobby = until_state(&mut b, "lobby").await;
        assert_eq!(lobby["fairness"]["attempt"], attempt + 1);
        commit(&server, &ada.code, [&mut a, &mut b]).await;
    }
    clock.advance(REVEAL_MS).await;
    let given_up = until_state(&mut a, "abandoned").await;
    assert_eq!(given_up["fairness"]["voided"].as_array().unwrap().len(), 3);
    a.say(&json!({"type": "ready"})).await;
    assert_eq!(a.until("error").await["code"], "started");
    for what in ["record", "replay"] {
        let answer = server.get(&format!("/api/v1/rooms/{}/{what}", ada.code)).await;
        assert_eq!((answer.status, answer.code()), (409, "not_started"));
    }
    // It can be looked at, also after a restart, and the same people may begin again elsewhere.
    let server = Server::with(quiet(), server.kill()).await;
    let mut late = server.watch(&ada.code).await;
    late.nothing().await;
    let path = format!("/api/v1/rooms/{}/rematch", ada.code);
    let next = server.bearer("POST", &path, &bo.token).await;
    assert_eq!((next.status, &next.body["room"]["state"]), (201, &json!("lobby")));
    assert_eq!(next.body["room"]["fairness"]["voided"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn a_restart_goes_on_with_the_same_attempt_and_the_whole_time() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, _b, ada, bo) = sealing(&server, json!({})).await;
    let before = room(&server, &ada.code).await;
    a.say(&reveal(0)).await;
    synchronised(&mut a).await;
    clock.advance(REVEAL_MS - 1).await;
    let server = Server::with(quiet(), server.kill()).await;
    let after = room(&server, &ada.code).await;
    assert_eq!(after["state"], "sealing");
    assert_eq!(after["fairness"]["commitment"], before["fairness"]["commitment"]);
    assert_eq!(after["fairness"]["seats"], before["fairness"]["seats"]);
    assert_eq!(after["fairness"]["reveal_by_ms"], REVEAL_MS);
    let mut b = server.join(&bo).await;
    b.say(&reveal(1)).await;
    until_state(&mut b, "running").await;
}

#[tokio::test(start_paused = true)]
async fn a_full_disk_neither_loses_a_reveal_nor_voids_what_was_not_stored() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, mut b, ..) = sealing(&server, json!({})).await;
    server.log.full.store(true, Ordering::SeqCst);
    a.say(&reveal(0)).await;
    assert_eq!(a.until("error").await["code"], "storage_unavailable");
    clock.advance(REVEAL_MS).await;
    synchronised(&mut a).await;
    server.log.full.store(false, Ordering::SeqCst);
    a.say(&reveal(0)).await;
    synchronised(&mut a).await;
    // The match's beginning cannot be stored: it is tried again by itself, whatever the time.
    b.say(&reveal(1)).await;
    let running = until_state(&mut b, "running").await;
    assert_eq!(running["fairness"]["attempt"], 0);
}
