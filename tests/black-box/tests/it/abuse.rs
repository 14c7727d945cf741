//! Whatever a client sends, the match is as it was, and nobody else receives anything of it.
//!
//! After each case the socket is still good, unless the protocol says that it closes, and a
//! newcomer sees the same log head as before.

use std::time::{Duration, Instant};

use black_box::{GAME, Player, Received, Seed, Server, Table};
use futures_util::SinkExt;
use protocol::room::Room;
use protocol::{ClientMessage, Code, MAX_MESSAGE_BYTES, ServerMessage};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// Frames that are no message, and what they are answered with.
fn malformed_frames() -> Vec<(String, Code)> {
    let id = "5e0c1b5e-6d6f-4b0e-9f5c-0c8f1c1d2e3f";
    let deep = |depth: usize| {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        format!(r#"{{"type":"command","id":"{id}","decision":0,"command":{open}{close}}}"#)
    };
    let command =
        |inner: &str| format!(r#"{{"type":"command","id":"{id}","decision":0,"command":{inner}}}"#);
    let malformed = [
        "",
        " ",
        "{",
        "}",
        "[]",
        "null",
        "true",
        "7",
        "\"ping\"",
        "{}",
        "hello",
        "\u{feff}{}",
        r#"{"type":7}"#,
        r#"{"type":null,"nonce":1}"#,
        r#"{"nonce":1}"#,
        r#"{"type":"ping"}"#,
        r#"{"type":"ping","nonce":1} {"type":"ping","nonce":2}"#,
        r#"{"type":"ping","nonce":1,"more":1}"#,
        r#"{"type":"ping","nonce":1,"nonce":2}"#,
        r#"{"type":"ping","type":"ping","nonce":1}"#,
        r#"{"type":"ping","nonce":1,}"#,
        r#"{"type":"ping","nonce":1.0}"#,
        r#"{"type":"ping","nonce":1e3}"#,
        r#"{"type":"ping","nonce":-1}"#,
        r#"{"type":"ping","nonce":9007199254740992}"#,
        r#"{"type":"ping","nonce":"1"}"#,
        r#"{"type":"ping","nonce":NaN}"#,
        r"{'type':'ping','nonce':1}",
        r#"{"type":"chat","text":"\ud800"}"#,
        "{\"type\":\"chat\",\"text\":\"\u{1}\"}",
        r#"{"type":"chat","text":""}"#,
        r#"{"type":"resign","id":"not-a-uuid"}"#,
        r#"{"type":"claim","id":"5e0c1b5e-6d6f-4b0e-9f5c-0c8f1c1d2e3f","outcome":"lose"}"#,
        r#"{"type":"command","decision":0,"command":{"type":"pass"}}"#,
    ];
    let mut frames: Vec<(String, Code)> =
        malformed.into_iter().map(|frame| (frame.to_owned(), Code::Malformed)).collect();
    for frame in [
        deep(16),
        deep(7_000),
        command(r#"{"type":"pass","type":"pass"}"#),
        command(r#"{"type":"increase_influence","amount":1.5}"#),
        format!(r#"{{"type":"command","seat":1,"id":"{id}","decision":0,"command":{{}}}}"#),
    ] {
        frames.push((frame, Code::Malformed));
    }
    for kind in ["Ping", "update", "", "admin"] {
        frames.push((format!(r#"{{"type":"{kind}","nonce":1}}"#), Code::UnknownType));
    }
    frames
}

/// Returns the number and the head that somebody sees who comes in now. Everybody knows of the
/// visit afterwards.
async fn head(server: &Server, table: &mut Table) -> (u64, String) {
    let mut fresh = Player::watch(server, table.code(), None).await;
    let seen = (fresh.now().seq, fresh.now().head.clone());
    fresh.leave().await;
    let watching = u32::try_from(table.gallery.len()).expect("few");
    for player in table.seats.iter_mut().chain(&mut table.gallery) {
        // Each change comes in a message of its own: the visitor is there, and gone again.
        for count in [watching + 1, watching] {
            let counts = |room: &Room| room.spectators == count;
            player.until(|own| own.room.as_ref().is_some_and(counts)).await;
        }
    }
    seen
}

/// Begins a match in which both seats have moved; returns it, and the seat that is asked now,
/// alone.
async fn in_play(server: &Server, seed: u64) -> (Table, usize) {
    let mut table = Table::begin(server, json!({}), 1, Seed::or(seed)).await;
    table.play(8).await;
    while table.seats[0].now().awaiting.len() != 1 {
        assert!(table.step().await, "the match is over too soon");
    }
    let asked = usize::from(table.seats[0].now().awaiting[0]);
    (table, asked)
}

fn code_of(message: &ServerMessage) -> Option<Code> {
    if let ServerMessage::Error { code, .. } = message { code.known().copied() } else { None }
}

/// Receives the next message, which must be an error.
async fn error(player: &mut Player) -> Code {
    let message = player.next().await;
    code_of(&message).unwrap_or_else(|| panic!("instead of an error: {message:?}"))
}

#[tokio::test]
async fn frames_that_are_no_message_change_nothing() {
    let server = Server::start();
    let (mut table, asked) = in_play(&server, 51).await;
    let before = head(&server, &mut table).await;
    // Some come from the seat that is asked, some from the other one, some from the spectator; no
    // more from one connection than it may send.
    for (number, (frame, code)) in malformed_frames().into_iter().enumerate() {
        let player = match number % 3 {
            0 => &mut table.seats[asked],
            1 => &mut table.seats[1 - asked],
            _ => &mut table.gallery[0],
        };
        player.raw(&frame).await;
        let shown: String = frame.chars().take(100).collect();
        assert_eq!(error(player).await, code, "{shown}");
        player.nothing().await;
    }
    for seat in &mut table.seats {
        seat.frame(Message::binary(br#"{"type":"ping","nonce":1}"#.to_vec())).await;
        assert_eq!(error(seat).await, Code::Malformed, "binary frames are no messages");
        seat.nothing().await;
    }
    assert_eq!(head(&server, &mut table).await, before);
    table.finish().await;
}

#[tokio::test]
async fn commands_that_may_not_be_change_nothing() {
    let server = Server::start();
    let (mut table, asked) = in_play(&server, 52).await;
    let before = head(&server, &mut table).await;
    let (decision, good) = {
        let Table { seats, seed, .. } = &mut table;
        seats[asked].choose(seed).expect("it is asked")
    };
    let stranger = {
        let mut forged = good.clone();
        forged["seat"] = json!(asked);
        forged
    };
    let made = table.made.iter().rev().find(|made| made.seat == asked).expect("it moved").clone();
    let other = 1 - asked;
    // Who, answering what, with which command: and what it is refused with.
    let cases: Vec<(usize, u64, Value, Code)> = vec![
        (other, decision, good.clone(), Code::Stale),
        (other, 0, good.clone(), Code::Stale),
        (asked, decision + 1, good.clone(), Code::Stale),
        (asked, made.decision, good.clone(), Code::Stale),
        (asked, 9_007_199_254_740_991, good.clone(), Code::Stale),
        (asked, decision, stranger, Code::Malformed),
        (
            asked,
            decision,
            json!({"type": "keep_advantages", "keep": ["us-sanctions", "us-sanctions"]}),
            Code::Illegal,
        ),
        (
            asked,
            decision,
            json!({"type": "place_headline", "headline": "velvet-divorce"}),
            Code::Illegal,
        ),
        (asked, decision, json!({"type": "play", "card": "europe-atlantis"}), Code::Malformed),
        (asked, decision, json!({"type": "play"}), Code::Malformed),
        (asked, decision, json!({"type": "conquer", "region": "poland"}), Code::UnknownType),
        (asked, decision, json!({"card": "europe-italy"}), Code::Malformed),
        (asked, decision, json!({"type": "pass", "card": null}), Code::Malformed),
        (asked, decision, json!(["pass"]), Code::Malformed),
        (asked, decision, json!({"type": "play", "card": {"europe-italy": null}}), Code::Malformed),
        (asked, decision, json!(["play", "europe-italy"]), Code::Malformed),
        (asked, decision, json!(null), Code::Malformed),
    ];
    for (seat, decision, command, code) in cases {
        let id = table.seed.id();
        // Twice under one id: the same answer. With other content: another one.
        let first = table.seats[seat].command(id, decision, command.clone()).await;
        let first = first.expect_err("it is refused");
        assert_eq!(first.code, code, "{command}: {first:?}");
        let second = table.seats[seat].command(id, decision, command.clone()).await;
        assert_eq!(second.as_ref(), Err(&first), "{command}");
        let content = json!({"type": "done", "more": id});
        let other = table.seats[seat].command(id, decision, content).await;
        assert_eq!(other.map_err(|why| why.code), Err(Code::IdReused), "{command}");
        for viewer in table.seats.iter_mut().chain(&mut table.gallery) {
            viewer.nothing().await;
        }
    }
    reserved_and_unseated(&mut table, asked, decision, &good).await;
    assert_eq!(head(&server, &mut table).await, before);
    // The same command is good in the right hands.
    table.sync().await;
    table.make(asked, decision, good).await;
    table.finish().await;
    let late = table.seats[asked].command(made.id, made.decision, made.command).await;
    assert_eq!(late, Ok(made.seq), "what was accepted stays accepted after the end");
    let id = table.seed.id();
    let over = table.seats[asked].command(id, decision, json!({"type": "pass"})).await;
    assert_eq!(over.map_err(|why| why.code), Err(Code::Over));
}

/// Acts that this server does not offer, acts too early, and acts of those who only watch.
async fn reserved_and_unseated(table: &mut Table, asked: usize, decision: u64, good: &Value) {
    use protocol::envelope::ClaimOutcome;
    let mut acts = Vec::new();
    for code in [Code::Illegal, Code::NotSeated] {
        let mut id = || table.seed.id();
        acts.push((code, ClientMessage::Undo { id: id(), to: 1 }));
        acts.push((code, ClientMessage::Pause { id: id(), want: true }));
        acts.push((code, ClientMessage::Consent { id: id(), request: id(), agree: true }));
        acts.push((code, ClientMessage::Claim { id: id(), outcome: ClaimOutcome::Win }));
    }
    let (id, command) = (table.seed.id(), good.clone());
    acts.push((Code::NotSeated, ClientMessage::Command { id, decision, command }));
    acts.push((Code::NotSeated, ClientMessage::Resign { id: table.seed.id() }));
    for (code, act) in acts {
        let seated = code != Code::NotSeated;
        let player = if seated { &mut table.seats[asked] } else { &mut table.gallery[0] };
        let answer = player.act(&act).await;
        assert_eq!(answer.map_err(|why| why.code), Err(code), "{act:?}");
    }
    for (code, frame) in [
        (Code::Started, r#"{"type":"ready"}"#.to_owned()),
        (Code::Started, format!(r#"{{"type":"ready","commitment":"{}"}}"#, "0".repeat(64))),
        (Code::Stale, format!(r#"{{"type":"reveal","entropy":"{}"}}"#, "0".repeat(64))),
    ] {
        table.seats[asked].raw(&frame).await;
        assert_eq!(error(&mut table.seats[asked]).await, code, "{frame}");
        table.gallery[0].raw(&frame).await;
        assert_eq!(error(&mut table.gallery[0]).await, Code::NotSeated, "{frame}");
    }
}

#[tokio::test]
async fn before_the_match_there_is_nothing_to_command() {
    let server = Server::start();
    let ada = server.http.create(json!({}), json!({})).await;
    let bo = server.http.join(&ada.room.code).await;
    let mut seats =
        [Player::seat(&server, &ada, None).await, Player::seat(&server, &bo, None).await];
    let mut seed = Seed::or(53);
    for (number, seat) in seats.iter_mut().enumerate() {
        let answer = seat.command(seed.id(), 0, json!({"type": "pass"})).await;
        assert_eq!(answer.map_err(|why| why.code), Err(Code::NotStarted));
        let answer = seat.act(&ClientMessage::Resign { id: seed.id() }).await;
        assert_eq!(answer.map_err(|why| why.code), Err(Code::NotStarted), "seat {number}");
    }
    for seat in &mut seats {
        seat.ready().await;
    }
    for seat in &mut seats {
        seat.until(|seat| seat.view.is_some()).await;
        assert_eq!(seat.now().seq, 0, "nothing came before the set-up");
    }
}

/// Returns a ping padded with spaces to this many bytes.
fn padded(bytes: usize) -> String {
    let ping = r#"{"type":"ping","nonce":99}"#;
    format!("{ping}{}", " ".repeat(bytes - ping.len()))
}

#[tokio::test]
async fn messages_have_a_size() {
    let server = Server::start();
    let (mut table, asked) = in_play(&server, 54).await;
    let before = head(&server, &mut table).await;
    for bytes in [MAX_MESSAGE_BYTES - 1, MAX_MESSAGE_BYTES] {
        table.seats[asked].raw(&padded(bytes)).await;
        table.seats[asked].until(|seat| seat.frames.last().is_some_and(is_pong)).await;
    }
    let text = |payload: Vec<u8>, last: bool, code: Data| {
        Message::Frame(Frame::message(payload, OpCode::Data(code), last))
    };
    let part = || vec![b' '; MAX_MESSAGE_BYTES / 2 + 1];
    let too_big = Some(Code::TooBig);
    let cases: Vec<(Vec<Message>, u16, Option<Code>)> = vec![
        (vec![Message::text(padded(MAX_MESSAGE_BYTES + 1))], 1009, too_big),
        (vec![Message::text(padded(40 * MAX_MESSAGE_BYTES))], 1009, too_big),
        (vec![Message::binary(vec![0; MAX_MESSAGE_BYTES + 1])], 1009, too_big),
        (vec![text(part(), false, Data::Text), text(part(), true, Data::Continue)], 1009, too_big),
        (vec![text(vec![b'"', 0xff, b'"'], true, Data::Text)], 1007, None),
        (vec![text(part(), true, Data::Continue)], 1002, None),
    ];
    for (number, (frames, close, code)) in cases.into_iter().enumerate() {
        for frame in frames {
            table.seats[asked].frame(frame).await;
        }
        let mut codes = Vec::new();
        let end = loop {
            match table.seats[asked].receive().await {
                Received::Message(message) => codes.extend(code_of(&message)),
                end @ (Received::Close(_) | Received::Gone) => break end,
            }
        };
        assert_eq!((end, codes.last().copied()), (Received::Close(close), code), "case {number}");
        table.seats[asked].come_back(&server).await;
    }
    assert_eq!(head(&server, &mut table).await, before);
    table.finish().await;
}

fn is_pong(frame: &String) -> bool {
    frame == r#"{"type":"pong","nonce":99}"#
}

#[tokio::test]
async fn a_flood_is_slowed_and_nothing_of_it_is_lost() {
    // Thirty at once, then a hundred a second.
    let (burst, per_second, pings) = (30, 100, 130);
    let server = Server::with(&["--message-burst", "30", "--messages-per-second", "100"]);
    let (mut table, asked) = in_play(&server, 55).await;
    let flooding = Instant::now();
    for nonce in 1_000..1_000 + pings {
        table.seats[asked].raw(&format!(r#"{{"type":"ping","nonce":{nonce}}}"#)).await;
    }
    for nonce in 1_000..1_000 + pings {
        assert_eq!(table.seats[asked].next().await, ServerMessage::Pong { nonce });
    }
    let least = Duration::from_millis(1_000 * (pings - burst) / per_second / 2);
    assert!(flooding.elapsed() >= least, "{:?} for {pings} pings", flooding.elapsed());
    let (decision, command) = {
        let Table { seats, seed, .. } = &mut table;
        seats[asked].choose(seed).expect("it is asked")
    };
    table.make(asked, decision, command).await;
}

#[tokio::test]
async fn too_many_malformed_messages_end_the_connection() {
    let server = Server::start();
    let (mut table, asked) = in_play(&server, 56).await;
    let before = head(&server, &mut table).await;
    // Without waiting for the answers: only what comes within some seconds counts.
    for _ in 0..61 {
        table.seats[asked].raw("nonsense").await;
    }
    let (messages, close) = table.seats[asked].to_the_end().await;
    let codes: Vec<Code> = messages.iter().filter_map(code_of).collect();
    let answered = [vec![Code::Malformed; 61], vec![Code::TooFast]].concat();
    assert_eq!((codes, close), (answered, 4029));
    table.seats[asked].come_back(&server).await;
    assert_eq!(head(&server, &mut table).await, before);
    table.finish().await;
}

/// Whatever a client does at the end of its connection, the server lets go of it.
#[tokio::test]
async fn connections_that_end_badly_leave_nothing_open() {
    let server = Server::start();
    let (mut table, asked) = in_play(&server, 57).await;
    let code = table.code().to_owned();
    server.http.room(&code).await;
    let base = server.descriptors();
    for way in 0..40 {
        let mut bad = Player::open(&server, &code, None).await;
        if way % 2 == 0 {
            bad.hello(None, None).await;
        }
        let close = || Frame::close(None);
        let ping = || Message::text(r#"{"type":"ping","nonce":1}"#);
        let frames: Vec<Message> = match way % 5 {
            // Twice, and going on as if nothing had been said.
            0 => vec![Message::Frame(close()), Message::Frame(close())],
            1 => vec![Message::Frame(close()), ping()],
            // Going without a word, in the middle of a message, and not going at all.
            2 => vec![],
            3 => vec![Message::Frame(Frame::message("{", OpCode::Data(Data::Text), false))],
            _ => vec![Message::text("x".repeat(2 * MAX_MESSAGE_BYTES)), ping()],
        };
        for frame in frames {
            // The server may be gone before the last one.
            let _ = bad.socket.send(frame).await;
        }
    }
    // Connections end in their own time; looking is what takes time here.
    let patience = Instant::now();
    while server.descriptors() > base {
        server.http.room(&code).await;
        assert!(patience.elapsed() < black_box::PATIENCE, "{} open", server.descriptors());
    }
    let (decision, command) = {
        let Table { seats, seed, .. } = &mut table;
        seats[asked].choose(seed).expect("it is asked")
    };
    table.make(asked, decision, command).await;
}

#[tokio::test]
async fn http_requests_are_read_strictly() {
    let server = Server::start();
    let http = &server.http;
    let ada = http.create(json!({}), json!({})).await;
    let bo = http.join(&ada.room.code).await;
    let rooms = "/api/v1/rooms";
    let seats = format!("{rooms}/{}/seats", ada.room.code);
    let name = |name: &str| format!(r#"{{"game":"{GAME}","name":"{name}"}}"#);
    let bodies = [
        (String::new(), 400, Code::Malformed),
        ("[]".to_owned(), 400, Code::Malformed),
        (r#"["europe-divided",{},"A"]"#.to_owned(), 400, Code::Malformed),
        (r#"{"game":"europe-divided","name":"A","name":"B"}"#.to_owned(), 400, Code::Malformed),
        (r#"{"game":"europe-divided","name":"A","seat":1.0}"#.to_owned(), 400, Code::Malformed),
        (r#"{"game":"europe-divided","name":"A","token":"x"}"#.to_owned(), 400, Code::Malformed),
        (r#"{"game":"chess","name":"A"}"#.to_owned(), 422, Code::GameUnknown),
        (r#"{"game":"europe-divided","name":"A","seat":2}"#.to_owned(), 404, Code::SeatUnknown),
        (
            r#"{"game":"europe-divided","name":"A","options":{"edition":"third"}}"#.to_owned(),
            422,
            Code::OptionInvalid,
        ),
        (name(""), 422, Code::NameInvalid),
        (name(&"x".repeat(33)), 422, Code::NameInvalid),
        (name(&"x".repeat(MAX_MESSAGE_BYTES)), 413, Code::TooBig),
    ];
    for (body, status, code) in bodies {
        let shown: String = body.chars().take(80).collect();
        let answer = http.request("POST", rooms, None, Some(body)).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{shown}");
    }
    let (first, second) = (format!("{seats}/0"), format!("{seats}/1"));
    let full = Some(r#"{"name":"Cy"}"#.to_owned());
    let cases = [
        ("POST", seats.clone(), None, full, 409, Code::RoomFull),
        ("DELETE", first.clone(), None, None, 401, Code::TokenUnknown),
        ("DELETE", first.clone(), Some("x"), None, 401, Code::TokenUnknown),
        ("DELETE", first, Some(bo.token.as_str()), None, 403, Code::Forbidden),
        ("DELETE", format!("{seats}/9"), Some(&ada.token), None, 404, Code::SeatUnknown),
        ("POST", format!("{second}/token"), Some(&ada.token), None, 403, Code::Forbidden),
        ("PUT", rooms.to_owned(), None, None, 405, Code::MethodNotAllowed),
        ("GET", format!("{rooms}?token=x"), None, None, 400, Code::Malformed),
        ("GET", format!("{rooms}?x={}", ada.token), None, None, 400, Code::Malformed),
        ("GET", "/api/v2/games".to_owned(), None, None, 404, Code::NotFound),
        ("GET", format!("/api/v1/data/{}", "0".repeat(64)), None, None, 404, Code::NotFound),
    ];
    for (method, path, token, body, status, code) in cases {
        let answer = http.request(method, &path, token, body).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{method} {path}");
    }
    let room = http.room(&ada.room.code).await;
    let names: Vec<Option<&str>> = room.seats.iter().map(|seat| seat.name.as_deref()).collect();
    assert_eq!(names, [Some("Ada"), Some("Bo")], "nothing has changed");
}
