//! The actions of a revealed Action Card.

use protocol::games::europe_divided::data::{IncreaseRule, Special, SymbolKind, SymbolRow};
use protocol::games::europe_divided::{
    ActionCard, Cause, Command, Event, MoneySource, Power, Region, Sea, Side, Space,
};

use super::cause::By;
use super::commands::Choice;
use super::military::March;
use super::state::{Aftermath, CardInPlay, DOMINANCE, EuropeDivided, Frame, PRICE, STRONG, powers};
use super::why::Why;
use crate::game::EventSink;

/// Number of +1 increases that Propaganda gives.
pub(super) const PROPAGANDA_STEPS: u8 = 3;
/// Amount of each increase of the Visegrad Group.
const VISEGRAD_ADD: u8 = 2;

/// The rule of an `[Action]`.
const SPECIAL: &str = "Special actions";

/// An action that was found legal.
struct Use {
    /// The action's colour; specials have none.
    colour: Option<Power>,
    built_here: bool,
}

impl Use {
    /// The use of an `[Action]` of a card's text.
    const SPECIAL: Self = Self { colour: None, built_here: false };
}

impl EuropeDivided {
    /// Checks whether the side may take actions of this colour with the card.
    // Revised rules, "Action Cards: Europe player"; rules page 7, Fracture in the EU.
    fn check_colour(&self, card: ActionCard, power: Power) -> Result<(), Why> {
        let row = &self.rules.actions[card];
        if power == Power::Eu && row.region.is_some() && self.fracture == row.region {
            return Err(Why::Fractured(card));
        }
        match row.contested() {
            Some(region) if power != Power::Russia && self.die(power, region) < STRONG => {
                Err(Why::NeedsStrongDie(power, region))
            }
            _ => Ok(()),
        }
    }

    /// Appends the legal actions of a revealed card.
    pub(super) fn action_choices(&self, side: Side, card: ActionCard, out: &mut Vec<Choice>) {
        let row = &self.rules.actions[card];
        for symbol in &row.actions {
            self.symbol_choices(side, card, symbol, out);
        }
        if let Some(special) = row.special {
            self.special_choices(special, out);
        }
        out.push(Choice::One(Command::Pass {}));
    }

    /// Appends the legal uses of one symbol of a card.
    pub(super) fn symbol_choices(
        &self,
        side: Side,
        card: ActionCard,
        symbol: &SymbolRow,
        out: &mut Vec<Choice>,
    ) {
        if self.check_colour(card, symbol.power).is_err() {
            return;
        }
        match symbol.action {
            SymbolKind::PlaceInfluence => self.place_choices(symbol.power, out),
            SymbolKind::IncreaseInfluence => {
                self.increase_choices(symbol.power, symbol.amount, out);
            }
            SymbolKind::GainMoney => out.push(Choice::One(Command::GainMoney {})),
            SymbolKind::BuildArmy => {
                if self.check_build(side, PRICE).is_ok() {
                    let spaces = self.build_spaces(side, card);
                    let build = |space| Choice::One(Command::BuildArmy { space });
                    out.extend(spaces.into_iter().flatten().map(build));
                }
            }
            SymbolKind::MoveArmy => self.move_choices(side, March::Paid, out),
        }
    }

    /// Appends the legal uses of an `[Action]` of a card's text.
    pub(super) fn special_choices(&self, special: Special, out: &mut Vec<Choice>) {
        match special {
            Special::Propaganda if self.propaganda_step_exists() => {
                out.push(Choice::One(Command::Propaganda {}));
            }
            Special::Propaganda => {}
            Special::VisegradGroup => self.visegrad_choices(out),
        }
    }

    /// Returns what a gain money action of the card pays: its symbol, and the tokens of its region.
    pub(super) fn money_of(&self, card: ActionCard, symbol: u8) -> u8 {
        let tokens = self.rules.actions[card].region.map_or(0, |space| self.tokens[space]);
        symbol.saturating_add(tokens)
    }

    fn place_choices(&self, power: Power, out: &mut Vec<Choice>) {
        if self.can_pay(power.side(), PRICE) {
            let free = Region::ALL.iter().copied().filter(|at| self.die(power, *at) == 0);
            out.extend(free.map(|region| Choice::One(Command::PlaceInfluence { power, region })));
        }
    }

    fn increase_choices(&self, power: Power, symbol: u8, out: &mut Vec<Choice>) {
        for region in Region::ALL.iter().copied() {
            let Ok(most) = self.check_raise(power, region, symbol, DOMINANCE) else { continue };
            out.push(match self.rules.edition(self.edition).increase {
                IncreaseRule::UpToSymbol if most > 1 => {
                    Choice::IncreaseUpTo { power, region, most }
                }
                IncreaseRule::UpToSymbol | IncreaseRule::WholeSymbol => {
                    Choice::One(Command::IncreaseInfluence { power, region, amount: most })
                }
            });
        }
    }

    pub(super) fn move_choices(&self, side: Side, march: March, out: &mut Vec<Choice>) {
        for from in self.stations(side).iter() {
            let to = self.reach(side, from, march);
            if !to.is_empty() {
                out.push(Choice::Move { from, to, march });
            }
        }
    }

    /// Returns the spaces where a build action of the card may put the army: the card's own, or
    /// Turkey while NATO holds the Black Sea Card.
    fn build_spaces(&self, side: Side, card: ActionCard) -> [Option<Space>; 2] {
        let own = self.rules.actions[card].build_in;
        let by_sea = self.rules.seas[Sea::Black].nato_build_in.filter(|space| {
            side == Side::Europe && self.controls(Power::Nato, Sea::Black) && own != Some(*space)
        });
        [own, by_sea]
    }

    fn visegrad_choices(&self, out: &mut Vec<Choice>) {
        for czechia_slovakia in powers(Side::Europe) {
            for poland in powers(Side::Europe) {
                if self.check_visegrad(czechia_slovakia, poland).is_ok() {
                    out.push(Choice::One(Command::VisegradGroup { czechia_slovakia, poland }));
                }
            }
        }
    }

    // The card: a 6 of either colour in Hungary; dice of the chosen colours must stand there; one of
    // the two increases may be wasted.
    pub(super) fn check_visegrad(&self, czechia: Power, poland: Power) -> Result<[u8; 2], Why> {
        if !self.dominates(Side::Europe, Region::Hungary) {
            return Err(Why::NeedsDominance(Region::Hungary));
        }
        let raise =
            |power: Power, region| match self.check_raise(power, region, VISEGRAD_ADD, DOMINANCE) {
                Err(Why::AtCap(..)) => Ok(0),
                other => other,
            };
        if czechia == Power::Russia || poland == Power::Russia {
            return Err(Why::NotOnCard);
        }
        let by = [raise(czechia, Region::CzechiaSlovakia)?, raise(poland, Region::Poland)?];
        if by == [0, 0] { Err(Why::NoTarget(SPECIAL)) } else { Ok(by) }
    }

    pub(super) fn propaganda_step_exists(&self) -> bool {
        let raise = |region: &Region| self.check_raise(Power::Russia, *region, 1, DOMINANCE);
        Region::ALL.iter().any(|region| raise(region).is_ok())
    }

    /// Carries out an action of the revealed card.
    pub(super) fn act(
        &mut self,
        side: Side,
        card: ActionCard,
        command: &Command,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        if matches!(command, Command::Pass {}) {
            self.mark_passed(side, card);
            ev.all(Event::CardPassed { side, card });
            self.stack.finish();
            return Ok(());
        }
        if matches!(command, Command::Propaganda {}) {
            self.check_special(card, Special::Propaganda)?;
            if !self.propaganda_step_exists() {
                return Err(Why::NoTarget(SPECIAL));
            }
            self.stack.replace(Frame::Propaganda { card, taken: 0 });
            return Ok(());
        }
        // Control counts as it stood when the action was chosen (rules page 6).
        let sea_money: Vec<(Sea, u8)> = self.eu_sea_money(card).collect();
        let used = self.carry_out(side, card, command, ev)?;
        if used.colour == Some(Power::Eu) {
            for (sea, amount) in sea_money {
                self.gain(side, amount, MoneySource::SeaCard, &mut By(Cause::Sea { sea }, ev));
            }
        }
        self.finish_card(card, &used);
        Ok(())
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other command, also a future one, answers another question"
    )]
    fn carry_out(
        &mut self,
        side: Side,
        card: ActionCard,
        command: &Command,
        ev: &mut impl EventSink<Event>,
    ) -> Result<Use, Why> {
        let done = |colour| Ok(Use { colour: Some(colour), built_here: false });
        match *command {
            Command::PlaceInfluence { power, region } => {
                self.symbol(card, power, SymbolKind::PlaceInfluence)?;
                self.check_place(power, region, PRICE)?;
                self.place(power, region, PRICE, ev);
                done(power)
            }
            Command::IncreaseInfluence { power, region, amount } => {
                let symbol = self.symbol(card, power, SymbolKind::IncreaseInfluence)?;
                self.check_amount(power, region, symbol, amount)?;
                self.raise(power, region, amount, ev);
                done(power)
            }
            Command::GainMoney {} => {
                let power = if side == Side::Europe { Power::Eu } else { Power::Russia };
                let amount = self.symbol(card, power, SymbolKind::GainMoney)?;
                self.sides[side].money_actions += 1;
                self.gain(side, self.money_of(card, amount), MoneySource::Action, ev);
                done(power)
            }
            Command::BuildArmy { space } => {
                let power = army_power(side);
                self.symbol(card, power, SymbolKind::BuildArmy)?;
                if !self.build_spaces(side, card).contains(&Some(space)) {
                    return Err(Why::NotThere(space));
                }
                self.check_build(side, PRICE)?;
                self.build(side, space, PRICE, ev);
                let built_here = self.rules.actions[card].build_in == Some(space);
                Ok(Use { colour: Some(power), built_here })
            }
            Command::MoveArmy { from, to } => {
                let power = army_power(side);
                self.symbol(card, power, SymbolKind::MoveArmy)?;
                let price = self.check_move(side, from, to, March::Paid)?;
                self.march(side, (from, to), price, ev);
                done(power)
            }
            Command::VisegradGroup { czechia_slovakia, poland } => {
                self.check_special(card, Special::VisegradGroup)?;
                let [first, second] = self.check_visegrad(czechia_slovakia, poland)?;
                let raises = [
                    (czechia_slovakia, Region::CzechiaSlovakia, first),
                    (poland, Region::Poland, second),
                ];
                for (power, region, by) in raises.into_iter().filter(|(.., by)| *by > 0) {
                    self.raise(power, region, by, ev);
                }
                Ok(Use::SPECIAL)
            }
            _ => Err(Why::NotAsked),
        }
    }

    fn check_special(&self, card: ActionCard, special: Special) -> Result<(), Why> {
        let own = self.rules.actions[card].special == Some(special);
        if own { Ok(()) } else { Err(Why::NotOnCard) }
    }

    /// Returns the amount on the card's symbol of this kind and colour, if the side may use it.
    fn symbol(&self, card: ActionCard, power: Power, kind: SymbolKind) -> Result<u8, Why> {
        let fits = |symbol: &&SymbolRow| symbol.action == kind && symbol.power == power;
        let symbol = self.rules.actions[card].actions.iter().find(fits).ok_or(Why::NotOnCard)?;
        self.check_colour(card, power)?;
        Ok(symbol.amount)
    }

    fn check_amount(
        &self,
        power: Power,
        region: Region,
        symbol: u8,
        amount: u8,
    ) -> Result<(), Why> {
        let most = self.check_raise(power, region, symbol, DOMINANCE)?;
        let upto = self.rules.edition(self.edition).increase == IncreaseRule::UpToSymbol;
        let legal = if upto { (1..=most).contains(&amount) } else { amount == most };
        if legal { Ok(()) } else { Err(Why::Amount { legal: most, upto: upto && most > 1 }) }
    }

    /// Gives one +1 of Propaganda, or ends it.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other command, also a future one, answers another question"
    )]
    pub(super) fn propaganda(
        &mut self,
        card: ActionCard,
        taken: u8,
        command: &Command,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        let taken = match *command {
            Command::Done {} if taken == 0 => return Err(Why::NotYet),
            Command::Done {} => {
                ev.all(Event::StepsEnded { side: Side::Russia });
                PROPAGANDA_STEPS
            }
            Command::IncreaseInfluence { power: Power::Russia, region, amount } => {
                if amount != self.check_raise(Power::Russia, region, 1, DOMINANCE)? {
                    return Err(Why::Amount { legal: 1, upto: false });
                }
                self.raise(Power::Russia, region, 1, ev);
                taken + 1
            }
            _ => return Err(Why::NotAsked),
        };
        if taken < PROPAGANDA_STEPS && self.propaganda_step_exists() {
            self.stack.replace(Frame::Propaganda { card, taken });
        } else {
            self.finish_card(card, &Use::SPECIAL);
        }
        Ok(())
    }

    /// Finishes an action that was carried out: the card's Effects and Reactions follow.
    fn finish_card(&mut self, card: ActionCard, used: &Use) {
        self.stack.replace(Frame::Aftermath(Aftermath {
            card,
            nato: used.colour == Some(Power::Nato),
            built: used.built_here,
            window: 0,
            part: 0,
            opened: false,
            effect_used: false,
        }));
    }

    fn mark_passed(&mut self, side: Side, card: ActionCard) {
        for played in self.sides[side].table.iter_mut().flatten() {
            played.passed |= played.card == card;
        }
    }

    /// Reveals a locked card.
    pub(super) fn reveal(
        &mut self,
        side: Side,
        card: ActionCard,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        let own = &mut self.sides[side];
        if !own.locked.remove(card) {
            let held = own.hand.contains(card);
            return Err(if held { Why::NotLocked } else { Why::NotHeld });
        }
        let slot = own.table.iter_mut().find(|slot| slot.is_none()).ok_or(Why::NotHeld)?;
        *slot = Some(CardInPlay { card, passed: false });
        self.comes_to_light(card, true);
        self.knowledge.learnt();
        ev.all(Event::CardPlayed { side, card });
        self.stack.call(Frame::Action(side, card));
        Ok(())
    }

    pub(super) fn gain(
        &mut self,
        side: Side,
        amount: u8,
        source: MoneySource,
        ev: &mut impl EventSink<Event>,
    ) {
        self.sides[side].money += u16::from(amount);
        ev.all(Event::MoneyGained { side, amount, source, by: None });
    }
}

/// Returns the colour of a side's build and move actions.
pub(super) const fn army_power(side: Side) -> Power {
    match side {
        Side::Europe => Power::Nato,
        Side::Russia => Power::Russia,
    }
}
