//! Shutdown: everyone is sent when to come back, and the store is left to whoever opened it.

use std::sync::atomic::Ordering;

use crate::support::{Frozen, Server, quiet};
use serde_json::json;

#[tokio::test]
async fn a_stop_closes_every_socket_and_leaves_the_store_open() {
    let mut server = Server::start().await;
    let (mut a, mut b, ada, _) = server.playing(json!({})).await;
    let lobby = server.create(json!({"name": "Cy"})).await;
    let mut c = server.join(&lobby).await;
    let mut s = server.watch(&ada.code).await;
    let mut silent = server.socket(&ada.code).await;
    let log = server.log.clone();
    a.command(0, json!({"type": "say", "n": 1})).await;
    server.stop();
    for client in [&mut a, &mut b, &mut c, &mut s] {
        let (received, code) = client.end().await;
        let last = received.last().unwrap();
        assert_eq!((&last["type"], code), (&json!("closing"), 1012));
        assert!((500..3_000).contains(&last["retry_after_ms"].as_u64().unwrap()));
    }
    let (received, code) = silent.end().await;
    assert_eq!((&received[0]["code"], code), (&json!("draining"), 1012));
    for client in [a, b, c, s, silent] {
        drop(client);
    }
    server.stopped().await;
    assert!(!log.closed.load(Ordering::SeqCst));

    let server = Server::with(quiet(), log.copy()).await;
    let mut a = server.join(&ada).await;
    assert_eq!(a.until("update").await["seq"], 1);
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_does_not_answer_the_close_is_not_waited_for() {
    let clock = Frozen::clock();
    let mut server = Server::start().await;
    let (mut a, b, ..) = server.playing(json!({})).await;
    server.stop();
    assert_eq!(a.end().await.1, 1012);
    drop(a);
    let log = server.log.clone();
    // `b` neither reads nor answers.
    clock.advance(5_000).await;
    server.stopped().await;
    assert!(!log.closed.load(Ordering::SeqCst));
    drop(b);
}
