//! Matches whose store is on NATS: servers and nodes that die, stand still and come back.

use std::time::Duration;

use black_box::{Made, Nats, Seed, Server, Setup, Stopped, Store, Table, program};
use protocol::{Code, ServerMessage};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// Makes random moves, each of which must be accepted in the end.
async fn accepted(table: &mut Table, moves: usize) {
    for _ in 0..moves {
        let Some((seat, decision, command)) = table.choose() else { return };
        table.make(seat, decision, command).await;
    }
}

/// Checks that the newest commands are in the log once, where they were said to be.
async fn kept(table: &mut Table) {
    for Made { seat, id, decision, command, seq } in table.made.clone().into_iter().rev().take(5) {
        assert_eq!(table.seats[seat].command(id, decision, command).await, Ok(seq));
    }
}

/// Comes back, checks that nothing that was acknowledged is missing, and plays on; all see the same.
async fn goes_on(table: &mut Table, server: &Server, moves: usize) {
    table.come_back(server).await;
    kept(table).await;
    table.play(moves).await;
    table.heads();
}

#[tokio::test]
async fn a_match_goes_on_where_it_was_after_the_server_was_killed() {
    let nats = Nats::start();
    let mut setup = nats.setup("killed");
    setup.arguments.extend(["--log", "trace"].map(str::to_owned));
    let mut server = Stopped::of(setup).start();
    let mut table = Table::begin(&server, json!({}), 1, Seed::or(61)).await;
    table.play(10).await;
    for _ in 0..2 {
        server = server.kill().await.start();
        goes_on(&mut table, &server, 10).await;
    }
    // What is read from NATS is not written into the log, however much it is to say.
    assert!(!server.log().contains("async_nats::jetstream"), "{}", server.log());
}

#[tokio::test]
async fn while_nats_is_away_everybody_waits_and_then_the_match_goes_on() {
    let mut nats = Nats::start();
    let server = Stopped::of(nats.setup("away")).start();
    let mut table = Table::begin(&server, json!({}), 1, Seed::or(64)).await;
    table.play(10).await;
    nats.kill(0);
    // Everybody is sent that the store cannot be reached, whoever acts.
    for viewer in table.seats.iter_mut().chain(&mut table.gallery) {
        loop {
            if let ServerMessage::Error { code, .. } = viewer.next().await {
                assert_eq!(code, Code::StorageUnavailable);
                break;
            }
        }
    }
    server.until_ready_is(503).await;
    let before = table.made.last().expect("a move").seq;
    let (seat, decision, command) = table.choose().expect("somebody is asked");
    let id = table.seed.id();
    let refused = table.seats[seat].command(id, decision, command.clone()).await.unwrap_err();
    assert_eq!(refused.code, Code::StorageUnavailable);
    nats.restart(0);
    server.until_ready_is(200).await;
    let seq = table.seats[seat].command(id, decision, command).await.unwrap();
    assert_eq!(seq, before + 1, "nothing was stored meanwhile, and nothing is missing");
    table.sync().await;
    table.play(10).await;
    table.heads();
}

#[tokio::test]
async fn a_command_whose_outcome_is_open_is_answered_once_it_is_known() {
    let nats = Nats::start();
    let server = Stopped::of(nats.setup("open")).start();
    let mut table = Table::begin(&server, json!({}), 0, Seed::or(65)).await;
    table.play(10).await;
    let before = table.made.last().expect("a move").seq;
    let (seat, decision, command) = table.choose().expect("somebody is asked");
    nats.freeze(0, true);
    let id = table.seed.id();
    let mut asking = Box::pin(table.seats[seat].command(id, decision, command.clone()));
    // It is sent, and nobody can know yet what became of it.
    let open = tokio::time::timeout(Duration::from_millis(1), &mut asking).await;
    assert!(open.is_err(), "{open:?}");
    server.until_ready_is(503).await;
    nats.freeze(0, false);
    assert_eq!(asking.await.unwrap(), before + 1, "stored once");
    server.until_ready_is(200).await;
    assert_eq!(table.seats[seat].command(id, decision, command).await, Ok(before + 1));
    table.sync().await;
    table.play(10).await;
    table.heads();
}

#[tokio::test]
async fn a_match_goes_on_while_each_node_of_a_cluster_dies_in_turn() {
    let mut nats = Nats::cluster();
    let server = Stopped::of(nats.setup("cluster")).start();
    let mut table = Table::begin(&server, json!({}), 0, Seed::or(66)).await;
    for node in 0..nats.count() {
        accepted(&mut table, 4).await;
        nats.kill(node);
        accepted(&mut table, 4).await;
        nats.restart(node);
    }
    let heads = table.heads();
    let server = server.kill().await.start();
    table.come_back(&server).await;
    kept(&mut table).await;
    for (seq, head) in heads {
        assert_eq!(table.heads().get(&seq), Some(&head));
    }
}

/// The exit code of a server that does not start, and what it logged.
fn refusal(setup: Setup) -> (Option<i32>, String) {
    let (status, stopped) = Stopped::of(setup).try_start().expect_err("it does not start");
    (status.code(), stopped.log())
}

#[tokio::test]
async fn servers_that_could_lose_what_is_acknowledged_are_refused() {
    let lazy = Nats::of(1, "2m");
    let (code, log) = refusal(lazy.setup("lazy"));
    assert_eq!(code, Some(3));
    assert!(log.contains("n1 does not sync each write"), "{log}");
    let mut unchecked = lazy.setup("lazy");
    unchecked.arguments.retain(|argument| !argument.contains("nats-monitors"));
    unchecked.arguments.retain(|argument| !argument.starts_with("http://"));
    let (code, log) = refusal(unchecked.clone());
    assert_eq!(code, Some(2));
    assert!(log.contains("ENTENTE_NATS_UNCHECKED_SYNC=true"), "{log}");
    unchecked.arguments.extend(["--nats-unchecked-sync", "true"].map(str::to_owned));
    let server = Stopped::of(unchecked).start();
    assert!(server.log().contains("nothing checks that"), "{}", server.log());
}

#[tokio::test]
async fn a_server_of_nats_that_is_too_old_is_refused() {
    let fake = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let at = fake.local_addr().expect("its port");
    tokio::spawn(async move {
        let (mut peer, _) = fake.accept().await.expect("a client");
        let info = "INFO {\"server_id\":\"A\",\"server_name\":\"old\",\"version\":\"2.9.10\",\
                    \"headers\":true,\"jetstream\":true,\"max_payload\":1048576}\r\n";
        peer.write_all(info.as_bytes()).await.expect("it reads");
        let mut bytes = [0; 4096];
        while peer.read(&mut bytes).await.is_ok_and(|read| read > 0) {
            peer.write_all(b"PONG\r\n").await.expect("it reads");
        }
    });
    let store = format!("nats://{at}/old");
    let setup = Setup::arguments(&["--database", &store, "--nats-unchecked-sync", "true"]);
    let refused = tokio::task::spawn_blocking(move || refusal(setup)).await.expect("a result");
    assert_eq!(refused.0, Some(3));
    let said = "NATS server old has version 2.9.10, 2.11.0 or newer is needed";
    assert!(refused.1.contains(said), "{}", refused.1);
}

#[tokio::test]
async fn a_store_of_which_a_stream_is_gone_is_not_made_again() {
    for (lost, other) in [("lost-log", "lost-doc"), ("lost-doc", "lost-log")] {
        let mut nats = Nats::start();
        let server = Stopped::of(nats.setup("lost")).start();
        let mut table = Table::begin(&server, json!({}), 0, Seed::or(67)).await;
        table.play(3).await;
        let _server = server.kill().await;
        nats.kill(0);
        nats.lose(0, lost);
        nats.restart(0);
        let (code, log) = refusal(nats.setup("lost"));
        assert_eq!(code, Some(3));
        let said = format!("the stream {lost} is missing or empty, but {other} shows");
        assert!(log.contains(&said), "{log}");
    }
}

/// Runs a command of the operator's on this store; returns its exit code and all that it said.
pub(super) fn operate(setup: &Setup, store: &str, command: &[&str]) -> (Option<i32>, String) {
    let mut arguments = setup.arguments.clone();
    if let Some(at) = arguments.iter().position(|argument| argument == "--database") {
        arguments.drain(at..at + 2);
    }
    let output = program::command("entente-server")
        .args(["--log", "warn", "--database", store])
        .args(arguments)
        .args(command)
        .output()
        .expect("the binary");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_moves_to_nats_and_back_with_its_matches() {
    let nats = Nats::start();
    let (setup, on_nats) = (nats.setup("moved"), nats.url("moved"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let file = |name: &str| format!("sqlite:{}", path(name));
    let server = Server::of(Setup::unlimited().on_file());
    let in_file = format!("sqlite:{}", server.database().display());
    let mut table = Table::begin(&server, json!({}), 0, Seed::or(68)).await;
    table.play(20).await;
    let _server = server.kill().await;
    let done = |store: &str, command: &[&str]| {
        let (code, said) = operate(&setup, store, command);
        assert_eq!(code, Some(0), "{command:?}: {said}");
        said
    };
    done(&in_file, &["backup", &path("a.db")]);
    let said = done(&on_nats, &["restore", &path("a.db")]);
    assert!(said.contains("1 rooms moved to the store moved"), "{said}");
    let (code, said) = operate(&setup, &on_nats, &["restore", &path("a.db")]);
    assert_eq!(code, Some(3));
    assert!(said.contains("has rooms already"), "{said}");
    let server = Stopped::of(setup.clone()).start();
    goes_on(&mut table, &server, 20).await;
    // Beside the server that plays.
    assert!(done(&on_nats, &["rooms", "list"]).contains(table.code()));
    assert!(done(&on_nats, &["check"]).contains("1 rooms"));
    done(&on_nats, &["backup", &path("b.db")]);
    let signalled = server.terminate();
    let (ended, _server) = server.ended(signalled).await;
    assert!(ended.status.success(), "{ended:?}");
    done(&file("c.db"), &["restore", &path("b.db")]);
    let store = Some(Store::File(folder.path().join("c.db")));
    let server = Server::of(Setup { store, ..Setup::unlimited() });
    goes_on(&mut table, &server, 20).await;
    done(&on_nats, &["rooms", "close", table.code()]);
    done(&on_nats, &["rooms", "delete", table.code()]);
    assert!(!done(&on_nats, &["rooms", "list"]).contains(table.code()));
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("the folder").collect();
    let hidden =
        left.iter().flatten().filter(|entry| entry.file_name().as_encoded_bytes()[0] == b'.');
    assert_eq!(hidden.count(), 0, "nothing is left of what was gathered");
}

#[test]
fn a_room_that_was_deleted_and_came_back_is_there_wherever_its_store_goes() {
    let nats = Nats::start();
    let setup = nats.setup("back");
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let file = |name: &str| format!("sqlite:{}", path(name));
    let golden = black_box::root().join("tests/fixtures/golden/entente.db");
    std::fs::copy(golden, path("golden.db")).expect("the golden database");
    let done = |store: &str, command: &[&str]| {
        let (code, said) = operate(&setup, store, command);
        assert_eq!(code, Some(0), "{command:?}: {said}");
        said
    };
    let list = |store: &str| done(store, &["rooms", "list", "--json"]);
    let all = list(&file("golden.db"));
    let first: serde_json::Value = serde_json::from_str(all.lines().next().unwrap()).unwrap();
    let code = first["code"].as_str().expect("a code");
    let comes_back = |store: &str, export: &str| {
        done(store, &["rooms", "export", code, &path(export)]);
        done(store, &["rooms", "delete", code]);
        assert!(!list(store).contains(code));
        done(store, &["rooms", "import", &path(export)]);
        assert_eq!(list(store), all, "{store}");
    };
    comes_back(&file("golden.db"), "of-file.room");
    done(&file("golden.db"), &["backup", &path("a.db")]);
    let restored = done(&file("golden.db"), &["restore", "--replace", &path("a.db")]);
    assert_eq!(list(&file("golden.db")), all, "{restored}");
    let on_nats = nats.url("back");
    done(&on_nats, &["restore", &path("a.db")]);
    assert_eq!(list(&on_nats), all);
    comes_back(&on_nats, "of-nats.room");
    done(&on_nats, &["backup", &path("b.db")]);
    assert_eq!(list(&file("b.db")), all);
    // Deleted once more, it stays away whatever is restored.
    done(&file("golden.db"), &["rooms", "delete", code]);
    done(&file("golden.db"), &["restore", "--replace", &path("a.db")]);
    assert!(!list(&file("golden.db")).contains(code));
}

#[tokio::test]
async fn a_node_whose_port_somebody_else_has_serves_once_it_is_free() {
    let mut nats = Nats::start();
    let monitor = nats.monitors().remove(0);
    nats.kill(0);
    let taken = TcpListener::bind(monitor.trim_start_matches("http://")).await.unwrap();
    let restarted = tokio::task::spawn_blocking(move || {
        nats.restart(0);
        nats.serves(0)
    });
    // Whoever waits for the node asks here: often enough for the node to have found its port taken.
    for _ in 0..25 {
        drop(taken.accept().await.unwrap());
    }
    drop(taken);
    assert!(restarted.await.unwrap());
}
