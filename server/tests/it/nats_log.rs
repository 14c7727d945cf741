//! Events that only a store on NATS can meet: rows of others, rows that are gone, streams of others, other servers.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::{AtomicBool, Ordering};

use async_nats::jetstream::{self, stream};
use black_box::Nats;
use server::log::{
    self, Claim, LogError, MatchLog, NatsAddress, NatsError, NatsLog, NatsOptions, NatsReader,
    StoredRoom, WholeRoom,
};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The name of the store.
const NAME: &str = "other";

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn room(number: u128) -> StoredRoom {
    let code = format!("CODE{number}");
    StoredRoom { id: id(number), code, revision: 1, record: "{}".to_owned() }
}

fn address(nats: &Nats) -> NatsAddress {
    log::nats_address(&nats.url(NAME)).unwrap().unwrap()
}

fn options(nats: &Nats) -> NatsOptions {
    NatsOptions { replicas: 1, monitors: nats.monitors(), ..NatsOptions::default() }
}

async fn open(nats: &Nats) -> NatsLog {
    NatsLog::open(&address(nats), &options(nats)).await.unwrap()
}

/// A connection beside the store's.
async fn beside(nats: &Nats) -> jetstream::Context {
    jetstream::new(async_nats::connect(nats.at(0).to_string()).await.unwrap())
}

/// A store with two rooms, each with three rows.
async fn with_rows(nats: &Nats) -> NatsLog {
    let log = open(nats).await;
    for number in 1..3 {
        log.store_room(room(number)).await.unwrap();
        for seq in 0..3 {
            log.append(id(number), seq, format!("{number}/{seq}")).await.unwrap();
        }
    }
    log
}

#[tokio::test]
async fn a_row_of_somebody_else_costs_its_room_and_is_named() {
    let nats = Nats::start();
    let log = with_rows(&nats).await;
    let subject = format!("{NAME}.log.{}", id(1).simple());
    let context = beside(&nats).await;
    context.publish(subject, "3 of somebody else".into()).await.unwrap().await.unwrap();
    let refused = log.append(id(1), 3, "1/3".to_owned()).await;
    assert_eq!(refused, Err(LogError::Conflict), "somebody else was first");
    let damaged = LogError::Damaged(format!("row 3 of the log of room {}", id(1)));
    assert_eq!(log.read(id(1), 0).await, Err(damaged));
    assert_eq!(log.read(id(2), 0).await.unwrap().len(), 3, "the other room lives");
}

#[tokio::test]
async fn rows_that_are_gone_are_missed() {
    let nats = Nats::start();
    let log = with_rows(&nats).await;
    let subject = format!("{NAME}.log.{}", id(1).simple());
    let stream = beside(&nats).await.get_stream(format!("{NAME}-log")).await.unwrap();
    let first = stream.get_first_raw_message_by_subject(&subject, 1).await.unwrap().sequence;
    assert!(stream.delete_message(first + 1).await.is_err(), "no single row can be taken out");
    stream.purge().filter(&subject).keep(1).await.unwrap();
    let damaged = LogError::Damaged(format!("row 0 of the log of room {}", id(1)));
    assert_eq!(log.read(id(1), 0).await, Err(damaged));
    stream.purge().filter(&subject).await.unwrap();
    assert_eq!(log.append(id(1), 3, "1/3".to_owned()).await, Err(LogError::Conflict));
    assert_eq!(log.read(id(2), 0).await.unwrap().len(), 3, "the other room lives");
}

#[tokio::test]
async fn a_flipped_record_costs_its_room_which_can_still_be_deleted() {
    let nats = Nats::start();
    let log = with_rows(&nats).await;
    let subject = format!("{NAME}.doc.room.{}", id(1).simple());
    let context = beside(&nats).await;
    context.publish(subject, "not what was stored".into()).await.unwrap().await.unwrap();
    log.close().await.unwrap();
    let log = open(&nats).await;
    assert_eq!(log.rooms().await.unwrap(), [room(2)]);
    assert_eq!(log.wrecks(), 1);
    let damaged = LogError::Damaged(format!("the record of room {}", id(1)));
    assert_eq!(log.room(id(1)).await, Err(damaged));
    let same_code = StoredRoom { code: "CODE1".to_owned(), ..room(3) };
    assert_eq!(log.store_room(same_code.clone()).await, Err(LogError::Conflict), "it keeps it");
    let (room, code) = (id(1), "CODE1".to_owned());
    log.erase_room(log::Deletion { room, code, at_ms: 7 }).await.unwrap();
    log.store_room(same_code).await.unwrap();
    assert_eq!(log.rooms().await.unwrap().len(), 2);
    assert_eq!(log.wrecks(), 0);
}

#[tokio::test]
async fn the_note_of_a_deletion_stands_for_no_room_that_is_there() {
    let nats = Nats::start();
    let log = with_rows(&nats).await;
    let reader = NatsReader::open(&address(&nats), &options(&nats)).await.unwrap();
    for number in [1, 2] {
        let (room, code) = (id(number), format!("CODE{number}"));
        log.erase_room(log::Deletion { room, code, at_ms: 7 }).await.unwrap();
    }
    assert_eq!(reader.deletions().await.unwrap().len(), 2);
    // As it was stored by versions that kept the note.
    log.store_room(room(1)).await.unwrap();
    let data = ([0; 32], "{}".to_owned());
    let whole = WholeRoom { room: room(2), data, rows: vec!["2/0".to_owned()], heartbeat: None };
    log.store_whole(whole).await.unwrap();
    assert_eq!(reader.deletions().await.unwrap(), []);
    for number in [1, 2] {
        log.delete_room(id(number)).await.unwrap();
    }
    let left: Vec<_> = reader.deletions().await.unwrap().iter().map(|note| note.room).collect();
    assert_eq!(left, [id(1)], "the other one is forgotten");
}

#[tokio::test]
async fn the_operator_is_kept_away_until_the_last_server_is_closed() {
    let nats = Nats::start();
    let log = with_rows(&nats).await;
    let second = open(&nats).await;
    log.append(id(1), 3, "1/3".to_owned()).await.unwrap();
    log.close().await.unwrap();
    let refused = NatsLog::open_alone(&address(&nats), &options(&nats)).await.unwrap_err();
    assert!(matches!(refused, NatsError::InUse { .. }), "{refused}");
    assert_eq!(second.read(id(1), 0).await.unwrap().len(), 4);
    second.claim(id(1)).await.unwrap();
    second.append(id(1), 4, "1/4".to_owned()).await.unwrap();
    second.close().await.unwrap();
    let alone = NatsLog::open_alone(&address(&nats), &options(&nats)).await.unwrap();
    let closed = AtomicBool::new(false);
    let waiting = async {
        let third = open(&nats).await;
        assert!(closed.load(Ordering::Relaxed), "a server waits for the operator");
        third
    };
    let (third, ()) = tokio::join!(waiting, async {
        alone.append(id(1), 5, "1/5".to_owned()).await.unwrap();
        closed.store(true, Ordering::Relaxed);
        alone.close().await.unwrap();
    });
    assert_eq!(third.read(id(1), 0).await.unwrap().len(), 6);
}

#[tokio::test]
async fn a_room_is_claimed_once_it_is_given_up_and_its_log_reads_on() {
    let nats = Nats::start();
    let (first, second) = (with_rows(&nats).await, open(&nats).await);
    assert_eq!(second.claim(id(1)).await.unwrap(), Claim::Taken(first.run()));
    first.release(id(1)).await.unwrap();
    let claim = second.claim(id(1)).await.unwrap();
    assert!(matches!(&claim, Claim::Mine(stored, 1..) if *stored == room(1)), "{claim:?}");
    assert_eq!(second.read(id(1), 0).await.unwrap(), ["1/0", "1/1", "1/2"]);
    second.append(id(1), 3, "1/3".to_owned()).await.unwrap();
    let all = ["1/0", "1/1", "1/2", "1/3"];
    assert_eq!(second.read(id(1), 0).await.unwrap(), all, "the mark of the claim is no row");
    assert_eq!(second.read(id(1), 3).await.unwrap(), all[3..]);
    assert_eq!(second.claim(id(9)).await.unwrap(), Claim::Gone);
}

#[tokio::test]
async fn whoever_gave_a_room_up_writes_to_it_no_more_whatever_it_reads() {
    let nats = Nats::start();
    let (first, second) = (with_rows(&nats).await, open(&nats).await);
    let refused = async |log: &NatsLog, rows: u64| {
        let later = StoredRoom { revision: 2, ..room(1) };
        assert_eq!(log.store_room(later).await, Err(LogError::Conflict));
        assert_eq!(log.heartbeat(id(1), 7).await, Err(LogError::Conflict));
        assert_eq!(log.read(id(1), 0).await.unwrap().len() as u64, rows);
        let row = format!("1/{rows}");
        assert_eq!(log.append(id(1), rows, row).await, Err(LogError::Conflict));
    };
    refused(&second, 3).await;
    first.release(id(1)).await.unwrap();
    refused(&first, 3).await;
    refused(&second, 3).await;
    second.claim(id(1)).await.unwrap();
    refused(&first, 3).await;
    second.append(id(1), 3, "1/3".to_owned()).await.unwrap();
    refused(&first, 4).await;
    second.heartbeat(id(1), 8).await.unwrap();
    second.append(id(1), 4, "1/4".to_owned()).await.unwrap();
}

/// As of a server whose machine stood still, with its clocks, while others took its rooms.
#[tokio::test]
async fn whoever_lost_a_room_without_noticing_writes_nothing_after_the_claim() {
    let nats = Nats::start();
    let (first, second) = (with_rows(&nats).await, open(&nats).await);
    let context = beside(&nats).await;
    let subject = format!("{NAME}.log.{}", id(1).simple());
    let stream = context.get_stream(format!("{NAME}-log")).await.unwrap();
    let own = stream.get_last_raw_message_by_subject(&subject).await.unwrap();
    // The mark of a claim of room 1 by the second one: the form of a message, and that of a mark.
    let check = String::from_utf8(own.payload.to_vec()).unwrap();
    let check = check.lines().next().unwrap().rsplit(' ').next().unwrap().to_owned();
    let mark = claim_mark(&subject, second.run(), 3, &check);
    context.publish(subject, mark.into()).await.unwrap().await.unwrap();
    assert_eq!(first.read(id(1), 0).await.unwrap().len(), 3, "it reads past the mark");
    let late = first.append(id(1), 3, "1/3".to_owned()).await;
    assert_eq!(late, Err(LogError::Conflict));
}

/// Returns the message by which a run claims a room's log after so many rows.
fn claim_mark(subject: &str, run: Uuid, rows: u64, check: &str) -> String {
    let content = format!("claim {rows} {check}\n{run}");
    let write = Uuid::from_u64_pair(run.as_u64_pair().0, 1);
    let mut hasher = Sha256::new();
    hasher.update(b"entente store 1\0");
    hasher.update((subject.len() as u64).to_le_bytes());
    hasher.update(subject);
    hasher.update(write.as_bytes());
    hasher.update(&content);
    let seal = fairness::hex::encode(&hasher.finalize()[..16]);
    format!("entente-1 {} {seal}\n{content}", write.simple())
}

#[tokio::test]
async fn a_stream_that_is_set_up_in_another_way_is_refused_with_what_differs() {
    let nats = Nats::start();
    let wrong = stream::Config {
        name: format!("{NAME}-log"),
        subjects: vec![format!("{NAME}.log.>")],
        storage: stream::StorageType::Memory,
        ..stream::Config::default()
    };
    beside(&nats).await.create_stream(wrong).await.unwrap();
    let refused = NatsLog::open(&address(&nats), &options(&nats)).await.unwrap_err();
    let said = refused.to_string();
    assert!(said.contains("the stream other-log has storage Memory, it must be File"), "{said}");
}

#[tokio::test]
async fn a_full_stream_refuses_and_takes_again_once_there_is_room() {
    let nats = Nats::start();
    let log = with_rows(&nats).await;
    let context = beside(&nats).await;
    let info = context.get_stream(format!("{NAME}-log")).await.unwrap().cached_info().clone();
    let bounded = |bytes: i64| stream::Config { max_bytes: bytes, ..info.config.clone() };
    context.update_stream(bounded(info.state.bytes.cast_signed())).await.unwrap();
    assert_eq!(log.append(id(1), 3, "1/3".to_owned()).await, Err(LogError::Full));
    assert_eq!(log.read(id(1), 0).await.unwrap().len(), 3);
    context.update_stream(bounded(-1)).await.unwrap();
    log.append(id(1), 3, "1/3".to_owned()).await.unwrap();
    assert_eq!(log.read(id(1), 0).await.unwrap().len(), 4);
}
