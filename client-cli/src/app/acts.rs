//! Acts that are no choice among offers: ready, chat, undo, requests, giving up, rematch.
//!
//! Each has a clear answer when it makes no sense now. It must not know a key.

use protocol::ClientMessage;
use protocol::notice::Notify;
use protocol::room::{BotLevel, RoomState};

use super::editor::Editor;
use super::input::{ADDRESS, HELP, SeatAction, UserInput, address};
use super::levels;
use super::say;
use super::{ApiRequest, App, Confirmation, Effect, Exit, Overlay, Tone, What};

impl App {
    /// Does what a line that reads so would do.
    pub(super) fn act(&mut self, input: UserInput) -> Vec<Effect> {
        match input {
            UserInput::Quit => return vec![Effect::Leave(Exit::Quit)],
            UserInput::Help if self.config.points => self.overlay = Some(Overlay::Help(0)),
            UserInput::Help => {
                self.say_lines(HELP.lines().map(|line| (Tone::Plain, line.to_owned())));
            }
            // What they show is on the full screen anyway.
            UserInput::Log(count) => self.say_log(count),
            UserInput::Board => self.say_all(),
            UserInput::Time => self.say_time(),
            UserInput::Rules(words) => return self.show_rules(words),
            UserInput::Advice => return self.toggle_advice(),
            UserInput::Chat(text) if text.is_empty() => {
                self.overlay = Some(Overlay::Chat(Editor::default()));
            }
            UserInput::Chat(text) => return self.chat(text),
            UserInput::Act(action) => return self.act_of_seat(action),
            UserInput::Leave => {
                let seat = self.session.seat();
                return seat.map(|seat| Effect::Ask(ApiRequest::Free(seat))).into_iter().collect();
            }
            UserInput::Rematch if self.session.outcome().is_some() => {
                if !std::mem::replace(&mut self.rematching, true) {
                    self.note("The rematch is being opened ...");
                    return vec![Effect::Ask(ApiRequest::Rematch)];
                }
            }
            UserInput::Rematch => self.note("A rematch is possible after the end."),
            UserInput::Ready => return self.ready(),
            UserInput::Incomplete(form, missing) => {
                let form = self.face().typed(form);
                self.note(format!("{form}: {missing}."));
            }
            UserInput::Notify(wanted) => {
                match self.session.seat().filter(|_| self.token().is_some()) {
                    Some(seat) => return vec![Effect::Ask(ApiRequest::Notices(seat, wanted))],
                    None => self.note("Only players are notified of their turn."),
                }
            }
            UserInput::Bot(seat, level) => return self.bot(seat, level),
            UserInput::Program(name) => return self.program(name),
            // What it chooses from is known where it is read.
            UserInput::Offer(_) => {}
        }
        Vec::new()
    }

    /// Asks for a bot, on the first free seat if none is named.
    fn bot(&mut self, seat: Option<u8>, level: Option<BotLevel>) -> Vec<Effect> {
        let Some(seat) = seat.or_else(|| self.room().and_then(say::free_seat)) else {
            self.note("No seat is free.");
            return Vec::new();
        };
        let known = self.room().map(|room| self.bot_levels(&room.game)).unwrap_or_default();
        // A server that names none gives its own answer.
        if level.is_some_and(|level| !known.is_empty() && !known.contains(&level)) {
            let text = format!("The bots of this game play: {}.", levels::all(&known));
            self.note(text);
            return Vec::new();
        }
        self.stays_ready = self.session.own_seat().is_some_and(|seat| seat.ready);
        vec![Effect::Ask(ApiRequest::Bot(seat, level))]
    }

    /// Asks which programs may be seated, or for one of them on the first free seat.
    fn program(&mut self, name: Option<String>) -> Vec<Effect> {
        let Some(room) = self.room() else { return Vec::new() };
        let (game, free) = (room.game.clone(), say::free_seat(room));
        let request = match (name, free) {
            (None, _) => ApiRequest::Programs(game),
            (Some(name), Some(seat)) => ApiRequest::Program(seat, game, name),
            (Some(_), None) => {
                self.note("No seat is free.");
                return Vec::new();
            }
        };
        vec![Effect::Ask(request)]
    }

    /// Asks for the token of this seat's coach.
    pub(super) fn coach_link(&self) -> Vec<Effect> {
        self.session.seat().map(|seat| Effect::Ask(ApiRequest::Coach(seat))).into_iter().collect()
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
        if self.session.pupil().is_some() {
            // A coach speaks to the pupil alone.
            let line = ClientMessage::Point { at: Vec::new(), text: Some(text) };
            return vec![Effect::Send(line)];
        }
        vec![Effect::Send(ClientMessage::Chat { text })]
    }

    /// Shows the seat's ways of notice: as a sentence after they were set, else as an editor for
    /// them.
    pub(super) fn noticed(&mut self, set: bool, known: Notify) {
        let ways = say::notice_ways(&known).filter(|_| !set);
        if ways.is_none() || !self.config.points {
            self.note(say::notices(&known));
        }
        let Some(ways) = ways else { return };
        if !self.config.points {
            let notify = self.face().typed("notify");
            return self.note(format!(
                "Type {notify} and {ways} to be notified there; {notify} off ends it."
            ));
        }
        let mut line = Editor::default();
        line.set(known.webhook.as_deref().or(known.email.as_deref()).unwrap_or_default());
        self.overlay = Some(Overlay::Notices(known, line));
    }

    /// Sets where this seat is sent notices of its turn.
    pub(super) fn set_notices(&mut self, line: &str) -> Vec<Effect> {
        let Some(wanted) = address(line) else {
            return self.act(UserInput::Incomplete("notify ADDRESS", ADDRESS));
        };
        self.act(UserInput::Notify(Some(wanted)))
    }

    pub(super) fn ready(&mut self) -> Vec<Effect> {
        if self.room().is_none_or(|room| room.state != RoomState::Lobby) {
            // A match may have an offer of this name.
            if let Some(number) = self.offers.only("ready").filter(|_| self.is_running()) {
                return self.begin(number, "");
            }
            self.note("You can only be ready in the lobby.");
            return Vec::new();
        }
        if self.session.own_seat().is_some_and(|seat| seat.ready) {
            self.note("You are ready already; waiting for the others.");
            return Vec::new();
        }
        match self.session.ready(self.config.entropy) {
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
    fn act_of_seat(&mut self, action: SeatAction) -> Vec<Effect> {
        if !self.is_running() || self.session.seat().is_none() {
            self.note("No match is running that you play.");
            return Vec::new();
        }
        let coached = self.session.own_seat().is_some_and(|seat| seat.coach.is_some());
        let question = match action {
            SeatAction::Coach(true) if coached => return self.coach_link(),
            SeatAction::Resign => Some("Do you resign?"),
            SeatAction::Claim(_) => Some("Do you end the match?"),
            SeatAction::Undo(_)
            | SeatAction::Pause(_)
            | SeatAction::Coach(_)
            | SeatAction::Preview(_)
            | SeatAction::Lesson(_)
            | SeatAction::Hint(_)
            | SeatAction::Consent(_) => None,
        };
        if let Some(question) = question.filter(|_| !self.is_confirmed()) {
            self.confirm(question, What::Input(UserInput::Act(action)));
            return Vec::new();
        }
        let Some(message) = self.message_of_seat(action) else { return Vec::new() };
        self.overlay = None;
        vec![Effect::Send(message)]
    }

    /// Builds the message of an act; where there is none to send, says why or does what is to be done here.
    fn message_of_seat(&mut self, action: SeatAction) -> Option<ClientMessage> {
        Some(match action {
            SeatAction::Resign => {
                self.session.register("resign", |id| ClientMessage::Resign { id })
            }
            SeatAction::Claim(outcome) => {
                self.session.register("claim", |id| ClientMessage::Claim { id, outcome })
            }
            SeatAction::Undo(to) => {
                let offered = self.session.update().and_then(|update| update.undo);
                let Some(to) = to.or_else(|| offered.map(|undo| undo.to)) else {
                    self.note("There is nothing that you can take back.");
                    return None;
                };
                self.session.register("undo", |id| ClientMessage::Undo { id, to })
            }
            SeatAction::Pause(want) => {
                let text = if want { "pause" } else { "go on" };
                self.session.register(text, |id| ClientMessage::Pause { id, want })
            }
            SeatAction::Coach(want) => {
                let text = if want { "a coach" } else { "no coach any more" };
                self.session.register(text, |id| ClientMessage::Coach { id, want })
            }
            SeatAction::Preview(number) => self.typed_preview(number)?,
            SeatAction::Lesson(go) => self.lesson_message(go)?,
            SeatAction::Hint(None) if self.lesson_hint() => return None,
            SeatAction::Hint(number) => self.hint_message(number)?,
            SeatAction::Consent(agree) => self.consent(agree)?,
        })
    }

    /// Answers the first request there is; whoever refuses while only the own request stands withdraws it.
    fn consent(&mut self, agree: bool) -> Option<ClientMessage> {
        let own = self.session.own_request().filter(|_| !agree);
        let request = self.session.asked_of_us().next().or(own).map(|request| request.id);
        let Some(id) = request else {
            self.note("Nobody asks for anything.");
            return None;
        };
        Some(self.session.consent(id, agree))
    }

    /// Checks whether the question on the screen is being answered with yes.
    fn is_confirmed(&self) -> bool {
        matches!(
            &self.overlay,
            Some(Overlay::Confirm(Confirmation { yes: What::Input(UserInput::Act(_)), .. }))
        )
    }
}
