//! The time left, and when to warn of it.
//!
//! Pure, on match time in milliseconds, so that tests need no waiting. It must not know where the
//! time comes from.

use crate::duration::as_clock;

/// Times before the first deadline at which a warning is printed, in milliseconds.
const WARNINGS_MS: [u64; 3] = [60_000, 30_000, 10_000];

/// Something that the clock will bring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// Its description, to be put behind "43 s to".
    pub what: &'static str,
    /// Its name in a word, to be put before "43 s".
    pub name: &'static str,
    /// Its match time, in milliseconds.
    pub at_ms: u64,
}

/// Returns the time left; `None` without a clock.
pub(crate) fn line(deadlines: &[Deadline], now_ms: u64) -> Option<String> {
    let parts: Vec<String> = deadlines
        .iter()
        .map(|due| format!("{} to {}", as_clock(due.at_ms.saturating_sub(now_ms)), due.what))
        .collect();
    (!parts.is_empty()).then(|| format!("Time left: {}.", parts.join(", ")))
}

/// Returns the next warning: in how many milliseconds, and how many will be left then. Only the first
/// thing due is warned of. A warning whose moment has come counts as given.
pub(crate) fn next_warning(deadlines: &[Deadline], now_ms: u64) -> Option<(u64, u64)> {
    let left = deadlines.first()?.at_ms.checked_sub(now_ms)?;
    WARNINGS_MS.iter().find(|warning| **warning < left).map(|warning| (left - warning, *warning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_warning_comes_once_and_only_of_the_first_thing_due() {
        let due = |what, at_ms| Deadline { what, name: "time", at_ms };
        let deadlines = [due("the end of the round", 100_000), due("the next crisis", 40_000)];
        assert_eq!(
            line(&deadlines, 10_000).unwrap(),
            "Time left: 1:30 to the end of the round, 30 s to the next crisis."
        );
        let mut now = 0;
        let mut given = Vec::new();
        while let Some((wait, left)) = next_warning(&deadlines, now) {
            now += wait;
            given.push((now, left));
        }
        assert_eq!(given, [(40_000, 60_000), (70_000, 30_000), (90_000, 10_000)]);
        assert_eq!(next_warning(&deadlines, 200_000), None);
        assert_eq!((line(&[], 0), next_warning(&[], 0)), (None, None));
    }
}
