//! A small attack of every kind: it is met by every limit, and the innocents are answered.

use campaigns::flood::{Arguments, attack};

#[tokio::test(flavor = "multi_thread")]
async fn an_attack_meets_the_limits() {
    let arguments = Arguments { seed: 1, innocents: 2, half_open: 20, attackers: 2, seconds: 7 };
    let seen = attack(arguments).await.expect("the server lives");
    assert!(seen.before.count() > 0 && seen.during.count() > 0, "{seen:?}");
    assert!(seen.nonsense > 0 && seen.oversize > 0 && seen.half_open > 0, "{seen:?}");
    assert!(seen.guesses_refused > 0, "{seen:?}");
    assert!(seen.guesses_answered <= seen.guesses_allowed, "{seen:?}");
}
