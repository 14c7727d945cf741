//! A client's knowledge of its match, and the meaning of its messages.
//!
//! Every way of presenting a match (lines, full screen, bot, watcher) feeds signals in with
//! [`Session::apply`] and shows the [`Change`] that comes out. It must not know how anything is
//! shown, nor the rules of any game.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use protocol::lesson::{LessonGo, LessonStep};
use protocol::room::{Request, Room, RoomState, Seat};
use protocol::{
    ClientMessage, Code, Event, Feature, Limits, Offer, Open, Outcome, ServerMessage, Update, You,
};
use serde_json::Value;
use uuid::Uuid;

use crate::connection::Signal;
use crate::heads::{Comparison, Heads};
use crate::record::SeatEvidence;
use crate::render::Scene;
use crate::seal::Seal;

mod change;
mod deal;
mod pointing;

pub use self::change::{Change, PendingMessage, RefusalDetails};

/// A client's knowledge of one room and match.
#[derive(Debug, Default)]
pub struct Session {
    you: Option<You>,
    room: Option<Room>,
    limits: Option<Limits>,
    features: Vec<Open<Feature>>,
    update: Option<Update>,
    lesson: Option<LessonStep>,
    arrived: Option<Instant>,
    updates: u64,
    acts: BTreeMap<Uuid, PendingMessage>,
    seal: Option<Seal>,
    progress: deal::DealProgress,
    heads: Heads,
    rolled_back: bool,
    asked_again: bool,
    notes: Vec<String>,
}

impl Session {
    /// Knows nothing yet; keeps the heads it sees in `heads`.
    pub fn new(heads: Heads) -> Self {
        Self { heads, ..Self::default() }
    }

    /// Knows a room whose match is over, and looks at it as this seat, or as everybody did.
    pub fn looking_back(room: Room, seat: Option<u8>) -> Self {
        Self { you: seat.map(You::Seat), room: Some(room), ..Self::default() }
    }

    /// Returns what the person should know although it stops nothing, once.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Keeps a head. A file that cannot be written must not stop a match.
    fn note_head(&mut self, seq: u64, head: &str) {
        match self.heads.note(seq, head) {
            Ok(Comparison::New | Comparison::Same) => {}
            Ok(Comparison::Differs { .. }) => self.notes.push(format!(
                "WARNING: the server shows another past than before: entry {seq} of the log has \
                 another head. Keep your file of heads and ask the operator"
            )),
            Err(error) => self.notes.push(format!("the log's head was not kept: {error}")),
        }
    }

    /// Returns the heads kept of this match.
    pub fn heads(&self) -> &Heads {
        &self.heads
    }

    /// Returns this seat's evidence from the match; `None` without a seat.
    pub fn evidence(&self) -> Option<SeatEvidence> {
        let (room, seat) = (self.room.as_ref()?.id, self.seat()?);
        Some(SeatEvidence { room, seat, kept: self.heads.kept(), heads: self.heads.seen().len() })
    }

    /// Returns the seat we hold, once welcomed.
    pub fn seat(&self) -> Option<u8> {
        match self.you {
            Some(You::Seat(seat)) => Some(seat),
            Some(You::Spectator(_) | You::Coach(_)) | None => None,
        }
    }

    /// Returns the seat that we coach.
    pub fn pupil(&self) -> Option<u8> {
        if let Some(You::Coach(seat)) = self.you { Some(seat) } else { None }
    }

    /// Returns the room, once welcomed.
    pub fn room(&self) -> Option<&Room> {
        self.room.as_ref()
    }

    /// Returns the server's limits, once welcomed.
    pub fn limits(&self) -> Option<&Limits> {
        self.limits.as_ref()
    }

    /// Checks whether the server has said that it has a feature.
    pub fn has(&self, feature: Feature) -> bool {
        self.features.iter().any(|one| one.known() == Some(&feature))
    }

    /// Returns the match as last seen.
    pub fn update(&self) -> Option<&Update> {
        self.update.as_ref()
    }

    /// Returns what the viewer has before them now, with the component data if they are known.
    pub fn scene<'a>(&'a self, catalogue: Option<&'a Value>) -> Option<Scene<'a>> {
        let (room, update) = (self.room.as_ref()?, self.update.as_ref()?);
        Some(Scene {
            private: update.private.as_ref(),
            catalogue,
            options: Some(&room.options),
            seat: self.seat().or_else(|| self.pupil()),
            seats: &room.seats,
            now_ms: self.match_time(),
            ..Scene::new(&update.public)
        })
    }

    /// Returns the match time now, in milliseconds: that of the newest update, and what has passed here
    /// since.
    pub fn match_time(&self) -> u64 {
        let (Some(update), Some(arrived)) = (&self.update, self.arrived) else { return 0 };
        if update.paused {
            return update.now_ms;
        }
        let since = u64::try_from(arrived.elapsed().as_millis()).unwrap_or(u64::MAX);
        update.now_ms.saturating_add(since)
    }

    /// Checks whether a clock runs: then others act at any time, and answers do not wait for each
    /// other.
    pub fn is_timed(&self) -> bool {
        self.update.as_ref().is_some_and(|update| update.deadline_ms.is_some())
    }

    /// Returns the number of updates received.
    pub fn updates(&self) -> u64 {
        self.updates
    }

    /// Returns the step that the lesson has reached, if this is one.
    pub fn lesson(&self) -> Option<&LessonStep> {
        self.lesson.as_ref()
    }

    /// Goes through the lesson from the open step; `None` if none is given.
    pub fn go(&mut self, go: LessonGo) -> Option<ClientMessage> {
        let step = self.lesson.as_ref()?.step;
        Some(self.register("lesson", |id| ClientMessage::Lesson { id, step, go }))
    }

    /// Returns this seat's offers.
    pub fn offers(&self) -> &[Offer] {
        self.update.as_ref().and_then(|update| update.offers.as_deref()).unwrap_or_default()
    }

    /// Returns the kind of what is asked, where the game names one.
    pub fn prompt(&self) -> Option<&str> {
        self.update.as_ref()?.public["prompt"]["kind"].as_str()
    }

    /// Returns the number of the question that this seat must answer.
    pub fn decision(&self) -> Option<u64> {
        self.update.as_ref().and_then(|update| update.decision)
    }

    /// Acts that wait for their answers.
    pub fn pending(&self) -> impl Iterator<Item = &PendingMessage> {
        self.acts.values()
    }

    /// Checks whether a command of the game waits for its answer.
    pub fn command_pending(&self) -> bool {
        self.pending().any(PendingMessage::is_move)
    }

    /// Checks whether the open question has been answered and the answer is not confirmed. An update
    /// comes before the confirmation: the next question may be answered at once.
    pub fn answer_pending(&self) -> bool {
        let open = self.decision();
        self.pending()
            .filter_map(PendingMessage::decision)
            .any(|answered| open.is_none_or(|open| open == answered))
    }

    /// Returns the end of the match, if it has ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.update.as_ref().and_then(|update| update.outcome.as_ref())
    }

    /// Checks whether nothing more can happen in this room.
    pub fn is_over(&self) -> bool {
        let state = self.room.as_ref().map(|room| room.state);
        self.outcome().is_some() || matches!(state, Some(RoomState::Abandoned))
    }

    /// Returns this seat in the room.
    pub fn own_seat(&self) -> Option<&Seat> {
        let seat = self.seat()?;
        self.room.as_ref()?.seats.iter().find(|one| one.seat == seat)
    }

    /// Returns the name of a seat's holder, or the seat's number.
    pub fn name_of(&self, seat: u8) -> String {
        let name = self
            .room
            .as_ref()
            .and_then(|room| room.seats.iter().find(|one| one.seat == seat))
            .and_then(|one| one.name.clone());
        name.unwrap_or_else(|| format!("seat {seat}"))
    }

    /// Takes a signal in.
    pub fn apply(&mut self, signal: Signal) -> Change {
        match signal {
            Signal::Frame(frame) => match frame.message {
                Some(message) => self.message(message),
                None => Change::Unknown,
            },
            Signal::Lost { why, retry_in } => Change::Lost { why, retry_in },
            Signal::Ended(end) => Change::Ended(end),
        }
    }

    fn message(&mut self, message: ServerMessage) -> Change {
        match message {
            ServerMessage::Welcome(welcome) => {
                let first = self.you.replace(welcome.you).is_none();
                self.room = Some(welcome.room);
                self.limits = Some(welcome.limits);
                self.features = welcome.features;
                self.progress.reconnected();
                self.look_at_the_deal();
                Change::Welcomed { first }
            }
            ServerMessage::Room { room } => {
                let before = self.room.replace(room).map(Box::new);
                self.look_at_the_deal();
                Change::Room { before }
            }
            ServerMessage::Update(update) => self.updated(update),
            ServerMessage::Accepted { id, .. } => {
                self.progress.accepted(id);
                Change::Accepted { act: self.acts.remove(&id) }
            }
            ServerMessage::Rejected { id, code, detail, rule, retry_after_ms, raced, .. } => {
                let retry_after = retry_after_ms.map(Duration::from_millis);
                let answer = RefusalDetails { code, detail, rule, retry_after, raced };
                match self.progress.refused(Some(id), None) {
                    Some(message) => Change::PartRefused { message, answer },
                    None => Change::Rejected { act: self.acts.remove(&id), answer },
                }
            }
            ServerMessage::Hint(hint) => {
                self.acts.remove(&hint.id);
                Change::Hint(hint)
            }
            ServerMessage::Preview(preview) => {
                self.acts.remove(&preview.id);
                Change::Preview(preview)
            }
            ServerMessage::Lesson(step) => {
                let before = self.lesson.replace(step);
                Change::Lesson { before: before.map(Box::new) }
            }
            ServerMessage::Point { at, text } => Change::Point { at, text },
            ServerMessage::Chat(line) => Change::Chat(line),
            ServerMessage::Error { re, code, detail, retry_after_ms } => {
                self.rolled_back |= code == Code::RolledBack;
                let retry_after = retry_after_ms.map(Duration::from_millis);
                let answer = RefusalDetails { code, detail, rule: None, retry_after, raced: false };
                match re.and_then(|re| self.progress.refused(re.id, Some(&re.kind))) {
                    Some(message) => Change::PartRefused { message, answer },
                    None => Change::ServerError { answer },
                }
            }
            ServerMessage::Closing { reason, .. } => Change::Closing { reason },
            ServerMessage::Pong { .. } => Change::Unknown,
        }
    }

    fn updated(&mut self, update: Update) -> Change {
        let newest = self.heads.newest();
        if self.update.is_none() && newest > update.seq && !self.asked_again {
            // Asked for what comes after that, a server that was restored says so.
            self.asked_again = true;
            return Change::Behind { after: newest };
        }
        if std::mem::take(&mut self.rolled_back) {
            // The server was restored and said so: what came after is gone, what came before is not.
            // Where others have gone on since, nobody knows how far back it was.
            let known = self.heads.knows(update.seq, &update.head);
            if let Err(error) = self.heads.roll_back(if known { update.seq } else { 0 }) {
                self.notes.push(format!("the log's heads: {error}"));
            }
        }
        self.note_head(update.seq, &update.head);
        // Of a state that comes again, only what is new counts as having happened.
        let known = self.update.as_ref().map(|old| old.seq);
        let events: Vec<Event> = update.events.clone();
        let news = known.is_none_or(|known| events.iter().any(|event| event.seq > known));
        let asks = |update: &Update| {
            update
                .decision
                .filter(|_| update.offers.as_ref().is_some_and(|offers| !offers.is_empty()))
        };
        let old = self.update.as_ref();
        let fresh = asks(&update).is_some()
            && old.is_none_or(|old| asks(old) != asks(&update) || old.seq > update.seq);
        let asked =
            fresh || asks(&update).is_some() && old.is_some_and(|old| old.offers != update.offers);
        let cut = update.events_from.is_some();
        self.updates += 1;
        self.arrived = Some(Instant::now());
        self.update = Some(update);
        Change::Updated { events: if news { events } else { Vec::new() }, cut, asked, fresh }
    }

    /// Makes a message with a fresh id, to be sent; it waits for its answer from now on.
    pub fn register(
        &mut self,
        text: impl Into<String>,
        make: impl FnOnce(Uuid) -> ClientMessage,
    ) -> ClientMessage {
        let id = Uuid::new_v4();
        let message = make(id);
        let act =
            PendingMessage { message: message.clone(), text: text.into(), at_update: self.updates };
        self.acts.insert(id, act);
        message
    }

    /// Returns a message that was refused for now, to be sent again as it is.
    pub fn again(&mut self, act: PendingMessage) -> ClientMessage {
        let message = act.message.clone();
        if let Some(id) = message.id() {
            self.acts.insert(id, act);
        }
        message
    }

    /// Returns a command of the game, answering `decision`; a coach's points at what it names instead.
    pub fn command(
        &mut self,
        text: impl Into<String>,
        decision: u64,
        command: Value,
    ) -> ClientMessage {
        if self.pupil().is_some() {
            return ClientMessage::Point { at: pointing::named(&command), text: Some(text.into()) };
        }
        self.register(text, |id| ClientMessage::Command { id, decision, command })
    }

    /// Returns the requests of others that this seat has not agreed to.
    pub fn asked_of_us(&self) -> impl Iterator<Item = &Request> {
        let own = self.seat();
        let all = self.room.iter().flat_map(|room| &room.requests);
        all.filter(move |one| own.is_some_and(|own| one.by != own && !one.agreed.contains(&own)))
    }

    /// Returns this seat's open request.
    pub fn own_request(&self) -> Option<&Request> {
        let own = self.seat();
        self.room.as_ref()?.requests.iter().find(|one| Some(one.by) == own)
    }

    /// Answers a request of another seat.
    pub fn consent(&mut self, request: Uuid, agree: bool) -> ClientMessage {
        let text = if agree { "agree" } else { "refuse" };
        self.register(text, |id| ClientMessage::Consent { id, request, agree })
    }
}

#[cfg(test)]
mod tests;
