//! Backups that are looked at row by row, kept in turn, and put back; rooms that are deleted.

use std::fs;

use crate::binary::ended;
use crate::binary::kept::{FINISHED, Kept, RUNNING, asked, got};

const OTHER: &str = "KDT7VF";

#[test]
fn damaged_rooms_are_named_wherever_a_database_is_handled() {
    let kept = Kept::new();
    kept.done(&["backup", "sound.db"]);
    let said = kept.done(&["check"]);
    assert!(said.contains("5 rooms with 66 rows, 0 damaged"), "{said}");
    kept.damage("entente.db", RUNNING);
    kept.damage("entente.db", FINISHED);
    kept.tamper("entente.db", "UPDATE rooms SET record = '{}' WHERE code = 'P2JV4J'");
    let named = |arguments: &[&str]| {
        let (code, said) = kept.output(arguments);
        assert_eq!(code, Some(1), "{arguments:?}: {said}");
        for expected in [
            format!("room {RUNNING} is damaged: row 5 of the log"),
            format!("room {FINISHED} is damaged: row 5 of the log"),
            "room P2JV4J is damaged: its record".to_owned(),
        ] {
            assert!(said.contains(&expected), "{arguments:?}: {said}");
        }
        assert!(!said.contains(OTHER), "{said}");
    };
    named(&["check"]);
    named(&["backup", "copy.db"]);
    assert!(!kept.at("copy.db").exists());
    named(&["restore", "copy.db.damaged", "--replace"]);
    let before = fs::read(kept.at("sound.db")).unwrap();
    named(&["backup", "sound.db", "--replace"]);
    assert_eq!(fs::read(kept.at("sound.db")).unwrap(), before, "a good copy keeps its place");
    assert!(kept.at("sound.db.damaged").exists());
    kept.done(&["restore", "sound.db", "--replace"]);
    kept.done(&["check"]);
    kept.tamper("entente.db", "UPDATE data SET canonical = '{}'");
    let (code, said) = kept.output(&["check"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("is damaged: the component data"), "{said}");
}

#[test]
fn a_backup_replaces_the_one_before_if_it_is_asked_to() {
    let kept = Kept::new();
    let (child, _) = kept.serving();
    kept.done(&["backup", "copy.db"]);
    let (code, said) = kept.output(&["backup", "copy.db"]);
    assert_eq!(code, Some(3), "{said}");
    kept.done(&["backup", "copy.db", "--replace"]);
    kept.done(&["backup", "--replace", "new.db"]);
    fs::write(kept.at("diary.txt"), "dear diary".repeat(20)).unwrap();
    for (file, code) in [("diary.txt", 3), ("entente.db", 2), ("./entente.db", 2)] {
        let (ended, said) = kept.output(&["backup", "--replace", file]);
        assert_eq!(ended, Some(code), "{said}");
    }
    assert_eq!(kept.names("diary.txt").len() + kept.names("copy.db").len(), 2, "no leftovers");
    assert_eq!(ended(child, "-TERM").0, Some(0));
    assert_eq!(kept.output(&["backup", "--replace", "--keep", "2", "."]).0, Some(2));
    assert_eq!(kept.output(&["backup", "--keep", "0", "."]).0, Some(2));
}

#[test]
fn the_newest_few_backups_are_kept() {
    let kept = Kept::new();
    let (child, _) = kept.serving();
    let old = "entente-20200101T000000.000Z.db";
    kept.done(&["backup", old]);
    for name in ["entente-2020.db", "other-20200101T000000.000Z.db"] {
        fs::copy(kept.at(old), kept.at(name)).unwrap();
    }
    let backup = || kept.output(&["backup", "--keep", "2", "."]);
    for made in 1..=3 {
        let (code, said) = backup();
        assert_eq!(code, Some(0), "{said}");
        assert_eq!(said.contains("removed "), made > 1, "{said}");
        assert_eq!(kept.names("entente-20").len(), 3, "two, and one that is none: {said}");
    }
    assert!(kept.at("entente-2020.db").exists() && !kept.names("other-").is_empty());
    assert_eq!(ended(child, "-TERM").0, Some(0));
    kept.damage("entente.db", RUNNING);
    let (code, said) = backup();
    assert_eq!(code, Some(1), "{said}");
    assert!(!said.contains("removed ") && kept.names("entente-20").len() == 4, "{said}");
}

/// Returns what of a room is personal, or opens it, as the files have it.
fn traces(kept: &Kept, code: &str) -> Vec<String> {
    let db = rusqlite::Connection::open(kept.at("entente.db")).unwrap();
    let record: String =
        db.query_row("SELECT record FROM rooms WHERE code = ?1", [code], |row| row.get(0)).unwrap();
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    vec![text(&record["seats"][0]["token"]), text(&record["attempt"]["commitment"])]
}

/// Checks whether any file of the live database has these bytes.
fn found(kept: &Kept, trace: &str) -> bool {
    ["entente.db", "entente.db-wal", "entente.db-shm"].iter().any(|name| {
        let bytes = fs::read(kept.at(name)).unwrap_or_default();
        bytes.windows(trace.len()).any(|window| window == trace.as_bytes())
    })
}

fn nothing_is_left(kept: &Kept, traces: &[String]) {
    for trace in traces {
        assert!(!found(kept, trace), "{trace}");
    }
}

#[test]
fn a_deleted_room_is_gone_to_the_last_byte_and_stays_gone() {
    for served in [true, false] {
        let kept = Kept::new();
        let (child, address) = kept.serving();
        let traces = [traces(&kept, RUNNING), traces(&kept, FINISHED)].concat();
        let other = self::traces(&kept, OTHER);
        kept.done(&["backup", "before.db"]);
        let child = if served {
            child
        } else {
            assert_eq!(ended(child, "-TERM").0, Some(0));
            kept.damage("entente.db", RUNNING);
            kept.tamper(
                "entente.db",
                &format!("UPDATE rooms SET record = record || ' ' WHERE code = '{RUNNING}'"),
            );
            kept.serving().0
        };
        for trace in &traces {
            assert!(found(&kept, trace), "{trace}");
        }
        if served {
            for code in [RUNNING, FINISHED] {
                let said = kept.done(&["rooms", "delete", code]);
                assert!(said.contains("older backups"), "{said}");
                assert_eq!(got(&address, &format!("/api/v1/rooms/{code}")).0, 404);
            }
            assert_eq!(got(&address, &format!("/api/v1/rooms/{OTHER}")).0, 200);
        }
        if served {
            nothing_is_left(&kept, &traces);
        }
        assert_eq!(ended(child, "-TERM").0, Some(0));
        if !served {
            // One of them cannot even be read.
            kept.done(&["rooms", "delete", RUNNING]);
            kept.done(&["rooms", "delete", FINISHED]);
        }
        nothing_is_left(&kept, &traces);
        assert!(other.iter().all(|trace| found(&kept, trace)));
        let (code, said) = kept.output(&["rooms", "show", RUNNING]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(&format!("room {RUNNING} was deleted here now")), "{said}");
        let said = kept.done(&["restore", "before.db", "--replace"]);
        assert!(
            said.contains(&format!("room {RUNNING} had been deleted, and was deleted")),
            "{said}"
        );
        nothing_is_left(&kept, &traces);
        assert!(kept.done(&["check"]).contains("3 rooms"), "the others are back");
        assert_eq!(kept.output(&["rooms", "delete", RUNNING]).0, Some(1));
    }
}

#[test]
fn rooms_that_are_over_are_forgotten_when_they_are_old_enough() {
    for served in [true, false] {
        let kept = Kept::new();
        let serving = served.then(|| kept.serving());
        let forget = |days: &str| kept.done(&["rooms", "forget-finished", "--days", days]);
        assert!(forget("30000").contains("rooms forgotten: 0\n"));
        assert!(forget("0").contains("rooms forgotten: 1\n"));
        let list = kept.done(&["rooms", "list"]);
        assert!(!list.contains(FINISHED) && list.contains(RUNNING), "{list}");
        if let Some((child, address)) = serving {
            assert_eq!(got(&address, &format!("/api/v1/rooms/{FINISHED}")).0, 404);
            assert_eq!(ended(child, "-TERM").0, Some(0));
        }
        assert_eq!(kept.output(&["rooms", "show", FINISHED]).0, Some(1));
    }
}

#[test]
fn an_older_database_is_brought_up_to_date_with_a_copy_beside_it() {
    let kept = Kept::new();
    assert!(kept.done(&["rooms", "list"]).contains(RUNNING), "it can be looked at before");
    let (child, address) = kept.serving();
    for code in [RUNNING, FINISHED, OTHER] {
        assert_eq!(got(&address, &format!("/api/v1/rooms/{code}")).0, 200);
    }
    let room = r#"{"game":"europe-divided","name":"Ada"}"#;
    assert_eq!(asked(&address, "POST", "/api/v1/rooms", room).unwrap().0, 201);
    assert_eq!(ended(child, "-TERM").0, Some(0));
    let pragma = |file: &str, name: &str| {
        let db = rusqlite::Connection::open(kept.at(file)).unwrap();
        db.pragma_query_value(None, name, |row| row.get::<_, u32>(0)).unwrap()
    };
    assert_eq!((pragma("entente.db", "user_version"), pragma("entente.db", "auto_vacuum")), (3, 2));
    assert_eq!(pragma("entente.db.v1.backup", "user_version"), 1);
    let said = kept.done(&["restore", "entente.db.v1.backup", "--replace"]);
    assert!(said.contains("the next start brings it to version 3"), "{said}");
    assert_eq!(pragma("entente.db", "auto_vacuum"), 2, "a copy can shrink");
    let (child, _) = kept.serving();
    assert_eq!(ended(child, "-TERM").0, Some(0));
}
