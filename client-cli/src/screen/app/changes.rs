//! What a change of the session does to the screen.
//!
//! Here, apart from the keys, because none of it is anybody's wish. It must not send anything that
//! the deal does not ask for.

use protocol::ClientMessage;
use protocol::room::{Room, RoomState};

use super::{App, Done, Effect, Exit, Link, Request, Tone};
use crate::connection::End;
use crate::play::say;
use crate::play::walk::Walk;
use crate::render;
use crate::saved::SavedGame;
use crate::screen::walking::Walking;
use crate::seal::Duty;
use crate::session::{Act, Answer, Change};

/// How many new offers are told at once while the clock runs.
const ANNOUNCED: usize = 6;

impl App {
    pub(super) fn changed(&mut self, change: Change) -> Vec<Effect> {
        match change {
            Change::Welcomed { first } => return self.welcomed(first),
            Change::Room { before } => return self.room_changed(before.as_deref()),
            Change::Updated { events, cut, asked, fresh } => {
                if cut && !events.is_empty() {
                    self.tell(Tone::News, "(older events are left out)");
                }
                let tell = if self.session.is_timed() { say::brief_event } else { say::event };
                let names = self.names();
                for event in &events {
                    self.tell(Tone::Event, tell(event, &names));
                }
                return self.updated(asked, fresh);
            }
            Change::Accepted { act: Some(act), .. } if !act.is_move() => {
                self.tell(Tone::News, format!("Accepted: {}.", act.text));
            }
            Change::Accepted { .. } => self.sheet = None,
            Change::Unknown => {}
            Change::Rejected { act, answer } => self.rejected(act.as_ref(), &answer),
            Change::Chat(line) => {
                self.tell(Tone::Chat, format!("{}: {}", line.name, line.text));
            }
            Change::Trouble { answer } => {
                self.tell(Tone::Alert, format!("The server says: {}", answer.detail));
            }
            Change::Closing { reason } => {
                self.tell(Tone::Alert, format!("The server is closing: {reason}"));
            }
            Change::Lost { why, retry_in } => {
                let wait = crate::error::seconds(retry_in.as_millis() as u64);
                if !matches!(self.link, Link::Lost(_)) {
                    self.tell(Tone::Alert, format!("The connection is lost ({why})."));
                }
                self.link = Link::Lost(format!("trying again in {wait} ({why})"));
            }
            Change::Ended(end) => return self.ended(end),
        }
        Vec::new()
    }

    fn welcomed(&mut self, first: bool) -> Vec<Effect> {
        self.link = Link::Up;
        if !first {
            self.tell(Tone::News, "Connected again.");
            return self.reveal();
        }
        let Some(room) = self.session.room().cloned() else { return Vec::new() };
        let mut effects = self.wants_data(&room);
        if let (Some(token), Some(seat)) = (&self.place.token, self.session.seat()) {
            let name = self.place.saved.as_ref().map(|game| game.name.clone());
            let game = SavedGame {
                server: self.place.server.clone(),
                code: room.code.clone(),
                seat,
                token: token.clone(),
                game: room.game.clone(),
                name: name.unwrap_or_else(|| self.session.name_of(seat)),
            };
            self.place.saved = Some(game.clone());
            self.tell(Tone::News, format!("You are {}.", self.names().of(seat)));
            effects.push(Effect::Keep(game, room.id));
        }
        effects
    }

    /// The component data, if they are worth fetching and not here.
    pub(super) fn wants_data(&self, room: &Room) -> Vec<Effect> {
        let digest = &room.fairness.data;
        let known = self.catalogue.as_ref().is_some_and(|(of, _)| of == digest);
        let wanted = render::of(&room.game).wants_catalogue() && !known;
        if wanted { vec![Effect::Ask(Request::Data(digest.clone()))] } else { Vec::new() }
    }

    /// Opens our part of the deal when it is due.
    fn reveal(&mut self) -> Vec<Effect> {
        let duty = self.session.duty();
        if let Some(why) = say::not_revealed(&duty) {
            self.tell(Tone::Alert, why);
        }
        match duty {
            Duty::Reveal(entropy) => vec![Effect::Send(ClientMessage::Reveal { entropy })],
            Duty::Nothing | Duty::Distrust | Duty::Lost => Vec::new(),
        }
    }

    fn room_changed(&mut self, before: Option<&Room>) -> Vec<Effect> {
        let mut effects = self.reveal();
        let Some(room) = self.session.room().cloned() else { return effects };
        effects.extend(self.wants_data(&room));
        let names = self.names();
        for text in say::voided(before, &room, &names) {
            self.tell(Tone::Alert, text);
        }
        let Some(before) = before else { return effects };
        let own = self.session.seat();
        let lobby = matches!(room.state, RoomState::Lobby | RoomState::Sealing);
        let lines = if lobby {
            say::changed_seats(before, &room, own, self.roles(&room.game))
        } else {
            say::room_changes(before, &room, own, &names)
        };
        for line in lines {
            self.tell(Tone::News, line.trim_start());
        }
        let old = |id| before.requests.iter().any(|one| one.id == id);
        let waits = |room: &Room| say::lobby_wait(room, own) == say::PRESS_ENTER;
        let called = room.state == RoomState::Lobby && waits(&room) && !waits(before);
        if called || self.session.asked_of_us().any(|request| !old(request.id)) {
            effects.push(Effect::Bell);
        }
        if called {
            // Whatever was marked meant another list.
            self.finder.cursor = 0;
        }
        if room.state == RoomState::Abandoned && self.session.outcome().is_none() {
            effects.extend(self.forget());
        }
        effects
    }

    fn updated(&mut self, asked: bool, fresh: bool) -> Vec<Effect> {
        let mut effects = Vec::new();
        let timed = self.session.is_timed();
        let marked = self.marked_offer();
        let offers = self.session.offers();
        if timed && !fresh {
            for line in self.book.follow(offers).into_iter().take(ANNOUNCED) {
                self.tell(Tone::News, format!("New: {line}"));
            }
        } else {
            self.book.begin(offers);
        }
        if asked && !timed {
            self.finder = super::Finder::default();
        } else {
            self.mark_offer(marked);
        }
        self.leave_walk(asked, timed && !fresh);
        if fresh && !timed {
            self.begin_the_only_one();
        }
        self.turn_to_question();
        effects.extend(self.turn());
        if self.session.outcome().is_some() && !std::mem::replace(&mut self.end_told, true) {
            effects.extend(self.over());
        }
        effects
    }

    /// Where one offer alone is made, what it asks is asked at once.
    fn begin_the_only_one(&mut self) {
        let mut offers = self.book.find("").into_iter();
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

    /// Rings when it becomes this seat's turn, and says who has chosen in secret.
    fn turn(&mut self) -> Vec<Effect> {
        let Some(update) = self.session.update() else { return Vec::new() };
        let (own, now) = (self.session.seat(), update.awaiting.clone());
        let before = self.awaiting.replace(now.clone());
        let mine = |seats: &[u8]| own.is_some_and(|own| seats.contains(&own));
        let rings = mine(&now) && before.as_deref().is_none_or(|before| !mine(before));
        if update.events.is_empty()
            && let Some(line) =
                before.and_then(|before| say::chosen(&before, &now, own, &self.names()))
        {
            self.tell(Tone::News, line);
        }
        if rings { vec![Effect::Bell] } else { Vec::new() }
    }

    /// The question changed under the person's fingers: what was half chosen stands only if the same
    /// offer is still there. While one question stands and others act, its choices may have become
    /// more or fewer.
    fn leave_walk(&mut self, asked: bool, stands: bool) {
        let Some(walking) = &mut self.walking else { return };
        let offers = self.session.offers();
        if !asked || offers.iter().any(|offer| offer.command == *walking.walk.template()) {
            return;
        }
        if stands && let Some(offer) = self.book.get(walking.number) {
            let renewed = walking.walk.renewed(&offer.command);
            return walking.renew(renewed);
        }
        self.walking = None;
        self.tell(Tone::News, "What you were choosing is no longer possible.");
    }

    fn over(&mut self) -> Vec<Effect> {
        // What was marked and typed meant another list.
        (self.walking, self.finder) = Default::default();
        let mut effects = self.forget();
        if self.session.seat().is_some() {
            effects.push(Effect::Ask(Request::Record));
        }
        effects
    }

    pub(super) fn forget(&self) -> Vec<Effect> {
        self.place.saved.iter().cloned().map(Effect::Forget).collect()
    }

    fn rejected(&mut self, act: Option<&Act>, answer: &Answer) {
        let text = say::refused(act, answer);
        self.tell(Tone::Alert, text.clone());
        self.notice = Some((Tone::Alert, text));
        // One that was only set aside has nothing to do with it.
        let sent = self.sheet.take_if(|walking| walking.walk.is_complete());
        let Some(mut walking) = sent else { return };
        let template = walking.walk.template();
        let stands = self.book.get(walking.number).is_some_and(|offer| offer.command == *template);
        if stands {
            walking.walk.reopen();
            self.walking = Some(walking);
        }
    }

    fn ended(&mut self, end: End) -> Vec<Effect> {
        let mut effects = Vec::new();
        if matches!(end, End::TokenUnknown | End::RoomUnknown) {
            effects.extend(self.forget());
        }
        // After the end of a match the server may let go of us: the screen stays to be read.
        if self.session.is_over() && end != End::Replaced {
            self.link = Link::Lost("the match is over, and the server has let go".to_owned());
        } else {
            effects.push(Effect::Leave(Exit::Ended(end)));
        }
        effects
    }

    pub(super) fn done(&mut self, done: Done) -> Vec<Effect> {
        match done {
            Done::Kept(Ok(heads)) => {
                self.session.keep_heads(heads);
                return self.reveal();
            }
            Done::Kept(Err(why)) => {
                self.tell(Tone::Alert, format!("Not saved: {why}"));
                return self.reveal();
            }
            Done::Data(digest, data) => {
                if let Err(why) = &data {
                    let text = format!("No names and texts of the components: {why}");
                    self.tell(Tone::Alert, text);
                }
                self.catalogue = Some((digest, data.ok()));
            }
            Done::Record(Ok(told)) => {
                self.tell(Tone::News, told.place.clone());
                self.checked = Some(told);
            }
            Done::Record(Err(why)) => self.tell(Tone::News, format!("No record to check: {why}")),
            Done::Bot(Err(why)) => self.tell(Tone::Alert, format!("No bot: {why}")),
            Done::Freed(seat, Ok(())) if self.session.seat() == Some(seat) => {
                let mut effects = self.forget();
                effects.push(Effect::Leave(Exit::Home));
                return effects;
            }
            Done::Bot(Ok(())) | Done::Freed(_, Ok(())) => {}
            Done::Freed(_, Err(why)) => self.tell(Tone::Alert, format!("Not left: {why}")),
            Done::Rematch(Ok(seated)) => return vec![Effect::Leave(Exit::Rematch(seated))],
            Done::Rematch(Err(why)) => {
                (self.rematching, self.notice) = (false, None);
                self.tell(Tone::Alert, format!("No rematch: {why}"));
            }
            Done::Notices(set, Ok(known)) => self.noticed(set, known),
            Done::Notices(_, Err(why)) => {
                self.notice = Some((Tone::Alert, format!("No notices: {why}")));
            }
        }
        Vec::new()
    }

    /// The walk that fits this match: a wary one while others act at any time.
    pub(super) fn walk(&self, command: &serde_json::Value) -> Walk {
        if self.session.is_timed() { Walk::wary(command) } else { Walk::new(command) }
    }
}
