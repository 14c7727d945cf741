//! Features of a position: land and what may attack it, objectives and what they still cost, troops
//! and cards.

use protocol::games::balance_of_power::data::Condition;
use protocol::games::balance_of_power::{Colour, Objective, Owner, Region, Support, Territory};

use super::{FRAMES, LATE, frame_of};
use crate::by_id::{ById, IdSet};
use crate::games::balance_of_power::check::MOST_STARS;
use crate::games::balance_of_power::maps::{ByColour, ByTerritory};
use crate::games::balance_of_power::state::{BalanceOfPower, Frame};
use crate::think::FeatureSheet;

/// Sizes of a garrison that make a difference.
const SIZES: [u16; 9] = [2, 3, 4, 5, 6, 8, 11, 15, 20];
/// Turns that are told apart.
const TURNS: usize = 30;
/// Difference between the troops against a territory and those in it that still counts, either way.
const MARGIN: i32 = 6;
const MARGINS: usize = 2 * MARGIN as usize + 1;
/// Number of things missing of an objective or a region that still counts.
const MISSING: usize = 6;
/// Steps of the troops at hand for an objective, less those that it costs.
const SPARE: [i32; 9] = [-12, -8, -5, -3, -1, 1, 3, 6, 10];
const SPARES: usize = SPARE.len() + 1;
/// Troops that a territory beyond reach costs besides its own.
const FAR: i32 = 4;
/// `true` if a colour may still attack in this turn.
const PHASES: usize = 2;
/// Steps of counts.
const ARMY: usize = 24;
const LAND: usize = 24;
const DRAFT: usize = 16;
const HAND: usize = 8;
const LEFT: usize = 16;
const CHART: usize = 12;
/// Objectives that a colour has, up to which it matters.
const COLLECTED: usize = 3;

/// Number of reasons by which a lead is expected.
pub(super) const REASONS: usize = 5;

pub(super) const SIZE: usize = REASONS + MOMENT + LANDS + 2 * AIMS + STRENGTH;
const MOMENT: usize = TURNS + 1 + 2 + FRAMES + LEFT + 4;
const LANDS: usize = Territory::COUNT
    * (Owner::COUNT * (1 + SIZES.len())
        + Colour::COUNT * (PHASES * MARGINS + Owner::COUNT)
        + Owner::COUNT);
const AIMS: usize = Objective::COUNT * (MISSING + PHASES * SPARES + 1)
    + COLLECTED
    + 2 * COLLECTED * PHASES * SPARES
    + Region::COUNT * MISSING
    + PHASES * MARGINS;
const STRENGTH: usize =
    2 * (ARMY + LAND + DRAFT + 2 * HAND) + Owner::COUNT * CHART + Support::COUNT;

/// One look at the board, for the features to come.
struct Survey<'a> {
    game: &'a BalanceOfPower,
    owners: ByTerritory<Owner>,
    /// Most troops that a colour may send into a territory from one neighbour; 0 if it has none.
    reach: ByColour<ByTerritory<u16>>,
    /// `true` if a colour may still attack in this turn.
    acts: ByColour<bool>,
    /// Troops that a colour places before its next attack.
    coming: ByColour<i32>,
    aims: ByColour<ById<Objective, Aim, { Objective::COUNT }>>,
}

/// The way to an objective.
#[derive(Clone, Copy, Default)]
struct Aim {
    /// Number of territories that are missing.
    missing: usize,
    /// The step of the troops at hand less those that it costs.
    spare: usize,
}

impl BalanceOfPower {
    pub(super) fn mark_features(&self, sheet: &mut FeatureSheet<'_>) {
        let survey = Survey::of(self);
        for (at, points) in survey.reasons().into_iter().enumerate() {
            sheet.size(at, points);
        }
        sheet.next(REASONS);
        self.moment(sheet);
        survey.land(sheet);
        for colour in Colour::ALL.iter().copied() {
            survey.aims(colour, sheet);
        }
        self.strength(sheet);
        debug_assert_eq!(sheet.base(), SIZE);
    }

    fn moment(&self, sheet: &mut FeatureSheet<'_>) {
        sheet.mark(usize::from(self.turn).min(TURNS));
        sheet.next(TURNS + 1);
        sheet.mark(self.active.index());
        sheet.next(2);
        let (at, left) = frame_of(self.stack.top());
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

    fn strength(&self, sheet: &mut FeatureSheet<'_>) {
        for colour in Colour::ALL.iter().copied() {
            sheet.steps(self.army(colour.owner()) as usize / 3, ARMY);
            sheet.steps(self.own(colour).len(), LAND);
            sheet.steps(self.draft(colour).total().into(), DRAFT);
            sheet.steps(self.hands[colour].len(), HAND);
            sheet.steps(usize::from(self.stars_held(colour)) / 2, HAND);
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

    fn stars_held(&self, colour: Colour) -> u8 {
        self.hands[colour].iter().map(|card| self.rules.stars[card]).sum()
    }

    /// Returns the territories that a colour lacks for an objective, the weakest ones if it may choose.
    pub(in crate::games::balance_of_power) fn lacking(
        &self,
        colour: Colour,
        objective: Objective,
    ) -> IdSet<Territory> {
        let own = self.own(colour);
        let board = &self.rules.board;
        let weakest = |of: IdSet<Territory>, count: u8| {
            let wanted = usize::from(count).saturating_sub(own.intersection(of).len());
            let mut left = of.difference(own);
            let mut chosen = IdSet::EMPTY;
            for _ in 0..wanted {
                let Some(next) = left.iter().min_by_key(|at| self.cost(*at)) else { break };
                left.remove(next);
                chosen.insert(next);
            }
            chosen
        };
        match self.rules.objectives[objective].condition {
            Condition::Region { region } => board.regions[region].members.difference(own),
            Condition::Regions { count } => {
                let mut left: IdSet<Region> = Region::ALL.iter().copied().collect();
                let mut chosen = IdSet::EMPTY;
                let price = |region: &Region| {
                    let lacks = board.regions[*region].members.difference(own);
                    lacks.iter().map(|at| self.cost(at)).sum::<i32>()
                };
                for _ in 0..count {
                    let Some(next) = left.iter().min_by_key(price) else { break };
                    left.remove(next);
                    chosen = chosen.union(board.regions[next].members.difference(own));
                }
                chosen
            }
            Condition::SeaLines {} => board.sea_lines.difference(own),
            Condition::Rough { count } => weakest(board.rough, count),
            Condition::Cities { count } => weakest(self.cities, count),
            Condition::Site { site } => {
                let sites = board.sites.iter().filter(|at| board.site[*at] == Some(site));
                sites.collect::<IdSet<Territory>>().difference(own)
            }
            Condition::NoNeutral {} => self.lands[Owner::Neutral],
        }
    }

    /// Returns about as many troops as it takes to conquer a territory and hold it with one.
    fn cost(&self, at: Territory) -> i32 {
        let troops = i32::from(self.troops[at]);
        1 + troops + if self.rules.board.rough.contains(at) { troops / 2 } else { 0 }
    }
}

impl<'a> Survey<'a> {
    fn of(game: &'a BalanceOfPower) -> Self {
        let mut survey = Self {
            game,
            owners: ById::from_fn(|_| Owner::Neutral),
            reach: ByColour::default(),
            acts: ByColour::default(),
            coming: ByColour::default(),
            aims: ByColour::default(),
        };
        let early = frame_of(game.stack.top()).0 < LATE;
        for colour in Colour::ALL.iter().copied() {
            for from in game.own(colour).iter() {
                survey.owners[from] = colour.owner();
                let sends = game.troops[from] - 1;
                for to in game.rules.board.graph.neighbours(from).iter() {
                    let most = &mut survey.reach[colour][to];
                    *most = sends.max(*most);
                }
            }
            let acts = early && game.active == colour;
            survey.acts[colour] = acts;
            survey.coming[colour] = survey.troops_to_come(colour, acts);
        }
        for colour in Colour::ALL.iter().copied() {
            for objective in game.open.iter() {
                survey.aims[colour][objective] = survey.aim(colour, objective);
            }
        }
        survey
    }

    fn troops_to_come(&self, colour: Colour, acts: bool) -> i32 {
        let game = self.game;
        let cards = || {
            let stars = game.stars_held(colour).min(MOST_STARS as u8);
            game.rules.troops_for(stars).map_or(0, i32::from)
        };
        match game.stack.top() {
            Some(Frame::Draft { left, fresh }) if acts => {
                i32::from(*left) + if game.may_hand_in(*fresh) { cards() } else { 0 }
            }
            Some(Frame::Attack | Frame::Reroll(_) | Frame::Occupy { .. }) if acts => 0,
            _ => i32::from(game.draft(colour).total()) + cards(),
        }
    }

    fn aim(&self, colour: Colour, objective: Objective) -> Aim {
        let game = self.game;
        let lacks = game.lacking(colour, objective);
        let graph = &game.rules.board.graph;
        let own = game.own(colour);
        let mut front = IdSet::EMPTY;
        let mut cost = 0;
        for at in lacks.iter() {
            let near = graph.neighbours(at);
            front = front.union(near.intersection(own));
            let within_reach = !near.intersection(own.union(lacks)).is_empty();
            cost += game.cost(at) + if within_reach { 0 } else { FAR };
        }
        let at_hand: i32 = front.iter().map(|at| i32::from(game.troops[at]) - 1).sum();
        let spare = at_hand + self.coming[colour] - cost;
        let spare = SPARE.iter().filter(|least| spare >= **least).count();
        Aim { missing: lacks.len(), spare: if lacks.is_empty() { SPARES - 1 } else { spare } }
    }

    /// Returns Red's expected lead by each reason, in points of which some six win: objectives that are
    /// collected and near, drafts, troops, land.
    fn reasons(&self) -> [f32; REASONS] {
        let game = self.game;
        let both = |of: &dyn Fn(Colour) -> f32| of(Colour::Red) - of(Colour::Blue);
        let near = |colour: Colour| -> f32 {
            game.open.iter().map(|one| 1.5 / (1.0 + self.aims[colour][one].missing as f32)).sum()
        };
        [
            4.0 * both(&|colour| game.collected[colour].len() as f32),
            both(&near),
            0.5 * both(&|colour| f32::from(game.draft(colour).total())),
            0.2 * both(&|colour| game.army(colour.owner()) as f32),
            0.2 * both(&|colour| game.own(colour).len() as f32),
        ]
    }

    fn land(&self, sheet: &mut FeatureSheet<'_>) {
        let game = self.game;
        for at in Territory::ALL.iter().copied() {
            let owner = self.owners[at];
            let block = owner.index() * (1 + SIZES.len());
            sheet.mark(block);
            let size = SIZES.iter().filter(|least| game.troops[at] >= **least).count();
            (1..=size).for_each(|step| sheet.mark(block + step));
            sheet.next(Owner::COUNT * (1 + SIZES.len()));
            for colour in Colour::ALL.iter().copied() {
                if owner != colour.owner() {
                    self.threat(colour, at, sheet);
                }
                sheet.next(PHASES * MARGINS);
                if game.capitals[colour] == Some(at) {
                    sheet.mark(owner.index());
                }
                sheet.next(Owner::COUNT);
            }
            if game.cities.contains(at) {
                sheet.mark(owner.index());
            }
            sheet.next(Owner::COUNT);
        }
    }

    /// Marks by how much a colour outnumbers a territory that it may attack.
    fn threat(&self, colour: Colour, at: Territory, sheet: &mut FeatureSheet<'_>) {
        let sends = self.reach[colour][at];
        if sends > 0 {
            let margin = i32::from(sends) - i32::from(self.game.troops[at]);
            let step = margin.clamp(-MARGIN, MARGIN) + MARGIN;
            sheet.mark(self.phase(colour) * MARGINS + step as usize);
        }
    }

    fn phase(&self, colour: Colour) -> usize {
        usize::from(self.acts[colour])
    }

    fn aims(&self, colour: Colour, sheet: &mut FeatureSheet<'_>) {
        let game = self.game;
        let phase = self.phase(colour);
        let mut best = [None; 2];
        for objective in Objective::ALL.iter().copied() {
            if game.open.contains(objective) {
                let Aim { missing, spare } = self.aims[colour][objective];
                sheet.mark(missing.min(MISSING - 1));
                sheet.mark(MISSING + phase * SPARES + spare);
                if Some(spare) > best[0] {
                    best = [Some(spare), best[0]];
                } else if Some(spare) > best[1] {
                    best[1] = Some(spare);
                }
            }
            if game.collected[colour].contains(objective) {
                sheet.mark(MISSING + PHASES * SPARES);
            }
            sheet.next(MISSING + PHASES * SPARES + 1);
        }
        let collected = game.collected[colour].len();
        sheet.steps(collected, COLLECTED);
        for spare in best {
            if let Some(spare) = spare {
                let block = collected.min(COLLECTED - 1) * PHASES + phase;
                sheet.mark(block * SPARES + spare);
            }
            sheet.next(COLLECTED * PHASES * SPARES);
        }
        let own = game.own(colour);
        for region in Region::ALL.iter().copied() {
            let members = game.rules.board.regions[region].members;
            sheet.mark(members.difference(own).len().min(MISSING - 1));
            sheet.next(MISSING);
        }
        if let Some(capital) = game.capitals[colour].filter(|at| own.contains(*at)) {
            self.threat(colour.opponent(), capital, sheet);
        }
        sheet.next(PHASES * MARGINS);
    }
}
