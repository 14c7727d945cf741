//! A small crowd that says nothing: everybody is still there afterwards.

use campaigns::idle::{Arguments, figures};

#[tokio::test(flavor = "multi_thread")]
async fn who_says_nothing_stays() {
    let figures = figures(Arguments { sockets: 20 }).await.expect("it runs");
    figures.judge().expect("it holds");
}
