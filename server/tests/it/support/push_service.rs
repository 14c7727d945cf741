//! A push service on a port of its own, and browsers that subscribe to it.
//!
//! What comes is decrypted with the browser's key by another implementation than the server's, and the
//! server's statement about itself is checked with the key that it shows.

use std::net::SocketAddr;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use web_push_native::p256::SecretKey;
use web_push_native::p256::ecdsa::signature::Verifier;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};
use web_push_native::p256::elliptic_curve::rand_core::OsRng;
use web_push_native::{Auth, decrypt};

/// A request as it came, for the device with this path.
pub(crate) struct Pushed {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

pub(crate) struct PushService {
    at: SocketAddr,
    came: mpsc::Receiver<Pushed>,
}

/// A browser with its keys.
pub(crate) struct Device {
    pub(crate) endpoint: String,
    secret: SecretKey,
    auth: [u8; 16],
}

impl PushService {
    /// One whose answer to a device is the number that the device's path begins with.
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let (sender, came) = mpsc::channel(100);
        let service = Router::new().route("/{status}/{*rest}", post(answer)).with_state(sender);
        tokio::spawn(async move { axum::serve(listener, service).await });
        Self { at, came }
    }

    /// A browser to which every notice is answered with this status.
    pub(crate) fn device(&self, status: u16, name: &str) -> Device {
        Device::at(format!("http://{}/{status}/{name}-5ecret", self.at))
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.at)
    }

    pub(crate) async fn next(&mut self) -> Pushed {
        self.came.recv().await.unwrap()
    }

    /// Checks that nothing has come that was not looked at.
    pub(crate) fn nothing_more(&mut self) -> bool {
        self.came.try_recv().is_err()
    }
}

async fn answer(
    State(came): State<mpsc::Sender<Pushed>>,
    Path((status, rest)): Path<(u16, String)>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    came.send(Pushed { path: rest, headers, body }).await.unwrap();
    StatusCode::from_u16(status).unwrap()
}

impl Device {
    pub(crate) fn at(endpoint: String) -> Self {
        let secret = SecretKey::random(&mut OsRng);
        let auth = secret.to_bytes()[..16].try_into().unwrap();
        Self { endpoint, secret, auth }
    }

    /// Returns its subscription as its page sends it.
    pub(crate) fn subscription(&self) -> Value {
        let point = self.secret.public_key().to_sec1_bytes();
        json!({
            "endpoint": self.endpoint,
            "p256dh": URL_SAFE_NO_PAD.encode(point),
            "auth": URL_SAFE_NO_PAD.encode(self.auth),
        })
    }

    pub(crate) fn id(&self) -> String {
        let digest = Sha256::digest(&self.endpoint);
        format!("{:032x}", u128::from_be_bytes(digest[..16].try_into().unwrap()))
    }

    /// Opens a notice, if it is for this device.
    pub(crate) fn open(&self, pushed: &Pushed) -> Option<Value> {
        let auth = Auth::clone_from_slice(&self.auth);
        let text = decrypt(pushed.body.to_vec(), &self.secret, &auth).ok()?;
        serde_json::from_slice(&text).ok()
    }
}

impl Pushed {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Returns the server's statement about itself, and the key that signed it.
    pub(crate) fn vapid(&self) -> (Value, String) {
        let parts = self.header("authorization").strip_prefix("vapid t=").unwrap();
        let (token, key) = parts.split_once(", k=").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let (head, claims) = signed.split_once('.').unwrap();
        let bytes = |part: &str| URL_SAFE_NO_PAD.decode(part).unwrap();
        let json = |part: &str| serde_json::from_slice::<Value>(&bytes(part)).unwrap();
        assert_eq!(json(head), json!({"typ": "JWT", "alg": "ES256"}));
        let verifier = VerifyingKey::from_sec1_bytes(&bytes(key)).unwrap();
        let signature = Signature::from_slice(&bytes(signature)).unwrap();
        verifier.verify(signed.as_bytes(), &signature).unwrap();
        (json(claims), key.to_owned())
    }
}
