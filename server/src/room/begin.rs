//! From the store to a match: beginning it, and folding a room anew from its record and its log.
//!
//! A match has begun when its header is row 0 of its log; the record follows. So a crash between
//! the two leaves a lobby where everyone is ready and a header stands: reading it finds the header,
//! and goes on from there, even while the disk is full. The end is the same: the log decides, the
//! record follows.

use std::sync::Arc;

use engine::MatchMillis;
use engine::catalogue::Catalogue;
use engine::ledger::{Begun, Match};
use engine::table::WireEvent;
use protocol::room::RoomState;
use tracing::{info, warn};

use super::Room;
use super::effect::{Effect, Effects, End, Failure, Step, Write};
use super::env::Env;
use super::input::{Input, Joining, Reply};
use super::message::ConnectionId;
use super::play::{Play, Played, Recent, guarded};
use super::publish::{Stage, told};
use super::record::Record;
use super::refusal::{Refusal, STORAGE_RETRY_MS};
use crate::log::{LogError, StoredRoom};

/// How often the rules may panic in a room before it is put aside.
const PANICS_FORGIVEN: u32 = 1;

/// Returns the record of a stored room and the one of `games` that it is for; or why this server does
/// not play it.
pub(crate) fn fitting<'a>(
    game: impl FnOnce(&str) -> Option<&'a Arc<Played>>,
    stored: &StoredRoom,
) -> Result<(Record, Arc<Played>), String> {
    let record = Record::read(stored)?;
    let game = game(&record.game).ok_or_else(|| format!("no game {:?}", record.game))?;
    if game.entry.rules_version != record.rules_version {
        return Err(format!("made with {}, this is {}", record.rules(), game.entry.rules()));
    }
    Ok((record, game.clone()))
}

/// What the store has of a room.
pub(crate) struct Reading {
    pub(crate) record: Record,
    pub(crate) revision: u64,
    pub(crate) log: Log,
    /// How far match time had come, if that was noted.
    pub(crate) noted: Option<MatchMillis>,
}

/// What the store has of a room's match.
pub(crate) enum Log {
    /// No match has begun; the data to begin it with.
    Empty(Catalogue),
    /// The match, folded from its log, and its last events.
    Match(Box<Match>, Recent),
}

/// Why a room cannot be made anew from the store.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unread {
    /// There is no such room any more.
    #[error("the room is gone")]
    Gone,
    /// The store cannot be read.
    #[error(transparent)]
    Store(LogError),
    /// What it holds is no room of these rules and data.
    #[error("{0}")]
    Spoiled(String),
}

/// Who waits for a room to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Waiting {
    /// Nobody.
    Nobody,
    /// The connection that made everything ready.
    Ready(ConnectionId),
    /// Whoever wants to see a match that has left the memory.
    Joining(Joining),
}

impl Room {
    /// Takes what the store has for what is. A match that has not begun, though everything is here,
    /// begins.
    pub(super) fn read(&self, reading: Result<Box<Reading>, Unread>, waiting: Waiting) -> Step {
        let reading = match reading {
            Ok(reading) if reading.record.seats.len() != self.seats.len() => {
                return broken("the stored record has other seats".to_owned());
            }
            Ok(reading) => *reading,
            Err(Unread::Gone) => {
                return Step::memory(|_, _, out| out.push(Effect::End(End::Deleted)));
            }
            Err(Unread::Store(error @ LogError::Damaged(_))) => return broken(error.to_string()),
            Err(Unread::Spoiled(what)) => return broken(what),
            Err(Unread::Store(error)) => return self.unread(error, waiting),
        };
        let Reading { record, revision, log, noted } = reading;
        // Otherwise memory is newer: what follows the log may wait to be stored.
        let theirs = (revision != self.revision).then_some((record, revision));
        match log {
            Log::Match(table, recent) => Step::memory(move |room, env, out| {
                room.take_record(env, out, theirs);
                room.go_on(env, out, (*table, recent), noted, waiting);
            }),
            Log::Empty(catalogue) if theirs.is_none() && self.record.sealed() => {
                self.begin(&catalogue, waiting)
            }
            Log::Empty(_) => Step::memory(move |room, env, out| {
                room.take_record(env, out, theirs);
                if room.record.sealed() {
                    out.push(Effect::Read(waiting));
                }
            }),
        }
    }

    fn take_record(&mut self, env: &Env<'_>, out: &mut Effects, theirs: Option<(Record, u64)>) {
        if let Some((record, revision)) = theirs {
            (self.record, self.revision) = (record, revision);
            self.refresh(env);
            self.show_room(env, out, None);
        }
    }

    /// The store cannot be read now.
    fn unread(&self, error: LogError, waiting: Waiting) -> Step {
        warn!(room = %self.record.id, %error, "the match log cannot be read");
        let sealed = self.record.sealed();
        Step::memory(move |room, env, out| match waiting {
            Waiting::Joining(_) => out.reply(Err(error.into())),
            Waiting::Nobody | Waiting::Ready(_) if sealed => {
                room.start_later(env, out, error, waiting);
            }
            Waiting::Nobody | Waiting::Ready(_) => {
                out.broken(format!("the match could not be read again: {}", Refusal::from(error)));
            }
        })
    }

    /// Begins the match.
    fn begin(&self, catalogue: &Catalogue, waiting: Waiting) -> Step {
        let Some(beginning) = self.record.beginning() else {
            return broken("the record's secret cannot be read".to_owned());
        };
        let begun = guarded(|| Match::begin(self.game.entry, catalogue, &beginning));
        let Begun { table, header, events } = match begun {
            Ok(Ok(begun)) => begun,
            Ok(Err(refused)) => return broken(format!("the set-up was refused: {refused}")),
            Err(_) => return broken("the set-up panicked".to_owned()),
        };
        let mut recent = Recent::of(self.record.seats.len());
        for event in &events {
            recent.hear(event);
        }
        let write = Write::Entry { seq: 0, row: header };
        Step::write(write, move |room, env, out, written| {
            match written {
                Ok(()) => {}
                // Somebody else's header stands: it is read.
                Err(Failure::Moved) => return,
                Err(Failure::Store(error)) => return room.start_later(env, out, error, waiting),
            }
            info!(room = %room.record.id, game = room.record.game, "match begins");
            room.play = Some(Play::new(env, table, recent, 0));
            room.runs(env, out);
            room.show_match(env, out, &events);
            out.then(Input::Note);
        })
    }

    fn start_later(&mut self, env: &Env<'_>, out: &mut Effects, error: LogError, waiting: Waiting) {
        if let LogError::Damaged(_) = error {
            return out.broken(error.to_string());
        }
        warn!(room = %self.record.id, %error, "the match could not begin");
        self.retry_at = Some(env.after_ms(STORAGE_RETRY_MS));
        if let Waiting::Ready(connection) = waiting {
            out.error(connection, &error.into());
        }
    }

    /// The match has begun: the header is durable, so it has whether or not the record follows now.
    fn runs(&mut self, env: &Env<'_>, out: &mut Effects) {
        self.record = Record { state: RoomState::Running, ..self.draft(env) };
        self.seats.iter_mut().for_each(|seat| seat.away_since = env.now);
        self.refresh(env);
        self.show_room(env, out, None);
    }

    /// Goes on with a match that was folded anew; match time goes on where it was, or where it was
    /// noted last.
    fn go_on(
        &mut self,
        env: &Env<'_>,
        out: &mut Effects,
        (table, recent): (Match, Recent),
        noted: Option<MatchMillis>,
        waiting: Waiting,
    ) {
        let before = self.play.take();
        let woken = before.is_none();
        let time = before.as_ref().map_or(noted.unwrap_or_default(), |play| play.time(env));
        let mut play = Play::new(env, table, recent, time);
        play.resume_at = before.and_then(|play| play.resume_at);
        self.play = Some(play);
        let begun = matches!(self.record.state, RoomState::Lobby | RoomState::Sealing);
        if begun {
            self.runs(env, out);
        }
        let over = self.end(env, out);
        self.show_match(env, out, &[]);
        self.lapse_requests(env, out);
        if over {
            self.show_room(env, out, None);
        }
        if begun || over {
            out.then(Input::Note);
        }
        if woken && self.record.state == RoomState::Running {
            // Match time stands still until people are back.
            out.then(Input::Pause);
        }
        if let Waiting::Joining(joining) = waiting {
            out.then(Input::Join(joining));
        }
    }

    /// Shows the whole match to everyone who is connected, with these events.
    fn show_match(&mut self, env: &Env<'_>, out: &mut Effects, events: &[WireEvent]) {
        let Some(play) = &self.play else { return };
        let (watching, now) = (self.watching(), play.time(env));
        let shown = guarded(|| {
            let stage = Stage::new(&play.game, now);
            let view = |viewer: &_| (*viewer, stage.view(*viewer, told(events, *viewer)));
            watching.iter().map(view).collect::<Vec<_>>()
        });
        match shown {
            Ok(updates) => self.deliver(out, updates),
            Err(_) => out.broken("the rules panicked while showing the match"),
        }
    }

    /// Something of the engine's panicked: the match is made anew, once. Whether it is.
    pub(super) fn recover(&mut self, out: &mut Effects) -> bool {
        self.panics += 1;
        tracing::error!(room = %self.record.id, panics = self.panics, "the rules panicked");
        let forgiven = self.panics <= PANICS_FORGIVEN;
        if forgiven {
            out.push(Effect::Read(Waiting::Nobody));
        } else {
            out.broken("the rules panicked again");
        }
        forgiven
    }
}

/// The room cannot be played any more: whoever asked is told, and it is put aside.
fn broken(reason: String) -> Step {
    Step::memory(|_, _, out| {
        out.reply(Err::<Reply, _>(Refusal::unavailable()));
        out.broken(reason);
    })
}
