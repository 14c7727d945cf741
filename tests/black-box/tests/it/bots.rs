//! `entente bot` processes play matches against each other: the binaries as people start them.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use black_box::program::Running;
use black_box::{Player, Seed, Server, program};
use protocol::games::{balance_of_power, europe, europe_divided};
use protocol::{ClientMessage, Update};
use serde_json::Value;

/// The number of matches, the later ones through rematches.
const MATCHES: usize = 3;

/// Starts a bot that prints JSON.
fn bot(server: &Server, home: &Path, seed: usize, room: &[&str]) -> Running {
    let bot = program::command("entente")
        .env("ENTENTE_HOME", home)
        .env("ENTENTE_SERVER", server.url())
        .args(["bot", "--json", "--seed", &seed.to_string(), "--games", &MATCHES.to_string()])
        .args(room)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the bot starts");
    Running(bot)
}

/// The most requests to a bot: what the bot plays meanwhile makes a request lapse.
const ASKED_MOST: usize = 100;

/// Reads the output of a bot, line by line.
fn lines(bot: &mut Running) -> impl Iterator<Item = Value> + use<> {
    let lines = BufReader::new(bot.0.stdout.take().expect("a pipe")).lines();
    lines.map(|line| serde_json::from_str(&line.expect("a line")).expect("JSON"))
}

/// Has this many bots play matches in a row, each in a process of its own; they must agree on the
/// results.
fn play_in_a_row(game: &str, options: &[&str], bots: usize) {
    let server = Server::start();
    let homes: Vec<_> = (0..bots).map(|_| tempfile::tempdir().expect("a folder")).collect();
    let create = [&["--create", game], options].concat();
    let mut running = vec![bot(&server, homes[0].path(), 0, &create)];
    let mut output = vec![lines(&mut running[0])];
    let opened = output[0].next().expect("the code");
    let code = opened["code"].as_str().expect("a code");
    for (seed, home) in homes.iter().enumerate().skip(1) {
        let mut next = bot(&server, home.path(), seed, &["--join", code]);
        output.push(lines(&mut next));
        running.push(next);
    }
    let results: Vec<Vec<Value>> = output.into_iter().map(Iterator::collect).collect();
    for bot in &mut running {
        let status = bot.0.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }
    let mut codes = Vec::new();
    for number in 0..MATCHES {
        let reports: Vec<&Value> = results.iter().map(|reports| &reports[number]).collect();
        for key in ["match", "code", "game", "winners", "scores", "reason"] {
            let same = reports.iter().all(|report| report[key] == reports[0][key]);
            assert!(same, "{key} of match {number}: {reports:?}");
        }
        let held = reports.iter().all(|report| report["record"] == "holds");
        assert!(held, "each bot checks the deal: {reports:?}");
        assert_eq!(
            (&reports[0]["match"], &reports[0]["game"]),
            (&(number + 1).into(), &game.into())
        );
        let mut seats: Vec<&Value> = reports.iter().map(|report| &report["seat"]).collect();
        seats.sort_by_key(|seat| seat.as_u64());
        seats.dedup();
        assert_eq!(seats.len(), bots, "each has a seat of its own");
        codes.push(reports[0]["code"].clone());
    }
    assert!(results.iter().all(|reports| reports.len() == MATCHES));
    codes.dedup();
    assert_eq!(codes.len(), MATCHES, "each rematch is a room of its own");
}

#[test]
fn two_bots_play_europe_divided() {
    play_in_a_row(europe_divided::ID, &[], 2);
}

#[test]
fn two_bots_play_balance_of_power() {
    let options = ["--option", "version=command_room", "--option", "max_turns=20"];
    play_in_a_row(balance_of_power::ID, &options, 2);
}

#[test]
fn three_bots_play_europe() {
    play_in_a_row(europe::ID, &["--option", "players=3", "--option", "max_rounds=2"], 3);
}

#[tokio::test]
async fn a_bot_agrees_to_what_it_is_asked_for() {
    let server = Server::start();
    let home = tempfile::tempdir().expect("a folder");
    let create = ["--create", balance_of_power::ID, "--option", "undo=consent"];
    let mut running = bot(&server, home.path(), 0, &create);
    let mut output = lines(&mut running);
    let opened = output.next().expect("the code");
    let key = server.http.join(opened["code"].as_str().expect("a code")).await;
    let mut player = Player::seat(&server, &key, None).await;
    player.send(&ClientMessage::Ready { id: None, commitment: None }).await;
    let mut seed = Seed::or(91);
    for _ in 0..ASKED_MOST {
        let asked = |now: &Update| now.decision.is_some() || now.outcome.is_some();
        player.until(|player| player.view.as_ref().is_some_and(asked)).await;
        let before = player.now().seq;
        let (decision, command) = player.choose(&mut seed).expect("it is asked");
        player.command(seed.id(), decision, command).await.expect("offered");
        let Some(offered) = player.now().undo else { continue };
        let id = seed.id();
        let undo = ClientMessage::Undo { id, to: offered.to };
        if player.act(&undo).await.is_ok() {
            assert!(player.now().seq > before + 1, "an entry of its own");
            return;
        }
    }
    panic!("the bot never agreed in {ASKED_MOST} times");
}
