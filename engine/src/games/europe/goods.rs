//! Arithmetic on cubes and goods. Holdings are checked before anything moves.

use protocol::counts::Counts;
use protocol::games::europe::{Cubes, Good, Goods, Resource};
use protocol::ids::Id;

use super::state::{Europe, PlayerState};
use crate::game::Seat;

/// Moves `what` from one holding to another.
///
/// # Panics
/// If `from` does not hold it: a fault in the rules.
pub(super) fn shift<K: Id, const N: usize>(
    from: &mut Counts<K, N>,
    to: &mut Counts<K, N>,
    what: &Counts<K, N>,
) {
    for (kind, n) in what.iter() {
        from[kind] = from[kind].checked_sub(n).expect("only what is held moves");
        to[kind] += n;
    }
}

/// Returns the smaller count of each kind.
pub(super) fn least(a: &Cubes, b: &Cubes) -> Cubes {
    Resource::ALL.iter().map(|kind| (*kind, a[*kind].min(b[*kind]))).collect()
}

/// Returns what `held` lacks of `wanted`.
pub(super) fn lack(wanted: &Cubes, held: &Cubes) -> Cubes {
    Resource::ALL.iter().map(|kind| (*kind, wanted[*kind].saturating_sub(held[*kind]))).collect()
}

/// Adds `more` to `sum`.
pub(super) fn add(sum: &mut Cubes, more: &Cubes) {
    for (kind, n) in more.iter() {
        sum[kind] += n;
    }
}

/// Returns the cubes among goods.
pub(super) fn cubes_of(goods: &Goods) -> Cubes {
    Resource::ALL.iter().map(|kind| (*kind, goods[kind.good()])).collect()
}

impl PlayerState {
    /// Returns everything that the player may trade.
    // Rules page 4b.10: locked cubes never count as held.
    pub(super) fn goods(&self) -> Goods {
        let mut goods: Goods = self.cubes.iter().map(|(kind, n)| (kind.good(), n)).collect();
        goods[Good::Coin] = self.coin;
        goods
    }

    /// Checks whether the player has these goods now.
    pub(super) fn has(&self, goods: &Goods) -> bool {
        let enough = |(good, n): (Good, u8)| match good.resource() {
            Some(kind) => self.cubes[kind] >= n,
            None => self.coin >= n,
        };
        goods.iter().all(enough)
    }
}

impl Europe {
    /// Moves goods from one seat, which has been checked to have them, to another.
    pub(super) fn hand_over(&mut self, from: Seat, to: Seat, goods: &Goods) {
        let cubes = cubes_of(goods);
        let coin = goods[Good::Coin];
        let mut giver = *self.player(from);
        let mut taker = *self.player(to);
        shift(&mut giver.cubes, &mut taker.cubes, &cubes);
        giver.coin -= coin;
        taker.coin += coin;
        *self.player_mut(from) = giver;
        *self.player_mut(to) = taker;
    }

    /// Moves cubes from a seat to the supply.
    pub(super) fn return_cubes(&mut self, seat: Seat, cubes: &Cubes) {
        shift(&mut self.players[seat.index()].cubes, &mut self.supply, cubes);
    }

    /// Takes up to `n` cubes of a kind from the supply for a seat; returns how many.
    pub(super) fn gain(&mut self, seat: Seat, kind: Resource, n: u8) -> u8 {
        let n = n.min(self.supply[kind]);
        self.supply[kind] -= n;
        self.player_mut(seat).cubes[kind] += n;
        n
    }

    /// Moves coin from a seat to the bank.
    pub(super) fn pay(&mut self, seat: Seat, coin: u8) {
        self.player_mut(seat).coin -= coin;
        self.bank_coin += coin;
    }

    /// Pays claims from the bank, one coin at a time clockwise; returns each player's share.
    // Rules page 2.9, step 7 and 4b.17.
    pub(super) fn pay_out(&mut self, mut due: [u8; 4]) -> [u8; 4] {
        let mut paid = [0; 4];
        while due != [0; 4] && self.bank_coin > 0 {
            for seat in self.clockwise().map(Seat::index) {
                if due[seat] > 0 && self.bank_coin > 0 {
                    due[seat] -= 1;
                    paid[seat] += 1;
                    self.bank_coin -= 1;
                    self.players[seat].coin += 1;
                }
            }
        }
        paid
    }
}
