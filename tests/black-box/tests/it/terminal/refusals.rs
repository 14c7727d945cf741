//! Refusals in the plain terminal: they say what cannot be done, what is near, and end with an exit
//! code.

use std::net::Ipv4Addr;

use black_box::{Seed, Server, Table};
use protocol::ClientMessage;
use serde_json::json;

use super::{CONTROL_C, ENTER, Person, nobody_at};

#[tokio::test]
async fn what_is_wrong_has_a_message_and_an_exit_code() {
    let server = Server::start();
    let person = Person::at(&server);
    for (arguments, code, said) in [
        (&["play", "--create", "europe-dvided"][..], 4, "it plays europe-divided, "),
        (&["play", "--create", "europe", "--option", "playrs=3"], 4, "did you mean \"players\"?"),
        (&["play", "--join", "K7P2XR"], 4, "no room has this code"),
        (&["play", "--join", "K7P2X"], 2, "a code has 6 signs"),
        (&["play", "--continue", "K7P2XR"], 2, "no running game of yours has the code K7P2XR"),
        (&["watch", "K7P2XR"], 4, "no room has this code"),
        (&["replay", "K7P2XR"], 4, "no room has this code"),
        (&["--server", "http://127.0.0.1:1", "watch", "K7P2XR"], 3, "cannot be reached"),
        (&["learn", "nope"], 4, "it plays europe-divided, "),
        (&["learn", "europe", "nope"], 4, "its lessons are first, "),
        (&["puzzle", "nope"], 4, "it plays europe-divided, "),
        (&["puzzle", "balance-of-power", "nope"], 4, "its puzzles are "),
        (&["puzzle", "nope", "nope"], 4, "it plays europe-divided, "),
        (&["rules", "nope"], 4, "it plays europe-divided, "),
        (&["plya"], 2, "similar subcommands exist: 'replay', 'play'"),
    ] {
        let mut terminal = person.opens(arguments);
        let status = terminal.ended().await;
        let text = terminal.screen().contents().replace('\n', " ");
        assert_eq!(status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.contains(said), "{arguments:?}: {text}");
        terminal.assert_given_back();
    }
}

#[tokio::test]
async fn whoever_comes_too_late_to_play_learns_how_to_look_on_or_back() {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({}), 0, Seed::or(98)).await;
    let person = Person::at(&server);
    let link = format!("{}/r/{}", server.url(), table.code());
    for command in ["watch", "replay"] {
        let mut late = person.opens(&["play", "--join", table.code()]);
        assert_eq!(late.ended().await.code(), Some(4));
        let text = late.screen().contents().replace('\n', " ");
        assert!(text.contains("the match has begun"), "{text}");
        assert!(text.contains(&format!("entente {command} {link}")), "{text}");
        if command == "watch" {
            let id = table.seed.id();
            table.seats[0].act(&ClientMessage::Resign { id }).await.expect("a seat may resign");
            table.seats[0].until(|own| own.now().outcome.is_some()).await;
        }
    }
}

#[tokio::test]
async fn an_old_token_is_reported_and_its_seat_forgotten() {
    let server = Server::start();
    let person = Person::at(&server);
    let mut ada = person.opens(&["play", "--create", "europe-divided"]);
    ada.shows("Link to share").await;
    let code = super::code(&ada);
    ada.types(CONTROL_C).await;
    ada.ended().await;
    let games = person.home.path().join("games.json");
    let mut saved: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&games).expect("saved games")).expect("JSON");
    saved["games"][0]["token"] = "A".repeat(43).into();
    std::fs::write(&games, saved.to_string()).expect("saved games");
    let mut old = person.opens(&["play", "--continue", &code]);
    assert_eq!(old.ended().await.code(), Some(4));
    old.assert_given_back();
    let text = old.screen().contents().replace('\n', " ");
    assert!(text.contains("this seat's token is not valid (any more)"), "{text}");
    let saved = std::fs::read_to_string(&games).expect("saved games");
    assert!(!saved.contains(&code), "{saved}");
}

#[tokio::test]
async fn without_a_server_the_choice_says_so_and_can_be_left() {
    let nobody = nobody_at((Ipv4Addr::LOCALHOST, 0).into());
    let server = format!("http://{}", nobody.local_addr().expect("an address"));
    let person = Person { home: tempfile::tempdir().expect("a folder"), server };
    let mut ada = person.opens(&["play"]);
    ada.shows("cannot be reached").await;
    ada.types(CONTROL_C).await;
    assert!(ada.ended().await.success());
    ada.assert_given_back();
}

#[tokio::test]
async fn a_terminal_that_can_do_nothing_gets_lines() {
    let server = Server::start();
    let create = ["play", "--create", "europe-divided"];
    let plain = [&create[..], &["--plain"]].concat();
    for (arguments, term) in [(&create[..], "dumb"), (&create[..], ""), (&plain[..], "xterm")] {
        let mut ada = Person::at(&server).opens_with(arguments, &[("TERM", term)]);
        ada.shows("Type ? for help, q to quit.").await;
        assert!(!ada.screen().alternate_screen(), "{term:?}");
        ada.types(&format!("q{ENTER}")).await;
        assert!(ada.ended().await.success());
        ada.assert_given_back();
    }
}
