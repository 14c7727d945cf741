//! The settings made before a room is opened or joined: a name, a seat, the options.
//!
//! Here, apart from the list, because every setting is turned alike and comes out as what the command
//! line would have said. It must not know a server.

use crossterm::event::{KeyCode, KeyEvent};
use protocol::room::{GameInfo, OptionGroup, Room};

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
    sections: Vec<Section>,
    cursor: usize,
    /// `true` if the person has pressed a key or clicked in it.
    pointed: bool,
}

/// Settings that stand together.
#[derive(Clone, Debug, PartialEq)]
struct Section {
    /// The heading, under which they are folded at first; `None` if they are always seen.
    heading: Option<String>,
    is_open: bool,
    settings: Vec<RoomSetting>,
}

impl Section {
    /// Creates a section that is always seen.
    fn seen(settings: Vec<RoomSetting>) -> Self {
        Self { heading: None, is_open: true, settings }
    }

    /// Creates a section that is folded under a heading.
    fn folded(heading: &str, settings: Vec<RoomSetting>) -> Self {
        Self { heading: Some(heading.to_owned()), is_open: false, settings }
    }

    /// Returns the row of its heading.
    fn row(&self, heading: &str) -> String {
        let sign = if self.is_open { '-' } else { '+' };
        let changed = self.settings.iter().filter(|setting| setting.is_changed()).count();
        let changed = if changed > 0 { format!(", {changed} changed") } else { String::new() };
        format!("{sign} {heading} ({}{changed})", self.settings.len())
    }
}

/// A row of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Name,
    /// The heading of a section, by the section's index.
    Heading(usize),
    /// A setting, by the section's index and its own.
    Setting(usize, usize),
    /// The final action.
    Done,
}

impl Form {
    /// Creates the form for a new room.
    pub(super) fn create(game: &GameInfo, name: &str) -> Self {
        let mut rest = options::options(&game.options);
        let mut folded: Vec<Section> = Vec::new();
        for OptionGroup { title, options } in &game.option_groups {
            let mut take = |key: &String| {
                rest.iter().position(|setting| setting.is_option(key)).map(|at| rest.remove(at))
            };
            folded.push(Section::folded(title, options.iter().filter_map(&mut take).collect()));
        }
        rest.push(options::seat_of_new(game.roles.as_deref().unwrap_or_default()));
        if !game.bot_levels.is_empty() {
            rest.push(options::others(&game.bot_levels));
        }
        folded.push(Section::folded("The room", options::room().into()));
        let heading = format!("a new room for {}", game.name);
        let sections = [Section::seen(rest)].into_iter().chain(folded).collect();
        Self::new(Goal::Create(game.id.clone()), heading, name, sections)
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
        let sections = vec![Section::seen(vec![options::seat_of(&room.seats, roles)])];
        Self::new(Goal::Join(link.to_owned()), heading, name, sections)
    }

    fn new(goal: Goal, heading: String, name: &str, sections: Vec<Section>) -> Self {
        let mut line = Editor::default();
        line.set(name);
        let mut form = Self { goal, heading, name: line, sections, cursor: 0, pointed: false };
        // Whoever wants nothing special needs one key.
        form.cursor = form.fields().len() - 1;
        form
    }

    fn fields(&self) -> Vec<Field> {
        let named = !matches!(self.goal, Goal::Watch(_));
        let mut fields: Vec<Field> = named.then_some(Field::Name).into_iter().collect();
        for (at, section) in self.sections.iter().enumerate() {
            fields.extend(section.heading.as_ref().map(|_| Field::Heading(at)));
            let seen = if section.is_open { section.settings.len() } else { 0 };
            fields.extend((0..seen).map(|own| Field::Setting(at, own)));
        }
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

    /// Puts the cursor on a row; `true` if the person had put it there before.
    pub(super) fn point(&mut self, row: usize) -> bool {
        let row = row.min(self.fields().len() - 1);
        let again = self.pointed && self.cursor == row;
        (self.cursor, self.pointed) = (row, true);
        again
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
            Field::Heading(at) => {
                let section = &self.sections[at];
                let heading = section.heading.as_deref().unwrap_or_default();
                let keys = if section.is_open { "Enter folds them." } else { "Enter shows them." };
                (section.row(heading), keys.to_owned())
            }
            Field::Setting(at, own) => {
                let section = &self.sections[at];
                let indent = if section.heading.is_some() { "  " } else { "" };
                let setting = &section.settings[own];
                (format!("{indent}{}", setting.words()), setting.explanation())
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
        self.pointed = true;
        match (key.code, self.field()) {
            (KeyCode::Up | KeyCode::BackTab, _) => self.cursor = self.cursor.saturating_sub(1),
            (KeyCode::Down | KeyCode::Tab, _) => self.cursor = (self.cursor + 1).min(last),
            (KeyCode::Enter, Field::Done) => return self.done().map(Some),
            (KeyCode::Enter, Field::Name | Field::Setting(..)) => self.cursor = last,
            (KeyCode::Enter | KeyCode::Char(' '), Field::Heading(at)) => {
                let is_open = &mut self.sections[at].is_open;
                *is_open = !*is_open;
            }
            (KeyCode::Left, Field::Heading(at)) => self.sections[at].is_open = false,
            (KeyCode::Right, Field::Heading(at)) => self.sections[at].is_open = true,
            (KeyCode::Left, Field::Setting(at, own)) => self.sections[at].settings[own].turn(-1),
            (KeyCode::Right | KeyCode::Char(' '), Field::Setting(at, own)) => {
                self.sections[at].settings[own].turn(1);
            }
            (_, Field::Name) => {
                self.name.key(key);
            }
            (_, Field::Heading(_) | Field::Setting(..) | Field::Done) => {}
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
        let settings = self.sections.iter().flat_map(|section| &section.settings);
        settings.for_each(|setting| setting.apply_to(&mut room));
        Ok(Wanted::Play { room: Box::new(room), name })
    }
}
