//! How a turn goes on by itself until somebody must decide, and how a match ends.

use std::cmp::Ordering;

use protocol::games::balance_of_power::{Colour, EndReason, Event};

use super::sink::Sink;
use super::state::{BalanceOfPower, End, Frame, Step, ThisTurn};

/// Collected objectives that win with the own capital.
const OBJECTIVES_TO_WIN: usize = 3;

impl BalanceOfPower {
    /// Carries automatic steps out until a question stands or the match is over.
    pub(super) fn settle(&mut self, ev: &mut impl Sink) {
        while let Some(frame) = self.stack.top().copied() {
            match frame {
                Frame::Turn(step) => self.step(step, ev),
                // Ruling 8: the step is skipped when nothing can be bought.
                Frame::Support if !self.can_buy_anything() => {
                    self.stack.finish();
                }
                Frame::PlaceMap
                | Frame::Choose
                | Frame::Resist
                | Frame::ReturnTroops(_)
                | Frame::Support
                | Frame::Draft { .. }
                | Frame::Attack
                | Frame::Reroll(_)
                | Frame::Occupy { .. }
                | Frame::Collect
                | Frame::Manoeuvre => return,
            }
        }
    }

    // Rules page 3: the steps of a turn; the first two are the Command Room's.
    fn step(&mut self, step: Step, ev: &mut impl Sink) {
        let next = match step {
            Step::Begin => {
                self.begin_turn(ev);
                if self.command_room() { Step::Resistance } else { Step::Draft }
            }
            Step::Resistance => Step::Support,
            Step::Support => Step::Draft,
            Step::Draft => Step::Attack,
            Step::Attack => Step::Collect,
            Step::Collect => Step::Manoeuvre,
            Step::Manoeuvre => Step::Draw,
            Step::Draw => Step::End,
            Step::End => Step::Begin,
        };
        self.stack.replace(Frame::Turn(next));
        match step {
            Step::Begin => {}
            Step::Resistance => self.begin_resistance(),
            Step::Support => self.stack.call(Frame::Support),
            Step::Draft => self.begin_draft(ev),
            Step::Attack => self.stack.call(Frame::Attack),
            Step::Collect => {
                if !self.fulfilled(self.active).is_empty() {
                    self.stack.call(Frame::Collect);
                }
            }
            Step::Manoeuvre => self.stack.call(Frame::Manoeuvre),
            Step::Draw => self.draw_earned_card(ev),
            Step::End => self.end_turn(ev),
        }
    }

    fn begin_turn(&mut self, ev: &mut impl Sink) {
        if self.turn > 0 {
            self.active = self.active.opponent();
        }
        self.turn += 1;
        self.this_turn = ThisTurn::default();
        ev.all(Event::TurnBegan { turn: self.turn, colour: self.active });
    }

    // Rules page 4: checked at the end of the active player's own turn.
    fn end_turn(&mut self, ev: &mut impl Sink) {
        let own = self.active;
        let holds_capital = self.capitals_held(own).any(|capital| capital == own);
        if self.collected[own].len() >= OBJECTIVES_TO_WIN && holds_capital {
            self.win(own, EndReason::Objectives, ev);
        } else if self.turn >= self.max_turns {
            self.end_at_limit(ev);
        }
    }

    // Ruling 13: objectives, then territories, then troops, else a draw.
    fn end_at_limit(&mut self, ev: &mut impl Sink) {
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

    pub(super) fn win(&mut self, colour: Colour, reason: EndReason, ev: &mut impl Sink) {
        self.finish(self.seat_of(colour), reason, ev);
    }

    /// Ends the match: nothing is asked any more.
    pub(super) fn finish(&mut self, winner: Option<u8>, reason: EndReason, ev: &mut impl Sink) {
        while self.stack.finish().is_some() {}
        self.end = Some(End { winner, reason });
        ev.all(Event::Ended { winner, reason });
    }
}
