//! Turns of the requests that other servers pass on: how many are answered at a time, in all and of an address.

use std::sync::Arc;

use axum::http::Method;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::limits::{Address, SITE_TIMES};
use super::shares::{Share, Shares};
use crate::cluster::ServerCall;
use crate::rooms::Refusal;

/// Requests of clients at other servers that are answered at a time, but for those that may wait.
pub const CALLS_AT_ONCE: usize = 256;

/// As many of them as an address may have.
pub const CALLS_OF_ADDRESS: usize = 64;

/// As many of them as an IPv6 /48 may have.
pub const CALLS_OF_SITE: usize = CALLS_AT_ONCE / 2;

/// Requests of clients at other servers for a view or for a program's seats, which may wait for them; and as
/// many commands, which may wait for consent.
pub const CALLS_WAITING: usize = 2_048;

/// As many of them as an address may have.
pub const CALLS_WAITING_OF_ADDRESS: usize = 128;

/// Turns of the requests of other servers. Those that may wait have turns of their own: a few hundred programs
/// that wait for their opponents would keep every command away, and commands that wait for consent the rest.
pub(super) struct CallTurns {
    own: CallPool,
    waiting: CallPool,
    commands: CallPool,
    others: CallPool,
}

impl Default for CallTurns {
    fn default() -> Self {
        let of_site = CALLS_WAITING_OF_ADDRESS * SITE_TIMES;
        let waiting = || CallPool::new(CALLS_WAITING, CALLS_WAITING_OF_ADDRESS, of_site);
        Self {
            own: CallPool::new(CALLS_AT_ONCE, CALLS_AT_ONCE, CALLS_AT_ONCE),
            waiting: waiting(),
            commands: waiting(),
            others: CallPool::new(CALLS_AT_ONCE, CALLS_OF_ADDRESS, CALLS_OF_SITE),
        }
    }
}

impl CallTurns {
    /// Takes a turn for a request; refused while there is none left.
    pub(super) fn take(&self, call: &ServerCall) -> Result<CallTurn, Refusal> {
        let path = call.uri.split('?').next().unwrap_or_default();
        // A program asks for the seats that it is given; a person takes one.
        let takes = call.method == Method::POST.as_str();
        let pool = if call.own.is_some() {
            &self.own
        } else if path.ends_with("/view") || path.ends_with("/seats") && !takes {
            &self.waiting
        } else if path.ends_with("/commands") {
            &self.commands
        } else {
            &self.others
        };
        pool.take(call.address.as_deref().and_then(Address::read))
    }
}

/// Turns of one kind of requests, of which each address has at most a share.
struct CallPool {
    turns: Arc<Semaphore>,
    of_addresses: Shares,
}

/// A turn of a request, and its address's share.
pub(super) type CallTurn = (OwnedSemaphorePermit, Option<Share>);

impl CallPool {
    /// Creates `most` turns, of which an address has at most `of_address` and an IPv6 /48 at most `of_site`.
    fn new(most: usize, of_address: usize, of_site: usize) -> Self {
        let of_addresses = Shares::within(of_address, of_site, false);
        Self { turns: Arc::new(Semaphore::new(most)), of_addresses }
    }

    fn take(&self, address: Option<Address>) -> Result<CallTurn, Refusal> {
        let share = |address| self.of_addresses.take_within(address).ok_or_else(Refusal::busy);
        let share = address.map(share).transpose()?;
        let turn = self.turns.clone().try_acquire_owned().map_err(|_| Refusal::busy())?;
        Ok((turn, share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a network of one IPv6 /48.
    fn of_site(network: u16) -> Address {
        Address::V6Net([0x2001, 0xdb8, 1, network])
    }

    fn take(
        turns: &CallTurns,
        method: &str,
        path: &str,
        address: Address,
    ) -> Result<CallTurn, Refusal> {
        let (method, uri) = (method.to_owned(), format!("/api/v1/{path}?wait_ms=25000"));
        let address = Some(address.written());
        turns.take(&ServerCall { method, uri, address, ..ServerCall::default() })
    }

    #[test]
    fn whoever_waits_keeps_no_turn_from_others() {
        for (method, path) in
            [("GET", "programs/7/seats"), ("GET", "rooms/A/view"), ("POST", "rooms/A/commands")]
        {
            let turns = CallTurns::default();
            let many = (0..4).flat_map(|network| (0..64).map(move |_| of_site(network)));
            let held: Vec<_> =
                many.map(|address| take(&turns, method, path, address).expect(path)).collect();
            let other = Address::V4([192, 0, 2, 1]);
            for (method, path) in
                [("POST", "rooms/A/commands"), ("POST", "rooms/A/seats"), ("GET", "rooms/A")]
            {
                assert!(take(&turns, method, path, other).is_ok(), "{path}");
            }
            assert!(take(&turns, "GET", "rooms/A", of_site(9)).is_ok(), "of another kind");
            drop(held);
        }
    }

    #[test]
    fn a_site_has_at_most_half_of_the_turns() {
        let turns = CallTurns::default();
        let all = (0..CALLS_AT_ONCE as u16)
            .map(|network| take(&turns, "GET", "rooms/A", of_site(network)));
        let held: Vec<_> = all.filter_map(Result::ok).collect();
        assert_eq!(held.len(), CALLS_AT_ONCE / 2);
    }
}
