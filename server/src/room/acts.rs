//! Messages of connected people: commands and the other acts that go into the log, chat, getting ready.
//!
//! An act has an id of the client's and exactly one answer. Accepted ids are in the log, refused ones
//! in memory; a repeated id gets its first answer again.

use engine::matches::{Input as Entry, Pause, Prepared};
use engine::{MatchMillis, Seat, Viewer};
use protocol::envelope::{ChatLine, ClientMessage};
use protocol::{Code, Re, ServerMessage, You};
use tracing::debug;
use uuid::Uuid;

use super::answered::ActResult;
use super::chat::CHAT_CHARS;
use super::connections::you;
use super::effect::{RoomEffect, RoomOutputs, RoomStep, RoomWrite, WriteFailure};
use super::env::Env;
use super::input::{DueWork, RoomInput};
use super::intent::{Intent, SeatAct};
use super::message::{ConnectionId, Said, WireMessage, text};
use super::name::clean;
use super::play::{LiveMatch, guarded};
use super::publish::KnownBefore;
use super::refusal::Refusal;
use super::{Room, SeatState};
use crate::time::{DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS};

/// Time after which to try again while match time stands still, in milliseconds.
const PAUSED_RETRY_MS: u64 = 1_000;

/// An act that waits for its answer.
#[derive(Clone, Copy)]
pub(super) struct Asker {
    pub(super) connection: ConnectionId,
    pub(super) seat: Seat,
    pub(super) id: Uuid,
    pub(super) content: u64,
    /// `true` if its acceptance is no entry of its own, so that memory keeps it.
    pub(super) keeps: bool,
}

impl Room {
    /// Handles a message of a connection that may have been replaced meanwhile.
    pub(super) fn act(
        &self,
        env: &Env<'_>,
        from: ConnectionId,
        message: ClientMessage,
    ) -> RoomStep {
        let said = Said { by: from, re: message.re() };
        let complain = |refusal: Refusal| refuse(said.clone(), refusal);
        if let Some(pupil) = self.pupil_of(from) {
            return self.coach_says(from, pupil, message);
        }
        let Some(viewer) = self.viewer(from) else { return RoomStep::nothing() };
        match (message, viewer) {
            (ClientMessage::Chat { text }, _) => self.chat_line(from, viewer, &text),
            // The connection's session answers it.
            (ClientMessage::Ping { .. }, _) => RoomStep::nothing(),
            (ClientMessage::Hello { .. }, _) => {
                complain(Refusal::new(Code::Malformed, "`hello` may only be the first message"))
            }
            (ClientMessage::Ready { commitment, .. }, Viewer::Seat(seat)) => {
                let said = said.clone();
                self.get_ready(env, said, seat.0, commitment).unwrap_or_else(complain)
            }
            (ClientMessage::Reveal { entropy, .. }, Viewer::Seat(seat)) => {
                self.reveal(env, said.clone(), seat.0, &entropy).unwrap_or_else(complain)
            }
            (ClientMessage::Point { .. }, _) => {
                complain(Refusal::new(Code::Forbidden, "only a coach points"))
            }
            (ClientMessage::Ready { .. } | ClientMessage::Reveal { .. }, Viewer::Public) => {
                complain(Refusal::new(Code::NotSeated, "spectators watch"))
            }
            (ClientMessage::Hint { id, decision }, Viewer::Seat(seat)) => {
                self.hint(env, from, seat, (id, decision))
            }
            (ClientMessage::Preview { id, decision, command }, Viewer::Seat(seat)) => {
                self.preview(from, seat, (id, decision), &command)
            }
            (message, Viewer::Seat(seat)) => self.seat_acts(env, from, seat, message),
            (message, Viewer::Public) => {
                if message.id().is_none() {
                    return RoomStep::nothing();
                }
                complain(Refusal::new(Code::NotSeated, "spectators watch"))
            }
        }
    }

    /// Handles a message of a coach, who points and does nothing else.
    fn coach_says(&self, from: ConnectionId, pupil: Seat, message: ClientMessage) -> RoomStep {
        let said = Said { by: from, re: message.re() };
        if let ClientMessage::Point { at, text } = message {
            return self.point(from, pupil, at, text.as_deref());
        }
        if let ClientMessage::Ping { .. } = message {
            // The connection's session answers it.
            return RoomStep::nothing();
        }
        refuse(said, Refusal::new(Code::NotSeated, "a coach points, and says it so"))
    }

    /// Gives an act its one answer; a request has it when the others have answered.
    fn seat_acts(
        &self,
        env: &Env<'_>,
        connection: ConnectionId,
        seat: Seat,
        message: ClientMessage,
    ) -> RoomStep {
        // What falls due at this moment is entered before what is done at it.
        if let Some(due) = self.play.as_deref().and_then(|play| play.due(env)) {
            let again = RoomInput::Act(connection, Box::new(message));
            return RoomStep::inputs([RoomInput::Due(DueWork::Deadline(due)), again]);
        }
        let Some(act) = SeatAct::of(seat, message) else { return RoomStep::nothing() };
        if self.requests.pending(seat, act.id).is_some_and(|before| before == act.content) {
            return RoomStep::nothing();
        }
        let keeps = matches!(
            act.intent,
            Intent::Coach { .. } | Intent::Consent { .. } | Intent::Lesson { .. }
        );
        let asker = Asker { connection, seat, id: act.id, content: act.content, keeps };
        if let Some(known) = self.known_answer(seat, &act) {
            return RoomStep::memory(move |_, _, out| out.answer(asker, known));
        }
        let now = self.time(env);
        if let Err(not_now) = self.takes_acts(env) {
            return RoomStep::verdict(asker, Err(not_now));
        }
        if let Err(other) = self.lesson_allows(&act.intent) {
            return RoomStep::verdict(asker, Err(other));
        }
        match act.intent {
            Intent::Input(entry, decision) => match self.may_enter(env, seat, &entry, decision) {
                Ok(()) => self.enter_act(now, asker, entry, None),
                Err(refused) => RoomStep::verdict(asker, Err(refused)),
            },
            Intent::Coach { want: false } => self.end_coaching(asker),
            Intent::Undo { .. } | Intent::Pause { .. } | Intent::Coach { .. } => {
                self.ask_others(env, asker, &act.intent)
            }
            Intent::Lesson { step, go } => self.go_through(env, asker, step, go),
            Intent::Consent { request, agree } => self.consent(env, asker, request, agree),
        }
    }

    /// Returns the answer that this id has had already.
    fn known_answer(&self, seat: Seat, act: &SeatAct) -> Option<ActResult> {
        let reused = || Err(Refusal::new(Code::IdReused, "this id stood for something else"));
        if self.requests.pending(seat, act.id).is_some() {
            return Some(reused());
        }
        if let Some(done) = self.play.as_deref().and_then(|play| play.game.accepted(seat, act.id)) {
            let input = act.intent.input(seat, act.id);
            let same = input.is_some_and(|input| engine::request_hash(&input) == done.said);
            return Some(if same { Ok(done.seq) } else { reused() });
        }
        let (verdict, same) = self.seats[seat.index()].answered.find(act.id, act.content)?;
        Some(if same { verdict.clone() } else { reused() })
    }

    /// Keeps an answer as long as it must, and sends it.
    pub(super) fn answer(&mut self, out: &mut RoomOutputs, asker: Asker, verdict: ActResult) {
        let Asker { seat, id, content, keeps, .. } = asker;
        if verdict.as_ref().map_or_else(|why| !why.passing(), |_| keeps) {
            self.seats[seat.index()].answered.keep(id, content, verdict.clone());
        }
        if let Err(rejection) = &verdict {
            let code = rejection.open_code();
            debug!(room = %self.record.id, seat = seat.0, ?code, "refused");
        }
        out.answer(asker, verdict);
    }

    /// Returns match time at this moment; 0 before the match.
    pub(super) fn time(&self, env: &Env<'_>) -> MatchMillis {
        self.play.as_deref().map_or(0, |play| play.time(env))
    }

    /// Checks whether the match takes acts now.
    fn takes_acts(&self, env: &Env<'_>) -> Result<(), Refusal> {
        // A deadline that the store could not take comes first.
        if self.underway()?.held(env) { Err(Refusal::storage()) } else { Ok(()) }
    }

    /// Returns the match, if it has begun and is not over.
    pub(super) fn underway(&self) -> Result<&LiveMatch, Refusal> {
        match self.play.as_deref() {
            Some(play) if play.game.outcome().is_none() => Ok(play),
            None if !self.record.ended() => Err(Refusal::not_started()),
            Some(_) | None => Err(Refusal::over()),
        }
    }

    /// Checks whether a seat may put this into the log now.
    fn may_enter(
        &self,
        env: &Env<'_>,
        seat: Seat,
        entry: &Entry,
        decision: Option<u64>,
    ) -> Result<(), Refusal> {
        if let (Entry::Command { .. }, Some(play)) = (entry, &self.play) {
            stands_still(play.game.pause())?;
            if play.game.decision(seat) != decision {
                return Err(play.game.stale(seat, decision).into());
            }
        }
        if let Entry::Claim { .. } = entry { self.may_claim(env, seat) } else { Ok(()) }
    }

    /// Checks whether an awaited opponent has been away for long enough.
    fn may_claim(&self, env: &Env<'_>, claimant: Seat) -> Result<(), Refusal> {
        let awaited = self.play.as_deref().map(|play| play.game.awaiting()).unwrap_or_default();
        let absences = awaited
            .iter()
            .filter(|seat| *seat != claimant)
            .filter_map(|seat| Some((seat, self.away_ms(env, seat)?)));
        let Some((seat, absent_ms)) = absences.max_by_key(|(_, absent_ms)| *absent_ms) else {
            return Err(Refusal::new(Code::Illegal, "no awaited opponent is away"));
        };
        let left = self.record.absence_ms.saturating_sub(absent_ms);
        if left == 0 {
            return Ok(());
        }
        let name = self.record.speaker(You::Seat(seat.0));
        let detail = format!("{name} is away; you can claim in {}", in_words(left));
        Err(Refusal::new(Code::Illegal, detail).after(left))
    }

    /// Enters an act of a seat's at the moment of match time at which it came, and answers it.
    pub(super) fn enter_act(
        &self,
        at: MatchMillis,
        asker: Asker,
        entry: Entry,
        granted: Option<Uuid>,
    ) -> RoomStep {
        self.enter(at, entry, granted, move |room, env, out, verdict| {
            if verdict.is_ok() {
                room.stir(env, out);
            }
            room.answer(out, asker, verdict);
        })
    }

    /// Enters something into the log: prepared on a copy, stored, committed, published. `granted` is
    /// the request that it grants. `done` gets the result.
    pub(super) fn enter(
        &self,
        at: MatchMillis,
        entry: Entry,
        granted: Option<Uuid>,
        done: impl FnOnce(&mut Self, &Env<'_>, &mut RoomOutputs, ActResult) + Send + 'static,
    ) -> RoomStep {
        let prepared = match &self.play {
            Some(play) => guarded(|| Ok(play.game.prepare(at, entry)?)),
            None => Ok(Err(Refusal::not_started())),
        };
        let prepared = match prepared {
            Ok(Ok(prepared)) => prepared,
            Ok(Err(refusal)) => {
                return RoomStep::memory(move |room, env, out| done(room, env, out, Err(refusal)));
            }
            Err(_) => {
                return RoomStep::memory(|room, env, out| {
                    room.recover(out);
                    done(room, env, out, Err(Refusal::panicked()));
                });
            }
        };
        let (seq, row) = (prepared.seq(), prepared.bytes().to_owned());
        let write = RoomWrite::Entry { seq, row, by: prepared.author() };
        RoomStep::write(write, move |room, env, out, written| {
            let verdict = match written {
                Ok(()) => room.entered(env, out, prepared, granted),
                Err(WriteFailure::Moved) => Err(Refusal::moved()),
                Err(WriteFailure::Store(_)) => Err(Refusal::storage()),
            };
            done(room, env, out, verdict);
        })
    }

    /// Commits a durable entry and publishes it. Returns the last entry that its author may know of then.
    fn entered(
        &mut self,
        env: &Env<'_>,
        out: &mut RoomOutputs,
        prepared: Prepared,
        granted: Option<Uuid>,
    ) -> ActResult {
        if let Some(request) = granted {
            self.requests.take(request);
        }
        let watching = self.watching();
        let Some(play) = &mut self.play else { return Err(Refusal::panicked()) };
        let (now, author) = (play.time(env), prepared.author());
        let least = if play.game.veiled() { play.game.position().seq } else { prepared.seq() };
        let published = guarded(|| {
            let before = KnownBefore::of(&play.game, &watching);
            let events = play.game.commit(prepared);
            let updates = before.updates(&play.game, (author, &events), now);
            (events, updates)
        });
        let Ok((events, updates)) = published else {
            // The entry is durable: it will be in the match that is read again.
            return if self.recover(out) { Ok(least) } else { Err(Refusal::panicked()) };
        };
        let known = play.game.position().seq;
        play.recent.go_on(&events);
        play.follow(env);
        let over = self.end(env, out);
        self.deliver(out, updates);
        if over {
            // With the end, not after the record: whoever knows the outcome and asks for
            // anything more then knows that the room is over, however slow the store is.
            self.show_room(env, out, None);
        }
        self.lapse_requests(env, out);
        self.follow_lesson(env, out);
        if over {
            out.push(RoomInput::Note);
        }
        Ok(known)
    }

    fn chat_line(&self, from: ConnectionId, viewer: Viewer, text_sent: &str) -> RoomStep {
        let said = Said { by: from, re: Re { kind: "chat".to_owned(), id: None } };
        let complain = |code, detail: String| refuse(said, Refusal::new(code, detail));
        let line = clean(text_sent);
        let chars = line.chars().count();
        if chars == 0 {
            return complain(Code::Malformed, "the line has no visible character".to_owned());
        }
        if chars > CHAT_CHARS {
            let detail = format!("the line has {chars} characters, {CHAT_CHARS} are allowed");
            return complain(Code::TooBig, detail);
        }
        let from = you(viewer);
        let line = ChatLine { from, name: self.record.speaker(from), text: line };
        let line = text(&ServerMessage::Chat(line));
        // A spectator's line could reveal to a seat what it may not know.
        let gallery = viewer == Viewer::Public && self.hushed();
        RoomStep::memory(move |room, _, out| {
            room.chat.keep(gallery, &line);
            let seats = room.seats.iter().filter(|_| !gallery).flat_map(SeatState::connections);
            for to in seats.chain(room.gallery.iter().copied()) {
                out.push(RoomEffect::Send(to, line.clone()));
            }
        })
    }
}

impl RoomOutputs {
    /// Counts an act and sends its answer.
    pub(super) fn answer(&mut self, asker: Asker, verdict: ActResult) {
        let counted = verdict.as_ref().map(drop).map_err(Refusal::open_code);
        self.push(RoomEffect::Acted(counted));
        self.send(asker.connection, &answer_message(asker.id, verdict));
    }
}

impl RoomStep {
    /// Answers an act without an entry.
    pub(super) fn verdict(asker: Asker, verdict: ActResult) -> Self {
        Self::memory(move |room, _, out| room.answer(out, asker, verdict))
    }
}

/// Refuses a message.
fn refuse(said: Said, refusal: Refusal) -> RoomStep {
    RoomStep::memory(move |_, _, out| out.refuse(said, refusal))
}

/// Refuses commands while match time stands still.
fn stands_still(pause: Pause) -> Result<(), Refusal> {
    match pause {
        Pause::No => Ok(()),
        Pause::Server => {
            let detail = "match time stands still until everyone is back";
            Err(Refusal::new(Code::Busy, detail).after(PAUSED_RETRY_MS))
        }
        Pause::Agreed => {
            let detail = "all agreed to a pause; match time goes on when one of you ends it";
            Err(Refusal::new(Code::Illegal, detail))
        }
    }
}

/// Writes a time as people say it, rounded up to its largest unit.
fn in_words(ms: u64) -> String {
    const UNITS: [(u64, &str); 4] =
        [(DAY_MS, "day"), (HOUR_MS, "hour"), (MINUTE_MS, "minute"), (SECOND_MS, "second")];
    let (unit, word) = UNITS.into_iter().find(|(unit, _)| ms > *unit).unwrap_or(UNITS[3]);
    let count = ms.div_ceil(unit);
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// Builds the message that answers an act.
pub(super) fn answer_message(id: Uuid, verdict: ActResult) -> WireMessage {
    match verdict {
        Ok(seq) => ServerMessage::Accepted { id, seq },
        Err(refusal) => refusal.rejected(id),
    }
}
