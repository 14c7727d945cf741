//! The campaign in small: every game and every set of options once.

use campaigns::non_interference::{Arguments, run};

#[test]
fn what_a_viewer_receives_does_not_depend_on_what_it_may_not_know() {
    let seed = std::env::var("ENTENTE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let arguments = Arguments { seed, states: 800, game: None, workers: 2, sockets: 4 };
    run(&arguments).expect("two worlds that look the same");
}
