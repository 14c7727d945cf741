//! Crises: turning one up, the debts it makes, paying early, and collecting at the end.

use protocol::games::europe::data::Effect;
use protocol::games::europe::{Crisis, Cubes, Event, Good, Goods, Owed, Resource};

use super::goods::{add, least, shift};
use super::state::{Europe, MOST_PLAYERS, Owing};
use super::why::Why;
use crate::by_id::IdSet;
use crate::game::{EventSink, Seat};

impl Europe {
    /// Turns up a crisis at a crisis point.
    // Rules page 2.8; 4b.6: a crisis clears all ready flags.
    pub(super) fn turn_crisis(&mut self, ev: &mut impl EventSink<Event>) {
        self.crises_past += 1;
        self.begin_acts();
        let Some(crisis) = self.draw_crisis(ev) else {
            ev.all(Event::NoCrisis {});
            return;
        };
        self.in_play.put_on_top(crisis);
        self.turned.insert(crisis);
        let (bonus, effect) =
            (self.tables().crises[crisis].bonus, self.tables().crises[crisis].effect);
        ev.all(Event::CrisisTurned { crisis, bonus });
        self.incur(crisis, effect, ev);
        if effect == (Effect::Citizen {}) {
            self.deal_one_more(ev);
        } else if effect == (Effect::NoCoinTrade {}) {
            self.close_coin_offers(ev);
        }
        self.sweep(ev);
    }

    /// Adds the debts of the directives in play, at the start of open play.
    // Rules page 4b.12.
    pub(super) fn incur_standing_debts(&mut self, ev: &mut impl EventSink<Event>) {
        let standing: Vec<(Crisis, Effect)> = self.effects().collect();
        for (crisis, effect) in standing {
            self.incur(crisis, effect, ev);
        }
    }

    fn incur(&mut self, crisis: Crisis, effect: Effect, ev: &mut impl EventSink<Event>) {
        for seat in self.seats() {
            if let Some(owed) = self.debt_of(seat, effect) {
                self.debts.push(Owing { seat, crisis, owed });
                ev.all(Event::DebtIncurred { seat: seat.0, crisis, owed });
            }
        }
    }

    /// Adds the debts of an effect.
    // Rules page 2.4; 4b.10 and 4b.12.
    fn debt_of(&self, seat: Seat, effect: Effect) -> Option<Owed> {
        let own = self.player(seat);
        match effect {
            Effect::Stockpile { cubes_a_card } => {
                let wanted = u32::from(cubes_a_card) * self.starting_cards(seat).len() as u32;
                let count = wanted.saturating_sub(own.locked.total()) as u8;
                (count > 0).then_some(Owed::Stockpile { count })
            }
            Effect::StartingCards { cubes_a_card } => {
                let mut cubes = Cubes::NONE;
                for kind in self.starting_cards(seat) {
                    cubes[kind] += cubes_a_card;
                }
                Some(Owed::Cubes { cubes })
            }
            Effect::Cubes { cubes } => Some(Owed::Cubes { cubes }),
            Effect::Neighbour { count } => Some(Owed::Neighbour { count }),
            Effect::Coin { coin } => Some(Owed::Coin { coin }),
            Effect::CubesOrCoin { cubes, coin } => Some(Owed::CubesOrCoin { cubes, coin }),
            Effect::Half { resource } => {
                let half = own.cubes[resource].div_ceil(2);
                (half > 0).then(|| Owed::Cubes { cubes: Cubes::only(resource, half) })
            }
            Effect::Citizen {}
            | Effect::Placating { .. }
            | Effect::Keep { .. }
            | Effect::NoCoinTrade {} => None,
        }
    }

    /// Returns the kinds printed on a seat's starting cards, one for each card.
    fn starting_cards(&self, seat: Seat) -> Vec<Resource> {
        let rows = self.player(seat).cards.iter().map(|card| self.tables().resources[card]);
        rows.filter(|row| row.starting).map(|row| row.resource).collect()
    }

    /// Returns the kinds that a seat may put into its stockpile.
    pub(super) fn stockpile_kinds(&self, seat: Seat) -> IdSet<Resource> {
        self.starting_cards(seat).into_iter().collect()
    }

    /// Returns a seat's open debts, oldest crisis first.
    pub(super) fn debts_of(&self, seat: Seat) -> impl Iterator<Item = &Owing> {
        self.debts.iter().filter(move |debt| debt.seat == seat)
    }

    /// Pays a debt early, in part or whole.
    // Rules page 2.6, `settle_crisis`; 4b.13: an either-or debt is paid whole.
    pub(super) fn settle(
        &mut self,
        seat: Seat,
        crisis: Crisis,
        (cubes, coin): (&Cubes, u8),
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        let debt = self.debts_of(seat).find(|debt| debt.crisis == crisis).copied();
        let debt = debt.ok_or(Why::NothingOwed)?;
        let total = cubes.total();
        let fits = match debt.owed {
            Owed::Cubes { cubes: owed } => coin == 0 && owed.covers(cubes),
            Owed::Neighbour { count } => coin == 0 && total <= u32::from(count),
            Owed::Coin { coin: owed } => cubes.is_empty() && coin <= owed,
            Owed::CubesOrCoin { cubes: either, coin: or } => {
                (*cubes == either && coin == 0) || (cubes.is_empty() && coin == or)
            }
            Owed::Stockpile { count } => {
                let kinds = self.stockpile_kinds(seat);
                let printed = cubes.iter().all(|(kind, _)| kinds.contains(kind));
                coin == 0 && total <= u32::from(count) && printed
            }
        };
        if !fits {
            return Err(Why::WrongPayment);
        }
        let mut goods: Goods = cubes.iter().map(|(kind, n)| (kind.good(), n)).collect();
        goods[Good::Coin] = coin;
        self.check_holds(seat, &goods)?;
        self.pay_debt(debt, cubes, coin, ev);
        Ok(())
    }

    /// Moves a payment, and notes what is still owed.
    fn pay_debt(&mut self, debt: Owing, cubes: &Cubes, coin: u8, ev: &mut impl EventSink<Event>) {
        let Owing { seat, crisis, owed } = debt;
        let n = cubes.total() as u8;
        let left = match owed {
            Owed::Cubes { cubes: owed } => {
                self.return_cubes(seat, cubes);
                let left = super::goods::lack(&owed, cubes);
                (!left.is_empty()).then_some(Owed::Cubes { cubes: left })
            }
            Owed::Neighbour { count } => {
                let goods = cubes.iter().map(|(kind, n)| (kind.good(), n)).collect();
                self.hand_over(seat, self.left_of(seat), &goods);
                (count > n).then(|| Owed::Neighbour { count: count - n })
            }
            Owed::Coin { coin: owed } => {
                self.pay(seat, coin);
                (owed > coin).then(|| Owed::Coin { coin: owed - coin })
            }
            Owed::CubesOrCoin { .. } => {
                self.return_cubes(seat, cubes);
                self.pay(seat, coin);
                None
            }
            Owed::Stockpile { count } => {
                let own = self.player_mut(seat);
                shift(&mut own.cubes, &mut own.locked, cubes);
                (count > n).then(|| Owed::Stockpile { count: count - n })
            }
        };
        self.debts.retain_mut(|one| {
            let this = one.seat == seat && one.crisis == crisis;
            if let (true, Some(left)) = (this, left) {
                one.owed = left;
            }
            !this || left.is_some()
        });
        ev.all(Event::DebtPaid { seat: seat.0, crisis, cubes: *cubes, coin });
    }

    /// Collects debts as far as holdings reach; an unpaid rest is a failed crisis, and lapses.
    // Rules page 2.9, step 3; 4b.11 to 4b.14.
    pub(super) fn collect(&mut self, ev: &mut impl EventSink<Event>) {
        self.collect_emigration(ev);
        let kinds: [fn(&Owed) -> bool; 4] = [
            |owed| matches!(owed, Owed::Cubes { .. }),
            |owed| matches!(owed, Owed::Coin { .. }),
            |owed| matches!(owed, Owed::CubesOrCoin { .. }),
            |owed| matches!(owed, Owed::Stockpile { .. }),
        ];
        for is_due in kinds {
            let due: Vec<Owing> =
                self.debts.iter().filter(|debt| is_due(&debt.owed)).copied().collect();
            for debt in due {
                let (cubes, coin) = self.collectable(&debt);
                if !cubes.is_empty() || coin > 0 {
                    self.pay_debt(debt, &cubes, coin, ev);
                }
            }
        }
        for seat in self.seats() {
            let failed = self.debts_of(seat).next().is_some();
            self.player_mut(seat).failed = failed;
            if failed {
                ev.all(Event::CrisisFailed { seat: seat.0 });
            }
        }
        self.debts.clear();
    }

    /// Computes all passes on the holdings before, then moves them together.
    fn collect_emigration(&mut self, ev: &mut impl EventSink<Event>) {
        let passes = |debt: &&Owing| matches!(debt.owed, Owed::Neighbour { .. });
        let due: Vec<Owing> = self.debts.iter().filter(passes).copied().collect();
        // Nobody may pass on what has just come in, so everything leaves before anything arrives.
        let mut arriving = [Cubes::NONE; MOST_PLAYERS];
        for debt in due {
            let (cubes, _) = self.collectable(&debt);
            if cubes.is_empty() {
                continue;
            }
            let left = self.left_of(debt.seat).index();
            self.pay_debt(debt, &cubes, 0, ev);
            shift(&mut self.players[left].cubes, &mut arriving[left], &cubes);
        }
        for (player, cubes) in self.players.iter_mut().zip(&arriving) {
            add(&mut player.cubes, cubes);
        }
    }

    /// Returns what the clean-up takes for a debt.
    fn collectable(&self, debt: &Owing) -> (Cubes, u8) {
        let own = self.player(debt.seat);
        match debt.owed {
            Owed::Cubes { cubes } => (least(&cubes, &own.cubes), 0),
            Owed::Coin { coin } => (Cubes::NONE, coin.min(own.coin)),
            Owed::CubesOrCoin { cubes, coin } => {
                if own.cubes.covers(&cubes) {
                    (cubes, 0)
                } else {
                    (Cubes::NONE, if own.coin >= coin { coin } else { 0 })
                }
            }
            Owed::Neighbour { count } => {
                let any = Resource::ALL.iter().copied().collect();
                (self.least_needed(debt.seat, count, any), 0)
            }
            Owed::Stockpile { count } => {
                let kinds = self.stockpile_kinds(debt.seat);
                (self.least_needed(debt.seat, count, kinds), 0)
            }
        }
    }

    /// Returns the cubes of some kinds that a player needs least, one at a time.
    // Rules page 4b.14.
    fn least_needed(&self, seat: Seat, count: u8, kinds: IdSet<Resource>) -> Cubes {
        let own = self.player(seat);
        let mut need = Cubes::NONE;
        for card in own.citizens.iter() {
            add(&mut need, &self.tables().citizen(card).needs);
        }
        for debt in self.debts_of(seat) {
            if let Owed::Cubes { cubes } = debt.owed {
                add(&mut need, &cubes);
            }
        }
        let (mut held, mut chosen) = (own.cubes, Cubes::NONE);
        for _ in 0..count {
            let at_hand = kinds.iter().filter(|kind| held[*kind] > 0);
            let surplus = |kind: Resource| i16::from(held[kind]) - i16::from(need[kind]);
            // Among equal ones the first in the fixed order of kinds.
            let order = |kind: &Resource| (surplus(*kind), held[*kind], std::cmp::Reverse(*kind));
            let Some(kind) = at_hand.max_by_key(order) else { break };
            held[kind] -= 1;
            chosen[kind] += 1;
        }
        chosen
    }
}
