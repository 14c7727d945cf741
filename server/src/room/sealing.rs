//! Between lobby and match: seats commit themselves to entropy, then reveal it.
//!
//! Nobody's entropy is shown before everybody's is here, and every step is durable before it is
//! shown or answered. A seat that committed itself and stays silent voids the attempt: it is named,
//! the server's secret of that attempt is published, and a fresh one is drawn. So whoever refuses gains
//! one new deal at most twice, and everybody sees who. Nothing here knows a match or a clock's time.

use fairness::hex;
use fairness::record::{HeaderBot, Voided, VoidedSeat};
use fairness::vd1::seat_commitment;
use protocol::Code;
use protocol::room::{Entropy, RoomState, SeatFairness, SeatKind};
use tracing::{info, warn};

use super::Room;
use super::effect::{Errand, RoomStep};
use super::env::Env;
use super::input::ReadFor;
use super::message::Said;
use super::randomness::Randomness;
use super::record::{DealAttempt, RoomRecord};
use super::refusal::{Refusal, STORAGE_RETRY_MS};
use super::seat_record::SeatRecord;

/// Number of attempts at a deal that a room has; if the last one is void too, the room is given up.
pub const ATTEMPTS_MAX: u32 = 3;

impl RoomRecord {
    /// Checks whether any seat brings entropy.
    fn committed(&self) -> bool {
        self.seats.iter().any(|seat| seat.commitment.is_some())
    }

    /// Returns the seats that committed themselves and have not revealed.
    fn unrevealed(&self) -> Vec<u8> {
        let silent = (0..).zip(&self.seats).filter(|(_, seat)| {
            let (bound, open) = (&seat.commitment, &seat.entropy);
            bound.is_some() && open.is_none()
        });
        silent.map(|(number, _)| number).collect()
    }

    /// Checks whether everything that the match begins with is here.
    pub(crate) fn sealed(&self) -> bool {
        match self.state {
            RoomState::Lobby => self.all_ready() && !self.committed(),
            RoomState::Sealing => self.unrevealed().is_empty(),
            RoomState::Running | RoomState::Finished | RoomState::Abandoned => false,
        }
    }

    /// Forgets who is ready: nobody has agreed to this company, or to this attempt, yet; bots agree to
    /// any.
    pub(crate) fn unready(&mut self) {
        for seat in &mut self.seats {
            let ready = seat.kind == SeatKind::Bot;
            (seat.ready, seat.commitment, seat.entropy) = (ready, None, None);
        }
    }

    /// Writes down which mind plays for each bot's seat, before anything is dealt.
    fn name_bots(&mut self) {
        for seat in self.seats.iter_mut().filter(|seat| seat.kind == SeatKind::Bot) {
            let level = seat.level.unwrap_or_default();
            let mind = mind::digest(&self.game, level).map(|digest| hex::encode(&digest));
            seat.named = Some(Box::new(HeaderBot { level: level.as_str().to_owned(), mind }));
        }
    }

    /// Returns what the seats brought, as everybody may see it now: as long as one may still refuse, it
    /// must not know what the others' entropy is.
    pub(crate) fn brought(&self) -> Vec<SeatFairness> {
        let open = self.unrevealed().is_empty();
        let seat = |seat: &SeatRecord| SeatFairness {
            commitment: seat.commitment.clone(),
            entropy: seat.entropy.clone().filter(|_| open),
        };
        self.seats.iter().map(seat).collect()
    }

    /// Gives this attempt up, and begins the next one if there is one left.
    fn give_up_attempt(&mut self, random: &Randomness) {
        let seat = |seat: &SeatRecord| VoidedSeat {
            commitment: seat.commitment.clone(),
            entropy: seat.entropy.clone(),
        };
        self.voided.push(Voided {
            attempt: self.attempt.number,
            commitment: self.attempt.commitment.clone(),
            server_secret: self.attempt.secret.clone(),
            seats: self.seats.iter().map(seat).collect(),
            missing: self.unrevealed(),
        });
        self.unready();
        let next = self.attempt.number + 1;
        if next < ATTEMPTS_MAX {
            self.attempt = DealAttempt::new(self.id, &self.rules(), next, random);
            self.state = RoomState::Lobby;
        } else {
            self.state = RoomState::Abandoned;
        }
    }
}

/// Parses 32 bytes as the protocol writes them.
fn bytes_32(text: &str, what: &str) -> Result<[u8; 32], Refusal> {
    let malformed =
        || Refusal::new(Code::Malformed, format!("{what} has 64 lower-case hexadecimal digits"));
    hex::decode_32(text).ok_or_else(malformed)
}

impl Room {
    /// Stores that a seat is ready, perhaps bound to entropy; its newest word counts. With the last one
    /// the match begins, or the reveals.
    pub(super) fn get_ready(
        &self,
        env: &Env<'_>,
        said: Said,
        seat: u8,
        commitment: Option<String>,
    ) -> Result<RoomStep, Refusal> {
        if let Some(text) = &commitment {
            bytes_32(text, "a commitment")?;
        }
        // Where nothing can be proved, nobody is bound to anything.
        let commitment = commitment.filter(|_| self.record.unproven.is_none());
        let own = &self.record.seats[usize::from(seat)];
        let begun = matches!(self.record.state, RoomState::Sealing | RoomState::Running);
        if said.re.id.is_some() && begun && own.ready && own.commitment == commitment {
            // It came twice, or its answer was lost.
            return Ok(RoomStep::memory(move |_, _, out| out.accept(&said)));
        }
        self.in_lobby()?;
        let mut draft = self.draft(env);
        let wanted = draft.entropy == Entropy::Required;
        let own = &mut draft.seats[usize::from(seat)];
        if wanted && own.kind == SeatKind::Person && commitment.is_none() {
            let detail =
                "this room requires entropy from everybody: send a commitment with `ready`";
            return Err(Refusal::new(Code::EntropyRequired, detail));
        }
        if own.ready && own.commitment == commitment {
            return Ok(self.begins(said));
        }
        own.ready = true;
        own.commitment = commitment;
        if draft.all_ready() {
            draft.name_bots();
            if draft.committed() {
                draft.state = RoomState::Sealing;
            }
        }
        Ok(self.brings(said, draft, true))
    }

    /// Stores the entropy by which a seat opens its commitment; with the last one the match begins.
    pub(super) fn reveal(
        &self,
        env: &Env<'_>,
        said: Said,
        seat: u8,
        entropy: &str,
    ) -> Result<RoomStep, Refusal> {
        let given = bytes_32(entropy, "entropy")?;
        let own = &self.record.seats[usize::from(seat)];
        let begun = self.record.state == RoomState::Running;
        if said.re.id.is_some() && begun && own.entropy.as_deref() == Some(entropy) {
            // Its answer was lost, and the match has begun with it.
            return Ok(RoomStep::memory(move |_, _, out| out.accept(&said)));
        }
        let bound = own.commitment.as_deref().filter(|_| self.record.state == RoomState::Sealing);
        let Some(bound) = bound else {
            return Err(Refusal::new(Code::Stale, "no entropy is expected from you"));
        };
        let attempt = self.record.attempt.number;
        let opened = seat_commitment(self.record.id.as_bytes(), attempt, seat, &given);
        if hex::encode(&opened) != bound {
            let detail = "this is not the entropy that your seat committed itself to";
            return Err(Refusal::new(Code::EntropyMismatch, detail));
        }
        if own.entropy.is_some() {
            return Ok(self.begins(said));
        }
        let mut draft = self.draft(env);
        draft.seats[usize::from(seat)].entropy = Some(hex::encode(&given));
        // What was revealed is seen when all have: `RoomRecord::brought`.
        Ok(self.brings(said, draft, false))
    }

    /// Stores what a seat brought. With the last of it the match begins, and shows itself; else the
    /// room is shown if there is anything to see.
    fn brings(&self, said: Said, draft: RoomRecord, shows: bool) -> RoomStep {
        RoomStep::record_or_else(self, draft, move |room, env, out, stored| {
            if stored.is_err() {
                return out.refuse(said, Refusal::storage());
            }
            if room.record.sealed() {
                out.push(Errand::Read(ReadFor::Ready(said.by)));
            } else if shows {
                room.show_room(env, out, None);
            }
            out.accept(&said);
        })
    }

    /// Begins the match if everything is here, and it has not begun.
    fn begins(&self, said: Said) -> RoomStep {
        let sealed = self.record.sealed();
        RoomStep::memory(move |_, _, out| {
            if sealed {
                out.push(Errand::Read(ReadFor::Ready(said.by)));
            }
            out.accept(&said);
        })
    }

    /// Ends the time to reveal.
    pub(super) fn end_sealing(&self, env: &Env<'_>) -> RoomStep {
        let missing = self.record.unrevealed();
        if missing.is_empty() {
            // Everything is here; only the store could not take the match's beginning yet.
            return RoomStep::memory(|room, env, _| {
                room.reveal_by = Some(env.after_ms(env.settings.reveal_ms));
            });
        }
        let attempt = self.record.attempt.number;
        let mut draft = self.draft(env);
        draft.give_up_attempt(env.random);
        RoomStep::record_or_else(self, draft, move |room, env, out, stored| {
            if stored.is_err() {
                // Until it is durable nothing was given up, and a late reveal still counts.
                warn!(room = %room.record.id, attempt, "the void attempt was not stored");
                room.reveal_by = room.reveal_by.and(Some(env.after_ms(STORAGE_RETRY_MS)));
                return;
            }
            let room_id = room.record.id;
            info!(room = %room_id, attempt, ?missing, "seats did not reveal: the attempt is void");
            room.show_room(env, out, None);
        })
    }
}
