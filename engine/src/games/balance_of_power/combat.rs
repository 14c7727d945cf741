//! Attacks: the legal ones, the dice, the losses, and the conquest.
//!
//! [`resolve`] is the whole rule of a roll and pure; everything else moves troops around it.

use protocol::Rejection;
use protocol::games::balance_of_power::{
    Dice, EndReason, Event, LastRoll, MOST_DICE, Owner, Support, Territory,
};

use super::setup::COMBAT;
use super::state::{BalanceOfPower, Frame, Roll};
use crate::by_id::IdSet;
use crate::dealer::Dealer;
use crate::game::{Below, EventSink};

/// The most dice into rough terrain.
const ROUGH_DICE: u8 = 2;
/// The most dice of a defender.
const DEFENCE_DICE: u16 = 2;
/// Sides of a die.
const SIDES: u64 = 6;
/// The rule cited in refusals.
const RULE: &str = "Attacking";

/// Troops lost in one roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// By the attacker.
    pub attacker: u8,
    /// By the defender.
    pub defender: u8,
}

/// Resolves a roll: the highest die against the highest, the second against the second; the
/// defender wins ties. Attack dice beyond the third and defence dice beyond the second do not
/// count.
// Rules page 3.2; the reference cards' readable side has the examples.
pub fn resolve(attack: &[u8], defence: &[u8]) -> Losses {
    let attack = falling(attack);
    let defence = falling(defence);
    let mut losses = Losses::default();
    for (attacker, defender) in
        attack.into_iter().zip(defence).take(usize::from(DEFENCE_DICE as u8))
    {
        // An absent die shows 0.
        if attacker == 0 || defender == 0 {
            break;
        }
        if attacker > defender {
            losses.defender += 1;
        } else {
            losses.attacker += 1;
        }
    }
    losses
}

/// Returns at most three dice, the highest first.
fn falling(dice: &[u8]) -> [u8; MOST_DICE] {
    let mut sorted = [0; MOST_DICE];
    for (slot, die) in sorted.iter_mut().zip(dice) {
        *slot = *die;
    }
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    sorted
}

/// Draws this many dice from the stream.
fn throw(count: u16, below: Below<'_>) -> Dice {
    let mut drawn = [0; MOST_DICE];
    let count = usize::from(count).min(MOST_DICE);
    for die in &mut drawn[..count] {
        *die = 1 + below(SIDES) as u8;
    }
    Dice::new(&drawn[..count])
}

/// Returns the number of dice that a defender throws: always the most it may (rules page 3.2, ruling).
const fn defence_dice(troops: u16) -> u16 {
    if troops < DEFENCE_DICE { troops } else { DEFENCE_DICE }
}

impl BalanceOfPower {
    /// Returns the most dice that may attack into a territory.
    pub(super) fn dice_limit(&self, by: Owner, to: Territory) -> u8 {
        let special = by != Owner::Neutral && self.bought(Support::SpecialUnit);
        if self.rules.board.rough.contains(to) && !special { ROUGH_DICE } else { MOST_DICE as u8 }
    }

    /// Returns the pairs of which the first may attack the second.
    pub(super) fn pairs(
        &self,
        from: IdSet<Territory>,
        to: IdSet<Territory>,
    ) -> impl Iterator<Item = (Territory, Territory)> {
        let near = move |at: Territory| {
            let targets = self.rules.board.graph.neighbours(at).intersection(to);
            targets.iter().map(move |target| (at, target))
        };
        self.armed(from).iter().flat_map(near)
    }

    /// Returns the attacks that the active player may make.
    pub(super) fn attacks(&self) -> impl Iterator<Item = (Territory, Territory)> {
        let own = self.own(self.active);
        let foreign = self.lands[self.active.opponent().owner()].union(self.lands[Owner::Neutral]);
        self.pairs(own, foreign)
    }

    fn check_attack(&self, from: Territory, to: Territory) -> Result<(), Rejection> {
        let refuse = |detail: String| Err(Rejection::illegal(detail, RULE));
        let own = self.own(self.active);
        if !own.contains(from) {
            return refuse(format!("{} is not yours", self.name(from)));
        }
        if own.contains(to) {
            return refuse(format!("{} is yours already", self.name(to)));
        }
        self.check_border(from, to)
    }

    pub(super) fn check_border(&self, from: Territory, to: Territory) -> Result<(), Rejection> {
        if self.rules.board.graph.neighbours(from).contains(to) {
            return Ok(());
        }
        let (from, to) = (self.name(from), self.name(to));
        Err(Rejection::illegal(format!("{from} and {to} are not adjacent"), RULE))
    }

    /// Makes one roll, or asks first whether reconnaissance changes it.
    pub(super) fn attack(
        &mut self,
        from: Territory,
        to: Territory,
        dice: u8,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        self.check_attack(from, to)?;
        let most = u16::from(self.dice_limit(self.active.owner(), to)).min(self.troops[from] - 1);
        if dice == 0 || u16::from(dice) > most {
            let (from, to) = (self.name(from), self.name(to));
            let detail =
                format!("from {from} into {to} you may throw 1 to {most} dice, not {dice}");
            let none = format!("the one troop in {from} must stay");
            return Err(Rejection::illegal(if most == 0 { none } else { detail }, RULE));
        }
        let defence = defence_dice(self.troops[to]);
        let (attack, defence) = self
            .dealer
            .series(COMBAT, |below| (throw(u16::from(dice), below), throw(defence, below)));
        let roll = Roll { from, to, attack, defence };
        if self.bought(Support::Reconnaissance) && !self.this_turn.scouted {
            self.this_turn.last_roll = Some(shown(&roll, None));
            ev.all(Event::Rolled { from, to, attack, defence });
            self.stack.call(Frame::Reroll(roll));
        } else {
            self.fight(&roll, ev);
        }
        Ok(())
    }

    /// Reconnaissance: throws one attack die again; the new value stands (ruling 9).
    pub(super) fn reroll(
        &mut self,
        roll: &Roll,
        die: u8,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        let Some(was) = roll.attack.values().get(usize::from(die)).copied() else {
            let most = roll.attack.count() - 1;
            let detail = format!("the attack dice are numbered 0 to {most}");
            return Err(Rejection::illegal(detail, "Combat support: reconnaissance"));
        };
        self.this_turn.scouted = true;
        let now = 1 + self.dealer.below(COMBAT, SIDES) as u8;
        ev.all(Event::Rerolled { die, was, now });
        let attack = roll.attack.with(usize::from(die), now);
        self.stack.finish();
        self.fight(&Roll { attack, ..*roll }, ev);
        Ok(())
    }

    /// Applies the losses of a roll of the active player.
    pub(super) fn fight(&mut self, roll: &Roll, ev: &mut impl EventSink<Event>) {
        let losses = resolve(roll.attack.values(), roll.defence.values());
        self.tell_fight(roll, losses, ev);
        let by = self.active.owner();
        self.lose(roll.from, by, u16::from(losses.attacker));
        self.lose(roll.to, self.owner(roll.to), u16::from(losses.defender));
        if self.troops[roll.to] == 0 {
            self.conquer(by, roll, ev);
        }
    }

    fn tell_fight(&mut self, roll: &Roll, losses: Losses, ev: &mut impl EventSink<Event>) {
        let Roll { from, to, attack, defence } = *roll;
        self.this_turn.last_roll = Some(shown(roll, Some(losses)));
        let Losses { attacker: attacker_lost, defender: defender_lost } = losses;
        ev.all(Event::Fought { from, to, attack, defence, attacker_lost, defender_lost });
    }

    fn lose(&mut self, territory: Territory, owner: Owner, troops: u16) {
        self.troops[territory] -= troops;
        self.defeat(owner, troops);
    }

    /// Attacks until the target falls or `stop_at` troops are left (ruling 4).
    pub(super) fn attack_until(
        &mut self,
        from: Territory,
        to: Territory,
        stop_at: u16,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        self.check_attack(from, to)?;
        self.check_stop(from, stop_at)?;
        self.campaign(self.active.owner(), (from, to), stop_at, ev);
        Ok(())
    }

    pub(super) fn check_stop(&self, from: Territory, stop_at: u16) -> Result<(), Rejection> {
        let standing = self.troops[from];
        if (1..standing).contains(&stop_at) {
            return Ok(());
        }
        let from = self.name(from);
        let detail = format!(
            "stop_at is at least 1 and below the {standing} troops in {from}, not {stop_at}"
        );
        Err(Rejection::illegal(detail, RULE))
    }

    /// Makes a series of rolls with the most dice: for `attack_until` and for a neutral attack.
    pub(super) fn campaign(
        &mut self,
        by: Owner,
        (from, to): (Territory, Territory),
        stop_at: u16,
        ev: &mut impl EventSink<Event>,
    ) {
        let limit = u16::from(self.dice_limit(by, to));
        let of = self.owner(to);
        // The dice are drawn from a copy, so that the rolls can change the rest of the state.
        let mut dealer: Dealer = self.dealer;
        let last = dealer.series(COMBAT, |below| {
            loop {
                let attack = throw((self.troops[from] - stop_at).min(limit), below);
                let defence = throw(defence_dice(self.troops[to]), below);
                let roll = Roll { from, to, attack, defence };
                let losses = resolve(attack.values(), defence.values());
                self.tell_fight(&roll, losses, ev);
                self.lose(from, by, u16::from(losses.attacker));
                self.lose(to, of, u16::from(losses.defender));
                if self.troops[to] == 0 || self.troops[from] == stop_at {
                    return roll;
                }
            }
        });
        self.dealer = dealer;
        if self.troops[to] == 0 {
            self.conquer(by, &last, ev);
        }
    }

    /// Moves the troops that attacked into the territory; if more may follow, the player is asked
    /// (ruling 5).
    pub(super) fn conquer(&mut self, by: Owner, roll: &Roll, ev: &mut impl EventSink<Event>) {
        let Roll { from, to, attack, .. } = *roll;
        let of = self.owner(to);
        self.hand_over(to, by);
        let least = u16::from(attack.count());
        self.troops[from] -= least;
        self.troops[to] = least;
        ev.all(Event::Conquered { territory: to, by, of });
        if by == self.active.owner() && of == self.active.opponent().owner() {
            self.this_turn.conquered = true;
        }
        if let Some(loser) = of.colour()
            && self.own(loser).is_empty()
        {
            ev.all(Event::Occupied { from, to, troops: least });
            self.win(loser.opponent(), EndReason::Elimination, ev);
        } else if self.troops[from] == 1 {
            ev.all(Event::Occupied { from, to, troops: least });
        } else {
            self.stack.call(Frame::Occupy { from, to, least });
        }
    }

    /// Returns the most troops that may move into a conquered territory, those that attacked included.
    pub(super) fn most_to_occupy(&self, from: Territory, least: u16) -> u16 {
        least + self.troops[from] - 1
    }

    /// Moves troops into the conquered territory.
    pub(super) fn occupy(
        &mut self,
        (from, to, least): (Territory, Territory, u16),
        troops: u16,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        let most = self.most_to_occupy(from, least);
        if !(least..=most).contains(&troops) {
            let detail = format!("{least} to {most} troops move in, not {troops}");
            return Err(Rejection::illegal(detail, RULE));
        }
        self.troops[from] -= troops - least;
        self.troops[to] += troops - least;
        ev.all(Event::Occupied { from, to, troops });
        self.stack.finish();
        Ok(())
    }
}

/// Returns a roll as everybody sees it; without losses while it may still change.
fn shown(roll: &Roll, losses: Option<Losses>) -> LastRoll {
    LastRoll::Combat {
        from: roll.from,
        to: roll.to,
        attack: roll.attack,
        defence: roll.defence,
        attacker_lost: losses.map(|losses| losses.attacker),
        defender_lost: losses.map(|losses| losses.defender),
    }
}
