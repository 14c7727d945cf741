//! Seats that bring entropy, seats that do not reveal it, and servers that are killed on the way.

use black_box::{Entropy, Player, Seed, Server, Table};
use fairness::hex;
use protocol::ClientMessage;
use protocol::room::RoomState;
use serde_json::json;
use uuid::Uuid;

use super::{holds, record};

const ENTROPY: [Entropy; 2] = [[1; 32], [2; 32]];

#[tokio::test]
async fn whoever_brings_entropy_stands_in_a_record_that_holds() {
    let server = Server::and(&["--log", "trace"]);
    for brought in [[false, false], [false, true], [true, false], [true, true]] {
        let entropy: Vec<Option<Entropy>> =
            brought.iter().zip(ENTROPY).map(|(brings, own)| brings.then_some(own)).collect();
        let mut table =
            Table::dealt(&[&server], black_box::GAME, json!({}), 1, Seed::or(5), &entropy).await;
        table.play(40).await;
        let code = table.code().to_owned();
        let early = server.http.get(&format!("/api/v1/rooms/{code}/record")).await;
        assert_eq!((early.status, early.code()), (409, protocol::Code::NotOver));
        let id = table.seed.id();
        table.seats[0].act(&ClientMessage::Resign { id }).await.unwrap();
        table.sync().await;
        let record = record(&server, &code).await;
        let report = holds(&record, table.viewers());
        let bound: Vec<bool> = report.seats.iter().map(|seat| seat.entropy).collect();
        assert_eq!(bound, brought);
        for (seat, own) in record.header.seats.iter().zip(&entropy) {
            assert_eq!(seat.entropy, own.map(|own| hex::encode(&own)));
        }
        assert_eq!(report.result.reason, "resigned");
        let log = server.log();
        assert!(!log.contains(&record.server_secret), "no secret is logged");
        assert!(ENTROPY.iter().all(|own| !log.contains(&hex::encode(own))));
    }
}

#[tokio::test]
async fn a_record_names_who_did_not_reveal() {
    let server = Server::and(&["--reveal-ms", "50"]);
    let ada = server.http.create(json!({}), json!({})).await;
    let bo = server.http.join(&ada.room.code).await;
    let mut seats =
        [Player::seat(&server, &ada, None).await, Player::seat(&server, &bo, None).await];
    seats[0].commit(&ENTROPY[0]).await;
    seats[1].ready().await;
    for seat in &mut seats {
        seat.until(|own| own.room().fairness.attempt == 1).await;
        assert_eq!(seat.room().state, RoomState::Lobby);
        assert_eq!(seat.room().fairness.voided[0].missing, [0]);
    }
    for seat in &mut seats {
        seat.ready().await;
    }
    for seat in &mut seats {
        seat.until(|own| own.view.is_some()).await;
    }
    let resign = ClientMessage::Resign { id: Uuid::new_v4() };
    seats[1].act(&resign).await.unwrap();
    let record = record(&server, &ada.room.code).await;
    let report = holds(&record, seats.iter());
    assert_eq!((report.attempts, &*report.voided[0].missing), (2, &[0][..]));
    assert_ne!(record.server_secret, record.voided[0].server_secret);
}

/// The progress of the deal when the server was killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Progress {
    OneCommitted,
    AllCommitted,
    OneRevealed,
    /// The last reveal was sent; nobody knows whether it arrived.
    AllSent,
}

#[tokio::test]
async fn a_killed_server_goes_on_with_the_same_attempt() {
    for progress in
        [Progress::OneCommitted, Progress::AllCommitted, Progress::OneRevealed, Progress::AllSent]
    {
        let server = Server::start();
        let ada = server.http.create(json!({}), json!({})).await;
        let bo = server.http.join(&ada.room.code).await;
        let mut seats =
            [Player::seat(&server, &ada, None).await, Player::seat(&server, &bo, None).await];
        let [first, second] = &mut seats;
        first.commit(&ENTROPY[0]).await;
        if progress >= Progress::AllCommitted {
            second.commit(&ENTROPY[1]).await;
        }
        if progress >= Progress::OneRevealed {
            first.reveal(&ENTROPY[0]).await;
            wait_until_handled(first).await;
        }
        if progress >= Progress::AllSent {
            second.reveal(&ENTROPY[1]).await;
        }
        let before = server_commitment(first);
        let server = server.kill().await.start();
        for seat in &mut seats {
            seat.come_back(&server).await;
        }
        go_on(&mut seats, progress).await;
        assert!(seats.iter().all(|seat| server_commitment(seat) == before), "{progress:?}");
        let id = Uuid::new_v4();
        seats[1].act(&ClientMessage::Resign { id }).await.unwrap();
        let record = record(&server, &ada.room.code).await;
        let report = holds(&record, seats.iter());
        assert!(report.seats.iter().all(|seat| seat.entropy), "{progress:?}");
    }
}

/// Returns the attempt and the server's commitment.
fn server_commitment(seat: &Player) -> (u32, String) {
    let deal = &seat.room().fairness;
    (deal.attempt, deal.commitment.clone())
}

/// Waits until the room has handled all that this seat sent before.
async fn wait_until_handled(seat: &mut Player) {
    seat.send(&ClientMessage::Reveal { id: None, entropy: String::new() }).await;
    while !matches!(seat.next().await, protocol::ServerMessage::Error { .. }) {}
}

/// Has the seats do what they owe after a restart; what was durable is not asked for again.
async fn go_on(seats: &mut [Player; 2], progress: Progress) {
    let [first, second] = seats;
    if progress == Progress::OneCommitted {
        assert!(first.room().seats[0].ready && !first.room().seats[1].ready);
        second.commit(&ENTROPY[1]).await;
    }
    if progress < Progress::OneRevealed {
        first.reveal(&ENTROPY[0]).await;
    }
    if second.view.is_none() {
        second.reveal(&ENTROPY[1]).await;
    }
    for seat in seats {
        seat.until(|own| own.view.is_some() && own.room().state == RoomState::Running).await;
        let brought = &seat.room().fairness.seats;
        assert!(
            brought
                .iter()
                .zip(ENTROPY)
                .all(|(seat, own)| { seat.entropy.as_ref() == Some(&hex::encode(&own)) })
        );
    }
}
