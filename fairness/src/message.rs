//! The byte strings that are hashed: length-prefixed fields and big-endian integers.
//!
//! One builder for plain SHA-256 and for HMAC-SHA-256, so that the code of each formula
//! reads like the formula on the design page. It must not know which formulas there are.

use hmac::{Hmac, Mac};
use sha2::digest::{FixedOutput, Update, consts::U32};
use sha2::{Digest, Sha256};

use crate::Hash;

/// A message on its way into a hash function. Cloning one keeps what it has absorbed, which
/// is how a stream of draws pays for key and label once.
#[derive(Clone)]
pub(crate) struct Message<D>(D);

/// A message authenticated with a key.
pub(crate) type KeyedMessage = Message<Hmac<Sha256>>;

impl Message<Sha256> {
    /// Starts an unkeyed message; `tag` keeps the formulas of the scheme apart.
    pub(crate) fn hash(tag: &str) -> Self {
        Self(<Sha256 as Digest>::new()).field(tag.as_bytes())
    }
}

/// The hash of bytes that nothing stands before: of a file, or of a canonical text.
pub(crate) fn sha256(bytes: &[u8]) -> Hash {
    Message(<Sha256 as Digest>::new()).raw(bytes).finish()
}

impl KeyedMessage {
    /// Starts a message keyed with `key`; `tag` keeps the formulas of the scheme apart.
    pub(crate) fn hmac(key: &[u8; 32], tag: &str) -> Self {
        let mac = Hmac::new_from_slice(key).expect("HMAC takes a key of any length");
        Self(mac).field(tag.as_bytes())
    }
}

impl<D: Update + FixedOutput<OutputSize = U32>> Message<D> {
    /// `LP(bytes)`: the length as a big-endian u32, then the bytes.
    pub(crate) fn field(self, bytes: &[u8]) -> Self {
        let length = u32::try_from(bytes.len()).expect("a field is far below 4 GiB");
        self.u32(length).raw(bytes)
    }

    /// `LP(value)`, or the length 0 and nothing more where there is no value.
    pub(crate) fn optional_field(self, value: Option<&Hash>) -> Self {
        self.field(value.map_or(&[], |bytes| bytes.as_slice()))
    }

    /// One byte.
    pub(crate) fn u8(self, value: u8) -> Self {
        self.raw(&[value])
    }

    /// A big-endian u32.
    pub(crate) fn u32(self, value: u32) -> Self {
        self.raw(&value.to_be_bytes())
    }

    /// A big-endian u64.
    pub(crate) fn u64(self, value: u64) -> Self {
        self.raw(&value.to_be_bytes())
    }

    /// Bytes without a length, for values of fixed size.
    pub(crate) fn raw(mut self, bytes: &[u8]) -> Self {
        self.0.update(bytes);
        self
    }

    /// The digest of everything absorbed.
    pub(crate) fn finish(self) -> Hash {
        self.0.finalize_fixed().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex;

    #[test]
    fn an_absent_field_is_a_zero_length() {
        let absent = Message::hash("t").optional_field(None).finish();
        assert_eq!(absent, Message::hash("t").raw(&[0; 4]).finish());
    }

    #[test]
    fn fields_cannot_be_shifted_into_each_other() {
        let one = Message::hash("t").field(b"ab").field(b"c").finish();
        let other = Message::hash("t").field(b"a").field(b"bc").finish();
        assert_ne!(one, other);
    }

    /// The empty message and the "abc" example of FIPS 180-4, and test case 2 of RFC 4231
    /// (whose short key is the same as one filled up with zeros).
    #[test]
    fn the_hash_functions_are_the_standard_ones() {
        let empty = Message(<Sha256 as Digest>::new());
        assert_eq!(
            hex::encode(&empty.clone().finish()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
        assert_eq!(
            hex::encode(&empty.raw(b"abc").finish()),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        let mut key = [0; 32];
        key[..4].copy_from_slice(b"Jefe");
        let keyed = Message(Hmac::<Sha256>::new_from_slice(&key).unwrap());
        assert_eq!(
            hex::encode(&keyed.raw(b"what do ya want for nothing?").finish()),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }
}
