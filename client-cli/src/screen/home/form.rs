//! The settings made before a room is opened or joined: a name, a seat, the options.
//!
//! Here, apart from the list, because every setting is turned alike and comes out as what the command
//! line would have said. It must not know a server.

use crossterm::event::{KeyCode, KeyEvent};
use protocol::room::{GameInfo, Room};

use super::Wanted;
use crate::app::editor::Editor;
use crate::args::{self, RoomArgs};
use crate::options::{self, RoomSetting};
use crate::render::text::words;

/// The label of the name.
const NAME: &str = "Your name: ";

/// The purpose of a form.
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
    settings: Vec<RoomSetting>,
    cursor: usize,
}

/// A row of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Name,
    Setting(usize),
    /// The final action.
    Done,
}

impl Form {
    /// Creates the form for a new room.
    pub(super) fn create(game: &GameInfo, name: &str) -> Self {
        let mut settings = options::options(&game.options);
        settings.push(options::seat_of_new(game.roles.as_deref().unwrap_or_default()));
        settings.extend(options::room());
        let heading = format!("a new room for {}", game.name);
        Self::new(Goal::Create(game.id.clone()), heading, name, settings)
    }

    /// Creates the form for a seat in an open room, or a look at one that has no seat free.
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

    fn new(goal: Goal, heading: String, name: &str, settings: Vec<RoomSetting>) -> Self {
        let mut line = Editor::default();
        line.set(name);
        let mut form = Self { goal, heading, name: line, settings, cursor: 0 };
        // Whoever wants nothing special needs one key.
        form.cursor = form.fields().len() - 1;
        form
    }

    fn fields(&self) -> Vec<Field> {
        let named = !matches!(self.goal, Goal::Watch(_));
        let mut fields: Vec<Field> = named.then_some(Field::Name).into_iter().collect();
        fields.extend((0..self.settings.len()).map(Field::Setting));
        fields.push(Field::Done);
        fields
    }

    fn field(&self) -> Field {
        self.fields().get(self.cursor).copied().unwrap_or(Field::Done)
    }

    /// Returns the heading.
    pub(super) fn heading(&self) -> &str {
        &self.heading
    }

    /// Returns the row under the cursor.
    pub(super) fn cursor(&self) -> usize {
        self.cursor
    }

    /// Puts the cursor on a row; `true` if it stood there.
    pub(super) fn point(&mut self, row: usize) -> bool {
        let row = row.min(self.fields().len() - 1);
        std::mem::replace(&mut self.cursor, row) == row
    }

    /// Checks whether the cursor is on the final action.
    pub(super) fn is_done(&self) -> bool {
        self.field() == Field::Done
    }

    /// Checks whether letters are typed now.
    pub(super) fn is_typing(&self) -> bool {
        self.field() == Field::Name
    }

    /// Returns the line that is being typed, if any.
    pub(super) fn line(&mut self) -> Option<&mut Editor> {
        (self.field() == Field::Name).then_some(&mut self.name)
    }

    /// Returns the column of the cursor in the row that is being typed, in characters.
    pub(super) fn typed(&self) -> Option<usize> {
        let before = format!("{NAME}{}", self.name.before());
        (self.field() == Field::Name).then(|| before.chars().count())
    }

    /// Returns each row, and what explains it.
    pub(super) fn rows(&self) -> Vec<(String, String)> {
        let row = |field: Field| match field {
            Field::Name => {
                (format!("{NAME}{}", self.name.text()), "What the others see. Type it.".to_owned())
            }
            Field::Setting(at) => {
                let setting = &self.settings[at];
                (setting.words(), setting.explanation())
            }
            Field::Done => match &self.goal {
                Goal::Create(_) => ("Open the room".to_owned(), String::new()),
                Goal::Join(_) => ("Take the seat".to_owned(), String::new()),
                Goal::Watch(_) => ("Watch the match".to_owned(), String::new()),
            },
        };
        self.fields().into_iter().map(row).collect()
    }

    /// Handles a key; returns the decision once all is settled. An error says what is wrong.
    pub(super) fn key(&mut self, key: KeyEvent) -> Result<Option<Wanted>, String> {
        let last = self.fields().len() - 1;
        match (key.code, self.field()) {
            (KeyCode::Up | KeyCode::BackTab, _) => self.cursor = self.cursor.saturating_sub(1),
            (KeyCode::Down | KeyCode::Tab, _) => self.cursor = (self.cursor + 1).min(last),
            (KeyCode::Enter, Field::Done) => return self.done().map(Some),
            (KeyCode::Enter, Field::Name | Field::Setting(_)) => self.cursor = last,
            (KeyCode::Left, Field::Setting(at)) => self.settings[at].turn(-1),
            (KeyCode::Right | KeyCode::Char(' '), Field::Setting(at)) => {
                self.settings[at].turn(1);
            }
            (_, Field::Name) => {
                self.name.key(key);
            }
            (_, Field::Setting(_) | Field::Done) => {}
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
        self.settings.iter().for_each(|setting| setting.apply_to(&mut room));
        Ok(Wanted::Play { room: Box::new(room), name })
    }
}
