//! A few of each costly kind: unread answers end, frames are counted, others are answered.

use campaigns::costly::{Arguments, attack};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_costly_is_bounded() {
    let arguments =
        Arguments { seed: 1, pairs: 1, attackers: 2, unread: 300, moves: 10, seconds: 1 };
    let seen = attack(arguments).await.expect("the server lives");
    assert_eq!((seen.unread.open, seen.unread.left), (300, 0), "{:?}", seen.unread);
    assert!(seen.unread.grown_mib <= 32, "{:?}", seen.unread);
    for against in &seen.against {
        assert!(against.attacked.count() > 0 && against.alone.count() > 0, "{against:?}");
        assert!(against.counts.taken() + against.counts.refused() > 0, "{against:?}");
    }
    assert!(seen.against[0].counts.refused() > 0, "endless messages are ended: {seen:?}");
}
