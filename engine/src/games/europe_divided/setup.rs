//! Setting up a match, and drawing Advantage Cards (which happens again after turn 10).

use std::sync::Arc;

use protocol::Handicap;
use protocol::games::europe_divided::data::NotChosen;
use protocol::games::europe_divided::{ActionCard, AdvantageCard, Event, Headline, Options, Side};

use super::board::BySide;
use super::check::{HEADLINES_DEALT, HEADLINES_UNSEEN};
use super::state::{EuropeDivided, Frame, SideState, TurnStep, seat_of, side_of};
use super::tables::Tables;
use crate::by_id::{ById, IdSet};
use crate::catalogue::Shared;
use crate::dealer::{Dealer, Label};
use crate::decision::Stack;
use crate::game::{EventSink, Seat};
use crate::zone::{Knowledge, Pile};

/// Action Cards each side is dealt.
const HAND: usize = 4;
/// Advantage Cards drawn, of which two are kept.
const ADVANTAGES_DRAWN: usize = 3;

/// Prestige for a step of a handicap.
const HANDICAP_PRESTIGE: u8 = 2;

/// Label of each side's Action deck.
pub(super) const ACTION_DECKS: [Label; 2] =
    [Label { slot: 0, name: "europe-action" }, Label { slot: 1, name: "russia-action" }];
const ADVANTAGE_DECKS: [Label; 2] =
    [Label { slot: 2, name: "europe-advantage" }, Label { slot: 3, name: "russia-advantage" }];
/// Labels by period: Europe's banner, Russia's banner, both together.
const HEADLINE_DECKS: [[Label; 3]; 2] = [
    [
        Label { slot: 4, name: "headlines-1-europe" },
        Label { slot: 5, name: "headlines-1-russia" },
        Label { slot: 6, name: "headlines-1" },
    ],
    [
        Label { slot: 7, name: "headlines-2-europe" },
        Label { slot: 8, name: "headlines-2-russia" },
        Label { slot: 9, name: "headlines-2" },
    ],
];

impl EuropeDivided {
    /// Sets up the table to the first choice of Advantage Cards.
    pub(super) fn set_up(
        options: Options,
        tables: Arc<Tables>,
        dealer: Dealer,
        ev: &mut impl EventSink<Event>,
    ) -> Self {
        let mut game = Self {
            rules: Shared(tables),
            edition: options.edition,
            handicap: Handicap::of(seat_of(options.handicap_for.side()).0, options.handicap),
            dealer,
            knowledge: Knowledge::default(),
            stack: Stack::default(),
            asked: BySide::default(),
            turn: 0,
            first: None,
            sums: None,
            sanctions: false,
            fracture: None,
            dice: ById::default(),
            armies: ById::default(),
            tokens: ById::default(),
            seas: ById::default(),
            sides: BySide::default(),
            before: None,
            council: None,
            intelligence: None,
            lost: None,
            headline_deck: Pile::default(),
            forthcoming: [None; 2],
            current: [None; 2],
            failed: IdSet::EMPTY,
            unseen: IdSet::EMPTY,
            end: None,
        };
        ev.all(Event::SetUp { edition: options.edition });
        game.set_up_headlines(ev);
        for side in Side::ALL.iter().copied() {
            game.set_up_side(side);
        }
        game.give_handicap(ev);
        game.draw_advantages(ev);
        game.stack.call(Frame::Turn(TurnStep::Advance));
        game.stack.call(Frame::KeepAdvantages);
        game.settle(ev);
        game
    }

    // Rules page 2.1.
    fn set_up_headlines(&mut self, ev: &mut impl EventSink<Event>) {
        let mut periods = [Vec::new(), Vec::new()];
        for (index, period) in periods.iter_mut().enumerate() {
            for side in Side::ALL.iter().copied() {
                let of = |headline: &Headline| {
                    let card = &self.rules.headlines[*headline];
                    usize::from(card.period) == index + 1 && card.banner == side
                };
                let mut pile: Vec<Headline> = Headline::ALL.iter().copied().filter(of).collect();
                self.dealer.shuffle(HEADLINE_DECKS[index][side.index()], &mut pile);
                let mut pile = pile.into_iter();
                if index == 0 {
                    self.forthcoming[side.index()] = pile.next();
                }
                self.unseen =
                    pile.by_ref().take(HEADLINES_UNSEEN[index]).chain(self.unseen.iter()).collect();
                period.extend(pile);
            }
            period.sort_unstable();
            self.dealer.shuffle(HEADLINE_DECKS[index][2], period);
        }
        self.headline_deck = Pile::from_top(&periods.concat());
        for side in Side::ALL {
            self.draw_headlines(*side, HEADLINES_DEALT, ev);
        }
    }

    // Rules page 2.2 and 2.3.
    fn set_up_side(&mut self, side: Side) {
        let rules = &self.rules;
        let cards =
            || ActionCard::ALL.iter().copied().filter(|card| rules.actions[*card].side == side);
        let home = |card: &ActionCard| rules.actions[*card].contested().is_none();
        let mut deck: Vec<ActionCard> = cards().filter(home).collect();
        let open = cards().filter(|card| !home(card)).collect();
        let mut advantages: Vec<AdvantageCard> = AdvantageCard::ALL.to_vec();
        advantages.retain(|card| rules.advantages[*card].side == side);
        let money = rules.edition(self.edition).start_money.get(&side).copied().unwrap_or_default();
        let start = rules.board.start_armies[side];

        self.dealer.shuffle(ACTION_DECKS[side.index()], &mut deck);
        let (hand, deck) = deck.split_at(HAND.min(deck.len()));
        self.sides[side] = SideState {
            money,
            hand: hand.iter().copied().collect(),
            deck: Pile::from_top(deck),
            open,
            advantage_deck: Pile::from_top(&advantages),
            ..self.sides[side]
        };
        for space in start.iter() {
            self.armies[side][space] = 1;
        }
    }

    // A house rule of this project.
    fn give_handicap(&mut self, ev: &mut impl EventSink<Event>) {
        let Some(Handicap { seat, steps }) = self.handicap else { return };
        let (side, prestige) = (side_of(Seat(seat)), steps * HANDICAP_PRESTIGE);
        self.sides[side].prestige += u16::from(prestige);
        ev.all(Event::HandicapGiven { side, prestige });
    }

    /// Shuffles each side's Advantage deck and draws three cards to choose two from.
    pub(super) fn draw_advantages(&mut self, ev: &mut impl EventSink<Event>) {
        for side in Side::ALL.iter().copied() {
            let mut deck: Vec<AdvantageCard> = self.sides[side].advantage_deck.iter().collect();
            deck.sort_unstable();
            self.dealer.shuffle(ADVANTAGE_DECKS[side.index()], &mut deck);
            let (drawn, deck) = deck.split_at(ADVANTAGES_DRAWN.min(deck.len()));
            let own = &mut self.sides[side];
            own.drawn = drawn.iter().copied().collect();
            own.advantage_deck = Pile::from_top(deck);
            ev.all(Event::AdvantagesDrawn { side });
        }
        self.knowledge.learnt();
    }

    /// Keeps the two chosen cards of each side; the third goes where the edition says.
    pub(super) fn keep_chosen(&mut self, ev: &mut impl EventSink<Event>) {
        for side in Side::ALL.iter().copied() {
            let own = &mut self.sides[side];
            let kept: IdSet<AdvantageCard> = own.keeping.take().into_iter().flatten().collect();
            own.advantages = kept;
            for card in std::mem::take(&mut own.drawn).difference(kept).iter() {
                match self.rules.edition(self.edition).advantage_not_chosen {
                    NotChosen::BackToDeck => own.advantage_deck.put_on_top(card),
                    NotChosen::OutOfTheGame => own.returned.insert(card),
                }
            }
        }
        ev.all(Event::AdvantagesKept {});
        self.stack.finish();
    }
}
