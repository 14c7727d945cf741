//! Scoring at the end of a period, and the winner.

use protocol::games::europe_divided::data::EndStep;
use protocol::games::europe_divided::{EndReason, Event, Projection, Region, Side, SideProjection};

use super::state::{EuropeDivided, Frame, MatchEnd, TurnStep};
use crate::game::EventSink;

impl EuropeDivided {
    /// Carries out one end-of-turn step; a reset asks both sides.
    pub(super) fn end_step(&mut self, step: EndStep, ev: &mut impl EventSink<Event>) {
        match step {
            EndStep::ScoreDominance => self.score_dominance(ev),
            EndStep::AdvantageScore => self.score_advantages(ev),
            EndStep::AdvantageReset => {
                self.score_advantages(ev);
                self.draw_advantages(ev);
                self.stack.call(Frame::KeepAdvantages);
            }
            EndStep::GameEnd => self.finish_game(ev),
        }
    }

    /// Returns the end-of-turn steps that are still to come, each with its turn.
    pub(super) fn end_steps_to_come(&self) -> impl Iterator<Item = (u8, EndStep)> {
        let done = match self.stack.bottom() {
            Some(Frame::Turn(TurnStep::EndOfTurn(next))) => usize::from(*next),
            Some(Frame::Turn(TurnStep::Advance)) => usize::MAX,
            _ => 0,
        };
        let now = self.turn;
        let turns = self.rules.turns.iter().filter(move |row| row.turn >= now);
        turns.flat_map(move |row| {
            let done = if row.turn == now { done } else { 0 };
            row.end_of_turn.iter().skip(done).map(|step| (row.turn, *step))
        })
    }

    /// Returns the number of regions that a side dominates.
    // Revised rules, "Score Dominance": Europe scores a region once, even with two dice of 6.
    fn dominated(&self, side: Side) -> u8 {
        Region::ALL.iter().filter(|region| self.dominates(side, **region)).count() as u8
    }

    fn score_dominance(&mut self, ev: &mut impl EventSink<Event>) {
        for side in Side::ALL.iter().copied() {
            let prestige = self.dominated(side);
            self.sides[side].prestige += u16::from(prestige);
            ev.all(Event::DominanceScored { side, prestige });
        }
    }

    // Ruling: cards that score leave unseen.
    fn score_advantages(&mut self, ev: &mut impl EventSink<Event>) {
        for side in Side::ALL.iter().copied() {
            let own = &mut self.sides[side];
            let held = std::mem::take(&mut own.advantages);
            own.scored = own.scored.union(held);
            let prestige = held.len() as u8;
            self.score_cards(side, prestige);
            ev.all(Event::AdvantagesScored { side, prestige });
        }
    }

    /// Returns a side's prestige, including what counts at the end only.
    pub(super) fn total(&self, side: Side) -> u16 {
        self.sides[side].prestige + self.sides[side].pending
    }

    /// Returns armies on the board plus money: the second tie-break.
    fn armies_and_money(&self, side: Side) -> u16 {
        let armies: u16 = self.armies[side].values().iter().copied().map(u16::from).sum();
        armies + self.sides[side].money
    }

    // Revised rules, "Determining victory".
    fn finish_game(&mut self, ev: &mut impl EventSink<Event>) {
        for side in Side::ALL.iter().copied() {
            let own = &mut self.sides[side];
            own.prestige += std::mem::take(&mut own.pending);
        }
        let (winner, reason) = self.victory(&|side| self.total(side));
        self.finish(winner, reason, ev);
    }

    /// Returns who wins with this prestige, and by what.
    fn victory(&self, prestige: &dyn Fn(Side) -> u16) -> (Side, EndReason) {
        let compare = |value: &dyn Fn(Side) -> u16| {
            let (europe, russia) = (value(Side::Europe), value(Side::Russia));
            (europe != russia).then_some(if europe > russia { Side::Europe } else { Side::Russia })
        };
        let taken = |side: Side| u16::from(self.sides[side].taken);
        if let Some(side) = compare(prestige) {
            (side, EndReason::Prestige)
        } else if let Some(side) = compare(&taken) {
            (side, EndReason::ContestedCards)
        } else if let Some(side) = compare(&|side| self.armies_and_money(side)) {
            (side, EndReason::ArmiesAndMoney)
        } else {
            (Side::Europe, EndReason::TieToEurope)
        }
    }

    /// Returns the score if the board stayed as it is; made of what everybody sees alone.
    pub(super) fn projection(&self) -> Projection {
        let sides = [Side::Europe, Side::Russia].map(|side| self.side_projection(side));
        let (winner, reason) = match self.end {
            Some(MatchEnd { winner, reason }) => (winner, reason),
            None => self.victory(&|side| sides[side.index()].total),
        };
        Projection { sides, winner, reason: reason.into() }
    }

    fn side_projection(&self, side: Side) -> SideProjection {
        let scored = self.total(side);
        if self.end.is_some() {
            return SideProjection { scored, total: scored, ..SideProjection::default() };
        }
        let table = self.current.iter().chain(&self.forthcoming).flatten();
        let held = table.filter(|headline| self.fulfilled(**headline));
        let cards = held.map(|headline| &self.rules.headlines[*headline]);
        let headlines =
            cards.filter(|card| card.banner == side).map(|card| u16::from(card.prestige)).sum();
        let scorings =
            self.end_steps_to_come().filter(|(_, step)| *step == EndStep::ScoreDominance).count();
        let dominance = u16::from(self.dominated(side)) * scorings as u16;
        let advantages = u16::from(self.seen(side).advantages);
        let total = scored + headlines + dominance + advantages;
        SideProjection { scored, headlines, dominance, advantages, total }
    }

    pub(super) fn finish(
        &mut self,
        winner: Side,
        reason: EndReason,
        ev: &mut impl EventSink<Event>,
    ) {
        self.end = Some(MatchEnd { winner, reason });
        // A match that is given up during the initiative step leaves nothing to be kept secret by it.
        let open = self.before.take().is_some();
        if open && (self.council.is_some() || self.sides[Side::Europe].taking) {
            self.council_comes_to_light();
        }
        while self.stack.finish().is_some() {}
        ev.all(Event::MatchEnded { winner: Some(winner), reason });
    }
}
