//! A few seats that stop reading: each is cut off and comes back, and the others play on.

use campaigns::figures::Figures;
use campaigns::slow::{Arguments, judged, stall};

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_is_cut_off_and_comes_back() {
    let seen = stall(Arguments { seed: 1, stalled: 3, playing: 2, pace_ms: 1 }).await;
    judged(Figures::of("slow", 1), 3, &seen).judge().expect("it holds");
    assert!(seen.kept_lines < 1_000, "the system keeps little for them: {seen:?}");
}
