//! Peers that do not read: nobody waits for them, and they find everything when they read on.

use black_box::{Player, Received, Seed, Server, Table};
use protocol::room::Room;
use protocol::{ServerMessage, Update};
use serde_json::{Value, json};

/// The receive buffer of a slow peer's kernel, in bytes: as small as it allows.
const BUFFER: u32 = 2_048;

/// More lines of chat than any buffer and queue between two peers holds.
const LINES_MOST: usize = 20_000;

/// The last lines of chat that a newcomer is shown.
const LINES_KEPT: usize = 50;

/// The most messages that wait for one connection.
const QUEUE_MESSAGES: usize = 256;

fn bare(update: &Update) -> Update {
    Update { events: Vec::new(), events_from: None, now_ms: 0, ..update.clone() }
}

fn updates(player: &Player) -> usize {
    player.frames.iter().filter(|frame| frame.starts_with(r#"{"type":"update""#)).count()
}

/// Has Ada chat until she sees something in the room, or this many times; the readers receive all
/// of it. Returns the number of messages.
async fn speak(
    ada: &mut Player,
    readers: &mut [&mut Player],
    most: usize,
    until: impl Fn(&Room) -> bool,
) -> usize {
    let line: Value = json!({"type": "chat", "text": "\u{1f409}".repeat(500)});
    for lines in 0..most {
        if ada.room.as_ref().is_some_and(&until) {
            return lines;
        }
        ada.raw(&line.to_string()).await;
        // Her own line comes back: she is not held up.
        while !matches!(ada.next().await, ServerMessage::Chat(_)) {}
        for reader in &mut *readers {
            while !matches!(reader.next().await, ServerMessage::Chat(_)) {}
        }
    }
    most
}

/// Connects a spectator that from now on does not read.
async fn slow_spectator(server: &Server, table: &mut Table) -> Player {
    let mut slow = Player::open(server, table.code(), Some(BUFFER)).await;
    slow.hello(None, None).await;
    slow.until(|slow| slow.view.is_some()).await;
    let two = |player: &Player| player.room.as_ref().is_some_and(|room| room.spectators == 2);
    for seat in &mut table.seats {
        seat.until(two).await;
    }
    slow
}

/// The end of a connection that was read too late.
#[derive(Debug, PartialEq)]
enum CutOff {
    /// With a close code.
    Closed(u16),
    /// Without one: on a slow machine nothing could be written for longer than a connection may stall.
    Stalled,
}

/// Reads what has piled up, up to the end of the match or of the connection.
async fn read_on(slow: &mut Player) -> Option<CutOff> {
    while slow.now().outcome.is_none() {
        match slow.receive().await {
            Received::Message(_) => {}
            Received::Close(code) => return Some(CutOff::Closed(code)),
            Received::Gone => return Some(CutOff::Stalled),
        }
    }
    None
}

#[tokio::test]
async fn a_spectator_that_does_not_read_skips_updates_and_misses_nothing() {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({}), 1, Seed::or(61)).await;
    // How much lies between the room and a peer is the kernel's affair: a first one that is cut off
    // shows it.
    let mut first = slow_spectator(&server, &mut table).await;
    let Table { seats, gallery, .. } = &mut table;
    let [ada, bo] = &mut seats[..] else { panic!("two seats") };
    let mut readers = [bo, &mut gallery[0]];
    let most = speak(ada, &mut readers, LINES_MOST, |room| room.spectators == 1).await;
    let waited = match read_on(&mut first).await {
        // Its queue was full.
        Some(CutOff::Closed(_)) | None => QUEUE_MESSAGES / 2,
        // Its queue was not.
        Some(CutOff::Stalled) => 0,
    };
    drop(first);
    // The second one's socket is full, and its queue is not.
    let mut slow = slow_spectator(&server, &mut table).await;
    let Table { seats, gallery, .. } = &mut table;
    let [ada, bo] = &mut seats[..] else { panic!("two seats") };
    let lines = most.saturating_sub(LINES_KEPT + waited);
    speak(ada, &mut [bo, &mut gallery[0]], lines, |_| false).await;
    table.sync().await;
    // Nobody waits for it: the match goes to its end while it does not read a byte.
    table.finish().await;
    if let Some(end) = read_on(&mut slow).await {
        let slowly = matches!(end, CutOff::Closed(4008) | CutOff::Stalled);
        assert!(slowly, "only for being too slow: {end:?}");
        slow.come_back(&server).await;
    }
    let steady = &table.gallery[0];
    assert_eq!(bare(slow.now()), bare(steady.now()), "the last update is whole");
    println!("{} updates instead of {}, {most} lines", updates(&slow), updates(steady));
    assert!(updates(&slow) < updates(steady) / 2, "updates were skipped");
    let received = &slow.events;
    let cut = slow.frames.iter().any(|frame| frame.contains(r#""events_from":"#));
    assert_eq!(
        received.len() < steady.events.len(),
        cut,
        "all events, or it is said which are not"
    );
    assert_eq!(received.last(), steady.events.last());
}

#[tokio::test]
async fn a_seat_that_takes_nothing_is_cut_off_and_comes_back() {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({}), 0, Seed::or(62)).await;
    table.play(10).await;
    // Bo's next connection has small buffers, and is not read from.
    let key = table.keys[1].clone();
    let mut slow = Player::open(&server, &key.room.code, Some(BUFFER)).await;
    slow.hello(Some(&key.token), Some(table.seats[1].now().seq)).await;
    slow.until(|slow| slow.view.is_some()).await;
    let before = std::mem::replace(&mut table.seats[1], slow);
    let connected =
        |player: &Player| player.room.as_ref().is_some_and(|room| room.seats[1].connected);
    table.seats[0].until(connected).await;
    let ada = &mut table.seats[0];
    let lines = speak(ada, &mut [], LINES_MOST, |room| !room.seats[1].connected).await;
    assert!(lines < LINES_MOST, "the server keeps everything for a peer that takes nothing");
    println!("cut off after {lines} lines");
    let slow = &mut table.seats[1];
    let end = loop {
        match slow.receive().await {
            Received::Message(_) => {}
            Received::Close(code) => break CutOff::Closed(code),
            Received::Gone => break CutOff::Stalled,
        }
    };
    assert!(
        matches!(end, CutOff::Closed(4008) | CutOff::Stalled),
        "only for being too slow: {end:?}"
    );
    let frames = slow.frames.len();
    assert!(frames < lines, "{frames} of {lines} lines");
    slow.come_back(&server).await;
    assert_eq!(bare(slow.now()), bare(before.now()), "a whole snapshot");
    table.finish().await;
}
