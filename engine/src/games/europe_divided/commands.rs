//! Choices: small plain values that stand for one legal command or a family of them.

use protocol::games::europe_divided::{
    ActionCard, AdvantageCard, Command, Headline, Power, Region, Side, Space,
};
use protocol::ids::Id;

use super::military::March;
use super::state::{EuropeDivided, Frame};
use crate::by_id::IdSet;
use crate::game::Below;

/// A legal command, or a family of legal commands.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// Exactly this command.
    One(Command),
    /// Move one army from here to any of these.
    Move {
        /// The start.
        from: Space,
        /// The possible ends.
        to: IdSet<Space>,
        /// The cost of the way.
        march: March,
    },
    /// Raise a die by 1 to `most` (first edition).
    IncreaseUpTo {
        /// The power whose die it is.
        power: Power,
        /// The region.
        region: Region,
        /// The highest increase.
        most: u8,
    },
    /// Keep two of these.
    KeepTwo(IdSet<AdvantageCard>),
    /// Lock two of these.
    LockTwo(IdSet<ActionCard>),
    /// Discard two of these for Council Meeting.
    DiscardTwo(IdSet<ActionCard>),
    /// Take two of these.
    TakeTwo(IdSet<ActionCard>),
    /// Place one of these.
    PlaceHeadline(IdSet<Headline>),
}

impl EuropeDivided {
    /// Returns whether the choice is secret, shown to somebody or decided by chance, so that it can
    /// never be taken back freely.
    pub(super) fn is_final(&self, choice: &Choice) -> bool {
        match choice {
            Choice::KeepTwo(_)
            | Choice::LockTwo(_)
            | Choice::DiscardTwo(_)
            | Choice::TakeTwo(_)
            | Choice::PlaceHeadline(_) => true,
            Choice::Move { .. } | Choice::IncreaseUpTo { .. } => false,
            // The others learn where the card was.
            Choice::One(Command::Fracture { space }) => self.card_lost_with(*space).is_some(),
            Choice::One(command) => matches!(
                command,
                Command::CyberAttack {}
                    | Command::UseAdvantage { .. }
                    | Command::SellAdvantage { .. }
                    | Command::Play { .. }
            ),
        }
    }

    /// Checks whether the side must act.
    pub(super) fn awaited(&self, side: Side) -> bool {
        match self.stack.top() {
            Some(frame @ (Frame::KeepAdvantages | Frame::Initiative | Frame::PlaceHeadline)) => {
                self.has_to_choose(frame, side)
            }
            Some(Frame::Segment(asked) | Frame::Action(asked, _) | Frame::Advantage(asked, _)) => {
                *asked == side
            }
            Some(Frame::Propaganda { .. } | Frame::SnapExercise { .. }) => side == Side::Russia,
            Some(Frame::Aftermath(at)) => self.decider(at) == side,
            Some(Frame::Turn(_)) | None => false,
        }
    }

    /// Appends the legal choices of a side.
    pub(super) fn choices_of(&self, side: Side, out: &mut Vec<Choice>) {
        if !self.awaited(side) {
            return;
        }
        match self.stack.top() {
            Some(Frame::KeepAdvantages) => out.push(Choice::KeepTwo(self.sides[side].drawn)),
            Some(Frame::Initiative) => self.initiative_choices(side, out),
            Some(Frame::PlaceHeadline) => {
                out.push(Choice::PlaceHeadline(self.sides[side].headlines));
            }
            Some(Frame::Segment(_)) => self.segment_choices(side, out),
            Some(Frame::Action(_, card)) => self.action_choices(side, *card, out),
            Some(Frame::Propaganda { taken, .. }) => self.propaganda_choices(*taken, out),
            Some(Frame::Aftermath(at)) => self.aftermath_choices(at, out),
            Some(Frame::Advantage(_, card)) => self.target_choices(side, *card, out),
            Some(Frame::SnapExercise { first }) => {
                self.second_move_choices(*first, out);
                out.push(Choice::One(Command::Done {}));
            }
            Some(Frame::Turn(_)) | None => {}
        }
    }

    fn segment_choices(&self, side: Side, out: &mut Vec<Choice>) {
        let locked = self.sides[side].locked;
        out.extend(locked.iter().map(|card| Choice::One(Command::Play { card })));
        self.advantage_choices(side, out);
        self.sea_choices(side, out);
        if locked.is_empty() {
            out.push(Choice::One(Command::EndSegment {}));
        }
    }

    fn propaganda_choices(&self, taken: u8, out: &mut Vec<Choice>) {
        let power = Power::Russia;
        for region in Region::ALL.iter().copied() {
            if self.check_raise(power, region, 1, super::state::DOMINANCE).is_ok() {
                out.push(Choice::One(Command::IncreaseInfluence { power, region, amount: 1 }));
            }
        }
        if taken > 0 {
            out.push(Choice::One(Command::Done {}));
        }
    }
}

impl Choice {
    /// Checks whether the command belongs to this choice.
    pub(super) fn covers(&self, command: &Command) -> bool {
        match (self, *command) {
            (Self::One(one), command) => *one == command,
            (Self::Move { from, to, .. }, Command::MoveArmy { from: start, to: end }) => {
                *from == start && to.contains(end)
            }
            (
                Self::IncreaseUpTo { power, region, most },
                Command::IncreaseInfluence { power: whose, region: at, amount },
            ) => *power == whose && *region == at && (1..=*most).contains(&amount),
            (Self::KeepTwo(of), Command::KeepAdvantages { keep }) => two_of(*of, keep),
            (Self::LockTwo(of), Command::LockInitiative { cards }) => two_of(*of, cards),
            (Self::DiscardTwo(of), Command::CouncilMeeting { discard }) => two_of(*of, discard),
            (Self::TakeTwo(of), Command::TakeCards { take }) => two_of(*of, take),
            (Self::PlaceHeadline(of), Command::PlaceHeadline { headline }) => of.contains(headline),
            _ => false,
        }
    }

    /// Draws a command of this choice.
    pub(super) fn pick(&self, below: Below<'_>) -> Command {
        match *self {
            Self::One(command) => command,
            Self::Move { from, to, .. } => Command::MoveArmy { from, to: one_of(to, below) },
            Self::IncreaseUpTo { power, region, most } => {
                let amount = 1 + below(u64::from(most)) as u8;
                Command::IncreaseInfluence { power, region, amount }
            }
            Self::KeepTwo(of) => Command::KeepAdvantages { keep: pick_two(of, below) },
            Self::LockTwo(of) => Command::LockInitiative { cards: pick_two(of, below) },
            Self::DiscardTwo(of) => Command::CouncilMeeting { discard: pick_two(of, below) },
            Self::TakeTwo(of) => Command::TakeCards { take: pick_two(of, below) },
            Self::PlaceHeadline(of) => Command::PlaceHeadline { headline: one_of(of, below) },
        }
    }
}

fn two_of<K: Id>(of: IdSet<K>, [a, b]: [K; 2]) -> bool {
    a != b && of.contains(a) && of.contains(b)
}

/// Draws one of a choice's set, which is never empty.
fn one_of<K: Id>(of: IdSet<K>, below: Below<'_>) -> K {
    of.nth(below(of.len() as u64) as usize).expect("a choice has something to choose from")
}

fn pick_two<K: Id>(mut of: IdSet<K>, below: Below<'_>) -> [K; 2] {
    let a = one_of(of, below);
    of.remove(a);
    [a, one_of(of, below)]
}
