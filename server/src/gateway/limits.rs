//! How much one client may ask for: flow on a socket, budgets of an address.
//!
//! Everything here is arithmetic on tokio's clock, bounded in memory, and knows no room.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The most addresses that a budget tells apart; beyond, newcomers share one budget.
const ADDRESSES_MAX: usize = 20_000;

/// More malformed messages than this within [`MALFORMED_WINDOW`] close the socket.
pub(crate) const MALFORMED_MAX: usize = 60;

/// The time in which malformed messages are counted.
pub(crate) const MALFORMED_WINDOW: Duration = Duration::from_secs(10);

/// Who is charged: an IPv4 address, or the /64 that one IPv6 customer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Address {
    V4([u8; 4]),
    V6Net([u16; 4]),
    /// Everyone beyond [`ADDRESSES_MAX`].
    Others,
}

impl From<IpAddr> for Address {
    fn from(ip: IpAddr) -> Self {
        let net = |v6: Ipv6Addr| {
            let [a, b, c, d, ..] = v6.segments();
            Self::V6Net([a, b, c, d])
        };
        match ip.to_canonical() {
            IpAddr::V4(v4) => Self::V4(v4.octets()),
            IpAddr::V6(v6) => net(v6),
        }
    }
}

/// So many a minute for each address, all at once if it likes. 0 is unlimited.
#[derive(Debug)]
pub(super) struct Budget {
    per_minute: u32,
    /// When each address will have its whole budget again.
    full_at: Mutex<HashMap<Address, Instant>>,
}

impl Budget {
    pub(super) fn new(per_minute: u32) -> Self {
        Self { per_minute, full_at: Mutex::default() }
    }

    fn step(&self) -> Duration {
        Duration::from_mins(1) / self.per_minute.max(1)
    }

    /// Draws one.
    pub(super) fn draw(&self, address: Address) -> Result<(), Duration> {
        self.attempt(address, || None::<()>).map(drop)
    }

    /// Tries something that costs only if it finds nothing. An exhausted budget is no try at all:
    /// otherwise its refusals would tell what the tries may not.
    pub(super) fn attempt<T>(
        &self,
        address: Address,
        find: impl FnOnce() -> Option<T>,
    ) -> Result<Option<T>, Duration> {
        self.attempt_or(address, || Ok(find()))
    }

    /// The same for a try that may be refused for other reasons, which costs nothing.
    fn attempt_or<T>(
        &self,
        address: Address,
        find: impl FnOnce() -> Result<Option<T>, Duration>,
    ) -> Result<Option<T>, Duration> {
        if self.per_minute == 0 {
            return find();
        }
        let now = Instant::now();
        let mut full_at = self.lock();
        let address = place(&mut full_at, address, now);
        let full = full_at.get(&address).copied().unwrap_or(now).max(now);
        let used = full + self.step() - now;
        if let Some(wait) = used.checked_sub(Duration::from_mins(1)).filter(|d| !d.is_zero()) {
            return Err(wait);
        }
        let found = find()?;
        if found.is_none() {
            full_at.insert(address, full + self.step());
        }
        Ok(found)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Address, Instant>> {
        self.full_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// As many unknown codes as so many addresses may look up are answered to all addresses together:
/// whoever has many addresses finds no more than that.
pub(crate) const LOOKUP_ADDRESSES: u32 = 100;

/// Look-ups of room codes: a budget for each address, and one for all together.
#[derive(Debug)]
pub(super) struct Lookups {
    each: Budget,
    together: Budget,
}

impl Lookups {
    /// `per_minute` for each address; 0 is unlimited.
    pub(super) fn new(per_minute: u32) -> Self {
        let together = per_minute.saturating_mul(LOOKUP_ADDRESSES);
        Self { each: Budget::new(per_minute), together: Budget::new(together) }
    }

    /// Looks a code up, which costs only if it is unknown.
    pub(super) fn attempt<T>(
        &self,
        address: Address,
        find: impl FnOnce() -> Option<T>,
    ) -> Result<Option<T>, Duration> {
        self.each.attempt_or(address, || self.together.attempt(Address::Others, find))
    }
}

/// The entry that an address is charged to: its own, if there is room for it.
fn place(full_at: &mut HashMap<Address, Instant>, address: Address, now: Instant) -> Address {
    if full_at.contains_key(&address) || full_at.len() < ADDRESSES_MAX {
        return address;
    }
    full_at.retain(|_, full| *full > now);
    if full_at.len() < ADDRESSES_MAX { address } else { Address::Others }
}

/// A bucket of messages, refilled steadily: with an empty one, the socket is not read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    burst: u32,
    step: Duration,
    full_at: Instant,
}

impl Bucket {
    /// `per_second` 0 is unlimited.
    pub(super) fn new(burst: u32, per_second: u32) -> Self {
        let step = Duration::from_secs(1).checked_div(per_second).unwrap_or_default();
        Self { burst: burst.max(1), step, full_at: Instant::now() }
    }

    /// When the next message may be read; none if that is now.
    pub(super) fn wait_until(&self) -> Option<Instant> {
        let at = (self.full_at + self.step).checked_sub(self.step * self.burst)?;
        (at > Instant::now()).then_some(at)
    }

    /// One message was read.
    pub(super) fn draw(&mut self) {
        self.full_at = self.full_at.max(Instant::now()) + self.step;
    }
}

/// Counts malformed messages.
#[derive(Debug, Default)]
pub(super) struct Malformed(VecDeque<Instant>);

impl Malformed {
    /// One more; `true` when it is one too many.
    pub(super) fn count(&mut self) -> bool {
        let now = Instant::now();
        while self.0.front().is_some_and(|at| now - *at >= MALFORMED_WINDOW) {
            self.0.pop_front();
        }
        self.0.push_back(now);
        self.0.len() > MALFORMED_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    const A: Address = Address::V4([192, 0, 2, 1]);
    const B: Address = Address::V4([192, 0, 2, 2]);

    #[test]
    fn an_ipv6_customer_is_one_address() {
        let address = |text: &str| Address::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:192.0.2.1"), A);
        assert_ne!(A, B);
    }

    #[tokio::test(start_paused = true)]
    async fn a_budget_is_spent_and_comes_back() {
        let budget = Budget::new(10);
        for _ in 0..10 {
            assert_eq!(budget.draw(A), Ok(()));
        }
        assert_eq!(budget.draw(A), Err(Duration::from_secs(6)));
        assert_eq!(budget.draw(B), Ok(()));
        advance(Duration::from_secs(6)).await;
        assert_eq!(budget.draw(A), Ok(()));
        assert!(budget.draw(A).is_err());
        advance(Duration::from_mins(2)).await;
        for _ in 0..10 {
            assert_eq!(budget.draw(A), Ok(()));
        }
        assert!(budget.draw(A).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn finding_costs_nothing_but_an_exhausted_budget_finds_nothing() {
        let budget = Budget::new(1);
        for _ in 0..100 {
            assert_eq!(budget.attempt(A, || Some(1)), Ok(Some(1)));
        }
        assert_eq!(budget.attempt(A, || None::<u8>), Ok(None));
        assert!(budget.attempt(A, || Some(1)).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn many_addresses_together_look_up_a_bounded_number_of_codes() {
        let lookups = Lookups::new(10);
        let of = |n: u32| Address::V4(n.to_be_bytes());
        for n in 0..10 * LOOKUP_ADDRESSES {
            assert_eq!(lookups.attempt(of(n / 9), || Some(n)), Ok(Some(n)), "finding is free");
            assert_eq!(lookups.attempt(of(n / 9), || None::<u8>), Ok(None), "look-up {n}");
        }
        let wait = Err(Duration::from_millis(60));
        for _ in 0..20 {
            assert_eq!(lookups.attempt(of(9_999), || Some(1)), wait, "nobody finds anything");
        }
        advance(Duration::from_millis(60)).await;
        assert_eq!(lookups.attempt(of(9_999), || Some(1)), Ok(Some(1)), "and nobody paid for it");
    }

    #[tokio::test(start_paused = true)]
    async fn zero_is_unlimited() {
        let budget = Budget::new(0);
        let mut bucket = Bucket::new(30, 0);
        for _ in 0..10_000 {
            assert_eq!(budget.draw(A), Ok(()));
            bucket.draw();
        }
        assert_eq!(bucket.wait_until(), None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_budget_keeps_a_bounded_number_of_addresses() {
        let budget = Budget::new(1);
        for n in 0..ADDRESSES_MAX as u32 {
            assert_eq!(budget.draw(Address::V4(n.to_be_bytes())), Ok(()));
        }
        assert_eq!(budget.draw(Address::V4([255; 4])), Ok(()));
        assert!(budget.draw(Address::V4([254; 4])).is_err(), "the others share one budget");
        assert_eq!(budget.lock().len(), ADDRESSES_MAX + 1);
        advance(Duration::from_mins(2)).await;
        assert_eq!(budget.draw(Address::V4([254; 4])), Ok(()));
        assert_eq!(budget.lock().len(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_bucket_gives_its_burst_and_then_its_rate() {
        let mut bucket = Bucket::new(30, 10);
        for _ in 0..30 {
            assert_eq!(bucket.wait_until(), None);
            bucket.draw();
        }
        let next = Instant::now() + Duration::from_millis(100);
        assert_eq!(bucket.wait_until(), Some(next));
        advance(Duration::from_millis(100)).await;
        assert_eq!(bucket.wait_until(), None);
        bucket.draw();
        assert!(bucket.wait_until().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn malformed_messages_are_counted_in_a_window() {
        let mut malformed = Malformed::default();
        for _ in 0..MALFORMED_MAX {
            assert!(!malformed.count());
        }
        assert!(malformed.count());
        advance(MALFORMED_WINDOW).await;
        assert!(!malformed.count());
    }
}
