//! Candidates and features of Balance of Power, for a search.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts of components are small"
)]

use protocol::games::balance_of_power::data::Condition;
use protocol::games::balance_of_power::{
    Card, Colour, Command, Objective, Owner, Region, Support, Territory, Troops,
};

use super::check::MOST_STARS;
use super::commands::{Choice, buy};
use super::state::{BalanceOfPower, Frame};
use crate::by_id::IdSet;
use crate::game::{Below, Game, Seat};
use crate::think::{Feature, FeatureSheet, Think};

/// Sizes of a garrison that make a difference.
const SIZES: [u16; 9] = [2, 3, 4, 5, 6, 8, 11, 15, 20];
/// Turns that are told apart.
const TURNS: usize = 30;
/// Difference between the troops against a territory and those in it that still counts, either way.
const MARGIN: i32 = 6;
const MARGINS: usize = 2 * MARGIN as usize + 1;
/// Number of things missing of an objective or a region that still counts.
const MISSING: usize = 6;
/// Maps that a placer considers besides one that is dealt.
const MAPS: usize = 4;
const FRAMES: usize = 12;
/// Steps of counts.
const ARMY: usize = 24;
const LAND: usize = 24;
const DRAFT: usize = 16;
const HAND: usize = 8;
const LEFT: usize = 16;
const CHART: usize = 12;

/// Number of reasons by which a lead is expected.
const REASONS: usize = 5;

const SIZE: usize = REASONS
    + TURNS
    + 1
    + 2
    + FRAMES
    + LEFT
    + 4
    + Territory::COUNT * Owner::COUNT * (1 + SIZES.len())
    + Territory::COUNT * 2 * MARGINS
    + Territory::COUNT * 2 * Owner::COUNT
    + Territory::COUNT * Owner::COUNT
    + Objective::COUNT * 2 * MISSING
    + Objective::COUNT * 2
    + 2 * 3
    + Region::COUNT * 2 * MISSING
    + 2 * (ARMY + LAND + DRAFT + 2 * HAND)
    + Owner::COUNT * CHART
    + Support::COUNT;

impl Think for BalanceOfPower {
    const FEATURES: usize = SIZE;
    const KNOWN: usize = REASONS;

    fn candidates(&self, seat: Seat, below: Below<'_>, out: &mut Vec<Command>) {
        let mut choices = Vec::new();
        self.choices(seat, &mut choices);
        for choice in &choices {
            self.expand(choice, below, out);
        }
    }

    fn features(&self, out: &mut Vec<Feature>) {
        // Before the colours are chosen nobody knows whom a map favours.
        if self.colours[0].is_none() {
            return;
        }
        let mut sheet = FeatureSheet::new(out);
        for (at, points) in self.reasons().into_iter().enumerate() {
            sheet.size(at, points);
        }
        sheet.next(REASONS);
        self.moment(&mut sheet);
        self.land(&mut sheet);
        self.aims(&mut sheet);
        self.strength(&mut sheet);
        debug_assert_eq!(sheet.base(), SIZE);
    }

    fn is_first_side(&self, seat: Seat) -> bool {
        self.colours[seat.index()].map_or(seat.0 == 0, |colour| colour == Colour::Red)
    }

    fn lead(&self) -> f32 {
        let sign = |seat: u8| if self.is_first_side(Seat(seat)) { 1.0 } else { -1.0 };
        if let Some(end) = self.end {
            return end.winner.map_or(0.0, sign);
        }
        let of = |colour: Colour| self.collected[colour].len() as f32;
        (of(Colour::Red) - of(Colour::Blue)) / 4.0
    }

    fn turn_number(&self) -> u32 {
        self.turn.into()
    }
}

impl BalanceOfPower {
    /// Returns Red's expected lead by each reason, in points of which some six win: objectives that are
    /// collected and near, drafts, troops, land.
    fn reasons(&self) -> [f32; REASONS] {
        let both = |of: &dyn Fn(Colour) -> f32| of(Colour::Red) - of(Colour::Blue);
        let near = |colour: Colour| -> f32 {
            self.open.iter().map(|one| 1.5 / (1.0 + self.missing(colour, one) as f32)).sum()
        };
        [
            4.0 * both(&|colour| self.collected[colour].len() as f32),
            both(&near),
            0.5 * both(&|colour| f32::from(self.draft(colour).total())),
            0.2 * both(&|colour| self.army(colour.owner()) as f32),
            0.2 * both(&|colour| self.own(colour).len() as f32),
        ]
    }

    fn moment(&self, sheet: &mut FeatureSheet<'_>) {
        sheet.mark(usize::from(self.turn).min(TURNS));
        sheet.next(TURNS + 1);
        sheet.mark(self.active.index());
        sheet.next(2);
        let (at, left) = match self.stack.top() {
            None | Some(Frame::Turn(_)) => (11, 0),
            Some(Frame::PlaceMap) => (0, 0),
            Some(Frame::Choose) => (1, 0),
            Some(Frame::Resist) => (2, 0),
            Some(Frame::ReturnTroops(left)) => (3, *left),
            Some(Frame::Support) => (4, 0),
            Some(Frame::Draft { left, .. }) => (5, *left),
            Some(Frame::Attack) => (6, 0),
            Some(Frame::Reroll(_)) => (7, 0),
            Some(Frame::Occupy { .. }) => (8, 0),
            Some(Frame::Collect) => (9, 0),
            Some(Frame::Manoeuvre) => (10, 0),
        };
        sheet.mark(at);
        sheet.next(FRAMES);
        sheet.steps(left.into(), LEFT);
        let turn = &self.this_turn;
        for (at, is) in [turn.handed_in, turn.conquered, turn.collected.is_some(), turn.scouted]
            .into_iter()
            .enumerate()
        {
            if is {
                sheet.mark(at);
            }
        }
        sheet.next(4);
    }

    fn land(&self, sheet: &mut FeatureSheet<'_>) {
        for at in Territory::ALL.iter().copied() {
            let owner = self.owner(at);
            for one in Owner::ALL.iter().copied() {
                if one == owner {
                    sheet.mark(0);
                    for (step, least) in SIZES.iter().enumerate() {
                        if self.troops[at] >= *least {
                            sheet.mark(1 + step);
                        }
                    }
                }
                sheet.next(1 + SIZES.len());
            }
            for colour in Colour::ALL.iter().copied() {
                if owner == colour.owner()
                    && let Some(margin) = self.margin(at, colour)
                {
                    sheet.mark((margin + MARGIN) as usize);
                }
                sheet.next(MARGINS);
                if self.capitals[colour] == Some(at) {
                    sheet.mark(owner.index());
                }
                sheet.next(Owner::COUNT);
            }
            if self.cities.contains(at) {
                sheet.mark(owner.index());
            }
            sheet.next(Owner::COUNT);
        }
    }

    /// Returns the strongest opposing neighbour's troops that may attack, less those here; none if
    /// the opponent is not next to it.
    fn margin(&self, at: Territory, colour: Colour) -> Option<i32> {
        let near = self.rules.board.graph.neighbours(at).intersection(self.own(colour.opponent()));
        let most = near.iter().map(|from| i32::from(self.troops[from]) - 1).max()?;
        Some((most - i32::from(self.troops[at])).clamp(-MARGIN, MARGIN))
    }

    fn aims(&self, sheet: &mut FeatureSheet<'_>) {
        for colour in Colour::ALL.iter().copied() {
            for objective in Objective::ALL.iter().copied() {
                if self.open.contains(objective) {
                    sheet.mark(self.missing(colour, objective).min(MISSING - 1));
                }
                sheet.next(MISSING);
                if self.collected[colour].contains(objective) {
                    sheet.mark(0);
                }
                sheet.next(1);
            }
            sheet.steps(self.collected[colour].len(), 3);
            for region in Region::ALL.iter().copied() {
                let members = self.rules.board.regions[region].members;
                sheet.mark(members.difference(self.own(colour)).len().min(MISSING - 1));
                sheet.next(MISSING);
            }
        }
    }

    /// Returns the number of territories or regions that a colour lacks for an objective.
    pub(super) fn missing(&self, colour: Colour, objective: Objective) -> usize {
        let own = self.own(colour);
        let board = &self.rules.board;
        let of = |wanted: IdSet<Territory>| wanted.difference(own).len();
        let some = |of: IdSet<Territory>, count: u8| {
            usize::from(count).saturating_sub(own.intersection(of).len())
        };
        match self.rules.objectives[objective].condition {
            Condition::Region { region } => of(board.regions[region].members),
            Condition::Regions { count } => {
                let mut lacking: Vec<usize> =
                    Region::ALL.iter().map(|region| of(board.regions[*region].members)).collect();
                lacking.sort_unstable();
                lacking.iter().take(count.into()).sum()
            }
            Condition::SeaLines {} => of(board.sea_lines),
            Condition::Rough { count } => some(board.rough, count),
            Condition::Cities { count } => some(self.cities, count),
            Condition::Site { site } => {
                of(board.sites.iter().filter(|at| board.site[*at] == Some(site)).collect())
            }
            Condition::NoNeutral {} => self.lands[Owner::Neutral].len(),
        }
    }

    fn strength(&self, sheet: &mut FeatureSheet<'_>) {
        for colour in Colour::ALL.iter().copied() {
            sheet.steps(self.army(colour.owner()) as usize / 3, ARMY);
            sheet.steps(self.own(colour).len(), LAND);
            sheet.steps(self.draft(colour).total().into(), DRAFT);
            let hand = self.hands[colour];
            sheet.steps(hand.len(), HAND);
            let stars: u8 = hand.iter().map(|card| self.rules.stars[card]).sum();
            sheet.steps(usize::from(stars) / 2, HAND);
        }
        for owner in Owner::ALL.iter().copied() {
            sheet.steps(self.charts[owner].into(), CHART);
        }
        for support in Support::ALL.iter().copied() {
            if self.bought(support) {
                sheet.mark(support.index());
            }
        }
        sheet.next(Support::COUNT);
    }

    /// Appends a few commands of a choice, the ones that stand for the others.
    fn expand(&self, choice: &Choice, below: Below<'_>, out: &mut Vec<Command>) {
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
            // One roll is the beginning of a series; the search decides about series.
            Choice::Attack(..) => {}
            Choice::AttackUntil(from, to) => self.assaults(from, to, out),
            Choice::Reroll(dice) => {
                out.extend((0..dice.count()).map(|die| Command::Reroll { die }));
            }
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
            | Choice::EndAttack
            | Choice::Skip => out.push(self.pick(choice, below)),
        }
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

    /// Appends placements: all on one territory of the frontier, and half each on the capital and one.
    fn placements(&self, left: u8, on: IdSet<Territory>, out: &mut Vec<Command>) {
        let before = out.len();
        let capital = self.capitals[self.active].filter(|at| on.contains(*at));
        for at in on.iter().filter(|at| self.frontier(*at) || Some(*at) == capital) {
            out.push(Command::Place { troops: all_on(at, left) });
            if let Some(capital) = capital.filter(|capital| *capital != at && left > 1) {
                let mut troops = all_on(at, left - left / 2);
                troops[capital] = left / 2;
                out.push(Command::Place { troops });
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
