//! Promises of the store in a SQLite file alone: durability, refusals to open, damage, a full disk.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::FutureExt;
use rusqlite::Connection;
use server::log::{CHECKED_FIRST_BYTES, LogError, MatchLog, OpenError, SqliteLog, StoredRoom};
use tempfile::TempDir;
use uuid::Uuid;

/// SQLite's pages, in bytes.
const PAGE: u32 = 4096;

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("entente.db");
    (folder, path)
}

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn room(number: u128) -> StoredRoom {
    let record = format!("{{\"number\":{number}}}");
    StoredRoom { id: id(number), code: format!("CODE{number}"), revision: 1, record }
}

/// Rooms 1 and 2 with three rows each, a heartbeat and data.
async fn filled(path: &Path) -> SqliteLog {
    let log = SqliteLog::open(path).unwrap();
    for number in [1, 2] {
        log.store_room(room(number)).await.unwrap();
        for seq in 0..3 {
            log.append(id(number), seq, format!("room {number} row {seq}")).await.unwrap();
        }
    }
    log.heartbeat(id(1), 12_345).await.unwrap();
    log.store_data([5; 32], "{\"map\":1}".to_owned()).await.unwrap();
    log
}

async fn assert_filled(log: &SqliteLog) {
    assert_eq!(log.rooms().await.unwrap(), [room(1), room(2)]);
    for number in [1, 2] {
        let rows = log.read(id(number), 0).await.unwrap();
        let expected: Vec<String> = (0..3).map(|seq| format!("room {number} row {seq}")).collect();
        assert_eq!(rows, expected);
    }
    assert_eq!(log.last_heartbeat(id(1)).await.unwrap(), Some(12_345));
    assert_eq!(log.data([5; 32]).await.unwrap().as_deref(), Some("{\"map\":1}"));
}

/// Everything in the folder but the lock, which whoever asks has to create.
fn contents(folder: &TempDir) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_none_or(|extension| extension != "lock"));
    files.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// The refusal to open, after which the folder is as it was.
fn refused(folder: &TempDir, path: &Path) -> OpenError {
    let before = contents(folder);
    let error = SqliteLog::open(path).expect_err("it should be refused");
    assert_eq!(contents(folder), before, "after {error}");
    error
}

/// Changes the closed database behind the server's back.
fn tamper(path: &Path, sql: &str) {
    let db = Connection::open(path).unwrap();
    db.execute_batch(sql).unwrap();
    db.close().unwrap();
}

#[tokio::test]
async fn everything_is_there_after_closing_and_opening() {
    let (_folder, path) = folder();
    filled(&path).await.close().await.unwrap();
    for _ in 0..2 {
        let log = SqliteLog::open(&path).unwrap();
        assert_filled(&log).await;
        log.close().await.unwrap();
        let wal = fs::metadata(path.with_extension("db-wal")).map_or(0, |found| found.len());
        assert_eq!(wal, 0, "the file is whole by itself");
    }
}

#[tokio::test]
async fn everything_acknowledged_is_there_after_a_stop_without_warning() {
    let (folder, path) = folder();
    let log = filled(&path).await;
    let killed = folder.path().join("killed.db");
    fs::copy(&path, &killed).unwrap();
    fs::copy(path.with_extension("db-wal"), killed.with_extension("db-wal")).unwrap();
    let found = SqliteLog::open(&killed).unwrap();
    assert_filled(&found).await;
    found.append(id(1), 3, "and on".to_owned()).await.unwrap();
    found.close().await.unwrap();
    log.close().await.unwrap();
}

#[tokio::test]
async fn a_second_opener_is_refused_until_the_first_has_closed() {
    let (folder, path) = folder();
    let log = filled(&path).await;
    let error = SqliteLog::open(&path).unwrap_err();
    assert!(matches!(error, OpenError::Locked { .. }), "{error}");
    assert!(error.to_string().contains("in use by another process"), "{error}");
    let link = folder.path().join("link.db");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let error = SqliteLog::open(&link).unwrap_err();
    assert!(matches!(error, OpenError::Locked { .. }), "by another name: {error}");
    assert_filled(&log).await;
    log.close().await.unwrap();
    SqliteLog::open(&path).unwrap().close().await.unwrap();
    drop(folder);
}

#[tokio::test]
async fn a_newer_database_is_refused_and_left_alone() {
    let (folder, path) = folder();
    filled(&path).await.close().await.unwrap();
    tamper(&path, "PRAGMA user_version = 4000");
    let error = refused(&folder, &path);
    assert!(matches!(error, OpenError::Newer { found: 4000, known: 3, .. }), "{error}");
    assert!(error.to_string().contains("start a newer server"), "{error}");
}

#[tokio::test]
async fn a_damaged_database_is_refused_and_left_alone() {
    let (folder, path) = folder();
    let log = filled(&path).await;
    for seq in 3..300 {
        log.append(id(1), seq, format!("{seq}").repeat(50)).await.unwrap();
    }
    log.close().await.unwrap();
    let sound = fs::read(&path).unwrap();
    let page_bytes = PAGE as usize;
    let pages = sound.len() / page_bytes;
    assert!(pages > 10, "{pages}");
    let mut refusals = 0;
    for page in 1..pages {
        // The head of each page but the first: its kind, and where its cells are.
        let mut damaged = sound.clone();
        damaged[page * page_bytes..][..8].fill(0xff);
        fs::write(&path, &damaged).unwrap();
        let error = refused(&folder, &path);
        assert!(matches!(error, OpenError::Damaged { .. }), "page {page}: {error}");
        refusals += 1;
    }
    assert_eq!(refusals, pages - 1);
    fs::write(&path, &sound[..sound.len() - page_bytes]).unwrap();
    let error = refused(&folder, &path);
    assert!(error.to_string().contains("damaged, restore a backup"), "{error}");
    fs::write(&path, &sound).unwrap();
    SqliteLog::open(&path).unwrap().close().await.unwrap();
}

/// Stores so much that the check does not hold up a start.
async fn fill_up(log: &SqliteLog) {
    let megabyte = "0123456789abcdef".repeat(64 * 1024);
    for number in 0..=CHECKED_FIRST_BYTES / (1024 * 1024) {
        log.store_data([number as u8; 32], megabyte.clone()).await.unwrap();
    }
}

#[tokio::test]
async fn a_large_database_is_checked_while_it_is_used() {
    let (_folder, path) = folder();
    let log = filled(&path).await;
    fill_up(&log).await;
    log.close().await.unwrap();
    // Sound: it may be used, and closed before the check is through.
    let log = SqliteLog::open(&path).unwrap();
    log.append(id(1), 3, "room 1 row 3".to_owned()).await.unwrap();
    log.close().await.unwrap();
    assert!(!path.with_extension("db-wal").exists(), "nobody has kept the file open");
    // A page in the middle of a long text begins with the number of the next one.
    let mut damaged = fs::read(&path).unwrap();
    let middle = damaged.len() / 2 / PAGE as usize * PAGE as usize;
    damaged[middle..][..4].fill(0xff);
    fs::write(&path, &damaged).unwrap();
    let log = SqliteLog::open(&path).unwrap();
    assert_eq!(log.read(id(1), 0).await.unwrap().len(), 4, "it is used meanwhile");
    let reason = log.failed().await;
    assert!(reason.contains("damaged, restore a backup"), "{reason}");
    let write = log.append(id(1), 4, String::new()).now_or_never();
    assert_eq!(write, None, "whether it is lost nobody can know");
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_left_alone() {
    let (folder, path) = folder();
    for content in ["", "SQLite", "SQLite format 3\0", &"this is a diary\n".repeat(1000)] {
        fs::write(&path, content).unwrap();
        let error = refused(&folder, &path);
        assert!(matches!(error, OpenError::NotADatabase { .. }), "{content:.20}: {error}");
    }
    fs::remove_file(&path).unwrap();
    tamper(&path, "CREATE TABLE diary (day TEXT); PRAGMA user_version = 1;");
    let error = refused(&folder, &path);
    assert!(matches!(error, OpenError::Foreign { .. }), "{error}");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let error = SqliteLog::open(&path).unwrap_err();
    assert!(matches!(error, OpenError::Io { .. }), "{error}");
    let error = SqliteLog::open(&folder.path().join("nowhere/entente.db")).unwrap_err();
    assert!(error.to_string().contains("folder"), "{error}");
}

#[tokio::test]
async fn a_write_ahead_log_without_its_database_is_not_thrown_away() {
    let (folder, path) = folder();
    let log = filled(&path).await;
    let moved = folder.path().join("moved.db");
    fs::copy(path.with_extension("db-wal"), moved.with_extension("db-wal")).unwrap();
    let error = SqliteLog::open(&moved).unwrap_err();
    assert!(matches!(error, OpenError::Missing { .. }), "{error}");
    assert!(!moved.exists());
    log.close().await.unwrap();
}

#[tokio::test]
async fn only_the_owner_may_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, path) = folder();
    let log = filled(&path).await;
    let mut files = 0;
    for file in fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
        let mode = file.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", file.path().display());
        files += 1;
    }
    assert_eq!(files, 4, "database, write-ahead log, shared memory, lock");
    log.close().await.unwrap();
}

#[tokio::test]
async fn the_file_says_what_it_is() {
    let (_folder, path) = folder();
    filled(&path).await.close().await.unwrap();
    let db = Connection::open(&path).unwrap();
    let pragma = |name| db.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(pragma("user_version"), 3);
    assert_eq!(pragma("auto_vacuum"), 2, "it gives free pages back");
    assert_eq!(pragma("application_id"), i64::from(u32::from_be_bytes(*b"Ente")));
    assert_eq!(pragma("page_size"), i64::from(PAGE));
}

#[tokio::test]
async fn a_damaged_row_costs_its_own_room_only() {
    let (_folder, path) = folder();
    filled(&path).await.close().await.unwrap();
    tamper(
        &path,
        "UPDATE entries SET body = 'room 1 row 7' WHERE room = x'00000000000000000000000000000001' AND seq = 1",
    );
    let log = SqliteLog::open(&path).unwrap();
    let Err(LogError::Damaged(what)) = log.read(id(1), 0).await else { panic!("not noticed") };
    assert_eq!(what, format!("row 1 of the log of room {}", id(1)));
    assert_eq!(log.read(id(1), 2).await.unwrap(), ["room 1 row 2"]);
    assert_eq!(log.read(id(2), 0).await.unwrap().len(), 3);
    log.close().await.unwrap();
}

#[tokio::test]
async fn every_kind_of_damage_inside_a_room_is_noticed() {
    const ONE: &str = "= x'00000000000000000000000000000001'";
    let changes = [
        format!("DELETE FROM entries WHERE room {ONE} AND seq = 1"),
        format!("UPDATE entries SET body = CAST(x'ff' AS TEXT) WHERE room {ONE} AND seq = 0"),
        format!("UPDATE entries SET checksum = checksum + 1 WHERE room {ONE} AND seq = 2"),
        format!(
            "UPDATE entries SET seq = -1 - seq WHERE room {ONE}; UPDATE entries SET seq = 3 + seq WHERE room {ONE}"
        ),
        format!(
            "UPDATE entries SET body = (SELECT body FROM entries WHERE seq = 0), checksum = (SELECT checksum FROM entries WHERE seq = 0) WHERE room {ONE} AND seq = 1"
        ),
    ];
    for change in changes {
        let (_folder, path) = folder();
        filled(&path).await.close().await.unwrap();
        tamper(&path, &change);
        let log = SqliteLog::open(&path).unwrap();
        let read = log.read(id(1), 0).await;
        assert!(matches!(read, Err(LogError::Damaged(_))), "{change}: {read:?}");
        assert_eq!(log.read(id(2), 0).await.unwrap().len(), 3);
        log.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_last_row_whose_key_is_damaged_is_missed() {
    let (folder, path) = folder();
    filled(&path).await.close().await.unwrap();
    // Still in order, and of a room that is not there: the log of room 1 would merely be shorter.
    tamper(
        &path,
        "PRAGMA foreign_keys = OFF;
         UPDATE entries SET room = x'00000000000000000000000000000001ff'
         WHERE room = x'00000000000000000000000000000001' AND seq = 2",
    );
    let error = refused(&folder, &path);
    assert!(error.to_string().contains("1 rows belong to no room"), "{error}");
}

#[tokio::test]
async fn a_damaged_record_keeps_its_room_out_and_the_others_in() {
    let (_folder, path) = folder();
    filled(&path).await.close().await.unwrap();
    tamper(
        &path,
        "UPDATE rooms SET record = '{}' WHERE code = 'CODE1'; UPDATE heartbeats SET at_ms = at_ms + 1;",
    );
    let log = SqliteLog::open(&path).unwrap();
    assert_eq!(log.rooms().await.unwrap(), [room(2)]);
    assert!(matches!(log.last_heartbeat(id(1)).await, Err(LogError::Damaged(_))));
    let taken = StoredRoom { code: "CODE1".to_owned(), ..room(3) };
    assert_eq!(log.store_room(taken).await, Err(LogError::Conflict), "its code stays its own");
    log.close().await.unwrap();
}

#[tokio::test]
async fn storing_component_data_again_repairs_them() {
    let (_folder, path) = folder();
    filled(&path).await.close().await.unwrap();
    tamper(&path, "UPDATE data SET canonical = '{\"map\":2}'");
    let log = SqliteLog::open(&path).unwrap();
    assert!(matches!(log.data([5; 32]).await, Err(LogError::Damaged(_))));
    log.store_data([5; 32], "{\"map\":1}".to_owned()).await.unwrap();
    assert_filled(&log).await;
    log.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_and_goes_on_when_there_is_room() {
    let (_folder, path) = folder();
    let log = Arc::new(filled(&path).await);
    log.writable().await.unwrap();
    log.limit_pages(Some(1)).await.unwrap();
    let large = "x".repeat(100_000);
    let mut full = Vec::new();
    for number in [1, 2] {
        let (log, large) = (log.clone(), large.clone());
        full.push(tokio::spawn(async move { log.append(id(number), 3, large).await }));
    }
    for task in full {
        assert_eq!(task.await.unwrap(), Err(LogError::Full));
    }
    assert_eq!(log.writable().await, Err(LogError::Full));
    assert_filled(&log).await;
    tokio::select! {
        biased;
        reason = log.failed() => panic!("a full disk is no failure: {reason}"),
        () = tokio::task::yield_now() => {}
    }
    log.limit_pages(None).await.unwrap();
    log.writable().await.unwrap();
    log.append(id(1), 3, large.clone()).await.unwrap();
    log.close().await.unwrap();
    let log = SqliteLog::open(&path).unwrap();
    assert_eq!(log.read(id(1), 3).await.unwrap(), [large]);
    assert_eq!(log.read(id(2), 0).await.unwrap().len(), 3);
    log.close().await.unwrap();
}

#[tokio::test]
async fn the_write_ahead_log_does_not_grow_without_end() {
    const ROWS: u64 = 400;
    // Checkpoints are due every 1000 pages, and the group that makes one due may be large.
    const BOUND: u64 = 2000 * (PAGE as u64);
    let (_folder, path) = folder();
    let log = filled(&path).await;
    let body = "y".repeat(16 * PAGE as usize);
    for seq in 3..ROWS {
        log.append(id(1), seq, body.clone()).await.unwrap();
    }
    let database = fs::metadata(&path).unwrap().len();
    let wal = fs::metadata(path.with_extension("db-wal")).unwrap().len();
    assert!(database > BOUND, "the test must write more than may wait: {database}");
    assert!(wal < BOUND, "{wal}");
    log.close().await.unwrap();
}

#[tokio::test]
async fn the_file_shrinks_when_rooms_go() {
    let (_folder, path) = folder();
    let log = filled(&path).await;
    for seq in 3..200 {
        log.append(id(1), seq, "z".repeat(16 * PAGE as usize)).await.unwrap();
    }
    log.close().await.unwrap();
    let large = fs::metadata(&path).unwrap().len();
    let log = SqliteLog::open(&path).unwrap();
    log.delete_room(id(1)).await.unwrap();
    // Free pages are given back while nothing else waits.
    let look = Connection::open(&path).unwrap();
    let free = || look.pragma_query_value(None, "freelist_count", |row| row.get::<_, u32>(0));
    while free().unwrap() > 256 {
        tokio::task::yield_now().await;
    }
    look.close().unwrap();
    log.close().await.unwrap();
    let small = fs::metadata(&path).unwrap().len();
    assert!(small < large / 3, "{large} to {small}");
    let log = SqliteLog::open(&path).unwrap();
    assert_eq!(log.read(id(2), 0).await.unwrap().len(), 3);
    log.close().await.unwrap();
}
