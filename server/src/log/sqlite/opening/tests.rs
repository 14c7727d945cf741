//! Migrations, which the one released schema cannot show yet, and what connections are set to.

use rusqlite::StatementStatus;

use super::*;

const FIRST: &str = "CREATE TABLE pieces (name TEXT NOT NULL) STRICT;";
const SECOND: &str = "ALTER TABLE pieces ADD COLUMN colour TEXT;";
const BROKEN: &str = "CREATE TABLE half (done TEXT) STRICT; INSERT INTO nowhere VALUES (1);";

fn pieces(db: &Connection) -> Vec<String> {
    let mut statement = db.prepare("SELECT name FROM pieces ORDER BY name").unwrap();
    let names = statement.query_map([], |row| row.get(0)).unwrap();
    names.collect::<Result<_, _>>().unwrap()
}

fn version(db: &Connection) -> u32 {
    db.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

fn with_a_piece(path: &Path) {
    let opened = open(path, &[FIRST]).unwrap();
    opened.write.execute("INSERT INTO pieces VALUES ('army')", []).unwrap();
}

#[test]
fn an_older_database_is_migrated_and_a_copy_of_it_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a b?#%.db");
    with_a_piece(&path);
    let opened = open(&path, &[FIRST, SECOND]).unwrap();
    assert_eq!(version(&opened.write), 2);
    opened.write.execute("UPDATE pieces SET colour = 'red'", []).unwrap();
    let copy = beside(&opened.path, ".v1.backup");
    drop(opened);
    let copied = Connection::open(&copy).unwrap();
    assert_eq!((version(&copied), pieces(&copied)), (1, vec!["army".to_owned()]));
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&copy).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    let application: u32 =
        copied.pragma_query_value(None, "application_id", |row| row.get(0)).unwrap();
    assert_eq!(application, APPLICATION_ID, "so it can be put back as it is");
}

#[test]
fn a_migration_that_fails_is_rolled_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    with_a_piece(&path);
    for attempt in 1..=2 {
        let error = open(&path, &[FIRST, BROKEN]).unwrap_err();
        assert!(error.to_string().contains("migration 2 failed"), "{error}");
        let name = if attempt == 1 { "a.db.v1.backup" } else { "a.db.v1.backup-2" };
        assert!(folder.path().join(name).exists(), "attempt {attempt}");
    }
    let opened = open(&path, &[FIRST]).unwrap();
    assert_eq!((version(&opened.write), pieces(&opened.write)), (1, vec!["army".to_owned()]));
    let half = opened.write.prepare("SELECT * FROM half");
    assert!(half.is_err(), "nothing of it stays");
}

#[test]
fn every_migration_runs_for_a_new_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    fs::write(beside(&path, ".new"), "left behind by a creation that was cut off").unwrap();
    let opened = open(&path, &[FIRST, SECOND]).unwrap();
    assert_eq!(version(&opened.write), 2);
    assert!(opened.write.execute("UPDATE pieces SET colour = ''", []).is_ok());
    assert!(!beside(&opened.path, ".v0.backup").exists(), "there was nothing to copy");
    assert!(!beside(&opened.path, ".new").exists());
}

#[test]
fn a_newer_version_that_is_only_in_the_write_ahead_log_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    with_a_piece(&path);
    let opened = open(&path, &[FIRST]).unwrap();
    opened.write.pragma_update(None, "user_version", 2).unwrap();
    // What a kill leaves behind: the file as it was, and the write-ahead log.
    let copy = folder.path().join("killed.db");
    for suffix in ["", "-wal"] {
        fs::copy(beside(&path, suffix), beside(&copy, suffix)).unwrap();
    }
    let before = ["", "-wal"].map(|suffix| fs::read(beside(&copy, suffix)).unwrap());
    assert_eq!(field(before[0].first_chunk().unwrap(), USER_VERSION_AT), 1);
    let error = open(&copy, &[FIRST]).unwrap_err();
    assert!(matches!(error, OpenError::Newer { found: 2, known: 1, .. }), "{error}");
    assert_eq!(["", "-wal"].map(|suffix| fs::read(beside(&copy, suffix)).unwrap()), before);
}

#[test]
fn the_released_schema_is_sound() {
    let folder = tempfile::tempdir().unwrap();
    let opened = open(&folder.path().join("a.db"), schema::MIGRATIONS).unwrap();
    let mut tables = opened.read.prepare("SELECT name, strict FROM pragma_table_list").unwrap();
    let tables: Vec<(String, bool)> = tables
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let ours = tables.iter().filter(|(name, _)| !name.starts_with("sqlite_"));
    let loose: Vec<_> = ours.filter(|(_, strict)| !strict).collect();
    assert!(loose.is_empty(), "{loose:?}");
    let write = opened.read.execute("DELETE FROM rooms", []);
    assert!(write.is_err(), "the reader cannot write");
}

#[test]
fn a_statement_is_planned_once_whatever_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let opened = open(&folder.path().join("a.db"), schema::MIGRATIONS).unwrap();
    for db in [&opened.write, &opened.read] {
        let last = "SELECT seq FROM entries WHERE room = ?1 ORDER BY seq DESC LIMIT 1";
        let statement = || db.prepare_cached(last).unwrap();
        for room in 0..3 {
            assert!(!statement().exists([[room; 16]]).unwrap());
        }
        assert_eq!(statement().get_status(StatementStatus::RePrepare), 0);
    }
}
