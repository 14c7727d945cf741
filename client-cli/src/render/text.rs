//! Identifiers and plain values as text that people read.
//!
//! Here because every rendering needs them and so do the sentences of the application. It must not
//! know any game.

use serde_json::Value;

/// Returns a value on one line.
pub(crate) fn short(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(parts) if parts.is_empty() => "none".to_owned(),
        Value::Array(parts) => parts.iter().map(short).collect::<Vec<_>>().join(", "),
        Value::Object(parts) if parts.is_empty() => "none".to_owned(),
        Value::Object(parts) => {
            let parts: Vec<String> =
                parts.iter().map(|(key, part)| format!("{} {}", words(key), short(part))).collect();
            parts.join(", ")
        }
    }
}

/// Returns a number of things; a dot is nothing.
pub(super) fn count(n: u8) -> String {
    if n == 0 { ".".to_owned() } else { n.to_string() }
}

/// Returns an identifier as words.
pub(crate) fn words(id: &str) -> String {
    id.replace(['_', '-'], " ")
}

/// Returns an identifier as a name: each of its words has a capital, except the small ones inside.
pub(crate) fn name(id: &str) -> String {
    let words = words(id);
    let capital = |(at, word): (usize, &str)| match word {
        "and" | "of" | "the" if at > 0 => word.to_owned(),
        other => sentence(other),
    };
    let names: Vec<String> = words.split(' ').enumerate().map(capital).collect();
    names.join(" ")
}

/// Returns an identifier as words whose first one has a capital.
pub(super) fn title(id: &str) -> String {
    sentence(&words(id))
}

/// Returns a text with a capital at its beginning.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_capitals_but_for_its_small_words() {
        assert_eq!(name("balance-of-power"), "Balance of Power");
        assert_eq!(name("europe_divided"), "Europe Divided");
        assert_eq!(name("the_end"), "The End");
    }
}
