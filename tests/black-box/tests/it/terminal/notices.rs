//! The address for notices of a seat's turn: set, seen and taken back, on the screen and in lines.

use black_box::Server;
use black_box::terminal::Terminal;

use super::{ENTER, ESCAPE, Person};

/// A webhook that is never called: nobody is away for long enough.
const WEBHOOK: &str = "http://127.0.0.1:9/2f9c1d";

async fn types(terminal: &mut Terminal, line: &str) {
    terminal.types(&format!("{line}{ENTER}")).await;
}

#[tokio::test]
async fn on_the_screen_a_seat_sets_its_address_for_notices() {
    let server = Server::and(&["--webhooks", "any"]);
    let mut ada = Person::at(&server).opens(&["play", "--create", "europe-divided"]);
    ada.shows("Link to share").await;
    types(&mut ada, "/notify").await;
    ada.shows("you are not notified of your turn").await;
    types(&mut ada, WEBHOOK).await;
    ada.shows(&format!("your turn is reported to {WEBHOOK}")).await;
    types(&mut ada, "/notify").await;
    ada.shows(&format!("Tell me at: {WEBHOOK}")).await;
    ada.types(ESCAPE).await;
    ada.hides("Tell me at").await;
    types(&mut ada, "/notify ftp://example.org").await;
    ada.shows("No notices: the server refused").await;
    types(&mut ada, "/notify off").await;
    ada.shows("you are not notified of your turn").await;
}

#[tokio::test]
async fn in_lines_a_seat_sets_its_address_for_notices() {
    let server = Server::and(&["--webhooks", "any"]);
    let create = ["play", "--create", "europe-divided", "--plain"];
    let mut ada = Person::at(&server).opens(&create);
    ada.shows("Type ? for help, q to quit.").await;
    types(&mut ada, "notify").await;
    ada.shows("you are not notified of your turn").await;
    ada.shows("an https:// address (it is called)").await;
    types(&mut ada, &format!("notify {WEBHOOK}")).await;
    ada.shows(&format!("your turn is reported to {WEBHOOK}")).await;
    types(&mut ada, "notify off").await;
    ada.until("that it is taken back", |screen| {
        screen.contents().matches("you are not notified of your turn").count() == 2
    })
    .await;
}

#[tokio::test]
async fn a_server_that_sends_no_notices_says_so() {
    let server = Server::and(&["--webhooks", "off"]);
    let mut ada = Person::at(&server).opens(&["play", "--create", "europe-divided"]);
    ada.shows("Link to share").await;
    types(&mut ada, "/notify").await;
    ada.shows("This server sends no notices.").await;
}
