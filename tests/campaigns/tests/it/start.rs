//! The campaign in small: a start over some matches.

use campaigns::start::{Arguments, cost};

#[tokio::test(flavor = "multi_thread")]
async fn every_match_is_there_after_a_start() {
    for (seed, game) in [(1, "europe-divided"), (2, "balance-of-power"), (3, "europe")] {
        let game = game.to_owned();
        let arguments = Arguments { seed, game, finished: 3, running: 4, joined: 4 };
        let cost = cost(&arguments).await.unwrap();
        assert_eq!((cost.shown, cost.moved), (8, 4), "{arguments:?}: {cost:?}");
        assert!(cost.rows > 4 * 60, "{arguments:?}: {cost:?}");
    }
}
