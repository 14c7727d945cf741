//! Before a match: running games to go on with, rooms to join or watch, games to open a room for.
//!
//! A state of its own, changed by messages alone, as the match has one; what is chosen comes out as
//! the arguments that the command line would have given, so that a seat is taken in one way only. It
//! must not know a server.

use crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use protocol::room::{GameInfo, Room, RoomState};
use ratatui::layout::Size;

use self::form::Form;
use super::layout::is_too_small;
use crate::app::editor::Finder;
use crate::args::RoomArgs;
use crate::error::Error;
use crate::held::{self, HeldMatch};
use crate::link::RoomRef;
use crate::lists::room_line;
use crate::saved::SavedGame;

mod draw;
mod form;

/// A person's decision.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// Go on with a running game.
    Resume(SavedGame),
    /// Open a room or join one, under this name.
    Play {
        /// The arguments that the command line would have had.
        room: Box<RoomArgs>,
        /// The name.
        name: String,
    },
    /// Forget a seat for good.
    Forget(SavedGame),
    /// Watch a room: its code or link.
    Watch(String),
    /// See which seats are free in a room: its code or link.
    Look(String),
    /// Nothing.
    Quit,
}

/// The things to choose from.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// The matches of this person, the newest last.
    pub saved: Vec<HeldMatch>,
    /// The time to which the list is true, in milliseconds since 1970.
    pub now_ms: u64,
    /// The listed rooms.
    pub rooms: Vec<Room>,
    /// The games of the server.
    pub games: Vec<GameInfo>,
}

/// An entry of the list.
#[derive(Clone, Debug, PartialEq)]
enum HomeEntry {
    Resume(SavedGame),
    /// A listed room, by its index.
    Room(usize),
    /// A game, by its index.
    Game(usize),
}

/// The state.
#[derive(Debug)]
pub struct Home {
    server: String,
    name: String,
    choices: Choices,
    finder: Finder,
    form: Option<Form>,
    notice: Option<String>,
    /// The room whose seats are asked for, as it was typed.
    looking: Option<String>,
    /// The seat that is forgotten if that is asked for once more.
    forgetting: Option<SavedGame>,
    /// `true` if the keys are explained.
    help: bool,
    size: Size,
}

impl Home {
    /// Creates the state at a server, for someone who plays under this name.
    pub fn new(server: String, name: String, size: Size) -> Self {
        let (choices, finder) = Default::default();
        let (form, notice, looking, forgetting) = Default::default();
        let help = false;
        Self { server, name, choices, finder, form, notice, looking, forgetting, help, size }
    }

    /// Replaces the things to choose from.
    pub fn renew(&mut self, choices: Choices) {
        self.choices = choices;
    }

    /// Takes a look at a match's room. The list is ordered anew; who has pointed at a line points at it
    /// still.
    pub fn looked(&mut self, seen: HeldMatch) {
        let pointed = self.pointed_at();
        if let Some(held) = self.choices.saved.iter_mut().find(|held| held.game == seen.game) {
            *held = seen;
        }
        let again = |entry: &HomeEntry| Some(entry) == pointed.as_ref();
        if self.finder.pointed
            && let Some(at) = self.entries().iter().position(|(entry, _)| again(entry))
        {
            self.finder.cursor = at;
        }
    }

    /// Returns the entry under the cursor.
    fn pointed_at(&self) -> Option<HomeEntry> {
        self.entries().into_iter().nth(self.finder.cursor).map(|(entry, _)| entry)
    }

    /// Reports a failure; the form stays, to be corrected.
    pub fn report(&mut self, notice: impl Into<String>) {
        self.notice = Some(notice.into());
    }

    /// Goes back to the list.
    pub fn begin(&mut self) {
        self.form = None;
        self.finder = Finder::default();
    }

    /// Takes the terminal's new size.
    pub fn resize(&mut self, size: Size) {
        self.size = size;
    }

    /// Takes the answer to a look at a room, if nothing was pressed while it was waited for; returns the
    /// decision if a seat is held there.
    pub fn seen(&mut self, link: &str, room: Result<Room, Error>) -> Option<Wanted> {
        self.looking.take_if(|looking| looking == link)?;
        self.notice = None;
        match room {
            Ok(room) => {
                let own = self.choices.saved.iter().rfind(|held| held.is_in(room.id));
                if let Some(own) = own {
                    return Some(Wanted::Resume(own.game.clone()));
                }
                self.enter(&room, link);
            }
            Err(error) => self.report(error.to_string()),
        }
        None
    }

    /// Opens the form for a seat in this room.
    fn enter(&mut self, room: &Room, link: &str) {
        self.form = Some(Form::enter(room, link, self.roles(&room.game), &self.name));
    }

    fn roles(&self, game: &str) -> &[String] {
        let info = self.choices.games.iter().find(|info| info.id == game);
        info.and_then(|info| info.roles.as_deref()).unwrap_or_default()
    }

    /// Handles a key; returns the decision once there is one.
    pub fn key(&mut self, key: KeyEvent) -> Option<Wanted> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'q')) {
            return Some(Wanted::Quit);
        }
        if is_too_small(self.size) {
            // Nobody sees what another key would do.
            return None;
        }
        let forgetting = self.goes_on();
        if std::mem::take(&mut self.help) {
            return None;
        }
        let typing = self.form.as_ref().map_or(!self.finder.line.is_empty(), Form::is_typing);
        if key.code == KeyCode::F(1) || (key.code == KeyCode::Char('?') && !typing) {
            self.help = true;
            return None;
        }
        if let Some(form) = &mut self.form {
            if key.code == KeyCode::Esc {
                self.form = None;
                return None;
            }
            let wanted = form.key(key);
            return self.settled(wanted);
        }
        let entries = self.entries();
        match (key.code, self.finder.line.is_empty()) {
            (KeyCode::Up, _) => self.finder.step(-1, entries.len()),
            (KeyCode::Down, _) => self.finder.step(1, entries.len()),
            (KeyCode::Esc, true) => return Some(Wanted::Quit),
            (KeyCode::Esc, false) => self.finder = Finder::default(),
            (KeyCode::Enter, _) => return self.choose(),
            (KeyCode::Delete, true) => return self.forget(forgetting.as_ref()),
            _ => {
                self.finder.key(key);
            }
        }
        None
    }

    /// Drops what only the key or click before had meant, and with it a look that is still waited for;
    /// returns the seat that it asked to forget.
    fn goes_on(&mut self) -> Option<SavedGame> {
        (self.notice, self.looking) = (None, None);
        self.forgetting.take()
    }

    /// Forgets the seat under the cursor: at once where nobody can play it any more, else only if the
    /// same was asked for just before.
    fn forget(&mut self, asked: Option<&SavedGame>) -> Option<Wanted> {
        let Some(HomeEntry::Resume(game)) = self.pointed_at() else {
            self.notice = Some("Delete forgets a match of yours; point at one.".to_owned());
            return None;
        };
        let held = self.choices.saved.iter().find(|held| held.game == game);
        let over = held.is_some_and(HeldMatch::is_done);
        if over || asked == Some(&game) {
            return Some(Wanted::Forget(game));
        }
        self.notice = Some(format!(
            "Your seat in {} would be lost for good: Delete once more does it.",
            game.code
        ));
        self.forgetting = Some(game);
        None
    }

    /// Keeps the typed name for the next form.
    fn settled(&mut self, wanted: Result<Option<Wanted>, String>) -> Option<Wanted> {
        match wanted {
            Ok(wanted) => {
                if let Some(Wanted::Play { name, .. }) = &wanted {
                    self.name.clone_from(name);
                }
                wanted
            }
            Err(why) => {
                self.notice = Some(format!("Not yet: {why}."));
                None
            }
        }
    }

    /// Takes pasted text: a link, most likely.
    pub fn paste(&mut self, text: &str) {
        if is_too_small(self.size) {
            return;
        }
        self.goes_on();
        match &mut self.form {
            Some(form) => {
                if let Some(line) = form.line() {
                    line.insert(text);
                }
            }
            None => self.finder.insert(text.trim()),
        }
    }

    /// Handles the mouse: it points at a row, and pointing again chooses.
    pub fn mouse(&mut self, mouse: MouseEvent) -> Option<Wanted> {
        if is_too_small(self.size) {
            return None;
        }
        if mouse.kind == MouseEventKind::ScrollDown {
            return self.key(KeyCode::Down.into());
        }
        if mouse.kind == MouseEventKind::ScrollUp {
            return self.key(KeyCode::Up.into());
        }
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return None;
        }
        self.goes_on();
        if std::mem::take(&mut self.help) {
            return None;
        }
        let row = self.row_at(mouse.row)?;
        let again = match &mut self.form {
            Some(form) => form.point(row),
            None => self.finder.point(row),
        };
        if !again {
            return None;
        }
        match &mut self.form {
            // A click on a setting turns it, one on a heading folds or unfolds it.
            Some(form) => {
                let key = match (form.is_done(), form.is_typing()) {
                    (true, _) => KeyCode::Enter,
                    (false, true) => KeyCode::Right,
                    (false, false) => KeyCode::Char(' '),
                };
                let wanted = form.key(key.into());
                self.settled(wanted)
            }
            None => self.choose(),
        }
    }

    fn choose(&mut self) -> Option<Wanted> {
        let line = self.finder.line.text();
        // A code or a link needs no list.
        if let Ok(room) = RoomRef::parse(&line) {
            return Some(self.named(&room, line));
        }
        let Some((entry, _)) = self.entries().into_iter().nth(self.finder.cursor) else {
            self.notice = Some(format!("{line:?} is no code, and nothing here contains it."));
            return None;
        };
        match entry {
            HomeEntry::Resume(game) => return Some(Wanted::Resume(game)),
            HomeEntry::Room(at) => {
                let room = self.choices.rooms[at].clone();
                if room.state != RoomState::Lobby {
                    return Some(Wanted::Watch(room.code));
                }
                self.enter(&room, &room.code);
            }
            HomeEntry::Game(at) => {
                self.form = Some(Form::create(&self.choices.games[at], &self.name));
            }
        }
        None
    }

    /// Returns what a typed code or link asks for: one's own seat, or a look at the seats.
    fn named(&mut self, room: &RoomRef, line: String) -> Wanted {
        let server = room.server.as_ref().map_or_else(|| self.server.clone(), ToString::to_string);
        let own = |game: &&SavedGame| game.server == server && game.code == room.code;
        if let Some(own) = self.choices.saved.iter().map(|held| &held.game).rfind(own) {
            return Wanted::Resume(own.clone());
        }
        if room.token.is_none() {
            self.notice = Some("Looking at the room ...".to_owned());
            self.looking = Some(line.clone());
            return Wanted::Look(line);
        }
        let room = RoomArgs { join: Some(line), ..RoomArgs::default() };
        Wanted::Play { room: Box::new(room), name: self.name.clone() }
    }

    /// Returns the entries that match the typed text.
    fn entries(&self) -> Vec<(HomeEntry, String)> {
        let Choices { saved, now_ms, rooms, games } = &self.choices;
        let resume = held::ordered(saved).into_iter().map(|held| {
            let what = if held.is_done() { "Over" } else { "Go on" };
            let line = held.line(&self.server, *now_ms);
            (HomeEntry::Resume(held.game.clone()), format!("{what}: {line}"))
        });
        let games = games.iter().enumerate().map(|(at, game)| {
            (HomeEntry::Game(at), format!("New room: {} - {}", game.name, game.description))
        });
        let rooms = rooms.iter().enumerate().filter_map(|(at, room)| {
            let free = room.seats.iter().any(|seat| seat.name.is_none());
            let what = match room.state {
                RoomState::Lobby if free => "Join",
                RoomState::Running => "Watch",
                RoomState::Lobby
                | RoomState::Sealing
                | RoomState::Finished
                | RoomState::Abandoned => return None,
            };
            Some((HomeEntry::Room(at), format!("{what}: {}", room_line(room))))
        });
        resume.chain(games).chain(rooms).filter(|(_, text)| self.finder.admits(text)).collect()
    }
}

#[cfg(test)]
mod tests;
