//! The key by which push services know this server: RFC 8292 (VAPID).
//!
//! Browsers tie a subscription to it, so it is made once and kept in the store.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde::Serialize;

use crate::log::{LogError, MatchLog, OwnKey};

/// The key's name in the store.
pub(in crate::notices) const NAME: &str = "push";

/// Time for which a token holds, in seconds: half of what push services take at most.
const TOKEN_S: u64 = 12 * 60 * 60;

/// Statement to one push service that a request is this server's.
#[derive(Serialize)]
struct Claims<'a> {
    aud: &'a str,
    exp: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sub: Option<&'a str>,
}

/// The key by which push services know this server.
#[derive(derive_more::Debug)]
#[debug("PushKey {{ .. }}")]
pub struct PushKey {
    pair: EcdsaKeyPair,
    /// As it is kept: PKCS #8.
    document: Vec<u8>,
}

impl PushKey {
    /// Makes a new one; `None` if the system gives no randomness.
    pub(super) fn new() -> Option<Self> {
        let document =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        Self::read(document.ok()?.as_ref())
    }

    fn read(document: &[u8]) -> Option<Self> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document, &random);
        Some(Self { pair: pair.ok()?, document: document.to_vec() })
    }

    /// Returns the key that a store keeps, and makes it at the first start. Without one there is no
    /// Web Push until the next start, and everything else is as ever.
    pub async fn kept(log: &dyn MatchLog) -> Option<Self> {
        match log.key(NAME).await {
            Ok(Some(kept)) => {
                if let Some(key) = Self::read(&kept.secret) {
                    return Some(key);
                }
            }
            Ok(None) => return Self::make(log).await,
            Err(LogError::Damaged(_)) => {}
            Err(error) => {
                tracing::warn!(%error, "no Web Push: its key cannot be read");
                return None;
            }
        }
        tracing::error!(
            "the key for Web Push is damaged; with the new one that takes its place, every device \
             must be added again"
        );
        Self::make(log).await
    }

    async fn make(log: &dyn MatchLog) -> Option<Self> {
        let key = Self::new()?;
        let stored = log.store_key(OwnKey { name: NAME, secret: key.document.clone() }).await;
        if let Err(error) = stored {
            tracing::warn!(%error, "no Web Push: its key cannot be stored");
            return None;
        }
        Some(key)
    }

    /// Returns its public half, as browsers take it: an uncompressed point in base64url.
    pub(super) fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.pair.public_key())
    }

    /// Signs a token for one push service, with an address at which the operator is reached.
    pub(super) fn token(
        &self,
        audience: &str,
        contact: Option<&str>,
        now_s: u64,
    ) -> Option<String> {
        let claims = Claims { aud: audience, exp: now_s + TOKEN_S, sub: contact };
        let part = |json: &[u8]| URL_SAFE_NO_PAD.encode(json);
        let head = part(br#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{head}.{}", part(&serde_json::to_vec(&claims).ok()?));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes()).ok()?;
        Some(format!("{signed}.{}", part(signature.as_ref())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::MemoryLog;

    #[tokio::test]
    async fn the_key_is_made_once() {
        let log = MemoryLog::new();
        let first = PushKey::kept(&log).await.unwrap();
        assert_eq!(PushKey::kept(&log).await.unwrap().public(), first.public());
        let other = PushKey::kept(&MemoryLog::new()).await.unwrap();
        assert_ne!(other.public(), first.public());
        assert!(!format!("{first:?}").contains(&first.document[0].to_string()));
    }

    #[tokio::test]
    async fn a_damaged_key_is_replaced_and_a_full_store_has_none() {
        let log = MemoryLog::new();
        log.store_key(OwnKey { name: NAME, secret: vec![1, 2, 3] }).await.unwrap();
        let new = PushKey::kept(&log).await.unwrap();
        assert_eq!(PushKey::kept(&log).await.unwrap().public(), new.public());
        let full = MemoryLog::new();
        full.refuse_writes(Some(LogError::Full));
        assert!(PushKey::kept(&full).await.is_none());
    }
}
