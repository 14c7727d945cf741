//! Lengths of time as people read them.
//!
//! Three forms: what a clock shows, how long somebody is to wait, and how long ago something was. It must not
//! know which time it is.

/// Returns a span of time as a clock shows it, rounded up to whole seconds.
pub(crate) fn as_clock(ms: u64) -> String {
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

/// Returns a span of time in whole words, rounded up to seconds, or to minutes from two on.
pub(crate) fn spelled_out(ms: u64) -> String {
    match ms.div_ceil(1_000) {
        1 => "1 second".to_owned(),
        n if n < 120 => format!("{n} seconds"),
        n => format!("{} minutes", n.div_ceil(60)),
    }
}

/// Returns a span of time as its largest unit alone, rounded down.
pub(crate) fn roughly(ms: u64) -> String {
    let minutes = ms / 60_000;
    let (n, unit) = match minutes {
        0 => return "a moment".to_owned(),
        1..60 => (minutes, "minute"),
        60..2_880 => (minutes / 60, "hour"),
        _ => (minutes / 1_440, "day"),
    };
    format!("{n} {unit}{}", if n == 1 { "" } else { "s" })
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
            assert_eq!(as_clock(ms), text);
        }
    }

    #[test]
    fn spans_are_spelled_out() {
        for (ms, text) in [
            (1, "1 second"),
            (1_001, "2 seconds"),
            (119_000, "119 seconds"),
            (600_000, "10 minutes"),
        ] {
            assert_eq!(spelled_out(ms), text);
        }
    }
}
