//! Armies: building, moving, and what they meet where they arrive.

use protocol::games::europe_divided::{Event, Region, Side, Space};

use super::board::BySpace;
use super::state::{EuropeDivided, powers};
use super::why::Why;
use crate::by_id::IdSet;
use crate::game::EventSink;

/// The reach and the cost of a move.
#[derive(Clone, Copy, Debug)]
pub enum March {
    /// The first step is free, each further one costs 1 money.
    Paid,
    /// Up to this many steps, all free.
    Free(u8),
}

impl March {
    fn max_steps(self, purse: u8) -> u8 {
        match self {
            Self::Paid => purse.saturating_add(1),
            Self::Free(steps) => steps,
        }
    }

    fn cost(self, steps: u8) -> u8 {
        match self {
            Self::Paid => steps - 1,
            Self::Free(_) => 0,
        }
    }
}

impl EuropeDivided {
    /// Checks whether the side can pay.
    pub(super) fn check_pay(&self, side: Side, cost: u8) -> Result<(), Why> {
        if self.can_pay(side, cost) {
            Ok(())
        } else if self.sanctions && side == Side::Russia {
            Err(Why::Sanctions { cost })
        } else {
            Err(Why::Money { cost, have: self.sides[side].money })
        }
    }

    pub(super) fn pay(&mut self, side: Side, cost: u8) {
        self.sides[side].money -= u16::from(cost);
    }

    /// Returns the spaces through which the side's armies may pass.
    // Revised rules, "Army vs. army", "Army vs. influence dice": not through an opposing army or 6.
    fn passable(&self, side: Side) -> IdSet<Space> {
        let mut pass = self.rules.board.enter[side];
        let opponent = side.opponent();
        for space in pass.iter() {
            let dominated = |region: Region| self.dominates(opponent, region);
            if self.armies[opponent][space] > 0 || space.region().is_some_and(dominated) {
                pass.remove(space);
            }
        }
        pass
    }

    /// Visits the spaces that an army may go to from here, with the number of steps to each.
    pub(super) fn destinations(
        &self,
        side: Side,
        from: Space,
        march: March,
        mut visit: impl FnMut(IdSet<Space>, u8),
    ) {
        let limit = march.max_steps(self.purse(side));
        let enter = self.rules.board.enter[side];
        if self.armies[side][from] == 0 {
            return;
        }
        if limit == 1 {
            // One step passes through nothing: the common case in poverty and for free moves.
            return visit(self.rules.board.graph.neighbours(from).intersection(enter), 1);
        }
        self.rules.board.graph.rings(from, enter, self.passable(side), |ring, steps| {
            visit(ring, steps);
            steps < limit
        });
    }

    /// Returns every destination of a move from here.
    pub(super) fn reach(&self, side: Side, from: Space, march: March) -> IdSet<Space> {
        let mut reach = IdSet::EMPTY;
        self.destinations(side, from, march, |ring, _| reach = reach.union(ring));
        reach
    }

    /// Returns the price of a move from here to each destination, by the cheapest legal route; 0 for
    /// whatever is none.
    pub(super) fn prices(&self, side: Side, from: Space, march: March) -> BySpace<u8> {
        let mut prices = BySpace::default();
        self.destinations(side, from, march, |ring, steps| {
            ring.iter().for_each(|to| prices[to] = march.cost(steps));
        });
        prices
    }

    /// Returns the steps and the price of a move by the cheapest legal route.
    pub(super) fn check_move(
        &self,
        side: Side,
        from: Space,
        to: Space,
        march: March,
    ) -> Result<(u8, u8), Why> {
        if self.armies[side][from] == 0 {
            return Err(Why::NoArmy(from));
        }
        let mut found = None;
        self.destinations(side, from, march, |ring, steps| {
            if ring.contains(to) {
                found = Some((steps, march.cost(steps)));
            }
        });
        found.ok_or(Why::NoRoute { from, to })
    }

    /// Returns the spaces where the side has armies.
    pub(super) fn stations(&self, side: Side) -> IdSet<Space> {
        self.armies[side].iter().filter(|(_, count)| **count > 0).map(|(space, _)| space).collect()
    }

    /// Checks whether an army can be built for this price.
    // Rules page 5: no army is built while its supply is empty, not even one removed at once.
    pub(super) fn check_build(&self, side: Side, cost: u8) -> Result<(), Why> {
        if self.supply(side) == 0 {
            return Err(Why::NoSupply);
        }
        self.check_pay(side, cost)
    }

    pub(super) fn build(
        &mut self,
        side: Side,
        space: Space,
        cost: u8,
        ev: &mut impl EventSink<Event>,
    ) {
        self.pay(side, cost);
        ev.all(Event::ArmyBuilt { side, space, cost, by: None });
        self.arrive(side, space, ev);
    }

    pub(super) fn march(
        &mut self,
        side: Side,
        (from, to): (Space, Space),
        (steps, cost): (u8, u8),
        ev: &mut impl EventSink<Event>,
    ) {
        self.pay(side, cost);
        self.armies[side][from] -= 1;
        ev.all(Event::ArmyMoved { side, from, to, steps, cost, by: None });
        self.arrive(side, to, ev);
    }

    // Revised rules, "Military presence": armies meet armies first, then dominance.
    fn arrive(&mut self, side: Side, space: Space, ev: &mut impl EventSink<Event>) {
        let opponent = side.opponent();
        if self.armies[opponent][space] > 0 {
            self.armies[opponent][space] -= 1;
            return ev.all(Event::ArmiesRemoved { space });
        }
        match space.region().filter(|region| self.dominates(opponent, *region)) {
            Some(region) => {
                ev.all(Event::ArmyLostToInfluence { side, region });
                for power in powers(opponent) {
                    if self.die(power, region) == super::state::DOMINANCE {
                        self.lower(power, region, ev);
                    }
                }
            }
            None => self.armies[side][space] += 1,
        }
    }
}
