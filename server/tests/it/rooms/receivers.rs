//! Notices over TLS: who is believed to be the receiver, by webhook and by mail.

use std::path::PathBuf;
use std::sync::Arc;

use crate::support::authority::Authority;
use crate::support::receiver::{Receiver, Reply};
use crate::support::smtp::{MailServer, Way};
use crate::support::{Frozen, Server};
use serde_json::{Value, json};
use server::Settings;
use server::notices::Reach;

/// Absence after which a seat is sent a notice, in milliseconds.
const AFTER_MS: u64 = 60_000;

/// Address of the receivers in these tests.
const HERE: &str = "127.0.0.1";

/// A server that believes this file, and mails through there.
async fn believing(notify_ca: Option<PathBuf>, mails: Option<(&str, &MailServer)>) -> Server {
    let settings = Settings {
        webhooks: Reach::Any,
        smtp_url: mails.map(|(scheme, mails)| format!("{scheme}://{}", mails.at).parse().unwrap()),
        smtp_from: mails.map(|_| "entente@p.example".parse().unwrap()),
        notify_ca,
        ..Settings::default()
    };
    Server::reaching(settings, Arc::default()).await
}

/// Has seat 1 sent a notice, and waits for the outcome of the first attempt. While one is under way
/// the clock stands still: it does not fail for want of time.
async fn outcome(server: &Server, clock: &Frozen, wanted: Value) -> &'static str {
    let (mut a, b, _, bo) = server.playing(json!({"rounds": 9})).await;
    assert_eq!(server.notify(&bo, &wanted).await.status, 200);
    b.leave().await;
    a.until("room").await;
    let mut way = "email";
    // The owner of a mail's address is asked at once.
    if wanted["email"].is_null() {
        way = "webhook";
        a.command(0, json!({"type": "say", "n": 1})).await;
        clock.advance(AFTER_MS).await;
    }
    loop {
        for outcome in ["delivered", "failed", "refused"] {
            let line = format!("entente_notices_total{{way=\"{way}\",outcome=\"{outcome}\"}}");
            if server.counted(&line) > 0 {
                return outcome;
            }
        }
        server.get("/livez").await;
    }
}

async fn called(server: &Server, clock: &Frozen, receiver: &Receiver) -> &'static str {
    outcome(server, clock, json!({"webhook": receiver.url()})).await
}

async fn mailed(server: &Server, clock: &Frozen) -> &'static str {
    outcome(server, clock, json!({"email": "bo@b.example"})).await
}

#[tokio::test(start_paused = true)]
async fn receivers_that_the_operators_authority_knows_are_believed() {
    let clock = Frozen::clock();
    let own = Authority::new();
    let mut receiver = Receiver::with(Some(own.vouches_for(HERE))).await;
    receiver.answers([Reply::Status(204)]).await;
    let server = believing(Some(own.file()), None).await;
    assert_eq!(called(&server, &clock, &receiver).await, "delivered");
    assert_eq!(receiver.next().await["type"], "your_turn");
    for (scheme, way) in
        [("smtps", Way::Tls(own.vouches_for(HERE))), ("smtp", Way::StartTls(own.vouches_for(HERE)))]
    {
        let mut mails = MailServer::by(way).await;
        mails.answers(["250 taken"]).await;
        let server = believing(Some(own.file()), Some((scheme, &mails))).await;
        assert_eq!(mailed(&server, &clock).await, "delivered", "{scheme}");
        assert_eq!(mails.next().await.to, "TO:<bo@b.example>");
    }
}

#[tokio::test(start_paused = true)]
async fn a_receiver_that_nobody_vouches_for_is_sent_nothing() {
    let clock = Frozen::clock();
    let (own, other) = (Authority::new(), Authority::new());
    // By nobody who is believed, or for another name.
    for (believed, name) in
        [(None, HERE), (Some(other.file()), HERE), (Some(own.file()), "127.0.0.2")]
    {
        let acceptor = own.vouches_for(name);
        let mut receiver = Receiver::with(Some(acceptor.clone())).await;
        let server = believing(believed.clone(), None).await;
        assert_eq!(called(&server, &clock, &receiver).await, "failed", "{believed:?} {name}");
        assert!(receiver.nothing_more());
        for (scheme, way) in
            [("smtps", Way::Tls(acceptor.clone())), ("smtp", Way::StartTls(acceptor))]
        {
            let mut mails = MailServer::by(way).await;
            let server = believing(believed.clone(), Some((scheme, &mails))).await;
            assert_eq!(mailed(&server, &clock).await, "failed", "{scheme} {believed:?} {name}");
            assert!(mails.nothing_more());
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_mail_server_that_offers_no_tls_is_sent_nothing() {
    let clock = Frozen::clock();
    let mut mails = MailServer::start().await;
    let server = believing(None, Some(("smtp", &mails))).await;
    assert_eq!(mailed(&server, &clock).await, "failed");
    assert!(mails.nothing_more());
}
