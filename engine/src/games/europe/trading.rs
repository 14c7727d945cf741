//! Trade offers. Nothing is reserved: both sides are checked again when an offer is accepted, and
//! after every change the offers that their makers can no longer fund are void.

use protocol::games::europe::{ClosedBecause, Event, Good, Goods, TradeOffer};

use super::state::{Europe, Trade};
use super::why::Why;
use crate::game::{EventSink, MatchMillis, Seat, SeatSet};

impl Europe {
    /// Returns the view of an offer.
    pub(super) fn trade_view(&self, trade: &Trade) -> TradeOffer {
        TradeOffer {
            id: trade.id,
            from: trade.from.0,
            to: trade.to.iter().map(|seat| seat.0).collect(),
            give: trade.give,
            want: trade.want,
            counter_to: trade.counter_to,
            expires_ms: self.at_played(trade.expires),
        }
    }

    /// Checks whether a seat may have one more open offer.
    pub(super) fn may_offer(&self, seat: Seat) -> bool {
        let open = self.offers.iter().filter(|trade| trade.from == seat).count();
        open < usize::from(self.options().offer_limit)
    }

    /// Returns the open offers that are addressed to a seat.
    pub(super) fn offers_to(&self, seat: Seat) -> impl Iterator<Item = &Trade> {
        self.offers.iter().filter(move |trade| trade.to.contains(seat))
    }

    /// Returns the seats that a seat may trade with.
    pub(super) fn partners(&self, seat: Seat) -> SeatSet {
        self.active().without(seat)
    }

    /// Checks the two sides of any new offer.
    // Rules page 2.6, `offer_create`, in the order of the row; 4b.8.
    fn check_terms(&self, seat: Seat, give: &Goods, want: &Goods) -> Result<(), Why> {
        let (nothing, for_nothing) = (give.is_empty(), want.is_empty());
        let gifts = self.options().allow_gifts;
        if (nothing && for_nothing) || (!gifts && (nothing || for_nothing)) {
            return Err(Why::EmptySide);
        }
        if let Some((good, _)) = give.iter().find(|(good, _)| want[*good] > 0) {
            return Err(Why::SameKind(good));
        }
        self.check_holds(seat, give)?;
        if self.coin_blocked() && (give[Good::Coin] > 0 || want[Good::Coin] > 0) {
            return Err(Why::CoinTradeBlocked);
        }
        Ok(())
    }

    /// Checks whether a seat has all of these goods.
    pub(super) fn check_holds(&self, seat: Seat, goods: &Goods) -> Result<(), Why> {
        let own = self.player(seat);
        for (good, wanted) in goods.iter() {
            match good.resource() {
                Some(kind) if own.cubes[kind] < wanted => {
                    return Err(Why::NotEnoughCubes { kind, wanted, have: own.cubes[kind] });
                }
                Some(_) => {}
                None => self.check_coin(seat, wanted)?,
            }
        }
        Ok(())
    }

    /// Reads a list of addressees, which names each once: other seats that play.
    fn check_addressees(&self, seat: Seat, to: &[u8]) -> Result<SeatSet, Why> {
        let mut addressed = SeatSet::EMPTY;
        for other in to.iter().copied().map(Seat) {
            if other == seat {
                return Err(Why::OwnOffer);
            }
            if self.player(other).resigned {
                return Err(Why::HasResigned(other));
            }
            addressed = addressed.with(other);
        }
        Ok(addressed)
    }

    /// Makes an offer to some seats.
    pub(super) fn offer(
        &mut self,
        (now, seat): (MatchMillis, Seat),
        to: &[u8],
        give: &Goods,
        want: &Goods,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        if !self.may_offer(seat) {
            return Err(Why::OfferLimit);
        }
        let to = self.check_addressees(seat, to)?;
        self.check_terms(seat, give, want)?;
        self.open_offer((now, seat), (to, None), give, want, ev);
        Ok(())
    }

    /// Answers an offer with another one; the first stays open.
    pub(super) fn counter(
        &mut self,
        (now, seat): (MatchMillis, Seat),
        id: u32,
        give: &Goods,
        want: &Goods,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        if !self.may_offer(seat) {
            return Err(Why::OfferLimit);
        }
        self.check_terms(seat, give, want)?;
        let to = SeatSet::only(self.offer_to_me(seat, id)?.from);
        self.open_offer((now, seat), (to, Some(id)), give, want, ev);
        Ok(())
    }

    fn open_offer(
        &mut self,
        (now, from): (MatchMillis, Seat),
        (to, counter_to): (SeatSet, Option<u32>),
        give: &Goods,
        want: &Goods,
        ev: &mut impl EventSink<Event>,
    ) {
        self.offers_made += 1;
        let expires = self.played(now) + self.options().offer_ttl_ms;
        let (id, give, want) = (self.offers_made, *give, *want);
        let trade = Trade { id, from, to, give, want, counter_to, expires };
        ev.all(Event::OfferMade { offer: self.trade_view(&trade) });
        self.offers.push(trade);
    }

    /// Finds an open offer by its id.
    fn open_trade(&self, id: u32) -> Result<Trade, Why> {
        let found = self.offers.iter().find(|trade| trade.id == id).copied();
        let closed = (1..=self.offers_made).contains(&id);
        found.ok_or(if closed { Why::OfferClosed } else { Why::OfferUnknown })
    }

    /// Finds an open offer that is addressed to a seat.
    fn offer_to_me(&self, seat: Seat, id: u32) -> Result<Trade, Why> {
        let trade = self.open_trade(id)?;
        if trade.from == seat {
            return Err(Why::OwnOffer);
        }
        if trade.to.contains(seat) { Ok(trade) } else { Err(Why::OfferNotForYou) }
    }

    /// Accepts an offer: one swap, and the offer is closed. Its maker can fund it: the sweep after
    /// every change makes sure of that.
    // Rules page 4b.9.
    pub(super) fn accept(
        &mut self,
        seat: Seat,
        id: u32,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        let trade = self.offer_to_me(seat, id)?;
        self.check_holds(seat, &trade.want)?;
        self.close(id, ClosedBecause::Accepted, ev);
        self.hand_over(trade.from, seat, &trade.give);
        self.hand_over(seat, trade.from, &trade.want);
        let Trade { give, want, .. } = trade;
        ev.all(Event::Swapped { offer_id: id, from: trade.from.0, by: seat.0, give, want });
        Ok(())
    }

    /// Declines an offer.
    pub(super) fn decline(
        &mut self,
        seat: Seat,
        id: u32,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        self.offer_to_me(seat, id)?;
        ev.all(Event::OfferDeclined { offer_id: id, seat: seat.0 });
        self.remove_addressee(seat, id, ev);
        Ok(())
    }

    /// Removes a seat from those that may accept the offer; closes it when none is left.
    fn remove_addressee(&mut self, seat: Seat, id: u32, ev: &mut impl EventSink<Event>) {
        let mut left = SeatSet::EMPTY;
        for trade in self.offers.iter_mut().filter(|trade| trade.id == id) {
            trade.to = trade.to.without(seat);
            left = trade.to;
        }
        if left.is_empty() {
            self.close(id, ClosedBecause::Declined, ev);
        }
    }

    /// Cancels an own offer.
    pub(super) fn cancel(
        &mut self,
        seat: Seat,
        id: u32,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        if self.open_trade(id)?.from != seat {
            return Err(Why::NotYourOffer);
        }
        self.close(id, ClosedBecause::Cancelled, ev);
        Ok(())
    }

    /// Closes an open offer.
    pub(super) fn close(
        &mut self,
        offer_id: u32,
        because: ClosedBecause,
        ev: &mut impl EventSink<Event>,
    ) {
        self.offers.retain(|trade| trade.id != offer_id);
        ev.all(Event::OfferClosed { offer_id, because });
    }

    fn close_where(
        &mut self,
        because: ClosedBecause,
        ev: &mut impl EventSink<Event>,
        void: impl Fn(&Self, &Trade) -> bool,
    ) {
        let ids: Vec<u32> =
            self.offers.iter().filter(|trade| void(self, trade)).map(|trade| trade.id).collect();
        for id in ids {
            self.close(id, because, ev);
        }
    }

    /// Closes the offers that their makers can no longer fund, each checked alone, by id.
    // Rules page 4b.9.
    pub(super) fn sweep(&mut self, ev: &mut impl EventSink<Event>) {
        self.close_where(ClosedBecause::Unfunded, ev, |game, trade| {
            !game.player(trade.from).has(&trade.give)
        });
    }

    /// Closes offers that contain coin.
    pub(super) fn close_coin_offers(&mut self, ev: &mut impl EventSink<Event>) {
        self.close_where(ClosedBecause::CoinBlocked, ev, |_, trade| {
            trade.give[Good::Coin] > 0 || trade.want[Good::Coin] > 0
        });
    }

    /// Closes every offer: the round is over.
    pub(super) fn close_all(&mut self, ev: &mut impl EventSink<Event>) {
        self.close_where(ClosedBecause::RoundOver, ev, |_, _| true);
    }

    /// Withdraws the offers of a seat that resigned, and those made to it.
    pub(super) fn withdraw(&mut self, seat: Seat, ev: &mut impl EventSink<Event>) {
        self.close_where(ClosedBecause::Resigned, ev, |_, trade| trade.from == seat);
        let addressed: Vec<u32> = self.offers_to(seat).map(|trade| trade.id).collect();
        for id in addressed {
            self.remove_addressee(seat, id, ev);
        }
    }
}
