//! Practice over real sockets: a match that goes on from an entry of one that is over.

use std::time::Instant;

use black_box::{Player, Seed, Server, Table};
use protocol::archive::Replay;
use protocol::games::{balance_of_power, europe, europe_divided};
use protocol::room::{RoomState, Seated, Unproven};
use protocol::{ClientMessage, Code, Open, ServerMessage, Update};
use serde_json::{Value, json};

/// More moves than any match has.
const MOST_MOVES: usize = 3_000;

/// Plays a match of two people for some moves, and has one of them give up; returns its room's code and
/// its last entry.
pub(crate) async fn played(server: &Server, moves: usize) -> (String, u64) {
    let mut table = Table::begin(server, json!({}), 0, Seed::or(301)).await;
    table.play(moves).await;
    let code = table.seats[0].room.as_ref().expect("a room").code.clone();
    let resign = ClientMessage::Resign { id: table.seed.id() };
    let last = table.seats[0].act(&resign).await.expect("a seat may resign");
    table.seats[0].until(|own| own.now().outcome.is_some()).await;
    (code, last)
}

pub(crate) async fn open(server: &Server, code: &str, fields: &Value) -> Seated {
    let answer = server.http.post(&path(code, "practice"), &asked(fields)).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    answer.as_a()
}

fn path(code: &str, what: &str) -> String {
    format!("/api/v1/rooms/{code}/{what}")
}

fn asked(fields: &Value) -> Value {
    let mut wanted = json!({"name": "Ada"});
    wanted.as_object_mut().expect("an object").extend(fields.as_object().expect("one").clone());
    wanted
}

/// Puts bots on all other seats.
pub(crate) async fn beside_bots(server: &Server, key: &Seated) -> Player {
    for seat in (0..key.room.seats.len()).filter(|seat| *seat != usize::from(key.seat)) {
        let bot = path(&key.room.code, &format!("seats/{seat}/bot"));
        let level = r#"{"level": "easy"}"#.to_owned();
        let added = server.http.request("POST", &bot, Some(&key.token), Some(level)).await;
        assert_eq!(added.status, 201, "{added:?}");
    }
    let mut player = Player::seat(server, key, None).await;
    player.ready().await;
    player.until(|own| own.view.is_some()).await;
    player
}

/// Returns everything that a viewer was shown of a match that is over, up to an entry.
async fn shown(server: &Server, code: &str, view: &str, until: u64) -> Vec<Update> {
    let (mut updates, mut from) = (Vec::new(), Some(0));
    while let Some(next) = from {
        let page = path(code, &format!("replay?view={view}&from={next}"));
        let page: Replay = server.http.get(&page).await.as_a();
        for message in page.updates {
            let Open::Known(ServerMessage::Update(update)) = message else {
                panic!("no update: {message:?}")
            };
            updates.push(update);
        }
        from = page.next;
    }
    updates.retain(|update| update.seq <= until);
    updates
}

/// Returns what a viewer was shown when an entry was made. An entry behind the veil of a secret choice
/// has no number of its own for others: they are shown the number of the one before it once more.
pub(crate) async fn last_shown(server: &Server, code: &str, view: &str, entry: u64) -> Update {
    let mut updates = shown(server, code, view, entry).await;
    let tells = |update: &Update| update.events.iter().any(|event| event.seq == entry);
    match updates.iter().position(tells) {
        Some(at) => updates.swap_remove(at),
        // Of two secret choices in a row the second one is told, so the last is the entry's.
        None => updates.pop().expect("the set-up"),
    }
}

/// Returns the last entry up to one at which a single seat is asked: where several choose in secret, a
/// bot may have chosen before the first update is sent.
pub(crate) async fn asks_one(server: &Server, code: &str, until: u64) -> u64 {
    for entry in (0..=until).rev() {
        if last_shown(server, code, "public", entry).await.awaiting.len() == 1 {
            return entry;
        }
    }
    panic!("several are asked at every entry up to {until}")
}

/// Returns the first update that a player was sent.
pub(crate) fn first_sent(player: &Player) -> Update {
    let first = player.frames.iter().find(|frame| frame.contains("\"type\":\"update\""));
    serde_json::from_str(first.expect("an update")).expect("an update")
}

/// Asserts that two updates show the same table and ask the same.
pub(crate) fn same(now: &Update, then: &Update) {
    assert_eq!((&now.public, &now.private), (&then.public, &then.private));
    assert_eq!((&now.offers, &now.awaiting), (&then.offers, &then.awaiting));
    assert_eq!((now.seq, now.decision), (then.seq, then.decision));
}

/// Plays until the match has an outcome, against whoever else plays.
async fn to_the_end(player: &mut Player, seed: &mut Seed) {
    for _ in 0..MOST_MOVES {
        let Some((decision, command)) = player.choose(seed) else {
            if player.now().outcome.is_some() {
                return;
            }
            player.next().await;
            continue;
        };
        // A deadline may have been first.
        let _ = player.command(seed.id(), decision, command).await;
    }
    panic!("the match does not end");
}

#[tokio::test]
async fn a_match_goes_on_from_an_entry_of_another_one_outlives_a_kill_and_ends() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let (code, last) = played(&server, 41).await;
    let seq = asks_one(&server, &code, last - 6).await;
    let key = open(&server, &code, &json!({"seq": seq})).await;
    let unproven = Some(Unproven::Practice { from: code.clone(), seq }.into());
    assert_eq!((&key.room.unproven, key.room.listed), (&unproven, false));
    assert_eq!(key.room.fairness.commitment, "", "nobody is bound to anything");
    let then = last_shown(&server, &code, "public", seq).await;
    assert_eq!(Some(&key.seat), then.awaiting.first(), "the seat that is asked there");

    // What is in the log before the match begins is not shown, and survives too.
    let server = server.kill().await.start();
    let mut lobby = Player::seat(&server, &key, None).await;
    assert!(lobby.view.is_none() && lobby.room.as_ref().expect("a room").unproven == unproven);
    lobby.leave().await;

    let mut ada = beside_bots(&server, &key).await;
    let then = last_shown(&server, &code, &key.seat.to_string(), seq).await;
    let first = first_sent(&ada);
    same(&first, &then);
    assert!(!first.events.is_empty(), "it tells what happened last");
    let mut seed = Seed::or(302);
    for _ in 0..5 {
        let Some((open, command)) = ada.choose(&mut seed) else { break };
        ada.command(seed.id(), open, command).await.expect("offered");
        let moved = |own: &Player| own.now().decision.is_some_and(|now| now != open);
        ada.until(|own| moved(own) || own.now().outcome.is_some()).await;
    }
    let server = server.kill().await.start();
    ada.come_back(&server).await;
    assert_eq!(ada.room.as_ref().expect("a room").unproven, unproven);
    to_the_end(&mut ada, &mut seed).await;

    let over = &key.room.code;
    assert_eq!(server.http.get(&path(over, "record")).await.code(), Code::Unproven);
    let replay = server.http.get(&path(over, "replay")).await;
    assert_eq!(replay.status, 200, "{replay:?}");
    let seq = asks_one(&server, &code, 3).await;
    let again = open(&server, over, &json!({"seq": seq})).await;
    let unproven = Some(Unproven::Practice { from: over.clone(), seq }.into());
    assert_eq!(again.room.unproven, unproven, "practice from practice");
    let ada = beside_bots(&server, &again).await;
    let first = first_sent(&ada);
    same(&first, &last_shown(&server, &code, &again.seat.to_string(), seq).await);
}

/// Two people and somebody who watches see of a practice match what their seats saw in the other one,
/// and nobody sees more.
#[tokio::test]
async fn people_sit_down_as_in_any_lobby_and_nothing_hidden_is_shown() {
    let server = Server::start();
    let (code, last) = played(&server, 30).await;
    let seq = last - 1;
    let key = open(&server, &code, &json!({"seq": seq, "seat": 1})).await;
    assert_eq!(key.seat, 1);
    let other = server.http.join(&key.room.code).await;
    let mut gallery = Player::watch(&server, &key.room.code, None).await;
    let mut seats =
        [Player::seat(&server, &other, None).await, Player::seat(&server, &key, None).await];
    let commitment = Some("ab".repeat(32));
    seats[0].send(&ClientMessage::Ready { id: None, commitment }).await;
    seats[1].ready().await;
    for (seat, player) in seats.iter_mut().enumerate() {
        player.until(|own| own.view.is_some()).await;
        let then = last_shown(&server, &code, &seat.to_string(), seq).await;
        same(player.now(), &then);
        let room = player.room.as_ref().expect("a room");
        assert_eq!(room.state, RoomState::Running);
        let bound = |one: &protocol::room::SeatFairness| one.commitment.is_some();
        assert!(!room.fairness.seats.iter().any(bound), "nothing is sealed");
    }
    gallery.until(|own| own.view.is_some()).await;
    same(gallery.now(), &last_shown(&server, &code, "public", seq).await);
    // Of what happened before, each is told what it was told then.
    for (view, player) in [("0", &seats[0]), ("1", &seats[1]), ("public", &gallery)] {
        let then = shown(&server, &code, view, seq).await;
        let then: Vec<Value> =
            then.iter().flat_map(|update| &update.events).map(|event| json!(event)).collect();
        assert!(!player.events.is_empty());
        assert!(player.events.iter().all(|event| then.contains(event)), "{view}");
    }
}

#[tokio::test]
async fn a_clock_goes_on_where_it_stood() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let key: Seated = server.http.create_game(europe::ID, json!({}), json!({})).await;
    let mut ada = beside_bots(&server, &key).await;
    let mut seed = Seed::or(303);
    ada.until(|own| own.now().decision.is_some()).await;
    let seq = ada.now().seq;
    let resign = ClientMessage::Resign { id: seed.id() };
    ada.act(&resign).await.expect("a seat may resign");
    let others = |own: &Player| own.now().outcome.is_some();
    ada.until(others).await;
    let then = last_shown(&server, &key.room.code, "0", seq).await;
    let key = open(&server, &key.room.code, &json!({"seq": seq, "seat": 0})).await;
    let ada = beside_bots(&server, &key).await;
    let first = first_sent(&ada);
    assert_eq!(first.deadline_ms, then.deadline_ms);
    assert!(first.now_ms >= then.now_ms && first.now_ms < then.now_ms + 60_000);
}

#[tokio::test]
async fn what_cannot_be_gone_on_with_is_refused_with_the_reason() {
    let server = Server::start();
    let refused = async |code: &str, fields: &Value| {
        server.http.post(&path(code, "practice"), &asked(fields)).await.code()
    };
    assert_eq!(refused("K7P2XR", &json!({"seq": 0})).await, Code::RoomUnknown);
    let lobby: Seated = server.http.create_game(balance_of_power::ID, json!({}), json!({})).await;
    assert_eq!(refused(&lobby.room.code, &json!({"seq": 0})).await, Code::NotOver);
    let (code, last) = played(&server, 12).await;
    for (fields, wanted) in [
        (json!({}), Code::Malformed),
        (json!({"seq": -1}), Code::Malformed),
        (json!({"seq": 1, "game": europe_divided::ID}), Code::Malformed),
        (json!({"seq": last}), Code::Over),
        (json!({"seq": last + 1}), Code::EntryUnknown),
        (json!({"seq": 9_007_199_254_740_991_u64}), Code::EntryUnknown),
        (json!({"seq": 1, "seat": 2}), Code::SeatUnknown),
        (json!({"seq": 1, "name": ""}), Code::NameInvalid),
        (json!({"seq": 1, "absence_ms": 1}), Code::OptionInvalid),
    ] {
        assert_eq!(refused(&code, &fields).await, wanted, "{fields}");
    }
    let set_up = open(&server, &code, &json!({"seq": 0, "listed": true})).await;
    let listed = server.http.get("/api/v1/rooms").await.body;
    let listed = listed["rooms"].as_array().expect("rooms").clone();
    let shown = listed.iter().find(|room| room["code"] == json!(set_up.room.code));
    let unproven = json!({"kind": "practice", "from": code, "seq": 0});
    assert_eq!(shown.expect("listed, for it was asked for")["unproven"], unproven);
}

#[tokio::test]
async fn practice_of_practice_has_an_end() {
    const DEEPEST: usize = 32;
    let free = ["--points-per-minute", "0", "--max-rooms-per-address", "0", "--bot-pace-ms", "0"];
    let (server, mut seed) = (Server::with(&free), Seed::or(177));
    let (mut code, mut last) = played(&server, 3).await;
    for _ in 0..DEEPEST {
        let key = open(&server, &code, &json!({"seq": last - 1})).await;
        let mut player = beside_bots(&server, &key).await;
        // With an entry of its own: else nothing would be dealt by its deal.
        player.until(|own| own.now().decision.is_some()).await;
        let (decision, command) = player.choose(&mut seed).expect("asked");
        player.command(seed.id(), decision, command).await.expect("offered");
        last =
            player.act(&ClientMessage::Resign { id: seed.id() }).await.expect("a seat may resign");
        player.until(|own| own.now().outcome.is_some()).await;
        code = key.room.code;
    }
    let answer =
        server.http.post(&path(&code, "practice"), &asked(&json!({"seq": last - 1}))).await;
    assert_eq!((answer.status, answer.code()), (413, Code::TooBig), "{answer:?}");
}

#[tokio::test]
async fn it_costs_more_than_a_new_room_does() {
    let points = ["--points-per-minute", "1000", "--max-rooms-per-address", "0"];
    let began = Instant::now();
    let server = Server::with(&points);
    let (code, _) = played(&server, 3).await;
    let mut opened = 0;
    let refusal = loop {
        let answer = server.http.post(&path(&code, "practice"), &asked(&json!({"seq": 0}))).await;
        if answer.status != 201 {
            break answer.code();
        }
        opened += 1;
        // The match has taken 120 points, 17 come back each second, and whoever has one left may spend 120.
        let most = 1_000 + 17 * (began.elapsed().as_secs() + 1);
        assert!(opened * 120 <= most, "{opened} rooms for {most} points");
    };
    assert_eq!((refusal, opened > 5), (Code::TooManyRequests, true), "{opened}");
}
