//! Effects and Reactions of a used card: windows in printed order, parts in printed order.
//!
//! A window opens on public facts only; one in which nothing but declining is possible is skipped.

use protocol::games::europe_divided::data::{Part, Placing, When, Window, WindowKind};
use protocol::games::europe_divided::{
    Cause, Command, Event, MoneySource, Power, Region, Side, Space,
};

use super::cause::By;
use super::commands::Choice;
use super::military::March;
use super::state::{Aftermath, DOMINANCE, EuropeDivided, Frame, PRICE};
use super::why::Why;
use crate::game::EventSink;

impl EuropeDivided {
    /// Returns the window that an aftermath has reached.
    fn window(&self, at: &Aftermath) -> Option<&Window> {
        self.rules.actions[at.card].window.get(usize::from(at.window))
    }

    /// Returns the side that decides in a window: Effects are the player's, Reactions the opponent's.
    pub(super) fn decider(&self, at: &Aftermath) -> Side {
        let player = self.rules.actions[at.card].side;
        match self.window(at).map(|window| window.kind) {
            Some(WindowKind::Reaction) => player.opponent(),
            Some(WindowKind::Effect) | None => player,
        }
    }

    /// Checks whether the open window is a Reaction.
    pub(super) fn is_reaction(&self, at: &Aftermath) -> bool {
        self.window(at).is_some_and(|window| window.kind == WindowKind::Reaction)
    }

    // Ruling: every condition is read when its window opens, after the action.
    fn condition_holds(&self, at: &Aftermath, window: &Window) -> bool {
        let when = match window.when {
            When::AnyUse => true,
            When::NatoAction => at.nato,
            When::BuildHere => at.built,
            When::EffectUsed => at.effect_used,
        };
        let region = self.rules.actions[at.card].contested();
        let six = |power: &Power| region.is_some_and(|at| self.die(*power, at) == DOMINANCE);
        when && (window.six.is_empty() || window.six.iter().any(six))
    }

    /// Goes on to the next part that somebody can use; `false` when none is left.
    pub(super) fn next_part(&mut self, mut at: Aftermath) -> bool {
        loop {
            let Some(window) = self.window(&at) else { return false };
            if at.part == 0 && !at.opened {
                at.opened = self.condition_holds(&at, window);
            }
            if !at.opened || usize::from(at.part) >= window.parts.len() {
                at = Aftermath { window: at.window + 1, part: 0, opened: false, ..at };
                continue;
            }
            if self.any_choice(&at) {
                self.stack.replace(Frame::Aftermath(at));
                return true;
            }
            at.part += 1;
        }
    }

    fn any_choice(&self, at: &Aftermath) -> bool {
        let mut choices = Vec::new();
        self.part_choices(at, &mut choices);
        !choices.is_empty()
    }

    /// Appends the choices of a window, declining included.
    pub(super) fn aftermath_choices(&self, at: &Aftermath, out: &mut Vec<Choice>) {
        self.part_choices(at, out);
        out.push(Choice::One(Command::Decline {}));
    }

    fn part(&self, at: &Aftermath) -> Option<&Part> {
        self.window(at)?.parts.get(usize::from(at.part))
    }

    fn part_choices(&self, at: &Aftermath, out: &mut Vec<Choice>) {
        let side = self.decider(at);
        match self.part(at) {
            Some(Part::Influence { powers, regions, .. }) => {
                for power in powers.iter().copied() {
                    for region in regions.iter().copied() {
                        let change = self.check_influence(at, power, region);
                        out.extend(change.ok().map(|change| {
                            Choice::One(match change {
                                DieChange::Place(_) => Command::PlaceInfluence { power, region },
                                DieChange::Raise(amount) => {
                                    Command::IncreaseInfluence { power, region, amount }
                                }
                            })
                        }));
                    }
                }
            }
            Some(Part::Build { space }) => {
                let build = Choice::One(Command::BuildArmy { space: *space });
                out.extend(self.check_build(side, PRICE).ok().map(|()| build));
            }
            Some(Part::MoveTo { space }) => {
                for from in self.stations(side).iter() {
                    if self.check_move(side, from, *space, March::Paid).is_ok() {
                        out.push(Choice::One(Command::MoveArmy { from, to: *space }));
                    }
                }
            }
            Some(Part::GainMoney { .. }) => out.push(Choice::One(Command::GainMoney {})),
            None => {}
        }
    }

    /// Returns the change that a +n part makes to this die: where the power has none, one may be
    /// placed instead.
    // Revised rules, "Effects and Reactions": a new die costs 2 money; free where the text says so.
    fn check_influence(
        &self,
        at: &Aftermath,
        power: Power,
        region: Region,
    ) -> Result<DieChange, Why> {
        let Some(Part::Influence { powers, regions, add, cap, place, only_powers_with_six }) =
            self.part(at)
        else {
            return Err(Why::NotAsked);
        };
        if !powers.contains(&power) || !regions.contains(&region) {
            return Err(Why::NotThere(region.space()));
        }
        let home = self.rules.actions[at.card].contested();
        if let Some(home) = home.filter(|_| *only_powers_with_six)
            && self.die(power, home) != DOMINANCE
        {
            return Err(Why::NeedsDominance(home));
        }
        if self.die(power, region) == 0 {
            let cost = Self::place_cost(*place == Placing::Free);
            self.check_place(power, region, cost)?;
            return Ok(DieChange::Place(cost));
        }
        Ok(DieChange::Raise(self.check_raise(power, region, *add, *cap)?))
    }

    /// Checks whether the open part places dice without paying.
    pub(super) fn places_free(&self, at: &Aftermath) -> bool {
        matches!(self.part(at), Some(Part::Influence { place: Placing::Free, .. }))
    }

    /// Returns the money that the open part pays.
    pub(super) fn effect_money(&self, at: &Aftermath) -> u8 {
        match self.part(at) {
            Some(Part::GainMoney { amount }) => *amount,
            _ => 0,
        }
    }

    /// Answers the open window.
    pub(super) fn answer(
        &mut self,
        mut at: Aftermath,
        command: &Command,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        let side = self.decider(&at);
        if matches!(command, Command::Decline {}) {
            ev.all(Event::Declined { side, card: at.card });
        } else {
            let card = at.card;
            let reaction = self.is_reaction(&at);
            let cause = if reaction { Cause::Reaction { card } } else { Cause::Effect { card } };
            self.use_part(&at, side, command, &mut By(cause, ev))?;
            at.effect_used |= !reaction;
        }
        at.part += 1;
        self.stack.replace(Frame::Aftermath(at));
        Ok(())
    }

    fn use_part(
        &mut self,
        at: &Aftermath,
        side: Side,
        command: &Command,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        let part = self.part(at).cloned().ok_or(Why::NotAsked)?;
        match (part, *command) {
            (Part::Influence { .. }, Command::PlaceInfluence { power, region }) => {
                match self.check_influence(at, power, region)? {
                    DieChange::Place(cost) => self.place(power, region, cost, ev),
                    DieChange::Raise(_) => return Err(Why::DieStands(power, region)),
                }
            }
            (Part::Influence { .. }, Command::IncreaseInfluence { power, region, amount }) => {
                match self.check_influence(at, power, region)? {
                    DieChange::Place(_) => return Err(Why::NoDie(power, region)),
                    DieChange::Raise(by) if by == amount => self.raise(power, region, by, ev),
                    DieChange::Raise(by) => return Err(Why::Amount { legal: by, upto: false }),
                }
            }
            (Part::Build { space }, Command::BuildArmy { space: wanted }) => {
                same_place(space, wanted)?;
                self.check_build(side, PRICE)?;
                self.build(side, space, PRICE, ev);
            }
            (Part::MoveTo { space }, Command::MoveArmy { from, to }) => {
                same_place(space, to)?;
                let price = self.check_move(side, from, to, March::Paid)?;
                self.march(side, (from, to), price, ev);
            }
            (Part::GainMoney { amount }, Command::GainMoney {}) => {
                self.gain(side, amount, MoneySource::Effect, ev);
            }
            _ => return Err(Why::NotAsked),
        }
        Ok(())
    }
}

/// The change that a +n part makes to a die.
#[derive(Clone, Copy, Debug)]
enum DieChange {
    /// A new die, for this price.
    Place(u8),
    /// The die rises by this much.
    Raise(u8),
}

fn same_place(named: Space, wanted: Space) -> Result<(), Why> {
    if named == wanted { Ok(()) } else { Err(Why::NotThere(wanted)) }
}
