//! Before a match: running games to go on with, rooms to join, games to open a room for.
//!
//! A state of its own, changed by keys alone, as the match has one; what is chosen comes out as the
//! arguments that the command line would have given, so that a seat is taken in one way only. It must
//! not know a server.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use protocol::room::{GameInfo, Room};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Widget};
use serde_json::{Map, Value};

use self::options::Setting;
use super::editor::Finder;
use crate::link::RoomRef;
use crate::lists::room_line;
use crate::paper::{clean, wrap};
use crate::play::start::describe;
use crate::render::page::{ALERT, FAINT, HEAD, MARKED};
use crate::saved::SavedGame;

mod options;

/// What a person wants to play.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// Go on with a running game.
    Resume(SavedGame),
    /// Join a room: its code or link.
    Join(String),
    /// Open a room for a game with these options.
    Create(String, Map<String, Value>),
    /// Nothing.
    Quit,
}

/// What stands in a list.
#[derive(Clone, Debug, PartialEq)]
enum Entry {
    Resume(SavedGame),
    Join(String),
    /// A game, by its place.
    Game(usize),
}

/// The settings of a room in the making.
#[derive(Clone, Debug)]
struct Form {
    game: String,
    settings: Vec<Setting>,
    cursor: usize,
}

/// The state.
#[derive(Debug)]
pub struct Home {
    saved: Vec<SavedGame>,
    rooms: Vec<Room>,
    games: Vec<GameInfo>,
    finder: Finder,
    form: Option<Form>,
    notice: Option<String>,
}

impl Home {
    /// With what there is to choose from, and what went wrong before.
    pub fn new(
        saved: Vec<SavedGame>,
        rooms: Vec<Room>,
        games: Vec<GameInfo>,
        notice: Option<String>,
    ) -> Self {
        Self { saved, rooms, games, finder: Finder::default(), form: None, notice }
    }

    /// Takes a key; gives what is wanted once it is known.
    pub fn key(&mut self, key: KeyEvent) -> Option<Wanted> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        self.notice = None;
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return Some(Wanted::Quit);
        }
        if self.form.is_some() {
            return self.form_key(key);
        }
        let entries = self.entries();
        match (key.code, self.finder.line.is_empty()) {
            (KeyCode::Up, _) => self.finder.step(-1, entries.len()),
            (KeyCode::Down, _) => self.finder.step(1, entries.len()),
            (KeyCode::Esc, true) => return Some(Wanted::Quit),
            (KeyCode::Esc, false) => self.finder = Finder::default(),
            (KeyCode::Enter, _) => return self.choose(entries),
            _ => {
                self.finder.key(key);
            }
        }
        None
    }

    /// Takes pasted text: a link, most likely.
    pub fn paste(&mut self, text: &str) {
        if self.form.is_none() {
            self.finder.line.insert(text.trim());
        }
    }

    fn choose(&mut self, entries: Vec<(Entry, String)>) -> Option<Wanted> {
        let line = self.finder.line.text();
        // A code or a link needs no list.
        if RoomRef::parse(&line).is_ok() {
            return Some(Wanted::Join(line));
        }
        let Some((entry, _)) = entries.into_iter().nth(self.finder.cursor) else {
            self.notice = Some(format!("{line:?} is no code, and nothing here contains it."));
            return None;
        };
        match entry {
            Entry::Resume(game) => Some(Wanted::Resume(game)),
            Entry::Join(code) => Some(Wanted::Join(code)),
            Entry::Game(at) => {
                let game = &self.games[at];
                let settings = options::settings(&game.options);
                self.form = Some(Form { game: game.id.clone(), settings, cursor: 0 });
                None
            }
        }
    }

    fn form_key(&mut self, key: KeyEvent) -> Option<Wanted> {
        let form = self.form.as_mut()?;
        // Behind the settings stands what opens the room.
        let last = form.settings.len();
        match (key.code, form.settings.get_mut(form.cursor)) {
            (KeyCode::Up, _) => form.cursor = form.cursor.saturating_sub(1),
            (KeyCode::Down | KeyCode::Tab, _) => form.cursor = (form.cursor + 1).min(last),
            (KeyCode::Left, Some(setting)) => setting.turn(-1),
            (KeyCode::Right | KeyCode::Char(' '), Some(setting)) => setting.turn(1),
            (KeyCode::Enter, Some(_)) => form.cursor = last,
            (KeyCode::Enter, None) => {
                let chosen = form.settings.iter().filter_map(Setting::chosen).collect();
                return Some(Wanted::Create(form.game.clone(), chosen));
            }
            (KeyCode::Esc, _) => self.form = None,
            _ => {}
        }
        None
    }

    /// What can be chosen, as far as what is typed lets it through.
    fn entries(&self) -> Vec<(Entry, String)> {
        let resume = self
            .saved
            .iter()
            .rev()
            .map(|game| (Entry::Resume(game.clone()), format!("Go on: {}", describe(game))));
        let games = self.games.iter().enumerate().map(|(at, game)| {
            (Entry::Game(at), format!("New room: {} - {}", game.name, game.description))
        });
        let waiting =
            self.rooms.iter().filter(|room| room.seats.iter().any(|seat| seat.name.is_none()));
        let join = waiting
            .map(|room| (Entry::Join(room.code.clone()), format!("Join: {}", room_line(room))));
        resume.chain(games).chain(join).filter(|(_, text)| self.finder.admits(text)).collect()
    }

    /// Draws it.
    pub fn draw(&self, frame: &mut Frame<'_>, colour: bool) {
        let area = frame.area();
        let lines = self.lines(usize::from(area.width).max(1));
        let height = usize::from(area.height.saturating_sub(2));
        let marked = lines.iter().position(|line| line.style == MARKED).unwrap_or_default();
        let top = (marked + 2).saturating_sub(height);
        let body = Rect { height: height as u16, ..area };
        let buffer = frame.buffer_mut();
        Paragraph::new(Text::from(lines)).scroll((top as u16, 0)).render(body, buffer);
        let input = Rect { y: area.height.saturating_sub(2), height: area.height.min(1), ..area };
        let keys = Rect { y: area.height.saturating_sub(1), height: area.height.min(1), ..area };
        let typed = format!("> {}", clean(&self.finder.line.text()));
        let line = match &self.notice {
            Some(notice) => Line::styled(clean(notice).into_owned(), ALERT),
            None => Line::from(typed),
        };
        line.render(input, buffer);
        let text = if self.form.is_some() {
            "Up Down  Left Right change  Enter on, then opens the room  Esc back  ^C quit"
        } else {
            "Up Down  Enter choose  or type a code, a link, part of a line  ^C quit"
        };
        Line::styled(text, FAINT).render(keys, buffer);
        if !colour {
            super::draw::bleach(buffer);
        }
    }

    fn lines(&self, width: usize) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let mut row = |marked: bool, text: &str| {
            let lead = if marked { "> " } else { "  " };
            for (text, nth) in wrap(&clean(text), width.saturating_sub(2)).into_iter().zip(0..) {
                let lead = if nth == 0 { lead } else { "  " };
                let style = if marked { MARKED } else { Line::default().style };
                lines.push(Line::styled(format!("{lead}{text}"), style));
            }
        };
        if let Some(form) = &self.form {
            for (setting, at) in form.settings.iter().zip(0..) {
                row(at == form.cursor, &setting.words());
                row(false, &format!("    {}", setting.explanation()));
            }
            row(form.cursor == form.settings.len(), "Open the room");
        } else {
            for ((_, text), at) in self.entries().iter().zip(0..) {
                row(at == self.finder.cursor, text);
            }
        }
        let head = match &self.form {
            Some(form) => format!(" entente: a new room for {}", form.game),
            None => " entente: what would you like to play?".to_owned(),
        };
        lines.insert(0, Line::styled(head, HEAD));
        lines.insert(1, Line::default());
        lines
    }
}

#[cfg(test)]
mod tests;
