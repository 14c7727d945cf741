//! Web Push of the real server: killed or not, it knows its devices and is known by its key, and its
//! log says nothing of either.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use black_box::{Call, Receiver, Seed, Server, Table};
use protocol::room::Seated;
use serde_json::{Value, json};
use web_push_native::p256::SecretKey;
use web_push_native::p256::elliptic_curve::rand_core::OsRng;
use web_push_native::{Auth, decrypt};

/// Part of a device's address that nobody else may read.
const SECRET: &str = "5ecret-of-the-device";

/// Settings under which whoever is awaited gets a notice at once, and everything is logged.
const SETTINGS: [&str; 6] = ["--push", "any", "--notify-after-ms", "20", "--log", "trace"];

/// A browser whose push service takes everything.
struct Device {
    service: Receiver,
    secret: SecretKey,
    auth: Auth,
}

impl Device {
    async fn start() -> Self {
        let service = Receiver::start(SECRET).await;
        let secret = SecretKey::random(&mut OsRng);
        Self { service, secret, auth: Auth::clone_from_slice(&[7; 16]) }
    }

    fn subscription(&self) -> Value {
        json!({
            "endpoint": self.service.url,
            "p256dh": URL_SAFE_NO_PAD.encode(self.secret.public_key().to_sec1_bytes()),
            "auth": URL_SAFE_NO_PAD.encode(self.auth),
        })
    }

    /// The next notice, and the key that the server is known by.
    async fn next(&mut self) -> (Value, String) {
        let Call { head, body } = self.service.next().await;
        let text = decrypt(body, &self.secret, &self.auth).expect("it is for this device");
        let key = head.split_once(", k=").expect("a key").1;
        let key = key.split("\r\n").next().unwrap_or_default().to_owned();
        (serde_json::from_slice(&text).expect("JSON"), key)
    }
}

/// Returns what a seat's holder is shown of its devices.
async fn known(server: &Server, key: &Seated) -> Value {
    let path = format!("/api/v1/rooms/{}/seats/{}/notify", key.room.code, key.seat);
    let answer = server.http.request("GET", &path, Some(&key.token), None).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.body["push"].clone()
}

#[tokio::test]
async fn a_killed_server_is_known_by_its_key_and_knows_its_devices() {
    let mut server = Server::and(&SETTINGS);
    let mut device = Device::start().await;
    let mut table = Table::begin(&server, json!({}), 0, Seed::or(41)).await;
    let keys = table.keys.clone();
    for key in &keys {
        let path = format!("/api/v1/rooms/{}/seats/{}/devices", key.room.code, key.seat);
        let body = device.subscription().to_string();
        let answer = server.http.request("POST", &path, Some(&key.token), Some(body)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    let before = known(&server, &keys[0]).await;
    assert_eq!(before["devices"].as_array().map(Vec::len), Some(1));
    server = server.kill().await.start();
    assert_eq!(known(&server, &keys[0]).await, before, "before anybody plays on");
    table.come_back(&server).await;
    let awaited = table.seats[0].now().awaiting.clone();
    for seat in &mut table.seats {
        seat.leave().await;
    }
    for _ in &awaited {
        let (notice, key) = device.next().await;
        assert_eq!(notice["type"], "your_turn");
        assert_eq!(notice["room"], table.code());
        assert!(awaited.iter().any(|seat| notice["seat"] == *seat), "{notice}");
        assert_eq!(before["key"], key);
    }
    let log = server.log();
    let auth = URL_SAFE_NO_PAD.encode(device.auth);
    for secret in [SECRET, &auth, table.code()] {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None);
    }
}
