//! The market, Rapid Development, the bank, and revealing a resource card.

use protocol::games::europe::data::Count;
use protocol::games::europe::{Cubes, Event, MarketRule, ResourceCard};

use super::goods::shift;
use super::state::{Europe, SLOTS};
use super::why::Why;
use crate::game::{EventSink, Seat};

/// Number of times in a row that three cards of one resource are swept away.
const MOST_SWEEPS: usize = 5;

impl Europe {
    /// Deals the market of a new round.
    // Rules page 2.5, step 4; 4b.19.
    pub(super) fn new_market(&mut self, ev: &mut impl EventSink<Event>) {
        match self.options().market {
            MarketRule::Refresh => self.discard_market(),
            MarketRule::Persist => {}
        }
        self.fill_market(ev);
    }

    fn discard_market(&mut self) {
        for card in std::mem::take(&mut self.market).into_iter().flatten() {
            self.resource_discards.insert(card);
        }
    }

    /// Fills empty slots; three cards of one resource are replaced.
    fn fill_market(&mut self, ev: &mut impl EventSink<Event>) {
        for _ in 0..MOST_SWEEPS {
            self.fill_slots(ev);
            let [Some(a), Some(b), Some(c)] = self.market else { return };
            let resource = self.tables().resources[a].resource;
            let same = |card| self.tables().resources[card].resource == resource;
            if !(same(b) && same(c)) || self.resources_left() < SLOTS {
                return;
            }
            self.discard_market();
            ev.all(Event::MarketSwept { resource });
        }
        self.fill_slots(ev);
    }

    fn fill_slots(&mut self, ev: &mut impl EventSink<Event>) {
        for slot in 0..SLOTS {
            if self.market[slot].is_none()
                && let Some(card) = self.draw_resource(ev)
            {
                self.market[slot] = Some(card);
                ev.all(Event::MarketFilled { slot: slot as u8, card });
            }
        }
    }

    /// Checks whether a seat can buy the card in a slot.
    pub(super) fn check_develop(
        &self,
        seat: Seat,
        slot: u8,
        card: ResourceCard,
    ) -> Result<(), Why> {
        if self.market.get(usize::from(slot)).copied().flatten() != Some(card) {
            return Err(Why::MarketChanged);
        }
        self.check_coin(seat, self.tables().resources[card].price())
    }

    /// Buys a card of the market.
    pub(super) fn develop(
        &mut self,
        seat: Seat,
        slot: u8,
        card: ResourceCard,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        self.check_develop(seat, slot, card)?;
        self.market[usize::from(slot)] = None;
        self.buy_card(seat, card, Some(slot), self.tables().resources[card].price(), ev);
        self.fill_market(ev);
        Ok(())
    }

    /// Checks whether a seat can buy the top card of the deck. It must hold the highest price, so
    /// that the answer reveals nothing of the card.
    // Rules page 2.6.
    pub(super) fn check_blind(&self, seat: Seat) -> Result<(), Why> {
        if self.resources_left() == 0 {
            return Err(Why::DeckEmpty);
        }
        self.check_coin(seat, self.tables().dearest_blind)
    }

    /// Buys the top card of the deck.
    pub(super) fn develop_blind(
        &mut self,
        seat: Seat,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        self.check_blind(seat)?;
        if let Some(card) = self.draw_resource(ev) {
            let full = self.tables().resources[card].price();
            let price = full.saturating_sub(self.tables().counts[Count::BlindDiscount]);
            self.buy_card(seat, card, None, price, ev);
        }
        Ok(())
    }

    fn buy_card(
        &mut self,
        seat: Seat,
        card: ResourceCard,
        slot: Option<u8>,
        coin: u8,
        ev: &mut impl EventSink<Event>,
    ) {
        self.pay(seat, coin);
        self.player_mut(seat).cards.insert(card);
        let row = self.tables().resources[card];
        let gained = self.gain(seat, row.resource, row.first);
        ev.all(Event::Developed { seat: seat.0, card, slot, coin, gained });
    }

    /// Checks whether a seat has this coin.
    pub(super) fn check_coin(&self, seat: Seat, wanted: u8) -> Result<(), Why> {
        let have = self.player(seat).coin;
        if have < wanted { Err(Why::NotEnoughCoin { wanted, have }) } else { Ok(()) }
    }

    /// Checks whether the bank sells at all.
    pub(super) fn check_bank(&self) -> Result<(), Why> {
        if self.bank_cards.is_empty() {
            return Err(Why::NoBank);
        }
        if self.coin_blocked() { Err(Why::BankClosed) } else { Ok(()) }
    }

    /// Buys cubes from the bank: all or none.
    pub(super) fn bank_buy(
        &mut self,
        seat: Seat,
        cubes: &Cubes,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        self.check_bank()?;
        if !self.bank_stock.covers(cubes) {
            return Err(Why::BankShort(self.bank_stock));
        }
        let price = u32::from(self.options().bank_price) * cubes.total();
        let have = self.player(seat).coin;
        let coin = u8::try_from(price).ok().filter(|price| *price <= have);
        let coin = coin.ok_or(Why::NotEnoughCoin { wanted: price.min(255) as u8, have })?;
        self.pay(seat, coin);
        shift(&mut self.bank_stock, &mut self.players[seat.index()].cubes, cubes);
        ev.all(Event::BankSold { seat: seat.0, cubes: *cubes, coin });
        Ok(())
    }

    /// Turns the face-down resource card face up; its cubes come at once.
    pub(super) fn reveal_resource(
        &mut self,
        seat: Seat,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        let card = self.player_mut(seat).hidden_resource.take().ok_or(Why::AlreadyRevealed)?;
        self.knowledge.learnt();
        self.player_mut(seat).cards.insert(card);
        let row = self.tables().resources[card];
        let gained = self.gain(seat, row.resource, row.first);
        ev.all(Event::ResourceRevealed { seat: seat.0, card, gained });
        Ok(())
    }
}
