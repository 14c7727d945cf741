//! Acts that are no choice among offers: ready, chat, undo, requests, giving up, rematch.
//!
//! The same readings of a typed line as in plain text, with the same answers when they make no sense
//! now. It must not know a key.

use protocol::ClientMessage;
use protocol::notice::Notify;
use protocol::room::RoomState;

use super::{App, Effect, Exit, Overlay, Question, Request, What};
use crate::play::input::{ADDRESS, Input, Wish, address};
use crate::play::say;
use crate::screen::editor::Editor;

impl App {
    /// Does what a line that reads so would do.
    pub(super) fn act(&mut self, input: Input) -> Vec<Effect> {
        match input {
            Input::Quit => return vec![Effect::Leave(Exit::Quit)],
            Input::Help => self.overlay = Some(Overlay::Help(0)),
            Input::Chat(text) if text.is_empty() => {
                self.overlay = Some(Overlay::Chat(Editor::default()));
            }
            Input::Chat(text) => return self.say(text),
            Input::Act(wish) => return self.act_of_seat(wish),
            Input::Bot(Some(seat)) => return vec![Effect::Ask(Request::Bot(seat))],
            Input::Leave => {
                let seat = self.session.seat();
                return seat.map(|seat| Effect::Ask(Request::Free(seat))).into_iter().collect();
            }
            Input::Rematch if self.session.outcome().is_some() => {
                if !std::mem::replace(&mut self.rematching, true) {
                    self.note("The rematch is being opened ...");
                    return vec![Effect::Ask(Request::Rematch)];
                }
            }
            Input::Rematch => self.note("A rematch comes after the end."),
            Input::Ready => return self.ready(),
            Input::Incomplete(what) => self.note(what),
            Input::Notify(wanted) => match self.session.seat().filter(|_| self.token().is_some()) {
                Some(seat) => return vec![Effect::Ask(Request::Notices(seat, wanted))],
                None => self.note("Only whoever plays is told of their turn."),
            },
            Input::Bot(None) => match self.room().and_then(say::free_seat) {
                Some(seat) => return vec![Effect::Ask(Request::Bot(seat))],
                None => self.note("No seat is free."),
            },
            // What they show is on the screen.
            Input::Choice(_) | Input::Log(_) | Input::Board | Input::Time => {}
        }
        Vec::new()
    }

    pub(super) fn say(&mut self, text: String) -> Vec<Effect> {
        let limit = self.session.limits().map_or(u32::MAX, |limits| limits.chat_chars) as usize;
        if text.trim().is_empty() {
            return Vec::new();
        }
        if text.chars().count() > limit {
            self.note(format!("At most {limit} characters at once."));
            return Vec::new();
        }
        vec![Effect::Send(ClientMessage::Chat { text })]
    }

    /// Where this seat is told of its turn: said after it was set, else there to be changed.
    pub(super) fn noticed(&mut self, set: bool, known: Notify) {
        if set || known.ways.is_empty() {
            return self.note(say::notices(&known));
        }
        let mut line = Editor::default();
        line.set(known.webhook.as_deref().or(known.email.as_deref()).unwrap_or_default());
        self.overlay = Some(Overlay::Notices(known, line));
    }

    /// Sets where this seat is told of its turn.
    pub(super) fn set_notices(&mut self, line: &str) -> Vec<Effect> {
        let Some(wanted) = address(line) else {
            self.note(ADDRESS);
            return Vec::new();
        };
        self.act(Input::Notify(Some(wanted)))
    }

    fn ready(&mut self) -> Vec<Effect> {
        if self.room().is_none_or(|room| room.state != RoomState::Lobby) {
            self.note("Ready is said in the lobby.");
            return Vec::new();
        }
        match self.session.ready(self.place.entropy) {
            Ok(message) => vec![Effect::Send(message)],
            Err(error) => {
                self.note(error.to_string());
                Vec::new()
            }
        }
    }

    /// Acts that are no moves of the game.
    fn act_of_seat(&mut self, wish: Wish) -> Vec<Effect> {
        if !self.is_running() || self.session.seat().is_none() {
            self.note("No match is running that you play.");
            return Vec::new();
        }
        let message = match wish {
            Wish::Resign if !self.is_confirmed() => {
                self.confirm("Do you give the match up?", What::Input(Input::Act(wish)));
                return Vec::new();
            }
            Wish::Claim(_) if !self.is_confirmed() => {
                self.confirm("Do you end the match?", What::Input(Input::Act(wish)));
                return Vec::new();
            }
            Wish::Resign => self.session.resign(),
            Wish::Claim(outcome) => self.session.claim(outcome),
            Wish::Undo(to) => {
                let offered = self.session.update().and_then(|update| update.undo);
                let Some(to) = to.or_else(|| offered.map(|undo| undo.to)) else {
                    self.note("There is nothing that you can take back.");
                    return Vec::new();
                };
                self.session.undo(to)
            }
            Wish::Pause(want) => self.session.pause(want),
            Wish::Consent(agree) => {
                // Whoever refuses while only the own request stands withdraws it.
                let own = self.session.own_request().filter(|_| !agree);
                let request = self.session.asked_of_us().next().or(own).map(|request| request.id);
                let Some(id) = request else {
                    self.note("Nobody asks for anything.");
                    return Vec::new();
                };
                self.session.consent(id, agree)
            }
        };
        self.overlay = None;
        vec![Effect::Send(message)]
    }

    /// Whether the question on the screen is being answered with yes.
    fn is_confirmed(&self) -> bool {
        matches!(
            &self.overlay,
            Some(Overlay::Confirm(Question { yes: What::Input(Input::Act(_)), .. }))
        )
    }
}
