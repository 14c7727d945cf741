//! A few of each costly kind: unread answers end, frames are counted, others are answered.

use campaigns::costly::{Arguments, attack, judged};
use campaigns::figures::Figures;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_costly_is_bounded() {
    let arguments =
        Arguments { seed: 1, pairs: 1, attackers: 2, unread: 300, moves: 10, seconds: 1 };
    let seen = attack(arguments).await.expect("the server lives");
    assert_eq!((seen.unread.open, seen.unread.left), (300, 0), "{:?}", seen.unread);
    assert!(seen.unread.grown_mib <= 32, "{:?}", seen.unread);
    judged(Figures::of("costly", 1), &seen).judge().expect("it holds");
}
