//! The contract of [`MatchLog`], run on every store: what rooms may rely on, whatever is below.
//!
//! A new store adds its name at the end of this file, and a function that makes an empty one.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::collections::BTreeSet;
use std::sync::Arc;

use black_box::Nats;
use server::log::{self, LogError, MatchLog, NatsLog, NatsOptions, OwnKey, StoredRoom, WholeRoom};
use tempfile::TempDir;
use uuid::Uuid;

/// A store, and what lives as long.
struct Fixture {
    log: Arc<dyn MatchLog>,
    _folder: Option<TempDir>,
    _nats: Option<Nats>,
}

impl Fixture {
    fn of(log: Arc<dyn MatchLog>) -> Self {
        Self { log, _folder: None, _nats: None }
    }
}

async fn memory() -> Fixture {
    Fixture::of(log::open("memory:").unwrap())
}

async fn sqlite() -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("entente.db").display());
    Fixture { _folder: Some(folder), ..Fixture::of(log::open(&url).unwrap()) }
}

/// On one NATS server; or on a cluster, of which the node that leads the rows dies once the store is
/// open. Until another one leads, writes are refused, and nothing is written.
async fn nats() -> Fixture {
    let mut nats = Nats::as_asked();
    let options =
        NatsOptions { replicas: nats.count(), monitors: nats.monitors(), ..NatsOptions::default() };
    let address = log::nats_address(&nats.url("contract")).unwrap().unwrap();
    let log = NatsLog::open(&address, &options).await.unwrap();
    if nats.count() > 1 {
        let leader = nats.leader("contract-log").expect("somebody leads");
        nats.kill(leader);
        while let Err(refused) = log.store_room(room(u128::MAX, 1)).await {
            assert!(matches!(refused, LogError::Unavailable(_)), "{refused}");
            tokio::task::yield_now().await;
        }
        while let Err(refused) = log.append(id(u128::MAX), 0, String::new()).await {
            assert!(matches!(refused, LogError::Unavailable(_)), "{refused}");
            tokio::task::yield_now().await;
        }
        until_renewed(&nats, log.run()).await;
        log.delete_room(id(u128::MAX)).await.unwrap();
    }
    Fixture { _nats: Some(nats), ..Fixture::of(Arc::new(log)) }
}

/// Waits until this use of the store has twice written its document again: then it knows that it is
/// answered.
async fn until_renewed(nats: &Nats, run: Uuid) {
    let servers: Vec<String> = (0..nats.count()).map(|node| nats.at(node).to_string()).collect();
    let context = async_nats::jetstream::new(async_nats::connect(servers).await.unwrap());
    let stream = context.get_stream("contract-doc").await.unwrap();
    let document = format!("contract.doc.node.{}", run.simple());
    let mut seen = BTreeSet::new();
    while seen.len() < 3 {
        let renewed = stream.get_last_raw_message_by_subject(&document).await;
        seen.extend(renewed.ok().map(|document| document.sequence));
    }
}

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn room(number: u128, revision: u64) -> StoredRoom {
    StoredRoom {
        id: id(number),
        code: format!("CODE{number}"),
        revision,
        record: format!("{{\"room\":{number},\"revision\":{revision}}}"),
    }
}

async fn with_rooms(log: &dyn MatchLog, numbers: std::ops::Range<u128>) {
    for number in numbers {
        log.store_room(room(number, 1)).await.unwrap();
    }
}

async fn a_room_is_created_once_and_changed_in_order(log: Arc<dyn MatchLog>) {
    assert_eq!(log.rooms().await.unwrap(), []);
    assert_eq!(log.store_room(room(1, 0)).await, Err(LogError::Conflict));
    assert_eq!(log.store_room(room(1, 2)).await, Err(LogError::Conflict), "nothing to follow");
    log.store_room(room(1, 1)).await.unwrap();
    assert_eq!(log.store_room(room(1, 1)).await, Err(LogError::Conflict), "it exists");
    log.store_room(room(1, 2)).await.unwrap();
    log.store_room(room(1, 3)).await.unwrap();
    for revision in [0, 1, 2, 3, 5, u64::MAX] {
        assert_eq!(log.store_room(room(1, revision)).await, Err(LogError::Conflict), "{revision}");
    }
    assert_eq!(log.rooms().await.unwrap(), [room(1, 3)]);
}

async fn a_room_is_read_by_its_id(log: Arc<dyn MatchLog>) {
    with_rooms(&*log, 1..4).await;
    log.store_room(room(2, 2)).await.unwrap();
    assert_eq!(log.room(id(2)).await, Ok(Some(room(2, 2))), "as it was stored last");
    assert_eq!(log.room(id(4)).await, Ok(None));
    log.delete_room(id(2)).await.unwrap();
    assert_eq!(log.room(id(2)).await, Ok(None));
    assert_eq!(log.room(id(3)).await, Ok(Some(room(3, 1))));
}

async fn rooms_come_in_the_order_of_their_ids(log: Arc<dyn MatchLog>) {
    let numbers = [3, u128::MAX, 1, 1 << 127, 2];
    for number in numbers {
        log.store_room(room(number, 1)).await.unwrap();
    }
    let mut expected = numbers.map(id);
    expected.sort();
    let found: Vec<Uuid> = log.rooms().await.unwrap().iter().map(|room| room.id).collect();
    assert_eq!(found, expected);
}

async fn no_two_rooms_have_a_code(log: Arc<dyn MatchLog>) {
    let coded = |number, revision, code: &str| {
        let code = code.to_owned();
        StoredRoom { code, ..room(number, revision) }
    };
    log.store_room(coded(1, 1, "AAA")).await.unwrap();
    assert_eq!(log.store_room(coded(2, 1, "AAA")).await, Err(LogError::Conflict));
    log.store_room(coded(2, 1, "BBB")).await.unwrap();
    assert_eq!(log.store_room(coded(2, 2, "AAA")).await, Err(LogError::Conflict));
    assert_eq!(log.rooms().await.unwrap(), [coded(1, 1, "AAA"), coded(2, 1, "BBB")]);
    log.store_room(coded(2, 2, "CCC")).await.unwrap();
    log.store_room(coded(3, 1, "BBB")).await.unwrap();
    log.delete_room(id(1)).await.unwrap();
    log.store_room(coded(4, 1, "AAA")).await.unwrap();
}

async fn rows_are_appended_one_after_the_other(log: Arc<dyn MatchLog>) {
    with_rooms(&*log, 1..3).await;
    let append = |seq, text: &str| log.append(id(1), seq, text.to_owned());
    assert_eq!(append(1, "gap").await, Err(LogError::Conflict), "there is no header yet");
    append(0, "header").await.unwrap();
    assert_eq!(append(0, "header").await, Err(LogError::Conflict), "even the same");
    append(1, "one").await.unwrap();
    for seq in [0, 1, 3, u64::MAX] {
        assert_eq!(append(seq, "x").await, Err(LogError::Conflict), "{seq}");
    }
    append(2, "two").await.unwrap();
    assert_eq!(log.read(id(1), 0).await.unwrap(), ["header", "one", "two"]);
    assert_eq!(log.read(id(2), 0).await.unwrap(), [""; 0], "the other room has its own log");
}

async fn a_room_with_its_log_is_stored_at_once_or_not_at_all(log: Arc<dyn MatchLog>) {
    let whole = |number, revision, code: &str| WholeRoom {
        room: StoredRoom { code: code.to_owned(), ..room(number, revision) },
        data: ([7; 32], "{}".to_owned()),
        rows: vec!["header".to_owned(), "one".to_owned()],
        heartbeat: Some(5),
    };
    log.store_whole(whole(1, 4, "AAA")).await.unwrap();
    for again in [whole(1, 5, "AAA"), whole(1, 5, "BBB"), whole(2, 1, "AAA")] {
        assert_eq!(log.store_whole(again.clone()).await, Err(LogError::Conflict), "{again:?}");
    }
    assert_eq!(log.rooms().await.unwrap(), [whole(1, 4, "AAA").room]);
    assert_eq!(log.read(id(1), 0).await.unwrap(), ["header", "one"]);
    assert_eq!(log.read(id(2), 0).await.unwrap(), [""; 0]);
    assert_eq!(log.last_heartbeat(id(1)).await, Ok(Some(5)));
    assert_eq!(log.data([7; 32]).await.unwrap().as_deref(), Some("{}"));
    // From there on it is a room like any other.
    log.append(id(1), 2, "two".to_owned()).await.unwrap();
    let next = StoredRoom { code: "AAA".to_owned(), ..room(1, 5) };
    log.store_room(next).await.unwrap();
}

async fn an_unknown_room_is_distinguished(log: Arc<dyn MatchLog>) {
    for seq in [0, 1, u64::MAX] {
        let appended = log.append(id(9), seq, "x".to_owned()).await;
        assert_eq!(appended, Err(LogError::Unknown), "{seq}");
    }
    assert_eq!(log.heartbeat(id(9), 1).await, Err(LogError::Unknown));
    assert_eq!(log.last_heartbeat(id(9)).await, Ok(None));
    assert_eq!(log.read(id(9), 0).await, Ok(Vec::new()));
    assert_eq!(log.delete_room(id(9)).await, Ok(()));
}

async fn a_log_is_read_from_any_row(log: Arc<dyn MatchLog>) {
    with_rooms(&*log, 1..2).await;
    let rows: Vec<String> = (0..20).map(|seq| format!("row {seq} \u{1f3b2}\n\"\0\"")).collect();
    for (seq, row) in (0..).zip(&rows) {
        log.append(id(1), seq, row.clone()).await.unwrap();
    }
    for from in 0..=20 {
        assert_eq!(log.read(id(1), from as u64).await.unwrap(), rows[from..]);
    }
    assert_eq!(log.read(id(1), 21).await.unwrap(), [""; 0]);
    assert_eq!(log.read(id(1), u64::MAX).await.unwrap(), [""; 0]);
}

async fn long_rows_come_back_whole(log: Arc<dyn MatchLog>) {
    with_rooms(&*log, 1..2).await;
    let large = "x\u{e9}".repeat(200_000);
    log.append(id(1), 0, large.clone()).await.unwrap();
    log.append(id(1), 1, String::new()).await.unwrap();
    assert_eq!(log.read(id(1), 0).await.unwrap(), [large, String::new()]);
}

async fn a_log_among_others_is_read_whole_however_long(log: Arc<dyn MatchLog>) {
    const LENGTHS: [u64; 5] = [1, 2, 9, 40, 100];
    with_rooms(&*log, 0..LENGTHS.len() as u128).await;
    let text = |number: usize, seq: u64| format!("row {seq} of {number}");
    for seq in 0..100 {
        for (number, _) in LENGTHS.iter().enumerate().filter(|(_, length)| seq < **length) {
            log.append(id(number as u128), seq, text(number, seq)).await.unwrap();
        }
    }
    for (number, length) in LENGTHS.into_iter().enumerate() {
        let rows: Vec<String> = (0..length).map(|seq| text(number, seq)).collect();
        for from in [0, 1, length / 2, length - 1, length] {
            let found = log.read(id(number as u128), from).await.unwrap();
            let expected = rows.get(usize::try_from(from).unwrap()..).unwrap_or_default();
            assert_eq!(found, expected, "{length} rows from {from} on");
        }
    }
}

async fn a_deleted_room_leaves_nothing(log: Arc<dyn MatchLog>) {
    with_rooms(&*log, 1..3).await;
    for number in [1, 2] {
        log.append(id(number), 0, format!("header {number}")).await.unwrap();
        log.heartbeat(id(number), 7).await.unwrap();
    }
    log.delete_room(id(1)).await.unwrap();
    log.delete_room(id(1)).await.unwrap();
    assert_eq!(log.rooms().await.unwrap(), [room(2, 1)]);
    assert_eq!(log.read(id(1), 0).await.unwrap(), [""; 0]);
    assert_eq!(log.last_heartbeat(id(1)).await.unwrap(), None);
    assert_eq!(log.append(id(1), 1, "x".to_owned()).await, Err(LogError::Unknown));
    assert_eq!(log.read(id(2), 0).await.unwrap(), ["header 2"]);
    log.store_room(room(1, 1)).await.unwrap();
    assert_eq!(log.read(id(1), 0).await.unwrap(), [""; 0], "a new room begins without a log");
    log.append(id(1), 0, "again".to_owned()).await.unwrap();
}

async fn the_newest_heartbeat_counts(log: Arc<dyn MatchLog>) {
    with_rooms(&*log, 1..3).await;
    assert_eq!(log.last_heartbeat(id(1)).await.unwrap(), None);
    for at_ms in [0, 2_000, 86_400_000_000] {
        log.heartbeat(id(1), at_ms).await.unwrap();
        assert_eq!(log.last_heartbeat(id(1)).await.unwrap(), Some(at_ms));
    }
    assert_eq!(log.last_heartbeat(id(2)).await.unwrap(), None);
}

async fn data_are_kept_by_digest(log: Arc<dyn MatchLog>) {
    assert_eq!(log.data([7; 32]).await.unwrap(), None);
    for _ in 0..2 {
        log.store_data([7; 32], "{\"seven\":7}".to_owned()).await.unwrap();
    }
    log.store_data([8; 32], "{}".to_owned()).await.unwrap();
    assert_eq!(log.data([7; 32]).await.unwrap().as_deref(), Some("{\"seven\":7}"));
    assert_eq!(log.data([8; 32]).await.unwrap().as_deref(), Some("{}"));
}

async fn keys_are_kept_by_name(log: Arc<dyn MatchLog>) {
    let key = |name, secret: &[u8]| OwnKey { name, secret: secret.to_vec() };
    assert_eq!(log.key("a").await.unwrap(), None);
    log.store_key(key("a", &[0, 255, 1])).await.unwrap();
    log.store_key(key("b", &[2])).await.unwrap();
    assert_eq!(log.key("a").await.unwrap(), Some(key("a", &[0, 255, 1])));
    log.store_key(key("a", &[3])).await.unwrap();
    assert_eq!(log.key("a").await.unwrap(), Some(key("a", &[3])), "the newest counts");
    assert_eq!(log.key("b").await.unwrap(), Some(key("b", &[2])));
    assert!(!format!("{:?}", key("b", &[77])).contains("77"), "it is not written into logs");
}

async fn many_rooms_are_appended_to_at_once(log: Arc<dyn MatchLog>) {
    const ROOMS: u128 = 40;
    const ROWS: u64 = 25;
    with_rooms(&*log, 0..ROOMS).await;
    let writing = (0..ROOMS).map(|number| {
        let log = log.clone();
        tokio::spawn(async move {
            for seq in 0..ROWS {
                log.append(id(number), seq, format!("{number}/{seq}")).await.unwrap();
                if seq % 10 == 0 {
                    let read = log.read(id(number), seq).await.unwrap();
                    assert_eq!(read, [format!("{number}/{seq}")], "a write is read at once");
                    log.heartbeat(id(number), seq).await.unwrap();
                }
            }
        })
    });
    for task in writing.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    for number in 0..ROOMS {
        let expected: Vec<String> = (0..ROWS).map(|seq| format!("{number}/{seq}")).collect();
        assert_eq!(log.read(id(number), 0).await.unwrap(), expected);
    }
}

async fn of_two_writers_exactly_one_wins(log: Arc<dyn MatchLog>) {
    const ROWS: u64 = 100;
    with_rooms(&*log, 1..2).await;
    for seq in 0..ROWS {
        let race = |writer: usize| {
            let log = log.clone();
            tokio::spawn(async move { log.append(id(1), seq, format!("{writer}/{seq}")).await })
        };
        let racing = [race(0), race(1)];
        let mut won = None;
        for (writer, result) in racing.into_iter().enumerate() {
            match result.await.unwrap() {
                Ok(()) => assert_eq!(won.replace(writer), None, "both won row {seq}"),
                Err(error) => assert_eq!(error, LogError::Conflict),
            }
        }
        let winner = won.expect("one of them wins");
        assert_eq!(log.read(id(1), seq).await.unwrap(), [format!("{winner}/{seq}")]);
    }
    assert_eq!(log.read(id(1), 0).await.unwrap().len() as u64, ROWS);
}

async fn a_conflict_fails_nobody_else(log: Arc<dyn MatchLog>) {
    with_rooms(&*log, 0..100).await;
    let appending = (0..100).map(|number| {
        let log = log.clone();
        // Every third one is wrong.
        let seq = u64::from(number % 3 == 0);
        tokio::spawn(async move { log.append(id(number), seq, "x".to_owned()).await })
    });
    for (number, task) in appending.collect::<Vec<_>>().into_iter().enumerate() {
        let expected = if number % 3 == 0 { Err(LogError::Conflict) } else { Ok(()) };
        assert_eq!(task.await.unwrap(), expected, "room {number}");
    }
}

async fn a_closed_store_refuses_everything(log: Arc<dyn MatchLog>) {
    with_rooms(&*log, 1..2).await;
    log.writable().await.unwrap();
    log.close().await.unwrap();
    let closed = || LogError::Unavailable("the store is closed".to_owned());
    assert_eq!(log.store_room(room(1, 2)).await, Err(closed()));
    assert_eq!(log.rooms().await, Err(closed()));
    assert_eq!(log.room(id(1)).await, Err(closed()));
    assert_eq!(log.delete_room(id(1)).await, Err(closed()));
    assert_eq!(log.append(id(1), 0, String::new()).await, Err(closed()));
    assert_eq!(log.read(id(1), 0).await, Err(closed()));
    assert_eq!(log.heartbeat(id(1), 0).await, Err(closed()));
    assert_eq!(log.last_heartbeat(id(1)).await, Err(closed()));
    assert_eq!(log.store_data([0; 32], String::new()).await, Err(closed()));
    assert_eq!(log.data([0; 32]).await, Err(closed()));
    assert_eq!(log.writable().await, Err(closed()));
    assert_eq!(log.close().await, Ok(()));
    tokio::select! {
        biased;
        reason = log.failed() => panic!("closing is no failure: {reason}"),
        () = tokio::task::yield_now() => {}
    }
}

async fn whoever_closes_waits_for_what_is_queued(log: Arc<dyn MatchLog>) {
    with_rooms(&*log, 0..50).await;
    let appending: Vec<_> = (0..50)
        .map(|number| {
            let log = log.clone();
            tokio::spawn(async move { log.append(id(number), 0, "x".to_owned()).await })
        })
        .collect();
    let (first, second) = tokio::join!(log.close(), log.close());
    assert_eq!((first, second), (Ok(()), Ok(())));
    for task in appending {
        // Each one came before the end or after it, and knows which.
        match task.await.unwrap() {
            Ok(()) | Err(LogError::Unavailable(_)) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
}

/// One module of tests for a store.
macro_rules! contract {
    ($store:ident: $($name:ident)*) => {
        mod $store {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    let fixture = super::$store().await;
                    super::$name(fixture.log.clone()).await;
                    fixture.log.close().await.unwrap();
                }
            )*
        }
    };
}

/// Every test for each store.
macro_rules! contracts {
    ($($store:ident)*) => {
        $(contract! { $store:
            a_room_is_created_once_and_changed_in_order
            a_room_is_read_by_its_id
            rooms_come_in_the_order_of_their_ids
            no_two_rooms_have_a_code
            rows_are_appended_one_after_the_other
            a_room_with_its_log_is_stored_at_once_or_not_at_all
            an_unknown_room_is_distinguished
            a_log_is_read_from_any_row
            a_log_among_others_is_read_whole_however_long
            long_rows_come_back_whole
            a_deleted_room_leaves_nothing
            the_newest_heartbeat_counts
            data_are_kept_by_digest
            keys_are_kept_by_name
            many_rooms_are_appended_to_at_once
            of_two_writers_exactly_one_wins
            a_conflict_fails_nobody_else
            a_closed_store_refuses_everything
            whoever_closes_waits_for_what_is_queued
        })*
    };
}

contracts! { memory sqlite nats }
