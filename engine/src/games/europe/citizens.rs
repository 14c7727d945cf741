//! Citizens in open play: revealing, drawing three, keeping some.

use protocol::games::europe::{Citizen, Event};

use super::choose::picked;
use super::hand::Hand;
use super::state::{DEALT, Europe};
use super::why::Why;
use crate::game::{EventSink, Seat};

impl Europe {
    /// Turns the own face-down citizen face up.
    pub(super) fn reveal_citizen(
        &mut self,
        seat: Seat,
        card: Citizen,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        let own = self.player(seat);
        if own.hidden_citizen != Some(card) {
            let open = own.citizens.iter().any(|one| one == card);
            return Err(if open { Why::AlreadyRevealed } else { Why::NotYourCard });
        }
        self.show_citizen(seat, card, ev);
        Ok(())
    }

    fn show_citizen(&mut self, seat: Seat, card: Citizen, ev: &mut impl EventSink<Event>) {
        self.knowledge.learnt();
        let own = self.player_mut(seat);
        own.hidden_citizen = None;
        own.citizens.insert(card);
        ev.all(Event::CitizenRevealed { seat: seat.0, card });
    }

    /// Turns the face-down citizen face up, if there is one.
    pub(super) fn show_hidden_citizen(&mut self, seat: Seat, ev: &mut impl EventSink<Event>) {
        if let Some(card) = self.player(seat).hidden_citizen {
            self.show_citizen(seat, card, ev);
        }
    }

    /// Checks whether a seat may draw citizens.
    // Rules page 2.6.
    pub(super) fn check_draw(&self, seat: Seat) -> Result<(), Why> {
        let own = self.player(seat);
        if own.drawn.is_some() {
            return Err(Why::DrawPending);
        }
        if own.held() >= usize::from(self.options().max_citizens) {
            return Err(Why::CitizenLimit);
        }
        if self.citizens_left() < DEALT { Err(Why::NotEnoughCards) } else { Ok(()) }
    }

    /// Draws three citizens to choose from.
    pub(super) fn draw_citizens(
        &mut self,
        seat: Seat,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        self.check_draw(seat)?;
        ev.all(Event::CitizensDrawn { seat: seat.0 });
        self.player_mut(seat).drawn = self.draw_three(seat, ev);
        Ok(())
    }

    /// Returns the most of the drawn citizens that a seat may keep.
    pub(super) fn most_kept(&self, seat: Seat) -> usize {
        let room = usize::from(self.options().max_citizens) - self.player(seat).held();
        room.min(DEALT)
    }

    /// Keeps some of the drawn citizens.
    pub(super) fn keep_drawn(
        &mut self,
        seat: Seat,
        keep: &[Citizen],
        hidden: Option<Citizen>,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        let own = self.player(seat);
        let three = own.drawn.ok_or(Why::NoDrawPending)?;
        picked(own.drawn, keep)?;
        if keep.is_empty() {
            return Err(Why::KeepTooFew(1));
        }
        if keep.len() > self.most_kept(seat) {
            return Err(Why::KeepTooMany(self.most_kept(seat)));
        }
        if hidden.is_some_and(|card| !keep.contains(&card)) {
            return Err(Why::NotYourCard);
        }
        if hidden.is_some() && own.hidden_citizen.is_some() {
            return Err(Why::HiddenLimit);
        }
        self.knowledge.learnt();
        self.player_mut(seat).drawn = None;
        self.take_in(seat, three, keep, hidden, ev);
        Ok(())
    }

    /// Resolves a draw that nobody chose from: the smallest need is kept, face up.
    // Rules page 2.9, step 1.
    pub(super) fn resolve_draw(&mut self, seat: Seat, ev: &mut impl EventSink<Event>) {
        if let Some(three) = self.player_mut(seat).drawn.take() {
            let smallest = three.into_iter().min_by_key(|card| self.ease(*card));
            self.take_in(seat, three, smallest.as_slice(), None, ev);
        }
    }

    /// Deals a citizen face up to every player, or to nobody.
    // Rules page 2.4, K13; 4b.15.
    pub(super) fn deal_one_more(&mut self, ev: &mut impl EventSink<Event>) {
        if self.citizens_left() < usize::from(self.options().players) {
            return;
        }
        for seat in self.seats() {
            let own = self.player(seat);
            let held = own.held() + usize::from(own.drawn.is_some());
            if held < usize::from(self.options().max_citizens)
                && let Some(card) = self.draw_citizen(ev)
            {
                self.player_mut(seat).citizens.insert(card);
                ev.all(Event::CitizenRevealed { seat: seat.0, card });
            }
        }
    }

    /// Discards the citizens of a seat.
    pub(super) fn discard_hand(&mut self, seat: Seat) {
        let hand: Hand = std::mem::take(&mut self.player_mut(seat).citizens);
        for card in hand.iter() {
            self.discard_citizen(card);
        }
    }
}
