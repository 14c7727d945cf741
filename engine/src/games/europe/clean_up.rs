//! Clean-up: everything is revealed, citizens are judged, happiness and coin follow.

use std::sync::Arc;

use protocol::games::europe::data::Effect;
use protocol::games::europe::{
    CarryOver, Citizen, CitizenOutcome, CitizenResult, CleanUp, CrisisBonus, CrisisFailure, Cubes,
    Event, PlayerResult, Reward,
};

use super::goods::{add, lack};
use super::production::Claims;
use super::setup::PLACATE;
use super::state::{Europe, MOST_PLAYERS};
use crate::by_id::IdSet;
use crate::game::{EventSink, MatchMillis, Seat};
use crate::zone::Pile;

/// Sides of a die.
const SIDES: u64 = 6;

type Results = [PlayerResult; MOST_PLAYERS];

impl Europe {
    /// Turns everything face up; hidden resource cards produce now, and count.
    // Rules page 2.9, step 2.
    pub(super) fn reveal_everything(&mut self, ev: &mut impl EventSink<Event>) {
        let mut claims = Claims::default();
        for seat in self.seats() {
            if let Some(card) = self.player_mut(seat).hidden_resource.take() {
                self.player_mut(seat).cards.insert(card);
                let row = self.tables().resources[card];
                claims[seat.index()][row.resource] += row.first;
                ev.all(Event::ResourceRevealed { seat: seat.0, card, gained: 0 });
            }
            self.show_hidden_citizen(seat, ev);
        }
        self.produce(&claims, &Cubes::NONE, ev);
    }

    /// Judges the round once all have allocated; the match goes on or ends.
    // Rules page 2.9, steps 5 to 8.
    pub(super) fn clean_up(&mut self, now: MatchMillis, ev: &mut impl EventSink<Event>) {
        self.knowledge.learnt();
        let mut results = Results::default();
        for seat in self.clockwise() {
            results[seat.index()] = self.judge(seat, ev);
        }
        self.settle_happiness(&mut results, ev);
        self.pay_rewards(&mut results, ev);
        self.tidy_up(ev);
        let players = self.seats().map(|seat| std::mem::take(&mut results[seat.index()])).collect();
        self.last_clean_up = Some(Arc::new(CleanUp { round: self.round, players }));
        self.end_round(now, ev);
    }

    /// Judges each citizen of a seat; its cubes go back to the supply.
    // Rules page 4b.16: dice for every unmet citizen, by ascending id.
    fn judge(&mut self, seat: Seat, ev: &mut impl EventSink<Event>) -> PlayerResult {
        let own = self.player(seat);
        let allocation = own.allocation.unwrap_or_else(|| self.default_allocation(seat));
        let cards: Vec<Citizen> = own.citizens.iter().collect();
        let mut result = PlayerResult { crisis_failed: own.failed, ..PlayerResult::default() };
        self.player_mut(seat).allocation = None;
        for (at, id) in cards.into_iter().enumerate() {
            let (needs, cubes) = (self.needs(id), allocation.cubes[at]);
            let unmet = lack(&needs, &cubes).total() as u8;
            let outcome = if unmet == 0 {
                CitizenOutcome::Met { reward: allocation.rewards[at] }
            } else {
                self.placate(unmet)
            };
            self.return_cubes(seat, &cubes);
            ev.all(Event::CitizenServed { seat: seat.0, card: id, cubes, outcome });
            result.citizens.push(CitizenResult { id, needs, cubes, outcome });
        }
        result
    }

    /// Returns the sum that two dice must reach, plus the cubes missing, with the crises in play.
    // Rules page 2.9, step 5; A14.
    pub(super) fn placate_at(&self) -> u8 {
        let harder = self
            .effects()
            .map(|(_, effect)| if let Effect::Placating { harder } = effect { harder } else { 0 });
        self.options().placate_base + harder.sum::<u8>()
    }

    /// Rolls two dice against the target.
    fn placate(&mut self, unmet: u8) -> CitizenOutcome {
        let target = self.placate_at() + unmet;
        let dice = [(); 2].map(|()| 1 + self.dealer.below(PLACATE, SIDES) as u8);
        if dice[0] + dice[1] >= target {
            CitizenOutcome::Placated { dice, target }
        } else {
            CitizenOutcome::Failed { dice, target }
        }
    }

    // Rules page 2.9, step 6; 4b.11.
    fn settle_happiness(&mut self, results: &mut Results, ev: &mut impl EventSink<Event>) {
        let (floor, failure) = (self.options().happiness_floor, self.options().crisis_failure);
        for seat in self.seats() {
            let result = &mut results[seat.index()];
            let outcomes = || result.citizens.iter().map(|citizen| citizen.outcome);
            let happy = |outcome: &CitizenOutcome| {
                matches!(outcome, CitizenOutcome::Met { reward: Reward::Happiness })
            };
            let won = outcomes().filter(happy).count() as u8;
            let failed =
                |outcome: &CitizenOutcome| matches!(outcome, CitizenOutcome::Failed { .. });
            let mut lost = outcomes().filter(failed).count() as u8;
            if result.crisis_failed && failure == CrisisFailure::LoseOneHappiness {
                lost += 1;
            }
            let own = self.player_mut(seat);
            let from = own.happiness;
            own.happiness = (from + won).saturating_sub(lost).max(floor);
            (result.happiness_before, result.happiness) = (from, own.happiness);
            ev.all(Event::HappinessChanged { seat: seat.0, from, to: own.happiness });
        }
    }

    /// Pays first all rewards, then all bonuses.
    // Rules page 2.9, step 7; 4b.17.
    fn pay_rewards(&mut self, results: &mut Results, ev: &mut impl EventSink<Event>) {
        let literal = self.options().crisis_bonus == CrisisBonus::CitizensOnly;
        let promised: u8 =
            self.turned.iter().map(|crisis| self.tables().crises[crisis].bonus).sum();
        let mut rewards = [0; MOST_PLAYERS];
        let mut bonuses = [0; MOST_PLAYERS];
        for seat in self.seats().map(Seat::index) {
            let result = &results[seat];
            for citizen in &result.citizens {
                if citizen.outcome == (CitizenOutcome::Met { reward: Reward::Coin }) {
                    rewards[seat] += self.tables().citizen(citizen.id).coin;
                }
            }
            let met =
                |citizen: &CitizenResult| matches!(citizen.outcome, CitizenOutcome::Met { .. });
            if result.citizens.iter().all(met) && (literal || !result.crisis_failed) {
                bonuses[seat] = promised;
            }
        }
        let rewards = self.pay_out(rewards);
        let bonuses = self.pay_out(bonuses);
        for seat in self.seats() {
            let (rewards, bonus) = (rewards[seat.index()], bonuses[seat.index()]);
            let result = &mut results[seat.index()];
            (result.rewards, result.bonus) = (rewards, bonus);
            if rewards + bonus > 0 {
                ev.all(Event::CoinEarned { seat: seat.0, rewards, bonus });
            }
        }
    }

    // Rules page 2.9, step 8.
    fn tidy_up(&mut self, ev: &mut impl EventSink<Event>) {
        for seat in self.seats() {
            self.discard_hand(seat);
            if self.options().carry_over == CarryOver::None {
                let cubes = self.player(seat).cubes;
                self.return_cubes(seat, &cubes);
            }
            self.player_mut(seat).failed = false;
            if self.options().recycle_spent {
                self.recycle(seat, ev);
            }
        }
        let stock = std::mem::take(&mut self.bank_stock);
        add(&mut self.supply, &stock);
        let mut standing = Pile::default();
        for crisis in self.in_play.iter().rev() {
            if self.tables().is_directive(crisis) {
                standing.put_on_top(crisis);
            } else {
                self.crisis_discards.insert(crisis);
            }
        }
        self.in_play = standing;
        self.turned = IdSet::EMPTY;
    }

    /// Discards cards that will never produce another cube.
    fn recycle(&mut self, seat: Seat, ev: &mut impl EventSink<Event>) {
        let cards = self.player(seat).cards;
        for card in cards.iter() {
            if self.tables().resources[card].later > 0 {
                continue;
            }
            self.players[seat.index()].cards.remove(card);
            self.resource_discards.insert(card);
            ev.all(Event::CardSpent { seat: seat.0, card });
        }
    }
}
