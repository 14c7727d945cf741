//! Texts that try to steer the terminal, on the full screen: they are shown, and do nothing.

use protocol::examples;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::*;
use crate::testing::hostile::{assert_harmless, hostile};

/// Makes a value's texts hostile; without its code nobody gets back to a room.
fn spoilt<T: Serialize + DeserializeOwned>(honest: &T) -> T {
    serde_json::from_value(hostile(honest, &["code", "type", "game"])).unwrap()
}

/// Checks every cell, and what line mode would print.
fn check(app: &mut App, printed: &mut crate::paper::Paper, what: &str) {
    assert_harmless(&picture(app), what);
    for (tone, line) in app.take_output() {
        printed.styled(tone, line).unwrap();
    }
}

#[test]
fn no_text_of_a_server_steers_the_screen() {
    let (mut paper, sheet) = crate::paper::Paper::memory();
    let size = Size::new(100, 40);
    for line in [LOBBY, EUROPE_DIVIDED, BALANCE_OF_POWER, EUROPE] {
        let mut app = seated(line, 0, size);
        let room = spoilt(app.room().unwrap());
        app.update(signal(welcome(You::Seat(0), room)));
        if let Some(update) = app.session().update().map(spoilt) {
            app.update(signal(ServerMessage::Update(update)));
        }
        check(&mut app, &mut paper, "room and update");
        for message in examples::server_messages() {
            // The recorded room stays: these examples are of another one.
            if !matches!(message, ServerMessage::Welcome(_) | ServerMessage::Room { .. }) {
                app.update(signal(spoilt(&message)));
                check(&mut app, &mut paper, "a message");
            }
        }
        let rules: protocol::Reference =
            serde_json::from_value(examples::body("Reference").unwrap()).unwrap();
        app.update(AppMessage::Done(Done::Rules(Ok(Box::new(spoilt(&rules))))));
        let why = || spoilt(&"no".to_owned());
        for failed in [Done::Rematch(Err(why())), Done::Record(Err(why())), Done::Bot(Err(why()))] {
            app.update(AppMessage::Done(failed));
            check(&mut app, &mut paper, "a refusal");
        }
        for key in ['r', '?', '/'] {
            press(&mut app, KeyCode::Char(key));
            check(&mut app, &mut paper, "an overlay");
            press(&mut app, KeyCode::Esc);
        }
    }
    assert_harmless(&sheet.text(), "lines");
}
