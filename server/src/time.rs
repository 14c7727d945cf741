//! The wall clock, and milliseconds. Whatever must be exact or repeatable tells time by tokio's clock.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// One second, in milliseconds.
pub(crate) const SECOND_MS: u64 = 1_000;
/// One minute, in milliseconds.
pub(crate) const MINUTE_MS: u64 = 60 * SECOND_MS;
/// One hour, in milliseconds.
pub(crate) const HOUR_MS: u64 = 60 * MINUTE_MS;
/// One day, in milliseconds.
pub(crate) const DAY_MS: u64 = 24 * HOUR_MS;

/// Converts a duration to whole milliseconds.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Returns the milliseconds since 1970.
pub(crate) fn wall_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, millis)
}
