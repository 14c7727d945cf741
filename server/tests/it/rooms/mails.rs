//! Notices by mail to those who agree: through a real courier, at a real mail server of a few lines.

use std::fs;
use std::sync::Arc;

use crate::support::smtp::{Mail, MailServer};
use crate::support::{Answer, Client, Frozen, Seated, Server};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use server::Settings;
use server::notices::limits::ASKED_FOR_AN_ADDRESS;
use server::settings::layers;

/// Absence after which a seat is sent a notice, in milliseconds.
const AFTER_MS: u64 = 60_000;

/// The longest wait after a first attempt.
const FIRST_RETRY_MS: u64 = 15_000;

const TAKEN: &str = "250 taken";

fn say(n: u8) -> Value {
    json!({"type": "say", "n": n})
}

async fn mailing(mails: &MailServer) -> Server {
    let settings = Settings {
        smtp_url: Some(format!("smtp+plain://{}", mails.at).parse().unwrap()),
        smtp_from: Some("Entente <entente@p.example>".parse().unwrap()),
        // The tests' own address is a proxy.
        trusted_proxies: "127.0.0.1/32".parse().unwrap(),
        ..Settings::default()
    };
    Server::reaching(settings, Arc::default()).await
}

/// Posts an answer to the page behind a link of a mail.
async fn answer(server: &Server, link: &str, body: &str) -> Answer {
    let path = link.strip_prefix("https://p.example").unwrap();
    server.request("POST", path, &[], body).await
}

/// A match whose seat 1 is to be mailed and has left, and the mail that asks.
async fn asked(server: &Server, mails: &mut MailServer) -> (Client, Seated, Seated, Mail) {
    let (mut a, b, ada, bo) = server.playing(json!({"rounds": 9})).await;
    let set = server.notify(&bo, &json!({"email": "bo@b.example"})).await;
    let expected =
        json!({"ways": ["webhook", "email"], "email": "bo@b.example", "confirmed": false});
    assert_eq!((set.status, &set.body), (200, &expected), "{set:?}");
    b.leave().await;
    a.until("room").await;
    (a, ada, bo, mails.next().await)
}

async fn notify_of(server: &Server, seated: &Seated) -> Value {
    let path = format!("/api/v1/rooms/{}/seats/{}/notify", seated.code, seated.seat);
    server.bearer("GET", &path, &seated.token).await.body
}

#[tokio::test(start_paused = true)]
async fn who_agrees_is_mailed_once_a_question() {
    let clock = Frozen::clock();
    let mut mails = MailServer::start().await;
    mails.answers([TAKEN; 3]).await;
    let server = mailing(&mails).await;
    let (mut a, ada, bo, question) = asked(&server, &mut mails).await;
    assert_eq!(question.to, "TO:<bo@b.example>");
    assert_eq!(question.header("From"), "Entente <entente@p.example>");
    assert!(question.login.is_none());
    let link = question.link("/mail/");
    assert!(link.starts_with(&format!("https://p.example/mail/{}/1/", ada.code)), "{link}");
    // Asking again, being awaited, opening the page: nothing comes of it.
    assert_eq!(server.notify(&bo, &json!({"email": "bo@b.example"})).await.status, 200);
    a.command(0, say(1)).await;
    clock.advance(10 * AFTER_MS).await;
    let page = server.get(link.strip_prefix("https://p.example").unwrap()).await;
    assert_eq!((page.status, page.body.as_str().unwrap().matches("<button").count()), (200, 2));
    assert!(page.headers["content-security-policy"].contains("form-action 'self'"));
    assert_eq!(notify_of(&server, &bo).await["confirmed"], false);
    let agreed = answer(&server, &link, "answer=yes").await;
    assert_eq!(
        (agreed.status, notify_of(&server, &bo).await["confirmed"].clone()),
        (200, json!(true))
    );
    clock.advance(AFTER_MS).await;
    let turn = mails.next().await;
    assert_eq!(turn.header("Subject"), format!("Your turn in Toy (room {})", ada.code));
    assert_eq!(turn.link("/r/"), format!("https://p.example/r/{}", ada.code));
    assert_eq!(turn.link("/mail/"), link);
    assert_eq!(turn.header("List-Unsubscribe"), format!("<{link}>"));
    // The next question, and no other mail in between.
    while !server.log.dump().contains("your_turn") {
        notify_of(&server, &bo).await;
    }
    clock.advance(10 * AFTER_MS).await;
    let mut b = server.join(&bo).await;
    b.command(1, say(1)).await;
    b.leave().await;
    clock.advance(AFTER_MS).await;
    let next = mails.next().await;
    assert_ne!(next.header("Message-ID"), turn.header("Message-ID"));
    // One request of a mail program's stops them.
    assert_eq!(answer(&server, &link, "List-Unsubscribe=One-Click").await.status, 200);
    assert_eq!(notify_of(&server, &bo).await, json!({"ways": ["webhook", "email"]}));
    assert_eq!(answer(&server, &link, "answer=yes").await.code(), "not_found");
    assert!(mails.nothing_more());
}

#[tokio::test(start_paused = true)]
async fn who_refuses_is_sent_no_more_and_a_link_is_not_guessed() {
    let clock = Frozen::clock();
    let mut mails = MailServer::start().await;
    mails.answers([TAKEN; 2]).await;
    let server = mailing(&mails).await;
    let (mut a, ada, bo, question) = asked(&server, &mut mails).await;
    let link = question.link("/mail/");
    let (seat, key) = link.rsplit_once('/').unwrap();
    for wrong in
        [format!("{seat}/guess"), format!("{seat}/{}", bo.token), link.replace("/1/", "/0/")]
    {
        assert_eq!(answer(&server, &wrong, "answer=yes").await.code(), "not_found", "{wrong}");
    }
    let nowhere = link.replace(&format!("/1/{key}"), &format!("/9/{key}"));
    assert_eq!(answer(&server, &nowhere, "answer=yes").await.status, 404);
    assert_eq!(answer(&server, &link, "answer=no").await.status, 200);
    a.command(0, say(1)).await;
    clock.advance(10 * AFTER_MS).await;
    assert_eq!(notify_of(&server, &bo).await.get("email"), None);
    assert!(mails.nothing_more());
    // A rematch carries on nothing that nobody agreed to.
    assert_eq!(server.notify(&bo, &json!({"email": "bo@b.example"})).await.status, 200);
    mails.next().await;
    a.act(json!({"type": "resign", "id": uuid::Uuid::new_v4()})).await;
    let path = format!("/api/v1/rooms/{}/rematch", ada.code);
    server.bearer("POST", &path, &bo.token).await;
    assert_eq!(server.log.dump().matches("bo@b.example").count(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_owner_of_an_address_is_not_asked_without_end() {
    let clock = Frozen::clock();
    let mut mails = MailServer::start().await;
    mails.answers([TAKEN; 4]).await;
    let server = mailing(&mails).await;
    for spelling in ["bo@b.example", "Bo@b.example", "bo+x@b.example"] {
        let seated = server.create(json!({})).await;
        assert_eq!(server.notify(&seated, &json!({"email": spelling})).await.status, 200);
        mails.next().await;
    }
    let seated = server.create(json!({})).await;
    let refused = server.notify(&seated, &json!({"email": "bo@b.example"})).await;
    assert_eq!((refused.status, refused.code()), (429, "too_many_requests"));
    assert_eq!(refused.body["retry_after_ms"], 24 * 60 * 60 * 1_000);
    let wrong = server.notify(&seated, &json!({"email": "bo"})).await;
    assert_eq!((wrong.status, wrong.code()), (422, "notify_invalid"));
    clock.advance(24 * 60 * 60 * 1_000).await;
    let seated = server.create(json!({})).await;
    assert_eq!(server.notify(&seated, &json!({"email": "bo@b.example"})).await.status, 200);
    mails.next().await;
}

#[tokio::test(start_paused = true)]
async fn one_client_does_not_use_up_the_questions_of_all() {
    let clock = Frozen::clock();
    let mut mails = MailServer::start().await;
    mails.answers([TAKEN; ASKED_FOR_AN_ADDRESS + 2]).await;
    let server = mailing(&mails).await;
    let (mallory, ada) = (server.create(json!({})).await, server.create(json!({})).await);
    let ask = async |seated: &Seated, from: &str, mail: &str| {
        let path = format!("/api/v1/rooms/{}/seats/{}/notify", seated.code, seated.seat);
        let bearer = format!("Bearer {}", seated.token);
        let headers = [("Authorization", bearer.as_str()), ("X-Forwarded-For", from)];
        server.request("PUT", &path, &headers, &json!({"email": mail}).to_string()).await
    };
    // From as many networks of one site.
    let site = |network: usize| format!("2001:db8:1:{network:x}::1");
    for n in 0..ASKED_FOR_AN_ADDRESS {
        assert_eq!(ask(&mallory, &site(n), &format!("{n}@b.example")).await.status, 200);
        mails.next().await;
    }
    let again = format!("{}@b.example", ASKED_FOR_AN_ADDRESS - 1);
    assert_eq!(ask(&mallory, &site(98), &again).await.status, 200, "that is no question");
    let refused = ask(&mallory, &site(99), "x@b.example").await;
    assert_eq!((refused.status, refused.code()), (429, "too_many_requests"));
    assert_eq!(refused.body["retry_after_ms"], 60 * 60 * 1_000);
    assert_eq!(ask(&ada, "203.0.113.7", "ada@b.example").await.status, 200);
    assert_eq!(mails.next().await.to, "TO:<ada@b.example>");
    clock.advance(60 * 60 * 1_000).await;
    assert_eq!(ask(&mallory, &site(99), "x@b.example").await.status, 200);
    assert_eq!(mails.next().await.to, "TO:<x@b.example>");
}

#[tokio::test(start_paused = true)]
async fn a_mail_is_tried_again_unless_it_never_will_do() {
    let clock = Frozen::clock();
    let mut mails = MailServer::start().await;
    mails.answers(["451 later", TAKEN, "550 never"]).await;
    let server = mailing(&mails).await;
    let (_a, _, bo, first) = asked(&server, &mut mails).await;
    let counted = |outcome| {
        server.counted(&format!("entente_notices_total{{way=\"email\",outcome={outcome:?}}}"))
    };
    while counted("failed") < 1 {
        notify_of(&server, &bo).await;
    }
    clock.advance(FIRST_RETRY_MS).await;
    let again = mails.next().await;
    assert_eq!(again.header("Message-ID"), first.header("Message-ID"));
    while counted("delivered") < 1 {
        notify_of(&server, &bo).await;
    }
    // Another address is asked by another mail.
    assert_eq!(server.notify(&bo, &json!({"email": "bo@c.example"})).await.status, 200);
    assert_ne!(mails.next().await.header("Message-ID"), first.header("Message-ID"));
    while counted("refused") < 1 {
        notify_of(&server, &bo).await;
    }
    clock.advance(10 * FIRST_RETRY_MS).await;
    notify_of(&server, &bo).await;
    assert!(mails.nothing_more());
}

#[tokio::test]
async fn the_server_logs_in_with_the_password_of_a_file() {
    let mut mails = MailServer::start().await;
    mails.answers([TAKEN]).await;
    let secret = tempfile::NamedTempFile::new().unwrap();
    fs::write(secret.path(), "swordfish\n").unwrap();
    let set = [
        ("ENTENTE_SMTP_URL", format!("smtp+plain://{}", mails.at)),
        ("ENTENTE_SMTP_FROM", "entente@p.example".to_owned()),
        ("ENTENTE_SMTP_USER", "entente".to_owned()),
        ("ENTENTE_SMTP_PASSWORD_FILE", secret.path().to_str().unwrap().to_owned()),
    ];
    let set = set.map(|(name, value)| (name.into(), value.into()));
    let settings = layers::read(["entente-server".into()], set).unwrap().settings;
    let server = Server::reaching(settings, Arc::default()).await;
    let seated = server.create(json!({})).await;
    assert_eq!(server.notify(&seated, &json!({"email": "ada@b.example"})).await.status, 200);
    let login = mails.next().await.login.unwrap();
    let login = STANDARD.decode(login.strip_prefix("PLAIN ").unwrap()).unwrap();
    assert_eq!(login, b"\0entente\0swordfish");
}
