//! The state of a match: plain memory that is copied for every command.

use protocol::Handicap;
use protocol::games::europe_divided::{
    ActionCard, AdvantageCard, Edition, EndReason, Headline, Power, Region, Sea, Side, Space,
};

pub(super) use super::board::DOMINANCE;
use super::board::{ByPower, ByRegion, BySea, BySide, BySpace};
use super::tables::Tables;
use crate::by_id::IdSet;
use crate::catalogue::Shared;
use crate::dealer::Dealer;
use crate::decision::Stack;
use crate::game::Seat;
use crate::zone::{Knowledge, Pile};

/// Number of armies of each side.
pub(super) const ARMIES: u8 = 15;
/// Value from which on a side takes, and Europe may use, a contested Action Card.
pub(super) const STRONG: u8 = 5;
/// The price of placing a die or building an army by an Action Card.
pub(super) const PRICE: u8 = 2;
/// Number of cards that Council Meeting discards, and takes.
pub(super) const COUNCIL_CARDS: usize = 2;
/// Most frames on the stack: turn, segment, card, and a card's steps.
const DEPTH: usize = 4;

/// The component data.
pub(super) type Rules = Shared<Tables>;

/// Europe Divided in play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EuropeDivided {
    pub(super) rules: Rules,
    pub(super) edition: Edition,
    pub(super) handicap: Option<Handicap>,
    pub(super) dealer: Dealer,
    pub(super) knowledge: Knowledge,
    pub(super) stack: Stack<Frame, DEPTH>,
    /// Number of questions put to each side.
    pub(super) asked: BySide<u32>,

    pub(super) turn: u8,
    pub(super) first: Option<Side>,
    pub(super) sums: Option<BySide<u8>>,
    pub(super) sanctions: bool,
    pub(super) fracture: Option<Space>,

    pub(super) dice: ByPower<ByRegion<u8>>,
    pub(super) armies: BySide<BySpace<u8>>,
    pub(super) tokens: BySpace<u8>,
    pub(super) seas: BySea<Option<Power>>,

    pub(super) sides: BySide<SideState>,
    /// The view that everybody had when the open initiative step began.
    pub(super) before: Option<BySide<SideSnapshot>>,
    /// The Council Meeting used this turn.
    pub(super) council: Option<Council>,
    /// The cards that Russia saw by this turn's Cyber Attack.
    pub(super) intelligence: Option<ShownHand>,
    /// The locked card of Europe's that left the game this turn.
    pub(super) lost: Option<LostCard>,

    pub(super) headline_deck: Pile<Headline, 24>,
    pub(super) forthcoming: [Option<Headline>; 2],
    pub(super) current: [Option<Headline>; 2],
    pub(super) failed: IdSet<Headline>,
    /// Headlines that left the game in the set-up, unseen.
    pub(super) unseen: IdSet<Headline>,

    pub(super) end: Option<MatchEnd>,
}

/// The result of a Council Meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Council {
    /// The cards taken from the open discards.
    pub(super) open: IdSet<ActionCard>,
    /// `true` if it emptied the deck, into which the discards were shuffled at once.
    pub(super) shuffled: bool,
}

/// The cards that Cyber Attack showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ShownHand {
    /// The cards that Europe held when the initiative step began.
    pub(super) cards: IdSet<ActionCard>,
    /// Those of them that have not come to light since.
    pub(super) left: IdSet<ActionCard>,
    /// Number of the remaining ones that are certainly still held.
    pub(super) held: u8,
}

impl ShownHand {
    /// Builds the knowledge that Europe holds these.
    pub(super) fn of(cards: IdSet<ActionCard>) -> Self {
        Self { cards, left: cards, held: cards.len() as u8 }
    }
}

/// A locked card of Europe's that left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct LostCard {
    pub(super) card: ActionCard,
    /// The cards that Europe had already, as everybody knows: none of them came in its place.
    pub(super) before: IdSet<ActionCard>,
}

/// The end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MatchEnd {
    pub(super) winner: Side,
    pub(super) reason: EndReason,
}

/// The holdings of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct SideState {
    pub(super) money: u16,
    pub(super) prestige: u16,
    /// Prestige that counts at the end only (first edition).
    pub(super) pending: u16,

    pub(super) hand: IdSet<ActionCard>,
    pub(super) locked: IdSet<ActionCard>,
    /// The cards of these two that everybody knows: those that were not among the open discards when
    /// they were shuffled, and those that were taken from them.
    pub(super) known: IdSet<ActionCard>,
    pub(super) table: [Option<CardInPlay>; 2],
    pub(super) deck: Pile<ActionCard, 25>,
    pub(super) discards: IdSet<ActionCard>,
    pub(super) face_down: IdSet<ActionCard>,
    pub(super) open: IdSet<ActionCard>,
    pub(super) taken: u8,
    pub(super) removed: IdSet<ActionCard>,

    pub(super) advantage_deck: Pile<AdvantageCard, 7>,
    pub(super) drawn: IdSet<AdvantageCard>,
    /// The choice of two, until both sides have made theirs.
    pub(super) keeping: Option<[AdvantageCard; 2]>,
    pub(super) advantages: IdSet<AdvantageCard>,
    pub(super) returned: IdSet<AdvantageCard>,
    pub(super) shown: IdSet<AdvantageCard>,
    pub(super) scored: IdSet<AdvantageCard>,

    pub(super) headlines: IdSet<Headline>,
    /// The headline to place, until both sides have chosen theirs.
    pub(super) placing: Option<Headline>,
    pub(super) awarded: IdSet<Headline>,
    pub(super) discarded: IdSet<Headline>,

    /// `true` if the side has locked in the open initiative step.
    pub(super) has_locked: bool,
    /// `true` if the side has discarded for Council Meeting and must now take.
    pub(super) taking: bool,
    /// Number of Action Cards used for gain money in the own segment of this turn.
    pub(super) money_actions: u8,
    pub(super) baltic_used: bool,
    pub(super) black_used: bool,
}

/// A card played this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CardInPlay {
    pub(super) card: ActionCard,
    pub(super) passed: bool,
}

/// The public view of a side when the initiative step began; of the hand only its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SideSnapshot {
    pub(super) hand: IdSet<ActionCard>,
    pub(super) deck: u8,
    pub(super) discards: IdSet<ActionCard>,
    pub(super) face_down: u8,
    pub(super) advantages: u8,
    pub(super) shown: IdSet<AdvantageCard>,
}

/// An open question, or what continues when there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Frame {
    /// The turn goes on with this step.
    Turn(TurnStep),
    /// Both keep two of three Advantage Cards.
    KeepAdvantages,
    /// Both lock two Action Cards.
    Initiative,
    /// A side acts.
    Segment(Side),
    /// A side chooses an action of the card it has revealed.
    Action(Side, ActionCard),
    /// Russia chooses the next +1 of Propaganda.
    Propaganda { card: ActionCard, taken: u8 },
    /// Effects and Reactions of a used card.
    Aftermath(Aftermath),
    /// A side chooses how an Advantage Card is used.
    Advantage(Side, AdvantageCard),
    /// Russia moves the second army of Snap Exercise; the first one stands here.
    SnapExercise { first: Option<Space> },
    /// Both place a headline.
    PlaceHeadline,
}

/// The automatic steps of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TurnStep {
    Advance,
    Initiative,
    FirstSegment,
    SecondSegment,
    Discard,
    Draw,
    Headlines(u8),
    EndOfTurn(u8),
}

/// The progress through the special text of a used card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Aftermath {
    pub(super) card: ActionCard,
    /// `true` if the action was a NATO action.
    pub(super) nato: bool,
    /// `true` if an army was built in the card's own region.
    pub(super) built: bool,
    pub(super) window: u8,
    pub(super) part: u8,
    /// `true` if the window's condition was read and holds.
    pub(super) opened: bool,
    /// `true` if a part of an Effect was used.
    pub(super) effect_used: bool,
}

impl SideState {
    /// Returns the current public view of the side's cards.
    pub(super) fn seen(&self) -> SideSnapshot {
        SideSnapshot {
            hand: self.hand,
            deck: self.deck.len() as u8,
            discards: self.discards,
            face_down: self.face_down.len() as u8,
            advantages: self.advantages.len() as u8,
            shown: self.shown,
        }
    }
}

impl EuropeDivided {
    /// Returns the period: the first ten turns, or the others.
    pub(super) fn period(&self) -> u8 {
        if self.turn > 10 { 2 } else { 1 }
    }

    pub(super) fn die(&self, power: Power, region: Region) -> u8 {
        self.dice[power][region]
    }

    /// Returns the armies left in a side's supply.
    pub(super) fn supply(&self, side: Side) -> u8 {
        ARMIES - self.armies[side].values().iter().sum::<u8>()
    }

    /// Checks whether one of the side's dice dominates the region.
    pub(super) fn dominates(&self, side: Side, region: Region) -> bool {
        powers(side).any(|power| self.die(power, region) == DOMINANCE)
    }

    /// Updates what is known of hidden cards when everybody sees a card, which its side held or did
    /// not.
    pub(super) fn comes_to_light(&mut self, card: ActionCard, held: bool) {
        let side = self.rules.actions[card].side;
        self.sides[side].known.remove(card);
        if let Some(seen) = &mut self.intelligence
            && seen.left.remove(card)
        {
            seen.held = seen.held.saturating_sub(u8::from(held));
        }
    }

    /// Updates what is known of Europe's cards when everybody learns of its Council Meeting: it may
    /// have discarded any of them.
    pub(super) fn council_comes_to_light(&mut self) {
        self.sides[Side::Europe].known = self.council.map_or(IdSet::EMPTY, |council| council.open);
        if let Some(seen) = &mut self.intelligence {
            seen.held = seen.held.saturating_sub(COUNCIL_CARDS as u8);
        }
    }

    /// Checks whether the power has the card of a sea.
    pub(super) fn controls(&self, power: Power, sea: Sea) -> bool {
        self.seas[sea] == Some(power)
    }

    /// Checks whether the side can pay this much now.
    pub(super) fn can_pay(&self, side: Side, cost: u8) -> bool {
        cost == 0
            || (self.sides[side].money >= u16::from(cost)
                && !(self.sanctions && side == Side::Russia))
    }

    /// Returns the money that the side can pay now.
    pub(super) fn purse(&self, side: Side) -> u8 {
        if self.sanctions && side == Side::Russia {
            0
        } else {
            u8::try_from(self.sides[side].money).unwrap_or(u8::MAX)
        }
    }
}

/// Returns the seat that plays a side.
pub(super) const fn seat_of(side: Side) -> Seat {
    Seat(side as u8)
}

/// Returns the side that a seat plays; there are two.
pub(super) const fn side_of(seat: Seat) -> Side {
    if seat.0 == 0 { Side::Europe } else { Side::Russia }
}

/// Returns the powers that a side plays.
pub(super) fn powers(side: Side) -> impl Iterator<Item = Power> {
    Power::ALL.iter().copied().filter(move |power| power.side() == side)
}
