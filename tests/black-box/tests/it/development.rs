//! A server for authors of clients over real sockets: a seed repeats a match, and a position begins one.

use std::fs;

use black_box::{Player, Seed, Server, program};
use protocol::games::{balance_of_power, europe_divided};
use protocol::room::{Games, RoomState, Seated, Unproven};
use protocol::{Code, Update};
use serde_json::{Value, json};

use crate::practice::{asks_one, beside_bots, first_sent, last_shown, played, same};

/// Starts a server for authors, which has no database, with further arguments.
fn authors(arguments: &[&str]) -> Server {
    Server::and(&[&["--dev", "--database", "memory:"], arguments].concat())
}

/// Plays a match against a bot and returns what the person was shown at each of these questions.
async fn played_by_seed(server_seed: &str, game: &str, questions: usize) -> Vec<Value> {
    let server = authors(&["--seed", server_seed, "--bot-pace-ms", "0"]);
    let key: Seated = server.http.create_game(game, json!({}), json!({})).await;
    let mut player = beside_bots(&server, &key).await;
    let (mut seed, mut shown) = (Seed::or(611), Vec::new());
    while shown.len() < questions {
        // Of a choice that all make in secret, when the bots have made theirs: before, it is chance
        // whether they have been seen to.
        let alone = |update: &Update| update.decision.is_some() && update.awaiting == [key.seat];
        player.until(|own| own.now().outcome.is_some() || alone(own.now())).await;
        let update = player.now();
        shown.push(json!([update.public, update.private, update.seq]));
        let Some((decision, command)) = player.choose(&mut seed) else { break };
        player.command(seed.id(), decision, command).await.expect("offered");
    }
    shown
}

#[tokio::test]
async fn a_seed_repeats_a_match_with_its_bots() {
    for game in [europe_divided::ID, balance_of_power::ID] {
        let first = played_by_seed("7", game, 25).await;
        assert_eq!(first, played_by_seed("7", game, 25).await, "{game}");
        assert_ne!(first, played_by_seed("8", game, 25).await, "{game}: another seed");
    }
}

#[tokio::test]
async fn everything_says_that_it_is_for_authors() {
    let server = authors(&["--seed", "41"]);
    let games: Games = server.http.get("/api/v1/games").await.as_a();
    assert!(games.games.iter().all(|game| game.dev), "{games:?}");
    let key = server.http.create(json!({}), json!({"listed": true})).await;
    assert!(key.room.dev);
    assert_eq!(key.room.unproven, Some(Unproven::Dev { seed: 41 }.into()));
    assert_eq!(key.room.fairness.commitment, "", "nobody is bound to anything");
    let player = Player::seat(&server, &key, None).await;
    assert!(player.welcome.as_ref().expect("a welcome").room.dev);
    let learner = json!({"name": "Ada"});
    let lesson = server.http.post("/api/v1/lessons/europe-divided/first", &learner).await;
    assert!(lesson.as_a::<Seated>().room.dev, "a lesson too");
    let ordinary = Server::start();
    let key = ordinary.http.create(json!({}), json!({})).await;
    assert!(!key.room.dev && key.room.unproven.is_none());
}

#[tokio::test]
async fn a_match_by_a_seed_has_no_record_and_can_be_played_on() {
    let server = authors(&["--bot-pace-ms", "0"]);
    let (code, last) = played(&server, 20).await;
    let record = server.http.get(&format!("/api/v1/rooms/{code}/record")).await;
    assert_eq!(record.code(), Code::Unproven);
    let practice = crate::practice::open(&server, &code, &json!({"seq": last - 3})).await;
    assert!(practice.room.dev);
}

/// Cuts a position off the record of a match on an ordinary server, into a file.
async fn cut(server: &Server, code: &str, entry: u64, folder: &std::path::Path) -> String {
    let record = server.http.get(&format!("/api/v1/rooms/{code}/record")).await;
    let file = folder.join("record.json");
    fs::write(&file, record.body.to_string()).expect("a folder to write to");
    let done = program::command("entente-server")
        .arg("position")
        .arg(&file)
        .args(["--entry", &entry.to_string()])
        .output()
        .expect("the program runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let position = folder.join("position.json");
    fs::write(&position, done.stdout).expect("a folder to write to");
    position.to_string_lossy().into_owned()
}

#[tokio::test]
async fn rooms_begin_where_the_position_stands() {
    let (ordinary, folder) = (Server::start(), tempfile::tempdir().unwrap());
    let (code, last) = played(&ordinary, 41).await;
    let entry = asks_one(&ordinary, &code, last - 6).await;
    let position = cut(&ordinary, &code, entry, folder.path()).await;
    let server = authors(&["--position", &position, "--bot-pace-ms", "0"]);
    let then = last_shown(&ordinary, &code, "public", entry).await;
    let asked = then.awaiting.first().copied().expect("somebody is asked");
    let key = server.http.create(json!({}), json!({"seat": asked})).await;
    let player = beside_bots(&server, &key).await;
    let now = first_sent(&player);
    let own = last_shown(&ordinary, &code, &asked.to_string(), entry).await;
    same(&now, &own);
    assert_eq!(player.room.as_ref().map(|room| room.state), Some(RoomState::Running));
    // A room of another game begins as it always does.
    let other = server.http.create_game(balance_of_power::ID, json!({}), json!({})).await;
    let other = beside_bots(&server, &other).await;
    assert_eq!(other.now().public["turn"], json!(1), "{:?}", other.now().public);
}

#[tokio::test]
async fn what_is_no_position_is_named_before_anything_is_served() {
    let (server, folder) = (Server::start(), tempfile::tempdir().unwrap());
    let (code, last) = played(&server, 12).await;
    let position = cut(&server, &code, 5, folder.path()).await;
    let text = fs::read_to_string(&position).unwrap();
    let check = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        let done = program::command("entente-server")
            .args(["--dev", "--check-config", "--position", file.to_str().unwrap()])
            .output()
            .unwrap();
        (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    assert_eq!(check("good.json", &text).0, Some(0));
    let wrong = [
        ("{}", "missing field"),
        ("[]", "invalid length"),
        (&text.replace("\"position\":1", "\"position\":2"), "its form has version 2"),
        (&text.replace("europe-divided/", "europe-undivided/"), "europe-undivided"),
        (&text.replacen("\"command\":{", "\"command\":{\"x\":1,", 1), "is no position"),
        (&text.replacen("\"seq\":2", "\"seq\":9", 1), "is no position"),
    ];
    for (text, why) in wrong {
        let (code, said) = check("wrong.json", text);
        assert_eq!(code, Some(2), "{why}: {said}");
        assert!(said.contains("ENTENTE_DEV_POSITION") && said.contains(why), "{why}: {said}");
    }
    let beyond = program::command("entente-server")
        .args(["position", folder.path().join("record.json").to_str().unwrap()])
        .args(["--entry", &last.to_string()])
        .output()
        .unwrap();
    assert_eq!(beyond.status.code(), Some(1), "the match is over with its last entry");
}
