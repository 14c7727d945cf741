//! From the store to a match: beginning it, and restoring a room from its record and its log.
//!
//! A match has begun when its header is row 0 of its log; the record follows. So a crash between
//! the two leaves a lobby where everyone is ready and a header is stored: reading it finds the header,
//! and goes on from there, even while the disk is full. The end is the same: the log decides, the
//! record follows.

use engine::MatchMillis;
use engine::catalogue::Catalogue;
use engine::matches::{Begun, Match};
use engine::table::WireEvent;
use protocol::room::RoomState;
use tracing::{info, warn};

use super::Room;
use super::effect::{Errand, RoomEffect, RoomEnd, RoomOutputs, RoomStep, RoomWrite, WriteFailure};
use super::env::Env;
use super::input::{ReadFor, Reply, RoomInput};
use super::loaded::{LoadedRoom, Log, Unread};
use super::play::{LiveMatch, Recent, guarded};
use super::publish::{ViewBuilder, addressed_to};
use super::record::RoomRecord;
use super::refusal::{Refusal, STORAGE_RETRY_MS};
use crate::log::LogError;

/// Number of panics of the rules after which a room is still read again.
const PANICS_FORGIVEN: u32 = 1;

impl Room {
    /// Takes what the store has for what is. A match that has not begun, though everything is here,
    /// begins.
    pub(super) fn read(
        &self,
        reading: Result<Box<LoadedRoom>, Unread>,
        waiting: ReadFor,
    ) -> RoomStep {
        let reading = match reading {
            Ok(reading) if reading.record.seats.len() != self.seats.len() => {
                return broken("the stored record has other seats".to_owned());
            }
            Ok(reading) => *reading,
            Err(Unread::Gone) => {
                return RoomStep::memory(|_, _, out| out.push(RoomEffect::End(RoomEnd::Deleted)));
            }
            Err(Unread::Store(error @ LogError::Damaged(_))) => return broken(error.to_string()),
            Err(Unread::Spoiled(what)) => return broken(what),
            Err(Unread::Store(error)) => return self.unread(error, waiting),
        };
        let LoadedRoom { record, revision, log, noted } = reading;
        // Otherwise memory is newer: what follows the log may wait to be stored.
        let theirs = (revision != self.revision).then_some((record, revision));
        match log {
            Log::Match(table, recent) => RoomStep::memory(move |room, env, out| {
                room.take_record(env, out, theirs);
                room.go_on(env, out, (*table, recent), noted, waiting);
            }),
            Log::Empty(catalogue) if theirs.is_none() && self.record.sealed() => {
                self.begin(&catalogue, waiting)
            }
            Log::Empty(_) => RoomStep::memory(move |room, env, out| {
                room.take_record(env, out, theirs);
                if room.record.sealed() {
                    out.push(Errand::Read(waiting));
                }
            }),
        }
    }

    fn take_record(
        &mut self,
        env: &Env<'_>,
        out: &mut RoomOutputs,
        theirs: Option<(RoomRecord, u64)>,
    ) {
        if let Some((record, revision)) = theirs {
            self.stored = record.stored(revision).fingerprint();
            (self.record, self.revision) = (record, revision);
            self.refresh(env);
            self.show_room(env, out, None);
        }
    }

    /// Handles a store that cannot be read now.
    fn unread(&self, error: LogError, waiting: ReadFor) -> RoomStep {
        warn!(room = %self.record.id, %error, "the match log cannot be read");
        let sealed = self.record.sealed();
        RoomStep::memory(move |room, env, out| match waiting {
            ReadFor::Input(input) => room.not_woken(env, out, &input, error),
            ReadFor::Nobody | ReadFor::Ready(_) if sealed => {
                room.start_later(env, out, error, &waiting);
            }
            // What is here is not what is stored. The store is out of reach, which is no fault of the room's,
            // or another server has it by now.
            ReadFor::Nobody | ReadFor::Ready(_) => {
                room.play = None;
                room.forget_connections();
                out.push(RoomEffect::End(RoomEnd::Unread));
            }
        })
    }

    /// Begins the match.
    fn begin(&self, catalogue: &Catalogue, waiting: ReadFor) -> RoomStep {
        let Some(beginning) = self.record.beginning() else {
            return broken("the record's secret cannot be read".to_owned());
        };
        let begun = guarded(|| Match::begin(self.game.entry, catalogue, &beginning));
        let Begun { live, header, events } = match begun {
            Ok(Ok(begun)) => begun,
            Ok(Err(refused)) => return broken(format!("the set-up was refused: {refused}")),
            Err(_) => return broken("the set-up panicked".to_owned()),
        };
        let mut recent = Recent::of(self.record.seats.len());
        for event in &events {
            recent.keep(event);
        }
        let write = RoomWrite::Entry { seq: 0, row: header, by: None };
        RoomStep::write(write, move |room, env, out, written| {
            match written {
                Ok(()) => {}
                // Somebody else's header is stored: it is read.
                Err(WriteFailure::Moved) => return,
                Err(WriteFailure::Store(error)) => {
                    return room.start_later(env, out, error, &waiting);
                }
            }
            info!(room = %room.record.id, game = room.record.game, "match begins");
            room.play = Some(Box::new(LiveMatch::new(env, live, recent, 0)));
            room.runs(env, out);
            room.show_match(env, out, &events);
            room.follow_lesson(env, out);
            out.push(RoomInput::Note);
        })
    }

    fn start_later(
        &mut self,
        env: &Env<'_>,
        out: &mut RoomOutputs,
        error: LogError,
        waiting: &ReadFor,
    ) {
        if let LogError::Damaged(_) = error {
            return out.broken(error.to_string());
        }
        warn!(room = %self.record.id, %error, "the match could not begin");
        self.retry_at = Some(env.after_ms(STORAGE_RETRY_MS));
        if let ReadFor::Ready(connection) = *waiting {
            out.error(connection, &error.into(), None);
        }
    }

    /// Takes note that the match has begun: the header is durable, so it has whether or not the record
    /// follows now.
    fn runs(&mut self, env: &Env<'_>, out: &mut RoomOutputs) {
        self.record = RoomRecord { state: RoomState::Running, ..self.draft(env) };
        // Everybody has come, with a token of this room: those of the room before open no seat any more.
        self.record.seats.iter_mut().for_each(|seat| seat.rematch = false);
        self.seats.iter_mut().for_each(|seat| seat.away_since = env.now);
        self.refresh(env);
        self.show_room(env, out, None);
    }

    /// Goes on with a match that was read again; match time goes on where it was, or where it was
    /// noted last.
    fn go_on(
        &mut self,
        env: &Env<'_>,
        out: &mut RoomOutputs,
        (table, recent): (Match, Recent),
        noted: Option<MatchMillis>,
        waiting: ReadFor,
    ) {
        let before = self.play.take();
        let woken = before.is_none();
        let time = before.as_ref().map_or(noted.unwrap_or_default(), |play| play.time(env));
        let mut play = Box::new(LiveMatch::new(env, table, recent, time));
        play.resume_at = before.and_then(|play| play.resume_at);
        self.play = Some(play);
        let begun = matches!(self.record.state, RoomState::Lobby | RoomState::Sealing);
        if begun {
            info!(room = %self.record.id, game = self.record.game, "match goes on");
            self.runs(env, out);
        }
        let over = self.end(env, out);
        if begun {
            self.show_to_newcomers(env, out);
        } else {
            self.show_match(env, out, &[]);
        }
        self.lapse_requests(env, out);
        self.follow_lesson(env, out);
        if over {
            self.show_room(env, out, None);
        }
        if begun || over {
            out.push(RoomInput::Note);
        }
        let waited_for = begun && self.anyone_here();
        if woken && !waited_for && self.record.state == RoomState::Running {
            // Match time stands still until people are back; some may come while that is written.
            out.push(RoomInput::Pause);
            out.push(RoomInput::Expect);
        }
        if let ReadFor::Input(input) = waiting {
            out.push(*input);
        }
    }

    /// Shows the whole match to everyone who is connected, with these events.
    fn show_match(&mut self, env: &Env<'_>, out: &mut RoomOutputs, events: &[WireEvent]) {
        let Some(play) = &self.play else { return };
        let (watching, now) = (self.watching(), play.time(env));
        let shown = guarded(|| {
            let builder = ViewBuilder::new(&play.game, now);
            let view = |viewer: &_| (*viewer, builder.view(*viewer, addressed_to(events, *viewer)));
            watching.iter().map(view).collect::<Vec<_>>()
        });
        match shown {
            Ok(updates) => self.deliver(out, updates),
            Err(_) => out.broken("the rules panicked while showing the match"),
        }
    }

    /// Shows everyone who is connected a match that has begun before, with its last events.
    fn show_to_newcomers(&mut self, env: &Env<'_>, out: &mut RoomOutputs) {
        let shown = self.watching().into_iter().map(|viewer| {
            let update = self.snapshot(env, viewer, None)?;
            Ok(update.map(|update| (viewer, update)))
        });
        match shown.collect::<Result<Vec<_>, Refusal>>() {
            Ok(updates) => self.deliver(out, updates.into_iter().flatten().collect()),
            Err(_) => out.broken("the rules panicked while showing the match"),
        }
    }

    /// Handles a panic of the engine: has the match made again from its log, once, and returns whether
    /// it is.
    pub(super) fn recover(&mut self, out: &mut RoomOutputs) -> bool {
        self.panics += 1;
        tracing::error!(room = %self.record.id, panics = self.panics, "the rules panicked");
        let forgiven = self.panics <= PANICS_FORGIVEN;
        if forgiven {
            out.push(Errand::Read(ReadFor::Nobody));
        } else {
            out.broken("the rules panicked again");
        }
        forgiven
    }
}

/// Ends a room that cannot be played any more: whoever asked is refused, and the room is put aside.
fn broken(reason: String) -> RoomStep {
    RoomStep::memory(|_, _, out| {
        out.reply(Err::<Reply, _>(Refusal::unavailable()));
        out.broken(reason);
    })
}
