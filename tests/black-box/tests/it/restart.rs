//! A match outlives its server: after a kill at a random moment, or an ordered stop, it goes on.
//!
//! What was accepted is there; what was sent and not answered is applied exactly once when it is
//! sent again under its id; questions keep their numbers, and nobody's view changes.

use black_box::{Made, Player, Seed, Server, Table};
use protocol::{ClientMessage, Code, ServerMessage, Update};
use serde_json::{Value, json};

/// The number of kills of a server within one match.
const KILLS: usize = 9;

/// The state of the command that is under way when the server dies.
#[derive(Clone, Copy, Debug)]
enum Hanging {
    /// There is none.
    No,
    /// It was sent just before; nobody knows whether it arrived.
    Unknown,
    /// It is in the log, for others received it; only its answer is lost.
    Unanswered,
}

#[tokio::test]
async fn a_killed_server_loses_nothing_that_was_accepted() {
    let mut server = Server::start();
    let mut table = Table::begin(&server, json!({}), 1, Seed::or(21)).await;
    for kill in 0..KILLS {
        let moves = 1 + table.seed.below(30);
        table.play(moves).await;
        if table.outcome().is_some() {
            break;
        }
        let way = [Hanging::No, Hanging::Unknown, Hanging::Unanswered][kill % 3];
        println!("kill {kill} after {} moves, {way:?}", table.made.len());
        let before: Vec<Update> = table.viewers().map(bare).collect();
        let hanging = leave_hanging(&mut table, way).await;
        server = server.kill().await.start();
        table.come_back(&server).await;
        if hanging.is_none() {
            let after: Vec<Update> = table.viewers().map(bare).collect();
            assert_eq!(before, after, "views and questions are those before the kill");
        }
        accepted_ids_have_their_answers(&mut table).await;
        if let Some(sent) = hanging {
            sent_again_it_is_applied_once(&mut table, sent).await;
        }
    }
    table.finish().await;
    nobody_missed_anything(&server, &table).await;
}

/// Returns an update without what a restart may change.
fn bare(viewer: &Player) -> Update {
    Update { events: Vec::new(), events_from: None, now_ms: 0, ..viewer.now().clone() }
}

/// Sends a command and does not read its answer.
async fn leave_hanging(table: &mut Table, way: Hanging) -> Option<Made> {
    if let Hanging::No = way {
        return None;
    }
    let (seat, decision, command) = table.choose().expect("the match goes on");
    let id = table.seed.id();
    let message = ClientMessage::Command { id, decision, command: command.clone() };
    table.seats[seat].send(&message).await;
    if let Hanging::Unanswered = way {
        // The update, which comes before the answer: behind the veil of a secret choice nobody else is
        // shown the entry, and its own seat only what it asks next.
        table.seats[seat].until(|own| own.now().decision != Some(decision)).await;
    }
    let seq = table.made.last().map_or(0, |made| made.seq);
    Some(Made { seat, id, decision, command, seq })
}

/// Checks that an accepted id keeps its answer, whatever decision it comes with; with another
/// content it is no command.
async fn accepted_ids_have_their_answers(table: &mut Table) {
    for _ in 0..3 {
        let Made { seat, id, decision, command, seq } =
            table.made[table.seed.below(table.made.len())].clone();
        let player = &mut table.seats[seat];
        for decision in [decision, 0, 999_999] {
            assert_eq!(player.command(id, decision, command.clone()).await, Ok(seq));
        }
        let refused = player.command(id, decision, json!({"type": "pass", "more": 1})).await;
        assert_eq!(refused.map_err(|why| why.code), Err(Code::IdReused));
    }
}

async fn sent_again_it_is_applied_once(table: &mut Table, sent: Made) {
    let Made { seat, id, decision, ref command, seq: before } = sent;
    let first = table.seats[seat].command(id, decision, command.clone()).await;
    let seq = first.unwrap_or_else(|why| panic!("{command}: {why:?}"));
    // Every entry is a command; behind the veil their number is that of before.
    assert!(seq == before || seq == table.made.len() as u64 + 1, "{seq} after {before}: {command}");
    assert_eq!(
        table.seats[seat].command(id, decision, command.clone()).await,
        Ok(seq),
        "{command}"
    );
    table.sync().await;
    table.made.push(Made { seq, ..sent });
    assert_eq!(table.heads().keys().next_back(), Some(&table.seats[seat].now().seq));
}

/// Checks that through all the restarts each viewer received every event once: a newcomer is sent
/// the same events of the same entries, in the same order.
async fn nobody_missed_anything(server: &Server, table: &Table) {
    for (seat, key) in table.seats.iter().zip(&table.keys) {
        sent_again(&Player::seat(server, key, None).await, &seat.events);
    }
    sent_again(&Player::watch(server, table.code(), None).await, &table.gallery[0].events);
}

fn sent_again(newcomer: &Player, all: &[Value]) {
    let received = &newcomer.events;
    assert!(received.len() > 10);
    assert_eq!(*received, all[all.len() - received.len()..]);
    assert!(all.windows(2).all(|two| two[0]["seq"].as_u64() <= two[1]["seq"].as_u64()));
}

#[tokio::test]
async fn a_server_that_is_stopped_says_goodbye_and_the_match_goes_on() {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({}), 1, Seed::or(22)).await;
    table.play(25).await;
    let before: Vec<Update> = table.viewers().map(bare).collect();
    let signalled = server.terminate();
    for viewer in table.seats.iter_mut().chain(&mut table.gallery) {
        let (messages, code) = viewer.to_the_end().await;
        assert_eq!(code, 1012);
        let [ServerMessage::Closing { retry_after_ms, .. }] = &messages[..] else {
            panic!("{messages:?}")
        };
        assert!(retry_after_ms.is_some_and(|hint| hint > 0), "a hint when to come back");
    }
    let (ended, stopped) = server.ended(signalled).await;
    assert!(ended.status.success(), "{ended:?}");
    println!("it has stopped after {:?}", ended.took);

    let server = stopped.start();
    table.come_back(&server).await;
    assert_eq!(before, table.viewers().map(bare).collect::<Vec<_>>());
    accepted_ids_have_their_answers(&mut table).await;
    table.finish().await;
    nobody_missed_anything(&server, &table).await;
}

#[tokio::test]
async fn clients_that_never_close_do_not_hold_up_the_end() {
    let server = Server::start();
    let table = Table::begin(&server, json!({}), 3, Seed::or(23)).await;
    // Half a request, which will never be a whole one.
    let idle = server.tcp(None).await;
    idle.try_write(b"GET /api/v1/games HT").expect("a fresh connection takes a line");
    let signalled = server.terminate();
    let (ended, _) = server.ended(signalled).await;
    assert!(ended.status.success(), "{ended:?}");
    println!("it has stopped after {:?}", ended.took);
    drop((table, idle));
}
