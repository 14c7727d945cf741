//! The world as a room sees it at one moment.

use std::time::Duration;

use super::randomness::Randomness;
use crate::notices::Notifier;
use crate::settings::Settings;

/// A moment: the time since the server's rooms were opened, which never goes back.
pub(crate) type Moment = Duration;

/// The world as a room sees it at one moment.
pub(crate) struct Env<'a> {
    /// The moment itself.
    pub(crate) now: Moment,
    /// Milliseconds since 1970: for expiry over restarts only, as this clock may jump.
    pub(crate) wall_ms: u64,
    pub(crate) settings: &'a Settings,
    pub(crate) random: &'a Randomness,
    pub(crate) notifier: &'a dyn Notifier,
}

impl Env<'_> {
    /// Returns the moment this many milliseconds from now.
    pub(crate) fn after_ms(&self, ms: u64) -> Moment {
        self.now.saturating_add(Duration::from_millis(ms))
    }

    /// Checks whether a moment, if there is one, has come.
    pub(crate) fn past(&self, at: Option<Moment>) -> bool {
        at.is_some_and(|at| at <= self.now)
    }
}
