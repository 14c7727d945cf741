//! A room's match in memory, and the calls into the engine that may panic.
//!
//! The engine is pure, so a panic inside it leaves nothing half done but the value it worked on:
//! that value is thrown away and made again from the log.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::catalogue::Catalogue;
use engine::matches::{Match, ReplayError};
use engine::record::RecordError;
use engine::table::WireEvent;
use engine::{GameEntry, Json, MatchMillis, Seat, Viewer};
use protocol::room::GameInfo;

use super::clock::MatchClock;
use super::env::{Env, Moment};
use super::message::UPDATE_EVENTS;
use super::record::RoomRecord;

/// Number of events that a newcomer is sent, and that a match in play keeps for each viewer: beside them
/// everything else of a match is small.
pub const RECENT_EVENTS: usize = 50;

/// Something of the engine's panicked.
#[derive(Debug)]
pub(crate) struct Panicked;

/// Calls into the engine.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|_| Panicked)
}

/// A game that this server plays, with its data of today.
pub(crate) struct LoadedGame {
    pub(crate) entry: &'static GameEntry,
    pub(crate) info: GameInfo,
    pub(crate) catalogue: Catalogue,
}

/// A match in memory.
#[derive(Clone)]
pub(super) struct LiveMatch {
    pub(super) game: Match,
    /// The events that a newcomer is sent.
    pub(super) recent: Recent,
    pub(super) clock: MatchClock,
    /// Time at which a loaded timed match goes on even if somebody is still missing.
    pub(super) resume_at: Option<Moment>,
    /// Time at which match time is noted next.
    pub(super) beat_at: Option<Moment>,
    /// Until when deadlines wait because the store could not take one.
    hold_until: Option<Moment>,
}

impl LiveMatch {
    /// Creates a match whose clock shows at least `at` now, with its last events.
    pub(super) fn new(env: &Env<'_>, game: Match, recent: Recent, at: MatchMillis) -> Self {
        let clock = MatchClock::new(env.now, at.max(game.at()), game.paused());
        let mut play =
            Self { game, recent, clock, resume_at: None, beat_at: None, hold_until: None };
        play.follow(env);
        play
    }

    /// Returns match time now.
    pub(super) fn time(&self, env: &Env<'_>) -> MatchMillis {
        self.clock.at(env.now)
    }

    /// Checks whether match time matters: a deadline is to come.
    pub(super) fn timed(&self) -> bool {
        self.game.next_deadline().is_some()
    }

    /// Checks whether deadlines wait because the store could not take one.
    pub(super) fn held(&self, env: &Env<'_>) -> bool {
        self.hold_until.is_some_and(|until| until > env.now)
    }

    /// Has deadlines wait until a moment.
    pub(super) fn hold(&mut self, until: Moment) {
        self.hold_until = Some(until);
    }

    /// Returns the deadline that has fallen due and can be entered now; `None` if there is none.
    pub(super) fn due(&self, env: &Env<'_>) -> Option<MatchMillis> {
        let due = self.game.next_deadline()?;
        (!self.held(env) && !self.game.paused() && due <= self.time(env)).then_some(due)
    }

    /// Returns the moment at which the room must look at its deadlines next.
    pub(super) fn due_at(&self) -> Option<Moment> {
        let due = self.clock.when(self.game.next_deadline()?)?;
        Some(self.hold_until.map_or(due, |until| until.max(due)))
    }

    /// Follows the match after an entry: its clock and its heartbeat.
    pub(super) fn follow(&mut self, env: &Env<'_>) {
        let paused = self.game.paused();
        if paused != self.clock.frozen() {
            self.clock.freeze(env.now, paused);
        }
        let beats = self.timed() && !paused;
        let next = env.after_ms(env.settings.heartbeat_ms);
        self.beat_at = beats.then(|| self.beat_at.unwrap_or(next));
    }
}

/// Reason why a stored match cannot be played.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Spoiled {
    #[error("the record's secret or commitment cannot be read")]
    Record,
    #[error(transparent)]
    Log(#[from] ReplayError),
    #[error(transparent)]
    Published(#[from] RecordError),
    #[error("the rules panicked")]
    Panicked,
    #[error("what it shows cannot be written: {0}")]
    Unwritten(String),
}

impl From<Panicked> for Spoiled {
    fn from(Panicked: Panicked) -> Self {
        Self::Panicked
    }
}

/// Folds the rows of a match log into a match and its last events, so many for each viewer.
pub(crate) fn replay(
    game: &LoadedGame,
    catalogue: &Catalogue,
    record: &RoomRecord,
    rows: &[String],
    events: usize,
) -> Result<(Match, Recent), Spoiled> {
    let beginning = record.beginning().ok_or(Spoiled::Record)?;
    let mut recent = Recent { most: events, ..Recent::of(record.seats.len()) };
    let folded = guarded(|| {
        let rows = rows.iter().map(String::as_str);
        Match::replay(game.entry, catalogue, &beginning, rows, |event| recent.keep(event))
    })?;
    Ok((folded?, recent))
}

/// The last events of each viewer: so nobody who joins makes the server read a log.
#[derive(Clone, Debug)]
pub(crate) struct Recent {
    /// One a seat, and the public's last.
    histories: Vec<EventHistory>,
    /// Number of events that are kept for each viewer.
    most: usize,
}

/// Events of one viewer.
#[derive(Clone, Debug, Default)]
struct EventHistory {
    events: VecDeque<(u64, Json)>,
    /// The entry of the newest event that is not kept.
    forgotten: Option<u64>,
}

impl Recent {
    /// Creates the history of a match with this many seats, before its first event.
    pub(crate) fn of(seats: usize) -> Self {
        Self { histories: vec![EventHistory::default(); seats + 1], most: RECENT_EVENTS }
    }

    /// Keeps an event for those it is addressed to.
    pub(crate) fn keep(&mut self, event: &WireEvent) {
        let seats = self.histories.len() - 1;
        let viewers = (0..).take(seats).map(|seat| Viewer::Seat(Seat(seat)));
        for (viewer, history) in viewers.chain([Viewer::Public]).zip(&mut self.histories) {
            if !event.audience.includes(viewer) {
                continue;
            }
            history.trim(self.most - 1);
            history.events.push_back((event.seq, event.json.clone()));
        }
    }

    /// Keeps the events of an entry in play. Older ones than a newcomer is sent are left to the log from
    /// then on.
    pub(crate) fn go_on(&mut self, events: &[WireEvent]) {
        self.most = RECENT_EVENTS;
        for event in events {
            self.keep(event);
        }
        self.histories.iter_mut().for_each(|history| history.trim(RECENT_EVENTS));
    }

    /// Returns the events for a viewer that has everything up to `after` and may know of entries up to
    /// `until`; and from which entry on they are here if some are left out.
    pub(crate) fn events_for(
        &self,
        viewer: Viewer,
        after: Option<u64>,
        until: u64,
    ) -> (Vec<Json>, Option<u64>) {
        let index = match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Public => self.histories.len() - 1,
        };
        let Some(history) = self.histories.get(index) else { return (Vec::new(), None) };
        let mut recall = Recall::new(after, until, history.forgotten);
        for (seq, event) in &history.events {
            recall.add(*seq, event);
        }
        recall.finish()
    }
}

impl EventHistory {
    /// Forgets the oldest events beyond a number.
    fn trim(&mut self, most: usize) {
        let Some(beyond) = self.events.len().checked_sub(most).filter(|beyond| *beyond > 0) else {
            return;
        };
        self.forgotten = self.events.drain(..beyond).next_back().map(|(seq, _)| seq);
        self.events.shrink_to(most + 1);
    }
}

/// The events that a viewer is sent when it joins: those after an entry, or the last few.
struct Recall {
    after: Option<u64>,
    until: u64,
    most: usize,
    events: VecDeque<(u64, Json)>,
    cut: Option<u64>,
}

impl Recall {
    /// Begins a selection for a viewer that has everything up to `after` and may know of entries up to
    /// `until`, where events up to `forgotten` are not kept any more.
    fn new(after: Option<u64>, until: u64, forgotten: Option<u64>) -> Self {
        let most = if after.is_some() { UPDATE_EVENTS } else { RECENT_EVENTS };
        let cut = forgotten.filter(|seq| after.is_none_or(|after| *seq > after));
        Self { after, until, most, events: VecDeque::new(), cut }
    }

    /// Adds an event of the log.
    fn add(&mut self, seq: u64, event: &Json) {
        if self.after.is_some_and(|after| seq <= after) || seq > self.until {
            return;
        }
        if self.events.len() == self.most {
            self.cut = self.events.pop_front().map(|(seq, _)| seq);
        }
        self.events.push_back((seq, event.clone()));
    }

    /// Returns the events, and from which entry on they are here if some were left out.
    fn finish(mut self) -> (Vec<Json>, Option<u64>) {
        // An entry's events are sent all or not at all, unless it alone is beyond the limit.
        if let Some(cut) = self.cut
            && self.events.back().is_some_and(|(last, _)| *last != cut)
        {
            self.events.retain(|(seq, _)| *seq != cut);
        }
        let from = self.cut.and(self.events.front().map(|(seq, _)| *seq));
        (self.events.into_iter().map(|(_, event)| event).collect(), from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Audience;

    fn recalled(after: Option<u64>, until: u64, history: &[u64]) -> (usize, Option<u64>) {
        let mut recent = Recent { most: UPDATE_EVENTS, ..Recent::of(1) };
        for seq in history {
            let json = Json::of(&());
            recent.keep(&WireEvent { seq: *seq, audience: Audience::All, json: json.clone() });
            recent.keep(&WireEvent { seq: *seq, audience: Audience::Only(Seat(0)), json });
        }
        let (events, from) = recent.events_for(Viewer::Public, after, until);
        (events.len(), from)
    }

    #[test]
    fn a_newcomer_gets_the_last_whole_entries() {
        let history: Vec<u64> = (0..40).flat_map(|seq| [seq, seq, seq]).collect();
        assert_eq!(recalled(None, 99, &history), (48, Some(24)));
        assert_eq!(recalled(None, 99, &history[..30]), (30, None));
        assert_eq!(recalled(None, 99, &[7; RECENT_EVENTS + 1]), (RECENT_EVENTS, Some(7)));
    }

    #[test]
    fn a_match_in_play_keeps_what_a_newcomer_is_sent() {
        let event = |seq| WireEvent { seq, audience: Audience::All, json: Json::of(&()) };
        let mut recent = Recent { most: UPDATE_EVENTS, ..Recent::of(1) };
        (0..100).for_each(|seq| recent.keep(&event(seq)));
        let since = |recent: &Recent, after| {
            let (events, from) = recent.events_for(Viewer::Seat(Seat(0)), after, 999);
            (events.len(), from)
        };
        assert_eq!(since(&recent, Some(9)), (90, None), "as it came from its log");
        recent.go_on(&[event(100), event(100)]);
        assert_eq!(since(&recent, Some(9)), (RECENT_EVENTS, Some(52)));
        assert_eq!(since(&recent, None), (RECENT_EVENTS, Some(52)));
        assert_eq!(since(&recent, Some(60)), (41, None));
    }

    #[test]
    fn a_returning_viewer_gets_what_came_after() {
        let history: Vec<u64> = (0..100).collect();
        assert_eq!(recalled(Some(9), 99, &history), (90, None));
        assert_eq!(recalled(Some(9), 50, &history), (41, None));
        assert_eq!(recalled(Some(99), 99, &history), (0, None));
        let many: Vec<u64> = (0..600).collect();
        assert_eq!(
            recalled(Some(0), 999, &many),
            (UPDATE_EVENTS, Some(600 - UPDATE_EVENTS as u64))
        );
    }
}
