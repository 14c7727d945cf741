//! Caps on the number of connections: in all, of one address, of an IPv6 /48, and of those that are no sockets.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::limits::{Address, SITE_TIMES};
use super::shares::{HeldCounts, Share, Shares};
use crate::time::millis;

/// Of all connections, and of those of an address or an IPv6 /48, one in this many may be no socket. An answer that
/// nobody reads costs more than a socket that says nothing, and those who play need few.
pub const WITHOUT_SOCKET_SHARE: usize = 3;

/// Number of them that there may always be: a browser opens six to load a page.
const WITHOUT_SOCKET_LEAST: usize = 8;

/// Number of connections beyond the cap that get a refusal before further ones are dropped without an
/// answer.
const REFUSED_MAX: usize = 64;

/// Counts connections, in total and by address.
#[derive(Clone, Debug)]
pub(super) struct Connections(Arc<ConnectionCounts>);

#[derive(Debug)]
struct ConnectionCounts {
    most: usize,
    most_per_address: usize,
    by_address: Shares,
    began: Instant,
    open: Mutex<All>,
}

/// Open connections.
#[derive(Debug, Default)]
struct All {
    total: usize,
    /// Those that are no sockets.
    without_socket: HashMap<u64, Arc<Pulse>>,
    /// Number of them, by address.
    own_without_socket: HeldCounts,
    /// Number of connections that there have ever been.
    entered: u64,
}

/// Progress of a connection that is no socket.
#[derive(Debug)]
struct Pulse {
    address: Option<Address>,
    /// Time of its last byte in either direction, in milliseconds since the counting began.
    moved_ms: AtomicU64,
    cut: Notify,
}

/// One open connection; dropping it frees its slot.
#[derive(Debug)]
pub(super) struct OpenConnection {
    counts: Arc<ConnectionCounts>,
    number: u64,
    pulse: Arc<Pulse>,
    /// Its share among those of its address; `None` for a proxy's, which is nobody's yet.
    _share: Option<Share>,
    /// Standing with respect to the caps.
    pub(super) standing: Standing,
}

/// Standing of a connection with respect to the caps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is within them.
    Welcome,
    /// Its address has too many.
    AddressFull,
    /// The server has too many.
    ServerFull,
}

impl Connections {
    pub(super) fn new(most: usize, most_per_address: usize) -> Self {
        let (began, open) = (Instant::now(), Mutex::default());
        let by_address = Shares::new(most_per_address, false);
        Self(Arc::new(ConnectionCounts { most, most_per_address, by_address, began, open }))
    }

    /// Counts a connection of an address, or one of a proxy, which speaks for many; none when there
    /// is not even room to refuse it politely. Of those that are no sockets, the one that has not
    /// come forward for longest makes place for it if there are too many.
    pub(super) fn enter(&self, address: Option<Address>) -> Option<OpenConnection> {
        let moved_ms = self.0.now_ms().into();
        let pulse = Arc::new(Pulse { address, moved_ms, cut: Notify::new() });
        let (mut standing, number) = {
            let all = &mut *self.0.open.lock();
            if all.total >= self.0.most + REFUSED_MAX {
                return None;
            }
            all.total += 1;
            all.entered += 1;
            all.cut_slowest(address, self.0.most, self.0.most_per_address);
            all.without_socket.insert(all.entered, pulse.clone());
            if let Some(address) = address {
                all.own_without_socket.add(address);
            }
            let full = all.total > self.0.most;
            (if full { Standing::ServerFull } else { Standing::Welcome }, all.entered)
        };
        let share = address.map(|address| self.share(address));
        if let (Standing::Welcome, Some((_, own))) = (standing, &share) {
            standing = *own;
        }
        let share = share.map(|(share, _)| share);
        Some(OpenConnection { counts: self.0.clone(), number, pulse, _share: share, standing })
    }

    /// Counts one more of an address, and returns whether that is too many.
    pub(super) fn share(&self, address: Address) -> (Share, Standing) {
        let (share, within) = self.0.by_address.take(address);
        (share, if within { Standing::Welcome } else { Standing::AddressFull })
    }
}

impl All {
    /// Cuts a connection off that is no socket, if there would be too many with a further one: one of the
    /// address or of the site that has too many itself, else any.
    fn cut_slowest(&mut self, address: Option<Address>, most: usize, most_per_address: usize) {
        let share = |most: usize| (most / WITHOUT_SOCKET_SHARE).max(WITHOUT_SOCKET_LEAST);
        let most_of_site = most_per_address.saturating_mul(SITE_TIMES);
        let held = &self.own_without_socket;
        let full = |count: fn(&HeldCounts, Address) -> usize, most: usize| {
            address.is_some_and(|address| count(held, address) >= share(most))
        };
        let own_full = full(HeldCounts::of, most_per_address);
        let site = address.and_then(Address::wide);
        let site_full = !own_full && full(HeldCounts::of_site, most_of_site);
        if !own_full && !site_full && self.without_socket.len() < share(most) {
            return;
        }
        let among = |pulse: &Pulse| {
            (!own_full || pulse.address == address)
                && (!site_full || pulse.address.and_then(Address::wide) == site)
        };
        let moved = |pulse: &Pulse| pulse.moved_ms.load(Ordering::Relaxed);
        let slowest = self
            .without_socket
            .iter()
            .filter(|(_, pulse)| among(pulse))
            .min_by_key(|(number, pulse)| (moved(pulse), **number))
            .map(|(number, _)| *number);
        if let Some(pulse) = slowest.and_then(|number| self.forget(number)) {
            pulse.cut.notify_one();
        }
    }

    /// Takes a connection out of those that are no sockets.
    fn forget(&mut self, number: u64) -> Option<Arc<Pulse>> {
        let pulse = self.without_socket.remove(&number)?;
        if let Some(address) = pulse.address {
            self.own_without_socket.remove(address);
        }
        Some(pulse)
    }
}

impl OpenConnection {
    /// Takes note that bytes came or went.
    pub(super) fn moved(&self) {
        self.pulse.moved_ms.store(self.counts.now_ms(), Ordering::Relaxed);
    }

    /// Waits until it has to make place for others.
    pub(super) async fn cut(&self) {
        self.pulse.cut.notified().await;
    }

    /// Takes note that the connection is a socket from here on.
    pub(super) fn becomes_socket(&self) {
        self.counts.open.lock().forget(self.number);
    }
}

impl ConnectionCounts {
    fn now_ms(&self) -> u64 {
        millis(self.began.elapsed())
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let all = &mut *self.counts.open.lock();
        all.total = all.total.saturating_sub(1);
        all.forget(self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::FutureExt;
    use tokio::time::advance;

    use super::*;

    const A: Address = Address::V4([192, 0, 2, 1]);
    const B: Address = Address::V4([192, 0, 2, 2]);
    const C: Address = Address::V4([192, 0, 2, 3]);
    const D: Address = Address::V4([192, 0, 2, 4]);

    #[test]
    fn connections_are_capped_until_one_ends() {
        let connections = Connections::new(3, 2);
        let standing = |open: &Option<OpenConnection>| open.as_ref().map(|open| open.standing);
        let first = connections.enter(Some(A));
        let second = connections.enter(Some(A));
        let third = connections.enter(Some(A));
        assert_eq!(standing(&first), Some(Standing::Welcome));
        assert_eq!(standing(&third), Some(Standing::AddressFull));
        let fourth = connections.enter(Some(B));
        assert_eq!(standing(&fourth), Some(Standing::ServerFull));
        drop((first, second));
        assert_eq!(standing(&connections.enter(Some(B))), Some(Standing::Welcome));
        let refused: Vec<_> = (0..3 + REFUSED_MAX).map(|_| connections.enter(Some(A))).collect();
        assert!(connections.enter(Some(A)).is_none() && refused.iter().any(Option::is_none));
    }

    /// Returns the numbers of those that have to make room.
    fn cut(open: &[OpenConnection]) -> Vec<usize> {
        let cut = |open: &OpenConnection| open.cut().now_or_never().is_some();
        (0..open.len()).filter(|number| cut(&open[*number])).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_without_progress_makes_room_for_others() {
        let connections = Connections::new(90, 30);
        let some = |count, address| -> Vec<_> {
            (0..count).map(|_| connections.enter(Some(address)).unwrap()).collect()
        };
        let first = some(10, A);
        advance(Duration::from_secs(1)).await;
        for (number, open) in first.iter().enumerate() {
            if number != 3 {
                open.moved();
            }
        }
        let further = connections.enter(Some(A)).unwrap();
        assert_eq!(further.standing, Standing::Welcome);
        assert_eq!(cut(&first), [3], "its own, for an address with a third of its connections");

        let (second, third) = (some(10, B), some(10, C));
        advance(Duration::from_secs(1)).await;
        first.iter().chain(&third).chain([&further]).for_each(OpenConnection::moved);
        let last = connections.enter(None).unwrap();
        assert_eq!((cut(&first), cut(&second), cut(&third)), (vec![], vec![0], vec![]));
        // Sockets are not among them.
        second.iter().for_each(OpenConnection::becomes_socket);
        let more = some(9, D);
        let none: Vec<usize> = Vec::new();
        assert_eq!([cut(&first), cut(&third), cut(&more)], [none.clone(), none.clone(), none]);
        drop((first, second, third, more, further, last));
        let all = connections.0.open.lock();
        assert!(
            all.total == 0 && all.own_without_socket.is_empty() && all.without_socket.is_empty()
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_site_makes_room_for_itself() {
        let connections = Connections::new(90 * SITE_TIMES, 30);
        let other = connections.enter(Some(A)).unwrap();
        advance(Duration::from_secs(1)).await;
        // A third of what it may have, from as many networks.
        let site = |network: usize| Address::V6Net([0x2001, 0xdb8, 1, network as u16]);
        let enter = |network| connections.enter(Some(site(network))).unwrap();
        let open: Vec<_> = (0..10 * SITE_TIMES).map(enter).collect();
        let nobody: Vec<usize> = Vec::new();
        assert_eq!(cut(&open), nobody);
        let further = enter(999);
        assert_eq!((further.standing, cut(&open)), (Standing::Welcome, vec![0]));
        assert_eq!(cut(&[other]), nobody, "the slowest, and nobody's business");
        drop((open, further));
        assert!(connections.0.open.lock().own_without_socket.is_empty());
    }

    #[test]
    fn a_proxys_connections_count_for_those_it_speaks_for() {
        let connections = Connections::new(4, 2);
        let proxied: Vec<_> = (0..4).map(|_| connections.enter(None).unwrap()).collect();
        assert!(proxied.iter().all(|open| open.standing == Standing::Welcome));
        assert_eq!(connections.enter(None).unwrap().standing, Standing::ServerFull);
        let (first, _) = connections.share(A);
        let (second, standing) = connections.share(A);
        assert_eq!(standing, Standing::Welcome);
        assert_eq!(connections.share(A).1, Standing::AddressFull);
        assert_eq!(connections.share(B).1, Standing::Welcome);
        drop((first, second));
        assert_eq!(connections.share(A).1, Standing::Welcome);
    }
}
