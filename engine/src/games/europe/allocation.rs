//! Assigning cubes to citizens: the answer, and the default when none comes.

use protocol::games::europe::{Allotment, Citizen, Cubes, Event, MissingView, Owed};

use super::goods::{add, lack, least};
use super::state::{Allocation, Europe};
use super::why::Why;
use crate::game::{EventSink, Seat};

impl Europe {
    /// Returns the needs of a citizen.
    pub(super) fn needs(&self, card: Citizen) -> Cubes {
        self.tables().citizen(card).needs
    }

    /// Returns the needs of all citizens of a seat.
    pub(super) fn all_needs(&self, seat: Seat) -> Cubes {
        let mut sum = Cubes::NONE;
        for card in self.player(seat).citizens.iter() {
            add(&mut sum, &self.needs(card));
        }
        sum
    }

    /// Answers the allocation; secret until all have answered.
    // Rules page 2.9, step 4 and 4b.5. Ruling of the code: in the order of the view.
    pub(super) fn allocate(
        &mut self,
        seat: Seat,
        cards: &[Allotment],
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        let own = self.player(seat);
        if cards.iter().any(|given| !own.citizens.iter().any(|card| card == given.id)) {
            return Err(Why::NotYourCard);
        }
        if !cards.iter().map(|given| given.id).eq(own.citizens.iter()) {
            return Err(Why::EveryCitizenOnce);
        }
        let (mut left, mut allocation) = (own.cubes, Allocation::default());
        for (at, given) in cards.iter().enumerate() {
            if !self.needs(given.id).covers(&given.cubes) || !left.covers(&given.cubes) {
                return Err(Why::OverAllocated(given.id));
            }
            left = lack(&left, &given.cubes);
            allocation.cubes[at] = given.cubes;
            allocation.rewards[at] = given.reward;
        }
        self.player_mut(seat).allocation = Some(allocation);
        ev.all(Event::Answered { seat: seat.0 });
        Ok(())
    }

    /// Computes the default allocation of a seat that does not answer: most cards met, then the
    /// most coin, then the lowest ids; the remaining cubes go to the others, least missing first.
    // Rules page 4b.18.
    pub(super) fn default_allocation(&self, seat: Seat) -> Allocation {
        let own = self.player(seat);
        let cards: Vec<Citizen> = own.citizens.iter().collect();
        let met = self.best_served(&cards, &own.cubes);
        let mut allocation = Allocation::default();
        let mut left = own.cubes;
        let mut unmet = Vec::new();
        for (at, card) in cards.iter().enumerate() {
            if met & 1 << at != 0 {
                allocation.cubes[at] = self.needs(*card);
                left = lack(&left, &allocation.cubes[at]);
            } else {
                unmet.push(*card);
            }
        }
        for (card, given) in self.least_missing_first(unmet, left) {
            if let Some(at) = cards.iter().position(|one| *one == card) {
                allocation.cubes[at] = given;
            }
        }
        allocation
    }

    /// Gives out cubes, each once, to whichever citizen lacks least of what is left; of equals to the one
    /// with the lowest id. Returns what each one is given, in that order.
    fn least_missing_first(
        &self,
        mut unmet: Vec<Citizen>,
        mut left: Cubes,
    ) -> Vec<(Citizen, Cubes)> {
        let mut served = Vec::with_capacity(unmet.len());
        while !unmet.is_empty() {
            let missing = |card: Citizen| lack(&self.needs(card), &left).total();
            let next = (0..unmet.len()).min_by_key(|at| (missing(unmet[*at]), unmet[*at]));
            let Some(next) = next else { break };
            let card = unmet.remove(next);
            let given = least(&self.needs(card), &left);
            left = lack(&left, &given);
            served.push((card, given));
        }
        served
    }

    /// Returns what citizens of a seat lack beside each other, by id: a cube serves one only, first whoever
    /// lacks least. Those that lack nothing are left out.
    // Ruling of the code: cubes that are owed by kind are collected before any citizen gets one.
    pub(super) fn missing(&self, seat: Seat, cards: &[Citizen]) -> Vec<MissingView> {
        let mut left = self.player(seat).cubes;
        for debt in self.debts_of(seat) {
            if let Owed::Cubes { cubes } = debt.owed {
                left = lack(&left, &cubes);
            }
        }
        let served = self.least_missing_first(cards.to_vec(), left);
        let lacks = |(id, given)| MissingView { id, cubes: lack(&self.needs(id), &given) };
        let mut missing: Vec<MissingView> =
            served.into_iter().map(lacks).filter(|missing| !missing.cubes.is_empty()).collect();
        missing.sort_unstable_by_key(|missing| missing.id);
        missing
    }

    /// Chooses the cards to meet with these cubes, as a bit mask.
    fn best_served(&self, cards: &[Citizen], held: &Cubes) -> u8 {
        let mut best = (0, 0, 0, 0u8);
        for set in (0..1_u16 << cards.len()).map(|set| set as u8) {
            let chosen = || cards.iter().enumerate().filter(|(at, _)| set & 1 << at != 0);
            let mut sum = Cubes::NONE;
            chosen().for_each(|(_, card)| add(&mut sum, &self.needs(*card)));
            if !held.covers(&sum) {
                continue;
            }
            let coin: u32 =
                chosen().map(|(_, card)| u32::from(self.tables().citizen(*card).coin)).sum();
            // Among equal sets the smallest list of ids wins: its first ids come first.
            best = best.max((set.count_ones(), coin, set.reverse_bits(), set));
        }
        best.3
    }
}
