//! The beginning of a round: citizens are kept, resource cards revealed, production, the market.

use protocol::games::europe::data::Effect;
use protocol::games::europe::{Citizen, Country, Event};

use super::state::{CitizenChoice, DEALT, Europe};
use super::why::Why;
use crate::game::{EventSink, MatchMillis, Seat};

impl Europe {
    /// Takes a country.
    pub(super) fn take_country(
        &mut self,
        seat: Seat,
        country: Country,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        if !self.free_countries().contains(country) {
            return Err(Why::CountryTaken(country));
        }
        self.player_mut(seat).country = Some(country);
        ev.all(Event::CountryTaken { seat: seat.0, country });
        Ok(())
    }

    /// Returns the fewest of the dealt citizens that a seat must keep.
    // Rules page 2.4, K8: directives in play were revealed in an earlier round.
    pub(super) fn fewest_kept(&self, seat: Seat) -> usize {
        if self.player(seat).dealt.is_none() {
            return 0;
        }
        let least = |(_, effect)| {
            if let Effect::Keep { at_least } = effect { usize::from(at_least) } else { 1 }
        };
        self.effects().map(least).max().unwrap_or(1)
    }

    /// Answers the choice of citizens; secret until all have answered.
    pub(super) fn choose(
        &mut self,
        seat: Seat,
        keep: &[Citizen],
        hidden: Option<Citizen>,
        reveal_resource: bool,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        let own = self.player(seat);
        let kept = picked(own.dealt, keep)?;
        let (count, fewest) = (kept.count_ones() as usize, self.fewest_kept(seat));
        if count < fewest {
            return Err(Why::KeepTooFew(fewest));
        }
        if hidden.is_some_and(|card| !keep.contains(&card)) {
            return Err(Why::NotYourCard);
        }
        if reveal_resource && own.hidden_resource.is_none() {
            return Err(Why::AlreadyRevealed);
        }
        self.player_mut(seat).chosen = Some(CitizenChoice { keep: kept, hidden, reveal_resource });
        ev.all(Event::Answered { seat: seat.0 });
        Ok(())
    }

    /// Computes what a seat that does not answer keeps: the fewest allowed, the smallest first.
    // Rules page 2.5, step 2.
    fn default_choice(&self, seat: Seat) -> CitizenChoice {
        let own = self.player(seat);
        let fewest = self.fewest_kept(seat);
        let kept = own.dealt.map_or(0, |dealt| {
            let mut order = [0, 1, 2];
            order.sort_by_key(|at| self.ease(dealt[*at]));
            order[..fewest].iter().fold(0, |kept, at| kept | 1 << at)
        });
        CitizenChoice { keep: kept, hidden: None, reveal_resource: own.hidden_resource.is_some() }
    }

    /// Returns a key that orders citizens: the smallest need first, then the higher coin, then the
    /// lower id.
    pub(super) fn ease(&self, card: Citizen) -> (u32, std::cmp::Reverse<u8>, Citizen) {
        let row = self.tables().citizen(card);
        (row.needs.total(), std::cmp::Reverse(row.coin), card)
    }

    /// Reveals all choices together; production and market follow, then open play.
    // Rules page 2.5, steps 2 to 5.
    pub(super) fn end_choose(&mut self, now: MatchMillis, ev: &mut impl EventSink<Event>) {
        self.knowledge.learnt();
        let mut claims = self.later_claims();
        for seat in self.seats() {
            let chosen = self.player(seat).chosen.unwrap_or_else(|| self.default_choice(seat));
            self.player_mut(seat).chosen = None;
            if let Some(dealt) = self.player_mut(seat).dealt.take() {
                let kept = |at: &usize| chosen.keep & 1 << at != 0;
                let keep: Vec<Citizen> = (0..DEALT).filter(kept).map(|at| dealt[at]).collect();
                self.take_in(seat, dealt, &keep, chosen.hidden, ev);
            }
            if chosen.reveal_resource
                && let Some(card) = self.player_mut(seat).hidden_resource.take()
            {
                self.player_mut(seat).cards.insert(card);
                let row = self.tables().resources[card];
                claims[seat.index()][row.resource] += row.first;
                ev.all(Event::ResourceRevealed { seat: seat.0, card, gained: 0 });
            }
        }
        let bank = self.bank_claim();
        self.produce(&claims, &bank, ev);
        self.new_market(ev);
        self.begin_play(now, ev);
    }

    /// Keeps some of a seat's three citizens, one of them perhaps face down; the rest is discarded.
    pub(super) fn take_in(
        &mut self,
        seat: Seat,
        three: [Citizen; DEALT],
        keep: &[Citizen],
        hidden: Option<Citizen>,
        ev: &mut impl EventSink<Event>,
    ) {
        let hiding = u8::from(hidden.is_some());
        let open = keep.len() as u8 - hiding;
        ev.all(Event::CitizensKept { seat: seat.0, open, hidden: hiding });
        for card in three {
            if Some(card) == hidden {
                self.player_mut(seat).hidden_citizen = hidden;
            } else if keep.contains(&card) {
                self.player_mut(seat).citizens.insert(card);
                ev.all(Event::CitizenRevealed { seat: seat.0, card });
            } else {
                self.discard_unseen(seat, card);
            }
        }
    }
}

/// Returns the kept ones of three citizens as a bit mask: each is one of the three and is named once.
pub(super) fn picked(three: Option<[Citizen; DEALT]>, keep: &[Citizen]) -> Result<u8, Why> {
    if keep.len() > DEALT {
        return Err(Why::KeepTooMany(DEALT));
    }
    let mut kept = 0;
    for card in keep {
        let at = three.and_then(|three| three.iter().position(|one| one == card));
        let bit = 1 << at.ok_or(Why::NotYourCard)?;
        if kept & bit != 0 {
            return Err(Why::Twice);
        }
        kept |= bit;
    }
    Ok(kept)
}
