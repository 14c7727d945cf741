//! What seats ask of each other: to take back what is not free to take back, to stop the clock.
//!
//! A request stands in the room object until all have agreed, one refuses, its maker withdraws it,
//! its time has passed, or the match goes on under it. It lives in memory only: after a restart it
//! is asked anew. Its maker's message has its one answer when the request ends. What may be asked,
//! and who must agree, says the engine; nothing here knows why.

use std::collections::VecDeque;
use std::time::Duration;

use engine::ledger::Input;
use engine::{MatchMillis, Seat};
use fairness::Hash;
use protocol::Code;
use protocol::room::Request;
use tokio::time::Instant;
use tracing::debug;
use uuid::Uuid;

use super::act::told;
use super::actor::Actor;
use super::answered::{Answer, Verdict};
use super::deed::{Act, Deed};
use super::timer::{after_ms, millis};

/// How long a request stands, in milliseconds.
pub const REQUEST_MS: u64 = 5 * 60 * 1_000;

/// How many requests of a seat may come to nothing within [`FAILED_WINDOW_MS`].
pub const FAILED_MOST: usize = 3;

/// The time within which failed requests are counted, in milliseconds.
pub(crate) const FAILED_WINDOW_MS: u64 = 60_000;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// To go back to an entry, so many moves; for as long as the match stands at `at`.
    Undo { to: u64, moves: u32, at: u64 },
    /// To stop the clock.
    Pause,
}

/// A request that stands.
#[derive(Clone, Debug)]
struct Open {
    id: Uuid,
    content: Hash,
    by: Seat,
    asked: Asked,
    needs: Vec<u8>,
    agreed: Vec<u8>,
    until: Instant,
    until_ms: u64,
}

impl Open {
    /// The entry that it becomes when all have agreed.
    fn input(&self) -> Input {
        let (seat, id, agreed) = (self.by.0, self.id, self.needs.clone());
        match self.asked {
            Asked::Undo { to, .. } => Input::Undo { seat, id, to, agreed },
            Asked::Pause => Input::Pause { seat: Some(seat), id: Some(id), agreed },
        }
    }

    fn shown(&self) -> Request {
        let (kind, to, moves) = match self.asked {
            Asked::Undo { to, moves, .. } => ("undo", Some(to), Some(moves)),
            Asked::Pause => ("pause", None, None),
        };
        Request {
            id: self.id,
            kind: kind.to_owned(),
            by: self.by.0,
            until_ms: self.until_ms,
            agreed: self.agreed.clone(),
            to,
            moves,
        }
    }
}

/// The requests of a room.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    /// At most one a seat.
    open: Vec<Open>,
    /// Whose requests came to nothing lately, and when.
    failed: VecDeque<(Seat, Instant)>,
}

impl Requests {
    /// As the room object shows them.
    pub(crate) fn shown(&self) -> Vec<Request> {
        self.open.iter().map(Open::shown).collect()
    }

    /// When the next one lapses.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        self.open.iter().map(|open| open.until).min()
    }

    /// What a seat's request with this id says, while it stands.
    pub(crate) fn pending(&self, seat: Seat, id: Uuid) -> Option<&Hash> {
        let own = |open: &&Open| open.by == seat && open.id == id;
        self.open.iter().find(own).map(|open| &open.content)
    }

    /// Whether this seat may ask for something under this id.
    fn may_ask(&mut self, seat: Seat, id: Uuid) -> Result<(), Answer> {
        if self.open.iter().any(|open| open.by == seat) {
            let detail = "a request of yours stands already; withdraw it first";
            return Err(Answer::new(Code::Illegal, detail));
        }
        if self.open.iter().any(|open| open.id == id) {
            return Err(Answer::new(Code::IdReused, "another seat asks under this id"));
        }
        let window = Duration::from_millis(FAILED_WINDOW_MS);
        self.failed.retain(|(_, at)| at.elapsed() < window);
        let mut own = self.failed.iter().filter(|(by, _)| *by == seat).map(|(_, at)| *at);
        let (oldest, failed) = (own.next(), 1 + own.count());
        match oldest.filter(|_| failed >= FAILED_MOST) {
            None => Ok(()),
            Some(oldest) => Err(Answer {
                retry_after_ms: Some(millis(window.saturating_sub(oldest.elapsed()))),
                ..Answer::new(Code::TooManyRequests, "too many requests of yours came to nothing")
            }),
        }
    }

    fn take(&mut self, id: Uuid) -> Option<Open> {
        let place = self.open.iter().position(|open| open.id == id)?;
        Some(self.open.remove(place))
    }
}

impl Actor {
    /// Does at once what needs nobody's consent; asks the others for the rest.
    pub(crate) async fn ask_others(
        &mut self,
        now: MatchMillis,
        seat: Seat,
        act: Act,
    ) -> Option<Verdict> {
        let play = self.play.as_ref()?;
        let table = &play.table;
        let at = table.seq();
        let wanted = match act.deed {
            Deed::Undo { to } => table
                .undoing(seat, to)
                .map(|undoing| (Asked::Undo { to, moves: undoing.moves, at }, undoing.needs)),
            Deed::Pause { want: true } => table.pausing(seat).map(|needs| (Asked::Pause, needs)),
            Deed::Pause { want: false } => {
                let input = Input::Resume { seat: Some(seat.0), id: Some(act.id) };
                return Some(self.enter_at(now, input).await);
            }
            Deed::Input(..) | Deed::Consent { .. } => return None,
        };
        let (asked, needs) = match wanted {
            Ok(wanted) => wanted,
            Err(refused) => return Some(Err(refused.into())),
        };
        let open = Open {
            id: act.id,
            content: act.content,
            by: seat,
            asked,
            needs,
            agreed: Vec::new(),
            until: after_ms(REQUEST_MS),
            until_ms: now + REQUEST_MS,
        };
        if open.needs.is_empty() {
            return Some(self.enter_at(now, open.input()).await);
        }
        if let Err(not_now) = self.requests.may_ask(seat, act.id) {
            return Some(Err(not_now));
        }
        self.requests.open.push(open);
        self.show_room(None);
        None
    }

    /// A seat's answer to a request; the last consent makes the entry.
    pub(crate) async fn hear(
        &mut self,
        now: MatchMillis,
        seat: Seat,
        request: Uuid,
        agree: bool,
    ) -> Verdict {
        let no = |detail| Err(Answer::new(Code::Illegal, detail));
        let Some(open) = self.requests.open.iter().find(|open| open.id == request) else {
            return no("no such request stands");
        };
        let own = open.by == seat;
        if own && agree {
            return no("the others answer your request; you can withdraw it");
        }
        if agree && open.agreed.contains(&seat.0) {
            return no("you have agreed already");
        }
        let mut open = open.clone();
        if !agree {
            let why = if own { "withdrawn".to_owned() } else { format!("seat {} refuses", seat.0) };
            self.requests.take(request);
            self.fail(&open, &why);
            self.show_room(None);
            return Ok(self.position_of(seat));
        }
        open.agreed.push(seat.0);
        open.agreed.sort_unstable();
        if open.agreed == open.needs {
            return self.grant(now, open).await;
        }
        if let Some(standing) = self.requests.open.iter_mut().find(|one| one.id == request) {
            *standing = open;
        }
        self.show_room(None);
        Ok(self.position_of(seat))
    }

    /// All have agreed.
    async fn grant(&mut self, now: MatchMillis, open: Open) -> Verdict {
        let before = self.requests.take(open.id);
        let verdict = self.enter_at(now, open.input()).await;
        match &verdict {
            Ok(_) => self.answer_seat(open.by, open.id, verdict.clone()),
            // Nothing has changed: who agreed last may say so again.
            Err(answer) if answer.passing() => {
                self.requests.open.extend(before);
                self.lapse_requests();
            }
            Err(_) => self.fail(&open, "it is not possible any more"),
        }
        self.show_room(None);
        verdict
    }

    /// Ends the requests that time, the match's going on or its end have overtaken.
    pub(crate) fn lapse_requests(&mut self) {
        let table = self.play.as_ref().map(|play| &play.table);
        let seq = table.map_or(0, engine::Match::seq);
        let over = table.is_none_or(|table| table.outcome().is_some());
        let still = table.is_some_and(engine::Match::paused);
        let now = Instant::now();
        let overtaken = |open: &Open| match open.asked {
            _ if over => Some("the match is over"),
            _ if open.until <= now => Some("not everyone answered in time"),
            Asked::Undo { at, .. } if at != seq => Some("the match went on"),
            Asked::Pause if still => Some("match time stands still already"),
            Asked::Undo { .. } | Asked::Pause => None,
        };
        let (lapsed, open): (Vec<Open>, Vec<Open>) = std::mem::take(&mut self.requests.open)
            .into_iter()
            .partition(|open| overtaken(open).is_some());
        self.requests.open = open;
        for one in &lapsed {
            self.fail(one, overtaken(one).unwrap_or_default());
        }
        if !lapsed.is_empty() {
            self.show_room(None);
        }
    }

    /// A request comes to nothing: its maker's message has its answer.
    fn fail(&mut self, open: &Open, why: &str) {
        debug!(room = %self.record.id, seat = open.by.0, why, "a request comes to nothing");
        self.requests.failed.push_back((open.by, Instant::now()));
        let verdict = Err(Answer::new(Code::NotAgreed, why));
        self.chairs[open.by.index()].answered.keep(open.id, open.content, verdict.clone());
        self.answer_seat(open.by, open.id, verdict);
    }

    /// Answers whoever holds the seat by now.
    fn answer_seat(&self, seat: Seat, id: Uuid, verdict: Verdict) {
        if let Some(member) = &self.chairs[seat.index()].member {
            member.outbox.send(&told(id, verdict));
        }
    }

    /// The last entry that this seat may know of.
    fn position_of(&self, seat: Seat) -> u64 {
        let viewer = engine::Viewer::Seat(seat);
        self.play.as_ref().map_or(0, |play| play.table.position(viewer).seq)
    }
}
