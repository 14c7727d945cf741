//! Waits before the next attempt to connect.
//!
//! Here, apart from the connection, because its bounds are a promise to the server: after a restart
//! thousands of clients come back, and they must not come at once. It must not know a clock.

use std::time::Duration;

use rand::Rng;

/// The shortest wait of a usual client.
pub const SHORTEST: Duration = Duration::from_millis(250);

/// The longest wait without a hint.
pub const LONGEST: Duration = Duration::from_secs(10);

/// The longest hint that is honoured.
pub const LONGEST_HINT: Duration = Duration::from_mins(10);

/// A growing, jittered wait.
#[derive(Clone, Debug)]
pub struct Backoff {
    shortest: Duration,
    longest: Duration,
    failures: u32,
}

impl Default for Backoff {
    fn default() -> Self {
        Self::new(SHORTEST, LONGEST)
    }
}

impl Backoff {
    /// Waits between these bounds.
    pub const fn new(shortest: Duration, longest: Duration) -> Self {
        Self { shortest, longest, failures: 0 }
    }

    /// Returns the wait after one more failure: drawn from the upper half of a span that doubles each
    /// time. A hint of the server is never undercut; a quarter of it is added at random.
    pub fn next(&mut self, hint: Option<Duration>, rng: &mut impl Rng) -> Duration {
        let doubled = 2u32.saturating_pow(self.failures.saturating_add(1));
        let top = self.shortest.saturating_mul(doubled).min(self.longest);
        self.failures = self.failures.saturating_add(1);
        let own = between(top / 2, top, rng).max(self.shortest);
        match hint.map(|hint| hint.min(LONGEST_HINT)) {
            Some(hint) => own.max(between(hint, hint + hint / 4, rng)),
            None => own,
        }
    }

    /// Starts again with short waits, since the connection held.
    pub fn reset(&mut self) {
        self.failures = 0;
    }
}

fn between(low: Duration, high: Duration, rng: &mut impl Rng) -> Duration {
    let span = u64::try_from(high.saturating_sub(low).as_millis()).unwrap_or(u64::MAX);
    low + Duration::from_millis(rng.random_range(0..=span))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::StdRng};

    #[test]
    fn waits_grow_within_their_bounds() {
        let seed = 7;
        let mut rng = StdRng::seed_from_u64(seed);
        for _ in 0..200 {
            let mut backoff = Backoff::default();
            let waits: Vec<Duration> = (0..40).map(|_| backoff.next(None, &mut rng)).collect();
            assert!(
                waits.iter().all(|w| (SHORTEST..=LONGEST).contains(w)),
                "seed {seed}: {waits:?}"
            );
            assert!(waits[0] <= SHORTEST * 2, "seed {seed}: {waits:?}");
            assert!(waits[39] >= LONGEST / 2, "seed {seed}: {waits:?}");
            backoff.reset();
            assert!(backoff.next(None, &mut rng) <= SHORTEST * 2, "seed {seed}");
        }
    }

    #[test]
    fn clients_do_not_come_back_in_step() {
        let mut rng = StdRng::seed_from_u64(8);
        let first: std::collections::BTreeSet<Duration> =
            (0..100).map(|_| Backoff::default().next(None, &mut rng)).collect();
        assert!(first.len() > 50, "{}", first.len());
    }

    #[test]
    fn a_hint_is_never_undercut_nor_believed_without_end() {
        let mut rng = StdRng::seed_from_u64(9);
        let hint = Duration::from_secs(30);
        for _ in 0..100 {
            let wait = Backoff::default().next(Some(hint), &mut rng);
            assert!((hint..=hint + hint / 4).contains(&wait), "{wait:?}");
            let wait = Backoff::default().next(Some(Duration::from_secs(1_000_000)), &mut rng);
            assert!(wait <= LONGEST_HINT + LONGEST_HINT / 4, "{wait:?}");
            let wait = Backoff::default().next(Some(Duration::ZERO), &mut rng);
            assert!(wait >= SHORTEST, "{wait:?}");
        }
    }
}
