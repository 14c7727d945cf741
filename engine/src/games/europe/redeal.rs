//! Re-deals what a viewer cannot know: decks, hidden holdings of others, and their answers.
//!
//! The result looks the same to the viewer. Resource discards lay face up and stay; of the citizen
//! discards only those are mixed that others threw away unseen.

use protocol::games::europe::{Citizen, Reward};

use super::state::{CitizenChoice, DEALT, Europe};
use crate::game::{Below, Seat, Viewer, shuffle};
use crate::zone::Pile;

impl Europe {
    /// Re-deals everything that the viewer cannot know.
    pub(super) fn redeal_for(&mut self, viewer: Viewer, below: Below<'_>) {
        let others: Vec<Seat> = self.seats().filter(|seat| viewer != Viewer::Seat(*seat)).collect();
        self.redeal_resources(&others, below);
        self.redeal_citizens(viewer, &others, below);
        for seat in others {
            self.redeal_answer(seat, below);
        }
        self.crises = self.crises.mixed(below);
        self.dealer.rekey(below);
    }

    /// Re-deals what no player knows: the order of the decks, and whatever is to be drawn.
    pub(super) fn redeal_for_nobody(&mut self, below: Below<'_>) {
        self.redeal_resources(&[], below);
        self.citizens = self.citizens.mixed(below);
        self.crises = self.crises.mixed(below);
        self.dealer.rekey(below);
    }

    fn redeal_resources(&mut self, others: &[Seat], below: Below<'_>) {
        let hidden = others.iter().filter_map(|seat| self.player(*seat).hidden_resource);
        let mut pool: Vec<_> = self.resources.iter().chain(hidden).collect();
        pool.sort_unstable();
        shuffle(&mut pool, below);
        for seat in others {
            if self.player(*seat).hidden_resource.is_some() {
                self.player_mut(*seat).hidden_resource = pool.pop();
            }
        }
        self.resources = Pile::from_top(&pool);
    }

    fn redeal_citizens(&mut self, viewer: Viewer, others: &[Seat], below: Below<'_>) {
        let unseen = |by: Option<Seat>| by.is_some_and(|seat| viewer != Viewer::Seat(seat));
        let mut pool: Vec<Citizen> = self.citizens.iter().collect();
        let discards = self.citizen_discards.iter().filter(|one| unseen(one.unseen_by_others));
        pool.extend(discards.map(|one| one.card));
        for own in others.iter().map(|seat| self.player(*seat)) {
            pool.extend(own.hidden_citizen);
            pool.extend(own.dealt.into_iter().chain(own.drawn).flatten());
        }
        pool.sort_unstable();
        shuffle(&mut pool, below);
        let mut next = |old: Citizen| pool.pop().unwrap_or(old);
        for seat in others {
            let own = self.player_mut(*seat);
            own.hidden_citizen = own.hidden_citizen.map(&mut next);
            for three in [&mut own.dealt, &mut own.drawn].into_iter().flatten() {
                *three = three.map(&mut next);
                three.sort_unstable();
            }
        }
        let mut discards: Vec<_> = self.citizen_discards.iter().collect();
        for one in discards.iter_mut().filter(|one| unseen(one.unseen_by_others)) {
            one.card = next(one.card);
        }
        self.citizen_discards = Pile::from_top(&discards);
        self.citizens = Pile::from_top(&pool);
    }

    /// Replaces the answer of a seat that has answered.
    fn redeal_answer(&mut self, seat: Seat, below: Below<'_>) {
        let fewest = self.fewest_kept(seat);
        let usual = self.player(seat).allocation.map(|_| self.default_allocation(seat));
        let own = self.player_mut(seat);
        if own.chosen.is_some() {
            let dealt = own.dealt;
            let reveal_resource = own.hidden_resource.is_some() && below(2) == 0;
            let mut order = [0, 1, 2];
            shuffle(&mut order, below);
            let count = fewest + below((DEALT - fewest) as u64 + 1) as usize;
            let count = if dealt.is_some() { count } else { 0 };
            let keep = order[..count].iter().fold(0, |keep, at| keep | 1 << at);
            let hide = count > 0 && below(2) == 0;
            let hidden = dealt.filter(|_| hide).map(|dealt| dealt[order[0]]);
            own.chosen = Some(CitizenChoice { keep, hidden, reveal_resource });
        }
        own.allocation = usual;
        if let Some(allocation) = &mut own.allocation {
            for reward in &mut allocation.rewards {
                *reward = if below(2) == 0 { Reward::Happiness } else { Reward::Coin };
            }
        }
    }
}
