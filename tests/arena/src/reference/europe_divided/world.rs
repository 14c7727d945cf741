//! The board as numbers, and the effect of commands on it.
//!
//! Not the rules: the effect of a command is foreseen as far as it matters for weighing it. The
//! offer says whether it is legal.

use protocol::games::europe_divided::data::SymbolKind;
use protocol::games::europe_divided::{Command, Power, Public, Region, Side, Space};

use super::atlas::Atlas;

/// Price of placing a die or building an army.
pub(super) const PRICE: u16 = 2;
/// Price of an army that Russia builds with its Black Sea Card.
const SEA_PRICE: u16 = 3;
/// Rough amount that an effect pays, where the view does not say.
const EFFECT_MONEY: u16 = 2;
/// The highest die.
pub(super) const SIX: u8 = 6;

/// The contents of the board.
#[derive(Clone, Debug)]
pub(super) struct World {
    /// By power, then region.
    dice: [[u8; Region::COUNT]; Power::COUNT],
    /// By side, then space.
    armies: [[u8; Space::COUNT]; Side::COUNT],
    /// By side.
    money: [u16; Side::COUNT],
    tokens: [u8; Space::COUNT],
    pub(super) turn: u8,
}

impl World {
    /// Reads the board as everybody sees it.
    pub(super) fn of(public: &Public) -> Self {
        let mut world = Self {
            dice: [[0; Region::COUNT]; Power::COUNT],
            armies: [[0; Space::COUNT]; Side::COUNT],
            money: [public.sides[0].money, public.sides[1].money],
            tokens: [0; Space::COUNT],
            turn: public.turn,
        };
        for (region, dice) in &public.dice {
            for (power, value) in
                [(Power::Eu, dice.eu), (Power::Nato, dice.nato), (Power::Russia, dice.russia)]
            {
                *world.die_mut(power, *region) = value;
            }
        }
        for (side, armies) in
            [(Side::Europe, &public.armies.nato), (Side::Russia, &public.armies.russia)]
        {
            for (space, count) in armies {
                world.armies[side.index()][space.index()] = *count;
            }
        }
        for (space, count) in &public.money_tokens {
            world.tokens[space.index()] = *count;
        }
        world
    }

    pub(super) fn die(&self, power: Power, region: Region) -> u8 {
        self.dice[power.index()][region.index()]
    }

    fn die_mut(&mut self, power: Power, region: Region) -> &mut u8 {
        &mut self.dice[power.index()][region.index()]
    }

    /// Returns the highest die of a side.
    pub(super) fn best(&self, side: Side, region: Region) -> u8 {
        let powers = Power::ALL.iter().filter(|power| power.side() == side);
        powers.map(|power| self.die(*power, region)).max().unwrap_or_default()
    }

    pub(super) fn armies(&self, side: Side, space: Space) -> u8 {
        self.armies[side.index()][space.index()]
    }

    pub(super) fn money(&self, side: Side) -> u16 {
        self.money[side.index()]
    }

    /// Returns the value up to which a die may rise: not to 6 beside the other side's army or 6.
    pub(super) fn cap(&self, side: Side, region: Region) -> u8 {
        let other = side.opponent();
        let barred = self.armies(other, region.space()) > 0 || self.best(other, region) == SIX;
        if barred { SIX - 1 } else { SIX }
    }

    /// Returns the board after a command of this side's; `card` is the card that the question is
    /// about. It is unchanged if the command has no effect that is foreseen.
    pub(super) fn after(
        &self,
        atlas: &Atlas,
        side: Side,
        card: Option<protocol::games::europe_divided::ActionCard>,
        command: &Command,
    ) -> Self {
        let mut next = self.clone();
        match *command {
            Command::PlaceInfluence { power, region } => {
                next.pay(side, PRICE);
                *next.die_mut(power, region) = 1;
            }
            Command::IncreaseInfluence { power, region, amount } => {
                next.raise(power, region, amount);
            }
            Command::LowerInfluence { power, region } => {
                let die = next.die_mut(power, region);
                *die = die.saturating_sub(1);
            }
            Command::VisegradGroup { czechia_slovakia, poland } => {
                next.raise(czechia_slovakia, Region::CzechiaSlovakia, 2);
                next.raise(poland, Region::Poland, 2);
            }
            Command::GainMoney {} => {
                let row = card.and_then(|card| atlas.card(card));
                let symbol = row.and_then(|row| {
                    row.actions.iter().find(|symbol| symbol.action == SymbolKind::GainMoney)
                });
                let space = row.and_then(|row| row.region);
                let tokens = space.map_or(0, |space| self.tokens[space.index()]);
                let printed = symbol.map(|symbol| u16::from(symbol.amount));
                next.money[side.index()] += printed.unwrap_or(EFFECT_MONEY) + u16::from(tokens);
            }
            Command::BuildArmy { space } => {
                next.pay(side, PRICE);
                next.arrive(side, space);
            }
            Command::SeaBuild {} => {
                next.pay(side, SEA_PRICE);
                next.arrive(side, Space::BlackSea);
            }
            Command::MoveArmy { from, to } => {
                next.pay(side, atlas.steps(from, to) - 1);
                next.march(side, from, to);
            }
            Command::SeaMove { from, to } => next.march(side, from, to),
            Command::KeepAdvantages { .. }
            | Command::CouncilMeeting { .. }
            | Command::TakeCards { .. }
            | Command::CyberAttack {}
            | Command::LockInitiative { .. }
            | Command::Play { .. }
            | Command::Pass {}
            | Command::Propaganda {}
            | Command::Done {}
            | Command::Decline {}
            | Command::UseAdvantage { .. }
            | Command::SellAdvantage { .. }
            | Command::Fracture { .. }
            | Command::EndSegment {}
            | Command::PlaceHeadline { .. } => {}
        }
        next
    }

    fn pay(&mut self, side: Side, price: u16) {
        let money = &mut self.money[side.index()];
        *money = money.saturating_sub(price);
    }

    fn raise(&mut self, power: Power, region: Region, amount: u8) {
        let cap = self.cap(power.side(), region);
        let die = self.die_mut(power, region);
        *die = (*die + amount).min(cap.max(*die));
    }

    fn march(&mut self, side: Side, from: Space, to: Space) {
        let here = &mut self.armies[side.index()][from.index()];
        *here = here.saturating_sub(1);
        self.arrive(side, to);
    }

    /// Brings in an army: it meets armies first, then an opposing 6.
    fn arrive(&mut self, side: Side, space: Space) {
        let other = side.opponent();
        let opposing = &mut self.armies[other.index()][space.index()];
        if *opposing > 0 {
            *opposing -= 1;
            return;
        }
        let sixes = |world: &Self, region| world.best(other, region) == SIX;
        if let Some(region) = space.region().filter(|region| sixes(self, *region)) {
            for power in Power::ALL.iter().filter(|power| power.side() == other) {
                let die = self.die_mut(*power, region);
                *die = (*die).min(SIX - 1);
            }
            return;
        }
        self.armies[side.index()][space.index()] += 1;
    }
}
