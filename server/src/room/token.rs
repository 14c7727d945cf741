//! Seat tokens: 256 random bits, shown once, stored as a hash.
//!
//! Whoever has the token plays for the seat. The token itself lives in the answer that shows it and
//! nowhere else; rooms compare hashes, so a comparison's time reveals nothing about a token.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fairness::hex;
use sha2::{Digest, Sha256};

use super::randomness::Randomness;

/// Number of characters in a token: 32 bytes in base64url without padding.
pub(crate) const TOKEN_CHARS: usize = 43;

/// SHA-256 of a token.
#[derive(Clone, Copy, derive_more::Debug, PartialEq, Eq, Hash)]
#[debug("TokenHash(..)")]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// Hashes a token as a client sent it.
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    /// Parses a hash that the record keeps.
    pub(crate) fn from_hex(kept: &str) -> Option<Self> {
        hex::decode_32(kept).map(Self)
    }

    /// As the record keeps it.
    pub(crate) fn to_hex(self) -> String {
        hex::encode(&self.0)
    }
}

/// Checks whether a text has the form of a token.
pub fn looks_like_token(text: &str) -> bool {
    text.len() == TOKEN_CHARS
        && text.bytes().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, b'-' | b'_'))
}

/// Draws a new token.
pub(crate) fn draw(random: &Randomness) -> String {
    URL_SAFE_NO_PAD.encode(random.bytes_32())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn tokens_have_their_form_and_differ() {
        let tokens: BTreeSet<String> = (0..1_000).map(|_| draw(&Randomness::os())).collect();
        assert_eq!(tokens.len(), 1_000);
        assert!(tokens.iter().all(|token| looks_like_token(token)));
    }

    #[test]
    fn other_texts_do_not_look_like_one() {
        let token = draw(&Randomness::os());
        for text in ["", "K7P2XR", &token[1..], &format!("{token}A"), &format!("{}=", &token[1..])]
        {
            assert!(!looks_like_token(text), "{text}");
        }
    }

    #[test]
    fn a_hash_shows_nothing() {
        assert_eq!(format!("{:?}", TokenHash::of("x")), "TokenHash(..)");
    }
}
