//! Influence dice: placing, raising, lowering, and the contested cards they bring.

use protocol::games::europe_divided::{Event, Power, Region, Sea};

use super::state::{DOMINANCE, EuropeDivided, PRICE, STRONG};
use super::tables::Tables;
use super::why::Why;
use crate::game::EventSink;

impl EuropeDivided {
    /// Returns the highest value that a die may be raised to here.
    // Revised rules, "Increase influence": not to 6 where the opponent has an army or a 6.
    pub(super) fn cap(&self, power: Power, region: Region) -> u8 {
        let opponent = power.side().opponent();
        let army = self.armies[opponent][region.space()] > 0;
        if army || self.dominates(opponent, region) { STRONG } else { DOMINANCE }
    }

    /// Returns the amount by which a die rises when `add` is meant, to at most `limit`.
    ///
    /// Ruling: an increase with no effect is not legal.
    pub(super) fn check_raise(
        &self,
        power: Power,
        region: Region,
        add: u8,
        limit: u8,
    ) -> Result<u8, Why> {
        let die = self.die(power, region);
        if die == 0 {
            return Err(Why::NoDie(power, region));
        }
        let cap = self.cap(power, region).min(limit);
        if die >= cap {
            return Err(Why::AtCap(power, region, cap));
        }
        Ok(add.min(cap - die))
    }

    /// Checks whether a die may be placed here for this price.
    pub(super) fn check_place(&self, power: Power, region: Region, cost: u8) -> Result<(), Why> {
        if self.die(power, region) > 0 {
            return Err(Why::DieStands(power, region));
        }
        self.check_pay(power.side(), cost)
    }

    /// Returns the price of placing a die by a card's text.
    pub(super) const fn place_cost(free: bool) -> u8 {
        if free { 0 } else { PRICE }
    }

    pub(super) fn place(
        &mut self,
        power: Power,
        region: Region,
        cost: u8,
        ev: &mut impl EventSink<Event>,
    ) {
        self.pay(power.side(), cost);
        self.dice[power][region] = 1;
        ev.all(Event::InfluencePlaced { power, region, cost, by: None });
        self.update_seas(ev);
    }

    pub(super) fn raise(
        &mut self,
        power: Power,
        region: Region,
        by: u8,
        ev: &mut impl EventSink<Event>,
    ) {
        let from = self.die(power, region);
        let to = from + by;
        self.dice[power][region] = to;
        ev.all(Event::InfluenceChanged { power, region, from, to, by: None });
        if from < STRONG && to >= STRONG {
            self.take_contested_card(power, region, ev);
        }
        self.update_seas(ev);
    }

    /// Lowers a 6 to 5. Its contested card stays with its owner.
    pub(super) fn lower(&mut self, power: Power, region: Region, ev: &mut impl EventSink<Event>) {
        self.dice[power][region] = STRONG;
        let (from, to) = (DOMINANCE, STRONG);
        ev.all(Event::InfluenceChanged { power, region, from, to, by: None });
        self.update_seas(ev);
    }

    fn take_contested_card(
        &mut self,
        power: Power,
        region: Region,
        ev: &mut impl EventSink<Event>,
    ) {
        let side = power.side();
        let card = Tables::contested_card(region, side);
        let own = &mut self.sides[side];
        if own.open.remove(card) {
            own.discards.insert(card);
            own.taken += 1;
            ev.all(Event::ContestedCardTaken { side, card });
        }
    }

    /// Recomputes sea control, a function of the dice, after every change of one.
    pub(super) fn update_seas(&mut self, ev: &mut impl EventSink<Event>) {
        for sea in Sea::ALL.iter().copied() {
            let power = self.strongest_at(sea);
            if self.seas[sea] != power {
                self.seas[sea] = power;
                ev.all(Event::SeaControlChanged { sea, power });
            }
        }
    }

    // Revised rules, "Sea Cards": the highest sum of one power, from the minimum on; ties by the
    // printed order. Ruling: the minimum applies at all times.
    fn strongest_at(&self, sea: Sea) -> Option<Power> {
        let card = &self.rules.seas[sea];
        let sum = |power: Power| -> u8 {
            card.regions.iter().map(|region| self.die(power, region)).sum()
        };
        let mut best: Option<(Power, u8)> = None;
        for power in card.ties {
            let sum = sum(power);
            if sum >= card.minimum && best.is_none_or(|(_, highest)| sum > highest) {
                best = Some((power, sum));
            }
        }
        best.map(|(power, _)| power)
    }
}
