//! Web Push: notices to a browser that nobody has open, by the push service that it named (RFC 8030).
//!
//! The push service is a stranger's server. It learns that there is a notice, at which server's
//! device and when, but not what it says: the text is encrypted to the browser ([`cipher`]), and
//! every one is as long as the others. The service knows this server by its key ([`key`]) and takes
//! nothing from anybody else.

mod cipher;
pub(super) mod key;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fairness::hex;
use protocol::notice::{AddDevice, Notice as Body};
use reqwest::StatusCode;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE};
use sha2::{Digest, Sha256};
use tokio_rustls::rustls::pki_types::CertificateDer;
use url::Url;

use self::cipher::DeviceKeys;
use self::key::PushKey;
use super::calls::{self, Caller};
use super::{Delivery, Denied, Device, Notice};
use crate::settings::Settings;
use crate::time::wall_ms;

/// The longest address of a device at its push service, in bytes.
pub const ENDPOINT_BYTES: usize = 1_000;

/// Time for which a push service keeps a notice for a device that is off, in seconds: three days.
pub const KEPT_S: u32 = 259_200;

/// Answers by which a push service says that a device does not subscribe any more.
const GONE: [StatusCode; 2] = [StatusCode::NOT_FOUND, StatusCode::GONE];

/// Number of bytes of a digest by which a device is named, and by which notices replace each other.
const NAME_BYTES: usize = 16;

/// Sends notices to devices.
pub(super) struct Pushes {
    caller: Caller,
    key: PushKey,
    /// Address at which push services reach the operator.
    contact: Option<String>,
}

impl Pushes {
    /// Nothing if the operator wants none or there is no key. Push services may be certified by
    /// these authorities too.
    pub(super) fn new(
        settings: &Settings,
        key: Option<PushKey>,
        authorities: &[CertificateDer<'_>],
    ) -> Result<Option<Self>, reqwest::Error> {
        let kind = "a device's address";
        let caller = Caller::new(kind, ENDPOINT_BYTES, settings.push, authorities)?;
        let own = settings.public_url.as_ref().filter(|url| url.starts_with("https://"));
        let contact = settings.push_contact.as_ref().or(own).cloned();
        Ok(caller.zip(key).map(|(caller, key)| Self { caller, key, contact }))
    }

    /// Returns the public key by which push services know this server, as browsers take it.
    pub(super) fn public_key(&self) -> String {
        self.key.public()
    }

    /// A device as it is kept, if it can be reached.
    pub(super) fn admit(&self, given: &AddDevice) -> Result<Device, Denied> {
        let endpoint = self.caller.admit(&given.endpoint)?.into();
        let keys = DeviceKeys::read(&given.p256dh, &given.auth);
        if keys.is_none_or(|keys| keys.seal(b"").is_none()) {
            return Err(Denied::Invalid("these are not the keys of a browser".to_owned()));
        }
        Ok(Device {
            id: hex::encode(&Sha256::digest(&given.endpoint)[..NAME_BYTES]),
            endpoint,
            p256dh: given.p256dh.clone(),
            auth: given.auth.clone(),
        })
    }

    /// The address of a device as it is called, if it still may be.
    pub(super) fn endpoint(&self, device: &Device) -> Option<Url> {
        self.caller.admit(&device.endpoint).ok()
    }

    /// Sends once.
    pub(super) async fn send(
        &self,
        url: Url,
        device: &Device,
        notice: &Notice,
        body: &Body,
    ) -> Delivery {
        let keys = DeviceKeys::read(&device.p256dh, &device.auth);
        let text = serde_json::to_vec(body).unwrap_or_default();
        let Some(sealed) = keys.and_then(|keys| keys.seal(&text)) else { return Delivery::Refused };
        let audience = url.origin().ascii_serialization();
        let now_s = wall_ms() / 1_000;
        let Some(token) = self.key.token(&audience, self.contact.as_deref(), now_s) else {
            return Delivery::Failed;
        };
        let request = self
            .caller
            .post(url)
            .header(AUTHORIZATION, format!("vapid t={token}, k={}", self.key.public()))
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .header("TTL", KEPT_S)
            .header("Urgency", "normal")
            .header("Topic", topic(notice))
            .body(sealed);
        calls::send(request, &GONE).await
    }
}

/// Returns the name under which a newer notice of the same seat takes the place of one that waits at
/// the push service, which cannot read a room from it.
fn topic(notice: &Notice) -> String {
    let mut hash = Sha256::new();
    hash.update(b"entente topic");
    hash.update(notice.room.as_bytes());
    hash.update([notice.seat]);
    URL_SAFE_NO_PAD.encode(&hash.finalize()[..NAME_BYTES])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notices::{Notice, NoticeKind, Reach, Target};
    use uuid::Uuid;

    /// Keys of a browser, from the example of RFC 8291.
    const P256DH: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn pushes(push: Reach) -> Option<Pushes> {
        let settings = Settings { push, ..Settings::default() };
        Pushes::new(&settings, PushKey::new(), &[]).unwrap()
    }

    fn given(endpoint: &str) -> AddDevice {
        let (p256dh, auth) = (P256DH.to_owned(), AUTH.to_owned());
        AddDevice { endpoint: endpoint.to_owned(), p256dh, auth }
    }

    #[test]
    fn endpoints_are_public_and_have_a_length() {
        let (public, any) = (pushes(Reach::Public).unwrap(), pushes(Reach::Any).unwrap());
        let long = |bytes: usize| format!("https://a.example/{}", "x".repeat(bytes - 18));
        for good in ["https://a.example/x", &long(ENDPOINT_BYTES)] {
            assert!(public.admit(&given(good)).is_ok(), "{good}");
        }
        for bad in
            ["http://a.example/", "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1/", ""]
        {
            assert!(public.admit(&given(bad)).is_err(), "{bad}");
        }
        assert!(any.admit(&given("http://127.0.0.1/")).is_ok());
        assert!(any.admit(&given(&long(ENDPOINT_BYTES + 1))).is_err());
        assert!(pushes(Reach::Off).is_none());
    }

    #[test]
    fn keys_are_those_of_a_browser() {
        let pushes = pushes(Reach::Public).unwrap();
        let refused = |p256dh: &str, auth: &str| {
            let (p256dh, auth) = (p256dh.to_owned(), auth.to_owned());
            pushes.admit(&AddDevice { p256dh, auth, ..given("https://a.example/") }).is_err()
        };
        assert!(!refused(P256DH, AUTH));
        // No point of the curve, a compressed one, another alphabet, another length.
        let elsewhere = format!("{}A", &P256DH[..P256DH.len() - 1]);
        let beside = URL_SAFE_NO_PAD.encode([[4].as_slice(), &[7; 64]].concat());
        for wrong in [&elsewhere[1..], &beside, &P256DH.replace('_', "/"), "", &P256DH[..43]] {
            assert!(refused(wrong, AUTH), "{wrong}");
        }
        for wrong in
            ["", "BTBZMqHH6r4Tts7J_aSI", "BTBZMqHH6r4Tts7J/aSIgg", "BTBZMqHH6r4Tts7J_aSIggAA"]
        {
            assert!(refused(P256DH, wrong), "{wrong}");
        }
    }

    #[test]
    fn notices_of_a_seat_replace_each_other_and_no_others() {
        let notice = |room, seat, kind| {
            let target = Target::Webhook(String::new());
            let (code, game, title) = (String::new(), String::new(), String::new());
            topic(&Notice { room, code, game, title, seat, kind, target })
        };
        let turn = notice(Uuid::nil(), 0, NoticeKind::YourTurn(7));
        assert_eq!(turn, notice(Uuid::nil(), 0, NoticeKind::MatchOver));
        assert_ne!(turn, notice(Uuid::nil(), 1, NoticeKind::YourTurn(7)));
        assert_ne!(turn, notice(Uuid::max(), 0, NoticeKind::YourTurn(7)));
        // As long as RFC 8030 lets it be.
        assert!(turn.len() <= 32);
    }
}
