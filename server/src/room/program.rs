//! Seats that the host gave to a program which had announced itself.
//!
//! Such a seat has a token and is played over a socket like any other. But nobody chose to wait for it: if
//! the program does not connect, its seat is free again; if it goes away in the match, or does not answer,
//! the server's own bot plays on for it, and the room says from which entry on. Who announces what is not
//! known here.

use std::sync::Arc;

use engine::Seat;
use protocol::Code;
use protocol::room::{BotLevel, RoomState, SeatKind};
use tracing::{info, warn};

use super::Room;
use super::answered::Answered;
use super::effect::{RoomEffect, RoomOutputs, RoomStep};
use super::env::{Env, Moment};
use super::input::{ProgramEnd, Reply};
use super::name;
use super::record::RoomRecord;
use super::refusal::{Refusal, STORAGE_RETRY_MS};
use super::seat_record::SeatRecord;
use super::seating::{ProgramSeat, SeatingProgram};
use super::token::{self, TokenHash};

/// The longest that a program waits in a lobby for its match, in milliseconds.
pub const PROGRAM_WAIT_MS: u64 = 10 * 60 * 1_000;

/// In-memory state of a seat that a program was given.
#[derive(Clone, Debug)]
pub(super) struct ProgramState {
    /// Held for whoever counts the rooms of the program; none after a restart, which forgets announcements.
    pub(super) holding: Option<Arc<ProgramSeat>>,
    /// Since when it has the seat, as far as this process knows.
    pub(super) since: Moment,
    /// Time before which nothing is done about it, after the store did not take it.
    pub(super) not_before: Moment,
}

impl ProgramState {
    /// Creates the state of a seat that was given now.
    pub(super) fn new(env: &Env<'_>, holding: Option<Arc<ProgramSeat>>) -> Self {
        Self { holding, since: env.now, not_before: env.now }
    }
}

/// Reason why a program does not keep its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProgramFault {
    /// It is not connected.
    Absent,
    /// The match has not begun.
    Waited,
    /// It does not answer.
    Silent,
}

impl Room {
    /// Gives a free seat to a program, for the host.
    pub(super) fn add_program(
        &self,
        env: &Env<'_>,
        bearer: TokenHash,
        seat: u8,
        seating: SeatingProgram,
    ) -> Result<RoomStep, Refusal> {
        self.free_for_host(bearer, seat)?;
        let SeatingProgram { name, program, holding } = seating;
        let names = self.record.seats.iter().filter_map(|seat| seat.name.as_deref());
        let name = name::distinct(name, &names)?;
        let token = token::draw(env.random);
        let mut draft = self.draft(env);
        draft.unready();
        let held = SeatRecord::held(name, Some(TokenHash::of(&token))).of_program(Some(program));
        draft.seats[usize::from(seat)] = SeatRecord { given: true, ..held };
        Ok(RoomStep::record(self, draft, move |room, env, out| {
            let state = &mut room.seats[usize::from(seat)];
            state.program = Some(ProgramState::new(env, Some(holding)));
            state.away_since = env.now;
            out.push(RoomEffect::Program(ProgramEnd::Given));
            room.show_room(env, out, None);
            out.reply(Ok(Reply::Given(Box::new((room.object(env), token)))));
        }))
    }

    /// Returns the seat whose program is the next to lose it, when, and why.
    fn next_fault(&self, env: &Env<'_>) -> Option<(Moment, u8, ProgramFault)> {
        let settings = env.settings;
        let after = |at: Moment, ms: u64| at + std::time::Duration::from_millis(ms);
        let untimed = self.play.as_deref().filter(|play| !play.timed());
        let fault = |(number, (state, kept)): (u8, (&super::SeatState, &SeatRecord))| {
            let program = state.program.as_ref().filter(|_| kept.given)?;
            let absent = |ms| {
                let gone = state.connection.is_none();
                gone.then(|| (after(state.away_since, ms), number, ProgramFault::Absent))
            };
            let fault = match self.record.state {
                RoomState::Lobby => absent(settings.program_seat_ms).or(Some((
                    after(program.since, PROGRAM_WAIT_MS),
                    number,
                    ProgramFault::Waited,
                ))),
                RoomState::Running if self.play.is_some() => {
                    let asked = state
                        .asked
                        .filter(|_| untimed.is_some_and(|play| !play.game.standing(Seat(number))));
                    let silent = asked.map(|asked| {
                        (
                            after(asked.since(), settings.program_move_ms),
                            number,
                            ProgramFault::Silent,
                        )
                    });
                    absent(settings.program_away_ms)
                        .into_iter()
                        .chain(silent)
                        .min_by_key(|one| one.0)
                }
                RoomState::Running
                | RoomState::Sealing
                | RoomState::Finished
                | RoomState::Abandoned => None,
            };
            fault.map(|(at, seat, why)| (at.max(program.not_before), seat, why))
        };
        let seats = (0..).zip(self.seats.iter().zip(&self.record.seats));
        seats.filter_map(fault).min_by_key(|(at, ..)| *at)
    }

    /// Returns the moment at which a program loses its seat, unless something happens before.
    pub(super) fn program_due(&self, env: &Env<'_>) -> Option<Moment> {
        self.next_fault(env).map(|(at, ..)| at)
    }

    /// Takes the seat of a program whose time is over: free again in a lobby, the bot's in a match.
    pub(super) fn end_program(&self, env: &Env<'_>) -> RoomStep {
        match self.next_fault(env).filter(|(at, ..)| *at <= env.now) {
            Some((_, seat, ProgramFault::Absent | ProgramFault::Silent)) if self.play.is_some() => {
                self.stand_in(env, seat)
            }
            Some((_, seat, why)) => self.free_program(env, seat, why),
            None => RoomStep::nothing(),
        }
    }

    /// Frees a seat in the lobby, and lets the host know.
    fn free_program(&self, env: &Env<'_>, seat: u8, why: ProgramFault) -> RoomStep {
        let mut draft = self.draft(env);
        draft.unready();
        draft.seats[usize::from(seat)] = SeatRecord::free();
        RoomStep::record_or_else(self, draft, move |room, env, out, stored| {
            if stored.is_err() {
                return room.try_program_later(env, seat);
            }
            info!(room = %room.record.id, seat, ?why, "a program lost its seat in the lobby");
            out.push(RoomEffect::Program(ProgramEnd::Absent));
            room.forget_program(env, out, seat, "the seat was given back");
            let detail = match why {
                ProgramFault::Absent => {
                    "the program did not connect in time: its seat is free again"
                }
                ProgramFault::Waited | ProgramFault::Silent => {
                    "the program waited long enough: its seat is free again"
                }
            };
            let host = room.record.host().and_then(|host| room.seats[usize::from(host)].connection);
            if let Some(host) = host {
                out.error(host, &Refusal::new(Code::ProgramAbsent, detail), None);
            }
            room.show_room(env, out, None);
        })
    }

    /// Has the server's bot play on for a program.
    fn stand_in(&self, env: &Env<'_>, seat: u8) -> RoomStep {
        let Some(play) = &self.play else { return RoomStep::nothing() };
        // What everybody may know: while a secret choice is open, no entry behind the veil.
        let from = play.game.position().seq;
        let mut draft = self.draft(env);
        let kept = &mut draft.seats[usize::from(seat)];
        (kept.kind, kept.level) = (SeatKind::Bot, Some(BotLevel::Normal));
        (kept.token, kept.given, kept.bot_from) = (None, false, Some(from));
        RoomStep::record_or_else(self, draft, move |room, env, out, stored| {
            if stored.is_err() {
                return room.try_program_later(env, seat);
            }
            info!(room = %room.record.id, seat, from, "the server's bot plays on for a program");
            out.push(RoomEffect::Program(ProgramEnd::Replaced));
            room.forget_program(env, out, seat, "the server's bot plays on for this seat");
            room.show_room(env, out, None);
            room.expect_resume(env, out);
        })
    }

    fn try_program_later(&mut self, env: &Env<'_>, seat: u8) {
        warn!(room = %self.record.id, seat, "a program's seat could not be taken yet");
        if let Some(program) = &mut self.seats[usize::from(seat)].program {
            program.not_before = env.after_ms(STORAGE_RETRY_MS);
        }
    }

    /// Forgets the program of a seat that is not its any more.
    pub(super) fn forget_program(
        &mut self,
        env: &Env<'_>,
        out: &mut RoomOutputs,
        seat: u8,
        reason: &'static str,
    ) {
        let state = &mut self.seats[usize::from(seat)];
        (state.answered, state.program) = (Answered::default(), None);
        self.dismiss(env, out, seat, reason);
        self.dismiss_coach(env, out, usize::from(seat));
    }
}

impl RoomRecord {
    /// Frees the seats of programs that nobody is left to play with, and returns them.
    pub(super) fn free_given(&mut self) -> Vec<u8> {
        if self.host().is_some() {
            return Vec::new();
        }
        let given = (0..).zip(&mut self.seats).filter(|(_, seat)| seat.given);
        given
            .map(|(number, seat)| {
                *seat = SeatRecord::free();
                number
            })
            .collect()
    }
}
