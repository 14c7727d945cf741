//! Limits on the mails that the server sends: strangers name the addresses, and none may be flooded.
//!
//! Nobody is written to but those who agreed, and to ask them takes a mail. So the asking is what is
//! bounded most: for one address, for one asker, and for all together. A restart forgets what was sent.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use crate::payer::Payer;

/// Number of times that the owner of an address is asked in a day.
pub const ASKED_A_DAY: usize = 3;

/// Number of times in an hour that the server asks for one address of a client, or for an IPv6 /48: what it
/// has is the others' too.
pub const ASKED_FOR_AN_ADDRESS: usize = 5;

/// Number of times that the server asks in an hour.
pub const ASKED_AN_HOUR: usize = 60;

/// Number of mails that the server sends in an hour, of all kinds.
pub const MAILS_AN_HOUR: usize = 600;

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// Mails sent lately. Bounded by its own limits: a day has 24 hours of asking.
#[derive(Debug, Default)]
pub(super) struct Allowance {
    asked: VecDeque<AskedOwner>,
    sent: VecDeque<Instant>,
}

/// A mail that asked the owner of an address.
#[derive(Debug)]
struct AskedOwner {
    at: Instant,
    owner: String,
    asker: Payer,
}

impl Allowance {
    /// Counts that the owner of an address is asked for this asker; or says how long to wait.
    pub(super) fn ask(&mut self, address: &str, asker: Payer) -> Result<(), Duration> {
        let now = Instant::now();
        while self.asked.front().is_some_and(|asked| now - asked.at >= DAY) {
            self.asked.pop_front();
        }
        let owner = owner(address);
        let own = self.since(ASKED_A_DAY, |asked| asked.owner == owner);
        let askers = self.since(ASKED_FOR_AN_ADDRESS, |asked| asked.asker.site == asker.site);
        let all = self.since(ASKED_AN_HOUR, |_| true);
        // The limit that ends last decides.
        let again = own.map(|at| at + DAY).max(askers.max(all).map(|at| at + HOUR));
        if let Some(wait) = again.map(|at| at - now).filter(|wait| !wait.is_zero()) {
            return Err(wait);
        }
        self.asked.push_back(AskedOwner { at: now, owner, asker });
        Ok(())
    }

    /// Returns the time since which the server has asked `count` times for something; `None` if it has not.
    fn since(&self, count: usize, of: impl Fn(&AskedOwner) -> bool) -> Option<Instant> {
        let asked = self.asked.iter().rev().filter(|asked| of(asked));
        asked.map(|asked| asked.at).nth(count.checked_sub(1)?)
    }

    /// Counts a mail; `false` if it must wait.
    pub(super) fn send(&mut self) -> bool {
        let now = Instant::now();
        while self.sent.front().is_some_and(|at| now - *at >= HOUR) {
            self.sent.pop_front();
        }
        let some_left = self.sent.len() < MAILS_AN_HOUR;
        if some_left {
            self.sent.push_back(now);
        }
        some_left
    }
}

/// Returns the owner of an address: what follows a `+` leads to the same person.
fn owner(address: &str) -> String {
    let (local, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let local = local.split('+').next().unwrap_or_default();
    format!("{local}@{domain}").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    fn client(number: u128) -> Payer {
        Payer { own: number, site: number }
    }

    #[tokio::test(start_paused = true)]
    async fn the_owner_of_an_address_is_asked_a_few_times_a_day() {
        let mut allowance = Allowance::default();
        for spelling in ["ada@b.example", "Ada@B.example", "ada+1@b.example"] {
            assert_eq!(allowance.ask(spelling, client(1)), Ok(()));
            advance(HOUR).await;
        }
        assert_eq!(allowance.ask("ada@b.example", client(2)), Err(21 * HOUR));
        assert_eq!(allowance.ask("bo@b.example", client(1)), Ok(()));
        advance(21 * HOUR).await;
        assert_eq!(allowance.ask("ada+2@b.example", client(1)), Ok(()));
        assert_eq!(allowance.ask("ada@b.example", client(1)), Err(HOUR));
    }

    #[tokio::test(start_paused = true)]
    async fn the_server_asks_so_often_for_one_client() {
        let mut allowance = Allowance::default();
        let mut ask = |n: usize, asker| allowance.ask(&format!("{n}@b.example"), asker);
        // Networks of one site.
        let network = |own| Payer { own, site: 1 };
        for n in 0..ASKED_FOR_AN_ADDRESS {
            assert_eq!(ask(n, network(n as u128)), Ok(()));
        }
        for n in 0..ASKED_AN_HOUR {
            assert_eq!(ask(1_000, network(n as u128)), Err(HOUR), "what is refused does not count");
        }
        assert_eq!(ask(1_000, client(2)), Ok(()), "another client");
        advance(HOUR).await;
        assert_eq!(ask(1_001, network(1)), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn the_server_asks_so_often_in_an_hour() {
        let mut allowance = Allowance::default();
        for n in 0..ASKED_AN_HOUR {
            assert_eq!(allowance.ask(&format!("{n}@b.example"), client(n as u128)), Ok(()));
        }
        assert_eq!(allowance.ask("ada@b.example", client(1_000)), Err(HOUR));
        advance(HOUR).await;
        assert_eq!(allowance.ask("ada@b.example", client(1_000)), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn the_server_sends_so_many_mails_in_an_hour() {
        let mut allowance = Allowance::default();
        assert!((0..MAILS_AN_HOUR).all(|_| allowance.send()));
        assert!(!allowance.send());
        advance(HOUR).await;
        assert!(allowance.send());
    }
}
