//! Addresses that have another server work for them: what it costs them, and how much of it they may have.

use std::time::Instant;

use black_box::{Nats, PATIENCE, Player, Seed, Server, Setup, Stopped, Table};
use futures_util::StreamExt;
use futures_util::future::join;
use futures_util::stream::FuturesUnordered;
use protocol::room::Seated;
use protocol::{ClientMessage, Code};
use serde_json::json;

use super::nats::operate;

/// Changes a setting that servers of tests are given.
fn with(mut setup: Setup, argument: &str, value: usize) -> Setup {
    let at = setup.arguments.iter().position(|given| given == argument);
    setup.arguments[at.expect("a setting of every test's server") + 1] = value.to_string();
    setup
}

#[tokio::test]
async fn an_address_pays_for_a_match_that_is_read_for_it_on_whatever_server() {
    let nats = Nats::start();
    let [a, b] = [(); 2].map(|()| Stopped::of(nats.setup("priced")).start());
    let mut table = Table::across(&[&a, &b], json!({}), 0, Seed::or(96)).await;
    table.play(100).await;
    // Over, so that no server reads it by itself.
    let resign = ClientMessage::Resign { id: table.seed.id() };
    table.seats[0].act(&resign).await.expect("a seat may resign");
    let _dead = (a.kill().await, b.kill().await);
    // Enough for two joins, or for one and a hundred entries.
    let setup = with(nats.setup("priced"), "--points-per-minute", 9);
    let (a, _b) = (Stopped::of(setup.clone()).start(), Stopped::of(setup).start());
    let watch = || Player::try_watch(a.at, table.code());
    let _first = watch().await.expect("a welcome");
    assert_eq!(watch().await.err(), Some(Some(Code::TooManyRequests)));
}

/// Requests of an address for a view that may wait at a room's server and came by another one.
const WAITING_OF_ADDRESS: usize = 128;

/// Requests for a view that wait in a room for as long as no newer ones come.
const WAITING_IN_ROOM: usize = 32;

/// Waits for a view of a match that does not begin; returns the code with which that is refused.
async fn wait_for_view(server: &Server, code: &str) -> Code {
    server.http.get(&format!("/api/v1/rooms/{code}/view?wait_ms=25000")).await.code()
}

#[tokio::test]
async fn an_address_that_waits_for_many_views_keeps_nobody_from_another_servers_rooms() {
    let nats = Nats::start();
    let setup = nats.setup("waited").and(&["--max-connections-per-address", "3000"]);
    let a = Stopped::of(setup.clone()).start();
    // As many as would take every turn of the server that has the rooms, and more.
    let (mut codes, mut watchers) = (Vec::new(), Vec::new());
    for _ in 0..9 {
        let code = a.http.create(json!({}), json!({})).await.room.code;
        // A room stays where somebody is.
        watchers.push(Player::watch(&a, &code, None).await);
        codes.push(code);
    }
    let b = Stopped::of(setup).start();
    let views = codes.iter().flat_map(|code| (0..WAITING_IN_ROOM).map(|_| wait_for_view(&b, code)));
    let mut views: FuturesUnordered<_> = views.collect();
    let refused = views.len() - WAITING_OF_ADDRESS;
    for _ in 0..refused {
        assert_eq!(views.next().await, Some(Code::Busy));
    }
    for code in &codes {
        assert_eq!(b.http.get(&format!("/api/v1/rooms/{code}")).await.status, 200);
        b.http.join(code).await;
    }
}

#[tokio::test]
async fn an_address_without_points_cannot_tell_a_room_of_another_server_from_none() {
    let nats = Nats::start();
    let setup = nats.setup("veiled").and(&["--max-connections-per-address", "3000"]);
    let a = Stopped::of(setup.clone()).start();
    let mut keys = Vec::new();
    for _ in 0..=WAITING_OF_ADDRESS / WAITING_IN_ROOM {
        keys.push(a.http.create(json!({}), json!({})).await);
    }
    let _dead = a.kill().await;
    // Enough to join the rooms and to wait for all the views, and for one unknown code at another server.
    let setup = with(setup, "--points-per-minute", 170);
    let a = Stopped::of(setup.clone()).start();
    let mut watchers = Vec::new();
    for key in &keys {
        watchers.push(Player::watch(&a, &key.room.code, None).await);
    }
    let b = Stopped::of(setup).start();
    let views =
        keys.iter().flat_map(|key| (0..WAITING_IN_ROOM).map(|_| wait_for_view(&b, &key.room.code)));
    let mut views: FuturesUnordered<_> = views.collect();
    for _ in 0..views.len() - WAITING_OF_ADDRESS {
        assert_eq!(views.next().await, Some(Code::Busy));
    }
    let view = async |code: &str, token: &str| {
        let path = format!("/api/v1/rooms/{code}/view");
        b.http.request("GET", &path, Some(token), None).await
    };
    while b.http.get("/api/v1/rooms/CCCCCC").await.status == 404 {}
    let [there, nowhere] = [&*keys[0].room.code, "CCCCCC"];
    for code in [there, nowhere] {
        let answer = view(code, &"A".repeat(43)).await;
        assert_eq!((answer.status, answer.code()), (429, Code::TooManyRequests), "{code}");
    }
    drop(views);
    let own = &keys[0];
    let path = format!("/api/v1/rooms/{there}/seats/{}/notify", own.seat);
    let answer = b.http.request("GET", &path, Some(&own.token), None).await;
    assert_eq!(answer.status, 200, "a seat's token still opens its room: {answer:?}");
}

#[tokio::test]
async fn whoever_waits_at_another_server_is_sent_that_this_one_stops() {
    let nats = Nats::start();
    let a = Stopped::of(nats.setup("drained")).start();
    let code = a.http.create(json!({}), json!({})).await.room.code;
    let _watcher = Player::watch(&a, &code, None).await;
    let b = Stopped::of(nats.setup("drained")).start();
    let mut views: FuturesUnordered<_> =
        (0..=WAITING_IN_ROOM).map(|_| wait_for_view(&b, &code)).collect();
    // The room lets one go, as all of them have come.
    assert_eq!(views.next().await, Some(Code::NotStarted));
    let signalled = b.terminate();
    while let Some(code) = views.next().await {
        assert_eq!(code, Code::Draining);
    }
    drop(views);
    let (ended, _b) = b.ended(signalled).await;
    assert!(ended.status.success(), "{ended:?}");
}

#[tokio::test]
async fn an_address_has_one_budget_for_all_servers() {
    const POINTS: usize = 2_000;
    let nats = Nats::start();
    let setup = with(nats.setup("budget"), "--points-per-minute", POINTS);
    let (a, b) = (Stopped::of(setup.clone()).start(), Stopped::of(setup).start());
    let room = b.http.create_game(black_box::GAME, json!({}), json!({})).await.room;
    let spent_at_b = 100;
    while a.http.get("/api/v1/rooms/ZZZZZZ").await.status != 429 {}
    // A look costs one point: by itself the other server would have many left.
    let look = format!("/api/v1/rooms/{}", room.code);
    let mut looks = 0;
    // What comes back to the address meanwhile is spent as well, however slow the machine is.
    let spend = || a.http.get("/api/v1/rooms/ZZZZZZ");
    while join(b.http.get(&look), spend()).await.0.status != 429 {
        looks += 1;
    }
    assert!(looks < POINTS - spent_at_b, "the other server knows nothing of it: {looks}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_one_cap_on_unfinished_rooms_for_all_servers() {
    const ROOMS: usize = 4;
    let nats = Nats::start();
    let setup = with(nats.setup("cap"), "--max-rooms-per-address", ROOMS);
    let store = nats.url("cap");
    let (a, b) = (Stopped::of(setup.clone()).start(), Stopped::of(setup.clone()).start());
    let mut held = Vec::new();
    for _ in 0..ROOMS {
        held.push(a.http.create(json!({}), json!({})).await);
    }
    let wanted = json!({ "game": black_box::GAME, "name": "Ada" });
    let began = Instant::now();
    let founded = async |server: &Server| {
        assert!(began.elapsed() < PATIENCE, "the servers do not tell each other");
        let answer = server.http.post("/api/v1/rooms", &wanted).await;
        if answer.status == 201 {
            return Some(answer.as_a::<Seated>());
        }
        assert_eq!(answer.code(), Code::TooManyRequests, "{answer:?}");
        None
    };
    let ended = |key: &Seated| {
        let code = &key.room.code;
        let closed = (Some(0), format!("{code} is closed\n"));
        assert_eq!(operate(&setup, &store, &["rooms", "close", code]), closed);
    };
    // By itself the other server would let it found as many; each that it does found is ended at once.
    while let Some(key) = founded(&b).await {
        ended(&key);
    }
    // What is given back at one is free at the other, and only that.
    ended(&held[0]);
    while founded(&b).await.is_none() {}
    assert!(founded(&b).await.is_none());
    while let Some(key) = founded(&a).await {
        ended(&key);
    }
}
