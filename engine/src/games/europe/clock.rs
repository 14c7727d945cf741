//! Time: the ends of phases, deadlines in open play, and the jump when all are ready.
//!
//! Crisis points, offers and the round's end lie in play time: match time since open play began,
//! plus what was skipped. Nothing here reads a clock. Where a room has none, play time stands still but
//! for the jumps, and nothing ever falls due by itself.

use protocol::games::europe::{ClosedBecause, Event, Phase};

use super::state::{Europe, UNTIMED_ACTS};
use super::why::Why;
use crate::game::{EventSink, MatchMillis, Seat};

/// The deadlines of open play; of those at the same time, the first in this list comes first.
// Rules page 4b.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum DueInPlay {
    Expiry(u32),
    Crisis,
    RoundEnd,
}

impl Europe {
    /// Returns the play time of the round.
    pub(super) fn played(&self, now: MatchMillis) -> u32 {
        if self.options().untimed {
            return self.jumped;
        }
        let since = now.saturating_sub(self.began);
        u32::try_from(since).unwrap_or(u32::MAX).saturating_add(self.jumped)
    }

    /// Returns the match time at which this much play time will have passed; `None` where no clock runs.
    pub(super) fn at_played(&self, played: u32) -> Option<MatchMillis> {
        let ahead = u64::from(played.saturating_sub(self.jumped));
        (!self.options().untimed).then_some(self.began + ahead)
    }

    /// Returns the latest end of the phase.
    pub(super) fn phase_ends(&self) -> Option<MatchMillis> {
        let options = self.options();
        if options.untimed {
            return None;
        }
        match self.phase {
            Phase::Country | Phase::Choose => Some(self.began + u64::from(options.choose_ms)),
            Phase::Play => self.at_played(options.round_ms),
            Phase::Allocate => Some(self.began + u64::from(options.allocate_ms)),
            Phase::Over => None,
        }
    }

    /// Returns the play time of the next crisis point of the round.
    pub(super) fn next_crisis(&self) -> Option<u32> {
        self.options().crisis_at_ms.get(usize::from(self.crises_past)).copied()
    }

    /// Returns the next deadline of open play, and its play time.
    fn next_due(&self) -> (u32, DueInPlay) {
        let round_end = (self.options().round_ms, DueInPlay::RoundEnd);
        let crisis = self.next_crisis().map(|at| (at, DueInPlay::Crisis));
        let expiries = self.offers.iter().map(|trade| (trade.expires, DueInPlay::Expiry(trade.id)));
        expiries.chain(crisis).fold(round_end, std::cmp::Ord::min)
    }

    /// Returns the match time of the next deadline.
    pub(super) fn due(&self) -> Option<MatchMillis> {
        match self.phase {
            Phase::Play => self.at_played(self.next_due().0),
            Phase::Country | Phase::Choose | Phase::Allocate | Phase::Over => self.phase_ends(),
        }
    }

    /// Carries out everything due by now.
    pub(super) fn run_due(&mut self, now: MatchMillis, ev: &mut impl EventSink<Event>) {
        match self.phase {
            Phase::Country => self.end_countries(now, ev),
            Phase::Choose => self.end_choose(now, ev),
            Phase::Play => self.run_play(now, ev),
            Phase::Allocate => self.clean_up(now, ev),
            Phase::Over => {}
        }
    }

    fn run_play(&mut self, now: MatchMillis, ev: &mut impl EventSink<Event>) {
        while self.phase == Phase::Play {
            let (at, due) = self.next_due();
            if at > self.played(now) {
                return;
            }
            match due {
                DueInPlay::Expiry(id) => self.close(id, ClosedBecause::Expired, ev),
                DueInPlay::Crisis => self.turn_crisis(ev),
                DueInPlay::RoundEnd => self.end_play(now, ev),
            }
        }
    }

    /// Sets whether a seat is ready.
    // Rules page 2.6, `ready`.
    pub(super) fn get_ready(
        &mut self,
        seat: Seat,
        ready: bool,
        ev: &mut impl EventSink<Event>,
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

    /// Clears the ready flag of a seat that does something else.
    pub(super) fn clear_ready(&mut self, seat: Seat, ev: &mut impl EventSink<Event>) {
        if std::mem::take(&mut self.player_mut(seat).ready) {
            ev.all(Event::ReadyChanged { seat: seat.0, ready: false });
        }
    }

    /// Counts an act of open play where no clock runs; a seat that has done enough is ready.
    pub(super) fn count_act(&mut self, seat: Seat, ev: &mut impl EventSink<Event>) {
        if self.phase != Phase::Play || !self.options().untimed {
            return;
        }
        let own = self.player_mut(seat);
        own.acts = own.acts.saturating_add(1);
        if self.has_done_enough(seat) && !std::mem::replace(&mut self.player_mut(seat).ready, true)
        {
            ev.all(Event::ReadyChanged { seat: seat.0, ready: true });
        }
    }

    /// Checks whether a seat may do nothing more in open play until a crisis or the end comes.
    pub(super) fn has_done_enough(&self, seat: Seat) -> bool {
        let own = self.player(seat);
        // Cards that were drawn are chosen from first: they lie between two places.
        own.acts >= UNTIMED_ACTS && own.drawn.is_none()
    }

    /// Lets all seats act again in open play.
    pub(super) fn begin_acts(&mut self) {
        for seat in self.seats() {
            let own = self.player_mut(seat);
            (own.ready, own.acts) = (false, 0);
        }
    }

    /// Jumps to the next crisis point or to the end of the round when all are ready.
    // Rules page 4b.6.
    pub(super) fn jump_if_all_ready(&mut self, now: MatchMillis, ev: &mut impl EventSink<Event>) {
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
