//! Matches at rest: where nobody is and nothing runs, a match leaves the memory, and is folded from its
//! log again for the first who needs it.
//!
//! What the log does not hold stays: the chat, who is away since when, the answers to requests.
//! So nobody can tell a match that rested from one that did not. Of a room whose match rests no more
//! than that is needed: it can sleep, and be made again from its record. How much it keeps then is bounded,
//! for there may be many such rooms: refusals are given anew, and of a match that is over the last
//! words are left.

use std::sync::Arc;

use engine::matches::Pause;
use protocol::room::RoomState;
use tracing::warn;

use super::chat::{CHAT_BYTES_OVER, Chat};
use super::effect::{RoomEffect, RoomOutputs};
use super::env::{Env, Moment};
use super::input::{DueWork, Parting, Reply, RoomInput};
use super::play::LoadedGame;
use super::record::RoomRecord;
use super::refusal::STORAGE_RETRY_MS;
use super::requests::Requests;
use super::{Room, SeatState, close};
use crate::log::LogError;
use crate::time::millis;

/// Time that a match stays in memory once nobody is there any more, in milliseconds.
pub const LINGER_MS: u64 = 60_000;

/// A room without its record and its match, which the store has.
pub(crate) struct SleepingRoom {
    /// Moment at which it was loaded; nobody has been here since, if nothing is kept.
    loaded: Moment,
    /// Time at which it ends for lack of activity.
    expires_at: Option<Moment>,
    kept: Option<Box<RoomMemory>>,
}

/// Memory of a room beside its record and the log.
struct RoomMemory {
    seats: Vec<SeatState>,
    chat: Chat,
    requests: Requests,
    panics: u32,
}

impl SleepingRoom {
    /// Checks whether anything has happened in the room since it was loaded.
    pub(crate) fn is_touched(&self) -> bool {
        self.kept.is_some()
    }

    /// Makes the room again, from its record as it is stored at `revision`.
    pub(crate) fn woken(
        self,
        env: &Env<'_>,
        game: Arc<LoadedGame>,
        record: RoomRecord,
        revision: u64,
    ) -> Room {
        let since = env.now.saturating_sub(self.loaded);
        let wall_ms = env.wall_ms.saturating_sub(millis(since));
        let mut room =
            Room::new(&Env { now: self.loaded, wall_ms, ..*env }, game, record, revision);
        room.expires_at = self.expires_at;
        if let Some(kept) = self.kept {
            let RoomMemory { seats, chat, requests, panics } = *kept;
            (room.seats, room.chat, room.requests, room.panics) = (seats, chat, requests, panics);
        }
        room
    }
}

impl Room {
    /// Checks whether the store has everything of the room but what [`SleepingRoom`] keeps, and nothing
    /// goes on: its match rests, nobody is here, and nothing falls due but its end.
    pub(crate) fn may_sleep(&self, env: &Env<'_>) -> bool {
        let only_expires = self.wake_at(env) == self.expires_at && !self.sends_notices();
        let idle = self.rests() && self.deserted() && self.lesson.is_none() && only_expires;
        idle && self.record.stored(self.revision).fingerprint() == self.stored
    }

    /// Takes out what is left of a room that sleeps; `touched` says whether anything has happened in it
    /// since it was loaded.
    pub(crate) fn sleep(&mut self, touched: bool) -> SleepingRoom {
        let loaded = self.seats.first().map_or(Moment::ZERO, |seat| seat.away_since);
        let kept = touched.then(|| {
            self.seats.iter_mut().for_each(|seat| seat.answered.forget_refusals());
            if self.record.ended() {
                self.chat.shorten(CHAT_BYTES_OVER);
            }
            Box::new(RoomMemory {
                seats: std::mem::take(&mut self.seats),
                chat: std::mem::take(&mut self.chat),
                requests: std::mem::take(&mut self.requests),
                panics: self.panics,
            })
        });
        SleepingRoom { loaded, expires_at: self.expires_at, kept }
    }

    /// Checks whether there is a match that is not in memory. A room that was given up before its match
    /// began has no outcome, and no log.
    pub(super) fn rests(&self) -> bool {
        let begun = self.record.state == RoomState::Running || self.record.outcome.is_some();
        begun && self.play.is_none()
    }

    /// Returns the number of entries of the room's match, if that is in memory.
    pub(crate) fn entries(&self) -> Option<u64> {
        self.play.as_deref().map(|play| play.game.seq())
    }

    /// Checks whether an input does something to a match at rest, or shows it.
    pub(super) fn needs_match(&self, input: &RoomInput) -> bool {
        let joins = matches!(input, RoomInput::Join(_));
        let goes_on = matches!(
            input,
            RoomInput::Look | RoomInput::Part(Parting::Close) | RoomInput::Due(DueWork::Expiry)
        );
        joins || goes_on && self.record.state == RoomState::Running
    }

    /// Checks whether nobody would miss the match in memory: no person is here, no time runs in it, and
    /// no bot has to answer. A lesson does not rest: it is forgotten soon.
    fn may_rest(&self) -> bool {
        let Some(play) = self.play.as_deref().filter(|_| self.lesson.is_none()) else {
            return false;
        };
        if !self.deserted() {
            return false;
        }
        let bot_asked = || play.game.awaiting().iter().any(|seat| self.is_bot(seat));
        let runs = play.timed() && play.game.pause() == Pause::No;
        self.record.ended()
            || !(runs
                || play.resume_at.is_some()
                || self.requests.next_due().is_some()
                || bot_asked())
    }

    /// Follows who is here: when the match leaves the memory.
    pub(super) fn follow_rest(&mut self, env: &Env<'_>) {
        if !self.may_rest() {
            self.rest_at = None;
        } else if self.rest_at.is_none() {
            self.rest_at = Some(env.after_ms(LINGER_MS));
        }
    }

    /// Lets the match leave the memory; its bots come back with it.
    pub(super) fn rest(&mut self, out: &mut RoomOutputs) {
        self.rest_at = None;
        if !self.may_rest() {
            return;
        }
        self.play = None;
        for seat in &mut self.seats {
            if let Some(id) = seat.connection.take() {
                let reason = "the match rests";
                out.push(RoomEffect::Close { id, code: close::RESTART, reason });
            }
        }
    }

    /// Lets a match that was only looked at rest again at once.
    pub(super) fn looked(&mut self, _: &Env<'_>, out: &mut RoomOutputs) {
        self.rest(out);
        out.reply(Ok(Reply::Done));
    }

    /// Handles a store that cannot give a match back now, for an input that needs it.
    pub(super) fn not_woken(
        &mut self,
        env: &Env<'_>,
        out: &mut RoomOutputs,
        input: &RoomInput,
        error: LogError,
    ) {
        if let RoomInput::Due(DueWork::Expiry) = input {
            warn!(room = %self.record.id, "the match is to be abandoned later");
            self.expires_at = Some(env.after_ms(STORAGE_RETRY_MS));
        }
        out.reply(Err(error.into()));
    }
}
