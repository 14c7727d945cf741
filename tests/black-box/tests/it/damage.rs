//! Rooms on NATS of which something that is stored is damaged, streams that are gone, and commands of the
//! operator's that are broken off.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use black_box::server::signal;
use black_box::{Http, Nats, PATIENCE, Seed, Server, Setup, Stopped, Table, program};
use serde_json::json;

use super::metrics::{METRICS, metrics, scrape, value};
use super::nats::operate;

/// The rooms that cannot be played.
const ASIDE: &str = "entente_rooms{state=\"aside\"}";

/// Begins a match on this server and plays some moves; returns its code and its room.
async fn played(server: &Server, seed: &mut Seed) -> (String, String) {
    let mut table = Table::begin(server, json!({}), 0, seed.branch()).await;
    table.play(3).await;
    (table.code().to_owned(), table.keys[0].room.id.simple().to_string())
}

/// Waits until servers count this number of rooms together that cannot be played.
async fn aside(servers: &[Http], wanted: u64) {
    let began = Instant::now();
    loop {
        let mut found = 0;
        for http in servers {
            found += value(&scrape(http).await, ASIDE);
        }
        if found == wanted {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "{found} rooms aside, {wanted} wanted");
    }
}

/// Waits until servers have logged such a line.
async fn logged(servers: &[&Server], such: impl Fn(&str) -> bool) {
    let began = Instant::now();
    loop {
        let log: String = servers.iter().map(|server| server.log()).collect();
        if log.lines().any(&such) {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "{log}");
        // It is read in its own time, and something has to happen meanwhile.
        servers[0].http.get("/livez").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_room_is_named_counted_and_listed_and_can_be_deleted() {
    let nats = Nats::start();
    let (setup, store) = (nats.setup("torn").and(&METRICS), nats.url("torn"));
    let server = Stopped::of(setup.clone()).start();
    let mut seed = Seed::or(90);
    let (sound, _) = played(&server, &mut seed).await;
    let rows = [played(&server, &mut seed).await, played(&server, &mut seed).await];
    let records = [played(&server, &mut seed).await, played(&server, &mut seed).await];
    let stopped = server.kill().await;
    for (_, id) in &rows {
        nats.ask(&format!("torn.log.{id}"), "garbage");
    }
    for (_, id) in &records {
        nats.ask(&format!("torn.doc.room.{id}"), "garbage");
    }
    let server = stopped.start();
    // Another one does not count them again.
    let beside = Stopped::of(setup.clone()).start();
    // First, for until they know of each other both count what neither has.
    for (_, id) in &rows {
        let room = uuid::Uuid::parse_str(id).expect("an id").to_string();
        let named = |line: &str| {
            line.contains("ERROR") && line.contains(" of the log of room ") && line.contains(&room)
        };
        logged(&[&server, &beside], named).await;
    }
    let at = [&server, &beside].map(metrics);
    aside(&at, 4).await;
    let run = |command: &[&str], exit: i32| {
        let (code, said) = operate(&setup, &store, command);
        assert_eq!(code, Some(exit), "{command:?}: {said}");
        said
    };
    let listed = run(&["rooms", "list"], 0);
    for (code, _) in rows.iter().chain(&records) {
        assert!(listed.contains(code.as_str()), "{listed}");
    }
    assert!(run(&["rooms", "show", &rows[0].0], 0).contains("running"));
    assert!(run(&["rooms", "export", &rows[0].0, "no.room"], 3).contains("damaged: row "));
    assert!(run(&["rooms", "close", &rows[0].0], 1).contains("out of order"));
    run(&["rooms", "delete", &rows[0].0], 0);
    run(&["rooms", "delete", &records[0].0], 0);
    let stopped = [server.kill().await, beside.kill().await];
    assert!(run(&["rooms", "close", &rows[1].0], 3).contains("damaged: row "));
    run(&["rooms", "delete", &rows[1].0], 0);
    run(&["rooms", "delete", &records[1].0], 0);
    let listed = run(&["rooms", "list"], 0);
    assert!(listed.contains(&sound), "{listed}");
    assert_eq!(listed.lines().count(), 2, "{listed}");
    assert!(run(&["rooms", "show", &rows[0].0], 1).contains("was deleted here"));
    run(&["check"], 0);
    let [server, _] = stopped;
    let server = server.start();
    aside(&[metrics(&server)], 0).await;
}

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
