//! The three layers of settings, and the check before a start.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;

use super::{ended, server, started, texts};

/// The exit code, and what was said on either stream.
fn output(arguments: &[&str], environment: &[(&str, &str)]) -> (Option<i32>, String) {
    let output = server().args(arguments).envs(environment.iter().copied()).output().unwrap();
    let (said, complained) = texts(&output);
    (output.status.code(), said + &complained)
}

#[test]
fn a_file_serves_and_a_wrong_one_ends_with_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("entente.toml");
    let name = file.to_str().unwrap();
    fs::write(&file, "database = 'memory:'\nbase_path = '/games'\n").unwrap();
    let (serving, line) = started(server().args(["--config", name]));
    assert!(line.trim_end().ends_with("/games/"), "{line}");
    assert_eq!(ended(serving, "-TERM").0, Some(0));
    fs::write(&file, "databse = 'memory:'\n").unwrap();
    for arguments in [&["--config", name][..], &["--config", name, "--print-config"]] {
        let (code, said) = output(arguments, &[]);
        assert_eq!(code, Some(2), "{said}");
        let expected = format!("{name}: unknown key \"databse\", did you mean \"database\"?");
        assert!(said.contains(&expected), "{said}");
    }
    let (code, said) = output(&["--help"], &[("ENTENTE_MAX_ROOMS", "5")]);
    assert_eq!(code, Some(0), "help is given whatever is set: {said}");
}

#[test]
fn what_is_sound_is_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("entente.db").display());
    let sound = (Some(0), "the configuration is sound\n".to_owned());
    let check = ["--database", &database, "--check-config"];
    assert_eq!(output(&check, &[]), sound);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing was written");
    let (serving, _) = started(server().args(["--database", &database]));
    assert_eq!(output(&check, &[]), sound, "beside a running server");
    assert_eq!(ended(serving, "-TERM").0, Some(0));
    assert_eq!(output(&check, &[("ENTENTE_SERVER", "http://a.example")]), sound, "the client's");
}

#[test]
fn everything_that_is_wrong_is_reported_with_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("entente.db");
    fs::write(&database, "dear diary".repeat(100)).unwrap();
    let database = format!("sqlite:{}", database.display());
    let wrong = ["--database", &database, "--data", "/nowhere/at/all", "--check-config"];
    let (code, said) = output(&wrong, &[("ENTENTE_MAX_ROMS", "5")]);
    assert_eq!(code, Some(2), "{said}");
    for fault in ["ENTENTE_MAX_ROOMS?", "/nowhere/at/all", "is not a SQLite database"] {
        assert!(said.contains(fault), "{fault}: {said}");
    }
    for (database, fault) in [
        ("mongo:x", "no such store"),
        ("sqlite:/nowhere/at/all.db", "finding the database's folder"),
    ] {
        let (code, said) = output(&["--database", database, "--check-config"], &[]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(fault), "{fault}: {said}");
    }
}

#[test]
fn a_newer_database_is_refused_before_a_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("entente.db");
    let database = format!("sqlite:{}", path.display());
    let (serving, _) = started(server().args(["--database", &database]));
    assert_eq!(ended(serving, "-TERM").0, Some(0));
    let db = rusqlite::Connection::open(&path).unwrap();
    db.pragma_update(None, "user_version", 99).unwrap();
    drop(db);
    let ended_with = |arguments: &[&str], expected: i32| {
        let (code, said) = output(&[&["--database", &database], arguments].concat(), &[]);
        assert_eq!(code, Some(expected), "{said}");
        assert!(said.contains("has schema version 99") && said.contains("newer server"), "{said}");
    };
    ended_with(&["--check-config"], 2);
    ended_with(&["--listen", "127.0.0.1:0"], 3);
    ended_with(&["rooms", "list"], 3);
    // The same file as a backup, which does not replace another.
    let other = format!("sqlite:{}", folder.path().join("other.db").display());
    let backup = path.to_str().unwrap();
    let (code, said) = output(&["--database", &other, "restore", backup], &[]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("has schema version 99") && said.contains("newer server"), "{said}");
    assert!(!folder.path().join("other.db").exists());
}

#[test]
fn a_folder_that_may_not_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o500)).unwrap();
    // Root may write everywhere, and so may not see the difference.
    if fs::write(folder.path().join("probe"), "").is_ok() {
        println!("skipped: this user may write everywhere");
        return;
    }
    let database = format!("sqlite:{}", folder.path().join("entente.db").display());
    let (code, said) = output(&["--database", &database, "--check-config"], &[]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("may be written failed: Permission denied"), "{said}");
}

#[test]
fn a_port_in_use_is_named_with_code_1() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = taken.local_addr().unwrap().to_string();
    let (code, said) = output(&["--database", "memory:", "--listen", &at], &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(&format!("cannot listen on {at}: Address already in use")), "{said}");
    assert!(said.contains("another program listens there"), "{said}");
}
