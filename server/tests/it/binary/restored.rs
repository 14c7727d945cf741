//! `restore`: what is said of the database that it replaces, and what it leaves behind.

use crate::binary::ended;
use crate::binary::kept::{Kept, RUNNING};

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
