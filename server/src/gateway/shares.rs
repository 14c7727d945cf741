//! Shares: how much of something each address has at a time, up to a cap; and how much all addresses of an
//! IPv6 /48 have, up to a wider one, for it is one customer's with 65,536 networks. Where several servers
//! share a store, each reports to the others, so that a cap may be one for all of them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;
use uuid::Uuid;

use super::limits::{Address, SITE_TIMES};
use crate::payer::{Charge, Payer};

/// Time after which the last whole report of another server counts no more: that server is gone.
pub(super) const REPORT_KEPT: Duration = Duration::from_secs(25);

/// Counts of what each address has, of one kind.
#[derive(Clone, Debug)]
pub(super) struct Shares(Arc<ShareCounts>);

#[derive(Debug)]
struct ShareCounts {
    most: usize,
    /// The most that all addresses of an IPv6 /48 have together.
    most_of_site: usize,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    here: HeldCounts,
    /// Shares of addresses at other servers, by server.
    elsewhere: HashMap<Uuid, ReportedShares>,
    /// Addresses of which the other servers do not know the count here; `None` if nothing is reported.
    unreported: Option<HashSet<Address>>,
}

/// Numbers of things that addresses have, and that each IPv6 /48 has. Whoever has nothing is not kept.
#[derive(Debug, Default)]
pub(super) struct HeldCounts {
    addresses: HashMap<Address, usize>,
    sites: HashMap<Address, usize>,
}

/// Shares that another server has reported.
#[derive(Debug)]
struct ReportedShares {
    at: Instant,
    held: HeldCounts,
}

/// A share of an address's; dropping it gives it back.
#[derive(Debug)]
pub(super) struct Share {
    counts: Arc<ShareCounts>,
    address: Address,
}

impl Shares {
    /// Creates counts of at most `most` for each address, 0 is unlimited, and [`SITE_TIMES`] that for each
    /// IPv6 /48; `reported` if other servers get to know them.
    pub(super) fn new(most: usize, reported: bool) -> Self {
        let most = if most == 0 { usize::MAX } else { most };
        Self::within(most, most.saturating_mul(SITE_TIMES), reported)
    }

    /// Creates counts of at most `most` for each address and `most_of_site` for each IPv6 /48; `reported` if
    /// other servers get to know them.
    pub(super) fn within(most: usize, most_of_site: usize, reported: bool) -> Self {
        let held = Held { unreported: reported.then(HashSet::new), ..Held::default() };
        Self(Arc::new(ShareCounts { most, most_of_site, held: Mutex::new(held) }))
    }

    /// Takes a share for an address, and returns whether it is within the caps.
    pub(super) fn take(&self, address: Address) -> (Share, bool) {
        let held = &mut *self.0.held.lock();
        held.here.add(address);
        let all = |count: fn(&HeldCounts, Address) -> usize| {
            let stand = held.elsewhere.values().filter(|reported| reported.stand());
            let elsewhere = stand.map(|reported| count(&reported.held, address));
            elsewhere.fold(count(&held.here, address), usize::saturating_add)
        };
        let within =
            all(HeldCounts::of) <= self.0.most && all(HeldCounts::of_site) <= self.0.most_of_site;
        if let Some(unreported) = &mut held.unreported {
            unreported.insert(address);
        }
        (Share { counts: self.0.clone(), address }, within)
    }

    /// Takes a share for an address, if that is within the caps.
    pub(super) fn take_within(&self, address: Address) -> Option<Share> {
        let (share, within) = self.take(address);
        within.then_some(share)
    }

    /// Returns the addresses whose count has changed since this was last asked, with what each has now; or
    /// all that have something.
    pub(super) fn to_report(&self, all: bool) -> Vec<(Address, usize)> {
        let held = &mut *self.0.held.lock();
        let unreported = held.unreported.as_mut().map(std::mem::take).unwrap_or_default();
        if all {
            let all = held.here.addresses.iter();
            return all.map(|(address, count)| (*address, *count)).collect();
        }
        let now = |address| held.here.of(address);
        unreported.into_iter().map(|address| (address, now(address))).collect()
    }

    /// Takes note of what addresses have at another server; `all` if they have nothing else there.
    pub(super) fn reported(&self, server: Uuid, all: bool, counts: Vec<(Address, usize)>) {
        let held = &mut *self.0.held.lock();
        held.elsewhere.retain(|_, reported| reported.stand());
        let reported = held.elsewhere.entry(server).or_insert_with(ReportedShares::none);
        if all {
            *reported = ReportedShares::none();
        }
        for (address, count) in counts {
            reported.held.set(address, count);
        }
    }
}

impl HeldCounts {
    /// Returns the number of an address.
    pub(super) fn of(&self, address: Address) -> usize {
        self.addresses.get(&address).copied().unwrap_or_default()
    }

    /// Returns the number of the /48 that an address is part of; 0 for one of IPv4.
    pub(super) fn of_site(&self, address: Address) -> usize {
        let site = address.wide().and_then(|site| self.sites.get(&site));
        site.copied().unwrap_or_default()
    }

    /// Counts one more of an address.
    pub(super) fn add(&mut self, address: Address) {
        self.set(address, self.of(address).saturating_add(1));
    }

    /// Counts one less of an address.
    pub(super) fn remove(&mut self, address: Address) {
        self.set(address, self.of(address).saturating_sub(1));
    }

    fn set(&mut self, address: Address, count: usize) {
        if let Some(site) = address.wide() {
            let others = self.of_site(address).saturating_sub(self.of(address));
            keep(&mut self.sites, site, others.saturating_add(count));
        }
        keep(&mut self.addresses, address, count);
    }

    /// Checks whether nobody has anything.
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.addresses.is_empty() && self.sites.is_empty()
    }
}

fn keep(counts: &mut HashMap<Address, usize>, address: Address, count: usize) {
    if count == 0 {
        counts.remove(&address);
    } else {
        counts.insert(address, count);
    }
}

impl ReportedShares {
    fn none() -> Self {
        Self { at: Instant::now(), held: HeldCounts::default() }
    }

    /// Checks whether they still count: a server that lives reports all of them more often.
    fn stand(&self) -> bool {
        self.at.elapsed() < REPORT_KEPT
    }
}

impl Charge for Share {
    fn payer(&self) -> Payer {
        self.address.into()
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let held = &mut *self.counts.held.lock();
        held.here.remove(self.address);
        if let Some(unreported) = &mut held.unreported {
            unreported.insert(self.address);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const A: Address = Address::V4([192, 0, 2, 1]);
    const B: Address = Address::V4([192, 0, 2, 2]);

    #[test]
    fn an_address_has_so_much_until_it_gives_something_back() {
        let shares = Shares::new(2, false);
        let (first, within) = shares.take(A);
        assert!(within);
        let second = shares.take(A);
        assert!(second.1 && !shares.take(A).1);
        assert!(shares.take(B).1, "another address has its own");
        drop((first, second));
        assert!(shares.take(A).1);
        assert!(shares.0.held.lock().here.is_empty(), "nothing is kept of whoever has nothing");
        assert!(shares.to_report(false).is_empty(), "nothing is reported");
    }

    #[test]
    fn zero_is_unlimited() {
        let shares = Shares::new(0, false);
        let all: Vec<_> = (0..10_000).map(|_| shares.take(A)).collect();
        assert!(all.iter().all(|(_, within)| *within));
    }

    fn net(site: u16, net: u16) -> Address {
        Address::V6Net([0x2001, 0xdb8, site, net])
    }

    #[test]
    fn a_site_with_many_networks_has_a_wider_cap() {
        let shares = Shares::new(2, false);
        let take = |network| shares.take(net(1, network));
        let mut taken: Vec<_> = (0..SITE_TIMES as u16).flat_map(|n| [take(n), take(n)]).collect();
        assert!(taken.iter().all(|(_, within)| *within));
        assert!(!take(999).1, "another network of the same site");
        assert!(shares.take(net(2, 0)).1 && shares.take(A).1, "another site");
        taken.pop();
        assert!(take(999).1);
        taken.clear();
        assert!(shares.0.held.lock().here.is_empty(), "nothing is kept of whoever has nothing");
        let narrow = Shares::within(2, 3, false);
        let taken = [0, 1, 2, 3].map(|network| narrow.take(net(1, network)));
        assert_eq!(taken.each_ref().map(|(_, within)| *within), [true, true, true, false]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_a_site_has_at_other_servers_counts_here() {
        let shares = Shares::within(2, 3, true);
        let server = Uuid::from_u128(1);
        shares.reported(server, false, vec![(net(1, 1), 2), (net(1, 2), 1), (net(2, 1), 2)]);
        assert!(!shares.take(net(1, 3)).1);
        shares.reported(server, false, vec![(net(1, 2), 0)]);
        assert!(shares.take(net(1, 3)).1);
        shares.reported(server, true, vec![(net(1, 1), 2), (net(1, 2), 1)]);
        assert!(!shares.take(net(1, 3)).1 && shares.take(net(2, 1)).1);
    }

    #[tokio::test(start_paused = true)]
    async fn what_an_address_has_at_other_servers_counts_here() {
        let (one, other) = (Shares::new(3, true), Shares::new(3, true));
        let server = Uuid::from_u128(1);
        let mut taken: Vec<_> = [one.take(A), one.take(A)].into();
        let report = one.to_report(false);
        assert_eq!(report, [(A, 2)]);
        assert!(one.to_report(false).is_empty(), "a change is reported once");
        other.reported(server, false, report);
        let third = other.take(A);
        assert!(third.1 && !other.take(A).1 && other.take(B).1);

        taken.pop();
        other.reported(server, false, one.to_report(false));
        assert!(other.take(A).1);
        taken.clear();
        assert_eq!(one.to_report(false), [(A, 0)]);
        // That this change was lost is mended by the next time that all is reported.
        assert!(!{
            let _fourth = other.take(A);
            other.take(A).1
        });
        other.reported(server, true, one.to_report(true));
        assert!({
            let _fourth = other.take(A);
            other.take(A).1
        });
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_reports_nothing_more_is_gone() {
        let shares = Shares::new(1, true);
        shares.reported(Uuid::from_u128(1), true, vec![(A, 1)]);
        assert!(!shares.take(A).1);
        advance(REPORT_KEPT / 2).await;
        shares.reported(Uuid::from_u128(1), false, Vec::new());
        advance(REPORT_KEPT / 2).await;
        assert!(shares.take(A).1, "a change does not say that the rest still holds");
        shares.reported(Uuid::from_u128(2), true, Vec::new());
        assert_eq!(shares.0.held.lock().elsewhere.len(), 1);
    }
}
