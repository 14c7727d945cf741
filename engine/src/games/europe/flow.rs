//! The course of a match: phases, rounds and the end.

use protocol::games::europe::{Country, EndReason, Event, Phase};

use super::state::{Europe, MatchEnd};
use crate::by_id::IdSet;
use crate::game::{EventSink, MatchMillis, Seat, SeatSet};

impl Europe {
    /// Returns the seats that must answer or may act.
    pub(super) fn awaited(&self) -> SeatSet {
        let awaited = self.active().iter().filter(|seat| self.asks(*seat));
        awaited.fold(SeatSet::EMPTY, SeatSet::with)
    }

    /// Checks whether the phase asks anything of a seat that plays.
    fn asks(&self, seat: Seat) -> bool {
        let own = self.player(seat);
        match self.phase {
            Phase::Country => own.country.is_none(),
            Phase::Choose => {
                own.chosen.is_none() && (own.dealt.is_some() || own.hidden_resource.is_some())
            }
            Phase::Play => !self.has_done_enough(seat),
            Phase::Allocate => own.allocation.is_none() && !own.citizens.is_empty(),
            Phase::Over => false,
        }
    }

    /// Returns the number of the question that the phase asks; open play's are the multiples of three.
    pub(super) fn question_number(&self) -> u32 {
        let before = 3 * u32::from(self.round.saturating_sub(1));
        match self.phase {
            Phase::Country => 1,
            Phase::Choose => before + 2,
            Phase::Play => before + 3,
            Phase::Allocate | Phase::Over => before + 4,
        }
    }

    /// Checks whether a question was one of open play.
    pub(super) const fn was_play(question: u32) -> bool {
        question.is_multiple_of(3)
    }

    /// Ends a phase in which all have answered.
    pub(super) fn go_on_if_answered(&mut self, now: MatchMillis, ev: &mut impl EventSink<Event>) {
        let answers = matches!(self.phase, Phase::Country | Phase::Choose | Phase::Allocate);
        if answers && self.awaited().is_empty() {
            self.run_due(now, ev);
        }
    }

    fn begin(&mut self, phase: Phase, now: MatchMillis) {
        self.phase = phase;
        self.began = now;
        self.jumped = 0;
        self.begin_acts();
    }

    /// Returns the countries that nobody has.
    pub(super) fn free_countries(&self) -> IdSet<Country> {
        let taken = self.seats().filter_map(|seat| self.player(seat).country).collect();
        Country::ALL.iter().copied().collect::<IdSet<Country>>().difference(taken)
    }

    /// Gives the rest the first free countries, in seat order; round 1 follows.
    // Rules page 4b.2.
    pub(super) fn end_countries(&mut self, now: MatchMillis, ev: &mut impl EventSink<Event>) {
        for seat in self.seats() {
            if self.player(seat).country.is_none()
                && let Some(country) = self.free_countries().nth(0)
            {
                self.player_mut(seat).country = Some(country);
                ev.all(Event::CountryTaken { seat: seat.0, country });
            }
        }
        self.begin_round(now, ev);
    }

    /// Deals the cards of a round.
    // Rules page 2.5, step 1: all or nothing.
    pub(super) fn begin_round(&mut self, now: MatchMillis, ev: &mut impl EventSink<Event>) {
        self.round += 1;
        ev.all(Event::RoundBegan { round: self.round });
        let players = usize::from(self.options().players);
        if self.resources_left() >= players {
            ev.all(Event::ResourcesDealt {});
            for seat in self.seats() {
                if let Some(card) = self.draw_resource(ev) {
                    self.player_mut(seat).hidden_resource = Some(card);
                    ev.only(seat, Event::ResourceDealt { card });
                }
            }
        }
        if self.citizens_left() >= 3 * players {
            ev.all(Event::CitizensDealt {});
            for seat in self.seats() {
                self.player_mut(seat).dealt = self.draw_three(seat, ev);
            }
        }
        self.begin(Phase::Choose, now);
        self.go_on_if_answered(now, ev);
    }

    /// Opens play, with the debts of the standing directives.
    pub(super) fn begin_play(&mut self, now: MatchMillis, ev: &mut impl EventSink<Event>) {
        self.begin(Phase::Play, now);
        self.crises_past = 0;
        ev.all(Event::PlayBegan { ends_ms: self.at_played(self.options().round_ms) });
        self.incur_standing_debts(ev);
    }

    /// Stops play: offers are void, everything face down is revealed, debts are collected.
    // Rules page 2.9, steps 1 to 3.
    pub(super) fn end_play(&mut self, now: MatchMillis, ev: &mut impl EventSink<Event>) {
        ev.all(Event::PlayEnded {});
        self.close_all(ev);
        for seat in self.seats() {
            self.resolve_draw(seat, ev);
        }
        self.reveal_everything(ev);
        self.collect(ev);
        self.knowledge.learnt();
        self.begin(Phase::Allocate, now);
        self.go_on_if_answered(now, ev);
    }

    /// Ends the match or begins the next round.
    // Rules page 2.10: the check is made once, after everyone's clean-up.
    pub(super) fn end_round(&mut self, now: MatchMillis, ev: &mut impl EventSink<Event>) {
        let happiness = |seat: Seat| self.player(seat).happiness;
        let active = self.active();
        let most = active.iter().map(happiness).max().unwrap_or_default();
        let options = self.options();
        if most < options.win_happiness && self.round < options.max_rounds {
            return self.begin_round(now, ev);
        }
        let happiest: Vec<Seat> = active.iter().filter(|seat| happiness(*seat) == most).collect();
        let richest = happiest.iter().map(|seat| self.player(*seat).coin).max();
        let mut winners = happiest.clone();
        winners.retain(|seat| Some(self.player(*seat).coin) == richest);
        let enough = most >= options.win_happiness;
        let reason = match (happiest.len(), winners.len()) {
            (1, _) if enough => EndReason::Happiness,
            (1, _) => EndReason::LimitHappiness,
            (_, 1) if enough => EndReason::Coin,
            (_, 1) => EndReason::LimitCoin,
            _ if enough => EndReason::Shared,
            _ => EndReason::LimitShared,
        };
        self.finish(winners.into_iter().fold(SeatSet::EMPTY, SeatSet::with), reason, ev);
    }

    fn finish(&mut self, winners: SeatSet, reason: EndReason, ev: &mut impl EventSink<Event>) {
        self.phase = Phase::Over;
        self.end = Some(MatchEnd { winners, reason });
        let winners = winners.iter().map(|seat| seat.0).collect();
        ev.all(Event::MatchEnded { winners, reason });
    }

    /// Carries out a resignation: defaults act for the seat, and it cannot win. The last one left wins.
    pub(super) fn give_up(&mut self, now: MatchMillis, seat: Seat, ev: &mut impl EventSink<Event>) {
        if self.phase == Phase::Over || self.player(seat).resigned {
            return;
        }
        self.player_mut(seat).resigned = true;
        ev.all(Event::Resigned { seat: seat.0 });
        self.withdraw(seat, ev);
        if self.active().len() == 1 {
            return self.finish(self.active(), EndReason::Resigned, ev);
        }
        self.go_on_if_answered(now, ev);
        self.jump_if_all_ready(now, ev);
    }
}
