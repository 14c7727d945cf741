//! The form of a stored message: a line with the id of its write and a checksum, and the content.
//!
//! The checksum covers the subject too, so that nothing is taken for something else. In a match log the
//! content repeats the checksum of the row before: a chain, in which a gap or another row shows.

use sha2::{Digest, Sha256};
use uuid::Uuid;

/// First word of every message, with the version of its form.
const FORM: &str = "entente-1";

/// Separates what is hashed for this purpose from anything else.
const DOMAIN: &[u8] = b"entente store 1\0";

/// Bytes of a checksum.
const CHECK_BYTES: usize = 16;

/// A checksum as it is stored: hexadecimal.
pub(super) type Check = String;

/// A message that is what was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sealed {
    /// The write that stored it.
    pub(super) write: Uuid,
    /// Its checksum.
    pub(super) check: Check,
    /// Its content.
    pub(super) content: String,
}

/// Returns the checksum of a content under a subject.
fn check(subject: &str, write: Uuid, content: &str) -> Check {
    let mut hasher = Sha256::new();
    hasher.update(DOMAIN);
    hasher.update((subject.len() as u64).to_le_bytes());
    hasher.update(subject);
    hasher.update(write.as_bytes());
    hasher.update(content);
    fairness::hex::encode(&hasher.finalize()[..CHECK_BYTES])
}

/// Returns the message that stores a content under a subject.
pub(super) fn seal(subject: &str, write: Uuid, content: &str) -> (Check, String) {
    let check = check(subject, write, content);
    let message = format!("{FORM} {} {check}\n{content}", write.simple());
    (check, message)
}

/// Reads a message of this subject; `None` if it is not what was stored.
pub(super) fn unseal(subject: &str, message: &[u8]) -> Option<Sealed> {
    let (head, content) = std::str::from_utf8(message).ok()?.split_once('\n')?;
    let mut words = head.split(' ');
    let (form, write, given) = (words.next()?, words.next()?, words.next()?);
    let write = Uuid::try_parse(write).ok()?;
    let found = check(subject, write, content);
    let sound = form == FORM && words.next().is_none() && found == given;
    sound.then(|| Sealed { write, check: found, content: content.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_believed_only_as_it_was_stored_and_where() {
        let write = Uuid::from_u128(7);
        let (check, message) = seal("a.log.1", write, "one\ntwo");
        let content = "one\ntwo".to_owned();
        let sealed = Sealed { write, check, content };
        assert_eq!(unseal("a.log.1", message.as_bytes()), Some(sealed));
        assert_eq!(unseal("a.log.2", message.as_bytes()), None, "of another subject");
        for at in 0..message.len() {
            let mut flipped = message.clone().into_bytes();
            flipped[at] ^= 1;
            assert_eq!(unseal("a.log.1", &flipped), None, "byte {at}");
            assert_eq!(unseal("a.log.1", &message.as_bytes()[..at]), None, "cut at {at}");
        }
        let (_, empty) = seal("a", write, "");
        assert_eq!(unseal("a", empty.as_bytes()).unwrap().content, "");
    }
}
