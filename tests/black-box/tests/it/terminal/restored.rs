//! However the screen ends, the terminal is as it was before.

use black_box::Server;
use black_box::terminal::Terminal;
use client_cli::screen::terminal::Screen;

use super::{CONTROL_C, Person, nobody_at};

/// Set in the process that is to panic.
const PANIC: &str = "PANICS_ON_THE_SCREEN";

/// Says where the test of this name runs in a process of its own.
const PANICKING: &str = "terminal::restored::a_panic_gives_the_terminal_back_before_it_is_reported";

#[tokio::test]
async fn quitting_gives_the_terminal_back_and_says_how_to_go_on() {
    let server = Server::start();
    let person = Person::at(&server);
    let mut ada = person.opens(&["play", "--create", "europe-divided"]);
    ada.shows("Link to share").await;
    assert!(ada.screen().alternate_screen());
    let code = super::code(&ada);
    ada.types(CONTROL_C).await;
    assert!(ada.ended().await.success());
    ada.assert_given_back();
    let text = ada.screen().contents().replace('\n', " ");
    assert!(text.contains(&format!("entente play --continue {code}")), "{text}");

    let mut again = person.opens(&["play", "--continue", &code]);
    again.shows("Link to share").await;
}

#[tokio::test]
async fn quitting_a_match_that_could_not_be_kept_gives_its_link() {
    let server = Server::start();
    let person = Person::at(&server);
    std::fs::create_dir(person.home.path().join("games.lock")).expect("a folder");
    let mut ada = person.opens(&["play", "--create", "europe-divided"]);
    ada.shows("Not saved").await;
    let code = super::code(&ada);
    ada.types(CONTROL_C).await;
    assert!(ada.ended().await.success());
    ada.assert_given_back();
    let text = ada.screen().contents().replace('\n', "");
    let (_, words) = text.rsplit_once("Good-bye.").expect("a last word");
    assert!(words.contains(&format!("{}/r/{code}#seat=", server.url())), "{text}");
    assert!(!words.contains("--continue"), "{text}");
}

#[tokio::test]
async fn a_signal_gives_the_terminal_back() {
    let server = Server::start();
    for signal in ["-TERM", "-HUP", "-INT"] {
        for arguments in [&["play"][..], &["play", "--create", "europe"]] {
            let mut ada = Person::at(&server).opens(arguments);
            ada.until("the screen", vt100::Screen::alternate_screen).await;
            ada.shows("^C quit").await;
            black_box::server::signal(ada.pid(), signal);
            assert!(ada.ended().await.success(), "{signal} {arguments:?}");
            ada.assert_given_back();
        }
    }
}

#[tokio::test]
async fn a_lost_server_is_reported_and_the_screen_can_be_left() {
    let server = Server::start();
    let mut ada = Person::at(&server).opens(&["play", "--create", "europe"]);
    ada.shows("online").await;
    let at = server.at;
    let stopped = server.kill().await;
    let nobody = nobody_at(at);
    ada.shows("OFFLINE").await;
    ada.shows("trying again in").await;
    ada.types(CONTROL_C).await;
    assert!(ada.ended().await.success());
    ada.assert_given_back();
    drop((stopped, nobody));
}

/// In a process of its own this test panics while it has the terminal.
#[tokio::test]
async fn a_panic_gives_the_terminal_back_before_it_is_reported() {
    if std::env::var_os(PANIC).is_some() {
        let mut screen = Screen::open(true).expect("a terminal");
        let drawn = screen.paint(|frame, _| frame.render_widget("on the screen", frame.area()));
        drawn.expect("a picture");
        panic!("as was to be shown");
    }
    let own = std::env::current_exe().expect("a name");
    let command = pty_process::Command::new(own)
        .args(["--exact", PANICKING, "--nocapture"])
        .env("TERM", "xterm-256color")
        .env("RUST_BACKTRACE", "0")
        .env(PANIC, "1");
    let mut panicking = Terminal::of(command);
    assert!(!panicking.ended().await.success());
    panicking.assert_given_back();
    let text = panicking.screen().contents();
    assert!(text.contains("as was to be shown"), "{text}");
    assert!(!text.contains("on the screen"), "{text}");
}
