//! Counts of a link: what has come in order, what is under way, and what may leave.

/// The most packets that wait for one end of a link.
pub(super) const LINK_MESSAGES: usize = 256;

/// Number of ticks after which the other side is asked although nothing is in doubt.
const QUIET_TICKS: u64 = 5;

/// The most messages of a room that are under way to a socket of another server, or wait there: the
/// others wait in the room's outbox, where updates become one.
pub(super) const WINDOW: u64 = 16;

/// Count of the messages that have come from the other side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Inflow(u64);

impl Inflow {
    /// Takes message `n`; `false` if one before it is missing.
    pub(super) fn take(&mut self, n: u64) -> bool {
        let next = self.0 + 1 == n;
        if next {
            self.0 = n;
        }
        next
    }

    /// Returns the last that has come.
    pub(super) fn last(self) -> u64 {
        self.0
    }
}

/// Counts of the messages that leave for the other side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outflow {
    sent: u64,
    got: u64,
}

impl Outflow {
    /// Returns the number of the next message.
    pub(super) fn next(&mut self) -> u64 {
        self.sent += 1;
        self.sent
    }

    /// Takes note of what the other side has got and passed on.
    pub(super) fn note(&mut self, got: u64) {
        // Nobody has got what was never sent.
        self.got = self.got.max(got.min(self.sent));
    }

    /// Checks whether another message may leave.
    pub(super) fn open(self) -> bool {
        self.sent - self.got < WINDOW
    }

    /// Returns what the other side is to be asked at this tick whether it has come: the last that was sent,
    /// if that is not known; now and then in any case, for the other side may have left and not been heard.
    pub(super) fn to_ask(self, tick: u64) -> Option<u64> {
        (self.got < self.sent || tick.is_multiple_of(QUIET_TICKS)).then_some(self.sent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_noticed_and_so_is_a_repetition() {
        let mut coming = Inflow::default();
        assert!(coming.take(1) && coming.take(2));
        assert!(!coming.take(2) && !coming.take(4));
        assert!(coming.take(3));
        assert_eq!(coming.last(), 3);
    }

    #[test]
    fn no_more_leaves_than_is_taken() {
        let mut leaving = Outflow::default();
        assert_eq!(leaving.to_ask(1), None);
        assert_eq!(leaving.to_ask(QUIET_TICKS), Some(0), "whoever left says that it did");
        for n in 1..=WINDOW {
            assert!(leaving.open());
            assert_eq!(leaving.next(), n);
        }
        assert!(!leaving.open());
        assert_eq!(leaving.to_ask(1), Some(WINDOW));
        leaving.note(1);
        assert!(leaving.open());
        leaving.note(0);
        assert!(leaving.open(), "what was got stays so");
        leaving.note(u64::MAX);
        assert_eq!(leaving.to_ask(1), None);
        assert_eq!(leaving.next(), WINDOW + 1);
        assert_eq!(leaving.to_ask(1), Some(WINDOW + 1), "more than was sent is not believed");
    }
}
