//! Web Push of the real server: killed or not, it knows its devices and is known by its key, and its
//! log says nothing of either.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use black_box::{Seed, Server, Table};
use protocol::room::Seated;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;
use web_push_native::p256::SecretKey;
use web_push_native::p256::elliptic_curve::rand_core::OsRng;
use web_push_native::{Auth, decrypt};

/// Part of a device's address that nobody else may read.
const SECRET: &str = "5ecret-of-the-device";

/// Settings under which whoever is awaited gets a notice at once, and everything is logged.
const SETTINGS: [&str; 6] = ["--push", "any", "--notify-after-ms", "20", "--log", "trace"];

/// A browser whose push service takes everything.
struct Device {
    endpoint: String,
    secret: SecretKey,
    auth: Auth,
    came: mpsc::Receiver<(String, Vec<u8>)>,
}

impl Device {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let endpoint = format!("http://{}/{SECRET}", listener.local_addr().expect("an address"));
        let (sender, came) = mpsc::channel(100);
        tokio::spawn(async move {
            loop {
                let (tcp, _) = listener.accept().await.expect("a connection");
                let sender = sender.clone();
                tokio::spawn(async move {
                    let pushed = take(tcp).await;
                    sender.send(pushed).await.expect("the test listens");
                });
            }
        });
        let secret = SecretKey::random(&mut OsRng);
        Self { endpoint, secret, auth: Auth::clone_from_slice(&[7; 16]), came }
    }

    fn subscription(&self) -> Value {
        json!({
            "endpoint": self.endpoint,
            "p256dh": URL_SAFE_NO_PAD.encode(self.secret.public_key().to_sec1_bytes()),
            "auth": URL_SAFE_NO_PAD.encode(self.auth),
        })
    }

    /// The next notice, and the key that the server is known by.
    async fn next(&mut self) -> (Value, String) {
        let came = timeout(black_box::PATIENCE, self.came.recv()).await.expect("in time");
        let (head, sealed) = came.expect("a notice");
        let text = decrypt(sealed, &self.secret, &self.auth).expect("it is for this device");
        let key = head.split_once(", k=").expect("a key").1;
        let key = key.split("\r\n").next().unwrap_or_default().to_owned();
        (serde_json::from_slice(&text).expect("JSON"), key)
    }
}

/// Reads one request and answers it; returns its header and its body.
async fn take(mut tcp: TcpStream) -> (String, Vec<u8>) {
    let mut came = Vec::new();
    loop {
        let mut bytes = [0; 4_096];
        let read = tcp.read(&mut bytes).await.expect("a request");
        came.extend_from_slice(&bytes[..read]);
        let Some(end) = came.windows(4).position(|part| part == b"\r\n\r\n") else { continue };
        let head = String::from_utf8(came[..end].to_vec()).expect("a header is text");
        let length = head.to_lowercase();
        let length = length.split("content-length: ").nth(1).expect("a length");
        let length: usize = length.lines().next().and_then(|n| n.parse().ok()).expect("a number");
        if came.len() >= end + 4 + length {
            tcp.write_all(b"HTTP/1.1 201 Created\r\n\r\n").await.expect("it is taken");
            return (head, came.split_off(end + 4));
        }
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
