//! The three decks: drawing, discarding, and shuffling the discards when a deck is empty.

use protocol::games::europe::{Citizen, Crisis, Deck, Event, ResourceCard};

use super::setup::{CITIZENS, CRISES, RESOURCES};
use super::state::{DEALT, Discarded, Europe};
use crate::by_id::IdSet;
use crate::game::{EventSink, Seat};
use crate::zone::Pile;

impl Europe {
    /// Returns the number of resource cards that can be drawn.
    pub(super) fn resources_left(&self) -> usize {
        self.resources.len() + self.resource_discards.len()
    }

    /// Returns the number of citizens that can be drawn.
    pub(super) fn citizens_left(&self) -> usize {
        self.citizens.len() + self.citizen_discards.len()
    }

    /// Draws the top resource card; the discards are shuffled only when the deck is empty.
    // Rules page 2.5, step 1.
    pub(super) fn draw_resource(&mut self, ev: &mut impl EventSink<Event>) -> Option<ResourceCard> {
        if self.resources.is_empty() && !self.resource_discards.is_empty() {
            let discards = std::mem::take(&mut self.resource_discards);
            let mut cards: Vec<ResourceCard> = discards.iter().collect();
            self.dealer.shuffle(RESOURCES, &mut cards);
            self.resources = Pile::from_top(&cards);
            ev.all(Event::DeckShuffled { deck: Deck::Resources });
        }
        self.knowledge.learnt();
        self.resources.draw()
    }

    /// Draws the top citizen.
    pub(super) fn draw_citizen(&mut self, ev: &mut impl EventSink<Event>) -> Option<Citizen> {
        if self.citizens.is_empty() && !self.citizen_discards.is_empty() {
            let discards = std::mem::take(&mut self.citizen_discards);
            let mut cards: Vec<Citizen> = discards.iter().map(|one| one.card).collect();
            cards.sort_unstable();
            self.dealer.shuffle(CITIZENS, &mut cards);
            self.citizens = Pile::from_top(&cards);
            ev.all(Event::DeckShuffled { deck: Deck::Citizens });
        }
        self.knowledge.learnt();
        self.citizens.draw()
    }

    /// Draws three citizens for a seat to choose from; no other seat sees them.
    pub(super) fn draw_three(
        &mut self,
        seat: Seat,
        ev: &mut impl EventSink<Event>,
    ) -> Option<[Citizen; DEALT]> {
        if self.citizens_left() < DEALT {
            return None;
        }
        let mut cards = [self.draw_citizen(ev)?, self.draw_citizen(ev)?, self.draw_citizen(ev)?];
        cards.sort_unstable();
        ev.only(seat, Event::CitizensSeen { cards });
        Some(cards)
    }

    /// Turns the top crisis up; used disasters are shuffled when the deck is empty.
    // Rules page 2.8.
    pub(super) fn draw_crisis(&mut self, ev: &mut impl EventSink<Event>) -> Option<Crisis> {
        if self.crises.is_empty() && !self.crisis_discards.is_empty() {
            let discards = std::mem::replace(&mut self.crisis_discards, IdSet::EMPTY);
            let mut cards: Vec<Crisis> = discards.iter().collect();
            self.dealer.shuffle(CRISES, &mut cards);
            self.crises = Pile::from_top(&cards);
            ev.all(Event::DeckShuffled { deck: Deck::Crises });
        }
        self.knowledge.learnt();
        self.crises.draw()
    }

    /// Discards a citizen that everyone has seen.
    pub(super) fn discard_citizen(&mut self, card: Citizen) {
        self.citizen_discards.put_on_top(Discarded { card, unseen_by_others: None });
    }

    /// Discards a citizen that only this seat has seen.
    pub(super) fn discard_unseen(&mut self, seat: Seat, card: Citizen) {
        self.citizen_discards.put_on_top(Discarded { card, unseen_by_others: Some(seat) });
    }
}
