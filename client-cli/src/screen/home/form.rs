//! What one settles before a room is opened or joined: a name, a seat, the options.
//!
//! Here, apart from the list, because every setting is turned alike and comes out as what the command
//! line would have said. It must not know a server.

use crossterm::event::{KeyCode, KeyEvent};
use protocol::room::{GameInfo, Room};

use super::Wanted;
use super::options::{self, Setting};
use crate::app::editor::Editor;
use crate::args::{self, RoomArgs};
use crate::render::generic::words;

/// What stands before the name.
const NAME: &str = "Your name: ";

/// What a form comes to in the end.
#[derive(Clone, Debug, PartialEq)]
enum Goal {
    /// A room for this game.
    Create(String),
    /// A seat in the room with this code or link.
    Join(String),
    /// A look at it.
    Watch(String),
}

/// The settings of a seat in the making.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Form {
    goal: Goal,
    heading: String,
    name: Editor,
    settings: Vec<Setting>,
    cursor: usize,
}

/// What stands in a row of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Name,
    Setting(usize),
    /// What is done in the end.
    Done,
}

impl Form {
    /// For a new room.
    pub(super) fn create(game: &GameInfo, name: &str) -> Self {
        let mut settings = options::options(&game.options);
        settings.push(options::seat_of_new(game.roles.as_deref().unwrap_or_default()));
        settings.extend(options::room());
        let heading = format!("a new room for {}", game.name);
        Self::new(Goal::Create(game.id.clone()), heading, name, settings)
    }

    /// For a seat in an open room, or a look at one that has no seat free.
    pub(super) fn enter(room: &Room, link: &str, roles: &[String], name: &str) -> Self {
        let game = words(&room.game);
        if room.seats.iter().all(|seat| seat.name.is_some()) {
            let heading = format!("room {}, {game}: no seat is free", room.code);
            return Self::new(Goal::Watch(link.to_owned()), heading, name, Vec::new());
        }
        let names: Vec<&str> = room.seats.iter().filter_map(|seat| seat.name.as_deref()).collect();
        let heading = format!("room {}, {game}, with {}", room.code, names.join(", "));
        let settings = vec![options::seat_of(&room.seats, roles)];
        Self::new(Goal::Join(link.to_owned()), heading, name, settings)
    }

    fn new(goal: Goal, heading: String, name: &str, settings: Vec<Setting>) -> Self {
        let mut line = Editor::default();
        line.set(name);
        let mut form = Self { goal, heading, name: line, settings, cursor: 0 };
        // Whoever wants nothing special needs one key.
        form.cursor = form.places().len() - 1;
        form
    }

    fn places(&self) -> Vec<Place> {
        let named = !matches!(self.goal, Goal::Watch(_));
        let mut places: Vec<Place> = named.then_some(Place::Name).into_iter().collect();
        places.extend((0..self.settings.len()).map(Place::Setting));
        places.push(Place::Done);
        places
    }

    fn place(&self) -> Place {
        self.places().get(self.cursor).copied().unwrap_or(Place::Done)
    }

    /// What is settled here.
    pub(super) fn heading(&self) -> &str {
        &self.heading
    }

    /// The row under the cursor.
    pub(super) fn cursor(&self) -> usize {
        self.cursor
    }

    /// Puts the cursor on a row; `true` if it stood there.
    pub(super) fn point(&mut self, row: usize) -> bool {
        let row = row.min(self.places().len() - 1);
        std::mem::replace(&mut self.cursor, row) == row
    }

    /// Whether the cursor stands on what is done in the end.
    pub(super) fn is_done(&self) -> bool {
        self.place() == Place::Done
    }

    /// Whether letters are typed now.
    pub(super) fn is_typing(&self) -> bool {
        self.place() == Place::Name
    }

    /// The line that is being typed, if any.
    pub(super) fn line(&mut self) -> Option<&mut Editor> {
        (self.place() == Place::Name).then_some(&mut self.name)
    }

    /// How far the cursor stands in the row that is being typed, in characters.
    pub(super) fn typed(&self) -> Option<usize> {
        let before = format!("{NAME}{}", self.name.before());
        (self.place() == Place::Name).then(|| before.chars().count())
    }

    /// Each row, and what explains it.
    pub(super) fn rows(&self) -> Vec<(String, String)> {
        let row = |place: Place| match place {
            Place::Name => {
                (format!("{NAME}{}", self.name.text()), "What the others see. Type it.".to_owned())
            }
            Place::Setting(at) => {
                let setting = &self.settings[at];
                (setting.words(), setting.explanation())
            }
            Place::Done => match &self.goal {
                Goal::Create(_) => ("Open the room".to_owned(), String::new()),
                Goal::Join(_) => ("Take the seat".to_owned(), String::new()),
                Goal::Watch(_) => ("Watch the match".to_owned(), String::new()),
            },
        };
        self.places().into_iter().map(row).collect()
    }

    /// Takes a key; gives what is wanted once all is settled. An error says what is wrong.
    pub(super) fn key(&mut self, key: KeyEvent) -> Result<Option<Wanted>, String> {
        let last = self.places().len() - 1;
        match (key.code, self.place()) {
            (KeyCode::Up | KeyCode::BackTab, _) => self.cursor = self.cursor.saturating_sub(1),
            (KeyCode::Down | KeyCode::Tab, _) => self.cursor = (self.cursor + 1).min(last),
            (KeyCode::Enter, Place::Done) => return self.done().map(Some),
            (KeyCode::Enter, Place::Name | Place::Setting(_)) => self.cursor = last,
            (KeyCode::Left, Place::Setting(at)) => self.settings[at].turn(-1),
            (KeyCode::Right | KeyCode::Char(' '), Place::Setting(at)) => self.settings[at].turn(1),
            (_, Place::Name) => {
                self.name.key(key);
            }
            (_, Place::Setting(_) | Place::Done) => {}
        }
        Ok(None)
    }

    fn done(&self) -> Result<Wanted, String> {
        let mut room = RoomArgs::default();
        match &self.goal {
            Goal::Create(game) => room.create = Some(game.clone()),
            Goal::Join(link) => room.join = Some(link.clone()),
            Goal::Watch(link) => return Ok(Wanted::Watch(link.clone())),
        }
        let name = args::name(&self.name.text())?;
        self.settings.iter().for_each(|setting| setting.tell(&mut room));
        Ok(Wanted::Play { room: Box::new(room), name })
    }
}
