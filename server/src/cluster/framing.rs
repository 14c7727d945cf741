//! The form of whatever one server sends to another: a line of JSON, and after it bytes.

use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Returns a head and what follows it as they are sent.
pub(super) fn write(head: &impl Serialize, rest: &[u8]) -> Bytes {
    // Plain data with string keys, for which serialisation cannot fail.
    let mut bytes = serde_json::to_vec(head).unwrap_or_default();
    bytes.push(b'\n');
    bytes.extend_from_slice(rest);
    bytes.into()
}

/// Returns a head and what follows it; `None` if the bytes are not of this form.
pub(super) fn read<T: DeserializeOwned>(bytes: &Bytes) -> Option<(T, Bytes)> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    Some((serde_json::from_slice(&bytes[..end]).ok()?, bytes.slice(end + 1..)))
}
