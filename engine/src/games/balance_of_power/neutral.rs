//! Neutral resistance: defeated neutral troops may come back at the start of a turn.

use protocol::Rejection;
use protocol::games::balance_of_power::{Dice, Event, LastRoll, Owner, Territory, Troops};

use super::setup::RESISTANCE;
use super::state::{BalanceOfPower, Frame};
use crate::by_id::IdSet;
use crate::game::EventSink;

/// Sides of a die.
const SIDES: u64 = 6;
/// The rule cited in refusals.
const RULE: &str = "Charts: neutral resistance";

impl BalanceOfPower {
    /// Returns the sum that two dice must reach with the troops on the neutral chart; `None` when
    /// it is empty.
    pub(super) fn resistance_needed(&self) -> Option<u8> {
        let last = usize::from(self.charts[Owner::Neutral]).checked_sub(1)?;
        self.rules.resistance.get(last).copied()
    }

    /// Begins the step, which asks only with troops on the chart and neutral territories on the
    /// map; the chart is emptied in any case (ruling 2).
    pub(super) fn begin_resistance(&mut self) {
        if self.charts[Owner::Neutral] > 0 && !self.lands[Owner::Neutral].is_empty() {
            self.stack.call(Frame::Resist);
        } else {
            self.charts[Owner::Neutral] = 0;
        }
    }

    /// Rolls: with an equal or higher sum, half of the chart, rounded up, comes back.
    // Reference cards, "Neutral resistance".
    pub(super) fn resist(&mut self, ev: &mut impl EventSink<Event>) {
        let needed = self.resistance_needed().unwrap_or_default();
        let chart = std::mem::take(&mut self.charts[Owner::Neutral]);
        let drawn = self
            .dealer
            .series(RESISTANCE, |below| [1 + below(SIDES) as u8, 1 + below(SIDES) as u8]);
        let dice = Dice::new(&drawn);
        let returning = if drawn[0] + drawn[1] >= needed { chart.div_ceil(2) } else { 0 };
        self.this_turn.last_roll = Some(LastRoll::Resistance { dice, needed });
        ev.all(Event::ResistanceRolled { dice, needed, chart, returning });
        self.stack.finish();
        if returning > 0 {
            self.stack.call(Frame::ReturnTroops(returning));
        }
    }

    /// Declines the roll: the whole chart leaves.
    pub(super) fn decline_resistance(&mut self, ev: &mut impl EventSink<Event>) {
        let chart = std::mem::take(&mut self.charts[Owner::Neutral]);
        ev.all(Event::ResistanceDeclined { chart });
        self.stack.finish();
    }

    /// Puts the returning troops into neutral territories, all in one command.
    pub(super) fn return_troops(
        &mut self,
        count: u8,
        troops: &Troops,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        let neutral: IdSet<Territory> = self.lands[Owner::Neutral];
        if let Some((territory, _)) = troops.iter().find(|(at, _)| !neutral.contains(*at)) {
            let detail = format!("{} is not neutral", self.name(territory));
            return Err(Rejection::illegal(detail, RULE));
        }
        if troops.total() != u32::from(count) {
            let detail = format!("you returned {} troops; return exactly {count}", troops.total());
            return Err(Rejection::illegal(detail, RULE));
        }
        for (territory, returned) in troops.iter() {
            self.troops[territory] += u16::from(returned);
        }
        ev.all(Event::TroopsReturned { troops: *troops });
        self.stack.finish();
        Ok(())
    }
}
