//! Canonical JSON: one text for one value, so that equal values have equal hashes.
//!
//! RFC 8785 restricted to integers up to 2^53 - 1 and ASCII keys, without null. The restriction is
//! the point: floats and UTF-16 key order are where two implementations of the RFC come apart. The
//! writer is our own, because the order in which `serde_json` holds keys depends on a feature that
//! any dependency may switch on. This module must not know what is written.

use serde::Serialize;
use serde_json::{Number, Value};
use thiserror::Error;

use crate::Hash;
use crate::hash_input::sha256;

/// The largest integer that every JSON implementation represents exactly: 2^53 - 1.
pub const MAX_INTEGER: i64 = (1 << 53) - 1;

/// Greatest depth to which arrays and objects may nest.
pub const MAX_DEPTH: usize = 64;

/// Beginning of the keys that `serde_json` reserves for itself.
pub(crate) const RESERVED: &str = "$serde_json::";

/// Capacity that a text begins with, in bytes: most commands fit.
const BYTES_EXPECTED: usize = 128;

/// The reason why a value has no canonical form, with its location.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("no canonical JSON: {reason}{}", if .path.is_empty() { String::new() } else { format!(" at {:?}", .path) })]
pub struct CanonicalError {
    path: String,
    reason: Reason,
}

/// A thing that canonical JSON does not admit.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A null: optional fields are absent.
    #[error("null (absent fields are left out)")]
    Null,
    /// A number that is not an integer, or not written as one.
    #[error("a number that is no integer")]
    Float,
    /// An integer beyond [`MAX_INTEGER`] in either direction.
    #[error("an integer beyond 2^53 - 1")]
    IntegerTooLarge,
    /// An object has this key, which is not ASCII.
    #[error("the key {0:?}, which is not ASCII,")]
    NonAsciiKey(String),
    /// An object has this key, which `serde_json` reserves for itself: it would not be read back as
    /// it was written.
    #[error("the key {0:?}, which is reserved,")]
    ReservedKey(String),
    /// More than [`MAX_DEPTH`] arrays and objects inside each other.
    #[error("more than {MAX_DEPTH} levels")]
    TooDeep,
    /// A Rust value that is not JSON at all, with the message of `serde_json`.
    #[error("{0}")]
    NotJson(String),
}

impl CanonicalError {
    /// Returns the offending location as a JSON pointer (RFC 6901); empty for the whole value.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the reason.
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// Returns the error as seen from the container: paths are built on the way out, so that
    /// writing a good value does not pay for them.
    #[must_use = "the error itself is taken"]
    pub fn inside(mut self, segment: &str) -> Self {
        self.path = format!("/{}{}", segment.replace('~', "~0").replace('/', "~1"), self.path);
        self
    }
}

impl From<Reason> for CanonicalError {
    fn from(reason: Reason) -> Self {
        Self { path: String::new(), reason }
    }
}

/// The reason why a text is not in canonical form.
// No `source`: the message of the inner error is part of the message.
#[derive(Debug, Error)]
pub enum CheckError {
    /// It is not JSON.
    #[error("no JSON: {0}")]
    Syntax(serde_json::Error),
    /// Its value has no canonical form.
    #[error("{0}")]
    Value(CanonicalError),
    /// Its value has another canonical form, which differs first at this byte.
    #[error("not in canonical form from byte {0} on")]
    Form(usize),
}

/// Writes the canonical text of a value.
///
/// # Errors
///
/// Names the first location that canonical JSON does not admit.
pub fn to_string(value: &Value) -> Result<String, CanonicalError> {
    let mut out = String::with_capacity(BYTES_EXPECTED);
    write_value(&mut out, value, 0)?;
    Ok(out)
}

/// Hashes a value's canonical text: that of component data, and of options that a client wrote
/// down.
///
/// # Errors
///
/// If it holds something that canonical JSON does not admit.
pub fn digest(value: &Value) -> Result<Hash, CanonicalError> {
    Ok(sha256(to_string(value)?.as_bytes()))
}

/// Writes the canonical text of anything that serialises.
///
/// # Errors
///
/// As [`to_string`], and if the value is not JSON (say, a map whose keys are not strings).
pub fn serialize<T: Serialize + ?Sized>(value: &T) -> Result<String, CanonicalError> {
    let value = serde_json::to_value(value).map_err(|error| Reason::NotJson(error.to_string()))?;
    to_string(&value)
}

/// Checks that a text is in canonical form: that it is what [`to_string`] makes of its own value.
///
/// # Errors
///
/// Says what is wrong with the text; a key that occurs twice is reported as another form.
pub fn check(text: &str) -> Result<(), CheckError> {
    let value: Value = serde_json::from_str(text).map_err(CheckError::Syntax)?;
    let canonical = to_string(&value).map_err(CheckError::Value)?;
    if canonical == text {
        return Ok(());
    }
    let same = text.bytes().zip(canonical.bytes()).take_while(|(a, b)| a == b).count();
    Err(CheckError::Form(same))
}

/// Writes a value that lies inside `depth` containers.
fn write_value(out: &mut String, value: &Value, depth: usize) -> Result<(), CanonicalError> {
    // The functions below call each other once per level; this bounds the call stack.
    if depth >= MAX_DEPTH && (value.is_array() || value.is_object()) {
        return Err(Reason::TooDeep.into());
    }
    match value {
        Value::Null => return Err(Reason::Null.into()),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => out.push_str(&integer(number)?.to_string()),
        Value::String(text) => write_string(out, text),
        Value::Array(items) => write_array(out, items, depth + 1)?,
        Value::Object(members) => write_object(out, members, depth + 1)?,
    }
    Ok(())
}

fn integer(number: &Number) -> Result<i64, Reason> {
    match number.as_i64() {
        Some(value) if (-MAX_INTEGER..=MAX_INTEGER).contains(&value) => Ok(value),
        Some(_) => Err(Reason::IntegerTooLarge),
        None if number.is_u64() => Err(Reason::IntegerTooLarge),
        None => Err(Reason::Float),
    }
}

fn write_array(out: &mut String, items: &[Value], depth: usize) -> Result<(), CanonicalError> {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_value(out, item, depth).map_err(|error| error.inside(&index.to_string()))?;
    }
    out.push(']');
    Ok(())
}

fn write_object(
    out: &mut String,
    members: &serde_json::Map<String, Value>,
    depth: usize,
) -> Result<(), CanonicalError> {
    if let Some(key) = members.keys().find(|key| !key.is_ascii()) {
        return Err(Reason::NonAsciiKey(key.clone()).into());
    }
    if let Some(key) = members.keys().find(|key| key.starts_with(RESERVED)) {
        return Err(Reason::ReservedKey(key.clone()).into());
    }
    // For ASCII keys the order of bytes is the order of UTF-16 code units the RFC wants.
    let mut sorted: Vec<(&String, &Value)> = members.iter().collect();
    sorted.sort_unstable_by_key(|(key, _)| *key);
    out.push('{');
    for (index, (key, value)) in sorted.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_string(out, key);
        out.push(':');
        write_value(out, value, depth).map_err(|error| error.inside(key))?;
    }
    out.push('}');
    Ok(())
}

/// Escapes what must be escaped and nothing else (RFC 8785, 3.2.2.2), as `serde_json` does.
fn write_string(out: &mut String, text: &str) {
    if text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
        // There is nothing to escape: so in all keys, and nearly all values.
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        out.push_str(&Value::from(text).to_string());
    }
}

#[cfg(test)]
mod tests;
