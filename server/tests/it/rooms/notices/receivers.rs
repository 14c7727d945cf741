//! Receivers that answer as none should: with a redirect, without an end, late.

use std::sync::Arc;

use super::{AFTER_MS, ATTEMPT_MS, FIRST_RETRY_MS, away, say, turn, until_sent};
use crate::support::receiver::{Receiver, Reply};
use crate::support::{Frozen, Server};
use server::notices::Reach;
#[tokio::test(start_paused = true)]
async fn a_redirect_is_not_followed() {
    let clock = Frozen::clock();
    let server = Server::calling(Reach::Any, Arc::default()).await;
    let (mut receiver, mut other) = (Receiver::start().await, Receiver::start().await);
    receiver.answers([Reply::To(other.url())]).await;
    let (mut a, ada, _) = away(&server, &receiver).await;
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    receiver.next().await;
    until_sent(&server, &ada.code, &turn(1)).await;
    assert!(other.nothing_more() && receiver.nothing_more());
    assert_eq!(server.counted("entente_notices_total{way=\"webhook\",outcome=\"refused\"}"), 1);
}

#[tokio::test(start_paused = true)]
async fn an_answer_without_an_end_is_not_read() {
    let clock = Frozen::clock();
    let server = Server::calling(Reach::Any, Arc::default()).await;
    let mut receiver = Receiver::start().await;
    receiver.answers([Reply::Endless(200)]).await;
    let (mut a, ada, _) = away(&server, &receiver).await;
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    receiver.next().await;
    until_sent(&server, &ada.code, &turn(1)).await;
}

#[tokio::test(start_paused = true)]
async fn a_slow_receiver_has_its_time_and_holds_nobody_up() {
    let clock = Frozen::clock();
    let server = Server::calling(Reach::Any, Arc::default()).await;
    let (mut slow, mut quick) = (Receiver::start().await, Receiver::start().await);
    slow.answers([Reply::Never, Reply::Status(200)]).await;
    quick.answers([Reply::Status(200)]).await;
    let (mut a, ada, _) = away(&server, &slow).await;
    let (mut c, other, _) = away(&server, &quick).await;
    a.command(0, say(1)).await;
    clock.advance(ATTEMPT_MS / 2).await;
    c.command(0, say(1)).await;
    clock.advance(AFTER_MS - ATTEMPT_MS / 2).await;
    let first = slow.next().await;
    clock.advance(ATTEMPT_MS / 2).await;
    quick.next().await;
    until_sent(&server, &other.code, &turn(1)).await;
    clock.advance(ATTEMPT_MS / 2).await;
    let failed = "entente_notices_total{way=\"webhook\",outcome=\"failed\"}";
    while server.counted(failed) < 1 {
        a.nothing().await;
    }
    clock.advance(FIRST_RETRY_MS).await;
    assert_eq!(slow.next().await["id"], first["id"]);
    until_sent(&server, &ada.code, &turn(1)).await;
}
