//! Rooms that sleep: where nobody is and nothing runs, a room has no task, and nobody can tell.

use std::sync::atomic::Ordering;

use crate::support::{Client, Frozen, Seated, Server, quiet};
use futures_util::future::join_all;
use serde_json::{Value, json};
use server::Settings;
use server::gateway::{Cost, ENTRIES_A_POINT};

/// Time after which a match that nobody is at rests.
const LINGER_MS: u64 = 60_000;

/// A match with some history that both seats have left long ago: its room sleeps.
async fn left(clock: &Frozen, server: &Server) -> [Seated; 2] {
    let (mut a, b, ada, bo) = server.playing(json!({"rounds": 3})).await;
    a.say(&json!({"type": "chat", "text": "good luck"})).await;
    let said = a.command(0, json!({"type": "say", "n": 1})).await;
    assert_eq!(said["type"], "accepted");
    leave(server, &ada, [a, b]).await;
    clock.advance(LINGER_MS).await;
    until_asleep(server, 1).await;
    [ada, bo]
}

/// Has everybody leave, and waits until the room has noticed.
async fn leave(server: &Server, room: &Seated, clients: [Client; 2]) {
    for client in clients {
        client.leave().await;
    }
    let here = |room: &Value| {
        room["seats"][0]["connected"] == true || room["seats"][1]["connected"] == true
    };
    while here(&look(server, &room.code).await) {}
}

/// Waits until so many rooms sleep.
async fn until_asleep(server: &Server, rooms: u64) {
    while server.counted("entente_rooms_asleep") != rooms {
        tokio::task::yield_now().await;
    }
}

/// The room as anybody may see it, without the time since it asks somebody.
async fn look(server: &Server, code: &str) -> Value {
    let mut room = server.get(&format!("/api/v1/rooms/{code}")).await.body;
    for seat in room["awaiting"].as_array_mut().into_iter().flatten() {
        seat["for_ms"] = Value::Null;
    }
    room
}

/// Everything that somebody who comes back is sent first: the match, and what was said.
async fn shown(server: &Server, seated: &Seated) -> [Value; 2] {
    let mut client = server.join(seated).await;
    client.say(&json!({"type": "ping", "nonce": 1})).await;
    let mut shown = [Value::Null, Value::Null];
    loop {
        let mut message = client.next().await;
        match message["type"].as_str() {
            Some("update") => {
                message["now_ms"] = Value::Null;
                shown[0] = message;
            }
            Some("chat") => shown[1] = message["text"].clone(),
            Some("pong") => break,
            _ => {}
        }
    }
    client.leave().await;
    shown
}

#[tokio::test(start_paused = true)]
async fn nobody_can_tell_that_a_room_has_slept() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, b, ada, bo) = server.playing(json!({"rounds": 3})).await;
    a.say(&json!({"type": "chat", "text": "good luck"})).await;
    assert_eq!(a.command(0, json!({"type": "say", "n": 1})).await["type"], "accepted");
    let refused = a.command(0, json!({"type": "say", "n": 2})).await;
    assert_eq!(refused["type"], "rejected");
    leave(&server, &ada, [a, b]).await;
    assert_eq!(server.counted("entente_rooms_asleep"), 0, "they may be back at once");
    let before = (look(&server, &ada.code).await, shown(&server, &bo).await);

    clock.advance(LINGER_MS).await;
    until_asleep(&server, 1).await;
    // Records and logs that were read.
    let read =
        || (server.log.looks.load(Ordering::SeqCst), server.log.reads.load(Ordering::SeqCst));
    let (records, logs) = read();
    assert_eq!(look(&server, &ada.code).await, before.0);
    until_asleep(&server, 1).await;
    assert_eq!(read(), (records + 1, logs), "a look needs no match");
    // However many come at once, it wakes once; the match is read with its record.
    let all = join_all([&bo, &ada].map(|seated| shown(&server, seated))).await;
    assert_eq!((&all[0], read()), (&before.1, (records + 3, logs + 1)));
    let mut b = server.join(&bo).await;
    assert_eq!(b.command(1, json!({"type": "say", "n": 1})).await["type"], "accepted");
}

#[tokio::test(start_paused = true)]
async fn a_room_that_sleeps_ends_when_its_time_has_come() {
    let clock = Frozen::clock();
    let (match_expiry_ms, keep_finished_ms) = (10_000_000, 20_000_000);
    let settings = Settings { match_expiry_ms, keep_finished_ms, ..quiet() };
    let server = Server::under(settings).await;
    let [ada, _] = left(&clock, &server).await;
    clock.advance(match_expiry_ms).await;
    while look(&server, &ada.code).await["state"] != "abandoned" {}
    clock.advance(LINGER_MS).await;
    until_asleep(&server, 1).await;
    clock.advance(keep_finished_ms).await;
    while server.log.room_count() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(server.get(&format!("/api/v1/rooms/{}", ada.code)).await.status, 404);
}

#[tokio::test(start_paused = true)]
async fn a_room_that_the_store_cannot_give_back_sleeps_on() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let [ada, bo] = left(&clock, &server).await;
    server.log.unreadable.store(true, Ordering::SeqCst);
    let path = format!("/api/v1/rooms/{}", ada.code);
    let refused = server.get(&path).await;
    assert_eq!((refused.status, refused.code()), (503, "storage_unavailable"));
    until_asleep(&server, 1).await;
    // Nobody comes, and its time has not: the store is left alone.
    let looks = || server.log.looks.load(Ordering::SeqCst);
    let before = looks();
    clock.advance(LINGER_MS).await;
    assert_eq!(server.get("/livez").await.status, 200);
    assert_eq!(looks(), before);
    server.log.unreadable.store(false, Ordering::SeqCst);
    assert_eq!(server.get(&path).await.status, 200);
    assert_eq!(shown(&server, &bo).await[1], "good luck", "nothing is lost");
}

/// Points that a match of this number of entries costs whoever has it read.
fn reading(entries: u64) -> u32 {
    (entries / u64::from(ENTRIES_A_POINT)).try_into().unwrap()
}

/// Plays some rounds, of four entries each.
async fn play_rounds([a, b]: [&mut Client; 2], rounds: u64) {
    for round in 0..rounds {
        a.command(4 * round, json!({"type": "say", "n": 1})).await;
        b.command(4 * round + 1, json!({"type": "say", "n": 1})).await;
        for client in [&mut *a, &mut *b] {
            client.command(4 * round + 2, json!({"type": "hide", "n": 1})).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_has_a_match_read_pays_for_its_length() {
    const ROUNDS: u64 = 20;
    let clock = Frozen::clock();
    // A room, a seat and two sockets; while all are away the budget comes back.
    let costs = [Cost::Found, Cost::Change, Cost::Join, Cost::Join];
    let points = costs.map(Cost::points).iter().sum();
    let server = Server::under(Settings { points_per_minute: points, ..quiet() }).await;
    let (mut a, mut b, ada, _) = server.playing(json!({"rounds": ROUNDS + 1})).await;
    play_rounds([&mut a, &mut b], ROUNDS).await;
    let path = format!("/api/v1/rooms/{}/view", ada.code);
    let view = || server.get(&path);
    leave(&server, &ada, [a, b]).await;
    clock.advance(LINGER_MS).await;
    until_asleep(&server, 1).await;
    let left = points - reading(4 * ROUNDS);
    // The first of them has it read.
    for number in 0..left / Cost::View.points() {
        assert_eq!(view().await.body["seq"], 4 * ROUNDS, "view {number}");
    }
    assert_eq!(view().await.code(), "too_many_requests");
    // After a start nobody knows how long it is before it is read.
    let settings = Settings { points_per_minute: points, ..quiet() };
    let again = Server::with(settings, server.log.copy()).await;
    for number in 0..left / Cost::View.points() {
        assert_eq!(again.get(&path).await.body["seq"], 4 * ROUNDS, "view {number}");
    }
    assert_eq!(again.get(&path).await.code(), "too_many_requests");
}

#[tokio::test(start_paused = true)]
async fn whoever_goes_on_from_an_old_match_pays_for_its_length() {
    const ROUNDS: u64 = 20;
    // Points come back with time.
    let _clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, mut b, ada, _) = server.playing(json!({"rounds": ROUNDS + 1})).await;
    play_rounds([&mut a, &mut b], ROUNDS).await;
    a.act(json!({"type": "resign", "id": uuid::Uuid::new_v4()})).await;
    // After a start nobody knows how long it is.
    let points = 200;
    let settings = Settings { points_per_minute: points, ..quiet() };
    let again = Server::with(settings, server.log.copy()).await;
    let path = format!("/api/v1/rooms/{}", ada.code);
    let wanted = json!({"seq": 4 * ROUNDS, "name": "Eve"});
    let opened = again.post(&format!("{path}/practice"), &wanted).await;
    assert_eq!(opened.status, 201, "{:?}", opened.body);
    let spent = Cost::Read.points() + Cost::Found.points() + reading(4 * ROUNDS);
    for look in spent..points {
        assert_eq!(again.get(&path).await.status, 200, "look {look}");
    }
    assert_eq!(again.get(&path).await.code(), "too_many_requests");
}

#[tokio::test(start_paused = true)]
async fn rooms_sleep_from_the_start_on() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let [ada, bo] = left(&clock, &server).await;
    let before = look(&server, &ada.code).await;
    let again = Server::with(quiet(), server.log.copy()).await;
    until_asleep(&again, 1).await;
    assert_eq!(look(&again, &ada.code).await, before);
    let mut b = again.join(&bo).await;
    assert_eq!(b.command(1, json!({"type": "say", "n": 1})).await["type"], "accepted");
    assert_eq!(again.counted("entente_rooms_asleep"), 0);
}

#[tokio::test(start_paused = true)]
async fn a_room_whose_record_is_spoiled_in_its_sleep_is_put_aside() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let [ada, _] = left(&clock, &server).await;
    server.log.rewrite(|_| "{".to_owned());
    let refused = server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    assert_eq!((refused.status, refused.code()), (503, "room_unavailable"));
    assert_eq!(server.counted("entente_rooms{state=\"aside\"}"), 1);
}
