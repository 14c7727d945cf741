//! Life span of a room, and the work that falls due in it without anyone asking.

use std::time::Duration;

use engine::matches::{Input as Entry, Pause};
use engine::{MatchMillis, Seat};
use protocol::Code;
use protocol::room::{RoomState, SeatKind};
use tracing::{info, warn};

use super::Room;
use super::effect::{Errand, RoomEffect, RoomEnd, RoomOutputs, RoomStep, RoomWrite};
use super::env::{Env, Moment};
use super::input::{Closed, DueWork, Parting, ReadFor, Reply, RoomInput};
use super::play::LiveMatch;
use super::record::RoomRecord;
use super::refusal::{Refusal, STORAGE_RETRY_MS};
use crate::time::{HOUR_MS, millis};

/// The shortest life of a room after it was loaded: time for people to come back.
const LOADED_LIFE_MS: u64 = 10 * 60 * 1_000;

/// Age that `active_ms` of a running match may reach before it is stored again.
const ACTIVITY_GRAIN_MS: u64 = 6 * HOUR_MS;

impl Room {
    /// Returns the work that has fallen due, if there is any. Whatever its outcome, it is not due again
    /// at this moment.
    pub(crate) fn due(&self, env: &Env<'_>) -> Option<DueWork> {
        let play = self.play.as_deref();
        let at = |at: Option<Moment>, due: DueWork| env.past(at).then_some(due);
        at(self.retry_at, DueWork::Start)
            .or_else(|| at(self.reveal_by, DueWork::Sealing))
            .or_else(|| at(play?.resume_at, DueWork::Resume))
            .or_else(|| Some(DueWork::Deadline(play?.due(env)?)))
            .or_else(|| at(self.script_at(), DueWork::Lesson))
            .or_else(|| at(self.requests.next_due(), DueWork::Requests))
            .or_else(|| at(self.program_due(env), DueWork::Program))
            .or_else(|| at(self.rest_at, DueWork::Rest))
            .or_else(|| at(play?.beat_at, DueWork::Heartbeat))
            .or_else(|| at(self.next_notice(), DueWork::Notices))
            .or_else(|| at(self.expires_at, DueWork::Expiry))
    }

    /// Returns the moment at which something falls due next; `None` if nothing ever does.
    pub(crate) fn wake_at(&self, env: &Env<'_>) -> Option<Moment> {
        let play = self.play.as_deref();
        let times = [
            self.expires_at,
            self.retry_at,
            self.reveal_by,
            self.script_at(),
            self.requests.next_due(),
            self.next_notice(),
            self.program_due(env),
            self.rest_at,
            play.and_then(|play| play.resume_at),
            play.and_then(|play| play.beat_at),
            play.and_then(LiveMatch::due_at),
        ];
        times.into_iter().flatten().min()
    }

    pub(super) fn fall_due(&self, env: &Env<'_>, due: DueWork) -> RoomStep {
        match due {
            DueWork::Start => RoomStep::memory(|room, _, out| {
                room.retry_at = None;
                if room.record.sealed() {
                    out.push(Errand::Read(ReadFor::Nobody));
                }
            }),
            DueWork::Sealing => self.end_sealing(env),
            DueWork::Resume => self.resume(env),
            DueWork::Deadline(at) => self.enter_deadline(at),
            DueWork::Lesson => self.play_script(env),
            DueWork::Requests => RoomStep::memory(Self::lapse_requests),
            DueWork::Program => self.end_program(env),
            DueWork::Rest => RoomStep::memory(|room, _, out| room.rest(out)),
            DueWork::Heartbeat => self.beat(env),
            DueWork::Notices => RoomStep::memory(Self::send_notices),
            DueWork::Expiry => self.expire(env),
        }
    }

    /// Enters a deadline that has fallen due, with the time that it was due.
    fn enter_deadline(&self, due: MatchMillis) -> RoomStep {
        self.enter(due, Entry::Deadline {}, None, move |room, env, out, verdict| {
            let Some(play) = &mut room.play else { return };
            match verdict {
                Ok(_) if play.game.next_deadline().is_some_and(|next| next <= due) => {
                    out.broken(format!("the deadline {due} stays due forever"));
                }
                Ok(_) => {}
                Err(_) => play.hold(env.after_ms(STORAGE_RETRY_MS)),
            }
        })
    }

    fn beat(&self, env: &Env<'_>) -> RoomStep {
        let Some(play) = &self.play else { return RoomStep::nothing() };
        RoomStep::write(RoomWrite::Heartbeat(play.time(env)), |room, env, _, noted| {
            if let Err(failure) = noted {
                warn!(room = %room.record.id, ?failure, "match time was not stored");
            }
            if let Some(play) = &mut room.play {
                play.beat_at = Some(env.after_ms(env.settings.heartbeat_ms));
            }
        })
    }

    fn expire(&self, env: &Env<'_>) -> RoomStep {
        if self.record.state != RoomState::Running || self.lesson.is_some() {
            return RoomStep::write(RoomWrite::Deletion(None), |room, env, out, deleted| {
                match deleted {
                    Ok(()) => {
                        info!(room = %room.record.id, state = ?room.record.state, "room deleted");
                        out.push(RoomEffect::End(RoomEnd::Deleted));
                    }
                    Err(failure) => {
                        warn!(room = %room.record.id, ?failure, "the room was not deleted");
                        room.expires_at = Some(env.after_ms(STORAGE_RETRY_MS));
                    }
                }
            });
        }
        info!(room = %self.record.id, "nobody continued: the match is abandoned");
        self.enter(self.time(env), Entry::Abandon {}, None, |room, env, _, verdict| {
            if verdict.is_err() {
                room.expires_at = Some(env.after_ms(STORAGE_RETRY_MS));
            }
        })
    }

    /// Follows the record: how long the room lives and may be sealing, and who is charged for a seat.
    pub(super) fn refresh(&mut self, env: &Env<'_>) {
        let state = self.record.state;
        if !matches!(state, RoomState::Lobby | RoomState::Sealing) {
            self.seats.iter_mut().for_each(|seat| seat.holding = None);
        }
        let settings = env.settings;
        let reveal_by = || self.reveal_by.unwrap_or_else(|| env.after_ms(settings.reveal_ms));
        self.reveal_by = (state == RoomState::Sealing).then(reveal_by);
        if self.record.ended() {
            self.seats.iter_mut().for_each(|seat| seat.program = None);
        }
        self.expires_at = match state {
            _ if self.lesson.is_some() => self.lesson_expiry(env),
            RoomState::Lobby | RoomState::Sealing => {
                (!self.anyone_waits()).then(|| env.after_ms(settings.lobby_expiry_ms))
            }
            RoomState::Running => Some(env.after_ms(settings.match_expiry_ms)),
            // Counted from the end, not from what people do afterwards.
            RoomState::Finished | RoomState::Abandoned => {
                let age = env.wall_ms.saturating_sub(self.record.active_ms);
                Some(env.after_ms(settings.keep_finished_ms.saturating_sub(age)))
            }
        };
    }

    /// Follows who is there, on which the life of a lobby or a lesson depends, and a match's does not.
    pub(super) fn refresh_lobby(&mut self, env: &Env<'_>) {
        let lobby = matches!(self.record.state, RoomState::Lobby | RoomState::Sealing);
        if lobby || self.lesson.is_some() {
            self.refresh(env);
        }
    }

    /// Shortens the life of a loaded room by the time that has passed, but leaves people a moment to
    /// come back.
    pub(crate) fn age(&mut self, env: &Env<'_>) {
        let age = Duration::from_millis(env.wall_ms.saturating_sub(self.record.active_ms));
        let least = env.after_ms(LOADED_LIFE_MS);
        self.expires_at = self.expires_at.map(|at| least.min(at).max(at.saturating_sub(age)));
    }

    /// Takes note of activity in the match: it lives on, and the record follows now and then.
    pub(super) fn stir(&mut self, env: &Env<'_>, out: &mut RoomOutputs) {
        if self.record.state == RoomState::Running && self.lesson.is_none() {
            self.expires_at = Some(env.after_ms(env.settings.match_expiry_ms));
            if env.wall_ms.saturating_sub(self.record.active_ms) > ACTIVITY_GRAIN_MS {
                out.push(RoomInput::Stir);
            }
        }
    }

    /// Stores that something happened: for expiry after a restart only, so the next command tries
    /// again.
    pub(super) fn note_activity(&self, env: &Env<'_>) -> RoomStep {
        RoomStep::record_or_else(self, self.draft(env), |_, _, _, _| {})
    }

    /// Stores the record as it is now, if possible: it follows what is durable already, and the next
    /// change tries again.
    pub(super) fn note(&self) -> RoomStep {
        RoomStep::record_or_else(self, self.record.clone(), |_, _, _, _| {})
    }

    /// Stops match time where it matters.
    pub(super) fn pause(&self, env: &Env<'_>) -> RoomStep {
        let Some(play) = &self.play else { return RoomStep::nothing() };
        if let Some(due) = play.due(env) {
            return RoomStep::inputs([RoomInput::Due(DueWork::Deadline(due)), RoomInput::Pause]);
        }
        let runs = play.timed() && !play.game.paused() && self.record.state == RoomState::Running;
        if !runs {
            return RoomStep::nothing();
        }
        self.enter(play.time(env), Entry::pause(), None, |room, _, _, verdict| {
            if verdict.is_err() {
                warn!(room = %room.record.id, "the pause was not stored");
            }
        })
    }

    /// Lets match time run on, if anyone is here.
    pub(super) fn resume(&self, env: &Env<'_>) -> RoomStep {
        let Some(play) = &self.play else { return RoomStep::nothing() };
        let waits = |room: &mut Self, until: Option<Moment>| {
            if let Some(play) = &mut room.play {
                play.resume_at = until;
            }
        };
        if play.game.pause() != Pause::Server || !self.anyone_here() {
            return RoomStep::memory(move |room, _, _| waits(room, None));
        }
        self.enter(play.time(env), Entry::resume(), None, move |room, env, _, verdict| {
            let again = env.after_ms(STORAGE_RETRY_MS);
            waits(room, verdict.is_err().then_some(again));
        })
    }

    /// Ends the room for good, whatever it is at: a match is abandoned, a lobby given up.
    fn shut(&self, env: &Env<'_>) -> Result<RoomStep, Refusal> {
        match self.record.state {
            RoomState::Lobby | RoomState::Sealing => {
                let mut draft = self.draft(env);
                draft.unready();
                draft.state = RoomState::Abandoned;
                Ok(RoomStep::record(self, draft, |room, env, out| {
                    room.show_room(env, out, None);
                    out.reply(Ok(Reply::Done));
                }))
            }
            RoomState::Running => {
                Ok(self.enter(self.time(env), Entry::Abandon {}, None, |_, _, out, verdict| {
                    out.reply(verdict.map(|_| Reply::Done));
                }))
            }
            RoomState::Finished | RoomState::Abandoned => {
                Err(Refusal::new(Code::Over, "it is over already"))
            }
        }
    }

    /// Ends the room as the operator wants it.
    pub(super) fn part(&self, env: &Env<'_>, parting: Parting) -> Result<RoomStep, Refusal> {
        match parting {
            Parting::Close => self.shut(env),
            Parting::Forget if !self.record.ended() => {
                Err(Refusal::new(Code::NotOver, "the match is not over"))
            }
            Parting::Forget | Parting::Delete => {
                Ok(RoomStep::write(RoomWrite::Deletion(Some(parting)), |_, _, out, deleted| {
                    match deleted {
                        Ok(()) => {
                            out.push(RoomEffect::End(RoomEnd::Deleted));
                            out.reply(Ok(Reply::Done));
                        }
                        Err(failure) => out.reply(Err(failure.into())),
                    }
                }))
            }
        }
    }

    /// Ends the room if the match has an outcome, and returns whether it was running until now: the log
    /// holds the outcome, so this is so whether or not the record, which is to follow, can be stored.
    pub(super) fn end(&mut self, env: &Env<'_>, out: &mut RoomOutputs) -> bool {
        if self.record.state != RoomState::Running {
            return false;
        }
        let Some(outcome) = self.play.as_deref().and_then(|play| play.game.outcome()) else {
            return false;
        };
        info!(room = %self.record.id, reason = outcome.reason, "match over");
        let abandoned = outcome.reason == "abandoned";
        let state = if abandoned { RoomState::Abandoned } else { RoomState::Finished };
        let mut draft = RoomRecord { state, outcome: Some(outcome), ..self.draft(env) };
        for (kept, seat) in draft.seats.iter_mut().zip(&self.seats) {
            if seat.connection.is_some() {
                kept.see_end();
            }
        }
        self.record = draft;
        self.refresh(env);
        out.publish();
        true
    }

    /// Returns the match, if it is over and there was one.
    pub(super) fn closed(&self) -> Result<Box<Closed>, Refusal> {
        if !self.record.ended() {
            return Err(Refusal::new(Code::NotOver, "the match is not over"));
        }
        if self.record.outcome.is_none() {
            let detail = "the room was given up before a match began";
            return Err(Refusal::new(Code::NotStarted, detail));
        }
        let (game, record) = (self.game.clone(), self.record.clone());
        Ok(Box::new(Closed { game, record, revision: self.revision }))
    }

    /// Returns for how long the holder of a seat has been away, in milliseconds; `None` while somebody
    /// is here, and for bots.
    pub(super) fn away_ms(&self, env: &Env<'_>, seat: Seat) -> Option<u64> {
        let (state, kept) = (self.seats.get(seat.index())?, self.record.seats.get(seat.index())?);
        let away = kept.kind == SeatKind::Person && state.connection.is_none();
        away.then(|| millis(env.now.saturating_sub(state.away_since)))
    }
}
