//! Costs of requests, and who pays them: one budget of points an address, whatever they are spent on.
//!
//! Everything here is arithmetic on tokio's clock, bounded in memory, and knows no room.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use super::limits::Address;
use crate::rooms::TokenHash;

/// The most payers that a budget keeps apart; for one more, the one that has spent least is forgotten.
const PAYERS_MAX: usize = 20_000;

/// Factor by which the budget of an IPv6 /48 is larger: it is one customer's, with 65,536 networks.
pub const WIDE_TIMES: u32 = 16;

/// Factor by which the budget that an address has for its seats, once its own is spent, is larger: however
/// many seats it holds and however often it renews their tokens.
pub const SEATS_TIMES: u32 = 4;

/// Number of entries that are read for a point, where a match has left the memory.
pub const ENTRIES_A_POINT: u32 = 10;

/// Kinds of requests, by what they cost. A point is about a tenth of a millisecond of a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A look at a room, or at a seat of it.
    Look,
    /// The view of a match over HTTP.
    View,
    /// The list of rooms.
    List,
    /// A command over HTTP.
    Act,
    /// A socket that joins a room.
    Join,
    /// A change of a room that is stored: a seat taken or left, a token, an address for notices.
    Change,
    /// A record, or a page of a replay.
    Read,
    /// A hint, or an analysis that is begun.
    Think,
    /// A program that is given a seat.
    Program,
    /// A new room, by a rematch, for practice or for a lesson too.
    Found,
    /// A code that no room has: dear, so that codes cannot be guessed.
    Unknown,
}

impl Cost {
    /// Returns the cost in points.
    pub const fn points(self) -> u32 {
        match self {
            Self::Look | Self::View => 1,
            Self::Act => 2,
            Self::List | Self::Join => 5,
            Self::Change => 10,
            Self::Read => 20,
            Self::Think | Self::Program => 50,
            Self::Found | Self::Unknown => 100,
        }
    }

    /// Returns the cost in points where so many entries of a match have to be read for it.
    pub(super) fn reading(self, entries: u32) -> u32 {
        let read = match self {
            Self::View | Self::Act | Self::Join | Self::Found => entries / ENTRIES_A_POINT,
            // They do not need the match, or have turns of their own at it.
            Self::Look
            | Self::List
            | Self::Change
            | Self::Read
            | Self::Think
            | Self::Program
            | Self::Unknown => 0,
        };
        self.points().saturating_add(read)
    }
}

impl From<Cost> for u32 {
    fn from(cost: Cost) -> Self {
        cost.points()
    }
}

/// Points a minute for each payer, to be spent all at once if it likes. 0 is unlimited.
///
/// Whoever has a point left may spend more than it has: what something costs is known when it is
/// done, and a refusal must not reveal more than an answer would.
#[derive(Debug)]
struct Points<K> {
    per_minute: u32,
    /// Time at which each payer will have its whole budget again.
    full_at: Mutex<HashMap<K, Instant>>,
}

impl<K: Copy + Eq + Hash> Points<K> {
    fn new(per_minute: u32) -> Self {
        Self { per_minute, full_at: Mutex::default() }
    }

    fn step(&self) -> Duration {
        Duration::from_mins(1) / self.per_minute.max(1)
    }

    /// Checks whether a payer has a point left; if not, returns how long until it has one.
    fn afford(&self, payer: K) -> Result<(), Duration> {
        let Some(full) = self.full_at.lock().get(&payer).copied() else { return Ok(()) };
        let used = full.saturating_duration_since(Instant::now()) + self.step();
        match used.checked_sub(Duration::from_mins(1)).filter(|wait| !wait.is_zero()) {
            Some(wait) if self.per_minute > 0 => Err(wait),
            Some(_) | None => Ok(()),
        }
    }

    fn spend(&self, payer: K, points: u32) {
        if self.per_minute == 0 {
            return;
        }
        let now = Instant::now();
        let mut full_at = self.full_at.lock();
        if !full_at.contains_key(&payer) && full_at.len() >= PAYERS_MAX {
            full_at.retain(|_, full| *full > now);
            let least = full_at.iter().min_by_key(|(_, full)| **full).map(|(payer, _)| *payer);
            if let Some(least) = least.filter(|_| full_at.len() >= PAYERS_MAX) {
                full_at.remove(&least);
            }
        }
        let full = full_at.entry(payer).or_insert(now);
        *full = (*full).max(now) + self.step() * points;
    }
}

/// The budgets of all addresses; and of all seats, for those whose address has spent its own.
#[derive(Debug)]
pub(super) struct Budget {
    addresses: Points<Address>,
    wide: Points<Address>,
    seats: Points<TokenHash>,
    by_seats: Points<Address>,
    /// Points that addresses have spent here and the other servers do not know of yet; `None` if there
    /// are no others.
    unshared: Option<Mutex<HashMap<Address, u32>>>,
}

impl Budget {
    /// Creates budgets of `per_minute` points for each address and each seat, 0 is unlimited; `shared` if
    /// other servers are told what addresses spend.
    pub(super) fn new(per_minute: u32, shared: bool) -> Self {
        Self {
            addresses: Points::new(per_minute),
            wide: Points::new(per_minute.saturating_mul(WIDE_TIMES)),
            seats: Points::new(per_minute),
            by_seats: Points::new(per_minute.saturating_mul(SEATS_TIMES)),
            unshared: shared.then(Mutex::default),
        }
    }

    /// Checks whether an address may ask for something; if not, returns how long until it may.
    pub(super) fn afford(&self, address: Address) -> Result<(), Duration> {
        self.addresses.afford(address)?;
        address.wide().map_or(Ok(()), |wide| self.wide.afford(wide))
    }

    /// Charges an address.
    pub(super) fn spend(&self, address: Address, cost: impl Into<u32>) {
        let points = cost.into();
        self.charge(address, points);
        if let Some(unshared) = &self.unshared {
            let mut unshared = unshared.lock();
            if unshared.len() < PAYERS_MAX || unshared.contains_key(&address) {
                *unshared.entry(address).or_default() += points;
            }
        }
    }

    /// Charges an address for entries that were read of a match, where nobody knew of them beforehand.
    pub(super) fn spend_reading(&self, address: Address, entries: u32) {
        self.spend(address, entries / ENTRIES_A_POINT);
    }

    fn charge(&self, address: Address, points: u32) {
        self.addresses.spend(address, points);
        if let Some(wide) = address.wide() {
            self.wide.spend(wide, points);
        }
    }

    /// Takes what addresses have spent here since this was last asked.
    pub(super) fn unshared(&self) -> Vec<(Address, u32)> {
        self.unshared.as_ref().map(|unshared| unshared.lock().drain().collect()).unwrap_or_default()
    }

    /// Charges addresses for what they have spent at another server.
    pub(super) fn charge_elsewhere(&self, spent: &[(Address, u32)]) {
        for (address, points) in spent {
            self.charge(*address, *points);
        }
    }

    /// Charges an address, if it has anything left.
    pub(super) fn pay(&self, address: Address, cost: impl Into<u32>) -> Result<(), Duration> {
        self.afford(address)?;
        self.spend(address, cost);
        Ok(())
    }

    /// Charges a seat of an address, if it and all of them together have anything left.
    pub(super) fn pay_by_seat(
        &self,
        address: Address,
        seat: TokenHash,
        cost: impl Into<u32>,
    ) -> Result<(), Duration> {
        let site = address.wide().unwrap_or(address);
        self.seats.afford(seat)?;
        self.by_seats.afford(site)?;
        let points = cost.into();
        self.seats.spend(seat, points);
        self.by_seats.spend(site, points);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    const A: Address = Address::V4([192, 0, 2, 1]);
    const B: Address = Address::V4([192, 0, 2, 2]);

    #[tokio::test(start_paused = true)]
    async fn a_budget_is_spent_and_comes_back() {
        let budget = Budget::new(1_000, false);
        for _ in 0..10 {
            assert_eq!(budget.pay(A, Cost::Found), Ok(()));
        }
        assert_eq!(budget.pay(A, Cost::Look), Err(Duration::from_millis(60)));
        assert_eq!(budget.pay(B, Cost::Look), Ok(()));
        assert_eq!(budget.pay_by_seat(A, TokenHash::of("a"), Cost::Join), Ok(()));
        advance(Duration::from_millis(60)).await;
        assert_eq!(budget.pay(A, Cost::Found), Ok(()), "whoever has a point may spend more");
        assert_eq!(budget.pay(A, Cost::Look), Err(Duration::from_secs(6)));
        advance(Duration::from_mins(2)).await;
        for _ in 0..1_000 {
            assert_eq!(budget.pay(A, Cost::Look), Ok(()));
        }
        assert!(budget.pay(A, Cost::Look).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn new_tokens_bring_an_address_no_new_budget() {
        let budget = Budget::new(100, false);
        let look = |token: u32| {
            budget.pay_by_seat(A, TokenHash::of(&token.to_string()), Cost::Look).is_ok()
        };
        let looks = (0..1_000).filter(|token| look(*token)).count();
        assert_eq!(looks, 100 * SEATS_TIMES as usize);
        assert_eq!(
            budget.pay_by_seat(B, TokenHash::of("0"), Cost::Look),
            Ok(()),
            "another address"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_asked_has_one_budget() {
        let costs = [Cost::Look, Cost::Act, Cost::List, Cost::Join, Cost::Change, Cost::Read];
        let costs = [&costs[..], &[Cost::Think, Cost::Found, Cost::Unknown]].concat();
        let budget = Budget::new(costs.iter().map(|cost| cost.points()).sum(), false);
        for cost in costs {
            assert_eq!(budget.pay(A, cost), Ok(()), "{cost:?}");
        }
        assert!(budget.pay(A, Cost::Look).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn a_site_with_many_networks_has_a_bounded_budget() {
        let budget = Budget::new(100, false);
        let of = |network: u16| Address::V6Net([0x2001, 0xdb8, 1, network]);
        for network in 0..WIDE_TIMES as u16 {
            assert_eq!(budget.pay(of(network), Cost::Unknown), Ok(()));
        }
        assert!(budget.pay(of(999), Cost::Look).is_err(), "another network of the same site");
        assert_eq!(budget.pay(Address::V6Net([0x2001, 0xdb8, 2, 0]), Cost::Look), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn zero_is_unlimited() {
        let budget = Budget::new(0, false);
        for _ in 0..10_000 {
            assert_eq!(budget.pay(A, Cost::Unknown), Ok(()));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_budget_keeps_a_bounded_number_of_payers_and_strangers_never_share_one() {
        let budget = Points::new(100);
        for n in 0..PAYERS_MAX as u32 {
            budget.spend(n, Cost::Unknown.points());
        }
        for n in 0..100 {
            let newcomer = u32::MAX - n;
            assert_eq!(budget.afford(newcomer), Ok(()), "newcomer {n}");
            budget.spend(newcomer, Cost::Unknown.points());
            assert!(budget.afford(newcomer).is_err());
        }
        assert_eq!(budget.full_at.lock().len(), PAYERS_MAX);
        advance(Duration::from_mins(2)).await;
        budget.spend(u32::MAX - 200, Cost::Look.points());
        assert_eq!(budget.full_at.lock().len(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_has_one_budget_on_several_servers() {
        let (one, other) = (Budget::new(100, true), Budget::new(100, true));
        for _ in 0..50 {
            assert_eq!(one.pay(A, Cost::Look), Ok(()));
        }
        let shared = one.unshared();
        assert_eq!(shared, [(A, 50)]);
        other.charge_elsewhere(&shared);
        assert!(one.unshared().is_empty() && other.unshared().is_empty(), "it is told once");
        for _ in 0..50 {
            assert_eq!(other.pay(A, Cost::Look), Ok(()));
        }
        assert!(other.pay(A, Cost::Look).is_err());
        assert_eq!(other.pay(B, Cost::Look), Ok(()));
    }
}
