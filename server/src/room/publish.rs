//! Views of an entry for each viewer: the only place where a match becomes updates.
//!
//! The public part is serialised once an entry and shared. A viewer is sent an update only if
//! something changed for it: behind the veil of a secret choice, even an identical update would reveal
//! that the opponent has acted.

use std::cell::OnceCell;

use engine::matches::Match;
use engine::table::WireEvent;
use engine::{Json, MatchMillis, Seat, SeatSet, Viewer};
use fairness::hex;
use protocol::{Outcome, TakeBack};

use super::message::{ViewUpdate, limit_events};

/// Status of the match, which an update shows beside the game: of a viewer who may not know of an entry, all
/// that the entry can change.
#[derive(PartialEq)]
struct MatchStatus {
    decision: Option<u64>,
    standing: bool,
    undo: Option<TakeBack>,
    awaiting: SeatSet,
    deadline_ms: Option<MatchMillis>,
    paused: bool,
    outcome: Option<Outcome>,
}

impl MatchStatus {
    fn of(table: &Match, viewer: Viewer) -> Self {
        let seat = seat_of(viewer);
        Self {
            decision: seat.and_then(|seat| table.decision(seat)),
            standing: seat.is_some_and(|seat| table.standing(seat)),
            undo: seat.and_then(|seat| table.undoable(seat)),
            awaiting: table.awaiting(),
            deadline_ms: table.next_deadline(),
            paused: table.paused(),
            outcome: table.outcome(),
        }
    }
}

fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public => None,
    }
}

/// A match as it is shown: the public part is made at most once.
pub(crate) struct ViewBuilder<'a> {
    table: &'a Match,
    now: MatchMillis,
    public: OnceCell<Json>,
}

impl<'a> ViewBuilder<'a> {
    /// Shows `table` at match time `now`.
    pub(crate) fn new(table: &'a Match, now: MatchMillis) -> Self {
        Self { table, now, public: OnceCell::new() }
    }

    /// Builds the update that shows this viewer the match.
    pub(crate) fn view(&self, viewer: Viewer, events: Vec<Json>) -> ViewUpdate {
        self.shown(viewer, MatchStatus::of(self.table, viewer), events)
    }

    fn shown(&self, viewer: Viewer, status: MatchStatus, events: Vec<Json>) -> ViewUpdate {
        let Self { table, now, public } = self;
        let position = table.position();
        let seat = seat_of(viewer);
        let MatchStatus { decision, standing, undo, awaiting, deadline_ms, paused, outcome } =
            status;
        let mut update = ViewUpdate {
            seq: position.seq,
            head: hex::encode(&position.head),
            events,
            events_from: None,
            public: public.get_or_init(|| table.public()).clone(),
            private: seat.map(|seat| table.private(seat)),
            decision,
            standing,
            offers: seat.map(|seat| table.written_offers(seat)),
            undo,
            awaiting: awaiting.iter().map(|seat| seat.0).collect(),
            now_ms: *now,
            deadline_ms,
            paused,
            outcome,
        };
        limit_events(&mut update);
        update
    }
}

/// Knowledge of the watching viewers before an entry: how far the match had come, and what each saw of it.
pub(crate) struct KnownBefore(u64, Vec<(Viewer, MatchStatus)>);

impl KnownBefore {
    /// Takes what is known of the match as it is.
    pub(crate) fn of(table: &Match, watching: &[Viewer]) -> Self {
        let known = |viewer: &Viewer| (*viewer, MatchStatus::of(table, *viewer));
        Self(table.position().seq, watching.iter().map(known).collect())
    }

    /// Publishes a committed entry of `author`, at match time `now`, with the events that may be told: the update of
    /// every viewer for whom something has changed. Behind the veil that is the author, whose private view has.
    ///
    /// What the game shows a viewer is not looked at: it is the same as long as the viewer may not know
    /// of the entry, which is a law of every game.
    pub(crate) fn updates(
        self,
        table: &Match,
        (author, events): (Option<Seat>, &[WireEvent]),
        now: MatchMillis,
    ) -> Vec<(Viewer, ViewUpdate)> {
        let builder = ViewBuilder::new(table, now);
        let Self(seq, known) = self;
        let behind = table.position().seq == seq;
        let changed = |(viewer, before): (Viewer, MatchStatus)| {
            let status = MatchStatus::of(table, viewer);
            let own = seat_of(viewer).is_some_and(|seat| author == Some(seat));
            let same = behind && status == before && !own;
            (!same).then(|| (viewer, builder.shown(viewer, status, addressed_to(events, viewer))))
        };
        known.into_iter().filter_map(changed).collect()
    }
}

/// Returns the events that are addressed to this viewer.
pub(crate) fn addressed_to(events: &[WireEvent], viewer: Viewer) -> Vec<Json> {
    let addressed = events.iter().filter(|event| event.audience.includes(viewer));
    addressed.map(|event| event.json.clone()).collect()
}
