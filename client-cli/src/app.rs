//! A match as a person plays or watches it: plain state, changed by messages alone.
//!
//! [`App::update`] takes a message and gives what is to be done about it. The full screen draws the
//! state, lines of text print what was said ([`App::take_said`]): both are faces of this one
//! application. It knows no terminal and no socket, so that it can be tested with values, and no rule
//! of any game: it shows views and offers.

use std::collections::VecDeque;

use protocol::notice::Notify;
use protocol::room::{GameInfo, Room};
use ratatui::layout::Size;
use serde_json::Value;

use self::editor::{Editor, Finder};
use self::walking::Walking;
use crate::clock::Due;
use crate::error::Error;
use crate::link::Server;
use crate::play::offers::Book;
use crate::play::say::Names;
use crate::record::Told;
use crate::render::{self, Scene};
use crate::saved::SavedGame;
use crate::session::{Act, Session};

mod acts;
mod changes;
mod choose;
pub mod editor;
mod items;
mod keys;
mod lines;
mod message;
mod mouse;
mod pages;
mod replay;
pub mod walking;

pub use self::items::{Item, What};
pub use self::message::{Done, Effect, Exit, Message, News, Request, Said, Show, Tone};
pub(crate) use self::pages::style;

/// How many lines of what happened are kept.
const MAX_STORY: usize = 1_000;

/// What stands over the rest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Overlay {
    /// Help, from this line on.
    Help(u16),
    /// The commands.
    Commands(Finder),
    /// A line to say.
    Chat(Editor),
    /// Where this seat is told of its turn, and an address for it.
    Notices(Notify, Editor),
    /// Whether something is meant.
    Confirm(Question),
}

/// A yes or no.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Question {
    pub(crate) text: String,
    pub(crate) yes: What,
}

/// What has the room that both board and choices want.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Zoom {
    #[default]
    Neither,
    Board,
    Choices,
}

/// How the line to the server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    Connecting,
    Up,
    Lost(String),
}

/// What is known before the server has said anything.
#[derive(Clone, Debug)]
pub struct Place {
    /// The room's code.
    pub code: String,
    /// The link to share.
    pub link: String,
    /// The server's address.
    pub server: String,
    /// The seat's token; whoever has none watches.
    pub token: Option<String>,
    /// The saved seat.
    pub saved: Option<SavedGame>,
    /// Whether this person brings entropy to the deal.
    pub entropy: bool,
    /// Whether the mouse is taken.
    pub mouse: bool,
    /// Whether one points at choices. Then a slip is asked about, and the only offer begins by
    /// itself; a typed line says which one it means.
    pub points: bool,
}

impl Place {
    /// What is known of a room without a seat in it.
    pub fn new(server: &Server, code: &str) -> Self {
        Self {
            code: code.to_owned(),
            link: server.link(code),
            server: server.to_string(),
            token: None,
            saved: None,
            entropy: false,
            mouse: false,
            points: true,
        }
    }
}

/// The whole state.
#[derive(Debug)]
pub struct App {
    pub(crate) place: Place,
    pub(crate) games: Vec<GameInfo>,
    pub(crate) session: Session,
    pub(crate) catalogue: Option<(String, Option<Value>)>,
    pub(crate) book: Book,
    pub(crate) size: Size,
    /// Match time as last looked at, in milliseconds.
    pub(crate) now_ms: u64,
    pub(crate) link: Link,
    pub(crate) finder: Finder,
    pub(crate) walking: Option<Walking>,
    /// A sheet that was sent: to be corrected if it is refused.
    pub(crate) sheet: Option<Walking>,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) story: VecDeque<(Tone, String)>,
    /// What the newest message said.
    said: Vec<Said>,
    /// What the last key came to, until the next one.
    pub(crate) notice: Option<(Tone, String)>,
    pub(crate) page: usize,
    pub(crate) offset: u16,
    pub(crate) zoom: Zoom,
    /// The step of a replay.
    pub(crate) replay: Option<usize>,
    /// The last one, once it is known.
    last_step: Option<usize>,
    /// Since how many ticks a step is shown, while they come by themselves.
    playing: Option<u8>,
    /// Who was awaited when it was last looked at.
    awaiting: Option<Vec<u8>>,
    end_told: bool,
    /// The line was lost and is back, and no update has come since.
    back: bool,
    /// Something was done in the lobby, and the room has not been told since.
    room_owed: bool,
    /// What the check of the record came to.
    pub(crate) checked: Option<Told>,
    /// A rematch was asked for: a second one would take the seat in it from the first.
    rematching: bool,
    /// The command that is being made up, for the board to show.
    draft: Option<Value>,
    /// The page that the question was about when it was last looked at.
    asked_page: Option<&'static str>,
    /// The name of the chosen page: others come and go before it.
    page_name: Option<&'static str>,
}

impl App {
    /// Before the first word of the server.
    pub fn new(place: Place, games: Vec<GameInfo>, size: Size) -> Self {
        Self {
            place,
            games,
            session: Session::default(),
            catalogue: None,
            book: Book::default(),
            size,
            now_ms: 0,
            link: Link::Connecting,
            finder: Finder::default(),
            walking: None,
            sheet: None,
            overlay: None,
            story: VecDeque::new(),
            said: Vec::new(),
            notice: None,
            page: 0,
            offset: 0,
            zoom: Zoom::default(),
            replay: None,
            last_step: None,
            playing: None,
            awaiting: None,
            end_told: false,
            back: false,
            room_owed: false,
            checked: None,
            rematching: false,
            draft: None,
            asked_page: None,
            page_name: None,
        }
    }

    /// Takes a message in, and says what is to be done about it.
    pub fn update(&mut self, message: Message) -> Vec<Effect> {
        self.said.clear();
        let effects = match message {
            Message::Signal(signal) => {
                let change = self.session.apply(signal);
                self.changed(change)
            }
            Message::Key(key) => self.key(key),
            Message::Line(line) => self.line(&line),
            Message::Mouse(mouse) => self.mouse(mouse),
            Message::Tick => self.play_on(),
            Message::Steps(last) => {
                self.last_step = Some(last);
                Vec::new()
            }
            Message::Step(step, update) => {
                self.stepped(step, update);
                Vec::new()
            }
            Message::Paste(text) => {
                self.paste(&text);
                Vec::new()
            }
            Message::Resized(size) => {
                self.size = size;
                Vec::new()
            }
            Message::Done(done) => self.done(done),
        };
        for note in self.session.take_notes() {
            self.tell(Tone::Alert, note);
        }
        self.now_ms = self.session.match_time();
        self.draft = self.walking.as_ref().map(|walking| walking.walk.draft());
        effects
    }

    /// What is known of the room and the match.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The room's code.
    pub fn code(&self) -> &str {
        &self.place.code
    }

    /// The seat's token.
    pub fn token(&self) -> Option<&str> {
        self.place.token.as_deref()
    }

    /// The name that this person plays under.
    pub fn name(&self) -> String {
        self.place.saved.as_ref().map_or_else(String::new, |game| game.name.clone())
    }

    /// What was said since this was last asked for.
    pub fn take_said(&mut self) -> Vec<Said> {
        std::mem::take(&mut self.said)
    }

    /// Whether a line that is typed now answers a yes or no.
    pub fn is_asking(&self) -> bool {
        matches!(self.overlay, Some(Overlay::Confirm(_)))
    }

    /// Whether something was done in the lobby whose effect on the room is still to be told.
    pub fn is_room_owed(&self) -> bool {
        self.room_owed
    }

    /// Whether something on the screen changes with time alone.
    pub fn is_timed(&self) -> bool {
        let timed = self.session.is_timed() && self.session.outcome().is_none();
        timed || self.playing.is_some()
    }

    /// A message that was not taken: it goes back as if it had been refused.
    pub fn not_sent(&mut self, error: &Error) {
        self.warn(format!("Not sent: {error}"));
    }

    /// Says what a full screen shows in another way.
    fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.said.push(Said::Text(tone, text.into()));
    }

    /// Has something shown again.
    fn show(&mut self, what: Show) {
        self.said.push(Said::Show(what));
    }

    /// Puts a line to what happened.
    pub(crate) fn tell(&mut self, tone: Tone, text: impl Into<String>) {
        let text = text.into();
        self.say(tone, text.clone());
        self.story.push_back((tone, text));
        let surplus = self.story.len().saturating_sub(MAX_STORY);
        self.story.drain(..surplus);
    }

    /// Says what the last key or line came to.
    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.answer_with(Tone::News, text.into());
    }

    /// Says what is wrong with it.
    fn warn(&mut self, text: impl Into<String>) {
        self.answer_with(Tone::Alert, text.into());
    }

    fn answer_with(&mut self, tone: Tone, text: String) {
        self.say(tone, text.clone());
        self.notice = Some((tone, text));
    }

    /// The room, once welcomed.
    pub(crate) fn room(&self) -> Option<&Room> {
        self.session.room()
    }

    /// The views as the viewer has them now.
    pub(crate) fn scene(&self) -> Option<Scene<'_>> {
        let catalogue = self.catalogue.as_ref().and_then(|(_, data)| data.as_ref());
        // One time for the whole picture.
        let (now_ms, draft) = (self.now_ms, self.draft.as_ref());
        Some(Scene { now_ms, draft, ..self.session.scene(catalogue)? })
    }

    pub(crate) fn roles(&self, game: &str) -> &[String] {
        let info = self.games.iter().find(|info| info.id == game);
        info.and_then(|info| info.roles.as_deref()).unwrap_or_default()
    }

    pub(crate) fn names(&self) -> Names {
        match self.session.room() {
            Some(room) => Names::new(room, self.roles(&room.game), self.scene().as_ref()),
            None => Names::default(),
        }
    }

    /// What the clock will bring.
    pub(crate) fn dues(&self) -> Vec<Due> {
        match (self.session.room(), self.session.update()) {
            (Some(room), Some(update)) if update.outcome.is_none() => {
                crate::play::say::dues(&room.game, update)
            }
            _ => Vec::new(),
        }
    }

    /// What is worth knowing about the choices made so far within an offer.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let (Some(walking), Some(room), Some(scene)) =
            (&self.walking, self.session.room(), self.scene())
        else {
            return Vec::new();
        };
        render::of(&room.game).remarks(&walking.walk.draft(), &scene)
    }

    /// An act that waits for its answer, if any.
    pub(crate) fn pending(&self) -> Option<&Act> {
        self.session.acts().next()
    }
}
