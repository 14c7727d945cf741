//! Rooms on NATS of which something that is stored is damaged, streams that are gone, and commands of the
//! operator's that are broken off.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use black_box::server::signal;
use black_box::{Nats, PATIENCE, Seed, Setup, Stopped, Table, program};
use serde_json::json;

use super::nats::operate;

#[tokio::test]
async fn a_server_ends_when_a_stream_of_its_store_is_gone() {
    for lost in [&["gone-doc"][..], &["gone-doc", "gone-log"], &["gone-log"]] {
        let nats = Nats::start();
        let server = Stopped::of(nats.setup("gone")).start();
        let mut table = Table::begin(&server, json!({}), 0, Seed::or(91)).await;
        table.play(3).await;
        for stream in lost {
            let answer = nats.ask(&format!("$JS.API.STREAM.DELETE.{stream}"), "");
            assert!(answer.contains("\"success\":true"), "{answer}");
        }
        let (status, stopped) = server.ends().await;
        let log = stopped.log();
        assert_eq!(status.code(), Some(3), "{log}");
        assert!(log.contains("a stream of the store gone is gone"), "{log}");
    }
}

#[test]
fn a_backup_of_an_older_version_is_moved_to_nats() {
    let nats = Nats::start();
    let (setup, store) = (nats.setup("older"), nats.url("older"));
    let golden = black_box::root().join("tests/fixtures/golden/entente.db");
    let (code, said) = operate(&setup, &store, &["restore", &golden.display().to_string()]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("rooms moved to the store older"), "{said}");
    let (code, said) = operate(&setup, &store, &["check"]);
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn commands_name_what_their_user_has_named() {
    let nats = Nats::start();
    let (setup, store) = (nats.setup("named"), nats.url("named"));
    let _server = Stopped::of(setup.clone()).start();
    let (code, said) = operate(&setup, &store, &["backup", "--keep", "2", "/nowhere/at/all"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("/nowhere/at/all: No such file"), "{said}");
    let listed = command(&setup).args(["rooms", "list"]).output().expect("the binary");
    assert!(listed.status.success(), "{listed:?}");
    assert_eq!(String::from_utf8_lossy(&listed.stderr), "", "its connections are no news");
}

/// Returns a command of the operator's, without what it is to do.
fn command(setup: &Setup) -> Command {
    let mut command = program::command("entente-server");
    command.args(&setup.arguments);
    command
}

/// Begins a check of a store that gathers in this folder.
fn gathers(setup: &Setup, folder: &Path) -> Child {
    let mut command = command(setup);
    command.env("TMPDIR", folder).arg("check").stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().expect("the binary")
}

/// Waits until this number of folders are there in which something is gathered.
fn gathering(folder: &Path, wanted: usize) {
    let began = Instant::now();
    let databases = || {
        let folders = fs::read_dir(folder).expect("the folder").flatten();
        folders.filter(|found| found.path().join("entente.db").exists()).count()
    };
    while databases() != wanted {
        assert!(began.elapsed() < PATIENCE, "{} folders, {wanted} wanted", databases());
        std::thread::yield_now();
    }
}

#[test]
fn nothing_is_left_of_what_was_gathered_when_a_command_is_broken_off() {
    let nats = Nats::start();
    let setup = nats.setup("broken");
    let _server = Stopped::of(setup.clone()).start();
    let folder = tempfile::tempdir().expect("a folder");
    let stranger = folder.path().join(".entente-0123456789abcdef");
    fs::create_dir(&stranger).expect("a folder");
    // It waits for an answer, so that it can be broken off in the middle.
    nats.freeze(0, true);
    for stop in ["-TERM", "-INT"] {
        let command = gathers(&setup, folder.path());
        gathering(folder.path(), 1);
        signal(command.id(), stop);
        let output = command.wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let left: Vec<_> = fs::read_dir(folder.path()).expect("the folder").flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }
    // One that is killed leaves its folder to the next one, which leaves those in use alone.
    let killed = gathers(&setup, folder.path());
    gathering(folder.path(), 1);
    let first = gathers(&setup, folder.path());
    gathering(folder.path(), 2);
    signal(killed.id(), "-KILL");
    killed.wait_with_output().expect("an end");
    let second = gathers(&setup, folder.path());
    gathering(folder.path(), 2);
    nats.freeze(0, false);
    for command in [first, second] {
        let output = command.wait_with_output().expect("an end");
        assert!(output.status.success(), "{output:?}");
    }
    gathering(folder.path(), 0);
    assert!(stranger.exists(), "it has another name");
}
