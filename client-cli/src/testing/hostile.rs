//! Texts of a server that try to steer whatever shows them.
//!
//! Shared by the unit tests and those against a server: every text of a message that may have any
//! form gets a hostile end, so that a field that comes later is tried too.

use fairness::text::steers;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The beginning of a line that is not ours.
const FORGED: &str = "FORGED";

/// Clears the screen, sets the title, turns the direction around and begins a line.
pub(crate) const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;own\u{7}\u{9b}\u{202e}\r\nFORGED";

/// Returns a value of which every text is hostile, but those with one of these keys, and those with
/// which it would be none of its type any more.
pub(crate) fn hostile<T: Serialize + DeserializeOwned>(honest: &T, stay: &[&str]) -> Value {
    let mut value = serde_json::to_value(honest).unwrap();
    let mut texts = Vec::new();
    find(&value, String::new(), stay, &mut texts);
    for pointer in texts {
        let text = value.pointer(&pointer).and_then(Value::as_str).unwrap().to_owned();
        *value.pointer_mut(&pointer).unwrap() = Value::from(format!("{text}{HOSTILE}"));
        if T::deserialize(&value).is_err() {
            *value.pointer_mut(&pointer).unwrap() = Value::from(text);
        }
    }
    value
}

/// Collects where the texts of a value are.
fn find(value: &Value, pointer: String, stay: &[&str], texts: &mut Vec<String>) {
    match value {
        Value::String(_) => texts.push(pointer),
        Value::Array(parts) => {
            for (at, part) in parts.iter().enumerate() {
                find(part, format!("{pointer}/{at}"), stay, texts);
            }
        }
        Value::Object(parts) => {
            for (key, part) in parts.iter().filter(|(key, _)| !stay.contains(&key.as_str())) {
                find(part, format!("{pointer}/{key}"), stay, texts);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Checks that a printed text shows hostile ones, and that they did nothing.
pub(crate) fn assert_harmless(printed: &str, what: &str) {
    assert!(printed.contains(FORGED), "{what}: nothing of the server's is shown: {printed}");
    for line in printed.split('\n') {
        assert!(!line.contains(steers), "{what}: {line:?}");
        assert!(!line.trim_start().starts_with(FORGED), "{what}: {line:?}");
    }
}
