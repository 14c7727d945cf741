//! The clock in words, and when to warn of it.
//!
//! Pure, on match time in milliseconds, so that tests need no waiting. It must not know where the
//! time comes from.

/// How long before the first thing due a warning is printed, in milliseconds.
const WARNINGS_MS: [u64; 3] = [60_000, 30_000, 10_000];

/// Something that the clock will bring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// What, to be put behind "43 s to".
    pub what: &'static str,
    /// The same in a word, to be put before "43 s".
    pub name: &'static str,
    /// When, in match time, in milliseconds.
    pub at_ms: u64,
}

/// A span of time as a clock shows it, rounded up to whole seconds.
pub fn span(ms: u64) -> String {
    let seconds = ms.div_ceil(1_000);
    if seconds < 60 {
        return format!("{seconds} s");
    }
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours == 0 {
        format!("{minutes}:{seconds:02}")
    } else {
        format!("{hours}:{minutes:02}:{seconds:02}")
    }
}

/// The time left; `None` without a clock.
pub fn line(dues: &[Due], now_ms: u64) -> Option<String> {
    let parts: Vec<String> = dues
        .iter()
        .map(|due| format!("{} to {}", span(due.at_ms.saturating_sub(now_ms)), due.what))
        .collect();
    (!parts.is_empty()).then(|| format!("Time left: {}.", parts.join(", ")))
}

/// The next warning: in how many milliseconds, and how many will be left then. Only the first thing
/// due is warned of. A warning whose moment has come counts as given.
pub fn next_warning(dues: &[Due], now_ms: u64) -> Option<(u64, u64)> {
    let left = dues.first()?.at_ms.checked_sub(now_ms)?;
    WARNINGS_MS.iter().find(|warning| **warning < left).map(|warning| (left - warning, *warning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_read_like_a_clock() {
        for (ms, text) in [
            (0, "0 s"),
            (1, "1 s"),
            (59_001, "1:00"),
            (119_000, "1:59"),
            (600_000, "10:00"),
            (3_661_000, "1:01:01"),
        ] {
            assert_eq!(span(ms), text);
        }
    }

    #[test]
    fn each_warning_comes_once_and_only_of_the_first_thing_due() {
        let due = |what, at_ms| Due { what, name: "time", at_ms };
        let dues = [due("the end of the round", 100_000), due("the next crisis", 40_000)];
        assert_eq!(
            line(&dues, 10_000).unwrap(),
            "Time left: 1:30 to the end of the round, 30 s to the next crisis."
        );
        let mut now = 0;
        let mut given = Vec::new();
        while let Some((wait, left)) = next_warning(&dues, now) {
            now += wait;
            given.push((now, left));
        }
        assert_eq!(given, [(40_000, 60_000), (70_000, 30_000), (90_000, 10_000)]);
        assert_eq!(next_warning(&dues, 200_000), None);
        assert_eq!((line(&[], 0), next_warning(&[], 0)), (None, None));
    }
}
