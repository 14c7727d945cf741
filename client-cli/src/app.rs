//! A match as a person plays or watches it: plain state, changed by messages alone.
//!
//! [`App::update`] takes a message and returns what is to be done about it. The full screen draws the
//! state, line mode prints the output ([`App::take_output`]): both are faces of this one application.
//! It knows no terminal and no socket, so that it can be tested with values, and no rule of any game:
//! it shows views and offers.

use std::collections::VecDeque;

use protocol::hint::Hint;
use protocol::notice::Notify;
use protocol::program::ProgramInfo;
use protocol::room::{BotLevel, GameInfo, Room};
use ratatui::layout::Size;
use serde_json::Value;

use self::editor::{Editor, Finder};
use self::names::Names;
use self::offers::NumberedOffers;
use self::previews::Previews;
use self::printed::LastPrinted;
use self::rules::RulesState;
use self::walking::Walking;
use crate::args::BoardMode;
use crate::clock::Deadline;
use crate::error::Error;
use crate::face::Face;
use crate::link::Server;
use crate::paper::{Tone, WIDTH};
use crate::record::RecordCheck;
use crate::render::{self, Scene};
use crate::saved::SavedGame;
use crate::session::{PendingMessage, Session};

mod acts;
mod changes;
mod choose;
mod done;
pub mod editor;
mod farewell;
mod hints;
pub mod input;
mod items;
mod keys;
mod lesson;
pub mod levels;
mod lines;
mod message;
mod mouse;
pub mod names;
pub mod offers;
mod pages;
mod previews;
mod printed;
mod reasons;
mod replay;
mod rules;
pub mod say;
pub mod walk;
pub mod walking;

pub use self::items::{MenuItem, What};
pub(crate) use self::lesson::is_lesson;
pub use self::message::{ApiRequest, AppMessage, Done, Effect, Exit};
pub(crate) use self::pages::style;

/// Number of lines of the story that are kept.
const MAX_STORY: usize = 1_000;

/// Something shown on top of the screen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Overlay {
    /// Help, from this line on.
    Help(u16),
    /// The rules, from this line on.
    Rules(u16),
    /// The commands.
    Commands(Finder),
    /// A line to say.
    Chat(Editor),
    /// The seat's ways of notice, and an address being typed for it.
    Notices(Notify, Editor),
    /// A question that confirms an intent.
    Confirm(Confirmation),
}

/// A yes or no.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Confirmation {
    pub(crate) text: String,
    pub(crate) yes: What,
}

/// The part that has the room that both board and choices want.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Zoom {
    #[default]
    Neither,
    Board,
    Choices,
}

/// State of the connection to the server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum ConnectionState {
    #[default]
    Connecting,
    Up,
    Lost(String),
}

/// Everything known before the server's first message.
#[derive(Clone, Debug, Default)]
pub struct AppConfig {
    /// The room's code.
    pub code: String,
    /// The link to share.
    pub link: String,
    /// The server's address.
    pub server: String,
    /// The seat's token; without one, the person is a spectator.
    pub token: Option<String>,
    /// The saved seat.
    pub saved: Option<SavedGame>,
    /// `true` if this person brings entropy to the deal.
    pub entropy: bool,
    /// `true` if the mouse is captured.
    pub mouse: bool,
    /// `true` if one points at choices. Then a risky choice is confirmed first, and the only offer
    /// begins by itself; a typed line already says which one it means.
    pub points: bool,
    /// Moments at which the whole board is printed, where there are lines and no screen.
    pub board: BoardMode,
    /// `true` if the screen says what usually is good where something is asked.
    pub advice: bool,
}

impl AppConfig {
    /// Returns the configuration for a room without a seat in it.
    pub fn new(server: &Server, code: &str) -> Self {
        Self {
            code: code.to_owned(),
            link: server.link(code),
            server: server.to_string(),
            points: true,
            ..Self::default()
        }
    }
}

/// The whole state.
#[derive(Debug, Default)]
pub struct App {
    pub(crate) config: AppConfig,
    pub(crate) games: Vec<GameInfo>,
    pub(crate) session: Session,
    pub(crate) catalogue: Option<(String, Option<Value>)>,
    pub(crate) offers: NumberedOffers,
    pub(crate) size: Size,
    /// Match time as last looked at, in milliseconds.
    pub(crate) now_ms: u64,
    pub(crate) connection: ConnectionState,
    pub(crate) finder: Finder,
    pub(crate) walking: Option<Walking>,
    /// A sheet that was sent: to be corrected if it is refused.
    pub(crate) sheet: Option<Walking>,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) story: VecDeque<(Tone, String)>,
    /// Output of the newest message, in order: line mode prints it.
    output: Vec<(Tone, String)>,
    printed: LastPrinted,
    /// Result of the last key, until the next one.
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
    /// Seats that were awaited at the last look.
    awaiting: Option<Vec<u8>>,
    end_reported: bool,
    /// The connection was lost and is back, and no update has come since.
    back: bool,
    /// Something was done in the lobby, and no room message has come since.
    room_owed: bool,
    /// Whoever was ready asked for a bot: every change of seats makes the server forget who is ready.
    stays_ready: bool,
    /// The programs that waited for hosts when they were last asked for.
    programs: Vec<ProgramInfo>,
    /// The last hint, whose commands can be taken.
    hint: Option<Hint>,
    previews: Previews,
    rules: RulesState,
    /// Result of the check of the record.
    pub(crate) checked: Option<RecordCheck>,
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
    /// Creates the state before the server's first message.
    pub fn new(config: AppConfig, games: Vec<GameInfo>, size: Size) -> Self {
        Self { config, games, size, ..Self::default() }
    }

    /// Applies a message, and returns what is to be done about it.
    pub fn update(&mut self, message: AppMessage) -> Vec<Effect> {
        self.output.clear();
        let mut effects = match message {
            AppMessage::Signal(signal) => {
                let change = self.session.apply(signal);
                self.changed(change)
            }
            AppMessage::Key(key) => self.key(key),
            AppMessage::Line(line) => self.line(&line),
            AppMessage::Mouse(mouse) => self.mouse(mouse),
            AppMessage::Tick => self.play_on(),
            AppMessage::Steps(last) => {
                self.last_step = Some(last);
                Vec::new()
            }
            AppMessage::Step(step, update) => {
                self.stepped(step, update);
                Vec::new()
            }
            AppMessage::Paste(text) => {
                self.paste(&text);
                Vec::new()
            }
            AppMessage::Resized(size) => {
                self.size = size;
                Vec::new()
            }
            AppMessage::Done(done) => self.done(done),
        };
        for note in self.session.take_notes() {
            self.report(Tone::Alert, note);
        }
        self.look();
        effects.extend(self.consider());
        effects
    }

    /// Looks at the clock, and at what is being made up, for the next picture.
    fn look(&mut self) {
        self.now_ms = self.session.match_time();
        self.draft = self.walking.as_ref().map(|walking| walking.walk.draft());
    }

    /// Returns what is known of the room and the match.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the room's code.
    pub fn code(&self) -> &str {
        &self.config.code
    }

    /// Returns the seat's token.
    pub fn token(&self) -> Option<&str> {
        self.config.token.as_deref()
    }

    /// Returns the name that this person plays under.
    pub fn name(&self) -> String {
        self.config.saved.as_ref().map_or_else(String::new, |game| game.name.clone())
    }

    /// Returns the output since the last call.
    pub fn take_output(&mut self) -> Vec<(Tone, String)> {
        std::mem::take(&mut self.output)
    }

    /// Checks whether the next typed line answers a yes-or-no question.
    pub fn is_asking(&self) -> bool {
        matches!(self.overlay, Some(Overlay::Confirm(_)))
    }

    /// Checks whether something was done in the lobby that no room message has shown yet.
    pub fn is_room_owed(&self) -> bool {
        self.room_owed
    }

    /// Checks whether something on the screen changes with time alone.
    pub fn is_timed(&self) -> bool {
        let timed = self.session.is_timed() && self.session.outcome().is_none();
        timed || self.playing.is_some()
    }

    /// Reports a message that could not be sent.
    pub fn not_sent(&mut self, error: &Error) {
        self.warn(format!("Not sent: {error}"));
    }

    /// Outputs a text that a full screen shows in another way.
    fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.output.push((tone, text.into()));
    }

    /// Puts a line to what happened.
    pub(crate) fn report(&mut self, tone: Tone, text: impl Into<String>) {
        let text = text.into();
        self.say(tone, text.clone());
        self.story.push_back((tone, text));
        let surplus = self.story.len().saturating_sub(MAX_STORY);
        self.story.drain(..surplus);
    }

    /// Reports the result of the last key or line.
    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.answer_with(Tone::Plain, text.into());
    }

    /// Reports a fault of the last key or line.
    fn warn(&mut self, text: impl Into<String>) {
        self.answer_with(Tone::Alert, text.into());
    }

    fn answer_with(&mut self, tone: Tone, text: String) {
        self.say(tone, text.clone());
        self.notice = Some((tone, text));
    }

    /// Returns the face that this person has before them.
    pub(crate) fn face(&self) -> Face {
        match usize::from(self.size.width) {
            _ if self.config.points => Face::Screen(self.size),
            // Nobody has measured it.
            0 => Face::LINES,
            width => Face::Lines(width.min(WIDTH)),
        }
    }

    /// Returns the room, once welcomed.
    pub(crate) fn room(&self) -> Option<&Room> {
        self.session.room()
    }

    /// Returns the views as the viewer has them now.
    pub(crate) fn scene(&self) -> Option<Scene<'_>> {
        let catalogue = self.catalogue.as_ref().and_then(|(_, data)| data.as_ref());
        // One time for the whole picture.
        let (now_ms, draft) = (self.now_ms, self.draft.as_ref());
        Some(Scene { now_ms, draft, ..self.session.scene(catalogue)? })
    }

    pub(crate) fn info(&self, game: &str) -> Option<&GameInfo> {
        self.games.iter().find(|info| info.id == game)
    }

    pub(crate) fn roles(&self, game: &str) -> &[String] {
        self.info(game).and_then(|info| info.roles.as_deref()).unwrap_or_default()
    }

    /// Returns the levels at which the server's bots play a game, of those known here; none if it does
    /// not say.
    pub(crate) fn bot_levels(&self, game: &str) -> Vec<BotLevel> {
        let named = self.info(game).into_iter().flat_map(|info| &info.bot_levels);
        named.filter_map(|level| level.known().copied()).collect()
    }

    pub(crate) fn names(&self) -> Names {
        match self.session.room() {
            Some(room) => Names::new(room, self.roles(&room.game), self.scene().as_ref()),
            None => Names::default(),
        }
    }

    /// Returns the deadlines ahead, the nearest concern of the viewer first.
    pub(crate) fn deadlines(&self) -> Vec<Deadline> {
        match (self.session.room(), self.session.update()) {
            (Some(room), Some(update)) if update.outcome.is_none() => {
                say::deadlines(&room.game, update)
            }
            _ => Vec::new(),
        }
    }

    /// Returns remarks on the choices made so far within an offer.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let (Some(walking), Some(room), Some(scene)) =
            (&self.walking, self.session.room(), self.scene())
        else {
            return Vec::new();
        };
        render::of(&room.game).remarks(&walking.walk.draft(), &scene)
    }

    /// Returns an act that waits for its answer, if any.
    pub(crate) fn pending(&self) -> Option<&PendingMessage> {
        // One waits for what one did, not for what one looks at.
        self.session.pending().find(|act| !act.is_preview())
    }
}
