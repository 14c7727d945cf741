//! `restore`: what is said of the database that it replaces, and what it leaves behind.

use std::fs;
use std::process::Command;

use crate::binary::ended;
use crate::binary::kept::{Kept, RUNNING, asked};

const ROOM: &str = r#"{"game":"europe-divided","name":"Ada"}"#;

/// A database that a server had open, with a copy `before.db` of it.
fn copied() -> Kept {
    let kept = Kept::new();
    let (child, _) = kept.serving();
    assert_eq!(ended(child, "-TERM").0, Some(0));
    kept.done(&["backup", "before.db"]);
    kept
}

/// A database from which a room was deleted that a copy of it, `before.db`, still has.
fn with_a_deletion() -> Kept {
    let kept = copied();
    kept.done(&["rooms", "delete", RUNNING]);
    kept
}

fn has_the_room(kept: &Kept) -> bool {
    kept.done(&["rooms", "list"]).contains(RUNNING)
}

#[test]
fn damage_beside_the_rooms_is_found() {
    for (sql, expected) in [
        ("UPDATE deletions SET at_ms = at_ms + 1", "of a deleted room is damaged"),
        ("UPDATE deletions SET code = 'x'", "of a deleted room is damaged"),
        ("UPDATE deletions SET room = x'00'", "of a deleted room is damaged"),
        ("UPDATE keys SET secret = x'00'", "key \"push\" is damaged"),
    ] {
        let kept = with_a_deletion();
        kept.tamper("entente.db", sql);
        for arguments in [["check"].as_slice(), &["backup", "copy.db"]] {
            let (code, said) = kept.output(arguments);
            assert_eq!(code, Some(1), "{sql}: {said}");
            assert!(said.contains(expected), "{sql}: {said}");
        }
        assert!(kept.at("copy.db.damaged").exists() && !kept.at("copy.db").exists());
        // A copy that is put back is without the damage, and says so.
        let (code, said) = kept.output(&["restore", "copy.db.damaged", "--replace"]);
        let mended = sql.contains("deletions");
        assert_eq!(code, Some(i32::from(!mended)), "{sql}: {said}");
        let (child, _) = kept.serving();
        assert_eq!(ended(child, "-TERM").0, Some(0));
        kept.done(&["check"]);
    }
}

#[test]
fn no_deleted_room_comes_back_without_a_word() {
    let restored = |sql: &str| {
        let kept = with_a_deletion();
        kept.tamper("entente.db", sql);
        let said = kept.done(&["restore", "before.db", "--replace"]);
        (has_the_room(&kept), said)
    };
    let (back, said) = restored("UPDATE deletions SET at_ms = at_ms + 1");
    assert!(!back, "its id is there: {said}");
    for sql in ["UPDATE deletions SET room = x'00'", "PRAGMA user_version = 99"] {
        let (back, said) = restored(sql);
        assert!(back, "{sql}: {said}");
        assert!(said.contains("rooms list") && said.contains("deleted"), "{sql}: {said}");
    }
}

#[test]
fn a_restore_that_was_killed_is_finished_by_the_next_one() {
    let kept = copied();
    let (child, address) = kept.serving();
    let (status, room) = asked(&address, "POST", "/api/v1/rooms", ROOM).unwrap();
    assert_eq!(status, 201, "{room}");
    let room: serde_json::Value = serde_json::from_str(&room).unwrap();
    let newest = room["room"]["code"].as_str().unwrap();
    assert_eq!(ended(child, "-KILL").0, None);
    fs::rename(kept.at("entente.db"), kept.at("entente.db.replaced-1")).unwrap();
    fs::copy(kept.at("before.db"), kept.at("entente.db.restored")).unwrap();
    let said = kept.done(&["restore", "before.db"]);
    assert!(said.contains("entente.db.replaced-1"), "{said}");
    assert_eq!(kept.names("entente.db.replaced-2"), [""; 0]);
    assert!(has_the_room(&kept));
    let aside = ["--database", "sqlite:entente.db.replaced-1", "rooms", "list"];
    assert!(kept.done(&aside).contains(newest), "with what was in the write-ahead log");
}

#[test]
fn a_write_ahead_log_without_its_database_is_called_by_its_name() {
    let kept = copied();
    let (child, address) = kept.serving();
    assert_eq!(asked(&address, "POST", "/api/v1/rooms", ROOM).unwrap().0, 201);
    assert_eq!(ended(child, "-KILL").0, None);
    fs::remove_file(kept.at("entente.db")).unwrap();
    // Of an earlier restore: the write-ahead log is not its own.
    fs::copy(kept.at("before.db"), kept.at("entente.db.replaced-1")).unwrap();
    let (code, said) = kept.output(&["restore", "before.db"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("entente.db-wal is there already"), "{said}");
    let said = kept.done(&["restore", "before.db", "--replace"]);
    assert!(said.contains("entente.db.replaced-2-wal"), "{said}");
    assert_eq!(kept.names("entente.db.replaced-2"), ["entente.db.replaced-2-wal"]);
}

#[test]
fn no_database_is_made_where_one_was_restored() {
    let kept = copied();
    for name in ["entente.db", "entente.db.lock"] {
        fs::remove_file(kept.at(name)).unwrap();
    }
    kept.done(&["restore", "before.db"]);
    fs::remove_file(kept.at("entente.db")).unwrap();
    let (code, said) = kept.output(&["--check-config"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("is missing, but"), "{said}");
}

#[test]
fn a_restore_that_fails_leaves_no_hands_behind() {
    let kept = copied();
    // No file may have more than four kilobytes.
    let limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_entente-server")]);
    command.args(["--database", "sqlite:entente.db", "restore", "before.db", "--replace"]);
    let output = command.current_dir(kept.at("")).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert_eq!(kept.names("entente.db.r"), [""; 0]);
    kept.done(&["check"]);
}
