//! A small attack of every kind: it is met by every limit, and the innocents are answered.

use campaigns::figures::Figures;
use campaigns::flood::{Arguments, attack, judged};

#[tokio::test(flavor = "multi_thread")]
async fn an_attack_meets_the_limits() {
    let arguments = Arguments { seed: 1, innocents: 2, half_open: 20, attackers: 2, seconds: 7 };
    let seen = attack(arguments).await.expect("the server lives");
    judged(Figures::of("flood", 1), &seen).judge().expect("it holds");
}
