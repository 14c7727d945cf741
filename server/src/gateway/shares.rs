//! Shares: how much of something each address has at a time, up to a cap. Where several servers share a
//! store, each reports to the others, so that a cap may be one for all of them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;
use uuid::Uuid;

use super::limits::Address;

/// Time after which the last whole report of another server counts no more: that server is gone.
pub(super) const REPORT_KEPT: Duration = Duration::from_secs(25);

/// Counts of what each address has, of one kind.
#[derive(Clone, Debug)]
pub(super) struct Shares(Arc<ShareCounts>);

#[derive(Debug)]
struct ShareCounts {
    most: usize,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    here: HashMap<Address, usize>,
    /// Shares of addresses at other servers, by server.
    elsewhere: HashMap<Uuid, ReportedShares>,
    /// Addresses of which the other servers do not know the count here; `None` if nothing is reported.
    unreported: Option<HashSet<Address>>,
}

/// Shares that another server has reported.
#[derive(Debug)]
struct ReportedShares {
    at: Instant,
    held: HashMap<Address, usize>,
}

/// A share of an address's; dropping it gives it back.
#[derive(Debug)]
pub(super) struct Share {
    counts: Arc<ShareCounts>,
    address: Address,
}

impl Shares {
    /// Creates counts of at most `most` for each address, 0 is unlimited; `reported` if other servers get to
    /// know them.
    pub(super) fn new(most: usize, reported: bool) -> Self {
        let most = if most == 0 { usize::MAX } else { most };
        let held = Held { unreported: reported.then(HashSet::new), ..Held::default() };
        Self(Arc::new(ShareCounts { most, held: Mutex::new(held) }))
    }

    /// Takes a share for an address, and returns whether it is within the cap.
    pub(super) fn take(&self, address: Address) -> (Share, bool) {
        let held = &mut *self.0.held.lock();
        let here = held.here.entry(address).or_default();
        *here += 1;
        let elsewhere = held.elsewhere.values();
        let stand = elsewhere.filter(|reported| reported.stand());
        let elsewhere: usize = stand.filter_map(|reported| reported.held.get(&address)).sum();
        let within = here.saturating_add(elsewhere) <= self.0.most;
        if let Some(unreported) = &mut held.unreported {
            unreported.insert(address);
        }
        (Share { counts: self.0.clone(), address }, within)
    }

    /// Returns the addresses whose count has changed since this was last asked, with what each has now; or
    /// all that have something.
    pub(super) fn to_report(&self, all: bool) -> Vec<(Address, usize)> {
        let held = &mut *self.0.held.lock();
        let unreported = held.unreported.as_mut().map(std::mem::take).unwrap_or_default();
        if all {
            return held.here.iter().map(|(address, count)| (*address, *count)).collect();
        }
        let now = |address| held.here.get(&address).copied().unwrap_or_default();
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
            if count == 0 {
                reported.held.remove(&address);
            } else {
                reported.held.insert(address, count);
            }
        }
    }
}

impl ReportedShares {
    fn none() -> Self {
        Self { at: Instant::now(), held: HashMap::new() }
    }

    /// Checks whether they still count: a server that lives reports all of them more often.
    fn stand(&self) -> bool {
        self.at.elapsed() < REPORT_KEPT
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let held = &mut *self.counts.held.lock();
        if let Some(count) = held.here.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                held.here.remove(&self.address);
            }
        }
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
