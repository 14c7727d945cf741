//! The connection against a hand-driven server: loss, resending, replacement, silence.

use std::time::Duration;

use crate::fake::{Fake, offer, update};
use client_cli::backoff::Backoff;
use client_cli::connection::{Config, Connection, ConnectionEnd, SILENCE, Signal};
use client_cli::session::{Change, Session};
use protocol::room::RoomState;
use protocol::{ClientMessage, Code, ServerMessage};
use serde_json::json;
use tokio::time::{advance, pause, resume};

/// Waits so short that a test never notices them.
const QUICK: Backoff = Backoff::new(Duration::from_millis(1), Duration::from_millis(4));

fn config(fake: &Fake) -> Config {
    let url = fake.server.socket("CCCCCC");
    Config { backoff: QUICK, ..Config::new(url, Some("secret".to_owned())) }
}

/// The next change that is not about the connection itself.
async fn change(connection: &mut Connection, session: &mut Session) -> Change {
    loop {
        let signal = connection.next().await.expect("the connection ended");
        let change = session.apply(signal);
        if !matches!(change, Change::Lost { .. } | Change::Welcomed { .. }) {
            return change;
        }
    }
}

#[tokio::test]
async fn an_unanswered_command_is_sent_again_with_its_old_id() {
    let mut fake = Fake::start().await;
    let mut connection = Connection::open(config(&fake));
    let mut session = Session::default();
    let mut peer = fake.peer().await;
    assert_eq!(peer.welcome(RoomState::Running).await, (Some("secret".to_owned()), None));
    let offers = vec![offer(json!({"type": "pass"}), "Pass", false)];
    peer.send(&ServerMessage::Update(update(4, offers))).await;
    let seen = change(&mut connection, &mut session).await;
    assert!(matches!(seen, Change::Updated { asked: true, .. }));
    let message = session.command("Pass", 4, json!({"type": "pass"}));
    connection.send(message).unwrap();
    let first = peer.command().await;
    // The line goes down before the answer.
    drop(peer);
    let mut peer = fake.peer().await;
    assert_eq!(peer.welcome(RoomState::Running).await.1, Some(4), "the client says what it has");
    assert_eq!(peer.command().await, first);
    assert!(session.command_pending());
    peer.send(&ServerMessage::Update(update(5, Vec::new()))).await;
    peer.send(&ServerMessage::Accepted { id: first.0, seq: 5 }).await;
    assert!(matches!(change(&mut connection, &mut session).await, Change::Updated { .. }));
    assert!(matches!(
        change(&mut connection, &mut session).await,
        Change::Accepted { act: Some(_) }
    ));
    assert!(!session.command_pending());
    // An answered command is not sent again.
    drop(peer);
    let mut peer = fake.peer().await;
    assert_eq!(peer.welcome(RoomState::Running).await.1, Some(5));
    connection.send(ClientMessage::Chat { text: "still here".to_owned() }).unwrap();
    assert_eq!(peer.receive().await, ClientMessage::Chat { text: "still here".to_owned() });
    connection.close().await;
    assert!(peer.gone().await);
}

#[tokio::test]
async fn what_is_said_while_the_line_is_down_is_sent_when_it_is_back() {
    let mut fake = Fake::start().await;
    let mut connection = Connection::open(config(&fake));
    let mut session = Session::default();
    drop(fake.peer().await);
    assert!(matches!(connection.next().await, Some(Signal::Lost { .. })));
    let message = session.register("resign", |id| ClientMessage::Resign { id });
    connection.send(message.clone()).unwrap();
    let mut peer = fake.peer().await;
    peer.welcome(RoomState::Running).await;
    assert_eq!(peer.receive().await, message);
}

#[tokio::test]
async fn closings_that_are_final_end_the_connection() {
    for (code, end) in [
        (4001, ConnectionEnd::TokenUnknown),
        (4004, ConnectionEnd::RoomUnknown),
        (4009, ConnectionEnd::Replaced),
        (4013, ConnectionEnd::GalleryFull),
        (1008, ConnectionEnd::Refused("test".to_owned())),
    ] {
        let mut fake = Fake::start().await;
        let mut connection = Connection::open(config(&fake));
        let mut peer = fake.peer().await;
        peer.welcome(RoomState::Running).await;
        assert!(matches!(connection.next().await, Some(Signal::Frame(_))));
        peer.close(code).await;
        match connection.next().await {
            Some(Signal::Ended(seen)) => assert_eq!(seen, end),
            other => panic!("{code}: {other:?}"),
        }
        // Nothing follows, and nobody connects again.
        assert!(connection.next().await.is_none());
        assert!(fake.sockets.try_recv().is_err(), "{code}: connected again");
    }
}

#[tokio::test]
async fn other_closings_do_not() {
    let mut fake = Fake::start().await;
    let mut connection = Connection::open(config(&fake));
    for code in [1001, 1012, 4008, 4029] {
        let mut peer = fake.peer().await;
        peer.welcome(RoomState::Running).await;
        assert!(matches!(connection.next().await, Some(Signal::Frame(_))));
        peer.close(code).await;
        assert!(matches!(connection.next().await, Some(Signal::Lost { .. })), "{code}");
    }
}

#[tokio::test]
async fn another_server_is_tried_once() {
    let (mut fake, mut other) = (Fake::start().await, Fake::start().await);
    let _connection = Connection::open(config(&fake));
    let socket = other.server.socket("CCCCCC").as_str().replacen("ws", "http", 1);
    let reconnect = socket.split_once("/api/").map(|(address, _)| address.to_owned());
    assert!(reconnect.is_some(), "{socket}");
    let mut peer = fake.peer().await;
    peer.welcome(RoomState::Running).await;
    let reason = "restart".to_owned();
    peer.send(&ServerMessage::Closing { reason, retry_after_ms: None, reconnect }).await;
    peer.close(1012).await;
    // What is final elsewhere is final there only.
    other.peer().await.close(4004).await;
    fake.peer().await.welcome(RoomState::Running).await;
    assert!(other.sockets.try_recv().is_err());
}

#[tokio::test]
async fn the_servers_hint_is_honoured() {
    let mut fake = Fake::start().await;
    let mut connection = Connection::open(config(&fake));
    let mut peer = fake.peer().await;
    peer.welcome(RoomState::Running).await;
    let hint = 60_000;
    let closing = ServerMessage::Closing {
        reason: "restart".to_owned(),
        retry_after_ms: Some(hint),
        reconnect: None,
    };
    peer.send(&closing).await;
    peer.close(1012).await;
    loop {
        match connection.next().await {
            Some(Signal::Frame(_)) => {}
            Some(Signal::Lost { why, retry_in }) => {
                assert_eq!(why, "restart");
                assert!(retry_in >= Duration::from_millis(hint), "{retry_in:?}");
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    // Waiting does not hold up the end.
    connection.close().await;
}

#[tokio::test]
async fn a_silent_line_is_pinged_and_then_given_up() {
    let mut fake = Fake::start().await;
    let patience = Duration::from_millis(100);
    let config = Config { idle: patience / 4, silence: patience, ..config(&fake) };
    let mut connection = Connection::open(config);
    let mut peer = fake.peer().await;
    peer.welcome(RoomState::Running).await;
    assert!(matches!(connection.next().await, Some(Signal::Frame(_))));
    // The peer keeps the line open and says nothing.
    assert!(matches!(connection.next().await, Some(Signal::Lost { .. })));
    let mut again = fake.peer().await;
    again.welcome(RoomState::Running).await;
    drop(peer);
}

#[tokio::test]
async fn what_came_during_a_standstill_is_read_before_the_line_counts_as_silent() {
    const STANDSTILLS: u64 = 20;
    let mut fake = Fake::start().await;
    let mut connection = Connection::open(config(&fake));
    let mut peer = fake.peer().await;
    peer.welcome(RoomState::Running).await;
    assert!(matches!(connection.next().await, Some(Signal::Frame(_))));
    for number in 0..STANDSTILLS {
        peer.send(&ServerMessage::Update(update(number, Vec::new()))).await;
        // It lies there when time jumps.
        pause();
        advance(2 * SILENCE).await;
        resume();
        let signal = connection.next().await;
        assert!(matches!(signal, Some(Signal::Frame(_))), "standstill {number}: {signal:?}");
    }
}

#[tokio::test]
async fn a_server_of_another_version_is_refused() {
    let mut fake = Fake::start().await;
    let mut connection = Connection::open(config(&fake));
    let mut peer = fake.peer().await;
    peer.receive().await;
    let mut welcome = crate::fake::welcome(protocol::You::Seat(0), crate::fake::room("CCCCCC"));
    if let ServerMessage::Welcome(welcome) = &mut welcome {
        welcome.protocol = 2;
    }
    peer.send(&welcome).await;
    assert!(matches!(connection.next().await, Some(Signal::Ended(ConnectionEnd::NotEntente(_)))));
}

#[tokio::test]
async fn patience_can_have_an_end() {
    let mut fake = Fake::start().await;
    let config = Config { give_up: Some(Duration::ZERO), ..config(&fake) };
    let mut connection = Connection::open(config);
    drop(fake.peer().await);
    assert!(matches!(connection.next().await, Some(Signal::Ended(ConnectionEnd::GaveUp(_)))));
}

#[tokio::test]
async fn a_secure_address_is_spoken_to_securely() {
    let fake = Fake::start().await;
    let url = fake.server.socket("CCCCCC").to_string().replace("ws://", "wss://");
    let mut connection = Connection::open(Config { url, ..config(&fake) });
    // The fake speaks no TLS: the line is lost, and nothing worse.
    assert!(matches!(connection.next().await, Some(Signal::Lost { .. })));
}

#[tokio::test]
async fn a_refusal_reaches_the_session() {
    let mut fake = Fake::start().await;
    let mut connection = Connection::open(config(&fake));
    let mut session = Session::default();
    let mut peer = fake.peer().await;
    peer.welcome(RoomState::Running).await;
    connection.send(session.command("Pass", 4, json!({"type": "pass"}))).unwrap();
    let (id, decision, _) = peer.command().await;
    assert_eq!(decision, 4);
    let refusal = json!({"type": "rejected", "id": id, "code": "stale", "detail": "too late"});
    peer.raw(&refusal.to_string()).await;
    let change = change(&mut connection, &mut session).await;
    let Change::Rejected { act, answer } = change else { panic!("{change:?}") };
    assert_eq!((act.unwrap().text.as_str(), answer.code), ("Pass", Code::Stale.into()));
}
