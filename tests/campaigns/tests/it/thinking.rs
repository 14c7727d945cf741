//! A few experts that think beside people who play: nothing is refused or lost, and a kill loses nothing.

use campaigns::figures::Figures;
use campaigns::thinking::{Arguments, judged, kill, think};

#[tokio::test(flavor = "multi_thread")]
async fn people_play_beside_bots_that_think() {
    let small = Arguments { seed: 1, pairs: 2, rooms: 2, phases: 1, seconds: 2, kills: 0 };
    let seen = think(small).await.expect("it runs");
    judged(&seen, Figures::of("thinking", 1)).judge().expect("it holds");
    assert!(!cfg!(target_os = "linux") || seen.minds_ms > 0, "no mind has thought: {seen:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_while_minds_think_goes_on_with_every_match() {
    let commands = kill(1, 2, 2).await.expect("it goes on");
    assert!(commands > 0, "no bot went on");
}
