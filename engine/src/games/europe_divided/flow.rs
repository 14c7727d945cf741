//! The automatic course of a turn up to the next decision.

use protocol::games::europe_divided::data::Reshuffle;
use protocol::games::europe_divided::{ActionCard, Event, Side};

use super::setup::ACTION_DECKS;
use super::state::{EuropeDivided, Frame, TurnStep, seat_of};
use crate::by_id::IdSet;
use crate::game::EventSink;
use crate::zone::Pile;

/// Action Cards that each side draws at the end of the action segments.
const CARDS_DRAWN: u8 = 2;

impl EuropeDivided {
    /// Carries out automatic steps until a question is open or the match is over.
    pub(super) fn settle(&mut self, ev: &mut impl EventSink<Event>) {
        while let Some(frame) = self.stack.top().copied() {
            match frame {
                Frame::Turn(step) => self.step(step, ev),
                Frame::Aftermath(at) => {
                    if self.next_part(at) {
                        return;
                    }
                    self.stack.finish();
                }
                Frame::SnapExercise { first } => {
                    let mut moves = Vec::new();
                    self.second_move_choices(first, &mut moves);
                    if !moves.is_empty() {
                        return;
                    }
                    self.stack.finish();
                }
                Frame::KeepAdvantages
                | Frame::Initiative
                | Frame::PlaceHeadline
                | Frame::Segment(_)
                | Frame::Action(..)
                | Frame::Propaganda { .. }
                | Frame::Advantage(..) => return,
            }
        }
    }

    fn then(&mut self, next: TurnStep) {
        self.stack.replace(Frame::Turn(next));
    }

    // Revised rules, "Game turn".
    fn step(&mut self, step: TurnStep, ev: &mut impl EventSink<Event>) {
        match step {
            TurnStep::Advance => {
                self.begin_turn(ev);
                self.then(TurnStep::Initiative);
            }
            TurnStep::Initiative => {
                self.then(TurnStep::FirstSegment);
                self.begin_initiative();
            }
            TurnStep::FirstSegment => {
                self.then(TurnStep::SecondSegment);
                self.stack.call(Frame::Segment(self.first.unwrap_or(Side::Europe)));
            }
            TurnStep::SecondSegment => {
                self.then(TurnStep::Discard);
                self.stack.call(Frame::Segment(self.first.unwrap_or(Side::Europe).opponent()));
            }
            TurnStep::Discard => {
                self.discard_played();
                self.then(TurnStep::Draw);
            }
            TurnStep::Draw => {
                for side in Side::ALL {
                    self.draw_action_cards(*side, ev);
                }
                self.then(TurnStep::Headlines(0));
            }
            TurnStep::Headlines(index) => {
                let steps = &self.rules.turns[usize::from(self.turn) - 1].steps;
                match steps.get(usize::from(index)).copied() {
                    Some(headline_step) => {
                        self.then(TurnStep::Headlines(index + 1));
                        self.headline_step(headline_step, ev);
                    }
                    None => self.then(TurnStep::EndOfTurn(0)),
                }
            }
            TurnStep::EndOfTurn(index) => {
                let steps = &self.rules.turns[usize::from(self.turn) - 1].end_of_turn;
                match steps.get(usize::from(index)).copied() {
                    Some(end_step) => {
                        self.then(TurnStep::EndOfTurn(index + 1));
                        self.end_step(end_step, ev);
                    }
                    None => self.then(TurnStep::Advance),
                }
            }
        }
    }

    fn begin_turn(&mut self, ev: &mut impl EventSink<Event>) {
        self.turn += 1;
        self.first = None;
        self.sums = None;
        self.sanctions = false;
        self.council = None;
        self.intelligence = None;
        self.lost = None;
        for side in Side::ALL {
            let own = &mut self.sides[*side];
            own.money_actions = 0;
            own.baltic_used = false;
            own.black_used = false;
        }
        ev.all(Event::TurnBegan { turn: self.turn });
    }

    /// Moves the played cards to their owners' discards after both segments, first player first.
    fn discard_played(&mut self) {
        for side in Side::ALL {
            let own = &mut self.sides[*side];
            for played in std::mem::take(&mut own.table).into_iter().flatten() {
                own.discards.insert(played.card);
            }
        }
    }

    fn draw_action_cards(&mut self, side: Side, ev: &mut impl EventSink<Event>) {
        let mut count = 0;
        while count < CARDS_DRAWN
            && let Some(card) = self.draw_action_card(side, ev)
        {
            self.sides[side].hand.insert(card);
            ev.only(seat_of(side), Event::CardDrawn { card });
            count += 1;
        }
        ev.all(Event::CardsDrawn { side, count });
    }

    /// Draws the top Action Card, with the reshuffling that the edition demands.
    pub(super) fn draw_action_card(
        &mut self,
        side: Side,
        ev: &mut impl EventSink<Event>,
    ) -> Option<ActionCard> {
        if self.sides[side].deck.is_empty() {
            self.reshuffle(side, IdSet::EMPTY, ev);
        }
        let card = self.sides[side].deck.draw()?;
        self.knowledge.learnt();
        self.refill(side, IdSet::only(card), ev);
        Some(card)
    }

    /// Shuffles the discards of the revised edition as soon as the deck is empty, whatever emptied
    /// it: also the card that is being drawn. Returns whether they were shuffled.
    pub(super) fn refill(
        &mut self,
        side: Side,
        drawn: IdSet<ActionCard>,
        ev: &mut impl EventSink<Event>,
    ) -> bool {
        let at_once =
            self.rules.edition(self.edition).reshuffle == Reshuffle::AsSoonAsTheDeckIsEmpty;
        at_once && self.sides[side].deck.is_empty() && self.reshuffle(side, drawn, ev)
    }

    fn reshuffle(
        &mut self,
        side: Side,
        drawn: IdSet<ActionCard>,
        ev: &mut impl EventSink<Event>,
    ) -> bool {
        let own = &mut self.sides[side];
        let cards = own.discards.union(own.face_down);
        if cards.is_empty() {
            return false;
        }
        // Everybody saw what lies in the deck now, and so knows what does not; but nothing shows
        // while the initiative step is open.
        if own.face_down.is_empty() && self.before.is_none() {
            own.known = own.hand.union(own.locked).union(drawn);
        }
        own.discards = IdSet::EMPTY;
        own.face_down = IdSet::EMPTY;
        let mut deck: Vec<ActionCard> = cards.iter().collect();
        self.dealer.shuffle(ACTION_DECKS[side.index()], &mut deck);
        self.sides[side].deck = Pile::from_top(&deck);
        ev.all(Event::DeckShuffled { side });
        true
    }
}
