//! The automatic course of a turn up to the next decision, and the end of a match.

use std::cmp::Ordering;

use protocol::games::balance_of_power::{Colour, EndReason, Event};

use super::state::{BalanceOfPower, Frame, MatchEnd, ThisTurn, TurnStep};
use crate::game::EventSink;

/// Number of collected objectives that win together with the own capital.
const OBJECTIVES_TO_WIN: usize = 3;

impl BalanceOfPower {
    /// Carries out automatic steps until a question is open or the match is over.
    pub(super) fn settle(&mut self, ev: &mut impl EventSink<Event>) {
        while let Some(frame) = self.stack.top().copied() {
            if let Frame::Turn(step) = frame {
                self.step(step, ev);
            } else if frame == Frame::Support && !self.can_buy_anything() {
                // Ruling 8: the step is skipped when nothing can be bought.
                self.stack.finish();
            } else {
                return;
            }
        }
    }

    // Rules page 3: the steps of a turn; the first two are the Command Room's.
    fn step(&mut self, step: TurnStep, ev: &mut impl EventSink<Event>) {
        let next = match step {
            TurnStep::Begin => {
                self.begin_turn(ev);
                if self.command_room() { TurnStep::Resistance } else { TurnStep::Draft }
            }
            TurnStep::Resistance => TurnStep::Support,
            TurnStep::Support => TurnStep::Draft,
            TurnStep::Draft => TurnStep::Attack,
            TurnStep::Attack => TurnStep::Collect,
            TurnStep::Collect => TurnStep::Manoeuvre,
            TurnStep::Manoeuvre => TurnStep::Draw,
            TurnStep::Draw => TurnStep::End,
            TurnStep::End => TurnStep::Begin,
        };
        self.stack.replace(Frame::Turn(next));
        match step {
            TurnStep::Begin => {}
            TurnStep::Resistance => self.begin_resistance(),
            TurnStep::Support => self.stack.call(Frame::Support),
            TurnStep::Draft => self.begin_draft(ev),
            TurnStep::Attack => self.stack.call(Frame::Attack),
            TurnStep::Collect => {
                if !self.fulfilled(self.active).is_empty() {
                    self.stack.call(Frame::Collect);
                }
            }
            TurnStep::Manoeuvre => self.stack.call(Frame::Manoeuvre),
            TurnStep::Draw => self.draw_earned_card(ev),
            TurnStep::End => self.end_turn(ev),
        }
    }

    fn begin_turn(&mut self, ev: &mut impl EventSink<Event>) {
        if self.turn > 0 {
            self.active = self.active.opponent();
        }
        self.turn += 1;
        self.this_turn = ThisTurn::default();
        ev.all(Event::TurnBegan { turn: self.turn, colour: self.active });
    }

    // Rules page 4: checked at the end of the active player's own turn.
    fn end_turn(&mut self, ev: &mut impl EventSink<Event>) {
        let own = self.active;
        if self.collected[own].len() >= OBJECTIVES_TO_WIN && self.holds_capital(own) {
            self.win(own, EndReason::Objectives, ev);
        } else if self.turn >= self.max_turns {
            self.end_at_limit(ev);
        }
    }

    fn holds_capital(&self, own: Colour) -> bool {
        self.capitals_held(own).any(|capital| capital == own)
    }

    /// Checks whether the active player wins with this turn's end as the map is.
    pub(super) fn wins_with_the_turn(&self) -> bool {
        let own = self.active;
        let missing = OBJECTIVES_TO_WIN.saturating_sub(self.collected[own].len());
        // A search asks this at every position, so what takes a look at the map comes last.
        let collects = || self.this_turn.collected.is_none() && !self.fulfilled(own).is_empty();
        missing <= 1 && self.holds_capital(own) && (missing == 0 || collects())
    }

    // Ruling 13: objectives, then territories, then troops, else a draw.
    fn end_at_limit(&mut self, ev: &mut impl EventSink<Event>) {
        let measures = |colour: Colour| {
            [
                (self.collected[colour].len() as u32, EndReason::LimitObjectives),
                (self.own(colour).len() as u32, EndReason::LimitTerritories),
                (self.army(colour.owner()), EndReason::LimitTroops),
            ]
        };
        for ((red, reason), (blue, _)) in
            measures(Colour::Red).into_iter().zip(measures(Colour::Blue))
        {
            match red.cmp(&blue) {
                Ordering::Greater => return self.win(Colour::Red, reason, ev),
                Ordering::Less => return self.win(Colour::Blue, reason, ev),
                Ordering::Equal => {}
            }
        }
        self.finish(None, EndReason::Draw, ev);
    }

    pub(super) fn win(
        &mut self,
        colour: Colour,
        reason: EndReason,
        ev: &mut impl EventSink<Event>,
    ) {
        self.finish(self.seat_of(colour), reason, ev);
    }

    /// Ends the match: nothing is asked any more.
    pub(super) fn finish(
        &mut self,
        winner: Option<u8>,
        reason: EndReason,
        ev: &mut impl EventSink<Event>,
    ) {
        while self.stack.finish().is_some() {}
        self.end = Some(MatchEnd { winner, reason });
        ev.all(Event::Ended { winner, reason });
    }
}
