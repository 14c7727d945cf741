//! Acts that are no choice among offers: ready, chat, undo, requests, giving up, rematch.
//!
//! Each has a clear answer when it makes no sense now. It must not know a key.

use protocol::ClientMessage;
use protocol::notice::Notify;
use protocol::room::RoomState;

use super::editor::Editor;
use super::{App, Effect, Exit, Overlay, Question, Request, Show, What};
use crate::play::input::{ADDRESS, Input, Wish, address};
use crate::play::say;

impl App {
    /// Does what a line that reads so would do.
    pub(super) fn act(&mut self, input: Input) -> Vec<Effect> {
        match input {
            Input::Quit => return vec![Effect::Leave(Exit::Quit)],
            Input::Help if self.place.points => self.overlay = Some(Overlay::Help(0)),
            Input::Help => self.show(Show::Help),
            // What they show is on the full screen anyway.
            Input::Log(count) => self.show(Show::Log(count)),
            Input::Board => self.show(Show::All),
            Input::Time => self.show(Show::Time),
            Input::Chat(text) if text.is_empty() => {
                self.overlay = Some(Overlay::Chat(Editor::default()));
            }
            Input::Chat(text) => return self.chat(text),
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
            // What it chooses from is known where it is read.
            Input::Choice(_) => {}
        }
        Vec::new()
    }

    pub(super) fn chat(&mut self, text: String) -> Vec<Effect> {
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
        let ways = say::notice_ways(&known).filter(|_| !set);
        if ways.is_none() || !self.place.points {
            self.note(say::notices(&known));
        }
        let Some(ways) = ways else { return };
        if !self.place.points {
            return self.note(format!(
                "Type notify and {ways} to be told there; notify off takes it back."
            ));
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

    pub(super) fn ready(&mut self) -> Vec<Effect> {
        if self.room().is_none_or(|room| room.state != RoomState::Lobby) {
            // A match may have an offer of this name.
            if let Some(number) = self.book.only("ready").filter(|_| self.is_running()) {
                return self.begin(number, "");
            }
            self.note("Ready is said in the lobby.");
            return Vec::new();
        }
        if self.session.own_seat().is_some_and(|seat| seat.ready) {
            self.note("You are ready already; waiting for the others.");
            return Vec::new();
        }
        match self.session.ready(self.place.entropy) {
            Ok(message) => {
                self.room_owed = true;
                vec![Effect::Send(message)]
            }
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
