//! What connected people do: commands and the other acts that go into the log, chat, getting ready.
//!
//! An act has an id of the client's and exactly one answer. Accepted ids are in the log, refused ones
//! in memory; a repeated id gets its first answer again.

use engine::ledger::{Input, Pause};
use engine::{MatchMillis, Seat, Viewer};
use protocol::envelope::{ChatLine, ClientMessage};
use protocol::{Code, Rejection, ServerMessage, You};
use tokio::time::Instant;
use tracing::{debug, warn};

use super::actor::{Actor, Fate};
use super::answered::{Answer, Verdict};
use super::attach::you;
use super::chat::CHAT_CHARS;
use super::deed::{Act, Deed, act_id};
use super::name::clean;
use super::outbox::{self, ConnectionId};
use super::play::guarded;
use super::publish::commit;
use super::refusal::{Refusal, STORAGE_RETRY_MS};
use super::timer::{after_ms, millis};
use crate::log::LogError;

/// When to try again while match time stands still, in milliseconds.
const PAUSED_RETRY_MS: u64 = 1_000;

/// Why an input did not become an entry.
pub(crate) enum Trouble {
    /// The rules refuse it.
    Refused(Rejection),
    /// The store could not take it.
    Storage,
    /// Somebody else wrote first; the match was read again.
    Moved,
    /// The rules panicked.
    Panicked,
}

impl From<Rejection> for Answer {
    fn from(Rejection { code, detail, rule }: Rejection) -> Self {
        Self { rule, ..Self::new(code, detail) }
    }
}

impl From<Trouble> for Answer {
    fn from(trouble: Trouble) -> Self {
        let passing = |code, detail: &str, retry| Self {
            retry_after_ms: Some(retry),
            ..Self::new(code, detail)
        };
        match trouble {
            Trouble::Refused(rejection) => rejection.into(),
            Trouble::Storage => {
                let detail = "the store cannot take it now; nothing changed";
                passing(Code::StorageUnavailable, detail, STORAGE_RETRY_MS)
            }
            Trouble::Moved => passing(Code::Busy, "the match was read again; send it again", 0),
            Trouble::Panicked => {
                Self::new(Code::Internal, "something went wrong inside the server")
            }
        }
    }
}

impl Actor {
    /// A message of a connection that may have been replaced meanwhile.
    pub(crate) async fn act(&mut self, connection: ConnectionId, message: ClientMessage) {
        let Some(viewer) = self.viewer(connection) else { return };
        let Some(outbox) = self.outbox(connection) else { return };
        match (message, viewer) {
            (ClientMessage::Chat { text }, _) => self.chat(connection, viewer, &text),
            (ClientMessage::Ping { nonce }, _) => outbox.pong(nonce),
            (ClientMessage::Hello { .. }, _) => {
                outbox.complain(Code::Malformed, "`hello` is only the first message");
            }
            (ClientMessage::Ready { commitment }, Viewer::Seat(seat)) => {
                if let Err(refusal) = self.get_ready(seat.0, commitment).await {
                    outbox.error(&refusal);
                }
            }
            (ClientMessage::Reveal { entropy }, Viewer::Seat(seat)) => {
                if let Err(refusal) = self.reveal(seat.0, &entropy).await {
                    outbox.error(&refusal);
                }
            }
            (ClientMessage::Ready { .. } | ClientMessage::Reveal { .. }, Viewer::Public) => {
                outbox.complain(Code::NotSeated, "spectators watch");
            }
            (message, viewer) => {
                let Some(id) = act_id(&message) else { return };
                let Viewer::Seat(seat) = viewer else {
                    outbox.rejected(id, Refusal::new(Code::NotSeated, "spectators watch"));
                    return;
                };
                if let Some(act) = Act::of(seat, message) {
                    self.seat_acts(connection, seat, act).await;
                }
            }
        }
    }

    /// Gives an act its one answer; a request has it when the others have answered.
    async fn seat_acts(&mut self, connection: ConnectionId, seat: Seat, act: Act) {
        let (id, content) = (act.id, act.content);
        if self.requests.pending(seat, id).is_some_and(|before| *before == content) {
            return;
        }
        let verdict = if let Some(known) = self.known_answer(seat, &act) {
            known
        } else {
            let answers = matches!(act.deed, Deed::Consent { .. });
            let Some(verdict) = self.carry_out(seat, act).await else { return };
            if verdict.as_ref().map_or_else(|why| !why.passing(), |_| answers) {
                self.chairs[seat.index()].answered.keep(id, content, verdict.clone());
            }
            verdict
        };
        if verdict.is_ok() {
            self.hub.metrics.accepted();
        }
        if let Err(answer) = &verdict {
            // Which rule refused a seat may tell what it holds.
            let code = if answer.rule.is_some() { Code::Illegal } else { answer.code };
            self.hub.metrics.refused(code);
            debug!(room = %self.record.id, seat = seat.0, ?code, "refused");
        }
        if let Some(outbox) = self.outbox(connection) {
            outbox.send(&told(id, verdict));
        }
    }

    /// The answer that this id has had already.
    fn known_answer(&self, seat: Seat, act: &Act) -> Option<Verdict> {
        let reused = || Err(Answer::new(Code::IdReused, "this id stood for something else"));
        if self.requests.pending(seat, act.id).is_some() {
            return Some(reused());
        }
        if let Some(done) = self.play.as_ref().and_then(|play| play.table.accepted(seat, act.id)) {
            let same = act.deed.input(seat, act.id).is_some_and(|input| input.said() == done.said);
            return Some(if same { Ok(done.seq) } else { reused() });
        }
        let (verdict, same) = self.chairs[seat.index()].answered.find(act.id, &act.content)?;
        Some(if same { verdict.clone() } else { reused() })
    }

    /// The answer, or nothing if others must be asked first.
    async fn carry_out(&mut self, seat: Seat, act: Act) -> Option<Verdict> {
        // The clock is read once: what falls due at this moment is run before what is done at it.
        let now = self.match_time();
        self.run_deadlines(now).await;
        if let Err(not_now) = self.plays(now) {
            return Some(Err(not_now));
        }
        match act.deed {
            Deed::Input(input, decision) => Some(self.put_in(now, seat, input, decision).await),
            Deed::Undo { .. } | Deed::Pause { .. } => self.ask_others(now, seat, act).await,
            Deed::Consent { request, agree } => Some(self.hear(now, seat, request, agree).await),
        }
    }

    /// Match time at this moment; 0 before the match.
    pub(crate) fn match_time(&self) -> MatchMillis {
        self.play.as_ref().map_or(0, |play| play.clock.now())
    }

    /// Whether the match takes inputs now.
    fn plays(&self, now: MatchMillis) -> Result<(), Answer> {
        let over = || Err(Answer::new(Code::Over, "the match is over"));
        let Some(play) = &self.play else {
            let not_started = || Err(Answer::new(Code::NotStarted, "the match has not begun"));
            return if self.record.ended() { over() } else { not_started() };
        };
        if play.table.outcome().is_some() {
            return over();
        }
        if play.due(now).is_some() || play.hold_until.is_some() {
            return Err(Trouble::Storage.into());
        }
        Ok(())
    }

    async fn put_in(
        &mut self,
        now: MatchMillis,
        seat: Seat,
        input: Input,
        decision: Option<u64>,
    ) -> Verdict {
        if let (Input::Command { .. }, Some(play)) = (&input, &self.play) {
            stands_still(play.table.pause())?;
            if play.table.decision(seat) != decision {
                return Err(Trouble::Refused(play.table.stale(seat, decision)).into());
            }
        }
        if let Input::Claim { .. } = &input {
            self.may_claim(seat)?;
        }
        self.enter_at(now, input).await
    }

    /// Carries an act of a seat's out at the moment of match time at which it was heard.
    pub(crate) async fn enter_at(&mut self, now: MatchMillis, input: Input) -> Verdict {
        let entered = self.enter(now, input).await?;
        self.stir().await;
        Ok(entered)
    }

    /// Whether an awaited opponent has been away for long enough.
    fn may_claim(&self, claimant: Seat) -> Result<(), Answer> {
        let awaited = self.play.as_ref().map(|play| play.table.awaiting()).unwrap_or_default();
        let absences = awaited
            .iter()
            .filter(|seat| *seat != claimant)
            .filter_map(|seat| Some((seat, millis(self.away_since(seat)?.elapsed()))));
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

    /// Carries an input out: on a copy, into the store, in memory, to everyone.
    pub(crate) async fn enter(&mut self, at: MatchMillis, input: Input) -> Result<u64, Trouble> {
        let prepared = match &self.play {
            Some(play) => guarded(|| play.table.prepare(at, input)),
            None => return Err(Trouble::Storage),
        };
        let prepared = match prepared {
            Ok(Ok(prepared)) => prepared,
            Ok(Err(rejection)) => return Err(Trouble::Refused(rejection)),
            Err(_) => {
                self.recover().await;
                return Err(Trouble::Panicked);
            }
        };
        let seq = prepared.seq();
        let row = prepared.bytes().to_owned();
        let asked = Instant::now();
        let store = self.hub.store.clone();
        let id = self.record.id;
        let stored = self.written(store.append(id, seq, row)).await;
        self.hub.metrics.appended(stored.is_ok(), asked.elapsed());
        match stored {
            Ok(()) => {}
            Err(LogError::Conflict | LogError::Unknown) => {
                warn!(room = %self.record.id, seq, "another writer was first; reading again");
                self.restore().await;
                let works = matches!(self.fate, Fate::Works);
                return Err(if works { Trouble::Moved } else { Trouble::Panicked });
            }
            Err(error @ (LogError::Full | LogError::Unavailable(_) | LogError::Damaged(_))) => {
                warn!(room = %self.record.id, seq, %error, "the entry was not stored");
                return Err(Trouble::Storage);
            }
        }
        let watching = self.watching();
        let Some(play) = &mut self.play else { return Err(Trouble::Panicked) };
        let now = play.clock.now();
        let committed = guarded(|| commit(&mut play.table, prepared, &watching, now));
        let mut over = false;
        if let Ok((events, updates)) = committed {
            for event in &events {
                play.recent.hear(event);
            }
            play.follow(self.hub.settings.heartbeat_ms);
            over = self.end();
            self.deliver(updates);
            if over {
                // With the end, not after the record: whoever has heard the outcome and asks for
                // anything more has then heard that the room is over, however slow the store is.
                self.show_room(None);
            }
        } else {
            // The entry is durable: it will be in the match that is made anew.
            self.recover().await;
        }
        self.lapse_requests();
        if matches!(self.fate, Fate::Broken(_)) {
            return Err(Trouble::Panicked);
        }
        if over {
            self.finish().await;
        }
        Ok(seq)
    }

    /// Enters every deadline that has fallen due by `now`, each with the time that it was due.
    pub(crate) async fn run_deadlines(&mut self, now: MatchMillis) {
        while let Some(play) = &mut self.play {
            play.hold_until = play.hold_until.filter(|until| *until > Instant::now());
            let Some(due) = play.due(now) else { return };
            match self.enter(due, Input::Deadline {}).await {
                Ok(_) => {
                    let next = self.play.as_ref().and_then(|play| play.table.next_deadline());
                    if next.is_some_and(|next| next <= due) {
                        self.fate = Fate::Broken(format!("the deadline {due} stays due for ever"));
                        return;
                    }
                }
                Err(Trouble::Moved) => {}
                Err(Trouble::Panicked) => return,
                Err(Trouble::Storage | Trouble::Refused(_)) => {
                    if let Some(play) = &mut self.play {
                        play.hold_until = Some(after_ms(STORAGE_RETRY_MS));
                    }
                    return;
                }
            }
        }
    }

    /// A message that concerns neither the match nor the store.
    pub(crate) fn hear_light(&mut self, connection: ConnectionId, message: ClientMessage) {
        let Some(viewer) = self.viewer(connection) else { return };
        if let ClientMessage::Chat { text } = message {
            self.chat(connection, viewer, &text);
        }
    }

    fn chat(&mut self, connection: ConnectionId, viewer: Viewer, text: &str) {
        let Some(outbox) = self.outbox(connection) else { return };
        let text = clean(text);
        let chars = text.chars().count();
        if chars == 0 {
            return outbox.complain(Code::Malformed, "the line has no visible character");
        }
        if chars > CHAT_CHARS {
            let detail = format!("the line has {chars} characters, {CHAT_CHARS} are allowed");
            return outbox.complain(Code::TooBig, detail);
        }
        let from = you(viewer);
        let line = ChatLine { from, name: self.record.speaker(from), text };
        let line = outbox::text(&ServerMessage::Chat(line));
        // A spectator's line could tell a seat what it may not know.
        let gallery = viewer == Viewer::Public && self.hushed();
        self.chat.keep(gallery, line.clone());
        if gallery {
            self.gallery.iter().for_each(|member| member.outbox.text(line.clone()));
        } else {
            self.members().for_each(|member| member.outbox.text(line.clone()));
        }
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
pub(crate) fn told(id: uuid::Uuid, verdict: Verdict) -> outbox::Message {
    match verdict {
        Ok(seq) => ServerMessage::Accepted { id, seq },
        Err(Answer { code, detail, rule, retry_after_ms }) => {
            ServerMessage::Rejected { id, code, detail, rule, retry_after_ms }
        }
    }
}
