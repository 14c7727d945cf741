//! Match time and the wall clock, and how the one is made of the other.
//!
//! Match time is the time of the last logged entry plus monotonic time since; it stands still while
//! a match is paused and while the server is down. The wall clock serves expiry only.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use engine::MatchMillis;
use tokio::time::Instant;

/// Match time, running or frozen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    base: MatchMillis,
    since: Instant,
    frozen: bool,
}

impl Clock {
    /// A clock that shows `base` now and runs, unless it is frozen.
    pub(crate) fn new(base: MatchMillis, frozen: bool) -> Self {
        Self { base, since: Instant::now(), frozen }
    }

    /// Match time now.
    pub(crate) fn now(&self) -> MatchMillis {
        if self.frozen { self.base } else { self.base + millis(self.since.elapsed()) }
    }

    /// Stops the clock, or lets it run on.
    pub(crate) fn freeze(&mut self, frozen: bool) {
        *self = Self::new(self.now(), frozen);
    }

    /// When match time will be `due`; never, while the clock is frozen.
    pub(crate) fn when(&self, due: MatchMillis) -> Option<Instant> {
        let ahead = Duration::from_millis(due.saturating_sub(self.base));
        (!self.frozen).then(|| self.since + ahead)
    }
}

/// A duration in whole milliseconds.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// So many milliseconds from now.
pub(crate) fn after_ms(ms: u64) -> Instant {
    /// Tokio's timers reach about two years; nothing here is meant to.
    const LONGEST_MS: u64 = 365 * 24 * 60 * 60 * 1_000;
    Instant::now() + Duration::from_millis(ms.min(LONGEST_MS))
}

/// Milliseconds since 1970, for expiry only.
pub(crate) fn wall_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn match_time_runs_stops_and_runs_on() {
        let mut clock = Clock::new(1_000, false);
        tokio::time::advance(Duration::from_millis(500)).await;
        assert_eq!(clock.now(), 1_500);
        assert_eq!(clock.when(1_700), Some(Instant::now() + Duration::from_millis(200)));
        clock.freeze(true);
        tokio::time::advance(Duration::from_mins(1)).await;
        assert_eq!((clock.now(), clock.when(1_700)), (1_500, None));
        clock.freeze(false);
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(clock.now(), 1_501);
    }
}
