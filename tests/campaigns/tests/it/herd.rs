//! A small crowd comes back after a restart, each when its hint says.

use campaigns::herd::{Arguments, come_back};

#[tokio::test(flavor = "multi_thread")]
async fn everybody_comes_back() {
    let seen = come_back(Arguments { sockets: 20 }).await.expect("it runs");
    assert_eq!((seen.hints.len(), seen.back.len()), (20, 20), "{seen:?}");
    assert!(seen.hints.iter().any(|hint| *hint != seen.hints[0]), "spread: {seen:?}");
}
