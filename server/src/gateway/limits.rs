//! Limits on what one client may have at a time: flow on a socket, seats and readings of an address.
//! What requests cost says [`super::budget`].
//!
//! Everything here is arithmetic on tokio's clock, bounded in memory, and knows no room.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::payer::Payer;

/// More malformed messages than this within [`MALFORMED_WINDOW`] close the socket.
pub const MALFORMED_MAX: usize = 60;

/// Factor by which the caps of an IPv6 /48 are larger than those of an address. Less than that of its budget:
/// what is capped is there for the whole server once only.
pub const SITE_TIMES: usize = 4;

/// Most programs that an address may announce at a time.
pub const PROGRAMS_AN_ADDRESS: usize = 8;

/// Most seats of listed lobbies that an address may hold at a time: they are everybody's to take.
pub const LISTED_SEATS_MAX: usize = 8;

/// Most records and replays that an address may ask for at a time: a third of all permits, and enough
/// for a household whose players all check their deal when the match ends.
pub const READINGS_MAX: usize = 6;

/// Most records and replays that an IPv6 /48 may ask for at a time: half of all permits.
pub const READINGS_OF_A_SITE: usize = 9;

/// The time in which malformed messages are counted.
pub const MALFORMED_WINDOW: Duration = Duration::from_secs(10);

/// Address that is charged: an IPv4 address, or the /64 that one IPv6 customer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Address {
    V4([u8; 4]),
    V6Net([u16; 4]),
    /// The /48 around it.
    V6Site([u16; 3]),
}

impl Address {
    /// Returns it as servers write it to each other.
    pub(super) fn written(self) -> String {
        serde_json::to_string(&self).unwrap_or_default()
    }

    /// Reads an address as servers write it; `None` if it is none.
    pub(super) fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Returns the wider net that it is part of.
    pub(super) fn wide(self) -> Option<Self> {
        match self {
            Self::V6Net([a, b, c, _]) => Some(Self::V6Site([a, b, c])),
            Self::V4(_) | Self::V6Site(_) => None,
        }
    }
}

impl From<Address> for Payer {
    fn from(address: Address) -> Self {
        let number = |address| {
            let segments = match address {
                Address::V4(octets) => return Ipv4Addr::from(octets).to_ipv6_mapped().to_bits(),
                Address::V6Net([a, b, c, d]) => [a, b, c, d, 0, 0, 0, 0],
                Address::V6Site([a, b, c]) => [a, b, c, 0, 0, 0, 0, 0],
            };
            Ipv6Addr::from(segments).to_bits()
        };
        Self { own: number(address), site: number(address.wide().unwrap_or(address)) }
    }
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

/// A bucket of messages, refilled steadily: with an empty one, the socket is not read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    burst: u32,
    step: Duration,
    full_at: Instant,
}

impl Bucket {
    /// Creates a full bucket; `per_second` 0 is unlimited.
    pub(super) fn new(burst: u32, per_second: u32) -> Self {
        let step = Duration::from_secs(1).checked_div(per_second).unwrap_or_default();
        Self { burst: burst.max(1), step, full_at: Instant::now() }
    }

    /// Returns the time at which the next message may be read; `None` if that is now.
    pub(super) fn wait_until(&self) -> Option<Instant> {
        let at = (self.full_at + self.step).checked_sub(self.step * self.burst)?;
        (at > Instant::now()).then_some(at)
    }

    /// Takes note that one message was read.
    pub(super) fn draw(&mut self) {
        self.full_at = self.full_at.max(Instant::now()) + self.step;
    }
}

/// Counts malformed messages.
#[derive(Debug, Default)]
pub(super) struct MalformedCount(VecDeque<Instant>);

impl MalformedCount {
    /// Counts one more; `true` when it is one too many.
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

    #[test]
    fn payers_are_as_different_as_their_addresses() {
        let payer = |text: &str| Payer::from(Address::from(text.parse::<IpAddr>().unwrap()));
        assert_eq!(payer("2001:db8:1:2::1"), payer("2001:db8:1:2:ffff::9"));
        let (one, other) = (payer("2001:db8:1:2::1"), payer("2001:db8:1:3::1"));
        assert!(one.own != other.own && one.site == other.site);
        assert_ne!(one.site, payer("2001:db8:2:2::1").site);
        let (one, other) = (payer("192.0.2.1"), payer("192.0.2.2"));
        assert!(one.own != other.own && one.own == one.site && other.own == other.site);
    }

    #[tokio::test(start_paused = true)]
    async fn zero_is_unlimited() {
        let mut bucket = Bucket::new(30, 0);
        for _ in 0..10_000 {
            bucket.draw();
        }
        assert_eq!(bucket.wait_until(), None);
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
        let mut malformed = MalformedCount::default();
        for _ in 0..MALFORMED_MAX {
            assert!(!malformed.count());
        }
        assert!(malformed.count());
        advance(MALFORMED_WINDOW).await;
        assert!(!malformed.count());
    }
}
