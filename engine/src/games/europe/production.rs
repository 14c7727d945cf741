//! Production, and distributing what is short.

use protocol::games::europe::{Cubes, Event, Resource};

use super::goods::add;
use super::state::{Europe, MOST_PLAYERS};
use crate::game::{EventSink, Seat};

/// The cubes of each resource that each player is due.
pub(super) type Claims = [Cubes; MOST_PLAYERS];

impl Europe {
    /// Returns the claims from cards of earlier rounds.
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

    /// Returns the claim from the bank's cards.
    pub(super) fn bank_claim(&self) -> Cubes {
        let mut claim = Cubes::NONE;
        for card in self.bank_cards.iter() {
            let row = self.tables().resources[card];
            claim[row.resource] += row.later;
        }
        claim
    }

    /// Distributes cubes; the bank gets what is left when all players' claims are met.
    pub(super) fn produce(
        &mut self,
        claims: &Claims,
        bank: &Cubes,
        ev: &mut impl EventSink<Event>,
    ) {
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

    /// Distributes one resource, one cube at a time clockwise from the start seat; the rest of a
    /// claim is lost.
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
