//! JSON as the scheme writes it: no key twice, no null, no number but an integer, no deep nesting.
//!
//! Whatever passes has one canonical form, so two readers cannot come to different values. The
//! parser is `serde_json`'s; this module only visits every part of what it reads. It must not know
//! what a record looks like.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::canonical::{MAX_DEPTH, MAX_INTEGER, RESERVED};

/// Parses strict JSON.
pub(super) fn parse(bytes: &[u8]) -> Result<Value, serde_json::Error> {
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let value = Strict { depth: 0 }.deserialize(&mut text)?;
    text.end()?;
    Ok(value)
}

/// A reader of a value that lies inside `depth` arrays and objects.
struct Strict {
    depth: usize,
}

impl Strict {
    fn deeper<E: Error>(&self) -> Result<usize, E> {
        // The functions below call each other once a level; this bounds the call stack.
        if self.depth >= MAX_DEPTH {
            return Err(E::custom(format!("more than {MAX_DEPTH} levels")));
        }
        Ok(self.depth + 1)
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer, a text, true, false, an array or an object")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        if (-MAX_INTEGER..=MAX_INTEGER).contains(&value) {
            Ok(value.into())
        } else {
            Err(E::custom("an integer beyond 2^53 - 1"))
        }
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        self.visit_i64(i64::try_from(value).unwrap_or(i64::MAX))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let depth = self.deeper()?;
        let mut read = Vec::new();
        while let Some(item) = items.next_element_seed(Strict { depth })? {
            read.push(item);
        }
        Ok(Value::Array(read))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let depth = self.deeper()?;
        let mut read = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if !key.is_ascii() {
                return Err(A::Error::custom(format!("the key {key:?} is not ASCII")));
            }
            if key.starts_with(RESERVED) {
                return Err(A::Error::custom(format!("the key {key:?} is reserved")));
            }
            if read.contains_key(&key) {
                return Err(A::Error::custom(format!("the key {key:?} occurs twice")));
            }
            let value = members.next_value_seed(Strict { depth })?;
            read.insert(key, value);
        }
        Ok(Value::Object(read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_one_canonical_form_is_read() {
        let text = r#" {"b": [true, false, -7, 9007199254740991, "Zo\u00eb"], "a": {}} "#;
        let value = parse(text.as_bytes()).unwrap();
        let canonical = crate::canonical::to_string(&value).unwrap();
        assert_eq!(canonical, r#"{"a":{},"b":[true,false,-7,9007199254740991,"Zoë"]}"#);
    }

    #[test]
    fn everything_else_is_refused() {
        let deep = "[".repeat(MAX_DEPTH + 1) + &"]".repeat(MAX_DEPTH + 1);
        let far_too_deep = "[".repeat(1_000_000);
        let refused = [
            "",
            "{}{}",
            "[1,]",
            "null",
            "{\"a\":null}",
            "1.0",
            "1e3",
            "-0",
            "01",
            "NaN",
            "9007199254740992",
            "-9007199254740992",
            "18446744073709551616",
            "{\"a\":1,\"a\":1}",
            "[{\"a\":1,\"\\u0061\":1}]",
            "{\"ä\":1}",
            "{\"$serde_json::private::Number\":\"1\"}",
            "[{\"$serde_json::\":1}]",
            "\"\\ud800\"",
            "\"\n\"",
            "\u{feff}1",
            &deep,
            &far_too_deep,
        ];
        for text in refused {
            assert!(parse(text.as_bytes()).is_err(), "{text:.40}");
        }
        assert!(parse(b"\"\xff\"").is_err());
        let deepest = "[".repeat(MAX_DEPTH) + &"]".repeat(MAX_DEPTH);
        parse(deepest.as_bytes()).unwrap();
    }
}
