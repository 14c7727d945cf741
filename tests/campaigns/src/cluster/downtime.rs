//! Times in which rooms stood still, by what befell them.

use std::collections::BTreeMap;
use std::time::Duration;

/// Kinds of rooms that a fault may have concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Concerned {
    /// The fault was that of its server; everybody's sockets are elsewhere.
    ServerOnly,
    /// The fault was that of a server at which somebody's socket is, whoever has the room.
    Socket,
    /// The fault was that of a NATS node, or of the network between.
    Nats,
    /// Every server was told to stop and started again, in turn.
    Upgrade,
    /// The fault was that of a server with which it has nothing to do.
    Not,
}

/// All times that were measured.
#[derive(Debug, Default)]
pub(super) struct Downtimes(BTreeMap<(Concerned, String), Vec<Duration>>);

impl Downtimes {
    /// Adds the longest pause of a room during a fault.
    pub(super) fn add(&mut self, concerned: Concerned, fault: String, pause: Duration) {
        self.0.entry((concerned, fault)).or_default().push(pause);
    }

    /// Returns the part of the pauses of rooms concerned in this way that is at most as long as this
    /// many percent of them, in milliseconds; 0 if there are none.
    pub(super) fn percentile(&self, concerned: Concerned, percent: usize) -> u64 {
        let these = self.0.iter().filter(|((it, _), _)| *it == concerned);
        percentile(these.flat_map(|(_, pauses)| pauses).copied().collect(), percent)
    }

    /// Returns a line for each kind of fault and of rooms.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |((concerned, fault), pauses): (&(Concerned, String), &Vec<Duration>)| {
            let [p50, p99] = [50, 99].map(|percent| percentile(pauses.clone(), percent));
            let count = pauses.len();
            format!("{concerned:?}, {fault}: {count} rooms, p50 {p50} ms, p99 {p99} ms")
        };
        self.0.iter().map(line).collect()
    }
}

fn percentile(mut pauses: Vec<Duration>, percent: usize) -> u64 {
    pauses.sort();
    let at = (pauses.len() * percent).div_ceil(100).saturating_sub(1);
    pauses.get(at).map_or(0, |pause| u64::try_from(pause.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_pauses() {
        let pauses: Vec<_> = (1..=200).rev().map(Duration::from_millis).collect();
        assert_eq!(percentile(pauses.clone(), 50), 100);
        assert_eq!(percentile(pauses.clone(), 99), 198);
        assert_eq!(percentile(pauses[..1].to_vec(), 50), 200);
        assert_eq!(percentile(Vec::new(), 99), 0);
    }
}
