//! Cards: handing a set in for troops, and drawing one for a conquest.

use protocol::Rejection;
use protocol::games::balance_of_power::{Card, Colour, Event};

use super::check::{FEWEST_STARS, MOST_STARS};
use super::state::{BalanceOfPower, Frame};
use crate::by_id::IdSet;
use crate::game::{EventSink, Seat};

/// The rule cited in refusals.
const RULE: &str = "Draft troops: cards";

impl BalanceOfPower {
    /// Returns the stars of a card.
    pub(super) fn stars(&self, card: Card) -> u8 {
        self.rules.stars[card]
    }

    /// Checks whether cards may be handed in: once a turn, before the first troop is placed (ruling 3).
    pub(super) fn may_hand_in(&self, fresh: bool) -> bool {
        fresh && !self.this_turn.handed_in
    }

    /// Hands a set in for troops.
    pub(super) fn hand_in(
        &mut self,
        (left, fresh): (u8, bool),
        cards: &[Card],
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        let refuse = |detail: String| Err(Rejection::illegal(detail, RULE));
        if self.this_turn.handed_in {
            return refuse("you have handed cards in this turn".to_owned());
        }
        if !fresh {
            return refuse("cards are handed in before the first troop is placed".to_owned());
        }
        let set: IdSet<Card> = cards.iter().copied().collect();
        if set.len() != cards.len() {
            return refuse("a card is listed twice".to_owned());
        }
        if let Some(card) = set.difference(self.hands[self.active]).nth(0) {
            return refuse(format!("you do not hold {card}"));
        }
        let stars: u8 = set.iter().map(|card| self.stars(card)).sum();
        let Some(troops) = self.rules.troops_for(stars) else {
            let range = format!("{FEWEST_STARS} to {MOST_STARS}");
            return refuse(format!("these cards have {stars} stars; a set has {range}"));
        };
        let colour = self.active;
        self.hands[colour] = self.hands[colour].difference(set);
        self.deduced = self.deduced.difference(set);
        self.discards = self.discards.union(set);
        self.this_turn.handed_in = true;
        // Everybody learns which cards these were.
        self.knowledge.learnt();
        ev.all(Event::HandedIn { colour, cards: set.iter().collect(), stars, troops });
        self.stack.replace(Frame::Draft { left: left + troops, fresh });
        Ok(())
    }

    /// Draws one card for a conquest of the opponent's territory, unless an objective was collected.
    // Reference cards, "Draw a card"; ruling 7: deck and discards both empty, no card.
    pub(super) fn draw_earned_card(&mut self, ev: &mut impl EventSink<Event>) {
        if !self.this_turn.conquered || self.this_turn.collected.is_some() {
            return;
        }
        if self.deck.is_empty() && !self.discards.is_empty() {
            self.reshuffle(ev);
        }
        let Some(card) = self.deck.draw() else { return };
        let colour = self.active;
        self.hands[colour].insert(card);
        self.knowledge.learnt();
        ev.all(Event::CardDrawn { colour });
        if let Some(seat) = self.seat_of(colour) {
            ev.only(Seat(seat), Event::CardSeen { card });
        }
    }

    fn reshuffle(&mut self, ev: &mut impl EventSink<Event>) {
        // All other cards lie in the hands: each player knows now what the opponent holds.
        self.deduced = self.hands[Colour::Red].union(self.hands[Colour::Blue]);
        let cards: Vec<Card> = std::mem::take(&mut self.discards).iter().collect();
        ev.all(Event::DeckShuffled { cards: cards.len() as u8 });
        self.shuffle_deck(cards);
    }
}
