//! Encryption to a browser: RFC 8291, in the content coding of RFC 8188, with one record.
//!
//! Made of the primitives of the cryptography that TLS here has anyway. A test of the server decrypts
//! what leaves it with another implementation.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// Number of bytes of a point of the curve, uncompressed.
const POINT_BYTES: usize = 65;

/// Number of bytes of a browser's secret.
const AUTH_BYTES: usize = 16;

/// Number of bytes of the salt in front of a message.
const SALT_BYTES: usize = 16;

/// The size of a record that is announced, in bytes; more than any message has.
const RECORD_BYTES: u32 = 4_096;

/// A text is filled up to a multiple of so many bytes: its length says nothing about it.
pub(super) const PADDED_BYTES: usize = 512;

/// Ends the text of the last record; zeros follow.
const LAST: u8 = 2;

/// The keys that a browser makes for a subscription.
pub(super) struct DeviceKeys {
    /// The point that messages are encrypted to.
    point: [u8; POINT_BYTES],
    /// The secret that only the browser and those who send to it know.
    auth: [u8; AUTH_BYTES],
}

/// Number of bytes to derive.
struct DerivedLength(usize);

impl KeyType for DerivedLength {
    fn len(&self) -> usize {
        self.0
    }
}

impl DeviceKeys {
    /// Reads the keys as browsers show them: base64url without padding.
    pub(super) fn read(p256dh: &str, auth: &str) -> Option<Self> {
        let point = URL_SAFE_NO_PAD.decode(p256dh).ok()?.try_into().ok()?;
        let auth = URL_SAFE_NO_PAD.decode(auth).ok()?.try_into().ok()?;
        Some(Self { point, auth })
    }

    /// Encrypts a text, each time with another key; `None` if the browser's is no point of the curve.
    pub(super) fn seal(&self, text: &[u8]) -> Option<Vec<u8>> {
        let random = SystemRandom::new();
        let mut salt = [0; SALT_BYTES];
        random.fill(&mut salt).ok()?;
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).ok()?;
        let own_point = own.compute_public_key().ok()?;
        let peer = UnparsedPublicKey::new(&ECDH_P256, self.point);
        let mut secret = [0; 32];
        agree_ephemeral(own, &peer, |shared| {
            let key = Salt::new(HKDF_SHA256, &self.auth).extract(shared);
            let info = [b"WebPush: info\0".as_slice(), &self.point, own_point.as_ref()];
            key.expand(&info, DerivedLength(32)).and_then(|derived| derived.fill(&mut secret))
        })
        .ok()?
        .ok()?;
        let key = Salt::new(HKDF_SHA256, &salt).extract(&secret);
        let content = key.expand(&[b"Content-Encoding: aes128gcm\0"], &AES_128_GCM).ok()?;
        let mut nonce = [0; 12];
        key.expand(&[b"Content-Encoding: nonce\0"], DerivedLength(12))
            .ok()?
            .fill(&mut nonce)
            .ok()?;

        let mut sealed = text.to_vec();
        sealed.push(LAST);
        sealed.resize(sealed.len().next_multiple_of(PADDED_BYTES), 0);
        LessSafeKey::new(UnboundKey::from(content))
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::empty(),
                &mut sealed,
            )
            .ok()?;
        let point_bytes = u8::try_from(own_point.as_ref().len()).ok()?;
        let record_bytes = RECORD_BYTES.to_be_bytes();
        Some([&salt, &record_bytes[..], &[point_bytes], own_point.as_ref(), &sealed].concat())
    }
}
