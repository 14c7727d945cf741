//! Requests of seats to each other: to take back what is not free to take back, to stop the clock, to have
//! a coach.
//!
//! A request is in the room object until all have agreed, one refuses, its maker withdraws it, its time
//! has passed, or the match goes on under it. It lives in memory only: after a restart it has to be
//! made again. Its maker's message has its one answer when the request ends. The engine decides what
//! may be asked, and who must agree; nothing here knows why.

use std::collections::VecDeque;
use std::time::Duration;

use engine::Seat;
use engine::matches::Input;
use protocol::Code;
use protocol::room::Request;
use tracing::debug;
use uuid::Uuid;

use super::Room;
use super::acts::{Asker, answer_message};
use super::answered::ActResult;
use super::effect::{RoomOutputs, RoomStep};
use super::env::{Env, Moment};
use super::intent::Intent;
use super::refusal::Refusal;
use crate::time::millis;

/// Time for which a request is open, in milliseconds.
pub const REQUEST_MS: u64 = 5 * 60 * 1_000;

/// Most requests of a seat that may fail within a minute.
pub const FAILED_MOST: usize = 3;

/// The time within which failed requests are counted, in milliseconds.
pub(crate) const FAILED_WINDOW_MS: u64 = 60_000;

/// Kind of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RequestKind {
    /// To go back `moves` moves, to an entry; for as long as the last entry is `at`.
    Undo { to: u64, moves: u32, at: u64 },
    /// To stop the clock.
    Pause,
    /// To have a coach.
    Coach,
}

/// A request that is open.
#[derive(Clone, Debug)]
struct OpenRequest {
    id: Uuid,
    content: u64,
    by: Seat,
    asked: RequestKind,
    needs: Vec<u8>,
    agreed: Vec<u8>,
    until: Moment,
    until_ms: u64,
}

impl OpenRequest {
    /// Returns the entry that it becomes when all have agreed; `None` for what the log does not know of.
    fn input(&self) -> Option<Input> {
        let (seat, id, agreed) = (self.by.0, self.id, self.needs.clone());
        match self.asked {
            RequestKind::Undo { to, .. } => Some(Input::Undo { seat, id, to, agreed }),
            RequestKind::Pause => Some(Input::Pause { seat: Some(seat), id: Some(id), agreed }),
            RequestKind::Coach => None,
        }
    }

    fn shown(&self) -> Request {
        let (kind, to, moves) = match self.asked {
            RequestKind::Undo { to, moves, .. } => ("undo", Some(to), Some(moves)),
            RequestKind::Pause => ("pause", None, None),
            RequestKind::Coach => ("coach", None, None),
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
#[derive(Clone, Debug, Default)]
pub(super) struct Requests {
    /// At most one a seat.
    open: Vec<OpenRequest>,
    /// Seats whose requests came to nothing lately, and the times of that.
    failed: VecDeque<(Seat, Moment)>,
}

impl Requests {
    /// As the room object shows them.
    pub(crate) fn shown(&self) -> Vec<Request> {
        self.open.iter().map(OpenRequest::shown).collect()
    }

    /// Returns the moment at which the next one lapses.
    pub(crate) fn next_due(&self) -> Option<Moment> {
        self.open.iter().map(|open| open.until).min()
    }

    /// Returns the content of a seat's request with this id, while it is open.
    pub(crate) fn pending(&self, seat: Seat, id: Uuid) -> Option<u64> {
        let own = |open: &&OpenRequest| open.by == seat && open.id == id;
        self.open.iter().find(own).map(|open| open.content)
    }

    /// Checks whether this seat may ask for something under this id.
    fn may_ask(&self, now: Moment, seat: Seat, id: Uuid) -> Result<(), Refusal> {
        if self.open.iter().any(|open| open.by == seat) {
            let detail = "you already have an open request; withdraw it first";
            return Err(Refusal::new(Code::Illegal, detail));
        }
        if self.open.iter().any(|open| open.id == id) {
            return Err(Refusal::new(Code::IdReused, "another seat's request has this id"));
        }
        let window = Duration::from_millis(FAILED_WINDOW_MS);
        let recent = |at: &Moment| now.saturating_sub(*at) < window;
        let own = self.failed.iter().filter(|(by, at)| *by == seat && recent(at));
        let mut own = own.map(|(_, at)| *at);
        let (oldest, failed) = (own.next(), 1 + own.count());
        match oldest.filter(|_| failed >= FAILED_MOST) {
            None => Ok(()),
            Some(oldest) => {
                let detail = "too many of your requests came to nothing";
                let wait = window.saturating_sub(now.saturating_sub(oldest));
                Err(Refusal::new(Code::TooManyRequests, detail).after(millis(wait)))
            }
        }
    }

    /// Takes a request out that is no longer open.
    pub(super) fn take(&mut self, id: Uuid) {
        self.open.retain(|open| open.id != id);
    }

    /// Remembers a request that came to nothing.
    fn fail(&mut self, now: Moment, by: Seat) {
        let window = Duration::from_millis(FAILED_WINDOW_MS);
        self.failed.retain(|(_, at)| now.saturating_sub(*at) < window);
        self.failed.push_back((by, now));
    }
}

impl Room {
    /// Does at once what needs nobody's consent; asks the others for the rest.
    pub(super) fn ask_others(&self, env: &Env<'_>, asker: Asker, intent: &Intent) -> RoomStep {
        let Some(play) = &self.play else { return RoomStep::nothing() };
        let (game, now, seat) = (&play.game, play.time(env), asker.seat);
        if let Err(gone) = game.still_plays(seat) {
            return RoomStep::verdict(asker, Err(gone.into()));
        }
        let wanted = match *intent {
            Intent::Undo { to } => game.undoing(seat, to).map_err(Refusal::from).map(|undoing| {
                let kind = RequestKind::Undo { to, moves: undoing.moves, at: game.seq() };
                (kind, undoing.needs)
            }),
            Intent::Pause { want: true } => {
                let needs = game.pausing(seat).map_err(Refusal::from);
                needs.map(|needs| (RequestKind::Pause, needs))
            }
            Intent::Coach { .. } => {
                self.coaching_needs(seat).map(|needs| (RequestKind::Coach, needs))
            }
            Intent::Pause { want: false } => {
                let resume = Input::Resume { seat: Some(seat.0), id: Some(asker.id) };
                return self.enter_act(now, asker, resume, None);
            }
            Intent::Input(..) | Intent::Lesson { .. } | Intent::Consent { .. } => {
                return RoomStep::nothing();
            }
        };
        let (kind, needs) = match wanted {
            Ok(wanted) => wanted,
            Err(refused) => return RoomStep::verdict(asker, Err(refused)),
        };
        let open = OpenRequest {
            id: asker.id,
            content: asker.content,
            by: seat,
            asked: kind,
            needs,
            agreed: Vec::new(),
            until: env.after_ms(REQUEST_MS),
            until_ms: now + REQUEST_MS,
        };
        if open.needs.is_empty() {
            return match open.input() {
                Some(entry) => self.enter_act(now, asker, entry, None),
                None => RoomStep::memory(move |room, env, out| {
                    room.open_coaching(seat);
                    room.show_room(env, out, None);
                    let position = room.position().unwrap_or_default();
                    room.answer(out, asker, Ok(position));
                }),
            };
        }
        if let Err(not_now) = self.requests.may_ask(env.now, seat, asker.id) {
            return RoomStep::verdict(asker, Err(not_now));
        }
        RoomStep::memory(move |room, env, out| {
            room.requests.open.push(open);
            room.show_room(env, out, None);
        })
    }

    /// Handles a seat's answer to a request; the last consent makes the entry.
    pub(super) fn consent(
        &self,
        env: &Env<'_>,
        asker: Asker,
        request: Uuid,
        agree: bool,
    ) -> RoomStep {
        let no = |detail| RoomStep::verdict(asker, Err(Refusal::new(Code::Illegal, detail)));
        let seat = asker.seat;
        let Some(open) = self.requests.open.iter().find(|open| open.id == request) else {
            return no("there is no such open request");
        };
        let own = open.by == seat;
        let gone = self.play.as_deref().and_then(|play| play.game.still_plays(seat).err());
        if let Some(gone) = gone.filter(|_| !own) {
            return RoomStep::verdict(asker, Err(gone.into()));
        }
        if own && agree {
            return no("only the others can agree to your request; you can withdraw it");
        }
        if agree && open.agreed.contains(&seat.0) {
            return no("you have already agreed");
        }
        let mut open = open.clone();
        if agree {
            open.agreed.push(seat.0);
            open.agreed.sort_unstable();
            // A bot agrees to whatever is asked, also where nobody needs it.
            if open.needs.iter().all(|seat| open.agreed.contains(seat)) {
                return self.grant(env, asker, open);
            }
        }
        RoomStep::memory(move |room, env, out| {
            if agree {
                if let Some(standing) = room.requests.open.iter_mut().find(|one| one.id == request)
                {
                    *standing = open;
                }
            } else {
                let refuses = format!("seat {} refuses", seat.0);
                let why = if own { "withdrawn" } else { refuses.as_str() };
                room.requests.take(request);
                room.fail(env, out, &open, why);
            }
            room.show_room(env, out, None);
            let position = room.position().unwrap_or_default();
            room.answer(out, asker, Ok(position));
        })
    }

    /// Grants a request to which all have agreed.
    fn grant(&self, env: &Env<'_>, asker: Asker, open: OpenRequest) -> RoomStep {
        let Some(input) = open.input() else {
            return RoomStep::memory(move |room, env, out| {
                room.requests.take(open.id);
                room.open_coaching(open.by);
                room.show_room(env, out, None);
                let position = room.position().unwrap_or_default();
                let maker = &mut room.seats[open.by.index()];
                maker.answered.keep(open.id, open.content, Ok(position));
                room.answer_maker(out, &open, &Ok(position));
                room.answer(out, asker, Ok(position));
            });
        };
        self.enter(self.time(env), input, Some(open.id), move |room, env, out, verdict| {
            match &verdict {
                Ok(_) => {
                    room.stir(env, out);
                    room.answer_maker(out, &open, &verdict);
                }
                // Nothing has changed: who agreed last may say so again.
                Err(answer) if answer.passing() => {}
                Err(_) => {
                    room.requests.take(open.id);
                    room.fail(env, out, &open, "it is not possible any more");
                }
            }
            room.show_room(env, out, None);
            room.answer(out, asker, verdict);
        })
    }

    /// Ends the requests that time, the match's going on or its end have overtaken.
    pub(super) fn lapse_requests(&mut self, env: &Env<'_>, out: &mut RoomOutputs) {
        let table = self.play.as_deref().map(|play| &play.game);
        let seq = table.map_or(0, engine::Match::seq);
        let over = table.is_none_or(|table| table.outcome().is_some());
        let still = table.is_some_and(engine::Match::paused);
        let overtaken = |open: &OpenRequest| match open.asked {
            _ if over => Some("the match is over"),
            _ if open.until <= env.now => Some("not everyone answered in time"),
            RequestKind::Undo { at, .. } if at != seq => Some("the match went on"),
            RequestKind::Pause if still => Some("match time stands still already"),
            RequestKind::Undo { .. } | RequestKind::Pause | RequestKind::Coach => None,
        };
        let (lapsed, open): (Vec<OpenRequest>, Vec<OpenRequest>) =
            std::mem::take(&mut self.requests.open)
                .into_iter()
                .partition(|open| overtaken(open).is_some());
        self.requests.open = open;
        for one in &lapsed {
            self.fail(env, out, one, overtaken(one).unwrap_or_default());
        }
        if !lapsed.is_empty() {
            self.show_room(env, out, None);
        }
    }

    /// Ends a request that failed: its maker's message gets its answer.
    fn fail(&mut self, env: &Env<'_>, out: &mut RoomOutputs, open: &OpenRequest, why: &str) {
        debug!(room = %self.record.id, seat = open.by.0, why, "a request comes to nothing");
        self.requests.fail(env.now, open.by);
        let verdict = Err(Refusal::new(Code::NotAgreed, why));
        self.seats[open.by.index()].answered.keep(open.id, open.content, verdict.clone());
        self.answer_maker(out, open, &verdict);
    }

    /// Answers whoever holds the seat by now that made a request.
    fn answer_maker(&self, out: &mut RoomOutputs, open: &OpenRequest, verdict: &ActResult) {
        let socket = self.seats[open.by.index()].connection;
        for connection in socket.into_iter().chain(self.speakers(open.by)) {
            out.send(connection, &answer_message(open.id, verdict.clone()));
        }
    }
}
