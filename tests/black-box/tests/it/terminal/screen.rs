//! Playing: from the choice on the screen through the lobby into a match, at every size.

use black_box::{Player, Server};
use protocol::ClientMessage;
use vt100::Color;

use super::{CONTROL_C, CONTROL_R, CONTROL_Y, ENTER, ESCAPE, Person, RIGHT, TAB, UP, code};

#[tokio::test]
async fn a_room_is_opened_on_the_screen_and_played_in() {
    let server = Server::start();
    let mut ada = Person::at(&server).opens(&["play"]);
    ada.shows("what would you like to play?").await;
    ada.types("divided\r").await;
    ada.shows("Your name: Ada").await;
    ada.types(ENTER).await;
    ada.shows("Link to share: http://").await;
    ada.types(CONTROL_Y).await;
    ada.shows("Handed to the terminal for its clipboard").await;
    let room = code(&ada);
    assert_eq!(ada.copied(), [format!("{}/r/{room}", server.url())]);

    let seated = server.http.join(&room).await;
    let mut bo = Player::seat(&server, &seated, None).await;
    ada.shows("Press Enter when you are ready.").await;
    assert!(ada.bells() > 0, "whoever waits for a friend hears them come");
    bo.ready().await;
    ada.types(ENTER).await;
    ada.shows("It is your turn.").await;
    ada.shows("2 of these, 0 marked").await;
    ada.types(" ").await;
    ada.shows("2 of these, 1 marked").await;
    ada.types(ESCAPE).await;
    ada.shows("Enter choose").await;
    ada.types(TAB).await;
    ada.shows("[Headlines]").await;
    ada.types(CONTROL_R).await;
    ada.shows("At the beginning of each period you draw 3 Advantage Cards").await;
    ada.types(ESCAPE).await;
    bo.send(&ClientMessage::Chat { text: "Good luck!".to_owned() }).await;
    ada.shows("Good luck!").await;
}

#[tokio::test]
async fn whoever_wants_to_play_bots_says_so_when_opening_the_room() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let mut ada = Person::at(&server).opens(&["play"]);
    ada.shows("what would you like to play?").await;
    ada.types("balance\r").await;
    ada.shows("Against: people (default)").await;
    // Upwards from the end, past the four folded headings.
    ada.types(&UP.repeat(5)).await;
    ada.shows("> Against").await;
    ada.types(RIGHT).await;
    ada.shows("Against: bots, easy").await;
    ada.types(RIGHT).await;
    ada.shows("Against: bots, normal").await;
    ada.types(ENTER).await;
    ada.types(ENTER).await;
    ada.shows("Seat 1 (Blue): Bot 1 (normal)").await;
    ada.types(ENTER).await;
    ada.shows("Turn 1 of").await;

    let person = Person::at(&server);
    let mut bo = person.opens(&["play", "--plain", "--create", "europe-divided", "--bots", "hard"]);
    bo.shows("Bot 1").await;
    bo.types("ready\r").await;
    bo.shows("Advantage Cards").await;

    let options = ["--option", "max_turns=12", "--bots", "easy"];
    let program = ["bot", "--create", "balance-of-power"];
    let mut plays = person.opens(&[&program[..], &options].concat());
    plays.shows("match 1 in room").await;
}

#[tokio::test]
async fn a_code_is_typed_and_a_seat_taken() {
    let server = Server::start();
    let host = server.http.create(serde_json::json!({}), serde_json::json!({"seat": 0})).await;
    let mut ada = Person::at(&server).opens(&["play"]);
    ada.shows("what would you like to play?").await;
    ada.types(&format!("{}\r", host.room.code.to_lowercase())).await;
    ada.shows("Take the seat").await;
    ada.types(ENTER).await;
    // The host is called Ada too: nobody is taken for somebody else.
    ada.shows("Seat 1 (Russia): Ada 2, not ready, you").await;
    // The host frees the seat again: back to the choice, with the reason.
    let http = reqwest::Client::new();
    let address = format!("{}/api/v1/rooms/{}/seats/1", server.url(), host.room.code);
    let freed = http.delete(address).bearer_auth(&host.token).send().await.expect("an answer");
    assert_eq!(freed.status(), 204);
    ada.shows("this seat's token is not valid (any more)").await;
    ada.shows("what would you like to play?").await;
    ada.types(CONTROL_C).await;
    assert!(ada.ended().await.success());
}

#[tokio::test]
async fn every_size_is_drawn_and_one_that_is_too_small_says_so() {
    let server = Server::start();
    let mut ada = Person::at(&server).opens(&["play", "--create", "europe"]);
    ada.shows("Link to share").await;
    for (columns, rows) in [(160, 50), (60, 16), (300, 100)] {
        ada.resize(columns, rows);
        ada.until("the keys in the last row", |screen| {
            screen.rows(0, columns).last().is_some_and(|row| row.contains("^C quit"))
        })
        .await;
    }
    ada.resize(59, 15);
    ada.shows("This terminal is 59 x 15").await;
    ada.resize(80, 24);
    ada.shows("Link to share").await;
}

#[tokio::test]
async fn colours_are_left_out_where_they_are_not_wanted() {
    let server = Server::start();
    for (environment, coloured) in [(&[][..], true), (&[("NO_COLOR", "1")][..], false)] {
        let create = ["play", "--create", "europe-divided"];
        let mut ada = Person::at(&server).opens_with(&create, environment);
        ada.shows("Link to share").await;
        let seated = server.http.join(&code(&ada)).await;
        let mut bo = Player::seat(&server, &seated, None).await;
        bo.ready().await;
        ada.shows("Press Enter when you are ready.").await;
        ada.types(ENTER).await;
        ada.shows("It is your turn.").await;
        let screen = ada.screen();
        let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
        let plain = cells
            .filter_map(|(row, column)| screen.cell(row, column))
            .all(|cell| cell.fgcolor() == Color::Default && cell.bgcolor() == Color::Default);
        assert_eq!(plain, !coloured, "{environment:?}");
    }
}

#[tokio::test]
async fn the_mouse_is_left_to_the_terminal_where_that_is_wanted() {
    let server = Server::start();
    let taken =
        |screen: &vt100::Screen| screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
    let create = ["play", "--create", "europe"];
    let mut ada = Person::at(&server).opens(&create);
    ada.shows("Link to share").await;
    assert!(taken(ada.screen()));
    ada.types("/mouse\r").await;
    ada.until("the mouse is free", |screen| !taken(screen)).await;
    ada.types("/mouse\r").await;
    ada.until("the mouse is taken again", taken).await;
    let mut bo = Person::at(&server).opens(&[&create[..], &["--no-mouse"]].concat());
    bo.shows("Link to share").await;
    assert!(!taken(bo.screen()));
}
