//! Rooms that are not provably dealt move as all others do.

use black_box::{Player, Server, Setup, Stopped, Store};
use protocol::games::{balance_of_power, europe, europe_divided};
use protocol::lesson::Puzzles;
use protocol::room::Seated;
use serde_json::json;

use super::{done, fresh, listed, stopped, stored_record};
use crate::practice;

#[tokio::test]
async fn practice_moves_before_it_has_begun_and_is_shown_as_what_it_is() {
    let first = Server::and(&["--bot-pace-ms", "0"]);
    let (from, last) = practice::played(&first, 20).await;
    // Before any card can veil a choice while both are asked.
    let entry = last - 10;
    let key = practice::open(&first, &from, &json!({"seq": entry})).await;
    let code = &key.room.code;
    let shown = done(&first.store(), &["show", code]);
    let marked = format!("not provably dealt: practice from entry {entry} of {from}");
    assert!(shown.contains(&marked), "{shown}");
    let record = stored_record(&first.store(), code);
    let secret = record["unproven"]["deals"][0]["secret"].as_str().expect("a text");
    assert!(!shown.contains(secret), "{shown}");
    let then = practice::last_shown(&first, &from, &key.seat.to_string(), entry).await;
    let first = stopped(first).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("moved.room");
    let name = file.to_str().expect("UTF-8");
    done(&first.store(), &["export", code, name]);
    let second = Stopped::of(Setup::arguments(&["--bot-pace-ms", "0"]));
    done(&second.store(), &["import", name]);
    let second = second.start();
    let ada = practice::beside_bots(&second, &key).await;
    practice::same(&practice::first_sent(&ada), &then);
}

/// Moves a room from one store to another.
fn moved(from: &Store, to: &Store, code: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("moved.room");
    let name = file.to_str().expect("UTF-8");
    done(from, &["export", code, name]);
    done(to, &["import", name]);
    assert_eq!(listed(to, code), listed(from, code));
}

#[tokio::test]
async fn lessons_and_puzzles_go_on_on_another_server() {
    let first = Server::and(&["--bot-pace-ms", "0"]);
    let puzzles: Puzzles = first.http.get("/api/v1/puzzles").await.as_a();
    let puzzle = puzzles.puzzles.first().expect("a puzzle");
    let games = [europe_divided::ID, balance_of_power::ID, europe::ID];
    let mut lessons: Vec<(&str, &str)> = games.iter().map(|game| (*game, "first")).collect();
    lessons.push((&puzzle.game, &puzzle.puzzle));
    let mut keys = Vec::new();
    for (game, name) in lessons {
        let path = format!("/api/v1/lessons/{game}/{name}");
        let key: Seated = first.http.post(&path, &json!({"name": "Ada"})).await.as_a();
        keys.push(key);
    }
    let (first, second) = (stopped(first).await, fresh());
    for key in &keys {
        moved(&first.store(), &second.store(), &key.room.code);
    }
    let second = second.start();
    for key in &keys {
        let mut ada = Player::seat(&second, key, None).await;
        ada.until(|own| own.frames.iter().any(|frame| frame.contains("\"type\":\"lesson\""))).await;
    }
}
