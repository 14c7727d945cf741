//! Candidates and features of Europe Divided, for a search.

#![expect(clippy::cast_sign_loss, reason = "counts of components are small")]

use protocol::games::europe_divided::{
    ActionCard, AdvantageCard, Command, EndReason, Headline, Power, Region, Side, Space,
};
use protocol::ids::Id;

use super::commands::Choice;
use super::state::{EuropeDivided, Frame, side_of};
use super::worth::REASONS;
use crate::by_id::IdSet;
use crate::game::{Below, Game, Seat};
use crate::think::{FeatureSheet, Think, WeightedFeature};

/// Turns of a match.
const TURNS: usize = 20;
/// The highest die.
const SIX: usize = 6;
/// Money, and leads in prestige, beyond which more is the same.
const MONEY: usize = 14;
const LEAD: usize = 24;
/// Most cards that Council Meeting takes are as good as others: so many pairs are considered.
const PAIRS: usize = 24;

/// The kinds of frames that a position may wait in, times who is asked.
const FRAMES: usize = 20;
const SIZE: usize = REASONS
    + TURNS
    + 1
    + Power::COUNT * Region::COUNT * SIX
    + Side::COUNT * Region::COUNT
    + Side::COUNT * Space::COUNT * 3
    + Side::COUNT * 15
    + Side::COUNT * MONEY
    + Side::COUNT
    + Space::COUNT * 2
    + 2 * Power::COUNT
    + 2 * LEAD
    + 1
    + Headline::COUNT * 6
    + ActionCard::COUNT * 5
    + AdvantageCard::COUNT
    + 6
    + Side::COUNT * 12
    + FRAMES;

impl Think for EuropeDivided {
    const FEATURES: usize = SIZE;
    const KNOWN: usize = REASONS;
    // Influence, armies, and money with Advantage Cards.
    const TASTES: [&'static [(usize, f32)]; 3] =
        [&[(1, 0.1), (2, 0.2)], &[(3, 0.6)], &[(4, 0.2), (8, 0.1)]];

    fn candidates(&self, seat: Seat, below: Below<'_>, out: &mut Vec<Command>) {
        let mut choices = Vec::new();
        self.choices(seat, &mut choices);
        for choice in &choices {
            expand(choice, below, out);
        }
    }

    fn passes(command: &Command) -> bool {
        matches!(command, Command::Pass {})
    }

    fn features(&self, out: &mut Vec<WeightedFeature>) {
        let mut sheet = FeatureSheet::new(out);
        for (at, points) in self.reasons().into_iter().enumerate() {
            sheet.size(at, points);
        }
        sheet.next(REASONS);
        self.board_features(&mut sheet);
        self.purse_features(&mut sheet);
        self.card_features(&mut sheet);
        self.frame_features(&mut sheet);
        debug_assert_eq!(sheet.base(), SIZE);
    }

    fn is_first_side(&self, seat: Seat) -> bool {
        side_of(seat) == Side::Europe
    }

    fn lead(&self) -> f32 {
        if let Some(end) = self.end {
            let sign = if end.winner == Side::Europe { 1.0 } else { -1.0 };
            if end.reason == EndReason::Resigned {
                return sign;
            }
            return sign * 0.6 + 0.4 * (self.prestige_lead() / 12.0).clamp(-1.0, 1.0);
        }
        (self.prestige_lead() / 12.0).clamp(-1.0, 1.0)
    }

    fn turn_number(&self) -> u32 {
        self.turn.into()
    }
}

impl EuropeDivided {
    fn prestige_lead(&self) -> f32 {
        f32::from(self.total(Side::Europe)) - f32::from(self.total(Side::Russia))
    }

    fn board_features(&self, sheet: &mut FeatureSheet<'_>) {
        sheet.mark(usize::from(self.turn).min(TURNS));
        sheet.next(TURNS + 1);
        for power in Power::ALL.iter().copied() {
            for region in Region::ALL.iter().copied() {
                sheet.steps(self.die(power, region).into(), SIX);
            }
        }
        for side in Side::ALL.iter().copied() {
            for region in Region::ALL.iter().copied() {
                // The other side bars a 6 here.
                let other = side.opponent();
                if self.armies[other][region.space()] > 0 || self.dominates(other, region) {
                    sheet.mark(region.index());
                }
            }
            sheet.next(Region::COUNT);
        }
        for side in Side::ALL.iter().copied() {
            for space in Space::ALL.iter().copied() {
                sheet.steps(self.armies[side][space].into(), 3);
            }
            sheet.steps((super::state::ARMIES - self.supply(side)).into(), 15);
        }
        for space in Space::ALL.iter().copied() {
            sheet.steps(self.tokens[space].into(), 2);
        }
        for power in self.seas.values() {
            if let Some(power) = power {
                sheet.mark(power.index());
            }
            sheet.next(Power::COUNT);
        }
    }

    fn purse_features(&self, sheet: &mut FeatureSheet<'_>) {
        for side in Side::ALL.iter().copied() {
            let money = self.sides[side].money;
            sheet.steps(money.into(), MONEY);
            sheet.size(0, f32::from(money.min(60)) / 20.0);
            sheet.next(1);
        }
        let lead = self.prestige_lead();
        let (ahead, behind) = (lead.max(0.0) as usize, (-lead).max(0.0) as usize);
        sheet.steps(ahead, LEAD);
        sheet.steps(behind, LEAD);
        sheet.size(0, lead / 10.0);
        sheet.next(1);
        for side in Side::ALL.iter().copied() {
            sheet.steps(self.sides[side].taken.into(), 12);
        }
    }

    fn card_features(&self, sheet: &mut FeatureSheet<'_>) {
        let slots = [&self.current, &self.forthcoming];
        for slot in slots {
            for headline in slot.iter().flatten() {
                let holds = usize::from(self.fulfilled(*headline));
                sheet.mark(headline.index() * 2 + holds);
            }
            sheet.next(2 * Headline::COUNT);
        }
        for side in Side::ALL.iter().copied() {
            set(sheet, self.sides[side].headlines);
        }
        let both =
            |of: &dyn Fn(Side) -> IdSet<ActionCard>| of(Side::Europe).union(of(Side::Russia));
        set(sheet, both(&|side| self.sides[side].hand));
        set(sheet, both(&|side| self.sides[side].locked));
        set(sheet, both(&|side| self.sides[side].deck.iter().collect()));
        set(sheet, both(&|side| self.sides[side].discards.union(self.sides[side].face_down)));
        let pending = match self.stack.top() {
            Some(Frame::Action(_, card)) => IdSet::only(*card),
            _ => IdSet::EMPTY,
        };
        set(sheet, pending);
        let held = self.sides[Side::Europe].advantages.union(self.sides[Side::Russia].advantages);
        set(sheet, held);
        for side in Side::ALL.iter().copied() {
            sheet.steps(self.sides[side].advantages.len(), 3);
        }
    }

    fn frame_features(&self, sheet: &mut FeatureSheet<'_>) {
        let of = |side: Side, at: usize| at + 5 * side.index();
        let at = match self.stack.top() {
            None | Some(Frame::Turn(_)) => None,
            Some(Frame::KeepAdvantages) => Some(10),
            Some(Frame::Initiative) => Some(11),
            Some(Frame::PlaceHeadline) => Some(12),
            Some(Frame::Segment(side)) => Some(of(*side, 0)),
            Some(Frame::Action(side, _)) => Some(of(*side, 1)),
            Some(Frame::Advantage(side, _)) => Some(of(*side, 2)),
            Some(Frame::Propaganda { .. }) => Some(13),
            Some(Frame::SnapExercise { .. }) => Some(14),
            Some(Frame::Aftermath(at)) => Some(of(self.decider(at), 3)),
        };
        if let Some(at) = at {
            sheet.mark(at);
        }
        // Whether the one who acts is followed by the other.
        if let Some(first) = self.first {
            sheet.mark(15 + first.index());
        }
        if self.sanctions {
            sheet.mark(17);
        }
        sheet.next(FRAMES);
    }
}

fn set<K: Id>(sheet: &mut FeatureSheet<'_>, of: IdSet<K>) {
    for id in of.iter() {
        sheet.mark(id.index());
    }
    sheet.next(K::ALL.len());
}

/// Appends the commands of a choice; of a very large family some.
fn expand(choice: &Choice, below: Below<'_>, out: &mut Vec<Command>) {
    match *choice {
        Choice::One(command) => out.push(command),
        Choice::Move { from, to, .. } => {
            out.extend(to.iter().map(|to| Command::MoveArmy { from, to }));
        }
        Choice::IncreaseUpTo { power, region, most } => {
            out.push(Command::IncreaseInfluence { power, region, amount: most });
        }
        Choice::KeepTwo(of) => pairs(of, |keep| Command::KeepAdvantages { keep }, out),
        Choice::LockTwo(of) => pairs(of, |cards| Command::LockInitiative { cards }, out),
        Choice::DiscardTwo(of) => pairs(of, |discard| Command::CouncilMeeting { discard }, out),
        Choice::TakeTwo(_) => out.extend((0..PAIRS).map(|_| choice.pick(below))),
        Choice::PlaceHeadline(of) => {
            out.extend(of.iter().map(|headline| Command::PlaceHeadline { headline }));
        }
    }
}

/// Appends a command for each pair of a set.
fn pairs<K: Id>(of: IdSet<K>, command: impl Fn([K; 2]) -> Command, out: &mut Vec<Command>) {
    for a in of.iter() {
        out.extend(of.iter().filter(|b| *b > a).map(|b| command([a, b])));
    }
}
