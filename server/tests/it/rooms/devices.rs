//! Web Push: notices to browsers, through a real courier, at a real push service.

use std::io::ErrorKind;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::support::push_service::{Device, PushService};
use crate::support::receiver::{Receiver, Reply};
use crate::support::{Answer, Client, Frozen, Seated, Server, TestLog};
use axum::http::HeaderName;
use serde_json::{Value, json};
use server::Settings;
use server::notices::Reach;
use uuid::Uuid;

/// Absence after which a seat is sent a notice, in milliseconds.
const AFTER_MS: u64 = 60_000;

/// The longest wait after a first attempt, in milliseconds.
const FIRST_RETRY_MS: u64 = 15_000;

/// The most devices of a seat.
const DEVICES_MAX: usize = 8;

/// The longest address of a device, in bytes.
const ENDPOINT_BYTES: usize = 1_000;

/// All headers of a request to a push service.
const SENT: [&str; 10] = [
    "accept",
    "authorization",
    "content-encoding",
    "content-length",
    "content-type",
    "host",
    "topic",
    "ttl",
    "urgency",
    "user-agent",
];

async fn pushing(log: Arc<TestLog>) -> Server {
    let contact = Some("mailto:admin@p.example".to_owned());
    let public_url = Some("https://p.example".to_owned());
    let reach = Reach::Any;
    let settings = Settings {
        push: reach,
        webhooks: reach,
        push_contact: contact,
        public_url,
        ..Settings::default()
    };
    Server::pushing(settings, log).await
}

fn devices_of(seated: &Seated) -> String {
    format!("/api/v1/rooms/{}/seats/{}/devices", seated.code, seated.seat)
}

async fn add(server: &Server, seated: &Seated, subscription: &Value) -> Answer {
    let bearer = format!("Bearer {}", seated.token);
    let headers = [("Authorization", bearer.as_str())];
    server.request("POST", &devices_of(seated), &headers, &subscription.to_string()).await
}

async fn remove(server: &Server, seated: &Seated, id: &str) -> Answer {
    server.bearer("DELETE", &format!("{}/{id}", devices_of(seated)), &seated.token).await
}

/// The ids of a seat's devices.
async fn known(server: &Server, seated: &Seated) -> Value {
    let path = format!("/api/v1/rooms/{}/seats/{}/notify", seated.code, seated.seat);
    server.bearer("GET", &path, &seated.token).await.body["push"]["devices"].clone()
}

/// A match whose seat 1 has left, with its notices at these devices.
async fn away(server: &Server, devices: &[&Device]) -> (Client, Seated, Seated) {
    let (mut a, b, ada, bo) = server.playing(json!({"rounds": 9})).await;
    for device in devices {
        let added = add(server, &bo, &device.subscription()).await;
        assert_eq!(added.status, 200, "{added:?}");
    }
    b.leave().await;
    a.until("room").await;
    (a, ada, bo)
}

fn say(n: u8) -> Value {
    json!({"type": "say", "n": n})
}

/// Waits until so many notices by this way had this outcome.
async fn until_counted(server: &Server, way: &str, outcome: &str, count: u64) {
    let line = format!("entente_notices_total{{way=\"{way}\",outcome=\"{outcome}\"}}");
    while server.counted(&line) < count {
        server.get("/livez").await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_device_is_sent_what_waits_and_nobody_else_can_read_it() {
    let clock = Frozen::clock();
    let server = pushing(Arc::default()).await;
    let mut service = PushService::start().await;
    let (device, other) = (service.device(201, "phone"), service.device(201, "other"));
    let (mut a, ada, bo) = away(&server, &[&device]).await;
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    let turn = service.next().await;
    assert_eq!(turn.path, "phone-5ecret");
    let said = device.open(&turn).unwrap();
    let text = format!("It is your turn in Toy, room {}", ada.code);
    let expected = json!({
        "type": "your_turn", "id": said["id"], "room": ada.code, "game": "toy", "seat": 1,
        "decision": 1, "text": text, "content": text,
    });
    assert_eq!(said, expected, "no more than a webhook is sent: no hand, no token");
    assert_eq!(other.open(&turn), None);
    // Nothing shorter than a code is looked for: chance would spell it in keys and signatures.
    for secret in [&ada.code, &ada.token, &bo.token, &text] {
        assert!(!turn.body.windows(secret.len()).any(|part| part == secret.as_bytes()));
        assert!(!format!("{:?}", turn.headers).contains(secret));
    }
    let mut names: Vec<_> = turn.headers.keys().map(HeaderName::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, SENT, "a header more could say more");
    assert_eq!(turn.header("content-encoding"), "aes128gcm");
    assert_eq!((turn.header("ttl"), turn.header("urgency")), ("259200", "normal"));
    let (claims, key) = turn.vapid();
    let path = format!("/api/v1/rooms/{}/seats/1/notify", bo.code);
    let notify = server.bearer("GET", &path, &bo.token).await.body;
    assert_eq!(notify["push"], json!({"key": key, "devices": [device.id()]}));
    let until = claims["exp"].as_u64().unwrap();
    let sub = "mailto:admin@p.example";
    assert_eq!(claims, json!({"aud": service.origin(), "sub": sub, "exp": until}));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let left = until - now;
    assert!((1..=24 * 60 * 60).contains(&left), "{left} s");
    until_counted(&server, "push", "delivered", 1).await;
    // The end takes the place of a notice that waits there, and is as long.
    server.join(&bo).await.leave().await;
    a.until("room").await;
    a.act(json!({"type": "resign", "id": Uuid::new_v4()})).await;
    clock.advance(AFTER_MS).await;
    let over = service.next().await;
    assert_eq!(device.open(&over).unwrap()["type"], "match_over");
    assert_eq!(over.header("topic"), turn.header("topic"));
    assert_eq!(over.body.len(), turn.body.len());
    assert_ne!(over.body[..16], turn.body[..16], "each has a salt of its own");
    let late = add(&server, &bo, &device.subscription()).await;
    assert_eq!((late.status, late.code()), (409, "over"));
    assert_eq!(remove(&server, &bo, &device.id()).await.body["push"]["devices"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn a_device_that_does_not_subscribe_any_more_is_forgotten() {
    let clock = Frozen::clock();
    let server = pushing(Arc::default()).await;
    let mut service = PushService::start().await;
    let left = [service.device(404, "left"), service.device(410, "gone")];
    let stays = [service.device(201, "here"), service.device(400, "odd")];
    let [gone, here] = [&left, &stays].map(<[_; 2]>::each_ref);
    let (mut a, ada, bo) = away(&server, &[gone, here].concat()).await;
    assert_eq!(known(&server, &bo).await.as_array().unwrap().len(), 4);
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    for _ in 0..4 {
        service.next().await;
    }
    until_counted(&server, "push", "gone", 2).await;
    until_counted(&server, "push", "delivered", 1).await;
    until_counted(&server, "push", "refused", 1).await;
    let expected = json!(stays.each_ref().map(Device::id));
    while known(&server, &bo).await != expected {
        server.get("/livez").await;
    }
    let stored = |word: &str| server.log.dump().contains(word);
    while stored("gone-5ecret") || stored("left-5ecret") {
        server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    }
    assert!(stored("here-5ecret") && stored("odd-5ecret"));
    assert!(service.nothing_more());
}

#[tokio::test(start_paused = true)]
async fn every_address_goes_its_own_way() {
    let clock = Frozen::clock();
    let server = pushing(Arc::default()).await;
    let mut service = PushService::start().await;
    let mut receiver = Receiver::start().await;
    receiver.answers([Reply::Status(200)]).await;
    let (slow, quick) = (service.device(503, "slow"), service.device(201, "quick"));
    let (mut a, ada, bo) = away(&server, &[&slow, &quick]).await;
    let set = server.notify(&bo, &json!({"webhook": receiver.url()})).await;
    assert_eq!((set.status, &set.body["ways"]), (200, &json!(["webhook"])));
    assert_eq!(set.body["push"]["devices"], json!([slow.id(), quick.id()]));
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    assert_eq!(receiver.next().await["decision"], 1);
    let came = [service.next().await, service.next().await];
    let ids = came.each_ref().map(|pushed| {
        let opened = [&slow, &quick].into_iter().find_map(|device| device.open(pushed));
        opened.unwrap()["id"].clone()
    });
    assert_eq!(ids[0], ids[1], "it is one notice");
    until_counted(&server, "webhook", "delivered", 1).await;
    until_counted(&server, "push", "delivered", 1).await;
    until_counted(&server, "push", "failed", 1).await;
    clock.advance(FIRST_RETRY_MS).await;
    let again = service.next().await;
    assert_eq!(slow.open(&again).unwrap()["id"], ids[0]);
    until_counted(&server, "push", "failed", 2).await;
    // The webhook is taken away; the devices stay.
    let none = server.notify(&bo, &json!({})).await.body;
    assert_eq!(none["push"]["devices"], json!([slow.id(), quick.id()]));
    assert!(receiver.nothing_more() && service.nothing_more(), "{}", ada.code);
}

#[tokio::test(start_paused = true)]
async fn a_restart_keeps_key_devices_and_what_they_were_sent() {
    let clock = Frozen::clock();
    let server = pushing(Arc::default()).await;
    let mut service = PushService::start().await;
    let device = service.device(201, "phone");
    let (mut a, ada, bo) = away(&server, &[&device]).await;
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    let key = service.next().await.vapid().1;
    while !server.log.dump().contains(r#"\"told\":{\"your_turn\":1}"#) {
        server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    }
    let server = pushing(server.kill()).await;
    assert_eq!(known(&server, &bo).await, json!([device.id()]));
    clock.advance(10 * AFTER_MS).await;
    server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    assert!(service.nothing_more(), "it knows of this question");
    let mut a = server.join(&ada).await;
    server.join(&bo).await.leave().await;
    a.until("room").await;
    a.act(json!({"type": "resign", "id": Uuid::new_v4()})).await;
    clock.advance(AFTER_MS).await;
    let over = service.next().await;
    assert_eq!(over.vapid().1, key, "the key that browsers subscribed with");
    assert_eq!(device.open(&over).unwrap()["type"], "match_over");
}

#[tokio::test]
async fn devices_are_between_the_server_and_the_seat() {
    let server = pushing(Arc::default()).await;
    let service = PushService::start().await;
    let (mut a, _b, ada, bo) = server.playing(json!({})).await;
    let device = service.device(201, "phone");
    let id = device.id();
    let body = device.subscription().to_string();
    for (method, path) in
        [("POST", devices_of(&bo)), ("DELETE", format!("{}/{id}", devices_of(&bo)))]
    {
        let body = if method == "POST" { body.as_str() } else { "" };
        let as_who = async |token: &str| {
            let bearer = format!("Bearer {token}");
            server.request(method, &path, &[("Authorization", &bearer)], body).await
        };
        assert_eq!(as_who(&ada.token).await.code(), "forbidden", "{method}");
        assert_eq!(as_who("guess").await.code(), "token_unknown", "{method}");
        assert_eq!(server.request(method, &path, &[], body).await.status, 401, "{method}");
    }
    let with = |name: &str, value: Value| {
        let mut changed = device.subscription();
        changed[name] = value;
        changed
    };
    let long = |bytes: usize| {
        let start = format!("{}/201/", service.origin());
        with("endpoint", json!(start.clone() + &"x".repeat(bytes - start.len())))
    };
    for (wrong, code) in [
        (with("endpoint", json!("nowhere")), "notify_invalid"),
        (with("endpoint", json!("ftp://a.example/")), "notify_invalid"),
        (long(ENDPOINT_BYTES + 1), "notify_invalid"),
        (with("p256dh", json!("BCVx")), "notify_invalid"),
        (with("auth", json!("BTBZ")), "notify_invalid"),
        (with("auth", json!(1)), "malformed"),
        (with("expirationTime", Value::Null), "malformed"),
    ] {
        assert_eq!(add(&server, &bo, &wrong).await.code(), code, "{wrong}");
    }
    assert_eq!(add(&server, &bo, &long(ENDPOINT_BYTES)).await.status, 200);
    // The same device again is the same device, with new keys.
    for _ in 0..2 {
        let renewed = Device::at(device.endpoint.clone());
        assert_eq!(add(&server, &bo, &renewed.subscription()).await.status, 200);
    }
    for number in 2..DEVICES_MAX {
        let more = service.device(201, &format!("more{number}"));
        assert_eq!(add(&server, &bo, &more.subscription()).await.status, 200, "{number}");
    }
    let ids = known(&server, &bo).await;
    assert_eq!((ids.as_array().unwrap().len(), &ids[1]), (DEVICES_MAX, &json!(id)));
    let full = add(&server, &bo, &service.device(201, "one-too-many").subscription()).await;
    assert_eq!((full.status, full.code()), (422, "notify_invalid"), "{full:?}");
    // One is removed again, once or twice; nobody else sees anything of it.
    for _ in 0..2 {
        let removed = remove(&server, &bo, &id).await;
        assert_eq!(removed.status, 200);
        assert!(!removed.body.to_string().contains(&id), "{removed:?}");
    }
    a.nothing().await;
    let room = server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    assert!(!room.body.to_string().contains("5ecret"), "{room:?}");
    assert_eq!(known(&server, &ada).await, json!([]));
}

#[tokio::test(start_paused = true)]
async fn private_addresses_are_called_only_if_the_operator_says_so() {
    let clock = Frozen::clock();
    let server = Server::pushing(Settings::default(), Arc::default()).await;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    // What a name resolves to is found out when it is called.
    let named = Device::at(format!("https://localhost:{port}/"));
    let (mut a, ada, bo) = away(&server, &[&named]).await;
    for refused in [
        format!("http://127.0.0.1:{port}/"),
        format!("https://127.0.0.1:{port}/"),
        format!("https://[::1]:{port}/"),
        "https://10.0.0.1/".to_owned(),
    ] {
        let answer = add(&server, &bo, &Device::at(refused.clone()).subscription()).await;
        assert_eq!((answer.status, answer.code()), (422, "notify_invalid"), "{refused}");
    }
    a.command(0, say(1)).await;
    clock.advance(AFTER_MS).await;
    until_counted(&server, "push", "refused", 1).await;
    let came = listener.accept().map(|_| ()).map_err(|error| error.kind());
    assert_eq!(came, Err(ErrorKind::WouldBlock), "nobody connected to {}", ada.code);
    let settings = Settings { push: Reach::Off, ..Settings::default() };
    let off = Server::pushing(settings, Arc::default()).await;
    let (.., bo) = off.playing(json!({})).await;
    let answer = add(&off, &bo, &Device::at("https://a.example/".to_owned()).subscription()).await;
    assert_eq!(answer.code(), "notify_invalid");
    assert_eq!(off.notify(&bo, &json!({})).await.body, json!({"ways": ["webhook"]}));
}

#[tokio::test(start_paused = true)]
async fn a_rematch_goes_on_with_the_devices() {
    let clock = Frozen::clock();
    let server = pushing(Arc::default()).await;
    let mut service = PushService::start().await;
    let device = service.device(201, "phone");
    let (mut a, ada, bo) = away(&server, &[&device]).await;
    a.act(json!({"type": "resign", "id": Uuid::new_v4()})).await;
    clock.advance(AFTER_MS).await;
    assert_eq!(device.open(&service.next().await).unwrap()["type"], "match_over");
    let path = format!("/api/v1/rooms/{}/rematch", ada.code);
    let next = server.bearer("POST", &path, &bo.token).await.body;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (code, token) = (text(&next["room"]["code"]), text(&next["token"]));
    let bo = Seated { code, seat: bo.seat, token };
    assert_eq!(known(&server, &bo).await, json!([device.id()]));
}
