//! Matches that are over: their records, and their replays as each viewer saw them.

use std::sync::atomic::Ordering;

use crate::support::{Client, Frozen, Seated, Server, quiet};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use serde_json::{Value, json};
use server::log::MatchLog;

/// Number of records and replays that an address may ask for at a time.
const READINGS_MAX: usize = 6;

/// Returns what was shown live, without the time that it was shown at.
type Shown = Vec<Value>;

fn timeless(mut update: Value) -> Value {
    update["now_ms"] = Value::Null;
    update
}

/// Reads all that was shown up to now.
async fn catch_up(client: &mut Client, shown: &mut Shown) {
    client.say(&json!({"type": "ping", "nonce": 5})).await;
    loop {
        let message = client.next().await;
        match message["type"].as_str() {
            Some("update") => shown.push(timeless(message)),
            Some("pong") => return,
            _ => {}
        }
    }
}

/// A match of this number of rounds, each with a veil: what both seats and a spectator were shown after
/// the set-up.
async fn played(server: &Server, rounds: u64) -> (Seated, [Shown; 3]) {
    let (a, b, ada, _) = server.playing(json!({"rounds": rounds})).await;
    let mut watcher = server.watch(&ada.code).await;
    watcher.until("update").await;
    let mut clients = [a, b, watcher];
    let mut shown = [Shown::new(), Shown::new(), Shown::new()];
    for round in 0..rounds {
        for (seat, question, kind) in [(0, 0, "say"), (1, 1, "say"), (1, 2, "hide"), (0, 2, "hide")]
        {
            let id = uuid::Uuid::new_v4();
            clients[seat]
                .say(&json!({"type": "command", "id": id, "decision": 4 * round + question,
                    "command": {"type": kind, "n": seat}}))
                .await;
            // Its own update has come when the room has answered; then the others' are on the way.
            loop {
                let message = clients[seat].next().await;
                if message["type"] == "update" {
                    shown[seat].push(timeless(message));
                } else if message["type"] == "accepted" {
                    break;
                }
            }
            for (client, shown) in clients.iter_mut().zip(&mut shown) {
                catch_up(client, shown).await;
            }
        }
    }
    (ada, shown)
}

async fn page(server: &Server, code: &str, query: &str) -> Value {
    let answer = server.get(&format!("/api/v1/rooms/{code}/replay{query}")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.headers["cache-control"], "no-store");
    answer.body
}

#[tokio::test]
async fn a_replay_is_what_each_viewer_was_shown() {
    let server = Server::start().await;
    let (ada, shown) = played(&server, 2).await;
    for (view, shown) in ["0", "1", "public"].iter().zip(&shown) {
        let page = page(&server, &ada.code, &format!("?view={view}")).await;
        assert_eq!(page["next"], Value::Null);
        let updates: Shown =
            page["updates"].as_array().unwrap().iter().cloned().map(timeless).collect();
        assert_eq!(
            (&updates[0]["seq"], &updates[0]["events"][0]["type"]),
            (&json!(0), &json!("dealt"))
        );
        assert_eq!(&updates[1..], shown, "as {view}");
        assert_eq!(updates.last().unwrap()["outcome"]["reason"], "numbers");
    }
    // The veil held: what seat 1 hid first was shown to nobody before it was revealed.
    assert!(shown[2].len() < shown[1].len());
    let public = page(&server, &ada.code, "").await;
    assert_eq!(public, page(&server, &ada.code, "?view=public&from=0").await);
    assert!(public["updates"][0].get("private").is_none());
    // The same again after a restart, from the store alone.
    let server = Server::with(quiet(), server.kill()).await;
    assert_eq!(public, page(&server, &ada.code, "").await);
}

#[tokio::test]
async fn a_replay_comes_in_pages() {
    let server = Server::start().await;
    let (ada, shown) = played(&server, 60).await;
    let mut updates = Shown::new();
    let mut from = 0;
    let mut pages = 0;
    loop {
        let page = page(&server, &ada.code, &format!("?view=1&from={from}")).await;
        let more = page["updates"].as_array().unwrap();
        assert!(more.len() <= 200);
        updates.extend(more.iter().cloned().map(timeless));
        pages += 1;
        match page["next"].as_u64() {
            Some(next) => from = next,
            None => break,
        }
    }
    assert_eq!(pages, 2);
    assert_eq!(&updates[1..], &shown[1]);
    let late = page(&server, &ada.code, "?view=1&from=240").await;
    assert_eq!(late["updates"].as_array().unwrap().len(), 1);
    let beyond = page(&server, &ada.code, "?from=241").await;
    assert_eq!(beyond, json!({"updates": [], "next": null}));
}

#[tokio::test]
async fn bad_questions_get_typed_answers() {
    let server = Server::start().await;
    let (mut a, _b, ada, _) = server.playing(json!({})).await;
    let at = |rest: &str| format!("/api/v1/rooms/{}/{rest}", ada.code);
    for early in ["record", "replay", "replay?view=1"] {
        let answer = server.get(&at(early)).await;
        assert_eq!((answer.status, answer.code()), (409, "not_over"));
    }
    a.act(json!({"type": "resign", "id": uuid::Uuid::new_v4()})).await;
    for (rest, status, code) in [
        ("replay?view=2", 404, "seat_unknown"),
        ("replay?view=256", 400, "malformed"),
        ("replay?view=-1", 400, "malformed"),
        ("replay?view=all", 400, "malformed"),
        ("replay?view=", 400, "malformed"),
        ("replay?from=x", 400, "malformed"),
        ("replay?from=-1", 400, "malformed"),
        ("replay?from=1&from=2", 400, "malformed"),
        ("replay?seat=1", 400, "malformed"),
    ] {
        let answer = server.get(&at(rest)).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{rest}");
    }
    let nobody = server.get("/api/v1/rooms/CCCCCC/record").await;
    assert_eq!((nobody.status, nobody.code()), (404, "room_unknown"));
    assert_eq!(server.post(&at("record"), &json!({})).await.status, 405);
}

#[tokio::test]
async fn a_record_comes_with_the_end_and_not_before() {
    let server = Server::start().await;
    let (mut a, b, ada, _) = server.playing(json!({"rounds": 3})).await;
    let path = format!("/api/v1/rooms/{}/record", ada.code);
    a.command(0, json!({"type": "say", "n": 3})).await;
    // Everybody has left: the match goes on, and its record would reveal what is hidden.
    a.leave().await;
    b.leave().await;
    assert_eq!(server.get(&path).await.code(), "not_over");
    let mut a = server.join(&ada).await;
    a.act(json!({"type": "resign", "id": uuid::Uuid::new_v4()})).await;
    let answer = server.get(&path).await;
    assert_eq!((answer.status, &*answer.headers["content-type"]), (200, "application/json"));
    let record = answer.body;
    assert_eq!(record["result"], json!({"winners": [1], "scores": [0, 0], "reason": "resigned"}));
    assert_eq!(record["entries"].as_array().unwrap().len(), 2);
    assert_eq!(record["draws"][0]["label"], "die/toy");
    assert_eq!((&record["voided"], &record["scheme"]), (&json!([]), &json!("vd1")));
    let record: fairness::record::Record = serde_json::from_value(record).unwrap();
    let room = *uuid::Uuid::parse_str(&record.header.room).unwrap().as_bytes();
    let secret = fairness::hex::decode_32(&record.server_secret).unwrap();
    let bound = fairness::vd1::server_commitment(&room, "toy/1", 0, &secret);
    assert_eq!(record.header.commitment, fairness::hex::encode(&bound));
}

#[tokio::test]
async fn component_data_of_today_are_found_by_their_digest_and_cost_no_budget() {
    let server = Server::under(server::Settings { points_per_minute: 102, ..quiet() }).await;
    let ada = server.create(json!({})).await;
    let room = server.get(&format!("/api/v1/rooms/{}", ada.code)).await.body;
    let digest = room["fairness"]["data"].as_str().unwrap();
    let data = server.get(&format!("/api/v1/data/{digest}")).await;
    assert_eq!((data.status, &*data.headers["content-type"]), (200, "application/json"));
    assert_eq!(data.headers["cache-control"], "public, max-age=31536000, immutable");
    for wrong in ["x", &digest.to_uppercase(), &digest[1..]] {
        let answer = server.get(&format!("/api/v1/data/{wrong}")).await;
        assert_eq!((answer.status, answer.code()), (404, "not_found"));
    }
    assert_eq!(server.get(&format!("/api/v1/rooms/{}", ada.code)).await.status, 200);
}

#[tokio::test]
async fn other_component_data_are_read_once_and_cost_a_look() {
    let server = Server::under(server::Settings { points_per_minute: 4, ..quiet() }).await;
    let older = json!({"toy": {"faces": 4}}).to_string();
    server.log.store_data([7; 32], older.clone()).await.unwrap();
    let reads = || server.log.data_reads.load(Ordering::SeqCst);
    let path = |byte: &str| format!("/api/v1/data/{}", byte.repeat(32));
    let mut tag = String::new();
    for _ in 0..2 {
        let data = server.get(&path("07")).await;
        assert_eq!((data.status, data.body.to_string()), (200, older.clone()));
        tag.clone_from(&data.headers["etag"]);
    }
    assert_eq!(reads(), 1, "they are kept");
    for _ in 0..2 {
        assert_eq!(server.get(&path("08")).await.code(), "not_found");
    }
    let before = reads();
    for byte in ["07", "08"] {
        assert_eq!(server.get(&path(byte)).await.code(), "too_many_requests");
    }
    for _ in 0..10 {
        let known = server.request("GET", &path("07"), &[("If-None-Match", &tag)], "").await;
        assert_eq!((known.status, &known.headers["etag"]), (304, &tag));
    }
    assert_eq!(reads(), before, "whoever has them needs no reading");
}

#[tokio::test]
async fn an_old_match_is_read_once_for_all_who_ask() {
    let server = Server::start().await;
    let (ada, _) = played(&server, 1).await;
    let reads = || server.log.reads.load(Ordering::SeqCst);
    let before = reads();
    for (path, read) in [("record", 1), ("record", 1), ("replay", 2), ("replay", 2), ("record", 2)]
    {
        let answer = server.get(&format!("/api/v1/rooms/{}/{path}", ada.code)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(reads() - before, read, "{path}");
    }
}

#[tokio::test]
async fn an_address_reads_so_many_old_matches_at_a_time() {
    let server = Server::start().await;
    let (ada, _) = played(&server, 1).await;
    let path = format!("/api/v1/rooms/{}/record", ada.code);
    let held = server.log.reading.lock().await;
    // Nobody reads while the log is held: the one that is answered is the one too many.
    let mut asking: FuturesUnordered<_> = (0..=READINGS_MAX).map(|_| server.get(&path)).collect();
    let refused = asking.next().await.unwrap();
    assert_eq!((refused.status, refused.code()), (429, "too_many_requests"));
    drop(held);
    let answers: Vec<_> = asking.map(|answer| answer.status).collect().await;
    assert_eq!(answers, [200; READINGS_MAX]);
}

#[tokio::test]
async fn a_store_that_cannot_be_read_for_now_puts_no_old_match_aside() {
    let server = Server::start().await;
    let (ada, _) = played(&server, 1).await;
    let path = format!("/api/v1/rooms/{}", ada.code);
    let digest = server.get(&path).await.body["fairness"]["data"].as_str().unwrap().to_owned();
    // It was played with other data than today's, of which the store has none.
    let left = server.kill();
    left.rewrite(|record| record.replace(&digest, &"ab".repeat(32)));
    let server = Server::with(quiet(), left).await;
    for (failing, code, look) in
        [(true, "storage_unavailable", 200), (false, "room_unavailable", 503)]
    {
        server.log.without_data.store(failing, Ordering::SeqCst);
        let record = server.get(&format!("{path}/record")).await;
        assert_eq!((record.status, record.code()), (503, code));
        assert_eq!(server.get(&path).await.status, look, "{code}");
    }
}

#[tokio::test]
async fn whoever_learns_of_the_end_finds_the_match_over() {
    let server = Server::start().await;
    let (mut a, mut b, ada, _) = server.playing(json!({})).await;
    // The log has the end; the room's record does not yet.
    let held = server.log.storing.lock().await;
    a.say(&json!({"type": "resign", "id": uuid::Uuid::nil()})).await;
    while b.until("update").await["outcome"].is_null() {}
    assert_eq!(b.next().await["room"]["state"], "finished", "sent with the end");
    let room = server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    assert_eq!(room.body["state"], "finished");
    drop(held);
    assert_eq!(server.get(&format!("/api/v1/rooms/{}/record", ada.code)).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn a_match_that_is_over_stays_in_memory_for_a_while() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (ada, _) = played(&server, 1).await;
    let reads = || server.log.reads.load(Ordering::SeqCst);
    for (waited, read) in [(0, 0), (59_999, 0), (60_000, 1), (59_999, 0)] {
        clock.advance(waited).await;
        let before = reads();
        let mut a = server.join(&ada).await;
        assert!(a.until("update").await["outcome"].is_object());
        assert_eq!(reads() - before, read, "after {waited} ms");
        // The room has noticed once it shows nobody.
        a.leave().await;
        let path = format!("/api/v1/rooms/{}", ada.code);
        while server.get(&path).await.body["seats"][0]["connected"] == true {}
    }
}
