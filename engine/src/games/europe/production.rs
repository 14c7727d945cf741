//! Production, and handing out what is short.

use protocol::games::europe::{Cubes, Event, Resource};

use super::goods::add;
use super::sink::Sink;
use super::state::{Europe, MOST_PLAYERS};
use crate::game::Seat;

/// What each player is due of each resource.
pub(super) type Claims = [Cubes; MOST_PLAYERS];

impl Europe {
    /// What the cards of earlier rounds are due.
    // Rules page 2.5, step 3.
    pub(super) fn later_claims(&self) -> Claims {
        let mut claims = Claims::default();
        for seat in self.seats() {
            for card in self.player(seat).cards.iter() {
                let row = self.tables().resources[card];
                claims[seat.index()][row.resource] += row.later;
            }
        }
        claims
    }

    /// What the bank's cards are due.
    pub(super) fn bank_claim(&self) -> Cubes {
        let mut claim = Cubes::NONE;
        for card in self.bank_cards.iter() {
            let row = self.tables().resources[card];
            claim[row.resource] += row.later;
        }
        claim
    }

    /// Hands cubes out; the bank gets what is left when all players' claims are met.
    pub(super) fn produce(&mut self, claims: &Claims, bank: &Cubes, ev: &mut impl Sink) {
        let mut made = Claims::default();
        for kind in Resource::ALL.iter().copied() {
            self.hand_out(kind, claims, &mut made);
        }
        for seat in self.seats() {
            let cubes = made[seat.index()];
            add(&mut self.player_mut(seat).cubes, &cubes);
            if !cubes.is_empty() {
                ev.all(Event::Produced { seat: seat.0, cubes });
            }
        }
        let mut cubes = Cubes::NONE;
        for (kind, wanted) in bank.iter() {
            cubes[kind] = wanted.min(self.supply[kind]);
            self.supply[kind] -= cubes[kind];
        }
        add(&mut self.bank_stock, &cubes);
        if !cubes.is_empty() {
            ev.all(Event::BankProduced { cubes });
        }
    }

    /// One resource, one cube at a time clockwise from the start seat; the rest of a claim is lost.
    fn hand_out(&mut self, kind: Resource, claims: &Claims, made: &mut Claims) {
        let mut due: [u8; MOST_PLAYERS] = std::array::from_fn(|seat| claims[seat][kind]);
        while self.supply[kind] > 0 && due != [0; MOST_PLAYERS] {
            for seat in self.clockwise().map(Seat::index) {
                if due[seat] > 0 && self.supply[kind] > 0 {
                    due[seat] -= 1;
                    self.supply[kind] -= 1;
                    made[seat][kind] += 1;
                }
            }
        }
    }
}
