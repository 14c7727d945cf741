//! The screen from recorded views of real rooms: what it shows, and what keys make of it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use protocol::envelope::{ChatLine, Welcome};
use protocol::room::{Room, RoomState};
use protocol::{ClientMessage, ServerMessage, Update, You, examples};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Size;
use serde_json::Value;

use super::draw::draw;
use crate::app::{ApiRequest, App, AppConfig, AppMessage, Done, Effect, Exit};
use crate::connection::Signal;
use crate::heads::Heads;
use crate::wire::Frame;

mod asks;
mod faces;
mod foreign;
mod hints;
mod keys;
mod line;
mod pictures;
mod previews;
mod rules;

/// The recorded rooms, by game.
pub(super) const LOBBY: usize = 0;
pub(super) const EUROPE_DIVIDED: usize = 1;
pub(super) const BALANCE_OF_POWER: usize = 2;
pub(super) const EUROPE: usize = 3;

/// A room of the golden database, and what spectators and each seat see of it.
pub(super) struct Recorded {
    pub(super) room: Room,
    pub(super) views: Vec<Option<Update>>,
}

fn fixtures() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures")
}

pub(super) fn recorded(line: usize) -> Recorded {
    let text = std::fs::read_to_string(fixtures().join("golden/views.jsonl")).unwrap();
    let value: Value = serde_json::from_str(text.lines().nth(line).unwrap()).unwrap();
    let seen = &value["seen"];
    Recorded {
        room: serde_json::from_value(seen["room"].clone()).unwrap(),
        views: serde_json::from_value(seen["views"].clone()).unwrap(),
    }
}

/// The component data of a recorded room.
fn catalogue(room: &Room) -> Value {
    let name = format!("{}/catalogue-{}.json", room.game, room.fairness.data);
    serde_json::from_slice(&std::fs::read(fixtures().join(name)).unwrap()).unwrap()
}

fn signal(message: ServerMessage) -> AppMessage {
    AppMessage::Signal(Signal::Frame(Box::new(Frame {
        text: String::new(),
        message: Some(message),
    })))
}

fn welcome(you: You, room: Room) -> ServerMessage {
    ServerMessage::Welcome(Welcome { you, room, ..examples::welcome() })
}

/// The configuration for a recorded room, before the server's first message.
fn config(room: &Room) -> AppConfig {
    AppConfig {
        code: room.code.clone(),
        link: format!("http://entente.example/r/{}", room.code),
        server: "http://entente.example".to_owned(),
        token: Some("secret".to_owned()),
        saved: None,
        entropy: false,
        mouse: true,
        points: true,
        ..AppConfig::default()
    }
}

/// The screen of a seat in a recorded room, everybody at home and time standing still.
pub(super) fn seated(line: usize, seat: u8, size: Size) -> App {
    let Recorded { mut room, views } = recorded(line);
    for seat in &mut room.seats {
        seat.connected = seat.name.is_some();
    }
    let mut app = App::new(config(&room), Vec::new(), size);
    app.update(signal(welcome(You::Seat(seat), room.clone())));
    app.update(AppMessage::Done(Done::Kept(Ok(Heads::memory()))));
    if room.state == RoomState::Lobby {
        return app;
    }
    let data = catalogue(&room);
    app.update(AppMessage::Done(Done::Data(room.fairness.data.clone(), Ok(data))));
    let mut update = views.into_iter().nth(usize::from(seat) + 1).flatten().unwrap();
    update.paused = update.deadline_ms.is_some();
    app.update(signal(ServerMessage::Update(update)));
    app
}

/// The screen as text.
pub(super) fn picture(app: &App) -> String {
    cells(app, true).into_iter().map(|row| row.trim_end().to_owned() + "\n").collect()
}

fn cells(app: &App, colour: bool) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(app.size.width, app.size.height)).unwrap();
    terminal.draw(|frame| draw(frame, app, colour)).unwrap();
    let buffer = terminal.backend().buffer();
    let width = usize::from(app.size.width);
    buffer
        .content
        .chunks(width)
        .map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect())
        .collect()
}

pub(super) fn press(app: &mut App, code: KeyCode) -> Vec<Effect> {
    app.update(AppMessage::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

pub(super) fn control(app: &mut App, sign: char) -> Vec<Effect> {
    app.update(AppMessage::Key(KeyEvent::new(KeyCode::Char(sign), KeyModifiers::CONTROL)))
}

pub(super) fn types(app: &mut App, text: &str) -> Vec<Effect> {
    text.chars().flat_map(|sign| press(app, KeyCode::Char(sign))).collect()
}
