//! The terminal client as other programs use it: lists as JSON, completions, the manual page.

use black_box::{Seed, Server, Table, program};
use protocol::ClientMessage;
use protocol::room::{GameInfo, Room};
use serde_json::{Value, json};

/// Runs the client with these arguments, which must succeed; returns what it prints.
fn printed(arguments: &[&str]) -> String {
    let output = program::command("entente").args(arguments).output().expect("the client");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[tokio::test]
async fn lists_are_a_line_of_json_each() {
    let server = Server::start();
    let seat = server.http.create(json!({}), json!({"listed": true})).await;
    let list = |what| printed(&["--server", &server.url(), what, "--json"]);
    let (rooms, games) = (list("rooms"), list("games"));
    let rooms: Vec<Room> =
        rooms.lines().map(|line| serde_json::from_str(line).expect("a room")).collect();
    assert_eq!(rooms.iter().map(|room| &room.code).collect::<Vec<_>>(), [&seat.room.code]);
    let games: Vec<GameInfo> =
        games.lines().map(|line| serde_json::from_str(line).expect("a game")).collect();
    assert_eq!(games.len(), engine::REGISTRY.len());
}

/// One's own matches, without joining any: whom each asks and for how long, and who has won; no token.
#[tokio::test]
async fn ones_own_matches_say_whose_turn_it_is_and_how_they_ended() {
    let server = Server::start();
    let table = Table::begin(&server, json!({}), 0, Seed::of(7)).await;
    let ada = &table.keys[0];
    let home = tempfile::tempdir().expect("a folder");
    let saved = json!({"version": 1, "games": [{"server": server.url(), "code": ada.room.code,
        "seat": 0, "token": ada.token, "game": "europe-divided", "name": "Ada"}]});
    std::fs::write(home.path().join("games.json"), saved.to_string()).expect("a file");
    let mine = |more: &[&str]| {
        let mut command = program::command("entente");
        command.env("ENTENTE_HOME", home.path());
        let output =
            command.args(["--server", &server.url(), "rooms", "--mine"]).args(more).output();
        let output = output.expect("the client");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let line = mine(&[]);
    assert!(line.contains("Europe Divided against ") && line.contains("your turn for"), "{line}");
    let json = mine(&["--json"]);
    assert!(!json.contains(&ada.token), "{json}");
    let one: Value = serde_json::from_str(&json).expect("a line of JSON");
    assert_eq!(one["room"]["awaiting"][0]["seat"], 0, "{json}");

    let mut table = table;
    let id = table.seed.id();
    let resigned = table.seats[1].act(&ClientMessage::Resign { id }).await;
    assert!(resigned.is_ok(), "{resigned:?}");
    assert!(mine(&[]).contains("you have won"), "{}", mine(&[]));
}

#[tokio::test]
async fn rules_are_printed_whole_or_at_what_is_asked_for() {
    let server = Server::start();
    let rules = |arguments: &[&str]| {
        let server = server.url();
        let all = [&["--server", server.as_str(), "rules"][..], arguments].concat();
        program::command("entente").args(all).output().expect("the client")
    };
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    for game in engine::REGISTRY {
        let all = rules(&[game.id]);
        assert!(all.status.success(), "{all:?}");
        let all = text(&all.stdout);
        assert!(all.lines().all(|line| line.chars().count() <= 80), "{all}");
        assert!(all.contains("The aim") && all.contains("Our ruling: "), "{all}");
        assert!(!all.contains("**") && !all.contains("](#"), "{all}");
        let reference = game.reference().expect("rules in words");
        for rule in reference.sections.iter().filter_map(|section| section.cites.first()).take(3) {
            let found = rules(&[game.id, rule.as_str()]);
            let title = &reference.cited(rule).expect("a section").title;
            assert!(text(&found.stdout).contains(title), "{rule}: {found:?}");
        }
    }
    let found = rules(&["europe-divided", "sea", "cards"]);
    assert!(text(&found.stdout).contains("Baltic Sea"), "{found:?}");
    let nothing = rules(&["europe", "cavalry"]);
    assert_eq!(nothing.status.code(), Some(1), "{nothing:?}");
    assert!(text(&nothing.stderr).contains("say nothing about \"cavalry\""), "{nothing:?}");
    let no_game = rules(&["tic-tac-toe"]);
    assert_eq!(no_game.status.code(), Some(4), "{no_game:?}");
    let stray = rules(&["../rooms"]);
    assert_eq!(stray.status.code(), Some(1), "{stray:?}");
}

/// Without a terminal nothing is asked for its width: `tput` would start twice for every line.
#[test]
fn a_pipe_is_printed_to_without_another_program() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let (tput, asked) = (folder.path().join("tput"), folder.path().join("asked"));
    std::fs::write(&tput, format!("#!/bin/sh\n: > '{}'\necho 80\n", asked.display()))
        .expect("a file");
    std::fs::set_permissions(&tput, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let mut command = program::command("entente");
    let output = command.env("PATH", folder.path()).arg("licences").output().expect("the client");
    assert!(output.status.success(), "{output:?}");
    assert!(!asked.exists(), "something was asked how wide a terminal is");
}

#[test]
fn every_command_is_completed_and_in_the_manual() {
    let help = printed(&["--help"]);
    let (_, commands) = help.split_once("Commands:").expect("commands");
    let (commands, _) = commands.split_once("Options:").expect("options");
    let commands: Vec<&str> = commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.contains(&"play") && commands.len() > 10, "{commands:?}");
    let manual = printed(&["man"]);
    for command in &commands {
        assert!(manual.contains(&format!("entente {command}")), "{command}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(&["completion", shell]);
        for command in &commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}
