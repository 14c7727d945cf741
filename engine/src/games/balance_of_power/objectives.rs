//! Objectives: their conditions, and collecting them.

use protocol::Rejection;
use protocol::games::balance_of_power::data::Condition;
use protocol::games::balance_of_power::{Colour, Event, Objective, OptionalStep, Owner, Territory};

use super::state::BalanceOfPower;
use crate::by_id::IdSet;
use crate::game::EventSink;

/// The rule cited in refusals.
const RULE: &str = "Objectives";

impl BalanceOfPower {
    /// Returns the face-up objectives that a player fulfils on the current map.
    pub(super) fn fulfilled(&self, colour: Colour) -> IdSet<Objective> {
        self.open.iter().filter(|objective| self.fulfils(colour, *objective)).collect()
    }

    fn fulfils(&self, colour: Colour, objective: Objective) -> bool {
        let own = self.own(colour);
        let board = &self.rules.board;
        let all = |wanted: IdSet<Territory>| wanted.difference(own).is_empty();
        let some =
            |of: IdSet<Territory>, count: u8| own.intersection(of).len() >= usize::from(count);
        match self.rules.objectives[objective].condition {
            Condition::Region { region } => all(board.regions[region].members),
            Condition::Regions { count } => self.regions_held(colour).count() >= usize::from(count),
            Condition::SeaLines {} => all(board.sea_lines),
            Condition::Rough { count } => some(board.rough, count),
            Condition::Cities { count } => some(self.cities, count),
            Condition::Site { site } => {
                all(board.sites.iter().filter(|at| board.site[*at] == Some(site)).collect())
            }
            Condition::NoNeutral {} => self.lands[Owner::Neutral].is_empty(),
        }
    }

    /// Takes an objective permanently; it is not replaced (rules page 3.3).
    pub(super) fn collect(
        &mut self,
        objective: Objective,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        let name = &self.rules.objectives[objective].name;
        if !self.open.contains(objective) {
            return Err(Rejection::illegal(format!("{name} does not lie face up"), RULE));
        }
        if !self.fulfils(self.active, objective) {
            return Err(Rejection::illegal(format!("{name} is not fulfilled"), RULE));
        }
        self.open.remove(objective);
        self.collected[self.active].insert(objective);
        self.this_turn.collected = Some(objective);
        ev.all(Event::Collected { colour: self.active, objective });
        self.stack.finish();
        Ok(())
    }

    /// Skips an optional step.
    pub(super) fn skip(&mut self, step: OptionalStep, ev: &mut impl EventSink<Event>) {
        ev.all(Event::Skipped { colour: self.active, step });
        self.stack.finish();
    }
}
