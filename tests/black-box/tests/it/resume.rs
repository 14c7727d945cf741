//! Coming back: what was missed is sent exactly, and who may not come in gets the reason.

use std::fs;
use std::path::Path;

use black_box::{Http, Player, Seed, Server, Setup, Stopped, Table};
use protocol::room::{NewToken, Seated};
use protocol::{Code, Open, ServerMessage, Update, You};
use serde_json::{Value, json};

/// The most events that a returning viewer is sent.
const MISSED_MOST: usize = 128;

/// The most events that a newcomer is sent.
const RECENT_MOST: usize = 50;

fn seq_of(event: &Value) -> u64 {
    event["seq"].as_u64().expect("a number")
}

/// Returns an update without events and time.
fn bare(update: &Update) -> Update {
    Update { events: Vec::new(), events_from: None, now_ms: 0, ..update.clone() }
}

#[tokio::test]
async fn a_returning_player_receives_what_it_missed() {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({}), 2, Seed::or(31)).await;
    let mut absences = 0;
    while table.outcome().is_none() {
        let moves = 1 + table.seed.below(25);
        table.play(moves).await;
        // A spectator misses moves of both.
        let mut away = table.gallery.pop().expect("two watch");
        away.leave().await;
        let moves = table.seed.below(25);
        table.play(moves).await;
        away.come_back(&server).await;
        assert_eq!(away.events, table.gallery[0].events);
        assert_eq!(bare(away.now()), bare(table.gallery[0].now()));
        table.gallery.push(away);
        // A seat misses what the other does until it is asked itself.
        let away = match table.gallery[0].now().awaiting[..] {
            [asked] => 1 - usize::from(asked),
            _ => table.seed.below(2),
        };
        table.seats[away].leave().await;
        absences += alone(&mut table, 1 - away).await;
        table.seats[away].come_back(&server).await;
    }
    assert!(absences > 0, "no seat missed anything");
    for viewer in table.seats.iter_mut().chain(&mut table.gallery) {
        viewer.leave().await;
    }
    let last = table.seats[0].now().seq;
    for after in [0, 1, 2, last / 2, last - 1, last] {
        for (seat, key) in table.seats.iter().zip(&table.keys) {
            exactly(&Player::seat(&server, key, Some(after)).await, seat, after);
        }
        let code = table.code();
        let watching = Player::watch(&server, code, Some(after)).await;
        exactly(&watching, &table.gallery[0], after);
    }
    let newcomer = Player::watch(&server, table.code(), None).await;
    let recent = newcomer.events.len();
    assert!((RECENT_MOST / 2..=RECENT_MOST).contains(&recent), "{recent} events");
    suffix(&newcomer, &table.gallery[0].events);
}

/// Moves a seat as long as it is asked and the other one is not; returns the number of moves.
async fn alone(table: &mut Table, seat: usize) -> usize {
    let mut moves = 0;
    while table.seats[seat].now().awaiting.len() == 1 {
        let Some((decision, command)) = table.seats[seat].choose(&mut table.seed) else { break };
        let id = table.seed.id();
        let answer = table.seats[seat].command(id, decision, command).await;
        assert!(answer.is_ok(), "{answer:?}");
        moves += 1;
    }
    for spectator in &mut table.gallery {
        spectator.sync().await;
    }
    moves
}

/// Checks that a returning viewer was sent every event since an entry that one who stayed was sent.
fn exactly(back: &Player, steady: &Player, after: u64) {
    let missed: Vec<Value> =
        steady.events.iter().filter(|event| seq_of(event) > after).cloned().collect();
    let most = missed.len().min(MISSED_MOST);
    assert!(back.events.len() <= most && (missed.len() > MISSED_MOST || back.events.len() == most));
    suffix(back, &missed);
    assert_eq!(bare(back.now()), bare(steady.now()), "the views are whole");
}

/// Checks that the received events are the end of all events, and that the update says so where the
/// rest was left out.
fn suffix(newcomer: &Player, all: &[Value]) {
    let (left_out, rest) = all.split_at(all.len() - newcomer.events.len());
    assert_eq!(newcomer.events, rest);
    let from = newcomer.now().events_from;
    match left_out.last() {
        None => assert_eq!(from, None),
        Some(last) => {
            assert_eq!(from, Some(seq_of(&rest[0])));
            assert_ne!(Some(seq_of(last)), from, "an entry is sent whole or not at all");
        }
    }
}

#[tokio::test]
async fn a_client_ahead_of_the_server_learns_that_it_was_rolled_back() {
    let server = Server::of(Setup::unlimited().on_file());
    let mut table = Table::begin(&server, json!({}), 1, Seed::or(32)).await;
    table.play(12).await;
    // The operator keeps a copy, and later puts it back.
    let stopped = server.kill().await;
    let copy = tempfile::tempdir().expect("a folder");
    copy_database(&stopped, copy.path(), true);
    let server = stopped.start();
    table.come_back(&server).await;
    let earlier = table.seats[0].now().clone();
    table.play(40).await;
    let later = table.seats[0].now().seq;
    assert!(later > earlier.seq);
    let stopped = server.kill().await;
    copy_database(&stopped, copy.path(), false);
    let server = stopped.start();

    let mut back = Player::open(&server, table.code(), None).await;
    back.hello(Some(&table.keys[0].token), Some(later)).await;
    let ServerMessage::Welcome(welcome) = back.next().await else { panic!("no welcome") };
    assert_eq!(welcome.you, You::Seat(0));
    let error = back.next().await;
    assert!(
        matches!(error, ServerMessage::Error { code: Open::Known(Code::RolledBack), .. }),
        "instead of rolled_back: {error:?}"
    );
    let ServerMessage::Update(update) = back.next().await else { panic!("no snapshot") };
    assert_eq!(bare(&update), bare(&earlier), "the whole view as it was");
}

/// Copies the database, with what belongs to it, out of the server's folder or back into it.
fn copy_database(server: &Stopped, copy: &Path, out: bool) {
    let database = server.database();
    let home = database.parent().expect("a folder");
    let (from, to) = if out { (home, copy) } else { (copy, home) };
    let own = |folder: &Path| -> Vec<std::path::PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
        let paths = entries.map(|entry| entry.path());
        let named = |path: &std::path::PathBuf| path.to_string_lossy().contains("entente.db");
        paths.filter(|path| path.is_file()).filter(named).collect()
    };
    for stale in own(to) {
        fs::remove_file(stale).expect("it can be removed");
    }
    for file in own(from) {
        fs::copy(&file, to.join(file.file_name().expect("a name"))).expect("it can be copied");
    }
}

#[tokio::test]
async fn the_newest_connection_of_a_seat_wins() {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({}), 0, Seed::or(33)).await;
    table.play(6).await;
    let key = table.keys[0].clone();
    let newer = Player::seat(&server, &key, Some(table.seats[0].now().seq)).await;
    assert_eq!(bare(newer.now()), bare(table.seats[0].now()));
    let mut older = std::mem::replace(&mut table.seats[0], newer);
    ends(&mut older, 4009, None).await;
    // The end of the older one takes nothing away from the newer one.
    table.play(6).await;
    let room = server.http.room(table.code()).await;
    assert!(room.seats.iter().all(|seat| seat.connected), "{room:?}");

    let path = format!("/api/v1/rooms/{}/seats/0/token", table.code());
    let answer = server.http.request("POST", &path, Some(&key.token), None).await;
    let NewToken { token } = answer.as_a();
    ends(&mut table.seats[0], 4001, None).await;
    refused(&server, &key.room.code, Some(&key.token), 4001, Code::TokenUnknown).await;
    table.keys[0].token = token;
    let seq = table.seats[0].now().seq;
    table.seats[0] = Player::seat(&server, &table.keys[0], Some(seq)).await;
    table.play(6).await;
}

/// Checks that the connection gives a reason and ends with this code.
async fn ends(player: &mut Player, code: u16, error: Option<Code>) {
    let (messages, close) = player.to_the_end().await;
    assert_eq!(close, code, "{messages:?}");
    match (messages.last(), error) {
        (Some(ServerMessage::Closing { reason, .. }), None) => assert!(!reason.is_empty()),
        (Some(ServerMessage::Error { code, .. }), Some(error)) => assert_eq!(*code, error),
        (last, _) => panic!("{last:?} before {close}"),
    }
}

async fn refused(server: &Server, code: &str, token: Option<&str>, close: u16, error: Code) {
    let mut player = Player::open(server, code, None).await;
    // Where the code alone decides, the server does not wait for the greeting.
    if close != 4004 {
        player.hello(token, None).await;
    }
    ends(&mut player, close, Some(error)).await;
}

#[tokio::test]
async fn a_refused_connection_gets_the_reason() {
    let server = Server::start();
    let http: &Http = &server.http;
    let open: Seated = http.create(json!({}), json!({})).await;
    let closed = http.create(json!({}), json!({"spectators": "off"})).await;
    let (open, other) = (&open.room.code, &closed.token);

    refused(&server, "CCCCCC", None, 4004, Code::RoomUnknown).await;
    refused(&server, "no-room", None, 4004, Code::RoomUnknown).await;
    for token in [other.as_str(), "", "A", &"A".repeat(43), &"A".repeat(10_000)] {
        refused(&server, open, Some(token), 4001, Code::TokenUnknown).await;
    }
    refused(&server, &closed.room.code, None, 4013, Code::GalleryFull).await;
    let seated = Player::seat(&server, &closed, None).await;
    assert_eq!(seated.number(), Some(0), "its own seat comes in");

    let mut gallery = vec![Player::watch(&server, open, None).await];
    let most = gallery[0].welcome.as_ref().expect("a welcome").limits.spectators;
    for _ in 1..most {
        gallery.push(Player::watch(&server, open, None).await);
    }
    refused(&server, open, None, 4013, Code::GalleryFull).await;
    // A spectator who leaves makes room for another one, once the server has noticed.
    let watching =
        |one: &Player, count| one.room.as_ref().is_some_and(|room| room.spectators == count);
    gallery[0].until(|one| watching(one, most)).await;
    gallery.pop().expect("a spectator").leave().await;
    gallery[0].until(|one| watching(one, most - 1)).await;
    gallery.push(Player::watch(&server, open, None).await);
}

#[tokio::test]
async fn the_first_message_is_hello() {
    let server = Server::start();
    let seated = server.http.create(json!({}), json!({})).await;
    for first in [
        r#"{"type":"ready"}"#,
        r#"{"type":"ping","nonce":1}"#,
        r#"{"type":"hello","tokens":"x"}"#,
        r#"{"type":"hello","after":-1}"#,
        "hello",
        "",
    ] {
        let mut player = Player::open(&server, &seated.room.code, None).await;
        player.raw(first).await;
        ends(&mut player, 1008, Some(Code::HelloExpected)).await;
    }
    let mut player = Player::open(&server, &seated.room.code, None).await;
    player.hello(Some(&seated.token), None).await;
    player.sync().await;
    player.hello(Some(&seated.token), None).await;
    let again = player.next().await;
    assert!(
        matches!(again, ServerMessage::Error { code: Open::Known(Code::Malformed), .. }),
        "{again:?}"
    );
    player.sync().await;
}
