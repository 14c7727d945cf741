//! Candidates: the few commands of each choice that are worth a thought.

use protocol::games::balance_of_power::{Card, Colour, Command, Dice, Support, Territory, Troops};

use crate::by_id::IdSet;
use crate::game::Below;
use crate::games::balance_of_power::check::MOST_STARS;
use crate::games::balance_of_power::combat::resolve;
use crate::games::balance_of_power::commands::{Choice, buy};
use crate::games::balance_of_power::state::{BalanceOfPower, Frame};

/// Sides of a die.
const SIDES: u8 = 6;
/// Maps that a placer considers besides one that is dealt.
const MAPS: usize = 4;
/// Fewer troops are placed together.
const LEAST_SPLIT: u8 = 4;

impl BalanceOfPower {
    /// Appends a few commands of a choice, the ones that stand for the others.
    pub(super) fn expand(&self, choice: &Choice, below: Below<'_>, out: &mut Vec<Command>) {
        match *choice {
            Choice::PlaceMap => out.extend((0..MAPS).map(|_| self.pick(choice, below))),
            Choice::Choose => {
                for colour in Colour::ALL.iter().copied() {
                    out.extend(
                        Colour::ALL.iter().map(|first| Command::Choose { colour, first: *first }),
                    );
                }
            }
            Choice::ReturnTroops(count, on) => {
                out.extend(on.iter().map(|at| Command::ReturnTroops { troops: all_on(at, count) }));
            }
            Choice::HandIn(of, ..) | Choice::HandInLoose(of, ..) => {
                let cards = self.strongest(of);
                let command = Command::HandIn { cards };
                if self.covers(choice, &command) && !out.contains(&command) {
                    out.push(command);
                }
            }
            Choice::HandInOne(of) => {
                out.extend(of.iter().next().map(|card| Command::HandIn { cards: vec![card] }));
            }
            Choice::Place(left, on) => self.placements(left, on, out),
            Choice::Attack(from, to, dice) => {
                // Whoever may throw a die again must roll once; else the search decides about series.
                let scouts = self.bought(Support::Reconnaissance) && !self.this_turn.scouted;
                let strong = self.troops[from] >= self.troops[to];
                out.extend((scouts && strong).then_some(Command::Attack { from, to, dice }));
            }
            Choice::AttackUntil(from, to) => self.assaults(from, to, out),
            Choice::Reroll(dice) => out.extend(self.hopeful_reroll(dice)),
            Choice::Occupy(least, most) => {
                out.push(Command::Occupy { troops: least });
                let half = u16::midpoint(least, most);
                out.extend((half > least).then_some(Command::Occupy { troops: half }));
                out.extend((most > half).then_some(Command::Occupy { troops: most }));
            }
            Choice::Collect(of) => {
                out.extend(of.iter().map(|objective| Command::Collect { objective }));
            }
            Choice::Manoeuvre(from, to) => {
                let most = self.troops[from] - 1;
                let ends = to.iter().filter(|to| self.frontier(*to));
                out.extend(ends.map(|to| Command::Manoeuvre { from, to, troops: most }));
            }
            Choice::Buy(_) | Choice::StartManoeuvre(..) | Choice::NeutralAttack(..) => {
                self.supports(choice, out);
            }
            Choice::Auto
            | Choice::Resist
            | Choice::Decline
            | Choice::Done
            | Choice::Keep
            | Choice::EndAttack => out.push(self.pick(choice, below)),
            Choice::Skip => {
                out.extend((!self.skips_for_nothing()).then(|| self.pick(choice, below)));
            }
        }
    }

    /// Returns the command to throw the lowest die again, if a six would save a troop: no other die or
    /// value could save more, and a roll that is kept leaves the reconnaissance for a later one.
    fn hopeful_reroll(&self, thrown: Dice) -> Option<Command> {
        let Some(Frame::Reroll(roll)) = self.stack.top() else { return None };
        let (die, _) = (0u8..).zip(thrown.values()).min_by_key(|(_, value)| **value)?;
        let lost = |attack: Dice| resolve(attack.values(), roll.defence.values()).attacker;
        let best = thrown.with(usize::from(die), SIDES);
        (lost(best) < lost(thrown)).then_some(Command::Reroll { die })
    }

    /// Checks whether an objective would be left lying for nothing: no card would be drawn instead.
    fn skips_for_nothing(&self) -> bool {
        let none_left = self.deck.is_empty() && self.discards.is_empty();
        self.stack.top() == Some(&Frame::Collect) && (none_left || !self.this_turn.conquered)
    }

    /// Appends purchases of combat support.
    #[expect(clippy::wildcard_enum_match_arm, reason = "`expand` passes on only these choices")]
    fn supports(&self, choice: &Choice, out: &mut Vec<Command>) {
        match *choice {
            Choice::Buy(kind) => out.push(buy(kind)),
            Choice::StartManoeuvre(from, to) => {
                let ends = to.iter().filter(|to| self.frontier(*to) && !self.frontier(from));
                out.extend(ends.map(|to| Command::Support {
                    kind: Support::StartManoeuvre,
                    from: Some(from),
                    to: Some(to),
                    troops: Some(self.troops[from] - 1),
                    stop_at: None,
                }));
            }
            Choice::NeutralAttack(from, to) => {
                let other = self.owner(to) == self.active.opponent().owner();
                out.extend((other && self.troops[from] > self.troops[to]).then_some(
                    Command::Support {
                        kind: Support::NeutralAttack,
                        from: Some(from),
                        to: Some(to),
                        troops: None,
                        stop_at: Some(1),
                    },
                ));
            }
            _ => {}
        }
    }

    /// Checks whether a territory has a neighbour of another owner.
    fn frontier(&self, at: Territory) -> bool {
        let own = self.own(self.active);
        !self.rules.board.graph.neighbours(at).difference(own).is_empty()
    }

    /// Appends placements: all, or the larger half to begin with, on a territory of the frontier or on
    /// the capital.
    fn placements(&self, left: u8, on: IdSet<Territory>, out: &mut Vec<Command>) {
        let before = out.len();
        let capital = self.capitals[self.active];
        for at in on.iter().filter(|at| self.frontier(*at) || Some(*at) == capital) {
            out.push(Command::Place { troops: all_on(at, left) });
            if left >= LEAST_SPLIT {
                out.push(Command::Place { troops: all_on(at, left - left / 2) });
            }
        }
        if out.len() == before {
            out.extend(on.iter().next().map(|at| Command::Place { troops: all_on(at, left) }));
        }
    }

    /// Appends series against a territory: with all, and with all but a guard.
    fn assaults(&self, from: Territory, to: Territory, out: &mut Vec<Command>) {
        let (here, there) = (self.troops[from], self.troops[to]);
        if here < there {
            return;
        }
        out.push(Command::AttackUntil { from, to, stop_at: 1 });
        let guard = here / 2;
        if guard > 1 && here - guard > there {
            out.push(Command::AttackUntil { from, to, stop_at: guard });
        }
    }

    /// Returns the cards with the most stars that may be handed in together.
    fn strongest(&self, of: IdSet<Card>) -> Vec<Card> {
        let mut cards: Vec<Card> = of.iter().collect();
        cards.sort_by_key(|card| std::cmp::Reverse(self.rules.stars[*card]));
        let mut sum = 0;
        cards.retain(|card| {
            let fits = sum + usize::from(self.rules.stars[*card]) <= MOST_STARS;
            sum += if fits { usize::from(self.rules.stars[*card]) } else { 0 };
            fits
        });
        cards
    }
}

fn all_on(at: Territory, count: u8) -> Troops {
    let mut troops = Troops::default();
    troops[at] = count;
    troops
}
