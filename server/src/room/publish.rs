//! Views of an entry for each viewer: the only place where a match becomes updates.
//!
//! The public part is serialised once an entry and shared. A viewer is sent an update only if
//! something changed for it: behind the veil of a secret choice, even an identical update would reveal
//! that the opponent has acted.

use std::cell::OnceCell;

use engine::matches::Match;
use engine::table::WireEvent;
use engine::{Json, MatchMillis, Seat, Viewer};
use fairness::hex;

use super::message::{ViewUpdate, limit_events};

/// Checks whether two updates show the same but for their position in the log, their events and the time.
fn same_face(one: &ViewUpdate, other: &ViewUpdate) -> bool {
    // Named one by one, so that a field which is added is thought of here.
    let ViewUpdate {
        seq: _,
        head: _,
        events: _,
        events_from: _,
        now_ms: _,
        public,
        private,
        decision,
        standing,
        offers,
        undo,
        awaiting,
        deadline_ms,
        paused,
        outcome,
    } = one;
    (public, private, offers) == (&other.public, &other.private, &other.offers)
        && (decision, standing) == (&other.decision, &other.standing)
        && (undo, awaiting) == (&other.undo, &other.awaiting)
        && (deadline_ms, paused, outcome) == (&other.deadline_ms, &other.paused, &other.outcome)
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
        let Self { table, now, public } = self;
        let position = table.position(viewer);
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        };
        let mut update = ViewUpdate {
            seq: position.seq,
            head: hex::encode(&position.head),
            events,
            events_from: None,
            public: public.get_or_init(|| table.public()).clone(),
            private: seat.map(|seat| table.private(seat)),
            decision: seat.and_then(|seat| table.decision(seat)),
            standing: seat.is_some_and(|seat| table.standing(seat)),
            offers: seat.map(|seat| table.written_offers(seat)),
            undo: seat.and_then(|seat| table.undoable(seat)),
            awaiting: table.awaiting().iter().map(|seat| seat.0).collect(),
            now_ms: *now,
            deadline_ms: table.next_deadline(),
            paused: table.paused(),
            outcome: table.outcome(),
        };
        limit_events(&mut update);
        update
    }
}

/// Views of the watching viewers before an entry.
pub(crate) struct ViewsBefore(Vec<(Viewer, u64, Option<ViewUpdate>)>);

impl ViewsBefore {
    /// Takes the views of the match as it is, at match time `now`, before an entry of `author`.
    pub(crate) fn of(
        table: &Match,
        watching: &[Viewer],
        author: Option<Seat>,
        now: MatchMillis,
    ) -> Self {
        // Only behind a veil can an entry change nothing for somebody, and never for its author.
        let veiled = table.veiled();
        let builder = ViewBuilder::new(table, now);
        let seen = |viewer: &Viewer| {
            let other = author.is_none_or(|author| *viewer != Viewer::Seat(author));
            (veiled && other).then(|| builder.view(*viewer, Vec::new()))
        };
        let viewers = watching.iter();
        Self(viewers.map(|viewer| (*viewer, table.position(*viewer).seq, seen(viewer))).collect())
    }

    /// Publishes a committed entry: the update of every viewer for whom something has changed.
    pub(crate) fn updates(
        self,
        table: &Match,
        events: &[WireEvent],
        now: MatchMillis,
    ) -> Vec<(Viewer, ViewUpdate)> {
        let builder = ViewBuilder::new(table, now);
        let mut updates = Vec::with_capacity(self.0.len());
        for (viewer, seq, before) in self.0 {
            let update = builder.view(viewer, addressed_to(events, viewer));
            let same = update.seq == seq
                && update.events.is_empty()
                && before.is_some_and(|before| same_face(&before, &update));
            if same {
                continue;
            }
            updates.push((viewer, update));
        }
        updates
    }
}

/// Returns the events that are addressed to this viewer.
pub(crate) fn addressed_to(events: &[WireEvent], viewer: Viewer) -> Vec<Json> {
    let addressed = events.iter().filter(|event| event.audience.includes(viewer));
    addressed.map(|event| event.json.clone()).collect()
}
