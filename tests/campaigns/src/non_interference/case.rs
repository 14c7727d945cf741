//! One case: a reachable state, a viewer, and the same script in the true world and in one where
//! everything is redrawn that the viewer cannot know.

use std::sync::Arc;
use std::time::Duration;

use engine::{Game, Viewer};
use server::Rooms;
use server::log::MemoryLog;

use super::chance::Chance;
use super::course::Course;
use super::door::{InProcess, Sockets};
use super::judge::{Counts, hidden};
use super::log;
use super::play::row;
use super::rooms::{Fixture, Side, Template};
use super::script::{self, Script, Setting};
use super::transcript::{Transcript, perform};
use super::world::{Plan, World, prepare};

/// The most entries that the log holds before the state.
const HISTORY: u64 = 8;

/// A pair of worlds and what is done in them.
pub(super) struct Case<'a, G> {
    template: &'a Template,
    viewer: Viewer,
    state: G,
    rows: Vec<String>,
    script: Script<G>,
    seed: u64,
    what: String,
}

impl<'a, G: Game> Case<'a, G> {
    /// Prepares the case of a viewer at one moment of a match; `None` if a deadline is due at once.
    pub(super) fn new(
        template: &'a Template,
        course: &Course<G>,
        at: usize,
        viewer: Viewer,
        chance: &mut Chance,
        what: &str,
    ) -> Option<Self> {
        let moments = &course.moments;
        let moment = &moments[at];
        if moment.game.next_deadline().is_some_and(|due| due <= moment.since) {
            return None;
        }
        // Match time is that of the last entry, so there is one wherever time has passed.
        let history = (1 + chance.below(HISTORY)).min(at as u64) as usize;
        let (begins, seed) = (&moments[at - history].game, chance.seed());
        let plan = Plan { after: history as u32, viewer, seed };
        prepare(template.key(Side::True), World::of(begins.clone(), None));
        prepare(template.key(Side::Other), World::of(begins.clone(), Some(plan)));
        let rows = (1..).zip(&moments[at - history..at]);
        let rows = rows.map(|(seq, moment)| row(moment, seq, chance)).collect();
        let now = Plan { after: 0, ..plan };
        let other = World::of(moment.game.clone(), Some(now)).game().clone();
        let setting = Setting { viewer, course, at };
        let script = script::write(&setting, [moment.game.clone(), other], chance);
        let what = format!("{what}, moment {at}, {viewer:?}");
        Some(Self { template, viewer, state: moment.game.clone(), rows, script, seed, what })
    }

    /// Returns the part of the script that is carried out in a world: in the other one nothing that
    /// reveals.
    fn acts(&self, side: Side) -> &[script::Act] {
        let all = &self.script.acts;
        match side {
            Side::True => all,
            Side::Other => &all[..self.script.compared],
        }
    }

    async fn in_process(&self, rooms: &Rooms, side: Side) -> Transcript {
        let room = rooms.find(&self.template.code).expect("the room was stored");
        log::take();
        let door = InProcess { room, template: self.template };
        let acts = self.acts(side);
        let transcript = perform(&door, side, self.viewer, acts).await;
        // All rooms of a directory share the clock: it shows the same in both worlds.
        for act in &self.script.acts[acts.len()..] {
            if let script::Act::Advance(ms) = act {
                tokio::time::advance(Duration::from_millis(*ms)).await;
            }
        }
        transcript
    }

    async fn over_sockets(&self, rooms: Rooms, side: Side) -> Transcript {
        let door = Sockets::serve(rooms, self.template).await;
        log::take();
        perform(&door, side, self.viewer, self.acts(side)).await
    }

    /// Judges both transcripts.
    fn judge(&self, truth: &Transcript, other: &Transcript, counts: &mut Counts) {
        let mut chance = Chance::new(self.seed);
        counts.worlds += 1;
        counts.states += self.script.states;
        counts.fold(truth, &self.what);
        counts.fold(other, &self.what);
        if truth.log.iter().any(|part| !part.is_empty()) {
            let names = hidden(&self.state, Viewer::Public, &mut chance);
            counts.search_log(&truth.log, &names, &self.what);
        }
        if self.script.revealed {
            let end = self.script.compared;
            let frames: Vec<String> = truth.frames[end..].concat();
            let names = hidden(&self.script.last, self.viewer, &mut chance);
            counts.revealed += 1;
            counts.search(&frames, &names, &self.what);
            let (one, two) = (truth.until(end), other.until(end));
            counts.compare(&one, &two, &self.what);
        } else {
            counts.compare(truth, other, &self.what);
        }
    }
}

/// Carries cases out in rooms of this process, all of them in one directory for each world.
pub(super) async fn in_process<G: Game>(
    fixture: &Fixture,
    cases: &[Case<'_, G>],
    counts: &mut Counts,
) {
    let mut truths = Vec::with_capacity(cases.len());
    for side in [Side::True, Side::Other] {
        let store = Arc::new(MemoryLog::new());
        for case in cases {
            case.template.put(&store, side, &case.rows).await;
        }
        let rooms = fixture.open(store).await;
        for (index, case) in cases.iter().enumerate() {
            let transcript = case.in_process(&rooms, side).await;
            match side {
                Side::True => truths.push(transcript),
                Side::Other => case.judge(&truths[index], &transcript, counts),
            }
        }
        // Nothing of this world goes on, and logs, while the other one runs.
        rooms.drain().await;
    }
}

/// Carries a case out over real sockets, with a server for each world.
pub(super) async fn over_sockets<G: Game>(
    fixture: &Fixture,
    case: &Case<'_, G>,
    counts: &mut Counts,
) {
    let mut transcripts = Vec::new();
    for side in [Side::True, Side::Other] {
        let store = Arc::new(MemoryLog::new());
        case.template.put(&store, side, &case.rows).await;
        let rooms = fixture.open(store).await;
        transcripts.push(case.over_sockets(rooms.clone(), side).await);
        rooms.drain().await;
    }
    let (other, truth) =
        (transcripts.pop().unwrap_or_default(), transcripts.pop().unwrap_or_default());
    case.judge(&truth, &other, counts);
    counts.sockets += 1;
}
