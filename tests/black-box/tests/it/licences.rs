//! The credits of the project: shown by the server wherever it shows the work of others, and
//! compared with what is really linked in.

use std::fs;
use std::process::Command;

use black_box::server::Setup;
use black_box::{Server, program};
use fairness::hex;
use protocol::games::{balance_of_power, europe};
use protocol::room::Seated;
use serde_json::json;
use sha2::{Digest, Sha256};

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn every_crate_is_allowed_and_its_licence_collected() {
    let checked = Command::new("python3")
        .args(["licences/collect.py", "--check"])
        .current_dir(black_box::root())
        .output()
        .expect("Python");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

/// Returns the `Link` of a match's component data, which must be whole.
async fn data_link(server: &Server, digest: &str) -> Option<String> {
    let url = format!("{}/api/v1/data/{digest}", server.url());
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let answer = client.get(url).send().await.expect("an answer");
    assert_eq!(answer.status(), 200);
    let link = answer.headers().get("link").map(|link| link.to_str().expect("ASCII").to_owned());
    let body = answer.bytes().await.expect("a body");
    assert_eq!(hex::encode(&Sha256::digest(&body)), digest, "the digest is of the body");
    link
}

/// Returns the digest of the data that a new room of this game has.
async fn digest(server: &Server, game: &str) -> String {
    let seated: Seated = server.http.create_game(game, json!({}), json!({})).await;
    seated.room.fairness.data
}

#[tokio::test]
async fn component_data_say_whose_work_they_are_in_every_version() {
    let link = Some(
        "<https://creativecommons.org/licenses/by-sa/3.0/>; rel=\"license\"; \
         title=\"Europe by Nat Lasseter, CC BY-SA 3.0 Unported, changed\""
            .to_owned(),
    );
    // Data that an operator has changed; then a server that has others knows them from its store only.
    let mine = tempfile::tempdir().expect("a folder");
    let folder = mine.path().join(europe::ID);
    fs::create_dir(&folder).expect("a folder");
    let shipped =
        fs::read_to_string(black_box::root().join("data/europe/countries.toml")).expect("a file");
    let changed = shipped.replace("\"Austria\"", "\"Oesterreich\"");
    fs::write(folder.join("countries.toml"), changed).expect("a file");
    let old = Server::and(&["--data", mine.path().to_str().expect("UTF-8")]);
    let theirs = digest(&old, europe::ID).await;
    assert_eq!(data_link(&old, &theirs).await, link);
    let stopped = old.kill().await;
    let store = Some(stopped.store());
    let server = Server::of(Setup { store, ..Setup::unlimited() });
    assert_eq!(data_link(&server, &theirs).await, link);
    let ours = digest(&server, europe::ID).await;
    assert_ne!(ours, theirs);
    assert_eq!(data_link(&server, &ours).await, link);
    let own = digest(&server, balance_of_power::ID).await;
    assert_eq!(data_link(&server, &own).await, None, "the project's own");
}

#[test]
fn the_terminal_client_prints_its_own() {
    let printed = program::command("entente").arg("licences").output().expect("it runs");
    assert!(printed.status.success(), "{printed:?}");
    let printed = String::from_utf8(printed.stdout).expect("UTF-8");
    for part in ["The Entente contributors", "END OF TERMS AND CONDITIONS", "ratatui"] {
        assert!(printed.contains(part), "{part}");
    }
}

#[tokio::test]
async fn the_server_shows_the_licences_that_the_program_prints() {
    let printed = program::command("entente-server").arg("licences").output().expect("it runs");
    let printed = String::from_utf8(printed.stdout).expect("UTF-8");
    let server = Server::start();
    let shown = server.http.get("/api/v1/licences").await;
    assert_eq!((shown.status, shown.kind.as_str()), (200, "text/plain; charset=utf-8"));
    assert!(shown.body == *printed, "the same texts");
    let page = server.http.get("/licences").await;
    assert_eq!((page.status, page.kind.as_str()), (200, "text/html; charset=utf-8"));
}
