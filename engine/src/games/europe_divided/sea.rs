//! Sea Cards: benefits in the own segment, and the EU's money.
//!
//! Ruling: Russia's two benefits and NATO's move are usable once a turn per power and card; NATO's
//! Turkey build and the EU's money have no such limit.

use protocol::games::europe_divided::{ActionCard, Cause, Command, Event, Power, Sea, Side, Space};

use super::actions::army_power;
use super::cause::By;
use super::commands::Choice;
use super::military::March;
use super::state::EuropeDivided;
use super::why::Why;
use crate::game::EventSink;

impl EuropeDivided {
    /// Appends the sea benefits that a side may use now.
    pub(super) fn sea_choices(&self, side: Side, out: &mut Vec<Choice>) {
        let card = &self.rules.seas[Sea::Baltic];
        if self.check_sea(side, Sea::Baltic).is_ok() {
            let from = match side {
                Side::Europe => card.nato_from,
                Side::Russia => card.russia_from.into_iter().collect(),
            };
            for from in from.iter().filter(|space| self.armies[side][*space] > 0) {
                let to = match side {
                    Side::Europe => self.reach(side, from, March::Free(1)),
                    Side::Russia => card.russia_to,
                };
                let to = to.iter().filter(|to| *to != from);
                out.extend(to.map(|to| Choice::One(Command::SeaMove { from, to })));
            }
        }
        if side == Side::Russia && self.check_sea_build().is_ok() {
            out.push(Choice::One(Command::SeaBuild {}));
        }
    }

    fn check_sea(&self, side: Side, sea: Sea) -> Result<(), Why> {
        let own = &self.sides[side];
        let used = if sea == Sea::Baltic { own.baltic_used } else { own.black_used };
        if !self.controls(army_power(side), sea) {
            return Err(Why::NoControl);
        }
        if used { Err(Why::UsedThisTurn) } else { Ok(()) }
    }

    fn check_sea_build(&self) -> Result<(Space, u8), Why> {
        self.check_sea(Side::Russia, Sea::Black)?;
        let (space, cost) = self.rules.seas[Sea::Black].russia_build.ok_or(Why::NotOnCard)?;
        self.check_build(Side::Russia, cost)?;
        Ok((space, cost))
    }

    /// Moves an army by the Baltic Sea Card.
    pub(super) fn sea_move(
        &mut self,
        side: Side,
        from: Space,
        to: Space,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        self.check_sea(side, Sea::Baltic)?;
        let card = &self.rules.seas[Sea::Baltic];
        match side {
            Side::Europe if !card.nato_from.contains(from) => return Err(Why::NotThere(from)),
            Side::Europe => drop(self.check_move(side, from, to, March::Free(1))?),
            // Ruling: Russia's move is straight to the named space, then armies meet as always.
            Side::Russia if card.russia_from != Some(from) => return Err(Why::NotThere(from)),
            Side::Russia if !card.russia_to.contains(to) => return Err(Why::NotThere(to)),
            Side::Russia if self.armies[side][from] == 0 => return Err(Why::NoArmy(from)),
            Side::Russia => {}
        }
        self.sides[side].baltic_used = true;
        let ev = &mut By(Cause::Sea { sea: Sea::Baltic }, ev);
        self.march(side, (from, to), (1, 0), ev);
        Ok(())
    }

    /// Builds an army in the Black Sea.
    pub(super) fn sea_build(
        &mut self,
        side: Side,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        if side == Side::Europe {
            return Err(Why::NoControl);
        }
        let (space, cost) = self.check_sea_build()?;
        self.sides[side].black_used = true;
        let ev = &mut By(Cause::Sea { sea: Sea::Black }, ev);
        self.build(side, space, cost, ev);
        Ok(())
    }

    /// Returns what the EU gains by an EU action on this contested card, as control is now.
    pub(super) fn eu_sea_money(&self, card: ActionCard) -> impl Iterator<Item = (Sea, u8)> {
        let row = &self.rules.actions[card];
        let region = row.contested().filter(|_| row.side == Side::Europe);
        let pays = move |(sea, power): (Sea, &Option<Power>)| {
            let card = &self.rules.seas[sea];
            let named = region.is_some_and(|region| card.regions.contains(region));
            (named && *power == Some(Power::Eu) && card.eu_money > 0)
                .then_some((sea, card.eu_money))
        };
        self.seas.iter().filter_map(pays)
    }
}
