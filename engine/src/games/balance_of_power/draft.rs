//! The draft: the number of troops that a turn brings, and placing them.

use protocol::Rejection;
use protocol::games::balance_of_power::{Colour, Event, Region, Troops};

use super::state::{BalanceOfPower, Frame};
use crate::game::EventSink;

/// Territories and cities for one troop.
const PER_TROOP: usize = 3;
/// The fewest troops for territories and cities.
const LEAST: usize = 3;
/// The rule cited in refusals.
const RULE: &str = "Draft troops";

/// The troops of a draft without cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) base: u8,
    pub(super) regions: u8,
    pub(super) capitals: u8,
}

impl Draft {
    pub(super) fn total(self) -> u8 {
        self.base + self.regions + self.capitals
    }
}

impl BalanceOfPower {
    /// Returns the regions that a player holds whole.
    pub(super) fn regions_held(&self, colour: Colour) -> impl Iterator<Item = Region> {
        let own = self.own(colour);
        let whole = move |region: &Region| {
            self.rules.board.regions[*region].members.difference(own).is_empty()
        };
        Region::ALL.iter().copied().filter(whole)
    }

    /// Computes the draft of the current map.
    // Reference cards, "Draft troops".
    pub(super) fn draft(&self, colour: Colour) -> Draft {
        let own = self.own(colour);
        let counted = own.len() + own.intersection(self.cities).len();
        let bonus = |region| self.rules.board.regions[region].bonus;
        Draft {
            base: (counted / PER_TROOP).max(LEAST) as u8,
            regions: self.regions_held(colour).map(bonus).sum(),
            capitals: self.capitals_held(colour).count() as u8,
        }
    }

    /// Fixes the draft's size; a hand-in adds to it (ruling 3).
    pub(super) fn begin_draft(&mut self, ev: &mut impl EventSink<Event>) {
        let draft = self.draft(self.active);
        let Draft { base, regions, capitals } = draft;
        ev.all(Event::Drafted { colour: self.active, base, regions, capitals });
        self.stack.call(Frame::Draft { left: draft.total(), fresh: true });
    }

    /// Places some of the remaining troops; the step ends with the last one.
    pub(super) fn place(
        &mut self,
        left: u8,
        troops: &Troops,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        let own = self.own(self.active);
        if let Some((territory, _)) = troops.iter().find(|(territory, _)| !own.contains(*territory))
        {
            let detail = format!("{} is not yours", self.name(territory));
            return Err(Rejection::illegal(detail, RULE));
        }
        let total = troops.total();
        if total == 0 || total > u32::from(left) {
            let detail = format!("you placed {total} troops; place 1 to {left}");
            return Err(Rejection::illegal(detail, RULE));
        }
        for (territory, count) in troops.iter() {
            self.troops[territory] += u16::from(count);
        }
        ev.all(Event::Placed { colour: self.active, troops: *troops });
        let left = left - total as u8;
        if left == 0 {
            self.stack.finish();
        } else {
            self.stack.replace(Frame::Draft { left, fresh: false });
        }
        Ok(())
    }
}
