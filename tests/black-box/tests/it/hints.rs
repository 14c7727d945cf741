//! Hints and analyses over real sockets: who may have them, what everybody sees of it, and each refusal.

use std::time::Instant;

use black_box::{PATIENCE, Player, Seed, Server, program};
use futures_util::future::join_all;
use protocol::games::{balance_of_power, europe, europe_divided};
use protocol::hint::{Analysis, Hint};
use protocol::room::{Hints, Seated};
use protocol::{ClientMessage, Code, ServerMessage, offer};
use serde_json::{Value, json};
use uuid::Uuid;

/// Asks for a hint, and waits for its answer.
async fn hint(player: &mut Player, id: Uuid, decision: u64) -> Result<Hint, Code> {
    player.send(&ClientMessage::Hint { id, decision }).await;
    answer(player, id).await
}

/// Asks until a hint is given: on a loaded machine it may come too late at first, which is `Busy`. Returns
/// it with the number of times that it was asked for, which the room counts.
async fn given(player: &mut Player, seed: &mut Seed, decision: u64) -> (Hint, u32) {
    let began = Instant::now();
    let mut asked = 0;
    loop {
        asked += 1;
        match hint(player, seed.id(), decision).await {
            Ok(hint) => return (hint, asked),
            Err(code) => assert_eq!(code, Code::Busy),
        }
        assert!(began.elapsed() < PATIENCE, "never given");
    }
}

/// Waits for the answer to this question for a hint.
async fn answer(player: &mut Player, wanted: Uuid) -> Result<Hint, Code> {
    loop {
        let (id, answer) = answered(player).await;
        if id == wanted {
            return answer;
        }
    }
}

/// Waits for the next answer to any of them.
async fn answered(player: &mut Player) -> (Uuid, Result<Hint, Code>) {
    loop {
        let message = player.next().await;
        if let ServerMessage::Rejected { id, code, .. } = &message {
            return (*id, Err(*code.known().expect("a code of this version")));
        }
        if let ServerMessage::Hint(hint) = message {
            return (hint.id, Ok(hint));
        }
    }
}

async fn seated(server: &Server, key: &Seated) -> Player {
    let mut player = Player::seat(server, key, None).await;
    player.ready().await;
    player
}

/// One person against a bot, once something is asked.
async fn alone(server: &Server, game: &str, fields: Value) -> (Seated, Player) {
    let key: Seated = server.http.create_game(game, json!({}), fields).await;
    for seat in 1..key.room.seats.len() {
        let path = format!("/api/v1/rooms/{}/seats/{seat}/bot", key.room.code);
        let added = server.http.request("POST", &path, Some(&key.token), Some("{}".to_owned()));
        assert_eq!(added.await.status, 201);
    }
    let mut player = seated(server, &key).await;
    player.until(|own| own.view.as_ref().is_some_and(|view| view.decision.is_some())).await;
    (key, player)
}

/// Two people, once something is asked of both.
async fn two(server: &Server, fields: Value) -> [Player; 2] {
    let key: Seated = server.http.create_game(europe_divided::ID, json!({}), fields).await;
    let other = server.http.join(&key.room.code).await;
    let mut players = [seated(server, &key).await, seated(server, &other).await];
    for player in &mut players {
        player.until(|own| own.view.as_ref().is_some_and(|view| view.decision.is_some())).await;
    }
    players
}

fn decision(player: &Player) -> u64 {
    player.now().decision.expect("asked")
}

#[tokio::test]
async fn a_person_alone_is_given_hints_that_can_be_taken_and_everybody_sees_it() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    for game in [europe_divided::ID, balance_of_power::ID] {
        let mut seed = Seed::or(91);
        let (key, mut ada) = alone(&server, game, json!({})).await;
        assert_eq!(ada.room.as_ref().expect("a room").hints, Hints::Alone, "the default");
        let mut watcher = Player::watch(&server, &key.room.code, None).await;
        let mut count = 0;
        for _ in 0..4 {
            let open = decision(&ada);
            let (hint, asked) = given(&mut ada, &mut seed, open).await;
            count += asked;
            assert_eq!(hint.decision, open);
            assert!((1..=3).contains(&hint.advice.len()), "{hint:?}");
            let offers = ada.now().offers.clone().expect("a seat's offers");
            for advice in &hint.advice {
                let offered = offers.iter().any(|one| offer::admits(&one.command, &advice.command));
                assert!(offered, "{advice:?}");
            }
            let had = |player: &Player| player.room.as_ref().map(|room| room.seats[0].hints);
            watcher.until(|own| had(own) == Some(count)).await;
            assert_eq!(had(&ada), Some(count));
            let best = hint.advice[0].command.clone();
            ada.command(seed.id(), open, best).await.expect("it can be taken");
            let later = |own: &Player| own.now().decision.is_some_and(|now| now != open);
            ada.until(|own| later(own) || own.now().outcome.is_some()).await;
        }
        let is_hint = |frame: &String| frame.contains("\"type\":\"hint\"");
        assert!(!watcher.frames.iter().any(is_hint), "hints are their seat's alone");
    }
}

#[tokio::test]
async fn the_count_of_hints_outlasts_a_restart() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let (key, mut ada) = alone(&server, europe_divided::ID, json!({})).await;
    let open = decision(&ada);
    let (_, asked) = given(&mut ada, &mut Seed::or(90), open).await;
    let server = server.kill().await.start();
    assert_eq!(server.http.room(&key.room.code).await.seats[0].hints, asked);
}

#[tokio::test]
async fn between_people_there_are_no_hints_unless_the_room_gives_them_to_all() {
    let server = Server::start();
    let mut seed = Seed::or(92);
    let [mut ada, mut bo] = two(&server, json!({})).await;
    for player in [&mut ada, &mut bo] {
        let open = decision(player);
        assert_eq!(hint(player, seed.id(), open).await, Err(Code::HintsOff));
    }
    let [mut ada, mut bo] = two(&server, json!({"hints": "all"})).await;
    for player in [&mut ada, &mut bo] {
        let open = decision(player);
        given(player, &mut seed, open).await;
    }
    bo.sync().await;
    let own = |frame: &&String| frame.contains("\"type\":\"hint\"");
    assert_eq!(bo.frames.iter().filter(own).count(), 1, "only the own one");
    assert_eq!(ada.room.as_ref().expect("a room").hints, Hints::All);
    let (_, mut alone) = alone(&server, europe_divided::ID, json!({"hints": "off"})).await;
    let open = decision(&alone);
    assert_eq!(hint(&mut alone, seed.id(), open).await, Err(Code::HintsOff));
}

#[tokio::test]
async fn what_cannot_have_a_hint_is_refused_with_the_reason() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let mut seed = Seed::or(93);
    let key: Seated = server.http.create_game(europe_divided::ID, json!({}), json!({})).await;
    let mut lobby = Player::seat(&server, &key, None).await;
    assert_eq!(hint(&mut lobby, seed.id(), 0).await, Err(Code::NotStarted));
    let (_, mut ada) = alone(&server, europe::ID, json!({})).await;
    let open = decision(&ada);
    assert_eq!(hint(&mut ada, seed.id(), open).await, Err(Code::NoMind));
    let (key, mut ada) = alone(&server, europe_divided::ID, json!({})).await;
    let open = decision(&ada);
    assert_eq!(hint(&mut ada, seed.id(), open + 1).await, Err(Code::Stale));
    let mut watcher = Player::watch(&server, &key.room.code, None).await;
    assert_eq!(hint(&mut watcher, seed.id(), open).await, Err(Code::NotSeated));
    // One at a time; the same message again has the one answer.
    let (first, second) = (seed.id(), seed.id());
    let ask = |id| ClientMessage::Hint { id, decision: open };
    ada.send_together(&[first, first, second].map(ask)).await;
    assert_eq!(answer(&mut ada, second).await, Err(Code::Busy));
    let first = answer(&mut ada, first).await;
    assert!(matches!(first, Ok(_) | Err(Code::Busy)), "{first:?}");
    ada.nothing().await;
    ada.act(&ClientMessage::Resign { id: seed.id() }).await.expect("a seat may resign");
    assert_eq!(hint(&mut ada, seed.id(), open).await, Err(Code::Over));
}

#[tokio::test]
async fn hints_are_charged_to_the_address() {
    let server = Server::with(&["--points-per-minute", "200"]);
    let mut seed = Seed::or(94);
    let (_, mut ada) = alone(&server, europe_divided::ID, json!({})).await;
    let open = decision(&ada);
    // All at once, so that the budget is spent before it grows again: each is paid for, though only
    // one is worked out at a time.
    let ids: Vec<Uuid> = (0..10).map(|_| seed.id()).collect();
    for id in &ids {
        ada.send(&ClientMessage::Hint { id: *id, decision: open }).await;
    }
    let mut refused = 0;
    for _ in &ids {
        let (_, answer) = answered(&mut ada).await;
        refused += u64::from(answer == Err(Code::TooManyRequests));
    }
    assert!((1..ids.len() as u64).contains(&refused), "{refused} refused");
}

#[tokio::test]
async fn a_match_that_is_over_is_analysed_and_its_record_alike() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let mut seed = Seed::or(95);
    let (key, mut ada) = alone(&server, europe_divided::ID, json!({})).await;
    let path = format!("/api/v1/rooms/{}/analysis", key.room.code);
    assert_eq!(server.http.get(&path).await.code(), Code::NotOver);
    for _ in 0..6 {
        let Some((open, command)) = ada.choose(&mut seed) else { break };
        ada.command(seed.id(), open, command).await.expect("offered");
        let later = |own: &Player| own.now().decision.is_some_and(|now| now != open);
        ada.until(|own| later(own) || own.now().outcome.is_some()).await;
    }
    ada.act(&ClientMessage::Resign { id: seed.id() }).await.expect("a seat may resign");
    let text = server.http.analysis(&key.room.code).await;
    assert_eq!(server.http.analysis(&key.room.code).await, text, "it is kept");
    let analysis: Analysis = serde_json::from_str(&text).expect("an analysis");
    let last = analysis.entries.last().expect("entries");
    assert_eq!((last.seq, last.chance), (ada.now().seq, 0), "Ada gave up");
    assert!(analysis.seats[0].choices > 0 && analysis.seats.len() == 2, "{:?}", analysis.seats);

    let record = server.http.get(&format!("/api/v1/rooms/{}/record", key.room.code)).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("record.json");
    std::fs::write(&file, record.body.to_string()).expect("a file");
    let run = |arguments: &[&str]| {
        let mut command = program::command("entente-server");
        let output = command.arg("analyse").arg(&file).args(arguments).output();
        let output = output.expect("the binary");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let offline: Analysis = serde_json::from_str(&run(&["--json"])).expect("an analysis");
    assert_eq!(offline, analysis, "whoever has the record gets the same");
    assert!(run(&[]).starts_with("seat "), "a table");

    let mut terminal = program::command("entente");
    let server_at = server.url();
    let output = terminal.args(["--server", &server_at, "analysis", &key.room.code]).output();
    let output = output.expect("the binary");
    assert!(output.status.success(), "{output:?}");
    let shown = String::from_utf8(output.stdout).expect("text");
    for text in ["100 % |", "Ada", "choices were the best", "The choices that cost most"] {
        assert!(shown.contains(text), "{text}: {shown}");
    }
}

#[tokio::test]
async fn analyses_wait_for_each_other_and_none_is_refused() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let mut seed = Seed::or(97);
    let mut codes = Vec::new();
    for _ in 0..6 {
        let (key, mut ada) = alone(&server, europe_divided::ID, json!({})).await;
        ada.act(&ClientMessage::Resign { id: seed.id() }).await.expect("a seat may resign");
        codes.push(key.room.code);
    }
    let made = join_all(codes.iter().map(|code| server.http.analysis(code))).await;
    for text in made {
        let analysis: Analysis = serde_json::from_str(&text).expect("an analysis");
        assert!(analysis.entries.last().is_some_and(|last| last.chance == 0), "Ada gave up");
    }
}

#[tokio::test]
async fn a_game_without_a_mind_is_not_analysed() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let mut seed = Seed::or(96);
    let (key, mut ada) = alone(&server, europe::ID, json!({})).await;
    ada.act(&ClientMessage::Resign { id: seed.id() }).await.expect("a seat may resign");
    ada.until(|own| own.now().outcome.is_some()).await;
    let path = format!("/api/v1/rooms/{}/analysis", key.room.code);
    assert_eq!(server.http.get(&path).await.code(), Code::NoMind);
}
