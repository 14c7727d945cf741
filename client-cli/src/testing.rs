//! Hand-made messages for the unit tests of this crate.

use protocol::envelope::Welcome;
use protocol::room::{Room, RoomState, Seat};
use protocol::{Event, Offer, ServerMessage, Update, You, examples};
use serde_json::{Map, json};

use crate::face::Face;
use crate::render::page::Page;
use crate::render::{Render, Scene};

pub(crate) mod hostile;

/// Asserts that these are among the lines of a text.
#[track_caller]
pub(crate) fn has(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.lines().any(|one| one == *line), "no line {line:?} in:\n{text}");
    }
}

/// Returns a room of Europe Divided with two people in it, who are not ready.
pub(crate) fn room(state: RoomState) -> Room {
    let seat = |number, name| Seat { ready: false, ..examples::seat(number, name) };
    Room {
        options: Map::from_iter([("edition".to_owned(), json!("revised"))]),
        state,
        seats: vec![seat(0, "Ada"), seat(1, "Boris")],
        spectators: 0,
        awaiting: Vec::new(),
        listed: false,
        ..examples::room()
    }
}

/// Returns a welcome to a seat of [`room`].
pub(crate) fn welcome(seat: u8) -> ServerMessage {
    let room = room(RoomState::Lobby);
    ServerMessage::Welcome(Welcome { you: You::Seat(seat), room, ..examples::welcome() })
}

/// Returns an update with one event and without a question.
pub(crate) fn update(seq: u64) -> Update {
    Update {
        seq,
        head: format!("{seq:064x}"),
        events: vec![Event {
            seq,
            kind: "card_played".to_owned(),
            text: format!("Entry {seq} happened"),
            rule: Some("Actions".to_owned()),
            fields: Map::new(),
        }],
        private: Some(json!({"hand": ["a"]})),
        decision: None,
        offers: Some(Vec::new()),
        undo: None,
        awaiting: vec![1],
        now_ms: 0,
        ..examples::update()
    }
}

/// Returns a strict offer without a choice.
pub(crate) fn offer(text: &str) -> Offer {
    Offer {
        command: json!({"type": text.to_lowercase()}),
        text: text.to_owned(),
        rule: "Actions".to_owned(),
        loose: false,
        is_final: false,
    }
}

/// Returns the pages of a view as line mode prints them.
pub(crate) fn shown(renderer: &dyn Render, scene: &Scene<'_>) -> String {
    let lines = Page::joined(renderer.pages(scene, Face::LINES), 0);
    lines.into_iter().map(|line| line.to_string().trim_end().to_owned() + "\n").collect()
}

/// Returns the component data of a recorded match of a game.
pub(crate) fn catalogue<Data: serde::de::DeserializeOwned>(game: &str) -> Data {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures");
    let files = std::fs::read_dir(std::path::Path::new(folder).join(game)).unwrap();
    let data = files.map(|file| file.unwrap().path());
    let mut data: Vec<_> = data.filter(|path| path.extension().unwrap() == "json").collect();
    data.sort();
    serde_json::from_slice(&std::fs::read(&data[0]).unwrap()).unwrap()
}
