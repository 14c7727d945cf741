//! Several servers on one store: matches across them, and servers that die, stand still, or go.

use std::time::Instant;

use black_box::{Http, Nats, PATIENCE, Player, Received, Seed, Server, Stopped, Table};
use futures_util::future::join_all;
use protocol::Code;
use protocol::program::Programs;
use protocol::room::{Room, RoomState, Rooms, Seated};
use protocol::{ClientMessage, ServerMessage};
use serde_json::json;

use super::metrics::{METRICS, metrics, scrape, value};
use super::nats::operate;
use super::programs;

fn server(nats: &Nats, name: &str) -> Server {
    Stopped::of(nats.setup(name)).start()
}

/// Has a seat come back at another server, which finds what was acknowledged in its place.
async fn comes_back(table: &mut Table, seat: usize, server: &Server) {
    table.seats[seat].come_back(server).await;
    table.sync().await;
    for made in table.made.clone().into_iter().rev().take(5) {
        let black_box::Made { seat, id, decision, command, seq } = made;
        assert_eq!(table.seats[seat].command(id, decision, command).await, Ok(seq));
    }
}

/// Counts the welcomes that a viewer was sent.
fn welcomes(viewer: &Player) -> usize {
    viewer.frames.iter().filter(|frame| frame.contains("\"type\":\"welcome\"")).count()
}

#[tokio::test]
async fn a_match_is_played_to_its_end_by_clients_of_three_servers() {
    let nats = Nats::start();
    let servers = [server(&nats, "three"), server(&nats, "three"), server(&nats, "three")];
    let [a, b, c] = &servers;
    let mut table = Table::across(&[a, b, c], json!({}), 3, Seed::or(81)).await;
    table.seats[1].send(&ClientMessage::Chat { text: "from afar".to_owned() }).await;
    for viewer in &mut table.seats {
        while !matches!(viewer.next().await, ServerMessage::Chat(_)) {}
    }
    table.finish().await;
    table.heads();
    let code = table.code().to_owned();
    let path = format!("/api/v1/rooms/{code}/record");
    let records = join_all(servers.iter().map(|server| server.http.get(&path))).await;
    assert!(records.iter().all(|record| record.status == 200 && record.body == records[0].body));
}

#[tokio::test]
async fn a_match_goes_on_after_its_servers_death_and_other_sockets_stay() {
    let nats = Nats::start();
    let (a, b, c) = (server(&nats, "dies"), server(&nats, "dies"), server(&nats, "dies"));
    let mut table = Table::across(&[&a, &b], json!({}), 2, Seed::or(82)).await;
    table.gallery.push(Player::watch(&c, table.code(), None).await);
    table.play(20).await;
    // The second seat's server lives, and so does the last spectator's.
    let asked = ClientMessage::Ping { nonce: 7 };
    let began = Instant::now();
    let _a = a.kill().await;
    table.seats[1].send(&asked).await;
    while !matches!(table.seats[1].next().await, ServerMessage::Pong { nonce: 7 }) {}
    println!("the room answers after {:?}", began.elapsed());
    table.gallery.remove(0);
    comes_back(&mut table, 0, &b).await;
    println!("the other seat is back after {:?}", began.elapsed());
    table.play(20).await;
    table.heads();
    for viewer in [&table.seats[1], table.gallery.last().unwrap()] {
        assert_eq!(welcomes(viewer), 1, "the socket has stayed");
    }
    let events = |viewer: &Player| viewer.events.clone();
    let seen = events(&table.seats[1]);
    let numbers: Vec<u64> = seen.iter().filter_map(|event| event["seq"].as_u64()).collect();
    assert!(numbers.is_sorted(), "nothing twice: {numbers:?}");
}

#[tokio::test]
async fn metrics_show_the_servers_of_a_store_and_what_moves_between_them() {
    let nats = Nats::start();
    let measured = || Stopped::of(nats.setup("measured").and(&METRICS)).start();
    let (a, b) = (measured(), measured());
    let [at_a, at_b] = [&a, &b].map(metrics);
    let mut table = Table::across(&[&a, &b], json!({}), 0, Seed::or(94)).await;
    table.play(4).await;
    for http in [&at_a, &at_b] {
        shows(http, "entente_servers", 2).await;
        assert_eq!(value(&scrape(http).await, "entente_store_answers"), 1);
    }
    // The room is at one of them, and each has the socket of one seat.
    let relayed = |text: &str| value(text, "entente_relayed_sockets");
    let (from_a, from_b) = (relayed(&scrape(&at_a).await), relayed(&scrape(&at_b).await));
    assert_eq!(from_a + from_b, 1, "{from_a} and {from_b}");
    let (dies, lives, http) = if from_a == 0 { (a, b, at_b) } else { (b, a, at_a) };
    let before = value(&scrape(&http).await, "entente_rooms_claimed_total");
    let _dead = dies.kill().await;
    shows(&http, "entente_rooms_claimed_total", before + 1).await;
    shows(&http, "entente_servers", 1).await;
    shows(&http, "entente_relayed_sockets", 0).await;
    assert_eq!(value(&scrape(&http).await, "entente_rooms{state=\"running\"}"), 1);
    drop(lives);
}

/// Waits until a metric has a value.
async fn shows(http: &Http, name: &str, wanted: u64) {
    let began = Instant::now();
    while value(&scrape(http).await, name) != wanted {
        assert!(began.elapsed() < PATIENCE, "{name} is not {wanted}:\n{}", scrape(http).await);
    }
}

/// Starts a server that has an address of its own.
fn addressed(nats: &Nats, name: &str, url: &str) -> Server {
    let mut setup = nats.setup(name);
    setup.arguments.extend(["--member-url".to_owned(), url.to_owned()]);
    Stopped::of(setup).start()
}

/// Waits until a server knows of another one, which started later: they look at each other a few times a second.
async fn knows(server: &Server, other: &Server) {
    let there = other.http.create(json!({}), json!({"listed": true})).await.room.code;
    loop {
        let list: Rooms = server.http.get("/api/v1/rooms").await.as_a();
        if list.rooms.iter().any(|room| room.code == there) {
            break;
        }
    }
}

#[tokio::test]
async fn a_server_that_stops_hands_its_matches_over_first() {
    let nats = Nats::start();
    let a = addressed(&nats, "drains", "https://one.example.org");
    let b = addressed(&nats, "drains", "https://two.example.org/");
    knows(&a, &b).await;
    let mut table = Table::across(&[&a, &b], json!({}), 0, Seed::or(83)).await;
    table.play(20).await;
    let signalled = a.terminate();
    let (messages, close) = table.seats[0].to_the_end().await;
    assert_eq!(close, 1012);
    let hinted = |message: &ServerMessage| {
        let there = Some("https://two.example.org".to_owned());
        matches!(message, ServerMessage::Closing { retry_after_ms: Some(_), reconnect, .. } if *reconnect == there)
    };
    assert!(messages.iter().any(hinted), "{messages:?}");
    comes_back(&mut table, 0, &b).await;
    table.play(20).await;
    let (ended, _a) = a.ended(signalled).await;
    assert!(ended.status.success(), "{ended:?}");
    assert_eq!(welcomes(&table.seats[1]), 1, "the socket has stayed");
    table.heads();
}

#[tokio::test]
async fn a_server_that_stood_still_can_write_no_more_and_ends() {
    let nats = Nats::start();
    let (a, b) = (server(&nats, "frozen"), server(&nats, "frozen"));
    let mut table = Table::across(&[&a, &b], json!({}), 0, Seed::or(84)).await;
    table.play(10).await;
    // What the first seat says now is read by the server that stood still, once it goes on.
    let mut first = Player::seat(&a, &table.keys[0], None).await;
    black_box::server::freeze(a.pid(), true);
    let stale = first.now().clone();
    comes_back(&mut table, 0, &b).await;
    table.play(10).await;
    if let Some(decision) = stale.decision {
        let command = table.made[10].command.clone();
        let late = ClientMessage::Command { id: table.seed.id(), decision, command };
        first.send(&late).await;
    }
    black_box::server::freeze(a.pid(), false);
    let (status, a) = a.ends().await;
    assert_eq!(status.code(), Some(3), "{}", a.log());
    let accepted = loop {
        match first.receive().await {
            Received::Message(message) if matches!(*message, ServerMessage::Accepted { .. }) => {
                break true;
            }
            Received::Message(_) => {}
            Received::Close(_) | Received::Gone => break false,
        }
    };
    assert!(!accepted, "it acknowledged what it could not store");
    table.play(10).await;
    table.heads();
}

#[tokio::test]
async fn a_command_that_is_said_again_while_its_room_has_no_server_is_answered_once() {
    let nats = Nats::start();
    let (a, b) = (server(&nats, "again"), server(&nats, "again"));
    let mut table = Table::across(&[&a, &b], json!({}), 0, Seed::or(94)).await;
    table.play(10).await;
    comes_back(&mut table, 0, &b).await;
    black_box::server::freeze(a.pid(), true);
    let (seat, decision, command) = table.choose().expect("the match goes on");
    let player = &mut table.seats[seat];
    let id = table.seed.id();
    let said = ClientMessage::Command { id, decision, command };
    player.send(&said).await;
    player.send(&said).await;
    let answers = |message: &ServerMessage| {
        matches!(message, ServerMessage::Accepted { id: answered, .. }
            | ServerMessage::Rejected { id: answered, .. } if *answered == id)
    };
    while !answers(&player.next().await) {}
    // What was said before this is answered before it is.
    player.send(&ClientMessage::Ping { nonce: 9 }).await;
    let mut received = Vec::new();
    while !matches!(received.last(), Some(ServerMessage::Pong { nonce: 9 })) {
        received.push(player.next().await);
    }
    assert!(!received.iter().any(answers), "answered twice: {received:?}");
    table.sync().await;
    table.play(10).await;
    table.heads();
    let _a = a.kill().await;
}

#[tokio::test]
async fn a_socket_that_ended_before_its_room_was_found_takes_no_seat_from_a_later_one() {
    let nats = Nats::start();
    let [a, b, c] = [server(&nats, "late"), server(&nats, "late"), server(&nats, "late")];
    let mut tables = Vec::new();
    for number in 0..4 {
        let mut table = Table::across(&[&a], json!({}), 0, Seed::or(95 + number)).await;
        table.play(3).await;
        tables.push(table);
    }
    black_box::server::freeze(a.pid(), true);
    for (nonce, table) in (0..).zip(&mut tables) {
        // Asks for the room as it has no server, may say more, and is gone before it has one.
        let mut gone = Player::open(&b, table.code(), None).await;
        gone.hello(Some(&table.keys[0].token), None).await;
        for _ in 0..nonce {
            gone.send(&ClientMessage::Ping { nonce }).await;
        }
    }
    let back = tables.iter_mut().map(|table| async {
        let Table { seats, .. } = table;
        let [first, second] = &mut seats[..] else { panic!("two seats") };
        tokio::join!(first.come_back(&c), second.come_back(&c));
        table.play(5).await;
    });
    join_all(back).await;
    for table in &mut tables {
        table.play(5).await;
        table.heads();
    }
    let _a = a.kill().await;
}

#[tokio::test]
async fn two_servers_that_want_one_room_at_once_agree_on_one() {
    let nats = Nats::start();
    let (a, b, c) = (server(&nats, "race"), server(&nats, "race"), server(&nats, "race"));
    let mut tables = Vec::new();
    for number in 0..4 {
        tables.push(Table::across(&[&a], json!({}), 0, Seed::or(85 + number)).await);
    }
    for table in &mut tables {
        table.play(3).await;
    }
    let _a = a.kill().await;
    // Both ask for every room at the same moment.
    for table in &mut tables {
        let code = table.code().to_owned();
        let (one, other) =
            tokio::join!(Player::watch(&b, &code, None), Player::watch(&c, &code, None),);
        table.gallery = vec![one, other];
        table.seats[1].come_back(&c).await;
        comes_back(table, 0, &b).await;
        table.play(5).await;
        table.heads();
    }
}

#[tokio::test]
async fn a_timed_match_stands_still_while_no_server_has_it() {
    let nats = Nats::start();
    let (a, b) = (server(&nats, "clock"), server(&nats, "clock"));
    let game = protocol::games::europe::ID;
    let mut table = Table::dealt(&[&b], game, json!({}), 0, Seed::or(90), &[]).await;
    table.play(3).await;
    let (before, seen) = (table.seats[0].now().now_ms, Instant::now());
    drop(a);
    let b = b.kill().await;
    let lived = seen.elapsed();
    let c = server(&nats, "clock");
    let back = Instant::now();
    for seat in &mut table.seats {
        seat.come_back(&c).await;
    }
    table.sync().await;
    let after = table.seats[0].now().now_ms;
    let ran = lived + back.elapsed();
    let most = before + u64::try_from(ran.as_millis()).unwrap() + 2_000;
    assert!(after <= most, "{before} ms, then {after} ms");
    drop(b);
    table.play(3).await;
}

#[tokio::test]
async fn every_server_lists_the_rooms_of_all_and_answers_for_them() {
    let nats = Nats::start();
    let (a, b) = (server(&nats, "lobby"), server(&nats, "lobby"));
    let mut codes = Vec::new();
    for server in [&a, &b, &a, &b] {
        let listed = json!({ "listed": true });
        codes.push(server.http.create_game(black_box::GAME, json!({}), listed).await.room.code);
    }
    codes.sort();
    for server in [&a, &b] {
        // A server that is new is seen a moment later.
        let began = Instant::now();
        let listed = loop {
            let list = server.http.get("/api/v1/rooms").await;
            let rooms = list.body["rooms"].as_array().expect("rooms").clone();
            if rooms.len() == codes.len() || began.elapsed() > PATIENCE {
                break rooms;
            }
        };
        let listed: Vec<_> = listed.iter().map(|room| &room["code"]).collect();
        assert_eq!(listed, codes.iter().collect::<Vec<_>>());
        // A server that takes long to answer is left out.
        while server.http.get("/api/v1/rooms?limit=3").await.body["next"] != *codes[2] {}
        for code in &codes {
            let room = server.http.get(&format!("/api/v1/rooms/{code}")).await;
            assert_eq!(room.status, 200);
            let room: Room = room.as_a();
            assert_eq!((room.code, room.state), (code.clone(), RoomState::Lobby));
        }
        assert_eq!(server.http.get("/api/v1/rooms/ZZZZZZ").await.status, 404);
    }
}

/// Returns how many rooms each announced program would take now, as this server lists them.
async fn free(server: &Server) -> Vec<u32> {
    let list: Programs = server.http.get("/api/v1/programs").await.as_a();
    list.programs.iter().map(|program| program.free).collect()
}

#[tokio::test]
async fn a_program_is_seated_whichever_server_it_has_announced_itself_to() {
    let nats = Nats::start();
    let [a, b, c] = [server(&nats, "guests"), server(&nats, "guests"), server(&nats, "guests")];
    let program = programs::announce(&a, 2).await;
    for server in [&a, &b, &c] {
        // One that takes long to answer is left out.
        while free(server).await != [2] {}
    }
    // The room is at the second server, and the host and the program speak with the third.
    let key = b.http.create(json!({}), json!({})).await;
    let room = programs::seat(&c, &key, &program).await.expect("the program is free");
    let given = programs::given(&c, &program, 0).await.pop().expect("a seat");
    assert_eq!((&given.room, given.number), (&room.code, 1));
    let held = Seated { room, seat: given.seat, token: given.token };
    let mut bot = Player::seat(&c, &held, None).await;
    let mut host = Player::seat(&a, &key, None).await;
    host.ready().await;
    bot.ready().await;
    host.until(|host| host.view.is_some()).await;
    bot.until(|bot| bot.view.is_some()).await;
    let mut seed = Seed::or(88);
    programs::play([&mut host, &mut bot], 5, &mut seed).await;
    // It counts wherever the room is, until the host frees the seat.
    let other = c.http.create(json!({}), json!({})).await;
    let path = format!("/api/v1/rooms/{}/seats/1", other.room.code);
    programs::seat(&b, &other, &program).await.expect("it takes one more");
    while free(&b).await != [0] {}
    let third = b.http.create(json!({}), json!({})).await;
    let full = programs::seat(&a, &third, &program).await.map(|room| room.code);
    assert_eq!(full, Err(Code::ProgramFull));
    let freed = a.http.request("DELETE", &path, Some(&other.token), None).await;
    assert_eq!(freed.status, 204, "{freed:?}");
    while free(&a).await != [1] {}
    // Nobody but the program withdraws it, at any server.
    let own = format!("/api/v1/programs/{}", program.program.id);
    let stranger = b.http.request("DELETE", &own, Some(&key.token), None).await;
    assert_eq!(stranger.code(), Code::ProgramUnknown);
    let withdrawn = b.http.request("DELETE", &own, Some(&program.token), None).await;
    assert_eq!(withdrawn.status, 204, "{withdrawn:?}");
    assert_eq!(free(&c).await, [0; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_ends_rooms_whichever_server_has_them() {
    let nats = Nats::start();
    let (a, b) = (server(&nats, "ordered"), server(&nats, "ordered"));
    let (setup, store) = (nats.setup("ordered"), nats.url("ordered"));
    let mut seed = Seed::or(87);
    let mut tables = Vec::new();
    // The first of them has the room. A command asks any server, so it is the other one for half of these.
    for servers in [[&a, &b], [&b, &a], [&a, &b], [&b, &a]] {
        let mut table = Table::across(&servers, json!({}), 1, seed.branch()).await;
        table.play(5).await;
        tables.push(table);
    }
    let over = |player: &Player| {
        player.room.as_ref().is_some_and(|room| room.state == RoomState::Abandoned)
    };
    for table in &mut tables[..2] {
        let code = table.code().to_owned();
        let closed = (Some(0), format!("{code} is closed\n"));
        assert_eq!(operate(&setup, &store, &["rooms", "close", &code]), closed);
        for viewer in table.seats.iter_mut().chain(&mut table.gallery) {
            viewer.until(over).await;
            assert_eq!(viewer.now().outcome.as_ref().expect("an end").reason, "abandoned");
        }
        let (exit, said) = operate(&setup, &store, &["rooms", "close", &code]);
        assert_eq!(exit, Some(1), "{said}");
        assert!(said.contains("it is over already"), "{said}");
    }
    for table in &mut tables[2..] {
        let code = table.code().to_owned();
        let (exit, said) = operate(&setup, &store, &["rooms", "delete", &code]);
        assert_eq!(exit, Some(0), "{said}");
        for server in [&a, &b] {
            let gone = server.http.get(&format!("/api/v1/rooms/{code}")).await;
            assert_eq!(gone.status, 404, "{gone:?}");
        }
        let (_, listed) = operate(&setup, &store, &["rooms", "list"]);
        assert!(!listed.contains(&code), "{listed}");
    }
    let (exit, said) = operate(&setup, &store, &["rooms", "close", "CCCCCC"]);
    assert_eq!(exit, Some(1), "{said}");
    assert!(said.contains("no such room"), "{said}");
}
