//! How long a room lives, and what falls due in it without anyone asking.

use std::time::Duration;

use engine::ledger::{Input as Entry, Pause};
use engine::{MatchMillis, Seat};
use protocol::Code;
use protocol::room::{RoomState, SeatKind};
use tracing::{info, warn};

use super::Room;
use super::answered::Answer;
use super::begin::Waiting;
use super::clock::millis;
use super::effect::{Effect, Effects, End, Step, Write};
use super::env::{Env, Moment};
use super::input::{Closed, Input, Parting, Reply};
use super::play::Play;
use super::record::Record;
use super::refusal::{Refusal, STORAGE_RETRY_MS};
use crate::notices::Matter;

/// The shortest life of a room after it was loaded: time for people to come back.
const LOADED_LIFE_MS: u64 = 10 * 60 * 1_000;

/// How old `active_ms` of a running match may get before it is stored anew.
const ACTIVITY_GRAIN_MS: u64 = 6 * 60 * 60 * 1_000;

/// How long a match that is over stays in memory once nobody looks at it any more, in milliseconds.
pub const LINGER_MS: u64 = 60_000;

/// What falls due without anyone asking, in the order in which it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// A start that the store could not take is tried again.
    Start,
    /// The time to reveal is over.
    Sealing,
    /// A loaded timed match goes on even if somebody is still missing.
    Resume,
    /// A deadline of the match, by match time.
    Deadline(MatchMillis),
    /// A request has stood for as long as it may.
    Requests,
    /// A match that is over leaves the memory.
    Unload,
    /// Match time is noted.
    Heartbeat,
    /// A notice is sent.
    Notices,
    /// Nobody came, nobody went on, or everything is long over.
    Expiry,
}

impl Room {
    /// What has fallen due, if anything has. Whatever comes of it, it is not due again at this moment.
    pub(crate) fn due(&self, env: &Env<'_>) -> Option<Due> {
        let play = self.play.as_ref();
        let at = |at: Option<Moment>, due: Due| env.past(at).then_some(due);
        at(self.retry_at, Due::Start)
            .or_else(|| at(self.reveal_by, Due::Sealing))
            .or_else(|| at(play?.resume_at, Due::Resume))
            .or_else(|| Some(Due::Deadline(play?.due(env)?)))
            .or_else(|| at(self.requests.next_due(), Due::Requests))
            .or_else(|| at(self.unload_at, Due::Unload))
            .or_else(|| at(play?.beat_at, Due::Heartbeat))
            .or_else(|| at(self.next_notice(), Due::Notices))
            .or_else(|| at(self.expires_at, Due::Expiry))
    }

    /// When something falls due next; `None` if nothing ever does.
    pub(crate) fn wake_at(&self) -> Option<Moment> {
        let play = self.play.as_ref();
        let times = [
            self.expires_at,
            self.retry_at,
            self.reveal_by,
            self.requests.next_due(),
            self.next_notice(),
            self.unload_at,
            play.and_then(|play| play.resume_at),
            play.and_then(|play| play.beat_at),
            play.and_then(Play::due_at),
        ];
        times.into_iter().flatten().min()
    }

    pub(super) fn fall_due(&self, env: &Env<'_>, due: Due) -> Step {
        match due {
            Due::Start => Step::memory(|room, _, out| {
                room.retry_at = None;
                if room.record.sealed() {
                    out.push(Effect::Read(Waiting::Nobody));
                }
            }),
            Due::Sealing => self.end_sealing(env),
            Due::Resume => self.resume(env),
            Due::Deadline(at) => self.enter_deadline(at),
            Due::Requests => Step::memory(Self::lapse_requests),
            Due::Unload => Step::memory(|room, _, _| {
                room.unload_at = None;
                if room.record.ended() && room.connections().next().is_none() {
                    // Read again when somebody looks: a finished match is only a few rows.
                    room.play = None;
                }
            }),
            Due::Heartbeat => self.beat(env),
            Due::Notices => Step::memory(Self::send_notices),
            Due::Expiry => self.expire(env),
        }
    }

    /// Enters a deadline that has fallen due, with the time that it was due.
    fn enter_deadline(&self, due: MatchMillis) -> Step {
        self.enter(due, Entry::Deadline {}, None, move |room, env, out, verdict| {
            let Some(play) = &mut room.play else { return };
            match verdict {
                Ok(_) if play.game.next_deadline().is_some_and(|next| next <= due) => {
                    out.broken(format!("the deadline {due} stays due for ever"));
                }
                Ok(_) => {}
                Err(_) => play.hold(env.after_ms(STORAGE_RETRY_MS)),
            }
        })
    }

    fn beat(&self, env: &Env<'_>) -> Step {
        let Some(play) = &self.play else { return Step::nothing() };
        Step::write(Write::Heartbeat(play.time(env)), |room, env, _, noted| {
            if let Err(failure) = noted {
                warn!(room = %room.record.id, ?failure, "match time was not noted");
            }
            if let Some(play) = &mut room.play {
                play.beat_at = Some(env.after_ms(env.settings.heartbeat_ms));
            }
        })
    }

    fn expire(&self, env: &Env<'_>) -> Step {
        if self.record.state != RoomState::Running {
            return Step::write(Write::Deletion(None), |room, env, out, deleted| match deleted {
                Ok(()) => {
                    info!(room = %room.record.id, state = ?room.record.state, "room deleted");
                    out.push(Effect::End(End::Deleted));
                }
                Err(failure) => {
                    warn!(room = %room.record.id, ?failure, "the room was not deleted");
                    room.expires_at = Some(env.after_ms(STORAGE_RETRY_MS));
                }
            });
        }
        info!(room = %self.record.id, "nobody went on: the match is abandoned");
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
        self.expires_at = match state {
            RoomState::Lobby | RoomState::Sealing => {
                (!self.anyone_here()).then(|| env.after_ms(settings.lobby_expiry_ms))
            }
            RoomState::Running => Some(env.after_ms(settings.match_expiry_ms)),
            // Counted from the end, not from what people do afterwards.
            RoomState::Finished | RoomState::Abandoned => {
                let age = env.wall_ms.saturating_sub(self.record.active_ms);
                Some(env.after_ms(settings.keep_finished_ms.saturating_sub(age)))
            }
        };
    }

    /// A lobby's life depends on who is there; a match's does not.
    pub(super) fn refresh_lobby(&mut self, env: &Env<'_>) {
        if matches!(self.record.state, RoomState::Lobby | RoomState::Sealing) {
            self.refresh(env);
        }
    }

    /// After a load the time that has passed counts, but people get a moment to come back.
    pub(crate) fn age(&mut self, env: &Env<'_>) {
        let age = Duration::from_millis(env.wall_ms.saturating_sub(self.record.active_ms));
        let least = env.after_ms(LOADED_LIFE_MS);
        self.expires_at = self.expires_at.map(|at| least.min(at).max(at.saturating_sub(age)));
    }

    /// Something happened in the match: it lives on, and the record learns of it now and then.
    pub(super) fn stir(&mut self, env: &Env<'_>, out: &mut Effects) {
        if self.record.state == RoomState::Running {
            self.expires_at = Some(env.after_ms(env.settings.match_expiry_ms));
            if env.wall_ms.saturating_sub(self.record.active_ms) > ACTIVITY_GRAIN_MS {
                out.then(Input::Stir);
            }
        }
    }

    /// Stores that something happened: for expiry after a restart only, so the next command tries again.
    pub(super) fn note_activity(&self, env: &Env<'_>) -> Step {
        Step::record_or_else(self, self.draft(env), |_, _, _, _| {})
    }

    /// Stores the record as it stands, if that can be: it follows what is durable already, and the next
    /// change tries again.
    pub(super) fn note(&self) -> Step {
        Step::record_or_else(self, self.record.clone(), |_, _, _, _| {})
    }

    /// Stops match time where it matters.
    pub(super) fn pause(&self, env: &Env<'_>) -> Step {
        let Some(play) = &self.play else { return Step::nothing() };
        if let Some(due) = play.due(env) {
            return Step::inputs([Input::Due(Due::Deadline(due)), Input::Pause]);
        }
        let runs = play.timed() && !play.game.paused() && self.record.state == RoomState::Running;
        if !runs {
            return Step::nothing();
        }
        self.enter(play.time(env), Entry::pause(), None, |room, _, _, verdict| {
            if verdict.is_err() {
                warn!(room = %room.record.id, "the pause was not stored");
            }
        })
    }

    /// Lets match time run on, if anyone is here.
    pub(super) fn resume(&self, env: &Env<'_>) -> Step {
        let Some(play) = &self.play else { return Step::nothing() };
        let waits = |room: &mut Self, until: Option<Moment>| {
            if let Some(play) = &mut room.play {
                play.resume_at = until;
            }
        };
        if play.game.pause() != Pause::Server || !self.anyone_here() {
            return Step::memory(move |room, _, _| waits(room, None));
        }
        self.enter(play.time(env), Entry::resume(), None, move |room, env, _, verdict| {
            let again = env.after_ms(STORAGE_RETRY_MS);
            waits(room, verdict.is_err().then_some(again));
        })
    }

    /// Ends the room for good, whatever it is at: a match is abandoned, a lobby given up.
    fn shut(&self, env: &Env<'_>) -> Result<Step, Refusal> {
        match self.record.state {
            RoomState::Lobby | RoomState::Sealing => {
                let mut draft = self.draft(env);
                draft.unready();
                draft.state = RoomState::Abandoned;
                Ok(Step::record(self, draft, |room, env, out| {
                    room.show_room(env, out, None);
                    out.reply(Ok(Reply::Done));
                }))
            }
            RoomState::Running => {
                let done = |_: &mut Self, _: &Env<'_>, out: &mut Effects, verdict| {
                    let refused = |answer: Answer| Refusal::new(answer.code, answer.detail);
                    out.reply(Result::<u64, _>::map_err(verdict, refused).map(|_| Reply::Done));
                };
                Ok(self.enter(self.time(env), Entry::Abandon {}, None, done))
            }
            RoomState::Finished | RoomState::Abandoned => {
                Err(Refusal::new(Code::Over, "it is over already"))
            }
        }
    }

    /// Ends the room as the operator wants it.
    pub(super) fn part(&self, env: &Env<'_>, parting: Parting) -> Result<Step, Refusal> {
        match parting {
            Parting::Close => self.shut(env),
            Parting::Forget if !self.record.ended() => {
                Err(Refusal::new(Code::NotOver, "the match is not over"))
            }
            Parting::Forget | Parting::Delete => Ok(Step::write(
                Write::Deletion(Some(parting)),
                |_, _, out, deleted| match deleted {
                    Ok(()) => {
                        out.push(Effect::End(End::Deleted));
                        out.reply(Ok(Reply::Done));
                    }
                    Err(failure) => out.reply(Err(failure.into())),
                },
            )),
        }
    }

    /// If the match has an outcome, the room is over: the log holds it, so it is whether or not the
    /// record, which is to follow, can be stored. Whether it was running until now.
    pub(super) fn end(&mut self, env: &Env<'_>, out: &mut Effects) -> bool {
        if self.record.state != RoomState::Running {
            return false;
        }
        let Some(outcome) = self.play.as_ref().and_then(|play| play.game.outcome()) else {
            return false;
        };
        info!(room = %self.record.id, reason = outcome.reason, "match over");
        let abandoned = outcome.reason == "abandoned";
        let state = if abandoned { RoomState::Abandoned } else { RoomState::Finished };
        let mut draft = Record { state, outcome: Some(outcome), ..self.draft(env) };
        for (kept, seat) in draft.seats.iter_mut().zip(&self.seats) {
            if kept.notify.is_some() && seat.connection.is_some() {
                kept.told = Some(Matter::MatchOver);
            }
        }
        self.record = draft;
        self.refresh(env);
        out.publish();
        true
    }

    /// The match, if it is over and there was one.
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

    /// How long the holder of a seat has been away, in milliseconds; `None` while somebody is here, and
    /// for bots.
    pub(super) fn away_ms(&self, env: &Env<'_>, seat: Seat) -> Option<u64> {
        let (state, kept) = (self.seats.get(seat.index())?, self.record.seats.get(seat.index())?);
        let away = kept.kind == SeatKind::Person && state.connection.is_none();
        away.then(|| millis(env.now.saturating_sub(state.away_since)))
    }
}
