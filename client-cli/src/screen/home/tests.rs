//! Choosing what to play, by keys.

use protocol::room::RoomState;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::json;

use super::*;
use crate::testing::room;

fn press(home: &mut Home, codes: &[KeyCode]) -> Option<Wanted> {
    codes.iter().find_map(|code| home.key(KeyEvent::new(*code, KeyModifiers::NONE)))
}

fn types(home: &mut Home, text: &str) {
    for sign in text.chars() {
        press(home, &[KeyCode::Char(sign)]);
    }
}

fn picture(home: &Home) -> String {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| home.draw(frame, true)).unwrap();
    let cells = &terminal.backend().buffer().content;
    let row = |row: &[ratatui::buffer::Cell]| {
        row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned()
    };
    cells.chunks(80).map(|cells| row(cells) + "\n").collect()
}

fn home() -> Home {
    let saved = SavedGame {
        server: "http://entente.example".to_owned(),
        code: "H3M8WT".to_owned(),
        seat: 1,
        token: "secret".to_owned(),
        game: "europe".to_owned(),
        name: "Ada".to_owned(),
    };
    let options = json!({
        "$defs": {"Undo": {"oneOf": [
            {"const": "free", "description": "Freely."}, {"const": "off", "description": "Never."}]}},
        "properties": {
            "clock": {"title": "Clock", "type": "integer", "minimum": 1, "maximum": 3, "default": 3},
            "undo": {"title": "Undo", "default": "free", "$ref": "#/$defs/Undo",
                "description": "Taking moves back."},
        },
    });
    let game = json!({"id": "tic-tac-toe", "name": "Tic-tac-toe", "description": "Three in a row.",
        "seats": {"min": 2, "max": 2}, "roles": null, "options": options, "licence": ""});
    let mut waiting = room(RoomState::Lobby);
    waiting.seats[1].name = None;
    let game = serde_json::from_value(game).unwrap();
    Home::new(vec![saved], vec![waiting], vec![game], None)
}

#[test]
fn running_games_come_first_and_then_games_and_rooms() {
    let mut home = home();
    let picture = picture(&home);
    let at = |text: &str| picture.find(text).unwrap_or_else(|| panic!("{text}: {picture}"));
    assert!(
        at("Go on: H3M8WT") < at("New room: Tic-tac-toe") && at("New room") < at("Join: K7P2XR")
    );
    assert!(!picture.contains("secret"), "{picture}");
    let wanted = press(&mut home, &[KeyCode::Enter]);
    assert!(matches!(wanted, Some(Wanted::Resume(game)) if game.code == "H3M8WT"));
}

#[test]
fn a_code_or_a_link_is_joined_and_anything_else_is_not() {
    for line in ["k7p2xr", "http://entente.example/r/K7P2XR"] {
        let mut home = home();
        home.paste(line);
        assert_eq!(press(&mut home, &[KeyCode::Enter]), Some(Wanted::Join(line.to_owned())));
    }
    let mut home = home();
    types(&mut home, "xyzzy");
    assert_eq!(press(&mut home, &[KeyCode::Enter]), None);
    assert!(picture(&home).contains("is no code"));
}

#[test]
fn options_are_turned_and_only_what_is_no_default_is_sent() {
    let mut home = home();
    types(&mut home, "tic");
    assert_eq!(press(&mut home, &[KeyCode::Enter]), None);
    let defaults = picture(&home);
    assert!(defaults.contains("Clock: 3 (default)"), "{defaults}");
    assert!(defaults.contains("Taking moves back. Freely."), "{defaults}");
    press(&mut home, &[KeyCode::Down, KeyCode::Right]);
    let turned = picture(&home);
    assert!(turned.contains("Undo: off") && turned.contains("Never."), "{turned}");
    let wanted = press(&mut home, &[KeyCode::Enter, KeyCode::Enter]);
    let options = Map::from_iter([("undo".to_owned(), json!("off"))]);
    assert_eq!(wanted, Some(Wanted::Create("tic-tac-toe".to_owned(), options)));
}

#[test]
fn escape_goes_back_and_then_out() {
    let mut home = home();
    types(&mut home, "tic");
    press(&mut home, &[KeyCode::Enter]);
    assert_eq!(press(&mut home, &[KeyCode::Esc, KeyCode::Esc]), None);
    assert_eq!(press(&mut home, &[KeyCode::Esc]), Some(Wanted::Quit));
}
