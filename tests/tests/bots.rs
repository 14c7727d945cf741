//! Two `entente bot` processes play matches against each other: the binaries as people start them.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use tests::program::Running;
use tests::{GAME, Server, program};

/// How many matches, the later ones through rematches.
const MATCHES: usize = 3;

/// A bot that prints JSON.
fn bot(server: &Server, home: &Path, seed: &str, room: &[&str]) -> Running {
    let bot = program::command("entente")
        .env("ENTENTE_HOME", home)
        .env("ENTENTE_SERVER", server.url())
        .args(["bot", "--json", "--seed", seed, "--games", &MATCHES.to_string()])
        .args(room)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the bot starts");
    Running(bot)
}

/// What a bot prints, line by line.
fn lines(bot: &mut Running) -> impl Iterator<Item = Value> {
    let lines = BufReader::new(bot.0.stdout.take().expect("a pipe")).lines();
    lines.map(|line| serde_json::from_str(&line.expect("a line")).expect("JSON"))
}

#[test]
fn two_bots_play_matches_in_a_row() {
    let server = Server::start();
    let homes = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let mut first = bot(&server, homes[0].path(), "1", &["--create", GAME]);
    let mut told_first = lines(&mut first);
    let opened = told_first.next().expect("the code");
    let code = opened["code"].as_str().expect("a code");
    let mut second = bot(&server, homes[1].path(), "2", &["--join", code]);
    let told_second = lines(&mut second);

    let results: Vec<(Value, Value)> = told_first.zip(told_second).collect();
    for bot in [&mut first, &mut second] {
        let status = bot.0.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }
    assert_eq!(results.len(), MATCHES);
    let mut codes = Vec::new();
    for (number, (one, other)) in (1..).zip(&results) {
        for key in ["match", "code", "game", "winners", "scores", "reason"] {
            assert_eq!(one[key], other[key], "{key} of match {number}");
        }
        assert_eq!((&one["match"], &one["game"]), (&number.into(), &GAME.into()));
        assert_ne!(one["seat"], other["seat"]);
        codes.push(one["code"].clone());
    }
    codes.dedup();
    assert_eq!(codes.len(), MATCHES, "each rematch is a room of its own");
}
