//! The effects of a session's change on the screen.
//!
//! Here, apart from the keys, because no person asks for any of it. It must not send anything that
//! the deal does not ask for, but for a `ready` that the person's own bot has undone.

use protocol::room::{Room, RoomState};
use protocol::{ClientMessage, Event};

use super::lesson::is_lesson;
use super::printed::News;
use super::say;
use super::walk::Walk;
use super::walking::Walking;
use super::{ApiRequest, App, ConnectionState, Effect, Exit, Overlay, Tone};
use crate::connection::ConnectionEnd;
use crate::duration::spelled_out;
use crate::render;
use crate::saved::SavedGame;
use crate::seal::Duty;
use crate::session::{Change, PendingMessage, RefusalDetails};

/// Number of new offers announced at once while the clock runs.
const ANNOUNCED: usize = 6;

impl App {
    pub(super) fn changed(&mut self, change: Change) -> Vec<Effect> {
        let tells_room = matches!(
            change,
            Change::Welcomed { .. }
                | Change::Room { .. }
                | Change::ServerError { .. }
                | Change::PartRefused { .. }
        );
        self.room_owed &= !tells_room;
        match change {
            Change::Welcomed { first } => return self.welcomed(first),
            Change::Room { before } => return self.room_changed(before.as_deref()),
            Change::Updated { events, cut, asked, fresh } => {
                self.happened(&events, cut);
                let happened = !events.is_empty();
                return self.updated(News { happened, asked, fresh, ..News::default() });
            }
            Change::Behind { after } => return vec![Effect::Reconnect(after)],
            // The step that follows is the answer.
            Change::Accepted { act: Some(act) } if act.is_of_lesson() => {}
            Change::Accepted { act: Some(act) } if act.wants_coach() => {
                return self.coach_link();
            }
            Change::Accepted { act: Some(act) } if !act.is_move() => {
                self.report(Tone::Plain, format!("Accepted: {}.", act.text));
            }
            Change::Accepted { .. } => self.sheet = None,
            Change::Unknown => {}
            Change::Rejected { act, answer } => self.rejected(act.as_ref(), &answer),
            Change::Hint(hint) => self.hinted(hint),
            Change::Preview(preview) => self.previewed(preview),
            Change::Lesson { before } => self.taught(before.as_deref()),
            Change::Point { at, text } => {
                let points = say::pointed(&at, text.as_deref(), self.session.pupil().is_some());
                self.report(Tone::Chat, points);
            }
            Change::Chat(line) => {
                self.report(Tone::Chat, format!("{}: {}", line.name, line.text));
            }
            Change::ServerError { answer } => {
                self.report(Tone::Alert, format!("The server says: {}", answer.detail));
            }
            Change::PartRefused { message, answer } => return self.part_refused(message, &answer),
            Change::Closing { reason } => {
                self.report(Tone::Alert, format!("The server is closing: {reason}"));
            }
            Change::Lost { why, retry_in } => {
                let wait = spelled_out(retry_in.as_millis() as u64);
                let text = format!("The connection is lost ({why}); trying again in {wait}.");
                if matches!(self.connection, ConnectionState::Lost(_)) {
                    self.say(Tone::Alert, text);
                } else {
                    self.report(Tone::Alert, text);
                }
                self.connection = ConnectionState::Lost(format!("trying again in {wait} ({why})"));
            }
            Change::Ended(end) => return self.ended(end),
        }
        Vec::new()
    }

    fn welcomed(&mut self, first: bool) -> Vec<Effect> {
        let before = std::mem::replace(&mut self.connection, ConnectionState::Up);
        if !first {
            self.back = true;
            // Asked a second time for what the server has lost, nothing was lost in between.
            if matches!(before, ConnectionState::Lost(_)) {
                self.report(Tone::Plain, "Connected again.");
            }
            return self.reveal();
        }
        let Some(room) = self.session.room().cloned() else { return Vec::new() };
        let mut effects = self.wants_data(&room);
        effects.extend(self.wants_rules(&room));
        if let (Some(token), Some(seat)) = (&self.config.token, self.session.seat()) {
            let name = self.config.saved.as_ref().map(|game| game.name.clone());
            let game = SavedGame {
                server: self.config.server.clone(),
                code: room.code.clone(),
                seat,
                token: token.clone(),
                game: room.game.clone(),
                name: name.unwrap_or_else(|| self.session.name_of(seat)),
                played_ms: None,
                lesson: is_lesson(&room),
            };
            self.config.saved = Some(game.clone());
            self.report(Tone::Plain, format!("You are {}.", self.names().of(seat)));
            effects.push(Effect::Keep(game, room.id));
        }
        self.config.code = room.code;
        if let Some(pupil) = self.session.pupil() {
            let pupil = self.names().of(pupil);
            self.report(
                Tone::Plain,
                format!(
                    "You coach {pupil}: what you choose is shown to them, not done; {} says \
                     something to them. Nobody else learns of it.",
                    self.face().typed("c TEXT")
                ),
            );
        } else if self.token().is_some() && self.session.seat().is_none() {
            self.report(Tone::Alert, "The server took us for a spectator.");
        }
        self.say_welcome(room.state);
        effects
    }

    /// Returns the component data, if they are worth fetching and not here.
    pub(super) fn wants_data(&self, room: &Room) -> Vec<Effect> {
        let digest = &room.fairness.data;
        let known = self.catalogue.as_ref().is_some_and(|(of, _)| of == digest);
        let wanted = render::of(&room.game).wants_catalogue() && !known;
        if wanted { vec![Effect::Ask(ApiRequest::Data(digest.clone()))] } else { Vec::new() }
    }

    /// Opens our part of the deal when it is due.
    pub(super) fn reveal(&mut self) -> Vec<Effect> {
        let duty = self.session.duty();
        if let Some(why) = say::not_revealed(&duty) {
            self.report(Tone::Alert, why);
        }
        match duty {
            Duty::Reveal(entropy) => vec![Effect::Send(self.session.reveal(entropy))],
            Duty::Nothing | Duty::Distrust | Duty::Lost => Vec::new(),
        }
    }

    /// Reveals again what was refused for now. A person who is not ready is asked once more.
    fn part_refused(&mut self, message: ClientMessage, answer: &RefusalDetails) -> Vec<Effect> {
        if let (ClientMessage::Reveal { .. }, Some(wait)) = (&message, answer.again_after()) {
            return vec![Effect::SendLater(self.session.reveal_again(message), wait)];
        }
        self.report(Tone::Alert, format!("The server says: {}", answer.detail));
        Vec::new()
    }

    fn room_changed(&mut self, before: Option<&Room>) -> Vec<Effect> {
        let mut effects = self.reveal();
        let Some(room) = self.session.room().cloned() else { return effects };
        effects.extend(self.wants_data(&room));
        let names = self.names();
        for text in say::voided(before, &room, &names) {
            self.report(Tone::Alert, text);
        }
        let lobby = matches!(room.state, RoomState::Lobby | RoomState::Sealing);
        let Some(before) = before else {
            if lobby {
                self.say_room();
            }
            return effects;
        };
        let own = self.session.seat();
        let bot_came = say::bots(&room) > say::bots(before);
        if bot_came && std::mem::take(&mut self.stays_ready) {
            effects.extend(self.ready());
        }
        let lines = if lobby {
            say::changed_seats(before, &room, own, self.roles(&room.game))
        } else {
            say::room_changes(before, &room, own, &names, self.face())
        };
        for line in lines.into_iter().chain(super::hints::news(before, &room, &names)) {
            self.report(Tone::Plain, line.trim_start());
        }
        if lobby && say::lobby_wait(before, own) != say::lobby_wait(&room, own) {
            self.say_lines(self.wait_lines(&room));
        }
        let old = |id| before.requests.iter().any(|one| one.id == id);
        let waits = |room: &Room| say::lobby_wait(room, own) == say::PRESS_ENTER;
        let called = room.state == RoomState::Lobby && waits(&room) && !waits(before);
        if called || self.session.asked_of_us().any(|request| !old(request.id)) {
            effects.push(Effect::Bell);
        }
        if called {
            // Whatever was marked meant another list.
            (self.finder.cursor, self.finder.pointed) = (0, false);
        }
        if room.state == RoomState::Abandoned && self.session.outcome().is_none() {
            effects.extend(self.forget());
        }
        effects
    }

    fn happened(&mut self, events: &[Event], cut: bool) {
        let timed = self.session.is_timed();
        if events.is_empty() {
            return;
        }
        // Where things happen all the time, empty lines would push out what is to be read.
        if !timed {
            self.say(Tone::Plain, "");
        }
        if cut {
            self.report(Tone::Plain, "(older events are left out)");
        }
        let describe = if timed { say::brief_event } else { say::event };
        let names = self.names();
        for event in events {
            self.report(Tone::Event, describe(event, &names));
        }
    }

    /// Gives the offers their numbers, and reports what is new while a question stays open.
    fn number(&mut self, fresh: bool) {
        let offers = self.session.offers();
        if !self.session.is_timed() {
            return self.offers.begin(offers);
        }
        let new = self.offers.follow(offers);
        let more = new.len().saturating_sub(ANNOUNCED);
        for line in new.into_iter().take(ANNOUNCED).filter(|_| !fresh) {
            self.report(Tone::Plain, format!("New: {line}"));
        }
        if more > 0 && !fresh {
            self.report(Tone::Plain, format!("... and {more} more new ones."));
        }
    }

    /// Shows a new position; the news are those of the message, and what else is new is added to them.
    fn updated(&mut self, mut news: News) -> Vec<Effect> {
        let timed = self.session.is_timed();
        let marked = self.marked_offer();
        self.number(news.fresh);
        if news.asked && !timed {
            self.finder = super::Finder::default();
        } else {
            self.mark_offer(marked);
        }
        news.reopened = news.asked && self.leave_walk();
        if news.fresh && !timed && self.config.points {
            self.begin_the_only_one();
        }
        self.turn_to_question();
        let mut effects: Vec<Effect> = self.turn(&mut news).into_iter().collect();
        news.ends =
            self.session.outcome().is_some() && !std::mem::replace(&mut self.end_reported, true);
        if news.ends {
            effects.extend(self.over());
        }
        news.back = std::mem::take(&mut self.back);
        self.say_news(news);
        effects
    }

    /// Begins the only offer there is, so that what it asks is asked at once.
    fn begin_the_only_one(&mut self) {
        let mut offers = self.offers.find("").into_iter();
        if let (Some((number, offer)), None) = (offers.next(), offers.next())
            && self.walking.is_none()
            && self.overlay.is_none()
            && self.finder.line.is_empty()
        {
            let (text, walk) = (offer.text.clone(), self.walk(&offer.command));
            if !walk.is_complete() {
                self.walking = Some(Walking::new(number, text, walk));
            }
        }
    }

    /// Turns to the page that the question is about, once it is about another one.
    fn turn_to_question(&mut self) {
        let (Some(room), Some(scene)) = (self.room(), self.scene()) else { return };
        let asked = render::of(&room.game).page(&scene);
        let turns = asked != self.asked_page;
        let wanted = if turns { asked } else { self.page_name };
        let found = self.page_names().iter().position(|name| Some(*name) == wanted);
        if let (None, false) = (found, turns) {
            return;
        }
        self.open_page(found.unwrap_or_default());
        self.asked_page = asked;
    }

    /// Reports who has chosen in secret; that others are awaited is news where nobody has been named. Returns
    /// the bell if it becomes this seat's turn.
    fn turn(&mut self, news: &mut News) -> Option<Effect> {
        let update = self.session.update()?;
        let (own, now) = (self.session.seat(), update.awaiting.clone());
        let before = self.awaiting.replace(now.clone());
        news.turned = before.as_ref() != Some(&now);
        let mine = |seats: &[u8]| own.is_some_and(|own| seats.contains(&own));
        let rings = mine(&now) && before.as_deref().is_none_or(|before| !mine(before));
        let before = before.filter(|_| !news.happened);
        if let Some(line) = before.and_then(|before| say::chosen(&before, &now, own, &self.names()))
        {
            self.report(Tone::Plain, line);
            news.turned = false;
        }
        rings.then_some(Effect::Bell)
    }

    /// Handles a question that changed under the person's fingers: the choices made so far are kept
    /// only if the same offer is still there. While the clock runs, its choices may have become more
    /// or fewer; returns whether an answer was lost by that.
    fn leave_walk(&mut self) -> bool {
        let Some(walking) = &mut self.walking else { return false };
        let offers = self.session.offers();
        if offers.iter().any(|offer| offer.command == *walking.walk.template()) {
            return false;
        }
        let stands = self.offers.get(walking.number).filter(|_| self.session.is_timed());
        if let Some(offer) = stands {
            let renewed = walking.walk.renewed(&offer.command);
            let kept = renewed.summary() == walking.walk.summary();
            walking.renew(renewed);
            return !kept;
        }
        self.walking = None;
        self.report(Tone::Plain, "What you were choosing is no longer possible.");
        false
    }

    fn over(&mut self) -> Vec<Effect> {
        // What was marked and typed meant another list.
        (self.walking, self.finder) = Default::default();
        self.overlay.take_if(|overlay| matches!(overlay, Overlay::Confirm(_)));
        let mut effects = self.forget();
        if self.session.seat().is_some() {
            effects.push(Effect::Ask(ApiRequest::Record));
        }
        effects
    }

    pub(super) fn forget(&self) -> Vec<Effect> {
        self.config.saved.iter().cloned().map(Effect::Forget).collect()
    }

    fn rejected(&mut self, act: Option<&PendingMessage>, answer: &RefusalDetails) {
        // What cannot be shown beforehand is simply not shown.
        if act.is_some_and(PendingMessage::is_preview) {
            return;
        }
        let text = say::refused(act, answer);
        self.report(Tone::Alert, text.clone());
        self.notice = Some((Tone::Alert, text));
        // One that was only set aside has nothing to do with it.
        let sent = self.sheet.take_if(|walking| walking.walk.is_complete());
        let stands = |walking: &Walking| {
            let offer = self.offers.get(walking.number);
            offer.is_some_and(|offer| offer.command == *walking.walk.template())
        };
        if let Some(mut walking) = sent.filter(stands) {
            walking.walk.reopen();
            self.walking = Some(walking);
            self.say(Tone::Plain, "What you typed is kept: correct it and send it again.");
        } else if self.session.offers().is_empty() || self.session.is_timed() {
            return;
        }
        self.say_choices();
    }

    fn ended(&mut self, end: ConnectionEnd) -> Vec<Effect> {
        let mut effects = Vec::new();
        // A server with another database knows no such room either, until it has the right one again.
        if end == ConnectionEnd::TokenUnknown {
            effects.extend(self.forget());
        }
        // After the end of a match the server may let go of us: the screen stays to be read.
        if self.session.is_over() && end != ConnectionEnd::Replaced {
            self.connection = ConnectionState::Lost(
                "the match is over, and the server has closed the connection".to_owned(),
            );
        } else {
            effects.push(Effect::Leave(Exit::Ended(end)));
        }
        effects
    }

    /// Returns the walk that fits this match: a wary one while others act at any time.
    pub(super) fn walk(&self, command: &serde_json::Value) -> Walk {
        if self.session.is_timed() { Walk::wary(command) } else { Walk::new(command) }
    }
}
