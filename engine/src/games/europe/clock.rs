//! Time: when phases end, what falls due in open play, and the jump when all are ready.
//!
//! Crisis points, offers and the round's end lie in play time: match time since open play began,
//! plus what was jumped over. Nothing here reads a clock.

use protocol::games::europe::{ClosedBecause, Event, Phase};

use super::sink::Sink;
use super::state::Europe;
use super::why::Why;
use crate::game::{MatchMillis, Seat};

/// What falls due in open play; at the same time the first of these comes first.
// Rules page 4b.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    Expiry(u32),
    Crisis,
    RoundEnd,
}

impl Europe {
    /// Play time of the round.
    pub(super) fn played(&self, now: MatchMillis) -> u32 {
        let since = now.saturating_sub(self.began);
        u32::try_from(since).unwrap_or(u32::MAX).saturating_add(self.jumped)
    }

    /// When this much play time will have passed.
    pub(super) fn at_played(&self, played: u32) -> MatchMillis {
        self.began + u64::from(played.saturating_sub(self.jumped))
    }

    /// When the phase ends at the latest.
    pub(super) fn phase_ends(&self) -> Option<MatchMillis> {
        let options = self.options();
        match self.phase {
            Phase::Country | Phase::Choose => Some(self.began + u64::from(options.choose_ms)),
            Phase::Play => Some(self.at_played(options.round_ms)),
            Phase::Allocate => Some(self.began + u64::from(options.allocate_ms)),
            Phase::Over => None,
        }
    }

    /// The play time of the next crisis point of the round.
    pub(super) fn next_crisis(&self) -> Option<u32> {
        self.options().crisis_at_ms.get(usize::from(self.crises_past)).copied()
    }

    /// What is next in open play, and at which play time.
    fn next_due(&self) -> (u32, Due) {
        let round_end = (self.options().round_ms, Due::RoundEnd);
        let crisis = self.next_crisis().map(|at| (at, Due::Crisis));
        let expiries = self.offers.iter().map(|trade| (trade.expires, Due::Expiry(trade.id)));
        expiries.chain(crisis).fold(round_end, std::cmp::Ord::min)
    }

    /// When something falls due next.
    pub(super) fn due(&self) -> Option<MatchMillis> {
        match self.phase {
            Phase::Play => Some(self.at_played(self.next_due().0)),
            Phase::Country | Phase::Choose | Phase::Allocate | Phase::Over => self.phase_ends(),
        }
    }

    /// Carries out what is due by now.
    pub(super) fn run_due(&mut self, now: MatchMillis, ev: &mut impl Sink) {
        match self.phase {
            Phase::Country => self.end_countries(now, ev),
            Phase::Choose => self.end_choose(now, ev),
            Phase::Play => self.run_play(now, ev),
            Phase::Allocate => self.clean_up(now, ev),
            Phase::Over => {}
        }
    }

    fn run_play(&mut self, now: MatchMillis, ev: &mut impl Sink) {
        while self.phase == Phase::Play {
            let (at, due) = self.next_due();
            if at > self.played(now) {
                return;
            }
            match due {
                Due::Expiry(id) => self.close(id, ClosedBecause::Expired, ev),
                Due::Crisis => self.turn_crisis(ev),
                Due::RoundEnd => self.end_play(now, ev),
            }
        }
    }

    /// Says that a seat is ready, or no longer.
    // Rules page 2.6, `ready`.
    pub(super) fn get_ready(
        &mut self,
        seat: Seat,
        ready: bool,
        ev: &mut impl Sink,
    ) -> Result<(), Why> {
        if !self.options().end_early_when_ready {
            return Err(Why::NoEarlyEnd);
        }
        if self.player(seat).drawn.is_some() {
            return Err(Why::DrawPending);
        }
        if self.player(seat).ready == ready {
            return Err(Why::ReadyAlready(ready));
        }
        self.player_mut(seat).ready = ready;
        ev.all(Event::ReadyChanged { seat: seat.0, ready });
        Ok(())
    }

    /// Who does something else is no longer ready.
    pub(super) fn clear_ready(&mut self, seat: Seat, ev: &mut impl Sink) {
        if std::mem::take(&mut self.player_mut(seat).ready) {
            ev.all(Event::ReadyChanged { seat: seat.0, ready: false });
        }
    }

    /// When all are ready, play time jumps to the next crisis point, or to the end of the round.
    // Rules page 4b.6.
    pub(super) fn jump_if_all_ready(&mut self, now: MatchMillis, ev: &mut impl Sink) {
        let options = self.options();
        let all = self.active().iter().all(|seat| self.player(seat).ready);
        if self.phase != Phase::Play || !options.end_early_when_ready || !all {
            return;
        }
        let target = self.next_crisis().unwrap_or(options.round_ms);
        let by_ms = target.saturating_sub(self.played(now));
        self.jumped += by_ms;
        ev.all(Event::ClockJumped { by_ms });
        self.run_play(now, ev);
    }
}
