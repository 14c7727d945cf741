//! Replays of matches that are over, over HTTP and in the terminal.

use std::process::Output;

use black_box::{Player, Seed, Server, Table, program};
use protocol::games::{balance_of_power, europe_divided};
use serde_json::{Value, json};

use super::{holds, record};

/// A page of a replay ends with the update that reaches this size.
const PAGE_BYTES: usize = 1024 * 1024;
/// No update of these games is larger.
const UPDATE_BYTES: usize = 32 * 1024;

/// In how many matches a long one is looked for.
const MATCHES_MOST: usize = 12;

/// Returns the updates that a viewer was sent, without the time of sending.
fn shown(viewer: &Player) -> Vec<Value> {
    let frames = viewer.frames.iter().map(|frame| serde_json::from_str(frame).expect(frame));
    frames.filter(|frame: &Value| frame["type"] == "update").map(timeless).collect()
}

fn timeless(mut update: Value) -> Value {
    update["now_ms"] = Value::Null;
    update
}

/// Fetches all pages of a replay; returns their updates and the number of pages.
async fn replay(server: &Server, code: &str, view: &str) -> (Vec<Value>, usize) {
    let (mut updates, mut pages, mut from) = (Vec::new(), 0, 0);
    loop {
        let path = format!("/api/v1/rooms/{code}/replay?view={view}&from={from}");
        let page = server.http.get(&path).await;
        assert_eq!(page.status, 200, "{page:?}");
        let bytes = page.body["updates"].to_string().len();
        assert!(bytes < PAGE_BYTES + UPDATE_BYTES, "a page of {bytes} bytes");
        let more = page.body["updates"].as_array().expect("updates");
        updates.extend(more.iter().cloned().map(timeless));
        pages += 1;
        match page.body["next"].as_u64() {
            Some(next) => from = next,
            None => return (updates, pages),
        }
    }
}

/// Plays a match and compares its replay with what everybody was shown; the most pages of a viewer.
async fn played_and_replayed(server: &Server, game: &str, seed: &mut Seed) -> usize {
    let mut table = Table::of(server, game, json!({}), 1, seed.clone()).await;
    table.finish().await;
    seed.clone_from(&table.seed);
    let code = table.code().to_owned();
    let mut most = 0;
    for viewer in table.viewers() {
        let view = viewer.number().map_or("public".to_owned(), |seat| seat.to_string());
        let (updates, pages) = replay(server, &code, &view).await;
        let live = shown(viewer);
        assert_eq!(updates.len(), live.len(), "{game} as {view}");
        for (replayed, live) in updates.iter().zip(&live) {
            assert_eq!(replayed, live, "{game} as {view}");
        }
        most = most.max(pages);
    }
    let report = holds(&record(server, &code).await, table.viewers());
    assert!(report.draws > 0 && report.entries > 0);
    most
}

#[tokio::test]
async fn a_replay_shows_every_viewer_what_it_was_shown() {
    let server = Server::start();
    for game in [europe_divided::ID, balance_of_power::ID] {
        let mut seed = Seed::or(8);
        let mut longest = 0;
        // One deal in ten leads to a match that is over within a page.
        for _ in 0..MATCHES_MOST {
            longest = longest.max(played_and_replayed(&server, game, &mut seed).await);
            if longest > 1 {
                break;
            }
        }
        assert!(longest > 1, "{game}: a whole match has more than one page");
    }
}

/// Runs `entente replay` into a pipe.
async fn entente(server: &Server, arguments: &[&str]) -> Output {
    let mut command = program::command("entente");
    command.env("ENTENTE_SERVER", server.url()).arg("replay").args(arguments);
    tokio::task::spawn_blocking(move || command.output().expect("it starts"))
        .await
        .expect("it ends")
}

#[tokio::test]
async fn the_terminal_shows_a_replay_step_by_step() {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({}), 0, Seed::or(3)).await;
    table.play(20).await;
    let code = table.code().to_owned();
    let early = entente(&server, &[&code]).await;
    assert_eq!(early.status.code(), Some(4), "{early:?}");
    let resign = protocol::ClientMessage::Resign { id: table.seed.id() };
    table.seats[0].act(&resign).await.unwrap();
    table.sync().await;
    let text = |output: &Output| String::from_utf8(output.stdout.clone()).unwrap();
    for (seat, viewer) in ["0", "1"].iter().zip(table.viewers()) {
        let whole = text(&entente(&server, &[&code, "--seat", seat]).await);
        let steps = whole.lines().filter(|line| line.starts_with("Step ")).count();
        assert_eq!(steps, shown(viewer).len(), "{whole}");
        assert!(whole.contains("Your hand") || whole.contains("hand"), "{whole}");
    }
    let one = text(&entente(&server, &[&code, "--step", "2"]).await);
    assert_eq!(one.lines().filter(|line| line.starts_with("Step ")).count(), 1);
    let whole = text(&entente(&server, &[&code]).await);
    let last = whole.lines().rfind(|line| line.starts_with("Step ")).expect("a step");
    let (last, _) = last.split_once(',').expect("a heading");
    let (step, of) = last.split_once(" of ").expect("how many steps there are");
    assert_eq!(step, format!("Step {of}"));
    assert!(one.starts_with(&format!("Step 2 of {of}, ")), "{one}");
    for (wrong, exit) in [(["--step", "9999"], 2), (["--seat", "7"], 4)] {
        let output = entente(&server, &[&code, wrong[0], wrong[1]]).await;
        assert_eq!(output.status.code(), Some(exit), "{output:?}");
    }
}
