//! Match time, and how it is made of monotonic time.
//!
//! Match time is the time of the last logged entry plus monotonic time since; it stands still while
//! a match is paused and while the server is down.

use std::time::Duration;

use engine::MatchMillis;

use super::env::Moment;
use crate::time::millis;

/// Match time, running or frozen.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchClock {
    base: MatchMillis,
    since: Moment,
    frozen: bool,
}

impl MatchClock {
    /// Creates a clock that shows `base` at `now` and runs, unless it is frozen.
    pub(super) fn new(now: Moment, base: MatchMillis, frozen: bool) -> Self {
        Self { base, since: now, frozen }
    }

    /// Returns match time at a moment.
    pub(super) fn at(&self, now: Moment) -> MatchMillis {
        if self.frozen { self.base } else { self.base + millis(now.saturating_sub(self.since)) }
    }

    /// Stops the clock, or lets it run on.
    pub(super) fn freeze(&mut self, now: Moment, frozen: bool) {
        *self = Self::new(now, self.at(now), frozen);
    }

    /// Checks whether the clock stands still.
    pub(super) fn frozen(&self) -> bool {
        self.frozen
    }

    /// Returns the moment at which match time will be `due`; `None` while the clock is frozen.
    pub(super) fn when(&self, due: MatchMillis) -> Option<Moment> {
        let ahead = Duration::from_millis(due.saturating_sub(self.base));
        (!self.frozen).then(|| self.since.saturating_add(ahead))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn match_time_runs_stops_and_runs_on() {
        let at = Duration::from_millis;
        let mut clock = MatchClock::new(at(50), 1_000, false);
        assert_eq!(clock.at(at(550)), 1_500);
        assert_eq!(clock.when(1_700), Some(at(750)));
        clock.freeze(at(550), true);
        assert_eq!((clock.at(at(60_550)), clock.when(1_700)), (1_500, None));
        clock.freeze(at(60_550), false);
        assert_eq!(clock.at(at(60_551)), 1_501);
    }
}
