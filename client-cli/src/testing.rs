//! Hand-made messages for the unit tests of this crate.

use protocol::envelope::Welcome;
use protocol::room::{Fairness, Room, RoomState, Seat, SeatFairness, SeatKind};
use protocol::{Event, Limits, Offer, ServerMessage, Update, You};
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

/// Returns a room of Europe Divided with two people in it.
pub(crate) fn room(state: RoomState) -> Room {
    let seat = |seat: u8, name: &str| Seat {
        seat,
        name: Some(name.to_owned()),
        kind: SeatKind::Person.into(),
        level: None,
        program: None,
        ready: false,
        connected: true,
        hints: 0,
        coach: None,
        bot_from: None,
    };
    Room {
        id: uuid::Uuid::from_u128(7),
        code: "K7P2XR".to_owned(),
        game: "europe-divided".to_owned(),
        options: Map::from_iter([("edition".to_owned(), json!("revised"))]),
        state,
        host: Some(0),
        seats: vec![seat(0, "Ada"), seat(1, "Boris")],
        spectators: 0,
        may_watch: true,
        awaiting: Vec::new(),
        winners: None,
        requests: Vec::new(),
        fairness: Fairness {
            scheme: "vd1".to_owned(),
            rules: "europe-divided/1".to_owned(),
            attempt: 0,
            commitment: "c0".repeat(32),
            seats: vec![SeatFairness::default(); 2],
            reveal_by_ms: None,
            voided: Vec::new(),
            data: "d0".repeat(32),
        },
        listed: false,
        absence_ms: 259_200_000,
        rematch: None,
        unproven: None,
        dev: false,
        entropy: protocol::room::Entropy::Optional,
        hints: protocol::room::Hints::Alone,
    }
}

/// Returns a welcome to a seat of [`room`].
pub(crate) fn welcome(seat: u8) -> ServerMessage {
    ServerMessage::Welcome(Welcome {
        protocol: protocol::PROTOCOL_VERSION,
        server: "0.1.0".to_owned(),
        you: You::Seat(seat),
        room: room(RoomState::Lobby),
        limits: Limits {
            message_bytes: 16_384,
            message_burst: 30,
            messages_per_second: 10,
            name_chars: 32,
            chat_chars: 500,
            spectators: 32,
            absence_ms: 259_200_000,
        },
        features: Vec::new(),
        away_ms: Vec::new(),
    })
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
        events_from: None,
        public: json!({"turn": 1}),
        private: Some(json!({"hand": ["a"]})),
        decision: None,
        standing: false,
        offers: Some(Vec::new()),
        undo: None,
        awaiting: vec![1],
        now_ms: 0,
        deadline_ms: None,
        paused: false,
        outcome: None,
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
