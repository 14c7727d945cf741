//! What connected people do: commands and the other acts that go into the log, chat, getting ready.
//!
//! An act has an id of the client's and exactly one answer. Accepted ids are in the log, refused ones
//! in memory; a repeated id gets its first answer again.

use engine::ledger::{Input as Entry, Pause, Prepared};
use engine::{MatchMillis, Seat, Viewer};
use fairness::Hash;
use protocol::envelope::{ChatLine, ClientMessage};
use protocol::{Code, Rejection, ServerMessage, You};
use tracing::debug;
use uuid::Uuid;

use super::Room;
use super::answered::{Answer, Verdict};
use super::chat::CHAT_CHARS;
use super::connections::you;
use super::deed::{Act, Deed, act_id};
use super::effect::{Effect, Effects, Failure, Step, Write};
use super::env::Env;
use super::input::Input;
use super::life::Due;
use super::message::{ConnectionId, Message, text};
use super::name::clean;
use super::play::guarded;
use super::publish::Before;
use super::refusal::{Refusal, STORAGE_RETRY_MS};

/// When to try again while match time stands still, in milliseconds.
const PAUSED_RETRY_MS: u64 = 1_000;

impl From<Rejection> for Answer {
    fn from(Rejection { code, detail, rule }: Rejection) -> Self {
        Self { rule, ..Self::new(code, detail) }
    }
}

impl Answer {
    fn storage() -> Self {
        let detail = "the store cannot take it now; nothing changed";
        let retry_after_ms = Some(STORAGE_RETRY_MS);
        Self { retry_after_ms, ..Self::new(Code::StorageUnavailable, detail) }
    }

    fn moved() -> Self {
        let detail = "the match was read again; send it again";
        Self { retry_after_ms: Some(0), ..Self::new(Code::Busy, detail) }
    }

    fn panicked() -> Self {
        Self::new(Code::Internal, "something went wrong inside the server")
    }
}

/// An act that waits for its answer.
#[derive(Clone, Copy)]
pub(super) struct Asker {
    pub(super) connection: ConnectionId,
    pub(super) seat: Seat,
    pub(super) id: Uuid,
    pub(super) content: Hash,
    /// Whether its acceptance is no entry of its own, so that memory keeps it.
    pub(super) keeps: bool,
}

impl Room {
    /// A message of a connection that may have been replaced meanwhile.
    pub(super) fn act(&self, env: &Env<'_>, from: ConnectionId, message: ClientMessage) -> Step {
        let complain = |refusal: Refusal| Step::memory(move |_, _, out| out.error(from, &refusal));
        let Some(viewer) = self.viewer(from) else { return Step::nothing() };
        match (message, viewer) {
            (ClientMessage::Chat { text }, _) => self.chat_line(from, viewer, &text),
            // The connection's session answers it.
            (ClientMessage::Ping { .. }, _) => Step::nothing(),
            (ClientMessage::Hello { .. }, _) => {
                complain(Refusal::new(Code::Malformed, "`hello` is only the first message"))
            }
            (ClientMessage::Ready { commitment }, Viewer::Seat(seat)) => {
                self.get_ready(env, from, seat.0, commitment).unwrap_or_else(complain)
            }
            (ClientMessage::Reveal { entropy }, Viewer::Seat(seat)) => {
                self.reveal(env, from, seat.0, &entropy).unwrap_or_else(complain)
            }
            (ClientMessage::Ready { .. } | ClientMessage::Reveal { .. }, Viewer::Public) => {
                complain(Refusal::new(Code::NotSeated, "spectators watch"))
            }
            (message, Viewer::Seat(seat)) => self.seat_acts(env, from, seat, message),
            (message, Viewer::Public) => {
                let Some(id) = act_id(&message) else { return Step::nothing() };
                let not_seated = Answer::new(Code::NotSeated, "spectators watch");
                Step::memory(move |_, _, out| out.send(from, &told(id, Err(not_seated))))
            }
        }
    }

    /// Gives an act its one answer; a request has it when the others have answered.
    fn seat_acts(
        &self,
        env: &Env<'_>,
        connection: ConnectionId,
        seat: Seat,
        message: ClientMessage,
    ) -> Step {
        // What falls due at this moment is entered before what is done at it.
        if let Some(due) = self.play.as_ref().and_then(|play| play.due(env)) {
            let again = Input::Act(connection, Box::new(message));
            return Step::inputs([Input::Due(Due::Deadline(due)), again]);
        }
        let Some(act) = Act::of(seat, message) else { return Step::nothing() };
        if self.requests.pending(seat, act.id).is_some_and(|before| *before == act.content) {
            return Step::nothing();
        }
        let keeps = matches!(act.deed, Deed::Consent { .. });
        let asker = Asker { connection, seat, id: act.id, content: act.content, keeps };
        if let Some(known) = self.known_answer(seat, &act) {
            return Step::memory(move |_, _, out| out.answer(asker, known));
        }
        let now = self.time(env);
        if let Err(not_now) = self.takes_acts(env) {
            return Step::verdict(asker, Err(not_now));
        }
        match act.deed {
            Deed::Input(entry, decision) => match self.may_enter(env, seat, &entry, decision) {
                Ok(()) => self.enter_act(now, asker, entry, None),
                Err(refused) => Step::verdict(asker, Err(refused)),
            },
            Deed::Undo { .. } | Deed::Pause { .. } => self.ask_others(env, asker, &act.deed),
            Deed::Consent { request, agree } => self.consent(env, asker, request, agree),
        }
    }

    /// The answer that this id has had already.
    fn known_answer(&self, seat: Seat, act: &Act) -> Option<Verdict> {
        let reused = || Err(Answer::new(Code::IdReused, "this id stood for something else"));
        if self.requests.pending(seat, act.id).is_some() {
            return Some(reused());
        }
        if let Some(done) = self.play.as_ref().and_then(|play| play.game.accepted(seat, act.id)) {
            let same = act.deed.input(seat, act.id).is_some_and(|input| input.said() == done.said);
            return Some(if same { Ok(done.seq) } else { reused() });
        }
        let (verdict, same) = self.seats[seat.index()].answered.find(act.id, &act.content)?;
        Some(if same { verdict.clone() } else { reused() })
    }

    /// Keeps an answer as long as it must, and sends it.
    pub(super) fn answer(&mut self, out: &mut Effects, asker: Asker, verdict: Verdict) {
        let Asker { seat, id, content, keeps, .. } = asker;
        if verdict.as_ref().map_or_else(|why| !why.passing(), |_| keeps) {
            self.seats[seat.index()].answered.keep(id, content, verdict.clone());
        }
        if let Err(Answer { code, .. }) = &verdict {
            debug!(room = %self.record.id, seat = seat.0, ?code, "refused");
        }
        out.answer(asker, verdict);
    }

    /// Match time at this moment; 0 before the match.
    pub(super) fn time(&self, env: &Env<'_>) -> MatchMillis {
        self.play.as_ref().map_or(0, |play| play.time(env))
    }

    /// Whether the match takes acts now.
    fn takes_acts(&self, env: &Env<'_>) -> Result<(), Answer> {
        let over = || Err(Answer::new(Code::Over, "the match is over"));
        let Some(play) = &self.play else {
            let not_started = || Err(Answer::new(Code::NotStarted, "the match has not begun"));
            return if self.record.ended() { over() } else { not_started() };
        };
        if play.game.outcome().is_some() {
            return over();
        }
        // A deadline that the store could not take comes first.
        if play.held(env) { Err(Answer::storage()) } else { Ok(()) }
    }

    /// Whether a seat may put this into the log now.
    fn may_enter(
        &self,
        env: &Env<'_>,
        seat: Seat,
        entry: &Entry,
        decision: Option<u64>,
    ) -> Result<(), Answer> {
        if let (Entry::Command { .. }, Some(play)) = (entry, &self.play) {
            stands_still(play.game.pause())?;
            if play.game.decision(seat) != decision {
                return Err(play.game.stale(seat, decision).into());
            }
        }
        if let Entry::Claim { .. } = entry { self.may_claim(env, seat) } else { Ok(()) }
    }

    /// Whether an awaited opponent has been away for long enough.
    fn may_claim(&self, env: &Env<'_>, claimant: Seat) -> Result<(), Answer> {
        let awaited = self.play.as_ref().map(|play| play.game.awaiting()).unwrap_or_default();
        let absences = awaited
            .iter()
            .filter(|seat| *seat != claimant)
            .filter_map(|seat| Some((seat, self.away_ms(env, seat)?)));
        let Some((seat, absent_ms)) = absences.max_by_key(|(_, absent_ms)| *absent_ms) else {
            return Err(Answer::new(Code::Illegal, "no awaited opponent is away"));
        };
        let left = self.record.absence_ms.saturating_sub(absent_ms);
        if left == 0 {
            return Ok(());
        }
        let name = self.record.speaker(You::Seat(seat.0));
        let detail = format!("{name} is away; you can claim in {}", in_words(left));
        Err(Answer { retry_after_ms: Some(left), ..Answer::new(Code::Illegal, detail) })
    }

    /// Enters an act of a seat's at the moment of match time at which it came, and answers it.
    pub(super) fn enter_act(
        &self,
        at: MatchMillis,
        asker: Asker,
        entry: Entry,
        granted: Option<Uuid>,
    ) -> Step {
        self.enter(at, entry, granted, move |room, env, out, verdict| {
            if verdict.is_ok() {
                room.stir(env, out);
            }
            room.answer(out, asker, verdict);
        })
    }

    /// Enters something into the log: prepared on a copy, stored, committed, published. `granted` is
    /// the request that it grants. `done` is told what came of it.
    pub(super) fn enter(
        &self,
        at: MatchMillis,
        entry: Entry,
        granted: Option<Uuid>,
        done: impl FnOnce(&mut Self, &Env<'_>, &mut Effects, Verdict) + Send + 'static,
    ) -> Step {
        let prepared = match &self.play {
            Some(play) => guarded(|| play.game.prepare(at, entry)),
            None => Ok(Err(Rejection::new(Code::NotStarted, "the match has not begun"))),
        };
        let prepared = match prepared {
            Ok(Ok(prepared)) => prepared,
            Ok(Err(rejection)) => {
                return Step::memory(move |room, env, out| {
                    done(room, env, out, Err(rejection.into()));
                });
            }
            Err(_) => {
                return Step::memory(|room, env, out| {
                    room.recover(out);
                    done(room, env, out, Err(Answer::panicked()));
                });
            }
        };
        let (seq, row) = (prepared.seq(), prepared.bytes().to_owned());
        Step::write(Write::Entry { seq, row }, move |room, env, out, written| {
            let verdict = match written {
                Ok(()) => room.entered(env, out, prepared, granted).map(|()| seq),
                Err(Failure::Moved) => Err(Answer::moved()),
                Err(Failure::Store(_)) => Err(Answer::storage()),
            };
            done(room, env, out, verdict);
        })
    }

    /// Commits a durable entry and publishes it.
    fn entered(
        &mut self,
        env: &Env<'_>,
        out: &mut Effects,
        prepared: Prepared,
        granted: Option<Uuid>,
    ) -> Result<(), Answer> {
        if let Some(request) = granted {
            self.requests.take(request);
        }
        let watching = self.watching();
        let Some(play) = &mut self.play else { return Err(Answer::panicked()) };
        let now = play.time(env);
        let published = guarded(|| {
            let before = Before::of(&play.game, &watching, now);
            let events = play.game.commit(prepared);
            let updates = before.updates(&play.game, &events, now);
            (events, updates)
        });
        let Ok((events, updates)) = published else {
            // The entry is durable: it will be in the match that is made anew.
            return if self.recover(out) { Ok(()) } else { Err(Answer::panicked()) };
        };
        for event in &events {
            play.recent.hear(event);
        }
        play.follow(env);
        let over = self.end(env, out);
        self.deliver(out, updates);
        if over {
            // With the end, not after the record: whoever has heard the outcome and asks for
            // anything more has then heard that the room is over, however slow the store is.
            self.show_room(env, out, None);
        }
        self.lapse_requests(env, out);
        if over {
            out.then(Input::Note);
        }
        Ok(())
    }

    fn chat_line(&self, from: ConnectionId, viewer: Viewer, text_sent: &str) -> Step {
        let complain = |code, detail: String| {
            Step::memory(move |_, _, out| out.error(from, &Refusal::new(code, detail)))
        };
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
        // A spectator's line could tell a seat what it may not know.
        let gallery = viewer == Viewer::Public && self.hushed();
        Step::memory(move |room, _, out| {
            room.chat.keep(gallery, line.clone());
            let seats = room.seats.iter().filter(|_| !gallery);
            let seats = seats.filter_map(|seat| seat.connection);
            for to in seats.chain(room.gallery.iter().copied()) {
                out.push(Effect::Send(to, line.clone()));
            }
        })
    }
}

impl Effects {
    /// Counts an act and sends its answer.
    pub(super) fn answer(&mut self, asker: Asker, verdict: Verdict) {
        // Which rule refused a seat may tell what it holds.
        let counted = verdict.as_ref().map(drop).map_err(|answer| match answer.rule {
            Some(_) => Code::Illegal,
            None => answer.code,
        });
        self.push(Effect::Acted(counted));
        self.send(asker.connection, &told(asker.id, verdict));
    }
}

impl Step {
    /// An act's answer, without an entry.
    pub(super) fn verdict(asker: Asker, verdict: Verdict) -> Self {
        Self::memory(move |room, _, out| room.answer(out, asker, verdict))
    }
}

/// Refuses commands while match time stands still.
fn stands_still(pause: Pause) -> Result<(), Answer> {
    match pause {
        Pause::No => Ok(()),
        Pause::Server => Err(Answer {
            retry_after_ms: Some(PAUSED_RETRY_MS),
            ..Answer::new(Code::Busy, "match time stands still until everyone is back")
        }),
        Pause::Agreed => {
            let detail = "all agreed to a pause; match time goes on when one of you ends it";
            Err(Answer::new(Code::Illegal, detail))
        }
    }
}

/// A time as people say it, rounded up to its largest unit.
fn in_words(ms: u64) -> String {
    const UNITS: [(u64, &str); 4] =
        [(86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"), (1_000, "second")];
    let (unit, word) = UNITS.into_iter().find(|(unit, _)| ms > *unit).unwrap_or(UNITS[3]);
    let count = ms.div_ceil(unit);
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// The answer to an act as a message.
pub(super) fn told(id: Uuid, verdict: Verdict) -> Message {
    match verdict {
        Ok(seq) => ServerMessage::Accepted { id, seq },
        Err(Answer { code, detail, rule, retry_after_ms }) => {
            ServerMessage::Rejected { id, code, detail, rule, retry_after_ms }
        }
    }
}
