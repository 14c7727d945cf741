//! Choices: small plain values that stand for one legal command or a family of them.

use protocol::games::balance_of_power::{
    Card, Colour, Command, Dice, Objective, Owner, Placement, Support, Territory, Troops,
};
use protocol::ids::Id;

use super::check::MOST_STARS;
use super::command_room::{balanced, without_site};
use super::state::{BalanceOfPower, Frame};
use crate::by_id::IdSet;
use crate::game::{Below, shuffle};

/// The most troops of one territory that a placed map may have.
pub(super) const MOST_PLACED: u8 = 60;

/// A legal command, or a family of legal commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Place the whole map; the sums may still be wrong.
    PlaceMap,
    /// Let the deal place it.
    Auto,
    /// Choose a colour and the first player.
    Choose,
    /// Roll for neutral resistance.
    Resist,
    /// Do without it.
    Decline,
    /// Return exactly this many troops to these territories.
    ReturnTroops(u8, IdSet<Territory>),
    /// Buy support that takes no inputs.
    Buy(Support),
    /// Buy a manoeuvre from here to one of these.
    StartManoeuvre(Territory, IdSet<Territory>),
    /// Buy an attack of this neutral territory into this one.
    NeutralAttack(Territory, Territory),
    /// Buy nothing more.
    Done,
    /// Hand one of these cards in: each has enough stars alone.
    HandInOne(IdSet<Card>),
    /// Hand in a number of these cards, from the fewest to the most.
    HandIn(IdSet<Card>, u8, u8),
    /// Hand in a number of these cards, but their stars may still be too many.
    HandInLoose(IdSet<Card>, u8, u8),
    /// Place up to this many troops on these territories.
    Place(u8, IdSet<Territory>),
    /// Attack with up to this many dice.
    Attack(Territory, Territory, u8),
    /// Attack until the target falls or a number of troops is left.
    AttackUntil(Territory, Territory),
    /// Throw one of these dice again.
    Reroll(Dice),
    /// Keep the roll.
    Keep,
    /// Move troops in, from the fewest to the most.
    Occupy(u16, u16),
    /// Attack no more.
    EndAttack,
    /// Collect one of these.
    Collect(IdSet<Objective>),
    /// Move troops from here to one of these.
    Manoeuvre(Territory, IdSet<Territory>),
    /// Skip the step.
    Skip,
}

impl BalanceOfPower {
    /// Returns the seat that must act.
    pub(super) fn awaited(&self) -> Option<u8> {
        let frame = self.stack.top()?;
        if matches!(frame, Frame::Turn(_)) {
            None
        } else if *frame == Frame::PlaceMap {
            Some(self.placer)
        } else if *frame == Frame::Choose {
            Some(1 - self.placer)
        } else {
            self.seat_of(self.active)
        }
    }

    /// Appends the legal choices of the seat that must act.
    pub(super) fn choices_now(&self, out: &mut Vec<Choice>) {
        let Some(frame) = self.stack.top() else { return };
        match *frame {
            Frame::Turn(_) => {}
            Frame::PlaceMap => out.extend([Choice::PlaceMap, Choice::Auto]),
            Frame::Choose => out.push(Choice::Choose),
            Frame::Resist => out.extend([Choice::Resist, Choice::Decline]),
            Frame::ReturnTroops(count) => {
                out.push(Choice::ReturnTroops(count, self.lands[Owner::Neutral]));
            }
            Frame::Support => self.support_choices(out),
            Frame::Draft { left, fresh } => {
                if self.may_hand_in(fresh) {
                    self.hand_in_choices(out);
                }
                out.push(Choice::Place(left, self.own(self.active)));
            }
            Frame::Attack => {
                let own = self.active.owner();
                for (from, to) in self.attacks() {
                    let most = self.troops[from] - 1;
                    let dice = u16::from(self.dice_limit(own, to)).min(most) as u8;
                    out.push(Choice::Attack(from, to, dice));
                    out.push(Choice::AttackUntil(from, to));
                }
                out.push(Choice::EndAttack);
            }
            Frame::Reroll(roll) => out.extend([Choice::Reroll(roll.attack), Choice::Keep]),
            Frame::Occupy { from, least, .. } => {
                out.push(Choice::Occupy(least, self.most_to_occupy(from, least)));
            }
            Frame::Collect => {
                out.extend([Choice::Collect(self.fulfilled(self.active)), Choice::Skip]);
            }
            Frame::Manoeuvre => {
                out.extend(self.manoeuvres().map(|(from, to)| Choice::Manoeuvre(from, to)));
                out.push(Choice::Skip);
            }
        }
    }

    fn support_choices(&self, out: &mut Vec<Choice>) {
        for kind in Support::ALL.iter().copied().filter(|kind| self.can_pay(*kind)) {
            match kind {
                Support::Reconnaissance | Support::SpecialUnit => out.push(Choice::Buy(kind)),
                Support::StartManoeuvre => {
                    let all = self.manoeuvres();
                    out.extend(all.map(|(from, to)| Choice::StartManoeuvre(from, to)));
                }
                Support::NeutralAttack => {
                    let all = self.neutral_attacks();
                    out.extend(all.map(|(from, to)| Choice::NeutralAttack(from, to)));
                }
            }
        }
        out.push(Choice::Done);
    }

    /// Appends the families of sets that surely have 2 to 10 stars, and one for the larger sets
    /// that may have more: how many two-star cards still fit depends on the others.
    fn hand_in_choices(&self, out: &mut Vec<Choice>) {
        let hand = self.hands[self.active];
        let held = hand.len();
        let strong: IdSet<Card> = hand.iter().filter(|card| self.stars(*card) > 1).collect();
        if !strong.is_empty() {
            out.push(Choice::HandInOne(strong));
        }
        let surely = |count: &usize| count + strong.len().min(*count) <= MOST_STARS;
        let sure = (2..=held).take_while(surely).last();
        if let Some(most) = sure {
            out.push(Choice::HandIn(hand, 2, most as u8));
        }
        let weak = held - strong.len();
        let maybe = |count: &usize| count + count.saturating_sub(weak) <= MOST_STARS;
        let next = sure.unwrap_or(1) + 1;
        if let Some(most) = (next..=held).take_while(maybe).last() {
            out.push(Choice::HandInLoose(hand, next as u8, most as u8));
        }
    }

    /// Checks whether the command belongs to this choice.
    pub(super) fn covers(&self, choice: &Choice, command: &Command) -> bool {
        match (*choice, command) {
            (Choice::PlaceMap, Command::PlaceMap { territories, .. }) => self.fits(territories),
            (Choice::Auto, Command::Auto {})
            | (Choice::Choose, Command::Choose { .. })
            | (Choice::Resist, Command::Resist {})
            | (Choice::Decline, Command::Decline {})
            | (Choice::Done, Command::Done {})
            | (Choice::Keep, Command::Keep {})
            | (Choice::EndAttack, Command::EndAttack {})
            | (Choice::Skip, Command::Skip {}) => true,
            (Choice::ReturnTroops(count, on), Command::ReturnTroops { troops }) => {
                troops.total() == u32::from(count) && troops.iter().all(|(at, _)| on.contains(at))
            }
            (Choice::HandInOne(of), Command::HandIn { cards }) => {
                matches!(cards[..], [card] if of.contains(card))
            }
            (
                Choice::HandIn(of, least, most) | Choice::HandInLoose(of, least, most),
                Command::HandIn { cards },
            ) => {
                let set: IdSet<Card> = cards.iter().copied().collect();
                (usize::from(least)..=usize::from(most)).contains(&cards.len())
                    && set.len() == cards.len()
                    && set.difference(of).is_empty()
            }
            (Choice::Place(left, on), Command::Place { troops }) => {
                (1..=u32::from(left)).contains(&troops.total())
                    && troops.iter().all(|(at, _)| on.contains(at))
            }
            (Choice::Attack(from, to, most), Command::Attack { from: here, to: there, dice }) => {
                (from, to) == (*here, *there) && (1..=most).contains(dice)
            }
            (
                Choice::AttackUntil(from, to),
                Command::AttackUntil { from: here, to: there, stop_at },
            ) => (from, to) == (*here, *there) && (1..self.troops[from]).contains(stop_at),
            (Choice::Reroll(dice), Command::Reroll { die }) => *die < dice.count(),
            (Choice::Occupy(least, most), Command::Occupy { troops }) => {
                (least..=most).contains(troops)
            }
            (Choice::Collect(of), Command::Collect { objective }) => of.contains(*objective),
            (Choice::Manoeuvre(from, to), Command::Manoeuvre { from: here, to: there, troops }) => {
                from == *here && to.contains(*there) && (1..self.troops[from]).contains(troops)
            }
            (_, Command::Support { .. }) => self.covers_support(choice, command),
            _ => false,
        }
    }

    fn covers_support(&self, choice: &Choice, command: &Command) -> bool {
        let Command::Support { kind, from, to, troops, stop_at } = *command else { return false };
        match (*choice, kind) {
            (Choice::Buy(wanted), _) => {
                let bare = from.is_none() && to.is_none() && troops.is_none() && stop_at.is_none();
                kind == wanted && bare
            }
            (Choice::StartManoeuvre(here, there), Support::StartManoeuvre) => {
                from == Some(here)
                    && to.is_some_and(|to| there.contains(to))
                    && troops.is_some_and(|troops| (1..self.troops[here]).contains(&troops))
                    && stop_at.is_none()
            }
            (Choice::NeutralAttack(here, there), Support::NeutralAttack) => {
                (from, to) == (Some(here), Some(there))
                    && stop_at.is_some_and(|stop_at| (1..self.troops[here]).contains(&stop_at))
                    && troops.is_none()
            }
            _ => false,
        }
    }

    /// Checks whether a map fits the template that is offered; its sums are checked elsewhere.
    fn fits(&self, map: &Placement) -> bool {
        let sites = self.rules.board.sites;
        map.iter().all(|(at, garrison)| {
            (1..=MOST_PLACED).contains(&garrison.troops)
                && (!sites.contains(at) || garrison.owner == Owner::Neutral)
        })
    }

    /// Draws a command of this choice; of a loose one, a legal command.
    pub(super) fn pick(&self, choice: &Choice, below: Below<'_>) -> Command {
        match *choice {
            Choice::PlaceMap => {
                let mut order = without_site(&self.rules.board);
                shuffle(&mut order, below);
                let (territories, capitals) = balanced(&self.rules.board, &order);
                Command::PlaceMap { territories, capitals }
            }
            Choice::Auto => Command::Auto {},
            Choice::Choose => {
                let mut colour = || Colour::ALL[below(2) as usize];
                Command::Choose { colour: colour(), first: colour() }
            }
            Choice::Resist => Command::Resist {},
            Choice::Decline => Command::Decline {},
            Choice::ReturnTroops(count, on) => {
                Command::ReturnTroops { troops: spread(count, on, below) }
            }
            Choice::Buy(_) | Choice::StartManoeuvre(..) | Choice::NeutralAttack(..) => {
                self.pick_support(choice, below)
            }
            Choice::Done => Command::Done {},
            Choice::HandInOne(of) => Command::HandIn { cards: vec![one_of(of, below)] },
            Choice::HandIn(of, least, most) => {
                Command::HandIn { cards: some_of(of, least, most, below) }
            }
            Choice::HandInLoose(of, least, most) => {
                Command::HandIn { cards: self.weakest_of(of, least, most, below) }
            }
            Choice::Place(left, on) => {
                let count = up_to(u16::from(left), below) as u8;
                Command::Place { troops: spread(count, on, below) }
            }
            Choice::Attack(from, to, most) => {
                Command::Attack { from, to, dice: up_to(u16::from(most), below) as u8 }
            }
            Choice::AttackUntil(from, to) => {
                Command::AttackUntil { from, to, stop_at: up_to(self.troops[from] - 1, below) }
            }
            Choice::Reroll(dice) => Command::Reroll { die: below(u64::from(dice.count())) as u8 },
            Choice::Keep => Command::Keep {},
            Choice::Occupy(least, most) => {
                Command::Occupy { troops: least + below(u64::from(most - least) + 1) as u16 }
            }
            Choice::EndAttack => Command::EndAttack {},
            Choice::Collect(of) => Command::Collect { objective: one_of(of, below) },
            Choice::Manoeuvre(from, to) => Command::Manoeuvre {
                from,
                to: one_of(to, below),
                troops: up_to(self.troops[from] - 1, below),
            },
            Choice::Skip => Command::Skip {},
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "`pick` passes on only the choices of this step"
    )]
    fn pick_support(&self, choice: &Choice, below: Below<'_>) -> Command {
        let all_but_one = |at: Territory| self.troops[at] - 1;
        match *choice {
            Choice::StartManoeuvre(from, to) => Command::Support {
                kind: Support::StartManoeuvre,
                from: Some(from),
                to: Some(one_of(to, below)),
                troops: Some(up_to(all_but_one(from), below)),
                stop_at: None,
            },
            Choice::NeutralAttack(from, to) => Command::Support {
                kind: Support::NeutralAttack,
                from: Some(from),
                to: Some(to),
                troops: None,
                stop_at: Some(up_to(all_but_one(from), below)),
            },
            Choice::Buy(kind) => buy(kind),
            _ => Command::Done {},
        }
    }

    /// Returns a set of at least `least` cards with the fewest stars: if any such set is legal,
    /// this one is.
    fn weakest_of(&self, of: IdSet<Card>, least: u8, most: u8, below: Below<'_>) -> Vec<Card> {
        let mut cards: Vec<Card> = of.iter().collect();
        shuffle(&mut cards, below);
        cards.sort_by_key(|card| self.stars(*card));
        cards.truncate(usize::from(least) + below(u64::from(most - least) + 1) as usize);
        cards
    }
}

/// Draws a number from 1 to `most`.
fn up_to(most: u16, below: Below<'_>) -> u16 {
    1 + below(u64::from(most)) as u16
}

/// Returns the purchase of support that takes no inputs.
pub(super) const fn buy(kind: Support) -> Command {
    Command::Support { kind, from: None, to: None, troops: None, stop_at: None }
}

/// Draws one of a choice's set, which is never empty.
fn one_of<K: Id>(of: IdSet<K>, below: Below<'_>) -> K {
    of.nth(below(of.len() as u64) as usize).expect("a choice has something to choose from")
}

fn some_of(of: IdSet<Card>, least: u8, most: u8, below: Below<'_>) -> Vec<Card> {
    let mut cards: Vec<Card> = of.iter().collect();
    shuffle(&mut cards, below);
    cards.truncate(usize::from(least) + below(u64::from(most - least) + 1) as usize);
    cards
}

/// Spreads this many troops, one by one, over any of these territories.
fn spread(count: u8, on: IdSet<Territory>, below: Below<'_>) -> Troops {
    let mut troops = Troops::default();
    for _ in 0..count {
        troops[one_of(on, below)] += 1;
    }
    troops
}
