//! The byte strings that are hashed: length-prefixed fields and big-endian integers.
//!
//! One builder for plain SHA-256 and for HMAC-SHA-256, so that the code of each formula
//! reads like the formula on the design page. It must not know which formulas there are.

use ring::{digest, hmac};

use crate::Hash;

/// A message on its way into a hash function. A clone keeps everything absorbed so far, so a stream
/// of draws hashes key and label only once.
#[derive(Clone)]
pub(crate) struct HashInput<D>(D);

/// A message authenticated with a key.
pub(crate) type KeyedInput = HashInput<hmac::Context>;

/// A hash function on its way: it takes bytes, and gives 32.
pub(crate) trait Absorb {
    /// Takes bytes.
    fn absorb(&mut self, bytes: &[u8]);

    /// Returns the digest of all that it has taken.
    fn digest(self) -> Hash;
}

impl Absorb for digest::Context {
    fn absorb(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    fn digest(self) -> Hash {
        hash_of(self.finish().as_ref())
    }
}

impl Absorb for hmac::Context {
    fn absorb(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    fn digest(self) -> Hash {
        hash_of(self.sign().as_ref())
    }
}

fn hash_of(digest: &[u8]) -> Hash {
    digest.try_into().expect("SHA-256 gives 32 bytes")
}

impl HashInput<digest::Context> {
    /// Starts an unkeyed message; `tag` keeps the formulas of the scheme apart.
    pub(crate) fn hash(tag: &str) -> Self {
        Self(digest::Context::new(&digest::SHA256)).field(tag.as_bytes())
    }
}

/// Hashes bytes without any prefix: those of a file, or of a canonical text.
pub(crate) fn sha256(bytes: &[u8]) -> Hash {
    hash_of(digest::digest(&digest::SHA256, bytes).as_ref())
}

impl KeyedInput {
    /// Starts a message keyed with `key`; `tag` keeps the formulas of the scheme apart.
    pub(crate) fn hmac(key: &[u8; 32], tag: &str) -> Self {
        let key = hmac::Key::new(hmac::HMAC_SHA256, key);
        Self(hmac::Context::with_key(&key)).field(tag.as_bytes())
    }
}

impl<D: Absorb> HashInput<D> {
    /// Absorbs `LP(bytes)`: the length as a big-endian u32, then the bytes.
    pub(crate) fn field(self, bytes: &[u8]) -> Self {
        let length = u32::try_from(bytes.len()).expect("a field is far below 4 GiB");
        self.u32(length).raw(bytes)
    }

    /// Absorbs `LP(value)`, or only the length 0 if there is no value.
    pub(crate) fn optional_field(self, value: Option<&Hash>) -> Self {
        self.field(value.map_or(&[], |bytes| bytes.as_slice()))
    }

    /// Absorbs one byte.
    pub(crate) fn u8(self, value: u8) -> Self {
        self.raw(&[value])
    }

    /// Absorbs a big-endian u32.
    pub(crate) fn u32(self, value: u32) -> Self {
        self.raw(&value.to_be_bytes())
    }

    /// Absorbs a big-endian u64.
    pub(crate) fn u64(self, value: u64) -> Self {
        self.raw(&value.to_be_bytes())
    }

    /// Absorbs bytes without a length, for values of fixed size.
    pub(crate) fn raw(mut self, bytes: &[u8]) -> Self {
        self.0.absorb(bytes);
        self
    }

    /// Returns the digest of everything absorbed.
    pub(crate) fn finish(self) -> Hash {
        self.0.digest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex;

    #[test]
    fn an_absent_field_is_a_zero_length() {
        let absent = HashInput::hash("t").optional_field(None).finish();
        assert_eq!(absent, HashInput::hash("t").raw(&[0; 4]).finish());
    }

    #[test]
    fn fields_cannot_be_shifted_into_each_other() {
        let one = HashInput::hash("t").field(b"ab").field(b"c").finish();
        let other = HashInput::hash("t").field(b"a").field(b"bc").finish();
        assert_ne!(one, other);
    }

    /// Checks the empty message and the "abc" example of FIPS 180-4, and test case 2 of RFC 4231.
    #[test]
    fn the_hash_functions_are_the_standard_ones() {
        let empty = HashInput(digest::Context::new(&digest::SHA256));
        assert_eq!(
            hex::encode(&empty.clone().finish()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
        assert_eq!(
            hex::encode(&empty.raw(b"abc").finish()),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        let key = hmac::Key::new(hmac::HMAC_SHA256, b"Jefe");
        let keyed = HashInput(hmac::Context::with_key(&key));
        assert_eq!(
            hex::encode(&keyed.raw(b"what do ya want for nothing?").finish()),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }
}
